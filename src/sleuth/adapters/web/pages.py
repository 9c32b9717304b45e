"""Every page, by its address."""

from __future__ import annotations

from fastapi import FastAPI

from sleuth.adapters.web import ask, assist, clue, clue_help, home, lab, parts, play, start, watch, words
from sleuth.adapters.web.site import Site


def register(app: FastAPI, site: Site) -> None:
    """Make the pages."""
    for page in (home, start, words, play, parts, assist, watch, ask, lab, clue_help, clue):
        page.register(app, site)
