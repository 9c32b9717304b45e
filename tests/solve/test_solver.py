"""What must not change a solution (symmetry, threads, stops), and what is said when there is none."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

import numpy as np
import pytest
from tests.one_row import OneRow

from sleuth.adapters.cli.app import run
from sleuth.core import Constraint, Rounds, Symmetries
from sleuth.core.errors import ActionError, LawError, ParameterError, StuckError, TreeError
from sleuth.core.game import Feedback, Game, Goal, Symmetry
from sleuth.core.game_spec import parse_game
from sleuth.core.limit import Limit
from sleuth.core.tabulate import tabulate
from sleuth.kernels import search_bounds
from sleuth.solve import NoTree, Solution, branch_and_bound, certify, solve
from sleuth.solve.branch_and_bound import BranchAndBound, SetBounds
from sleuth.solve.symmetry import SymmetryGroup, declared
from sleuth.testing.brute_force import best_tree, least_late

SYMMETRIC = [
    "mastermind:pegs=3,colours=3",
    "mastermind:pegs=2,colours=5",
    "mastermind:pegs=3,colours=4",
    "mastermind:pegs=3,jar=2-2-1",
    "mastermind:pegs=2,jar=3-1-1-1",
    "simple-mastermind:pegs=3,colours=3",
    "bulls-and-cows:length=3,symbols=5",
    "bulls-and-cows:length=2,symbols=7",
    "fake-coin:coins=5",
    "fake-coin:coins=7",
    "black-box:size=3,atoms=2",
    "black-box:size=4,atoms=2",
    "treasure-hunt:cells=8",
    "low-middle-high:numbers=16",
    "guess-who",
    "number:numbers=20",
]


def same(one: Solution, other: Solution) -> None:
    assert (one.total, one.worst) == (other.total, other.worst)
    assert (one.lower_bound, one.total_bound) == (other.lower_bound, other.total_bound)
    for name in ("order", "start", "size", "depth", "action", "parent", "feedback"):
        assert np.array_equal(getattr(one.game_tree, name), getattr(other.game_tree, name)), name


def replay(found: Solution) -> None:
    """Let every secret down the tree: each is settled, in as many steps as the solution says."""
    tables, tree = found.tables, found.game_tree
    name = found.game.goal.only_names
    assert tables.codes is not None
    ways = {(int(p), int(f)): node for node, (p, f) in enumerate(zip(tree.parent, tree.feedback, strict=True))}
    for secret in range(len(tables.secrets)):
        node, steps = 0, 0
        while node is not None:
            action, steps = int(tree.action[node]), steps + 1
            code = int(tables.codes[secret, action])
            if name and code == tables.winning[action]:
                break
            following = ways.get((node, code))
            if following is None:
                alike = [
                    s for s in tree.order[tree.start[node] :][: tree.size[node]] if tables.codes[s, action] == code
                ]
                assert not name
                assert alike == [secret]
                break
            node = following
        assert steps == found.steps[secret]


@pytest.mark.parametrize("objective", ["mean", "worst"])
@pytest.mark.parametrize("spec", SYMMETRIC)
def test_symmetry_changes_nothing_but_time(spec: str, objective: str) -> None:
    game = parse_game(spec)
    found = solve(game, objective=objective)
    same(found, solve(game, objective=objective, symmetry=False))
    replay(found)


@pytest.mark.parametrize(
    "spec",
    [
        "mastermind:pegs=3,colours=5",
        "mastermind:pegs=4,colours=5",
        "bulls-and-cows:length=4,symbols=7",
        "fake-coin:coins=8",
        "black-box:size=4,atoms=2",
    ],
)
def test_threads_change_nothing_but_time(spec: str, monkeypatch: pytest.MonkeyPatch) -> None:
    game = parse_game(spec)
    alone, careful = solve(game, threads=1), solve(game, threads=1, objective="worst")
    monkeypatch.setattr(branch_and_bound, "LARGE", 0)  # together from the smallest game on
    for threads in (2, 3):
        same(alone, solve(game, threads=threads))
    same(careful, solve(game, threads=3, objective="worst"))
    same(alone, solve(game, threads=2, memory=1 << 14))


def test_a_tiny_memory_gives_the_same_tree() -> None:
    game = parse_game("mastermind:pegs=3,colours=5")
    same(solve(game), solve(game, memory=1, threads=1))


def test_actions_of_one_orbit_are_worth_the_same() -> None:
    game = parse_game("bulls-and-cows:length=3,symbols=5")
    assert len({solve(game, first=first).total for first in [(0, 1, 2), (4, 2, 0), (3, 1, 4)]}) == 1


def test_after_0123_there_are_twenty_kinds_of_second_guess() -> None:
    tables = tabulate(parse_game("bulls-and-cows"))
    everything = np.arange(len(tables.actions), dtype=np.int32)
    group = declared(tables)
    assert group.first_of_orbits(everything).tolist() == [tables.action_index((0, 1, 2, 3))]
    kinds = group.fixing(tables.action_index((0, 1, 2, 3))).first_of_orbits(everything)
    assert kinds.size == 20


def test_what_keeps_a_part_maps_it_to_itself() -> None:
    tables = tabulate(parse_game("bulls-and-cows:length=3,symbols=6"))
    first = tables.action_index((0, 1, 2))
    group = declared(tables).fixing(first)
    assert tables.codes is not None
    for code in np.unique(tables.codes[:, first]):
        part = np.flatnonzero(tables.codes[:, first] == code).astype(np.int32)
        kept = group.keeping(part)
        assert kept
        for member in kept.generators:
            assert set(member[group.actions + part]) == set(group.actions + part)
    assert not SymmetryGroup(3).keeping(np.array([1], np.int32))


@dataclass(frozen=True)
class Lopsided(Game, Symmetries):
    """Says that its secrets may be exchanged, though one of them is likelier."""

    kind: str = "prior"

    def secrets(self) -> range:
        return range(3)

    def feedback(self, guess: int, secret: int) -> Feedback:
        return "yes" if guess == secret else "warm" if self.kind == "law" and 0 in (guess, secret) else "no"

    def prior(self, secret: int) -> float:
        return 2.0 if self.kind == "prior" and secret == 0 else 1.0

    def cost(self, action: int) -> float:
        return 2.0 if self.kind == "cost" and action == 0 else 1.0

    def symmetries(self) -> list[Symmetry]:
        def turn(code: int) -> int:
            return {"outside": code + 1, "merge": 0}.get(self.kind, (code + 1) % 3)

        return [Symmetry(turn, turn)]


@pytest.mark.parametrize(
    ("kind", "says"),
    [
        ("prior", "changes the prior"),
        ("cost", "changes the cost of an action"),
        ("law", "changes what 0 tells|changes what 1 tells|changes what 2 tells"),
        ("outside", "does not map the game to itself"),
        ("merge", "maps two actions or two secrets to one"),
    ],
)
def test_a_symmetry_that_is_none_is_refused(kind: str, says: str) -> None:
    with pytest.raises(LawError, match=says):
        solve(Lopsided(kind))
    assert solve(Lopsided(kind), symmetry=False).proved


# What is asked for.


def test_the_shortest_longest_play_is_asked_for() -> None:
    """Of the trees of Mastermind 4x4 with the least total, one takes four steps at most; the first one found, five."""
    game = parse_game("mastermind:pegs=4,colours=4")
    found, shortest = solve(game), solve(game, shortest=True)
    assert (found.total, shortest.total, shortest.worst) == (905, 905, 4)
    assert found.worst > 4
    assert (found.proved, found.worst_proved) == (True, False)
    assert found.verdict == "the total is the least there is"
    assert (shortest.proved, shortest.worst_proved) == (True, True)
    replay(found)
    replay(shortest)


def test_the_shorter_tree_costs_no_search_of_its_own() -> None:
    """The tree that keeps to fewer steps begins with the action that was found, which no memo holds."""
    game = parse_game("mastermind:pegs=4,colours=5")
    found, shortest = solve(game, threads=1), solve(game, threads=1, shortest=True)
    assert (found.total, shortest.total, shortest.worst) == (2463, 2463, 5)
    assert shortest.nodes < 2 * found.nodes


def test_a_longest_play_that_the_numbers_allow_no_shorter_is_proved_without_asking() -> None:
    assert solve(parse_game("number:numbers=7")).worst_proved


@pytest.mark.parametrize("spec", ["mastermind:pegs=3,colours=4", "mastermind:pegs=2,jar=3-1-1-1", "fake-coin:coins=7"])
def test_a_tree_below_a_bound_or_none(spec: str) -> None:
    game = parse_game(spec)
    best = solve(game)
    for bound in (best.total + 1, best.total + 0.5, best.total + 1000):
        same(best, solve(game, bound=bound))
    none = solve(game, bound=best.total)
    assert isinstance(none, NoTree)
    assert (none.total, none.mean, none.worst, none.tree) == (None, None, None, None)
    assert (none.lower_bound, none.bound, none.proved, none.stopped) == (best.total, best.total, True, "")
    assert none.verdict == f"no tree has a total below {best.total:,}"
    assert {"total", "mean", "worst", "first"} == {
        k for k in ("total", "mean", "worst", "first") if none.as_json()[k] is None
    }


def test_a_bound_for_trees_that_begin_so_and_keep_to_terms() -> None:
    game = parse_game("mastermind:pegs=3,colours=4")
    first = solve(game, first=(0, 0, 0))
    none = solve(game, first=(0, 0, 0), bound=first.total)
    assert isinstance(none, NoTree)
    assert none.forced
    assert none.verdict == f"no tree has a total below {first.total} among trees that begin so"
    assert solve(game, first=(0, 0, 0), bound=first.total + 1).total == first.total
    short = solve(game, within=4, only_possible=True, bound=206)
    assert short.verdict == (
        "no tree has a total below 206 among trees of at most 4 steps that guess only what is possible"
    )


@dataclass(frozen=True)
class Waiting(Game):
    """A number from 0 to 5, by whether the difference is odd; 9 tells nothing."""

    def secrets(self) -> range:
        return range(6)

    def actions(self) -> list[int]:
        return [*range(6), 9]

    def feedback(self, action: int, secret: int) -> Feedback:
        return "" if action == 9 else "yes" if action == secret else ("even", "odd")[(secret - action) % 2]


def test_a_bound_after_a_first_action_that_tells_nothing() -> None:
    game = Waiting()
    best = solve(game, first=9)
    assert best.total == solve(game).total + 6
    assert solve(game, first=9, bound=best.total + 1).total == best.total
    with pytest.raises(ParameterError, match="no tree of waiting has a total below 20, as the number of its secrets"):
        solve(game, first=9, bound=20)
    none = solve(game, first=9, bound=best.total)
    assert (none.lower_bound, none.bound, none.forced) == (best.total, best.total, True)


def test_a_bound_that_the_number_of_secrets_rules_out() -> None:
    game = parse_game("mastermind:pegs=3,colours=4")
    with pytest.raises(
        ParameterError, match=r"no tree of mastermind:pegs=3,colours=4 has a total below \d+, as the num"
    ):
        solve(game, bound=100)
    with pytest.raises(ParameterError, match="bound goes with the objective mean"):
        solve(game, bound=300, objective="worst")
    with pytest.raises(ParameterError, match="a beam proves nothing"):
        solve(game, bound=300, beam=2)
    with pytest.raises(ParameterError, match="a bound is a total, a number, not nan"):
        solve(game, bound=float("nan"))
    with pytest.raises(ParameterError, match="bound does not go with that"):
        solve(parse_game("battleship:size=2x3,fleet=2"), bound=30)


def test_the_command_answers_that_there_is_no_tree(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    line = ["solve", "mastermind", "--pegs", "3", "--colours", "4", "--bound", "206"]
    assert run([*line, "--out", str(tmp_path / "tree.json")]) == 0
    assert "no tree has a total below 206" in capsys.readouterr().out
    assert not list(tmp_path.iterdir())
    assert run([*line, "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert {"total": None, "mean": None, "worst": None, "first": None, "lower_bound": 206, "proved": True}.items() <= (
        answer.items()
    )


# Stops.


@pytest.mark.parametrize(("spec", "optimum"), [("mastermind:pegs=4,colours=7", 11228), ("bulls-and-cows", 26274)])
@pytest.mark.parametrize("seconds", [0.001, 0.3])
def test_a_time_limit_gives_a_whole_tree_and_a_true_bound(spec: str, optimum: int, seconds: float) -> None:
    found = solve(parse_game(spec), limit=Limit(seconds=seconds))
    assert not found.proved
    assert found.stopped == "time"
    assert found.lower_bound <= optimum <= found.total
    assert found.lower_bound > found.secrets
    assert "no tree has a total below" in found.verdict
    assert "the time was up" in found.verdict
    replay(found)


def test_a_time_limit_for_the_worst_case() -> None:
    found = solve(parse_game("mastermind:pegs=4,colours=7"), objective="worst", limit=Limit(seconds=0.001))
    assert found.stopped == "time"
    assert found.lower_bound <= 6 <= found.worst
    replay(found)


def test_a_tree_longer_than_was_asked_for_is_never_called_proved(monkeypatch: pytest.MonkeyPatch) -> None:
    """The clock runs out after the search without a limit on the steps, and before the one within five."""
    plain = BranchAndBound.run

    def run_out(
        self: BranchAndBound, depth: int = search_bounds.FOREVER, bound: float = search_bounds.INFINITE
    ) -> SetBounds:
        if depth != search_bounds.FOREVER:
            self.stop()
        return plain(self, depth, bound)

    monkeypatch.setattr(BranchAndBound, "run", run_out)
    found = solve(parse_game("mastermind"), within=5)  # the least total, 5625, takes six; within five it is 5626
    assert found.stopped == "time"
    assert found.lower_bound <= 5626
    assert found.worst <= 5 or not found.proved


INTERRUPTED = """
import os, signal, sys, time
from sleuth.adapters.cli.app import main
from sleuth.solve.branch_and_bound import BranchAndBound

