"""The lab on the command line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from sleuth import parse_game
from sleuth.adapters.cli.app import run
from sleuth.lab.softmax import SoftPlayer, simulate

GAME = "mastermind:pegs=2,colours=3"


@pytest.fixture(autouse=True)
def folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "100")
    return tmp_path


def test_analyse_for_people(capsys: pytest.CaptureFixture[str], folder: Path) -> None:
    assert run(["analyse", GAME]) == 0
    out = capsys.readouterr().out
    assert "First moves differ" in out
    assert "best one-step rule" in out
    assert not list(folder.iterdir())


def test_analyse_as_json(capsys: pytest.CaptureFixture[str], folder: Path) -> None:
    words = ["analyse", "mastermind", "--pegs", "2", "--colours", "3", "--out", "lab", "--versus", "number:numbers=5"]
    assert run([*words, "--sweep", "pegs=1..2", "--json"]) == 0
    out = capsys.readouterr().out
    assert out.count("\n") == 1
    found = json.loads(out)
    assert {
        "first_moves",
        "along_play",
        "difficulty",
        "luck",
        "sentences",
        "files",
        "figures",
        "versus",
        "sweep",
    } <= set(found)
    assert found["game"] == GAME
    assert found["first_moves"]["openings"][0]["examples"][0] == "01"
    assert found["along_play"]["fan"]["steps"][0]["q50"] == pytest.approx(found["first_moves"]["start_bits"])
    assert sum(found["luck"]["shares"].values()) == pytest.approx(1)
    assert found["versus"]["game"] == "number:numbers=5"
    assert [row["value"] for row in found["sweep"]["rows"]] == ["1", "2"]
    assert sorted(found["files"]) == sorted(str(p.relative_to(folder)) for p in (folder / "lab").iterdir())
    assert found["files"][0] == "lab/report.html"


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["analyse", "mastermnd"], "did you mean mastermind"),
        (["analyse", GAME, "--versus", "nothing"], "there is no game called 'nothing'"),
        (["analyse", GAME, "--sweep", "pegs"], "write KEY=FROM..TO"),
        (["analyse", GAME, "--sweep", "coins=1..2"], "no parameter 'coins'"),
        (["analyse", GAME, "--sweep", "pegs=x,y"], "pegs is a whole number"),
        (["analyse", GAME, "--out", "file/inside"], "cannot write the report"),
        (["analyse", "mastermind:pegs=8,colours=12"], "too many"),
        (["grade", "missing.record"], "cannot read the record"),
        (["grade", "file"], "this is no record"),
    ],
)
def test_mistakes_are_one_line(capsys: pytest.CaptureFixture[str], folder: Path, words: list[str], told: str) -> None:
    (folder / "file").write_text("")
    assert run(words) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.count("\n") == 1
    assert told in captured.err


def test_grade_of_a_game_elsewhere(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """The squares of a newspaper with the words below them; rows that cannot be read are told in a line."""
    file = tmp_path / "squares.txt"
    file.write_text("Wordle 9 3/6\n🟩⬛⬛🟨⬛\n🟩⬛🟩⬛🟨\n🟩🟩🟩🟩🟩\nslate\nshort\nstoic\n", encoding="utf-8")
    assert run(["grade", str(file), "--game", "wordle", "--story", "--json"]) == 0
    story = json.loads(capsys.readouterr().out)
    assert [move["action"] for move in story["moves"]] == ["slate", "short", "stoic"]
    assert run(["grade", str(file), "--game", "wordle", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["skill"] == story["skill"]
    file.write_text("🟩⬛⬛🟨⬛\n", encoding="utf-8")
    assert run(["grade", str(file), "--game", "wordle"]) != 0
    assert "There is 1 row of answers and 0 guesses: write one guess for each row." in capsys.readouterr().err


def test_grade(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["watch", "mastermind", "--pegs", "3", "--secret", "415", "-s", "random", "--record", "play"]) == 0
    capsys.readouterr()
    assert run(["grade", "play"]) == 0
    out = capsys.readouterr().out
    assert "Entropy play expects" in out
    assert "Marks:" in out
    assert run(["grade", "play", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert {"game", "player", "solved", "moves", "marks", "totals", "thresholds", "sentences"} <= set(found)
    assert {"bits", "best_bits", "inaccuracy_bits", "inaccuracy_steps", "luck_bits", "luck_steps", "mark"} <= set(
        found["moves"][0]
    )
    assert sum(found["marks"].values()) == len(found["moves"])
    assert run(["grade", "play", "--belief", "sampled"]) == 0
    assert "estimated from a sample" in " ".join(capsys.readouterr().out.split())


def test_fit_tells_which_entropy_a_player_uses(capsys: pytest.CaptureFixture[str], folder: Path) -> None:
    player, paths = SoftPlayer(2, 2, 0.05), []
    for number, record in enumerate(simulate(parse_game("mastermind:pegs=2,jar=6-3-2-1"), player, 12)):
        paths.append(f"{number}.txt")
        record.write(folder / paths[-1])
    assert run(["fit", *paths, "--resamples", "100", "--out", "out", "--json"]) == 0
    out = capsys.readouterr().out
    assert out.count("\n") == 1
    found = json.loads(out)
    assert {"order", "degree", "noise", "models", "questions", "plays", "left_out", "log_likelihood"} <= set(found)
    assert found["order"]["low"] <= found["order"]["value"]
    assert sorted(found["files"]) == ["out/likelihood.csv", "out/likelihood.svg", "out/models.csv"]
    assert all((folder / file).exists() for file in found["files"])
    assert run(["fit", *paths, "--resamples", "100"]) == 0
    shown = capsys.readouterr().out
    assert "sharma-mittal" in shown
    assert "at random" in shown


@pytest.mark.parametrize(
    ("text", "words", "told"),
    [
        ("history,question\n,77\n", ["--game", "mastermind:pegs=2,jar=3-1"], "line 2: '77' is no action"),
        ("history,question\n,00\n", [], "name the game with --game"),
        ("history,question\n,00\n", ["--game", "mastermind:jar="], "the jar is empty"),
        ("history,question\n,00\n", ["--game", "mastermind:jar=3-0"], "at least 1, like 4-2-1-1; not '3-0'"),
    ],
)
def test_fit_names_what_is_wrong(
    capsys: pytest.CaptureFixture[str], folder: Path, text: str, words: list[str], told: str
) -> None:
    (folder / "asked.csv").write_text(text)
    assert run(["fit", "asked.csv", *words]) == 2
    err = capsys.readouterr().err
    assert told in err
    assert err.count("\n") == 1
