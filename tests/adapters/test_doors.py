"""The command line as a door: every command hands the room `app` the request that its words say, and prints its JSON.

The room is closed here: it keeps what it is handed and answers with something that stands for any result. So all
options of all commands are tried with values of every kind; whole answers are compared in `tests/frozen`.
"""

from __future__ import annotations

import importlib
import inspect
import io
import json
import pkgutil
from collections.abc import Callable, Iterator, Mapping
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from types import SimpleNamespace
from typing import Any, get_args, get_type_hints
from unittest.mock import ANY, call, patch

import pytest
import typer
from hypothesis import Phase, given, settings
from hypothesis import strategies as st
from tests.adapters.request_values import ACTIONS, TEXTS, WORDS, defaults, hints, plain_fields, plain_value, values
from tests.app.test_architecture import rows
from tests.trials import trials

from sleuth import app, referee
from sleuth.adapters.cli import app as cli
from sleuth.app.checks import Check, ReplayRecord, Verify, Warmup
from sleuth.app.doctor import Doctor
from sleuth.app.lab import Reproduce
from sleuth.app.listings import GameRules, StrategyList
from sleuth.app.new import NewAgent, NewGame, NewPlugin
from sleuth.app.play_files import FitPlayer, PlayMoves
from sleuth.app.prove import ProofTable, Prove
from sleuth.app.requests import (
    Analyse,
    Assist,
    ClueAssist,
    ClueReview,
    Evaluate,
    Grade,
    GradeHistory,
    MystCheck,
    MystSolvable,
    MystValue,
    QuestionParts,
    Request,
    Solve,
    Start,
    Story,
    StoryOfHistory,
    TableBegin,
    TableReview,
    TableSimulate,
    TableSpec,
    TableWatch,
    Watch,
)
from sleuth.app.rows import ReadRows
from sleuth.app.schema import request_kinds
from sleuth.app.tournament import TournamentRecord, TournamentReport, TournamentResume, TournamentRun
from sleuth.app.trees import DrawTree
from sleuth.app.watch import Tour
from sleuth.core.errors import SleuthError
from sleuth.core.game_spec import parse_table
from sleuth.referee.bench_play import BenchTerms
from sleuth.referee.bench_store import BenchResults

RECORD = (
    "sleuth record 1\ngame: mastermind:pegs=2,colours=3\nplayer: entropy\noracle: human\n1: {} = 2.0\nresult: solved\n"
)
FILES = {
    "one.record": RECORD.format("01"),
    "other.record": RECORD.format("20"),
    "one.rows": "01=0.1\n12=2.0",
    "other.rows": "20=2.0",
    "one.log": "players: Ann 6, Ben 6, Cat 6\nAnn: Plum, Rope, Hall -> none\n",
    "logs/other.log": "players: Ann 6, Ben 6, Cat 6\n",
    "table.record": "sleuth table 1\ngame: myst:m=2,n=1,p=3,q=2\n",
}
"""Files that commands read before they make a request; what the room alone reads need not be there."""
ERROR = SleuthError("this is what the room says to everything")
ANSWER = {"said": "this is what the room says to everything", "contradiction": None}
Given = Mapping[str, Any]
"""The parameters of a command by name, as given or as they are unless given."""


def files(*names: str) -> st.SearchStrategy[str]:
    return st.sampled_from(names)


def content(name: str) -> Callable[[Given], Any]:
    """The text of the file that a parameter names."""
    return lambda given: Path(given[name]).read_text(encoding="utf-8")


def mebibytes(given: Given) -> int:
    return int(given["memory"]) << 20


def clue_game(given: Given) -> str:
    return str(
        parse_table("clue:players={seats},drawn_rooms={drawn_rooms},edition={edition},public={public}".format(**given))
    )


def own(name: str) -> Callable[[Given], Any]:
    """A parameter that has another name than its field."""
    return lambda given: given[name]


def table(given: Given) -> str:
    return str(parse_table(given["game"]))


def rows_of(given: Given) -> str:
    return ";".join(Path(given["file"]).read_text(encoding="utf-8").split())


def joined(given: Given) -> str:
    return "\n".join(given["suppose"] or ())


def listed(name: str) -> Callable[[Given], Any]:
    return lambda given: tuple(given[name] or ())


