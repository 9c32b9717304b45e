"""Claims: what was not reached is no figure and not never; costs are called costs wherever they are claimed."""

from __future__ import annotations

import json
from fractions import Fraction
from inspect import getsource
from math import inf
from pathlib import Path
from typing import Any

import pytest
from tests.drawers import Drawers

from sleuth.core.claim import ClaimError, ClaimStanding, Direction, GameClaim, Quantity, Unit, claims_json, in_words
from sleuth.core.game import Game
from sleuth.core.game_spec import parse_game
from sleuth.kernels import search_bounds
from sleuth.lab.proof.run import prove
from sleuth.lab.proof.table import read_proof
from sleuth.lab.proof.terms import ProofOptions
from sleuth.solve import certify, save_proof, save_tree, solve
from sleuth.verify.verdict_words import describe
from sleuth.verify.verification import verify


@pytest.mark.parametrize("figure", [inf, -inf, search_bounds.INFINITE, search_bounds.INFINITE + 2])
def test_what_was_not_reached_is_no_figure(figure: float) -> None:
    with pytest.raises(ClaimError):
        GameClaim.found(Quantity.TOTAL, None, figure)
    with pytest.raises(ClaimError):
        GameClaim.found(Quantity.TOTAL, figure, 3)


def test_never_and_proved_are_said_of_what_they_are() -> None:
    with pytest.raises(ClaimError):
        GameClaim(Quantity.TOTAL, ClaimStanding.NEVER, bound=7)
    with pytest.raises(ClaimError):
        GameClaim(Quantity.TOTAL, ClaimStanding.PROVED, 7)
    with pytest.raises(ClaimError):
        GameClaim.found(Quantity.TOTAL, None, 7, True)
    never = GameClaim(Quantity.TOTAL, ClaimStanding.NEVER)
    assert never.sentence == never.figure == "no tree reaches the goal"
    unknown = GameClaim.found(Quantity.TOTAL, None, None)
    assert (unknown.standing, unknown.sentence, unknown.figure) == (ClaimStanding.BRACKETED, "", "no tree is known yet")


def test_the_sentences() -> None:
    total, worst = GameClaim.found(Quantity.TOTAL, 21, 21), GameClaim.found(Quantity.WORST, 3, 3)
    open_total = GameClaim.found(Quantity.TOTAL, 1300, 1206, among="trees that begin so", unit=Unit.COST)
    assert open_total.sentence == "no tree has a total cost below 1,206 among trees that begin so"
    assert open_total.figure == "the least total cost is from 1,206 to 1,300"
    assert in_words([worst, total]) == (
        "no tree is shorter in the worst case; of those that are as short, the total is the least there is"
    )
    assert in_words([open_total, worst]).endswith("begin so; no tree with this total cost has a shorter longest play")
    longer = GameClaim.found(Quantity.WORST, 4, 3)
    assert in_words([longer, total]) == (
        "no tree has a longest play below 3; of those that are never longer, the total is the least there is"
    )
    chance = GameClaim.found(Quantity.VALUE, Fraction(9, 16), None, unit=Unit.CHANCE, direction=Direction.MOST)
    assert chance.as_json()["value"] == 0.5625
    assert claims_json([open_total, worst])["total_cost"] == 1300
    assert "total_cost" not in claims_json([total, worst])


def test_what_is_rounded_stays_true() -> None:
    found = GameClaim.found(Quantity.TOTAL, 30_864_265.5, 30_864_265.4996)
    assert found.sentence == "no tree has a total below 30,864,265.499"
    assert found.figure == "the least total is from 30,864,265.499 to 30,864,265.500"
    small = GameClaim.found(Quantity.TOTAL, 0.00004576, 0.00004576)
    assert small.figure == "the least total is 0.0000458"
    assert GameClaim.found(Quantity.LATE, 3, 2.9999).sentence == "no tree leaves less than 2.999 for later"
    assert GameClaim.found(Quantity.TOTAL, None, 1e200).sentence.startswith("no tree has a total below 99,999")


