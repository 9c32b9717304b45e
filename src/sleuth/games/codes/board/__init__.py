"""Drawings of codes."""
