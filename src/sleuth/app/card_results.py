"""Results about Clue and MYST. Their fields are the keys of the JSON, here and on every door."""

from __future__ import annotations

from dataclasses import field

from sleuth.app.results import Result
from sleuth.games.clue.players.travel import TravelOption


class EnvelopeResult(Result):
    """What the envelope may hold."""

    cards: list[str]
    probability: float


class NotebookResult(Result):
    """Who has what, with exact probabilities."""

    worlds: int = 0
    """Deals that are left."""
    candidates: int = 0
    """The same, under the name that it has in every game."""
    entropy_bits: float = 0.0
    """What is missing to know the envelope."""
    sorts: dict[str, list[str]] = field(default_factory=dict)
    """The cards of each sort."""
    envelope: dict[str, float] = field(default_factory=dict)
    hands: dict[str, dict[str, float]] = field(default_factory=dict)
    public: list[str] = field(default_factory=list)
    """Cards that lie face up."""
    solutions: list[EnvelopeResult] = field(default_factory=list)
    """The likeliest first."""
    supposed: list[str] = field(default_factory=list)
    """What the chances suppose of the players, in words."""


class ClueOptionResult(Result):
    """A suggestion and what it is expected to bring."""

    cards: list[str]
    bits: float
    """What it tells about the envelope."""
    guess_chance: float
    """The chance that the best guess after it is right."""
    at_once: float
    """The chance that it is the solution itself."""
    exact: bool
    """Whether bits and chance were counted; else they are estimates, with standard errors."""
    bits_error: float
    guess_error: float
    reason: str
    """The same in words."""


class OpponentResult(Result):
    """What one opponent could know, with standard errors."""

    guess_chance: float
    bits: float
    guess_error: float
    bits_error: float
    text: str
    """The same in words."""


class AccusationResult(Result):
    """The likeliest solution, and whether to name it now."""

    now: bool
    cards: list[str]
    chance: float
    certain: bool
    """Whether no other solution is possible."""
    threshold: float
    """Accuse where the chance is above this: a score, no chance."""
    text: str
    """The same in words."""


class ClueAdviceResult(Result):
    """What to suggest, what the others could know, and whether to accuse; nothing for whoever is not to act."""

    suggestion: ClueOptionResult | None = None
    alternatives: list[ClueOptionResult] = field(default_factory=list)
    asked: bool = False
    """Whether the suggestion of this turn has been made, so that those named are for the next one."""
    opponents: dict[str, OpponentResult] = field(default_factory=dict)
    accuse: AccusationResult | None = None
    action: str | None = None
    """What to do now, as one types it: `suggest Plum, Rope, Hall`, `accuse ...` or `pass`."""
    bits: float = 0.0
    """What that is expected to tell about the envelope."""
    reasons: list[str] = field(default_factory=list)
    """Why, in sentences."""


class LogLineResult(Result):
    """A line of a log."""

    line: int
    text: str


class LogTurnResult(Result):
    """A turn of a log, choice by choice."""

    who: str
    kind: str = "suggest"
    """`suggest`, `accuse` or `pass`."""
    cards: list[str] = field(default_factory=list)
    shower: str | None = None
    """Who showed a card; nobody, if empty."""
    shown: str | None = None
    """Which card it was, if it was seen."""
    right: bool = False
    """Whether an accusation was right."""


class LogEntryResult(LogLineResult):
    """A line of a log, and what it says in words; nothing where it cannot be read."""

    words: str
    head: str = ""
    """Which of the first lines it is: `players`, `me`, `hand`, `public`, `edition`."""
    turn: int | None = None
    """The number of the turn, where it is one."""
    told: LogTurnResult | None = None
    """What that turn was, choice by choice."""


class ClueLogResult(Result):
    """What a log says, before anything is worked out."""

    text: str = ""
    """The log itself."""
    edition: str = "classic"
    players: list[str] = field(default_factory=list)
    sizes: list[int] = field(default_factory=list)
    """How many cards each holds; 0 where that is not said."""
    me: str | None = None
    hand: list[str] = field(default_factory=list)
    public: list[str] = field(default_factory=list)
    sorts: dict[str, list[str]] = field(default_factory=dict)
    entries: list[LogEntryResult] = field(default_factory=list)
    faults: list[LogLineResult] = field(default_factory=list)
    ready: bool = False
    """Whether the first lines are there and right."""
    turns: int = 0
    next: str | None = None
    """Whose turn it is now, if somebody is left to play."""
    out: list[str] = field(default_factory=list)
    """Who accused in vain."""
    over: bool = False


class ReasonResult(Result):
    """Whether a formula follows from a log, and the fewest lines from which it does."""

    formula: str
    known: bool
    entries: list[LogLineResult]


class ClueAnswerResult(Result):
    """What a suggestion may be answered with, and what one would know then."""

    text: str
    """The same in words: `Ben shows Rope`."""
    line: str
    """The turn as a log has it."""
    chance: float
    guess_chance: float
    """The chance that the best guess is right then."""
    bits: float
    """What is missing then to know the envelope."""


class ClueAssistResult(ClueAdviceResult, NotebookResult):
    """Help at a real table of Clue."""

    game: str
    players: list[str]
    me: str | None
    turns: int
    shows: str
    habits: str
    contradiction: str | None = None
    """What is wrong with the log, where no deal explains it; then nothing else is known."""
    why: ReasonResult | None = None
    faults: list[LogLineResult] = field(default_factory=list)
    """Lines that cannot be read and were left out, each with what is wrong."""
    travel: list[TravelOption] = field(default_factory=list)
    """Where to go, the best first, if it was said where one is."""
    supposition: list[str] = field(default_factory=list)
    """What is taken to be so for a moment, in words; where it cannot be, `contradiction` says why."""
    answers: list[ClueAnswerResult] = field(default_factory=list)
    """What the suggestion that was asked about may be answered with, the likeliest first."""


class BluffResult(Result):
    """A situation in which a player may bluff, and how often she does."""

    player: int
    past: str
    hers: list[int]
    reached: float
    bluff: float


class MystValueResult(Result):
    """What two-player MYST is worth to the first player."""

    game: str
    bluff: bool
    value: float
    exact: str | None
    """The value as a fraction; with bluffs, the simplest one within the error, which is no proof."""
    bluff_frequency: float
    exploitability: float
    """What best replies gain."""
    low: float
    high: float
    method: str
    stopped: str | None
    """`time` or `interrupt`, where it ended early."""
    leaves: int | None
    """Of the tree; `None` where none was made."""
    situations: list[BluffResult]


class MystSolvableResult(Result):
    """Whether asking alone can win, by which lemma, and how."""

    game: str
    solvable: bool
    lemma: str
    questions: int | None
    reason: str
    deal: dict[str, str]
    """The pile (0) and the hands for which the sequence is made."""
    sequence: list[str]


class MystCheckResult(Result):
    """Whether a formula is true after a log; `None` where the log leaves it open."""

    game: str
    formula: str
    value: bool | None
    events: int
