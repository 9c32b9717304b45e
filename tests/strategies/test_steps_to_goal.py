"""Looking ahead from every set: against brute force, by listing under lies, and against the ways that tables have."""

from __future__ import annotations

import time
from fractions import Fraction
from math import inf, isfinite

import numpy as np
import pytest

from sleuth.belief.base import InformationSet
from sleuth.belief.begin import begin
from sleuth.belief.enumerated import EnumeratedSet
from sleuth.core.channel_game import ChannelGame
from sleuth.core.errors import ParameterError, StuckError
from sleuth.core.game import Game
from sleuth.core.game_spec import parse_game
from sleuth.core.goal import Left
from sleuth.core.history import History
from sleuth.core.limit import Limit
from sleuth.core.offers import announced, hits_of
from sleuth.play.opening import draw_secret
from sleuth.strategies.catalogue import parse_strategy
from sleuth.strategies.criteria import ENTROPY
from sleuth.strategies.decision import Decision
from sleuth.strategies.look_ahead import LookAhead, least_steps
from sleuth.strategies.ranking import rule_for
from sleuth.strategies.rollout_plays import cautious
from sleuth.strategies.steps_to_goal import Ahead, TimeUpError, left_at, ranking
from sleuth.testing import listing
from sleuth.testing.brute_force import best_tree
from sleuth.testing.nasty_catalogue import CHANNELS, KINDS, nasty_game

TRUE = [kind for kind in KINDS if kind not in CHANNELS]
SEEDS = range(4)


def played(game: Game) -> list[Game]:
    """The games that are played: one for each announcement."""
    return list(dict.fromkeys(announced(game, s) for s in game.secrets() if game.prior(s) > 0))


def positions(kind: str) -> list[tuple[Game, InformationSet]]:
    """The starts of a few games of a kind, where something is left to ask and brute force knows the best tree."""
    out = []
    for game in (part for seed in SEEDS for part in played(nasty_game(kind, seed))):
        try:
            best_tree(game)
        except ParameterError:
            continue
        info = begin(game)
        if not info.over:
            out.append((game, info))
    return out


def mass(game: Game) -> Fraction:
    return sum((Fraction(game.prior(s)) for s in game.secrets()), Fraction(0))


def plain(info: InformationSet) -> bool:
    """Whether the set is one for tables."""
    return info.table() is not None and not info.game.goal.finds


def engine(info: InformationSet, *, width: int | None = None, worst: bool = False, prove: bool = False) -> Ahead:
    pace = max(float(info.outcomes().information.max()), 1e-9)
    rank = ranking(rule_for(info.game), width)
    return Ahead(rank, left_at(pace), Limit().start(), most=None, worst=worst, prove=prove)


@pytest.mark.parametrize("kind", TRUE)
def test_a_look_to_the_end_finds_the_optimum(kind: str) -> None:
    for game, info in positions(kind):
        best = best_tree(game, by_cost=False)
        for prove in (False, True):
            value = engine(info, prove=prove).value(info, 12)
            if best.total is None:
                assert not isfinite(value.steps) or not value.sure
            else:
                assert value.steps == pytest.approx(float(best.total / mass(game)), abs=1e-9)
                assert value.sure
        worst = engine(info, worst=True, prove=True).value(info, 12)
        assert best.worst is None or worst.steps == best.worst


@pytest.mark.parametrize("kind", TRUE)
@pytest.mark.parametrize("spec", ["look-ahead:depth=12,width=100", "optimal", "optimal:objective=worst"])
def test_the_chosen_action_begins_a_best_tree(kind: str, spec: str) -> None:
    for game, info in positions(kind):
        if plain(info):
            continue
        by_cost = spec == "optimal"
        best = best_tree(game, by_cost=by_cost)
        try:
            decision = parse_strategy(spec).decide(info, limit=Limit(seconds=60))
        except StuckError:
            assert best.total is None
            continue
        chosen = best_tree(game, first=decision.action, by_cost=by_cost)
        if spec.endswith("worst"):
            assert chosen.worst == best.worst == decision.score
        elif best.total is not None:
            assert chosen.total == best.total
            assert decision.score == pytest.approx(float(best.total / mass(game)), abs=1e-9)
        assert not decision.estimate or not info.all_actions


