"""What every information set can do, and what all of them share."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, partial, wraps
from typing import Any, TypeVar

import numpy as np

from sleuth.belief.outcomes import Outcomes, Part
from sleuth.core.capabilities import Constraint
from sleuth.core.displayed import Displayed
from sleuth.core.errors import ActionError, ContradictionError, FeedbackError, StuckError
from sleuth.core.game import Action, Feedback, Game, Secret
from sleuth.core.history import History
from sleuth.core.immutable import Travels
from sleuth.core.offers import repeats, sequential, truthful
from sleuth.core.tables import answer_after
from sleuth.core.text import plural, shorten
from sleuth.kernels.arrays import Floats, Ints

EVENT = object()
"""Stands for no feedback: the event holds it."""
MAX_NAMED = 1000
"""Of more candidates than this, nobody asks each whether it may be named."""
WHOLE = 1e-9
"""A leftover of less than this is rounding."""

S = TypeVar("S", bound="InformationSet")


def of_events(probability: Callable[[S, Secret], float]) -> Callable[[S, Secret], float]:
    """Let the probability of a secret be asked of a predicate too: the sum over the candidates for which it holds."""

    @wraps(probability)
    def of_event(info: S, event: Secret) -> float:
        if not callable(event):
            return probability(info, event)
        return float(sum(probability(info, secret) for secret in info.candidates() if event(secret)))

    return of_event


@dataclass(frozen=True)
class Child:
    """What one answer would lead to."""

    feedback: Feedback
    probability: float
    left: int
    """How many candidates it would leave."""
    over: bool
    """Whether play would have ended."""
    after: Callable[[], InformationSet] = field(repr=False, compare=False)
    """The set that it would leave, made when it is asked for."""


class Children(Sequence[Child]):
    """The answers to one question, the likeliest first."""

    def __init__(self, children: Iterable[Child], rest: float = 0.0) -> None:
        self._children = tuple(children)
        self.rest = rest if rest > WHOLE else 0.0
        """The probability of all answers that are not listed."""

    def __len__(self) -> int:
        return len(self._children)

    def __getitem__(self, place: Any) -> Any:
        return self._children[place]

    def __repr__(self) -> str:
        rest = f", rest={self.rest:.3g}" if self.rest else ""
        return f"Children({list(self._children)}{rest})"


class InformationSet(Displayed, Travels, ABC):
    """Everything consistent with the history, with probabilities: the player's whole state. Immutable.

    Sets are equal if game, history and what they assume are. `key` is equal where the future is, and memos go by that.
    """

    game: Game
    """The game that is played."""
    history: History
    """What was asked and answered so far."""

    @property
    @abstractmethod
    def size(self) -> int:
        """The number of secrets still possible (for a sampled set: of different ones among the particles)."""

    @property
    def estimated_size(self) -> float | None:
        """About how many secrets are still possible; `None` where nobody knows."""
        return float(self.size) if self.exact else None

    @property
    @abstractmethod
    def exact(self) -> bool:
        """Whether the set holds all possible secrets, rather than a sample of them."""

    @property
    def effective_size(self) -> float | None:
        """How many independent draws of the secret the chances are worth; `None` of an exact set, or if unknown."""
        return None

    def standard_error(self, event: Secret) -> float | None:
        """That of the probability of a secret, or of a predicate: 0 of an exact set, `None` if unknown."""
        return 0.0 if self.exact else None

    @property
    @abstractmethod
    def entropy(self) -> float:
        """The entropy of the secret, in bits."""

    @property
    @abstractmethod
    def actions(self) -> Sequence[Action]:
        """What may be asked now."""

    @property
    def all_actions(self) -> bool:
        """Whether `actions` are all that may be asked, or as good as all; else they are some that are worth asking."""
        return True

    @abstractmethod
    def outcomes(self, actions: Sequence[Action] | None = None) -> Outcomes:
        """The actions x feedbacks table, for some actions or for all legal ones."""

    @abstractmethod
    def candidates(self, most: int | None = None) -> list[Secret]:
        """The possible secrets, in the game's order; at most so many."""

    @abstractmethod
    def probability(self, secret: Secret) -> float:
        """The probability of a secret, 0 for what is none; of a predicate, that of all for which it says yes.

        `of_events` sees to the predicates.
        """

    @abstractmethod
    def sample(self, rng: np.random.Generator, n: int = 1) -> list[Secret]:
        """Secrets drawn from the set, with replacement."""

    @property
    @abstractmethod
    def key(self) -> Hashable:
        """Equal only where the future is the same: what may be asked, what would be answered, when play ends.

        Within one game. Of listed candidates it is equal wherever the future is, whatever led there.
        """

    @abstractmethod
    def _after(self, action: Action, feedback: Feedback) -> InformationSet | None:
        """The set after one more step; `None` if nothing is left."""

    @abstractmethod
    def is_legal(self, action: Action) -> bool:
        """Whether an action may be asked now."""

    def table(self) -> Any:
        """The same set as rows of a table, for fast paths; `None` unless the law is a truthful, history-free table
        and the goal one that tables know."""
        return None

    # What would be said.

    def sayings(self, action: Action, secret: Secret) -> Mapping[Feedback, float]:
        """What may be said now if this were the secret, and how likely; where nobody lies, the truth."""
        return {answer_after(self.game, self.history, action, secret): 1.0}

    def answer(self, action: Action, secret: Secret, rng: np.random.Generator) -> Feedback:
        """What would be said now if this were the secret; drawn from `sayings`."""
        sayings = self.sayings(action, secret)
        said = list(sayings)
        return said[0] if len(said) == 1 else said[int(rng.choice(len(said), p=list(sayings.values())))]

    def children(self, action: Action, most: int | None = None) -> Children:
        """What each answer would lead to, the likeliest first; at most so many, and `rest` is what that leaves out."""
        self.check_action(action)
        some = (part for part in self.outcomes([action]).leaves(0, most) if part.probability > 0)
        parts = sorted(some, key=lambda part: -part.probability)[:most]
        rest = 1.0 - sum(part.probability for part in parts)
        return Children((self._child(action, part) for part in parts), rest)

    def _child(self, action: Action, part: Part) -> Child:
        after = cache(partial(self.observe, action, part.feedback))
        over = self._ends(part)
        return Child(part.feedback, part.probability, part.left, after().over if over is None else over, after)

    def _ends(self, part: Part) -> bool | None:
        """Whether an answer would end the play; `None` where only the set that it leaves can tell."""
        goal = self.game.goal
        if not goal.tabulated or (goal.knows and not self.exact):
            return None
        return part.left == 1 if goal.knows else part.wins

    def check_action(self, action: Action, again: bool = True) -> None:
        """Refuse an action that may not be asked now.

        Without `again`, refuse also one that was asked before where the answer can only be the same: no step is worth
        that. A history from elsewhere may have such steps, and under lies they tell something.
        """
        if not self.is_legal(action):
            try:
                text = shorten(self.game.format_action(action))
            except Exception:
                text = shorten(repr(action))
            raise ActionError(f"step {len(self.history) + 1}: {text} {self._why_illegal(action)}")
        if not again and truthful(self.game) and not sequential(self.game) and (reason := self._answer_known(action)):
            text = self.game.format_action(action)
            raise ActionError(f"step {len(self.history) + 1}: {text} {reason}, as it would be now")

    def observe(self, action: Action, feedback: Feedback = EVENT) -> InformationSet:
        """A new information set: what is left once `action` was answered with `feedback`, or after a `Step`."""
        if feedback is EVENT:
            action, feedback = action
        self.check_action(action)
        try:
            hash(feedback)
        except TypeError:
            raise FeedbackError(
                f"step {len(self.history) + 1}: {shorten(repr(feedback))} cannot be a feedback"
            ) from None
        after = self._after(action, feedback)
        if after is None:
            game = self.game
            raise ContradictionError(
                len(self.history) + 1, game.format_action(action), game.format_feedback(feedback), self.size
            )
        return after

    def observe_all(self, steps: Iterable[tuple[Action, Feedback]]) -> InformationSet:
        """Observe several steps in turn."""
        info: InformationSet = self
        for action, feedback in steps:
            info = info.observe(action, feedback)
        return info

    def dead_end(self) -> StuckError:
        """The error where nothing may be asked any more and the goal is not reached."""
        after, left = plural(len(self.history), "step"), plural(self.size, "candidate")
        return StuckError(
            f"the goal of {self.game} is out of reach: after {after} no action is allowed, with {left} left"
        )

    def _why_illegal(self, action: Action) -> str:
        """Why an action may not be asked now, as the end of a sentence."""
        game = self.game
        if message := "" if repeats(game) else self._answer_known(action):
            return message
        constraint = game.offers(Constraint)
        for place, (past, feedback) in enumerate(self.history if constraint is not None else (), 1):
            if constraint is not None and (lacks := constraint.lacks(action, past, feedback)):
                step = f"{game.format_action(past)}={game.format_feedback(feedback)}"
                return f"is not allowed now in {game.name}: after step {place} ({step}) it must have {lacks}"
        return f"is not allowed now in {game.name}"

    def _answer_known(self, action: Action) -> str:
        """When an action was asked and what was answered, as the end of a sentence; nothing if it is new."""
        for place, (past, feedback) in enumerate(self.history, 1):
            if past == action:
                return f"was asked at step {place} already, and the answer was {self.game.format_feedback(feedback)}"
        return ""

    # Goals: what they are judged by.

    @property
    def over(self) -> bool:
        """Whether play has ended: the goal is reached (for a sampled set under KNOW: as far as the particles tell)."""
        return self.game.goal.over(self)

    @property
    def won(self) -> bool:
        """Whether the last answer won: the secret was named."""
        if not self.game.goal.names or not self.history.steps or self.size != 1:
            return False
        *past, (action, feedback) = self.history.steps
        if self.candidates(1)[0] != action:
            return False
        return bool(answer_after(self.game, History(tuple(past)), action, action) == feedback)

    @property
    def known(self) -> bool:
        """Whether the secret is known."""
        return self.size == 1

    @property
    def all_found(self) -> bool:
        """Whether everything was found: each action that hits any candidate was asked."""
        asked = {action for action, _ in self.history}
        hits = self.game.goal.hits
        return all(asked.issuperset(hits(self.game, secret)) for secret in self.candidates())

    @property
    def hits_left(self) -> float:
        """How many hits are still to be asked, on average; 0 where nothing is to be found."""
        if not self.game.goal.finds:
            return 0.0
        asked, hits = {action for action, _ in self.history}, self.game.goal.hits
        missing = ((secret, len(set(hits(self.game, secret)) - asked)) for secret in self.candidates())
        return float(sum(self.probability(secret) * number for secret, number in missing))

    @property
    def may_name(self) -> bool:
        """Whether some candidate may be named now, where that ends a play; yes too where they are too many to ask."""
        if not self.game.goal.names:
            return False
        return self.size > MAX_NAMED or any(map(self.is_legal, self.candidates()))

    @property
    def best_chance(self) -> float:
        """The probability of the likeliest secret."""
        return max(map(self.probability, self.candidates()))

    # What a person should be told.

    @property
    def notes(self) -> tuple[str, ...]:
        """What a person should be told besides: estimates, planning weights, lies that were caught."""
        return (*([self.assumption] if self.assumption else []), *(self.lie_caught(place) for place in self.caught))

    @property
    def caught(self) -> tuple[int, ...]:
        """The steps, counted from 1, whose answers are known to be lies: no candidate gives them."""
        return ()

    def caught_since(self, before: InformationSet) -> list[str]:
        """A sentence for each lie that the last steps have brought to light."""
        return [self.lie_caught(place) for place in self.caught if place not in before.caught]

    def lie_caught(self, place: int) -> str:
        """That a step is known to have been answered with a lie."""
        action, feedback = self.history.steps[place - 1]
        asked, said = self.game.format_action(action), self.game.format_feedback(feedback)
        return f"A lie is caught: {asked} = {said} at step {place} was false."

    def shares(self) -> tuple[Ints, Floats] | None:
        """The numbers of the candidates in the game's list and their probabilities; `None` where it holds no arrays."""
        return None

    def lies_taken(self) -> tuple[Ints, Ints] | None:
        """The numbers of the candidates and the lies that each takes; `None` where lies are not counted."""
        return None

    @property
    def precision(self) -> str:
        """How exact the figures are, behind the bits; empty where they are."""
        return ""

    @property
    def kinds(self) -> tuple[int, ...]:
        """How many candidates take no lie, one, two, and so on; empty where lies are not counted."""
        return ()

    @property
    def assumption(self) -> str:
        """What chances and bits rest on, where the game does not say how likely something is; else empty."""
        return ""

    @property
    def _assumptions(self) -> tuple[Hashable, ...]:
        """What the set rests on besides the game and the history."""
        return ()

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, InformationSet):
            return NotImplemented
        if self is other:
            return True
        mine = type(self), self.game, self.history, self._assumptions
        return mine == (type(other), other.game, other.history, other._assumptions) and self.key == other.key

    def __hash__(self) -> int:
        return hash((type(self), self.game, self.history, self._assumptions))

    def _line(self) -> str:
        return f"{self.game}: {self.size:,} secrets, {self.entropy:.3f} bits after {len(self.history)} steps"

    def __str__(self) -> str:
        return self._line()

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self._line()}>"
