"""The reproduction of Meng & Lucas on a small scale: claims, figures, numbers, and going on where it stopped."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

from sleuth.core.errors import ParameterError, UnknownNameError
from sleuth.lab import Reproduction, reproduce
from sleuth.lab.reproduce import meng_lucas


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    agents = {"ISMCTS": "ismcts:iterations=60", "SAMPLED": "sampled-ises:states=40,actions=200"}
    for name, spec in agents.items():
        monkeypatch.setattr(meng_lucas, name, spec)
    monkeypatch.setattr(meng_lucas, "AGENTS", ("random", agents["ISMCTS"], "entropy", agents["SAMPLED"]))
    sizes = {
        "treasure-hunt": ("cells=4", "cells=8"),
        "low-middle-high": ("numbers=9", "numbers=27"),
        "mastermind": ("pegs=2,colours=3", "pegs=3,colours=4"),
        "wordle": ("30", "60"),
    }
    monkeypatch.setattr(meng_lucas, "SIZES", sizes)
    monkeypatch.setattr(meng_lucas, "FEW_ACTIONS", (1, 2))


def redo(folder: Path, trials: int = 12) -> Reproduction:
    return reproduce("meng-lucas", folder, quick=True, trials=trials, workers=0)


@pytest.mark.usefixtures("small")
def test_it_is_redone_and_written(tmp_path: Path) -> None:
    pytest.importorskip("spellchecker", reason="the word list package is not installed")
    done = redo(tmp_path)
    by_figure: dict[str, list[bool]] = {}
    for claim in done.claims:
        by_figure.setdefault(claim.where, []).append(claim.agrees)
    assert set(by_figure) == {"Fig. 2", "Fig. 3", "Fig. 4", "Fig. 5"}
    assert all(all(agrees) for figure, agrees in by_figure.items() if figure != "Fig. 5")
    files = {path.name for path in done.write(tmp_path)}
    assert {"fig-2.svg", "fig-3.svg", "fig-4.svg", "fig-5.svg", "claims.csv", "fig-5.csv", "fig-5-paired.csv"} <= files
    rows = list(csv.DictReader((tmp_path / "fig-5.csv").read_text().splitlines()))
    assert len(rows) == 4 * 2 * 4
    assert all(int(row["trials"]) == 12 for row in rows)
    exact = {row["game"]: float(row["mean"]) for row in rows if row["agent"] == "entropy"}
    assert exact["treasure-hunt:cells=8"] == 3.0
    assert exact["treasure-hunt:cells=4"] == 2.0
    assert not any(str(tmp_path) in row["game"] for row in rows)


@pytest.mark.usefixtures("small")
def test_a_run_goes_on_where_it_stopped(tmp_path: Path) -> None:
    pytest.importorskip("spellchecker", reason="the word list package is not installed")
    first = redo(tmp_path, 3)
    stamp = (tmp_path / "fig-5.db").stat().st_size
    assert redo(tmp_path, 3).claims == first.claims
    assert (tmp_path / "fig-5.db").stat().st_size == stamp
    with pytest.raises(ParameterError, match="other games, agents or trials"):
        redo(tmp_path, 4)


def test_an_unknown_paper(tmp_path: Path) -> None:
    with pytest.raises(UnknownNameError, match="meng-lucas"):
        reproduce("meng-lukas", tmp_path)
