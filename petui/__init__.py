"""petui: learn sinusoidal positional encodings in a terminal, and check your own."""

__version__ = "0.1.0"
