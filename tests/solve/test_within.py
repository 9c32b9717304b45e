"""The most secrets within N steps: against all trees, against published numbers, and its terms."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.kernels import twins
from tests.trials import trials

from sleuth import parse_game
from sleuth.adapters.cli.app import run
from sleuth.belief.enumerated import EnumeratedSet
from sleuth.core import Constraint
from sleuth.core.errors import ActionError, ParameterError, StuckError
from sleuth.core.game import Action, Feedback, Game
from sleuth.core.limit import Limit
from sleuth.core.tabulate import tabulate
from sleuth.kernels import late_bounds, late_search, search_memo
from sleuth.kernels.search_bounds import INFINITE
from sleuth.kernels.search_symmetry import NONE, UNLIKE
from sleuth.solve import solve
from sleuth.solve.search_problem import problem
from sleuth.solve.within_solution import WithinSolution
from sleuth.testing.random_games import RandomLaw, RandomNaming


@dataclass(frozen=True)
class Strict(RandomNaming, Constraint):
    """What was answered forbids some questions from then on, but never a guess."""

    @cached_property
    def forbidden(self) -> np.ndarray:
        number = len(self.actions())
        return np.random.default_rng([self.seed, 4]).random((number, self.answers + 1, number)) < 0.4

    def allows(self, action: Action, past: Action, feedback: Feedback) -> bool:
        return action < self.size or not self.forbidden[past, feedback, action]


@dataclass(frozen=True)
class Idle(Game):
    """One of the questions tells nothing."""

    def secrets(self) -> range:
        return range(3)

    def actions(self) -> range:
        return range(4)

    def feedback(self, action: int, secret: int) -> bool:
        return action == secret


games = st.builds(
    lambda cls, size, questions, answers, heaviest, seed, wide: cls(size, questions, answers, heaviest, seed, wide),
    st.sampled_from([RandomLaw, RandomNaming, Strict]),
    st.integers(1, 6),
    st.integers(0, 3),
    st.integers(2, 4),
    st.sampled_from([1, 1, 5]),
    st.integers(0, 10_000),
    st.booleans(),
)


def least_late(game: Game, in_time: int, longest: int, only_possible: bool = False) -> float:
    """The least weight that comes late, over all trees."""
    whole = problem(EnumeratedSet(tabulate(game)), only_possible=only_possible)
    return twins.late_twin(whole.law, whole.cands, whole.actions, in_time, longest)


@settings(max_examples=trials(80), deadline=None)
@given(games, st.integers(1, 4), st.booleans())
def test_no_tree_has_more_in_time(game: Game, in_time: int, symmetry: bool) -> None:
    found = solve(game, objective=f"within={in_time}", symmetry=symmetry, threads=1)
    assert found.proved
    assert found.longest == solve(game, objective="worst", threads=1).worst
    assert found.worst <= found.longest
    assert found.late == found.late_bound == pytest.approx(least_late(game, in_time, found.longest))


@settings(max_examples=trials(40), deadline=None)
@given(games, st.integers(1, 3), st.integers(1, 6))
def test_another_limit_on_the_longest_play(game: Game, in_time: int, longest: int) -> None:
    expected = least_late(game, in_time, longest)
    if expected >= INFINITE:
        with pytest.raises(StuckError, match="no strategy settles every secret"):
            solve(game, objective=f"within={in_time}", within=longest, threads=1)
        return
    found = solve(game, objective=f"within={in_time}", within=longest, threads=1)
    assert found.late == found.late_bound == pytest.approx(expected)
    assert found.worst <= longest


@settings(max_examples=trials(20), deadline=None)
@given(st.builds(RandomNaming, st.integers(1, 6), st.just(0), st.integers(3, 5), st.just(1), st.integers(0, 10_000)))
def test_only_possible_guesses(game: Game) -> None:
    found = solve(game, objective="within=2", only_possible=True, threads=1)
    assert found.late == least_late(game, 2, found.longest, only_possible=True)


@settings(max_examples=trials(60), deadline=None)
@given(st.sets(st.integers(0, 63), min_size=2, max_size=12), st.integers(1, 3), st.integers(0, 1))
def test_sets_of_mastermind(chosen: set[int], early: int, more: int) -> None:
    """Where secrets are alike and named, the last steps in time are settled by counting parts."""
    left = early + 1 + more
    whole = problem(EnumeratedSet(tabulate(parse_game("mastermind:pegs=3,colours=4"))))
    cands, law = np.array(sorted(chosen), np.int32), whole.law
    assert late_bounds.plain(law)

    @cache
    def least(some: tuple[int, ...], early: int, left: int) -> float:
        if left < 1:
            return INFINITE
        best = INFINITE
        for action in range(64):
            answers = law.codes[list(some), action].tolist()
            if len(set(answers)) == 1 and answers[0] != law.winning[action]:
                continue
            total = float(len(some)) if early == 0 else 0.0
            for answer in set(answers) - {int(law.winning[action])}:
                part = tuple(s for s, a in zip(some, answers, strict=True) if a == answer)
                total += least(part, early - 1, left - 1)
                if total >= best:
                    break
            best = min(best, total)
        return best

    expected = least(tuple(cands.tolist()), early, left)
    memo = search_memo.new_memo(1 << 12)
    salts = whole.salts(cands)
    for bound in (1.0, 3.0, INFINITE):
        found = late_search.late_search(
            law, memo, UNLIKE, NONE, cands, whole.actions, whole.actions, early, left, bound, *salts
        )
        assert found == expected if expected < bound else bound <= found <= expected


def test_more_time_is_never_worse() -> None:
    game = parse_game("mastermind:pegs=3,colours=4")
    late = [solve(game, objective=f"within={steps}", threads=1).late for steps in range(1, 6)]
    assert late == [63, 55, 21, 0, 0]
    longer = [solve(game, objective=f"within={steps}", within=6, threads=1).late for steps in range(1, 6)]
    assert all(one <= other for one, other in zip(longer, late, strict=True))


@pytest.mark.heavy
def test_bulls_and_cows_with_fewer_digits() -> None:
    """With and without symmetries, which the search carries down to the last steps but two."""
    game = parse_game("bulls-and-cows:length=3,symbols=7")
    found = solve(game, objective="within=4", threads=1)
    assert found.proved
    assert found.late == solve(game, objective="within=4", symmetry=False, threads=1).late


@pytest.mark.heavy
def test_mastermind_as_published() -> None:
    """539 codes need five guesses, whatever is asked."""
    found = solve(parse_game("mastermind"), objective="within=4")
    assert (found.late, found.late_bound, found.longest, found.proved) == (539, 539, 5, True)


def test_terms() -> None:
    game = parse_game("mastermind:pegs=2,colours=4")
    first = solve(game, objective="within=2", first=(0, 0), threads=1)
    assert first.first == (0, 0)
    assert first.proved
    assert first.late >= solve(game, objective="within=2", threads=1).late
    with pytest.raises(ActionError, match="is not an action"):
        solve(game, objective="within=2", first=(9, 9))


def test_a_first_action_that_tells_nothing() -> None:
    free, idle = solve(Idle(), objective="within=2"), solve(Idle(), objective="within=3", first=3)
    assert isinstance(idle, WithinSolution)
    assert (idle.first, idle.in_time, idle.worst, idle.longest) == (3, 3, free.worst + 1, free.worst + 1)
    assert (idle.late, idle.late_bound, idle.proved) == (free.late, free.lower_bound, True)
    late = solve(Idle(), objective="within=1", first=3, within=idle.longest)
    assert (late.late, late.terms["within"]) == (late.secrets, idle.longest)
    with pytest.raises(StuckError, match="within 1 step"):
        solve(Idle(), objective="within=2", first=3, within=1)


def test_a_time_limit_gives_a_tree_and_a_true_bound() -> None:
    for seconds in (1e-6, 0.3):
        found = solve(parse_game("mastermind:pegs=4,colours=7"), objective="within=4", limit=Limit(seconds=seconds))
        assert found.stopped == "time"
        assert not found.proved
        assert found.late_bound <= found.late
        assert found.secrets == 2401
        assert "the time was up" in found.verdict


def test_the_command(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    out = tmp_path / "tree.json"
    game = ["solve", "mastermind", "--pegs", "3", "--colours", "4", "--objective", "within=3"]
    assert run([*game, "--out", str(out), "--json"]) == 0
    said = json.loads(capsys.readouterr().out)
    assert (said["in_time"], said["late"], said["lower_bound"], said["longest"]) == (43, 21, 21, 4)
    assert said["objective"] == "within=3"
    assert said["proved"] is True
    assert run(["verify", str(out)]) == 0
    capsys.readouterr()
    assert run(game) == 0
    text = " ".join(capsys.readouterr().out.split())
    assert "in time 43 within 3 steps, 21 later" in text
    assert "no tree leaves less for later among trees of at most 4 steps" in text


def test_what_is_proved_of_trees_on_terms_is_said_of_these() -> None:
    game = parse_game("mastermind:pegs=3,colours=3")
    free, begun = (solve(game, objective="within=2", first=first) for first in (None, (0, 0, 0)))
    assert begun.late > free.late
    among = "trees of at most 4 steps that begin so and guess only what is possible"
    (claim,) = solve(game, objective="within=2", first=(0, 0, 0), only_possible=True).claims
    assert (claim.among, claim.as_json()["among"]) == (among, among)
    assert begun.verdict == "no tree leaves less for later among trees of at most 4 steps that begin so"
    assert free.verdict == "no tree leaves less for later among trees of at most 4 steps"


@pytest.mark.parametrize("objective", ["within", "within=", "within=0", "within=-1", "within=two", "within=1.5"])
def test_what_is_no_number_of_steps(objective: str) -> None:
    with pytest.raises(ParameterError, match="the objective is mean, worst, within=N or setter"):
        solve(parse_game("mastermind"), objective=objective)


def test_what_does_not_go() -> None:
    with pytest.raises(ParameterError, match="beam does not go with that"):
        solve(parse_game("mastermind"), objective="within=4", beam=2)
    with pytest.raises(ParameterError, match="objective within=4 does not go with that"):
        solve(parse_game("battleship:size=2x3,fleet=2"), objective="within=4")
