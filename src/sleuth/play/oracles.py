"""Oracles: the only holders of a secret. A strategy never meets one; the match carries the answers."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable

import numpy as np

from sleuth.belief.base import InformationSet
from sleuth.core.errors import ParameterError, SecretError, UnknownNameError
from sleuth.core.game import Action, Feedback, Game, Secret
from sleuth.core.tables import answer
from sleuth.core.text import shorten


class Oracle(ABC):
    """Answers actions."""

    name: str

    @abstractmethod
    def answer(self, action: Action) -> Feedback:
        """What the oracle says."""

    def reveal(self) -> Secret | None:
        """The secret, for after the play; `None` if the oracle does not know it."""
        return None

    def forget(self, info: InformationSet) -> None:  # noqa: B027  (most oracles have nothing to forget)
        """Go back to an earlier information set: a step was taken back."""


class Truthful(Oracle):
    """Holds one secret and tells the truth about it."""

    name = "truthful"

    def __init__(self, game: Game, secret: Secret) -> None:
        self._game, self._secret = game, secret

    def answer(self, action: Action) -> Feedback:
        return answer(self._game, action, self._secret)

    def reveal(self) -> Secret:
        return self._secret


class Adversarial(Oracle):
    """Holds no secret: gives the answer that leaves most candidates, and never contradicts itself.

    Among equals it would rather not lose, then takes the answer whose text comes first.
    """

    name = "adversarial"

    def __init__(self, info: InformationSet) -> None:
        if not info.exact:
            raise ParameterError("an adversarial oracle needs an exact information set, not a sampled one")
        self._info = info

    def answer(self, action: Action) -> Feedback:
        outcomes = self._info.outcomes([action])
        counts, win, game = outcomes.counts[0], int(outcomes.winning[0]), self._info.game
        codes = np.flatnonzero(counts).tolist()
        best = min(codes, key=lambda c: (-counts[c], c == win, game.format_feedback(outcomes.feedback(c))))
        feedback = outcomes.feedback(best)
        self._info = self._info.observe(action, feedback)
        return feedback

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


ORACLES = (Truthful.name, Adversarial.name)
"""The oracles that need nothing but a game."""


def make_oracle(name: str, info: InformationSet, rng: np.random.Generator, secret: Secret | None = None) -> Oracle:
    """An oracle by name; a truthful one draws its secret from the prior unless it is given."""
    if name == Truthful.name:
        return Truthful(info.game, info.sample(rng)[0] if secret is None else secret)
    if secret is not None:
        raise ParameterError(f"the {name} oracle holds no secret; leave the secret out")
    if name == Adversarial.name:
        return Adversarial(info)
    raise UnknownNameError("oracle", name, ORACLES)


def read_secret(game: Game, info: InformationSet, text: str) -> Secret:
    """A secret from text, if it is possible at all."""
    secret = game.parse_secret(text)
    if info.exact and info.probability(secret) == 0:
        raise SecretError(f"{shorten(text)} is not a possible secret of {game}")
    return secret
