"""What every room speaks: games, histories, limits, errors and spec strings."""

from sleuth._exports import export_stub

export_stub(__name__)
