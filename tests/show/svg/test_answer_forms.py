"""Each answer of a game can be given by pressing, and reads back to itself."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from collections.abc import Iterator
from itertools import product

import pytest

from sleuth.belief.base import InformationSet
from sleuth.belief.begin import begin
from sleuth.core.errors import FeedbackError
from sleuth.core.game import Action, Feedback
from sleuth.core.game_spec import parse_game
from sleuth.core.registry import ANSWER_FORMS
from sleuth.core.sequential import law
from sleuth.show.svg import answer_form, svg_board

SVG = "{http://www.w3.org/2000/svg}"
PRESSABLE = 48
"""44 pixels on a phone of 360, where a board of 360 units is 328 wide."""
SPECS = (
    "battleship:size=3,fleet=2-1",
    "battleship:size=3,fleet=2-1,answers=hits",
    "battleship:size=3,fleet=2-1,answers=length",
    "battleship:size=3,fleet=2-1,answers=named",
    "battleship:size=3,fleet=2-2,answers=cells",
    "sploosh-kaboom:size=3,fleet=2",
    "black-box:size=3,atoms=2",
    "guess-who",
    "fake-coin:coins=4",
    "number:numbers=9",
    "ulam:numbers=5",
    "ulam:numbers=5@lies:most=1",
    "low-middle-high:numbers=6",
    "treasure-hunt:cells=5",
    "treasure-hunt:cells=6,questions=interval",
    "treasure-hunt:cells=6,questions=line",
)


def stages(info: InformationSet, most: int) -> Iterator[InformationSet]:
    """The sets of a play that asks the first action whose answer is open, for one secret."""
    secret = info.candidates(1)[0]
    for action in list(info.actions):
        if most == 0 or info.over:
            return
        yield info
        if info.is_legal(action):
            info = info.observe(action, law(info.game, info.history, action, secret))
            most -= 1


def answers(info: InformationSet, most: int = 40) -> Iterator[tuple[Action, Feedback]]:
    for action, secret in product(list(info.actions)[:most], info.candidates(most)):
        yield action, law(info.game, info.history, action, secret)


def pressed_answers(svg: str) -> set[str]:
    return {str(e.get("data-answer")) for e in ET.fromstring(svg).iter() if e.get("data-answer") is not None}


@pytest.mark.parametrize("spec", SPECS)
def test_every_answer_can_be_given_by_one_press(spec: str) -> None:
    for info in stages(begin(parse_game(spec)), 3):
        game = info.game
        for action, feedback in set(answers(info)):
            form = answer_form(info, action)
            offered = {choice.feedback for choice in form.choices}
            if form.on_board:
                offered |= pressed_answers(svg_board(info, asked=action, elsewhere=True))
            text = game.format_feedback(feedback)
            assert text in offered, (game.format_action(action), text)
            assert {game.format_feedback(game.parse_feedback(one, action)) for one in offered} == offered
            assert form.prompt


@pytest.mark.parametrize("spec", SPECS)
def test_keys_of_answers_differ_and_read_back_to_them(spec: str) -> None:
    info = begin(parse_game(spec))
    form = answer_form(info, info.actions[0])
    keys = [choice.key for choice in form.choices if choice.key]
    assert len(keys) == len(set(keys))
    for choice in form.choices:
        if choice.key:
            assert form.feedback(choice.key) == choice.feedback
    with pytest.raises(FeedbackError, match="an answer is one of"):
        form.feedback("?")


@pytest.mark.parametrize("spec", SPECS)
def test_earlier_answers_of_a_game_elsewhere_can_be_changed_on_the_board(spec: str) -> None:
    """Where each answer has a key: the sign that is shown is the answer that was given."""
    *_, info = stages(begin(parse_game(spec)), 3)
    root = ET.fromstring(svg_board(info, elsewhere=True))
    cycles = {int(str(e.get("data-step"))): e for e in root.iter() if e.get("data-step")}
    for number, (action, feedback) in enumerate(info.history, 1):
        form = answer_form(info, action)
        if (form.on_board and len(form.choices) < 3) or not all(choice.key for choice in form.choices):
            continue
        assert form.feedback(str(cycles[number].get("data-sign"))) == info.game.format_feedback(feedback)
        assert str(cycles[number].get("data-signs")).split() == [choice.key for choice in form.choices]
        (shown,) = [e for e in cycles[number].iter() if str(e.get("class")).split() == ["is", "on"]]
        assert shown.get("data-is") == cycles[number].get("data-sign")
    assert not [e for e in ET.fromstring(svg_board(info)).iter() if e.get("data-step")]


@pytest.mark.parametrize("spec", SPECS)
def test_while_an_answer_is_awaited_nothing_else_is_asked_unless_the_game_is_elsewhere(spec: str) -> None:
    info = begin(parse_game(spec))
    here, elsewhere = (svg_board(info, asked=info.actions[0], elsewhere=away) for away in (False, True))
    assert "data-action" not in here
    assert "data-part" not in here
    assert "data-action" in elsewhere or "data-part" in elsewhere or "data-answer" in elsewhere


@pytest.mark.parametrize(
    "spec",
    [
        "black-box",
        "guess-who",
        "fake-coin",
        "number:numbers=20",
        "ulam:numbers=16",
        "low-middle-high",
        "treasure-hunt",
        "treasure-hunt:cells=12,questions=line",
        "sploosh-kaboom:size=6,fleet=3-2",
    ],
)
@pytest.mark.parametrize("own", [False, True])
def test_what_is_pressed_is_as_large_as_a_finger(spec: str, own: bool) -> None:
    first = begin(parse_game(spec))
    after = first.observe(first.actions[0], first.children(first.actions[0])[0].feedback)
    asked = svg_board(after, asked=after.actions[0], elsewhere=True)
    for svg in (svg_board(after, own=own), asked):
        for press in (e for e in ET.fromstring(svg).iter() if e.get("role") == "button"):
            sizes = [(float(str(r.get("width"))), float(str(r.get("height")))) for r in press.iter(f"{SVG}rect")]
            assert max(width for width, _ in sizes) >= PRESSABLE, press.get("aria-label")
            assert max(height for _, height in sizes) >= PRESSABLE, press.get("aria-label")


@pytest.mark.parametrize("spec", [spec for spec in SPECS if "battleship" not in spec and "sploosh" not in spec])
def test_who_marks_for_herself_is_told_nothing_that_follows(spec: str) -> None:
    """Two secrets that gave the same answers look the same, whatever else they rule out; only what was said differs."""
    info = begin(parse_game(spec))
    action = info.actions[0]
    after = [info.observe(action, child.feedback) for child in info.children(action)]
    for one in after:
        svg = svg_board(one, own=True)
        if one.over:
            continue
        assert "ruled out" not in svg
        assert "strike" not in svg or "not " in svg
        assert "likely" not in svg
        assert "f-heat" not in svg
    assert ANSWER_FORMS.inherited(type(getattr(info.game, "game", info.game))) is not None
