"""Hostile inputs: whatever is typed, Sleuth answers with a result or with one short line.

Run: `python benchmarks/fuzz.py [--inputs N] [--commands N] [--seed N] [--only WORD]`. It prints a row a parser, shows
the first faults, and exits 1 if there are any.

Inputs are valid texts that were altered (numbers made huge or written in other digits, parts cut, repeated, swapped or
nested deeply), and noise. In process, a fault is any exception but a `SleuthError`, an error of several lines or of
more than `MAX_LINE` signs, and a parser that takes longer than `PATIENCE` seconds. Through the real command it is a
traceback, an exit code that is not documented, or anything but one line on stderr beside an exit code of 2.
"""

from __future__ import annotations

import argparse
import contextlib
import io
import json
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import traceback
import warnings
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from types import FrameType
from typing import Any

from rich.console import Console
from rich.table import Table

from sleuth import app, begin, parse_game, parse_strategy
from sleuth.core.channel import parse_channel
from sleuth.core.errors import SleuthError
from sleuth.core.game import Game
from sleuth.core.game_spec import game_names, parse_table, spec_of
from sleuth.core.history import History
from sleuth.core.kernel_warmup import warm_all
from sleuth.core.limit import Limit
from sleuth.core.progress import silent
from sleuth.core.text import MAX_LINE
from sleuth.games.clue.belief.clue_log import ClueLog
from sleuth.games.clue.belief.formula_text import parse_formula
from sleuth.games.clue.rules.actions import parse_action as parse_card_action
from sleuth.games.clue.rules.editions import Edition
from sleuth.games.clue.rules.myst import Myst
from sleuth.games.clue.rules.transcript import Transcript
from sleuth.games.word_lists import read_words
from sleuth.lab import read_questions
from sleuth.lab.sweep import parse_sweep
from sleuth.play.record import Record
from sleuth.play.tournament import Config, read_results
from sleuth.solve import certify, solve, tree_of
from sleuth.strategies.seat_strategy import parse_seat
from sleuth.strategies.tree import Tree
from sleuth.testing.hostile import Hostile
from sleuth.verify.verification import verify

PATIENCE = 5.0
"""Seconds of this process's own time that one input may take."""
COMMAND_PATIENCE = 120.0
"""Seconds that one command may take: the machine may be busy with others."""
SHOWN = 12

SIZES = {
    "mastermind": "pegs=3,colours=4", "simple-mastermind": "pegs=3,colours=3", "bulls-and-cows": "length=3,symbols=5",
    "fake-coin": "coins=5", "treasure-hunt": "cells=5", "low-middle-high": "numbers=9", "black-box": "size=4,atoms=2",
    "number": "numbers=20", "ulam": "numbers=8", "battleship": "size=4,fleet=2-2", "wordle": "answers={words}",
    "hangman": "words={words},lengths=5",
}  # fmt: skip
"""Small games, so that an input costs little."""
CHANNELS = ("lies:most=1", "half-lies:most=1", "noise:chance=0.1", "fibble")
LYING = ("mastermind@lies:most=1", "bulls-and-cows@noise:chance=0.1", "guess-who@half-lies:most=1", "wordle@fibble",
         "ulam@lies:most=2", "number@lies:most=1,chance=0.2")  # fmt: skip
