"""`sleuth clue assist`: a log at once, and an evening typed line by line."""

from __future__ import annotations

import io
import json
import subprocess
import sys
import time
from pathlib import Path

import pytest

from sleuth.adapters.cli.app import run

HEADS = "players: Ann 6, Ben 6, Cat 6\nme: Ann\nhand: Mustard, Plum, Knife, Rope, Hall, Study\n"
TURNS = """\
Ann: Green, Wrench, Library -> Ben no, Cat shows Wrench
Ben: Plum, Knife, Kitchen -> Cat no, Ann shows Knife
Cat: White, Revolver, Lounge -> Ann no, Ben shows ?
"""


@pytest.fixture(autouse=True)
def folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "120")
    return tmp_path


def typed(monkeypatch: pytest.MonkeyPatch, text: str, *words: str) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(text))
    assert run(["clue", "assist", *words]) == 0


def told(capsys: pytest.CaptureFixture[str], *words: str) -> dict[str, object]:
    assert run([*words, "--json"]) == 0
    out = capsys.readouterr().out
    assert out.count("\n") == 1
    found: dict[str, object] = json.loads(out)
    return found


def test_json_has_a_suggestion(capsys: pytest.CaptureFixture[str], folder: Path) -> None:
    (folder / "clue.log").write_text(HEADS + TURNS)
    found = told(capsys, "clue", "assist", "--log", "clue.log")
    suggestion: dict[str, object] = found["suggestion"]  # type: ignore[assignment]
    assert len(suggestion["cards"]) == 3  # type: ignore[arg-type]
    assert "bits" in str(suggestion["reason"])
    assert set(found["opponents"]) == {"Ben", "Cat"}  # type: ignore[call-overload]
    assert found["accuse"]["now"] is False  # type: ignore[index]
    assert found == told(capsys, "clue", "assist", "--log", "clue.log")
    room = told(capsys, "clue", "assist", "--log", "clue.log", "--rooms", "Study")["suggestion"]
    assert room["cards"][-1] == "Study"  # type: ignore[index]
    (folder / "watch.log").write_text("players: Ann 6, Ben 6, Cat 6\n" + TURNS)
    assert told(capsys, "clue", "assist", "--log", "watch.log")["suggestion"] is None


def test_when_to_accuse(capsys: pytest.CaptureFixture[str], folder: Path) -> None:
    (folder / "clue.log").write_text(HEADS + "Ann: Green, Wrench, Library -> none\n")
    found = told(capsys, "clue", "assist", "--log", "clue.log")
    known = {"now": True, "cards": ["Green", "Wrench", "Library"], "chance": 1.0, "certain": True}
    assert found["accuse"].items() >= known.items()  # type: ignore[attr-defined]
    assert found["accuse"]["text"] == "Accuse Green, Wrench, Library: it is certain."  # type: ignore[index]
    assert run(["clue", "assist", "--log", "clue.log"]) == 0
    assert "Accuse Green, Wrench, Library: it is certain." in capsys.readouterr().out


def test_log_and_record_are_two_things(capsys: pytest.CaptureFixture[str], folder: Path) -> None:
    (folder / "clue.log").write_text(HEADS)
    assert run(["clue", "assist", "--log", "clue.log", "--record", "clue.log"]) == 2
    assert "name one of the two" in capsys.readouterr().err


def test_line_by_line(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, folder: Path) -> None:
    lines = TURNS + "edit 4 Ann: Green, Wrench, Library -> Ben no, Cat shows Green\nwhy !h(0,Green)\nnotebook\nlog\n"
    typed(monkeypatch, HEADS + lines, "--record", "kept.log")
    out = capsys.readouterr().out
    assert "Suggest " in out
    assert "Ben could be missing" in out
    assert "line 4: Cat shows Green" in out
    assert "  4  Ann: Green, Wrench, Library -> Ben no, Cat shows Green" in out
    kept = (folder / "kept.log").read_text()
    assert kept == HEADS + TURNS.replace("shows Wrench", "shows Green")
    typed(monkeypatch, "undo\nredo\nundo\nquit\n", "--record", "kept.log")
    assert "deals are left" in capsys.readouterr().out
    assert (folder / "kept.log").read_text().count("\n") == 5


