"""What is announced before the first question is known to every rule, whoever plays it."""

from __future__ import annotations

import random
from dataclasses import dataclass, replace
from pathlib import Path
from typing import ClassVar

import numpy as np
import pytest

from sleuth.core import Announcement
from sleuth.core.game import Game, Goal
from sleuth.core.game_spec import parse_game
from sleuth.games.hangman.evaluation import evaluate_words
from sleuth.games.hangman.rules import Hangman
from sleuth.play.evaluate import evaluate
from sleuth.play.evaluate_table import evaluate_table
from sleuth.strategies.catalogue import parse_strategy
from sleuth.strategies.tree import Tree, TreeError


def test_the_lengths_of_hangman_are_known_before_the_first_question(tmp_path: Path) -> None:
    (tmp_path / "words.txt").write_text("fdf 3\ndd 4\n")
    result = evaluate_table(parse_game(f"hangman:words={tmp_path}/words.txt"), parse_strategy("entropy"))
    assert (result.total, result.mean, result.worst, result.first) == (7, 1.0, 1, None)
    assert [(row.count, row.total) for row in result.by_first_feedback()] == [(1, 4), (1, 3)]


@pytest.mark.parametrize("rule", ["entropy", "hit-probability", "parts"])
def test_every_way_to_evaluate_hangman_gives_the_same_figures(rule: str, tmp_path: Path) -> None:
    for seed in range(12):
        rng = random.Random(seed)
        words = {"".join(rng.choice("abcd") for _ in range(rng.randint(1, 4))) for _ in range(rng.randint(1, 8))}
        file = tmp_path / f"{seed}.txt"
        file.write_text("".join(f"{word} {rng.randint(1, 5)}\n" for word in sorted(words)))
        game = Hangman(words=str(file), guesses=rng.choice(["letters", "both"]))
        plain, quick = evaluate_table(game, parse_strategy(rule)), evaluate_words(game, parse_strategy(rule))
        assert (plain.total, plain.worst, plain.histogram) == (quick.total, quick.worst, quick.histogram)
        assert plain.mean_misses == pytest.approx(quick.mean_misses)


@dataclass(frozen=True)
class Boxes(Game, Announcement):
    """Which number lies in which box; the size of the box is announced."""

    goal: ClassVar[Goal] = Goal.KNOW

    box: int = 0

    def secrets(self) -> list[int]:
        return [s for s in range(12) if self.box in (0, 1 + s % 3)]

    def actions(self) -> list[int]:
        return list(range(12))

    def feedback(self, action: int, secret: int) -> bool:
        return secret <= action

    def announced(self, secret: int) -> Game:
        return self if self.box else replace(self, box=1 + secret % 3)


def test_a_game_of_anybody_that_announces_is_played_on_every_secret() -> None:
    result = evaluate(Boxes(), parse_strategy("entropy"))
    assert result.total == sum(evaluate(Boxes(box), parse_strategy("entropy")).total for box in (1, 2, 3)) == 24
    assert not result.as_json().get("sampled", False)
    assert np.array_equal(evaluate(Boxes(), parse_strategy("entropy")).steps, np.full(12, 2))


def test_several_trees_are_not_written_as_one() -> None:
    with pytest.raises(TreeError, match="boxes has no one tree: what is announced before play differs"):
        Tree.of(evaluate(Boxes(), parse_strategy("entropy")))
