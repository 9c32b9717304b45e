"""Wordle: the law with repeated letters, the fast twin, hard mode, lists, and text."""

from __future__ import annotations

import os
import pickle
from collections import Counter
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sleuth import begin, evaluate, parse_strategy
from sleuth.core.errors import ActionError, FeedbackError, ParameterError, SecretError, WordListError
from sleuth.core.offers import constrained
from sleuth.games.wordle.rules import Wordle

LISTS = Path(__file__).parents[3].parent / "shared/data/wordle"
needs_lists = pytest.mark.skipif(not LISTS.is_dir(), reason="the published Wordle lists are not here")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("lists")


def make(folder: Path, answers: str, allowed: str = "", **options: int) -> Wordle:
    """A game of the words given, separated by spaces."""
    names = []
    for name, words in (("answers", answers), ("allowed", allowed)):
        path = folder / f"{name}-{abs(hash(words))}.txt"
        path.write_text(words.replace(" ", "\n"), encoding="utf-8")
        names.append(str(path) if words else "")
    return Wordle(names[0], names[1], bool(options.get("hard")), options.get("length", 0))


@pytest.fixture(scope="module")
def by_length(folder: Path) -> dict[int, Wordle]:
    return {n: make(folder, "a" * n) for n in range(1, 13)}


@pytest.fixture(scope="module")
def hard(folder: Path) -> Wordle:
    return make(folder, "speed crepe preen spear elope creep", hard=True)


@pytest.fixture(scope="module")
def published() -> Wordle:
    return Wordle(str(LISTS / "answers-2315.txt"), str(LISTS / "allowed-12972.txt"), hard=True)


@pytest.mark.parametrize(
    ("guess", "secret", "marks"),
    [
        ("speed", "speed", "ggggg"),
        ("speed", "abide", "--y-y"),
        ("speed", "erase", "y-yy-"),
        ("speed", "steal", "g-g--"),
        ("speed", "crepe", "-ygy-"),
        ("crane", "moody", "-----"),
        ("eerie", "three", "y-g-g"),  # of three e, one is right and one is elsewhere
        ("allow", "llama", "ygy--"),
        ("llama", "allow", "ygy--"),
        ("geese", "elder", "-yy--"),
        ("abbey", "babes", "yygg-"),
    ],
)
def test_law(by_length: dict[int, Wordle], guess: str, secret: str, marks: str) -> None:
    assert by_length[5].feedback(guess, secret) == marks


@given(st.data())
def test_law_by_counting(by_length: dict[int, Wordle], data: st.DataObject) -> None:
    word = st.text("abc", min_size=5, max_size=5)
    guess, secret = data.draw(word), data.draw(word)
    marks = by_length[5].feedback(guess, secret)
    assert [m == "g" for m in marks] == [g == s for g, s in zip(guess, secret, strict=True)]
    common = Counter(guess) & Counter(secret)
    assert Counter(g for g, m in zip(guess, marks, strict=True) if m != "-") == common
    for letter in "abc":  # of the copies that are not green, the first are yellow
        rest = "".join(m for g, m in zip(guess, marks, strict=True) if g == letter and m != "g")
        assert "-y" not in rest


def same_as_law(game: Wordle, actions: list[str], secrets: list[str]) -> None:
    table = game.feedback_table(actions, secrets)
    assert table is not None
    assert table.shape == (len(actions), len(secrets))
    value = {"g": 2, "y": 1, "-": 0}
    for i, action in enumerate(actions):
        for j, secret in enumerate(secrets):
            code = 0
            for mark in game.feedback(action, secret):
                code = 3 * code + value[mark]
            assert table[i, j] == code


@settings(deadline=None)  # the first call may compile the kernel
@given(st.data())
def test_twin_equals_law(by_length: dict[int, Wordle], data: st.DataObject) -> None:
    length = data.draw(st.integers(1, 10))
    alphabet = data.draw(st.sampled_from(["ab", "abcd", "abcdefghijklmnopqrstuvwxyz", "aéß", "сло", "ałж"]))
    words = st.lists(st.text(alphabet, min_size=length, max_size=length), max_size=40)
    same_as_law(by_length[length], data.draw(words), data.draw(words))


def test_twin_has_codes_of_the_least_size(by_length: dict[int, Wordle]) -> None:
    for length, kind in ((5, np.uint8), (6, np.uint16), (10, np.uint16)):
        table = by_length[length].feedback_table(["a" * length], ["a" * length])
        assert table is not None
        assert table.dtype == kind
        assert table[0, 0] == 3**length - 1
    assert by_length[11].feedback_table(["a" * 11], ["a" * 11]) is None


def test_twin_gives_way_to_the_law_past_256_letters(folder: Path) -> None:
    letters = [chr(0x4E00 + i) for i in range(300)]
    game = make(folder, " ".join(letters))
    assert game.feedback_table(letters[:1], letters[:1]) is None  # for every block alike
    assert evaluate(game, parse_strategy("entropy")).worst == 300


