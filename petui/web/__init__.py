"""petui in a browser: a server on this machine, a process for each visitor. Only this package imports what serves."""