signal.signal(signal.SIGINT, signal.default_int_handler)  # in the background of a shell it is ignored
plain = BranchAndBound._try

def pressed(self, *arguments):
    if not self.law.beam:  # the search that proves, not the first quick one
        BranchAndBound._try = plain
        time.sleep(0.2)
        os.kill(os.getpid(), signal.SIGINT)
    return plain(self, *arguments)

BranchAndBound._try = pressed
sys.argv = ["sleuth", "solve", "bulls-and-cows", "--json"]
main()
"""


def test_ctrl_c_gives_the_best_tree_so_far() -> None:
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(p for p in sys.path if p)}
    done = subprocess.run([sys.executable, "-c", INTERRUPTED], env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert done.stdout.count("\n") == 1
    found = json.loads(done.stdout)
    assert (found["stopped"], found["proved"], found["secrets"]) == ("interrupt", False, 5040)
    assert found["lower_bound"] <= 26274 <= found["total"]


# What cannot be done.


@dataclass(frozen=True)
class Twins(Game):
    """Two of the secrets answer everything alike."""

    goal: ClassVar[Goal] = Goal.KNOW

    def secrets(self) -> list[str]:
        return ["left", "right", "twin-a", "twin-b"]

    def actions(self) -> list[str]:
        return ["left", "twin"]

    def feedback(self, action: str, secret: str) -> Feedback:
        return secret.startswith(action)

    def format_secret(self, secret: str) -> str:
        return secret


@pytest.mark.parametrize("objective", ["mean", "worst"])
def test_a_goal_that_cannot_be_reached_names_the_pair(objective: str) -> None:
    with pytest.raises(StuckError, match="no action that may be asked tells twin-a and twin-b apart"):
        solve(Twins(), objective=objective)


def test_what_python_refuses() -> None:
    game = parse_game("mastermind:pegs=2,colours=3")
    with pytest.raises(ParameterError, match="the objective is mean, worst, within=N or setter, not 'median'"):
        solve(game, objective="median")
    with pytest.raises(ParameterError, match="a beam is 1 or more actions wide, or 0 for all of them, not -2"):
        solve(game, beam=-2)
    with pytest.raises(ActionError, match=r"\(7, 7\) is not an action of mastermind"):
        solve(game, first=(7, 7))
    with pytest.raises(StuckError, match="no strategy settles every secret of mastermind:pegs=2,colours=3 within 1"):
        solve(game, within=1)


LINES = [
    ("mastermind --objective median", "the objective is mean, worst, within=N or setter, not 'median'"),
    ("mastermind --beam -1", "Invalid value for '--beam'"),
    ("mastermind --first 99", "'99' is no action of mastermind: write 4 symbols from 0 to 5, like 0123"),
    ("mastermind --first 0127", "'0127' is no action of mastermind"),
    ("mastermind --certificate", "a certificate goes into a file; name one with out"),
    (
        "mastermind --certificate --out tree.dot",
        "a certificate goes into a file; name one with out, such as FILE.proof or FILE.json",
    ),
    ("mastermind --bound 100", "no tree of mastermind:pegs=4,colours=6 has a total below 4,986"),
    ("mastermind --bound 6000 --objective worst", "bound goes with the objective mean"),
    ("mastermind --seconds 0", "Invalid value for '--seconds'"),
    (
        "mastermind:pegs=2,colours=3 --within 2",
        "no strategy settles every secret",
    ),
    ("mastermind --pegs none", "pegs"),
]


@pytest.mark.parametrize(("line", "says"), LINES)
def test_what_the_command_refuses(
    line: str, says: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    assert run(["solve", *line.split(), "--json"]) == 2
    told = json.loads(capsys.readouterr().out)
    assert says in told["error"]
    assert not list(tmp_path.iterdir())


def test_the_command_tells_all_that_the_house_promises(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["solve", "mastermind", "--pegs", "2", "--colours", "3", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert {"total": 21, "worst": 3, "lower_bound": 21, "proved": True}.items() <= told.items()
    assert told["mean"] == pytest.approx(21 / 9)
    assert {"nodes", "seconds", "stopped", "beam"} <= set(told)
    assert run(["solve", "mastermind", "--pegs", "2", "--colours", "3"]) == 0
    assert "the total is the least there is" in capsys.readouterr().out


def test_a_beam_says_that_it_proves_nothing() -> None:
    found = solve(parse_game("mastermind:pegs=3,colours=3"), beam=2)
    assert not found.proved
    assert found.verdict.startswith("nothing: no more than 2 actions")
    assert found.lower_bound <= 73 <= found.total
    replay(found)


def test_a_number_of_steps_is_no_part_of_the_worst_case() -> None:
    with pytest.raises(ParameterError, match="within goes with the objective mean"):
        solve(parse_game("mastermind:pegs=2,colours=3"), objective="worst", within=3)
    assert solve(parse_game("mastermind:pegs=2,colours=3"), objective="worst", within=0).worst == 3


@dataclass(frozen=True)
class OneByOne(Game, Rounds):
    """A guess says whether it is right, and no more; rows that are too few for anybody."""

    rows: ClassVar[int] = 6

    secret_words: int = 10

    def secrets(self) -> range:
        return range(self.secret_words)

    def feedback(self, action: int, secret: int) -> bool:
        return action == secret


def test_rows_that_are_too_few_bind_nobody_with_a_bound_either() -> None:
    game = OneByOne()
    free = solve(game)
    assert (free.total, free.within) == (55, None)  # type: ignore[attr-defined]
    same(free, solve(game, bound=60))
    with pytest.raises(StuckError, match=r"no strategy settles every secret of .* within 6 steps"):
        solve(game, bound=60, within=6)


def test_rows_that_a_first_action_has_used_up_bind_nobody() -> None:
    game = OneRow()
    assert (solve(game).total, solve(game).within) == (4, 1)  # type: ignore[attr-defined]
    wasted = solve(game, first="nothing")
    assert (wasted.total_cost, wasted.within) == (12, None)  # type: ignore[attr-defined]
    with pytest.raises(StuckError, match="within 1 step"):
        solve(game, first="nothing", within=1)


@dataclass(frozen=True)
class DeadEnd(Game, Constraint):
    """Whatever is asked forbids all that would tell the rest."""

    goal: ClassVar[Goal] = Goal.KNOW

    def secrets(self) -> range:
        return range(4)

    def actions(self) -> range:
        return range(4)

    def feedback(self, action: int, secret: int) -> bool:
        return action == secret

    def allows(self, action: int, past: int, feedback: bool) -> bool:
        return False


@pytest.mark.parametrize("limit", [Limit(), Limit(seconds=1e-9)])
def test_where_the_goal_is_out_of_reach_no_bound_is_proved(limit: Limit) -> None:
    says = "no tree .* was found before" if limit.seconds else "cannot be reached"
    with pytest.raises(StuckError, match=says):
        solve(DeadEnd(), bound=100, limit=limit)


def test_only_possible_is_refused_where_nothing_is_a_guess_of_the_secret() -> None:
    for options in ({}, {"bound": 14}, {"objective": "worst"}, {"objective": "setter"}, {"objective": "within=2"}):
        with pytest.raises(ParameterError, match="only_possible is for games in which the secret is named"):
            solve(DeadEnd(), only_possible=True, **options)  # type: ignore[arg-type]


@dataclass(frozen=True)
class Precious(Game):
    """Find one of seven, whose weights are large whole numbers that differ by little."""

    scale: int = 10**14

    def secrets(self) -> range:
        return range(7)

    def feedback(self, action: int, secret: int) -> int:
        return (secret > action) - (secret < action)

    def prior(self, secret: int) -> int:
        return self.scale + (37 * secret) % 50


@pytest.mark.parametrize("scale", [10**12, 10**14, 10**15])
def test_whole_numbers_that_are_too_large_are_bracketed(scale: int) -> None:
    """Sums of them are rounded, so that nothing is proved to the last digit; what is said is true."""
    game = Precious(scale)
    least = best_tree(game).total
    assert least is not None
    exact = scale < 10**14
    found = solve(game)
    assert found.proved == exact
    assert isinstance(found.lower_bound, int)
    assert found.lower_bound <= least <= found.total  # type: ignore[operator]
    assert found.claims[0].standing == ("proved" if exact else "bracketed")
    none = solve(game, bound=float(least))
    assert not isinstance(none, NoTree) or none.lower_bound <= least
    late = solve(game, objective="within=2")
    assert late.proved == exact
    assert late.lower_bound <= least_late(game, 2, 3) <= late.late  # type: ignore[attr-defined, operator]
    if not exact:
        with pytest.raises(TreeError, match="too large for exact bounds, so there is no certificate"):
            certify(found)
