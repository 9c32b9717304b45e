"""The kernels of Hangman against their slow twins."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.trials import trials

from sleuth.games.hangman import kernels as letters
from sleuth.games.hangman.belief.word_arrays import word_list
from sleuth.games.hangman.evaluation import compiled_steps, plain_steps, rule_of
from sleuth.games.hangman.rules import Hangman
from sleuth.measures.shannon import shannon
from sleuth.strategies.catalogue import parse_strategy

RULES = (
    "hit-probability",
    "hit-probability:ties=lex",
    "entropy",
    "entropy:ties=hit-probability+possible+lex",
    "blend",
    "blend:weight=0.5,ties=entropy+lex",
)
lists = st.lists(st.text("abcde", min_size=4, max_size=4), min_size=1, max_size=30, unique=True)


def game_of(folder: Path, words: list[str], weights: list[int], guesses: str) -> Hangman:
    file = folder / "words.txt"
    file.write_text("".join(f"{word} {weight}\n" for word, weight in zip(words, weights, strict=False)))
    return Hangman(words=str(file), guesses=guesses)


@settings(max_examples=trials(30), deadline=None)
@given(words=lists, weights=st.lists(st.integers(1, 20), min_size=30, max_size=30), letter=st.integers(0, 5))
def test_a_tally_is_what_unique_counts(
    tmp_path_factory: pytest.TempPathFactory, words: list[str], weights: list[int], letter: int
) -> None:
    game = game_of(tmp_path_factory.mktemp("lists"), words, weights, "letters")
    every = word_list(game.vocabulary, 4)
    some = every.every[:: 1 + len(words) % 2]
    bits, parts, largest, expected = letters.tally(every.masks, some, every.weights, letter)
    _, inverse, counts = np.unique(every.masks[some, letter], return_inverse=True, return_counts=True)
    masses = np.bincount(inverse, every.weights[some])
    assert (parts, largest) == (counts.size, counts.max())
    assert bits == pytest.approx(shannon(masses))
    assert expected == pytest.approx(masses @ counts / masses.sum())


@settings(max_examples=trials(30), deadline=None)
@given(
    words=lists,
    weights=st.lists(st.sampled_from([1, 2, 40]), min_size=30, max_size=30),
    rule=st.sampled_from(RULES),
    guesses=st.sampled_from(["both", "letters"]),
)
def test_the_tree_is_what_the_strategy_plays(
    tmp_path_factory: pytest.TempPathFactory, words: list[str], weights: list[int], rule: str, guesses: str
) -> None:
    game, strategy = game_of(tmp_path_factory.mktemp("lists"), words, weights, guesses), parse_strategy(rule)
    compiled = rule_of(strategy)
    assert compiled is not None
    fast, slow = compiled_steps(game, 4, compiled), plain_steps(game, 4, strategy)
    assert fast[0].tolist() == slow[0].tolist()
    assert fast[1].tolist() == slow[1].tolist()
    assert fast[2] == slow[2]


def test_the_position_of_letters(tmp_path: Path) -> None:
    file = tmp_path / "words.txt"
    file.write_text("élan\nnana\n")
    words = word_list(Hangman(words=str(file)).vocabulary, 4)
    assert words.words == ("nana", "élan")
    assert words.alphabet == "abcdefghijklmnopqrstuvwxyzé"
    assert words.masks[0, words.alphabet.index("n")] == 0b0101
    assert words.masks[1, words.alphabet.index("é")] == 0b0001
    assert words.letters[0] == 1 << words.alphabet.index("n") | 1