@dataclass(frozen=True)
class Line:
    """A command that makes a request, and where its words are not those of the request: all else goes by its name."""

    command: str
    kind: type[Request]
    always: tuple[str, ...] = ()
    """Options without which it is another request, or none."""
    never: tuple[str, ...] = ()
    """Options that another request is made with, or that the command keeps for itself."""
    draws: Mapping[str, st.SearchStrategy[Any]] = field(default_factory=dict)
    """Values of parameters that are no field, or that are read before there is a request."""
    fields: Mapping[str, Callable[[Given], Any]] = field(default_factory=dict)
    """Fields that are not the parameter of their name."""
    shows: bool = True
    """Whether what it prints is the result alone, as the room gives it."""
    serves: tuple[type[Request], ...] = ()
    """Requests that are served before, since this one is made of what they give."""


RECORDS, LOGS, WHOLE = files("one.record", "other.record"), files("one.log", "logs/other.log"), st.integers(2, 5)
EDITIONS = st.sampled_from(["classic", "classic-uk", "classic-orchid"])
CLUE = {"seats": WHOLE, "drawn_rooms": st.booleans(), "edition": EDITIONS, "public": st.sampled_from([0, 6])}
SEEN = {"record": content("file")}
NAMES = st.lists(TEXTS, min_size=1, max_size=3)
TABLES = st.sampled_from(WORDS[TableSpec])
LINES = (
    Line("rules", GameRules),
    Line("strategies", StrategyList, shows=False),
    Line(
        "play", TableBegin, ("game",), ("secret", "oracle", "belief", "record", "resume"),
        {"game": TABLES, "strategy": TEXTS},
        {"game": table, "opponents": lambda given: (given["strategy"],) if given["strategy"] else ()}, shows=False,
    ),
    Line("assist", Assist, ("game", "history"), ("action", "record", "resume")),
    Line("assist", QuestionParts, ("game", "action"), ("strategy", "record", "resume")),
    Line(
        "assist", ClueAssist, ("game", "history"), ("action", "strategy", "belief", "record", "resume"),
        {"game": st.just("clue"), "history": st.just(FILES["one.log"].strip().replace("\n", ";"))},
        {"log": lambda given: given["history"].replace(";", "\n")},
    ),
    Line("watch", Watch, never=("record",)),
    Line(
        "watch", TableWatch, never=("secret", "oracle", "belief", "record"), shows=False,
        draws={"game": TABLES, "strategy": TEXTS},
        fields={"game": table, "players": lambda given: given["strategy"] or ""},
    ),
    Line("evaluate", Evaluate),
    Line("replay", ReplayRecord, draws={"file": RECORDS}, fields=SEEN, shows=False),
    Line("check", Check),
    Line("warmup", Warmup),
    Line("doctor", Doctor),
    Line("tour", Tour),
    Line("analyse", Analyse),
    Line("grade", Grade, never=("story", "game"), draws={"file": RECORDS}, fields=SEEN),
    Line("grade", Story, ("story",), ("game", "belief", "seed"), {"file": RECORDS, "story": st.just(True)}, SEEN),
    Line(
        "grade", ReadRows, ("game",), ("story", "belief", "seed"), {"file": files("one.rows", "other.rows")},
        {"text": content("file")}, shows=False,
    ),
    Line(
        "grade", GradeHistory, ("game",), ("story", "belief", "seed"), {"file": files("one.rows", "other.rows")},
        {"history": rows_of}, serves=(ReadRows,),
    ),
    Line(
        "grade", StoryOfHistory, ("game", "story"), ("belief", "seed"),
        {"file": files("one.rows", "other.rows"), "story": st.just(True)},
        {"history": rows_of, "secret": lambda _: ""}, serves=(ReadRows,),
    ),
    Line(
        "grade", TableReview, never=("story", "game", "belief", "seed"), draws={"file": st.just("table.record")},
        fields=SEEN,
    ),
    Line("fit", FitPlayer),
    Line(
        "moves", PlayMoves, draws={"each_option": st.booleans(), "criteria": st.sampled_from(["a", "b,c", "b, c,d"])},
        fields={
            "options": own("each_option"),
            "criteria": lambda given: (
                tuple(given["criteria"].replace(" ", "").split(",")) if given["criteria"] else PlayMoves.criteria
            ),
        },
    ),
    Line("reproduce", Reproduce),
    Line("solve", Solve, draws={"memory": st.integers(1, 9999)}, fields={"memory": mebibytes}),
    Line("tree", DrawTree),
    Line("verify", Verify),
    Line(
        "prove", Prove, ("game", "store"), ("report",),
        {"memory": st.integers(1, 9999), "first": st.lists(st.sampled_from(ACTIONS), min_size=1, max_size=3)},
        {"memory": mebibytes, "first": listed("first")},
    ),
    Line(
        "prove", ProofTable, ("report", "store"), draws={"report": st.just(True)},
        never=("game", "bound", "first", "exact", "within", "only_possible", "workers", "cluster", "seconds", "memory",
               "certificate"),
    ),
    Line("new game", NewGame),
    Line("new agent", NewAgent),
    Line("new plugin", NewPlugin),
    Line("tournament run", TournamentRun),
    Line("tournament resume", TournamentResume),
    Line("tournament report", TournamentReport),
    Line("tournament record", TournamentRecord),
    Line("tournament seats", TableSimulate),
    Line("myst value", MystValue),
    Line("myst solvable", MystSolvable),
    Line("myst check", MystCheck, draws={"log": LOGS}, fields={"log": content("log")}),
    Line(
        "myst simulate", TableSimulate, draws=dict.fromkeys("mnpq", WHOLE),
        fields={"game": lambda given: "myst:m={m},n={n},p={p},q={q}".format(**given)},
    ),
    Line(
        "clue play", TableBegin, draws={**CLUE, "players": NAMES}, shows=False,
        fields={"game": clue_game, "opponents": listed("players"), "public": lambda _: TableBegin.public},
    ),
    Line("clue simulate", TableSimulate, draws=CLUE, fields={"game": clue_game}),
    Line(
        "clue assist", ClueAssist, ("log",), ("record",), {"log": LOGS, "suppose": NAMES},
        {"log": content("log"), "folder": lambda given: str(Path(given["log"]).parent), "suppose": joined},
    ),
    Line(
        "clue review", ClueReview, draws={"file": LOGS},
        fields={"log": content("file"), "folder": lambda given: str(Path(given["file"]).parent)},
    ),
    Line(
        "clue review", TableReview, never=("solution", "hands"), draws={"file": st.just("table.record")}, fields=SEEN,
    ),
)  # fmt: skip
PLAYED = "play begins it, step by step, without a request"
WITHOUT_REQUEST = {
    "games": "lists the catalogue",
    "schema": "writes the schema",
    "serve": "starts a server",
    "bench run": "has options of the room `referee`, below",
    "bench resume": "has options of the room `referee`, below",
    "bench report": "reads a file of the room `referee`",
    "bench record": "reads a file of the room `referee`",
    "bench suite": "reads a file of the room `referee`",
}
"""Commands that make no request, and what they do."""
WITHOUT_LINE = {
    ("GameList", "games"): "lists the catalogue",
    ("TableReplay", "replay"): "goes through the record, move by move",
    **dict.fromkeys(((kind, "play") for kind in ("Start", "Look", "Ask", "Undo", "GiveUp", "Hint")), PLAYED),
    **{
        (kind, command): "the table is played, line by line, without a request"
        for kind in ("TableLook", "TableAct", "TableHint")
        for command in ("clue play", "play")
    },
}
"""Requests that the page about the architecture has beside a command which does not make them, and why."""
UNTRIED = {
    "play": ("record", "resume", "secret", "oracle", "belief"),
    "assist": ("record", "resume"),
    "watch": ("record",),
    "clue assist": ("record",),
}
"""Options of no request: files that a command keeps itself (`test_cli.py` plays with them), and those of a play, which
are tried below."""
TRIALS = settings(max_examples=trials(20), phases=[Phase.explicit, Phase.generate, Phase.shrink])
"""A fault is made small, and not explained, which takes a minute."""
COMMANDS: Any = typer.main.get_command(cli.app)
"""Made once, since Typer makes all commands anew for each line."""
PRICES = ("price_in", "price_out")
BENCH_TERMS = BenchTerms("2", "digest", "chat:model=it", True, 3, True)
BENCH_NOTES = {"part": json.dumps({"games": [], "plays": 3}), "prices": "[1.0, 2.5]"}
"""What a file with a run says of it."""


