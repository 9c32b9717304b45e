"""What holds for every game: of parts, orders, entropies, and of fast code that must equal plain code."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st
from tests.kernels import twins
from tests.trials import trials

from sleuth.belief.base import InformationSet
from sleuth.belief.begin import begin, listable
from sleuth.belief.enumerated import EnumeratedSet
from sleuth.core.game import Game
from sleuth.core.history import History
from sleuth.core.offers import constrained
from sleuth.core.tables import Tables
from sleuth.core.tabulate import tabulate
from sleuth.kernels import partitions as parts
from sleuth.play.evaluate import evaluate
from sleuth.strategies.criteria import CRITERIA
from sleuth.strategies.decision import Decision
from sleuth.strategies.greedy import Entropy, Greedy, Minimax, Parts, Size
from sleuth.testing import check_game
from sleuth.testing.generators import games, histories, random_tables_game
from sleuth.testing.random_games import RandomLaw

KEYS = ("", "lex", "possible", "entropy+possible+lex", "parts+size+lex", "minimax+possible+entropy")
quick = settings(max_examples=trials(40), deadline=None, suppress_health_check=[HealthCheck.too_slow])
any_game = st.one_of(random_tables_game(), games().filter(listable))
"""Games with a table; others have information sets of their own, and tests of these."""


@st.composite
def sets(draw: st.DrawFn, kind: st.SearchStrategy[Game] = any_game) -> InformationSet:
    game = draw(kind)
    return begin(game).observe_all(draw(histories(game, most=3)))


@st.composite
def tables_and_candidates(draw: st.DrawFn) -> tuple[Tables, Any, Any]:
    """The tables of a random game, and some of its secrets and actions."""
    tables = tabulate(draw(random_tables_game()), keep=False)
    secrets, actions = (
        np.array(sorted(draw(st.sets(st.integers(0, len(values) - 1), min_size=1))), np.int32)
        for values in (tables.secrets, tables.actions)
    )
    return tables, secrets, actions


@quick
@given(random_tables_game(most=12))
def test_random_games_conform(game: Game) -> None:
    check_game(game, cells=500)


@quick
@given(sets())
def test_the_parts_of_an_action_make_up_the_set(info: InformationSet) -> None:
    outcomes = info.outcomes()
    assert (outcomes.counts.sum(axis=1) == info.size).all()
    np.testing.assert_allclose(outcomes.masses.sum(axis=1), outcomes.mass)
    np.testing.assert_allclose(outcomes.probabilities.sum(axis=1), 1)
    action = outcomes.actions[-1]
    codes = np.flatnonzero(outcomes.counts[-1]).tolist()
    left = [s for code in codes for s in info.observe(action, outcomes.feedback(code)).candidates()]
    assert sorted(left, key=info.candidates().index) == info.candidates()


@quick
@given(st.data())
def test_the_order_of_observation_does_not_matter(data: st.DataObject) -> None:
    game = data.draw(any_game)
    assume(not constrained(game))
    history = data.draw(histories(game))
    shuffled = data.draw(st.permutations(history.steps))
    one, other = (begin(game).observe_all(steps) for steps in (history.steps, shuffled))
    assert one.candidates() == other.candidates()
    assert one.entropy == pytest.approx(other.entropy, abs=1e-9)


@quick
@given(sets())
def test_no_question_is_expected_to_lose_information(info: InformationSet) -> None:
    outcomes = info.outcomes(list(info.actions)[:20])
    for row, action in enumerate(outcomes.actions):
        expected = sum(
            float(outcomes.probabilities[row, code]) * info.observe(action, outcomes.feedback(code)).entropy
            for code in np.flatnonzero(outcomes.counts[row]).tolist()
        )
        assert expected <= info.entropy + 1e-9
        assert info.entropy - expected == pytest.approx(outcomes.information[row], abs=1e-6)


@quick
@given(st.data())
def test_histories_read_back(data: st.DataObject) -> None:
    game = data.draw(any_game)
    history = data.draw(histories(game))
    assert History.parse(game, history.format(game)) == history


@quick
@given(tables_and_candidates(), st.sampled_from(sorted(CRITERIA)), st.booleans())
def test_kernels_equal_their_twins(found: tuple[Tables, Any, Any], name: str, weighted: bool) -> None:
    tables, secrets, actions = found
    assert tables.codes is not None
    weights = np.linspace(0.5, 7, len(tables.secrets)) if weighted else parts.NO_WEIGHTS
    shape = tables.codes, secrets, actions, tables.width
    terms = CRITERIA[name].terms(secrets.size)
    np.testing.assert_allclose(
        parts.scores(*shape, weights, terms), twins.scores_twin(*shape, weights, terms), atol=1e-9, rtol=1e-9
    )
    counts = parts.counts(*shape)
    assert (counts == twins.counts_twin(*shape)).all()
    ones = parts.masses(*shape, np.ones(len(tables.secrets)))
    assert (ones == counts).all()


def test_wide_tables_have_sixteen_bits() -> None:
    assert tabulate(RandomLaw(wide=True), keep=False).codes.dtype == np.uint16  # type: ignore[union-attr]
    assert tabulate(RandomLaw(wide=False), keep=False).codes.dtype == np.uint8  # type: ignore[union-attr]


@dataclass(frozen=True)
class Plainly(Greedy):
    """A one-step strategy with a `decide` of its own, which `evaluate` asks at each node."""

    def decide(self, info: InformationSet, **others: Any) -> Decision:
        return super().decide(info, **others)


PLAIN = {
    cls: type(f"Plain{cls.__name__}", (Plainly,), {"criterion": cls.criterion})
    for cls in (Entropy, Minimax, Size, Parts)
}


@settings(quick, max_examples=trials(100))
@given(any_game, st.sampled_from(list(PLAIN)), st.sampled_from(KEYS), st.booleans())
def test_evaluation_by_kernels_equals_node_by_node(
    game: Game, kind: type[Greedy], ties: str, only_possible: bool
) -> None:
    fast = evaluate(game, kind(ties=ties, only_possible=only_possible))
    slow = evaluate(game, PLAIN[kind](ties=ties, only_possible=only_possible))
    assert fast.total == slow.total
    for one, other in zip(vars(fast.game_tree).values(), vars(slow.game_tree).values(), strict=True):
        np.testing.assert_array_equal(one, other)
    np.testing.assert_array_equal(fast.steps, slow.steps)


@quick
@given(any_game, st.sampled_from(list(PLAIN)))
def test_an_evaluation_is_what_single_plays_add_up_to(game: Game, kind: type[Greedy]) -> None:
    evaluation = evaluate(game, kind())
    for number, secret in list(enumerate(evaluation.tables.secrets))[::5]:
        info: InformationSet = EnumeratedSet(evaluation.tables)
        while not info.over:
            action = kind().decide(info).action
            info = info.observe(action, game.feedback(action, secret))
        assert len(info.history) == evaluation.steps[number]
        assert info.candidates() == [secret]
        assert game.goal.knows or info.history.steps[-1].action == secret


@quick
@given(random_tables_game(), st.sampled_from(list(PLAIN)))
def test_a_table_computed_on_demand_gives_the_same(game: Game, kind: type[Greedy]) -> None:
    stored = evaluate(game, kind())
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("SLEUTH_TABLE_BYTES", "0")
        tables = tabulate(game, keep=False)
        assert tables.codes is None
        patch.setattr("sleuth.play.evaluate_table.tabulate", lambda *_: tables)
        computed = evaluate(game, kind())
    np.testing.assert_array_equal(computed.steps, stored.steps)
