"""Channels: what lies an oracle may tell.

A channel says which answers may stand for a true one, and how many lies a play may hold. It knows nothing of the game
but its answers. Two rules hold for every channel. The winning answer is always true, and a secret that is named is
never denied. And a lie is a whole answer, one that some secret gives to that action (Fibble's rows apart).
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import product
from typing import ClassVar

from sleuth.core.errors import FeedbackError, ParameterError, SecretError, UnknownNameError
from sleuth.core.game import Action, Feedback, Game
from sleuth.core.spec import Specified, require, split_spec

MOST_LIES = 5
"""With six lies most plays exclude nothing at all: a usual one has six answers."""
TILES = "gy-"
TILES_MOST = 7

MOST = {"help": f"how many lies a play may hold, 0 to {MOST_LIES}"}
CHANCE = {"help": "how likely a lie is where one may be told; none: all ways to lie weigh the same"}


class Channel(Specified, ABC):
    """What lies an oracle may tell."""

    always: ClassVar[bool] = False
    """Whether every answer but the winning one is false."""
    whole: ClassVar[bool] = True
    """Whether a lie must be an answer that some secret gives to the action."""

    @property
    @abstractmethod
    def most(self) -> int | None:
        """How many lies a play may hold; `None` for any number."""

    @property
    @abstractmethod
    def chance(self) -> float | None:
        """How likely a lie is where one may be told; `None` where all ways to lie weigh the same."""

    @abstractmethod
    def may_say(self, game: Game, true: Feedback, said: Feedback) -> bool:
        """Whether `said` may be told where `true` is right. An answer is no lie about itself."""

    def check(self, game: Game) -> None:
        """Raise `ParameterError` if the channel makes no sense for a game."""

    def settles(self, chance: float) -> bool:
        """Whether a secret that is so likely counts as known; never where some answer excludes all others."""
        return False

    def sayings(self, known: Sequence[Feedback]) -> Sequence[Feedback]:
        """Everything that may be said, where `known` are the answers that the law gives."""
        return known

    def lies(self, game: Game, action: Action, true: Feedback) -> list[Feedback]:
        """The lies that may be told where an action has this true answer."""
        win = game.feedback(action, action) if game.goal.names and _names(game, action) else None
        if win is not None and true == win:
            return []
        said = self.answers(game, action) if self.whole else self.sayings([true])
        return [f for f in said if f != win and self.may_say(game, true, f)]

    def answers(self, game: Game, action: Action) -> Sequence[Feedback]:
        """The answers that some secret gives to an action: a game's own `answers_to`, or all secrets are asked."""
        if (own := getattr(game, "answers_to", None)) is not None:
            return list(own(action))
        return list(dict.fromkeys(game.feedback(action, s) for s in game.secrets() if game.prior(s) > 0))


def _check_lies(channel: Channel) -> None:
    most, chance = channel.most, channel.chance
    why = ": with more lies the answers of a whole play exclude hardly anything" if most and most > 0 else ""
    right = most is not None and 0 <= most <= MOST_LIES
    require(right, channel, f"most is 0 to {MOST_LIES}, not {most}{why}")
    require(chance is None or 0 < chance < 1, channel, f"chance is between 0 and 1, not {chance}")


@dataclass(frozen=True)
class Lies(Channel):
    """At most so many answers are false, and any false answer may be given."""

    most: int = field(default=1, metadata=MOST)
    chance: float | None = field(default=None, metadata=CHANCE)

    def __post_init__(self) -> None:
        _check_lies(self)

    def may_say(self, game: Game, true: Feedback, said: Feedback) -> bool:
        return true != said


@dataclass(frozen=True)
class HalfLies(Channel):
    """At most so many answers are denied: a yes may be turned into a no, and never a no into a yes."""

    most: int = field(default=1, metadata=MOST)
    chance: float | None = field(default=None, metadata=CHANCE)

    def __post_init__(self) -> None:
        _check_lies(self)

    def may_say(self, game: Game, true: Feedback, said: Feedback) -> bool:
        return true != said and denies(game, said)

    def answers(self, game: Game, action: Action) -> list[Feedback]:
        """Only the denial matters here, so that no list of secrets is needed."""
        try:
            return [game.parse_feedback("no", action)]
        except FeedbackError:
            return []


@dataclass(frozen=True)
class Noise(Channel):
    """Each answer is false with some probability, and any number of them may be.

    No answer excludes a secret for good, so a game whose goal is to know it ends once one secret is `sure`.
    """

    chance: float = field(default=0.1, metadata={"help": "how likely each answer is to be false"})
    sure: float = field(default=0.99, metadata={"help": "how likely a secret must be to count as known"})

    def __post_init__(self) -> None:
        require(0 < self.chance < 0.5, self, f"chance is more than 0 and less than 0.5, not {self.chance:g}")
        require(0.5 <= self.sure < 1, self, f"sure is 0.5 or more and less than 1, not {self.sure:g}")

    @property
    def most(self) -> None:
        return None

    def settles(self, chance: float) -> bool:
        """Whether a secret that is so likely counts as known; rounding must not decide that."""
        return chance >= self.sure - 1e-12

    def may_say(self, game: Game, true: Feedback, said: Feedback) -> bool:
        return true != said


@dataclass(frozen=True)
class Fibble(Channel):
    """Wordle in which one tile of every row lies, and no more than one."""

    always: ClassVar[bool] = True
    whole: ClassVar[bool] = False

    @property
    def most(self) -> None:
        return None

    @property
    def chance(self) -> None:
        return None

    def may_say(self, game: Game, true: Feedback, said: Feedback) -> bool:
        """Exactly one tile differs. A row that is all green is a win, and never a lie."""
        one, other = str(true), str(said)
        return set(other) != {"g"} and sum(a != b for a, b in zip(one, other, strict=True)) == 1

    def sayings(self, known: Sequence[Feedback]) -> list[Feedback]:
        return ["".join(row) for row in product(TILES, repeat=len(str(known[0])))]

    def check(self, game: Game) -> None:
        secret = next(iter(game.secrets()))
        row = game.feedback(secret, secret) if game.goal.only_names else None
        if not isinstance(row, str) or set(row) != {"g"} or len(row) != len(secret):
            raise ParameterError(f"{self.name} is for Wordle: the answers of {game.name} are not rows of tiles")
        if len(row) > TILES_MOST:
            raise ParameterError(f"{self.name} takes words of at most {TILES_MOST} letters, not {len(row)}")


CHANNELS: dict[str, type[Channel]] = {cls.name: cls for cls in (Lies, HalfLies, Noise, Fibble)}
"""The channels by name."""


def parse_channel(spec: str) -> Channel:
    """The channel that a spec string describes: `lies:most=1`, `noise:chance=0.1`."""
    name, parameters = split_spec(spec)
    if name not in CHANNELS:
        raise UnknownNameError("channel", name, CHANNELS)
    return CHANNELS[name].from_parameters(parameters)


def _names(game: Game, action: Action) -> bool:
    """Whether an action is a guess of a secret."""
    try:
        return bool(game.parse_secret(game.format_action(action)) == action)
    except SecretError:
        return False


def denies(game: Game, feedback: Feedback) -> bool:
    """Whether an answer is the one that denies: a game's own `denial`, else what is written `no`."""
    if hasattr(game, "denial"):
        return bool(feedback == game.denial)
    return game.format_feedback(feedback) == "no"
