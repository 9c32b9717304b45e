"""Looking ahead from any information set, answer by answer: how many steps it takes to the goal.

Everything goes through what all sets have: `children`, `key` and the goal's bound and estimate. A value has a bound
that no strategy beats, the steps that were found, and whether these are what some strategy takes for sure. So one
search serves both: looking a few answers ahead, where the steps past the last of them are estimated, and solving, where
it is done once the steps are sure and no more than the bound.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from math import ceil, inf
from typing import NamedTuple

from sleuth.belief.base import Children, InformationSet
from sleuth.core.errors import StuckError
from sleuth.core.game import Action
from sleuth.core.goal import Left
from sleuth.core.limit import Clock
from sleuth.core.offers import constrained, sequential, truthful
from sleuth.strategies.base import TimeUpError, names_now
from sleuth.strategies.criteria import TOLERANCE
from sleuth.strategies.greedy import Greedy
from sleuth.strategies.ranking import promising

ANSWERS = 50
"""So many answers to a question are followed, the likeliest; the others are taken to be like them."""
HEAVY = 100_000
"""Sets whose keys have more bytes are not remembered: they would fill the memory, and seldom come again."""


class Value(NamedTuple):
    """The steps from an information set to the goal, on average; or in the worst case, where that is sought."""

    least: float
    """No strategy needs fewer."""
    steps: float
    """What was found; `inf` where the goal cannot be reached."""
    sure: bool
    """Whether some strategy takes just these steps: nothing was estimated."""

    @property
    def proved(self) -> bool:
        """Whether nothing is better."""
        return self.sure and self.steps <= self.least + TOLERANCE


OVER = Value(0.0, 0.0, True)
NEVER = Value(inf, inf, True)


class Ranking(NamedTuple):
    """The actions to look into, the best first."""

    actions: Sequence[Action]
    whole: bool
    """Whether nothing was left out that might be better."""


Rank = Callable[[InformationSet], Ranking]
Leaf = Callable[[InformationSet], Left]
Price = Callable[[Action], float]


def one(action: Action) -> float:
    """What a step costs where steps are counted."""
    return 1.0


def ranking(rule: Greedy, width: int | None = None) -> Rank:
    """The best actions of a set by a one-step rule; none where nothing may be asked."""

    def rank(info: InformationSet) -> Ranking:
        try:
            outcomes = info.outcomes()
        except StuckError:
            return Ranking((), True)
        rows, whole = promising(info, outcomes, rule, width)
        return Ranking([outcomes.actions[row] for row in rows.tolist()], whole)

    return rank


def left_at(pace: float) -> Leaf:
    """What the goal says of the steps left, where an answer tells about so many bits."""

    def left(info: InformationSet) -> Left:
        return info.game.goal.left(info, pace)

    return left


class Ahead:
    """Values of information sets and of actions, remembered by what their future is.

    Steps go by the mean over answers, or with `worst` by the worst of them; each counts as its price says, and the
    cheapest action has the price `least`. With `prove` an action is given up once its bound is no better than the steps
    of another.
    """

    def __init__(
        self,
        rank: Rank,
        leaf: Leaf,
        clock: Clock,
        *,
        most: int | None = ANSWERS,
        worst: bool = False,
        prove: bool = False,
        price: Price = one,
        least: float = 1.0,
    ) -> None:
        self.rank, self.leaf, self.clock = rank, leaf, clock
        self.most, self.worst, self.prove = most, worst, prove
        self.price, self.least = price, least
        self.cut = False
        """Whether actions were left out somewhere that might be better."""
        self._known: dict[tuple[Hashable, int], Value] = {}

    def value(self, info: InformationSet, depth: int) -> Value:
        """The steps from a set on, if so many actions are looked ahead."""
        return OVER if info.over else self._value(info, info.key, depth)

    def _value(self, info: InformationSet, key: Hashable, depth: int) -> Value:
        known = self._known.get((key, -1)) or self._known.get((key, depth))
        if known is None:
            self.tick()
            known = self._look(info, key, depth)
            if _light(key):  # what is proved holds at any depth
                self._known[key, -1 if self.prove and known.proved else depth] = known
        return known

    def _look(self, info: InformationSet, key: Hashable, depth: int) -> Value:
        least, estimate, _ = self.bounds(info)
        if self.price is one and settled(info):
            least = max(least, float(info.size)) if self.worst else least
            return Value(least, least, info.exact)
        if depth == 0:
            return Value(least, estimate, False)
        actions, whole = self.rank(info)
        self.cut |= not whole
        best, low = NEVER._replace(sure=whole), inf
        for action in actions:
            value = self._asking(info, action, key, depth - 1, best.steps)
            low = min(low, value.least)
            if value.steps < best.steps - TOLERANCE or (value.sure and not best.sure and value.steps <= best.steps):
                best = value
            if best.steps <= least + TOLERANCE:
                low = least
                break
        return Value(max(least, low) if whole else least, best.steps, best.sure)

    def bounds(self, info: InformationSet) -> Value:
        """What is known of a set without looking further."""
        least, estimate = self.leaf(info)
        if self.worst:  # it is at least the mean, and a whole number
            least, estimate = float(ceil(least - TOLERANCE)), float(ceil(estimate - TOLERANCE))
        return Value(self.least * float(least), self.least * float(estimate), False)

    def asking(self, info: InformationSet, action: Action, depth: int, beat: float = inf) -> Value:
        """The steps if an action is asked now, and so many are looked ahead after it."""
        return self._asking(info, action, info.key, depth, beat)

    def _asking(self, info: InformationSet, action: Action, key: Hashable, depth: int, beat: float) -> Value:
        children = info.children(action, self.most)
        tally = (_Worst if self.worst else _Mean)(children, info.exact, self.price(action), self.least)
        for child in children:
            if child.over:
                continue
            self.tick()
            after = child.after()
            mark = after.key
            tally.add(child.probability, None if mark == key else self._value(after, mark, depth))
            bound = tally.bound
            if bound == inf or (self.prove and bound >= beat - TOLERANCE):
                return Value(bound, bound, bound == inf)
        return tally.value

    def tick(self) -> None:
        """Count a set, and stop when time is up."""
        self.clock.nodes += 1
        if self.clock.spent():
            raise TimeUpError("time is up")


class _Mean:
    """The mean over answers, while it is taken.

    An answer after which everything is as before is waited out: the same is asked again until another comes. Answers
    that are not listed are taken to need as many steps as those that are and do not end the play.
    """

    def __init__(self, children: Children, exact: bool, price: float, cheapest: float) -> None:
        self.price, self.cheapest, self.rest = price, cheapest, children.rest
        self.open = sum(child.probability for child in children if not child.over)
        self.least = self.steps = self.same = self.done = 0.0
        self.sure = exact and not self.rest

    def add(self, probability: float, value: Value | None) -> None:
        """Count an answer; `None` where everything is as before."""
        self.open -= probability
        if value is None:
            self.same += probability
            return
        self.done += probability
        self.least += probability * value.least
        self.steps += probability * value.steps
        self.sure &= value.sure

    @property
    def bound(self) -> float:
        """What nothing beats, if every answer still open takes one step more."""
        return self._again(self.price + self.least + self.cheapest * max(self.open, 0.0))

    @property
    def value(self) -> Value:
        """The mean, once all answers are counted."""
        rest = self.rest * (self.steps / self.done if self.done else self.cheapest)
        return Value(self._again(self.price + self.least), self._again(self.price + self.steps + rest), self.sure)

    def _again(self, steps: float) -> float:
        return steps / (1.0 - self.same) if self.same < 1.0 - TOLERANCE else inf


class _Worst(_Mean):
    """The worst of all answers, while it is taken."""

    def add(self, probability: float, value: Value | None) -> None:
        value = value or NEVER
        self.open -= probability
        self.least, self.steps = max(self.least, value.least), max(self.steps, value.steps)
        self.sure &= value.sure

    @property
    def bound(self) -> float:
        return self.price + max(self.least, self.cheapest if self.open > TOLERANCE else 0.0)

    @property
    def value(self) -> Value:
        return Value(self.price + self.least, self.price + self.steps, self.sure)


def settled(info: InformationSet) -> bool:
    """Whether nothing is left to choose, so that the bound is what it takes: what is left is named, or asked."""
    game = info.game
    if game.goal.finds and info.size == 1 and info.exact and not info.may_name:
        # Each hit must be asked, and nothing more.
        return truthful(game) and not constrained(game) and not sequential(game)
    secret = names_now(info) if game.goal.names else []
    return bool(secret) and all(
        child.over or (child.left < info.size and settled(child.after())) for child in info.children(secret[0])
    )


def _light(key: Hashable) -> bool:
    """Whether a key is worth its memory."""
    parts = key if isinstance(key, tuple) else (key,)
    return sum(len(part) for part in parts if isinstance(part, bytes)) <= HEAVY