WORDS = "crane 3\nslate 2.5\npoint\nshout # a comment\ncrate\ntrace\nleast\nstale\n"
STRATEGIES = (
    "entropy", "minimax:ties=entropy+possible+lex", "parts", "size", "random", "hit-probability", "blend:weight=0.2",
    "sharma-mittal:order=1,degree=2", "sharma-mittal:order=inf,degree=-3", "sampled-ises:seconds=0.1",
    "look-ahead:base=(sharma-mittal:order=2,degree=1)", "rollout", "ismcts:prior=entropy,width=5",
    "hit-look-ahead:wide=3", "parts:ties=(sharma-mittal:order=inf,degree=2)+possible", "tree:file={tree}",
    "berlekamp", "word-by-word",
)  # fmt: skip
LOG = """players: Ann 6, Ben 6, Cat 6
me: Ann
hand: Mustard, Plum, Knife, Rope, Hall, Study
Ann: Green, Wrench, Library -> Ben no, Cat shows Wrench
Ben: Plum, Knife, Kitchen -> Cat no, Ann shows Knife
Cat: White, Revolver, Lounge -> Ann no, Ben shows ?
Ann: pass
Ben accuses White, Revolver, Lounge: wrong
"""
TRANSCRIPT = """myst:m=2,n=1,p=3,q=2
hands: 1={s1}; 0={s4,s5}
asks(1,{s2,s3})
shows(2,1,s2)
noguess(1)
endturn(1)
"""
FORMULAS = ("K(3, !h(2,s5))", "C({1,2}, h(0,s1) | h(0,s2))", "E({1,2,3}, true -> !false & (h(1,s1) or h(2,s2)))")
TOML = """name = "small"
trials = 20
seed = 1
agents = ["random", "entropy"]
games = ["fake-coin:coins=9", "mastermind:pegs=3,colours=4"]
"""
TABLES = """name = "two"
seeds = [1, 2]
belief = "auto"
[[games]]
game = "mastermind"
sizes = [{pegs = 3, colours = 4}, {pegs = 2, colours = 3}]
trials = 100
agents = ["entropy", "sharma-mittal:order=2,degree=1"]
"""
FACES = "name,hair,hat\nAda,blond,yes\nBob,black,no\nCat,red,no\n"
PLAYS = 'play,history,question\n1,,001\n1,001=1.0,010\n2,"001=0.1;010=1.0",123\n'
LAB = "subject;trial;guess;answer\na;1;5;lower\na;1;2;higher\nb;1;7;higher\n"
GAME_FILE = '''from dataclasses import dataclass
from sleuth import Game

@dataclass(frozen=True)
class Coin(Game):
    """Guess a side."""

    sides: int = 4

    def secrets(self):
        return range(self.sides)

    def feedback(self, action, secret):
        return (action > secret) - (action < secret)
'''
BODIES: dict[str, dict[str, Any]] = {
    "Assist": {"game": "mastermind:pegs=2,colours=3", "history": "01=1.0", "strategy": "entropy"},
    "PossibleAnswers": {"game": "number:numbers=9", "action": "5", "history": "3=higher"},
    "Feedback": {"game": "bulls-and-cows:length=3,symbols=5", "action": "012", "secret": "123", "history": ""},
    "GradeHistory": {"game": "mastermind:pegs=2,colours=3", "history": "01=1.0;02=2.0"},
    "Start": {"game": "number:numbers=9", "oracle": "truthful", "strategy": "entropy", "seed": 1},
    "ClueAssist": {"log": LOG, "shows": "repeat", "seed": 3},
    "MystValue": {"m": 2, "n": 2, "q": 1, "bluff": False},
}


@dataclass
class Parser:
    """What is read from text, and texts that it reads."""

    name: str
    read: Callable[[str], object]
    samples: Sequence[str]
    stoppable: bool = False
    """Whether real work may follow, which a server stops in time: then only what is raised counts."""
    inputs: int = 0
    faults: list[tuple[str, str]] = field(default_factory=list)


class SlowError(BaseException):
    """The input took too long. No `Exception`, so that nobody swallows it."""


def judge(parser: Parser, text: str) -> None:
    """Give a parser one input, and note what it does wrong."""
    parser.inputs += 1
    signal.setitimer(signal.ITIMER_PROF, PATIENCE)
    try:
        parser.read(text)
    except SleuthError as error:
        line = str(error)
        if len(line) > MAX_LINE or not line.isprintable() or not line:
            parser.faults.append((text, f"an error of {len(line)} signs: {line[:200]!r}"))
    except SlowError:
        if not parser.stoppable:
            parser.faults.append((text, f"took more than {PATIENCE:g} seconds"))
    except BaseException as error:
        if isinstance(error, KeyboardInterrupt):
            raise
        last = traceback.extract_tb(error.__traceback__)[-1]
        parser.faults.append((text, f"{type(error).__name__}: {str(error)[:100]} ({last.filename}:{last.lineno})"))
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)


def _stop(number: int, frame: FrameType | None) -> None:
    raise SlowError


# What is read.