def test_advice_in_words(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """After one's own suggestion there is none to make; `suggest` names others beside the best, in rooms if asked."""
    first, *_, third = TURNS.splitlines()
    typed(monkeypatch, f"{HEADS}{first}\n")
    assert capsys.readouterr().out.count("Suggest ") == 1
    typed(monkeypatch, f"{HEADS}{third}\nsuggest Kitchen\nrooms hall, study\nsuggest\nrooms\nsuggest\n")
    out = capsys.readouterr().out
    shorter = [line.partition(":")[0] for line in out.splitlines() if line.startswith("     or ")]
    assert len(shorter) == 12
    assert all(line.endswith("Kitchen") for line in shorter[:4])
    assert all(line.endswith(("Hall", "Study")) for line in shorter[4:8])
    assert "Advice is for Hall, Study." in out
    assert "Advice is for all rooms." in out


def test_what_if(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, folder: Path) -> None:
    typed(monkeypatch, HEADS + "try Ann: Green, Wrench, Library -> none\nwhatif Dan: pass\n", "--record", "kept.log")
    seen = capsys.readouterr()
    assert "Accuse Green, Wrench, Library: it is certain.\nNothing was kept of it." in seen.out
    assert "no player called 'Dan'" in seen.err
    assert (folder / "kept.log").read_text() == HEADS


def test_looser_typing(monkeypatch: pytest.MonkeyPatch, folder: Path) -> None:
    lines = (
        "Ann: Mr. Green, spanner, library - > Cat Wrench\nCat: white, revolver, lounge → Ben ?\n"
        "Ann: Scarlet, Rope, Hall –> nobody\naccuse Scarlet, Rope, Hall: wrong\nBen accuse white rope hall: Wrong\n"
    )
    typed(monkeypatch, HEADS.replace("Knife", "Dagger") + lines, "--record", "kept.log")
    assert (folder / "kept.log").read_text() == HEADS + (
        "Ann: Green, Wrench, Library -> Ben no, Cat shows Wrench\nCat: White, Revolver, Lounge -> Ann no, Ben shows ?\n"
        "Ann: Scarlet, Rope, Hall -> Ben no, Cat no\nAnn accuses Scarlet, Rope, Hall: wrong\n"
        "Ben accuses White, Rope, Hall: wrong\n"
    )


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("Ben: Plum, Knife -> none", "line 5: a suggestion has 1 room, not 0"),
        ("Dan: Plum, Knife, Hall -> none", "line 5: there is no player called 'Dan'"),
        ("edit 9 Ben: pass", "name a line from 1 to 4"),
        ("edit 1", "say what line 1 should be"),
        ("delete x", "name a line from 1 to 4"),
        ("hand: Plum", "line 3: Ann holds 6 cards by the line of players, but 1 card by this one"),
        ("why h(Ben", "formula, character"),
        ("rooms Rope", "Rope is no room"),
        ("Ben: Green, Wrench, Library -> Cat no, Ann no", "no deal explains this"),
        ("Cat: Green, Wrench, Library -> Ben no, Ann no", "Ann is asked before Ben: write the answers in the order"),
        ("what happened", "line 5: 'what happened' is no line of a log"),
    ],
)
def test_the_log_is_kept_after_a_mistake(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, folder: Path, line: str, message: str
) -> None:
    before = HEADS + TURNS.splitlines(keepends=True)[0]
    typed(monkeypatch, f"{before}{line}\n", "--record", "kept.log")
    assert message in capsys.readouterr().err
    assert (folder / "kept.log").read_text() == before


