"""Two-player MYST: the recurrence, equilibria with bluffs, and the thesis's claims about them."""

from __future__ import annotations

import sys
from collections import Counter
from fractions import Fraction
from itertools import product
from typing import Any

import numpy as np
import pytest
from tests.kernels import twins

from sleuth.core.errors import MissingExtraError, ParameterError
from sleuth.core.limit import Limit
from sleuth.games.clue.kernels.race import next_plane
from sleuth.games.clue.rules.errors import OutOfTimeError, TooManyWorldsError
from sleuth.games.clue.solver import equilibrium
from sleuth.games.clue.solver.bluffing import bluffing_tree
from sleuth.games.clue.solver.duel import MAX_LEAVES, LeafCount, check_size, start, tree
from sleuth.games.clue.solver.equilibrium import Solver, best_reply, realised
from sleuth.games.clue.solver.recurrence import (
    diagonal,
    exact,
    first_observation,
    planes,
    second_observation,
    theorem_4_4,
    theorem_4_5,
)
from sleuth.games.clue.solver.regret import PayoffTable
from sleuth.games.clue.solver.sequences import Duel, SequenceForm, join_entries
from sleuth.games.clue.solver.values import bluffing_value, plain_value

GOLDEN = """
1 2/3 5/8 3/5
2/3 1/2 49/100 223/450
1/2 27/50 27/50 563/1050
3/5 27/50 1261/2450 19849/39200
"""


def test_equation_4_1_golden() -> None:
    for m, row in enumerate(GOLDEN.split("\n")[1:5], 1):
        assert [exact(m, n, n) for n in range(1, 5)] == [Fraction(text) for text in row.split()]


def test_floats_agree_with_fractions() -> None:
    for m, plane in enumerate(planes(8)):
        for a in range(9):
            for b in range(9):
                assert plane[a, b] == pytest.approx(float(exact(m, a, b)), abs=1e-14)


def test_kernel_and_twin_agree() -> None:
    rng = np.random.default_rng(0)
    before, guess, guess_before = rng.random((7, 7)), rng.random(7), rng.random(7)
    plane = np.zeros((7, 7))
    next_plane(3, before, plane, guess, guess_before)
    np.testing.assert_allclose(plane, twins.next_plane_twin(3, before, guess, guess_before), rtol=0, atol=1e-15)


def test_limit_golden() -> None:
    limit = diagonal(200)
    assert limit[100] - 0.5 == pytest.approx(0.00289, abs=5e-6)
    assert limit[200] - 0.5 == pytest.approx(0.00233, abs=5e-6)


def test_theorems_4_4_and_4_5_hold() -> None:
    assert theorem_4_4(30) is None
    assert theorem_4_5(30) is None
    assert theorem_4_5(30, least=1) == 1  # the theorem begins at n = 2, and must


def test_both_observations_are_false() -> None:
    assert first_observation(4) == ((1, 1, 2), Fraction(2, 3))
    assert second_observation(4) == ((2, 3, 3), Fraction(49, 100))


def test_too_large_for_fractions() -> None:
    with pytest.raises(ParameterError, match="200 cards at most, not 300"):
        exact(100, 100, 100)


@pytest.mark.parametrize(
    ("m", "n", "value", "bluff"),
    [(1, 1, "1", 0.0), (2, 1, "2/3", 0.0), (3, 1, "3/5", 0.2), (4, 1, "85/149", None), (2, 2, "3/5", 0.2)],
)
def test_bluffing_golden(m: int, n: int, value: str, bluff: float | None) -> None:
    solved = Solver().solve(Duel(m, n, n))
    assert solved.exact == Fraction(value)
    assert solved.value > 0.5
    assert solved.exploitability < 1e-9
    if bluff is not None:
        assert solved.bluff_frequency == pytest.approx(bluff, abs=1e-9)


SMALL = [(2, 1, 1), (3, 1, 1), (2, 2, 1), (2, 1, 2), (2, 2, 2), (2, 0, 1), (1, 3, 2)]


@pytest.mark.parametrize("sizes", SMALL)
def test_two_builders_make_the_same_tree(sizes: tuple[int, int, int]) -> None:
    def shape(form: SequenceForm) -> tuple[object, ...]:
        inner: Counter[tuple[int, Duel]] = Counter()
        for duel, mover, entries in form.subgames:
            inner[mover, duel] += entries.weight.sum()
        sums = sorted((key, round(chance, 9)) for key, chance in inner.items())
        sides = [(side.size, sorted(side.width.tolist())) for side in form.sides]
        return form.leaves, sides, len(form.payoffs.weight), round(form.payoffs.weight.sum(), 9), sums

    one, two = tree(Duel(*sizes)), bluffing_tree(Duel(*sizes))
    assert shape(one) == shape(two)
    assert against_uniform(one) == pytest.approx(against_uniform(two), abs=1e-12)