class Anything:
    """Stands for any result: it has every attribute, and says nothing but `ANSWER`."""

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        return self

    def __call__(self, *_: Any, **__: Any) -> Any:
        return self

    def __iter__(self) -> Iterator[Any]:
        return iter(())

    def __bool__(self) -> bool:
        return False

    def __lt__(self, other: object) -> bool:
        return False

    def as_json(self, **_: Any) -> dict[str, Any]:
        return dict(ANSWER)


class Room:
    """The room `app`, closed: it keeps the requests that it is handed, and answers all of them alike."""

    def __init__(self) -> None:
        self.requests: list[Request] = []
        self.answers, self.serves = True, tuple[type[Request], ...]()

    def stand_in(self, door: Callable[..., Any], check: bool) -> Callable[..., Any]:
        """A function that is called in place of one of the room."""

        def keep(request: Any, *args: Any, **more: Any) -> Any:
            if isinstance(request, self.serves):
                return door(request, *args, **more)
            self.requests.append(request)
            if check:
                return None
            if not self.answers:
                raise ERROR
            return Anything()

        return keep


def doors_of(owner: Any) -> Iterator[tuple[str, Callable[..., Any], bool]]:
    """The functions of a module or class that are handed a request, and whether they only check it."""
    names = {kind.__name__ for kind in request_kinds()} | {"Request"}
    for name, value in vars(owner).items():
        if inspect.isclass(owner) and not isinstance(value, classmethod):
            continue
        function = getattr(owner, name)
        if name.startswith("_") or not inspect.isroutine(function) or not callable(function):
            continue
        signature = inspect.signature(function)
        first = next(iter(signature.parameters.values()), None)
        if first is not None and str(first.annotation).rpartition(".")[2] in names:
            yield name, function, signature.return_annotation == "None"


