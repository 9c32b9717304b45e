"""The commands and their errors: one clear line, exit code 2, no traceback."""

from __future__ import annotations

import _thread
import gc
import os
import signal
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from io import TextIOWrapper
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from sleuth import __version__
from sleuth.adapters.cli import (
    bench,
    clue,
    doctor,
    interactive,
    lab,
    lab_data,
    listings,
    myst,
    new,
    options,
    prove,
    reports,
    serve,
    simulate,
    solve,
    tournament,
)
from sleuth.adapters.cli.game_command import GameCommand
from sleuth.adapters.cli.screen import complain
from sleuth.core.errors import SAMPLE, SleuthError

Command = Callable[..., None]
COMMANDS: tuple[Command, ...] = (
    listings.games, listings.rules, listings.strategies, interactive.play, interactive.assist, reports.watch,
    reports.evaluate, reports.replay, reports.check, reports.warmup, doctor.doctor, reports.tour, lab.analyse,
    lab.grade, lab_data.fit, lab_data.moves, lab.reproduce, solve.solve, solve.tree, solve.verify, prove.prove,
    listings.schema, serve.serve,
)  # fmt: skip
TAKE_FLAGS = (
    listings.rules, interactive.play, interactive.assist, reports.watch, reports.evaluate, reports.check, lab.analyse,
    solve.solve, prove.prove,
)  # fmt: skip
"""Commands that take a game's parameters as flags."""
GROUPS: dict[str, tuple[str, tuple[Command, ...]]] = {
    "bench": (
        "The suite: games x sizes x secrets, played by a strategy or a language model (`sleuth bench AGENT`).",
        (bench.run, bench.resume, bench.report, bench.record, bench.suite),
    ),
    "new": ("Files to begin with: a game, an agent, or a package with a game.", (new.game, new.agent, new.plugin)),
    "tournament": (
        "Agents against each other: games x sizes x agents x trials, into one results file.",
        (tournament.run, tournament.resume, tournament.report, tournament.record, simulate.seats),
    ),
    "myst": (
        "MYST: m cards in a pile, n in each of p hands, questions of q cards.",
        (myst.value, myst.solvable, myst.check, myst.simulate),
    ),
    "clue": ("Clue: who has what, from a log that you type.", (clue.assist, clue.play, clue.review, clue.simulate)),
}
"""The help and the commands of each group."""
GROUP_KINDS: dict[str, type[TyperGroup]] = {"bench": bench.BenchGroup}
"""Groups that read their words in another way."""
AGAIN_SECONDS = 0.02
"""So long after it was lost, Ctrl-C comes again."""


class _Stopped(Exception):
    """Ctrl-C. Newer versions of Typer would leave with its exit code, and without a word."""


class _Commands(TyperGroup):
    def invoke(self, ctx: Any) -> Any:
        try:
            return super().invoke(ctx)
        except KeyboardInterrupt:
            raise _Stopped from None


app = typer.Typer(
    name="sleuth",
    cls=_Commands,
    help="Deduction games: play them, get help, and measure who plays them best.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"]},
)
for command in COMMANDS:
    if command in TAKE_FLAGS:
        app.command(cls=GameCommand, context_settings=options.FLAGS)(command)
    else:
        app.command()(command)
for name, (about, commands) in GROUPS.items():
    kind = GROUP_KINDS.get(name, TyperGroup)
    group = typer.Typer(name=name, cls=kind, help=about, no_args_is_help=True, rich_markup_mode=None)
    for command in commands:
        group.command()(command)
    app.add_typer(group)

# Newer versions of Typer bring their own copy of Click, so the class is found through what Typer exports.
USAGE_ERROR: Any = next(cls for cls in typer.BadParameter.__mro__ if cls.__name__ == "ClickException")


def _version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"sleuth {__version__}")
        raise typer.Exit


@app.callback()
def root(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Show the version.")
    ] = False,
) -> None:
    """Deduction games: play them, get help, and measure who plays them best."""


def hear_lost_interrupts() -> None:
    """Have Ctrl-C once more where it was lost: in a finaliser or a callback Python tells of it, and goes on."""
    usual = sys.unraisablehook

    def hear(lost: Any) -> None:
        if not issubclass(lost.exc_type, KeyboardInterrupt):
            usual(lost)
            return
        again = threading.Timer(AGAIN_SECONDS, _interrupt)
        again.daemon = True
        with suppress(RuntimeError):  # no thread begins where the program ends anyway
            again.start()

    sys.unraisablehook = hear


def _interrupt() -> None:
    """Interrupt the main thread, where that can be done also while it waits."""
    if sys.platform == "win32":
        _thread.interrupt_main()
    else:
        signal.pthread_kill(threading.main_thread().ident or 0, signal.SIGINT)


def main() -> None:
    """Run the command line, and leave with its exit code."""
    hear_lost_interrupts()
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")  # a name that no screen can print is no reason to stop
    gc.set_threshold(100_000, 50, 100)  # what a start makes stays: to look for garbage in it takes a twentieth of it
    os.environ.setdefault("PYTHONSAFEPATH", "1")  # no file of the working folder stands in for a module in our workers
    sys.exit(run(sys.argv[1:]))


def run(arguments: list[str]) -> int:
    """Run one command line; what a person did wrong is one line on stderr and exit code 2."""
    as_json = "--json" in arguments
    try:
        code = app(arguments, prog_name="sleuth", standalone_mode=False)
        return code if isinstance(code, int) else 0
    except typer.Exit as stop:
        return stop.exit_code
    except USAGE_ERROR as error:
        command = getattr(getattr(error, "ctx", None), "command_path", "sleuth")
        return complain(f"{error.format_message()} (see `{command} --help`)", as_json)
    except SleuthError as error:
        return complain(str(error), as_json)
    except (KeyboardInterrupt, typer.Abort, _Stopped):
        print("sleuth: stopped", file=sys.stderr)
        return 130
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except MemoryError:
        return complain(f"out of memory; make the game smaller, or {SAMPLE}", as_json)
    except (Exception, SystemExit) as error:
        from sleuth.app.errors import place_in_file

        if place := place_in_file(error):
            return complain(f"{place}: {type(error).__name__}: {error}", as_json)
        if isinstance(error, OSError):
            return complain(f"{error.strerror or error}{f': {error.filename}' if error.filename else ''}", as_json)
        raise
