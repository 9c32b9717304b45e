"""Drawings of low, middle, high."""
