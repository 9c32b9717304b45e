"""Where the command line writes: results to stdout, everything said along the way to stderr."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager, suppress
from threading import Timer
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar

from sleuth import app
from sleuth.core.text import one_line
from sleuth.kernels.compiling import announce, compiling_text

if TYPE_CHECKING:
    from rich.console import Console, RenderableType

    from sleuth.core.progress import Progress

PATIENCE = 1.0
"""Seconds before a progress bar appears."""
THINKING = "thinking"
EVERY_SECONDS = 10.0
"""How often a plain line tells how far it is, where no bar can be drawn and somebody asked for it."""

T = TypeVar("T")
Lines: TypeAlias = "Iterable[RenderableType]"
"""What is shown of a result, one thing after the other."""


class Screen:
    """One command's output. With `--json`, stdout holds exactly one JSON object."""

    def __init__(self, as_json: bool) -> None:
        self.as_json = as_json
        announce(lambda kept: self.say(compiling_text(kept)))

    @property
    def out(self) -> Console:
        """Results; with `--json`, people are told on stderr instead."""
        return _console(self.as_json)

    @property
    def err(self) -> Console:
        """What is said along the way."""
        return _console(True)

    def show(self, *things: RenderableType) -> None:
        """Show results to a person."""
        out = self.out
        for thing in things:
            out.print(thing, markup=False)

    def say(self, text: str, style: str = "") -> None:
        """A line to a person, on stderr."""
        self.err.print(text, markup=False, style=style or None, soft_wrap=True)

    def ask(self, prompt: str) -> str | None:
        """A line from the person; `None` at the end of the input."""
        try:
            if sys.stdin.isatty() and not self.as_json:
                with suppress(ImportError):  # Windows has none, and needs none
                    import readline  # noqa: F401  (arrow keys and history at the prompt)
                return input(prompt).strip()
            print(prompt, end="", file=sys.stderr, flush=True)
            return input().strip()
        except EOFError:
            return None

    def json(self, value: dict[str, Any]) -> None:
        """The one JSON object."""
        _write_json(value)

    def report(self, request: app.Request, lines: Callable[[Any], Lines], plain: bool = False) -> Any:
        """Serve a request, then show the lines of its result, or write it as JSON; `plain` as for `progress`."""
        with self.progress(plain) as progress:
            result = app.perform(request, progress=progress)
        self.write(result, lines)
        return result

    def write(self, result: Any, lines: Callable[[Any], Lines]) -> None:
        """A result as lines for a person, or as the one JSON object."""
        if self.as_json:
            self.json(result.as_json())
        else:
            self.show(*lines(result))

    def progress(self, plain: bool = False) -> AbstractContextManager[Progress]:
        """A progress bar on stderr, once the work takes longer than a second; `plain` lines where there is no bar."""
        return _Lines(self) if plain and not sys.stderr.isatty() else _Bar(self)

    @contextmanager
    def waiting(self, what: str) -> Iterator[None]:
        """A moving sign on stderr, once work that cannot count itself takes longer than a second."""
        if not sys.stderr.isatty():
            yield
            return
        status = self.err.status(what)
        timer = Timer(PATIENCE, status.start)
        timer.daemon = True
        timer.start()
        try:
            yield
        finally:
            timer.cancel()
            timer.join()
            status.stop()

    def each(self, items: Iterable[T], what: str) -> Iterator[T]:
        """The items, with `waiting` while the next one is made."""
        source = iter(items)
        while True:
            with self.waiting(what):
                item = next(source, None)
            if item is None:
                return
            yield item


def _console(stderr: bool) -> Console:
    from rich.console import Console

    return Console(stderr=stderr, highlight=False, emoji=False)  # a `:key:` in what a game writes is no picture


def _write_json(value: Mapping[str, Any]) -> None:
    """One line on stdout; where that takes no UTF-8, as a pipe on Windows may, all else is written as JSON escapes."""
    unicode = (getattr(sys.stdout, "encoding", None) or "utf-8").lower().startswith("utf")
    sys.stdout.write(json.dumps(value, ensure_ascii=not unicode, default=_plain) + "\n")
    sys.stdout.flush()


def _plain(value: Any) -> Any:
    return value.item() if hasattr(value, "item") else str(value)


class _Bar:
    """Draws nothing until work is slow, and nothing at all where nobody could see it move."""

    def __init__(self, screen: Screen) -> None:
        self._screen, self._began = screen, time.monotonic()
        self._bar: Any = None
        self._task: Any = None

    def __call__(self, what: str, done: float, total: float) -> None:
        if not sys.stderr.isatty() or (self._bar is None and time.monotonic() - self._began < PATIENCE):
            return
        if self._bar is None:
            from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

            columns = (TextColumn("{task.description}", markup=False), BarColumn(), TimeRemainingColumn())
            self._bar = Progress(*columns, console=self._screen.err, transient=True)
            self._task = self._bar.add_task(what, total=total)
            self._bar.start()
        self._bar.update(self._task, description=what, completed=done, total=total)

    def __enter__(self) -> Progress:
        return self

    def __exit__(self, *error: object) -> None:
        if self._bar is not None:
            self._bar.stop()


class _Lines:
    """A line now and then, for a log."""

    def __init__(self, screen: Screen) -> None:
        self._screen, self._told = screen, 0.0

    def __call__(self, what: str, done: float, total: float) -> None:
        now = time.monotonic()
        if done < total and now - self._told >= EVERY_SECONDS:
            self._told = now
            self._screen.say(f"{what}: {done / total:.0%}")

    def __enter__(self) -> Progress:
        return self

    def __exit__(self, *error: object) -> None:
        pass


def complain(message: str, as_json: bool, more: Mapping[str, Any] | None = None) -> int:
    """One line on stderr, with `--json` also as a JSON object, beside what else there is to tell; the exit code."""
    line = one_line(" ".join(message.split()))
    print(f"sleuth: {line}", file=sys.stderr)
    if as_json:
        _write_json({**(more or {}), "error": line})
    return 2
