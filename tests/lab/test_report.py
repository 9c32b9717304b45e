"""The report: sentences, figures, the page and the numbers."""

from __future__ import annotations

import csv
import re
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from html.parser import HTMLParser
from io import StringIO
from pathlib import Path
from typing import ClassVar
from xml.dom import minidom

import pytest

from sleuth import Sequential, evaluate, parse_game, parse_strategy
from sleuth.core.errors import ParameterError, StuckError, TooLargeError
from sleuth.core.game import Game, Goal
from sleuth.core.tabulate import tabulate
from sleuth.lab import Report, analyse
from sleuth.lab.analysis import analyse_game, check_size
from sleuth.lab.matplotlib_svg import COLOURS
from sleuth.lab.sampling import sample_fan
from sleuth.lab.sweep import parse_sweep, resized
from sleuth.lab.temporal_interest import fan
from sleuth.play.evaluate_plays import each_play, few_secrets

SMALL = "mastermind:pegs=2,colours=3"


@cache
def report(spec: str = SMALL, versus: str | None = None, sweep_over: str | None = None) -> Report:
    other = None if versus is None else parse_game(versus)
    return analyse(parse_game(spec), versus=other, sweep_over=sweep_over, runs=3)


@cache
def both() -> Report:
    return report("mastermind:pegs=3,colours=3", "simple-mastermind:pegs=3,colours=3", "pegs=1..2")


@dataclass(frozen=True)
class Hostile(Game):
    """<script>alert(1)</script> & "quotes" """

    name = "<b>$hostile$</b>"

    def secrets(self) -> list[str]:
        return [
            "<script>alert('x')</script>",
            "$\\frac{1}{2$",
            "\x00\x1b[31m",
            "=1+1|cmd",
            "日本語🎲",
            '"&amp;" onload="x',
        ]

    def feedback(self, action: str, secret: str) -> tuple[bool, int]:
        return action == secret, len(secret) % 4

    def prior(self, secret: str) -> float:
        return len(secret)


