"""Entropies of every order and degree on sets of every kind: against all secrets, listed one by one."""

from __future__ import annotations

import math
from pathlib import Path

import numpy as np
import pytest

from sleuth import begin, parse_game, parse_strategy
from sleuth.belief.base import InformationSet
from sleuth.belief.followed_outcomes import Followed
from sleuth.belief.outcomes import Outcomes
from sleuth.core.game import Action, Game
from sleuth.core.history import History
from sleuth.games.hangman.belief import powers as phrase_powers
from sleuth.measures.renyi import renyi
from sleuth.measures.sharma_mittal import deformed_log, sharma_mittal
from sleuth.strategies import criteria
from sleuth.testing import listing
from sleuth.testing.nasty_catalogue import KINDS, nasty_game

ORDERS = (0.0, 0.5, 1.0, 1 + 1e-9, 1.00005, 1.3, 2.0, 30.0, 400.0, math.inf)
DEGREES = (-6.0, -0.5, 0.0, 0.5, 1.0, 1 + 1e-9, 1.5, 2.0, 7.0)
GAMES = [
    "battleship:size=3x3,fleet=2-1",
    "battleship:size=2x4,fleet=2-2,answers=anonymous",
    "sploosh-kaboom:size=3x4,fleet=2-1",
    "ulam:numbers=7@lies:most=1",
    "ulam:numbers=7@lies:most=2,chance=0.2",
    "ulam:numbers=6@half-lies:most=1",
    "ulam:numbers=5@noise:chance=0.1,sure=0.95",
    "mastermind:pegs=2,colours=3@lies:most=1",
    "mastermind:pegs=2,jar=3-2-1@lies:most=2,chance=0.1",
    "mastermind:pegs=2,jar=9-2-1@noise:chance=0.2,sure=0.9",
    "guess-who@half-lies:most=1,chance=0.25",
]


def left(game: Game, history: History, action: Action) -> tuple[list[float], list[list[float]]]:
    """The chances of the answers to an action, and of the secrets that each leaves."""
    before, answers = listing.posterior(game, history), listing.predicted(game, history, action)
    after = {f: {} for f in answers}  # type: ignore[var-annotated]
    for secret, chance in before.items():
        for said, share in listing.sayings(game, history.steps, action, secret).items():
            if share:
                after[said][secret] = float(chance * share / answers[said])
    return [float(p) for p in answers.values()], [list(shares.values()) for shares in after.values()]


def expected(parts: tuple[list[float], list[list[float]]], order: float, degree: float) -> float:
    """The score, by the definition."""
    chances, shares = np.array(parts[0]), parts[1]
    if 0 <= degree <= 2:
        return float(sum(p * float(sharma_mittal(one, order, degree)) for p, one in zip(chances, shares, strict=True)))
    powers = (1 - degree) * np.array([float(renyi(one, order)) for one in shares])
    return float((powers.max() + math.log(chances @ np.exp(powers - powers.max()))) / (1 - degree))


def check(info: InformationSet, outcomes: Outcomes | None = None, orders: tuple[float, ...] = ORDERS) -> int:
    """Compare all scores of a set; how many actions there were."""
    outcomes = info.outcomes() if outcomes is None else outcomes
    rows = np.flatnonzero(outcomes.parts > 1)[:6].tolist()
    told = [left(info.game, info.history, outcomes.actions[row]) for row in rows]
    for order in orders:
        whole = [float(p) for p in listing.posterior(info.game, info.history).values()]
        for degree in DEGREES:
            criterion = criteria.sharma_mittal(order, degree)
            scores = criterion(outcomes)
            for row, parts in zip(rows, told, strict=True):
                true = expected(parts, order, degree)
                assert scores[row] == pytest.approx(true, rel=1e-7, abs=1e-7), (info, row, order, degree)
            idle = float(renyi(whole, order))
            idle = idle if criterion.power is not None and criterion.power.averaged else deformed_log(idle, degree)
            assert criterion.idle(outcomes) == pytest.approx(float(idle), rel=1e-7, abs=1e-7)
    return len(rows)


def along(info: InformationSet, seed: int, steps: int = 2) -> list[InformationSet]:
    """The set, and those after some answers."""
    rng, out = np.random.default_rng(seed), [info]
    while len(out) <= steps and not out[-1].over and len(out[-1].actions):
        last = out[-1]
        action = last.actions[int(rng.integers(len(last.actions)))]
        out.append(last.observe(action, last.answer(action, last.sample(rng)[0], rng)))
    return out


@pytest.mark.parametrize("spec", GAMES)
def test_the_score_is_the_entropy_expected_to_remain(spec: str) -> None:
    assert sum(check(info) for info in along(begin(parse_game(spec)), 1)) > 5


