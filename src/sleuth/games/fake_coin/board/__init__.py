"""Drawings of the fake coin."""
