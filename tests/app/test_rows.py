"""Reading games that were played elsewhere: share grids with their words, rows of any game, records."""

from __future__ import annotations

from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.trials import trials

from sleuth.app.perform import perform
from sleuth.app.replay import EmojiGrid
from sleuth.app.requests import Start, Story
from sleuth.app.rows import ReadRows, RowsResult
from sleuth.core.history import History
from sleuth.games import Mastermind, Wordle

WORDS = "slate\nshort\nstony\nstoic"
GRID = "🟩⬛⬛🟨⬛\n🟩⬛🟩⬛🟨\n🟩🟩🟩⬛⬛\n🟩🟩🟩🟩🟩"
PLAYED = "slate=g--y-;short=g-g-y;stony=ggg--;stoic=ggggg"
SQUARES = ({"g": "🟩", "y": "🟨", "-": "⬛"}, {"g": "🟩", "y": "🟨", "-": "⬜"}, {"g": "🟧", "y": "🟦", "-": "⬛"})


def read(text: str, words: str = "", game: str = "wordle") -> RowsResult:
    result: RowsResult = perform(ReadRows(game, text, words))
    return result


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (f"Wordle 1,234 4/6*\n\n{GRID}", WORDS),
        (f"Wordle 1.234 4/6\n{GRID}\nhttps://example.org/play", WORDS.upper()),
        (GRID.replace("⬛", "⬜"), "SLATE, SHORT, STONY, STOIC"),
        (GRID.replace("🟩", "🟧").replace("🟨", "🟦"), WORDS),
        (f"{GRID}\n{WORDS}", ""),
        ("slate\n🟩⬛⬛🟨⬛\nshort\n🟩⬛🟩⬛🟨\nstony\n🟩🟩🟩⬛⬛\nstoic\n🟩🟩🟩🟩🟩", ""),
        ("SLATE 🟩⬛⬛🟨⬛\nSHORT🟩⬛🟩⬛🟨\n3. stony ggg--\n4) stoic: GGGGG", ""),
        ("slate=g--y-\nshort = g-g-y\n\nstony=ggg--\nstoic=ggggg\n", ""),
        ("slate g--y-\nshort g.g.y\nstony gggxx\nstoic g g g g g", ""),
        ("g--y-\ng-g-y\nggg--\nggggg", WORDS),
    ],
)
def test_the_same_game_written_in_many_ways(text: str, words: str) -> None:
    assert read(text, words) == RowsResult(game="wordle", history=PLAYED, steps=4, problems=[])


@cache
def _words() -> tuple[str, ...]:
    return tuple(Wordle().secrets())[::37]


@settings(max_examples=trials(60), deadline=None)
@given(st.data())
def test_what_was_shared_reads_back(data: st.DataObject) -> None:
    """A play, its grid in any colours and its words: the same history."""
    game = Wordle()
    secret = data.draw(st.sampled_from(_words()))
    asked = data.draw(st.lists(st.sampled_from(_words()), min_size=1, max_size=5, unique=True))
    history = History()
    for word in asked:
        history = history.add(word, game.feedback(word, secret))
    squares = data.draw(st.sampled_from(SQUARES))
    grid = ["".join(squares[mark] for mark in str(answer)) for _, answer in history]
    head = data.draw(st.sampled_from(["", "Wordle 1,234 3/6*\n\n", "Wordle 99 X/6\n"]))
    text, words = head + "\n".join(grid), "\n".join(asked)
    if data.draw(st.booleans()):
        text, words = "\n".join(f"{word} {row}" for word, row in zip(asked, grid, strict=True)), ""
    result = read(text, words)
    assert (result.history, result.problems) == (history.format(game), [])


@settings(max_examples=trials(40), deadline=None)
@given(st.lists(st.sampled_from(list(Mastermind(3, 4).secrets())), min_size=1, max_size=4, unique=True), st.data())
def test_our_own_grid_of_pegs_reads_back(asked: list[tuple[int, ...]], data: st.DataObject) -> None:
    game = Mastermind(3, 4)
    secret = data.draw(st.sampled_from(list(game.secrets())))
    history = History()
    for code in asked:
        history = history.add(code, game.feedback(code, secret))
    written = history.format(game)
    grid = perform(EmojiGrid(str(game), written))
    result = read("\n".join(grid), "\n".join(game.format_action(code) for code in asked), str(game))
    assert (result.history, result.problems) == (written, [])


@pytest.mark.parametrize(
    ("text", "words", "problem"),
    [
        ("", "", "There is nothing to read yet: paste the rows of your game."),
        (GRID, "slate\nshort", "There are 4 rows of answers and 2 guesses: write one guess for each row."),
        ("🟩⬛⬛🟨⬛", "", "There is 1 row of answers and 0 guesses: write one guess for each row."),
        ("slate=g--y-", "short", "Row 2: short has no answer."),
        ("slate=g--y-\nshort=g-g", "", "Row 2: 'g-g' is no answer to short in wordle"),
        ("slate g--y-\nshort g-g", "", "Row 2: 'g-g' is no answer to short in wordle"),
        ("slate=g--y-\nsho=g-g-y", "", "Row 2: "),
        ("slate\n🟩⬛⬛🟨⬛\nqx\n🟩⬛🟩⬛🟨", "", "qx is neither a guess nor an answer of this game."),
        ("slate=g--y-\nslate=ggggg", "", "Row 2, SLATE: no word fits these answers together"),
        ("\n".join(["slate=g--y-"] * 300), "", "A game has at most 200 rows here."),
    ],
)
def test_one_sentence_for_what_cannot_be_read(text: str, words: str, problem: str) -> None:
    result = read(text, words)
    assert len(result.problems) == 1
    assert result.problems[0].startswith(problem)
    assert result.problems[0].endswith(".")


def test_words_of_no_list() -> None:
    """What a newspaper takes and no list has is read; the story says how far it goes."""
    result = read("zzzzz=-----\nstoic=ggggg")
    assert (result.history, result.problems) == ("zzzzz=-----;stoic=ggggg", [])


def test_other_games() -> None:
    assert read("50 lower\n25=higher", game="number").history == "50=lower;25=higher"
    assert read("0011 1 1\n0234=1.1", game="mastermind").history == "0011=1.1;0234=1.1"
    assert read("4,5=miss\n5,5 = hit", game="battleship").history == "4,5=miss;5,5=hit"


def test_a_record_of_anybody() -> None:
    """The game and the secret are the record's, whatever game was chosen."""
    text = "sleuth record 1\ngame: mastermind:pegs=3,colours=4\nplayer: an agent\noracle: truthful\n" \
        "1: 012 = 1.2\n2: 021 = 3.0\nsecret: 021\nresult: solved\n"  # fmt: skip
    result = read(text)
    assert (result.game, result.history, result.secret) == ("mastermind:pegs=3,colours=4", "012=1.2;021=3.0", "021")
    assert perform(Story(text)).skill == perform(Story(text.replace("an agent", "human"))).skill


def test_a_record_that_says_nothing() -> None:
    assert read(str(perform(Start("mastermind")).record)).problems == ["This record has no steps yet."]
    assert "at a table" in read("sleuth record 1\ngame: clue\n1: x").problems[0]
