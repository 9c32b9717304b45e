"""Figures about a game that is too large to play every secret: over plays of secrets drawn from the prior.

First moves are weighed exactly where the information set is exact. What happens along play is read off a sample of
plays by the game's usual strategy, and difficulty off samples of several players, who all meet the same secrets.
"""

from __future__ import annotations

from dataclasses import replace
from math import inf
from typing import NamedTuple

import numpy as np

from sleuth.belief.begin import begin
from sleuth.core.game import Game, Secret
from sleuth.core.offers import hits_of
from sleuth.core.progress import Progress, silent
from sleuth.core.text import plural
from sleuth.kernels.arrays import Array, Floats
from sleuth.lab.difficulty import Difficulty, PlayerSteps
from sleuth.lab.first_moves import FirstMoves, first_moves
from sleuth.lab.luck import Luck, VarianceParts, decompose, share_intervals
from sleuth.lab.spatial_interest import AlongPlay
from sleuth.lab.temporal_interest import NO_GAINS, Fan, Gains, make_fan
from sleuth.lab.value_spread import moments
from sleuth.measures.intervals import jackknife, mean_interval
from sleuth.play.evaluate_plays import Sampled, sample_plays
from sleuth.play.opening import settle
from sleuth.strategies.catalogue import parse_strategy, usual_strategy
from sleuth.strategies.greedy import Entropy
from sleuth.strategies.random import Random

PLAYS = 40
"""How many secrets each player plays."""


class SampleFigures(NamedTuple):
    """The figures of an analysis, in its order."""

    secrets: int
    actions: int
    first_moves: FirstMoves
    along_play: AlongPlay | None
    fan: Fan | None
    difficulty: Difficulty | None
    luck: Luck | None
    left_out: str


def analyse_sample(
    game: Game, seed: int = 0, progress: Progress = silent, plays: int = PLAYS
) -> tuple[SampleFigures, bool]:
    """The figures of a game, as far as a sample of plays gives them; and whether those of first moves are exact."""
    settled, _ = settle(game, np.random.default_rng(seed))
    root = begin(settled, seed=seed, progress=progress)
    opening = first_moves(root)
    usual = parse_strategy(usual_strategy(game))
    players = list({str(p): p for p in (Random(), Entropy(), usual)}.values())
    samples = [
        list(sample_plays(game, player, plays, seed=seed, entropies=player is players[-1], progress=progress))
        for player in players
    ]
    names, secrets = tuple(map(str, players)), [play.secret for play in samples[0]]
    steps = np.array([[play.steps for play in sample] for sample in samples])
    left_out = f"Figures along play are those of {plural(plays, 'secret')} drawn at random: there are too many to play"
    left_out += " all." if settled == game else f" all. First moves are those of {settled}."
    fan, hard = fan_with_intervals(samples[-1]), _difficulty(game, names, secrets, steps)
    luck = _luck(names, steps[None], seed)
    return SampleFigures(root.size, len(opening.actions), opening, None, fan, hard, luck, left_out), root.exact


def fan_with_intervals(plays: list[Sampled]) -> Fan:
    """The fan of some plays, and where its width and its uncertainty may lie."""

    def figures(kept: Array) -> list[float]:
        fan = sample_fan([plays[place] for place in kept])
        return [fan.widest.width, fan.uncertainty]

    width, uncertainty = jackknife(figures, len(plays))
    return replace(
        sample_fan(plays), width_interval=width.within(0.0, inf), uncertainty_interval=uncertainty.within(0.0, inf)
    )


def sample_fan(plays: list[Sampled]) -> Fan:
    """The fan of some plays: each counts the same."""
    number, rows = len(plays), max(len(play.entropies) for play in plays)
    missing = np.zeros((rows, number))
    for column, play in enumerate(plays):
        missing[: len(play.entropies), column] = play.entropies
    lengths = np.array([len(play.entropies) for play in plays])

    def gains(k: int) -> Gains:
        asked = np.flatnonzero((lengths > k) & (missing[k - 1] > 0))
        if not asked.size:
            return NO_GAINS
        bits = (missing[k - 1] - missing[k])[asked]
        within = [plays[i].variances[k - 1] for i in asked.tolist()]
        equal = np.full(bits.size, 1 / bits.size)
        return Gains(*moments(bits, equal), len(within), float(np.sum(within)), float(np.mean(within)))

    still_open = [float((lengths > k + 1).mean()) for k in range(rows)]
    return make_fan(missing, np.full(number, 1 / number), still_open, gains)


def _difficulty(game: Game, players: tuple[str, ...], secrets: list[Secret], table: Array) -> Difficulty:
    rows = [
        PlayerSteps.of(player, mean_interval(steps), int(steps.max()), len(steps))
        for player, steps in zip(players, table, strict=True)
    ]

    def saved(kept: Array) -> list[float]:
        random, *rules = table[:, kept].mean(axis=1).tolist()
        return [1 - min(rules) / random if random > 0 else 0.0]

    # Every hit must be asked, and without hits there is at least one question.
    least = float(np.mean([len(hits_of(game, s)) for s in secrets])) if game.goal.finds else 1.0
    (share,) = jackknife(saved, len(secrets))
    return Difficulty(rows[0], (), tuple(rows[1:]), None, float(len(secrets)), least, share)


def _luck(players: tuple[str, ...], steps: Array, seed: int) -> Luck:
    def parts(kept: Array) -> VarianceParts:
        weights: Floats = np.full(kept.size, 1 / kept.size)
        return decompose(steps[:, :, kept], weights)

    number = steps.shape[2]
    means = tuple(float(row.mean()) for row in steps[0])
    return Luck(players, 1, *parts(np.arange(number)), means, seed, share_intervals(parts, number))
