"""Drawings of Black Box."""
