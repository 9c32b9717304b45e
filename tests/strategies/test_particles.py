"""Sampled ISES on particles: steps, variations, and one answer further."""

from __future__ import annotations

import numpy as np
import pytest

from sleuth import begin, parse_game, parse_strategy
from sleuth.belief.base import InformationSet
from sleuth.belief.sampled import Effort, SampledSet
from sleuth.core.game import Game
from sleuth.core.limit import Limit
from sleuth.strategies import particles
from sleuth.strategies.criteria import ENTROPY
from sleuth.strategies.particles import StepScale
from sleuth.testing.small import HardMastermind

STEPS = [((0, 0, 1, 2), (1, 1)), ((3, 0, 4, 1), (1, 1))]


def whole(game: Game, steps: list[tuple[object, object]]) -> SampledSet:
    info = begin(game, "sampled", effort=Effort(4000, 100_000, 400, 600, 1000)).observe_all(steps)  # type: ignore[arg-type]
    assert isinstance(info, SampledSet)
    assert info.whole
    return info


def decide(info: InformationSet, seed: int = 0) -> particles.Decision:
    return parse_strategy("sampled-ises").decide(info, rng=np.random.default_rng(seed))


def test_the_fewest_steps_are_the_least_entropy_where_no_guess_may_win() -> None:
    """Early in a play, before naming matters and before parts are small."""
    info = begin(parse_game("mastermind:pegs=6,colours=9"), "sampled", effort=Effort(actions=300))
    assert isinstance(info, SampledSet)
    outcomes = info.outcomes()
    steps = StepScale.of(info, outcomes).steps(outcomes)
    left = ENTROPY(outcomes)
    assert np.corrcoef(steps, left)[0, 1] > 0.999
    assert steps.argmin() == left.argmin()


def test_the_steps_of_what_a_split_leaves() -> None:
    """Two bits a step: a part of 16 needs two steps and one to name the secret; small parts what is possible."""
    scale = StepScale(population=100.0, whole=True, pace=2.0, name=True)
    steps = scale.terms(16, 1.0).per_mass
    assert steps[16] == 3.0
    assert steps[1] == 1.0
    assert steps[2] == 1.5
    assert steps[3] == pytest.approx(1 + np.log2(3) / 2)
    known = StepScale(population=100.0, whole=True, pace=2.0, name=False).terms(16, 1.0).per_mass
    assert (known[1], known[2], known[16]) == (0.0, 1.0, 2.0)
    twice = StepScale(population=32.0, whole=False, pace=2.0, name=True).terms(16, 2.0)
    assert twice.per_mass[8] == 3.0
    assert (twice.per_part[1:] < 0).all()


def test_one_answer_further_is_counted_as_by_hand() -> None:
    game = parse_game("mastermind:pegs=4,colours=6")
    info = whole(game, STEPS)
    outcomes = info.outcomes()
    scale = StepScale.of(info, outcomes)
    for row in (0, len(outcomes) // 2, int(np.flatnonzero(outcomes.possible)[0])):
        parts: dict[object, list[object]] = {}
        for secret in info.candidates():
            parts.setdefault(game.feedback(outcomes.actions[row], secret), []).append(secret)
        total = float(info.size)
        for feedback, part in parts.items():
            if feedback == (4, 0):
                continue
            if len(part) == 2:
                total += 3
                continue
            values = []
            for action in outcomes.actions if len(part) > 2 else []:
                sizes: dict[object, int] = {}
                for secret in part:
                    sizes[game.feedback(action, secret)] = sizes.get(game.feedback(action, secret), 0) + 1
                values.append(sum(k * max(1 + np.log2(k) / scale.pace, 2 - 1 / k) for k in sizes.values()))
                values[-1] -= action in part
            total += len(part) + min(values) if values else 1
        assert scale.further(outcomes, row) == pytest.approx(total / info.size)


@pytest.mark.parametrize("spec", ["mastermind:pegs=4,colours=6", "mastermind:pegs=4,colours=6,jar=3-2-2-1-1-1"])
def test_late_decisions_take_few_steps(spec: str) -> None:
    """Played out over all candidates, it needs no more steps than entropy does."""
    game = parse_game(spec)
    info, exact = whole(game, STEPS), begin(game).observe_all(STEPS)

    def mean(start: InformationSet, rule: str) -> float:
        total = 0.0
        for secret in exact.candidates():
            info, steps = start, 0
            while not info.over:
                action = parse_strategy(rule).decide(info, rng=np.random.default_rng(1)).action
                info, steps = info.observe(action, game.feedback(action, secret)), steps + 1
            total += steps * exact.probability(secret)
        return total

    assert mean(info, "sampled-ises") <= mean(exact, "entropy") + 1e-9


def test_variations_are_weighed_too() -> None:
    info = begin(parse_game("mastermind:pegs=6,colours=9"), "sampled", effort=Effort(actions=100))
    pool = set(info.actions)
    decision = decide(info)
    assert not set(decision.outcomes.actions) <= pool
    assert decision.spent["actions"] > len(pool)
    outcomes = info.outcomes()
    assert decision.score <= StepScale.of(info, outcomes).steps(outcomes).min() + 1e-9  # type: ignore[arg-type]


def test_what_is_forbidden_is_not_weighed() -> None:
    game = HardMastermind(pegs=4, colours=5)
    info = begin(game, "sampled").observe((0, 0, 1, 1), (1, 1))
    for action in decide(info).outcomes.actions:
        assert info.is_legal(action)


def test_a_seed_fixes_the_decision() -> None:
    """With a small pool, much depends on its variations."""
    info = begin(parse_game("mastermind:pegs=6,colours=9"), "sampled", effort=Effort(actions=20))
    assert decide(info).action == decide(info).action
    assert len({decide(info, seed).action for seed in range(4)}) > 1


def test_when_the_time_is_up_the_best_so_far_is_asked() -> None:
    info = whole(parse_game("mastermind:pegs=4,colours=6"), STEPS)
    decision = parse_strategy("sampled-ises").decide(info, limit=Limit(seconds=1e-9))
    assert set(decision.outcomes.actions) <= set(info.actions)
    assert len(decision.outcomes) == 1  # of those that would be followed further, there was time for one
    assert decision.chosen.parts > 1


def test_states_and_actions_that_are_given_hold_on_particles_too() -> None:
    info = begin(parse_game("mastermind:pegs=6,colours=9"), "sampled")
    spent = parse_strategy("sampled-ises:states=30,actions=40").decide(info).spent
    assert spent["lookups"] <= 1200
    spent = parse_strategy("sampled-ises:states=30,actions=40,sampler=uniform").decide(info).spent
    assert (spent["lookups"], spent["actions"], spent["states"]) == (1200, 40, 30)
