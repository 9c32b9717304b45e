"""Requests about a whole game: evaluate, solve, analyse."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from sleuth.app.requests import About, GameSpec, OptionalAction, OtherGame, OutputPath, Request, Seed, StrategySpec


@dataclass(frozen=True)
class Evaluate(Request):
    """A strategy against every secret, or against a sample of them."""

    home = "sleuth.app.evaluate:evaluate"
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

    home = "sleuth.app.solve:solve"
    slow, pure = True, False  # what time cut short may be better the next time
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

    home = "sleuth.app.analyse:analyse"
    slow = True
    game: GameSpec
    versus: OtherGame = ""
    sweep: Annotated[str, About("Sizes to go through: pegs=2..4 or colours=3,4,6.", example="pegs=2..4")] = ""
    seed: Seed = 0
    out: OutputPath = ""


@dataclass(frozen=True)
class Sweep(Request):
    """The key figures of a game for each value of one parameter."""

    home = "sleuth.app.analyse:sweep"
    slow = True
    game: GameSpec
    over: Annotated[str, About("A parameter and its values.", example="pegs=2..4")]


@dataclass(frozen=True)
class EntropyPlane(Request):
    """Expected steps over the plane of Sharma and Mittal's order and degree."""

    home = "sleuth.app.analyse:plane"
    slow = True
    game: GameSpec


@dataclass(frozen=True)
class GameSize(Request):
    """How large a game is: what can be said at once."""

    home = "sleuth.app.analyse:size"
    game: GameSpec


@dataclass(frozen=True)
class Interest(Request):
    """The few figures that say how interesting a game is."""

    home = "sleuth.app.analyse:interest"
    slow = True
    game: GameSpec
