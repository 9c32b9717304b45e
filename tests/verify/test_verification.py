"""The verifier: it says yes to every tree of the solver, and no, with the place, to trees that were tampered with."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from tests.trials import trials

from sleuth.adapters.cli.app import run
from sleuth.belief.begin import listable
from sleuth.core.errors import TreeError
from sleuth.core.game import Game, Goal
from sleuth.core.game_spec import parse_game
from sleuth.play.evaluate import evaluate
from sleuth.solve import certify, save_proof, save_tree, solve, tree_of
from sleuth.strategies.catalogue import parse_strategy
from sleuth.strategies.tree import Tree
from sleuth.testing.generators import games, random_tables_game
from sleuth.testing.small import HardMastermind
from sleuth.verify.verification import verify

SPEC = "mastermind:pegs=2,colours=3"


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "tree.json"
    save_tree(solve(parse_game(SPEC)), path)
    return path


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("trees")


def written(folder: Path, data: dict[str, Any]) -> Path:
    path = folder / "tree.json"
    path.write_text(json.dumps(data))
    return path


def plays_right(game: Game, data: dict[str, Any]) -> bool:
    """Whether each secret, alone, walks to the goal, all in as many steps as claimed, and every node is used."""
    nodes = data["nodes"]
    actions = {game.format_action(a): a for a in game.actions()}
    total, used = 0.0, set()
    alike = len({game.prior(s) for s in game.secrets()}) == 1
    reached: dict[int, int] = {}
    for secret in game.secrets():
        at, left, steps = 0, list(game.secrets()), 0
        while True:
            used.add(at)
            reached[at] = reached.get(at, 0) + 1
            action = actions[nodes[at][3]]
            answer = game.feedback(action, secret)
            left, steps = [s for s in left if game.feedback(action, s) == answer], steps + 1
            if action == secret if game.goal.only_names else len(left) == 1:
                break
            below = range(at + 1, len(nodes))
            end = next((n for n in below if nodes[n][0] <= nodes[at][0]), len(nodes))
            text = game.format_feedback(answer)
            found = [n for n in range(at + 1, end) if nodes[n][0] == nodes[at][0] + 1 and nodes[n][1] == text]
            if not found:
                return False
            at = found[0]
        total += steps * (1 if alike else game.prior(secret))
    counted = all(reached.get(n) == node[2] for n, node in enumerate(nodes))
    return counted and len(used) == len(nodes) and total == data["claims"]["total"]


@given(random_tables_game(12))
@settings(max_examples=trials(50), deadline=None)
def test_trees_of_the_solver_verify(folder: Path, game: Game) -> None:
    solution = solve(game)
    save_tree(solution, folder / "tree.json")
    verdict = verify(folder / "tree.json", game)
    assert verdict.problem is None
    assert (verdict.total, verdict.worst, verdict.mean) == (solution.total, solution.worst, solution.mean)
    assert verdict.certificate is None
    assert not verdict.optimal


@given(games().filter(listable))
@settings(max_examples=trials(30), deadline=None)
def test_trees_of_any_strategy_verify(folder: Path, game: Game) -> None:
    Tree.of(result := evaluate(game, parse_strategy("entropy"))).save(folder / "tree.json")
    verdict = verify(folder / "tree.json", game)
    assert verdict.problem is None
    assert (verdict.total, verdict.worst) == (result.total, result.worst)


@given(random_tables_game(10), st.data())
@settings(max_examples=trials(60), deadline=None)
def test_another_action_is_seen_exactly_where_it_matters(folder: Path, game: Game, data: st.DataObject) -> None:
    tree = json.loads(str(tree_of(solve(game))))
    assume(tree["nodes"])
    number = data.draw(st.integers(0, len(tree["nodes"]) - 1))
    actions = [game.format_action(a) for a in game.actions()]
    tree["nodes"][number][3] = data.draw(st.sampled_from(actions))
    assert verify(written(folder, tree), game).ok == plays_right(game, tree)


@given(random_tables_game(10), st.data())
@settings(max_examples=trials(40), deadline=None)
def test_a_dropped_branch_is_named(folder: Path, game: Game, data: st.DataObject) -> None:
    made = tree_of(solve(game))
    assume(len(made.nodes) > 1)
    number = data.draw(st.integers(1, len(made.nodes) - 1))
    gone, node, parent = made.below(number), made.nodes[number], made.parents[number]
    tree = json.loads(str(made))
    tree["nodes"] = [n for place, n in enumerate(tree["nodes"]) if place not in gone]
    problem = verify(written(folder, tree), game).problem
    wanted = f"{made.place(parent)}: no branch for the answer {node.feedback} to {made.nodes[parent].action}"
    assert problem is not None
    assert problem.startswith(wanted)


@given(random_tables_game(10), st.sampled_from(["total", "mean", "worst"]), st.sampled_from([-1, 1]))
@settings(max_examples=trials(30), deadline=None)
def test_a_changed_claim_is_named(folder: Path, game: Game, key: str, by: int) -> None:
    tree = json.loads(str(tree_of(solve(game))))
    true = tree["claims"][key]
    tree["claims"][key] += by
    verdict = verify(written(folder, tree), game)
    assert verdict.problem == f"the file claims a {key} of {true + by!r}, and it is {true}"
    assert not verdict.ok


CHANGES: list[tuple[Callable[[dict[str, Any]], Any], str]] = [
    (lambda d: d["nodes"][2].__setitem__(3, "xy"), "mastermind has no action 'xy'"),
    (lambda d: d["nodes"][1].__setitem__(2, 7), "7 candidates in the file, 1 by the law"),
    (lambda d: d["nodes"].append([1, "2.0", 1, "00"]), "a branch for the answer 2.0 to 01, when play is won"),
    (lambda d: d["nodes"].append([1, "9.9", 1, "00"]), "after 01=9.9: a branch that no secret reaches"),
    (lambda d: d["nodes"].append([1, "0.0", 1, "00"]), "at the root: two branches for the answer '0.0'"),
    (lambda d: d["nodes"].append([7, "0.0", 1, "00"]), "has depth 7, which cannot follow"),
    (lambda d: d["nodes"].clear(), "it asks nothing, and the goal is not reached"),
    (lambda d: d["nodes"].insert(1, [1, 2]), r"node 2 must be \[depth, answer, candidates, action\]"),
    (lambda d: d["claims"].pop("total"), "the file claims no total; it is 21"),
    (lambda d: d["claims"].update(total="21"), "claims a total of '21', which is not a number"),
    (lambda d: d["claims"].update(worst=True), "claims a worst of True, which is not a number"),
    (lambda d: d["claims"].update(lower_bound=20), "claims lower_bound, and has no certificate"),
    (lambda d: d["claims"].update(proved=False), "claims proved, and has no certificate"),
    (lambda d: d["claims"].update(lowerbound=20), "claims has a key 'lowerbound' that is not known"),
    (lambda d: d.update(claim={}), "the file has a key 'claim' that is not known"),
    (lambda d: d["secrets"].update(number=9), "secrets has a key 'number' that is not known"),
    (lambda d: d["secrets"].update(count=9.0), "secrets must have a count, which is a number"),
    (lambda d: d["terms"].update(beam=3), "terms has a key 'beam' that is not known"),
    (lambda d: d["terms"].update(within="3"), "within is a number of steps"),
    (lambda d: d["terms"].update(within=2), "its terms are plays of at most 2 steps, and it takes 3"),
    (lambda d: d["terms"].update(first="00"), "its terms are to ask 00 first, and it does not"),
    (lambda d: d.update(objective="banana"), "the objective 'banana' is not known"),
    (lambda d: d.update(schema=True), "it has schema True"),
    (lambda d: d.update(goal="know"), "the goal is 'know', and it is 'name'"),
    (lambda d: d.update(certificate={"lines": []}, objective=None), "has a certificate but no objective"),
    (lambda d: d.update(certificate={"lemma": []}), "certificate has a key 'lemma' that is not known"),
    (
        lambda d: d["secrets"].update(digest="sha256:0"),
        "made for other secrets than .* has now, or they were weighed otherwise",
    ),
    (lambda d: d.update(game="mastermind:pegs=2,colours=4"), "made for 9 secrets, and .* lists more"),
    (lambda d: d.update(certificate=[]), "it is no whole tree: 'certificate' is missing or damaged"),
]


@pytest.mark.parametrize(("change", "message"), CHANGES)
def test_what_is_wrong_is_said(file: Path, change: Callable[[dict[str, Any]], Any], message: str) -> None:
    data = json.loads(file.read_text())
    change(data)
    verdict = verify(written(file.parent, data))
    assert not verdict.ok
    with pytest.raises(AssertionError, match=message):
        raise AssertionError(verdict.problem)


def test_what_may_not_be_asked(tmp_path: Path) -> None:
    game = HardMastermind(pegs=2, colours=4)
    save_tree(solve(game), tmp_path / "tree.json")
    assert verify(tmp_path / "tree.json", game).ok
    data = json.loads((tmp_path / "tree.json").read_text())
    number = next(n for n, node in enumerate(data["nodes"]) if node[0] == 1 and node[2] > 1)
    data["nodes"][number][3] = data["nodes"][0][3]
    problem = verify(written(tmp_path, data), game).problem
    assert problem is not None
    assert problem.endswith(f"{data['nodes'][0][3]} may not be asked then")


@dataclass(frozen=True)
class Halves(Game):
    """Find a number; asking for its half is dear, and some numbers are likelier, by weights that are not whole."""

    goal: ClassVar[Goal] = Goal.KNOW
    size: int = 6

    def secrets(self) -> range:
        return range(self.size)

    def actions(self) -> range:
        return range(1, self.size)

    def feedback(self, action: int, secret: int) -> bool:
        return secret < action

    def prior(self, secret: int) -> float:
        return 0.1 + secret / 7 if secret < self.size - 1 else 0

    def cost(self, action: int) -> float:
        return 1.3 if action == self.size // 2 else 0.7


def test_weights_and_costs_that_are_not_whole(tmp_path: Path) -> None:
    solution = solve(Halves())
    save_tree(solution, tmp_path / "tree.json")
    verdict = verify(tmp_path / "tree.json", Halves())
    assert verdict.problem is None
    assert verdict.mean_cost == pytest.approx(solution.mean_cost)
    data = json.loads((tmp_path / "tree.json").read_text())
    data["claims"]["mean_cost"] += 1e-6
    assert "mean_cost" in str(verify(written(tmp_path, data), Halves()).problem)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("{}", "it is no tree"),
        ('{"format": "sleuth tree", "schema": 9}', "it has schema 9"),
        ('{"format": "sleuth tree", "schema": 1}', "'game' is missing or damaged"),
        ('{"format": "sleuth tree", "format": "sleuth tree"}', "the key 'format' is there twice"),
        ('{"format": NaN}', "NaN is no number"),
        ('{"format": -Infinity}', "-Infinity is no number"),
        ('{"format": 1e999}', "the number 1e999 is too large"),
        ('{"format": ' + "9" * 5000 + "}", "a number of more than 4,300 digits"),
        ('{"format": "\\ud800"}', "half of a character"),
        ("[" * 100_000 + "]" * 100_000, "nested too deep"),
    ],
)
def test_a_file_that_reads_and_is_no_tree_is_not_judged(
    text: str, message: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "tree.json"
    path.write_text(text)
    assert run(["verify", str(path), "--json"]) == 1
    verdict = json.loads(capsys.readouterr().out)
    assert verdict["ok"] is False
    assert message in verdict["problem"]
    assert run(["verify", str(path)]) == 1
    with pytest.raises(TreeError):
        Tree.read(path)


@pytest.mark.parametrize("content", [b'{\n"format": ', b"\xff\xfe", b"", b"tree", None])
def test_a_file_that_cannot_be_read_is_an_error(
    content: bytes | None, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "tree.json"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(TreeError, match=r"cannot read the tree|is not JSON"):
        verify(path)
    assert run(["verify", str(path), "--json"]) == 2
    assert "error" in json.loads(capsys.readouterr().out)


def test_the_command(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["verify", str(file), "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert {"ok": True, "total": 21, "worst": 3, "secrets": 9, "certificate": None, "lemmas": None}.items() <= (
        found.items()
    )
    assert found["mean"] == pytest.approx(21 / 9)
    assert run(["verify", str(file)]) == 0
    assert "no certificate" in capsys.readouterr().out
    data = json.loads(file.read_text())
    data["claims"]["worst"] = 2
    written(file.parent, data)
    assert run(["verify", str(file)]) == 1
    assert "WRONG: the file claims a worst of 2, and it is 3." in capsys.readouterr().out
    assert run(["verify", str(file), "--json"]) == 1
    assert json.loads(capsys.readouterr().out)["ok"] is False
    assert run(["verify", str(file.parent / "none.json")]) == 2


def test_it_loads_nothing_of_the_solver() -> None:
    code = (
        "import sys, sleuth.verify.verification; "
        "print([m for m in sys.modules if m.startswith(('sleuth.solve', 'sleuth.strategies', 'sleuth.kernels'))])"
    )
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True, text=True, env=environment)
    assert done.stdout.strip() == "[]"


@dataclass(frozen=True)
class Heavy(Game):
    """Find a number; weights are whole, and as large as you like."""

    goal: ClassVar[Goal] = Goal.KNOW
    scale: int = 1

    def secrets(self) -> range:
        return range(9)

    def actions(self) -> list[str]:
        return [f"{way} {k}" for k in range(2, 9) for way in ("below", "by")]

    def feedback(self, action: str, secret: int) -> str:
        way, _, k = action.partition(" ")
        return str(secret % int(k)) if way == "by" else "yes" if secret < int(k) else "no"

    def prior(self, secret: int) -> int:
        return self.scale * (1 + secret % 4) + secret

    def cost(self, action: str) -> int:
        return 3 if action == "below 5" else 2


@dataclass(frozen=True)
class Dear(Game):
    """Name one of four; a question that nobody needs has a price that is not whole."""

    def secrets(self) -> list[int]:
        return [1, 2, 3, 4]

    def actions(self) -> list[int]:
        return [1, 2, 3, 4, 5]

    def feedback(self, action: int, secret: int) -> int:
        return (secret > action) - (secret < action)

    def cost(self, action: int) -> float:
        return 7.5 if action == 5 else 1 + action % 2


def test_a_price_that_is_not_whole_is_not_taken_for_a_number_that_is_too_large(tmp_path: Path) -> None:
    """The totals of the tree may be whole all the same."""
    solution = solve(Dear())
    assert isinstance(solution.as_json()["total_cost"], int)
    save_proof(solution, tmp_path / "dear.proof", certify(solution))
    assert "total" in verify(tmp_path / "dear.proof", Dear()).proved


@pytest.mark.parametrize("scale", [1, 10**6, 10**12, 2 * 10**13, 10**15, 2**53 + 1, 10**17])
def test_whole_weights_of_any_size_are_counted_exactly_or_refused(scale: int, tmp_path: Path) -> None:
    """A tree file and a proof say the true totals, as whole numbers; a certificate is exact or there is none."""
    game = Heavy(scale)
    solution = solve(game, threads=1)
    path, proof = tmp_path / "tree.json", tmp_path / "tree.proof"
    if any(int(float(game.prior(secret))) != game.prior(secret) for secret in game.secrets()):
        with pytest.raises(TreeError, match="too large to be counted exactly"):
            save_tree(solution, path)
        with pytest.raises(TreeError, match="too large to be counted exactly"):
            save_proof(solution, proof)
        return
    certificate, refused = None, ""
    try:
        certificate = certify(solution)
    except TreeError as error:
        refused = str(error)
    assert (certificate is None) == ("whole numbers too large for exact bounds" in refused)
    assert solution.proved == (certificate is not None)
    assert certificate is not None or scale > 10**12
    save_tree(solution, path, certificate)
    save_proof(solution, proof, certificate)
    for file in (path, proof):
        verdict = verify(file, game)
        assert verdict.problem is None
        assert (verdict.total, verdict.total_cost) == (solution.total, solution.total_cost)
        assert isinstance(solution.total, int)
        assert isinstance(solution.total_cost, int)
        assert verdict.optimal == (certificate is not None)
