"""Clue and MYST keep the contract of games of several players."""

from __future__ import annotations

import numpy as np
import pytest

from sleuth.belief.seat_set import seat_set
from sleuth.core.errors import ConformanceError
from sleuth.core.game_spec import parse_table
from sleuth.games.clue.belief.asking_habits import HABITS
from sleuth.games.clue.belief.card_set import CardSet
from sleuth.games.clue.belief.showing_habits import POLICIES
from sleuth.testing import check_table


@pytest.mark.parametrize(
    "spec",
    [
        "myst",
        "myst:m=2,n=2,p=3,q=2",
        "clue:hands=9-9",
        "clue:hands=6-6-6",
        "clue:drawn_rooms=true",
        "clue:hands=4-4-4-4,public=2",
        "clue:players=3,edition=classic-uk",
        "clue:players=3,edition=classic-board",
    ],
)
def test_the_contract(spec: str) -> None:
    check_table(parse_table(spec), plays=1, steps=18)


def test_at_six_hands() -> None:
    check_table(parse_table("clue:players=6"), plays=1, steps=8, strategies=["random", "race"])


def test_a_way_to_show_that_is_no_probability_is_not_exact(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where nothing is supposed of what is shown, what is known on average is not what was known before."""
    monkeypatch.setattr(CardSet, "exact", True)
    with pytest.raises(ConformanceError, match=r"supposing shows=any, .*on average after"):
        check_table(parse_table("myst:m=2,n=2,p=3,q=2"), plays=6)


def test_every_way_to_show_is_tried_with_every_habit() -> None:
    game = parse_table("myst")
    info = seat_set(game.begin(game.shuffle(np.random.default_rng(0))).view(1))
    assumptions = info.assumptions
    assert len(assumptions) == len(POLICIES) * len(HABITS) - 1
    assert {name: other.exact for name, other in assumptions.items()} == {
        name: "shows=any" not in name for name in assumptions
    }
    assert all(other.assumptions.keys() - assumptions.keys() for other in assumptions.values())  # the usual one
    assert "only a share" in assumptions["shows=any, habits=none"].notes[0]


@pytest.mark.parametrize(
    ("spec", "whole"),
    [
        ("clue", "clue:hands=6-6-6"),
        ("clue:players=4", "clue:hands=5-5-4-4"),
        ("clue:hands=5-5-4-4,drawn_rooms=true", "clue:hands=5-5-4-4,drawn_rooms=true"),
        ("clue:public=2,players=4", "clue:hands=4-4-4-4,public=2"),
        ("clue:players=10,edition=master-detective", "clue:hands=3-3-3-3-3-3-3-2-2-2,edition=master-detective"),
        ("myst:m=3", "myst:m=3,n=1,p=2,q=1"),
    ],
)
def test_specs_both_ways(spec: str, whole: str) -> None:
    game = parse_table(spec)
    assert str(game) == whole
    assert parse_table(whole) == game