@needs_lists
def test_twin_equals_law_on_the_published_lists(published: Wordle) -> None:
    actions, secrets = list(published.actions()), list(published.secrets())
    assert (len(secrets), len(actions)) == (2315, 12972)
    same_as_law(published, actions[::250], secrets[::20])
    table = published.feedback_table(["salet"], secrets)
    assert table is not None
    assert len(np.unique(table)) == len({published.feedback("salet", s) for s in secrets})


# Hard mode.


@pytest.mark.parametrize(
    ("action", "past", "marks", "allowed"),
    [
        ("crepe", "speed", "-ygy-", True),
        ("preen", "speed", "-ygy-", True),
        ("speed", "speed", "-ygy-", True),  # greys may be tried again, and yellows in the same place
        ("spear", "speed", "-ygy-", False),  # two e were found, this has one
        ("elope", "speed", "-ygy-", False),  # the green e is moved
        ("steel", "speed", "-ygy-", False),  # the yellow p is not used
        ("moody", "crane", "-----", True),
        ("crone", "crane", "gg-gg", True),
        ("crate", "crane", "ggg-g", True),
        ("trace", "crane", "ggg-g", False),
        ("abbey", "babes", "yygg-", True),
        ("cable", "babes", "y-g--", False),
    ],
)
def test_hard_mode(hard: Wordle, action: str, past: str, marks: str, allowed: bool) -> None:
    assert hard.allows(action, past, marks) is allowed
    assert hard.allows_many([action], past, marks).tolist() == [allowed]
    assert (hard.lacks(action, past, marks) == "") is allowed


def test_a_word_that_hard_mode_refuses_is_told_what_it_lacks(hard: Wordle) -> None:
    info = begin(hard).observe("crepe", "--gyy")
    with pytest.raises(ActionError, match=r"after step 1 \(crepe=--gyy\) it must have e in place 3"):
        info.observe("elope", "-----")
    assert hard.lacks("steel", "speed", "-ygy-") == "the letter p"
    assert hard.lacks("spear", "speed", "-ygy-") == "the letter e 2 times"


def test_normal_mode_allows_everything(by_length: dict[int, Wordle], hard: Wordle) -> None:
    game = by_length[5]
    assert not constrained(game)
    assert constrained(hard)
    assert game.allows("elope", "speed", "-ygy-")
    assert game.allows_many(["elope", "speed"], "speed", "-ygy-").all()


@given(st.data())
def test_mask_equals_allows(hard: Wordle, data: st.DataObject) -> None:
    word = st.text(data.draw(st.sampled_from(["abc", "abж"])), min_size=5, max_size=5)
    actions = data.draw(st.lists(word, max_size=30))
    past, secret = data.draw(word), data.draw(word)
    marks = hard.feedback(past, secret)
    mask = hard.allows_many(actions, past, marks)
    assert mask.dtype == np.bool_
    assert mask.tolist() == [hard.allows(a, past, marks) for a in actions]
    assert hard.allows(secret, past, marks)  # the secret may always be guessed


@needs_lists
def test_mask_on_the_published_lists(published: Wordle) -> None:
    actions = list(published.actions())
    for past, secret in (("salet", "abbey"), ("eerie", "three"), ("crane", "moody")):
        marks = published.feedback(past, secret)
        assert published.allows_many(actions, past, marks).tolist() == [
            published.allows(a, past, marks) for a in actions
        ]


# Lists.


def test_only_answers(folder: Path) -> None:
    game = make(folder, "slate crane about")
    assert list(game.secrets()) == list(game.actions()) == ["about", "crane", "slate"]
    assert (game.letters, game.count(), game.prior("crane")) == (5, 3, 1)


def test_allowed_words_join_the_answers(folder: Path) -> None:
    game = make(folder, "slate crane", "zebra about crane")
    assert list(game.secrets()) == ["crane", "slate"]
    assert list(game.actions()) == ["about", "crane", "slate", "zebra"]


def test_weights_are_the_prior(tmp_path: Path) -> None:
    path = tmp_path / "weighted.txt"
    path.write_text("slate 3\ncrane 0.5\nabout\n")
    game = Wordle(str(path))
    assert [game.prior(s) for s in game.secrets()] == [1, 0.5, 3]
    assert game.prior("zebra") == 0


def test_built_in_list() -> None:
    game = Wordle()
    assert game.letters == 5
    assert len(game.secrets()) == 3776
    assert len(game.actions()) == 11_591
    assert set(game.secrets()) <= set(game.actions())
    assert game.prior("about") > game.prior("crane") > game.prior("years") > game.prior("aalii") == 0
    assert Wordle(length=7).letters == 7
    with pytest.raises(WordListError, match="no word of 60 letters"):
        Wordle(length=60)


