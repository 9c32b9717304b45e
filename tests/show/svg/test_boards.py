from __future__ import annotations

import re
import subprocess
import sys
import xml.etree.ElementTree as ET
from collections import defaultdict
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from sleuth.belief.base import InformationSet
from sleuth.belief.begin import begin
from sleuth.belief.sampled import Effort, SampledSet
from sleuth.core.errors import ActionError
from sleuth.core.game import Action, Game, Goal
from sleuth.core.game_spec import game_class, game_names, parse_game
from sleuth.core.offers import count_of, truthful
from sleuth.games.codes.rules.mastermind import Mastermind
from sleuth.games.fake_coin.rules import FakeCoin
from sleuth.games.guess_who.rules import GuessWho
from sleuth.games.hangman.rules import Hangman
from sleuth.games.treasure_hunt.rules import TreasureHunt
from sleuth.games.wordle.rules import Wordle
from sleuth.show.spoken import spoken, spoken_answer
from sleuth.show.svg import (
    BoardView,
    Canvas,
    board_drawing,
    composed,
    game_picture,
    has_keyboard,
    stylesheet,
    svg_board,
    svg_keyboard,
    svg_picture,
    with_part,
)
from sleuth.show.svg.canvas import text_width

SVG = "{http://www.w3.org/2000/svg}"
TAGS = {"svg", "title", "desc", "g", "rect", "circle", "ellipse", "line", "path", "text"}
ATTRIBUTES = {
    "class", "viewBox", "role", "aria-label", "aria-pressed", "tabindex", "data-action", "data-part", "data-key", "x",
    "y", "x1", "y1", "x2", "y2", "cx", "cy", "r", "rx", "ry", "d", "width", "height", "font-size",
    "stroke-width", "stroke-linecap", "stroke-linejoin", "data-value", "data-answer", "data-does", "data-slot",
    "data-x", "data-y", "data-label", "data-signs", "data-words", "data-sign", "data-mark", "data-step", "data-own",
    "data-is", "style",
}  # fmt: skip
HOOKS = {"face", "fresh", "flip", "drop", "ripple", "burst", "fall"}
"""Classes for the script and the motion of a page."""
MEANINGS = ("data-action", "data-part", "data-value", "data-answer", "data-does", "data-slot", "data-signs")
"""What pressing a button means: one of these."""
WORDS = "crane\nslate\nabbey\nkebab\nstraß\nplant\nplane\nplate\nqueue\nvivid\n"
SMALL = {
    "wordle": "wordle:answers=words",
    "hangman": "hangman:words=words,lengths=5-5",
    "battleship": "battleship:size=5,fleet=3-2",
    "ulam": "ulam:numbers=40",
}
"""Games that are smaller here than in the catalogue, or need a file."""
OTHERS = (
    "mastermind:pegs=6,colours=12",
    "mastermind:pegs=2,colours=20",
    "mastermind:pegs=17,colours=2",
    "mastermind:jar=4-2-1-1",
    "mastermind:pegs=3,colours=3@lies:most=1",
    "bulls-and-cows:length=3,symbols=12",
    "fake-coin:coins=13,sign=lighter",
    "fake-coin:coins=4@lies:most=1",
    "treasure-hunt:cells=300",
    "treasure-hunt:cells=12,questions=line",
    "treasure-hunt:cells=300,questions=line",
    "low-middle-high:numbers=300",
    "number:numbers=5000",
    "number:numbers=30@noise:chance=0.1",
    "ulam:numbers=300@lies:most=1",
    "black-box:size=4,atoms=4",
    "black-box:size=20,atoms=1",
    "black-box:size=3,atoms=2@lies:most=1",
    "guess-who@half-lies:most=1",
    "wordle:answers=words@fibble",
    "wordle:answers=words,hard=true",
    "battleship:size=4x6,fleet=3-2,answers=named",
    "battleship:size=5,fleet=3-2,answers=cells",
    "battleship:size=5,fleet=3-3,answers=length,touching=false",
    "hangman:words=words,lengths=5@half-lies:most=1",
)
SPECS = [*(SMALL.get(name, name) for name in game_names()), *OTHERS]


@pytest.fixture(autouse=True)
def _words(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "words").write_text(WORDS, encoding="utf-8")
    monkeypatch.chdir(tmp_path)


def start(game: Game) -> InformationSet:
    if isinstance(game, Mastermind) and game.count() > 100_000:
        return SampledSet(game, effort=Effort(50, 2000, 50, 100, 50))
    return begin(game)


def buttons(svg: str) -> list[ET.Element]:
    return [e for e in ET.fromstring(svg).iter() if e.get("role") == "button"]


