"""The story of a play: every class and sentence against what the law says, for records and for plays elsewhere."""

from __future__ import annotations

import re
from collections import Counter

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.trials import trials

from sleuth import Truthful, begin, match, parse_game, parse_strategy
from sleuth.app.errors import ConflictError, RefusedError
from sleuth.app.perform import perform
from sleuth.app.requests import Drawing, Start, Story, StoryOfHistory
from sleuth.app.story_results import StoryResult
from sleuth.core.errors import SleuthError
from sleuth.lab.story import KINDS, TITLES
from sleuth.play.record import Record

GAMES = (
    "mastermind:pegs=3,colours=4", "bulls-and-cows:length=3,symbols=5", "number:numbers=20", "guess-who",
    "fake-coin:coins=5", "black-box:size=3,atoms=2", "treasure-hunt:cells=6", "battleship:size=4,fleet=3-2",
    "mastermind:pegs=2,colours=4@lies:most=1", "number:numbers=9@noise",
)  # fmt: skip


def played(spec: str, seed: int, player: str = "random") -> Record:
    game, rng = parse_game(spec), np.random.default_rng(seed)
    info = begin(game)
    from sleuth.play.oracles import make_oracle

    return match(info, parse_strategy(player), make_oracle(None, info, rng, info.sample(rng)[0]), rng=rng)


def told(record: Record) -> StoryResult:
    story: StoryResult = perform(Story(record))
    return story


@pytest.mark.parametrize("spec", GAMES)
def test_every_move_has_a_class_and_a_reason(spec: str) -> None:
    for seed in range(3):
        record = played(spec, seed)
        story = told(record)
        assert len(story.moves) == len(record.history)
        assert story.chart[0] == story.moves[0].before
        assert story.chart[1:] == [move.left for move in story.moves]
        for move in story.moves:
            assert move.title == TITLES[move.kind]
            assert move.kind in (KINDS[move.mark], "lucky", "good")
            assert re.fullmatch(r"[A-Z0-9“].*\.", move.sentence), move.sentence
            assert (move.better is not None) == (move.kind in ("slip", "miss"))
            assert move.better != move.action
        worst = [move for move in story.moves if move.step == story.turning_point]
        slips = [move for move in story.moves if move.kind in ("slip", "miss")]
        assert bool(worst) == bool(slips)
        assert not worst or worst[0].lost == max(move.lost for move in slips)


@settings(max_examples=trials(30), deadline=None)
@given(st.integers(0, 10_000))
def test_what_a_sentence_counts_is_so(seed: int) -> None:
    """Groups that a guess could not tell apart, and what it leaves on average, against the plain law."""
    record = played("bulls-and-cows:length=3,symbols=5", seed)
    game = record.game
    possible = list(game.secrets())
    for move, (action, feedback) in zip(told(record).moves, record.history, strict=True):
        parts = Counter(game.feedback(action, secret) for secret in possible)
        if found := re.search(r"could not tell (\d+) of the (\d+)", move.sentence):
            assert [int(found[1]), int(found[2])] == [max(parts.values()), len(possible)]
        if found := re.search(r"leaves about (\d+) codes? on average", move.sentence):
            mean = sum(size * size for size in parts.values()) / len(possible)
            assert abs(int(found[1]) - mean) <= 0.5
        if "only code left" in move.sentence:
            assert len(possible) == 1
        possible = [secret for secret in possible if game.feedback(action, secret) == feedback]
        assert move.left == len(possible)


def test_a_perfect_play() -> None:
    game = parse_game("mastermind:pegs=3,colours=4")
    info = begin(game)
    record = match(info, parse_strategy("optimal"), Truthful(game, game.parse_secret("312")))
    story = told(record)
    assert (story.skill, story.turning_point) == (99, None)
    assert story.lead[0] == "Every guess was as good as any."
    assert story.line is not None
    assert story.line.optimal
    assert all(move.kind in ("best", "lucky") for move in story.moves)


def test_a_record_and_its_history_are_one_story() -> None:
    record = played("mastermind:pegs=3,colours=4", 5)
    one = told(record)
    other: StoryResult = perform(StoryOfHistory(record.game, record.history))
    assert other.moves == one.moves
    assert (other.skill, other.luck, other.headline, other.chart) == (one.skill, one.luck, one.headline, one.chart)
    assert other.line is not None
    assert one.line is not None
    assert other.line.steps == one.line.steps


def test_pictures_where_boards_are_drawn() -> None:
    asked = StoryOfHistory("mastermind:pegs=3,colours=4", "000=1.0;011=1.1", draw=Drawing())
    story: StoryResult = perform(asked)
    assert story.moves[0].picture.startswith("<svg")
    assert story.moves[0].answer_picture.startswith("<svg")
    assert story.moves[0].better_picture.startswith("<svg")


def test_a_play_that_goes_on_is_not_told() -> None:
    record = perform(Start("number:numbers=9", secret="4")).record
    with pytest.raises(ConflictError, match="once a play is over"):
        perform(Story(record, finished=True))
    story: StoryResult = perform(Story(record, given_up=True))
    assert (story.moves, story.lead, story.secret) == ([], [], "4")


def test_a_game_elsewhere_that_was_not_found() -> None:
    story: StoryResult = perform(StoryOfHistory("wordle", "crane=-----;soily=---gg", secret="fully"))
    assert (story.solved, story.over, story.secret) == (False, True, "fully")
    assert story.headline.startswith("Not found in 2 guesses")
    assert story.line is not None
    hidden: StoryResult = perform(StoryOfHistory("wordle", "crane=-----;soily=---gg"))
    assert (hidden.over, hidden.secret, hidden.line) == (False, None, None)
    assert hidden.headline.startswith("2 guesses so far")


