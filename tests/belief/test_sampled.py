"""Particles: they explain the history, they are reproducible, and they agree with the exact set where there is one."""

from __future__ import annotations

import numpy as np
import pytest

from sleuth import Truthful, begin, match, parse_game, parse_strategy, turns
from sleuth.belief.sampled import Effort, SampledSet, miss
from sleuth.core.errors import ActionError, FeedbackError, ParameterError, StarvedError


def test_particles_explain_the_history() -> None:
    game = parse_game("mastermind:pegs=6,colours=9")
    secret = (8, 1, 1, 5, 0, 3)
    info = begin(game, "sampled", seed=3)
    for guess in [(0, 0, 1, 1, 2, 2), (3, 4, 5, 5, 6, 0), (8, 1, 0, 3, 0, 5)]:
        info = info.observe(guess, game.feedback(guess, secret))
    assert isinstance(info, SampledSet)
    assert all(game.feedback(a, p) == f for p in info.particles for a, f in info.history)
    assert not info.exact


@pytest.mark.parametrize(
    "spec", ["mastermind:pegs=4,colours=6", "bulls-and-cows:length=4,symbols=10", "mastermind:pegs=4,jar=4-2-1-1"]
)
def test_the_sample_agrees_with_the_exact_set(spec: str) -> None:
    game = parse_game(spec)
    exact, sampled = begin(game, "enumerated"), begin(game, "sampled", effort=Effort(particles=4000))
    secret, guess = exact.candidates()[-7], exact.candidates()[5]
    feedback = game.feedback(guess, secret)
    exact, sampled = exact.observe(guess, feedback), sampled.observe(guess, feedback)
    actions = exact.candidates(40)
    true, estimate = exact.outcomes(actions).information, sampled.outcomes(actions).information
    assert np.abs(true - estimate).max() < 0.12
    if exact.tables.uniform:  # type: ignore[attr-defined]
        assert sampled.entropy == pytest.approx(exact.entropy, abs=0.3)


def test_the_chain_visits_every_candidate_about_equally() -> None:
    """Rejection is switched off, so that all particles come from the Markov chain."""
    game = parse_game("mastermind:pegs=4,colours=6")
    steps = [((0, 0, 1, 2), (1, 1)), ((3, 0, 4, 1), (1, 1))]
    exact = begin(game).observe_all(steps)
    chain = begin(game, "sampled", effort=Effort(particles=6000, draws=1, walkers=600)).observe_all(steps)
    assert isinstance(chain, SampledSet)
    assert chain.candidates() == exact.candidates()
    shares = np.array([chain.probability(s) for s in exact.candidates()]) * exact.size
    assert shares.min() > 0.5
    assert shares.max() < 1.6


def test_it_says_where_the_particles_come_from() -> None:
    game = parse_game("mastermind:pegs=6,colours=9")
    one = begin(game, "sampled").observe((0, 0, 1, 1, 2, 2), (1, 0))
    assert isinstance(one, SampledSet)
    assert one.found.acceptance is not None
    assert 0.05 < one.found.acceptance < 0.4
    assert one.found.moves == 0
    assert one.found.kept > 0
    rare = begin(game, "sampled").observe((0, 1, 2, 3, 4, 5), (4, 2))
    assert isinstance(rare, SampledSet)
    assert rare.found.moves > 0
    assert rare.found.consistent > 0


def test_the_same_seed_gives_the_same_particles() -> None:
    game = parse_game("mastermind:pegs=6,colours=9")
    step = (0, 1, 2, 3, 4, 5), (1, 2)
    one, two, other = (begin(game, "sampled", seed=s).observe(*step) for s in (1, 1, 2))
    assert one.candidates() == two.candidates() != other.candidates()


def test_a_game_too_large_to_list_is_played_to_the_end() -> None:
    game = parse_game("mastermind:pegs=6,colours=9")
    secret = (8, 1, 1, 5, 0, 3)
    record = match(
        begin(game, "sampled"), parse_strategy("entropy"), Truthful(game, secret), rng=np.random.default_rng(0)
    )
    assert record.secret == record.history.steps[-1].action == secret
    assert len(record.history) <= 12


def test_few_candidates_are_counted_not_estimated() -> None:
    game = parse_game("bulls-and-cows:length=3,symbols=5")
    info = begin(game, "sampled").observe((0, 1, 2), (3, 0))
    assert isinstance(info, SampledSet)
    assert (info.size, info.estimated_size, info.entropy) == (1, 1.0, 0.0)


def test_what_is_no_action_is_refused() -> None:
    info = begin(parse_game("mastermind"), "sampled")
    for action in [(0, 0), (0, 0, 0, 9), "abcd", None]:
        with pytest.raises(ActionError, match="not allowed"):
            info.observe(action, (0, 0))
    with pytest.raises(FeedbackError, match="cannot be a feedback"):
        info.observe((0, 0, 0, 0), [1])  # type: ignore[arg-type]


def test_an_impossible_history_starves() -> None:
    info = begin(parse_game("mastermind"), "sampled", effort=Effort(particles=50, draws=2000, walkers=20, moves=40))
    info = info.observe((0, 0, 0, 0), (4, 0))
    with pytest.raises(StarvedError, match="explains all 2 answers"):
        info.observe((1, 1, 1, 1), (4, 0))


def test_effort_is_checked() -> None:
    for bad in ({"particles": 0}, {"actions": 1}):
        with pytest.raises(ParameterError, match="at least"):
            Effort(**bad)
    with pytest.raises(ParameterError, match="draw"):
        begin(parse_game("fake-coin"), "sampled")


def test_distances_between_feedbacks() -> None:
    assert miss((1, 2), (1, 2)) == 0
    assert miss((1, 2), (3, 0)) == 4
    assert miss("g-y", "ggy") == 1
    assert miss("left", "even") >= 1
    assert miss(3, 5) == 2
    assert miss(True, (1,)) == 1


def test_turns_can_be_watched() -> None:
    game = parse_game("mastermind:pegs=5,colours=8")
    played = list(turns(begin(game, "sampled"), parse_strategy("entropy"), Truthful(game, (7, 0, 0, 3, 2))))
    assert played[-1].after.solved
    assert played[0].gained > 0
