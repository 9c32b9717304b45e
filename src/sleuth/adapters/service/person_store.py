"""Persons without an account, and how far their plays are.

A person is a random text that her browser keeps. The file holds its hash, so nobody becomes somebody else by reading
the file. What is kept of her are the plays that she began, nothing else.
"""

from __future__ import annotations

import secrets
import time
from collections.abc import Iterable, Sequence
from dataclasses import astuple, dataclass, fields, replace
from hashlib import sha256

from sleuth.adapters.service.store import PlayStore, Statement
from sleuth.app.results import PlayResult

TOKEN_BYTES = 18
MAX_TOKEN = 64
"""Signs in a text that may be a person's."""
MAX_ABSENCE = 400 * 86_400.0
"""Seconds after which somebody who was not seen is forgotten; the cookie is gone by then."""
CLAIM_SECONDS = 180.0
"""For so long a process that took a play to be graded has time."""
GRADED, UNGRADABLE = 1, 2


@dataclass(frozen=True)
class Whose:
    """Who a new play belongs to, and what it is a part of."""

    person: str = ""
    room: int = 0
    round: int = 0
    day: str = ""
    """The date of a daily puzzle."""
    dice: str = ""
    """What goes into the dice of an oracle that lies; the name of the play if empty."""


NOBODYS = Whose()


@dataclass(frozen=True)
class PlayProgress:
    """Whose a play is, and how far it is: everything that may be told without its record."""

    play: str
    person: str
    room: int
    round: int
    day: str
    game: str
    name: str
    """Of the game, without its parameters."""
    steps: int
    rows: int | None
    """Steps that the game gives, where it says."""
    remaining: float | None
    """How many secrets are possible; none where only a sample is held."""
    share: float | None
    """The share of the bits at the start that are missing."""
    solved: bool
    over: bool
    hints: int = 0
    begun: float = 0.0
    changed: float = 0.0
    skill: int | None = None
    luck: int | None = None
    path: str = ""
    """Where it is, if it is no play of one player: a table, a log."""
    label: str = ""
    """What is said of such a thing instead of its steps."""

    @classmethod
    def of(cls, play: PlayResult, whose: Whose) -> PlayProgress:
        """That of a play which begins."""
        now = time.time()
        first = cls(
            play.id, whose.person, whose.room, whose.round, whose.day, play.game, play.name,
            0, play.rows, None, None, False, False, begun=now, changed=now,
        )  # fmt: skip
        return first.after(play)

    def after(self, play: PlayResult) -> PlayProgress:
        """The same once the play has changed."""
        remaining = play.candidates if play.exact else play.estimated_candidates
        share = play.share_left
        if share is None and play.start_entropy > 0:
            share = play.entropy / play.start_entropy
        return replace(
            self, steps=len(play.steps), remaining=remaining, share=share, solved=play.solved, over=play.over,
            changed=time.time(),
        )  # fmt: skip

    @property
    def where(self) -> str:
        """The address of its page."""
        return self.path or f"/play/{self.play}"

    @property
    def line(self) -> str:
        """How far it is, in a few words."""
        if self.label:
            return self.label
        steps = f"{self.steps} step{'' if self.steps == 1 else 's'}"
        return f"Found in {steps}" if self.solved else f"Over after {steps}" if self.over else f"Under way, {steps}"


COLUMNS = tuple(field.name for field in fields(PlayProgress))
_READ = f"SELECT {', '.join(COLUMNS)} FROM progress"


def insertion(progress: PlayProgress) -> Statement:
    """Keep the progress of a new play; nothing where a play is in its place already."""
    marks = ", ".join("?" * len(COLUMNS))
    return Statement(f"INSERT OR IGNORE INTO progress ({', '.join(COLUMNS)}) VALUES ({marks})", astuple(progress))


def update(progress: PlayProgress) -> Statement:
    """Keep how far a play is."""
    return Statement(
        "UPDATE progress SET steps = ?, remaining = ?, share = ?, solved = ?, over = ?, changed = ? WHERE play = ?",
        (progress.steps, progress.remaining, progress.share, progress.solved, progress.over, progress.changed,
         progress.play),
    )  # fmt: skip