def against_uniform(form: SequenceForm) -> list[float]:
    """What each player can get if the other does anything with the same chance; smaller games count one third."""
    parts = [g.entries._replace(weight=g.entries.weight / 3) for g in form.subgames]
    table = PayoffTable(form, join_entries([form.payoffs, *parts]))
    found = []
    for i, side in enumerate(form.sides):
        other = form.sides[1 - i]
        plan = realised(other, np.concatenate([[1.0], np.repeat(1 / other.width, other.width)]))
        found.append(best_reply(side, table.gains(i, plan, np.empty(side.size))))
    return found


@pytest.mark.parametrize("sizes", [(3, 1, 1), (2, 2, 1)])
def test_decisions_are_found_by_what_a_player_knows(sizes: tuple[int, int, int]) -> None:
    for form in (tree(Duel(*sizes)), bluffing_tree(Duel(*sizes))):
        for player, side in enumerate(form.sides):
            for number in range(len(side.first)):
                decision = form.decision(player, number)
                assert form.labels.find(player, decision.key) == number
                assert len(decision.choices) == side.width[number]
                past = 0
                for event in form.labels.story(decision.key[0]):
                    past = form.labels.after(past, event)
                assert past == decision.key[0]
        assert form.labels.find(0, (10**6, ())) is None
        assert form.labels.after(0, "maybe") == -1


def test_without_bluffs_the_general_tree_gives_the_recurrence() -> None:
    """Then every answer is public, and the tree must come to what (4.1) says."""
    solver = Solver()
    for m, n in ((2, 1), (3, 1), (2, 2), (1, 2)):
        assert solver.solve(Duel(m, n, n, bluff=False)).value == pytest.approx(float(exact(m, n, n)), abs=1e-9)


@pytest.mark.parametrize(("m", "value"), [(1, "2/3"), (2, "1/2"), (3, "3/5")])
def test_strategic_showing_refutes_theorem_4_1(m: int, value: str) -> None:
    """n = 2, q = m + 3: max(2, m) / (m + 2), not m / (m + 1)."""
    solved = Solver().solve(Duel(m, 2, 2, m + 3))
    assert solved.exact == Fraction(value) == Fraction(max(2, m), m + 2)
    assert solved.exact != Fraction(m, m + 1)
    assert solved.exploitability < 1e-9


def test_cfr_comes_near_and_its_bracket_holds() -> None:
    near = Solver(iterations=400, most_lp=0).solve(Duel(3, 1, 1))
    assert near.method == "cfr+"
    assert near.low <= 0.6 <= near.high
    assert near.exploitability < 0.002
    assert near.exact is None
    assert not near.stopped
    coarse = Solver(iterations=20, most_lp=0).solve(Duel(3, 1, 1))
    assert coarse.exploitability > near.exploitability


@pytest.mark.parametrize("sizes", [(4, 1, 1), (3, 2, 2), (1, 3, 3), (1, 2, 2, 2)])
def test_the_bracket_of_cfr_holds_the_value_of_the_program(sizes: tuple[int, ...]) -> None:
    exact_value = Solver().solve(Duel(*sizes)).value
    near = Solver(iterations=100, most_lp=0).solve(Duel(*sizes))
    assert near.low - 1e-9 <= exact_value <= near.high + 1e-9
    assert near.low - 1e-12 <= near.value <= near.high + 1e-12
    assert near.exploitability < 0.05


def test_a_limit_of_time_gives_a_bracket() -> None:
    found = Solver(most_lp=0, limit=Limit(seconds=0.2)).solve(Duel(5, 1, 1))
    assert (found.method, found.stopped) == ("cfr+", "time")
    assert found.low <= 534 / 949 <= found.high
    late = Solver(limit=Limit(seconds=1e-9)).solve(Duel(4, 1, 1))
    assert (late.method, late.stopped) == ("cfr+", "time")
    assert late.low <= 85 / 149 <= late.high


def test_an_interrupt_gives_a_bracket() -> None:
    def interrupt(what: str, done: float, total: float) -> None:
        if what.startswith("CFR+") and done == 30:
            raise KeyboardInterrupt

    found = Solver(most_lp=0, progress=interrupt).solve(Duel(4, 1, 1))
    assert found.stopped == "interrupt"
    assert found.low <= 85 / 149 <= found.high


