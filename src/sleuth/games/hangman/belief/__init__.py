"""The information set of Hangman, word by word."""
