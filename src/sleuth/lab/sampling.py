"""Figures about a game that is played secret by secret: over all its secrets, or over some that are drawn.

First moves are weighed exactly where the information set is exact. What happens along play is read off plays by the
game's usual strategy, and difficulty off those of several players, who all meet the same secrets: every secret where
they are few, else a sample from the prior.
"""

from __future__ import annotations

from dataclasses import replace
from math import inf
from typing import NamedTuple

import numpy as np

from sleuth.belief.begin import begin
from sleuth.core.game import Game, Secret
from sleuth.core.offers import hits_of, truthful
from sleuth.core.progress import Progress, silent
from sleuth.core.text import plural
from sleuth.kernels.arrays import Array, Floats
from sleuth.lab.difficulty import Difficulty, PlayerSteps
from sleuth.lab.first_moves import FirstMoves, first_moves
from sleuth.lab.luck import Luck, VarianceParts, decompose, share_intervals
from sleuth.lab.spatial_interest import AlongPlay
from sleuth.lab.temporal_interest import NO_GAINS, Fan, Gains, make_fan
from sleuth.lab.value_spread import moments
from sleuth.measures.intervals import Interval, jackknife, mean_interval
from sleuth.play.evaluate_plays import Sampled, each_play, few_secrets, sample_plays
from sleuth.play.opening import settle
from sleuth.strategies.base import Strategy
from sleuth.strategies.catalogue import parse_strategy, usual_strategy
from sleuth.strategies.greedy import Entropy
from sleuth.strategies.random import Random

PLAYS = 40
"""How many secrets each player plays, where there are more."""
RUNS = 5
"""How often a player who draws plays every secret, at least."""


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
    """The figures of a game, as far as plays give them; and whether those of first moves are exact."""
    settled, _ = settle(game, np.random.default_rng(seed))
    root = begin(settled, seed=seed, progress=progress)
    opening = first_moves(root)
    usual = parse_strategy(usual_strategy(game))
    players = list({str(p): p for p in (Random(), Entropy(), usual)}.values())
    announced = "" if settled == game else f" First moves are those of {settled}."
    secrets = few_secrets(game, plays) if truthful(game) else None
    if secrets is not None:
        fan, hard, luck = _every_secret(game, players, secrets, seed, max(RUNS, plays // len(secrets)), progress)
        left_out = (
            f"Figures along play are those of all {plural(len(secrets), 'secret')}, played one by one.{announced}"
        )
        return SampleFigures(root.size, len(opening.actions), opening, None, fan, hard, luck, left_out), root.exact
    samples = [
        list(sample_plays(game, player, plays, seed=seed, entropies=player is players[-1], progress=progress))
        for player in players
    ]
    names, drawn = tuple(map(str, players)), [play.secret for play in samples[0]]
    steps = np.array([[play.steps for play in sample] for sample in samples])
    left_out = f"Figures along play are those of {plural(plays, 'secret')} drawn at random: there are too many to play"
    left_out += f" all.{announced}"
    fan, hard = fan_with_intervals(samples[-1]), _difficulty(game, names, drawn, steps)
    luck = _luck(names, steps[None], seed)
    return SampleFigures(root.size, len(opening.actions), opening, None, fan, hard, luck, left_out), root.exact


def _every_secret(
    game: Game, players: list[Strategy], secrets: list[Secret], seed: int, runs: int, progress: Progress
) -> tuple[Fan, Difficulty, Luck]:
    """The fan of the last player, the steps of all, and luck, over every secret; who draws plays them several times."""

    def once(player: Strategy, run: int) -> list[Sampled]:
        last = player is players[-1] and not run
        return list(each_play(game, player, secrets, seed=seed + run, entropies=last, progress=progress))

    played = [[once(player, run) for run in range(runs if player.random else 1)] for player in players]
    table = np.array([[[p.steps for p in own[run % len(own)]] for own in played] for run in range(runs)])
    weights = np.array([play.weight for play in played[0][0]])
    shares = weights / weights.sum()
    means = table @ shares
    rows = [
        PlayerSteps.of(
            str(player),
            mean_interval(means[:, place]) if player.random else Interval.exactly(float(means[0, place])),
            int(table[:, place].max()),
            runs if player.random else 1,
        )
        for place, player in enumerate(players)
    ]
    best = float(means[0, 1:].min())
    (saved,) = jackknife(lambda kept: [1 - best / max(float(means[kept, 0].mean()), best)], runs)
    hard = Difficulty(rows[0], (), tuple(rows[1:]), None, float(weights.sum()), _least(game, secrets, shares), saved)
    names = tuple(map(str, players))
    parts = decompose(table, shares).positive
    intervals = share_intervals(lambda kept: decompose(table[kept], shares), runs, least=2)
    luck = Luck(names, runs, *parts, tuple(means.mean(axis=0).tolist()), seed, intervals)
    return sample_fan(played[-1][0]), hard, luck


def _least(game: Game, secrets: list[Secret], shares: Floats) -> float:
    """A mean that no player can beat: every hit must be asked, and without hits there is at least one question."""
    return float(shares @ [len(hits_of(game, s)) for s in secrets]) if game.goal.finds else 1.0


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
    """The fan of some plays, each with its weight."""
    number, rows = len(plays), max(len(play.entropies) for play in plays)
    missing = np.zeros((rows, number))
    for column, play in enumerate(plays):
        missing[: len(play.entropies), column] = play.entropies
    lengths = np.array([len(play.entropies) for play in plays])
    weights = np.array([play.weight for play in plays])
    weights /= weights.sum()

    def gains(k: int) -> Gains:
        asked = np.flatnonzero((lengths > k) & (missing[k - 1] > 0))
        if not asked.size:
            return NO_GAINS
        bits = (missing[k - 1] - missing[k])[asked]
        within = [plays[i].variances[k - 1] for i in asked.tolist()]
        share = weights[asked] / weights[asked].sum()
        summed = float(number * weights[asked] @ within)
        return Gains(*moments(bits, share), number * float(weights[asked].sum()), summed, float(share @ within))

    still_open = [float(weights @ (lengths > k + 1)) for k in range(rows)]
    return make_fan(missing, weights, still_open, gains)


def _difficulty(game: Game, players: tuple[str, ...], secrets: list[Secret], table: Array) -> Difficulty:
    rows = [
        PlayerSteps.of(player, mean_interval(steps), int(steps.max()), len(steps))
        for player, steps in zip(players, table, strict=True)
    ]

    def saved(kept: Array) -> list[float]:
        random, *rules = table[:, kept].mean(axis=1).tolist()
        return [1 - min(rules) / random if random > 0 else 0.0]

    least = _least(game, secrets, np.full(len(secrets), 1 / len(secrets)))
    (share,) = jackknife(saved, len(secrets))
    return Difficulty(rows[0], (), tuple(rows[1:]), None, float(len(secrets)), least, share)


def _luck(players: tuple[str, ...], steps: Array, seed: int) -> Luck:
    def parts(kept: Array) -> VarianceParts:
        weights: Floats = np.full(kept.size, 1 / kept.size)
        return decompose(steps[:, :, kept], weights)

    number = steps.shape[2]
    means = tuple(float(row.mean()) for row in steps[0])
    return Luck(players, 1, *parts(np.arange(number)), means, seed, share_intervals(parts, number))
