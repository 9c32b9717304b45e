"""The table of moves: its figures are those of grades and of brute force, for games of every kind."""

from __future__ import annotations

import csv
import json
from io import StringIO
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from rich.console import Console

from sleuth import Record, begin, parse_game, parse_strategy
from sleuth.core.errors import ParameterError
from sleuth.lab.fit_text import moves_view
from sleuth.lab.fitting import fit
from sleuth.lab.grading import grade
from sleuth.lab.move_table import COLUMNS, MoveTable, OptionTable, moves
from sleuth.lab.observed_questions import questions_of
from sleuth.lab.softmax import SoftPlayer, simulate

SMALL = parse_game("mastermind:pegs=2,colours=3")
SPECS = ["mastermind:pegs=2,colours=3", "mastermind:pegs=2,jar=6-3-2-1", "number:numbers=9", "fake-coin:coins=4"]


@pytest.fixture(scope="module")
def records() -> list[Record]:
    return simulate(SMALL, parse_strategy("random"), 8, seed=1)


@pytest.fixture(scope="module")
def table(records: list[Record]) -> MoveTable:
    return moves(records)


@pytest.mark.parametrize("spec", SPECS)
def test_figures_are_those_of_grades(spec: str) -> None:
    played = simulate(parse_game(spec), parse_strategy("random"), 6, seed=2)
    rows = iter(moves(played).rows())
    for record in played:
        for move in grade(record).moves:
            row = next(rows)
            assert (row["guess"], row["answer"], row["candidates"]) == (move.action, move.feedback, move.candidates)
            assert row["bits"] == pytest.approx(move.bits)
            assert row["best_bits"] == pytest.approx(move.best_bits)
            assert row["regret_bits"] == pytest.approx(move.inaccuracy_bits)
            assert row["bits_gained"] == pytest.approx(move.gained)
            assert row["luck_bits"] == pytest.approx(move.luck_bits)
            assert row["steps_lost"] == pytest.approx(move.inaccuracy_steps, abs=1e-9)
    assert next(rows, None) is None


def test_figures_are_those_of_brute_force(records: list[Record], table: MoveTable) -> None:
    """From the law alone: the secrets that agree with all answers, and the answers that they would give."""
    rows = iter(table.rows())
    secrets = list(SMALL.secrets())
    for number, record in enumerate(records, 1):
        left = secrets
        for step, (action, feedback) in enumerate(record.history, 1):
            row = next(rows)

            def bits(question: object, left: list[object] = left) -> float:
                answers = [SMALL.feedback(question, secret) for secret in left]
                chances = np.array([answers.count(one) for one in dict.fromkeys(answers)]) / len(left)
                return float(-(chances * np.log2(chances)).sum())

            after = [secret for secret in left if SMALL.feedback(action, secret) == feedback]
            every = [bits(question) for question in secrets]
            assert (row["trial"], row["step"], row["options"]) == (str(number), step, len(secrets))
            assert (row["candidates"], row["candidates_after"]) == (len(left), len(after))
            assert row["entropy"] == pytest.approx(np.log2(len(left)))
            assert row["entropy_after"] == pytest.approx(np.log2(len(after)))
            assert row["bits"] == pytest.approx(bits(action))
            assert row["best_bits"] == pytest.approx(max(every))
            assert row["rank"] == 1 + sum(other > bits(action) + 1e-9 for other in every)
            assert row["consistent"] == (action in left)
            assert row["redundant"] == (bits(action) < 1e-12 and action not in left)
            assert row["parts"] == len({SMALL.feedback(action, secret) for secret in left})
            left = after
    assert len(table) == sum(len(record.history) for record in records)


def test_rows_keep_their_order_and_columns(table: MoveTable) -> None:
    assert all(tuple(row) == COLUMNS for row in table.rows())
    steps = [row["step"] for row in table.rows()]
    assert all(later in (1, before + 1) for before, later in pairwise(steps))
    assert table.baselines == {str(SMALL): "optimal"}
    frame = table.to_frame()
    assert list(frame.columns) == list(COLUMNS)
    assert frame["guess"].map(type).eq(str).all()


def test_what_is_shown_of_moves(table: MoveTable) -> None:
    console = Console(width=100, record=True, file=StringIO())
    console.print(moves_view(table))
    shown = console.export_text()
    assert f"{len(table)} questions, in the mean: " in shown
    assert "are measured against optimal play." in shown


