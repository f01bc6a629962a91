"""The panes of the Learn screen."""
