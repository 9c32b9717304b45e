"""The service: the store of plays, and the lanes of workers that do what takes time.

The page and the API call this and nothing else. Every method is a coroutine that leaves the event loop free.
"""

from __future__ import annotations

import asyncio
import os
from collections import OrderedDict
from collections.abc import Callable, Mapping
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any, TypeVar

from sleuth.adapters.service import assist, cards, line, plays, results, studies
from sleuth.adapters.service.answers import Advice, BestLine, Figure, Hint, PlayTold, Size
from sleuth.adapters.service.errors import ConflictError, RefusedError, SlowError
from sleuth.adapters.service.limits import (
    QUICK_EACH,
    QUICK_SECONDS,
    QUICK_WAITING,
    SEED_MOST,
    SLOW_EACH,
    SLOW_SECONDS,
    SLOW_WAITING,
    TEXT_MOST,
)
from sleuth.adapters.service.pool import Lane
from sleuth.adapters.service.store import Store, Stored
from sleuth.adapters.service.worker import Nursery
from sleuth.app import catalogue
from sleuth.app.results import EntryResult

T = TypeVar("T")
Draw = Mapping[str, Any]
REMEMBERED = 500
"""How many answers are kept that follow from the request alone."""
SLOW_NICE = 10
"""Long work gives way to short work."""


def data_folder() -> Path:
    """Where plays are kept unless somebody names another folder."""
    named = os.environ.get("SLEUTH_DATA")
    if named:
        return Path(named).expanduser()
    base = os.environ.get("XDG_DATA_HOME")
    return (Path(base) if base else Path.home() / ".local" / "share") / "sleuth"


