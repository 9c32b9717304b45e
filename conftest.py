"""Runs the code in README.md and docs/ as tests, and makes every run of the tests alike.

Python blocks, and `>>>` examples in them, share one namespace a file. In a `console` block each line
`$ sleuth ...` must succeed and, where output is shown beneath it, print just that (`...` stands for anything);
other commands are not run. Each file has a temporary working folder of its own, with a link to examples/.
A comment `<!-- skip: next -->`, or `<!-- skip: next if(CONDITION, reason="...") -->`, skips the block after it.

Hypothesis tries the same examples in every run, however long they take, so that no test passes or fails by luck or on a
slow machine. `pytest --hypothesis-profile=few` tries a fifth of them, `--hypothesis-profile=new` tries others.
"""

from __future__ import annotations

import doctest
import io
import os
import shlex
import tempfile
from collections import defaultdict
from collections.abc import Iterator
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest
from hypothesis import HealthCheck, settings
from sybil import Example, Sybil
from sybil.evaluators.doctest import OutputChecker
from sybil.parsers.markdown import CodeBlockParser, PythonCodeBlockParser, SkipParser

from sleuth.adapters.cli.app import run

settings.register_profile("new", derandomize=False, deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("same", settings.get_profile("new"), derandomize=True, database=None)
settings.register_profile("few", settings.get_profile("same"), max_examples=20)
settings.load_profile("same")

ROOT = Path(__file__).parent
SECONDS = "sleuth/seconds"
PLAIN_TERMINAL = {"COLUMNS": "100", "NO_COLOR": "1", "TERM": "dumb", "PYTHONUTF8": "1"}
SHELL_WORDS = frozenset(("|", "||", "&", "&&", ";", "<", ">", ">>", "2>"))


def commands(block: str) -> Iterator[tuple[str, str]]:
    """The commands of a console block, each with the output shown beneath it."""
    for part in ("\n" + block).split("\n$ ")[1:]:
        command, _, output = part.replace("\\\n", " ").partition("\n")
        yield command.strip(), output


def tidy(text: str) -> str:
    """Without blanks at line ends and blank lines at either end, since neither shows."""
    return "\n".join(line.rstrip() for line in text.splitlines()).strip("\n") + "\n"


def sleuth(words: list[str]) -> tuple[int, str, str]:
    """Run a command line in this process, since another would take a second to start: exit status, stdout, stderr."""
    out, err = io.StringIO(), io.StringIO()
    with (
        patch.dict(os.environ, PLAIN_TERMINAL),
        patch("sys.stdin", io.StringIO()),
        redirect_stdout(out),
        redirect_stderr(err),
    ):
        code = run(words)
    return code, out.getvalue(), err.getvalue()


def run_console(example: Example) -> str | None:
    """Evaluate a console block; what went wrong, or `None`."""
    for command, expected in commands(example.parsed):
        words = shlex.split(command, comments=True)
        if not words or Path(words[0]).name != "sleuth":
            continue
        if shell := SHELL_WORDS.intersection(words):
            return f"$ {command}\nOnly plain commands are run here, without {' '.join(sorted(shell))}"
        code, out, err = sleuth(words[1:])
        if code != 0:
            return f"$ {command}\nexit status {code}\n{out}{err}"
        if expected.strip():
            want, got = tidy(expected), tidy(out)
            checker = OutputChecker()
            if not checker.check_output(want, got, doctest.ELLIPSIS):
                shown = doctest.Example(command, want)
                return f"$ {command}\n{checker.output_difference(shown, got, doctest.ELLIPSIS)}{err}"
    return None


def enter_folder(namespace: dict[str, Any]) -> None:
    folder = tempfile.TemporaryDirectory(prefix="sleuth-docs-")
    namespace["_folder"], namespace["_came_from"] = folder, Path.cwd()
    if (ROOT / "examples").is_dir():
        (Path(folder.name) / "examples").symlink_to(ROOT / "examples")
    os.chdir(folder.name)


def leave_folder(namespace: dict[str, Any]) -> None:
    os.chdir(namespace["_came_from"])
    namespace["_folder"].cleanup()


def pages(path: str, pattern: str, exclude: str | None = None) -> Sybil:
    return Sybil(
        parsers=[
            PythonCodeBlockParser(doctest_optionflags=doctest.ELLIPSIS),
            CodeBlockParser("console", run_console),
            SkipParser(),
        ],
        path=str(ROOT / path),
        pattern=pattern,
        exclude=exclude,
        setup=enter_folder,
        teardown=leave_folder,
    )


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Files with heavy tests come first, so that no process is left with one when the others are done."""
    heavy = {item.path for item in items if item.get_closest_marker("heavy")}
    items.sort(key=lambda item: item.path not in heavy)


class Seconds:
    """What each test took, kept in the cache of pytest; the map of the tests is made from it."""

    def __init__(self, config: pytest.Config) -> None:
        self.config = config
        self.took: defaultdict[str, float] = defaultdict(float)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self.took[report.nodeid] += report.duration

    def pytest_sessionfinish(self) -> None:
        assert self.config.cache is not None
        if self.took:
            kept = self.config.cache.get(SECONDS, {})
            self.config.cache.set(SECONDS, kept | {test: round(took, 3) for test, took in self.took.items()})


def pytest_configure(config: pytest.Config) -> None:
    if not hasattr(config, "workerinput") and config.pluginmanager.hasplugin("cacheprovider"):  # no process of xdist
        config.pluginmanager.register(Seconds(config))


pytest_collect_file = (pages("docs", "*.md") + pages(".", "README.md", exclude="*/README.md")).pytest()
