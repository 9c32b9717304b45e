"""How objects show themselves in a notebook: HTML that needs no script and no network."""