def check(svg: str) -> ET.Element:
    """What holds for every drawing."""
    root = ET.fromstring(svg)
    assert root.tag == f"{SVG}svg"
    assert root.get("width") is None
    _, _, width, height = (float(n) for n in str(root.get("viewBox")).split())
    assert width >= 56
    assert height > 0
    assert root.findtext(f"{SVG}title")
    assert re.findall(r"https?:[^\"]*", svg) == ["http://www.w3.org/2000/svg"]
    assert not re.search(r"url\(", svg)
    css = stylesheet()
    for element in root.iter():
        assert element.tag.removeprefix(SVG) in TAGS
        assert set(element.attrib) <= ATTRIBUTES
        for name in str(element.get("class") or "").split():
            assert name in HOOKS or f".{name}" in css
        if element.tag == f"{SVG}text":
            words, size = str(element.text or ""), float(str(element.get("font-size")))
            classes = str(element.get("class")).split()
            assert sum(name.startswith("on-") for name in classes) == 1
            assert size >= 10 or "on-paper" in classes
            x, y, wide = float(str(element.get("x"))), float(str(element.get("y"))), text_width(words, size)
            left = x - wide / 2 if "mid" in classes else x - wide if "end" in classes else x
            assert left >= -8, words
            assert left + wide <= width + 8, words
            assert 0 <= y <= height, words
        if element.tag == f"{SVG}rect":
            x, y, wide, high = (float(str(element.get(k))) for k in ("x", "y", "width", "height"))
            assert wide > 0
            assert high > 0
            assert -3 <= x <= x + wide <= width + 3
            assert -3 <= y <= y + high <= height + 3
    for button in (e for e in root.iter() if e.get("role") == "button"):
        assert button.get("tabindex") == "0"
        assert button.get("aria-label")
        assert sum(button.get(meaning) is not None for meaning in MEANINGS) == 1
    assert root.get("role") == ("group" if buttons(svg) else "img")
    return root


def check_presses(info: InformationSet, svg: str) -> None:
    """Everything that can be pressed means something legal."""
    game = info.game
    for button in buttons(svg):
        action, part = button.get("data-action"), button.get("data-part")
        if action is not None:
            parsed = game.parse_action(action)
            assert info.is_legal(parsed)
            assert game.format_action(parsed) == action
        elif part is not None:
            slot, _, value = part.partition(":")
            assert with_part({}, part) == ({slot: value} if value else {})


def overlaps(root: ET.Element) -> list[tuple[float, float]]:
    """Where boxes of one size in one row begin that lie over each other; those in one place are a box with a frame."""
    rows: dict[tuple[str | None, ...], set[float]] = defaultdict(set)
    for box in root.iter(f"{SVG}rect"):
        rows[tuple(box.get(name) for name in ("y", "width", "height"))].add(float(box.get("x", "0")))
    return [
        (left, right)
        for (_, width, _), places in rows.items()
        for left, right in pairwise(sorted(places))
        if right - left < float(width or "0") - 0.5
    ]


@pytest.mark.parametrize("spec", SPECS)
def test_every_game_is_drawn_at_every_stage_of_a_play(spec: str, play: Any) -> None:
    game = parse_game(spec)
    for seed, info in enumerate(play(start(game), 7)):
        hint = info.actions[0] if not info.over else None
        shown = svg_board(info, hint=hint, heat=bool(seed % 2))
        root = check(shown)
        assert overlaps(root) == []
        assert truthful(game) <= ("lie" not in [text.text for text in root.iter(f"{SVG}text")])
        check_presses(info, shown)
        assert svg_board(info, hint=hint, heat=bool(seed % 2)) == shown
        told = str(root.findtext(f"{SVG}desc"))
        for action, feedback in info.history:
            assert spoken(game, action)[:20] in told
            assert f"answered {spoken_answer(game, action, feedback)[:20]}" in told
        if info.over:
            assert f"found in {len(info.history)} step" in str(root.findtext(f"{SVG}title"))
            assert not buttons(shown)
        else:
            assert f"{info.entropy:.2f} bits" in str(root.findtext(f"{SVG}title"))
            assert f"The hint is {spoken(game, info.actions[0])[:30]}" in told
        assert not buttons(svg_board(info, live=False))
        secret = info.candidates(1)[0]
        over = svg_board(info, secret=secret, heat=True)
        assert not buttons(over)
        assert f"The secret is {game.format_secret(secret)[:30]}" in str(check(over).findtext(f"{SVG}desc"))


def reachable(info: InformationSet, most: int = 400) -> set[Action]:
    """All actions that can be asked by pressing, part after part."""
    found: set[Action] = set()
    seen: set[frozenset[tuple[str, str]]] = set()
    waiting: list[dict[str, str]] = [{}]
    while waiting and len(seen) < most:
        pending = waiting.pop()
        key = frozenset(pending.items())
        if key in seen:
            continue
        seen.add(key)
        svg = svg_board(info, pending=pending)
        check(svg)
        check_presses(info, svg)
        for button in buttons(svg):
            action, part = button.get("data-action"), pressed_part(svg, button)
            if button.get("data-does") == "send":
                action = composed(info, pending)
            if action is not None:
                found.add(info.game.parse_action(action))
            elif part is not None:
                waiting.append(with_part(pending, part))
    return found


