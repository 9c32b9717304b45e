"""One file a game, and the catalogue that lists them."""