def listed(game: Game, history: History, depth: int, pace: float) -> float:
    """The steps by listing, with the least over all actions, so many answers ahead."""
    if listing.over(game, history):
        return 0.0
    chances = listing.posterior(game, history)
    if game.goal.only_names and len(chances) <= 2 and set(chances) <= set(listing.legal(game, history)):
        return 2.0 - float(max(chances.values()))
    if depth == 0:
        return estimated(game, history, pace)
    values = []
    for action in listing.legal(game, history):
        answers = listing.predicted(game, history, action)
        values.append(
            1.0 + sum(float(p) * listed(game, history.add(action, f), depth - 1, pace) for f, p in answers.items())
        )
    return min(values)


def estimated(game: Game, history: History, pace: float) -> float:
    chances = listing.posterior(game, history)
    bits = listing.entropy(list(chances.values())) / pace
    if game.goal.knows:
        return max(1.0, bits)
    if game.goal.only_names:
        return max(2.0 - float(max(chances.values())), bits + 1.0)
    asked = {action for action, _ in history}
    return max(1.0, bits, sum(float(p) * len(set(hits_of(game, s)) - asked) for s, p in chances.items()))


@pytest.mark.parametrize("kind", CHANNELS)
def test_under_lies_the_steps_are_those_by_listing(kind: str) -> None:
    compared = 0
    for seed in range(20):
        game = nasty_game(kind, seed)
        assert isinstance(game, ChannelGame)
        small = len(list(game.actions())) <= 5 and len(list(game.secrets())) <= 5
        if not small or best_tree(game.game).total is None:
            continue  # where the goal is out of reach, listing would ask in vain
        info = begin(game)
        pace = max(float(info.outcomes().information.max()), 1e-9)
        for depth in (1, 2):
            value = engine(info).value(info, depth)
            assert value.steps == pytest.approx(listed(game, History(), depth, pace), abs=1e-9)
            compared += 1
    assert compared >= 6


TABLES = [
    "mastermind:pegs=2,colours=4",
    "bulls-and-cows:length=2,symbols=5",
    "mastermind:pegs=2,jar=5-2-1",
    "fake-coin:coins=4",
    "black-box:size=3,atoms=2",
    "number:numbers=9",
]


@pytest.mark.parametrize("spec", TABLES)
@pytest.mark.parametrize("depth", [1, 2, 3])
@pytest.mark.parametrize("base", ["entropy", "size"])
def test_on_tables_the_search_is_what_the_fast_way_is(spec: str, depth: int, base: str) -> None:
    info = begin(parse_game(spec))
    assert isinstance(info, EnumeratedSet)
    rule, width, outcomes = rule_for(info.game, base), 4, info.outcomes()
    pace = float((info.entropy - ENTROPY(outcomes)).max())

    def leaf(after: InformationSet) -> Left:  # without the bound, as on tables
        assert isinstance(after, EnumeratedSet)
        name = after.game.goal.only_names
        return Left(least_steps(after), after.entropy / pace + (1.0 if name else 0.0))

    ahead = Ahead(ranking(rule, width), leaf, Limit().start())
    decision = LookAhead(base=base, width=width, depth=depth).decide(info)
    for action, steps in zip(decision.outcomes.actions, decision.scores, strict=True):
        assert ahead.asking(info, action, depth - 1).steps == pytest.approx(float(steps), abs=1e-9)


def test_time_is_up_within_the_search() -> None:
    info = begin(parse_game("mastermind"))
    ahead = Ahead(ranking(rule_for(info.game)), left_at(1.0), Limit(nodes=50).start())
    with pytest.raises(TimeUpError):
        ahead.value(info, 5)


def test_a_question_that_changes_nothing_has_no_end() -> None:
    game = parse_game("mastermind:pegs=2,colours=4")
    action = game.parse_action("01")
    info = begin(game).observe(action, game.feedback(action, game.parse_secret("12")))
    assert engine(info).asking(info, action, 3).steps == inf