def pressed_part(svg: str, button: ET.Element) -> str | None:
    """The part that a press adds: its own, or its value in the first empty slot."""
    if (value := button.get("data-value")) is None:
        return button.get("data-part")
    slots = [e for e in ET.fromstring(svg).iter() if e.get("data-slot") is not None]
    empty = [slot for slot in slots if not any(e.get("class") == "face" for e in slot.iter())]
    return f"{empty[0].get('data-slot')}:{value}" if empty else None


@pytest.mark.parametrize(
    "spec",
    [
        "mastermind:pegs=2,colours=3",
        "simple-mastermind:pegs=3,colours=2",
        "bulls-and-cows:length=2,symbols=4",
        "fake-coin:coins=4",
        "fake-coin:coins=4@lies:most=1",
        "treasure-hunt:cells=5",
        "treasure-hunt:cells=6,questions=interval",
        "treasure-hunt:cells=6,questions=line",
        "low-middle-high:numbers=6",
        "number:numbers=9",
        "ulam:numbers=5",
        "black-box:size=3,atoms=1",
        "guess-who",
        "battleship:size=4,fleet=2-2",
    ],
)
def test_every_question_can_be_asked_by_pressing(spec: str) -> None:
    info = begin(parse_game(spec))
    every = set(parse_game(spec).actions())
    assert reachable(info, 600) == every


def test_every_word_of_a_list_can_be_typed_and_no_other() -> None:
    Path("few").write_text("ab\nba\ncb\n", encoding="utf-8")
    info = begin(Wordle("few"))
    assert reachable(info) == {"ab", "ba", "cb"}


def test_every_letter_of_a_phrase_can_be_asked() -> None:
    info = begin(Hangman("words", lengths="5", guesses="letters"))
    assert reachable(info) == set(info.actions)
    after = info.observe("a", "**a**")
    assert reachable(after) == set(info.actions) - {"a"}


@pytest.mark.parametrize("name", game_names())
def test_every_game_has_a_picture(name: str) -> None:
    svg = svg_picture(game_class(name))
    root = check(svg)
    assert root.get("viewBox") == "0 0 56 56"
    assert root.get("role") == "img"
    assert "question" not in svg
    assert svg != svg_picture(Parity)


@dataclass(frozen=True)
class Parity(Game):
    """A game with hostile words and no drawing."""

    goal = Goal.KNOW

    def secrets(self) -> tuple[str, ...]:
        return "<script>alert(1)</script>", '" onload="x', "c\x1b[31m", "&lt;"

    def feedback(self, action: str, secret: str) -> str:
        return "</text><b>" if action == secret else "'no'"


def test_a_game_without_a_drawing_gets_its_steps_and_its_actions() -> None:
    info = begin(Parity()).observe("&lt;", "'no'")
    svg = svg_board(info, hint='" onload="x')
    root = check(svg)
    check_presses(info, svg)
    assert "<script" not in svg
    assert {e.get("data-action") for e in buttons(svg)} >= {"<script>alert(1)</script>", '" onload="x', "&lt;"}
    assert len(buttons(svg)) == 3  # XML cannot hold the fourth
    texts = [e.text for e in root.iter(f"{SVG}text")]
    assert "&lt;" in texts
    assert "'no'" in texts
    assert "3 left" in texts
    assert "3 left" not in [e.text for e in ET.fromstring(svg_board(info)).iter(f"{SVG}text")]
    assert check(svg_picture(Parity())).findtext(f"{SVG}text") == "P"


def test_hostile_names_of_faces_are_text(tmp_path: Path) -> None:
    faces = tmp_path / "faces.csv"

    faces.write_text('name,<b>hair\n<script>x</script>,<i>\n"""onload",red\nZoë 山田,blue\n', encoding="utf-8")
    info = begin(GuessWho(str(faces)))
    for after in (info, info.observe("Zoë 山田", False)):
        svg = svg_board(after, heat=True)
        check(svg)
        check_presses(after, svg)
        assert "<script" not in svg
        assert "<b>" not in svg
    assert {"<script>x</script>", '"onload'} <= {str(e.get("data-action")) for e in buttons(svg_board(info))}


def test_another_game_of_the_same_name_is_not_drawn_as_ours() -> None:
    @dataclass(frozen=True)
    class Mastermind(Game):
        def secrets(self) -> range:
            return range(3)

        def feedback(self, action: int, secret: int) -> str:
            return "warm" if action == secret else "cold"

    assert Mastermind.name == "mastermind"
    svg = svg_board(begin(Mastermind()).observe(1, "cold"))
    assert ">Cold<" in svg
    assert svg_picture(Mastermind) != svg_picture(parse_game("mastermind"))


