"""Wordle, and the lies of Fibble."""