def parsers(folder: Path) -> Iterator[Parser]:
    """Every parser, with texts that it reads."""
    words, tree = folder / "words.txt", folder / "tree.json"
    words.write_text(WORDS, encoding="utf-8")
    solution = solve(parse_game("mastermind:pegs=2,colours=3"))
    tree_of(solution, certify(solution)).save(tree)
    games = {name: small(name).format(words=words) for name in game_names()}
    specs = [*games.values(), *(f"{games[name]}@{channel}" for name, _, channel in (s.partition("@") for s in LYING))]
    yield Parser("specs of games", lambda text: spec_of(parse_game(text)), [*specs, "game.py:Class:size=3"])
    yield Parser("specs of channels", parse_channel, CHANNELS)
    strategies = [spec.format(tree=tree) for spec in STRATEGIES]
    start = begin(parse_game("mastermind:pegs=2,colours=3"))
    yield Parser("specs of strategies", lambda text: str(parse_strategy(text)), strategies)
    yield Parser("strategies that decide", lambda text: decided(text, start), strategies, stoppable=True)
    for spec in specs:
        yield from of_game(parse_game(spec))
    yield Parser("records", Record.parse, records(start.game))
    yield Parser("trees", lambda text: Tree.parse(text, "tree"), [tree.read_text(encoding="utf-8")])
    yield Parser("trees and certificates", in_file(folder / "a.json", verify), [tree.read_text(encoding="utf-8")])
    yield Parser("logs of Clue", lambda text: str(ClueLog.parse(text)), [LOG, LOG.partition("me:")[0]])
    yield Parser("editions of Clue", Edition.parse, ["suspect: Green, White\nweapon: Rope, Knife\n"])
    myst = Myst(2, 1, 3, 2)
    yield Parser("formulas of MYST", lambda text: parse_formula(myst, text), FORMULAS)
    yield Parser("actions of MYST", lambda text: parse_card_action(myst, text), TRANSCRIPT.splitlines()[2:])
    yield Parser("logs of MYST", Transcript.parse, [TRANSCRIPT])
    yield Parser("games of several players", parse_table, ["myst:m=2,n=1,p=3,q=2", "clue:hands=6-6-6"])
    yield Parser(
        "players at a table", parse_seat, ["race:gain=0.5,margin=1", "entropy", "ismcts:rounds=10", "most-likely"]
    )
    yield Parser("tournaments", lambda text: str(Config.parse(text)), [TOML, TABLES])
    yield Parser("sweeps", parse_sweep, ["pegs=2..4", "colours=3,4,6"])
    plays = parse_game("mastermind:pegs=3,colours=4")
    read_plays = in_file(folder / "plays.csv", lambda path: read_questions([path], plays))
    yield Parser("tables of plays", read_plays, [PLAYS])
    read_faces = in_file(folder / "faces.csv", lambda path: list(parse_game(f"guess-who:faces={path}").actions()))
    yield Parser("tables of faces", read_faces, [FACES])
    yield Parser("lists of words", in_file(folder / "list.txt", read_words), [WORDS])
    yield Parser("game files", game_file(folder), [GAME_FILE])
    yield Parser("results files", in_file(folder / "results.db", read_results), ["SQLite format 3\0" + "x" * 100])
    for name, read in (
        ("names of records", Record.read),
        ("names of trees", Tree.read),
        ("names of results", read_results),
        ("names of configs", Config.read),
        ("names of logs", ClueLog.read),
        ("names of word lists", read_words),
        ("names of editions", Edition.read),
        ("names of game files", lambda text: parse_game(f"{text}.py")),
    ):
        yield Parser(name, read, [str(folder / "nothing.txt"), str(folder), "../../x", "a/b/c.py:Class"])
    yield from of_requests()


def small(name: str) -> str:
    """The spec of a small game of this name."""
    return f"{name}:{SIZES[name]}" if name in SIZES else name


def of_game(game: Game) -> Iterator[Parser]:
    """Actions, secrets, answers and histories of one game."""
    start = begin(game)
    rng = random.Random(1)
    asked = rng.sample(list(start.actions), 3) if len(start.actions) > 3 else list(start.actions)
    secret = start.candidates(1)[0]
    actions = [game.format_action(action) for action in asked]
    answers = [game.format_feedback(game.feedback(action, secret)) for action in asked]
    steps = [f"{action}={answer}" for action, answer in zip(actions, answers, strict=True)]

    def observed(text: str) -> object:
        return start.observe_all(History.parse(game, text))

    yield Parser(f"{game.name}: actions", game.parse_action, actions)
    yield Parser(f"{game.name}: secrets", game.parse_secret, [game.format_secret(secret)])
    yield Parser(f"{game.name}: answers", lambda text: game.parse_feedback(text, asked[0]), answers)
    yield Parser(f"{game.name}: histories", observed, [*steps, ";".join(steps)])


def records(game: Game) -> list[str]:
    """A play that goes on, and one that is over."""
    history = History.parse(game, "01=0.1;10=2.0")
    secret = game.parse_secret("10")
    return [str(Record(game, history, secret=secret, solved=solved)) for solved in (True, False)]


