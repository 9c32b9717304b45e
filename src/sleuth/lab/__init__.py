"""Analysis of games and of plays, and reproduction of published results."""
