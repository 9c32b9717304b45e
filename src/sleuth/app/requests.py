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


@dataclass(frozen=True)
class Evaluate(Request):
    """A strategy against every secret, or against a sample of them."""

    home = "sleuth.app.study:evaluate"
    slow = True
    game: GameSpec
    strategy: StrategySpec = ""
    first: OptionalAction = ""
    by_first_feedback: Annotated[bool, About("Whether to tell each answer to the first action apart.", "")] = False
    sample: Annotated[int | None, About("Play so many secrets drawn at random.", "count", 30)] = None
    seed: Seed = 0


@dataclass(frozen=True)
class Solve(Request):
    """The best strategy there is, or the best that was found in time and a bound."""

    home = "sleuth.app.study:solve"
    slow = True
    game: GameSpec
    objective: Annotated[
        str, About("What to make least; what can be, if empty.", "", "mean", ("", "mean", "worst"))
    ] = ""
    first: OptionalAction = ""
    beam: Annotated[int, About("Try only so many actions at each set; it proves nothing then.", "count", 0)] = 0
    within: Annotated[int | None, About("The most steps of a play; 0 for any number.", "count", 6)] = None
    only_possible: Annotated[bool, About("Guess only what may be the secret.", "")] = False
    symmetry: Annotated[bool, About("Try one action of those that are alike.", "")] = True
    seconds: Annotated[float | None, About("Time for it; then the best so far.", "seconds", 10.0)] = None
    memory: Annotated[int | None, About("Bytes for what is known of sets.", "local")] = None
    out: OutputPath = ""
    certificate: Annotated[bool, About("Whether the file holds what it takes to check the proof.", "local")] = False


@dataclass(frozen=True)
class Analyse(Request):
    """The designer's report, perhaps beside that of another game."""

    home = "sleuth.app.study:analyse"
    slow = True
    game: GameSpec
    versus: OtherGame = ""
    sweep: Annotated[str, About("Sizes to go through: pegs=2..4 or colours=3,4,6.", example="pegs=2..4")] = ""
    seed: Seed = 0
    out: OutputPath = ""


@dataclass(frozen=True)
class Sweep(Request):
    """The key figures of a game for each value of one parameter."""

    home = "sleuth.app.study:sweep"
    slow = True
    game: GameSpec
    over: Annotated[str, About("A parameter and its values.", example="pegs=2..4")]


@dataclass(frozen=True)
class EntropyPlane(Request):
    """Expected steps over the plane of Sharma and Mittal's order and degree."""

    home = "sleuth.app.study:plane"
    slow = True
    game: GameSpec


@dataclass(frozen=True)
class GameSize(Request):
    """How large a game is: what can be said at once."""

    home = "sleuth.app.study:size"
    game: GameSpec


@dataclass(frozen=True)
class Interest(Request):
    """The few figures that say how interesting a game is."""

    home = "sleuth.app.study:interest"
    slow = True
    game: GameSpec
