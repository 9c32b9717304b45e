"""A room as it may be shown: who is where, and nothing of what anybody asked."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True)
class MemberResult:
    """Where one member is in the round."""

    name: str
    state: str
    """`waits` (has not begun), `plays`, `solved` or `over`."""
    steps: int = 0
    rows: int | None = None
    """Steps that the game gives, where it says."""
    left: int | None = None
    """How many secrets are possible for her; none where that is not counted."""
    share: float = 0.0
    """How much of the way she has gone, from 0 to 1."""
    hints: int = 0
    skill: int | None = None
    """0 to 99, once it is known."""
    rank: int | None = None
    """Among those who solved it: fewer steps, then more skill, then sooner."""


@dataclass(frozen=True)
class StandingResult:
    """One member over all rounds."""

    name: str
    rank: int
    rounds: int
    solved: int
    steps: int
    """In the rounds that she solved."""
    skill: int | None = None
    """The mean of those that are known."""


@dataclass(frozen=True)
class RoomResult:
    """A room; the members only for those who may see the board."""

    code: str
    """As people say it."""
    game: str
    name: str
    """Of the game, without its parameters."""
    noun: str
    """What is looked for: a code, a word."""
    round: int
    open: bool
    """Whether the round goes on."""
    begun: float
    """When the round began, in seconds since 1970."""
    ended: float | None
    hints: bool
    """Whether hints may be asked for; they are counted."""
    version: int
    """Goes up with each change."""
    present: int
    """How many are in the room."""
    solved: int
    answer: str | None = None
    """Once it was shown."""
    answer_picture: str = ""
    members: list[MemberResult] = field(default_factory=list)
    standings: list[StandingResult] = field(default_factory=list)
    """Over all rounds; from the second round on."""


@dataclass(frozen=True)
class OpenResult:
    """A room that was opened."""

    code: str
    key: str
    """Who has it may end rounds."""
    room: RoomResult


@dataclass(frozen=True)
class JoinResult:
    """Somebody's place in a room."""

    code: str
    name: str
    round: int
    play: str
    """The id of her play in this round."""
    key: str
    """Stands for her; with it she has her place again, also in the next round."""
