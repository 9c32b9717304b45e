"""What every room speaks: games, histories, limits, errors and spec strings."""