def decided(text: str, info: Any) -> object:
    """What a strategy asks."""
    return parse_strategy(text).decide(info, limit=Limit(seconds=0.2, nodes=1000, samples=1000)).reasons


def in_file(path: Path, read: Callable[[Path], object]) -> Callable[[str], object]:
    """A parser of files, as one of texts."""

    def written(text: str) -> object:
        path.write_bytes(text.encode("utf-8", "surrogatepass"))
        return read(path)

    return written


def game_file(folder: Path) -> Callable[[str], object]:
    """Each text is a file of its own, since a file is loaded once. What it prints is not wanted here."""
    numbers = iter(range(10**9))

    def load(text: str) -> object:
        path = folder / f"game{next(numbers)}.py"
        path.write_bytes(text.encode("utf-8", "surrogatepass"))
        try:
            with contextlib.redirect_stdout(io.StringIO()), warnings.catch_warnings(action="ignore"):
                return str(parse_game(str(path)))
        finally:
            path.unlink()

    return load


def of_requests() -> Iterator[Parser]:
    """Bodies of requests, as the routes read them and as the workers answer them; without the extra `web`, none."""
    try:
        from pydantic import ValidationError

        from sleuth.adapters.api.requests import body_of
        from sleuth.adapters.service.limits import SERVED
        from sleuth.app.perform import perform_afar
    except ImportError:
        return

    def answered(kind: type[Any], text: str) -> object:
        try:
            body = body_of(kind).model_validate_json(text.encode("utf-8", "surrogatepass"))
        except ValidationError:
            return None  # refused, as 422
        try:
            return perform_afar(kind(**body.model_dump()), SERVED)
        except (MemoryError, RecursionError):
            return None  # told in a sentence by the workers

    for name, sample in BODIES.items():
        kind = getattr(app, name)
        texts = [json.dumps(sample), json.dumps(sample, ensure_ascii=False)]
        yield Parser(f"requests: {kind.__name__}", partial(answered, kind), texts, stoppable=True)


# The real command.


def commands(folder: Path) -> list[tuple[str, Sequence[str], Callable[[str], list[str]]]]:
    """Command lines with a place for a hostile text: what it is, valid texts, and the line."""

    def file(name: str, line: list[str]) -> Callable[[str], list[str]]:
        def made(text: str) -> list[str]:
            handle, path = tempfile.mkstemp(dir=folder, suffix=name)
            os.write(handle, text.encode("utf-8", "surrogatepass"))
            os.close(handle)
            return [part.replace("FILE", path) for part in line]

        return made

    log = folder / "log.txt"
    log.write_text(TRANSCRIPT, encoding="utf-8")
    game, tree = "mastermind:pegs=2,colours=3", (folder / "tree.json").read_text(encoding="utf-8")
    plays = records(parse_game(game))
    specs = [small(name) for name in game_names() if name not in ("wordle", "hangman")]
    return [
        ("assist GAME", specs, lambda text: ["assist", text, "--history", "", "--json"]),
        ("assist --history", ["01=1.0;02=0.1"], lambda text: ["assist", game, "--history", text, "--json"]),
        ("assist --strategy", STRATEGIES[:6], lambda text: ["assist", game, "--history", "", "--strategy", text]),
        ("evaluate --first", ["01"], lambda text: ["evaluate", game, "--first", text, "--json"]),
        ("evaluate --seed", ["7"], lambda text: ["evaluate", game, "--seed", text]),
        ("watch --secret", ["12"], lambda text: ["watch", game, "--secret", text]),
        ("solve --seconds", ["2.5"], lambda text: ["solve", game, "--seconds", text]),
        ("analyse --sweep", ["pegs=2..9999"], lambda text: ["analyse", game, "--sweep", text + "=,"]),
        ("check FILE.py", [GAME_FILE], file(".py", ["check", "FILE"])),
        ("verify FILE", [tree], file(".json", ["verify", "FILE", "--json"])),
        ("replay FILE", plays, file(".txt", ["replay", "FILE"])),
        ("grade FILE", plays, file(".txt", ["grade", "FILE", "--json"])),
        ("fit FILE", [PLAYS], file(".csv", ["fit", "FILE", "--game", "number:numbers=9", "--resamples", "100"])),
        ("moves FILE", [LAB], file(".csv", ["moves", "FILE", "--game", "number:numbers=9", "--skip-bad", "--json"])),
        ("tournament run FILE", ["trials = 1\nagents=['random']\ngames=['number:numbers=5']\n"],
         file(".toml", ["tournament", "run", "FILE", "--out", "FILE.db", "--workers", "0"])),
        ("tournament report NAME", ["results.db"], lambda text: ["tournament", "report", text]),
        ("myst check FORMULA", FORMULAS, lambda text: ["myst", "check", text, "--log", str(log)]),
        ("myst check --log", [TRANSCRIPT], file(".txt", ["myst", "check", "h(0,s1)", "--log", "FILE"])),
        ("reproduce PAPER", ["bart"], lambda text: ["reproduce", text + "?"]),
        ("any command", ["games", "strategies", "evaluate number --numbers 5"], lambda text: text.split() or [""]),
    ]  # fmt: skip


