"""A game from outside, with everything that a game may bring."""