def test_a_claim_as_data_says_among_which_trees_it_is_made() -> None:
    game = parse_game("mastermind:pegs=2,colours=3")
    for terms, among in (
        ({}, None),
        ({"first": (0, 0)}, "trees that begin so"),
        ({"only_possible": True, "within": 4}, "trees of at most 4 steps that guess only what is possible"),
        ({"bound": 22, "first": (0, 0)}, "trees that begin so"),
        ({"objective": "worst", "first": (0, 0)}, "trees that begin so"),
    ):
        solution = solve(game, **terms)
        assert {shown["among"] for shown in solution.as_json()["shown"]} == {among}


def from_file(folder: Path) -> Game:
    """The same game from a file, which other processes find."""
    lines = ["from dataclasses import dataclass", "from typing import ClassVar", "from sleuth import Game, Goal"]
    (folder / "drawers.py").write_text("\n".join([*lines, "", getsource(Drawers)]))
    return parse_game(str(folder / "drawers.py"))


def files(folder: Path, game: Game, **terms: Any) -> list[Path]:
    """The same tree as a proof and as a tree file."""
    solution = solve(game, **terms)
    certificate = certify(solution)
    save_proof(solution, folder / "game.proof", certificate)
    save_tree(solution, folder / "game.json", certificate)
    return [folder / "game.proof", folder / "game.json"]


@pytest.mark.parametrize(("objective", "steps", "cost"), [("mean", 9, 9), ("worst", 4, 36)])
def test_where_actions_differ_in_cost_the_cost_is_what_is_proved(
    objective: str, steps: int, cost: int, tmp_path: Path
) -> None:
    game = Drawers()
    solution = solve(game, objective=objective)
    assert "total cost is the least" in dict(solution.rows())["proved"]
    said = solution.as_json()
    assert (said["total"], said["total_cost"]) == (steps, cost)
    for path in files(tmp_path, game, objective=objective):
        verdict = verify(path, game)
        assert (verdict.problem, verdict.total, verdict.total_cost) == (None, steps, cost)
        words = " ".join(describe(verdict))
        assert "the total cost is the least there is" in words
        assert f"It costs {cost} in total" in words
        assert "the total is" not in words
        shown = [one for one in verdict.as_json()["shown"] if one["quantity"] == "total"]
        assert [(one["unit"], one["value"], one["standing"]) for one in shown] == [("cost", cost, "proved")]
        assert [claim.standing for claim in verdict.shown] == [claim.standing for claim in solution.claims]


def test_a_tree_file_says_its_cost_and_a_false_one_is_found(tmp_path: Path) -> None:
    path = files(tmp_path, Drawers())[1]
    data = json.loads(path.read_text())
    assert data["claims"]["total_cost"] == 9
    data["claims"]["total_cost"] = 8
    path.write_text(json.dumps(data))
    assert verify(path, Drawers()).problem == "the file claims a total_cost of 8, and it is 9"


def test_a_long_proof_says_its_cost(tmp_path: Path) -> None:
    store = tmp_path / "proof.db"
    prove(from_file(tmp_path), store, workers=0)
    proof = read_proof(store)
    assert "the least total cost is 9" in proof.summary()
    said = proof.as_json()
    assert (said["total_cost"], said["shown"][0]["unit"]) == (9, "cost")


def test_a_bound_of_a_priced_game_is_a_cost() -> None:
    none = solve(Drawers(), bound=9)
    assert dict(none.rows())["proved"] == "no tree has a total cost below 9"
    assert none.title.endswith("with a total cost below 9")
    assert none.as_json()["shown"][0]["standing"] == "bracketed"


def test_that_no_tree_reaches_the_goal_says_within_what(tmp_path: Path) -> None:
    store = tmp_path / "proof.db"
    prove(parse_game("mastermind:pegs=2,colours=3"), store, ProofOptions(within=2), workers=0)
    proof = read_proof(store)
    assert proof.claims[0].standing == ClaimStanding.NEVER
    assert "no tree reaches the goal among trees of at most 2 steps" in proof.summary()
    assert proof.as_json()["shown"][0]["bound"] is None