@pytest.fixture(scope="module")
def room() -> Iterator[Room]:
    closed = Room()
    assert callable(app.perform)  # what the room exports is loaded when it is asked for
    modules = [
        importlib.import_module(f"{app.__name__}.{module.name}") for module in pkgutil.iter_modules(app.__path__)
    ]
    classes = [value for module in modules for value in vars(module).values() if inspect.isclass(value)]
    own = [value for value in dict.fromkeys(classes) if value.__module__.startswith(app.__name__)]
    with pytest.MonkeyPatch.context() as context:
        for owner in (app, *modules, *own):
            for name, function, check in list(doors_of(owner)):
                context.setattr(owner, name, closed.stand_in(function, check))
        yield closed


@pytest.fixture(scope="module", autouse=True)
def folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """The working folder, with the files; no command may write into it."""
    path = tmp_path_factory.mktemp("doors")
    (path / "logs").mkdir()
    for name, text in FILES.items():
        (path / name).write_text(text, encoding="utf-8")
    with pytest.MonkeyPatch.context() as context:
        context.chdir(path)
        context.setenv("COLUMNS", "100")
        yield path
    assert {str(file.relative_to(path)) for file in path.rglob("*")} == {*FILES, "logs"}


@cache
def commands() -> dict[str, tuple[Any, Callable[..., None]]]:
    """Every command by its words: as Typer has it, and its function."""
    alone = {function.__name__: (COMMANDS.commands[function.__name__], function) for function in cli.COMMANDS}
    return alone | {
        f"{group} {function.__name__}": (COMMANDS.commands[group].commands[function.__name__], function)
        for group, (_, functions) in cli.GROUPS.items()
        for function in functions
    }


def run(words: list[str]) -> tuple[int, str, str]:
    """The exit code of a command line, and what it prints."""
    out, err = io.StringIO(), io.StringIO()
    with patch.object(cli, "app", COMMANDS), redirect_stdout(out), redirect_stderr(err):
        code = cli.run(words)
    return code, out.getvalue(), err.getvalue()


