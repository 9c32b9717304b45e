"""Channels: what lies an oracle may tell.

A channel says what may be said in the place of a true answer, and how many lies a play may hold. It knows nothing of
the game but its answers. Two rules hold for every channel. The winning answer is always true, and a secret that is
named is never denied. And a lie is a whole answer, one that some secret gives to that action (Fibble's rows apart).
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import ClassVar

from sleuth.core.capabilities import Answers, Denial
from sleuth.core.errors import FeedbackError, ParameterError, SecretError
from sleuth.core.game import Action, Feedback, Game
from sleuth.core.registry import CHANNELS
from sleuth.core.spec import Specified, require, split_spec

MAX_LIES = 5
"""With six lies most plays exclude nothing at all: a usual one has six answers."""

LIES_HELP = {"help": f"how many lies a play may hold, 0 to {MAX_LIES}"}
CHANCE = {"help": "how likely a lie is where one may be told; none: all ways to lie weigh the same"}


class Channel(Specified, ABC, contract=True):
    """What lies an oracle may tell. Channels differ in `weight`, and in how many lies there may be and how likely."""

    always: ClassVar[bool] = False
    """Whether every answer but the winning one is false."""
    whole: ClassVar[bool] = True
    """Whether a lie must be an answer that some secret gives to the action."""
    every: ClassVar[bool] = False
    """Whether any other answer may stand for a true one, one as likely as another: what tables are quickest with."""

    one_way: ClassVar[bool] = False
    """Whether a lie can only deny: a yes may be turned into a no, and never a no into a yes."""

    @property
    @abstractmethod
    def most(self) -> int | None:
        """How many lies a play may hold; `None` for any number."""

    @property
    @abstractmethod
    def chance(self) -> float | None:
        """How likely a lie is where one may be told; `None` where all ways to lie weigh the same."""

    @abstractmethod
    def weight(self, game: Game, true: Feedback, said: Feedback) -> float:
        """How likely `said` is told where `true` is right, against other lies; 0 where it may not, or is no lie."""

    @property
    def promise(self) -> str:
        """What a player is told of it before play, in a sentence; those of ours say the numbers."""
        return self.summary()

    @property
    def excludes(self) -> bool:
        """Whether an answer can exclude a secret for good: lies are counted, or all answers are of one kind."""
        return self.most is not None or self.always

    def check(self, game: Game) -> None:
        """Raise `ParameterError` if the channel makes no sense for a game."""

    def check_answers(self, game: Game, known: Sequence[Feedback]) -> None:
        """Raise `ParameterError` if it makes no sense for a game with these answers."""

    def settles(self, chance: float) -> bool:
        """Whether a secret that is so likely counts as known; never where some answer excludes all others."""
        return False

    def vocabulary(self, known: Sequence[Feedback]) -> Sequence[Feedback]:
        """Everything that may be said, where `known` are the answers that the law gives."""
        return known

    def lies(self, game: Game, action: Action, true: Feedback) -> dict[Feedback, float]:
        """The lies that may be told where an action has this true answer, with their weights."""
        win = game.feedback(action, action) if game.goal.names and _names(game, action) else None
        if win is not None and true == win:
            return {}
        said = self.answers(game, action) if self.whole else self.vocabulary([true])
        weights = {f: self.weight(game, true, f) for f in said if f != win}
        return {f: weight for f, weight in weights.items() if weight > 0}

    def sayings(
        self, game: Game, action: Action, true: Feedback, lies_told: int = 0, chance: float | None = None
    ) -> dict[Feedback, float]:
        """What may be said where an action has this true answer and so many lies were told, with chances.

        `chance` is that of a lie where the channel itself has none: what is planned with.
        """
        lies = self.lies(game, action, true)
        if not lies or (self.most is not None and lies_told >= self.most):
            return {true: 1.0}
        given = 1.0 if self.always else self.chance if self.chance is not None else chance or 0.0
        whole = sum(lies.values())
        said = {true: 1 - given} | {lie: given * weight / whole for lie, weight in lies.items()}
        return {feedback: share for feedback, share in said.items() if share > 0}

    def answers(self, game: Game, action: Action) -> Sequence[Feedback]:
        """The answers that some secret gives to an action: as the game offers them, or all secrets are asked."""
        if (offered := game.offers(Answers)) is not None:
            return list(offered.answers_to(action))
        return list(dict.fromkeys(game.feedback(action, s) for s in game.secrets() if game.prior(s) > 0))


def _check_lies(channel: Channel) -> None:
    most, chance = channel.most, channel.chance
    why = ": with more lies the answers of a whole play exclude hardly anything" if most and most > 0 else ""
    right = most is not None and 0 <= most <= MAX_LIES
    require(right, channel, f"most is 0 to {MAX_LIES}, not {most}{why}")
    require(chance is None or 0 < chance < 1, channel, f"chance is between 0 and 1, not {chance}")


def _lies_promised(most: int) -> str:
    if most < 2:
        return "One answer may be a lie." if most else "No answer is a lie."
    return f"Up to {most} answers may be lies."


@dataclass(frozen=True)
class Lies(Channel):
    """A few answers may be lies, one unless more are allowed; any other answer may stand for the true one."""

    every: ClassVar[bool] = True

    most: int = field(default=1, metadata=LIES_HELP)
    chance: float | None = field(default=None, metadata=CHANCE)

    def __post_init__(self) -> None:
        _check_lies(self)

    @property
    def promise(self) -> str:
        return _lies_promised(self.most)

    def weight(self, game: Game, true: Feedback, said: Feedback) -> float:
        return float(true != said)


@dataclass(frozen=True)
class HalfLies(Channel):
    """A few answers may be lies, one unless more are allowed: a yes may become a no, and never a no a yes."""

    one_way: ClassVar[bool] = True

    most: int = field(default=1, metadata=LIES_HELP)
    chance: float | None = field(default=None, metadata=CHANCE)

    def __post_init__(self) -> None:
        _check_lies(self)

    @property
    def promise(self) -> str:
        return f"{_lies_promised(self.most)[:-1]}: a no that should be a yes." if self.most else _lies_promised(0)

    def weight(self, game: Game, true: Feedback, said: Feedback) -> float:
        return float(true != said and denies(game, said))

    def check_answers(self, game: Game, known: Sequence[Feedback]) -> None:
        if not any(denies(game, feedback) for feedback in known):
            why = f"no answer of {game.name} is a no; lies:most={self.most} serves every game"
            raise ParameterError(f"half-lies turn a yes into a no, and {why}")

    def answers(self, game: Game, action: Action) -> list[Feedback]:
        """Only the denial matters here, so that no list of secrets is needed."""
        try:
            return [game.parse_feedback("no", action)]
        except FeedbackError:
            return []


@dataclass(frozen=True)
class Noise(Channel):
    """Each answer is false with the same chance, 10% unless another is given; any number of them may be.

    No answer excludes a secret for good, so a game whose goal is to know it ends once one secret is `sure`.
    """

    every: ClassVar[bool] = True

    chance: float = field(default=0.1, metadata={"help": "how likely each answer is to be false"})
    sure: float = field(default=0.99, metadata={"help": "how likely a secret must be to count as known"})

    def __post_init__(self) -> None:
        require(0 < self.chance < 0.5, self, f"chance is more than 0 and less than 0.5, not {self.chance:g}")
        require(0.5 <= self.sure < 1, self, f"sure is 0.5 or more and less than 1, not {self.sure:g}")

    @property
    def most(self) -> None:
        return None

    @property
    def promise(self) -> str:
        return f"Each answer is false with a chance of {100 * self.chance:g}%."

    def settles(self, chance: float) -> bool:
        """Whether a secret that is so likely counts as known; rounding must not decide that."""
        return chance >= self.sure - 1e-12

    def weight(self, game: Game, true: Feedback, said: Feedback) -> float:
        return float(true != said)


CHANNELS.fill({cls.name: cls for cls in (Lies, HalfLies, Noise)})


def parse_channel(spec: str) -> Channel:
    """The channel that a spec string describes: `lies:most=1`, `noise:chance=0.1`."""
    name, parameters = split_spec(spec)
    kind: type[Channel] = CHANNELS.load_kind(name, Channel)
    return kind.from_parameters(parameters)


def _names(game: Game, action: Action) -> bool:
    """Whether an action is a guess of a secret."""
    try:
        return bool(game.parse_secret(game.format_action(action)) == action)
    except SecretError:
        return False


def denies(game: Game, feedback: Feedback) -> bool:
    """Whether an answer is the one that denies: the one that the game offers, else what is written `no`."""
    if (offered := game.offers(Denial)) is not None:
        return bool(feedback == offered.denial)
    return game.format_feedback(feedback) == "no"
