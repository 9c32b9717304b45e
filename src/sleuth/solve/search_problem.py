"""What is to be solved, as the arrays that the kernel searches."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from math import floor
from typing import Any
from weakref import WeakKeyDictionary

import numpy as np

from sleuth.belief.enumerated import EnumeratedSet
from sleuth.core.capabilities import Constraint
from sleuth.core.errors import ParameterError, TooLargeError
from sleuth.core.game import Game
from sleuth.core.immutable import packed_state
from sleuth.core.offers import allows_many, constrained
from sleuth.core.table_files import memory_limit
from sleuth.core.tables import Tables
from sleuth.core.text import plural
from sleuth.kernels import search_bounds
from sleuth.kernels.arrays import Array, Bools, Floats, Ints, all_frozen, frozen, own
from sleuth.kernels.bits import WORD
from sleuth.kernels.threads import spread
from sleuth.solve.bounds import capacity, totals
from sleuth.strategies.tree_figures import Steps

MAX_DEMANDS = 1 << 28
"""Bits of a table of demands that is made from the plain rule."""
SERIAL_CELLS = 1 << 21
"""Up to so many cells of the table, one thread looks at them faster than several."""
FLAT = 4
"""So many times the most parts, a set still counts as small."""
SEED = 20220207
SHARE = 1e-11
"""Differences up to this share of the total count as none, where sums are rounded."""
ROUNDED = 1e-9
"""Bounds of whole numbers that are too large for exact sums are sure but for this share."""
COARSE = 10
"""So many times that share may be the slack of a search whose result is kept."""


@dataclass(frozen=True, eq=False)
class Problem:
    """A set of candidates, the actions that may be asked, and the law between them."""

    tables: Tables
    law: search_bounds.Law
    cands: Ints
    """The candidates, heaviest first."""
    actions: Ints
    rows: Ints
    """The number in the tables of each secret of the law."""
    whole: bool
    """Whether totals are whole numbers, and so exact."""

    def __getstate__(self) -> dict[str, Any]:
        return packed_state(self)

    @property
    def too_large(self) -> bool:
        """Whether weights and costs are whole numbers, and together too large to be added up exactly."""
        return not (self.whole or (self.law.weights % 1).any() or (self.law.costs % 1).any())

    def sure(self, bound: float) -> float:
        """A lower bound of the search as far as it is sure: of whole numbers that are too large, less by a share."""
        return float(floor(bound * (1 - ROUNDED))) if self.too_large else bound

    @property
    def mass(self) -> float:
        """The weight of all candidates."""
        return float(self.law.weights[self.cands].sum())

    @property
    def free(self) -> bool:
        """Whether earlier answers restrict nothing."""
        return not self.law.have.shape[1]

    def cost(self, steps: Steps) -> float:
        """The total of a tree as the search counts it."""
        law = self.law
        return float(steps.total) if law.unit else float(steps.masses @ law.costs[steps.game_tree.action])

    def tried(self, cands: Ints, allowed: Ints) -> Ints:
        """The actions to try at a set: all that are allowed, or those of them that may be right."""
        if not self.law.only_possible:
            return allowed
        naming = np.sort(self.law.naming[cands])
        return naming[np.isin(naming, allowed)]

    def parts(self, cands: Ints, action: int) -> Iterator[tuple[int, Ints]]:
        """The parts that an action cuts a set into, but for the one that wins, each with the code of its answer."""
        column = self.law.codes[cands, action]
        for code in np.unique(column).tolist():
            if not (self.law.name and code == self.law.winning[action]):
                yield code, frozen(cands[column == code])

    def narrowed(self, allowed: Ints, action: int, code: int) -> Ints:
        """The actions that are still allowed after an answer."""
        if self.free:
            return allowed
        kept = np.empty(allowed.size, np.int32)
        return frozen(kept[: search_bounds.narrow(self.law, own(allowed), action, code, kept)])

    def by_size(self, cands: Ints, depth: int) -> float:
        """What a set takes at least, by its size and weights alone."""
        return float(search_bounds.by_size(self.law, own(cands), depth))

    def scan(self, cands: Ints, actions: Ints, depth: int) -> Floats:
        """What a set takes at least with each of some actions asked next, at one look."""
        inside: Bools = np.zeros(self.law.weights.size, np.bool_)
        inside[cands] = True
        lower: Floats = np.empty(actions.size)

        some = own(cands)

        def piece(lo: int, hi: int) -> None:
            search_bounds.scan(self.law, some, own(actions[lo:hi]), depth, inside, lower[lo:hi])

        spread(piece, actions.size, None if actions.size * cands.size > SERIAL_CELLS else 1)
        return lower

    def reachable(self) -> Problem:
        """The same problem with weights of nothing: its total is 0 if the goal is reached in time, else infinite."""
        nothing: Floats = np.zeros(self.law.weights.size)
        return replace(self, law=self.law._replace(weights=frozen(nothing), uniform=False, few=0, flat=0, slack=0.0))

    def near(self, total: float) -> Problem:
        """The same problem, searched as finely as a tree with this total calls for."""
        return self if self.whole else replace(self, law=self.law._replace(slack=SHARE * total))

    def too_coarse(self, total: float) -> bool:
        """Whether differences count as none that matter to a tree with this total."""
        return not self.whole and self.law.slack > COARSE * SHARE * total

    def with_beam(self, beam: int) -> Problem:
        """The same problem, trying only so many actions at each set: those that most often name the secret next.

        That is a lower bound too (everything takes one step or two), and a better guide than the sharper one, which
        cares for the largest parts.
        """
        law = self.law
        if law.name:
            rank = np.where(np.arange(law.rank.size) == 0, 1.0, 2.0) * law.rank[0]
            law = law._replace(rank=frozen(rank), totals=frozen(np.concatenate([[0.0], np.cumsum(rank[:-1])])))
            law = law._replace(flat=law.weights.size if law.few else 0)
        return replace(self, law=law._replace(beam=beam))

    def salts(self, cands: Ints, allowed: Ints | None = None, first: int | None = None) -> tuple[np.uint64, np.uint64]:
        """The key of a set of candidates, and of the actions that are left where these are restricted.

        With `first`, that of the set with this action to be asked first: as if no steps were left, which no other has.
        """
        number = self.law.weights.size
        of_actions = number + search_bounds.FOREVER + 1
        key = np.bitwise_xor.reduce(self.law.salt[cands], axis=0)
        if not self.free and allowed is not None:
            key = key ^ np.bitwise_xor.reduce(self.law.salt[of_actions + allowed], axis=0)
        if first is not None:
            key = key ^ self.law.salt[number] ^ self.law.salt[of_actions + first]
        return key[0], key[1]

    @cached_property
    def ranks(self) -> tuple[Ints, Ints]:
        """For each secret of the tables its place among the candidates, and the candidates in that order."""
        rank: Ints = np.zeros(len(self.tables.secrets), np.int32)
        rank[self.rows[self.cands]] = np.arange(self.cands.size, dtype=np.int32)
        return rank, self.cands.copy()


def own_goal(game: Game) -> ParameterError:
    """Why a game with a goal of its own is not solved as a whole."""
    reason = f"its goal, {game.goal!r}, is none that the solver knows"
    return ParameterError(f"{game} is not solved as a whole: {reason}; `optimal` plays it, and says what is proved")


def too_large_numbers(game: Game, what: str) -> str:
    """Why there is nothing exact of a game of whole numbers that are too large."""
    return (
        f"the weights and costs of {game} are whole numbers too large for exact bounds, so there is no {what}; "
        "divide them by what they have in common"
    )


def check_possible(game: Game) -> None:
    """Raise `ParameterError` where no action is a guess, so that none is a guess of what may be the secret."""
    if not game.goal.only_names:
        raise ParameterError(
            f"{game}: only_possible is for games in which the secret is named; here it is to be known, and no action "
            "is a guess of it"
        )


def problem(root: EnumeratedSet, *, only_possible: bool = False) -> Problem:
    """The problem of an information set."""
    tables = root.tables
    if not tables.game.goal.tabulated:
        raise own_goal(tables.game)
    if only_possible:
        check_possible(tables.game)
    if tables.game.goal.finds:
        raise ParameterError(f"{tables.game} is not solved by this search: everything is to be found, not known")
    number = len(tables.actions)
    if tables.codes is None and root.size * number > memory_limit():
        raise TooLargeError(
            f"{tables.game} has {plural(root.size, 'candidate')} and {plural(number, 'action')}: too many to solve; "
            "ask more first, or use sampled-ises"
        )
    codes, rows = tables.codes, np.arange(len(tables.secrets), dtype=np.int32)
    named, naming = tables.named, tables.naming
    if codes is None:
        rows = root.indices
        codes = tables.block(np.arange(number, dtype=np.int32), rows)
        place = np.full(len(tables.secrets) + 1, -1, np.int32)
        place[rows] = np.arange(rows.size, dtype=np.int32)
        named, naming = place[tables.named], tables.naming[rows]
    weights: Floats = np.ones(rows.size) if tables.uniform else tables.weights[rows]
    unit = bool(np.ptp(tables.costs) == 0)
    costs: Floats = np.ones(number) if unit else tables.costs
    most = float(weights.sum() * costs.max())
    whole = tables.integral and bool((costs == np.floor(costs)).all()) and most * search_bounds.FOREVER < 2**53
    have, need = demands(tables) if constrained(tables.game) else (np.zeros((number, 0), np.uint64),) * 2
    salted = rows.size + search_bounds.FOREVER + 1 + number
    none: Floats = np.zeros(1)
    law = search_bounds.Law(
        codes=codes,
        width=tables.width,
        weights=weights,
        named=named,
        naming=naming,
        winning=tables.winning,
        costs=costs,
        rank=none,
        totals=none,
        few=0,
        flat=0,
        capacity=none,
        salt=np.random.default_rng(SEED).integers(0, 1 << 64, (salted, 2), np.uint64),
        have=have,
        need=need if need.ndim == 3 else need.reshape(number, 1, 0),
        name=tables.game.goal.only_names,
        unit=unit,
        uniform=tables.uniform,
        stays=True,
        only_possible=only_possible,
        beam=0,
        slack=0.0 if whole else SHARE * most,
    )
    if have.shape[1] and law.name:
        law = law._replace(stays=_stays(tables, all_frozen(law)))
    cands = np.searchsorted(rows, root.indices).astype(np.int32)
    cands = frozen(cands[np.argsort(-weights[cands], kind="stable")])
    law = _bounded(all_frozen(law), cands)
    return Problem(tables, law, cands, frozen(root.legal_indices), frozen(rows), whole)


def _bounded(law: search_bounds.Law, cands: Ints) -> search_bounds.Law:
    """A law with the lower bounds by size that hold for some candidates."""
    parts, named = widest(law, cands), law.name and law.unit
    at_least = totals(cands.size, parts, law.name) * float(law.costs.min())
    return all_frozen(
        law._replace(
            rank=np.append(np.diff(at_least), 0.0),
            totals=at_least,
            few=parts + 1 if named and law.uniform else 0,
            flat=FLAT * (parts + 1) if named and (law.uniform or law.width <= WORD) else 0,
            capacity=capacity(parts, law.name),
        )
    )


def widest(law: search_bounds.Law, cands: Ints) -> int:
    """The most parts that do not win which any action leaves."""
    actions: Ints = np.arange(law.codes.shape[1], dtype=np.int32)
    some, parts = own(cands), np.empty(actions.size, np.int32)
    spread(lambda lo, hi: search_bounds.count_parts(law, some, actions, lo, hi, parts[lo:hi]), actions.size)
    if law.name:
        naming = law.naming[cands]
        parts[naming[naming >= 0]] -= 1
    return max(1, int(parts.max()))


_STAYS: WeakKeyDictionary[Tables, bool] = WeakKeyDictionary()


def _stays(tables: Tables, law: search_bounds.Law) -> bool:
    """Whether a candidate may always be named; looked up once for a game with a stored table."""
    if tables not in _STAYS or tables.codes is None:
        _STAYS[tables] = bool(search_bounds.stay_allowed(law))
    return _STAYS[tables]


_DEMANDS: WeakKeyDictionary[Tables, tuple[Array, Array]] = WeakKeyDictionary()


def demands(tables: Tables) -> tuple[Array, Array]:
    """What each action meets, and what each answer demands, as bits; made once for a game."""
    if tables not in _DEMANDS:
        _DEMANDS[tables] = _demands(tables)
    return _DEMANDS[tables]


def _demands(tables: Tables) -> tuple[Array, Array]:
    """By the game's hook, or by its plain rule."""
    game, actions = tables.game, tables.actions
    answers = [tables.feedbacks.value(c) if c in tables.feedbacks._values else None for c in range(tables.width)]
    constraint = game.offers(Constraint)
    demanded = None if constraint is None else constraint.demands(actions, answers)
    if demanded is not None:
        have, need = (np.ascontiguousarray(bits, np.uint64) for bits in demanded)
        return have, need
    number, width = len(actions), tables.width
    assert tables.codes is not None
    if number * number * width > MAX_DEMANDS:
        raise ParameterError(
            f"{game} restricts its actions in a way that is too large to tabulate; give it a demands() hook"
        )
    columns: list[Array] = []
    where: list[tuple[int, int]] = []
    for a in range(number):
        for code in np.unique(tables.codes[:, a]).tolist():
            allowed = np.asarray(allows_many(game, actions, actions[a], tables.feedbacks.value(code)), np.bool_)
            if not allowed.all():
                columns.append(allowed)
                where.append((a, code))
    words = max(1, -(-len(columns) // 64))
    have = np.zeros((number, words), np.uint64)
    need = np.zeros((number, width, words), np.uint64)
    for bit, (allowed, (a, code)) in enumerate(zip(columns, where, strict=True)):
        one = np.uint64(1 << (bit % 64))
        have[allowed, bit // 64] |= one
        need[a, code, bit // 64] |= one
    return have, need
