"""The kit passes what is sound: the catalogue, the built-in information sets and strategies."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import partial
from importlib.util import find_spec
from pathlib import Path

import pytest

from sleuth.belief.base import InformationSet
from sleuth.belief.begin import begin
from sleuth.belief.sampled import Effort
from sleuth.core.errors import ConformanceError, ParameterError
from sleuth.core.game import Game
from sleuth.core.game_spec import game_names, parse_game
from sleuth.games.codes.rules.code import Code
from sleuth.games.codes.rules.mastermind import Mastermind
from sleuth.games.wordle.rules import Wordle
from sleuth.strategies.catalogue import parse_strategy, strategy_names
from sleuth.strategies.greedy import greedy
from sleuth.testing import check_belief, check_game, check_strategy
from sleuth.testing.random_games import RandomLaw, RandomNaming
from sleuth.testing.small import HardMastermind, catalogue_instances, small_instances

WORDS = ["abbey", "bobby", "cabin", "eerie", "geese", "kebab", "lever", "level", "sheep", "speed", "steel", "three"]
ENGLISH = find_spec("spellchecker") is not None


@pytest.fixture
def wordle(tmp_path: Path) -> Wordle:
    file = tmp_path / "words.txt"
    file.write_text("".join(f"{word} {weight}\n" for weight, word in enumerate(WORDS, 1)))
    return Wordle(answers=str(file))


@pytest.mark.parametrize("name", game_names())
def test_the_catalogue_at_its_default_size(name: str) -> None:
    if name == "wordle" and not ENGLISH:
        pytest.skip("the English words are not installed")
    check_game(parse_game(name), cells=5_000)


@pytest.mark.parametrize("name", game_names())
def test_the_catalogue_at_small_sizes(name: str) -> None:
    for game in small_instances(name):
        check_game(game, cells=2_000)


def test_other_sound_games(wordle: Wordle) -> None:
    check_game(wordle)
    check_game(replace(wordle, hard=True))
    check_game(HardMastermind(pegs=2, colours=4))
    check_game(Mastermind(pegs=3, jar="3-2-1"))
    check_game(Mastermind(pegs=8, colours=10), cells=500)  # too large to list
    for kind in (RandomLaw, RandomNaming):
        check_game(kind(size=20, heaviest=9))
        check_game(kind(size=20, answers=300, wide=True))


@dataclass(frozen=True)
class Unlisted(Mastermind):
    """Mastermind whose codes nobody may list."""

    def secrets(self) -> Iterator[Code]:
        raise AssertionError("listed")


def test_very_many_secrets_are_drawn_and_not_listed() -> None:
    check_game(Unlisted(pegs=7, colours=6), cells=500)
    with pytest.raises(ConformanceError, match="listed"):
        check_game(Unlisted(pegs=3, colours=6), cells=500)


@pytest.mark.parametrize("form", ["auto", "enumerated", "tabular"])
def test_exact_beliefs(form: str) -> None:
    check_belief(partial(begin, form=form))


def test_sampled_beliefs() -> None:
    effort = Effort(particles=200, draws=4_000, walkers=40, moves=60, actions=40)
    check_belief(partial(begin, form="sampled", effort=effort), plays=3)


def test_beliefs_to_start_from(wordle: Wordle) -> None:
    check_belief(begin(wordle))
    check_belief(begin(replace(wordle, hard=True)).observe("sheep", wordle.feedback("sheep", "steel")))
    check_belief(begin, list(small_instances("low-middle-high"))[:4], plays=3)


def test_a_belief_that_refuses_a_game_is_told_of() -> None:
    tabular = partial(begin, form="tabular")
    with pytest.raises(ParameterError, match="has no axes"):
        check_belief(tabular, [Mastermind(pegs=2, colours=2)])

    def refuse(game: Game) -> InformationSet:
        raise ParameterError("no")

    with pytest.raises(ConformanceError, match="refuse: it refuses every game"):
        check_belief(refuse)


FOR_ONE_GAME = ("tree", "command", "maheshwari-singhvi", "word-by-word", "berlekamp")


@pytest.mark.parametrize("name", [n for n in strategy_names() if n not in FOR_ONE_GAME])
def test_built_in_strategies(name: str) -> None:
    check_strategy(parse_strategy(name), plays=4)


@pytest.mark.parametrize("spec", ["entropy:only_possible=true", "random:only_possible=true", "parts:ties=entropy+lex"])
def test_strategies_with_parameters(spec: str, wordle: Wordle) -> None:
    check_strategy(parse_strategy(spec), plays=4)
    check_strategy(parse_strategy(spec), [wordle, replace(wordle, hard=True)], plays=4)


def test_a_strategy_of_ones_own() -> None:
    check_strategy(greedy(lambda outcomes: outcomes.largest, "fewest-left"), plays=3)


def test_small_instances_are_small_and_of_every_listed_kind() -> None:
    names = {game.name for game in catalogue_instances()}
    assert names >= {"mastermind", "bulls-and-cows", "fake-coin", "treasure-hunt", "black-box", "guess-who", "number"}
    assert ("wordle" in names) == ENGLISH


def test_the_kit_imports_without_hypothesis() -> None:
    code = "import sys; sys.modules['hypothesis'] = None; import sleuth.testing"
    subprocess.run(
        [sys.executable, "-c", code], check=True, env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    )