@pytest.mark.parametrize("kind", [k for k in KINDS if k != "hangman"])
def test_on_nasty_games_too(kind: str) -> None:
    for seed in range(2):
        game = nasty_game(kind, seed)
        for info in along(begin(game), seed, 1):
            if info.size > 1:
                check(info, orders=(0.0, 1.0, 1.3, 2.0, math.inf))


WORDS = "abba 5\nabca 3\ncaba 1\nbaab 2\ndada 1\nabcd 4\nac 2\nab 6\nda 1\ncc 1\nbd 3"


@pytest.mark.parametrize("channel", ["", "@half-lies:most=1", "@half-lies:most=2,chance=0.3"])
@pytest.mark.parametrize("lengths", ["4", "4-2", "2-2"])
@pytest.mark.parametrize("listed", [5000, 0])
@pytest.mark.filterwarnings("error")
def test_phrases(tmp_path: Path, channel: str, lengths: str, listed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(phrase_powers, "LISTED", listed)
    (tmp_path / "w.txt").write_text(WORDS)
    game = parse_game(f"hangman:words={tmp_path / 'w.txt'},lengths={lengths}{channel}")
    for info in along(begin(game), 3, 3):
        if info.size > 1:
            check_phrases(info)
    wrong = begin(game)
    if lengths != "4":
        for phrase in wrong.candidates(2):
            wrong = wrong.observe(phrase, "no")
        check_phrases(wrong, skip_inf=not listed)


def check_phrases(info: InformationSet, skip_inf: bool = False) -> None:
    """By the set's own candidates and sayings: both are checked elsewhere."""
    chances = {s: info.probability(s) for s in info.candidates()}
    outcomes = info.outcomes()
    for row in np.flatnonzero(outcomes.parts > 1).tolist():
        action, said = outcomes.actions[row], {}  # type: ignore[var-annotated]
        for secret, chance in chances.items():
            for feedback, share in info.sayings(action, secret).items():
                said.setdefault(feedback, []).append(chance * share)
        parts = [sum(v) for v in said.values()], [[x / sum(v) for x in v] for v in said.values()]
        one = outcomes.take(np.array([row], np.int32))
        for order in ORDERS:
            if skip_inf and order >= 30:
                continue
            for degree in DEGREES[::3]:
                score = float(criteria.sharma_mittal(order, degree)(one)[0])
                assert score == pytest.approx(expected(parts, order, degree), rel=1e-6, abs=1e-6), (
                    action,
                    order,
                    degree,
                )
    for order in ORDERS:
        if not (skip_inf and order >= 30):
            assert outcomes.nats(order) == pytest.approx(float(renyi(list(chances.values()), order)), abs=1e-6)


def test_likeliest_patterns_are_an_estimate(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "w.txt").write_text(WORDS)
    info = begin(parse_game(f"hangman:words={tmp_path / 'w.txt'},lengths=4-2@half-lies")).observe("a", "no")
    strategy = parse_strategy("sharma-mittal:order=2,degree=0.5")
    whole = strategy.decide(info)
    assert whole.estimate == ""
    monkeypatch.setattr(phrase_powers, "LISTED", 0)
    monkeypatch.setattr(phrase_powers, "CELLS", 0)
    rough = strategy.decide(info)
    assert "only the likeliest" in rough.estimate
    assert rough.estimate in rough.reasons
    assert np.allclose(rough.scores, whole.scores)  # there are few, so that all of them are looked at
    monkeypatch.setattr(phrase_powers, "SOME", 1)
    assert np.isfinite(strategy.decide(info).scores).all()


def test_an_outside_set_is_followed() -> None:
    for spec in ("mastermind:pegs=2,jar=3-2-1@lies:most=1", "battleship:size=2x3,fleet=2"):
        info = begin(parse_game(spec))
        outcomes = info.outcomes()
        check(info, Followed(outcomes, info, outcomes.possible), (0.0, 1.3, math.inf))


@pytest.mark.parametrize("spec", [*GAMES, "hangman:lengths=5", "hangman:lengths=4-4@half-lies", "guess-who@half-lies"])
def test_at_order_and_degree_one_it_is_entropy(spec: str) -> None:
    for info in along(begin(parse_game(spec)), 5):
        if not info.over:
            ours, theirs = (parse_strategy(name).decide(info) for name in ("sharma-mittal", "entropy"))
            assert ours.action == theirs.action


@pytest.mark.parametrize("rule", ["entropy", "size", "minimax", "parts", "sharma-mittal:order=2,degree=0.5"])
def test_asking_nothing_is_what_an_idle_question_leaves(rule: str) -> None:
    criterion = parse_strategy(rule).criterion  # type: ignore[attr-defined]
    info = begin(parse_game("battleship:size=3x3,fleet=2-1"))
    idle = criterion.idle(info.outcomes())
    assert (criterion(info.outcomes()) <= idle + 1e-9).all()
    told = begin(parse_game("mastermind:pegs=2,colours=3@lies:most=1"))
    assert np.isfinite(criterion.idle(told.outcomes()))