def test_an_interrupt_of_the_program_gives_a_bracket(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(solver: Any) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(equilibrium, "_run", interrupt)
    found = Solver().solve(Duel(3, 1, 1))
    assert (found.method, found.stopped) == ("cfr+", "interrupt")
    assert found.low <= 0.6 <= found.high


def test_a_best_reply_beats_a_strategy_that_never_bluffs() -> None:
    solved = Solver().solve(Duel(3, 1, 1))
    form = solved.form
    never = solved.behaviour[0].copy()
    first = form.decision(0, 0)
    never[first.first : first.first + len(first.choices)] = [float(choice == "probe") for choice in first.choices]
    x = realised(form.sides[0], never)
    gains = np.zeros(form.sides[1].size)
    for one, two, weight in zip(*form.payoffs, strict=True):
        gains[two] -= weight * x[one]
    assert -best_reply(form.sides[1], gains) < 0.6 - 1e-3


@pytest.mark.parametrize(("sizes", "most"), [((3, 1, 1), 0.2), ((2, 1, 1), 0.0), ((1, 2, 2, 2), 0.0)])
def test_how_often_an_optimal_strategy_may_bluff_at_first(sizes: tuple[int, ...], most: float) -> None:
    solver, duel = Solver(), Duel(*sizes)
    solved = solver.solve(duel)
    first = solved.form.decision(0, 0)
    bluffs = [first.first + step for step, choice in enumerate(first.choices) if equilibrium.bluffs(choice)]
    aim = np.zeros(solved.form.sides[0].size)
    aim[bluffs] = 1.0
    assert solver.most(duel, aim) == pytest.approx(most, abs=1e-6)
    assert max(solver.worth(duel)[bluffs]) <= solved.value + 1e-9
    assert solver.worth(duel)[0] == pytest.approx(solved.value)


def test_missing_solver_is_a_clear_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "highspy", None)
    with pytest.raises(MissingExtraError, match=r'pip install "sleuth-games\[exact\]"'):
        Solver().solve(Duel(2, 1, 1))


def test_reports() -> None:
    plain = plain_value(3, 1)
    assert (plain["exact"], plain["bluff_frequency"], plain["exploitability"]) == ("1/2", 0.0, 0.0)
    assert plain_value(100, 100)["exact"] is None
    told = bluffing_value(3, 1)
    assert (told["exact"], told["method"]) == ("3/5", "lp")
    assert told["situations"][0]["past"] == ""
    assert told["situations"][0]["bluff"] == pytest.approx(0.2)
    with pytest.raises(ParameterError, match="at most m \\+ n \\+ 1 = 5"):
        bluffing_value(3, 1, 6)


@pytest.mark.parametrize(("m", "mine", "theirs"), [(1, 1, 1), (2, 1, 3), (3, 2, 1), (2, 2, 2), (5, 1, 1), (1, 3, 2)])
def test_leaves_are_counted_before_a_tree_is_built(m: int, mine: int, theirs: int) -> None:
    assert check_size(Duel(m, mine, theirs)) == bluffing_tree(Duel(m, mine, theirs)).leaves


@pytest.mark.parametrize(("m", "n"), [(30, 30), (1, 12), (12, 1), (9, 1), (6, 2), (4, 3), (2, 5), (10**6, 10**6)])
def test_trees_that_are_too_large_are_refused_at_once(m: int, n: int) -> None:
    with pytest.raises(TooManyWorldsError, match=f"with {m} cards in the pile and hands of {n} and {n}, the tree"):
        bluffing_value(m, n)


@pytest.mark.parametrize("sizes", [(1, 2, 2, 2), (2, 1, 1, 2), (3, 1, 1, 3), (2, 1, 2, 2), (3, 1, 1, 1)])
def test_leaves_of_larger_questions_are_counted_before(sizes: tuple[int, int, int, int]) -> None:
    assert check_size(Duel(*sizes)) == tree(Duel(*sizes)).leaves


@pytest.mark.parametrize(
    ("m", "n", "q"), [(5, 5, 3), (12, 1, 2), (1, 12, 14), (100, 100, 200), (10**6, 1, 10**5), (10**4, 10**4, 2)]
)
def test_trees_of_larger_questions_are_refused_at_once(m: int, n: int, q: int) -> None:
    with pytest.raises(TooManyWorldsError, match=f"hands of {n} and {n}, and questions of {q}, the tree has more than"):
        bluffing_value(m, n, q)


def test_more_cards_make_no_smaller_tree() -> None:
    """What the early refusal rests on."""
    leaves = {
        (m, n, q): LeafCount(Duel(m, n, n, q)).below(start(Duel(m, n, n, q)))
        for m, n, q in product((1, 2, 3), (1, 2), (2, 3, 4))
        if m + n <= 4
    }
    for (m, n, q), found in leaves.items():
        for more in ((m + 1, n, q), (m, n + 1, q), (m + 1, n, q + 1), (m, n + 1, q + 1)):
            assert leaves.get(more, found) >= found
    assert max(leaves.values()) < MAX_LEAVES


def test_a_tree_that_takes_too_long_says_so() -> None:
    with pytest.raises(OutOfTimeError, match="the time was up when 4,096 of 10,120 leaves were built"):
        bluffing_value(3, 1, 2, limit=Limit(seconds=1e-6))


def test_a_recurrence_that_is_too_large_is_refused_at_once() -> None:
    with pytest.raises(ParameterError, match="m=5000, n=5000 is too large"):
        plain_value(5000, 5000)
