"""What `sleuth new` writes works as it is, also with everything that its comments offer, and overwrites nothing."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from sleuth import evaluate, parse_game, parse_strategy
from sleuth.adapters.cli.app import run
from sleuth.app.bounds import Bounds
from sleuth.app.errors import RefusedError
from sleuth.app.new import NewAgent, NewGame, NewPlugin
from sleuth.app.perform import perform
from sleuth.core.extras import DISTRIBUTION
from sleuth.solve import solve
from sleuth.testing import check_game


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def uncommented(text: str) -> str:
    """A game file with all that its comments offer, where code is what ends as code does."""
    head, rest = text.split("    # That is a whole game.")
    lines = [line.removeprefix("# ") if line.startswith(("# from", "# import")) else line for line in head.splitlines()]
    for line in rest.splitlines()[1:]:
        inner = line.removeprefix("    # ")
        code = inner.startswith(("def ", "    ", "goal:", "noun:", "title:", "tagline:"))
        lines.append(f"    {inner}" if code else line)
    declared = next(line.removeprefix("    # ") for line in rest.splitlines() if line.startswith("    # class "))
    bare = next(line for line in lines if line.startswith("class "))
    return "\n".join(declared if line == bare else line for line in lines) + "\n"


def test_a_new_game_is_sound_and_named_after_its_file() -> None:
    result = perform(NewGame("two-words.py"))
    assert (result.name, result.kind, result.files) == ("two-words", "TwoWords", ["two-words.py"])
    game = parse_game("two-words.py:pegs=3,colours=4")
    assert (type(game).__name__, game.name) == ("TwoWords", "two-words")
    check_game(game)
    assert evaluate(game, parse_strategy("parts")).total == 208
    assert solve(game).total == 206


def test_all_that_its_comments_offer_works_together() -> None:
    perform(NewGame("pegs.py"))
    written = Path("pegs.py").read_text(encoding="utf-8")
    Path("more.py").write_text(uncommented(written), encoding="utf-8")
    game = parse_game("more.py:pegs=2,colours=3")
    offered = ("actions", "prior", "cost", "allows", "feedback_table", "symmetries", "goal", "tagline", "__post_init__")
    assert all(name in vars(type(game)) for name in offered)
    check_game(game)
    assert solve(game).proved
    with pytest.raises(ValueError, match="pegs is at least 1"):
        parse_game("more.py:pegs=0")


def test_what_is_written_keeps_our_own_style(folder: Path) -> None:
    perform(NewGame("pegs.py"))
    perform(NewAgent("hopeful.py"))
    perform(NewPlugin("heater"))
    for words in (["check", "--select", "E,F,W,UP,B,SIM,RUF,C4,PTH", "--no-cache"], ["format", "--check"]):
        command = [sys.executable, "-m", "ruff", *words, "--isolated", "--line-length", "120", str(folder)]
        done = subprocess.run(command, capture_output=True, text=True)
        assert done.returncode == 0, done.stdout


def test_a_new_package_says_what_it_brings() -> None:
    result = perform(NewPlugin("my_heater"))
    assert (result.name, result.kind) == ("my-heater", "MyHeater")
    assert Path("my_heater/src/my_heater/rules.py") in map(Path, result.files)
    project = Path("my_heater/pyproject.toml").read_text(encoding="utf-8")
    assert f'dependencies = ["{DISTRIBUTION}>=' in project
    assert 'my-heater = "my_heater.rules:MyHeater"' in project
    assert "$" not in "".join(Path(file).read_text(encoding="utf-8") for file in result.files)


@pytest.mark.heavy
def test_the_tests_of_a_new_package_pass_where_it_is_found(folder: Path) -> None:
    """Installed by hand, as `pip install -e` would: the code on the path, and its entry points beside it."""
    perform(NewPlugin("heater"))
    import tomllib

    points = tomllib.loads((folder / "heater/pyproject.toml").read_text(encoding="utf-8"))["project"]["entry-points"]
    info = folder / "heater/src/heater-0.1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: heater\nVersion: 0.1.0\n")
    groups = [f"[{group}]\n" + "\n".join(f"{k} = {v}" for k, v in each.items()) for group, each in points.items()]
    (info / "entry_points.txt").write_text("\n\n".join(groups) + "\n")
    code = f"import sys; sys.path.insert(0, {str(folder / 'heater/src')!r}); import pytest; sys.exit(pytest.main())"
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=folder / "heater", capture_output=True, text=True, env=_environment()
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "5 passed" in done.stdout


def _environment() -> dict[str, str]:
    import os

    return {name: value for name, value in os.environ.items() if not name.startswith("PYTEST")}


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("game pegs", "a game is a Python file, such as pegs.py, not 'pegs'"),
        ("game 4pegs.py", "each beginning with a letter"),
        ("game pe.gs.py", "letters and digits"),
        ("game pégs.py", "letters and digits"),
        ("game class.py", "class is a word of Python's own"),
        ("game game.py", "Game means something else in a game"),
        ("game goal.py", "Goal means something else in a game"),
        ("game code.py", "Code means something else in a game"),
        ("agent hopeful", "an agent is a Python file, such as hopeful.py, not 'hopeful'"),
        ("agent limit.py", "Limit means something else in an agent; name the file after it, such as hopeful"),
        ("agent minimax.py", "there is a strategy called minimax already"),
        ("plugin canvas", "Canvas means something else in a game"),
        ("plugin place", "Place means something else in a game"),
        ("plugin mastermind", "there is a game called mastermind already"),
        ("plugin clue", "there is a game called clue already"),
        ("plugin json", "there is a Python module called json already"),
        ("plugin a.b", "letters and digits"),
    ],
)
def test_bad_names_are_one_clear_line(words: str, message: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["new", *words.split()]) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert message in line
    assert not list(Path().iterdir())


def test_nothing_is_overwritten(capsys: pytest.CaptureFixture[str]) -> None:
    Path("pegs.py").write_text("mine")
    Path("heater").mkdir()
    Path("heater/mine").touch()
    assert run(["new", "game", "pegs.py"]) == 2
    assert run(["new", "plugin", "heater"]) == 2
    assert Path("pegs.py").read_text() == "mine"
    assert [path.name for path in Path("heater").iterdir()] == ["mine"]
    assert capsys.readouterr().err.splitlines() == [
        "sleuth: pegs.py exists already; name a file that is not there yet",
        "sleuth: heater exists already; name a folder that is not there yet",
    ]
    Path("pegs.py").unlink()
    assert run(["new", "game", "pegs.py/inner.py"]) == 0  # folders are made
    assert run(["new", "game", "pegs.py/inner.py/other.py"]) == 2


def test_an_empty_folder_may_be_filled() -> None:
    Path("heater").mkdir()
    assert len(perform(NewPlugin("heater")).files) == 8


def test_a_folder_with_a_space_above_it_is_typed_in_quotes(monkeypatch: pytest.MonkeyPatch, folder: Path) -> None:
    monkeypatch.syspath_prepend(str(folder))  # as `python -m sleuth` has it
    Path("heater").mkdir()
    assert perform(NewPlugin("heater")).next[0] == 'pip install -e "heater[test]"'
    commands = perform(NewPlugin(str(Path("my games") / "cellar"))).next
    assert commands[:2] == [f'pip install -e "{Path("my games/cellar")}[test]"', f'pytest "{Path("my games/cellar")}"']
    assert perform(NewGame("my games/pegs.py")).next[0] == f'sleuth check "{Path("my games/pegs.py")}"'


def test_a_server_writes_no_files() -> None:
    for request in (NewGame("pegs.py"), NewAgent("hopeful.py"), NewPlugin("heater")):
        with pytest.raises(RefusedError, match="no file can be read or written from here"):
            perform(request, Bounds(files=False))


@pytest.mark.heavy
def test_the_answer_as_json_says_what_to_type_next(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["new", "game", "pegs.py", "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert answer["next"][0] == "sleuth check pegs.py"
    assert run(answer["next"][0].split()[1:]) == 0
