"""The best that any tree can do at a small game, and what a strategy does, by trying everything.

Plain and slow on purpose. It knows the contract of a game and nothing else of the package: no tables, no information
sets, no bounds. Weights and costs are taken at their exact value, so totals are exact fractions.

A tree is a choice at every state that play may reach. A state is the candidates, the actions that may still be asked,
and what was asked as far as it matters: where the law is sequential, and where something is to be found.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, cached_property
from math import lcm, prod
from typing import NamedTuple, TypeVar

from sleuth.core.capabilities import Past
from sleuth.core.errors import ParameterError
from sleuth.core.game import Action, Feedback, Game, Secret
from sleuth.core.history import History
from sleuth.core.offers import allows, announced, announces, constrained, hits_of, repeats, truthful

N = TypeVar("N", int, Fraction)
ByStep = tuple[int | None, ...]
"""The least total of trees that take at most 0, 1, 2 ... steps, `None` for none; the last holds for any more."""
OVER: ByStep = (0,)
NEVER: ByStep = (None,)


@dataclass(frozen=True)
class Optimum:
    """The least totals of a game, over all trees. A total is a sum over secrets, each as often as its weight says."""

    by_steps: tuple[Fraction | None, ...]
    """The least total of trees whose plays all end within 0, 1, 2 ... steps; `None` where no tree does that.

    The last one holds for any number of steps.
    """

    def within(self, steps: int | None = None) -> Fraction | None:
        """The least total of trees that take at most so many steps, or any number; `None` if there is no such tree."""
        return self.by_steps[-1 if steps is None else min(steps, len(self.by_steps) - 1)]

    @property
    def total(self) -> Fraction | None:
        """The least total of any tree; `None` if the goal cannot be reached."""
        return self.by_steps[-1]

    @property
    def worst(self) -> int | None:
        """The fewest steps that suffice for every secret; `None` if the goal cannot be reached."""
        return next((steps for steps, total in enumerate(self.by_steps) if total is not None), None)

    @property
    def worst_at_total(self) -> int | None:
        """The longest play of the shortest tree among those with the least total."""
        return None if self.total is None else self.by_steps.index(self.total)


class SearchState(NamedTuple):
    """Where a play may be, as far as it matters to what follows."""

    candidates: tuple[int, ...]
    legal: tuple[int, ...]
    """The actions that may be asked."""
    asked: tuple[int, ...]
    """What was asked and matters: to the law, in order if that matters to it; else, the hits of some candidate."""


class Rules:
    """A game by numbers: its secrets, actions, weights and costs, and the states that play may reach."""

    def __init__(
        self,
        game: Game,
        *,
        only_possible: bool = False,
        by_cost: bool = True,
        weights: Mapping[Secret, Fraction] | None = None,
    ) -> None:
        """`weights` stand for the prior; a secret without weight is still to be settled."""
        if not truthful(game):
            raise ParameterError(f"brute force follows true answers, and those of {game} may be lies")
        self.game, self.only_possible = game, only_possible
        self.secrets: list[Secret] = [secret for secret in game.secrets() if game.prior(secret) > 0]
        self.actions: list[Action] = list(game.actions())
        given = {s: Fraction(game.prior(s)) for s in self.secrets} if weights is None else weights
        self.weights, self._weight_unit = _whole(given[secret] for secret in self.secrets)
        self.costs, self._cost_unit = _whole((game.cost(a) if by_cost else 1) for a in self.actions)
        number = {action: place for place, action in enumerate(self.actions)}
        self.naming: list[int | None] = [None] * len(self.secrets)
        """For each secret, the action that names it, where naming is a way to end the play."""
        self.hits: list[frozenset[int]] = [frozenset()] * len(self.secrets)
        if game.goal.names:
            self.naming = [number.get(secret) for secret in self.secrets]
        if game.goal.finds:
            self.hits = [frozenset(number[action] for action in hits_of(game, secret)) for secret in self.secrets]
        self.law = game.offers(Past)
        self.ordered = self.law is not None and self.law.ordered
        self._answers: dict[tuple[tuple[int, ...], int], list[Feedback]] = {}
        self._left: dict[tuple[tuple[int, ...], int, Feedback], tuple[int, ...]] = {}

    def value(self, total: int) -> Fraction:
        """A total in the units of the game."""
        return Fraction(total, self._weight_unit * self._cost_unit)

    @property
    def whole(self) -> SearchState:
        """Before the first question."""
        return SearchState(tuple(range(len(self.secrets))), tuple(range(len(self.actions))), ())

    def answers(self, asked: tuple[int, ...], action: int) -> list[Feedback]:
        """The answer of each secret to an action, once some were asked."""
        game = self.game
        key = (asked if self.law is not None else ()), action
        if key not in self._answers:
            if self.law is not None:
                past = [self.actions[a] for a in asked]
                answers = [self.law.feedback_after(past, self.actions[action], s) for s in self.secrets]
            else:
                answers = [game.feedback(self.actions[action], s) for s in self.secrets]
            self._answers[key] = answers
        return self._answers[key]

    def over(self, state: SearchState) -> bool:
        """Whether the goal is reached, naming apart: one candidate is left, or everything was found for certain."""
        if self.game.goal.knows:
            return len(state.candidates) == 1
        return self.game.goal.finds and all(self.hits[s].issubset(state.asked) for s in state.candidates)

    def choices(self, state: SearchState) -> Iterable[int]:
        """The actions that may be asked, under the terms."""
        if not self.only_possible:
            return state.legal
        names = {self.naming[s] for s in state.candidates}
        return [a for a in state.legal if a in names]

    def after(self, state: SearchState, action: int) -> dict[Feedback, SearchState | None]:
        """What each answer to an action leads to; `None` where it names the secret."""
        groups: dict[Feedback, list[int]] = {}
        answers = self.answers(state.asked, action)
        for secret in state.candidates:
            groups.setdefault(answers[secret], []).append(secret)
        out: dict[Feedback, SearchState | None] = {}
        for feedback, group in groups.items():
            if len(group) == 1 and self.naming[group[0]] == action:
                out[feedback] = None
            else:
                legal, asked = self._legal(state.legal, action, feedback), self._asked(state.asked, action, group)
                out[feedback] = SearchState(tuple(group), legal, asked)
        return out

    def _asked(self, asked: tuple[int, ...], action: int, candidates: list[int]) -> tuple[int, ...]:
        """What was asked, as far as it matters once these candidates are left."""
        if self.law is not None:
            return (*asked, action) if self.ordered else tuple(sorted({*asked, action}))
        if not self.game.goal.finds:
            return ()
        hits = frozenset().union(*(self.hits[s] for s in candidates))
        return tuple(sorted(hits.intersection({*asked, action})))

    def _legal(self, legal: tuple[int, ...], action: int, feedback: Feedback) -> tuple[int, ...]:
        """The actions that may be asked after an answer to one."""
        game, key = self.game, (legal, action, feedback)
        if key not in self._left:
            if not repeats(game):
                legal = tuple(a for a in legal if a != action)
            if constrained(game):
                past = self.actions[action]
                legal = tuple(a for a in legal if allows(game, self.actions[a], [(past, feedback)]))
            self._left[key] = legal
        return self._left[key]


class Trees(Rules):
    """The least totals of the states of a game."""

    @cached_property
    def known(self) -> dict[SearchState, ByStep]:
        """What was worked out."""
        return {}

    @cached_property
    def start(self) -> SearchState:
        """Before the first question, without actions that can never help: whoever is left, they change nothing."""
        whole = self.whole
        if self.law is not None:
            return whole
        helps = [a for a in whole.legal if a in self.naming or not self.idle(whole, a, self.after(whole, a))]
        return whole._replace(legal=tuple(helps))

    def least(self, state: SearchState) -> ByStep:
        """The least totals from a state on, by the number of steps."""
        if state not in self.known:
            self.known[state] = OVER if self.over(state) else self._least_by(state, self.choices(state))
        return self.known[state]

    def _least_by(self, state: SearchState, actions: Iterable[int]) -> ByStep:
        best = NEVER
        for action in actions:
            following = self.after(state, action)
            if not self.idle(state, action, following):
                best = _least(best, self.asking(state, action, following))
        return best

    def idle(self, state: SearchState, action: int, following: Mapping[Feedback, SearchState | None]) -> bool:
        """Whether an action changes nothing for the better, so that the step may as well be left out.

        It leaves the candidates as they are and finds nothing; all that it may do is to forbid other actions. Where the
        law depends on what was asked, nothing at all must have changed.
        """
        if self.law is not None:
            return state in following.values()
        same = any(after is not None and after.candidates == state.candidates for after in following.values())
        return same and (action in state.asked or not any(action in self.hits[s] for s in state.candidates))

    def asking(self, state: SearchState, action: int, following: Mapping[Feedback, SearchState | None]) -> ByStep:
        """The least totals of trees that ask an action now."""
        rest = OVER
        for after in following.values():
            rest = _sum(rest, OVER if after is None else self.least(after))
        mass = sum(self.weights[s] for s in state.candidates)
        return (None, *(None if total is None else mass * self.costs[action] + total for total in rest))


def best_tree(
    game: Game,
    *,
    first: Action | None = None,
    only_possible: bool = False,
    by_cost: bool = True,
    weights: Mapping[Secret, Fraction] | None = None,
) -> Optimum:
    """The least totals over all trees of a small game, whatever its goal.

    `first` is what every tree must ask first, `only_possible` lets only such actions be asked (the first apart) that
    name a candidate. `by_cost` weighs a step by its cost; without it, each counts one. `weights` stand for the prior.
    Where something is announced before play, each game that may be announced has a tree of its own, and totals are
    summed.
    """
    if announces(game):
        games = dict.fromkeys(announced(game, secret) for secret in game.secrets() if game.prior(secret) > 0)
        if list(games) != [game]:
            totals: tuple[Fraction | None, ...] = (Fraction(0),)
            for one in games:
                best = best_tree(one, first=first, only_possible=only_possible, by_cost=by_cost)
                totals = _sum(totals, best.by_steps)
            return Optimum(totals)
    trees = Trees(game, only_possible=only_possible, by_cost=by_cost, weights=weights)
    if trees.ordered and repeats(game):
        raise ParameterError(f"{game} has no end of pasts: the order of questions matters, and they may be repeated")
    if first is None or trees.over(trees.start):
        by_steps = trees.least(trees.start)
    else:
        action = trees.actions.index(first)
        by_steps = trees.asking(trees.start, action, trees.after(trees.start, action))
    return Optimum(tuple(None if total is None else trees.value(total) for total in by_steps))


def least_late(
    game: Game, in_time: int, longest: int, *, first: Action | None = None, only_possible: bool = False
) -> Fraction | None:
    """The least weight of secrets that take more than `in_time` steps, over trees of at most `longest`; `None` for
    no tree."""
    trees = Trees(game, only_possible=only_possible, by_cost=False)

    @cache
    def least(state: SearchState, used: int) -> int | None:
        if trees.over(state):
            return 0
        if used == longest:
            return None
        given = used == 0 and first is not None
        late = []
        for action in [trees.actions.index(first)] if given else trees.choices(state):
            following = trees.after(state, action)
            if given or not trees.idle(state, action, following):
                rest = [least(after, used + 1) for after in following.values() if after is not None]
                if None not in rest:  # the first step that is too late counts everybody who is left
                    mass = sum(trees.weights[s] for s in state.candidates) if used == in_time else 0
                    late.append(mass + sum(one for one in rest if one is not None))
        return min(late, default=None)

    found = least(trees.start if first is None else trees.whole, 0)
    return None if found is None else trees.value(found)


def count_trees(
    game: Game,
    steps: int | None = None,
    *,
    first: Action | None = None,
    only_possible: bool = False,
    by_cost: bool = True,
    near: Fraction = Fraction(0),
) -> tuple[int, int]:
    """How many first actions, and how many trees, reach the least total at every set, within some steps or any number.

    Totals that differ by less than the share `near` of the whole count as equal.
    """
    trees = Trees(game, only_possible=only_possible, by_cost=by_cost)
    whole = trees.least(trees.start)
    least = whole[-1 if steps is None else min(steps, len(whole) - 1)]
    assert least is not None
    room = least * near

    def at(by_steps: ByStep, left: int | None) -> int | None:
        return by_steps[-1 if left is None else min(left, len(by_steps) - 1)]

    @cache
    def ways(state: SearchState, left: int | None) -> tuple[int, int]:
        if trees.over(state):
            return 0, 1
        best = at(trees.least(state), left)
        assert best is not None
        asked = [(action, trees.after(state, action)) for action in trees.choices(state)]
        asked = [(action, following) for action, following in asked if not trees.idle(state, action, following)]
        totals = [at(trees.asking(state, action, following), left) for action, following in asked]
        numbers = [
            going_on(following, left)
            for (_, following), total in zip(asked, totals, strict=True)
            if total is not None and total <= best + room
        ]
        return len(numbers), sum(numbers)

    def going_on(following: Mapping[Feedback, SearchState | None], left: int | None) -> int:
        below = None if left is None else left - 1
        return prod(ways(after, below)[1] for after in following.values() if after is not None)

    if first is None or trees.over(trees.start):
        return ways(trees.start, steps)
    return 1, going_on(trees.after(trees.start, trees.actions.index(first)), steps)


@dataclass(frozen=True)
class StrategyReplay:
    """A strategy played against every secret, one by one."""

    steps: dict[Secret, int]
    total: Fraction
    """The sum of steps, each secret as often as its weight says."""
    cost: Fraction
    """The same sum of what the steps cost."""

    @property
    def worst(self) -> int:
        """The longest play."""
        return max(self.steps.values())


def replay(game: Game, choose: Callable[[History], Action | None], *, most: int = 100) -> StrategyReplay | None:
    """Play every secret; `choose` says what to ask after a history, and is never shown the secret.

    `None` where a play does not end: nothing is chosen, or more than `most` steps are.
    """
    rules = Rules(game)
    number = {action: place for place, action in enumerate(rules.actions)}
    steps: dict[Secret, int] = {}
    total = cost = Fraction(0)
    for place, secret in enumerate(rules.secrets):
        state: SearchState | None = rules.whole
        history, paid = History(), Fraction(0)
        while state is not None and not rules.over(state):
            action = choose(history)
            if action is None or len(history) == most:
                return None
            if number[action] not in state.legal:
                raise ParameterError(f"{game.format_action(action)} may not be asked after {history.format(game)!r}")
            feedback = rules.answers(state.asked, number[action])[place]
            state = rules.after(state, number[action])[feedback]
            history, paid = history.add(action, feedback), paid + Fraction(game.cost(action))
        weight = Fraction(game.prior(secret))
        steps[secret], total, cost = len(history), total + weight * len(history), cost + weight * paid
    return StrategyReplay(steps, total, cost)


def _whole(values: Iterable[float | Fraction]) -> tuple[list[int], int]:
    """Numbers as exact multiples of one unit: the multiples, and how many units make one."""
    fractions = [Fraction(value) for value in values]
    unit = lcm(*(fraction.denominator for fraction in fractions))
    return [int(fraction * unit) for fraction in fractions], unit


def _least(one: ByStep, other: ByStep) -> ByStep:
    """The smaller of two totals, for every number of steps."""
    return _trimmed(
        [b if a is None else a if b is None else min(a, b) for a, b in zip(*_extended(one, other), strict=True)]
    )


def _sum(one: tuple[N | None, ...], other: tuple[N | None, ...]) -> tuple[N | None, ...]:
    """The sum of two totals, for every number of steps; `None` where either is."""
    return _trimmed([None if a is None or b is None else a + b for a, b in zip(*_extended(one, other), strict=True)])


def _extended(one: tuple[N | None, ...], other: tuple[N | None, ...]) -> tuple[list[N | None], list[N | None]]:
    """Both, equally long: the last of each holds for any more steps."""
    length = max(len(one), len(other))
    return list(one) + [one[-1]] * (length - len(one)), list(other) + [other[-1]] * (length - len(other))


def _trimmed(totals: list[N | None]) -> tuple[N | None, ...]:
    """Without what more steps do not change."""
    while len(totals) > 1 and totals[-1] == totals[-2]:
        totals.pop()
    return tuple(totals)
