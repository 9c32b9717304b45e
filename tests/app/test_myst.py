"""What MYST is worth, whether it can be won by asking, who knows what; and many games of both."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from sleuth.app.bounds import Bounds
from sleuth.app.errors import RefusedError
from sleuth.app.perform import perform
from sleuth.app.requests import MystCheck, MystSolvable, MystValue, TableSimulate
from sleuth.core.errors import SleuthError

AFAR = Bounds(files=False, text=20_000, myst_cards=200, bluff_cards=5, bluff_rounds=500)
LOG = "myst:m=2,n=1,p=3,q=2\ndeal: 0={s3,s4}; 1={s1}; 2={s5}; 3={s2}\nasks(1,{s2,s3})\nno(2)\nyes(3)\nshows(3,1,s2)\n"


def test_value() -> None:
    plain, bluffing = perform(MystValue(2, 2), AFAR), perform(MystValue(2, 1, bluff=True), AFAR)
    assert (plain.exact, plain.low, plain.high, plain.situations) == ("1/2", 0.5, 0.5, [])
    assert bluffing.value == pytest.approx(2 / 3, abs=1e-6)
    assert set(plain.as_json()) == set(bluffing.as_json())
    assert perform(MystValue(1, 2, 4)).bluff


def test_value_from_afar_is_of_small_games() -> None:
    for numbers in ((0, 1), (300, 1)):
        with pytest.raises(RefusedError):
            perform(MystValue(*numbers), AFAR)
    with pytest.raises(RefusedError, match="bluffing"):
        perform(MystValue(4, 4, bluff=True), AFAR)
    assert perform(MystValue(300, 1)).value > 0


def test_solvable() -> None:
    found = perform(MystSolvable(3, 1, 3, 5))
    assert (found.solvable, found.lemma, len(found.sequence)) == (True, "3.3", 2)
    assert found.deal["0"] == "s1, s2, s3"
    assert perform(MystSolvable(3, 1, 3, 6)).sequence == []


def test_check() -> None:
    found = perform(MystCheck("K(1, h(0,s3))", LOG))
    assert (found.value, found.formula, found.events) == (True, "K(1,h(0,s3))", 4)
    with pytest.raises(RefusedError, match="at most 20,000 signs"):
        perform(MystCheck("!" * 20_001, LOG), AFAR)


def test_many_games(tmp_path: Path) -> None:
    request = TableSimulate("clue", ("heuristic", "random"), games=3, seed=3)
    found = perform(request)
    assert [row.seats for row in found.players] == [1, 2]
    assert (found.games, found.played, sum(found.ends.values())) == (3, 3, 3)
    assert perform(replace(request, workers=0)) == found  # in this process
    out = str(tmp_path / "games.db")
    kept = TableSimulate("clue", ("heuristic", "random"), games=3, seed=3, out=out)
    assert perform(kept) == found
    assert perform(kept).played == 0
    with pytest.raises(RefusedError, match="from here"):
        perform(kept, AFAR)
    assert perform(TableSimulate("myst:m=2,n=1", ("random",), games=2)).game == "myst:m=2,n=1,p=2,q=1"


def test_who_may_play_many_games() -> None:
    with pytest.raises(SleuthError, match="3 players for 2 seats"):
        perform(TableSimulate("myst:m=2,n=1", ("random",) * 3))
    with pytest.raises(SleuthError, match="did you mean race"):
        perform(TableSimulate("clue", ("rase",)))
    with pytest.raises(SleuthError):
        perform(TableSimulate(f"myst:m=2,n=1,p={10**18}", ("random",)))
    with pytest.raises(RefusedError, match="at least one game"):
        perform(TableSimulate("clue", games=0))
    with pytest.raises(RefusedError, match="no fewer than 0 workers"):
        perform(TableSimulate("clue", workers=-1))