def run_command(line: list[str], folder: Path) -> str | None:
    """Run the real command; what was wrong with what it did, or `None`."""
    program = shutil.which("sleuth", path=str(Path(sys.executable).parent)) or "sleuth"
    arguments = [part.replace("\0", "").encode("utf-8", "surrogatepass") for part in line]
    try:
        done = subprocess.run(
            [program.encode(), *arguments],
            cwd=folder, env={**os.environ, "PYTHONWARNINGS": "ignore"}, stdin=subprocess.DEVNULL, capture_output=True,
            timeout=COMMAND_PATIENCE, check=False,
        )  # fmt: skip
    except subprocess.TimeoutExpired:
        return f"took more than {COMMAND_PATIENCE:g} seconds"
    told = done.stderr.decode("utf-8", "replace")
    if "Traceback" in told:
        return f"a traceback: {told.strip().splitlines()[-1][:200]}"
    allowed = (0, 1, 2) if line[:1] == ["verify"] else (0, 2)
    if done.returncode not in allowed:
        return f"exit code {done.returncode}: {told[:200]!r}"
    lines = told.splitlines()
    if done.returncode == 2 and (len(lines) != 1 or len(lines[0]) > MAX_LINE + 100):
        return f"{len(lines)} lines on stderr, {len(told)} signs: {told[:200]!r}"
    if done.returncode == 2 and "--json" in line and set(json.loads(done.stdout)) != {"error"}:
        return f"not one JSON object: {done.stdout[:200]!r}"
    return None


def throw_commands(number: int, hostile: Hostile, folder: Path) -> list[Parser]:
    """Hostile command lines, two at a time."""
    kinds = commands(folder)
    rows = [Parser(f"command: {name}", str, samples) for name, samples, _ in kinds]
    lines = []
    for place in range(number):
        row, (_, samples, made) = rows[place % len(rows)], kinds[place % len(rows)]
        text = hostile.near(samples)[:100_000]
        lines.append((row, text, made(text)))
    with ThreadPoolExecutor(2) as pool:
        for (row, text, _), fault in zip(lines, pool.map(lambda job: run_command(job[2], folder), lines), strict=True):
            row.inputs += 1
            if fault is not None:
                row.faults.append((text, fault))
    return rows if number else []


def main() -> int:
    """Throw everything; 1 if anything was wrong."""
    options = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    options.add_argument("--inputs", type=int, default=50_000)
    options.add_argument("--commands", type=int, default=500)
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--only", default="", help="parsers whose name has this in it")
    given = options.parse_args()
    signal.signal(signal.SIGPROF, _stop)
    warm_all(silent)  # no input waits for the compiler
    console, hostile = Console(width=120), Hostile(given.seed)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        rows = [parser for parser in parsers(folder) if given.only in parser.name]
        before = Path.cwd()
        os.chdir(folder)  # names that come out of it must not meet anybody's files
        try:
            for number in range(given.inputs if rows else 0):
                parser = rows[number % len(rows)]
                judge(parser, hostile.near(parser.samples))
            rows += throw_commands(given.commands, hostile, folder)
        finally:
            os.chdir(before)
    counts: dict[str, list[int]] = {}
    for parser in rows:
        for name in (parser.name.partition(":")[0], "all"):
            count = counts.setdefault(name, [0, 0])
            count[0] += parser.inputs
            count[1] += len(parser.faults)
    table = Table("parser", "inputs", "faults", box=None)
    for name, (inputs, wrong) in sorted(counts.items(), key=lambda item: item[0] == "all"):
        table.add_row(name, f"{inputs:,}", f"{wrong:,}")
    console.print(table)
    faults = [(parser.name, text, fault) for parser in rows for text, fault in parser.faults]
    for where, text, fault in faults[:SHOWN]:
        console.print(f"\n{where}\n  {text[:300]!r}\n  {fault}", markup=False)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
