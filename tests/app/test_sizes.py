"""Figures over sizes and over entropies, from afar."""

from __future__ import annotations

import pytest

from sleuth.adapters.service.limits import SERVED
from sleuth.app.errors import RefusedError
from sleuth.app.perform import perform, perform_afar
from sleuth.app.requests import Analyse, EntropyPlane, Evaluate, Interest, Sweep
from sleuth.core.errors import SleuthError


def test_sizes_side_by_side() -> None:
    figures = perform_afar(Sweep("number", "numbers=3..5"), SERVED)
    assert [row["secrets"] for row in figures["rows"]] == [3, 4, 5]
    assert [row["secrets"] for row in figures["texts"]] == ["3", "4", "5"]
    assert figures["labels"]["start_bits"] == "missing at the start"
    for over in ("numbers=2..99", "numbers=100000", "numbers", "nothing=1..2", "x" * 600):
        with pytest.raises(SleuthError):
            perform_afar(Sweep("number", over), SERVED)
    with pytest.raises(RefusedError, match="names a file"):
        perform_afar(Sweep("wordle", "answers=/etc/passwd"), SERVED)


def test_a_game_has_one_figure_wherever_it_is_asked_for() -> None:
    """Alone, among sizes and on its card; shares come with where they may lie."""
    game = "mastermind:pegs=2,colours=3"
    alone = perform_afar(Analyse(game), SERVED)
    sizes = perform_afar(Sweep(game, "pegs=1..2"), SERVED)
    assert sizes["rows"][1]["intervals"] == alone["intervals"]
    assert {key: sizes["rows"][1][key] for key in alone["figures"]} == alone["figures"]
    shown = {figure.key: figure.text for figure in perform(Interest(game), SERVED)}
    assert shown == {figure["key"]: figure["shown"] for figure in alone["headline"]}
    for key in ("skill", "secret", "rest", "saving", "random_mean"):
        low, high = alone["intervals"][key]["low"], alone["intervals"][key]["high"]
        assert low <= alone["figures"][key] <= high
        assert " to " in sizes["texts"][1][key]


def test_the_plane_of_entropies() -> None:
    game = "mastermind:pegs=2,colours=3"
    figures = perform_afar(EntropyPlane(game), SERVED)
    assert figures["named"]["shannon"] == pytest.approx(perform_afar(Evaluate(game), SERVED)["mean"])
    assert min(map(min, figures["means"])) == figures["best"]
    with pytest.raises(RefusedError):
        perform_afar(EntropyPlane("battleship"), SERVED)
