"""Ulam's game: a number, any set of numbers as a question, and lies."""