def test_answers_that_are_left_out_make_an_estimate() -> None:
    info = begin(parse_game("bulls-and-cows:length=2,symbols=5@lies"))
    action = next(iter(info.actions))
    whole = Ahead(ranking(rule_for(info.game)), left_at(2.0), Limit().start(), most=None).asking(info, action, 0)
    some = Ahead(ranking(rule_for(info.game)), left_at(2.0), Limit().start(), most=3).asking(info, action, 0)
    assert some.least <= whole.least
    assert not some.sure
    assert some.steps == pytest.approx(whole.steps, abs=1.0)


LARGE = ["battleship", "hangman:number=2", "ulam:numbers=100000@lies", "bulls-and-cows@lies", "wordle@fibble"]


def large(spec: str) -> InformationSet:
    game = parse_game(spec)
    return begin(announced(game, draw_secret(game, np.random.default_rng(1))))


@pytest.mark.parametrize("spec", LARGE)
@pytest.mark.parametrize("name", ["look-ahead", "rollout", "optimal"])
def test_large_games_are_decided_in_time(spec: str, name: str) -> None:
    info = large(spec)
    info.outcomes()
    began = time.monotonic()
    decision = parse_strategy(name).decide(info, limit=Limit(seconds=0.3))
    assert time.monotonic() - began < 5.0  # others may use the machine too; alone it is 0.3 s more or less
    assert info.is_legal(decision.action)
    assert isfinite(decision.score)
    assert decision.estimate
    assert decision.estimate in decision.reasons


def test_samples_are_played_from_too() -> None:
    info = begin(parse_game("mastermind:pegs=5,colours=7"), "sampled")
    for name in ("look-ahead", "rollout", "optimal"):
        decision = parse_strategy(name).decide(info, limit=Limit(seconds=0.3))
        assert decision.estimate
        assert isfinite(decision.score)


def decided(game: Game, name: str) -> Decision:
    return parse_strategy(name).decide(begin(game), limit=Limit(seconds=60))


def test_what_is_exact_is_not_called_an_estimate() -> None:
    game = parse_game("battleship:size=2x3,fleet=2")
    assert decided(game, "rollout").estimate == ""
    assert decided(game, "look-ahead:depth=10,width=20").estimate == ""
    assert decided(game, "optimal").estimate == ""
    told = decided(game, "look-ahead").estimate
    assert told == "The steps are estimates: 2 answers were looked ahead, of 6 of 6 actions."
    assert decided(parse_game("mastermind"), "look-ahead:width=2").estimate == ""


def test_optimal_says_how_far_it_came() -> None:
    info = begin(parse_game("bulls-and-cows:length=3,symbols=6@lies"))
    told = parse_strategy("optimal").decide(info, limit=Limit(nodes=30)).estimate
    assert told.startswith("Not proved: time was up after ")
    info = begin(parse_game("hangman:lengths=5,guesses=both"))
    assert parse_strategy("optimal").decide(info, limit=Limit(seconds=0.1)).estimate.startswith("Not proved")


def test_rules_that_look_for_hits_may_be_the_base() -> None:
    info = begin(parse_game("battleship:size=4,fleet=2"))
    for base in ("hit-probability", "blend:weight=0.2", "entropy"):
        rollout = parse_strategy(f"rollout:base={base}")
        assert str(rollout) == f"rollout:base={base}"
        assert isfinite(rollout.decide(info).score)
    assert rule_for(info.game).name == "hit-probability"
    assert rule_for(parse_game("mastermind")).name == "entropy"


def test_few_plays_prove_little() -> None:
    once = cautious(np.array([[3.0, 1.0]]))
    assert once.tolist() == [3.0, inf]
    twice = cautious(np.array([[3.0, 2.0, 5.0], [3.0, 2.0, inf]]))
    assert twice[0] == 3.0
    assert twice[1] > 2.0
    assert twice[2] == inf
    often = cautious(np.tile([3.0, 2.0], (100, 1)))
    assert often[1] == pytest.approx(2.0, abs=0.03)
    assert cautious(np.array([[inf, 2.0], [3.0, 2.0]])).tolist() == [inf, 2.0]
