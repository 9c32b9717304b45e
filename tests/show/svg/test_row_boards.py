"""Boards whose answers are signs on the places of a row: Wordle, the codes, Hangman."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from sleuth.belief.base import InformationSet
from sleuth.belief.begin import begin
from sleuth.core.errors import FeedbackError
from sleuth.core.game_spec import parse_game
from sleuth.show.spoken import spoken, spoken_answer
from sleuth.show.svg import answer_form, composed, svg_board
from sleuth.show.svg.tokens import svg_token

SVG = "{http://www.w3.org/2000/svg}"
WORDS = "ab\nba\nbb\nca\nabc\ncab\n"
CODES = [
    "mastermind:pegs=3,colours=3",
    "mastermind:pegs=5,colours=2",
    "simple-mastermind:pegs=3,colours=3",
    "bulls-and-cows:length=3,symbols=4",
]
ROWS = ["wordle:answers=words,length=2", "wordle:answers=words,length=3", *CODES]
"""Games whose earlier answers can be changed on the board."""
GAMES = [*ROWS, "hangman:words=words,lengths=2-3"]
TYPED = [*ROWS, "wordle", "mastermind", "simple-mastermind", "bulls-and-cows", "mastermind:pegs=6,colours=3"]
"""Games whose actions are put together on the board."""


@pytest.fixture(autouse=True)
def _words(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "words").write_text(WORDS, encoding="utf-8")
    monkeypatch.chdir(tmp_path)


def elements(svg: str, attribute: str) -> list[ET.Element]:
    return [e for e in ET.fromstring(svg).iter() if e.get(attribute) is not None]


def shown_marks(svg: str, step: int | None = None) -> str:
    """The signs of an answer as the board shows them, in the order of their places."""
    cycles = [e for e in elements(svg, "data-signs") if e.get("data-step") == (None if step is None else str(step))]
    places = {int(str(e.get("data-mark"))): str(e.get("data-sign")) for e in cycles}
    assert list(places) == list(range(len(cycles)))
    for cycle in cycles:
        (on,) = [e.get("data-is") for e in cycle if "on" in str(e.get("class")).split()]
        assert on == cycle.get("data-sign")
    return "".join(places.values())


def texts(svg: str) -> list[str]:
    return [str(e.text) for e in ET.fromstring(svg).iter(f"{SVG}text")]


def answers(info: InformationSet, action: Any) -> set[str]:
    return {info.game.format_feedback(child.feedback) for child in info.children(action)}


@pytest.mark.parametrize("spec", GAMES)
def test_every_answer_can_be_given_and_is_one(spec: str) -> None:
    info = begin(parse_game(spec))
    for action in info.actions:
        form = answer_form(info, action)
        rows = product(form.signs, repeat=form.places) if form.places else []
        given = {form.feedback("".join(row)) for row in rows}
        given |= {choice.feedback for choice in form.choices}
        assert given >= answers(info, action)
        for text in given:
            assert info.game.format_feedback(info.game.parse_feedback(text, action)) == text


@pytest.mark.parametrize("spec", GAMES)
def test_an_answer_of_other_signs_or_of_another_length_is_refused(spec: str) -> None:
    info = begin(parse_game(spec))
    form = answer_form(info, info.actions[0])
    for marks in (form.signs[0] * (form.places + 1), "?" * form.places):
        with pytest.raises(FeedbackError):
            form.feedback(marks)


@pytest.mark.parametrize("spec", GAMES)
def test_the_question_is_answered_on_the_board(spec: str) -> None:
    info = begin(parse_game(spec))
    action = info.actions[1]
    form = answer_form(info, action)
    for elsewhere in (False, True):
        for row in list(product(form.signs, repeat=form.places))[:20]:
            svg = svg_board(info, asked=action, marks="".join(row), elsewhere=elsewhere)
            assert shown_marks(svg) == "".join(row)
    assert shown_marks(svg_board(info, asked=action)) == form.signs[0] * form.places
    assert shown_marks(svg_board(info, asked=action, marks="?" * 99)) == form.signs[0] * form.places
    for cycle in elements(svg_board(info, asked=action), "data-signs"):
        assert str(cycle.get("data-signs")).replace(" ", "") == form.signs
        assert str(cycle.get("aria-label")).startswith(str(cycle.get("data-label")))


@pytest.mark.parametrize("spec", ROWS)
def test_earlier_answers_of_a_game_elsewhere_are_shown_as_they_read_back(spec: str) -> None:
    info = begin(parse_game(spec))
    first, second = info.actions[1], info.actions[-1]
    for child in info.children(first):
        after = child.after()
        if after.over:
            continue
        later = after.observe(second, after.children(second)[0].feedback)
        if later.over:
            continue
        svg = svg_board(later, elsewhere=True)
        for step, (action, feedback) in enumerate(later.history, 1):
            marks = shown_marks(svg, step)
            assert answer_form(info, action).feedback(marks) == info.game.format_feedback(feedback)
        assert not elements(svg_board(later), "data-signs")


@pytest.mark.parametrize("spec", TYPED)
def test_parts_go_into_slots_and_make_an_action(spec: str) -> None:
    info = begin(parse_game(spec))
    svg = svg_board(info)
    slots = [str(e.get("data-slot")) for e in elements(svg, "data-slot")]
    values = {str(e.get("data-value")): e for e in elements(svg, "data-value")}
    does = {e.get("data-does"): e.get("data-key") for e in elements(svg, "data-does")}
    assert does == {"take": "Backspace", "send": "Enter"}
    for button in values.values():
        (face,) = [e for e in button.iter() if e.get("class") == "face"]
        assert all(child.get("class") == "cast" for child in face)
        assert {"data-x", "data-y"} <= set(face.attrib)
    wanted = list(info.actions[-1])
    pending = {slot: str(part) for slot, part in zip(slots, wanted, strict=True)}
    assert set(pending.values()) <= set(values)
    assert composed(info, pending) == info.game.format_action(info.actions[-1])
    filled = elements(svg_board(info, pending=pending), "data-slot")
    assert [[face.get("data-value") for face in slot.iter() if face.get("class") == "face"] for slot in filled] == [
        [str(part)] for part in wanted
    ]


@pytest.mark.parametrize("spec", [*TYPED, "hangman:words=words,lengths=2-3"])
def test_everything_to_press_is_large_enough_for_a_finger(spec: str) -> None:
    """49 units are 44 pixels on the smallest phone; keys of letters are narrower, as on every phone."""
    info = begin(parse_game(spec))
    after = next(a for c in info.children(info.actions[1]) if not (a := c.after()).over)
    for svg in (svg_board(after), svg_board(after, asked=info.actions[0], elsewhere=True)):
        width = float(str(ET.fromstring(svg).get("viewBox")).split()[2])
        buttons = [e for e in ET.fromstring(svg).iter() if e.get("role") == "button"]
        assert buttons
        for button in buttons:
            rect = max(button.iter(f"{SVG}rect"), key=lambda e: float(str(e.get("width"))))
            wide, high = (360 / width * float(str(rect.get(side))) for side in ("width", "height"))
            key = str(button.get("data-key") or "")
            least = (33, 46) if key and ("wordle" in spec or "hangman" in spec) else (49, 49)
            assert wide >= least[0] - 1e-9, button.attrib
            assert high >= least[1], button.attrib


@pytest.mark.parametrize("spec", GAMES)
def test_text_is_never_small_and_no_answer_is_a_code(spec: str, play: Any) -> None:
    for info in play(begin(parse_game(spec)), 4):
        more: dict[str, Any] = {} if info.over else {"hint": info.actions[0], "heat": True}
        for svg in (svg_board(info), svg_board(info, **more), svg_board(info, elsewhere=True, **more)):
            for text in ET.fromstring(svg).iter(f"{SVG}text"):
                assert float(str(text.get("font-size"))) >= 12
            if len(info.history) and "simple" not in spec:
                assert info.game.format_feedback(info.history.steps[-1].feedback) not in texts(svg)


@pytest.mark.parametrize("spec", GAMES)
def test_nothing_is_deduced_unless_the_player_wants_it(spec: str) -> None:
    info = begin(parse_game(spec))
    after = next(a for c in info.children(info.actions[1]) if not (a := c.after()).over)
    assert not any("left" in text or "%" in text for text in texts(svg_board(after)))
    drawn = [svg_board(after, own=own).partition("</desc>")[2] for own in (True, False)]
    assert drawn[0] == drawn[1] != ""


@pytest.mark.parametrize("spec", CODES[:1])
def test_with_help_each_row_says_how_many_codes_it_left(spec: str) -> None:
    info = begin(parse_game(spec)).observe((0, 0, 1), (1, 0))
    for more in ({"hint": (0, 0, 2)}, {"heat": True}, {"elsewhere": True}):
        assert f"{info.size} left" in texts(svg_board(info, **more))


@pytest.mark.parametrize("spec", GAMES)
def test_only_what_the_last_step_brought_moves(spec: str) -> None:
    info = begin(parse_game(spec))
    child = next(c for c in info.children(info.actions[1]) if str(c.feedback) != "no" and not c.after().over)
    once = svg_board(child.after(), fresh=True).count('class="fresh')
    assert once > 0
    assert 'class="fresh' not in svg_board(child.after())
    assert 'class="fresh' not in svg_board(info, fresh=True)


def test_a_hint_is_a_row_of_its_own_until_something_is_asked() -> None:
    info = begin(parse_game("mastermind"))
    assert "s-voiceline" in svg_board(info, hint=(0, 0, 1, 2))
    assert "s-voiceline" not in svg_board(info, hint=(0, 0, 1, 2), asked=(0, 0, 1, 1))


def test_pegs_are_called_by_colour_and_sign() -> None:
    labels = [e.get("aria-label") for e in elements(svg_board(begin(parse_game("mastermind"))), "data-value")]
    assert labels[:3] == ["orange, dot", "sky, triangle", "green, square"]
    many = begin(parse_game("mastermind:pegs=2,colours=20"))
    names = [e.get("aria-label") for e in elements(svg_board(many), "data-value")]
    assert len(set(names)) == 20


def test_a_letter_may_be_put_where_another_is_known_and_a_phrase_is_right_or_not() -> None:
    info = begin(parse_game("hangman:words=words,lengths=2-3")).observe("a", "a* a**")
    svg = svg_board(info, asked="b", marks="*b*b*")
    assert shown_marks(svg) == "*b*b*"
    assert answer_form(info, "b").feedback("*b*b*") == "*b *b*"
    assert answer_form(info, "b").feedback("*****") == "no"
    assert [choice.text for choice in answer_form(info, "b").choices] == ["Not in it"]
    phrase = answer_form(info, "ab abc")
    assert [(choice.feedback, choice.key) for choice in phrase.choices] == [("yes", "y"), ("no", "n")]
    assert "Is this it?" in texts(svg_board(info, asked="ab abc"))


def test_what_is_known_of_a_guess_is_set_before_its_colours_are_given() -> None:
    info = begin(parse_game("wordle")).observe("crane", "g-y--")
    assert shown_marks(svg_board(info, asked="canal")) == "g----"
    assert shown_marks(svg_board(info, asked="carol")) == "gy---"
    assert shown_marks(svg_board(info, asked="carol", marks="-----")) == "-----"
    lying = begin(parse_game("wordle@lies:most=1")).observe("crane", "g-y--")
    assert shown_marks(svg_board(lying, asked="carol")) == "-----"


@pytest.mark.parametrize(
    ("spec", "action", "said", "answer", "means"),
    [
        ("mastermind", "0011", "orange orange sky sky", "1.2", "1 in place, 2 elsewhere"),
        ("mastermind:pegs=2,colours=20", "0.19", "orange yellow 3", "0.1", "0 in place, 1 elsewhere"),
        ("simple-mastermind", "0011", "orange orange sky sky", "2", "2 in place"),
        ("bulls-and-cows", "0123", "0123", "1.2", "1 bull, 2 cows"),
        ("wordle", "crane", "CRANE", "gy-y-", "C right; R, N elsewhere"),
        ("wordle", "crane", "CRANE", "-----", "no letter is in it"),
        ("wordle", "crane", "CRANE", "ggggg", "all right"),
        ("hangman:words=words,lengths=2-3", "a", "A", "a* a**", "places 1, 3"),
        ("hangman:words=words,lengths=2-3", "a", "A", "no", "not in it"),
        ("hangman:words=words,lengths=2-3", "ab abc", "AB ABC", "no", "no"),
    ],
)
def test_questions_and_answers_are_said_in_words(spec: str, action: str, said: str, answer: str, means: str) -> None:
    game = parse_game(spec)
    asked = game.parse_action(action)
    assert spoken(game, asked) == said
    assert spoken_answer(game, asked, game.parse_feedback(answer, asked)) == means


@pytest.mark.parametrize("spec", ROWS)
def test_answers_are_small_drawings_that_differ(spec: str) -> None:
    info = begin(parse_game(spec))
    answers = {child.feedback for action in info.actions for child in info.children(action)}
    drawn = {svg_token(info.game, "feedback", feedback, "an answer") for feedback in answers}
    assert len(drawn) == len(answers)
    for svg in drawn:
        assert ET.fromstring(svg).get("viewBox")


def test_a_long_row_has_no_small_drawing() -> None:
    game = parse_game("mastermind:pegs=13,colours=2")
    assert svg_token(game, "secret", (0,) * 13, "a row") == ""


def test_while_an_answer_is_given_there_is_nothing_to_type() -> None:
    for spec in (*TYPED, "hangman:words=words,lengths=2-3"):
        info = begin(parse_game(spec))
        svg = svg_board(info, asked=info.actions[0])
        assert not [e for e in elements(svg, "role") if e.get("role") == "button" and not e.get("data-signs")]
