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
    names = ("fits.csv", "likelihood.csv", "likelihood.svg", "models.csv", "moves.csv", "pooling.csv")
    assert sorted(found["files"]) == [f"out/{name}" for name in names]
    assert all((folder / file).exists() for file in found["files"])
    assert run(["fit", *paths, "--resamples", "100"]) == 0
    shown = capsys.readouterr().out
    assert "sharma-mittal" in shown
    assert "at random" in shown


LAB = """\
subject;condition;game;guess;black;white
ann;quick;1;01;1;0
ann;quick;1;02;0;1
ben;slow;1;12;0;0
ben;slow;1;00;2;0
"""


def test_fit_of_persons_and_groups(capsys: pytest.CaptureFixture[str], folder: Path) -> None:
    (folder / "lab.csv").write_text(LAB)
    assert run(["fit", "lab.csv", "--game", GAME, "--resamples", "100", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert set(found["persons"]) == {"ann", "ben"}
    assert set(found["groups"]) == {"quick", "slow"}
    assert found["participants"] == 2
    assert run(["fit", "lab.csv", "--game", GAME, "--resamples", "100", "--no-persons"]) == 0
    shown = capsys.readouterr().out
    assert "slow" in shown
    assert "Best described" not in shown


def test_moves_of_tables_records_and_pasted_rows(capsys: pytest.CaptureFixture[str], folder: Path) -> None:
    (folder / "lab.csv").write_text(LAB)
    (folder / "rows.txt").write_text("01=1.0\n02 0.1\n")
    assert run(["watch", GAME, "--secret", "12", "--record", "play.txt"]) == 0
    capsys.readouterr()
    assert run(["moves", "lab.csv", "rows.txt", "play.txt", "--game", GAME, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["questions"] == len(found["moves"]) > 6
    assert [move["guess"] for move in found["moves"]][:6] == ["01", "02", "12", "00", "01", "02"]
    assert {move["participant"] for move in found["moves"]} == {"ann", "ben", "", "entropy"}
    assert list(found["moves"][0]) == found["columns"]
    assert run(["moves", "lab.csv", "--game", GAME, "--out", "moves.tsv", "--no-steps"]) == 0
    assert "Written: moves.tsv." in capsys.readouterr().out
    assert (folder / "moves.tsv").read_text().startswith("participant\tgroup\ttrial\tstep\t")
    assert (
        run(["moves", "lab.csv", "--game", GAME, "--options", "--criteria", "entropy,sharma-mittal:order=2:degree=1"])
        == 0
    )
    assert "36 options of 4 questions" in capsys.readouterr().out


def test_moves_of_a_sequential_game_with_an_announcement(capsys: pytest.CaptureFixture[str], folder: Path) -> None:
    (folder / "words.txt").write_text("cat\ncar\ndog\nbird\n")
    assert run(["watch", "hangman:words=words.txt", "--secret", "car", "--record", "play.txt"]) == 0
    capsys.readouterr()
    assert run(["moves", "play.txt", "--json"]) == 0
    rows = json.loads(capsys.readouterr().out)["moves"]
    assert rows[0]["candidates"] == 3
    assert rows[-1]["candidates_after"] == 1
    assert all(row["regret_bits"] >= 0 and row["bits"] <= row["entropy"] + 1e-9 for row in rows)


def test_moves_of_a_newspaper_grid(capsys: pytest.CaptureFixture[str], folder: Path) -> None:
    squares = "Wordle 1,234 3/6\n🟩⬛⬛🟨⬛\n🟩⬛🟩⬛🟨\n🟩🟩🟩🟩🟩\nslate\nshort\nstoic\n"
    (folder / "squares.txt").write_text(squares, encoding="utf-8")
    assert run(["moves", "squares.txt", "--game", "wordle", "--no-steps", "--json"]) == 0
    assert [move["guess"] for move in json.loads(capsys.readouterr().out)["moves"]] == ["slate", "short", "stoic"]


def test_bad_rows_are_counted_if_wanted(capsys: pytest.CaptureFixture[str], folder: Path) -> None:
    (folder / "lab.csv").write_text(LAB + "cas;slow;1;01;2;0\ncas;slow;1;77;0;0\n")
    assert run(["moves", "lab.csv", "--game", GAME]) == 2
    assert "lab.csv, line 7, column guess: '77' is no action of mastermind" in capsys.readouterr().err
    assert run(["moves", "lab.csv", "--game", GAME, "--skip-bad", "--no-steps"]) == 0
    assert "1 row left out: lab.csv, line 7" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["moves", "lab.csv"], "name the game with --game"),
        (["moves", "lab.csv", "--game", GAME, "--out", "moves.xls"], "a table ends with .csv"),
        (["moves", "lab.csv", "--game", GAME, "--sample", "5"], "give --options too"),
        (["moves", "lab.csv", "--game", GAME, "--guess", "move"], "no column 'move' for --guess; it has subject"),
        (["moves", "odd.csv", "--game", GAME], "as the guesses usually are; name it with --guess"),
        (["moves", "empty.csv", "--game", GAME], "nothing to read yet"),
        (["moves", "lab.csv", "--game", GAME, "--options", "--criteria", "entropi"], "did you mean entropy"),
        (["fit", "lab.csv", "--game", "battleship"], "column guess: '01' is no cell of the board"),
    ],
)
def test_mistakes_with_tables(capsys: pytest.CaptureFixture[str], folder: Path, words: list[str], told: str) -> None:
    (folder / "lab.csv").write_text(LAB)
    (folder / "odd.csv").write_text("a,b,c\n01,1,0\n")
    (folder / "empty.csv").write_text("")
    assert run(words) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.count("\n") == 1
    assert told in captured.err


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