class Page(HTMLParser):
    """Collects what a browser would act on."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.attributes: list[tuple[str, str | None]] = []
        self.open: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes += attrs
        if tag not in ("meta", "wbr"):
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes += attrs

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def test_sentences_of_the_paper() -> None:
    """Meng & Lucas 2024, section III.C, in the words of the report."""
    said = both().sentences
    assert any(s.startswith("First moves differ: the best (001 and 17 more)") for s in said)
    other = report("simple-mastermind:pegs=3,colours=3").sentences
    assert "Every first move is as good as any other: there is nothing to choose at the start." in other
    hunt = report("treasure-hunt:cells=8").sentences
    assert any(s.startswith("All plays by entropy run the same course") for s in hunt)
    assert any("That is the optimum" in s for s in hunt)
    assert any(s.startswith("Plays run differently") for s in said)


def test_versus_and_sweep() -> None:
    found = both()
    assert found.versus is not None
    assert found.sweep is not None
    assert found.versus.sentences[0] == (
        "mastermind:pegs=3,colours=3 has choice at the start: its first moves spread by 0.33 bits; "
        "simple-mastermind:pegs=3,colours=3 has none, since all its first moves are equal."
    )
    sizes = ["mastermind:pegs=1,colours=3", "mastermind:pegs=2,colours=3"]
    assert [str(a.game) for a in found.sweep.analyses] == sizes
    row = found.sweep.as_json()["rows"][1]
    alone = report("mastermind:pegs=2,colours=3").as_json()["figures"]
    assert {key: row[key] for key in alone} == pytest.approx(alone)
    assert found.sweep.sentences


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("pegs=2..4", ("pegs", ("2", "3", "4"))),
        ("colours=3,4,6", ("colours", ("3", "4", "6"))),
        ("a-b = 1 .. 2, 5,1", ("a_b", ("1", "2", "5"))),
        ("answers=cells", ("answers", ("cells",))),
    ],
)
def test_sweeps_are_read(text: str, found: tuple[str, tuple[str, ...]]) -> None:
    assert parse_sweep(text) == found


@pytest.mark.parametrize("text", ["", "pegs", "pegs=", "=1", "pegs=4..2", "pegs=1..100000000"])
def test_bad_sweeps_are_refused(text: str) -> None:
    with pytest.raises(ParameterError, match="sweep"):
        parse_sweep(text)


def test_sizes_keep_the_other_parameters() -> None:
    game = parse_game("mastermind:pegs=3,colours=4")
    assert str(resized(game, "pegs", "2")) == "mastermind:pegs=2,colours=4"
    assert resized(game, "colours", "4") == game
    with pytest.raises(ParameterError, match="no parameter"):
        resized(game, "coins", "4")


def test_what_is_too_large_is_refused_before_the_work() -> None:
    with pytest.raises(TooLargeError, match="too many to weigh"):
        analyse(parse_game("mastermind:pegs=8,colours=12"))
    with pytest.raises(TooLargeError, match="pegs=9"):
        analyse(parse_game("mastermind:pegs=2,colours=6"), sweep_over="pegs=2,9")
    check_size(parse_game("bulls-and-cows"))


def test_what_is_left_out_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sleuth.lab.analysis.MAX_PLAY", 10)
    some = analyse(parse_game(SMALL))
    assert some.luck is None
    assert some.difficulty is not None
    assert some.difficulty.random is None
    assert "luck is left out" in some.sentences[-1]
    monkeypatch.setattr("sleuth.lab.analysis.MAX_WALK", 10)
    few = analyse(parse_game(SMALL))
    assert few.along_play is few.fan is few.difficulty is few.luck is None
    assert "only first moves" in few.sentences[-1]
    assert few.as_json()["along_play"] is None


def test_the_page_fetches_nothing_and_is_well_formed(tmp_path: Path) -> None:
    files = both().write(tmp_path)
    text = (tmp_path / "report.html").read_text(encoding="utf-8")
    page = Page(text)
    assert page.open == []
    assert not {"script", "img", "link", "iframe", "object", "embed", "image"} & set(page.tags)
    names = {path.name for path in files}
    links = [value for key, value in page.attributes if key in ("href", "src", "xlink:href")]
    assert all(link is not None and (link.startswith("#") or link in names) for link in links)
    assert "url(http" not in text
    assert "@import" not in text
    ids = [value for key, value in page.attributes if key == "id"]
    assert len(ids) == len(set(ids))
    assert "default-src 'none'" in text
    assert "prefers-color-scheme: dark" in text
    assert 'name="viewport"' in text
    assert names == {path.name for path in tmp_path.iterdir()}
    assert {"report.html", "fan.svg", "versus.svg", "sweep.svg", "fan.csv", "versus_luck.csv", "sweep.csv"} <= names


def test_references_inside_the_page_have_targets(tmp_path: Path) -> None:
    both().write(tmp_path)
    text = (tmp_path / "report.html").read_text(encoding="utf-8")
    ids = set(re.findall(r'\bid="([^"]*)"', text))
    used = set(re.findall(r'(?:url\(#|href="#)([^")]*)', text))
    assert used
    assert used <= ids


def test_names_and_words_are_never_obeyed(tmp_path: Path) -> None:
    found = analyse(Hostile(), versus=Hostile(), runs=2)
    found.write(tmp_path)
    page = Page((tmp_path / "report.html").read_text(encoding="utf-8"))
    assert page.open == []
    assert not {"script", "b"} & set(page.tags)
    assert not [key for key, _ in page.attributes if key.startswith("on")]
    for path in tmp_path.glob("*.svg"):
        drawn = minidom.parse(str(path))
        assert not drawn.getElementsByTagName("script")
    rows = list(csv.reader(StringIO((tmp_path / "first_moves.csv").read_text(encoding="utf-8"))))
    assert [row[0] for row in rows[1:]] == Hostile().secrets()


def test_figures_are_alike_for_the_same_report_and_leave_no_trace(tmp_path: Path) -> None:
    import matplotlib

    before = dict(matplotlib.rcParams)
    one, other = tmp_path / "one", tmp_path / "other"
    report().write(one)
    report().write(other)
    assert dict(matplotlib.rcParams) == before
    for path in one.iterdir():
        assert path.read_bytes() == (other / path.name).read_bytes()
    svg = (one / "fan.svg").read_text(encoding="utf-8")
    assert "<metadata" not in svg
    assert "var(--" not in svg
    used = set(re.findall(r"#[0-9a-f]{6}", svg))
    assert used <= set(COLOURS)


def estimated(found: Report) -> dict[str, tuple[float | None, float | None, float | None]]:
    return {f.key: (f.value, f.interval.low, f.interval.high) for f in found.headline}


def test_a_game_has_the_same_figures_alone_beside_another_and_among_sizes() -> None:
    one = analyse(parse_game(SMALL))
    alone = estimated(one)
    other = analyse(parse_game("mastermind:pegs=1,colours=3"), versus=parse_game(SMALL), sweep_over="pegs=1..2")
    assert other.versus is not None
    assert {f.key: (f.value, f.interval.low, f.interval.high) for _, f in other.versus.rows} == alone
    assert other.sweep is not None
    assert {f.key: (f.value, f.interval.low, f.interval.high) for f in other.sweep.rows[1][1]} == alone
    row = other.as_json()["sweep"]["rows"][1]
    assert row["skill"] == one.as_json()["figures"]["skill"]
    assert row["intervals"] == one.as_json()["intervals"]


def test_every_figure_is_exact_or_has_an_interval_around_it() -> None:
    for found in (report(), analyse(parse_game("hangman:lengths=2"))):
        for figure in found.headline:
            low, high = figure.interval.low, figure.interval.high
            if figure.value is None:
                assert figure.shown == "–"
            elif figure.interval.exact:
                assert (figure.interval_text, low, high) == ("exact", figure.value, figure.value)
            else:
                assert low is not None
                assert high is not None
                assert low <= figure.value <= high
                assert f"({figure.interval_text})" in figure.shown
    estimates = {f.key for f in report().headline if f.value is not None and not f.interval.exact}
    assert estimates == {"random_mean", "saving", "skill", "secret", "rest"}


def test_text_page_and_tables_show_the_interval(tmp_path: Path) -> None:
    found = both()
    found.write(tmp_path)
    shown = next(f for f in found.headline if f.key == "skill")
    assert shown.interval_text in (tmp_path / "report.html").read_text(encoding="utf-8")
    assert any(shown.interval_text in sentence for sentence in found.sentences)
    rows = {row["figure"]: row for row in csv.DictReader(StringIO((tmp_path / "figures.csv").read_text("utf-8")))}
    assert (float(rows["skill"]["low"]), float(rows["skill"]["high"])) == (shown.interval.low, shown.interval.high)
    assert rows["secrets"]["exact"] == "True"


def test_numbers_read_back(tmp_path: Path) -> None:
    found = report()
    found.write(tmp_path)

    def rows(name: str) -> list[dict[str, str]]:
        return list(csv.DictReader(StringIO((tmp_path / name).read_text(encoding="utf-8"))))

    first = rows("first_moves.csv")
    assert [row["action"] for row in first] == list(found.first_moves.actions)
    assert [float(row["bits"]) for row in first] == found.first_moves.bits.tolist()
    assert found.fan is not None
    assert [float(row["mean"]) for row in rows("fan.csv")] == [s.mean for s in found.fan.steps]
    assert found.luck is not None
    assert sum(float(row["share"]) for row in rows("luck.csv")) == pytest.approx(1)
    figures = {row["figure"]: row["value"] for row in rows("figures.csv")}
    assert float(figures["secrets"]) == 9
    assert rows("difficulty.csv")[0]["player"] == "random"


def test_a_folder_that_cannot_be_made_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(ParameterError, match="cannot write the report"):
        report().write(tmp_path / "file" / "inside")


@dataclass(frozen=True)
class Twins(Game):
    """Nothing tells the last two apart."""

    number: int = 3
    goal = Goal.KNOW

    def secrets(self) -> range:
        return range(self.number)

    def actions(self) -> range:
        return range(2)

    def feedback(self, action: int, secret: int) -> bool:
        return secret == 0


def test_games_with_nothing_to_find_out(tmp_path: Path) -> None:
    found = analyse(Twins(1))
    assert found.sentences[0] == "There is only one secret, so there is nothing to find out."
    found.write(tmp_path)
    with pytest.raises(StuckError, match="tells 1 and 2 apart"):
        analyse(Twins(3))


def test_analysing_without_writing_needs_no_matplotlib() -> None:
    code = (
        "import sys; from sleuth import parse_game; from sleuth.lab import analyse;"
        f"analyse(parse_game('{SMALL}'), runs=2).sentences; sys.exit('matplotlib' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code]).returncode == 0


@dataclass(frozen=True)
class Burrow(Sequential):
    """A fox in a row of holes: every second answer tells nothing, and some holes are likelier than others."""

    goal: ClassVar[Goal] = Goal.NAME

    holes: int = 9

    def secrets(self) -> range:
        return range(self.holes)

    def prior(self, secret: int) -> int:
        return 1 + secret % 3

    def feedback_after(self, past: Sequence[int], action: int, secret: int) -> str:
        if action == secret:
            return "found"
        return "no" if len(past) % 2 else "left" if secret < action else "right"


@pytest.mark.parametrize("holes", [5, 9])
def test_a_game_with_few_secrets_and_no_table_is_played_whole(holes: int) -> None:
    game = Burrow(holes)
    analysis = analyse_game(game)
    assert analysis.difficulty is not None
    for row in analysis.difficulty.rules:
        assert row.exact
        assert row.mean == pytest.approx(evaluate(game, row.player).mean, abs=1e-12)
    assert f"all {holes} secrets" in analysis.left_out
    assert "too many" not in analysis.left_out


@pytest.mark.parametrize("spec", ["mastermind:pegs=2,jar=3-2-1", "number:numbers=9"])
def test_the_fan_of_all_plays_is_that_of_the_table(spec: str) -> None:
    game = parse_game(spec)
    tree = evaluate(game, "entropy").game_tree  # type: ignore[attr-defined]
    plays = list(each_play(game, parse_strategy("entropy"), few_secrets(game, 99) or [], entropies=True))
    one, other = sample_fan(plays), fan(tabulate(game), tree)
    for mine, its in zip(one.steps, other.steps, strict=True):
        # With unequal weights, plays take what an answer tells for its surprise: its spread is another there.
        ends = len(vars(mine)) - ("jar" in spec)
        assert [*vars(mine).values()][:ends] == [pytest.approx(value) for value in vars(its).values()][:ends]
