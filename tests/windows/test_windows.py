"""Nothing in the package needs what only POSIX has: by reading the sources, and by running commands without it."""

from __future__ import annotations

import ast
import io
import json
import os
import re
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from sleuth import parse_game
from sleuth.adapters.cli.screen import Screen
from sleuth.core.spec import spec_head, split_spec

HERE = Path(__file__).parent
SOURCE = Path(__file__).parents[2] / "src" / "sleuth"
sys.path.insert(0, str(HERE))
from lacks import MODULES, NAMES  # noqa: E402

sys.path.remove(str(HERE))

ASKS = re.compile(r"hasattr\(|os\.name|sys\.platform")
CATCHES = re.compile(r"ImportError|ModuleNotFoundError|AttributeError")


def trees() -> Iterator[tuple[Path, ast.Module]]:
    """Every module of the package, its nodes knowing what they are in."""
    for path in sorted(SOURCE.rglob("*.py")):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        for node in ast.walk(tree):
            for child in ast.iter_child_nodes(node):
                child.parent = node  # type: ignore[attr-defined]
        yield path, tree


def around(node: ast.AST) -> Iterator[ast.AST]:
    """What a node is in, from the inside."""
    while (outer := getattr(node, "parent", None)) is not None:
        yield outer
        node = outer


def missing(node: ast.AST) -> str:
    """What this asks for that Windows does not have, if anything."""
    if isinstance(node, ast.Import):
        return next((alias.name for alias in node.names if alias.name.partition(".")[0] in MODULES), "")
    if isinstance(node, ast.ImportFrom) and not node.level:
        named = str(node.module)
        lacking = [alias.name for alias in node.names if alias.name in NAMES.get(named, ())]
        return named if named.partition(".")[0] in MODULES else ", ".join(lacking)
    if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
        return node.attr if node.attr in NAMES.get(node.value.id, ()) else ""
    return ""


def guarded(node: ast.AST) -> bool:
    """Whether somebody asks first, or minds if it is not there."""
    for outer in around(node):
        if isinstance(outer, ast.If | ast.IfExp) and ASKS.search(ast.unparse(outer.test)):
            return True
        if isinstance(outer, ast.With) and CATCHES.search(" ".join(map(ast.unparse, outer.items))):
            return True
        if isinstance(outer, ast.Try) and CATCHES.search(
            " ".join(ast.unparse(h.type) for h in outer.handlers if h.type)
        ):
            return True
        if isinstance(outer, ast.FunctionDef):
            return any(
                isinstance(first, ast.If)
                and ASKS.search(ast.unparse(first.test))
                and isinstance(first.body[-1], ast.Return)
                for first in outer.body
            )
    return False


@pytest.mark.heavy
def test_what_only_posix_has_is_asked_for_first() -> None:
    found, kept = [], 0
    for path, tree in trees():
        for node in ast.walk(tree):
            if name := missing(node):
                kept += 1
                if not guarded(node):
                    found.append(f"{path.relative_to(SOURCE)}:{getattr(node, 'lineno', 0)}: {name}")
    assert found == []
    assert kept > 5


def test_the_reader_of_sources_sees_what_it_should() -> None:
    bad = "import fcntl\nimport os\nfrom signal import SIGKILL\ndef f():\n    os.fork()\n"
    good = "import os\nif hasattr(os, 'fork'):\n    os.fork()\ntry:\n    import fcntl\nexcept ImportError:\n    pass\n"
    for text, number in ((bad, 3), (good, 0)):
        tree = ast.parse(text)
        for node in ast.walk(tree):
            for child in ast.iter_child_nodes(node):
                child.parent = node  # type: ignore[attr-defined]
        assert sum(bool(missing(node)) and not guarded(node) for node in ast.walk(tree)) == number


@pytest.mark.heavy
def test_text_files_have_an_encoding_and_no_path_is_of_one_system() -> None:
    found = []
    for path, tree in trees():
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and not _encoded(node):
                found.append(f"{path.relative_to(SOURCE)}:{node.lineno}: {ast.unparse(node)}")
            if isinstance(node, ast.Constant) and re.match(r"/(tmp|dev|etc|var|usr|proc)(/|$)", str(node.value)):
                found.append(f"{path.relative_to(SOURCE)}:{node.lineno}: {node.value}")
            if isinstance(node, ast.Attribute) and node.attr in ("symlink_to", "symlink", "rename"):
                found.append(f"{path.relative_to(SOURCE)}:{node.lineno}: {node.attr}")
    assert found == []


def _encoded(call: ast.Call) -> bool:
    """Whether a call that opens a text file says how it is encoded; `core/files.py` has functions of these names."""
    function = call.func
    if isinstance(function, ast.Attribute) and function.attr in ("read_text", "write_text"):
        most = {"read_text": 1, "write_text": 2}[function.attr]
        return len(call.args) >= most or any(keyword.arg == "encoding" for keyword in call.keywords)
    named = isinstance(function, ast.Name) and function.id == "open"
    method = isinstance(function, ast.Attribute) and function.attr in ("open", "fdopen")
    modes = [
        a.value for a in call.args if isinstance(a, ast.Constant) and re.fullmatch(r"[rwxa]\+?t?\+?", str(a.value))
    ]
    return not ((named or method) and modes) or any(keyword.arg == "encoding" for keyword in call.keywords)


