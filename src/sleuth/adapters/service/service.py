"""The service: the store of plays, and the lanes of workers that do what takes time.

The page and the API call this and nothing else. Every method is a coroutine that leaves the event loop free.
"""

from __future__ import annotations

import asyncio
import os
import re
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import replace
from functools import partial
from math import inf
from pathlib import Path
from time import monotonic
from typing import Any, NamedTuple

from sleuth import app
from sleuth.adapters.service.attempts import Attempts
from sleuth.adapters.service.daily import Daily
from sleuth.adapters.service.errors import SlowError
from sleuth.adapters.service.grading import Grader
from sleuth.adapters.service.limits import (
    DAY,
    MAX_LISTS_EACH,
    MAX_SEED,
    QUICK_EACH,
    QUICK_SECONDS,
    QUICK_WAITING,
    SERVED,
    SLOW_EACH,
    SLOW_SECONDS,
    SLOW_WAITING,
)
from sleuth.adapters.service.listener import listener
from sleuth.adapters.service.logs import LOG, KeptLog
from sleuth.adapters.service.person_store import NOBODYS, PersonStore, PlayProgress, Whose, insertion, update
from sleuth.adapters.service.pool import Lane
from sleuth.adapters.service.room_store import Room, change_of
from sleuth.adapters.service.rooms import RoomService
from sleuth.adapters.service.run_service import RunService
from sleuth.adapters.service.store import PlayStore, Statement, Stored
from sleuth.adapters.service.study_store import StudyStore
from sleuth.adapters.service.warming import Warming
from sleuth.adapters.service.worker import Nursery
from sleuth.app import catalogue, own_games, words
from sleuth.app.folders import data_folder, private_folder
from sleuth.app.log_history import LogHistory
from sleuth.app.perform import perform_afar
from sleuth.app.tournament import folder_signature, tournaments

REMEMBERED = 500
"""How many answers are kept that follow from the request alone."""
SLOW_REMEMBERED = 60.0
"""Seconds for which it is remembered that a request takes too long: the server may only have been busy."""
SLOW_NICE = 10
"""Long work gives way to short work."""
_GAME = re.compile(r"^game: (.*)$", re.MULTILINE)


class Known(NamedTuple):
    """What a request gave, and until when that counts."""

    result: Any
    until: float


