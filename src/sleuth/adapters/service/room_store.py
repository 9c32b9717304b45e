"""Rooms, who owns them and who is in them, in the file of plays.

A room has a number, its version, that goes up with every change of it or of a play in it, in the same transaction.
"""

from __future__ import annotations

import secrets
import time
from collections.abc import Iterable
from dataclasses import dataclass, fields

from sleuth.adapters.service.limits import KEPT_SECONDS, MAX_MEMBERS, MAX_ROOMS, MAX_SEED, ROOM_SECONDS
from sleuth.adapters.service.room_codes import fold, new_code
from sleuth.adapters.service.store import PlayStore, Statement

KEY_BYTES = 12
TRIES = 50
"""Codes that are tried until one is free."""


@dataclass(frozen=True)
class Room:
    """A room as it is kept. The seed and the dice never leave the server."""

    id: int
    code: str
    key: str
    """What is in the link of the owner."""
    game: str
    noun: str
    """What is looked for: a code, a word."""
    oracle: str
    hints: bool
    """Whether hints may be asked for; they are counted."""
    round: int
    seed: int
    dice: str
    opened: float
    begun: float
    """When the round began."""
    ended: float
    """When the round ended; 0 as long as it goes on."""
    answer: str
    """The answer as JSON, once it was shown."""
    version: int

    @property
    def expired(self) -> bool:
        """Whether it has ended by itself."""
        return time.time() >= self.opened + ROOM_SECONDS


@dataclass(frozen=True)
class RoomSeat:
    """One member of a room, with her play in the round."""

    name: str
    person: str
    play: str | None
    steps: int | None
    rows: int | None
    remaining: float | None
    share: float | None
    solved: int | None
    over: int | None
    hints: int | None
    changed: float | None
    skill: int | None


@dataclass(frozen=True)
class Sum:
    """What one member did in all rounds."""

    name: str
    rounds: int
    solved: int
    steps: int
    skill: float | None


_ROOM = f"SELECT {', '.join(field.name for field in fields(Room))} FROM rooms"
_SEATS = """
    SELECT m.name, m.person, p.play, p.steps, p.rows, p.remaining, p.share, p.solved, p.over, p.hints,
        p.changed, p.skill
    FROM members m LEFT JOIN progress p ON p.room = m.room AND p.round = ? AND p.person = m.person
    WHERE m.room = ? ORDER BY m.joined
"""
_SUMS = """
    SELECT m.name, count(p.play), sum(p.solved), sum(CASE WHEN p.solved = 1 THEN p.steps ELSE 0 END), avg(p.skill)
    FROM members m JOIN progress p ON p.room = m.room AND p.person = m.person
    WHERE m.room = ? GROUP BY m.person
"""


