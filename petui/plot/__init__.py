"""Plots as plain cells of text."""
