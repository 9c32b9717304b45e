"""Requests about plays: with an oracle, watched, and reviewed when they are over."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from sleuth.app.requests import (
    About,
    ActionText,
    BeliefForm,
    Board,
    GameSpec,
    OptionalSeed,
    OracleSpec,
    RecordText,
    Request,
    SecretText,
    Seed,
    Steps,
    StrategySpec,
)


@dataclass(frozen=True)
class Start(Request):
    """A play that is to begin."""

    home = "sleuth.app.play:start"
    pure = False
    game: GameSpec
    oracle: OracleSpec = ""
    strategy: StrategySpec = ""
    secret: SecretText = ""
    seed: OptionalSeed = None
    draw: Board = None


@dataclass(frozen=True)
class PlayRequest(Request):
    """Something about a play that is under way. `dice` go into what an oracle throws for: a name of the play."""

    pure = False
    record: RecordText
    strategy: StrategySpec = ""
    dice: str = ""
    given_up: bool = False
    draw: Board = None


@dataclass(frozen=True)
class Look(PlayRequest):
    """A play as it is."""

    home = "sleuth.app.play:look"


@dataclass(frozen=True, kw_only=True)
class Ask(PlayRequest):
    """A question."""

    home = "sleuth.app.play:ask"

    action: ActionText


@dataclass(frozen=True)
class Undo(PlayRequest):
    """The last step is taken back."""

    home = "sleuth.app.play:undo"


@dataclass(frozen=True)
class GiveUp(PlayRequest):
    """The play is ended, and the secret is told."""

    home = "sleuth.app.play:give_up"


@dataclass(frozen=True)
class Hint(PlayRequest):
    """What a strategy would ask now, and why."""

    home = "sleuth.app.play:hint"


@dataclass(frozen=True)
class Advance(PlayRequest):
    """A strategy asks one question more: for watching."""

    home = "sleuth.app.play:advance"


@dataclass(frozen=True)
class Share(PlayRequest):
    """A copy to give away: without the secret of a play that is not over."""

    home = "sleuth.app.play:share"


@dataclass(frozen=True)
class Grade(PlayRequest):
    """Every move of a play that is over, against optimal play or a strategy, and luck apart."""

    home = "sleuth.app.review:grade"
    slow, pure = True, True
    finished: Annotated[bool, About("Whether a play that is not over is refused.", "")] = False
    belief: BeliefForm = "auto"
    seed: Seed = 0


@dataclass(frozen=True)
class BestLine(PlayRequest):
    """How good play would have gone from the start, against the same secret and with the same dice."""

    home = "sleuth.app.review:best_line"
    slow, pure = True, True


@dataclass(frozen=True)
class GradeHistory(Request):
    """Every move of a play that was made elsewhere."""

    home = "sleuth.app.review:grade_history"
    slow = True
    game: GameSpec
    history: Steps


@dataclass(frozen=True)
class Watch(Request):
    """A whole play of a strategy at one secret."""

    home = "sleuth.app.watch:watch"
    slow = True
    game: GameSpec
    strategy: StrategySpec = ""
    secret: SecretText = ""
    oracle: OracleSpec = ""
    belief: BeliefForm = "auto"
    seed: Seed = 0


@dataclass(frozen=True)
class Compare(Request):
    """The start of a play that several strategies are to go through, each by itself."""

    home = "sleuth.app.watch:compare"
    pure = False
    game: GameSpec
    strategies: tuple[str, ...]
    secret: SecretText = ""
    seed: OptionalSeed = None
    draw: Board = None


@dataclass(frozen=True)
class CompareStep(Request):
    """One turn of each strategy whose play goes on."""

    home = "sleuth.app.watch:compare_step"
    pure = False
    records: tuple[str, ...]
    strategies: tuple[str, ...]
    draw: Board = None