def test_built_in_answers_with_allowed_words(folder: Path) -> None:
    path = folder / "more.txt"
    path.write_text("zzzzz\n")
    assert len(Wordle(allowed=str(path)).actions()) == 3777


def test_words_of_two_lengths(folder: Path) -> None:
    with pytest.raises(WordListError, match="'banana' has 6 letters, not 5"):
        make(folder, "slate banana crane apples")
    with pytest.raises(WordListError, match="'apples' has 6 letters, not 5"):
        make(folder, "slate crane", "about apples")


def test_length_picks_words(folder: Path) -> None:
    game = make(folder, "slate banana crane apples", "about cherry", length=6)
    assert list(game.actions()) == ["apples", "banana", "cherry"]
    with pytest.raises(WordListError, match="has no word of 4 letters"):
        make(folder, "slate crane", length=4)
    with pytest.raises(ParameterError, match="not -1"):
        make(folder, "slate crane", length=-1)


def test_bad_files_are_told_of_at_once(tmp_path: Path) -> None:
    with pytest.raises(WordListError, match="there is no word file"):
        Wordle(answers=str(tmp_path / "absent.txt"))
    with pytest.raises(WordListError, match="is a folder"):
        Wordle(answers=str(tmp_path))
    (tmp_path / "answers.txt").write_text("crane\n")
    (tmp_path / "allowed.txt").write_text("crane\nsl4te\n")
    with pytest.raises(WordListError, match="line 2: 'sl4te' is no word"):
        Wordle(str(tmp_path / "answers.txt"), str(tmp_path / "allowed.txt"))


def test_a_game_keeps_its_words(tmp_path: Path) -> None:
    path = tmp_path / "answers.txt"
    path.write_text("crane\n")
    game = Wordle(str(path))
    path.write_text("slate\n")
    os.utime(path, ns=(1, 1))
    assert list(game.secrets()) == ["crane"]
    changed = Wordle(str(path))
    assert list(changed.secrets()) == ["slate"]
    assert changed != game  # so that a cache of tables by game holds no stale one
    assert changed == Wordle(str(path))
    path.unlink()
    copy = pickle.loads(pickle.dumps(game))
    assert copy == game
    assert hash(copy) == hash(game)
    assert list(copy.secrets()) == ["crane"]


# Text.


def test_goal_and_spec(folder: Path) -> None:
    assert Wordle.goal.only_names
    assert len(Wordle.summary()) < 80
    game = make(folder, "slate crane", hard=True)
    assert str(game) == f"wordle:answers={game.answers},hard=true"
    assert Wordle.from_parameters({"answers": game.answers, "hard": "true"}) == game


def test_text_round_trips(hard: Wordle) -> None:
    for action in hard.actions():
        assert hard.parse_action(hard.format_action(action)) == action
        assert hard.parse_secret(hard.format_secret(action)) == action
        for secret in hard.secrets():
            marks = hard.feedback(action, secret)
            assert hard.parse_feedback(hard.format_feedback(marks), action) == marks


@pytest.mark.parametrize(
    "text",
    [
        "gy--g",
        "GY--G",
        " gy..g ",
        "gybbg",
        "gyxxg",
        "gy__g",
        "gy00g",
        "g y - - g",
        "🟩🟨⬛⬛🟩",
        "🟩🟨⬜⬜🟩",
        "🟧🟦⬛\ufe0f⬜\ufe0f🟧",
    ],
)
def test_ways_to_write_an_answer(hard: Wordle, text: str) -> None:
    assert hard.parse_feedback(text, "speed") == "gy--g"


@pytest.mark.parametrize("text", ["", "gy--", "gy--gg", "gy--z", "22100", "hit", "g" * 1000])
def test_bad_answer(hard: Wordle, text: str) -> None:
    with pytest.raises(FeedbackError, match="is no answer to speed in wordle; write 5 of g") as told:
        hard.parse_feedback(text, "speed")
    assert len(str(told.value)) < 200


def test_words_are_read_in_any_case(hard: Wordle) -> None:
    assert hard.parse_action(" SPEED ") == "speed"
    assert hard.parse_secret("Crepe") == "crepe"


def test_bad_words(folder: Path) -> None:
    game = make(folder, "crane slate", "trace")
    with pytest.raises(ActionError, match="'cat' is not a word of 5 letters"):
        game.parse_action("cat")
    with pytest.raises(ActionError, match="'cr4ne' is not a word of 5 letters"):
        game.parse_action("cr4ne")
    with pytest.raises(ActionError, match=r"'crate' is not one of the 3 words; near it: .*trace"):
        game.parse_action("crate")
    with pytest.raises(ActionError, match=r"'zzzzz' is not one of the 3 words$"):
        game.parse_action("zzzzz")
    with pytest.raises(SecretError, match="'slats' is not one of the 2 words; near it: slate"):
        game.parse_secret("slats")
    with pytest.raises(SecretError, match="'trace' may be guessed, but is not one of the 2 answers"):
        game.parse_secret("trace")
