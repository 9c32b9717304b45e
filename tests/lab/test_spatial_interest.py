"""Spatial and temporal interest along play, against playing all secrets one by one."""

from __future__ import annotations

from collections import defaultdict
from functools import cache

import numpy as np
import pytest

from sleuth import Truthful, begin, evaluate, parse_game, parse_strategy, tabulate, turns
from sleuth.lab.spatial_interest import AlongPlay, along_play
from sleuth.lab.temporal_interest import QUANTILES, Fan, fan, quantiles
from sleuth.play.match import Turn

GAMES = [
    "mastermind:pegs=3,colours=4",
    "bulls-and-cows:length=2,symbols=6",
    "fake-coin:coins=5",
    "treasure-hunt:cells=6",
    "black-box:size=3,atoms=2",
    "guess-who",
    "number:numbers=13",
    "mastermind:pegs=2,jar=4-2-1",
]


@cache
def plays(spec: str) -> tuple[list[list[Turn]], np.ndarray]:
    """Every secret played by entropy, and the probability of each."""
    game = parse_game(spec)
    info = begin(game, "enumerated")
    secrets = info.candidates()
    played = [list(turns(info, parse_strategy("entropy"), Truthful(game, secret))) for secret in secrets]
    return played, np.array([info.probability(secret) for secret in secrets])


@cache
def found(spec: str) -> tuple[AlongPlay, Fan]:
    game = parse_game(spec)
    tables, tree = tabulate(game), evaluate(game, parse_strategy("entropy")).game_tree
    return along_play(tables, tree, tuple(map(game.format_action, tables.actions))), fan(tables, tree)


def plain_quantile(values: np.ndarray, weights: np.ndarray, q: float) -> float:
    """The least value up to which the weights reach q."""
    return next(v for v in sorted(set(values.tolist())) if weights[values <= v].sum() >= q - 1e-12)


@pytest.mark.parametrize("spec", GAMES)
def test_the_fan_is_that_of_all_plays(spec: str) -> None:
    played, weights = plays(spec)
    _, shown = found(spec)
    start = begin(parse_game(spec)).entropy
    assert len(shown.steps) == max(map(len, played)) + 1
    within_total = questions = 0.0
    for k, step in enumerate(shown.steps):
        missing = np.array([start if k == 0 else p[k - 1].after.entropy if len(p) >= k else 0.0 for p in played])
        missing = np.round(missing, 9)
        assert step.quantiles == pytest.approx([plain_quantile(missing, weights, q) for q in QUANTILES], abs=1e-8)
        assert step.mean == pytest.approx(weights @ missing, abs=1e-8)
        assert step.deviation == pytest.approx(np.sqrt(weights @ (missing - weights @ missing) ** 2), abs=1e-6)
        assert step.open == pytest.approx(sum(w for w, p in zip(weights, played, strict=True) if len(p) > k))
        if k == 0:
            continue
        asked = [i for i, p in enumerate(played) if len(p) >= k and p[k - 1].before.size > 1]
        if not asked:
            assert (step.gain, step.gain_deviation, step.answer_deviation) == (0.0, 0.0, 0.0)
            continue
        w = weights[asked] / weights[asked].sum()
        gains = np.array([played[i][k - 1].gained for i in asked])
        assert step.gain == pytest.approx(w @ gains)
        assert step.gain_deviation == pytest.approx(np.sqrt(w @ (gains - w @ gains) ** 2), abs=1e-6)
        # Within a node: plays with the same history before the step.
        nodes = defaultdict(list)
        for place, i in enumerate(asked):
            nodes[played[i][k - 1].before.history].append(place)
        within = 0.0
        for places in nodes.values():
            own = w[places] / w[places].sum()
            within += float(w[places].sum() * (own @ (gains[places] - own @ gains[places]) ** 2))
        assert step.answer_deviation == pytest.approx(np.sqrt(within), abs=1e-6)
        within_total += within * float(weights[asked].sum())
        questions += float(weights[asked].sum())
    assert shown.uncertainty == pytest.approx(np.sqrt(within_total / questions), abs=1e-6)


