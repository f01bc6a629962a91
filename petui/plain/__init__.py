"""The line-by-line front end: what the plain commands print."""
