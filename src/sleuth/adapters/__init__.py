"""Doors to the outside: they read what is wanted, ask the room below, and show what it gives."""
