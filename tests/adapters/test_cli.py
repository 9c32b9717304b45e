"""The command line, as a person or a script would call it."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from sleuth.core.game_spec import game_names, table_names

if TYPE_CHECKING:
    from tests.adapters.conftest import Shell


def test_lists(shell: Shell) -> None:
    assert [g["name"] for g in shell.json("games")["games"]] == [*game_names(), *table_names()]
    strategies = {s["name"]: s for s in shell.json("strategies")["strategies"]}
    assert {"random", "entropy", "minimax", "size", "parts"} <= set(strategies)
    assert all(s["summary"] for s in strategies.values())
    assert "mastermind" in shell("games")[1]


def test_evaluate(shell: Shell) -> None:
    found = shell.json("evaluate", "mastermind", "--strategy", "entropy", "--first", "0012", "--by-first-feedback")
    assert {"secrets": 1296, "total": 5680, "worst": 6}.items() <= found.items()
    assert found["mean"] == pytest.approx(5680 / 1296)
    assert sum(found["histogram"].values()) == 1296
    assert found["tie_break"] == "entropy, then possible, then lex"
    assert found["seconds"] > 0
    rows = found["by_first_feedback"]
    assert sum(row["count"] for row in rows.values()) == 1296
    assert sum(row["total"] for row in rows.values()) == 5680
    assert rows["4.0"] == {"count": 1, "total": 1, "mean": 1.0, "worst": 1}
    _, out, _ = shell("evaluate", "number:numbers=15")
    assert "49" in out


def test_assist(shell: Shell) -> None:
    found = shell.json("assist", "mastermind", "--history", "0011=1.0;0123=1.1")
    assert found["action"] == "4025"
    assert found["candidates"] == 56
    assert found["bits"] == pytest.approx(3.474, abs=1e-3)
    assert found["reasons"]
    assert len(found["alternatives"]) == 5
    assert sum(leaf["candidates"] for leaf in found["leaves"]) == 56
    assert shell.json("assist", "mastermind")["action"] == "0123"
    done = shell.json("assist", "number:numbers=5", "--history", "3=equal")
    assert (done["solved"], done["action"], done["examples"]) == (True, None, ["3"])
    assert "ask 4025" in shell("assist", "mastermind", "--history", "0011=1.0;0123=1.1")[1]


def test_assist_at_a_prompt(shell: Shell) -> None:
    typed = "lower\nhigher\n9=lower\n:nonsense\n:left\nrubbish\nequal\n"
    code, out, err = shell("assist", "number:numbers=9", typed=typed)
    assert code == 0
    assert "Solved: the secret is 3." in out
    assert "There is no command :nonsense" in err
    assert "'rubbish'" in err


def test_assist_survives_a_contradiction(shell: Shell) -> None:
    code, out, err = shell("assist", "number:numbers=9", typed="lower\n7=higher\n:undo\n5=higher\n7=equal\n")
    assert code == 0
    assert "step 2 (7=higher) is impossible" in err
    assert "Took back step 1" in out
    assert "the secret is 7" in out


def test_watch(shell: Shell) -> None:
    found = shell.json("watch", "bulls-and-cows", "--strategy", "minimax", "--secret", "9876")
    assert found["secret"] == "9876"
    assert found["steps"][-1]["feedback"] == "4.0"
    entropies = [found["start_entropy"], *(step["entropy"] for step in found["steps"])]
    assert entropies == sorted(entropies, reverse=True)
    assert entropies[-1] == 0
    assert shell.json("watch", "number", "--seed", "5") == shell.json("watch", "number", "--seed", "5")
    assert "fake-coin" in shell("watch", "fake-coin", "--oracle", "adversarial")[1]


def test_play_to_the_end_and_replay(shell: Shell) -> None:
    found = shell.json(
        "play", "number:numbers=7", "--secret", "6", "--record", "it.record", typed="4\n?\n5\n:undo\n6\n"
    )
    assert found["solved"]
    assert [step["action"] for step in found["steps"]] == ["4", "6"]
    again = shell.json("replay", "it.record")
    assert [step["feedback"] for step in again["steps"]] == ["higher", "equal"]
    assert "Solved" in shell("replay", "it.record")[1]


def test_the_rules_before_a_play_and_in_it(shell: Shell) -> None:
    code, rules, _ = shell("rules", "number", "--numbers", "7")
    assert code == 0
    assert "a number from 1 to 7" in rules
    for command in ("play", "assist"):
        _, out, _ = shell(command, "number:numbers=7", typed=":rules\n:r\n")
        assert out.count(rules) == 2
    assert shell.json("rules", "number:numbers=7")["question"] in " ".join(rules.split(" "))


def test_a_play_that_is_left_can_be_resumed(shell: Shell, tmp_path: Path) -> None:
    code, _, err = shell("play", "number:numbers=7", "--secret", "6", typed="4\n")
    assert code == 0
    assert "sleuth play --resume" in err
    (kept,) = tmp_path.glob("*.record")
    assert "secret: 6" not in kept.read_text()
    code, out, _ = shell("play", "--resume", str(kept), typed="6\n")
    assert code == 0
    assert "Solved in 2 steps: 6" in out


def test_ctrl_c_keeps_the_play(shell: Shell, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    lines = iter(["4"])

    def typing(prompt: str = "") -> str:
        try:
            return next(lines)
        except StopIteration:
            raise KeyboardInterrupt from None

    monkeypatch.setattr("builtins.input", typing)
    code, _, err = shell("play", "number:numbers=7", "--secret", "6")
    assert code == 130
    assert "go on with" in err
    assert len(list(tmp_path.glob("*.record"))) == 1


def test_an_adversary_can_be_played_and_taken_back(shell: Shell) -> None:
    found = shell.json("play", "number:numbers=7", "--oracle", "adversarial", typed="4\n:undo\n2\n4\n6\n5\n7\n")
    assert found["solved"]
    assert found["oracle"] == "adversarial"
    assert found["steps"][0]["action"] == "2"


def test_hard_mode_refuses_at_the_prompt(shell: Shell, tmp_path: Path) -> None:
    (tmp_path / "w.txt").write_text("crane\nslate\ntrace\nbrace\n")
    words = ("play", "wordle:answers=w.txt,hard=true", "--secret", "trace")
    code, out, err = shell(*words, typed="crane\nslate\ntrace\n")
    assert code == 0
    assert "slate is not allowed now" in err
    assert "Solved in 2 steps" in out


def test_sampled_sets_from_the_command_line(shell: Shell) -> None:
    found = shell.json("assist", "mastermind:pegs=6,colours=9", "--belief", "sampled", "--history", "001122=2.1")
    assert not found["exact"]
    assert found["estimated_candidates"] > 1000
    assert found["action"]


def test_what_is_estimated_is_said_with_its_error(shell: Shell) -> None:
    """On the screen as in JSON: in advice, in each turn of a dialogue, and where what is left is asked for."""
    game = ("mastermind:pegs=6,jar=5-3-2-1-1", "--belief", "sampled")
    for command, typed in (("assist", "1.1\n"), ("play", "001122\n:left\n")):
        out = " ".join(shell(command, *game, "--seed", "1", typed=typed)[1].split())
        assert "a sample of those possible." in out
        assert "A chance has a standard error of up to about 0.0" in out
    out = shell("assist", *game, "--history", "001122=2.1")[1]
    assert "a sample of those possible." in " ".join(out.split())


def test_check(shell: Shell, tmp_path: Path) -> None:
    assert shell.json("check", "number:numbers=9")["ok"]
    (tmp_path / "bad.py").write_text(
        "from dataclasses import dataclass\nfrom sleuth import Game\n\n@dataclass(frozen=True)\nclass Bad(Game):\n"
        '    """Bad."""\n    def secrets(self): return range(3)\n    def feedback(self, a, s): return [a]\n'
    )
    code, _, err = shell("check", "bad.py")
    assert code == 2
    assert "returned a list" in err


def test_answers_that_contradict_each_other_are_repaired(shell: Shell) -> None:
    code, out, err = shell("assist", "mastermind", "--history", "0000=4.0;1111=4.0")
    assert code == 2
    assert err.startswith("sleuth: step 2 (1111=4.0) is impossible")
    assert err.count("\n") == 1
    assert "Check step 1: if the answer to 0000 was 0.0 rather than 4.0, all answers agree" in " ".join(out.split())
    code, out, err = shell("assist", "number:numbers=9", typed="5=lower\n7=higher\n:quit\n")
    assert "Nothing was added" in " ".join(err.split())
    assert "Check step 1: if the answer to 5 was higher rather than lower" in " ".join(out.split())


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("evaluate mastermnd", "did you mean mastermind"),
        ("evaluate mastermind --strategy entrpy", "did you mean entropy"),
        ("evaluate mastermind --pegs 0", "at least 1"),
        ("evaluate mastermind --pgs 4", "did you mean --pegs?"),
        ("evaluate mastermind --pegs", "needs a value"),
        ("evaluate mastermind extra", "unexpected argument"),
        ("evaluate mastermind --first 00", "write 4 symbols"),
        ("evaluate mastermind:pegs=8,colours=12", "429,981,696 secrets"),
        ("assist mastermind --history 0011=9.9", "step 1: '9.9' is no answer"),
        ("assist mastermind --history 0011", "not ACTION=FEEDBACK"),
        ("watch mastermind --secret 9999", "no secret of mastermind"),
        ("watch mastermind --secret 0000 --oracle adversarial", "holds no secret"),
        ("play", "name a game"),
        ("play --resume nothing.record", "cannot read the record"),
        ("play number --belief tabulr", "information set is one of"),
        ("watch mastermind --belief tabular", "has no axes"),
        ("evaluate wordle:answers=none.txt", "none.txt"),
        ("evaluate empty.txt", "there is no game called 'empty.txt'"),
        ("evaluate wordle:answers=empty.txt", "has no words"),
        ("evaluate wordle:answers=binary.txt", "is not UTF-8 text"),
        ("evaluate fails.py", "does not load: ZeroDivisionError"),
        ("replay binary.txt", "record"),
        ("frobnicate", "No such command"),
        ("evaluate", "GAME"),
        ("evaluate mastermind --seed -3", "seed"),
    ],
)
def test_bad_input_is_one_line_and_exit_code_2(shell: Shell, tmp_path: Path, words: str, told: str) -> None:
    (tmp_path / "empty.txt").write_text("")
    (tmp_path / "binary.txt").write_bytes(bytes(range(256)))
    (tmp_path / "fails.py").write_text("1 / 0\n")
    code, out, err = shell(*words.split())
    assert code == 2
    assert out == ""
    assert err.startswith("sleuth: ")
    assert err.count("\n") == 1
    assert "Traceback" not in err
    assert told in err
    code, out, _ = shell(*words.split(), "--json")
    assert code == 2
    assert list(json.loads(out)) == ["error"]


LOST_INTERRUPT = """
import signal, time
from sleuth.adapters.cli.app import hear_lost_interrupts

class Finalised:
    def __del__(self):
        raise KeyboardInterrupt  # as if Ctrl-C came just now

signal.signal(signal.SIGINT, signal.default_int_handler)  # in the background of a shell it is ignored
hear_lost_interrupts()
try:
    Finalised()
    time.sleep(60)
except KeyboardInterrupt:
    print("heard")
"""


def test_ctrl_c_is_heard_while_an_object_is_thrown_away() -> None:
    done = subprocess.run([sys.executable, "-c", LOST_INTERRUPT], capture_output=True, text=True, check=True)
    assert (done.stdout, done.stderr) == ("heard\n", "")
