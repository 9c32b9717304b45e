"""Drawings of Ulam's game."""
