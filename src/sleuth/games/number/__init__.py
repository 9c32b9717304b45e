"""A hidden number."""