class Service:
    """Everything that can be asked for."""

    def __init__(
        self, folder: str | Path | None = None, results_folder: str | Path | None = None, workers: int | None = None
    ) -> None:
        self.folder = Path(folder) if folder else data_folder()
        self.results_folder = str(results_folder) if results_folder else ""
        self.store = Store(self.folder / "plays.db")
        cores = os.cpu_count() or 1
        quick, slow = workers or max(2, cores - 1), workers or max(1, cores // 2)
        nursery = Nursery()
        # One short worker more than one client may hold: whoever comes next finds it free.
        self.quick = Lane("quick", quick + 1, QUICK_SECONDS, QUICK_WAITING, 0, QUICK_EACH, nursery)
        self.slow = Lane("slow", slow, SLOW_SECONDS, SLOW_WAITING, SLOW_NICE, SLOW_EACH, nursery)
        self._known: OrderedDict[tuple[Any, ...], Any] = OrderedDict()

    def open(self) -> Service:
        """Start the workers."""
        self.quick.open()
        self.slow.open()
        return self

    def close(self) -> None:
        """Stop the workers and close the store."""
        for lane in (self.quick, self.slow):
            lane.close()
        self.store.close()

    # What there is.

    def games(self) -> list[EntryResult]:
        """Every game."""
        return catalogue.games()

    def strategies(self) -> list[EntryResult]:
        """Every strategy that needs no file."""
        return catalogue.strategies(files=False)

    # A play.

    async def start(
        self,
        game: str,
        oracle: str = "",
        strategy: str = "",
        secret: str = "",
        seed: int | None = None,
        draw: Draw | None = None,
    ) -> PlayTold:
        """Begin a play, and keep it. The same seed draws the same secret, for a class or for friends."""
        record = await self.quick.run(plays.start, game, oracle, secret, seed)
        told = await self._told(Stored("", "play", record, strategy, False, 0), draw)  # before anything is kept
        stored = await asyncio.to_thread(self.store.add, record, told.strategy)
        return _named(told, stored)

    async def look(self, identity: str, draw: Draw | None = None) -> PlayTold:
        """A play as it is."""
        return await self._told(await self._get(identity), draw)

    async def ask(self, identity: str, action: str, draw: Draw | None = None) -> PlayTold:
        """Ask a question."""
        return await self._change(identity, draw, plays.ask, action, identity)

    async def undo(self, identity: str, draw: Draw | None = None) -> PlayTold:
        """Take the last step back."""
        return await self._change(identity, draw, plays.undo)

    async def give_up(self, identity: str, draw: Draw | None = None) -> PlayTold:
        """End a play that is not solved, and see the secret."""
        stored = await self._open(identity)
        record = await self.quick.run(plays.give_up, stored.record)
        return await self._told(await asyncio.to_thread(self.store.change, stored, record, True), draw)

    async def hint(self, identity: str, strategy: str = "") -> Hint:
        """What the strategy of the play, or another, would ask now."""
        stored = await self._open(identity)
        return await self.quick.run(plays.hint, stored.record, strategy or stored.strategy)

    async def grade(self, identity: str, kind: str = "play") -> dict[str, Any]:
        """Every move of a play (or of a shared one) that is over."""
        stored = await self._get(identity, kind)
        return await self._remember(self.slow, studies.grade, stored.record, stored.given_up, stored.strategy)

    async def best_line(self, identity: str, kind: str = "play") -> BestLine:
        """How good play would have gone, for a play (or a shared one) that is over."""
        stored = await self._get(identity, kind)
        return await self._remember(
            self.slow, line.best_line, stored.record, stored.strategy, stored.dice, stored.given_up
        )

    async def graded(self, identity: str) -> dict[str, Any]:
        """Every move of a play that is over, and the best line; none where that takes too long."""
        grades = await self.grade(identity)
        try:
            return grades | {"best_line": asdict(await self.best_line(identity))}
        except SlowError:
            return grades | {"best_line": None}

    async def share(self, identity: str) -> str:
        """The name of a copy that anybody may look at, and nobody may change."""
        stored = await self._get(identity)
        record = stored.record if stored.given_up else await self.quick.run(plays.shared, stored.record)
        add = self.store.add
        return (await asyncio.to_thread(add, record, stored.strategy, "shared", stored.given_up, stored.id)).id

    async def look_shared(self, identity: str, draw: Draw | None = None) -> PlayTold:
        """A shared play."""
        stored = await self._get(identity, "shared")
        return await self._told(stored, None if draw is None else {**draw, "still": True})

    async def _get(self, identity: str, kind: str = "play") -> Stored:
        return await asyncio.to_thread(self.store.get, identity, kind)

    async def _open(self, identity: str) -> Stored:
        stored = await self._get(identity)
        if stored.given_up:
            raise ConflictError("this play is over")
        return stored

    async def _told(self, stored: Stored, draw: Draw | None) -> PlayTold:
        return await self.quick.run(
            plays.told, stored.record, stored.id, stored.strategy, stored.version, stored.given_up, draw
        )

    async def _change(
        self, identity: str, draw: Draw | None, function: Callable[..., str], *arguments: Any
    ) -> PlayTold:
        stored = await self._open(identity)
        record, told = await self.quick.run(
            _changed, function, stored.record, arguments, stored.id, stored.strategy, stored.version + 1, draw
        )
        await asyncio.to_thread(self.store.change, stored, record)
        return told

    # Watching: plays that nobody keeps. The token is the record, and whoever watches knows the secret.

    async def watch_begin(self, game: str, secret: str = "", seed: int | None = None) -> str:
        """The record of a play to be watched."""
        return await self.quick.run(plays.start, game, "", secret, seed)

    async def watch_look(self, record: str, strategy: str, draw: Draw | None = None) -> PlayTold:
        """A play that is watched, before its next turn."""
        return await self.quick.run(plays.told, record, "", strategy, 0, False, draw)

    async def watch_step(self, record: str, strategy: str, draw: Draw | None = None) -> tuple[str, PlayTold]:
        """One turn of a strategy."""
        return await self.quick.run(_advanced, record, strategy, draw)

    # Help, and longer work. What follows from the request alone is remembered.

    async def assist(self, game: str, history: str = "", strategy: str = "", draw: Draw | None = None) -> Advice:
        """What to ask next in a game that is played elsewhere."""
        if draw is None:
            return await self._remember(self.quick, assist.advise, game, history, strategy)
        return await self.quick.run(assist.advise, game, history, strategy, draw)

    async def feedback(self, game: str, action: str, secret: str, history: str = "") -> str:
        """What a truthful oracle answers."""
        return await self.quick.run(assist.feedback, game, action, secret, history)

    async def answers_to(self, game: str, history: str, action: str) -> list[str]:
        """The answers that an action may get now."""
        return await self._remember(self.quick, assist.answers_to, game, history, action)

    async def evaluate(self, game: str, strategy: str = "", first: str = "") -> dict[str, Any]:
        """A strategy against every secret."""
        return await self._remember(self.slow, studies.evaluate, game, strategy, first)

    async def solve(self, game: str, objective: str = "mean", first: str = "", seconds: float = 10.0) -> dict[str, Any]:
        """The best strategy there is, as far as the time goes."""
        return await self.slow.run(studies.solve, game, objective, first, seconds)

    async def analyse(self, game: str, versus: str = "", seed: int = 0) -> dict[str, Any]:
        """The designer's report."""
        return await self._remember(self.slow, studies.analyse, game, versus, seed)

    async def sweep(self, game: str, over: str) -> dict[str, Any]:
        """The key figures over sizes."""
        return await self._remember(self.slow, studies.sweep, game, over)

    async def plane(self, game: str) -> dict[str, Any]:
        """Expected steps over the plane of entropies."""
        return await self._remember(self.slow, studies.plane, game)

    async def size(self, game: str) -> Size:
        """How large a game is."""
        return await self._remember(self.quick, studies.size, game)

    async def interest(self, game: str) -> list[Figure]:
        """How interesting a game is."""
        return await self._remember(self.slow, studies.interest, game)

    async def grade_history(self, game: str, history: str) -> dict[str, Any]:
        """Every move of a play elsewhere."""
        return await self._remember(self.slow, studies.grade_history, game, history)

    async def tournaments(self) -> list[dict[str, Any]]:
        """The tournaments that have results."""
        return await asyncio.to_thread(results.listed, self.results_folder)

    async def tournaments_now(self) -> str:
        """Another text whenever the results of a tournament change."""
        return await asyncio.to_thread(results.signature, self.results_folder)

    async def tournament(self, name: str) -> dict[str, Any]:
        """The figures of one tournament, as far as it got."""
        return await self.slow.run(results.report, self.results_folder, name)

    # Cards.

    async def clue_assist(self, log: str, shows: str = "random", seed: int = 0) -> dict[str, Any]:
        """Help at a real table of Clue."""
        return await self._remember(self.slow, cards.clue_assist, log, shows, seed)

    async def myst_value(self, m: int, n: int, q: int = 1, bluff: bool = False) -> dict[str, Any]:
        """The value of two-player MYST."""
        return await self._remember(self.slow, cards.myst_value, m, n, q, bluff)

    async def clue_begin(
        self, players: int, seat: int, opponents: list[str], drawn_rooms: bool = False, seed: int | None = None
    ) -> str:
        """A new table of Clue; its name. The same seed deals the same cards, and the others play alike."""
        seed = int.from_bytes(os.urandom(6)) if seed is None else seed
        if not 0 <= seed <= SEED_MOST:
            raise RefusedError(f"the number of a deal is from 0 to {SEED_MOST:,}")
        table = await self.quick.run(cards.clue_begin, players, seat, opponents, seed, drawn_rooms)
        return (await asyncio.to_thread(self.store.add, table, "", "clue")).id

    async def clue_look(self, identity: str, chances: bool = False) -> dict[str, Any]:
        """What the person at a table of Clue sees."""
        stored = await self._get(identity, "clue")
        return await self.quick.run(cards.clue_told, stored.record, chances)

    async def clue_act(self, identity: str, action: str, named: str = "") -> dict[str, Any]:
        """The person acts, then the others."""
        if len(named) > TEXT_MOST:
            raise RefusedError("that is too long for the names of cards")
        stored = await self._get(identity, "clue")
        table = await self.quick.run(cards.clue_act, stored.record, action, named)
        await asyncio.to_thread(self.store.change, stored, table)
        return await self.quick.run(cards.clue_told, table, False)

    async def clue_hint(self, identity: str) -> dict[str, Any]:
        """What the racing player would do in the person's place."""
        stored = await self._get(identity, "clue")
        return await self.quick.run(cards.clue_hint, stored.record)

    async def _remember(self, lane: Lane, function: Callable[..., T], *arguments: Any) -> T:
        """What a function of the request alone gives; that it takes too long is remembered too."""
        key = function.__module__, function.__name__, *arguments
        if key not in self._known:
            try:
                self._known[key] = await lane.run(function, *arguments)
            except SlowError as error:
                self._known[key] = error
            while len(self._known) > REMEMBERED:
                self._known.popitem(last=False)
        self._known.move_to_end(key)
        found: T | SlowError = self._known[key]
        if isinstance(found, SlowError):
            raise found
        return found


def _changed(
    function: Callable[..., str], record: str, arguments: tuple[Any, ...], identity: str, strategy: str, version: int,
    draw: Draw | None,
) -> tuple[str, PlayTold]:  # fmt: skip
    after = function(record, *arguments)
    return after, plays.told(after, identity, strategy, version, False, draw)


def _advanced(record: str, strategy: str, draw: Draw | None) -> tuple[str, PlayTold]:
    after = plays.advance(record, strategy)
    return after, plays.told(after, strategy=strategy, draw=draw)


def _named(told: PlayTold, stored: Stored) -> PlayTold:
    return replace(told, id=stored.id, version=stored.version)
