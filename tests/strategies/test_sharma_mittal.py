"""Entropies of any order and degree as a rule of play: one family behind the one-step rules."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.kernels import twins
from tests.trials import trials

from sleuth import Game, begin, evaluate, greedy, parse_game, parse_strategy
from sleuth.belief.enumerated import EnumeratedSet
from sleuth.core.errors import ParameterError, SpecError, UnknownNameError
from sleuth.core.limit import UNLIMITED
from sleuth.core.tabulate import tabulate
from sleuth.kernels import partitions as parts
from sleuth.measures.named import bayes_error
from sleuth.measures.sharma_mittal import sharma_mittal
from sleuth.strategies import criteria
from sleuth.strategies.gametree import CompiledChooser, PlainChooser, chooser, grow
from sleuth.testing.generators import random_tables_game

EVEN = [
    "mastermind:pegs=3,colours=5",
    "bulls-and-cows:length=3,symbols=6",
    "fake-coin:coins=6",
    "black-box:size=4,atoms=2",
    "low-middle-high:numbers=20",
]
JAR = "mastermind:pegs=3,jar=8-4-2-1"
ORDERS = ("0", "0.5", "1", "1.0000001", "2", "7", "400", "inf")
DEGREES = ("-400", "-1", "0", "0.5", "1", "2", "6", "400")


def expected(info: Any, action: Any, order: float, degree: float) -> float:
    """The entropy that an action leaves on average, by the definition: over answers, over what each leaves."""
    outcomes, left = info.outcomes([action]), 0.0
    for code in np.flatnonzero(outcomes.counts[0]).tolist():
        after = info.observe(action, outcomes.feedback(code))
        shares = [after.probability(s) for s in after.candidates()]
        left += float(outcomes.probabilities[0, code]) * float(sharma_mittal(shares, order, degree))
    return left


@pytest.mark.parametrize("order", [0.0, 0.5, 1.0, 1 + 1e-9, 1.0001, 2.0, 30.0, 1e5, math.inf])
@pytest.mark.parametrize("degree", [0.0, 0.5, 1.0, 1.5, 2.0])
def test_the_score_is_the_entropy_expected_to_remain(order: float, degree: float) -> None:
    for spec in (JAR, "mastermind:pegs=2,colours=4"):
        info = begin(parse_game(spec))
        decision = parse_strategy(f"sharma-mittal:order={order},degree={degree}").decide(info)
        for row in (0, 5, decision.row):
            action = decision.outcomes.actions[row]
            if decision.outcomes.take(np.array([row], np.int32)).parts[0] > 1:
                assert decision.scores[row] == pytest.approx(expected(info, action, order, degree), abs=1e-9)


@pytest.mark.parametrize("degree", [-6.0, -0.5, 2.5, 8.0])
def test_elsewhere_the_score_rises_and_falls_with_it(degree: float) -> None:
    info = begin(parse_game("mastermind:pegs=2,jar=5-2-1"))
    decision = parse_strategy(f"sharma-mittal:order=0.7,degree={degree}").decide(info)
    values = [expected(info, a, 0.7, degree) for a in decision.outcomes.actions]
    # The power mean, as a logarithm, turned back into the expected entropy.
    back = np.expm1((1 - degree) * decision.scores) / (1 - degree)
    telling = decision.outcomes.parts > 1
    assert np.allclose(back[telling], np.array(values)[telling], rtol=1e-8)


@pytest.mark.parametrize(("degree", "rule"), [(0, "size"), (1, "entropy"), (2, "parts")])
@pytest.mark.parametrize("order", ["0", "1", "3.7", "inf"])
@pytest.mark.parametrize("spec", EVEN)
def test_on_an_even_prior_the_order_drops_out_and_the_degree_is_the_rule(
    spec: str, degree: int, rule: str, order: str
) -> None:
    game = parse_game(spec)
    ours, theirs = (evaluate(game, parse_strategy(s)) for s in (f"sharma-mittal:order={order},degree={degree}", rule))
    assert (ours.game_tree.action == theirs.game_tree.action).all()
    assert (ours.steps == theirs.steps).all()


@pytest.mark.parametrize(("degree", "rule", "total"), [(0, "size", 5696), (1, "entropy", 5722), (2, "parts", 5668)])
def test_the_published_totals_through_one_family(degree: int, rule: str, total: int) -> None:
    game = parse_game("mastermind")
    for order in ("1", "inf"):
        ours = evaluate(game, parse_strategy(f"sharma-mittal:order={order},degree={degree}"))
        assert ours.total == total
        assert (ours.game_tree.action == evaluate(game, parse_strategy(rule)).game_tree.action).all()


def test_large_negative_degrees_approach_minimax() -> None:
    """In the limit the largest part decides; what minimax leaves to ties goes by how many parts are that large."""
    game = parse_game("mastermind:pegs=3,colours=6")
    root = begin(game)
    assert isinstance(root, EnumeratedSet)
    agree = []
    for degree in (1, -1, -10, -3000):
        tree = evaluate(game, parse_strategy(f"sharma-mittal:degree={degree}")).game_tree
        same = 0
        for node in range(len(tree)):
            here = np.sort(tree.order[tree.start[node] : tree.start[node] + tree.size[node]])
            largest = EnumeratedSet(root.tables, here).outcomes().largest
            same += int(largest[tree.action[node]] == largest.min()) if here.size > 2 else 1
        agree.append(same / len(tree))
    assert agree == sorted(agree)
    assert agree[0] < agree[-1] == 1.0
    assert evaluate(game, parse_strategy("sharma-mittal:degree=-3000")).worst == 5


def test_order_infinity_and_degree_two_is_the_expected_chance_of_a_wrong_guess() -> None:
    info = begin(parse_game(JAR))
    decision = parse_strategy("sharma-mittal:order=inf,degree=2").decide(info)
    action, outcomes = decision.action, info.outcomes([decision.action])
    wrong = 0.0
    for code in np.flatnonzero(outcomes.counts[0]).tolist():
        after = info.observe(action, outcomes.feedback(code))
        shares = [after.probability(s) for s in after.candidates()]
        wrong += float(outcomes.probabilities[0, code]) * float(bayes_error(shares))
    assert decision.score == pytest.approx(wrong)


def test_with_a_jar_the_rules_come_apart() -> None:
    game = parse_game("mastermind:pegs=3,jar=12-4-2-1-1")
    firsts = {evaluate(game, parse_strategy(f"sharma-mittal:order={o},degree=2")).first for o in ("0", "1", "inf")}
    assert len(firsts) > 1
    for rule, degree in (("size", 0), ("parts", 2)):
        ours = evaluate(game, parse_strategy(f"sharma-mittal:order=1,degree={degree}"))
        assert (ours.steps != evaluate(game, parse_strategy(rule)).steps).any()
    same = evaluate(game, parse_strategy("sharma-mittal:order=0,degree=0"))
    assert (same.steps == evaluate(game, parse_strategy("size")).steps).all()


@pytest.mark.parametrize("jar", ["1-1-1-1", "3-3-3-3"])
def test_an_even_jar_is_the_standard_game(jar: str) -> None:
    plain, even = parse_game("mastermind:pegs=3,colours=4"), parse_game(f"mastermind:pegs=3,jar={jar}")
    for rule in ("entropy", "size", "sharma-mittal:order=2,degree=0.5", "sharma-mittal:order=inf,degree=-4", "rollout"):
        one, other = (evaluate(game, parse_strategy(rule)) for game in (plain, even))
        assert (one.steps == other.steps).all()
        assert (one.total, one.mean) == (other.total, other.mean)


def test_expected_steps_are_weighted_and_exact() -> None:
    game = parse_game("mastermind:pegs=2,jar=3-2-1")
    result = evaluate(game, parse_strategy("sharma-mittal:order=2,degree=2"))
    weights = {s: game.prior(s) for s in game.secrets()}
    total = sum(w * int(result.steps[result.tables.secret_index(s)]) for s, w in weights.items())
    assert (result.total, result.mean) == (total, total / 36)


@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize("degree", DEGREES)
def test_the_walk_decides_as_the_strategy_does(order: str, degree: str) -> None:
    for spec in ("mastermind:pegs=2,jar=30-6-2-1", "mastermind:pegs=3,colours=3"):
        root = begin(parse_game(spec))
        assert isinstance(root, EnumeratedSet)
        strategy = parse_strategy(f"sharma-mittal:order={order},degree={degree}")
        walker = chooser(root, strategy)
        assert isinstance(walker, CompiledChooser)
        (quick, _), (plain, _) = grow(root, walker), grow(root, PlainChooser(root, strategy, 0, UNLIMITED))
        assert (quick == plain).all()


@settings(max_examples=trials(60), deadline=None)
@given(
    random_tables_game(),
    st.sampled_from([0.0, 0.3, 1.0, 1.001, 2.0, 90.0, 1e5, math.inf]),
    st.sampled_from([-300.0, -1.0, 0.0, 0.4, 1.0, 2.0, 3.0, 300.0]),
    st.integers(0, 2**32 - 1),
)
def test_the_kernel_is_its_twin(game: Game, order: float, degree: float, seed: int) -> None:
    tables = tabulate(game, keep=False)
    assert tables.codes is not None
    rng = np.random.default_rng(seed)
    weights = np.exp(rng.normal(0, 3, len(tables.secrets)))
    cands = np.sort(rng.permutation(len(tables.secrets))[: rng.integers(1, len(tables.secrets) + 1)]).astype(np.int32)
    terms = criteria.sharma_mittal(order, degree).terms(cands.size)
    actions = np.arange(len(tables.actions), dtype=np.int32)
    shape = tables.codes, cands, actions, tables.width
    for given_weights in (weights, parts.NO_WEIGHTS):
        np.testing.assert_allclose(
            parts.scores(*shape, given_weights, terms),
            twins.scores_twin(*shape, given_weights, terms),
            rtol=1e-9,
            atol=1e-9,
        )


def test_no_action_is_asked_in_vain_where_an_answer_may_raise_the_entropy() -> None:
    game = parse_game("mastermind:pegs=2,jar=40-1-1-1")
    for order, degree in (("inf", "1"), ("inf", "0"), ("50", "-3")):
        assert evaluate(game, parse_strategy(f"sharma-mittal:order={order},degree={degree}")).worst < 10


def test_every_strategy_that_takes_a_rule_takes_this_one() -> None:
    game = parse_game(JAR)
    rule = "(sharma-mittal:order=2,degree=2)"
    base = evaluate(game, parse_strategy("sharma-mittal:order=2,degree=2")).mean
    assert evaluate(game, parse_strategy(f"rollout:base={rule},width=4")).mean <= base + 1e-9
    assert evaluate(game, parse_strategy(f"look-ahead:base={rule},width=3")).mean < base + 0.5
    info = begin(game)
    searched = parse_strategy(f"ismcts:iterations=300,prior={rule},width=4").decide(info, rng=np.random.default_rng(1))
    ranked = parse_strategy("sharma-mittal:order=2,degree=2").decide(info)
    best = {ranked.action, *(o.action for o in ranked.alternatives)}
    likeliest = {(0, 0, 0), (0, 0, 1), (0, 1, 0)}
    assert set(searched.outcomes.actions) <= best | likeliest
    assert len(searched.outcomes) < 8
    tied = parse_strategy(f"parts:ties={rule}+possible")
    assert tied.tie_break == "parts, then sharma-mittal:order=2,degree=2, then possible, then lex"
    assert (evaluate(game, tied).steps != evaluate(game, parse_strategy("parts")).steps).any()


@pytest.mark.parametrize("spec", [JAR, "mastermind:pegs=3,colours=4", "fake-coin:coins=6"])
def test_a_sample_of_everything_decides_as_the_whole_rule(spec: str) -> None:
    info = begin(parse_game(spec))
    for order, degree in (("2", "2"), ("inf", "0.5"), ("0.5", "-3")):
        whole = parse_strategy(f"sharma-mittal:order={order},degree={degree}").decide(info)
        rule = f"criterion=(sharma-mittal:order={order},degree={degree})"
        sampled = parse_strategy(f"sampled-ises:seconds=3600,{rule}").decide(info, rng=np.random.default_rng(1))
        assert sampled.action == whole.action
        assert sampled.score == pytest.approx(whole.score)
        assert sampled.tie_break.startswith("sharma-mittal:order=")


def test_a_sampled_rule_plays_nearly_as_the_whole_one() -> None:
    game = parse_game(JAR)
    exact = evaluate(game, parse_strategy("sharma-mittal:order=1,degree=2")).mean
    rule = "sampled-ises:states=30,actions=60,criterion=sharma-mittal:degree=2"
    sampled = [evaluate(game, parse_strategy(rule), seed=seed).mean for seed in range(4)]
    assert abs(float(np.mean(sampled)) - exact) < 0.35
    particles = begin(parse_game("mastermind:pegs=4,jar=8-4-2-1-1-1"), "sampled")
    decision = parse_strategy("sampled-ises:criterion=sharma-mittal:degree=2").decide(particles)
    best = float(begin(particles.game).outcomes().parts.max())
    assert decision.chosen.parts > 0.5 * best


def test_spec_strings_read_back() -> None:
    for text in (
        "sampled-ises:states=10,criterion=(sharma-mittal:order=2,degree=0)",
        "sharma-mittal",
        "sharma-mittal:order=inf,degree=2",
        "sharma-mittal:order=0.5",
        "rollout:base=(sharma-mittal:order=0.5,degree=2),width=3",
        "ismcts:prior=(sharma-mittal:order=inf,degree=2),width=5",
        "sharma-mittal:ties=(sharma-mittal:order=2,degree=0.1)+possible,degree=3",
    ):
        assert str(parse_strategy(text)) == text
        assert parse_strategy(str(parse_strategy(text))) == parse_strategy(text)


@pytest.mark.parametrize(
    ("spec", "told"),
    [
        ("sharma-mittal:order=-1", "order is 0 or more, or inf, not -1"),
        ("sharma-mittal:order=nan", "order is a number, or inf, not 'nan'"),
        ("sharma-mittal:degree=nan", "degree is a finite number, not 'nan'"),
        ("sharma-mittal:degree=inf", "degree is a finite number, not 'inf'"),
        ("sharma-mittal:order=two", "order is a number, or inf, not 'two'"),
        ("rollout:base=sharma-mittal:order=-1", "order is 0 or more"),
        ("rollout:base=sharma-mittal:power=2", "has no parameter 'power'"),
        ("rollout:base=sharma-mittal:2", "'2' in 'sharma-mittal:2' is not key=value"),
        ("ismcts:prior=guess", "there is no one-step rule 'guess'"),
        ("ismcts:width=0", "width must be at least 1"),
        ("sampled-ises:criterion=sharma-mittal:order=-1", "order is 0 or more"),
        ("parts:ties=sharma-mittal:order=x", "order is a number, or inf, not 'x'"),
        ("parts:ties=sharma-mittal:odd=1", "has no parameter 'odd'"),
        ("parts:ties=entropy:order=1", "takes no parameters"),
    ],
)
def test_bad_input_is_named(spec: str, told: str) -> None:
    with pytest.raises((ParameterError, SpecError), match=told):
        parse_strategy(spec)


def test_criteria_by_text() -> None:
    assert criteria.parse_criterion("entropy") is criteria.ENTROPY
    assert criteria.parse_criterion("sharma-mittal:degree=2") == criteria.sharma_mittal(1, 2)
    with pytest.raises(UnknownNameError, match="sharma-mittal"):
        criteria.parse_criterion("sharma-mital")


def test_your_own_criterion_can_use_the_measures() -> None:
    """The same rule, written by hand from the plane of order and degree."""
    game = parse_game("mastermind:pegs=2,colours=4")
    mine = greedy(lambda o: (o.probabilities * (1 - 1 / np.maximum(o.counts, 1))).sum(axis=1), "mine")
    ours = evaluate(game, parse_strategy("sharma-mittal:order=5,degree=2"))
    assert (evaluate(game, mine).game_tree.action == ours.game_tree.action).all()


@pytest.mark.parametrize(
    ("jar", "told"),
    [
        ("", "the jar is empty"),
        ("0-0", "at least 1, like 4-2-1-1; not '0-0'"),
        ("3-0-1", "at least 1, like 4-2-1-1; not '3-0-1'"),
        ("3-x", "like 4-2-1-1; not '3-x'"),
    ],
)
def test_a_jar_that_is_none(jar: str, told: str) -> None:
    with pytest.raises(ParameterError, match=told):
        parse_game(f"mastermind:jar={jar}")
