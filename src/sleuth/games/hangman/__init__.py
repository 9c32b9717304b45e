"""Hangman, with a host who may lie."""
