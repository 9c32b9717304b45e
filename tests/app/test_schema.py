"""Real answers against the one schema, for every request there is."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, get_type_hints

import jsonschema_rs
import pytest

from sleuth.adapters.cli.app import run
from sleuth.app.listings import SecretList
from sleuth.app.perform import function_of, perform
from sleuth.app.play import PlayChange
from sleuth.app.replay import EmojiGrid, MoveTrial, StepBoard, StepWords, Variation, VariationOfHistory
from sleuth.app.requests import (
    Advance,
    AnswerOfSeed,
    Ask,
    BestLine,
    Compare,
    CompareStep,
    EntropyPlane,
    Feedback,
    GameSize,
    GiveUp,
    GradeHistory,
    Hint,
    Interest,
    Look,
    MarkedAnswer,
    PlayParts,
    PossibleAnswers,
    Request,
    Share,
    Start,
    StoryOfHistory,
    Sweep,
    TableAct,
    TableBegin,
    TableHint,
    TableLook,
    Undo,
)
from sleuth.app.results import Result, plain
from sleuth.app.rows import ReadRows
from sleuth.app.schema import ERROR, KEYS, SCHEMA_VERSION, request_kinds, schema
from sleuth.app.tournament import TournamentList
from sleuth.core.errors import UnknownNameError

SMALL = "mastermind:pegs=2,colours=3"
CUP = 'games = ["number:numbers=9"]\nagents = ["entropy", "random"]\ntrials = 3\n'
LOG = """\
players: A 6, B 6, C 6
me: A
hand: Green, White, Knife, Lounge, Kitchen, Library
A: Plum, Rope, Hall -> C shows Hall
B accuses Plum, Rope, Study: right
"""
CSV = "history,question\n,01\n01=0.1,20\n,01\n01=1.0,02\n"
LAB = "subject,condition,trial,guess,black,white\na,x,1,01,0,1\na,x,1,20,2,0\nb,y,1,01,1,0\nb,y,1,02,,\n"
WATCHED = f"watch {SMALL} --secret 12 --record it.record"
PLAYED = "tournament run cup.toml --workers 0"
SEATED = "watch myst:m=2,n=1,p=3,q=2 --strategy heuristic --record table.record"
COMMANDS = {
    "GameList": "games",
    "GameRules": f"rules {SMALL}",
    "StrategyList": "strategies number",
    "Assist": f"assist {SMALL} --history 01=0.1",
    "QuestionParts": f"assist {SMALL} --action 01",
    "Watch": WATCHED,
    "Evaluate": f"evaluate {SMALL}",
    "Solve": f"solve {SMALL} --out tree.json",
    "Analyse": f"analyse {SMALL}",
    "Grade": f"{WATCHED} && grade it.record",
    "Story": f"{WATCHED} && grade it.record --story",
    "ReplayRecord": f"{WATCHED} && replay it.record",
    "NewGame": "new game pegs.py",
    "NewAgent": "new agent hopeful.py",
    "NewPlugin": "new plugin heater",
    "Check": f"check {SMALL}",
    "Verify": f"solve {SMALL} --out tree.json && verify tree.json",
    "DrawTree": f"solve {SMALL} --out tree.json && tree tree.json --out tree.svg",
    "Warmup": "warmup",
    "Doctor": "doctor",
    "TableWatch": "watch clue:players=2 --strategy heuristic",
    "TableReview": f"{SEATED} && grade table.record",
    "TableReplay": f"{SEATED} && replay table.record",
    "Tour": "tour",
    "FitPlayer": f"fit asked.csv --game {SMALL} --resamples 100",
    "PlayMoves": f"moves asked.csv --game {SMALL}",
    "TournamentRun": PLAYED,
    "TournamentResume": f"{PLAYED} && tournament resume cup.db",
    "TournamentReport": f"{PLAYED} && tournament report cup.db",
    "TableSimulate": "clue simulate random --players 2 --games 1",
    "Prove": f"prove {SMALL} --store proof.db --workers 0",
    "ProofTable": f"prove {SMALL} --store proof.db --workers 0 && prove --report --store proof.db",
    "TournamentRecord": f"{PLAYED} && tournament record cup.db number:numbers=9 entropy 1",
}
LINES = [
    *COMMANDS.items(),
    ("Evaluate", "evaluate battleship --sample 1"),
    ("Evaluate", "evaluate fake-coin@noise:chance=0.1 --sample 2"),
    ("Solve", "solve ulam:numbers=64@lies:most=1"),
    ("Check", "check battleship"),
    ("MystValue", "myst value --m 2 --n 2"),
    ("MystSolvable", "myst solvable --m 2 --n 1 --p 3 --q 2"),
    ("ClueReview", "clue review tonight.log"),
    ("Assist", "assist number --history 50=lower;60=higher"),
    ("FitPlayer", f"fit lab.csv --game {SMALL} --resamples 100 --out fitted"),
    ("PlayMoves", f"moves lab.csv --game {SMALL} --options --sample 3"),
    ("PlayMoves", f"moves lab.csv --game {SMALL} --options --out options.csv"),
]


def _record(game: str = SMALL) -> str:
    return str(perform(Start(game, secret="12")).record)


def _table() -> str:
    return str(perform(TableBegin("clue", seed=1)).table)


PERFORMED: dict[str, Callable[[], Request]] = {
    "PlayParts": lambda: PlayParts(_record(), action="01"),
    "AnswerOfSeed": lambda: AnswerOfSeed(SMALL, seed=3),
    "MarkedAnswer": lambda: MarkedAnswer(SMALL, "01", "x."),
    "PossibleAnswers": lambda: PossibleAnswers(SMALL, "01"),
    "Feedback": lambda: Feedback(SMALL, "01", "12"),
    "SecretList": lambda: SecretList(SMALL),
    "Start": lambda: Start(SMALL, seed=3),
    "Look": lambda: Look(_record()),
    "Ask": lambda: Ask(_record(), action="01"),
    "Undo": lambda: Undo(perform(Ask(_record(), action="01")).record),
    "GiveUp": lambda: GiveUp(_record()),
    "Hint": lambda: Hint(_record()),
    "Advance": lambda: Advance(_record()),
    "Share": lambda: Share(_record()),
    "BestLine": lambda: BestLine(perform(Ask(_record(), action="12")).record),
    "GradeHistory": lambda: GradeHistory(SMALL, "01=0.1;12=2.0"),
    "StoryOfHistory": lambda: StoryOfHistory(SMALL, "01=0.1;12=2.0"),
    "StepBoard": lambda: StepBoard(SMALL, "01=0.1;12=2.0", 1, classes=("good", "best")),
    "StepWords": lambda: StepWords(SMALL, "01=0.1;12=2.0"),
    "MoveTrial": lambda: MoveTrial(SMALL, "01=0.1", "12", "22"),
    "Variation": lambda: Variation(perform(Ask(_record(), action="12")).record, step=1),
    "VariationOfHistory": lambda: VariationOfHistory(SMALL, "01=0.1;12=2.0", 2),
    "EmojiGrid": lambda: EmojiGrid(SMALL, "01=0.1;12=2.0"),
    "ReadRows": lambda: ReadRows(SMALL, "01=0.1\n12 2.0"),
    "Compare": lambda: Compare(SMALL, ("entropy", "random"), "12"),
    "CompareStep": lambda: CompareStep((_record(),), ("entropy",)),
    "GameSize": lambda: GameSize(SMALL),
    "Interest": lambda: Interest(SMALL),
    "Sweep": lambda: Sweep("number", "numbers=3..4"),
    "EntropyPlane": lambda: EntropyPlane(SMALL),
    "TournamentList": lambda: TournamentList("."),
    "TableBegin": lambda: TableBegin("clue", seed=1),
    "TableLook": lambda: TableLook(_table(), chances=True),
    "TableAct": lambda: TableAct(_table(), "suggest Plum, Rope, Hall"),
    "TableHint": lambda: TableHint(_table()),
}
UNTRIED = {"Reproduce"}
"""What takes minutes."""


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "cup.toml").write_text(CUP)
    (tmp_path / "tonight.log").write_text(LOG)
    (tmp_path / "asked.csv").write_text(CSV)
    (tmp_path / "lab.csv").write_text(LAB)


def _check(kind: str, value: Any) -> None:
    whole = schema()
    result = {"$schema": whole["$schema"], "$defs": whole["$defs"], **whole["requests"][kind]["result"]}
    jsonschema_rs.validator_for(result).validate(value)


@pytest.mark.parametrize(("kind", "line"), LINES)
def test_what_a_command_writes(kind: str, line: str, capsys: pytest.CaptureFixture[str]) -> None:
    for command in line.split(" && "):
        capsys.readouterr()
        run([*command.split(), "--json"])
    _check(kind, json.loads(capsys.readouterr().out))


@pytest.mark.parametrize("kind", PERFORMED)
def test_what_a_request_gives(kind: str) -> None:
    request = PERFORMED[kind]()
    assert type(request).__name__ == kind
    _check(kind, _plain(perform(request)))


def _plain(value: Any) -> Any:
    """What a door shows of a result."""
    if isinstance(value, PlayChange):
        return _plain(value.play)
    if isinstance(value, list):
        return [_plain(one) for one in value]
    return plain(value.as_json() if hasattr(value, "as_json") else value)


def test_every_request_has_a_home_that_loads() -> None:
    names = [kind.__name__ for kind in request_kinds()]
    assert len(set(names)) == len(names) > 30
    for kind in request_kinds():
        assert callable(function_of(kind)), kind.home
        assert kind.home.startswith("sleuth.app.")


def test_the_keys_of_other_objects_are_named() -> None:
    """What has a form of its own for JSON is no plain dataclass to the schema."""
    for kind in request_kinds():
        result = get_type_hints(function_of(kind))["return"]
        if hasattr(result, "as_json") and not issubclass(result, Result):
            assert result.__name__ in KEYS, f"{kind.__name__} gives {result.__name__}: name its keys in KEYS"


def test_every_request_is_tried_here() -> None:
    ours = {kind.__name__ for kind in request_kinds()}
    assert not {*COMMANDS, *PERFORMED, *UNTRIED} - ours
    cards = {name for name in ours if name.startswith(("Clue", "Myst"))}
    assert ours - cards == {*COMMANDS, *PERFORMED, *UNTRIED}


def test_it_is_a_schema() -> None:
    whole = schema()
    jsonschema_rs.meta.validate(whole)
    assert whole["version"] == SCHEMA_VERSION
    assert whole["$id"].endswith(f":{SCHEMA_VERSION}")
    for name, definition in whole["$defs"].items():
        assert definition["description"], name
        assert definition["type"] == "object", name
        assert definition["properties"] or name in whole["requests"], f"{name} has no keys: name them in KEYS"


def test_a_request_that_is_written_down_is_read() -> None:
    assist = jsonschema_rs.validator_for(schema("Assist"))
    assert assist.is_valid({"game": "mastermind", "history": "0011=1.0", "belief": "auto"})
    assert not assist.is_valid({"history": ""})
    assert not assist.is_valid({"game": "mastermind", "gmae": ""})
    assert not assist.is_valid({"game": "mastermind", "belief": "none"})


def test_one_definition_with_what_it_needs(capsys: pytest.CaptureFixture[str]) -> None:
    assert set(schema("game-list")["$defs"]) == {"GameList", "GameListResult", "EntryResult", "FieldResult"}
    assert set(schema("entryresult")["$defs"]) == {"EntryResult", "FieldResult"}
    with pytest.raises(UnknownNameError, match="did you mean Assist"):
        schema("Asist")
    assert run(["schema", "check", "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == schema("Check")
    assert run(["schema"]) == 0
    assert json.loads(capsys.readouterr().out) == schema()


def test_errors_have_one_form(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["evaluate", "mastermnd", "--json"]) == 2
    jsonschema_rs.validator_for(schema(ERROR)).validate(json.loads(capsys.readouterr().out))
