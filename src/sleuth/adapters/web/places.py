"""What a play is a part of: a room, or the puzzle of the day; and what may be done with it there."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass

from sleuth.adapters.service.person_store import PlayProgress
from sleuth.adapters.web.rooms import MOVED, banner
from sleuth.adapters.web.site import Site
from sleuth.app.errors import ConflictError


@dataclass(frozen=True)
class Place:
    """Where a play belongs. Nowhere in particular, everything may be done."""

    where: str = ""
    """The page to go back to."""
    link: str = ""
    """What that page is called."""
    undo: bool = True
    hints: bool = True
    again: bool = True
    """Whether the same may be played once more."""
    banner: str = ""
    """The line above the play, as HTML."""
    live: str = ""
    """The address that tells when that line changes."""


EVERYWHERE = Place()
DAILY = Place("/daily", "Puzzles of the day", undo=False, again=False)


async def place_of(site: Site, progress: PlayProgress | None) -> Place:
    """Where a play belongs."""
    if progress is None:
        return EVERYWHERE
    if progress.day:
        return DAILY
    room = await asyncio.to_thread(site.service.rooms.kept.by_id, progress.room) if progress.room else None
    if room is None or room.expired:
        return EVERYWHERE
    moved = room.round != progress.round
    view = MOVED if moved else "done" if progress.over else "playing"
    line = banner(site, await site.service.rooms.board(room), room.code, view)
    hints = bool(room.hints) and not room.ended and not moved
    live = f"/room/{room.code}/live?view={'done' if moved else view}&round={progress.round}"
    return Place(f"/room/{room.code}", "Board of the room", False, hints, False, line, live)


def check_owner(progress: PlayProgress | None, person: str) -> None:
    """Refuse to play on for somebody else, where everybody has a play of her own."""
    if progress is not None and (progress.room or progress.day) and progress.person != person:
        raise ConflictError("this play is somebody else's; begin one of your own")
