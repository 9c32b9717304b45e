"""Luck against skill: an analysis of variance, checked against its textbook form and against known components."""

from __future__ import annotations

import numpy as np
import pytest

from sleuth import begin, evaluate, parse_game, parse_strategy, tabulate
from sleuth.core.game import Goal
from sleuth.lab.luck import decompose, luck
from sleuth.lab.players import NoisyEntropy, play_all, skills
from sleuth.testing import check_strategy


def test_sums_of_squares_are_those_of_two_way_anova() -> None:
    rng = np.random.default_rng(0)
    runs, players, secrets = 5, 3, 7
    y = rng.integers(1, 9, (runs, players, secrets)).astype(float)
    parts = decompose(y, np.full(secrets, 1 / secrets), corrected=False)
    # By the textbook, cell by cell.
    grand = y.mean()
    total = sum((v - grand) ** 2 for v in y.reshape(-1))
    of_player = sum(runs * secrets * (y[:, p].mean() - grand) ** 2 for p in range(players))
    of_secret = sum(runs * players * (y[:, :, s].mean() - grand) ** 2 for s in range(secrets))
    of_pair = 0.0
    of_run = 0.0
    for p in range(players):
        for s in range(secrets):
            cell = y[:, p, s]
            of_pair += runs * (cell.mean() - y[:, p].mean() - y[:, :, s].mean() + grand) ** 2
            of_run += sum((v - cell.mean()) ** 2 for v in cell)
    n = y.size
    assert [parts.player * n, parts.secret * n, parts.pairing * n, parts.chance * n] == pytest.approx(
        [of_player, of_secret, of_pair, of_run]
    )
    assert of_player + of_secret + of_pair + of_run == pytest.approx(total)


def test_weights_count_secrets_as_often_as_they_are_drawn() -> None:
    rng = np.random.default_rng(1)
    y = rng.integers(1, 9, (4, 3, 3)).astype(float)
    weights = np.array([0.5, 0.25, 0.25])
    doubled = y[:, :, [0, 0, 1, 2]]
    for corrected in (False, True):
        parts = decompose(y, weights, corrected)
        same = decompose(doubled, np.full(4, 0.25), corrected)
        assert parts == pytest.approx(same)


def test_corrected_parts_do_not_depend_on_the_number_of_runs() -> None:
    """Known components: what runs add is taken off, also where the secrets of a run share their draws."""
    rng = np.random.default_rng(2)
    players, secrets = 4, 6
    skill, deal = rng.normal(0, 1, players), rng.normal(0, 0.5, secrets)
    pair = rng.normal(0, 0.7, (players, secrets))
    cells = skill[:, None] + deal + pair
    weights = np.full(secrets, 1 / secrets)
    truth = decompose(cells[None], weights, corrected=False)
    noise, shared = 0.8, 0.6
    for runs in (2, 4):
        found = np.zeros(4)
        repeats = 4000
        for _ in range(repeats):
            own = rng.normal(0, noise, (runs, players, secrets))
            together = rng.normal(0, shared, (runs, players, 1))
            parts = decompose(cells + own + together, weights)
            found += [parts.player, parts.secret, parts.pairing, parts.chance]
        expected = [truth.player, truth.secret, truth.pairing, noise**2 + shared**2]
        assert found / repeats == pytest.approx(expected, abs=0.03)


def test_shares_of_a_game() -> None:
    game = parse_game("mastermind:pegs=2,colours=4")
    tables = tabulate(game)
    plays = play_all(tables, skills(game.goal), 20, seed=3)
    again = play_all(tables, skills(game.goal), 20, seed=3)
    assert (plays.steps == again.steps).all()
    found = luck(plays)
    assert sum(found.shares.values()) == pytest.approx(1.0)
    assert found.players == ("random", "random:only_possible=true", str(NoisyEntropy()), "entropy")
    assert list(found.means) == sorted(found.means, reverse=True)
    # Entropy leaves nothing to chance, and its steps are those of the evaluation.
    assert (plays.steps[:, 3] == evaluate(game, parse_strategy("entropy")).steps).all()
    assert found.player > 0
    assert found.chance > 0


def test_no_luck_where_every_play_takes_as_long() -> None:
    tables = tabulate(parse_game("treasure-hunt:cells=2"))
    found = luck(play_all(tables, skills(Goal.KNOW), 3))
    assert found.variance == 0.0
    assert set(found.shares.values()) == {0.0}


def test_one_run_counts_chance_as_pairing() -> None:
    y = np.array([[[1.0, 2.0], [3.0, 3.0]]])
    parts = decompose(y, np.array([0.5, 0.5]))
    assert parts.chance == 0.0
    assert parts.player + parts.secret + parts.pairing == pytest.approx(np.var(y))


def test_the_noisy_player_is_a_strategy() -> None:
    for temperature in (NoisyEntropy().temperature, 0.0):
        check_strategy(NoisyEntropy(temperature=temperature), plays=3)
    game = parse_game("mastermind:pegs=3,colours=3")
    info = begin(game)
    best = info.outcomes().information.max()
    for seed in range(20):
        cold = NoisyEntropy(temperature=0.0).decide(info, rng=np.random.default_rng(seed))
        assert cold.bits == pytest.approx(best)
    hot = {game.format_action(NoisyEntropy(temperature=9.0).decide(info, rng=np.random.default_rng(s)).action)
           for s in range(200)}  # fmt: skip
    assert len(hot) > 20


def test_intervals_of_shares_hold_what_many_more_runs_give() -> None:
    tables = tabulate(parse_game("mastermind:pegs=2,colours=3"))
    truth = luck(play_all(tables, skills(Goal.NAME), 150, seed=1)).intervals
    held = 0
    for seed in range(15):
        intervals = luck(play_all(tables, skills(Goal.NAME), 15, seed=100 + seed)).intervals
        for name in ("player", "secret", "rest"):
            low, high, value = intervals[name].low, intervals[name].high, truth[name].mean
            assert low is not None
            assert high is not None
            assert value is not None
            held += low <= value <= high
    assert held >= 0.85 * 45


def test_too_few_runs_have_no_interval() -> None:
    tables = tabulate(parse_game("mastermind:pegs=2,colours=3"))
    for runs in (1, 2):
        interval = luck(play_all(tables, skills(Goal.NAME), runs)).intervals["player"]
        assert (interval.low, interval.high, interval.exact) == (None, None, False)
