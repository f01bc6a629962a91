"""Lessons: the content model, its parser, its lint, and the play of a lesson without a screen."""
