"""What the solver says where two of its options cross, compared with brute force: each way to ask, and where.

Bounds with rows that are too few, whoever hides the secret, most secrets in time, what is counted, what a certificate
proves, guesses that must be possible, lies. Every claim is held against all trees, not against another claim.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from importlib.util import find_spec
from math import inf
from typing import Any

from sleuth.core.claim import trees_on
from sleuth.core.errors import ParameterError
from sleuth.core.game import Action, Game
from sleuth.core.offers import rows_of
from sleuth.solve import WORST, solve
from sleuth.solve.certificate import certify
from sleuth.solve.counts import count_optimal
from sleuth.solve.method import MEAN, SETTER, WITHIN
from sleuth.solve.no_tree import NoTree
from sleuth.solve.table_solution import TableSolution
from sleuth.testing.brute_force import Optimum, best_tree, count_trees, least_late
from sleuth.testing.comparison import GameComparison
from sleuth.testing.listing import worst_case
from sleuth.verify.certificate import check_certificate
from sleuth.verify.terms import Terms

MEMORY = 1 << 16
NEAR = Fraction(1, 10**9)
"""Shares of a total below this count as none."""
Way = Callable[[GameComparison], None]


@dataclass(frozen=True)
class FigureScale:
    """How totals of the package are to be read: weights that are all alike count as one, so do costs."""

    unit: Fraction
    mass: Fraction
    by_cost: bool

    @classmethod
    def of(cls, game: Game) -> FigureScale:
        """The scale of a game."""
        weights = [Fraction(game.prior(s)) for s in game.secrets() if game.prior(s) > 0]
        unit = weights[0] if len(set(weights)) == 1 else Fraction(1)
        return cls(unit, sum(weights) / unit, len({game.cost(a) for a in game.actions()}) > 1)

    def total(self, solution: TableSolution) -> float:
        """What the search has made least: steps, or cost where actions differ in it."""
        return solution.mean_cost * float(self.mass) if self.by_cost else solution.total


@lru_cache(maxsize=256)
def optimum_of(game: Game, first: Action | None = None, only_possible: bool = False) -> Optimum:
    """The least totals over all trees on some terms, in what the search makes least."""
    return best_tree(game, first=first, only_possible=only_possible, by_cost=FigureScale.of(game).by_cost)


def _solved(game: Game, **terms: Any) -> Any:
    return solve(game, memory=MEMORY, threads=1, **terms)


def _rows(game: Game, best: Optimum) -> int | None:
    """The steps that bind: the game's rows, unless they are too few for anybody."""
    rows = rows_of(game)
    return None if rows is None or best.within(rows) is None else rows


def _terms(out: GameComparison, *, first: bool = True, only: bool = True) -> dict[str, Any]:
    """A first action, or only what may be right; as a rule nothing."""
    game, drawn = out.game, out.rng.random()
    if first and drawn < 0.2:
        return {"first": out.rng.choice(list(game.actions()))}
    return {"only_possible": True} if only and game.goal.only_names and drawn > 0.8 else {}


def _says_among(out: GameComparison, what: str, found: Any, terms: dict[str, Any], within: int | None) -> None:
    """What is claimed is claimed of the trees on the terms, and of no others; where nothing is asked, all is one."""
    if found.worst == 0:
        return
    among = trees_on("so" if "first" in terms else "", within, terms.get("only_possible", False))
    out.check(f"{what}: among", all(claim.among == among for claim in found.claims), f"it is about {among or 'all'}")


def refused(out: GameComparison, what: str, word: str, **terms: Any) -> None:
    """The solver says in one line that it does not do that."""
    try:
        _solved(out.game, **terms)
    except Exception as error:
        right = isinstance(error, ParameterError) and word in str(error)
        out.check(what, right, f"{type(error).__name__}: {error}")
    else:
        out.check(what, False, "it is taken")


# Bounds.


def bounded(out: GameComparison) -> None:
    """A tree below a bound, or that there is none; a bound is never taken for what nobody can do."""
    terms = _terms(out)
    best = optimum_of(out.game, terms.get("first"), terms.get("only_possible", False))
    _bounded(out, "bound", best, terms)


