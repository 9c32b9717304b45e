"""What the API takes. Unknown keys and values of another kind are refused."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from sleuth.adapters.service.limits import SEED_MOST, SPEC_MOST, TEXT_MOST
from sleuth.adapters.service.studies import SOLVE_SECONDS

Game = Annotated[
    str,
    Field(
        min_length=1,
        max_length=SPEC_MOST,
        description="A game as NAME or NAME:key=value,...",
        examples=["mastermind:pegs=2,colours=3"],
    ),
]
Strategy = Annotated[
    str,
    Field(max_length=SPEC_MOST, description="A strategy; the usual one for the game if empty.", examples=["entropy"]),
]
Oracle = Annotated[
    str,
    Field(
        max_length=SPEC_MOST,
        description="Who answers: truthful, lying, adversarial, or one that a package brings; the usual one if empty.",
        examples=["adversarial"],
    ),
]
Steps = Annotated[
    str, Field(max_length=TEXT_MOST, description="What was asked and answered: A=F;A=F", examples=["01=0.1"])
]
Action = Annotated[str, Field(min_length=1, max_length=SPEC_MOST, description="An action.", examples=["01"])]
OptionalAction = Annotated[str, Field(max_length=SPEC_MOST, description="An action, or nothing.", examples=[""])]
Secret = Annotated[str, Field(max_length=SPEC_MOST, description="A secret.", examples=["12"])]
Seed = Annotated[int, Field(ge=0, le=SEED_MOST, description="Fixes every draw at random.")]


class Body(BaseModel):
    """What every body shares."""

    model_config = ConfigDict(extra="forbid", strict=True)


class Assist(Body):
    """A game that is played elsewhere."""

    game: Game
    history: Steps = ""
    strategy: Strategy = ""


class Answers(Body):
    """A question that is to be asked."""

    game: Game
    action: Action
    history: Steps = ""


class Feedback(Body):
    """A question to a known secret."""

    game: Game
    action: Action
    secret: Secret
    history: Steps = ""


class Evaluate(Body):
    """A strategy that is to play every secret."""

    game: Game
    strategy: Strategy = ""
    first: OptionalAction = ""


class Solve(Body):
    """A game that is to be solved."""

    game: Game
    objective: Literal["", "mean", "worst"] = ""
    first: OptionalAction = ""
    seconds: Annotated[float, Field(gt=0, le=SOLVE_SECONDS, allow_inf_nan=False, strict=False)] = 10.0


class Analyse(Body):
    """A game that is to be analysed, perhaps beside another."""

    game: Game
    versus: Annotated[str, Field(max_length=SPEC_MOST)] = ""
    seed: Seed = 0


class Grade(Body):
    """A play that is to be graded."""

    game: Game
    history: Steps


class ClueAssist(Body):
    """A game of Clue at a real table."""

    log: Annotated[
        str, Field(max_length=TEXT_MOST, examples=["players: Ann 6, Ben 6, Cat 6\nAnn: Plum, Rope, Hall -> none"])
    ]
    shows: Literal["random", "repeat", "any"] = "random"
    seed: Seed = 0


class MystValue(Body):
    """A game of MYST for two."""

    m: Annotated[int, Field(ge=1, le=200)]
    n: Annotated[int, Field(ge=1, le=200)]
    q: Annotated[int, Field(ge=1, le=5)] = 1
    bluff: bool = False


class NewPlay(Body):
    """A play that is to begin."""

    game: Game
    oracle: Oracle = ""
    strategy: Strategy = ""
    seed: Annotated[
        int | None, Field(ge=0, le=SEED_MOST, description="The same seed draws the same secret; without one, any.")
    ] = None


class Ask(Body):
    """A question."""

    action: Action


class Error(BaseModel):
    """What went wrong, in one sentence."""

    error: str
