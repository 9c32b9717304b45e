"""Requests: what can be asked for, as plain values. A result depends on its request and on the bounds alone."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated, ClassVar

from sleuth.core.game import Game
from sleuth.core.history import History
from sleuth.play.record import Record


@dataclass(frozen=True)
class About:
    """What a field of a request is, for the schema and for people."""

    help: str
    kind: str = "spec"
    """spec, text (long), seed, count, seconds; `local` is for one's own machine, and nothing has no bound."""
    example: object = None
    choices: tuple[str, ...] = ()


@dataclass(frozen=True)
class Drawing:
    """How a board is to be drawn."""

    pending: Mapping[str, str] = field(default_factory=dict)
    """The parts of an action that were chosen so far."""
    hint: str = ""
    """An action to be marked."""
    heat: bool = False
    """Whether chances are shown."""
    still: bool = False
    """Whether nothing can be pressed."""

    def __hash__(self) -> int:
        return hash((tuple(sorted(self.pending.items())), self.hint, self.heat, self.still))


GameSpec = Annotated[str | Game, About("A game as NAME or NAME:key=value,...", example="mastermind:pegs=2,colours=3")]
OtherGame = Annotated[str | Game, About("Another game, or nothing.", example="")]
StrategySpec = Annotated[str, About("A strategy; the usual one for the game if empty.", example="entropy")]
OracleSpec = Annotated[
    str,
    About(
        "Who answers: truthful, lying, adversarial, or one that a package brings; the usual one if empty.",
        example="adversarial",
    ),
]
Steps = Annotated[str | History, About("What was asked and answered: A=F;A=F", "text", "01=0.1")]
ActionText = Annotated[str, About("An action.", example="01")]
OptionalAction = Annotated[str, About("An action, or nothing.", example="")]
SecretText = Annotated[str, About("A secret.", example="12")]
BeliefForm = Annotated[
    str,
    About("How the information set is held.", "", "auto", ("auto", "enumerated", "tabular", "sampled")),
]
Seed = Annotated[int, About("Fixes every draw at random.", "seed", 0)]
OptionalSeed = Annotated[int | None, About("The same seed draws the same secret; without one, any.", "seed", 7)]
RecordText = Annotated[str | Record, About("A record of a play.", "text")]
OutputPath = Annotated[str, About("Where to write; nothing is written if empty.", "local")]
Board = Annotated[Drawing | None, About("How to draw the board, if at all.", "local")]


class Request:
    """What can be asked for."""

    home: ClassVar[str]
    """The function that serves it, as MODULE:NAME; loaded when it is asked for."""
    slow: ClassVar[bool] = False
    """Whether it may take more than a few seconds."""
    pure: ClassVar[bool] = True
    """Whether the result follows from the request alone, so that it can be remembered."""


@dataclass(frozen=True)
class Assist(Request):
    """What to ask next in a game that is played elsewhere, and why; or which answer to check."""

    home = "sleuth.app.assist:assist"
    game: GameSpec
    history: Steps = ""
    strategy: StrategySpec = ""
    belief: BeliefForm = "auto"
    seed: Seed = 0
    draw: Board = None


@dataclass(frozen=True)
class PossibleAnswers(Request):
    """Every answer that a question may get now, the likeliest first."""

    home = "sleuth.app.assist:answers"
    game: GameSpec
    action: ActionText
    history: Steps = ""


@dataclass(frozen=True)
class Feedback(Request):
    """What a truthful oracle answers that holds a given secret."""

    home = "sleuth.app.assist:feedback"
    game: GameSpec
    action: ActionText
    secret: SecretText
    history: Steps = ""