def _bounded(out: GameComparison, what: str, best: Optimum, terms: dict[str, Any]) -> None:
    game, scale, rng = out.game, FigureScale.of(out.game), out.rng
    within = _rows(game, best)
    if rng.random() < 0.3:
        within = rng.randint(1, 5)
        terms = {**terms, "within": within}
    least = best.within(within)
    near = least or best.total or Fraction(9)
    step = rng.choice([Fraction(1), near / 10])
    bound = float((near + rng.choice([-1, 0, 0, 1, 5]) * step) / scale.unit)
    try:
        found = _solved(game, bound=bound, **terms)
    except ParameterError as error:  # by the number of secrets alone
        right = "as the number of its secrets shows" in str(error) and (
            least is None or Fraction(bound) <= least / scale.unit * (1 + NEAR)
        )
        out.check(f"{what}: refused", right, str(error))
        return
    except Exception as error:
        out.check(what, least is None and type(error).__name__ == "StuckError", f"{type(error).__name__}: {error}")
        return
    if least is None:  # unless more steps are no better
        right = isinstance(found, NoTree) and "within" in terms and best.total is not None
        true = (best.total or Fraction(0)) / scale.unit
        right = right and true >= Fraction(found.lower_bound) * (1 - NEAR)
        out.check(what, right, "gives a result though there is no way")
        return
    exact = least / scale.unit
    if isinstance(found, NoTree):
        out.check(f"{what}: no tree", exact >= Fraction(bound) * (1 - NEAR), f"{float(exact)} is below {bound}")
        held = best.within(found.within)
        right = held is not None and held / scale.unit >= Fraction(found.lower_bound) * (1 - NEAR)
        out.check(
            f"{what}: lower bound", right, f"{found.lower_bound} within {found.within}, and {float(exact)} is true"
        )
    else:
        out.check(f"{what}: tree", exact < Fraction(bound) * (1 + NEAR), f"{float(exact)} is not below {bound}")
        out.near(f"{what}: total", scale.total(found), exact)
        out.equal(f"{what}: within", found.within if "within" in terms else None, terms.get("within"))
    _says_among(out, what, found, terms, found.within)


# Whoever hides the secret.


def setter(out: GameComparison) -> None:
    """The value, by its two halves: the weights against all trees, and the mix against every secret."""
    game, rng = out.game, out.rng
    terms = _terms(out)
    if rng.random() < 0.3:
        terms["within"] = rng.randint(0, 5)
    if FigureScale.of(game).by_cost:
        refused(out, "setter", "counts steps", objective=SETTER)
        return
    given = {name: terms[name] for name in ("first", "only_possible") if name in terms}
    plain = best_tree(game, by_cost=False, **given)
    within = terms["within"] or None if "within" in terms else _rows(game, plain)
    possible = plain.within(within) is not None
    symmetry = rng.random() < 0.5
    found = out.result("setter", possible, lambda: _solved(game, objective=SETTER, symmetry=symmetry, **terms))
    if found is None:
        return
    out.check("setter: bracket", found.low <= found.high, f"{found.low} to {found.high}")
    out.check("setter: nearly proved", found.high - found.low <= NEAR * found.high, f"{found.low} to {found.high}")
    out.equal("setter: within", found.terms["within"], within)
    _says_among(out, "setter", found, terms, within)
    weights = {s: found.classes[c].weight for s, c in zip(found.tables.secrets, found.class_of.tolist(), strict=True)}
    out.equal("setter: weights", sum(weights.values()), 1)
    least = best_tree(game, by_cost=False, weights=weights, **given).within(within)
    right = least is not None and least >= found.low
    out.check("setter: lower bound", right, f"{found.low}, and a tree takes {least}")
    out.equal("setter: chances", sum(tree.chance for tree in found.trees), 1)
    takes = [Fraction(0)] * len(found.classes)
    for tree in found.trees:
        out.check("setter: longest play", within is None or tree.steps.worst <= within, f"{tree.steps.worst}")
        for steps, number in zip(tree.steps.steps.tolist(), found.class_of.tolist(), strict=True):
            takes[number] += tree.chance * steps / found.classes[number].secrets
    out.equal("setter: upper bound", max(takes), found.high)


# Most secrets in time.


def in_time(out: GameComparison) -> None:
    """The objective `within=N`: the least weight that comes late, among trees of the least worst case."""
    game, rng = out.game, out.rng
    terms, steps = _terms(out), rng.randint(1, 4)
    if rng.random() < 0.3:
        terms["within"] = rng.randint(1, 5)
    objective = f"{WITHIN}={steps}"
    if FigureScale.of(game).by_cost:
        refused(out, "in time", "counts steps", objective=objective)
        return
    given = {name: terms[name] for name in ("first", "only_possible") if name in terms}
    best = best_tree(game, by_cost=False, **given)
    longest = terms.get("within", best.worst)
    late = None if longest is None else least_late(game, steps, longest, **given)
    found = out.result("in time", late is not None, lambda: _solved(game, objective=objective, **terms))
    if found is None or late is None:
        return
    unit = FigureScale.of(game).unit
    out.near("in time: late", found.late, late / unit)
    out.near("in time: lower bound", found.late_bound, late / unit)
    out.equal("in time: longest", found.longest, longest)
    _says_among(out, "in time", found, terms, longest)
    out.check("in time: proved", found.proved, "not proved, without a limit")
    out.check("in time: tree", found.worst <= found.longest, f"{found.worst} steps, not {found.longest}")
    if "first" in terms and len(found.game_tree):
        out.equal("in time: first", found.first, terms["first"])


# What is counted.


