"""Agents that are programs: the protocol, what goes out, and programs that misbehave."""

from __future__ import annotations

import json
import pickle
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sleuth import begin, evaluate, parse_game, parse_strategy
from sleuth.core.errors import ActionError, AgentError, ParameterError
from sleuth.strategies import Command
from sleuth.strategies.command import _RUNNING, introduction, question, stop_all
from sleuth.strategies.program import command_words

GAME = parse_game("mastermind:pegs=2,colours=3")
SOLVER = """
import json, sys
from itertools import product

def law(guess, code):
    black = sum(a == b for a, b in zip(guess, code))
    return f"{black}.{sum(min(guess.count(c), code.count(c)) for c in set(guess)) - black}"

log = open(sys.argv[1], "a")
for line in sys.stdin:
    log.write(line)
    log.flush()
    told = json.loads(line)
    if told["type"] == "game":
        size = told["parameters"]
        codes = ["".join(map(str, code)) for code in product(range(size["colours"]), repeat=size["pegs"])]
    else:
        fits = (code for code in codes if all(law(guess, code) == said for guess, said in told["history"]))
        print(json.dumps({"action": next(fits)}), flush=True)
"""


@pytest.fixture(autouse=True)
def alone() -> Any:
    stop_all()
    yield
    stop_all()


def agent(folder: Path, text: str, *words: str, seconds: float = 20) -> Command:
    file = folder / "program.py"
    file.write_text(text, encoding="utf-8")
    return Command(" ".join(f'"{word}"' for word in (sys.executable, str(file), *words)), seconds)


def once(line: bytes) -> str:
    """A program that says one thing to every question."""
    return (
        "import sys\nfor line in sys.stdin:\n    if '\"ask\"' in line:\n"
        f"        sys.stdout.buffer.write({line!r})\n        sys.stdout.flush()\n"
    )


def test_a_program_plays_all_secrets_in_one_process(tmp_path: Path) -> None:
    log = tmp_path / "log"
    command = agent(tmp_path, SOLVER, str(log))
    assert evaluate(GAME, command).total == 24
    told = [json.loads(line) for line in log.read_text().splitlines()]
    assert [one["type"] for one in told].count("game") == 1
    assert set(told[0]) == {"sleuth", "type", "game", "name", "parameters", "rules"}
    assert (told[0]["sleuth"], told[0]["game"]) == (1, str(GAME))
    assert told[0]["parameters"] == {"pegs": 2, "colours": 3, "jar": ""}
    assert all(set(one) == {"type", "step", "history", "actions"} for one in told[1:])
    assert told[1] == {"type": "ask", "step": 1, "history": [], "actions": told[1]["actions"]}
    assert len(told[1]["actions"]) == 9
    assert {len(one["history"]) + 1 - one["step"] for one in told[1:]} == {0}
    assert evaluate(parse_game("mastermind:pegs=2,colours=2"), command).worst <= 4
    assert len(_RUNNING) == 1
    assert log.read_text().count('"type": "game"') == 2


def test_its_spec_reads_back_and_it_travels(tmp_path: Path) -> None:
    for spec in (
        "command:run=python3 my_agent.py",
        "command:run=node agent.js --depth=2,seconds=5",
        "command:run=(agent --set a,b=2),seconds=0.5",
    ):
        assert str(parse_strategy(spec)) == spec
        assert parse_strategy(str(parse_strategy(spec))) == parse_strategy(spec)
    command = agent(tmp_path, once(b'{"action": "01"}\n'))
    command.decide(begin(GAME))
    assert pickle.loads(pickle.dumps(command)) == command
    assert not command.timed
    command.close()
    command.close()
    assert not _RUNNING


@pytest.mark.parametrize(
    "line",
    ['{"action": "01"}\n', "01\n", '{"action": "01", "why": "é"}\r\n', "\n  \n 01 \n", '{"action":\t"01"}\n'],
)
def test_replies_that_are_read(tmp_path: Path, line: str) -> None:
    command = agent(tmp_path, once(line.encode()))
    assert command.decide(begin(GAME)).action == (0, 1)


def test_a_number_may_be_a_number(tmp_path: Path) -> None:
    for line in (b'{"action": 5}\n', b"5\n"):
        command = agent(tmp_path, once(line))
        assert command.decide(begin(parse_game("number:numbers=9"))).action == 5
        command.close()


