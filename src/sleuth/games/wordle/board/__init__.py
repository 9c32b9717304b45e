"""Drawings of Wordle."""
