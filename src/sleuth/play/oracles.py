"""Oracles: the only holders of a secret. A strategy never meets one; the match carries the answers."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping
from typing import ClassVar
from zlib import crc32

import numpy as np

from sleuth.belief.base import InformationSet
from sleuth.core.channel import Channel
from sleuth.core.errors import ParameterError, SecretError
from sleuth.core.game import Action, Feedback, Game, Secret
from sleuth.core.history import History
from sleuth.core.offers import channel_of, plain_game, truthful
from sleuth.core.registry import ORACLES
from sleuth.core.tables import NOTHING, answer_after
from sleuth.core.text import shorten

LIE_CHANCE = 0.3
"""How likely a lying oracle is to lie, where the channel does not say."""


def lie_chance(channel: Channel) -> float:
    """How likely a lying oracle is to lie, where it may."""
    usual = LIE_CHANCE if channel.chance is None else channel.chance
    return 1.0 if channel.always else usual


class Oracle(ABC):
    """Answers actions."""

    name: str
    evades: ClassVar[bool] = False
    """Whether it holds no secret until the end, and settles on one then."""
    dice: ClassVar[bool] = False
    """Whether what it says is thrown for."""

    @classmethod
    def make(cls, info: InformationSet, rng: np.random.Generator, secret: Secret | None) -> Oracle:
        """One for a play from a set on; it draws its secret from the set unless it is given."""
        raise ParameterError(f"the {cls.name} oracle cannot be had by its name alone")

    @abstractmethod
    def answer(self, action: Action) -> Feedback:
        """What the oracle says."""

    def reveal(self) -> Secret | None:
        """The secret, for after the play; `None` if the oracle does not know it."""
        return None

    def confess(self) -> list[str]:
        """A sentence for each lie that was told, for after the play."""
        return []

    def forget(self, info: InformationSet) -> None:  # noqa: B027  (most oracles have nothing to forget)
        """Go back to an earlier information set: a step was taken back."""


class Truthful(Oracle):
    """Holds one secret and tells the truth about it."""

    name = "truthful"

    def __init__(self, game: Game, secret: Secret, history: History = NOTHING) -> None:
        channel = channel_of(game)
        if channel is not None and channel.always:
            raise ParameterError(f"in {game} every answer is false, so no truthful oracle may answer")
        self._game, self._secret, self._history = game, secret, history

    @classmethod
    def make(cls, info: InformationSet, rng: np.random.Generator, secret: Secret | None) -> Truthful:
        return cls(info.game, info.sample(rng)[0] if secret is None else secret)

    def answer(self, action: Action) -> Feedback:
        feedback = answer_after(self._game, self._history, action, self._secret)
        self._history = self._history.add(action, feedback)
        return feedback

    def forget(self, info: InformationSet) -> None:
        self._history = info.history

    def reveal(self) -> Secret:
        return self._secret


class Lying(Oracle):
    """Holds one secret, and tells lies about it when the dice say so: never more than the channel allows, nor others.

    Where the channel has no chance for a lie, `LIE_CHANCE` is taken: a play of six answers then has one as a rule.
    The dice are thrown once for every question at every step: whoever takes a step back and asks the same again hears
    the same again, so undoing finds no lie out.
    """

    name = "lying"
    dice = True

    def __init__(
        self,
        game: Game,
        secret: Secret,
        rng: np.random.Generator,
        history: History = NOTHING,
        chance: float | None = None,
    ) -> None:
        self._game, self._secret, self._history = game, secret, history
        self._throw = int(rng.integers(2**63))
        channel = channel_of(game)
        assert channel is not None
        self._channel = channel
        self._chance = lie_chance(channel) if chance is None or channel.always else chance

    @classmethod
    def make(cls, info: InformationSet, rng: np.random.Generator, secret: Secret | None) -> Lying:
        if channel_of(info.game) is None:
            message = "needs a channel that says what lies it may tell: GAME@lies:most=1"
            raise ParameterError(f"the {cls.name} oracle {message}")
        return cls(info.game, info.sample(rng)[0] if secret is None else secret, rng)

    def answer(self, action: Action) -> Feedback:
        game, channel, dice = self._game, self._channel, self._dice(action)
        feedback = answer_after(game, NOTHING, action, self._secret)
        if (channel.most is None or len(self.lied) < channel.most) and dice.random() < self._chance:
            feedback = _lie(channel.lies(plain_game(game), action, feedback), dice, feedback)
        self._history = self._history.add(action, feedback)
        return feedback

    def _dice(self, action: Action) -> np.random.Generator:
        """The dice of this question at this step."""
        asked = crc32(self._game.format_action(action).encode())
        return np.random.default_rng([self._throw, len(self._history), asked])

    @property
    def lied(self) -> tuple[int, ...]:
        """The steps, counted from 1, at which it has lied."""
        return tuple(
            place for place, (a, f) in enumerate(self._history, 1) if f != self._game.feedback(a, self._secret)
        )

    def confess(self) -> list[str]:
        game, lines = self._game, []
        for place in self.lied:
            action, said = self._history.steps[place - 1]
            true = game.format_feedback(game.feedback(action, self._secret))
            asked = f"{game.format_action(action)} = {game.format_feedback(said)}"
            lines.append(f"Step {place} was a lie: {asked}, and the truth is {true}.")
        return lines

    def forget(self, info: InformationSet) -> None:
        self._history = info.history

    def reveal(self) -> Secret:
        return self._secret


def _lie(lies: Mapping[Feedback, float], dice: np.random.Generator, true: Feedback) -> Feedback:
    """One of some lies, by their weights; the truth where there is none."""
    said, weights = list(lies), np.array(list(lies.values()))
    if not said:
        return true
    if np.ptp(weights) == 0:
        return said[int(dice.integers(len(said)))]
    return said[int(dice.choice(len(said), p=weights / weights.sum()))]


def chance_of(game: Game, history: History, secret: Secret) -> float:
    """How likely the lying oracle gives the answers of a history, if this is the secret; 1 where none may be false."""
    channel = channel_of(game)
    if channel is None:
        return 1.0
    chance, lies = 1.0, 0
    for action, said in history:
        true = game.feedback(action, secret)
        chance *= channel.sayings(plain_game(game), action, true, lies, LIE_CHANCE).get(said, 0.0)
        lies += said != true
    return chance


class Adversarial(Oracle):
    """Holds no secret: gives the answer that leaves most candidates, and never contradicts itself.

    Under lies a candidate counts for less if it takes some. Among equals the oracle would rather not lose, then takes
    the answer whose text comes first.
    """

    name = "adversarial"
    evades = True

    @classmethod
    def make(cls, info: InformationSet, rng: np.random.Generator, secret: Secret | None) -> Adversarial:
        if secret is not None:
            raise ParameterError(f"the {cls.name} oracle holds no secret; leave the secret out")
        return cls(info)

    def __init__(self, info: InformationSet) -> None:
        if not info.exact:
            raise ParameterError("an adversarial oracle needs an exact information set, not a sampled one")
        self._info = info

    def answer(self, action: Action) -> Feedback:
        game, reach = self._info.game, self._info.outcomes([action]).reaches(0)
        best = min(
            self._info.children(action),
            key=lambda child: (-reach[child.feedback], child.over, game.format_feedback(child.feedback)),
        )
        self._info = best.after()
        return best.feedback

    def reveal(self) -> Secret:
        """A secret that explains every answer given."""
        return self._info.candidates(1)[0]

    def forget(self, info: InformationSet) -> None:
        self._info = info


class Scripted(Oracle):
    """Gives answers from a list, whatever is asked."""

    name = "scripted"

    def __init__(self, feedbacks: Iterable[Feedback]) -> None:
        self._feedbacks = iter(feedbacks)

    def answer(self, action: Action) -> Feedback:
        try:
            return next(self._feedbacks)
        except StopIteration:
            raise ParameterError("the scripted oracle has no answer left") from None


class Human(Oracle):
    """Asks a person: `ask(action)` returns what the person said."""

    name = "human"

    def __init__(self, ask: Callable[[Action], Feedback]) -> None:
        self._ask = ask

    def answer(self, action: Action) -> Feedback:
        return self._ask(action)


ORACLES.fill({cls.name: cls for cls in (Truthful, Adversarial, Lying)} | {"setter": "sleuth.play.setter_oracle:Setter"})


def oracle_class(name: str) -> type[Oracle]:
    """The kind of oracle with this name."""
    found: type[Oracle] = ORACLES.load_kind(name, Oracle)
    return found


def evades(name: str | None) -> bool:
    """Whether an oracle of this name holds no secret until the end; the usual one holds one."""
    return name is not None and name in ORACLES and oracle_class(name).evades


def usual_oracle(game: Game) -> str:
    """The name of the oracle that a game is meant for: one that lies where the game has a channel."""
    return Truthful.name if truthful(game) else Lying.name


def make_oracle(
    name: str | None, info: InformationSet, rng: np.random.Generator, secret: Secret | None = None
) -> Oracle:
    """An oracle by name, or the usual one; it draws its secret from the prior unless it is given."""
    return oracle_class(name or usual_oracle(info.game)).make(info, rng, secret)


def read_secret(game: Game, info: InformationSet, text: str) -> Secret:
    """A secret from text, if it is possible at all."""
    secret = game.parse_secret(text)
    if info.exact and info.probability(secret) == 0:
        raise SecretError(f"{shorten(text)} is not a possible secret of {game}")
    return secret