@pytest.mark.parametrize("spec", GAMES)
def test_choices_are_those_at_every_node_that_is_reached(spec: str) -> None:
    played, weights = plays(spec)
    shown, _ = found(spec)
    game = parse_game(spec)
    least = 3 if game.goal.only_names else 2
    rows: dict[int, list[tuple[float, np.ndarray]]] = defaultdict(list)
    best_somewhere, tells_somewhere = set(), set()
    for play, weight in zip(played, weights, strict=True):
        for turn in play:
            info = turn.before
            if info.size < least:
                continue
            outcomes = info.outcomes()
            bits = outcomes.information
            rows[len(info.history) + 1].append((weight, bits))
            top = bits >= bits.max() - 1e-9
            top = top & outcomes.possible if (top & outcomes.possible).any() else top
            best_somewhere |= {game.format_action(outcomes.actions[i]) for i in np.flatnonzero(top)}
            tells_somewhere |= {game.format_action(outcomes.actions[i]) for i in np.flatnonzero(bits > 1e-9)}
    assert [s.step for s in shown.steps] == sorted(rows)
    for step in shown.steps:
        here = rows[step.step]
        share = sum(w for w, _ in here)
        assert step.share == pytest.approx(share)
        for name, figure in (("best", np.max), ("median", np.median), ("deviation", np.std)):
            mean = sum(w * float(figure(bits)) for w, bits in here) / share
            assert getattr(step, name) == pytest.approx(mean, abs=1e-7)
    every = [row for here in rows.values() for row in here]
    total = sum(w for w, _ in every)
    assert shown.questions == pytest.approx(total)
    assert shown.choice == pytest.approx(sum(w * float(b.max() - np.median(b)) for w, b in every) / total)
    texts = set(map(game.format_action, game.actions()))
    assert set(shown.never_best) == texts - best_somewhere
    assert set(shown.never_tell) == texts - tells_somewhere


@pytest.mark.parametrize("power", [1, 2, 3, 4])
def test_halving_a_treasure_hunt_is_a_straight_line(power: int) -> None:
    """Meng & Lucas 2024, Fig. 4, left."""
    _, shown = found(f"treasure-hunt:cells={2**power}")
    assert shown.straight
    assert [s.quantiles for s in shown.steps] == [(float(power - k),) * 7 for k in range(power + 1)]
    assert all(s.width == s.deviation == s.answer_deviation == 0.0 for s in shown.steps)
    assert shown.uncertainty == 0.0


def test_mastermind_has_a_wide_fan() -> None:
    """Meng & Lucas 2024, Fig. 4, right."""
    _, shown = found("mastermind:pegs=4,colours=6")
    assert not shown.straight
    assert shown.widest.width > 3.5
    assert shown.uncertainty > 0.8


def test_constrained_games_weigh_what_is_allowed(tmp_path: object) -> None:
    from pathlib import Path

    words = ["crane", "slate", "trace", "least", "stale", "steal", "tales", "crate", "react", "caret", "carts", "scare"]
    path = Path(str(tmp_path)) / "words.txt"
    path.write_text("\n".join(words))
    spec = f"wordle:answers={path},hard=true"
    game = parse_game(spec)
    tables, tree = tabulate(game), evaluate(game, parse_strategy("entropy")).game_tree
    shown = along_play(tables, tree, tuple(words))
    info = begin(game)
    seen: dict[object, float] = {}
    for secret in words:
        for turn in turns(info, parse_strategy("entropy"), Truthful(game, secret)):
            if turn.before.size >= 3:
                bits = turn.before.outcomes().information
                assert len(bits) == len(turn.before.actions)
                seen[turn.before.history] = turn.before.size / len(words) * float(bits.max() - np.median(bits))
    assert shown.choice * shown.questions == pytest.approx(sum(seen.values()))


def test_weighted_quantiles() -> None:
    values, weights = np.array([3.0, 1.0, 2.0]), np.array([0.25, 0.5, 0.25])
    assert quantiles(values, weights, (0.0, 0.5, 0.51, 0.75, 0.76, 1.0)) == (1.0, 1.0, 2.0, 2.0, 3.0, 3.0)