def counted(out: GameComparison) -> None:
    """How many first actions and trees are optimal."""
    game, terms = out.game, _terms(out)
    scale = FigureScale.of(game)
    best = optimum_of(game, terms.get("first"), terms.get("only_possible", False))
    objective = out.rng.choice([MEAN, MEAN, WORST])
    found = out.result("count", best.total is not None, lambda: _solved(game, objective=objective, **terms))
    if found is None:
        return
    steps = best.worst if objective == WORST else _rows(game, best)
    firsts, trees = count_trees(game, steps, by_cost=scale.by_cost, near=NEAR, **terms)
    symmetry = out.rng.random() < 0.5
    said = out.result("count", True, lambda: count_optimal(found, symmetry=symmetry, memory=MEMORY))
    if said is not None:
        out.equal("count: first actions", said.first, firsts)
        out.equal("count: trees", said.trees, trees)


# Certificates.


def certified(out: GameComparison) -> None:
    """What a certificate proves holds of all trees, and is what the solution claims."""
    game, rng, terms = out.game, out.rng, _terms(out)
    first, only = terms.get("first"), terms.get("only_possible", False)
    best = optimum_of(game, first, only)
    objective = rng.choice([MEAN, WORST])
    if objective == MEAN and rng.random() < 0.5:
        terms["within"] = max(1, (best.worst or 1) + rng.randint(0, 1))
    found = out.result("certificate", best.total is not None, lambda: _solved(game, objective=objective, **terms))
    if found is None:
        return
    written = out.result("certificate", True, lambda: certify(found, memory=MEMORY))
    if written is None:
        return
    text = game.format_action(first) if first is not None and len(found.game_tree) else None
    held = Terms(text, found.within, only)
    checked = out.result("certificate: checked", True, lambda: check_certificate(game, written.as_json(), held))
    if checked is None:
        return
    unit = FigureScale.of(game).unit
    for steps in (None, *range(6)):
        true, bound = best.within(steps), checked.least(steps)
        right = true is None or bound <= true / unit
        out.check("certificate: holds", right, f"{bound} within {steps}, and {true} is possible")
    steps = found.worst if objective == WORST else found.within
    least = best.within(steps)
    proves = least is not None and checked.least(steps) >= least / unit * (1 - 2 * NEAR)
    out.check("certificate: total", proves and "total" in written.proves, f"it proves {checked.least(steps)}")
    if objective == WORST and found.worst:
        out.equal("certificate: worst", checked.least(found.worst - 1), inf)


# Guesses that must be possible.


def possible(out: GameComparison) -> None:
    """Only what may be right is guessed, with a bound or without, by every objective; refused where nothing is a
    guess of the secret."""
    game, rng = out.game, out.rng
    bound = {"bound": 1000} if rng.random() < 0.3 else {}
    if not game.goal.only_names:
        objective = {} if bound else {"objective": rng.choice([MEAN, WORST, SETTER, f"{WITHIN}=2"])}
        refused(out, "only possible", "possible" if game.goal.knows else "go", only_possible=True, **objective, **bound)
        return
    best = optimum_of(game, None, True)
    if bound:
        _bounded(out, "only possible, bound", best, {"only_possible": True})
        return
    found = out.result("only possible", best.total is not None, lambda: _solved(game, only_possible=True))
    if found is not None:
        scale = FigureScale.of(game)
        true = best.within(_rows(game, best))
        assert true is not None
        out.near("only possible: total", scale.total(found), true / scale.unit)
        out.check("only possible: proved", found.proved, "not proved, without a limit")


# Lies.


def lying(out: GameComparison) -> None:
    """The fewest steps that are always enough under lies."""
    true = worst_case(out.game)
    found = out.result("lies", true is not None, lambda: _solved(out.game))
    if found is not None:
        out.equal("lies: worst", found.worst, true)
        out.equal("lies: lower bound", found.lower_bound, true)
        out.check("lies: proved", found.proved, "not proved, without a limit")


SETTING: list[Way] = [setter] if find_spec("highspy") else []
"""What needs the extra `exact`."""
AIMED: dict[str, list[Way]] = {
    "priced-steps": [certified, certified, counted, bounded, in_time],
    "few-rows": [*SETTING, *SETTING, bounded, bounded, in_time, certified, counted],
    "guessing": [possible, possible, bounded, certified, in_time, *SETTING],
    "fractions": [counted, counted, counted, certified, bounded],
    "dead-ends": [bounded, in_time, certified, counted, *SETTING],
    "one-secret": [in_time, bounded, counted, certified, *SETTING],
    "few-under-lies": [lying],
}
"""Kinds of games that are made for some of these ways."""


def aimed_at(kind: str, game: Game) -> list[Way]:
    """The ways for a game of a kind; where everything is to be found, most options are refused."""
    return [possible] if game.goal.finds and kind in AIMED else AIMED.get(kind, [])