def words_of(parameter: Any, value: Any, draw: Callable[[st.SearchStrategy[Any]], Any]) -> list[str]:
    """A parameter as it is typed: an option under any of its names, its value behind it or behind `=`."""
    if parameter.param_type_name == "argument":
        return [*value] if isinstance(value, tuple) else [str(value)]
    if isinstance(value, bool):
        names = parameter.opts if value else parameter.secondary_opts
        return [draw(st.sampled_from(names))] if names else []
    words = []
    for one in value if isinstance(value, tuple) else (value,):
        name = draw(st.sampled_from(parameter.opts))
        words += [f"{name}={one}"] if name.startswith("--") and draw(st.booleans()) else [name, str(one)]
    return words


def flags_of(spec: str, draw: Callable[[st.SearchStrategy[Any]], Any]) -> tuple[list[str], list[str]]:
    """A game as one word, or as its name and its parameters as flags."""
    name, _, rest = spec.partition(":")
    if not draw(st.booleans()):
        return [spec], []
    pairs = [pair.partition("=") for pair in rest.split(",")] if rest else []
    return [name], [word for key, _, value in pairs for word in (f"--{key}", value)]


def bounds(function: Callable[..., None], name: str) -> tuple[float | None, float | None]:
    """The least and the most that a parameter may be."""
    info = get_args(get_type_hints(function, include_extras=True)[name])[1]
    return info.min, info.max


def line_of(
    command: str,
    hints_of: Mapping[str, Any],
    always: tuple[str, ...],
    never: tuple[str, ...],
    draws: Mapping[str, st.SearchStrategy[Any]],
    draw: Callable[[st.SearchStrategy[Any]], Any],
) -> tuple[list[str], dict[str, Any], dict[str, Any]]:
    """A command line; the parameters as they are in it; and those of them that are typed."""
    command_of, function = commands()[command]
    given: dict[str, Any] = {}
    front, options = list[str](), list[list[str]]()
    for parameter in command_of.params:
        name = parameter.name
        if name in ("json", "help") or name in never:
            continue
        assert name in draws or name in hints_of, f"{command}: what is {name}?"
        if not (parameter.required or name in always or draw(st.booleans())):
            continue
        value = draw(draws[name] if name in draws else values(hints_of[name], *bounds(function, name)))
        value = tuple(value) if isinstance(value, list) else value
        if value is False and not parameter.secondary_opts:
            continue
        given[name] = value
        if name == "game" and function in cli.TAKE_FLAGS and parameter.param_type_name == "argument":
            words, flags = flags_of(value, draw)
            front += words
            options += [flags]
        elif parameter.param_type_name == "argument":
            front += words_of(parameter, value, draw)
        else:
            options += [words_of(parameter, value, draw)]
    usual = {name: parameter.default for name, parameter in inspect.signature(function).parameters.items()}
    behind = [word for option in draw(st.permutations(options)) for word in option]
    return [*command.split(), *front, *behind, "--json"], usual | given, given


@pytest.mark.parametrize("line", LINES, ids=lambda line: f"{line.command}-{line.kind.__name__}")
@TRIALS
@given(data=st.data())
def test_a_command_line_is_the_request_that_its_words_say(room: Room, line: Line, data: st.DataObject) -> None:
    fields_of = {name: hint for name, hint in hints(line.kind).items() if name not in line.fields}
    words, parameters, typed_values = line_of(line.command, fields_of, line.always, line.never, line.draws, data.draw)
    room.requests, room.answers, room.serves = [], line.shows, line.serves
    code, out, err = run(words)
    assert room.requests, (words, err)
    usual = defaults(line.kind)
    field_values = {
        name: line.fields[name](parameters) if name in line.fields else typed_values[name] if name in typed_values
        else usual[name]
        for name in hints(line.kind)
    }  # fmt: skip
    texts = {name: plain_value(value) for name, value in field_values.items()}
    for request in room.requests:
        assert type(request) is line.kind
        assert plain_fields(request) == texts, words
    if line.shows:
        assert (json.loads(out), err) == (ANSWER, ""), words
    else:
        assert (code, json.loads(out)) == (2, {"error": str(ERROR)}), words


def every_word() -> set[str]:
    """The words of every command that Typer has."""
    groups = {name: getattr(command, "commands", None) for name, command in COMMANDS.commands.items()}
    inner = {f"{name} {word}" for name, words in groups.items() for word in words or ()}
    return {name for name, words in groups.items() if words is None} | inner


