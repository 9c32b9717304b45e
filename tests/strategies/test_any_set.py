"""Sampling and searching on sets of every kind: they decide, within their limits, and as well as brute force."""

from __future__ import annotations

import time
from collections.abc import Hashable, Iterable
from dataclasses import dataclass
from functools import partial

import numpy as np
import pytest

from sleuth import begin, parse_game, parse_strategy
from sleuth.belief.base import InformationSet
from sleuth.core.errors import StuckError
from sleuth.core.game import Action, Game, Goal
from sleuth.core.goal import Knowledge
from sleuth.core.limit import Limit
from sleuth.strategies import open_search
from sleuth.strategies.drawn_secrets import AnswerTally
from sleuth.testing.brute_force import best_tree
from sleuth.testing.nasty_catalogue import KINDS, nasty_game

GAMES = [
    "battleship:size=3x3,fleet=2-1",
    "ulam:numbers=9@lies:most=1",
    "ulam:numbers=5@noise:chance=0.1,sure=0.95",
    "mastermind:pegs=2,colours=3@lies:most=1",
    "mastermind:pegs=2,jar=3-2-1@lies:most=2,chance=0.1",
    "guess-who@half-lies:most=1",
    "hangman:lengths=4",
    "hangman:lengths=3-4@half-lies",
    "bulls-and-cows:length=3,symbols=6@noise",
]
NEW = (
    "sampled-ises:seconds=0.02",
    "sampled-ises:states=8,actions=5",
    "sampled-ises:states=8,actions=5,sampler=uniform",
    "sampled-ises:seconds=0.02,criterion=sharma-mittal:order=2:degree=0.5",
    "ismcts:iterations=40",
    "ismcts:iterations=40,prior=sharma-mittal:order=2:degree=2,width=3",
    "sharma-mittal:order=0.5,degree=3",
    "sharma-mittal:order=inf,degree=2,per_cost=true",
    "entropy:per_cost=true,ties=sharma-mittal:order=2:degree=2",
    "random",
)


class Half(Goal):
    """No more than two secrets are left: a goal of somebody's own."""

    def over(self, info: Knowledge) -> bool:
        return info.size <= 2


@dataclass(frozen=True)
class Bounds(Game):
    """Numbers and bounds, under a goal that no table knows."""

    goal = Half()

    def secrets(self) -> Iterable[int]:
        return range(8)

    def actions(self) -> Iterable[int]:
        return range(1, 8)

    def feedback(self, action: int, secret: int) -> bool:
        return secret < action


def along(info: InformationSet, seed: int, steps: int = 2) -> list[InformationSet]:
    """The set, and those after some answers, while play is not over."""
    rng, out = np.random.default_rng(seed), [info]
    while len(out) <= steps and len(out[-1].actions):
        last = out[-1]
        action = last.actions[int(rng.integers(len(last.actions)))]
        after = last.observe(action, last.answer(action, last.sample(rng)[0], rng))
        if after.over or not len(after.actions):
            break
        out.append(after)
    return out


@pytest.mark.parametrize("spec", NEW)
def test_everything_decides_everywhere(spec: str) -> None:
    strategy = parse_strategy(spec)
    games = [nasty_game(kind, seed) for kind in KINDS for seed in range(2)]
    starts = [begin(game if game.name != "hangman" else game.announced(next(iter(game.secrets())))) for game in games]
    for start in [*starts, *(begin(parse_game(game)) for game in GAMES), begin(Bounds())]:
        for info in along(start, 1, 1) if not start.over else []:
            decision = strategy.decide(info, rng=np.random.default_rng(0))
            assert info.is_legal(decision.action)
            assert decision.reasons


@pytest.mark.parametrize("game", GAMES)
def test_with_time_to_spare_sampling_is_entropy(game: str) -> None:
    for info in along(begin(parse_game(game)), 2):
        ours = parse_strategy("sampled-ises:seconds=60").decide(info, rng=np.random.default_rng(0))
        theirs = parse_strategy("entropy").decide(info)
        assert ours.action == theirs.action
        assert ours.score == pytest.approx(theirs.score, abs=1e-9)
        assert ours.estimate == ""
        rule = "sharma-mittal:order=2:degree=0.5"
        ours = parse_strategy(f"sampled-ises:seconds=60,criterion={rule}").decide(info, rng=np.random.default_rng(0))
        assert ours.action == parse_strategy("sharma-mittal:order=2,degree=0.5").decide(info).action


@pytest.mark.parametrize("kind", [kind for kind in KINDS if "find" in kind or kind == "silent-naming"])
def test_where_everything_is_to_be_found_too(kind: str) -> None:
    for seed in range(6):
        for info in along(begin(nasty_game(kind, seed)), seed):
            if not info.over:
                ours = parse_strategy("sampled-ises:seconds=60").decide(info, rng=np.random.default_rng(0))
                assert ours.score == pytest.approx(parse_strategy("entropy").decide(info).score, abs=1e-9)


@pytest.mark.parametrize("spec", ["sampled-ises:states=20,actions=6", "ismcts:iterations=60"])
def test_a_seed_fixes_the_decision(spec: str) -> None:
    for game in GAMES:
        info = begin(parse_game(game))
        one, other = (parse_strategy(spec).decide(info, rng=np.random.default_rng(7)) for _ in range(2))
        assert one.action == other.action
        assert (one.scores == other.scores).all()
        assert one.estimate in one.reasons


