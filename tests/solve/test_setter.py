"""The value against whoever hides the secret: against all trees, against published values, and its terms."""

from __future__ import annotations

import json
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import ClassVar

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.trials import trials

from sleuth import begin, parse_game
from sleuth.adapters.cli.app import run
from sleuth.belief.enumerated import EnumeratedSet
from sleuth.core import Rounds
from sleuth.core.errors import ParameterError, TooLargeError
from sleuth.core.game import Game
from sleuth.core.limit import Limit
from sleuth.core.tables import Tables
from sleuth.core.tabulate import tabulate
from sleuth.kernels.search_bounds import FOREVER
from sleuth.play import setter_oracle
from sleuth.play.oracles import make_oracle
from sleuth.solve import solve
from sleuth.solve.exact_least import exact_least
from sleuth.solve.method import SolveOptions
from sleuth.solve.setter_openings import OpeningMix, OpeningPlans, Openings
from sleuth.solve.setter_program import SetterProgram, least_by_trees, most_by_classes
from sleuth.solve.setter_solution import SetterSolution
from sleuth.solve.solver import solve_set
from sleuth.testing.nasty_catalogue import nasty_game
from sleuth.testing.random_games import RandomLaw, RandomNaming

pytest.importorskip("highspy")

Plan = tuple[int, ...]
"""The steps of each secret of a set."""


def all_plans(tables: Tables) -> set[Plan]:
    """What every tree without idle questions takes, secret by secret."""
    codes, names = tables.codes, tables.game.goal.only_names
    assert codes is not None

    @cache
    def plans(cands: tuple[int, ...]) -> frozenset[Plan]:
        if len(cands) == 1 and not names:
            return frozenset({(0,)})
        out: set[Plan] = set()
        for action in range(len(tables.actions)):
            answers = codes[list(cands), action].tolist()
            won = [names and answer == tables.winning[action] for answer in answers]
            if len(set(answers)) == 1 and not any(won):
                continue
            joined: set[dict[int, int]] | list[dict[int, int]] = [{s: 1 for s, w in zip(cands, won, strict=True) if w}]
            for answer in {a for a, w in zip(answers, won, strict=True) if not w}:
                part = tuple(s for s, a in zip(cands, answers, strict=True) if a == answer)
                joined = [
                    {**before, **{s: 1 + n for s, n in zip(part, plan, strict=True)}}
                    for before in joined
                    for plan in plans(part)
                ]
            out |= {tuple(steps[s] for s in cands) for steps in joined}
        return frozenset(out)

    return set(plans(tuple(range(len(tables.secrets)))))


def value_over(plans: set[Plan]) -> float:
    """The value of the game in which one side picks a tree and the other a secret, by one linear program."""
    totals = np.array(sorted(plans), np.int64)
    program = SetterProgram(np.ones(totals.shape[1], np.int64))
    openings = [OpeningPlans(place, row, []) for place, row in enumerate(totals)]
    for opening in openings:
        program.add(opening, [])
    mixes = program.mixes(exact=True)
    assert mixes.exact
    return float(least_by_trees(openings, mixes.weights))


games = st.builds(
    lambda cls, size, questions, answers, heaviest, seed: cls(size, questions, answers, heaviest, seed),
    st.sampled_from([RandomLaw, RandomNaming]),
    st.integers(1, 5),
    st.integers(0, 2),
    st.integers(2, 3),
    st.sampled_from([1, 4]),
    st.integers(0, 10_000),
)


@settings(max_examples=trials(40), deadline=None)
@given(games)
def test_the_value_is_that_of_all_trees(game: Game) -> None:
    found = solve(game, objective="setter", threads=1)
    assert isinstance(found, SetterSolution)
    assert found.proved
    assert found.low == found.high
    assert found.mean == pytest.approx(value_over(all_plans(tabulate(game))))
    check_mixes(found)


def check_mixes(found: SetterSolution) -> None:
    """Both mixes add up to 1, and each guarantees its side of the value."""
    assert sum(group.chance for group in found.classes) == 1
    assert sum(tree.chance for tree in found.trees) == 1
    assert sum(group.secrets for group in found.classes) == found.secrets
    for place, group in enumerate(found.classes):
        expected = sum(tree.chance * tree.totals[place] for tree in found.trees) / group.secrets
        assert expected == found.high if group.weight and found.proved else expected <= found.high
    for tree in found.trees:
        assert int(tree.steps.steps.sum()) == sum(tree.totals)
        assert sum(g.weight * t for g, t in zip(found.classes, tree.totals, strict=True)) >= found.low


