"""What a table is, or which slip made it differ, found from its numbers alone."""
