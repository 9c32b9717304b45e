"""Berlekamp's strategy."""