@pytest.mark.parametrize(
    ("spec", "value"),
    [
        ("mastermind:pegs=2,colours=2", "2"),
        ("mastermind:pegs=2,colours=3", "29/12"),
        ("mastermind:pegs=3,colours=4", "219/68"),
        ("mastermind:pegs=3,colours=6", "619/156"),
        ("number:numbers=3", "9/5"),
        ("treasure-hunt:cells=4", "2"),
    ],
)
def test_values_with_and_without_symmetry(spec: str, value: str) -> None:
    game = parse_game(spec)
    found = solve(game, objective="setter", threads=1)
    assert str(found.value) == value
    check_mixes(found)
    assert found.mean >= solve(game).mean - 1e-12  # at random is one way to hide it
    if found.secrets <= 64:
        assert str(solve(game, objective="setter", symmetry=False, threads=1).value) == value


def test_avoiding_codes_of_one_colour_is_not_always_best() -> None:
    """At 3x6 the setter likes them; to leave them out would be worth 828/210."""
    found = solve(parse_game("mastermind:pegs=3,colours=6"), objective="setter", threads=1)
    assert found.value > Fraction(854, 216) > Fraction(828, 210)
    assert found.classes[0].example == "000"
    assert found.classes[0].weight > Fraction(1, 216)


@pytest.mark.heavy
def test_mastermind_as_published() -> None:
    """5600/1290, all codes alike but those of one colour (Wiener 1995)."""
    found = solve(parse_game("mastermind"), objective="setter", threads=1)
    assert found.value == Fraction(5600, 1290)
    assert [group.weight * 1290 for group in found.classes] == [0, 1, 1, 1, 1]


def test_a_prior_is_left_aside() -> None:
    plain, heavy = (RandomNaming(5, 2, 3, heaviest, 7) for heaviest in (1, 9))
    one, other = (solve(game, objective="setter", threads=1) for game in (plain, heavy))
    assert one.value == other.value
    assert "left aside" in dict(other.rows())["prior"]
    assert "prior" not in dict(one.rows())


def test_terms() -> None:
    game = parse_game("mastermind:pegs=2,colours=4")
    free = solve(game, objective="setter", threads=1)
    first = solve(game, objective="setter", first=(0, 0), threads=1)
    assert first.value > free.value
    assert all(tree.steps.first == (0, 0) for tree in first.trees)
    check_mixes(first)
    short = solve(game, objective="setter", within=4, threads=1)
    assert short.value >= free.value
    assert max(tree.steps.worst for tree in short.trees) <= 4
    narrow = solve(game, objective="setter", only_possible=True, threads=1)
    assert narrow.value >= free.value
    both = "no way to hide the secret takes more, and no strategy takes less"
    assert free.verdict == both
    assert first.verdict == f"{both} among trees that begin so"
    assert short.claims[0].among == "trees of at most 4 steps"
    assert narrow.claims[0].among == "trees that guess only what is possible"


def test_a_time_limit_gives_a_true_bracket() -> None:
    found = solve(parse_game("mastermind"), objective="setter", limit=Limit(seconds=0.01))
    assert found.stopped == "time"
    assert not found.proved
    assert found.value is None
    assert found.low <= Fraction(5600, 1290) <= found.high
    assert "the time was up" in found.verdict
    assert found.as_json()["value"] is None


def test_rounded_weights_still_bound_the_value(monkeypatch: pytest.MonkeyPatch) -> None:
    from sleuth.solve import setter

    game = parse_game("mastermind:pegs=3,colours=6")
    exact = solve(game, objective="setter", threads=1).value
    monkeypatch.setattr(setter, "MOST", 100_000)
    found = solve(game, objective="setter", threads=1)
    assert found.low <= exact <= found.high
    assert found.high - found.low < Fraction(1, 100)
    monkeypatch.setattr(SetterProgram, "_exact", lambda program: None)
    found = solve(game, objective="setter", threads=1)
    assert found.low <= exact <= found.high


