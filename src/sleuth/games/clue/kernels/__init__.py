"""The counting of deals, and the arithmetic of equilibria."""
