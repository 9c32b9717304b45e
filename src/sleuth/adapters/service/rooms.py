"""Rooms: the same secret for all who are in one, round by round. What is kept is in `room_store`."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from dataclasses import replace
from hmac import compare_digest
from threading import Lock
from typing import Any

from sleuth import app
from sleuth.adapters.service.attempts import Attempts
from sleuth.adapters.service.errors import BusyError
from sleuth.adapters.service.limits import (
    DAY,
    MAX_MEMBERS,
    MAX_OPENED,
    MAX_ROOMS_EACH,
    MAX_WRONG,
    OPENED_SECONDS,
    WRONG_SECONDS,
)
from sleuth.adapters.service.person_store import PersonStore, PlayProgress, Whose
from sleuth.adapters.service.room_codes import fold, new_name, read_code, read_name, spoken_code
from sleuth.adapters.service.room_results import MemberResult, RoomResult, StandingResult
from sleuth.adapters.service.room_store import Room, RoomSeat, RoomStore, Sum
from sleuth.adapters.service.room_watch import RoomWatch
from sleuth.core.errors import ParameterError
from sleuth.core.game_spec import is_table
from sleuth.core.text import shorten

Do = Callable[[app.Request], Awaitable[Any]]
Start = Callable[[app.Start, Whose], Awaitable[app.PlayResult]]
"""How a service does a request, and begins a play."""


class RoomService:
    """The rooms of a server."""

    def __init__(self, persons: PersonStore, do: Do, start: Start) -> None:
        self.persons, self._do, self._start = persons, do, start
        self.kept = RoomStore(persons.store)
        self.watch = RoomWatch(self.kept)
        self._wrong = Attempts(MAX_WRONG, WRONG_SECONDS, "too many wrong codes came from here; wait some minutes")
        self._finding = Lock()
        """Held while a code is looked up: who tries many at once gets no more than one after the other."""
        self._opened = Attempts(MAX_OPENED, OPENED_SECONDS, "too many rooms were opened from here; wait some minutes")
        self._opened_today = Attempts(
            MAX_ROOMS_EACH, DAY, "too many rooms were opened from here today; try again in some hours"
        )

    async def open(self, person: str, game: str, oracle: str = "", hints: bool = False) -> Room:
        """A new room."""
        with self._opened.taking(), self._opened_today.taking():
            return await self._open(person, game, oracle, hints)

    async def _open(self, person: str, game: str, oracle: str, hints: bool) -> Room:
        if is_table(game.partition(":")[0].strip()):
            raise ParameterError("a room is for a game of one player; at a table of several, everybody sits already")
        answer: app.SeedAnswerResult = await self._do(app.AnswerOfSeed(game, oracle))  # or it cannot be played
        if answer.secret is None:
            raise ParameterError("who evades hides nothing, so there is no secret that is the same for all")
        opened = await asyncio.to_thread(self.kept.add, person, answer.game, answer.noun, oracle, hints)
        if opened is None:
            raise BusyError("so many rooms are open already; try again later")
        return opened

    async def find(self, code: str) -> Room:
        """A room by its code, as somebody typed it."""
        read = read_code(code)
        room = await asyncio.to_thread(self._look_up, read)
        if room is None:
            asked = spoken_code(read) if read else shorten(code)
            raise app.MissingError(f"there is no room {asked}; look at the code again")
        if room.expired:
            raise app.MissingError(f"the room {spoken_code(room.code)} has ended: a room is open for a day")
        return room

    def _look_up(self, code: str) -> Room | None:
        """A room by its code, unless too many were wrong."""
        with self._finding:
            self._wrong.check()
            room = self.kept.get(code) if code else None
            if room is None:
                self._wrong.count()
            return room

    async def owns(self, room: Room, person: str, key: str = "") -> bool:
        """Whether somebody may end rounds: by herself, or by the key of the owner's link."""
        if key and compare_digest(key.encode(), room.key.encode()):
            return True
        return await asyncio.to_thread(self.kept.owns, room, person)

    async def adopt(self, room: Room, person: str) -> None:
        """Somebody came with the owner's link, and is an owner from now on."""
        await asyncio.to_thread(self.kept.adopt, room, person)

    async def owned(self, person: str) -> list[Room]:
        """The rooms of somebody that are open."""
        return await asyncio.to_thread(self.kept.owned, person) if person else []

    async def name_in(self, room: Room, person: str) -> str:
        """Somebody's name in a room; empty for one who is not in it."""
        return (await asyncio.to_thread(self.kept.names, room)).get(person, "") if person else ""

    async def free_name(self, room: Room) -> str:
        """A name that nobody in a room has."""
        return new_name(await asyncio.to_thread(self.kept.folded, room))

    async def join(self, room: Room, person: str, name: str) -> str:
        """Put somebody in a room; the id of her play. Who is in it already goes on."""
        if not (
            await self.name_in(room, person)
            or await self._enter(room, person, name)
            or await self.name_in(room, person)  # another window of hers was quicker
        ):
            await self.check_name(room, name)
        return await self.play(room, person)

    async def _enter(self, room: Room, person: str, name: str) -> bool:
        """Whether somebody could be put in a room."""
        chosen = read_name(name)
        entered = await asyncio.to_thread(self.kept.enter, room, person, chosen)
        await self.watch.changed(room.id)
        return entered

    async def check_name(self, room: Room, name: str) -> str:
        """A name under which somebody may come in; refused where it is none, or taken, or the room is full."""
        chosen, names = read_name(name), await asyncio.to_thread(self.kept.folded, room)
        if fold(chosen) in names:
            raise app.ConflictError(f"somebody in this room is called {chosen}; choose another name")
        if len(names) >= MAX_MEMBERS:
            raise app.ConflictError(f"this room is full: it holds {MAX_MEMBERS}")
        return chosen

    async def play(self, room: Room, person: str) -> str:
        """The id of somebody's play in the round; it is begun if need be."""
        if not await self.name_in(room, person):
            raise app.ConflictError("you are not in this room; choose a name first")
        progress = await self.progress(room, person)
        if progress is not None:
            return progress.play
        if room.ended:
            raise app.ConflictError("the round is over; wait for the next one")
        whose = Whose(person, room.id, room.round, "", room.dice)
        play = await self._start(app.Start(room.game, room.oracle, seed=room.seed), whose)
        return play.id

    async def progress(self, room: Room, person: str) -> PlayProgress | None:
        """Somebody's play in the round."""
        return await asyncio.to_thread(self.persons.of_round, room.id, room.round, person) if person else None

    async def sees_board(self, room: Room, person: str, key: str = "") -> bool:
        """Whether somebody may see who is where: an owner; a member who is done, or once the round is over."""
        if await self.owns(room, person, key):
            return True
        progress = await self.progress(room, person)
        return progress.over if progress is not None else bool(room.ended and await self.name_in(room, person))

    async def act(self, room: Room, act: str) -> Room:
        """End the round, show the answer, or begin the next round."""
        acts: dict[str, Callable[[Room], Awaitable[None]]] = {
            "end": self._end,
            "answer": self._show,
            "next": self._next,
        }
        if act not in acts:
            raise ParameterError("a round can be ended, its answer shown, or the next one begun; nothing else")
        await acts[act](room)
        await self.watch.changed(room.id)
        return await self.find(room.code)

    async def _end(self, room: Room) -> None:
        await asyncio.to_thread(self.kept.end, room)

    async def _show(self, room: Room) -> None:
        answer = await self._do(app.AnswerOfSeed(room.game, room.oracle, room.seed, app.Drawing()))
        text = json.dumps([answer.spoken_secret or answer.secret, answer.secret_picture])
        await asyncio.to_thread(self.kept.show, room, text)

    async def _next(self, room: Room) -> None:
        await asyncio.to_thread(self.kept.next, room)

    async def board(self, room: Room) -> RoomResult:
        """Everything that may be shown."""
        return await asyncio.to_thread(self._board, room)

    def _board(self, room: Room) -> RoomResult:
        members = ranked([member_of(seat) for seat in sorted(self.kept.seats(room), key=_order)])
        answer, picture = json.loads(room.answer) if room.answer else (None, "")
        return RoomResult(
            code=spoken_code(room.code),
            game=room.game,
            name=room.game.partition(":")[0].partition("@")[0],
            noun=room.noun,
            round=room.round,
            open=not room.ended,
            begun=room.begun,
            ended=room.ended or None,
            hints=bool(room.hints),
            version=room.version,
            present=len(members),
            solved=sum(member.state == "solved" for member in members),
            answer=answer,
            answer_picture=picture,
            members=members,
            standings=standings(self.kept.sums(room)) if room.round > 1 else [],
        )

    async def check(self, kind: type[app.Request], progress: PlayProgress | None) -> Room | None:
        """The room of a play, if it has one; refuses what may not be done in it."""
        room = await asyncio.to_thread(self.kept.by_id, progress.room) if progress and progress.room else None
        if room is None or progress is None:
            if progress is not None and progress.day and kind is app.Undo:
                raise app.ConflictError("there is no undo in the puzzle of the day")
            return None
        if kind is app.Undo:
            raise app.ConflictError("there is no undo in a room: everybody's guesses count")
        if kind is app.Hint and not room.hints:
            raise app.ConflictError("hints are off in this room")
        if not progress.over and (room.ended or room.round != progress.round or room.expired):
            raise app.ConflictError("this round is over; look at the board of the room")
        return room