class RoomStore:
    """The rooms of a file of plays."""

    def __init__(self, store: PlayStore) -> None:
        self.store = store

    def add(self, owner: str, game: str, noun: str, oracle: str, hints: bool) -> Room | None:
        """A new room; nothing where too many are open."""
        self._prune()
        now, key = time.time(), secrets.token_urlsafe(KEY_BYTES)
        if self._open(now) >= MAX_ROOMS:
            return None
        for _ in range(TRIES):
            code = new_code()
            insert = Statement(
                "INSERT OR IGNORE INTO rooms (code, key, game, noun, oracle, hints, round, seed, dice, opened, begun, "
                "ended, answer, version) VALUES (?, ?, ?, ?, ?, ?, 1, ?, ?, ?, ?, 0, '', 1)",
                (code, key, game, noun, oracle, hints, *_secrets(), now, now),
            )
            own = "INSERT OR IGNORE INTO owners SELECT id, ? FROM rooms WHERE code = ?"
            if self.store.write(insert, Statement(own, (owner, code))):
                return self.get(code)
        return None

    def _open(self, now: float) -> int:
        return int(self.store.read("SELECT count(*) FROM rooms WHERE opened > ?", now - ROOM_SECONDS)[0][0])

    def _prune(self) -> None:
        """Rooms that ended long ago go, with everybody's name; the plays stay those of their persons."""
        old = time.time() - KEPT_SECONDS
        gone = "(SELECT id FROM rooms)"
        self.store.write(
            Statement("DELETE FROM rooms WHERE opened < ?", (old,)),
            Statement(f"DELETE FROM members WHERE room NOT IN {gone}"),
            Statement(f"DELETE FROM owners WHERE room NOT IN {gone}"),
        )

    def get(self, code: str) -> Room | None:
        """A room by its code."""
        return _room(self.store.read(f"{_ROOM} WHERE code = ?", code))

    def by_id(self, identity: int) -> Room | None:
        """A room by its number."""
        return _room(self.store.read(f"{_ROOM} WHERE id = ?", identity))

    def versions(self, rooms: Iterable[int]) -> dict[int, int]:
        """The versions of some rooms."""
        wanted = list(rooms)
        marks = ", ".join("?" * len(wanted))
        rows = self.store.read(f"SELECT id, version FROM rooms WHERE id IN ({marks})", *wanted)
        return {int(identity): int(version) for identity, version in rows}

    def owns(self, room: Room, person: str) -> bool:
        """Whether somebody may end rounds."""
        return bool(person) and bool(
            self.store.read("SELECT 1 FROM owners WHERE room = ? AND person = ?", room.id, person)
        )

    def adopt(self, room: Room, person: str) -> None:
        """Somebody came with the link of the owner."""
        self.store.write(Statement("INSERT OR IGNORE INTO owners VALUES (?, ?)", (room.id, person)))

    def owned(self, person: str) -> list[Room]:
        """The rooms of somebody that are open, the newest first."""
        query = f"{_ROOM} WHERE id IN (SELECT room FROM owners WHERE person = ?) AND opened > ? ORDER BY opened DESC"
        return [Room(*row) for row in self.store.read(query, person, time.time() - ROOM_SECONDS)]

    def enter(self, room: Room, person: str, name: str) -> bool:
        """Put somebody in a room; not where it is full, the name is taken, or she is in it."""
        insert = (
            "INSERT OR IGNORE INTO members SELECT ?, ?, ?, ?, ? WHERE (SELECT count(*) FROM members WHERE room = ?) < ?"
        )
        values = room.id, person, name, fold(name), time.time(), room.id, MAX_MEMBERS
        return bool(self.store.write(Statement(insert, values), change_of(room.id)))

    def names(self, room: Room) -> dict[str, str]:
        """The names in a room, by person."""
        return dict(self.store.read("SELECT person, name FROM members WHERE room = ?", room.id))

    def folded(self, room: Room) -> set[str]:
        """The names in a room, folded."""
        return {str(name) for (name,) in self.store.read("SELECT folded FROM members WHERE room = ?", room.id)}

    def seats(self, room: Room) -> list[RoomSeat]:
        """Who is in a room, with their plays in the round; who came first is first."""
        return [RoomSeat(*row) for row in self.store.read(_SEATS, room.round, room.id)]

    def sums(self, room: Room) -> list[Sum]:
        """What each member did in all rounds."""
        return [Sum(*row) for row in self.store.read(_SUMS, room.id)]

    def end(self, room: Room) -> None:
        """End the round."""
        text = "UPDATE rooms SET ended = ?, version = version + 1 WHERE id = ? AND round = ? AND ended = 0"
        self.store.write(Statement(text, (time.time(), room.id, room.round)))

    def show(self, room: Room, answer: str) -> None:
        """Show the answer of a round; who had not found it gives up."""
        now = time.time()
        text = (
            "UPDATE rooms SET answer = ?, ended = CASE ended WHEN 0 THEN ? ELSE ended END, version = version + 1 "
            "WHERE id = ? AND round = ? AND answer = ''"
        )
        self.store.write(Statement(text, (answer, now, room.id, room.round)), *_surrenders(room))

    def next(self, room: Room) -> None:
        """Begin the next round, with another secret; who had not found the last one gives up."""
        text = (
            "UPDATE rooms SET round = round + 1, seed = ?, dice = ?, begun = ?, ended = 0, answer = '', "
            "version = version + 1 WHERE id = ? AND round = ?"
        )
        values = *_secrets(), time.time(), room.id, room.round
        self.store.write(Statement(text, values), *_surrenders(room))


def change_of(room: int) -> Statement:
    """Another version of a room."""
    return Statement("UPDATE rooms SET version = version + 1 WHERE id = ?", (room,))


def _secrets() -> tuple[int, str]:
    """A seed and a name for dice."""
    return secrets.randbelow(MAX_SEED), secrets.token_urlsafe(KEY_BYTES)


def _surrenders(room: Room) -> tuple[Statement, Statement]:
    """The plays of a round that go on are given up; each has a secret, since nobody in a room evades."""
    now, mine = time.time(), "SELECT play FROM progress WHERE room = ? AND round = ? AND over = 0"
    return (
        Statement(
            f"UPDATE plays SET given_up = 1, version = version + 1, changed = ? WHERE id IN ({mine})",
            (now, room.id, room.round),
        ),
        Statement(
            "UPDATE progress SET over = 1, changed = ? WHERE room = ? AND round = ? AND over = 0",
            (now, room.id, room.round),
        ),
    )


def _room(rows: list[tuple[object, ...]]) -> Room | None:
    return Room(*rows[0]) if rows else None  # type: ignore[arg-type]  # the columns are its fields
