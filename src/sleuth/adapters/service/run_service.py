"""Runs of the suite that lie in the folder of results: looked at, never changed."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

from sleuth import app
from sleuth.referee.run_requests import (
    RunEntryResult,
    RunList,
    RunPlay,
    RunPlayResult,
    RunPlays,
    RunPlaysResult,
    RunReport,
)


class RunService:
    """What can be asked of the runs of one folder."""

    def __init__(self, folder: str, do: Callable[[app.Request], Awaitable[Any]]) -> None:
        self._folder, self._do = folder, do

    async def every(self) -> list[RunEntryResult]:
        """The runs that there are: those that are being played first, then the newest."""
        result: list[RunEntryResult] = await self._do(RunList(self._folder))
        return result

    async def table(self, name: str) -> dict[str, Any]:
        """The table of one run, as far as it got."""
        result: dict[str, Any] = await self._do(RunReport(name, self._folder))
        return result

    async def plays(self, name: str, entry: str) -> RunPlaysResult:
        """The plays of one entry of a run."""
        result: RunPlaysResult = await self._do(RunPlays(name, entry, self._folder))
        return result

    async def play(self, name: str, entry: str, number: int, pictures: bool = False) -> RunPlayResult:
        """One play of a run, reply by reply."""
        result: RunPlayResult = await self._do(RunPlay(name, entry, number, self._folder, pictures))
        return result
