"""Drawings of a hidden number."""
