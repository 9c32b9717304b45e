"""Skill and luck of plays that are over, worked out one after the other while nobody waits for them.

What is to be done is in the store, so a server that was killed goes on with it, and several processes share it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress

from sleuth import app
from sleuth.adapters.service.clients import client
from sleuth.adapters.service.errors import BusyError, StoreError
from sleuth.adapters.service.person_store import PersonStore
from sleuth.adapters.service.room_store import change_of
from sleuth.adapters.service.room_watch import RoomWatch
from sleuth.core.errors import SleuthError

IDLE_SECONDS = 5.0
"""How often the store is asked while nothing ends here: another process may have been killed."""
GRADER = "the server itself"
"""The client that grades are worked out for: it has a share as any other."""


class Grader:
    """Takes plays from the store and puts their grades back."""

    def __init__(
        self, persons: PersonStore, watch: RoomWatch, story: Callable[[str], Awaitable[app.StoryResult]]
    ) -> None:
        self.persons, self.watch, self.story = persons, watch, story
        self._due = asyncio.Event()

    def wake(self) -> None:
        """A play has ended."""
        self._due.set()

    async def run(self) -> None:
        """Grade for ever."""
        client.set(GRADER)
        while True:
            self._due.clear()
            play = ""
            with suppress(StoreError):  # it may be reached again later
                play = await asyncio.to_thread(self.persons.ungraded)
            if play:
                await self._grade(play)
            else:
                with suppress(TimeoutError):
                    await asyncio.wait_for(self._due.wait(), IDLE_SECONDS)

    async def _grade(self, play: str) -> None:
        persons, skill, luck = self.persons, None, None
        try:
            story = await self.story(play)
            skill, luck = story.skill, story.luck
        except (BusyError, asyncio.CancelledError) as error:
            with suppress(StoreError):
                persons.release(play)
            if isinstance(error, asyncio.CancelledError):
                raise
            await asyncio.sleep(1)
            return
        except SleuthError:
            pass  # it takes too long, or has nothing to be graded
        with suppress(StoreError):
            progress = await asyncio.to_thread(persons.of_play, play)
            room = progress.room if progress is not None else 0
            await asyncio.to_thread(persons.grade, play, skill, luck, *([change_of(room)] if room else ()))
            await self.watch.changed(room)