def member_of(seat: RoomSeat) -> MemberResult:
    """A member as she may be shown."""
    if seat.play is None:
        return MemberResult(seat.name, "waits")
    share = 1.0 if seat.solved else 1.0 - min(1.0, max(0.0, 1.0 if seat.share is None else seat.share))
    return MemberResult(
        name=seat.name,
        state="solved" if seat.solved else "over" if seat.over else "plays",
        steps=seat.steps or 0,
        rows=seat.rows,
        left=None if seat.remaining is None else round(seat.remaining),
        share=round(share, 3),
        hints=seat.hints or 0,
        skill=seat.skill,
    )


def _order(seat: RoomSeat) -> tuple[object, ...]:
    """Who solved it first (fewer steps, more skill, sooner), then who is nearest, then who waits."""
    if seat.solved:
        return 0, seat.steps, -(seat.skill or 0), seat.changed
    if seat.play is None:
        return 3, 0, 0, 0.0
    return (2 if seat.over else 1), 1.0 if seat.share is None else seat.share, seat.steps, 0.0


def ranked(members: list[MemberResult]) -> list[MemberResult]:
    """Those who solved it have a rank."""
    return [
        replace(member, rank=place) if member.state == "solved" else member for place, member in enumerate(members, 1)
    ]


def standings(sums: list[Sum]) -> list[StandingResult]:
    """Over all rounds: who solved most, in fewest steps, with most skill."""
    keys = {one.name: (-one.solved, one.steps, -round(one.skill or 0)) for one in sums}
    order = sorted(sums, key=lambda one: (keys[one.name], one.name))
    ranks = [keys[one.name] for one in order]
    return [
        StandingResult(
            name=one.name,
            rank=1 + ranks.index(keys[one.name]),  # who did equally well has the same
            rounds=one.rounds,
            solved=one.solved,
            steps=one.steps,
            skill=None if one.skill is None else round(one.skill),
        )
        for one in order
    ]