class Service:
    """Everything that can be asked for."""

    def __init__(
        self,
        folder: str | Path | None = None,
        results_folder: str | Path | None = None,
        workers: int | None = None,
        offered: Sequence[str] = (),
        games: str | Path | None = None,
    ) -> None:
        """`offered` are lists of words as NAME=FILE, and `games` is a folder with games of one's own."""
        self.folder = Path(folder) if folder else data_folder()
        with suppress(OSError):  # the store says why it cannot be made
            private_folder(self.folder)
        self._offered, self._added = self.folder / "words" / "offered", self.folder / "words"
        words.offer_words(list(offered), self._offered)
        words.search_in(self._offered, self._added)
        self._lists = Attempts(MAX_LISTS_EACH, DAY, "too many lists of words came from here today; try again tomorrow")
        self.results_folder = str(results_folder) if results_folder else ""
        self.unknown_games = own_games.search_games(games) if games else []
        """Files of own games that do not load, each with its reason."""
        self.store = PlayStore(self.folder / "plays.db")
        self.studies = StudyStore(
            self.folder / "studies", self._offered, *([Path(games).expanduser()] if games else [])
        )
        cores = os.cpu_count() or 1
        quick, slow = workers or max(2, cores - 1), workers or max(1, cores // 2)
        nursery = Nursery()
        # One short worker more than one client may hold: whoever comes next finds it free.
        self.quick = Lane("quick", quick + 1, QUICK_SECONDS, QUICK_WAITING, 0, QUICK_EACH, nursery)
        self.slow = Lane("slow", slow, SLOW_SECONDS, SLOW_WAITING, SLOW_NICE, SLOW_EACH, nursery)
        self._known: OrderedDict[app.Request, Known] = OrderedDict()
        self.persons = PersonStore(self.store)
        self.rooms = RoomService(self.persons, self.do, self.start)
        self.runs = RunService(self.results_folder, self.do)
        self.daily = Daily(self.persons, self.do, self.start)
        self.warming = Warming()
        self.grader = Grader(self.persons, self.rooms.watch, self.story)

    def open(self) -> Service:
        """Start the workers."""
        self.quick.open()
        self.slow.open()
        return self

    def close(self) -> None:
        """Stop the workers and close the store."""
        self.quick.close()
        self.slow.close()
        self.store.close()

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """Everything is open, and what nobody waits for is done meanwhile."""
        self.open()
        grading, warming = asyncio.create_task(self.grader.run()), asyncio.create_task(self.warming.run())
        try:
            yield
        finally:
            self.stop_waiting()
            grading.cancel()
            self.warming.stop()
            await asyncio.gather(grading, warming, return_exceptions=True)
            self.close()

    def stop_waiting(self) -> None:
        """The server is to stop: boards that wait for news are answered."""
        self.rooms.watch.closed = True

    def games(self) -> list[app.EntryResult]:
        """Every game."""
        return catalogue.games()

    def strategies(self) -> list[app.EntryResult]:
        """Every strategy that needs no file."""
        return catalogue.strategies(files=False)

    # Lists of words.

    def word_lists(self) -> list[str]:
        """The names of the lists that everybody may choose."""
        return words.word_lists()

    async def add_words(self, name: str, text: str) -> str:
        """Keep somebody's list of words; the name that it is found by, which nobody else is shown."""
        with self._lists.taking():
            return await asyncio.to_thread(words.keep_words, name, text, self._added)

    # Anything that is kept nowhere.

    async def do(self, request: app.Request) -> Any:
        """What a request gives. What follows from it alone is remembered, and that it takes too long is too."""
        if not request.pure:
            return await self._perform(request)
        known = self._known.get(request)
        if known is None or known.until < monotonic():
            try:
                known = Known(await self._perform(request), inf)
            except SlowError as error:  # a moment later there may be time
                known = Known(error, monotonic() + SLOW_REMEMBERED)
            self._known[request] = known
            while len(self._known) > REMEMBERED:
                self._known.popitem(last=False)
        self._known.move_to_end(request)
        if isinstance(known.result, SlowError):
            raise known.result
        return known.result

    async def _perform(self, request: app.Request) -> Any:
        """Have it done by a worker; whoever listens hears how far it is."""
        lane = self.slow if request.slow else self.quick
        return await lane.run(perform_afar, request, SERVED, topic=_topic(request), listens=listener.get())

    # Studies.

    async def study(self, request: app.Request) -> dict[str, Any]:
        """What a study of a game gives, plain values; what was found out once is kept over a restart."""
        known: dict[str, Any] | None = await asyncio.to_thread(self.studies.get, request)
        if known is None:
            result = await self.do(request)
            known = result if isinstance(result, dict) else result.as_json()
            known = await asyncio.to_thread(self.studies.add, request, known)
        return known

    # A play.

    async def start(self, request: app.Start, whose: Whose = NOBODYS) -> app.PlayResult:
        """Begin a play, and keep it. The same seed draws the same secret, for a class or for friends."""
        change: app.PlayChange = await self.do(request)
        stored = self.store.new(change.record, change.play.strategy, copied=whose.dice)
        play = _named(change.play, stored)
        progress = PlayProgress.of(play, whose) if whose.person else None
        if not await asyncio.to_thread(self._keep, stored, progress):
            return await self._begun_already(whose, play)
        if whose.room:
            await self.rooms.watch.changed(whose.room)
        return play

    def _keep(self, stored: Stored, progress: PlayProgress | None) -> bool:
        """Keep a new play with what belongs to it."""
        if progress is None:
            return self.store.keep(stored)
        beside = [change_of(progress.room)] if progress.room else []
        return self.store.keep(stored, insertion(progress), *beside, self.persons.see(progress.person))

    async def _begun_already(self, whose: Whose, play: app.PlayResult) -> app.PlayResult:
        """The play that somebody has in a round or on a day already: two windows were opened at once."""
        persons = self.persons
        found = persons.of_round(whose.room, whose.round, whose.person) if whose.room else None
        found = found or persons.of_day(whose.day, play.name, whose.person)
        if found is None:
            raise app.ConflictError("this play could not be begun; try again")
        return await self.look(found.play)

    async def look(self, identity: str, draw: app.Drawing | None = None, kind: str = "play") -> app.PlayResult:
        """A play as it is; of the kind `shared`, a copy that nobody may change."""
        stored = await self._get(identity, kind)
        still = draw if draw is None or kind == "play" else replace(draw, still=True)
        progress = await self.progress(identity) if kind == "play" else None
        if progress is None or not progress.room or progress.over:
            return _named(await self.do(_request(app.Look, stored, still)), stored)
        room = await asyncio.to_thread(self.rooms.kept.by_id, progress.room)
        return _without_help(_named(await self.do(_request(app.Look, stored, _plain(still, room))), stored), room)

    async def ask(
        self, identity: str, action: str, draw: app.Drawing | None = None, person: str = ""
    ) -> app.PlayResult:
        """Ask a question. A play that is nobody's is that of the person who asks, if she is known."""
        return await self._change(identity, app.Ask, draw, person, action=action)

    async def undo(self, identity: str, draw: app.Drawing | None = None) -> app.PlayResult:
        """Take the last step back."""
        return await self._change(identity, app.Undo, draw)

    async def give_up(self, identity: str, draw: app.Drawing | None = None) -> app.PlayResult:
        """End a play that is not solved, and see the secret."""
        return await self._change(identity, app.GiveUp, draw)

    async def hint(self, identity: str, draw: app.Drawing | None = None) -> app.HintResult:
        """What the strategy of the play would ask now."""
        progress = await self.progress(identity)
        room = await self.rooms.check(app.Hint, progress)
        result: app.HintResult = await self.do(_request(app.Hint, await self._open(identity), draw))
        if progress is not None:
            counted = Statement("UPDATE progress SET hints = hints + 1 WHERE play = ?", (identity,))
            await asyncio.to_thread(self.store.write, counted, *([change_of(room.id)] if room else ()))
        if room is not None:
            await self.rooms.watch.changed(room.id)
        return result

    async def progress(self, identity: str) -> PlayProgress | None:
        """Whose a play is, and how far it is; nothing for a play that is nobody's."""
        return await asyncio.to_thread(self.persons.of_play, identity)

    async def parts(self, identity: str, action: str, draw: app.Drawing | None = None) -> app.PartsResult:
        """What a question would tell in a play, before it is asked."""
        await self.rooms.check(app.Hint, await self.progress(identity))
        result: app.PartsResult = await self.do(
            _request(app.PlayParts, await self._open(identity), draw, action=action)
        )
        return result

    async def grade(self, identity: str, kind: str = "play") -> dict[str, Any]:
        """Every move of a play (or of a shared one) that is over."""
        result: dict[str, Any] = await self.do(_request(app.Grade, await self._get(identity, kind), finished=True))
        return result

    async def best_line(self, identity: str, kind: str = "play") -> app.LineResult:
        """How good play would have gone, for a play (or a shared one) that is over."""
        result: app.LineResult = await self.do(_request(app.BestLine, await self._get(identity, kind)))
        return result

    async def story(self, identity: str, draw: app.Drawing | None = None, kind: str = "play") -> app.StoryResult:
        """The story of a play (or of a shared one) that is over."""
        stored = await self._get(identity, kind)
        result: app.StoryResult = await self.do(_request(app.Story, stored, draw, finished=True))
        return result

    async def graded(self, identity: str) -> dict[str, Any]:
        """Every move of a play that is over, and the best line; none where that takes too long."""
        grades = await self.grade(identity)
        try:
            return grades | {"best_line": (await self.best_line(identity)).as_json()}
        except SlowError:
            return grades | {"best_line": None}

    async def vary(self, identity: str, step: int, kind: str = "play") -> str:
        """The name of a new play: the steps before one of a play that is over, with its secret and its dice."""
        stored = await self._get(identity, kind)
        change: app.PlayChange = await self.do(_request(app.Variation, stored, step=step))
        return (await asyncio.to_thread(self.store.add, change.record, stored.strategy, copied=stored.dice)).id

    async def vary_history(self, request: app.VariationOfHistory) -> str:
        """The same for a play that was made elsewhere."""
        change: app.PlayChange = await self.do(request)
        return (await asyncio.to_thread(self.store.add, change.record, request.strategy)).id

    async def share(self, identity: str) -> str:
        """The name of a copy that anybody may look at, and nobody may change."""
        stored = await self._get(identity)
        record = await self.do(_request(app.Share, stored))
        add = self.store.add
        return (await asyncio.to_thread(add, record, stored.strategy, "shared", stored.given_up, stored.dice)).id

    async def _get(self, identity: str, kind: str = "play") -> Stored:
        return await asyncio.to_thread(self.store.get, identity, kind)

    async def _open(self, identity: str) -> Stored:
        stored = await self._get(identity)
        if stored.given_up:
            raise app.ConflictError("this play is over")
        return stored

    async def _change(
        self, identity: str, kind: type[app.PlayRequest], draw: app.Drawing | None, person: str = "", **more: Any
    ) -> app.PlayResult:
        stored, progress = await self._open(identity), await self.progress(identity)
        room = await self.rooms.check(kind, progress)
        change: app.PlayChange = await self.do(_request(kind, stored, _plain(draw, room), **more))
        play = _named(change.play, stored)
        if progress is not None:
            beside = [update(progress.after(play))]
        else:
            begun = person and not stored.copied  # a variation is nobody's
            beside = [insertion(PlayProgress.of(play, Whose(person)))] if begun else []
        beside += [change_of(room.id)] if room else []
        given_up = kind is app.GiveUp
        stored = await asyncio.to_thread(self.store.change, stored, change.record, given_up, *beside)
        if room is not None:
            await self.rooms.watch.changed(room.id)
        if play.over and beside:
            self.grader.wake()
        return _without_help(_named(play, stored), room)

    # Logs of a real table.

    async def log(self, identity: str) -> KeptLog:
        """A log as it is; the name of none is a new one, which is kept with its first change."""
        if not identity:
            return KeptLog()
        try:
            return KeptLog.of(await self._get(identity, LOG))
        except app.MissingError as error:
            raise app.MissingError("there is no such table; it may have been removed") from error

    async def change_log(self, was: KeptLog, history: LogHistory) -> KeptLog:
        """Keep what a log has become, unless it has changed meanwhile; the first change gives it its name."""
        if was.stored is None:
            return KeptLog.of(await asyncio.to_thread(self.store.add, str(history), "", LOG))
        if history == was.history:
            return was
        return KeptLog.of(await asyncio.to_thread(self.store.change, was.stored, str(history)))

    # Tournaments.

    async def tournaments(self) -> list[app.TournamentEntryResult]:
        """The tournaments that have results."""
        return await asyncio.to_thread(tournaments, app.TournamentList(self.results_folder))

    async def results_now(self) -> str:
        """Another text whenever the results of a tournament, or of a run of the suite, change."""
        return await asyncio.to_thread(folder_signature, self.results_folder)

    async def tournament(self, name: str) -> dict[str, Any]:
        """The figures of one tournament, as far as it got."""
        result: dict[str, Any] = await self.do(app.TournamentReport(name, self.results_folder))
        return result

    # Tables.

    async def sit_down(
        self, game: str, seat: int, opponents: list[str], seed: int | None = None, names: tuple[str, ...] = ()
    ) -> str:
        """A new table; its name. The same seed deals the same cards, and the others play alike."""
        if seed is not None and not 0 <= seed <= MAX_SEED:
            raise app.RefusedError(f"the number of a deal is from 0 to {MAX_SEED:,}")
        turn = await self.do(app.TableBegin(game, seat, tuple(opponents), seed, names=names))
        return (await asyncio.to_thread(self.store.add, turn.table, "", "table")).id

    async def table_look(self, identity: str, chances: bool = False) -> dict[str, Any]:
        """What the person at a table sees."""
        return await self._at_table(identity, partial(app.TableLook, chances=chances))

    async def table_act(self, identity: str, action: str, chances: bool = False) -> dict[str, Any]:
        """The person acts, then the others."""
        stored = await self._get(identity, "table")
        turn = await self.do(app.TableAct(stored.record, action, chances))
        await asyncio.to_thread(self.store.change, stored, turn.table)
        seen: dict[str, Any] = turn.seen.as_json()
        return seen

    async def table_hint(self, identity: str) -> dict[str, Any]:
        """What the usual player would do in the person's place."""
        return await self._at_table(identity, app.TableHint)

    async def table_review(self, identity: str) -> dict[str, Any]:
        """A game that is over, turn by turn."""
        return await self._at_table(identity, app.TableReview)

    async def _at_table(self, identity: str, request: Callable[[str], app.Request]) -> dict[str, Any]:
        stored = await self._get(identity, "table")
        result: app.Result = await self.do(request(stored.record))
        return result.as_json()


def _topic(request: app.Request) -> str:
    """The game that a request is about."""
    game = getattr(request, "game", "")
    kept = getattr(request, "record", "") or getattr(request, "table", "")
    found = _GAME.search(kept)
    return str(game or (found[1] if found else ""))


def _request(kind: type[app.PlayRequest], stored: Stored, draw: app.Drawing | None = None, **more: Any) -> Any:
    """A request about a play that is kept."""
    return kind(stored.record, stored.strategy, stored.dice, stored.given_up, draw, **more)


def _plain(draw: app.Drawing | None, room: Room | None) -> app.Drawing | None:
    """A board without chances, where the room has no hints."""
    return draw if draw is None or room is None or room.hints else replace(draw, heat=False, own=True)


def _without_help(play: app.PlayResult, room: Room | None) -> app.PlayResult:
    """A play without what is likely, where the room has no hints."""
    return play if room is None or room.hints or play.over else replace(play, examples=[], likely=[])


def _named(play: app.PlayResult, stored: Stored) -> app.PlayResult:
    return replace(play, id=stored.id, version=stored.version)
