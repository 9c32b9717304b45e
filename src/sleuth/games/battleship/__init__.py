"""Battleship and Sploosh-Kaboom."""
