"""`sleuth prove` on the command line: what it writes, how it ends, and what it says of bad input."""

from __future__ import annotations

import json
import os
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from tests.children import child, press_ctrl_c

from sleuth.lab import read_proof
from sleuth.play.tournament import ResultsError

if TYPE_CHECKING:
    from tests.adapters.conftest import Shell

SMALL = ("mastermind", "--pegs", "3", "--colours", "4")


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def begun(path: str) -> bool:
    """Whether a store has its first actions."""
    try:
        return bool(read_proof(path).rows)
    except ResultsError:
        return False


def test_a_proof_its_tree_and_its_table(shell: Shell) -> None:
    code, out, _ = shell("prove", *SMALL, "--store", "p.db", "-w", "0", "--out", "tree.json", "--table", "t.csv")
    assert code == 0
    assert "the least total is 206, after 001" in " ".join(out.split())
    assert shell("verify", "tree.json")[0] == 0
    assert len(Path("t.csv").read_text().splitlines()) == 4
    code, out, _ = shell("prove", "--report", "--store", "p.db", "--top", "1", "--json")
    found = json.loads(out)
    assert code == 0
    assert (found["total"], found["proved"], len(found["table"])) == (206, True, 1)


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("prove", "mastermind"), "name the store of the proof: --store FILE"),
        (("prove", "--store", "p.db"), "name the game to prove"),
        (("prove", "--report", "--store", "p.db"), "there is no results file p.db"),
        (
            ("prove", *SMALL, "--store", "p.db", "--bound", "9"),
            "no tree of mastermind:pegs=3,colours=4 has a total below",
        ),
        (("prove", *SMALL, "--store", "p.db", "--exact", "2", "--bound", "200"), "give one of them"),
        (("prove", *SMALL, "--store", "p.db", "-w", "1", "--cluster", "x"), "give --workers or --cluster, not both"),
        (("prove", *SMALL, "--store", "p.db", "--first", "99"), "write 3 symbols"),
        (("prove", *SMALL, "--store", "p.db", "--out", "no/tree.json"), "there is no folder no"),
        (("prove", *SMALL, "--store", "p.db", "--certificate", "no/p.proof"), "there is no folder no"),
        (("prove", *SMALL, "--store", "p.db", "--certificate", "p.json"), "a file .proof or .proof.gz, not to p.json"),
        (("prove", "--report", "--store", "p.db", "--certificate", "p.proof"), "leave --report away"),
        (("prove", "clue", "--store", "p.db"), "several players"),
    ],
)
def test_what_is_wrong_is_one_line(shell: Shell, words: tuple[str, ...], message: str) -> None:
    code, out, err = shell(*words)
    assert code == 2
    assert message in " ".join(err.split())
    assert len(err.splitlines()) == 1
    assert not out
    assert not Path("p.db").exists()


def test_a_certificate(shell: Shell) -> None:
    asked = ("prove", *SMALL, "--store", "p.db", "-w", "0", "--certificate", "p.proof.gz")
    code, out, err = shell(*asked, "--first", "000", "--table", "t.csv")
    assert code == 2
    assert not out
    assert "p.db is not complete, so there is no certificate: 2 first actions of 3 are open" in " ".join(err.split())
    assert not Path("p.proof.gz").exists()
    assert Path("t.csv").exists()
    code, out, _ = shell(*asked)
    assert code == 0
    assert "p.proof.gz: the proof, 8 lemmas" in out
    assert "proves: the total is the least there is" in " ".join(shell("verify", "p.proof.gz")[1].split())
    found = json.loads(shell(*asked, "--json")[1])
    assert (found["certificate"], found["lemmas"], found["stopped"]) == ("p.proof.gz", 8, None)
    found = json.loads(shell(*asked[:-2], "--json")[1])
    assert (found["certificate"], found["lemmas"]) == (None, None)


def test_time_that_is_up_is_told(shell: Shell) -> None:
    code, out, err = shell("prove", "mastermind", "--store", "p.db", "-w", "0", "--seconds", "0.001", "--json")
    assert code == 0
    assert json.loads(out)["stopped"] == "time"
    assert "The same command goes on." in " ".join(err.split())


@pytest.mark.heavy
@pytest.mark.skipif(not hasattr(os, "killpg"), reason="sends a signal to a group")
def test_ctrl_c_keeps_what_is_done(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "sleuth", "prove", "mastermind", "--colours", "8", "--store", "p.db", "-w", "0"]
    with child(command) as process:
        while not begun("p.db"):
            assert process.poll() is None
            time.sleep(0.05)
        press_ctrl_c(process)
        _, err = process.communicate(timeout=60)
    assert process.returncode == 130
    assert "stopped; what is done is in p.db. The same command goes on." in " ".join(err.split())
    assert len(read_proof("p.db").rows) == 5
