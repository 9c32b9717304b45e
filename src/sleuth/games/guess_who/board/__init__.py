"""Drawings of Guess Who."""
