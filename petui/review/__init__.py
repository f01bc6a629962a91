"""The review log, from which progress is derived."""
