"""Analysis of games and of plays, and reproduction of published results."""

from sleuth._exports import export_stub

export_stub(__name__)