def windows(folder: Path) -> dict[str, str]:
    """The surroundings in which our modules see a Python on Windows."""
    ours = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST")}
    path = os.pathsep.join(filter(None, (str(HERE / "site"), os.environ.get("PYTHONPATH", ""))))
    return ours | {"PYTHONPATH": path, "SLEUTH_DATA": str(folder / "data"), "COLUMNS": "100"}


COMMANDS = """
games
new game pegs.py
check pegs.py
assist pegs.py --pegs 3 --colours 4 --history 012=1.1
evaluate mastermind --pegs 2 --colours 3
watch pegs.py --pegs 2 --colours 3 --secret 12 --record it.record
replay it.record
grade it.record
solve mastermind --pegs 2 --colours 3 --out tree.json --certificate
verify tree.json
analyse mastermind --pegs 2 --colours 3
evaluate number@lies:most=1 --sample 2
tournament run cup.toml --workers 2
tournament report cup.db --csv cup.csv
clue simulate random --players 2 --games 1
new plugin heater
"""
CUP = 'games = ["number:numbers=9", "mastermind:pegs=2,colours=3"]\nagents = ["entropy", "random"]\ntrials = 3\n'


@pytest.mark.heavy
def test_the_main_commands_run_without_it(tmp_path: Path) -> None:
    (tmp_path / "cup.toml").write_text(CUP, encoding="utf-8")
    code = f"""
import json, os
assert os.environ["SLEUTH_TESTED_ON"] == "windows"
from sleuth.kernels import threads
from sleuth.adapters.service import worker
assert worker.PROCESSES.get_start_method() == "spawn"
assert not hasattr(threads.os, "sched_getaffinity")
from sleuth.adapters.cli.app import run
print(json.dumps({{line: run([*line.split(), "--json"]) for line in {COMMANDS.strip().splitlines()!r}}}))
"""
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=tmp_path, env=windows(tmp_path), capture_output=True, text=True, timeout=560
    )
    assert done.returncode == 0, done.stderr
    codes: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    assert {line: code for line, code in codes.items() if code} == {}, done.stderr
    assert "pegs.py" in (tmp_path / "it.record").read_text(encoding="utf-8")


@pytest.mark.heavy
def test_the_page_answers_without_it(tmp_path: Path) -> None:
    code = "import sys; from sleuth.adapters.cli.app import run; sys.exit(run(sys.argv[1:]))"
    words = ["serve", "--no-browser", "--port", "0"]
    server = subprocess.Popen(
        [sys.executable, "-u", "-c", code, *words],
        cwd=tmp_path,
        env=windows(tmp_path),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    assert server.stdout is not None
    try:
        lines: list[str] = []
        address = None
        while address is None:
            line = server.stdout.readline()
            lines.append(line)
            assert line, "".join(lines)
            address = re.search(r"http://[\d.:]+", line)
        request = urllib.request.Request(
            f"{address[0]}/api/assist",
            json.dumps({"game": "mastermind:pegs=2,colours=3"}).encode(),
            {"Content-Type": "application/json"},
        )
        with urllib.request.urlopen(request, timeout=300) as answer:
            assert json.load(answer)["candidates"] == 9
    finally:
        server.terminate()
        server.wait(timeout=60)
        server.stdout.close()


def test_a_path_with_a_drive_is_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert spec_head("C:\\games\\pegs.py:Pegs:pegs=3") == ("C:\\games\\pegs.py", ":", "Pegs:pegs=3")
    assert spec_head("c:/games/pegs.py") == ("c:/games/pegs.py", "", "")
    assert split_spec("D:\\pegs.py:Pegs:pegs=3") == ("D:\\pegs.py:Pegs", {"pegs": "3"})
    assert split_spec("wordle:answers=C:\\words.txt,hard=true")[1] == {"answers": "C:\\words.txt", "hard": "true"}
    assert split_spec("n:x=1") == ("n", {"x": "1"})
    if os.name != "nt":  # where this may be the name of a file
        text = "from sleuth import Game\nclass Coin(Game):\n    def secrets(self): return 'ht'\n"
        Path("C:\\coin.py").write_text(text + "    def feedback(self, a, s): return a == s\n", encoding="utf-8")
        assert parse_game("C:\\coin.py").name == parse_game("C:\\coin.py:Coin").name == "coin"


def test_a_prompt_needs_no_readline(monkeypatch: pytest.MonkeyPatch) -> None:
    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    monkeypatch.setitem(sys.modules, "readline", None)
    monkeypatch.setattr("sys.stdin", Terminal("0011\n"))
    assert Screen(False).ask("> ") == "0011"


@pytest.mark.parametrize("encoding", ["cp1252", "ascii", "utf-8"])
def test_json_is_json_on_every_pipe(encoding: str, tmp_path: Path) -> None:
    """An emoji that the pipe cannot take comes as the escape that JSON has for it."""
    code = "from sleuth.adapters.cli.screen import Screen; Screen(True).json({'sign': '\U0001f30a é'})"
    environment = os.environ | {"PYTHONIOENCODING": encoding, "PYTHONUTF8": "0"}
    done = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout.decode(encoding)) == {"sign": "\U0001f30a é"}
