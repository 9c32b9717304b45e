"""The flags of a game: in the help of a command, in the completion of a shell, and in what a misspelt one may mean."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from sleuth.adapters.cli.app import TAKE_FLAGS
from sleuth.app.flags import flags_of
from sleuth.core.game_spec import game_class, game_names, table_class, table_names

if TYPE_CHECKING:
    from tests.adapters.conftest import Shell


def completions(words: str, kind: str = "bash") -> list[str]:
    """What a shell is offered for the last word."""
    asked = {
        "bash": {"COMP_WORDS": words, "COMP_CWORD": str(words.count(" "))},
        "zsh": {"_TYPER_COMPLETE_ARGS": words},
        "fish": {"_TYPER_COMPLETE_ARGS": words, "_TYPER_COMPLETE_FISH_ACTION": "get-args"},
    }[kind]
    done = subprocess.run(
        [sys.executable, "-c", "from sleuth.adapters.cli import main; main()"],
        env={**os.environ, **asked, "_SLEUTH_COMPLETE": f"complete_{kind}"},
        capture_output=True,
        text=True,
    )
    return done.stdout.splitlines()


@pytest.mark.parametrize("command", [command.__name__ for command in TAKE_FLAGS])
def test_help_on_a_game_lists_its_flags(shell: Shell, command: str) -> None:
    plain, named = shell(command, "--help")[1], shell(command, "mastermind", "--help")[1]
    assert "Options of" not in plain
    assert named.startswith(plain.rstrip("\n"))
    for flag in ("--pegs <int>", "--colours <int>", "--jar <str>", "--channel <channel>", "[default: 6]"):
        assert flag in named.partition("Options of mastermind:")[2]


def test_help_knows_files_switches_choices_and_tables(shell: Shell, tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text(
        "from dataclasses import dataclass\nfrom sleuth import Game\n@dataclass(frozen=True)\nclass Mine(Game):\n"
        '    "One of a few."\n    size: int = 7\n    sure: bool = True\n'
        "    def secrets(self): return range(self.size)\n    def feedback(self, a, s): return a == s\n"
    )
    own = shell("check", str(file), "-h")[1].partition("Options of mine:")[2]
    assert "--size <int>" in own
    assert "--sure true|false" in own
    assert "--hands <str>" in shell("play", "clue", "--help")[1]
    assert "one of unknown, lighter, heavier" in " ".join(shell("play", "fake-coin:coins=4", "-h")[1].split())
    assert "--channel" not in shell("watch", "battleship", "--help")[1].partition("Options of")[2]


@pytest.mark.parametrize("game", ["no-such-game", "missing.py", "mastermind:pegs"])
def test_help_is_given_without_a_game_too(shell: Shell, game: str) -> None:
    code, out, err = shell("evaluate", game, "--help")
    assert (code, err) == (0, "")
    assert "--by-first-feedback" in out


def test_every_parameter_says_what_it_is() -> None:
    kinds = [game_class(name, files=False) for name in game_names()] + [table_class(name) for name in table_names()]
    silent = [f"{kind.name} {p.name}" for kind in kinds for p in kind.parameters().values() if not (p.help or p.label)]
    assert silent == []


def test_flags_are_those_that_the_game_reads() -> None:
    for name in game_names():
        parameters = game_class(name, files=False).parameters()
        flags = {flag.name for flag in flags_of(name)[1]} - {"--channel"}
        assert flags == {f"--{key.replace('_', '-')}" for key in parameters}


@pytest.mark.parametrize(
    ("words", "offered"),
    [
        ("sleuth evaluate mastermind --pe", ["--pegs"]),
        ("sleuth evaluate mastermind --pegs 3 --", ["--colours", "--jar", "--channel", "--first"]),
        ("sleuth evaluate fake-coin --sign ", ["unknown", "lighter", "heavier"]),
        ("sleuth evaluate fake-coin --sign li", ["lighter"]),
        ("sleuth play clue --ha", ["--hands"]),
        ("sleuth watch mastermind --channel l", ["lies"]),
        ("sleuth eval", ["evaluate"]),
        ("sleuth evaluate master", ["mastermind"]),
    ],
)
def test_completion_knows_the_flags_of_a_game(words: str, offered: list[str]) -> None:
    found = completions(words)
    assert set(offered) <= set(found)
    assert all(word.startswith(words.rpartition(" ")[2]) for word in found)
    assert len(found) == len(set(found))
    assert "--pegs" not in found or "--pegs" not in words.split()


@pytest.mark.parametrize("kind", ["zsh", "fish"])
def test_completion_in_other_shells(kind: str) -> None:
    assert any("--hard" in line for line in completions("sleuth play wordle --ha", kind))
