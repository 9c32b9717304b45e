"""The rules of games as text: every example reads, every answer is the law's, and nothing is said of a secret."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice, product
from pathlib import Path
from typing import Any, ClassVar

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.trials import trials

from sleuth.core import Announcement, Constraint, Count, Draws, Hits, Rounds
from sleuth.core.capabilities import Past
from sleuth.core.channel_game import with_channel
from sleuth.core.errors import SleuthError, TooLargeError
from sleuth.core.game import Game, Goal
from sleuth.core.game_spec import game_names, parse_game
from sleuth.core.goal import Knowledge
from sleuth.core.offers import announced, plain_game
from sleuth.core.registry import BRIEFINGS
from sleuth.core.sequential import Sequential
from sleuth.games.battleship.rules.game import Battleship
from sleuth.games.codes.rules.mastermind import Mastermind
from sleuth.show.briefing import Briefing, briefing, game_briefing
from sleuth.show.spoken import spoken_answer
from sleuth.testing import KINDS, nasty_game
from sleuth.testing.generators import games, random_tables_game

SPECS = (
    "mastermind", "mastermind:pegs=1,colours=1", "mastermind:pegs=1,colours=12", "mastermind:pegs=2,colours=3",
    "mastermind:pegs=5,colours=12", "mastermind:pegs=100,colours=100", "mastermind:pegs=3,jar=4-2-1",
    "simple-mastermind", "simple-mastermind:pegs=2,colours=11", "bulls-and-cows", "bulls-and-cows:length=1,symbols=1",
    "bulls-and-cows:length=2,symbols=2", "bulls-and-cows:length=3,symbols=12", "bulls-and-cows:length=5,symbols=10",
    "fake-coin", "fake-coin:coins=2,sign=heavier", "fake-coin:coins=3", "fake-coin:coins=4,sign=lighter",
    "fake-coin:coins=15", "treasure-hunt", "treasure-hunt:cells=2", "treasure-hunt:cells=3", "treasure-hunt:cells=9",
    "treasure-hunt:cells=15", "treasure-hunt:cells=2,questions=interval", "treasure-hunt:cells=3,questions=interval",
    "treasure-hunt:cells=40,price=2", "treasure-hunt:cells=2000,questions=interval",
    "treasure-hunt:cells=2,questions=line", "treasure-hunt:cells=4,questions=line",
    "treasure-hunt:cells=6,questions=line,price=0.5", "treasure-hunt:cells=7,questions=line",
    "treasure-hunt:cells=12,questions=line", "low-middle-high", "low-middle-high:numbers=2",
    "low-middle-high:numbers=3", "low-middle-high:numbers=2000", "black-box", "black-box:size=1,atoms=1",
    "black-box:size=2,atoms=4", "black-box:size=4,atoms=2", "wordle", "wordle:hard=true", "wordle:ultra=true",
    "wordle:length=3", "wordle:length=8", "guess-who", "number", "number:numbers=2", "number:numbers=3000", "ulam",
    "ulam:numbers=2", "ulam:numbers=3", "ulam:numbers=4", "ulam:numbers=16", "battleship",
    "battleship:size=1,fleet=1", "battleship:size=2x3,fleet=3-3", "battleship:size=4,fleet=2-1,answers=length",
    "battleship:answers=named", "battleship:size=6,fleet=3-2-2,answers=named,touching=false",
    "battleship:size=5,fleet=3-2,answers=cells", "battleship:size=8x12,answers=hits,shots=30", "sploosh-kaboom",
    "hangman", "hangman:number=3", "hangman:lengths=1", "hangman:lengths=5", "hangman:lengths=5-3,guesses=letters",
    "mastermind@lies:most=2", "mastermind@lies:most=0", "guess-who@noise", "number@noise:chance=0.2",
    "ulam:numbers=100@lies:most=1,chance=0.1", "ulam@half-lies", "wordle@fibble", "hangman:lengths=5@half-lies:most=1",
)  # fmt: skip
LISTED = 3_000
"""Of so many secrets or questions, the texts are looked up in the whole list."""
ANSWER = re.compile(
    r"If the (?P<noun>.+?) were (?P<secret>.+?)(?: and (?P<past>.+) had been asked)?, "
    r"the question (?P<action>.+) would be answered (?P<answer>.+)"
)


def example_lines(text: str) -> list[str]:
    """The lines behind `For example:`, up to an empty one."""
    return text.partition("For example:\n")[2].partition("\n\n")[0].splitlines()


def question_texts(text: str) -> list[str]:
    """The questions that a text names, be it for example or all."""
    listed = re.search(r"Write one of these [\d,]+ questions?: (.+)", text)
    return split(listed[1]) if listed else example_lines(text)


def split(texts: str) -> list[str]:
    return texts.split("; " if "; " in texts else ", ")


def law(game: Game, action: Any, secret: Any, past: Sequence[Any]) -> Any:
    sequential = game.offers(Past)
    return game.feedback(action, secret) if sequential is None else sequential.feedback_after(past, action, secret)


def check_questions(game: Game, text: str) -> None:
    """Every question reads, and is one that the game lists, where that is a short list."""
    listed = listing(game)
    for question in question_texts(text):
        action = game.parse_action(question)
        assert game.format_action(action) == question
        assert listed is None or action in listed


def listing(game: Game) -> list[Any] | None:
    try:
        found = list(islice(game.actions(), LISTED + 1))
    except TooLargeError:
        return None
    return found if len(found) <= LISTED else None


def check_answers(game: Game, text: str) -> None:
    """Every answer is what the law says, with how people say it where that differs."""
    lines = example_lines(text)
    assert len(set(lines)) == len(lines)
    for line in lines:
        found = ANSWER.fullmatch(line)
        assert found is not None, line
        assert found["noun"] == game.noun
        past = [game.parse_action(one) for one in split(found["past"])] if found["past"] else []
        action, secret = game.parse_action(found["action"]), game.parse_secret(found["secret"])
        feedback = law(plain_game(game), action, secret, past)
        written, said = game.format_feedback(feedback), spoken_answer(game, action, feedback)
        alike = written.casefold() == said.casefold()
        assert found["answer"] == (written if alike else f"{written} ({said})"), line


def check_lists(game: Game, text: Briefing) -> None:
    """What a briefing that was made for the game says of all its secrets, questions and answers."""
    if BRIEFINGS.inherited(type(game)) is not None:
        return
    secrets, actions = [s for s in game.secrets() if game.prior(s) > 0], list(game.actions())
    number = re.search(r" is one of (?:these: (?P<named>.+?)\.(?: |\n)|(?P<count>[\d,]+), )", text.rules)
    assert number is not None
    count = len(split(number["named"])) if number["named"] else int(number["count"].replace(",", ""))
    assert count == len(secrets)
    assert ("equally likely" in text.rules) == (len({game.prior(s) for s in secrets}) == 1 and len(secrets) > 1)
    if named := re.match(r"Write one of these (\d+) questions?: ", text.question):
        assert int(named[1]) == len(actions)
    if listed := re.match(r"An answer is one of these: (.+)\. For example", text.answer):
        answers = {game.format_feedback(game.feedback(a, s)) for a in actions for s in secrets}
        assert set(split(listed[1])) == answers


# The games of the catalogue.


@pytest.mark.parametrize("spec", SPECS)
def test_examples_read_and_answers_are_the_law(spec: str) -> None:
    game = parse_game(spec)
    text = briefing(game)
    assert question_texts(text.question)
    check_questions(game, text.question)
    assert example_lines(text.answer)
    check_answers(game, text.answer)


@pytest.mark.parametrize("name", game_names())
def test_every_game_has_a_briefing_of_its_own_and_a_short_one(name: str) -> None:
    game = parse_game(name)
    assert BRIEFINGS.of(type(game)) is not None
    text = briefing(game).text
    plain = [line for line in text.splitlines() if not ANSWER.fullmatch(line) and line.count(",") < 8]
    assert sum(len(line.split()) for line in plain) <= 260
    assert not re.search(r"[`=]|  |\bNone\b|\bTrue\b|\bFalse\b| [.,;:]", text)


def test_every_spec_of_the_catalogue_is_tried() -> None:
    assert {spec.partition(":")[0].partition("@")[0] for spec in SPECS} == set(game_names())


@pytest.mark.parametrize(
    ("spec", "said", "unsaid"),
    [
        ("mastermind", "written as the digits 0 to 5", "jar"),
        ("mastermind:jar=4-2-1-1", "4, 2, 1, 1", "equally likely"),
        ("mastermind:pegs=3,colours=12", "numbers 0 to 11", "run together"),
        ("simple-mastermind", "one number", "white"),
        ("bulls-and-cows", "all different", "colour"),
        ("fake-coin", "1-light or 1-heavy", "is: heavier."),
        ("fake-coin:coins=9,sign=heavier", "the fake one is heavier. Find out which coin it is: 9 cases", "light"),
        ("treasure-hunt", "Name at most 4 places", "cost"),
        ("treasure-hunt:cells=9", "Name at most 4 places, since the others ask the same.", "place 1 must"),
        ("treasure-hunt:cells=40,price=2", "sum of the costs", "Ask as few"),
        ("treasure-hunt:cells=12,questions=line", "(r1 to r3) or a whole column (c1 to c4)", "comma"),
        ("black-box", "1 to 20", "25"),
        ("wordle", "5 marks", "mode"),
        ("wordle:hard=true", "Hard mode", "Ultra"),
        ("wordle:ultra=true", "Ultra-hard mode", "Hard mode"),
        ("wordle", "You are given 6 questions.", " lie"),
        ("number:numbers=3000", "from 1 to 3000", "3,000"),
        ("battleship", "5, 4, 3, 3, 2", "letter"),
        ("battleship:answers=named", "5 (ship c), 4 (ship b), 3 (ship d), 3 (ship s), 2 (ship p)", "Which ship is not"),
        ("battleship:touching=false", "not even at a corner", "may touch"),
        ("battleship:answers=hits", "When a ship is sunk is not said", "or sunk"),
        ("sploosh-kaboom", "You are given 24 questions. No question may be asked twice.", "5, 4"),
        ("hangman:lengths=5-3", "The lengths of its words, in order, are 5, 3.", "is told before"),
        ("hangman:guesses=letters", "is told before the first question", "whole phrase"),
        ("hangman:lengths=5@half-lies", "a no that should be a yes", "asked twice"),
        ("mastermind@lies:most=2", "Up to 2 answers may be lies.", "chance"),
        ("mastermind@lies:most=0", "No answer is a lie.", "a lie looks"),
        ("mastermind@lies:chance=0.2", "its chance is 20%", "answered truly, and others"),
        ("number@noise", "10%", "0.99"),
        ("guess-who@noise", "How likely a secret must be to count as known: 0.99.", "answered truly"),
        ("wordle@fibble", "One tile of every row lies", "A lie is an answer"),
    ],
)
def test_what_holds_is_said_and_nothing_else(spec: str, said: str, unsaid: str) -> None:
    text = briefing(parse_game(spec)).text
    assert said in text
    assert unsaid not in text


def test_who_plays_guess_who_sees_the_faces(tmp_path: Path) -> None:
    lines = briefing(parse_game("guess-who")).rules.splitlines()
    assert "Ada, brown, short, blue, no, no, no, no, yes, small, yes" in lines
    file = tmp_path / "faces.csv"
    file.write_text('name,coat\nAnn,"red, long"\nBo,blue\nCy,green\n', encoding="utf-8")
    text = briefing(parse_game(f"guess-who:faces={file}"))
    assert "Ann | red, long" in text.rules
    assert "coat:red, long; coat:blue; coat:green" in text.question
    assert str(tmp_path) not in text.text
    file.write_text("name\n" + "".join(f"p{n}\n" for n in range(300)), encoding="utf-8")
    assert briefing(parse_game(f"guess-who:faces={file}")).rules.startswith("One of 300 faces is hidden, all equally")


@pytest.mark.parametrize("words", ["abc\n", "abc\nabd 3\n", "aaa\naab\naba\n", "äöü\nöäü\n"])
def test_lists_of_words_of_any_kind(words: str, tmp_path: Path) -> None:
    file = tmp_path / "words.txt"
    file.write_text(words, encoding="utf-8")
    for spec in (f"wordle:answers={file}", f"hangman:words={file}", f"hangman:words={file},number=2"):
        game = parse_game(spec)
        text = briefing(game)
        check_questions(game, text.question)
        check_answers(game, text.answer)
        assert str(file) not in text.text
        assert ("equally likely" in text.rules) == ("3" not in words)


def test_a_repeated_letter_is_among_the_examples() -> None:
    lines = [found for line in example_lines(briefing(parse_game("wordle")).answer) if (found := ANSWER.match(line))]
    marks = [list(zip(line["action"], line["answer"].split()[0], strict=True)) for line in lines]
    assert any(letter == other and {mark, sign} in ({"g", "-"}, {"y", "-"})
               for pairs in marks for letter, mark in pairs for other, sign in pairs)  # fmt: skip


def test_a_fleet_that_takes_a_long_search_has_no_examples(monkeypatch: pytest.MonkeyPatch) -> None:
    from sleuth.games.battleship.board import briefing as own

    monkeypatch.setattr(own, "first_packed", lambda *arguments: None)
    assert example_lines(briefing(Battleship()).answer) == []


@pytest.mark.parametrize("spec", ["hangman", "hangman:number=2", "mastermind", "guess-who", "number@noise"])
def test_the_text_is_the_same_for_every_secret(spec: str) -> None:
    game = parse_game(spec)
    texts: dict[str, set[str]] = {}
    for secret in islice(game.secrets(), 0, 4_000, 200):
        public = announced(game, secret)
        texts.setdefault(str(public), set()).add(briefing(public).text)
    assert all(len(some) == 1 for some in texts.values())


BRIEFED = """
import json, sys
import sleuth.core.tabulate
sleuth.core.tabulate.tabulate = None
from sleuth.core.game_spec import game_names, parse_game
from sleuth.show.briefing import briefing
texts = {spec: briefing(parse_game(spec)).text for spec in sys.argv[1:] or game_names()}
print(json.dumps([texts, "numba" in sys.modules]))
"""


@pytest.mark.parametrize("seed", ["1", "2"])
def test_it_is_cheap_and_always_the_same(seed: str, tmp_path: Path) -> None:
    """No kernel is compiled or loaded, nothing is tabulated or kept, and no order is that of a hash."""
    specs = [spec for spec in SPECS if not spec.startswith("wordle:")]
    folders = {name: str(tmp_path / name) for name in ("SLEUTH_CACHE", "NUMBA_CACHE_DIR", "SLEUTH_DATA")}
    done = subprocess.run(
        [sys.executable, "-c", BRIEFED, *specs],
        env={**os.environ, **folders, "PYTHONHASHSEED": seed}, capture_output=True, text=True, check=True,
    )  # fmt: skip
    texts, compiles = json.loads(done.stdout)
    assert texts == {spec: briefing(parse_game(spec)).text for spec in specs}
    assert not compiles
    assert list(tmp_path.iterdir()) == []


# Games of other people.


@settings(max_examples=trials(150))
@given(games() | random_tables_game())
def test_random_games_have_true_examples(game: Game) -> None:
    text = briefing(game)
    check_lists(plain_game(game), text)
    check_questions(game, text.question)
    check_answers(game, text.answer)


@settings(max_examples=trials(300))
@given(st.sampled_from(sorted(KINDS)), st.integers(0, 2**16))
def test_nasty_games_have_true_examples(kind: str, seed: int) -> None:
    game = nasty_game(kind, seed)
    text = briefing(game)
    check_lists(plain_game(game), text)
    check_questions(game, text.question)
    check_answers(game, text.answer)


@dataclass(frozen=True)
class Boxes(Game):
    """Find the ball,
    which is in a box.

    Boxes stand in a row:
    - the first is red
    - the last is blue

        drawn in

    >>> Boxes().boxes
    3
    """

    noun: ClassVar[str] = "box"
    boxes: int = field(default=3, metadata={"label": "How many boxes?"})
    colour: str = field(default="", metadata={"empty": "none at all"})
    notes: str = field(default="notes.txt", metadata={"file": True})
    size: float | None = None
    painted: bool = True
    shape: str = field(default="s", metadata={"words": {"s": "square"}, "help": "what they look like"})

    def secrets(self) -> range:
        return range(self.boxes)

    def feedback(self, action: int, secret: int) -> bool:
        return action == secret


def test_the_docstring_is_cleaned_and_parameters_are_in_words() -> None:
    text = briefing(Boxes())
    docs, boxes, drawn_in, parameters, secrets, terms = text.rules.split("\n\n")
    assert docs == "Find the ball, which is in a box."
    assert boxes == "Boxes stand in a row:\n- the first is red\n- the last is blue"
    assert drawn_in == "    drawn in"
    assert parameters == "How many boxes? 3. Colour: none at all. Painted: yes. What they look like: square."
    assert secrets == "The hidden box is one of these: 0, 1, 2. They are equally likely."
    assert terms == "Play ends when you ask the box itself. Ask as few questions as you can."
    assert text.question == (
        "A question is any box, as a guess or to learn something. Write one of these 3 questions: 0, 1, 2"
    )
    assert text.answer.startswith("An answer is one of these: yes, no. For example:\nIf the box were 0, the question 0")
    assert text.text == "\n\n".join((text.rules, text.question, text.answer))


@dataclass(frozen=True)
class Bare(Game):
    pegs: int = 2

    def secrets(self) -> Iterator[tuple[int, ...]]:
        return product(range(3), repeat=self.pegs)

    def feedback(self, action: tuple[int, ...], secret: tuple[int, ...]) -> int:
        return sum(a == s for a, s in zip(action, secret, strict=True))


def test_a_game_that_says_nothing() -> None:
    rules = briefing(Bare()).rules
    assert rules.startswith(
        "Bare: find the hidden secret by asking questions.\n\nPegs: 2.\n\nThe secret is one of these"
    )
    assert "Bare(pegs" not in rules


class Endless(Bare):
    """So many secrets that no list is ever whole."""

    asked: ClassVar[list[int]] = []

    def secrets(self) -> Iterator[tuple[int, ...]]:
        for number in range(10**9):
            self.asked.append(number)
            yield (number % 7, number // 7)


def test_a_huge_game_is_not_listed() -> None:
    Endless.asked.clear()
    text = briefing(Endless())
    assert "one of more than 5,000, all equally likely" in text.rules
    assert max(Endless.asked) <= 5_001
    assert len(example_lines(text.question)) == 3
    for line in example_lines(text.answer):
        assert re.search(r"would be answered [0-2]$", line)


class Unlisted(Bare, Count, Draws):
    """Too large to list."""

    def secrets(self) -> Iterator[tuple[int, ...]]:
        raise TooLargeError("too many")

    def count(self) -> int:
        return 10**30

    def draw(self, rng: Any) -> tuple[int, ...]:
        return tuple(rng.integers(0, 9, 4).tolist())

    def parse_action(self, text: str) -> tuple[int, ...]:
        return tuple(map(int, text))

    parse_secret = parse_action


def test_a_game_that_cannot_be_listed_is_drawn_from() -> None:
    game = Unlisted()
    text = briefing(game)
    assert "one of about 10^30, all equally likely" in text.rules
    assert len(question_texts(text.question)) == 3
    check_answers(game, text.answer)


class Silent(Unlisted):
    """Nothing can be had of it."""

    def offers(self, kind: Any) -> Any:
        return None


def test_a_game_of_which_nothing_is_to_be_had() -> None:
    text = briefing(Silent())
    assert "Secrets are too many to list; they are all equally likely." in text.rules
    assert "For example" not in text.text


class Odd(Boxes):
    """Secrets whose texts are no examples."""

    def secrets(self) -> Any:
        return ["a\nb", " c", "", "x" * 200, "same", "SAME", "tab\there", "plain", "other"]

    def format_secret(self, secret: str) -> str:
        return secret

    def feedback(self, action: Any, secret: Any) -> Any:
        return "two\nlines" if action == "other" else len(secret)


def test_texts_that_no_line_holds_are_no_examples() -> None:
    game = Odd()
    text = briefing(game)
    assert set(question_texts(text.question)) == {"plain", "other"}
    assert all("two" not in line for line in example_lines(text.answer))
    check_questions(game, text.question)


class Dear(Boxes, Rounds, Constraint):
    """Boxes far away cost more, and the first one is likelier."""

    rows: ClassVar[int] = 4
    repeats: ClassVar[bool] = False

    def cost(self, action: int) -> float:
        return action + 1

    def prior(self, secret: int) -> int:
        return (2, 1, 1, 0)[secret]


def test_costs_chances_rows_and_repeats() -> None:
    rules = briefing(Dear(boxes=4)).rules
    assert "one of these: 0 (50%), 1 (25%), 2 (25%)." in rules
    assert "A question costs 1 to 4, as in: 0 costs 1, 1 costs 2, 2 costs 3." in rules
    assert "Spend as little as you can" in rules
    assert "Ask as few questions" not in rules
    assert "You are given 4 questions. No question may be asked twice." in rules


class TwoLeft(Goal):
    """Two boxes are left.

    No more is asked for.
    """

    def over(self, info: Knowledge) -> bool:
        return info.size <= 2


class Halved(Boxes):
    """Boxes with a goal of their own."""

    goal: ClassVar[Goal] = TwoLeft()


class Choosy(Boxes, Constraint, Announcement):
    """Later questions are restricted, and something is told."""

    def allows(self, action: int, past: int, feedback: object) -> bool:
        return action > past

    def announced(self, secret: int) -> Game:
        return self


def test_goals_constraints_and_announcements() -> None:
    assert "Play ends when this holds: Two boxes are left." in briefing(Halved()).rules
    rules = briefing(Choosy()).rules
    assert "Earlier answers restrict what may be asked." in rules
    assert "What is public about the box is told before the first question." in rules


class Canal(Sequential, Hits):
    """Sink a ship of two."""

    goal: ClassVar[Goal] = Goal.FIND

    def secrets(self) -> range:
        return range(20)

    def actions(self) -> range:
        return range(21)

    def hits(self, secret: int) -> tuple[int, ...]:
        return secret, secret + 1

    def feedback_after(self, past: Sequence[int], action: int, secret: int) -> str:
        found = action in (secret, secret + 1)
        return "sunk" if found and 2 * secret + 1 - action in past else "hit" if found else "miss"


def test_a_sequential_game_shows_what_comes_later() -> None:
    game = Canal()
    text = briefing(game)
    assert "What is answered may depend on what was asked before." in text.rules
    assert "The secret may be guessed as a whole too" in text.rules
    assert "Play ends when all of the secret has been found." in text.rules
    assert any(line.endswith("answered sunk") and "had been asked" in line for line in example_lines(text.answer))
    check_answers(game, text.answer)


# Whose briefing it is.


class Renamed(Mastermind):
    """Mastermind under another name."""


class Backwards(Mastermind):
    """Mastermind that counts what is wrong."""

    def feedback(self, action: Any, secret: Any) -> int:
        return sum(a != s for a, s in zip(action, secret, strict=True))


def test_a_class_that_keeps_the_rules_has_the_briefing_of_its_ancestor() -> None:
    assert briefing(Renamed(pegs=3)) == briefing(Mastermind(pegs=3))


def test_a_class_with_another_law_does_not() -> None:
    game = Backwards(pegs=2, colours=3)
    text = briefing(game)
    assert text.rules.startswith("Mastermind that counts what is wrong.")
    assert "blacks" not in text.text
    check_answers(game, text.answer)


class Doors(Boxes):
    """A prize is behind one of the doors."""


def test_a_briefing_can_be_registered_and_lies_are_added() -> None:
    @game_briefing(Doors)
    def doors(game: Doors) -> Briefing:
        return Briefing(f"A prize is behind one of {game.boxes} doors.", "Write a door.", "It is yes or no.")

    plain, lying = briefing(Doors()), briefing(with_channel(Doors(), "lies:most=1"))
    assert plain.rules.startswith("A prize is behind one of 3 doors.\n\nPlay ends when you ask the box itself.")
    assert (plain.question, plain.answer) == ("Write a door.", "It is yes or no.")
    assert "One answer may be a lie." in lying.rules
    assert lying.answer.startswith("It is yes or no.\n\n")


def test_an_error_of_a_game_is_not_swallowed() -> None:
    class Broken(Boxes):
        """It breaks."""

        def feedback(self, action: int, secret: int) -> bool:
            raise SleuthError("broken on purpose")

    with pytest.raises(SleuthError, match="on purpose"):
        briefing(Broken())
