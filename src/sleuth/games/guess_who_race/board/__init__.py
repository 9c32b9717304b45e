"""Drawings of the race."""
