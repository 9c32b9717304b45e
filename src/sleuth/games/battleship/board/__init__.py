"""Drawings of Battleship."""