def test_heads_are_tried_one_by_one(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    lines = [
        "",
        "edition: nowhere",
        "players: Ann 6, Ben 6, Cat 5",
        "players: Ann 6, Ben 6, Cat 6",
        "me: Dan",
        "me: Ann",
        "hand: Plum",
        "hand: Mustard, Plum, Knife, Rope, Hall, Study",
    ]
    typed(monkeypatch, "\n".join(lines) + "\n")
    told = capsys.readouterr()
    for message in (
        "first the line of the players",
        "line 1: cannot read the edition nowhere: No such file or directory; built in are classic, classic-uk",
        "hands of 6+6+5 make 17 cards",
        "no player called 'Dan'",
        "but 1 card by this one",
    ):
        assert message in told.err
    assert told.out.count("Suggest ") == 1


def test_somebody_who_watches(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, folder: Path
) -> None:
    typed(monkeypatch, "players: Ann, Ben, Cat\nme: Ann\n\nBen: Plum, Rope, Hall -> Cat ?\n", "--record", "kept.log")
    assert "5,557,616,064 deals are left" in capsys.readouterr().out
    assert (folder / "kept.log").read_text() == "players: Ann 6, Ben 6, Cat 6\nBen: Plum, Rope, Hall -> Cat shows ?\n"


def test_a_file_that_contradicts_itself_is_mended(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, folder: Path
) -> None:
    path = folder / "kept.log"
    path.write_text(f"# tonight\n{HEADS}{TURNS.splitlines()[0]}\nBen: White, Wrench, Library -> none\n")
    typed(monkeypatch, "edit 6 Ben: White, Wrench, Library -> Cat ?\n", "--record", "kept.log")
    seen = capsys.readouterr()
    assert "line 5 (Cat shows Wrench); line 6 (Cat no)" in seen.err
    assert "deals are left" in seen.out
    assert path.read_text().splitlines()[0] == "# tonight"
    assert path.read_text().splitlines()[5] == "Ben: White, Wrench, Library -> Cat shows ?"


def test_nothing_is_lost_when_it_is_killed(folder: Path) -> None:
    """Lines typed into a real process, which is killed without warning; another one goes on with the file."""
    record = folder / "kept.log"

    def killed(*lines: str) -> None:
        command = [sys.executable, "-m", "sleuth", "clue", "assist", "--record", record.name]
        with subprocess.Popen(command, stdin=-1, stdout=-3, stderr=-3, text=True) as process:
            assert process.stdin is not None
            process.stdin.write("".join(f"{line}\n" for line in lines))
            process.stdin.flush()
            for _ in range(1200):
                if process.poll() is not None or (record.exists() and record.read_text().splitlines() == kept):
                    break
                time.sleep(0.05)
            process.kill()
        assert record.read_text().splitlines() == kept
        assert [path.name for path in folder.iterdir()] == ["kept.log"]

    kept = [*HEADS.splitlines(), *TURNS.splitlines()]
    killed("players: Ann 6, Ben 6, Kit 6", *kept)
    kept[2] = "hand: Mustard, Plum, Knife, Rope, Ballroom, Hall"
    kept.append("Ann: Scarlet, Rope, Hall -> Ben no, Cat no")
    killed(kept[2], "Ann: Scarlet, Rope, Hal1 -> none", kept[-1])


def test_what_is_supposed(capsys: pytest.CaptureFixture[str], folder: Path) -> None:
    (folder / "clue.log").write_text(HEADS + TURNS)
    plain = told(capsys, "clue", "assist", "--log", "clue.log")
    lines = "h(Cat,White)", "Ann: Green, Rope, Kitchen -> none"
    found = told(
        capsys, "clue", "assist", "--log", "clue.log", *(word for line in lines for word in ("--suppose", line))
    )
    assert found["supposition"] == ["Cat has White", "You: Green, Rope, Kitchen. Nobody could show a card"]
    assert found["hands"]["Cat"]["White"] == 1  # type: ignore[index]
    assert found["worlds"] < plain["worlds"]  # type: ignore[operator]
    assert run(["clue", "assist", "--log", "clue.log", "--suppose", "h(Ben,Green)"]) == 2
    assert "Ben cannot have Green: line 4 (Ben no)" in capsys.readouterr().err
    assert run(["clue", "assist", "--log", "clue.log", "--suppose", "h(Cat,White)"]) == 0
    assert "What if: Cat has White." in capsys.readouterr().out
    assert run(["clue", "assist", "--suppose", "h(Cat,White)"]) == 2
    assert "--suppose and --ask go with --log" in capsys.readouterr().err


def test_what_a_suggestion_may_be_answered_with(capsys: pytest.CaptureFixture[str], folder: Path) -> None:
    (folder / "clue.log").write_text(HEADS + TURNS)
    assert run(["clue", "assist", "--log", "clue.log", "--ask", "Green, Revolver, Kitchen"]) == 0
    out = " ".join(capsys.readouterr().out.split())
    assert "nobody shows a card; then the best guess is right with chance" in out
    assert run(["clue", "assist", "--log", "clue.log", "--ask", "Green, Revolver"]) == 2


def test_what_if_while_typing(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], folder: Path
) -> None:
    (folder / "clue.log").write_text(HEADS + TURNS)
    commands = "suppose h(Cat,White)\nsuppose h(Ben,Green)\nask Green, Revolver, Kitchen\nsuppose h(\n"
    typed(monkeypatch, commands, "--record", "clue.log")
    seen = capsys.readouterr()
    assert "What if: Cat has White." in seen.out
    assert "Ben cannot have Green: line 4 (Ben no)." in seen.err
    assert "Ben shows Kitchen" in seen.out
    assert (folder / "clue.log").read_text() == HEADS + TURNS
