"""One-step strategies: ask what a criterion likes best now.

`entropy` is Information Set Entropy Search (Meng & Lucas, Algorithm 1) over all states and actions. As printed it
copies and filters the set for every state; states with the same feedback filter to the same part, so counting each
part once and weighing it by its size gives the same number.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from sleuth.belief.base import InformationSet
from sleuth.belief.followed_outcomes import followed
from sleuth.belief.outcomes import Outcomes
from sleuth.core.errors import ParameterError
from sleuth.core.game import Action
from sleuth.core.limit import UNLIMITED, Limit
from sleuth.core.offers import has_own
from sleuth.core.spec import split_inner
from sleuth.core.tables import numbers
from sleuth.core.text import plural, shorten
from sleuth.strategies.base import Rng, Strategy, instead, names_now
from sleuth.strategies.criteria import (
    ENTROPY,
    MINIMAX,
    PARTS,
    SIZE,
    Criterion,
    FunctionCriterion,
    Key,
    sharma_mittal,
)
from sleuth.strategies.decision import Decision

TIES = {"help": "what breaks ties, in order: criteria, possible, lex; as in possible+lex"}
ONLY = {"help": "ask only what may be the secret"}
LIKELIEST = "Its score is an estimate: of very many answers only the likeliest are looked at."
FEW = 4
"""So many actions are weighed to see how long one takes."""
SPARE = 0.8
"""The share of the time that is left that is taken for weighing actions."""
COST = {"help": "count what is gained for each unit of cost, where actions differ in cost"}


@dataclass(frozen=True)
class Greedy(Strategy):
    """Ask what one criterion likes best."""

    ties: str = field(default="", metadata=TIES)
    only_possible: bool = field(default=False, metadata=ONLY)
    per_cost: bool = field(default=False, metadata=COST)

    def __post_init__(self) -> None:
        _ = self.key

    @property
    @abstractmethod
    def criterion(self) -> Criterion:
        """What it likes."""

    @property
    def key(self) -> Key:
        """The ordered key that decides."""
        return Key.of(self.criterion, self.ties, self.per_cost)

    @property
    def tie_break(self) -> str:
        return f"{self.key}{', only possible' if self.only_possible else ''}{', per cost' if self.per_cost else ''}"

    def decide(self, info: InformationSet, *, rng: Rng | None = None, limit: Limit = UNLIMITED) -> Decision:
        some, short = affordable(info, limit), ""
        if some is None:
            outcomes = self.considered(info)
        else:
            outcomes = info.outcomes(some)
            short = f"Time was short: {len(some):,} of {plural(len(info.actions), 'action')} were weighed."
        if self.key.weighs:
            outcomes = followed(outcomes, info)
        if self.per_cost:
            outcomes = priced(outcomes, info)
        row, scores = self.key.pick(outcomes)
        if short and (other := instead(info, outcomes, row)) is not None:
            outcomes = followed(other, info) if self.key.weighs else other
            row, scores = self.key.pick(outcomes)
        estimate = self.estimate(outcomes) or short
        return Decision(info, outcomes, row, scores, str(self), self.tie_break, estimate=estimate)

    def estimate(self, outcomes: Outcomes) -> str:
        """What of the scores is an estimate, or not what it is said to be: a size under lies."""
        return outcomes.units if self.criterion in (SIZE, MINIMAX) else ""

    def considered(self, info: InformationSet) -> Outcomes:
        """The outcomes of the actions to choose from: all, or possible ones, or the one secret to name now."""
        if secret := names_now(info, self.per_cost):
            return info.outcomes(secret)
        if self.only_possible:
            if (table := info.table()) is not None:
                possible = table.possible_actions()
                return table.outcomes_of(possible) if possible.size else info.outcomes()
            outcomes = info.outcomes()
            rows = np.flatnonzero(outcomes.possible).astype(np.int32)
            return outcomes.take(rows) if rows.size else outcomes
        return info.outcomes()


@dataclass(frozen=True)
class Entropy(Greedy):
    """Ask what leaves the least entropy on average (exact ISES)."""

    criterion = ENTROPY


@dataclass(frozen=True)
class Minimax(Greedy):
    """Ask what leaves the fewest candidates in the worst case (Knuth 1977)."""

    criterion = MINIMAX


@dataclass(frozen=True)
class Size(Greedy):
    """Ask what leaves the fewest candidates on average (Irving 1979)."""

    criterion = SIZE


@dataclass(frozen=True)
class Parts(Greedy):
    """Ask what has the most different answers (Kooi 2005)."""

    criterion = PARTS


@dataclass(frozen=True)
class SharmaMittal(Greedy):
    """Ask what leaves the least entropy of some order and degree on average (Hofer & Nelson 2016).

    Order 1 and degree 1 is `entropy`. Where all candidates are equally likely the order does not matter, and degree 0
    is `size`, degree 2 `parts`.
    """

    order: float = field(
        default=1.0, metadata={"help": "0 or more, or inf: how probabilities are weighed", "infinite": True}
    )
    degree: float = field(default=1.0, metadata={"help": "any number: how large parts weigh against small ones"})

    @property
    def criterion(self) -> Criterion:
        return sharma_mittal(self.order, self.degree)

    def estimate(self, outcomes: Outcomes) -> str:
        return "" if (self.order, self.degree) == (1, 1) or outcomes.complete(self.order) else LIKELIEST


RULES: dict[str, type[Greedy]] = {cls.name: cls for cls in (Entropy, Minimax, Size, Parts, SharmaMittal)}
"""The one-step rules by name; those that look for hits join when they are made (`hits.py`)."""


def parse_rule(text: str) -> Greedy:
    """The one-step rule that a text names inside another spec: `entropy`, `sharma-mittal:order=2,degree=1`."""
    name, raw = split_inner(text)
    if name not in RULES:
        raise ParameterError(f"there is no one-step rule {shorten(name)!r}; it is one of {', '.join(RULES)}")
    return RULES[name].from_parameters(raw)


def affordable(info: InformationSet, limit: Limit) -> list[Action] | None:
    """Some of the actions, evenly chosen, where there is no time to weigh all of them; `None` where there is.

    Tables are quick. Elsewhere a few actions tell how long one takes.
    """
    if limit.seconds is None or info.table() is not None or info.size <= 2 or len(info.actions) <= FEW:
        return None
    clock, actions = limit.start(), list(info.actions)
    _ = info.outcomes(evenly(actions, FEW)).information
    room = int(SPARE * max(0.0, limit.seconds - clock.seconds) / max(clock.seconds / FEW, 1e-9))
    return None if room >= len(actions) else evenly(actions, max(FEW, room))


def evenly(actions: Sequence[Action], number: int) -> list[Action]:
    """So many of some actions, from the first to the last."""
    return [actions[place] for place in np.linspace(0, len(actions) - 1, number).astype(int).tolist()]


def priced(outcomes: Outcomes, info: InformationSet) -> Outcomes:
    """The same outcomes with what each action costs, where the game says so."""
    if outcomes.costs.size or not has_own(info.game, "cost"):
        return outcomes
    return outcomes.priced(numbers(info.game, "cost", outcomes.actions))


def greedy(
    function: Callable[[Outcomes], Any], name: str = "custom", ties: str = "", only_possible: bool = False
) -> Greedy:
    """A one-step strategy from your own criterion: a function from outcomes to a score for each action.

    >>> most_wins = greedy(lambda outcomes: -outcomes.win_probability, "most-wins")
    """
    kind = type(
        name, (Greedy,), {"criterion": FunctionCriterion(name, function), "name": name, "__doc__": function.__doc__}
    )
    strategy: Greedy = kind(ties=ties, only_possible=only_possible)
    return strategy