def test_a_game_may_bring_its_board_and_its_picture() -> None:
    @dataclass(frozen=True)
    class Drawn(Parity):
        pass

    @board_drawing(Drawn)
    def board(view: BoardView) -> Canvas:
        canvas = view.canvas()
        canvas.text(10, 10, f"{view.info.size} left")
        canvas.reach(20)
        return canvas

    @game_picture(Drawn)
    def picture(canvas: Canvas) -> None:
        canvas.circle(28, 28, 10, "coin")

    assert ">4 left<" in svg_board(begin(Drawn()))
    assert "f-coin" in svg_picture(Drawn)


def test_keyboards_are_for_word_games() -> None:
    words, phrase, other = (begin(parse_game(spec)) for spec in (SMALL["wordle"], SMALL["hangman"], "mastermind"))
    assert [has_keyboard(info.game) for info in (words, phrase, other)] == [True, True, False]
    assert svg_keyboard(other) == ""
    for info in (words, phrase):
        svg = svg_keyboard(info, heat=True)
        check(svg)
        check_presses(info, svg)
        assert {e.get("data-key") for e in buttons(svg)} >= set("abcdeiklnpqrst")
        assert len(buttons(svg_board(info, keyboard=False))) < len(buttons(svg_board(info)))


def test_the_keyboard_says_what_is_known_of_each_letter() -> None:
    game = Wordle("words")
    info = begin(game).observe("kebab", game.feedback("kebab", "abbey"))
    labels = {e.get("data-key"): str(e.get("aria-label")) for e in buttons(svg_keyboard(info))}
    assert labels["b"] == "b, right"
    assert labels["e"] == "e, elsewhere"
    assert labels["k"] == "k, not there"
    assert labels["q"] == "q"
    assert {e.get("data-does"): e.get("data-key") for e in buttons(svg_keyboard(info)) if e.get("data-does")} == {
        "send": "Enter",
        "take": "Backspace",
    }


@pytest.mark.parametrize("part", ["", "x", ":", ":1", "a" * 200 + ":1"])
def test_a_part_that_is_none_is_refused(part: str) -> None:
    with pytest.raises(ActionError, match="slot:value"):
        with_part({}, part)


def test_pending_parts_from_outside_cannot_break_a_board() -> None:
    odd = {"0": "99", "1": "<b>", "first": "-3", "last": "1e9", "x": "in", "999": "in", "2": "", "3": "left", "-1": "2"}
    for spec in SPECS:
        game = parse_game(spec)
        if (count_of(game) or 0) > 2_000:
            continue
        info = start(game)
        svg = svg_board(info, pending=odd)
        check(svg)
        check_presses(info, svg)


def test_a_question_and_its_complement_ask_the_same() -> None:
    info = begin(TreasureHunt(5))
    assert composed(info, {str(n): "in" for n in (1, 2, 3)}) == "4,5"
    assert composed(info, {str(n): "in" for n in range(1, 6)}) is None
    assert composed(begin(FakeCoin(4)), {"3": "left", "1": "right"}) == "1/3"
    assert composed(begin(FakeCoin(4)), {"3": "left"}) is None
    assert composed(begin(FakeCoin(4)), None) is None
    assert composed(begin(Parity()), {"0": "1"}) is None


def test_drawing_loads_no_plotting() -> None:
    code = "import sys, sleuth.show.svg; sys.exit('matplotlib' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


@pytest.mark.parametrize(
    "spec", ["ulam:numbers=16@lies:most=1", "number:numbers=20@lies:most=2", "ulam:numbers=300@lies:most=1"]
)
def test_numbers_are_coloured_by_the_lies_that_they_take(spec: str) -> None:
    """With a legend that counts them, and with words for who does not see colours."""
    info = begin(parse_game(spec))
    for action in list(info.actions)[-2:]:
        info = info.observe(action, info.children(action)[0].feedback)
    svg = svg_board(info)
    for lies, number in enumerate(info.kinds):
        name = "no lie" if not lies else "1 lie" if lies == 1 else f"{lies} lies"
        assert f">{name}: {number}<" in svg
        assert f"{number} with {name}" in svg
    if (count_of(info.game) or 0) <= 144:
        assert svg.count(", takes 1 lie, ") == info.kinds[1]
        assert svg.count(", takes no lie, ") == info.kinds[0]


def test_where_nobody_lies_numbers_are_as_dark_as_they_are_likely() -> None:
    svg = svg_board(begin(parse_game("number:numbers=20")))
    assert "lie" not in svg.replace("likely", "")
    assert svg.count("f-heat4") == 20
