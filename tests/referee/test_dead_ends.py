"""Questions that put the goal out of reach: what the referee, grades and `check` say of them, against brute force."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from math import inf, isinf

import numpy as np
import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from sleuth import History, InformationSet, Record, begin
from sleuth.adapters.gymnasium.environment import DeductionEnv
from sleuth.app.checks import Check
from sleuth.app.perform import perform
from sleuth.core.capabilities import Constraint
from sleuth.core.errors import ParameterError
from sleuth.kernels.arrays import Array
from sleuth.lab import grade
from sleuth.lab.analysis import analyse_game
from sleuth.referee import Referee
from sleuth.testing import stuck_play
from sleuth.testing.random_games import RandomLaw


@dataclass(frozen=True)
class Forbidding(RandomLaw, Constraint):
    """A random law in which a question may forbid others, and none is asked twice."""

    repeats = False

    dearest: int = 1
    forbidden: float = field(default=0.15)

    @cached_property
    def forbids(self) -> Array:
        """Whether a question (row) forbids another (column) from then on."""
        number = len(self.law)
        return np.random.default_rng([self.seed, 3]).random((number, number)) < self.forbidden

    @cached_property
    def prices(self) -> list[int]:
        drawn: list[int] = np.random.default_rng([self.seed, 4]).integers(1, self.dearest + 1, len(self.law)).tolist()
        return [self.dearest, *drawn[1:-1], 1]

    def allows(self, action: int, past: int, feedback: int) -> bool:
        return not self.forbids[past - self.size, action - self.size]

    def cost(self, action: int) -> float:
        return self.prices[action - self.size]


def value(info: InformationSet, known: dict[object, float]) -> float:
    """The least expected cost of reaching the goal for sure; infinite where nobody can."""
    if info.over:
        return 0.0
    key = info.key
    if key not in known:
        asked = [a for a in info.actions if len(info.children(a)) > 1]
        known[key] = min((asking(info, action, known) for action in asked), default=inf)
    return known[key]


def asking(info: InformationSet, action: int, known: dict[object, float]) -> float:
    """The same if this is asked first."""
    parts = [(child.probability, value(child.after(), known)) for child in info.children(action)]
    return float(info.game.cost(action)) + sum(p * v for p, v in parts)


@given(st.integers(3, 7), st.integers(0, 3), st.integers(1, 3), st.sampled_from([1, 4]), st.integers(0, 2_000))
@example(3, 1, 1, 1, 1796)  # nothing may be asked after the first question
@example(6, 2, 2, 1, 897)
@example(4, 2, 2, 4, 1835)
@example(6, 0, 2, 1, 860)
def test_a_question_that_may_put_the_goal_out_of_reach_loses_all_that_is_left(
    size: int, questions: int, heaviest: int, dearest: int, seed: int
) -> None:
    game, known = Forbidding(size, questions, 2, heaviest, seed, dearest=dearest), dict[object, float]()
    start = begin(game)
    assume(not isinf(value(start, known)))
    steps = 9
    referee, rng = Referee(game, seed=seed, reference="optimal", max_steps=steps), np.random.default_rng(seed)
    sure, expected = True, value(start, known)
    while not referee.over:
        info, actions = referee.info, referee.info.actions
        action = actions[int(rng.integers(len(actions)))]
        left = steps - referee.steps
        after = asking(info, action, known)
        verdict = referee.ask(action)
        assert verdict.expected == pytest.approx(expected)
        assert verdict.lost is not None
        assert verdict.luck is not None
        assert verdict.expected is not None
        assert verdict.left is not None
        if sure and isinf(after):
            assert verdict.lost == pytest.approx(left * dearest)
            assert verdict.reward == -verdict.lost
            assert verdict.mark == "blunder"
            assert verdict.best != game.format_action(action)
        elif sure:
            assert verdict.lost == pytest.approx(after - verdict.expected, abs=1e-9)
        else:
            assert verdict.lost == 0.0
        assert verdict.price == game.cost(action)
        assert verdict.luck == pytest.approx(verdict.expected + verdict.lost - verdict.price - verdict.left, abs=1e-9)
        now = value(referee.info, known)
        sure = not isinf(now)
        expected = now if sure else verdict.left
        assert verdict.left == pytest.approx(expected)
    report = referee.report()
    assert report.lost is not None
    assert report.left is not None
    assert report.luck is not None
    assert report.expected is not None
    assert report.lost == pytest.approx(report.spent + report.left - report.expected + report.luck)


@pytest.mark.parametrize("seed", range(40))
def test_stuck_plays_are_found_where_there_are_any(seed: int) -> None:
    game = Forbidding(6, 2, 2, 1, seed)

    def stuck(info: InformationSet, known: dict[object, bool]) -> bool:
        if info.over:
            return False
        if info.key not in known:
            moves = [a for a in info.actions if len(info.children(a)) > 1]
            known[info.key] = not moves or any(stuck(c.after(), known) for a in moves for c in info.children(a))
        return known[info.key]

    found = stuck_play(game)
    assert (found is not None) == stuck(begin(game), {})
    if found is not None:
        end = begin(game).observe_all(found)
        assert not end.over
        assert not any(len(end.children(action)) > 1 for action in end.actions)


def doctor() -> Forbidding:
    """A game in which some first question puts the goal out of reach, and another does not."""
    for seed in range(100):
        game, known = Forbidding(6, 2, 2, 1, seed), dict[object, float]()
        start = begin(game)
        if not isinf(value(start, known)) and any(isinf(asking(start, a, known)) for a in start.actions):
            return game
    raise AssertionError


def test_where_nothing_may_be_asked_play_is_over_and_what_may_not_be_asked_is_refused() -> None:
    game, known = doctor(), dict[object, float]()
    start = begin(game)
    bad = next(a for a in start.actions if isinf(asking(start, a, known)))
    for secret in game.secrets():
        referee = Referee(game, secret, reference="optimal")
        referee.ask(bad)
        refused = referee.ask(bad)
        assert refused.refusal is not None
        assert not refused.solved
        while not referee.over:
            referee.ask(referee.info.actions[0])
        assert referee.verdicts[-1].done
        assert referee.verdicts[-1].truncated != referee.solved


def test_grades_and_check_say_it() -> None:
    game, known = doctor(), dict[object, float]()
    start = begin(game)
    bad = next(a for a in start.actions if isinf(asking(start, a, known)))
    secret = 0
    move = grade(Record(game, History().add(bad, game.feedback(bad, secret)), secret=secret)).moves[0]
    assert move.mark == "blunder"
    assert (move.inaccuracy_steps or 0.0) >= 4.0
    assert perform(Check(game)).stuck
    assert perform(Check("mastermind:pegs=2,colours=3")).stuck == []


def test_a_game_with_dead_ends_is_analysed_without_who_runs_into_them() -> None:
    analysis = analyse_game(doctor())
    assert analysis.difficulty is not None
    assert analysis.difficulty.random is None
    assert analysis.luck is None
    assert "Who asks at random can get stuck" in analysis.left_out


@pytest.mark.parametrize("reference", ["auto", "entropy"])
def test_a_rule_that_gets_stuck_itself_is_no_reference(reference: str) -> None:
    for seed in range(30):
        game = Forbidding(6, 2, 2, 1, seed)
        try:
            referee = Referee(game, 0, reference=reference)
        except ParameterError:  # refused in one sentence
            assert reference == "entropy"
            continue
        while not referee.over:
            verdict = referee.ask(referee.info.actions[0])
            assert (verdict.lost is None) == (referee.reference == "none")


def test_an_environment_ends_where_nothing_may_be_asked() -> None:
    env = DeductionEnv(doctor(), max_steps=20)
    for seed in range(12):
        _, info = env.reset(seed=seed)
        over = False
        while not over:
            assert info["action_mask"].any()
            _, _, solved, truncated, info = env.step(int(np.argmax(info["action_mask"])))
            over = solved or truncated
        assert info["report"]["over"]
        assert info["report"]["steps"] < 20
