"""MYST and Clue on the command line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from sleuth.adapters.cli.app import run

LOG = """\
players: Ann 6, Ben 6, Cat 6
me: Ann
hand: Mustard, Plum, Knife, Rope, Hall, Study
Ann: Green, Wrench, Library -> Ben no, Cat shows Wrench
Ben: Plum, Knife, Kitchen -> Cat no, Ann shows Knife
Cat: White, Revolver, Lounge -> Ann no, Ben shows ?
"""
MYST = "myst:m=2,n=1,p=3,q=2\ndeal: 0={s3,s4}; 1={s1}; 2={s5}; 3={s2}\nasks(1,{s2,s3})\nno(2)\nyes(3)\nshows(3,1,s2)\n"


@pytest.fixture(autouse=True)
def folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "100")
    (tmp_path / "clue.log").write_text(LOG)
    (tmp_path / "myst.log").write_text(MYST)
    (tmp_path / "seat.log").write_text(
        MYST.replace("0={s3,s4}; 1={s1}; ", "").replace("; 3={s2}", "").replace("1,s2)", "1,?)")
    )
    return tmp_path


def told(capsys: pytest.CaptureFixture[str], *words: str) -> dict[str, object]:
    assert run([*words, "--json"]) == 0
    out = capsys.readouterr().out
    assert out.count("\n") == 1
    found: dict[str, object] = json.loads(out)
    return found


def test_solvable(capsys: pytest.CaptureFixture[str]) -> None:
    sizes = ["--m", "3", "--n", "1", "--p", "3", "--q"]
    assert run(["myst", "solvable", *sizes, "5"]) == 0
    out = capsys.readouterr().out
    assert "solvable (Lemma 3.3)" in out
    assert "2  s1, s2, s3, s4, s6" in out
    found = told(capsys, "myst", "solvable", *sizes, "4")
    assert (found["solvable"], found["lemma"], found["questions"]) == (True, "3.2", 1)
    found = told(capsys, "myst", "solvable", *sizes, "6")
    assert (found["solvable"], found["lemma"], found["questions"], found["sequence"]) == (False, "3.4", None, [])


def test_check(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["myst", "check", "K(1, h(0,s3))", "--log", "myst.log"]) == 0
    assert capsys.readouterr().out == "K(1,h(0,s3)) is true\n"
    assert told(capsys, "myst", "check", "K(2, h(0,s3))", "--log", "myst.log")["value"] is False
    assert told(capsys, "myst", "check", "h(0,s3)", "--log", "seat.log")["value"] is None
    assert run(["myst", "check", "h(0,s3)", "--log", "seat.log"]) == 0
    assert "is open: true in some deals" in capsys.readouterr().out


def test_assist_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    found = told(capsys, "clue", "assist", "--log", "clue.log")
    assert {"worlds", "envelope", "hands", "entropy_bits"} <= set(found)
    envelope, hands = found["envelope"], found["hands"]
    assert isinstance(envelope, dict)
    assert isinstance(hands, dict)
    assert sum(envelope.values()) == pytest.approx(3)
    assert {name: round(sum(cards.values())) for name, cards in hands.items()} == {"Ann": 6, "Ben": 6, "Cat": 6}
    assert (hands["Ann"]["Rope"], hands["Cat"]["Wrench"], hands["Ben"]["Green"], envelope["Rope"]) == (1, 1, 0, 0)
    for card in envelope:
        assert envelope[card] + sum(hands[name][card] for name in hands) == pytest.approx(1)
    even = told(capsys, "clue", "assist", "--log", "clue.log", "--shows", "any")
    assert even["worlds"] == found["worlds"]
    assert even["envelope"] != envelope


def test_assist_for_people(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["clue", "assist", "--log", "clue.log", "--why", "h(Cat,Wrench) & !h(Ben,Green)"]) == 0
    out = capsys.readouterr().out
    assert "deals are left" in out
    assert "Wrench" in out
    assert out.endswith("line 4: Ben no\nline 4: Cat shows Wrench\n")
    assert run(["clue", "assist", "--log", "clue.log", "--why", "h(Ann,Rope)"]) == 0
    assert "follows from the hand and the rules" in capsys.readouterr().out
    assert run(["clue", "assist", "--log", "clue.log", "--why", "h(0,Green)"]) == 0
    assert "does not follow from the log" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "line"),
    [
        (
            ["myst", "solvable", "--m", "0", "--n", "1", "--p", "2", "--q", "1"],
            "myst: m is a whole number from 1, not 0",
        ),
        (["myst", "check", "K(1, h(0,s3)", "--log", "myst.log"], "formula, character 2: this bracket is never closed"),
        (["myst", "check", "true", "--log", "nowhere"], "cannot read the log nowhere"),
        (["myst", "check", "true", "--log", "clue.log"], "line 1: a game of MYST is written"),
        (["clue", "assist", "--log", "nowhere"], "cannot read the log nowhere"),
        (["clue", "assist", "--log", "clue.log", "--shows", "badly"], "there is no way of showing called 'badly'"),
        (["clue", "assist", "--log", "clue.log", "--why", "K(Ann,h(0,Plum))"], "--why takes a formula about cards"),
        (["clue", "assist", "--log", "clue.log", "--why", "h(0,Plumm)"], "formula, character 5: there is no card"),
    ],
)
def test_mistakes_are_one_line(capsys: pytest.CaptureFixture[str], words: list[str], line: str) -> None:
    assert run(words) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.count("\n") == 1
    assert line in captured.err


def test_a_log_that_no_deal_explains(capsys: pytest.CaptureFixture[str], folder: Path) -> None:
    (folder / "clue.log").write_text(LOG + "Ann: White, Wrench, Lounge -> Ben shows Wrench\n")
    assert run(["clue", "assist", "--log", "clue.log", "--json"]) == 2
    error = json.loads(capsys.readouterr().out)["error"]
    assert error.startswith("no deal explains this log; these cannot all be true: line 4 (")
    assert error.endswith("; line 7 (Ben shows Wrench); if one entry is wrong, it is line 7 (Ben shows Wrench)")
    assert (folder / "clue.log").read_text().startswith(LOG)
