"""Every page, by its address."""

from __future__ import annotations

from sleuth.adapters.service.desk import Service
from sleuth.adapters.web import assist, clue, gallery, lab, play, watch


def register(service: Service) -> None:
    """Make the pages."""
    for page in (gallery, play, assist, watch, lab, clue):
        page.register(service)