def test_words_of_no_list() -> None:
    """A guess in no list is graded like any other; where no likely word fits, the story ends and says so."""
    story: StoryResult = perform(StoryOfHistory("wordle", "zzxxq=-----;crane=y----;stoic=--y-y"))
    assert [move.spoken for move in story.moves] == ["ZZXXQ", "CRANE", "STOIC"]
    assert story.moves[0].kind == "miss"
    cut: StoryResult = perform(StoryOfHistory("wordle", "crane=-----;soily=-----;bumph=-y---;jujus=ggggg"))
    assert len(cut.moves) == 2
    assert cut.notes[0].startswith("From step 3, BUMPH, on nothing is graded")


@pytest.mark.parametrize(
    ("guesses", "kinds", "chart"),
    [
        ("raise bokum dolma", "best slip ungraded", [3776, 141, 10, 1]),
        ("slate corny admin", "best best ungraded", [3776, 246, 18, 1]),
        ("crane soily bumph zzyzx", "best ungraded ungraded ungraded", [3776, 419, 0, 0, 1]),
        ("zzyzx", "ungraded", [3776, 1]),
    ],
)
def test_a_win_with_a_word_of_no_list(guesses: str, kinds: str, chart: list[int]) -> None:
    """It is a win, with all of its rows; those that no listed word explains have no grade, and it is said why."""
    words, law = guesses.split(), parse_game("wordle")
    steps = [f"{word}={law.feedback(word, words[-1])}" for word in words]
    story: StoryResult = perform(StoryOfHistory("wordle", ";".join(steps), draw=Drawing()))
    assert (story.solved, story.over, story.secret) == (True, True, words[-1])
    assert story.headline == f"Solved in {len(words)}"
    assert [move.spoken for move in story.moves] == guesses.upper().split()
    assert [f"{move.action}={move.feedback}" for move in story.moves] == steps
    assert [move.kind for move in story.moves] == kinds.split()
    assert story.chart == chart
    assert [move.before for move in story.moves] == chart[:-1]
    assert [move.left for move in story.moves] == chart[1:]
    last, first = story.moves[-1], kinds.split().index("ungraded") + 1
    assert (last.title, last.left_text, last.mark) == ("Not graded", "Solved", "")
    assert last.sentence == f"{last.spoken} is not in my list."
    assert story.notes[0] == f"From step {first} on nothing is graded: {last.spoken} is not in my list."
    assert story.line is None
    graded = set(kinds.split()) != {"ungraded"}
    assert (story.skill is not None, story.luck is not None) == (graded, graded)
    assert (bool(story.skill_text), bool(story.luck_text)) == (graded, graded), "99 would be praise for nothing"


def test_a_loss_to_a_word_of_no_list() -> None:
    rows = "raise=-y---;bokum=-g--y"
    story: StoryResult = perform(StoryOfHistory("wordle", rows, secret="dolma"))
    assert (story.solved, story.over, story.secret, len(story.moves)) == (False, True, "dolma", 2)
    assert story.notes[0] == "Dolma is not in my list."
    with pytest.raises(RefusedError, match="does not fit"):
        perform(StoryOfHistory("wordle", rows, secret="ovine"))
    with pytest.raises(SleuthError):
        perform(StoryOfHistory("wordle", rows, secret="cat"))


SIX = "raise=-y---;bokum=-g--y;slate=-yy--;crane=--y--;light=y----"
"""Five rows of DOLMA; only words of no list explain a sixth."""


@pytest.mark.parametrize(("sixth", "ungraded"), [("dumpy=g-y--", 1), ("vivid=----y", 0)])
def test_all_rows_are_used_up(sixth: str, ungraded: int) -> None:
    """Nobody is given a seventh, so it is over, whether the answer is known or not."""
    story: StoryResult = perform(StoryOfHistory("wordle", f"{SIX};{sixth}"))
    assert (story.headline, story.solved, story.over, story.secret) == ("Not found in 6 guesses", False, True, None)
    assert [move.kind for move in story.moves].count("ungraded") == ungraded
    five: StoryResult = perform(StoryOfHistory("wordle", SIX))
    assert (five.headline, five.over) == ("5 guesses so far", False)


def test_a_listed_word_that_explains_not_all_rows_is_no_answer() -> None:
    """Also where the last rows are explained by words of no list alone."""
    rows = f"{SIX};dumpy=g-y--"
    with pytest.raises(RefusedError, match="stone does not fit"):
        perform(StoryOfHistory("wordle", rows, secret="stone"))
    story: StoryResult = perform(StoryOfHistory("wordle", rows, secret="dolma"))
    assert (story.headline, story.secret) == ("Not found in 6 guesses", "dolma")


def test_rows_beyond_the_list_so_far() -> None:
    story: StoryResult = perform(StoryOfHistory("wordle", "crane=-----;soily=----y;bumph=-----"))
    assert (story.over, story.headline, story.chart) == (False, "3 guesses so far", [3776, 419, 0, 0])
    assert story.moves[-1].left_text == "none of my list left"
    assert story.notes[0].startswith("From step 2, SOILY, on nothing is graded")


def test_bad_input() -> None:
    with pytest.raises(RefusedError, match="nothing to tell"):
        perform(StoryOfHistory("wordle", ""))
    with pytest.raises(SleuthError):
        perform(StoryOfHistory("wordle", "crane=gggg"))
    with pytest.raises(SleuthError, match="impossible"):
        perform(StoryOfHistory("number:numbers=9", "1=lower"))
    with pytest.raises(SleuthError):
        perform(StoryOfHistory("number:numbers=9", "5=lower", secret="99"))
    with pytest.raises(RefusedError, match="8 does not fit"):
        perform(StoryOfHistory("number:numbers=9", "5=lower", secret="8"))
