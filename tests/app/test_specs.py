"""Specs from afar name no file, no code and no size beyond what is served."""

from __future__ import annotations

import sys
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from sleuth.adapters.service.limits import SERVED
from sleuth.app import specs
from sleuth.app.catalogue import channels, games
from sleuth.app.errors import RefusedError
from sleuth.app.results import EntryResult
from sleuth.core.errors import SleuthError
from sleuth.core.game import Game
from sleuth.core.game_spec import game_class, game_names, parse_game
from sleuth.strategies.base import Strategy
from sleuth.strategies.catalogue import strategy_class, strategy_names


def read_game(spec: str) -> Game:
    return specs.read_game(spec, SERVED)


def read_strategy(spec: str, game: Game) -> Strategy:
    return specs.read_strategy(spec, game, SERVED)


CANARY = "canary-in-a-file.txt"
_opened: list[str] = []


def _hear(event: str, arguments: tuple[Any, ...]) -> None:
    if event == "open" and CANARY in str(arguments[0]):
        _opened.append(str(arguments[0]))


sys.addaudithook(_hear)


def _texts() -> list[tuple[str, str, str]]:
    """Every parameter of every game and strategy that is text."""
    found = []
    for kind, names, find in (("game", game_names(), game_class), ("strategy", strategy_names(), strategy_class)):
        for name in names:
            found += [(kind, name, p.name) for p in find(name).parameters().values() if p.kind is str]
    return found


@pytest.mark.parametrize(("kind", "name", "key"), _texts())
def test_no_parameter_opens_a_file(
    kind: str, name: str, key: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / CANARY).write_text("apple\nangle\n")
    monkeypatch.chdir(tmp_path)
    _opened.clear()
    for path in (CANARY, str(tmp_path / CANARY), f"./{CANARY}", f"tree:file={CANARY}"):
        try:
            if kind == "game":
                read_game(f"{name}:{key}={path}")
            else:
                read_strategy(f"{name}:{key}={path}", parse_game("number"))
        except SleuthError:
            pass
    assert _opened == []


def test_the_canary_sings(tmp_path: Path) -> None:
    """What the test above listens to is heard where files are allowed."""
    path = tmp_path / CANARY
    path.write_text("apple\nangle\n")
    _opened.clear()
    parse_game(f"wordle:answers={path}")
    assert _opened


def test_python_files_are_no_games(tmp_path: Path) -> None:
    path = tmp_path / "mine.py"
    path.write_text("raise SystemExit('this must never run')")
    with pytest.raises(SleuthError, match="there is no game"):
        read_game(str(path))


@pytest.mark.parametrize(
    ("spec", "said"),
    [
        ("mastermind:pegs=9,colours=9", "more than 60,000 secrets"),
        ("mastermind:pegs=5,colours=9", "pairs of a secret and an action"),
        ("mastermind:pegs=99999999999", "at most 10,000 here"),
        ("number:numbers=1e9", "at most 10,000 here"),
        ("black-box:size=8,atoms=4", "more than 60,000 secrets"),
        ("wordle:answers=words", "names a file"),
        ("mastermind:jar=a/b", "slashes"),
        ("mastermind\n", "printable"),
        ("m" * 501, "at most 500 signs"),
        ("mastermind@nothing", "no channel"),
    ],
)
def test_refused_with_one_sentence(spec: str, said: str) -> None:
    with pytest.raises(SleuthError, match=said) as caught:
        read_game(spec)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("entry", games(), ids=lambda entry: entry.name)
def test_whatever_a_form_holds(entry: EntryResult) -> None:
    """Odd values are refused, or make a game that can be served; nothing else happens."""
    odd = {"int": ["0", "-1", "1", "9999", ""], "bool": ["maybe"], "str": ["", "x", "99x99", "1-1-1", "é", "😀", "0"]}
    specs = [f"{entry.name}:{field.name}={value}" for field in entry.fields for value in odd.get(field.kind, ["nan"])]
    specs += [f"{entry.name}@{channel.name}" for channel in channels()]
    for spec in specs:
        with suppress(SleuthError):
            read_game(spec)


def test_strategies_that_need_a_file_are_refused() -> None:
    with pytest.raises(RefusedError, match="names a file"):
        read_strategy("tree:file=x.json", parse_game("number"))


CODE = "canary_in_code"
_ran: list[str] = []


def _hear_code(event: str, arguments: tuple[Any, ...]) -> None:
    kinds = ("import", "open", "subprocess.Popen", "os.exec", "os.posix_spawn", "os.listdir", "os.scandir")
    if event in kinds and CODE in " ".join(map(str, arguments)):
        _ran.append(event)


sys.addaudithook(_hear_code)
CODED = [
    f"{CODE}.py", f"./{CODE}.py", f"{{folder}}/{CODE}.py", f"{CODE}.py:ask", f"{CODE}.py:Ask:depth=2", f" {CODE}.py ",
    f"{CODE}:ask", f"{CODE}:Ask:depth=2", f"{CODE}.inner:ask", f"os:{CODE}", f"{CODE}.py@lies", f"C:\\{CODE}.py:Ask",
    f"command:run={CODE}", f"command:run=({CODE} --fast)", f"command:run=python3 {CODE}.py,seconds=1",
    f"Command:run={CODE}", f"COMMAND : run = {CODE}", f"tree:file={CODE}.py", f"rollout:base=({CODE}:ask)",
    f"rollout:base=({CODE}.py)", f"rollout:base=(command:run={CODE})", f"look-ahead:base=command:run={CODE}",
    f"tree:otherwise=({CODE}.py)", f"sampled-ises:criterion=({CODE}:ask)", f"parts:ties={CODE}.py+lex",
]  # fmt: skip
"""Every way that we can think of to have code run by the name of a strategy."""


@pytest.mark.parametrize("spec", CODED)
def test_no_strategy_from_afar_runs_code(spec: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / f"{CODE}.py").write_text("def ask(info):\n    return info.actions[0]\nAsk = ask\n")
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    _ran.clear()
    with pytest.raises(SleuthError) as caught:
        read_strategy(spec.format(folder=tmp_path), parse_game("number"))
    assert "\n" not in str(caught.value)
    assert _ran == []
    assert CODE not in sys.modules


def test_the_canary_in_code_sings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What the test above listens to is heard where code is allowed."""
    (tmp_path / f"{CODE}.py").write_text("def ask(info):\n    return info.actions[0]\n")
    monkeypatch.chdir(tmp_path)
    _ran.clear()
    specs.read_strategy(f"{CODE}.py", parse_game("number"))
    assert "open" in _ran
    for spec, said in ((f"{CODE}.py", "is code, which cannot"), (f"command:run={CODE}", "run names a file")):
        with pytest.raises(RefusedError, match=said):
            read_strategy(spec, parse_game("number"))


def test_every_game_can_be_served_as_it_is() -> None:
    for entry in games():
        assert str(read_game(entry.name)) == str(parse_game(entry.name))


def test_names_as_the_page_writes_them() -> None:
    for entry in games():
        written = entry.name.replace("-", " ")
        for title in (written[:1].upper() + written[1:], written.title(), f" {written.upper()} "):
            assert str(read_game(title)) == str(parse_game(entry.name))
    assert str(read_game("Bulls and cows:length=3@lies:most=1")) == "bulls-and-cows:length=3,symbols=10@lies:most=1"
    with pytest.raises(SleuthError, match="there is no game called 'Nothing like it'"):
        read_game("Nothing like it")
