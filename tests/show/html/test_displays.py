"""What a notebook shows of each object: well-formed, escaped, without scripts, small, with the figures it has."""

from __future__ import annotations

import re
import subprocess
import sys
import xml.etree.ElementTree as ET
from collections.abc import Iterable
from dataclasses import dataclass
from html.parser import HTMLParser
from typing import Any

import pytest

from sleuth import begin, evaluate, lab, parse_game, parse_strategy
from sleuth.core import DISPLAYS, Displayed, Game, Goal
from sleuth.core.game_spec import parse_table
from sleuth.games import Mastermind
from sleuth.games.clue import CardSet, Clue, ClueLog, Has, Position
from sleuth.games.clue.players.advice import view_of
from sleuth.lab.story import StoryStep, story
from sleuth.play import Record
from sleuth.play.table import Table
from sleuth.play.tournament import Config, read_results, run_tournament, summarise
from sleuth.show import play_strip
from sleuth.show.html.elements import VOID as OPEN_ENDED
from sleuth.show.html.elements import Html, element, table
from sleuth.show.likeliest import likeliest
from sleuth.solve import solve
from sleuth.strategies import Tree

NASTY = ('<b>&"', "</style><script>alert(1)</script>", "it's")
LOG = """\
players: A 6, B 6, C 6
me: A
hand: Green, White, Knife, Lounge, Kitchen, Library
A: Plum, Rope, Hall -> C shows Hall
B: Plum, Knife, Study -> C shows
"""


@dataclass(frozen=True)
class Odd(Game):
    """A game whose texts are markup."""

    name = "odd"
    goal = Goal.NAME

    def secrets(self) -> Iterable[str]:
        return NASTY

    def feedback(self, action: Any, secret: Any) -> Any:
        return NASTY[(NASTY.index(action) - NASTY.index(secret)) % 3]

    def prior(self, secret: Any) -> float:
        return 1.0 + NASTY.index(secret)


