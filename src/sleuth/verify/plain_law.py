"""A game as its author wrote it: all that the verifier takes from it, and whether it can be judged by that.

Only the plain methods are used: `secrets`, `actions`, `feedback` (or `feedback_after`), `prior`, `cost`, `hits`,
`allows`, `announced`, and how texts are written. Every answer is asked for twice, since nothing can be said of a law
that is not fixed. Weights and costs are taken at their exact value.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from math import isfinite
from typing import Any, TypeVar

from sleuth.core import offers
from sleuth.core.capabilities import Past as PastLaw
from sleuth.core.errors import SleuthError, TreeError
from sleuth.core.game import Action, Feedback, Game, Secret
from sleuth.core.offers import announced, announces, hits_of, repeats, truthful
from sleuth.core.text import plural, shorten

Number = int | Fraction
Past = Sequence[tuple[int, Feedback]]
"""What was asked, by number, and answered."""
T = TypeVar("T")


class Unjudged(TreeError):
    """A file or a game about which the verifier can say neither yes nor no; the message says why."""


def check_truthful(game: Game) -> None:
    """Raise `Unjudged` if answers may be lies."""
    if not truthful(game):
        raise Unjudged(f"the answers of {game} may be lies, and a tree is judged by true ones")


class PlainLaw:
    """The secrets that can occur and the actions of a game, by number, and the law between them.

    `expected` is how many secrets there should be; no more than one past that are listed, and another number is wrong.
    """

    def __init__(self, game: Game, expected: int | None = None) -> None:
        self.game, self.goal = game, game.goal
        check_truthful(game)
        if not self.goal.tabulated:
            raise Unjudged(f"the goal of {game} is {self.goal!r}, and only name, know and find are known here")
        self.secrets, weights = self._list_secrets(expected)
        if expected is not None and expected != len(self.secrets):
            listed = "more" if len(self.secrets) > expected else f"{len(self.secrets):,}"
            raise TreeError(f"it was made for {plural(expected, 'secret')}, and {game} lists {listed}")
        if announces(game) and any(self._ask("announced", announced, game, s) != game for s in self.secrets):
            raise Unjudged(
                f"{game} announces something before play, and a tree is for one announcement; "
                "give it as a parameter of the game (Hangman: lengths)"
            )
        self.actions: list[Action] = self._ask("actions", lambda: list(game.actions()))
        costs = [self._number("cost", game.cost, a) for a in self.actions]
        if not all(costs):
            raise Unjudged(f"{game}: every action must cost more than 0")
        alike = len(set(weights)) == 1
        self.weights: list[Number] = [1] * len(weights) if alike else weights
        """The prior; secrets that are all alike count one each."""
        self.priced = len(set(costs)) > 1
        self.costs: list[Number] = costs if self.priced else [1] * len(costs)
        """What actions cost; one each where all cost the same."""
        self.price: Number = 1 if self.priced or not costs else costs[0]
        """The cost of a step where all cost the same."""
        self.whole = all(isinstance(value, int) for value in (*self.weights, *self.costs))
        """Whether totals are whole numbers, so that nobody had to round."""
        number = {s: i for i, s in enumerate(self.secrets)} if self.goal.names else {}
        self.named = [number.get(a, -1) for a in self.actions]
        """For each action, the secret that it names; -1 if none."""
        place = {a: i for i, a in enumerate(self.actions)}
        self.hits = [self._hits(s, place) for s in self.secrets] if self.goal.finds else []
        """For each secret, the actions that find a part of it; -1 stands for what cannot be asked."""

    def _list_secrets(self, expected: int | None) -> tuple[list[Secret], list[Number]]:
        game = self.game
        secrets, weights = list[Secret](), list[Number]()
        listed: Iterable[Secret] = self._ask("secrets", lambda: iter(game.secrets()))
        while (secret := self._ask("secrets", next, listed, END)) is not END:
            if weight := self._number("prior", game.prior, secret):
                secrets.append(secret)
                weights.append(weight)
            if expected is not None and len(secrets) > expected:
                break
        if not secrets:
            raise Unjudged(f"{game} has no secret that can occur")
        if self._ask("secrets", lambda: len(set(secrets))) < len(secrets):
            raise Unjudged(f"{game} lists a secret twice")
        return secrets, weights

    def _hits(self, secret: Secret, place: dict[Action, int]) -> frozenset[int]:
        return frozenset(self._ask("hits", lambda: [place.get(a, -1) for a in hits_of(self.game, secret)]))

    def _ask(self, what: str, method: Callable[..., T], *arguments: Any) -> T:
        """What a method of the game gives; its own faults are told in one line."""
        try:
            return method(*arguments)
        except SleuthError as error:
            raise Unjudged(f"{self.game}: {error}") from error
        except Exception as error:
            raise Unjudged(f"{self.game}: {what} raises {type(error).__name__}: {shorten(str(error))}") from error

    def _number(self, what: str, method: Callable[[Any], Any], of: Any) -> Number:
        """A weight or a cost at its exact value."""
        value = self._ask(what, method, of)
        if not isinstance(value, int | Fraction):
            value = self._ask(what, float, value)
            if not isfinite(value):
                raise Unjudged(f"{self.game}: the {what} of {shorten(repr(of))} is {value}")
        if value < 0:
            raise Unjudged(f"{self.game}: the {what} of {shorten(repr(of))} is {value}, less than nothing")
        return exact(value)

    @property
    def digest(self) -> str:
        """Of the text and the weight of each secret, in order: by it a file says which secrets it was made for."""
        lines = (f"{self.game.format_secret(s)}\t{float(self.game.prior(s))!r}\n" for s in self.secrets)
        return f"sha256:{hashlib.sha256(''.join(lines).encode()).hexdigest()}"

    def answer(self, asked: Sequence[int], action: int, secret: int) -> Feedback:
        """What the law answers to an action once some were asked."""
        try:
            feedback, again = (self._answer(asked, action, secret) for _ in range(2))
            hash(feedback)
            fixed = bool(feedback == again)
        except Exception as error:
            message = f"{type(error).__name__}: {shorten(str(error))}"
            raise Unjudged(f"{self.game}: the law fails for {self._pair(action, secret)}: {message}") from error
        if not fixed:
            raise Unjudged(f"{self.game}: the law is not fixed: {self._pair(action, secret)} is answered in two ways")
        return feedback

    def _answer(self, asked: Sequence[int], action: int, secret: int) -> Feedback:
        law = self.game.offers(PastLaw)
        if law is not None:
            return law.feedback_after([self.actions[a] for a in asked], self.actions[action], self.secrets[secret])
        feedback: Feedback = self.game.feedback(self.actions[action], self.secrets[secret])
        return feedback

    def _pair(self, action: int, secret: int) -> str:
        return f"action {shorten(repr(self.actions[action]))} and secret {shorten(repr(self.secrets[secret]))}"

    def allowed(self, action: int, past: Past) -> bool:
        """Whether an action may be asked after what was asked and answered."""
        game = self.game
        if not repeats(game) and any(action == before for before, _ in past):
            return False
        asked = [(self.actions[before], feedback) for before, feedback in past]
        allowed: bool = self._ask("allows", offers.allows, game, self.actions[action], asked)
        return allowed

    def over(self, left: Sequence[int], past: Past) -> bool:
        """Whether the goal is reached: the secret was named, is known, or all of it was found for certain."""
        if self.goal.knows:
            return len(left) == 1
        if past and len(left) == 1:
            action, feedback = past[-1]
            before = [action for action, _ in past[:-1]]
            if self.named[action] == left[0] and self.answer(before, action, left[0]) == feedback:
                return True
        if not self.goal.finds:
            return False
        asked = {action for action, _ in past}
        return all(self.hits[s] <= asked for s in left)


def exact(value: float | Fraction) -> Number:
    """A finite number at its exact value."""
    fraction = Fraction(value)
    return int(fraction) if fraction.denominator == 1 else fraction


END: Any = object()
"""The end of a list."""