def test_only_estimates_are_called_so() -> None:
    info = begin(parse_game("mastermind:pegs=2,colours=3"))
    for spec in ("sampled-ises:states=3,actions=3", "ismcts:iterations=30", "sharma-mittal:order=2,degree=2"):
        assert parse_strategy(spec).decide(info).estimate == ""


@pytest.mark.parametrize("game", ["mastermind:pegs=3,colours=4@lies:most=1", "battleship:size=4x4,fleet=3-2"])
def test_the_correction_removes_most_of_the_bias(game: str) -> None:
    info, rng, states = begin(parse_game(game)), np.random.default_rng(1), 12
    action = info.actions[len(info.actions) // 2]
    true, plain, corrected = float(info.outcomes([action]).information[0]), [], []
    for _ in range(600):
        said = AnswerTally()
        said.hear(info, action, info.sample(rng, states))
        chances = np.array(list(said.chances.values())) / states
        plain.append(float(-(chances @ np.log2(chances))) - said.doubt / states)
        corrected.append(said.bits)
    assert np.mean(plain) < true - 0.01
    assert abs(np.mean(corrected) - true) < 0.4 * (true - np.mean(plain))


@pytest.mark.parametrize(
    "game", ["battleship", "ulam:numbers=200000@lies:most=1", "bulls-and-cows@lies", "hangman:lengths=6-6@half-lies"]
)
@pytest.mark.parametrize("spec", ["sampled-ises", "ismcts", "ismcts:prior=entropy"])
def test_limits_are_kept(game: str, spec: str) -> None:
    info, began = begin(parse_game(game)), time.monotonic()
    parse_strategy(spec).decide(info, limit=Limit(seconds=0.2))
    assert time.monotonic() - began < 1.5


def test_sets_that_are_not_kept_are_made_again(monkeypatch: pytest.MonkeyPatch) -> None:
    info, strategy = begin(parse_game(GAMES[3])), parse_strategy("ismcts:iterations=200")
    kept = strategy.decide(info, rng=np.random.default_rng(3))
    monkeypatch.setattr(open_search, "KEPT", 0)
    again = strategy.decide(info, rng=np.random.default_rng(3))
    assert (kept.action, kept.scores.tolist()) == (again.action, again.scores.tolist())


def test_a_prior_limits_the_root() -> None:
    info = begin(parse_game("battleship:size=4x4,fleet=3-2"))
    decision = parse_strategy("ismcts:iterations=100,prior=entropy,width=4").decide(info)
    best = np.sort(info.outcomes().information)[-4:].min()
    assert len(decision.outcomes) == 4
    assert (decision.outcomes.information >= best - 1e-9).all()


@pytest.mark.parametrize("kind", [kind for kind in KINDS if "find" in kind or kind.startswith("sequential")])
def test_searching_finds_what_brute_force_asks_first(kind: str) -> None:
    """Steps lost by the first action, over some games of a kind; each may be off by a little."""
    lost = []
    for seed in range(4):
        game = nasty_game(kind, seed)
        best, info = best_tree(game, by_cost=False).total, begin(game)
        if best is None or info.over:
            continue
        decision = parse_strategy("ismcts:iterations=1500").decide(info, rng=np.random.default_rng(seed))
        total = best_tree(game, first=decision.action, by_cost=False).total
        assert total is not None
        lost.append(float(total - best) / sum(game.prior(s) for s in game.secrets()))
    assert max(lost) < 0.08


def value(info: InformationSet, depth: int, known: dict[Hashable, float]) -> float:
    """The least expected steps, as the goal estimates them past a depth."""
    if info.over or not depth:
        return info.game.goal.left(info, 0.7).estimate
    key = info.key, depth
    if key not in known:
        known[key] = min(asking(info, action, depth, known) for action in info.actions)
    return known[key]


def asking(info: InformationSet, action: Action, depth: int, known: dict[Hashable, float]) -> float:
    """The same if an action is asked now."""
    return 1 + sum(c.probability * value(c.after(), depth - 1, known) for c in info.children(action))


@pytest.mark.parametrize(
    "game",
    [
        "ulam:numbers=4@lies:most=1",
        "ulam:numbers=5@half-lies:most=1",
        *((kind, seed) for kind in ("lies", "half-lies") for seed in (0, 1, 2)),
    ],
)
def test_searching_under_lies_asks_what_is_best(game: str | tuple[str, int]) -> None:
    info = begin(parse_game(game) if isinstance(game, str) else nasty_game(*game))
    if info.over:
        return
    known: dict[Hashable, float] = {}
    decision = parse_strategy("ismcts:iterations=800").decide(info, rng=np.random.default_rng(1))
    steps = dict(zip(info.actions, map(partial(asking, info, depth=4, known=known), info.actions), strict=True))
    assert steps[decision.action] < min(steps.values()) + 0.15


def test_what_cannot_be_played_on_is_said() -> None:
    stuck = 0
    for seed in range(8):
        info = begin(nasty_game("no-action-left", seed))
        for last in along(info, seed, 3)[-1:]:
            for action in last.actions:
                for child in last.children(action):
                    after = child.after()
                    if not after.over and not len(after.actions):
                        for spec in ("sampled-ises", "ismcts:iterations=10", "sharma-mittal:order=2", "random"):
                            with pytest.raises(StuckError):
                                parse_strategy(spec).decide(after)
                        stuck += 1
    assert stuck