class Checked(HTMLParser):
    """Every element is closed where it was opened; the names of all, and the text outside of styles."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.text = ""
        self.feed(html)
        self.close()
        assert self.open == [], "elements are left open"

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert tag != "script"
        assert not any(name.startswith("on") for name, _ in attrs), attrs
        self.tags.append((tag, dict(attrs)))
        if tag not in OPEN_ENDED:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if "style" not in self.open:
            self.text += data

    def count(self, name: str) -> int:
        return sum(tag == name for tag, _ in self.tags)


def play(game: Game, strategy: str = "entropy", secret: Any = None) -> Record:
    from sleuth import Truthful, match

    info = begin(game)
    return match(info, parse_strategy(strategy), Truthful(game, secret or info.candidates(1)[0]))


def shown_objects(game: Game) -> dict[str, Any]:
    """One of each object that a notebook shows, of a game."""
    info = begin(game)
    decision = parse_strategy("entropy").decide(info)
    solution, record = solve(game), play(game)
    tree = solution.tree
    assert tree is not None
    graded = lab.grade(record)
    sets = record.replay(info)
    steps = [StoryStep(a, *step, b) for a, step, b in zip(sets, record.history, sets[1:], strict=False)]
    return {
        "set": info, "end": sets[-1], "decision": decision, "outcomes": info.outcomes(),
        "evaluation": evaluate(game, "entropy"), "solution": solution, "tree": tree, "record": record,
        "strip": play_strip(record), "grades": graded, "story": story(graded, steps, True),
        "report": lab.analyse(game, versus=Mastermind(2, 2)),
    }  # fmt: skip


CODES = shown_objects(Mastermind(2, 3))
ODD = shown_objects(Odd())


@pytest.mark.parametrize("name", CODES)
@pytest.mark.parametrize("objects", [CODES, ODD], ids=["codes", "odd"])
def test_html_is_well_formed_and_says_nothing_that_is_not_escaped(objects: dict[str, Displayed], name: str) -> None:
    html = objects[name]._repr_html_()
    assert html is not None
    page = Checked(html)
    assert page.count("b") == html.count("<b>")
    assert "<script" not in html
    assert page.text.strip()
    assert len(html) < 60_000
    assert not re.search(r"(src|href)=", html), "nothing is fetched"


@pytest.mark.parametrize("name", ["set", "decision", "record", "tree", "strip"])
def test_texts_of_a_game_come_out_as_text(name: str) -> None:
    page = Checked(ODD[name]._repr_html_() or "")
    assert any(text in page.text for text in NASTY[:2]), page.text


@pytest.mark.parametrize("objects", [CODES, ODD], ids=["codes", "odd"])
def test_drawings_are_xml_with_a_title(objects: dict[str, Displayed]) -> None:
    drawn = {name: svg for name, thing in objects.items() if (svg := thing._repr_svg_()) is not None}
    assert set(drawn) == {"set", "end", "evaluation", "solution", "tree", "strip"}
    for svg in drawn.values():
        root = ET.fromstring(svg)
        assert root.tag == "{http://www.w3.org/2000/svg}svg"
        assert root.findtext("{http://www.w3.org/2000/svg}title")
        assert root.find(".//{http://www.w3.org/2000/svg}script") is None


@pytest.mark.parametrize("name", CODES)
def test_a_repr_is_a_short_line(name: str) -> None:
    if name == "story":
        return
    line = repr(CODES[name])
    assert "\n" not in line
    assert len(line) < 170
    assert "0x" not in line
    assert line.startswith("<")


def test_the_repr_of_an_open_record_keeps_the_secret() -> None:
    record = Record(Mastermind(), secret=(4, 1, 5, 2))
    assert "4152" not in repr(record)
    assert "(4, 1, 5, 2)" not in repr(record)
    assert "4152" not in (record._repr_html_() or "")


def test_tables_have_heads_and_drawings_have_names() -> None:
    for thing in CODES.values():
        page = Checked(thing._repr_html_() or "")
        for tag, attributes in page.tags:
            if tag == "th":
                assert attributes["scope"] in ("row", "col")
            if tag == "svg":
                assert attributes["aria-label"]
                assert attributes["role"] in ("img", "group")


def test_nothing_can_be_pressed() -> None:
    assert 'role="button"' not in (CODES["set"]._repr_html_() or "")


def test_a_large_set_shows_how_many_and_the_first_of_them() -> None:
    info = begin(parse_game("mastermind"))
    page = Checked(info._repr_html_() or "")
    assert "1,296 candidates" in page.text
    assert "10.34 bits" in page.text
    assert "and 1,284 more" in page.text
    assert "0000, 0001" in page.text


def test_candidates_come_with_their_chances_the_likeliest_first() -> None:
    info = begin(Odd())
    shown = likeliest(info, 12)
    assert [one.secret for one in shown] == list(reversed(NASTY))
    assert [one.chance for one in shown] == pytest.approx([1 / 2, 1 / 3, 1 / 6])
    assert "33.3%" in Checked(info._repr_html_() or "").text


@pytest.mark.parametrize(
    "spec", ["battleship", "hangman:lengths=5", "ulam:numbers=64@lies:most=1", "number@noise", "black-box"]
)
def test_sets_of_every_kind_show_themselves(spec: str) -> None:
    info = begin(parse_game(spec))
    page = Checked(info._repr_html_() or "")
    assert "possible" in page.text
    assert page.count("svg") >= 1


def test_figures_are_those_of_the_object() -> None:
    evaluation: Any = evaluate(Mastermind(2, 3), "entropy")
    page = Checked(evaluation._repr_html_() or "")
    for name, value in evaluation.rows():
        assert f"{name}{value}" in page.text
    solution = Checked(CODES["solution"]._repr_html_() or "").text
    assert "total21" in solution
    assert "the total is the least there is" in solution


def test_what_a_seat_of_clue_knows() -> None:
    log = ClueLog.parse(LOG)
    for thing in (log, CardSet(view_of(log))):
        page = Checked(thing._repr_html_() or "")
        assert "likeliest" in page.text
        assert "deals are left" in page.text
        assert page.count("svg") == 1
        ET.fromstring(thing._repr_svg_() or "")
    assert repr(log) == "<ClueLog of clue:hands=6-6-6: 2 turns>"


def test_a_position_of_clue_and_one_that_cannot_be() -> None:
    game = Clue.of(3)
    page = Checked(Position(game, [Has(1, game.cards("Plum, Rope, Hall"))])._repr_html_() or "")
    assert "deals are left" in page.text
    assert page.count("svg") == 1
    impossible = Position(game, [Has(1, game.cards("Plum")), Has(2, game.cards("Plum"))])
    assert "deal" in Checked(impossible._repr_html_() or "").text
    assert repr(impossible) == f"<Position of {game}: 2 facts>"


def test_a_game_at_a_table_is_told_as_its_person_saw_it() -> None:
    table = Table.deal(parse_table("clue:players=3"), ["human", "random", "random"], seed=3)
    page = Checked(table._repr_html_() or "")
    assert "open" in page.text
    assert "you" in page.text
    assert str(table.game.format_deal(table.state.deal)) not in repr(table)
    assert repr(table).endswith("human vs random vs random: 0 actions, open>")


def test_a_tournament(tmp_path: Any) -> None:
    run_tournament(Config.of(["number:numbers=9"], ["entropy", "random"], trials=3), tmp_path / "r.db", workers=0)
    results = read_results(tmp_path / "r.db")
    page = Checked(results._repr_html_() or "")
    assert "6 of 6 trials" in page.text
    summary = Checked(summarise(results)._repr_html_() or "")
    assert "On the same secrets" in summary.text
    assert repr(results) == f"<Results {tmp_path / 'r.db'}: 6 of 6 trials>"


def test_a_display_of_ones_own_goes_by_class_and_ancestors() -> None:
    class Box(Displayed):
        """A thing."""

    class Crate(Box):
        """A larger one."""

    assert Box()._repr_html_() is None
    DISPLAYS.add_for(Box, lambda box: f"<p>{type(box).__name__}</p>")
    assert Crate()._repr_html_() == "<p>Crate</p>"
    assert Crate()._repr_svg_() is None


def test_elements_escape_texts_and_attributes() -> None:
    assert element("p", "<b>", Html("<i>x</i>"), title='"&') == '<p title="&quot;&amp;">&lt;b&gt;<i>x</i></p>'
    assert element("input", type="text") == '<input type="text">'
    rows = table(("a", "b", "c"), [("x", "1", "y")], last_words=1)
    assert rows.count('class="number"') == 2


def test_nothing_that_draws_is_loaded_before_something_is_shown() -> None:
    code = """
import sys
from sleuth import begin
from sleuth.games import Mastermind
begin(Mastermind(2, 2))
print(sorted(name for name in sys.modules if name.startswith(("sleuth.show", "sleuth.lab"))))
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_the_page_of_a_tree_has_one_script_whatever_the_texts_are(tmp_path: Any) -> None:
    tree = ODD["tree"]
    assert isinstance(tree, Tree)
    tree.save(tmp_path / "odd.html")
    text = (tmp_path / "odd.html").read_text(encoding="utf-8")
    assert text.count("<script") == 1
    head, _, rest = text.partition("<script>")
    page = Checked(head + rest.partition("</script>")[2])
    assert all(secret in page.text for secret in NASTY)
    tree.save(tmp_path / "odd.svg")
    assert len(list(ET.parse(tmp_path / "odd.svg").iter("{http://www.w3.org/2000/svg}script"))) == 0
