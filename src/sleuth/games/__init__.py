"""One file a game, and the catalogue that lists them."""

from sleuth._exports import export_stub

export_stub(__name__)
