"""Bad input at the command line: one line on stderr, exit code 2, and what would be right."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from sleuth.core.text import MAX_LINE

GAME = """import sys
from sleuth import Game

class Bad(Game):
    def secrets(self): return range(4)
    def feedback(self, action, secret): return (action > secret) - (action < secret)
"""
LONG = "9" * 5000


@pytest.mark.parametrize(
    ("line", "told"),
    [
        (["assist", "simple-mastermind", "--history", "0011=²"], "'²' is no answer"),
        (["assist", "mastermind", "--history", f"0011={LONG}.0"], "is no answer in mastermind"),
        (["assist", "mastermind", "--history", f"0011=0.{LONG}"], "is no answer in mastermind"),
        (["assist", "mastermind:jar=²-1", "--history", ""], "jar is how many pegs"),
        (["evaluate", "mastermind:pegs=٤"], "pegs is a whole number"),
        (["evaluate", "mastermind:pegs=1_0"], "pegs is a whole number"),
        (["evaluate", f"mastermind:pegs={LONG}"], "pegs is a whole number"),
        (["evaluate", "number", "-s", "sharma-mittal:degree=1e999"], "degree is a finite number"),
        (["evaluate", "number@noise:chance=nan"], "chance is a finite number"),
        (["assist", f"hangman:lengths={'-'.join('5' * 200)}", "--history", ""], "at most 30 words, not 200"),
        (["myst", "solvable", "--m", "2", "--n", "1", "--p", LONG[:20], "--q", "2"], "at most 10,000 cards"),
        (["tournament", "report", "a" * 5000], "File name too long"),
        (["tournament", "run", "a" * 5000], "File name too long"),
        (["tournament", "resume", "."], "is a folder"),
        (["replay", "a" * 5000], "File name too long"),
        (["replay", "."], "Is a directory"),
        (["check", f"{'a' * 5000}.py"], "there is no file"),
        (["evaluate", "x" * 10_000], "there is no game called"),
        (["evaluate", "a\nb\x1b[31m"], r"'a\nb\x1b[31m'"),
        (["evaluate", "\udcff"], r"'\udcff'"),
        (["evaluate", "mastermind", "--firs", "0011"], "there is no option --firs; did you mean --first?"),
        (["evaluate", "mastermind", "--peg", "3"], "there is no option --peg; did you mean --pegs?"),
        (["fit", "--gme", "x"], "(see `sleuth fit --help`)"),
    ],
)
def test_bad_input_is_one_line(shell: Any, line: list[str], told: str) -> None:
    code, out, err = shell(*line, "--json")
    assert code == 2
    assert told in err
    assert err.count("\n") == 1
    assert len(err) <= MAX_LINE + 100
    assert json.loads(out) == {"error": err.removeprefix("sleuth: ").rstrip("\n")}


@pytest.mark.parametrize(
    ("hook", "told"),
    [
        ("    def prior(self, secret): sys.exit(0)", "bad.py, line 7, in prior: SystemExit: 0"),
        ("    def prior(self, secret): return {}[secret]", "bad.py, line 7, in prior: KeyError: 0"),
        ("    def cost(self, action): raise OSError(28, 'full')", "bad.py, line 7, in cost: OSError: [Errno 28] full"),
        ("    def feedback(self, action, secret): sys.exit(7)", "the law of bad (bad.py) raised SystemExit: 7"),
        ("sys.exit(0)", "bad.py does not load: SystemExit: 0"),
    ],
)
def test_what_a_game_file_raises_is_its_own_fault(shell: Any, tmp_path: Path, hook: str, told: str) -> None:
    (tmp_path / "bad.py").write_text(f"{GAME}{hook}\n")
    code, _, err = shell("evaluate", "bad.py")
    assert code == 2
    assert told in err
    assert err.count("\n") == 1


def test_variants_of_one_file_stand_beside_each_other(shell: Any, tmp_path: Path) -> None:
    (tmp_path / "two.py").write_text(GAME + GAME.replace("Bad", "Worse").replace("range(4)", "range(5)"))
    told = shell.json("analyse", "two.py:Bad", "--versus", "two.py:Worse")
    assert (told["game"], told["versus"]["game"]) == ("bad", "worse")


def test_unknown_names_are_told_before_anything_is_compiled(shell: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sleuth.kernels.jit.is_warm", lambda: False)
    monkeypatch.setattr("sleuth.core.kernel_warmup.warm_all", lambda progress: pytest.fail("the kernels were compiled"))
    for line in ("evaluate", "watch", "play", "assist"):
        code, _, err = shell(line, "mastermind", "--strategy", "entrpy")
        assert (code, "did you mean entropy" in err) == (2, True)


def test_a_missing_extra_is_told_before_anything_is_compiled(
    shell: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sleuth.kernels.jit.is_warm", lambda: False)
    monkeypatch.setattr("sleuth.core.kernel_warmup.warm_all", lambda progress: pytest.fail("the kernels were compiled"))
    for module in ("distributed", "highspy"):
        monkeypatch.setitem(sys.modules, module, None)
    (tmp_path / "t.toml").write_text('trials = 1\nagents = ["random"]\ngames = ["number:numbers=5"]\n')
    assert "sleuth-games[cluster]" in shell("tournament", "run", "t.toml", "--cluster", "tcp://localhost:1")[2]
    assert "sleuth-games[exact]" in shell("myst", "value", "--m", "2", "--n", "2", "--bluff")[2]


def test_a_file_of_the_working_folder_stands_in_for_no_module_of_a_worker(tmp_path: Path) -> None:
    (tmp_path / "random.py").write_text("raise RuntimeError")
    (tmp_path / "t.toml").write_text('trials = 1\nagents = ["random"]\ngames = ["number:numbers=5"]\n')
    command = [str(Path(sys.executable).with_name("sleuth")), "tournament", "run", "t.toml", "--workers", "1", "--json"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False, env={**os.environ})
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["done"] == 1
    assert done.stderr == ""
