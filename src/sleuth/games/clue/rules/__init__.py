"""The rules of MYST and Clue."""