@pytest.mark.parametrize(
    ("line", "said"),
    [
        (b'{"action": "01"\n', "which is no JSON"),
        (b'{"action": "01", "action": "02"}\n', "which is no JSON: the key 'action' is there twice"),
        (b'{"guess": "01"}\n', 'a reply is {"action": "TEXT"}, or the text alone'),
        (b'{"action": true}\n', "a reply is"),
        (b'{"action": ["0", "1"]}\n', "a reply is"),
        (b'{"action": "99"}\n', "wrote '99'"),
        (b"My guess is 01.\n", "wrote 'My guess is 01.'"),
        (b"\xff\xfe\n", "wrote what is no UTF-8"),
        (b"0" * 70_000 + b"\n", "wrote a line of more than 65,536 bytes"),
    ],
)
def test_replies_that_are_refused_in_one_sentence(tmp_path: Path, line: bytes, said: str) -> None:
    command = agent(tmp_path, once(line))
    with pytest.raises((AgentError, ActionError)) as caught:
        command.decide(begin(GAME))
    assert said in str(caught.value)
    assert str(caught.value).startswith("command:run=")
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("import time; time.sleep(60)", "did not reply within 0.5 seconds"),
        ("import time\nwhile True:\n    print(flush=True)\n    time.sleep(0.05)", "did not reply within 0.5 seconds"),
        ("", "ended before it replied"),
        ("import sys; sys.exit('no model here')", "ended with exit code 1: no model here"),
        ("import nothing_of_the_kind", "ended with exit code 1: ModuleNotFoundError: No module named 'nothing_of"),
    ],
)
def test_programs_that_do_not_answer(tmp_path: Path, text: str, said: str) -> None:
    command = agent(tmp_path, text, seconds=0.5 if "sleep" in text else 20)
    with pytest.raises(AgentError, match=said):
        command.decide(begin(GAME))
    assert not _RUNNING


def test_a_program_that_says_too_much_is_stopped(tmp_path: Path) -> None:
    """The second line comes with the first, so that it lies there before the next question."""
    command = agent(tmp_path, once(b"01\nI am so clever\n"))
    command.decide(begin(GAME))
    program = next(iter(_RUNNING.values()))
    while program._lines.empty():
        pass  # it was written already, and is on its way
    with pytest.raises(AgentError, match="wrote a line that nobody asked for: 'I am so clever'"):
        command.decide(begin(GAME))


def test_one_that_died_is_told_of_once_and_begun_again(tmp_path: Path) -> None:
    text = "import sys\nfor line in sys.stdin:\n    if 'ask' in line:\n        print('01')\n        break\n"
    command = agent(tmp_path, text)
    for _ in range(2):
        assert command.decide(begin(GAME)).action == (0, 1)
        with pytest.raises(AgentError, match="ended before it replied"):
            command.decide(begin(GAME))


def test_the_same_words_mean_another_program_in_another_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    command = Command(f'"{sys.executable}" program.py')
    for action in ("01", "02"):
        folder = tmp_path / action
        folder.mkdir()
        agent(folder, once(f"{action}\n".encode()))
        monkeypatch.chdir(folder)
        assert GAME.format_action(command.decide(begin(GAME)).action) == action


def test_programs_that_there_are_not() -> None:
    with pytest.raises(AgentError, match="there is no program 'no-such-program'"):
        Command("no-such-program --fast").decide(begin(GAME))
    for spec, said in (
        ("command", "command needs run"),
        ("command:run=", "run is a program and its arguments"),
        ("command:run='never closed", "run is a program and its arguments"),
        ("command:run=x,seconds=0", "seconds is a time above 0"),
    ):
        with pytest.raises(ParameterError, match=said):
            parse_strategy(spec)


def test_no_shell_sees_the_command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    command = agent(tmp_path, "import sys; sys.exit(' '.join(sys.argv[1:]))", ";", "touch", "here", "$HOME", "|", "cat")
    with pytest.raises(AgentError, match=r"; touch here \$HOME \| cat"):
        command.decide(begin(GAME))
    assert not (tmp_path / "here").exists()


@given(
    st.lists(st.text(st.characters(blacklist_characters="\"'\\", blacklist_categories=("Cc", "Cs", "Z")), min_size=1))
)
def test_words_are_split_alike_everywhere(words: list[str]) -> None:
    text = " ".join(f'"{word}"' for word in words)
    assert command_words(text, windows=True) == command_words(text, windows=False) == words


def test_what_goes_out_holds_nothing_that_a_player_may_not_know() -> None:
    """The same history gives the same question, whatever else is known of the set; large games list no actions."""
    info = begin(GAME).observe((0, 1), (1, 0))
    assert question(info) == {
        "type": "ask", "step": 2, "history": [["01", "1.0"]], "actions": question(begin(GAME))["actions"],
    }  # fmt: skip
    assert "actions" not in question(begin(parse_game("mastermind")))
    lying = introduction(parse_game("number@lies:most=1"))
    assert "One answer may be a lie." in lying["rules"]
    assert lying["game"].endswith("@lies:most=1")
    for spec in (
        "guess-who",
        "fake-coin",
        "battleship",
        "hangman:lengths=5",
        "wordle",
        "ulam@lies:most=1",
        "black-box",
    ):
        json.dumps(introduction(parse_game(spec)))
        assert set(question(begin(parse_game(spec)))) <= {"type", "step", "history", "actions"}
