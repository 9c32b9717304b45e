"""Drawings of Hangman."""
