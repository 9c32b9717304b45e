"""Guess Who."""