def test_a_fitted_model_gives_the_chance_of_each_question(records: list[Record]) -> None:
    questions = questions_of(simulate(SMALL, SoftPlayer(1, 1, 0.2), 8))
    model = fit(questions, resamples=100).model("shannon")
    rows = moves(questions, model=model, steps=False).rows()
    open_rows = [row["chance"] for row, asked in zip(rows, questions.every, strict=True) if not asked.idle]
    assert np.log(open_rows).sum() == pytest.approx(model.log_likelihood)
    assert all(row["steps_lost"] is None for row in rows)
    assert all(row["chance"] is None for row in moves(records, steps=False).rows())


@pytest.mark.parametrize(
    ("game", "steps"),
    [
        ("number:numbers=9@lies:most=1", "1: 5 = lower\n2: 3 = higher\n"),
        ("battleship:size=4x4,fleet=2", "1: a1 = miss\n2: b2 = hit\n"),
        ("mastermind@noise:chance=0.1", "1: 0011 = 1.0\n"),
    ],
)
def test_games_of_every_kind(game: str, steps: str) -> None:
    check_beside_grades(Record.parse(f"sleuth record 1\ngame: {game}\n{steps}result: open\n"))


def check_beside_grades(record: Record) -> None:
    rows = moves([record], steps=False).rows()
    for row, move in zip(rows, grade(record).moves, strict=True):
        assert row["bits"] == pytest.approx(move.bits)
        assert row["regret_bits"] == pytest.approx(move.inaccuracy_bits)
        assert row["candidates"] == move.candidates
    options = OptionTable(questions_of([record]).every, ("entropy",))
    assert sum(row["chosen"] for row in options.rows()) == len(rows)


def test_every_option_has_its_score(records: list[Record], table: MoveTable) -> None:
    options = table.options(("entropy", "minimax", "possible"))
    rows = list(options.rows())
    assert len(rows) == len(options) == len(table) * 9
    first = rows[:9]
    scores = begin(SMALL).outcomes()
    assert [row["option"] for row in first] == [SMALL.format_action(action) for action in SMALL.actions()]
    assert [row["minimax"] for row in first] == scores.largest.tolist()
    np.testing.assert_allclose([row["entropy"] for row in first], scores.remaining)
    chosen = [row["option"] for row in rows if row["chosen"]]
    assert chosen == [row["guess"] for row in table.rows()]
    assert options.to_frame().shape == (len(rows), len(options.columns))


def test_a_sample_has_the_chosen_one_and_others(table: MoveTable) -> None:
    one, other = (list(table.options(("entropy",), sample=4, seed=3).rows()) for _ in range(2))
    assert one == other
    assert len(one) == 4 * len(table)
    for question in range(1, len(table) + 1):
        mine = [row for row in one if row["question"] == question]
        assert len({row["option"] for row in mine}) == 4
        assert [row["option"] for row in mine if row["chosen"]] == [table.rows()[question - 1]["guess"]]


def test_what_is_too_large_or_unknown_is_refused(table: MoveTable, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(ParameterError, match="at least: 2, not 1"):
        table.options(sample=1)
    with pytest.raises(ValueError, match="no criterion called 'entropi'; did you mean entropy"):
        table.options(("entropi",))
    monkeypatch.setattr("sleuth.lab.move_table.MAX_OPTIONS", 10)
    with pytest.raises(ParameterError, match="more than the 10 rows that are written; draw some of each with --sample"):
        table.options()


@pytest.mark.parametrize("ending", [".csv", ".tsv", ".json", ".parquet"])
def test_written_and_read_back(table: MoveTable, tmp_path: Path, ending: str) -> None:
    path = tmp_path / f"moves{ending}"
    table.write(path)
    if ending == ".json":
        rows = json.loads(path.read_text())
    elif ending == ".parquet":
        rows = pytest.importorskip("pyarrow.parquet").read_table(path).to_pylist()
    else:
        with path.open() as file:
            rows = list(csv.DictReader(file, delimiter="\t" if ending == ".tsv" else ","))
    assert [row["guess"] for row in rows] == [row["guess"] for row in table.rows()]
    assert [float(row["bits"]) for row in rows] == pytest.approx([row["bits"] for row in table.rows()])
    with pytest.raises(ParameterError, match=r"a table ends with .csv, .tsv, .json or .parquet, unlike"):
        table.write(tmp_path / "moves.xls")
    with pytest.raises(ParameterError, match="cannot write the table"):
        table.write(tmp_path / "nowhere" / f"moves{ending}")
