"""Low, middle, high."""