class PersonStore:
    """Persons and the progress of plays, in the file of plays."""

    def __init__(self, store: PlayStore) -> None:
        self.store = store

    def add(self) -> str:
        """A new person: the text that stands for her."""
        token, now = secrets.token_urlsafe(TOKEN_BYTES), time.time()
        with self.store.share(1):
            self.store.write(Statement("INSERT INTO persons VALUES (?, ?, ?)", (person_of(token), now, now)))
        old = now - MAX_ABSENCE
        self.store.write(
            Statement("DELETE FROM persons WHERE seen < ?", (old,)),
            Statement("DELETE FROM progress WHERE person NOT IN (SELECT id FROM persons)"),
        )
        return token

    def known(self, token: str) -> str:
        """The name of the person whom a text stands for; empty for one that was not given out here."""
        if not 0 < len(token) <= MAX_TOKEN:
            return ""
        rows = self.store.read("SELECT id FROM persons WHERE id = ?", person_of(token))
        return str(rows[0][0]) if rows else ""

    def see(self, person: str) -> Statement:
        """Note that somebody was here."""
        return Statement("UPDATE persons SET seen = ? WHERE id = ?", (time.time(), person))

    def forget(self, person: str) -> None:
        """Nothing is known of a person any more: her plays are nobody's, her name is in no room."""
        members = "SELECT room FROM members WHERE person = ?"
        self.store.write(
            Statement("DELETE FROM persons WHERE id = ?", (person,)),
            Statement(f"UPDATE rooms SET version = version + 1 WHERE id IN ({members})", (person,)),
            Statement("DELETE FROM members WHERE person = ?", (person,)),
            Statement("DELETE FROM owners WHERE person = ?", (person,)),
            Statement("DELETE FROM progress WHERE person = ?", (person,)),
        )

    def note(self, person: str, path: str, name: str, label: str) -> None:
        """Something of another kind that somebody has begun: a table, a log. It must be in the store."""
        now, play = time.time(), path.rpartition("/")[2]
        self.store.write(
            Statement(
                "INSERT INTO progress (play, person, room, round, day, game, name, steps, solved, over, hints, begun, "
                "changed, path, label) SELECT id, ?, 0, 0, '', ?, ?, 0, 0, 0, 0, ?, ?, ?, ? FROM plays WHERE id = ? "
                "AND kind <> 'play' ON CONFLICT (play) DO UPDATE SET changed = excluded.changed, "
                "label = excluded.label WHERE person = excluded.person",
                (person, name, name, now, now, path, label, play),
            )
        )

    def of_play(self, play: str) -> PlayProgress | None:
        """How far a play is, if it is somebody's."""
        found = self._progress("WHERE play = ?", play)
        return found[0] if found else None

    def recent(self, person: str, most: int, name: str = "") -> list[PlayProgress]:
        """What somebody played last, of all games or of one; nobody played nothing."""
        where = "WHERE person = ? AND person <> '' AND name = coalesce(nullif(?, ''), name)"
        return self._progress(f"{where} ORDER BY changed DESC LIMIT ?", person, name, most)

    def all_of(self, person: str, most: int) -> list[PlayProgress]:
        """The plays of somebody that are over, the newest first."""
        return self._progress("WHERE person = ? AND over = 1 ORDER BY changed DESC LIMIT ?", person, most)

    def of_day(self, day: str, name: str, person: str) -> PlayProgress | None:
        """Somebody's daily puzzle."""
        found = self._progress("WHERE person = ? AND day = ? AND name = ?", person, day, name)
        return found[0] if found else None

    def days_of(self, person: str, days: Sequence[str]) -> list[PlayProgress]:
        """Somebody's daily puzzles of some days."""
        marks = ", ".join("?" * len(days))
        return self._progress(f"WHERE person = ? AND day IN ({marks}) ORDER BY begun", person, *days)

    def solved_days(self, person: str) -> set[str]:
        """The days of which somebody solved a puzzle."""
        query = "SELECT DISTINCT day FROM progress WHERE person = ? AND day <> '' AND solved = 1"
        return {str(day) for (day,) in self.store.read(query, person)}

    def distribution(self, day: str, name: str) -> dict[int, int]:
        """In how many steps a daily puzzle was found without a hint, by how many; 0 are those who gave up."""
        query = (
            "SELECT CASE WHEN solved = 1 THEN steps ELSE 0 END AS needed, count(*) FROM progress "
            "WHERE day = ? AND name = ? AND over = 1 AND hints = 0 GROUP BY needed ORDER BY needed"
        )
        return {int(steps): int(count) for steps, count in self.store.read(query, day, name)}

    def of_round(self, room: int, round: int, person: str) -> PlayProgress | None:
        """Somebody's play in a round of a room."""
        found = self._progress("WHERE room = ? AND round = ? AND person = ?", room, round, person)
        return found[0] if found else None

    def ungraded(self) -> str:
        """A play that waits for its grade, which is for this process to find from now on; empty where there is none."""
        now = time.time()
        due = "over = 1 AND graded = 0 AND claimed < ? AND steps > 0"
        for (play,) in self.store.read(
            f"SELECT play FROM progress WHERE {due} ORDER BY changed LIMIT 20", now - CLAIM_SECONDS
        ):
            claim = f"UPDATE progress SET claimed = ? WHERE play = ? AND {due}"
            if self.store.write(Statement(claim, (now, play, now - CLAIM_SECONDS))):
                return str(play)
        return ""

    def grade(self, play: str, skill: int | None, luck: int | None, *beside: Statement) -> None:
        """Keep the grade of a play; none for one that cannot be graded."""
        graded = UNGRADABLE if skill is None else GRADED
        self.store.write(
            Statement(
                "UPDATE progress SET skill = ?, luck = ?, graded = ? WHERE play = ?", (skill, luck, graded, play)
            ),
            *beside,
        )

    def release(self, play: str) -> None:
        """Leave the grade of a play to whoever comes next."""
        self.store.write(Statement("UPDATE progress SET claimed = 0 WHERE play = ? AND graded = 0", (play,)))

    def _progress(self, where: str, *values: object) -> list[PlayProgress]:
        return list(_read(self.store.read(f"{_READ} {where}", *values)))


def _read(rows: Iterable[Sequence[object]]) -> Iterable[PlayProgress]:
    for row in rows:
        values = dict(zip(COLUMNS, row, strict=True))
        values |= {"solved": bool(values["solved"]), "over": bool(values["over"])}
        yield PlayProgress(**values)  # type: ignore[arg-type]  # the columns are its fields


def person_of(token: str) -> str:
    """The name of the person whom a text stands for."""
    return sha256(token.encode("utf-8", "replace")).hexdigest()[:32]
