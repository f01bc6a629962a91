"""What goes over the line between petui and the terminal: cells out, keys in, and how it ends."""
