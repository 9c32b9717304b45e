"""Every page, by its address."""

from __future__ import annotations

from fastapi import FastAPI

from sleuth.adapters.web import (
    assist,
    clue,
    clue_help,
    home,
    lab,
    mistakes,
    play,
    review,
    review_rows,
    start,
    watch,
    words,
)
from sleuth.adapters.web.site import Site


def register(app: FastAPI, site: Site) -> None:
    """Make the pages."""
    for page in (home, start, words, play, mistakes, review_rows, review, assist, watch, lab, clue_help, clue):
        page.register(app, site)
