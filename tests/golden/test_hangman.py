"""Whole-list trees on the list of Maheshwari & Singhvi: letters only, one word, each as likely as another."""

from __future__ import annotations

from pathlib import Path

import pytest

from sleuth.games.hangman.evaluation import evaluate_words
from sleuth.games.hangman.rules import Hangman
from sleuth.strategies.catalogue import parse_strategy

FILE = Path(__file__).parents[3] / "shared" / "data" / "hangman" / "words-173528.txt"
pytestmark = pytest.mark.skipif(not FILE.is_file(), reason="the published Hangman list is not here")


@pytest.mark.parametrize(
    ("strategy", "wrong", "queries"),
    [
        ("hit-probability:ties=lex", 1.926, 9.165),
        ("hit-probability", 1.908, 9.147),
        ("blend", 1.903, 9.141),
        ("entropy:ties=hit-probability+possible+lex", 2.012, 9.251),  # published as 2.013, without its tie-break
    ],
)
def test_wrong_guesses(strategy: str, wrong: float, queries: float) -> None:
    result = evaluate_words(Hangman(words=str(FILE), guesses="letters"), parse_strategy(strategy))
    assert result.secrets == 173_528
    assert round(result.mean_misses, 3) == wrong
    assert round(result.mean, 3) == queries


def test_guessing_the_word_saves_questions_and_misses_nothing_more() -> None:
    letters, both = (
        evaluate_words(Hangman(words=str(FILE), guesses=guesses), parse_strategy("hit-probability"))
        for guesses in ("letters", "both")
    )
    assert both.misses.tolist() == letters.misses.tolist()
    assert both.total < letters.total
    assert sum(both.histogram.values()) == both.secrets
    assert both.figures()["mean_misses"] <= 1.91
