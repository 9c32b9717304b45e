"""Drawings of a notebook and of standings."""
