"""Every page, by its address."""

from __future__ import annotations

from fastapi import FastAPI

from sleuth.adapters.web import (
    ask,
    assist,
    clue,
    clue_help,
    daily,
    docs,
    home,
    lab,
    me,
    mistakes,
    parts,
    play,
    review,
    review_rows,
    rooms,
    runs,
    start,
    watch,
    words,
)
from sleuth.adapters.web.site import Site

PAGES = (
    home, start, words, play, rooms, daily, me, parts, mistakes, review_rows, review, assist, watch, ask, lab,
    runs, clue_help, clue, docs,
)  # fmt: skip


def register(app: FastAPI, site: Site) -> None:
    """Make the pages."""
    for page in PAGES:
        page.register(app, site)
