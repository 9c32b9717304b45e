"""Figures as data frames: codes stay texts, games have their parameters as columns, and the sums are the same."""

from __future__ import annotations

import csv
import sys
from dataclasses import dataclass
from io import StringIO
from pathlib import Path
from typing import Any

import pytest

from sleuth import Game, evaluate, lab, parse_game
from sleuth.core.errors import MissingExtraError, ParameterError
from sleuth.core.frames import game_columns
from sleuth.games import Mastermind
from sleuth.lab import fit, read_questions
from sleuth.play.tournament import Config, read_results, run_tournament, summarise, write_csv
from sleuth.show import watch

pandas: Any = pytest.importorskip("pandas")
SMALL = Mastermind(3, 4)


def test_an_evaluation_has_a_row_a_secret() -> None:
    evaluation = evaluate(SMALL, "entropy")
    frame = evaluation.to_frame()
    assert list(frame.columns) == ["game", "pegs", "colours", "jar", "strategy", "secret", "steps", "weight"]
    assert len(frame) == 64
    assert frame["secret"].iloc[5] == "011"
    assert frame["steps"].sum() == evaluation.total
    assert frame["steps"].mean() == pytest.approx(evaluation.mean)
    assert dict(frame["steps"].value_counts()) == dict(evaluation.histogram)
    assert set(frame["pegs"]) == {3}
    assert set(frame["strategy"]) == {"entropy"}


def test_weights_are_those_of_the_prior() -> None:
    evaluation = evaluate(Mastermind(2, 3, "3-2-1"), "entropy")
    frame = evaluation.to_frame()
    assert (frame["steps"] * frame["weight"]).sum() / frame["weight"].sum() == pytest.approx(evaluation.mean)


@pytest.mark.parametrize(
    ("spec", "more"),
    [
        ("battleship:size=4,fleet=2", ["misses"]),
        ("number:numbers=8@lies:most=1", ["chance"]),
        ("hangman:words=W", ["misses"]),
    ],
)
def test_evaluations_of_every_method(spec: str, more: list[str], tmp_path: Path) -> None:
    (tmp_path / "words.txt").write_text("cat\ndog\ncow\n")
    game = parse_game(spec.replace("W", str(tmp_path / "words.txt")))
    evaluation = evaluate(game, sample=None, otherwise=20)
    frame = evaluation.to_frame()
    assert set(more) <= set(frame.columns)
    weights = frame["weight"] * frame.get("chance", 1)
    assert (frame["steps"] * weights).sum() / weights.sum() == pytest.approx(evaluation.mean)
    if "@" in spec:
        assert set(frame["channel"]) == {"lies:most=1"}


def test_a_parameter_whose_name_is_taken_keeps_another() -> None:
    @dataclass(frozen=True)
    class Stairs(Game):
        """How many?"""

        steps: int = 3

        def secrets(self) -> Any:
            return range(self.steps)

        def feedback(self, action: Any, secret: Any) -> Any:
            return action == secret

    assert game_columns(Stairs(), {"steps"}) == {"game": "stairs:steps=3", "game_steps": 3}
    assert list(evaluate(Stairs(), "entropy").to_frame()["game_steps"]) == [3, 3, 3]


def test_grades_have_a_row_a_move(capsys: pytest.CaptureFixture[str]) -> None:
    grades = lab.grade(watch(SMALL, "random", "012", seed=1).record)
    frame = grades.to_frame()
    assert len(frame) == len(grades.moves)
    assert list(frame["step"]) == list(range(1, len(frame) + 1))
    assert frame["luck_bits"].sum() == pytest.approx(grades.totals["luck_bits"])
    assert frame["inaccuracy_steps"].sum() == pytest.approx(grades.totals["inaccuracy_steps"])
    assert list(frame["action"])[-1] == "012"
    assert set(frame["player"]) == {"random"}


def test_a_play_has_a_row_a_step(capsys: pytest.CaptureFixture[str]) -> None:
    play = watch("mastermind", "entropy", "3512")
    frame = play.to_frame()
    assert list(frame["action"]) == ["0123", "1234", "3410", "3312", "3512"]
    assert frame["bits_told"].sum() == pytest.approx(play.entropies[0])
    assert set(frame["colours"]) == {6}


def test_fits_have_a_row_a_model(tmp_path: Path) -> None:
    (tmp_path / "asked.csv").write_text("history,question\n,01\n01=0.1,20\n,01\n01=1.0,02\n")
    found = fit(read_questions([tmp_path / "asked.csv"], parse_game("mastermind:pegs=2,colours=3")), resamples=100)
    frame = found.to_frame()
    assert list(frame["model"]) == [model.name for model in found.models]
    assert list(frame["aic"]) == [model.aic for model in found.models]
    assert frame["weight"].sum() == pytest.approx(1)


def test_reports_and_sizes() -> None:
    report = lab.analyse(Mastermind(2, 2), sweep_over="colours=2..3", runs=2)
    frame = report.to_frame()
    assert list(frame["key"]) == [figure.key for figure in report.headline]
    assert frame.set_index("key").loc["secrets", "value"] == 4
    assert frame["exact"].map(type).eq(bool).all()
    assert report.sweep is not None
    sizes = report.sweep.to_frame()
    assert list(sizes["colours"]) == [2, 3]
    assert list(sizes["secrets"]) == [4, 9]


@pytest.fixture(scope="module")
def results(tmp_path_factory: pytest.TempPathFactory) -> Any:
    path = tmp_path_factory.mktemp("cup") / "r.db"
    games = ["number:numbers=9", "mastermind:pegs=2,colours=3"]
    run_tournament(Config.of(games, ["entropy", "random"], trials=3), path, workers=0)
    return read_results(path)


def test_a_tournament_has_a_row_a_trial(results: Any) -> None:
    frame = results.to_frame()
    assert len(frame) == 12
    codes = frame[frame["game"].str.startswith("mastermind")]
    assert set(codes["pegs"]) == {2}
    assert codes["numbers"].isna().all()
    assert codes["secret"].map(type).eq(str).all()
    assert frame["solved"].map(type).eq(bool).all()
    cells = summarise(results).to_frame()
    for _, cell in cells.iterrows():
        steps = frame[(frame["game"] == cell["game"]) & (frame["agent"] == cell["agent"])]["steps"]
        assert cell["mean"] == pytest.approx(steps.mean())
    assert len(summarise(results).to_frame("comparisons")) == 2
    assert summarise(results).to_frame("players").empty
    with pytest.raises(ParameterError, match="a summary has cells, comparisons, players, not 'rows'"):
        summarise(results).to_frame("rows")


def test_the_csv_says_true_and_false_and_is_read_with_texts(results: Any, tmp_path: Path) -> None:
    write_csv(results, tmp_path / "r.csv")
    text = (tmp_path / "r.csv").read_text()
    rows = list(csv.DictReader(StringIO(text)))
    assert {row["solved"] for row in rows} == {"true"}
    assert {row["numbers"] for row in rows} == {"9", ""}
    read = pandas.read_csv(tmp_path / "r.csv", dtype={"secret": str, "history": str})
    assert list(read["secret"]) == [row.secret for row in results.rows]
    assert read["solved"].dtype == bool
    assert read["steps"].sum() == sum(row.steps for row in results.rows)


def test_without_pandas_the_error_names_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pandas", None)
    with pytest.raises(MissingExtraError, match=r'a data frame needs the packages of the extra "frames"'):
        evaluate(SMALL, "entropy").to_frame()
