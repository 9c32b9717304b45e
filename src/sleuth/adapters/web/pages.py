"""Every page, by its address."""

from __future__ import annotations

from fastapi import FastAPI

from sleuth.adapters.web import assist, clue, clue_help, daily, home, lab, me, play, rooms, start, watch, words
from sleuth.adapters.web.site import Site


def register(app: FastAPI, site: Site) -> None:
    """Make the pages."""
    for page in (home, start, words, play, rooms, daily, me, assist, watch, lab, clue_help, clue):
        page.register(app, site)