def test_every_command_has_a_line() -> None:
    commands_of_lines = {line.command for line in LINES}
    assert not commands_of_lines & set(WITHOUT_REQUEST)
    assert commands_of_lines | set(WITHOUT_REQUEST) == every_word()


def test_every_request_of_a_command_has_a_line() -> None:
    """As the page about the architecture has them; and no line makes another request than the page says."""
    page = {
        (kind, command.strip("` ").partition(" --")[0])
        for kind, listed, _, _ in rows()
        for command in listed.split(",")
        if command
    }
    lines = {(line.kind.__name__, line.command) for line in LINES}
    assert lines <= page
    assert page - lines == set(WITHOUT_LINE)


def test_every_option_of_a_command_is_tried() -> None:
    """Else it stands in `UNTRIED`, where it is said what tries it."""
    for command in {line.command for line in LINES}:
        hidden = [set(line.never) for line in LINES if line.command == command]
        assert set.intersection(*hidden) - set(UNTRIED.get(command, ())) == set(), command


def bench_hints(command: str) -> dict[str, Any]:
    """The kinds of the parameters of a command of the suite; a file is named by a text."""
    kinds = get_type_hints(commands()[command][1])
    return {name: str if Path in (hint, *get_args(hint)) else hint for name, hint in kinds.items()}


@pytest.mark.parametrize(
    ("command", "always", "never"),
    [("bench run", PRICES, ()), ("bench resume", PRICES, ()), ("bench resume", (), PRICES)],
    ids=["run", "resume", "resume without prices"],
)
@TRIALS
@given(data=st.data())
def test_a_run_of_the_suite_has_the_options_that_its_words_say(
    command: str, always: tuple[str, ...], never: tuple[str, ...], data: st.DataObject
) -> None:
    """There is no request for it: the room `referee` is closed in place of `app`."""
    words, values_by_name, _ = line_of(command, bench_hints(command), always, never, {"games": NAMES}, data.draw)
    line = SimpleNamespace(**values_by_name)
    results = BenchResults(Path("kept.db"), BENCH_TERMS, (), (), (), BENCH_NOTES)
    player = SimpleNamespace(name="it: 1")
    with (
        patch.object(referee, "bench_player", return_value=player) as seat,
        patch.object(referee, "run_bench", side_effect=ERROR) as bench,
        patch.object(referee, "read_bench", return_value=results) as reading,
    ):
        assert run(words)[0] == 2
    prices = line.price_in, line.price_out
    if command == "bench run":
        agent, text, suite, retries = line.agent, line.text, line.suite, line.retries
        path = Path(line.out or "bench-it-1.db")
        part = referee.BenchPart(tuple(name.strip() for name in line.games or ()), line.plays, line.quick)
    else:
        assert reading.call_args.args == (Path(line.file),)
        agent, text, suite, retries = (
            results.terms.player,
            results.terms.text,
            results.terms.suite,
            results.terms.retries,
        )
        path, part, prices = Path(line.file), referee.BenchPart((), 3), prices if always else results.prices
    limits = referee.SpendLimits(line.max_tokens, line.max_cost, line.max_requests, *prices)
    options = referee.BenchOptions(retries, line.parallel, limits, line.failed)
    assert seat.call_args == call(agent, text=text, tries=line.tries, pause=line.pause)
    assert bench.call_args == call(player, path, suite=suite, part=part, options=options, progress=ANY), words


@TRIALS
@given(data=st.data())
def test_a_play_begins_as_its_words_say(data: st.DataObject) -> None:
    """It is no request, since it goes on where it began."""
    kinds = {**hints(Start), "belief": hints(Assist)["belief"]}
    words, _, typed_values = line_of("play", kinds, ("game",), ("seat", "record", "resume"), {}, data.draw)
    with patch.object(app.Play, "begin", side_effect=ERROR) as begin:
        assert run(words)[0] == 2
    (game, *options), more = begin.call_args.args, begin.call_args.kwargs
    assert str(game) == typed_values["game"]
    assert options == [typed_values.get("oracle", ""), typed_values.get("secret", ""), typed_values.get("seed")]
    assert more == {"belief": typed_values.get("belief", "auto"), "progress": ANY}