@settings(max_examples=trials(40), deadline=None)
@given(games, st.lists(st.integers(0, 10**30), min_size=5, max_size=5), st.booleans())
def test_weights_that_are_too_fine_for_the_search(game: Game, weights: list[int], coarse: bool) -> None:
    """Whatever the rounding, the least total is that of all trees."""
    tables = tabulate(game)
    number = len(tables.secrets)
    fine = weights[:number]
    unit = max(1, max(fine) // (10 if coarse else 10**9))
    rounded = np.array([weight // unit for weight in fine], np.float64)
    hidden = Tables(game, tables.secrets, tables.actions, tables.codes, tables.feedbacks, rounded)
    least = exact_least(EnumeratedSet(hidden), fine, FOREVER, SolveOptions(), Limit().start())
    assert least == min(sum(w * n for w, n in zip(fine, plan, strict=True)) for plan in all_plans(tables))


def test_too_fine_weights_give_an_exact_value(monkeypatch: pytest.MonkeyPatch) -> None:
    from sleuth.solve import setter

    game = parse_game("mastermind:pegs=2,colours=4")
    exact = solve(game, objective="setter", threads=1)
    monkeypatch.setattr(setter, "MOST", 200_000)
    monkeypatch.setattr(setter, "FINE", 0)
    found = solve(game, objective="setter", symmetry=False, threads=1)
    assert found.value == exact.value
    check_mixes(found)


def test_quick_replies_change_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the best tree is hard to find, a narrow search looks first."""
    from sleuth.solve import setter

    game = parse_game("mastermind:pegs=3,colours=4")
    value = solve(game, objective="setter", threads=1).value
    monkeypatch.setattr(setter, "HARD", 0)
    monkeypatch.setattr(setter, "MANY", 2)
    found = solve(game, objective="setter", threads=1)
    assert found.value == value
    check_mixes(found)


def test_plans_of_different_trees_go_together() -> None:
    """A mix by parts is a mix of whole trees in which every plan keeps its chance."""
    tables = tabulate(parse_game("mastermind:pegs=2,colours=3"))
    number = np.arange(9, dtype=np.int32)
    openings = Openings(tables, number, 9)
    weighed = [np.ones(9), np.arange(1.0, 10.0), np.arange(9.0, 0.0, -1.0)]
    for weights in weighed:
        hidden = Tables(tables.game, tables.secrets, tables.actions, tables.codes, tables.feedbacks, weights)
        opening, _ = openings.add(solve_set(EnumeratedSet(hidden), SolveOptions(first=(0, 1), symmetry=False)))
    chances = []
    for part in opening.parts:
        share = Fraction(1, len(part.plans))
        chances.append([share] * len(part.plans))
    assert max(map(len, chances)) > 1
    mix = [OpeningMix(opening, Fraction(1), chances)]
    expected = np.array([Fraction(int(n)) for n in opening.base])
    for part, some in zip(opening.parts, chances, strict=True):
        for plan, chance in zip(part.plans, some, strict=True):
            expected[part.classes] += chance * plan.totals.astype(object)
    trees = list(openings.whole_trees(mix))
    assert sum(chance for chance, _ in trees) == 1
    assert sum(chance * steps.steps.astype(object) for chance, steps in trees).tolist() == expected.tolist()
    assert most_by_classes(mix, np.ones(9, np.int64)) == max(expected)


# What is said.


def test_the_command(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    out = tmp_path / "tree.json"
    assert (
        run(
            [
                "solve",
                "mastermind",
                "--pegs",
                "2",
                "--colours",
                "3",
                "--objective",
                "setter",
                "--out",
                str(out),
                "--json",
            ]
        )
        == 0
    )
    said = json.loads(capsys.readouterr().out)
    assert said["value"] == "29/12"
    assert said["total"] is None
    assert said["mean"] == pytest.approx(29 / 12)
    assert said["proved"] is True
    assert [group["secrets"] for group in said["weights"]] == [3, 6]
    assert run(["verify", str(out)]) == 0
    capsys.readouterr()
    assert run(["solve", "mastermind", "--pegs", "2", "--colours", "3", "--objective", "setter"]) == 0
    text = " ".join(capsys.readouterr().out.split())
    assert "value 29/12 = 2.416667 steps" in text
    assert "hidden the 3 like 00, each 1.5000 times as likely as at random" in text


@dataclass(frozen=True)
class Dear(RandomNaming):
    """Actions differ in cost."""

    def cost(self, action: int) -> float:
        return 1.0 + action


@pytest.mark.parametrize(
    ("game", "options", "says"),
    [
        (Dear(4, 2, 2), {}, "counts steps, and the actions here differ in cost"),
        (parse_game("mastermind"), {"beam": 3}, "beam does not go with that"),
        (parse_game("battleship:size=2x3,fleet=2"), {}, "objective setter does not go with that"),
        (parse_game("number:numbers=5@lies:most=1"), {}, "objective setter does not go with that"),
    ],
)
def test_what_does_not_go(game: Game, options: dict[str, int], says: str) -> None:
    with pytest.raises(ParameterError, match=says):
        solve(game, objective="setter", **options)


# The oracle.


def test_the_oracle_hides_as_the_setter_does(monkeypatch: pytest.MonkeyPatch) -> None:
    info = begin(parse_game("mastermind:pegs=2,colours=3"))
    rng = np.random.default_rng(0)
    drawn = [make_oracle("setter", info, rng).reveal() for _ in range(400)]
    alike = sum(len(set(code)) == 1 for code in drawn)
    assert 150 < alike < 250  # half of the time; at random it would be a third
    assert make_oracle("setter", info, rng, (0, 1)).reveal() == (0, 1)
    oracle = make_oracle("setter", info, rng)
    assert oracle.answer(oracle.reveal()) == (2, 0)


def test_what_the_oracle_refuses(monkeypatch: pytest.MonkeyPatch) -> None:
    rng = np.random.default_rng(0)
    with pytest.raises(TooLargeError, match="at most 2,000,000"):
        make_oracle("setter", begin(parse_game("bulls-and-cows")), rng)
    with pytest.raises(ParameterError, match="may be lies"):
        make_oracle("setter", begin(parse_game("number:numbers=5@lies:most=1")), rng)
    later = begin(parse_game("mastermind:pegs=2,colours=3")).observe((0, 1), (1, 0))
    with pytest.raises(ParameterError, match="before the first question"):
        make_oracle("setter", later, rng)
    assert setter_oracle.MAX_PAIRS >= 1296**2


@dataclass(frozen=True)
class Numbers(Game):
    """A number below another, by guesses; -1 is always wrong."""

    number: int

    def secrets(self) -> range:
        return range(self.number)

    def actions(self) -> range:
        return range(-1, self.number)

    def feedback(self, action: int, secret: int) -> bool:
        return action == secret


@pytest.mark.parametrize(("secrets", "value"), [(1, Fraction(2)), (2, Fraction(5, 2)), (3, Fraction(3))])
def test_a_first_action_that_tells_nothing_makes_every_play_longer(secrets: int, value: Fraction) -> None:
    solution = solve(Numbers(secrets), objective="setter", first=-1)
    assert isinstance(solution, SetterSolution)
    assert (solution.low, solution.high) == (value, value)


@dataclass(frozen=True)
class OneByOne(Game, Rounds):
    """A guess says whether it is right, and no more; rows that are too few for anybody."""

    rows: ClassVar[int] = 3

    def secrets(self) -> range:
        return range(5)

    def actions(self) -> range:
        return range(6)

    def feedback(self, action: int, secret: int) -> str:
        return "right" if action == secret else "odd" if action == 5 and secret == 4 else "no"


def test_rows_that_are_too_few_for_anybody_do_not_stop_the_setter() -> None:
    few, free = solve(OneByOne(), objective="setter"), solve(OneByOne(), objective="setter", within=0)
    assert isinstance(few, SetterSolution)
    assert isinstance(free, SetterSolution)
    assert (few.low, few.high) == (free.low, free.high) == (3, 3)  # in any order: (1 + 2 + 3 + 4 + 5) / 5
    assert few.terms["within"] is None


def test_rows_that_are_enough_bind_all_trees_of_the_mix() -> None:
    found = solve(nasty_game("few-rows", 8), objective="setter")
    assert isinstance(found, SetterSolution)
    assert found.terms["within"] == 3
    assert found.worst <= 3


def test_a_value_that_only_rounding_hides_is_proved() -> None:
    found = solve(nasty_game("constrained-know", 193), objective="setter")
    assert isinstance(found, SetterSolution)
    assert (found.low, found.high) == (2, 2)
