"""Sampled ISES: the estimate and its bias, the race, and the exact decision when nothing is left out."""

from __future__ import annotations

from importlib import import_module

import numpy as np
import pytest

from sleuth import Truthful, begin, evaluate, match, parse_game, parse_strategy
from sleuth.belief.enumerated import EnumeratedSet
from sleuth.core.errors import ParameterError
from sleuth.core.limit import Limit
from sleuth.strategies.drawn_secrets import SamplingPlan
from sleuth.strategies.sampled_ises import _TableRace

making = import_module("sleuth.core.tabulate")

GAMES = [
    "mastermind:pegs=3,colours=4",
    "bulls-and-cows:length=3,symbols=6",
    "fake-coin:coins=6",
    "black-box:size=3,atoms=2",
]


@pytest.mark.parametrize("spec", GAMES)
@pytest.mark.parametrize("rule", ["sampled-ises:states=5000,actions=5000,sampler=uniform", "sampled-ises:states=5000"])
def test_with_everything_sampled_it_is_entropy(spec: str, rule: str) -> None:
    game = parse_game(spec)
    if game.name == "black-box":
        rule = (
            "sampled-ises:actions=5000"  # its prior is not uniform: states are drawn by weight, until time allows all
        )
    sampled, exact = parse_strategy(rule), parse_strategy("entropy")
    info, secret = begin(game), begin(game).candidates()[-2]
    while not info.over:
        wanted = exact.decide(info)
        decision = sampled.decide(info, rng=np.random.default_rng(3))
        assert decision.action == wanted.action
        info = info.observe(wanted.action, game.feedback(wanted.action, secret))


def estimates(spec: str, states: int, correct: bool) -> tuple[float, float]:
    """The mean estimate over many samples, and the truth, for one action: bits expected to remain."""
    game = parse_game(spec)
    info = begin(game, "enumerated")
    assert isinstance(info, EnumeratedSet)
    rows = np.array([len(info.actions) // 2], np.int32)
    found = []
    for seed in range(300):
        plan = SamplingPlan(states, 1, uniform=False)
        race = _TableRace(info, info.outcomes(), np.random.default_rng(seed), Limit().start(), plan)
        race.test(rows, states)
        bits = race.scores[rows[0]]
        if not correct:
            seen = np.unique(race.outcomes.codes[race.order[:states], rows[0]]).size
            bits += (1 - states / info.size) * seen / (2 * states * np.log(2))
        found.append(bits)
    return float(np.mean(found)), float(info.entropy - info.outcomes().information[rows[0]])


@pytest.mark.parametrize("states", [20, 50, 100])
def test_the_correction_removes_most_of_the_bias(states: int) -> None:
    """Fewer states make feedback look less informative than it is; the corrected estimate is nearer on average."""
    plain, truth = estimates("mastermind", states, correct=False)
    corrected, _ = estimates("mastermind", states, correct=True)
    assert plain > truth  # more seems to remain
    assert abs(corrected - truth) < 0.5 * (plain - truth)


def test_the_estimate_is_exact_when_all_states_are_sampled() -> None:
    found, truth = estimates("bulls-and-cows:length=2,symbols=6", 30, correct=True)
    assert found == pytest.approx(truth)


def test_a_seed_fixes_the_decision() -> None:
    info, strategy = begin(parse_game("bulls-and-cows")), parse_strategy("sampled-ises:states=20,actions=20")
    picks = [strategy.decide(info, rng=np.random.default_rng(seed)).action for seed in (1, 1, 2)]
    assert picks[0] == picks[1] != picks[2]


def test_what_is_picked_has_a_score_also_when_the_time_is_up() -> None:
    game = parse_game("mastermind:pegs=2,colours=3")
    info = begin(game, "enumerated").observe((0, 1), (1, 0))
    asked = list(info.actions).index((0, 1))
    clock = Limit(nodes=1).start()
    race = _TableRace(info, info.outcomes(), np.random.default_rng(0), clock, SamplingPlan(0, 0, uniform=False))
    race.test(np.array([asked], np.int32), 4)  # nothing but what was asked already, and there was no time for more
    clock.nodes = 1
    best = race.pick()
    assert best != asked
    assert best in race.finalists()
    assert np.isfinite(race.scores[best])


def test_it_says_what_it_spent() -> None:
    info = begin(parse_game("mastermind"))
    spent = parse_strategy("sampled-ises:states=30,actions=40,sampler=uniform").decide(info).spent
    assert (spent["lookups"], spent["actions"], spent["states"]) == (1200, 40, 30)
    race = parse_strategy("sampled-ises:states=30,actions=40").decide(info).spent
    assert race["lookups"] <= 1200
    assert race["actions"] > 40
    assert parse_strategy("sampled-ises:seconds=0.002").decide(info).spent["actions"] > 0


def test_with_time_to_spare_the_race_ends_exact() -> None:
    info = begin(parse_game("mastermind:pegs=3,colours=5"))
    decision = parse_strategy("sampled-ises:seconds=3600").decide(info)
    exact = parse_strategy("entropy").decide(info)
    assert decision.action == exact.action
    assert decision.score == pytest.approx(exact.score)
    assert decision.spent["seconds"] < 3600


def test_the_race_beats_uniform_sampling_of_weighings() -> None:
    """With look-ups for few weighings it pays to try more of them on fewer states."""
    game = parse_game("fake-coin:coins=12")

    def mean(sampler: str) -> float:
        strategy = parse_strategy(f"sampled-ises:states=24,actions=3,sampler={sampler}")
        return float(np.mean([evaluate(game, strategy, seed=seed).mean for seed in range(12)]))

    assert mean("race") < mean("uniform") - 0.05


def test_it_plays_where_nothing_can_be_listed(monkeypatch: pytest.MonkeyPatch) -> None:
    game, rng = parse_game("mastermind:pegs=6,colours=9"), np.random.default_rng(0)
    record = match(begin(game, "sampled"), parse_strategy("sampled-ises"), Truthful(game, (8, 1, 1, 5, 0, 3)), rng=rng)
    assert len(record.history) <= 10
    monkeypatch.setenv("SLEUTH_TABLE_BYTES", "0")
    monkeypatch.setattr("sleuth.core.table_files.load", lambda *table: None)  # a slow machine may have kept the table
    monkeypatch.setattr(making, "_remembered", lambda game: [])
    small = parse_game("mastermind:pegs=3,colours=6")
    info = begin(small)
    assert isinstance(info, EnumeratedSet)
    assert info.tables.codes is None
    assert match(info, parse_strategy("sampled-ises"), Truthful(small, (5, 4, 4)), rng=rng).solved


def test_parameters_are_checked() -> None:
    for bad in ("states=-1", "seconds=0", "sampler=guess", "seconds=-2"):
        with pytest.raises(ParameterError):
            parse_strategy(f"sampled-ises:{bad}")
