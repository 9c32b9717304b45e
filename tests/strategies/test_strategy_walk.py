"""The plain walk: what evaluation and rollouts are compared with, for every set."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import numpy as np
import pytest

from sleuth.belief.base import InformationSet
from sleuth.belief.begin import begin
from sleuth.core.channel_game import ChannelGame
from sleuth.core.errors import StuckError, TooLargeError
from sleuth.core.game import Game
from sleuth.core.game_spec import parse_game
from sleuth.core.limit import Limit
from sleuth.core.offers import announces
from sleuth.games.hangman.evaluation import evaluate_words
from sleuth.play.evaluate import evaluate
from sleuth.play.evaluate_plays import evaluate_each, evaluate_sample
from sleuth.strategies.base import Strategy
from sleuth.strategies.catalogue import parse_strategy
from sleuth.strategies.ranking import rule_for
from sleuth.strategies.strategy_walk import Ending, mean_steps, walk
from sleuth.testing.nasty_catalogue import KINDS, nasty_game


def distribution(endings: Iterable[Ending]) -> dict[int, float]:
    """How likely each number of steps is."""
    out: dict[int, float] = {}
    for ending in endings:
        out[ending.steps] = out.get(ending.steps, 0.0) + ending.probability
    return dict(sorted(out.items()))


def steps_by_answer(info: InformationSet, strategy: Strategy) -> float:
    """The expected steps, by plain recursion."""
    if info.over:
        return 0.0
    action = strategy.decide(info).action
    return 1.0 + sum(c.probability * steps_by_answer(c.after(), strategy) for c in info.children(action))


@pytest.mark.parametrize("rule", ["entropy", "minimax", "hit-probability", "random"])
@pytest.mark.parametrize("spec", ["mastermind:pegs=2,colours=4", "mastermind:pegs=2,jar=5-2-1", "fake-coin:coins=5"])
def test_evaluation_on_tables_is_the_plain_walk(spec: str, rule: str) -> None:
    game, strategy = parse_game(spec), parse_strategy(rule)
    walked = distribution(walk(begin(game), strategy))
    assert sum(walked.values()) == pytest.approx(1.0)
    if rule == "random":
        return
    found = evaluate(game, strategy)
    assert sum(steps * share for steps, share in walked.items()) == pytest.approx(found.mean)
    assert max(walked) == found.worst


@pytest.mark.parametrize("rule", ["hit-probability", "entropy", "blend"])
def test_evaluation_of_hangman_is_the_plain_walk(tmp_path: Path, rule: str) -> None:
    words = tmp_path / "words.txt"
    words.write_text("apple 3\nangle 1\nmaple 2\ngreat 4\ntreat 1\ncrate 1\nbread 5\n")
    for guesses in ("both", "letters"):
        game, strategy = parse_game(f"hangman:words={words},guesses={guesses},lengths=5"), parse_strategy(rule)
        found = evaluate_words(game, strategy)  # type: ignore[arg-type]
        endings = list(walk(begin(game), strategy))
        assert mean_steps(endings) == pytest.approx(found.mean)
        missed = sum(e.probability * sum(said == "no" for _, said in e.info.history) for e in endings)
        assert missed == pytest.approx(found.mean_misses)


@pytest.mark.parametrize(
    "spec", ["battleship:size=3,fleet=2", "battleship:size=3,fleet=2-1", "battleship:size=2x4,fleet=3"]
)
def test_each_secret_of_a_small_game_is_the_plain_walk(spec: str) -> None:
    game, strategy = parse_game(spec), parse_strategy("hit-probability")
    found = evaluate_each(game, strategy, list(game.secrets()))
    assert mean_steps(walk(begin(game), strategy)) == pytest.approx(found.mean)
    assert evaluate(game, strategy).mean == pytest.approx(found.mean)


@pytest.mark.parametrize(
    "spec",
    ["number:numbers=6@lies:most=1,chance=0.2", "mastermind:pegs=2,colours=3@lies:most=2,chance=0.1"],
)
def test_under_lies_samples_agree_with_the_plain_walk(spec: str) -> None:
    game, strategy = parse_game(spec), parse_strategy("entropy")
    found = evaluate_sample(game, strategy, 1500, seed=3)
    assert abs(mean_steps(walk(begin(game), strategy)) - found.mean) < 2 * found.error


def test_a_random_strategy_is_fixed_by_its_seed() -> None:
    info, strategy = begin(parse_game("mastermind:pegs=2,colours=3")), parse_strategy("random")
    one, two, other = (distribution(walk(info, strategy, seed=seed)) for seed in (1, 1, 2))
    assert one == two != other


def test_what_does_not_end_is_said() -> None:
    info = begin(parse_game("mastermind"))
    with pytest.raises(TooLargeError, match="more than 20 sets"):
        list(walk(info, parse_strategy("entropy"), nodes=20))
    stuck = [nasty_game("no-action-left", seed) for seed in range(6)]
    ends = []
    for game in stuck:
        try:
            ends.append(mean_steps(walk(begin(game), parse_strategy("entropy"))))
        except StuckError:
            ends.append(None)
    assert None in ends


def playable(game: Game) -> bool:
    return not announces(game) and not (isinstance(game, ChannelGame) and game.channel.most is None)


@pytest.mark.parametrize("kind", KINDS)
def test_the_steps_of_a_rollout_are_those_of_its_base(kind: str) -> None:
    for seed in range(3):
        game = nasty_game(kind, seed)
        if not playable(game) or (info := begin(game)).over:
            continue
        rule = rule_for(game)
        try:
            decision = parse_strategy("rollout").decide(info)
        except StuckError:
            continue
        if decision.estimate or len(decision.outcomes) == 1:
            continue
        for action, steps in zip(decision.outcomes.actions, decision.scores, strict=True):
            after = sum(c.probability * steps_by_answer(c.after(), rule) for c in info.children(action) if not c.over)
            assert float(steps) == pytest.approx(1.0 + after, abs=1e-9)


def test_a_rollout_by_plays_is_near_the_exact_one(monkeypatch: pytest.MonkeyPatch) -> None:
    info = begin(parse_game("battleship:size=3,fleet=2-1"))
    exact = parse_strategy("rollout").decide(info, limit=Limit(seconds=60))
    assert exact.estimate == ""
    monkeypatch.setattr("sleuth.strategies.look_ahead.WALKED", 0)
    played = parse_strategy("rollout").decide(info, limit=Limit(seconds=60))
    assert played.estimate.startswith("The steps are means of ")
    known = dict(zip(exact.outcomes.actions, exact.scores, strict=True))
    first = played.outcomes.actions[0]
    assert float(played.scores[0]) == pytest.approx(float(known[first]), abs=1.0)
    assert known[played.action] <= np.min(exact.scores) + 0.5
