"""The value and the equilibria of MYST, and which of its games can be solved by asking."""
