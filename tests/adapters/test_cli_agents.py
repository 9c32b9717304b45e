"""Agents of people's own from the command line, where a strategy may be named."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from tests.adapters.conftest import Shell

SMALL = ["mastermind", "--pegs", "2", "--colours", "3"]
FILE = "def ask(info):\n    return info.candidates(1)[0]\n"
PROGRAM = """
import json, sys
for line in sys.stdin:
    told = json.loads(line)
    if told["type"] == "ask":
        print(json.dumps({"action": told["actions"][4 * told["step"] % len(told["actions"])]}), flush=True)
"""


@pytest.fixture
def agents(shell: Shell, tmp_path: Path) -> list[str]:
    (tmp_path / "mine.py").write_text(FILE)
    (tmp_path / "program.py").write_text(PROGRAM)
    (tmp_path / "fails.py").write_text("def ask(info):\n    return info.nothing\n")
    return ["./mine.py", "mine.py:ask", "mine:ask", f'command:run="{sys.executable}" program.py,seconds=20']


def test_every_door_takes_them(shell: Shell, agents: list[str]) -> None:
    for agent in agents:
        name = "ask" if "mine" in agent else agent
        assert shell.json("watch", *SMALL, "--strategy", agent, "--secret", "21")["strategy"] == name
    for agent in (agents[0], agents[-1]):
        name = "ask" if "mine" in agent else agent
        assert shell.json("evaluate", *SMALL, "--strategy", agent)["strategy"] == name
        assert shell.json("assist", *SMALL, "--history", "01=1.0", "--strategy", agent)["action"]
        code, out, _ = shell("play", *SMALL, "--secret", "21", "--strategy", agent, typed=":hint\n21\n")
        assert (code, "is expected to tell" in out) == (0, True)
    assert shell.json("watch", *SMALL, "--strategy", "mine.py", "--secret", "21", "--record", "it.record")
    assert shell.json("grade", "it.record")["moves"]
    assert shell.json("check", *SMALL, "--strategy", "mine.py") == {
        "game": "mastermind:pegs=2,colours=3", "ok": True, "secrets": None, "actions": None, "feedbacks": None,
        "strategy": "ask", "overrides": [], "offers": [], "stuck": [],
    }  # fmt: skip
    assert (
        shell("check", *SMALL, "--strategy", "mine:ask")[1]
        == "ask keeps the contract at mastermind:pegs=2,colours=3.\n"
    )


def test_a_tournament_of_files_modules_and_programs(shell: Shell, agents: list[str], tmp_path: Path) -> None:
    listed = ", ".join(json.dumps(agent) for agent in ["entropy", *agents])
    (tmp_path / "cup.toml").write_text(f'trials = 2\nagents = [{listed}]\ngames = ["mastermind:pegs=2,colours=3"]\n')
    told = shell.json("tournament", "run", "cup.toml", "--workers", "0")
    assert (told["done"], [cell["agent"] for cell in told["table"]]) == (10, ["entropy", *agents])
    assert [cell["failed"] for cell in told["table"]] == [0] * 5
    assert shell.json("tournament", "resume", "cup.db")["rows"] == 0
    assert shell.json("tournament", "record", "cup.db", "mastermind:pegs=2,colours=3", "./mine.py", "1")["record"]


@pytest.mark.parametrize(
    ("agent", "said"),
    [
        ("nowhere.py", "there is no file nowhere.py"),
        ("fails.py", "fails.py, line 2, in ask: AttributeError"),
        ("fails:ask", "fails.py, line 2, in ask: AttributeError"),
        ("nobody:ask", "there is no strategy or module called 'nobody'"),
        ("command:run=no-such-program", "there is no program 'no-such-program'"),
        ("command", "command needs run"),
    ],
)
def test_what_is_wrong_is_one_line(shell: Shell, agents: list[str], agent: str, said: str) -> None:
    for command in ("watch", "evaluate"):
        code, _, err = shell(command, *SMALL, "--strategy", agent)
        assert code == 2
        assert said in err
        assert err.count("\n") == 1


def test_an_object_is_given_again_in_python(shell: Shell, tmp_path: Path) -> None:
    from sleuth.play.tournament import Config, Here, run_tournament

    class Stops(Here):
        def play(self, batches: Any, tell: Any = None) -> Any:
            yield next(batches).play()

    def mine(info: Any) -> Any:
        return info.candidates(1)[0]

    run_tournament(Config.of(["number:numbers=9"], [mine], trials=3), "cup.db", engine=Stops())
    code, _, err = shell("tournament", "resume", "cup.db")
    assert code == 2
    assert "the agent mine is an object, which no file holds; give it again in Python" in err
    assert shell.json("tournament", "report", "cup.db")["done"] == 1


def test_a_new_agent_works_at_once(shell: Shell, tmp_path: Path) -> None:
    told = shell.json("new", "agent", "hopeful.py")
    assert (told["name"], told["kind"], told["files"]) == ("hopeful", "Hopeful", ["hopeful.py"])
    for command in told["next"]:
        assert shell(*command.split()[1:])[0] == 0, command
    for game in ("guess-who", "fake-coin", "number@lies:most=1", "battleship:size=4,fleet=3", "hangman:lengths=4"):
        assert shell("watch", game, "--strategy", "hopeful.py:hope=2")[0] == 0
    (tmp_path / "cup.toml").write_text(
        'trials = 2\nagents = ["entropy", "hopeful.py"]\ngames = ["fake-coin:coins=5"]\n'
    )
    assert shell("tournament", "run", "cup.toml", "--workers", "0")[0] == 0
    code, _, err = shell("new", "agent", "entropy.py")
    assert (code, err) == (2, "sleuth: there is a strategy called entropy already; name the file after another\n")


@pytest.mark.parametrize("agent", ["os:system", "math:sqrt", "builtins:iter", "json:loads"])
def test_an_agent_that_is_not_written_in_python_is_told_in_one_line(shell: Shell, agent: str) -> None:
    for command in ("watch", "evaluate"):
        code, _, err = shell(command, "number:numbers=5", "--strategy", agent)
        assert code == 2
        assert err.startswith("sleuth: ")
        assert err.count("\n") == 1
        assert "TypeError" in err
