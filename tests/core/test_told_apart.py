"""`True` and 1 are two answers of a game, though Python takes them for equal."""

from __future__ import annotations

import pickle
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar

import numpy as np
import pytest

from sleuth.belief.begin import begin
from sleuth.core.errors import LawError
from sleuth.core.game import Game, Goal
from sleuth.core.tables import Feedbacks
from sleuth.core.tabulate import tabulate
from sleuth.core.told_apart import told_apart
from sleuth.solve import certify, save_tree, solve
from sleuth.testing import check_game
from sleuth.verify.verification import verify


@dataclass(frozen=True)
class Remainders(Game[int, tuple[str, int], Any]):
    """Which number is it? Asked is whether it is below another, or its remainder."""

    goal: ClassVar[Goal] = Goal.KNOW

    def secrets(self) -> range:
        return range(9)

    def actions(self) -> Sequence[tuple[str, int]]:
        return [*(("below", k) for k in range(1, 9)), *(("mod", k) for k in (2, 3))]

    def feedback(self, action: tuple[str, int], secret: int) -> Any:
        return secret < action[1] if action[0] == "below" else secret % action[1]


@dataclass(frozen=True)
class Both(Remainders):
    """The same, but that one action answers with both kinds."""

    def feedback(self, action: tuple[str, int], secret: int) -> Any:
        return secret == action[1] or secret % action[1]


def test_answers_of_two_kinds_have_codes_of_their_own() -> None:
    tables = tabulate(Remainders())
    texts = sorted(map(tables.game.format_feedback, tables.feedbacks.known()))
    assert texts == ["0", "1", "2", "no", "yes"]
    info = begin(Remainders()).observe(("mod", 2), 1)
    assert [child.feedback is True or child.feedback is False for child in info.children(("below", 4))] == [True, True]
    assert {type(child.feedback) for child in info.children(("mod", 3))} == {int}


def test_trees_and_certificates_write_what_the_law_says(tmp_path: Path) -> None:
    check_game(Remainders())
    solution = solve(Remainders())
    save_tree(solution, tmp_path / "tree.json")
    assert verify(tmp_path / "tree.json", Remainders()).ok
    save_tree(solution, tmp_path / "certified.json", certify(solution))
    assert verify(tmp_path / "certified.json", Remainders()).ok


def test_one_action_answers_with_one_kind() -> None:
    with pytest.raises(LawError, match="which are equal in Python; answer one action with values of one kind"):
        tabulate(Both())


def test_what_is_equal_will_do_where_there_is_one_kind() -> None:
    feedbacks = Feedbacks()
    assert [feedbacks.add(value) for value in (True, False, np.True_, (1, 2))] == [0, 1, 0, 2]
    assert [feedbacks.code(value) for value in (1, 0, True, (np.int64(1), 2.0), 3)] == [0, 1, 0, 2, None]
    assert feedbacks.add(1) == 3
    assert [feedbacks.code(value) for value in (1, True, 0)] == [3, 0, 1]
    assert feedbacks.twins == [(0, 3)]
    again = pickle.loads(pickle.dumps(feedbacks))
    assert [again.code(value) for value in (1, True, False)] == [3, 0, 1]


def test_kinds_are_told_apart_inside_of_values() -> None:
    pairs = [(True, 1), ((0, True), (0, 1)), (frozenset({True}), frozenset({1})), (((False,), 2), ((0,), 2))]
    assert all(one == other and told_apart(one) != told_apart(other) for one, other in pairs)
    same = [(1, 1.0), (np.True_, True), ((1, "a"), (1, "a")), (None, None), (("x", (2, True)), ("x", (2, np.True_)))]
    assert all(told_apart(one) == told_apart(other) for one, other in same)
