"""Hangman: rules, text, bad input, and whole plays."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from sleuth.belief.begin import begin
from sleuth.core.errors import ActionError, FeedbackError, ParameterError, SecretError, SleuthError, WordListError
from sleuth.core.game_spec import parse_game
from sleuth.core.history import History
from sleuth.games.hangman.belief.phrase_set import PhraseSet
from sleuth.games.hangman.evaluation import evaluate_words, plain_steps
from sleuth.games.hangman.rules import NO, YES, Hangman
from sleuth.play.match import match
from sleuth.play.oracles import Truthful, make_oracle
from sleuth.play.record import Record
from sleuth.strategies.catalogue import parse_strategy
from sleuth.testing import check_game, check_strategy

WORDS = "apple 3\nangle\nample 2\nmaple\neagle\npie\npin\npan 2\nape\na\n"


@pytest.fixture
def game(tmp_path: Path) -> Hangman:
    path = tmp_path / "words.txt"
    path.write_text(WORDS)
    return Hangman(words=str(path))


def test_the_law(game: Hangman) -> None:
    assert game.feedback("p", "apple pie") == "*pp** p**"
    assert game.feedback("z", "apple pie") == NO
    assert game.feedback("apple pie", "apple pie") == YES
    assert game.feedback("apple pin", "apple pie") == NO
    assert game.hits("apple pie") == ["a", "e", "i", "l", "p"]


def test_conformance(game: Hangman) -> None:
    for lengths, guesses in (("", "both"), ("5", "letters"), ("5-3", "both"), ("3-3-1", "letters"), ("1", "both")):
        check_game(replace(game, lengths=lengths, guesses=guesses))
    check_game(replace(game, number=2))


def test_specs_read_back(game: Hangman) -> None:
    spec = f"hangman:words={game.words},lengths=5-3,guesses=letters"
    assert str(parse_game(spec)) == spec
    assert str(game) == f"hangman:words={game.words}"


def test_lengths_are_announced(game: Hangman) -> None:
    phrases = replace(game, number=2)
    secret = phrases.draw(np.random.default_rng(1))
    public = phrases.announced(secret)
    assert public.lengths == "-".join(str(len(word)) for word in secret.split())
    assert public.announced(secret) is public
    assert begin(public).probability(secret) > 0


def test_the_prior_is_the_product_of_the_weights(game: Hangman) -> None:
    pair = replace(game, lengths="5-3")
    assert pair.prior("apple pan") == 6
    rng = np.random.default_rng(7)
    drawn = Counter(pair.draw(rng) for _ in range(8_000))
    total = sum(pair.prior(s) for s in pair.secrets())
    assert drawn["apple pan"] / 8_000 == pytest.approx(6 / total, abs=0.02)
    assert pair.count() == 20 == len(list(pair.secrets()))


@pytest.mark.parametrize(
    ("text", "letter", "meant"),
    [
        ("*pp** p**", "p", "*pp** p**"),
        ("_PP__  p__", "p", "*pp** p**"),
        (".pp.. p..", "p", "*pp** p**"),
        ("no", "z", NO),
        ("-", "z", NO),
        ("***** ***", "z", NO),
        ("n", "z", NO),
    ],
)
def test_answers_are_read(game: Hangman, text: str, letter: str, meant: str) -> None:
    assert replace(game, lengths="5-3").parse_feedback(text, letter) == meant


def test_a_letter_that_looks_like_a_no(game: Hangman) -> None:
    assert replace(game, lengths="1").parse_feedback("n", "n") == "n"


def test_a_history_reads_back(game: Hangman) -> None:
    pair = replace(game, lengths="5-3")
    text = "e=****e **e;z=no;apple pin=no"
    assert History.parse(pair, text).format(pair) == text


def test_bad_input(game: Hangman, tmp_path: Path) -> None:
    pair = replace(game, lengths="5-3")
    with pytest.raises(SecretError, match="'p1e' is not a word: a phrase has letters and blanks only"):
        pair.parse_secret("apple p1e")
    with pytest.raises(SecretError, match="has the lengths 5-4, but 5-3 was announced"):
        pair.parse_secret("apple pies")
    with pytest.raises(SecretError, match="'appla' is not one of the 10 words; near it: apple"):
        pair.parse_secret("appla pie")
    with pytest.raises(SecretError, match="the phrase is empty"):
        pair.parse_secret(" ")
    with pytest.raises(SecretError, match="is not a phrase of 2 words"):
        replace(game, number=2).parse_secret("apple")
    assert game.parse_secret("apple pie") == "apple pie"
    with pytest.raises(ActionError, match="'4' is not a letter"):
        pair.parse_action("4")
    with pytest.raises(ActionError, match="has the lengths 2, but 5-3 was announced; ask a letter or the whole phrase"):
        pair.parse_action("pp")
    with pytest.raises(ActionError, match="only letters may be asked"):
        replace(pair, guesses="letters").parse_action("apple pie")
    with pytest.raises(FeedbackError, match="shows 'e', but 'p' was asked"):
        pair.parse_feedback("*ppe* ***", "p")
    with pytest.raises(FeedbackError, match="does not have the lengths 5-3; write no, or every place"):
        pair.parse_feedback("*pp**", "p")
    with pytest.raises(FeedbackError, match="it is yes or no"):
        pair.parse_feedback("perhaps", "apple pie")
    for spec, told in (
        ("lengths=5+3", "numbers with dashes"),
        ("lengths=9", "no word of 9 letters"),
        ("lengths=5,number=2", "lengths or number, not both"),
        ("number=0", "1 to 30"),
        ("guesses=words", "one of both, letters"),
    ):
        with pytest.raises(ParameterError, match=told):
            parse_game(f"hangman:words={game.words},{spec}")
    long = tmp_path / "long.txt"
    long.write_text("a" * 65)
    with pytest.raises(WordListError, match="a word of 65 letters; at most 64"):
        Hangman(words=str(long))
    many = tmp_path / "many.txt"
    many.write_text("".join(chr(0x4E00 + i) for i in range(60)) + "\n" + "".join(chr(0x4E40 + i) for i in range(60)))
    with pytest.raises(WordListError, match="120 different letters; at most 64"):
        Hangman(words=str(many))


def test_the_english_words() -> None:
    english = Hangman()
    assert len(english.vocabulary.words) > 50_000
    assert english.prior("the") > english.prior("guitar") > 0


@pytest.mark.parametrize("guesses", ["both", "letters"])
@pytest.mark.parametrize("strategy", ["hit-probability", "entropy", "blend", "word-by-word"])
def test_plays_end_with_the_phrase(game: Hangman, strategy: str, guesses: str) -> None:
    pair = replace(game, lengths="5-3", guesses=guesses)
    for secret in pair.secrets():
        record = match(begin(pair), parse_strategy(strategy), Truthful(pair, secret))
        assert record.solved
        letters = {a for a, _ in record.history if len(a) == 1}
        assert record.history.steps[-1].feedback == YES or letters.issuperset(pair.hits(secret))
        assert Record.parse(str(record)) == record


@pytest.mark.parametrize("channel", ["half-lies:most=1", "half-lies:most=2,chance=0.3"])
@pytest.mark.parametrize("guesses", ["both", "letters"])
def test_plays_against_a_liar_end_with_the_phrase(game: Hangman, channel: str, guesses: str) -> None:
    told = parse_game(f"hangman:words={game.words},lengths=5-3,guesses={guesses}@{channel}")
    rng, lies = np.random.default_rng(5), 0
    for secret in told.secrets():
        for strategy in ("hit-probability", "blend", "word-by-word"):
            oracle = make_oracle("lying", begin(told), rng, secret)
            record = match(begin(told), parse_strategy(strategy), oracle, rng=rng)
            assert record.solved
            end = begin(told).observe_all(record.history)
            assert isinstance(end, PhraseSet)
            assert end.candidates(1) == [secret]
            assert end.caught == tuple(
                step for step, (a, f) in enumerate(record.history, 1) if f != told.feedback(a, secret)
            )
            lies += len(end.caught)
    assert lies > 10


def test_strategies_keep_the_contract(game: Hangman) -> None:
    for strategy in ("hit-probability", "entropy", "blend"):
        check_strategy(parse_strategy(strategy), [replace(game, lengths="5-3"), replace(game, lengths="5")], plays=4)


def test_any_strategy_is_evaluated(game: Hangman) -> None:
    """A strategy that the kernel does not know is played node by node, and gives what single plays give."""
    strategy, letters = parse_strategy("size"), replace(game, guesses="letters")
    result = evaluate_words(letters, strategy)
    steps = {}
    for secret in letters.secrets():
        record = match(begin(letters.announced(secret)), strategy, Truthful(letters.announced(secret), secret))
        steps[secret] = len(record.history)
    assert dict(zip(result.words, result.steps.tolist(), strict=True)) == steps
    weights = {s: letters.prior(s) for s in steps}
    assert result.total == sum(weights[s] * n for s, n in steps.items())
    assert result.mean == pytest.approx(result.total / sum(weights.values()))
    assert result.worst == max(steps.values())
    assert result.as_json(by_first_feedback=True)["by_length"]["5"]["count"] == 5
    one, two = (plain_steps(letters, 5, parse_strategy("random"), seed=3)[0].tolist() for _ in range(2))
    assert one == two


def test_phrases_are_not_evaluated_whole(game: Hangman) -> None:
    with pytest.raises(SleuthError, match="is no list of single words"):
        evaluate_words(replace(game, lengths="5-3"), parse_strategy("entropy"))
