"""Trees as data: files that read back, errors that say where, and a strategy that plays them."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.trials import trials

from sleuth.belief.begin import begin
from sleuth.core.errors import ParameterError, TreeError
from sleuth.core.game import Game
from sleuth.core.game_spec import parse_game
from sleuth.core.history import History
from sleuth.core.tabulate import tabulate
from sleuth.play.evaluate import evaluate
from sleuth.solve import save_tree, solve, tree_of
from sleuth.strategies.catalogue import parse_strategy
from sleuth.strategies.tree import Tree, TreeStrategy
from sleuth.testing import check_strategy
from sleuth.testing.generators import random_tables_game
from sleuth.testing.small import HardMastermind

SPEC = "mastermind:pegs=2,colours=3"


@pytest.fixture
def game() -> Game:
    return parse_game(SPEC)


@pytest.fixture
def file(game: Game, tmp_path: Path) -> Path:
    path = tmp_path / "tree.json"
    save_tree(solve(game), path)
    return path


def changed(file: Path, change: Callable[[dict[str, Any]], Any]) -> Path:
    """The same file with a change."""
    data = json.loads(file.read_text())
    change(data)
    file.write_text(json.dumps(data))
    return file


@given(random_tables_game(12))
@settings(max_examples=trials(40), deadline=None)
def test_a_tree_reads_back_and_plays_as_it_was_solved(game: Game) -> None:
    solution = solve(game)
    tree = tree_of(solution)
    again = Tree.parse(str(tree))
    assert again == tree
    assert str(again) == str(tree) == str(tree_of(solve(game, symmetry=False)))
    assert len(tree.nodes) == len(solution.game_tree)
    again.check(tabulate(game))


@given(random_tables_game(10), st.integers(0, 9))
@settings(max_examples=trials(25), deadline=None)
def test_a_tree_is_a_strategy(tmp_path_factory: pytest.TempPathFactory, game: Game, which: int) -> None:
    solution = solve(game)
    path = tmp_path_factory.mktemp("tree") / "tree.json"
    save_tree(solution, path)
    result = evaluate(game, TreeStrategy(str(path), otherwise=None))
    assert (result.total, result.worst, result.histogram) == (solution.total, solution.worst, solution.histogram)
    assert (result.steps == solution.steps).all()


@pytest.mark.parametrize(
    "game",
    [
        parse_game(SPEC),
        parse_game("mastermind:pegs=2,colours=3,jar=3-2-1"),
        parse_game("fake-coin:coins=4"),
        HardMastermind(pegs=2, colours=4),
    ],
    ids=str,
)
def test_it_keeps_the_contract_of_strategies(game: Game, tmp_path: Path) -> None:
    save_tree(solve(game), tmp_path / "tree.json")
    check_strategy(TreeStrategy(str(tmp_path / "tree.json")), [game])


def test_the_tree_of_an_evaluation(game: Game) -> None:
    tree = Tree.of(evaluate(game, parse_strategy("parts")))
    assert tree.objective is None
    assert tree.claims == {"total": 21, "mean": 21 / 9, "worst": 3}
    assert tree.nodes[0] == (0, "", 9, "01")


def test_spec_and_reasons(game: Game, file: Path) -> None:
    strategy = parse_strategy(f"tree:file={file}")
    assert str(strategy) == f"tree:file={file}"
    assert str(parse_strategy(f"tree:file={file},otherwise=none")) == f"tree:file={file},otherwise=none"
    decision = strategy.decide(begin(game))
    assert decision.reasons[0] == "The tree asks 01 here, and needs 3 steps more at most."
    assert decision.score == pytest.approx(21 / 9)
    with pytest.raises(ParameterError, match="no one-step rule 'ismcts'"):
        parse_strategy(f"tree:file={file},otherwise=ismcts")
    with pytest.raises(ParameterError, match="tree needs file"):
        parse_strategy("tree")


def test_off_the_tree(game: Game, file: Path) -> None:
    info = begin(game).observe_all(History.parse(game, "00=1.0"))
    decision = parse_strategy(f"tree:file={file}").decide(info)
    entropy = parse_strategy("entropy").decide(info)
    assert decision.action == entropy.action
    assert decision.reasons == [
        "This is off the tree (at step 1 the tree asks 01, not 00), so entropy plays on.",
        *entropy.reasons,
    ]
    with pytest.raises(TreeError, match="does not know what to ask now: at step 1 the tree asks 01, not 00"):
        parse_strategy(f"tree:file={file},otherwise=none").decide(info)


def test_another_game_is_refused(file: Path) -> None:
    for spec in ("mastermind:pegs=2,colours=4", "simple-mastermind:pegs=2,colours=3"):
        with pytest.raises(TreeError, match=f"is a tree for {SPEC}, not for {spec}"):
            parse_strategy(f"tree:file={file}").decide(begin(parse_game(spec)))


def test_words_that_changed_are_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("words.txt").write_text("crane\nslate\ntrace\n")
    spec = "wordle:answers=words.txt"
    save_tree(solve(parse_game(spec)), "tree.json")
    assert Tree.load("tree.json").game == spec
    Path("words.txt").write_text("crane\nslate\ncrate\n")
    with pytest.raises(TreeError, match=r"3 secrets of wordle:answers=words\.txt that were others"):
        Tree.load("tree.json")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('{\n"format": "sleuth tree",\n"schema": 1,,', r"is not JSON: line 3, column 13"),
        ("[1, 2]", 'is no tree: it does not say "format": "sleuth tree"'),
        ('{"format": "sleuth tree", "schema": 2}', r"has schema 2; this version of Sleuth reads schema 1"),
        ('{"format": "sleuth tree", "schema": 1}', r"is no whole tree: 'secrets' is missing"),
        ("[" * 100_000, "nested too deep|is not JSON"),
    ],
)
def test_files_that_are_no_tree(text: str, message: str, tmp_path: Path) -> None:
    path = tmp_path / "tree.json"
    path.write_text(text)
    with pytest.raises(TreeError, match=message):
        parse_strategy(f"tree:file={path}")


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(TreeError, match=r"cannot read the tree .*: No such file"):
        Tree.load(tmp_path / "none.json")
    (tmp_path / "bytes.json").write_bytes(b"\xff\xfe")
    with pytest.raises(TreeError, match="it is not UTF-8 text"):
        Tree.load(tmp_path / "bytes.json")


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda d: d["nodes"][0].__setitem__(3, "77"), "at the root: mastermind has no action '77'"),
        (lambda d: d["nodes"][2].__setitem__(3, "xy"), "after 01=[^;]*: mastermind has no action 'xy'"),
        (lambda d: d["nodes"][1].__setitem__(1, "9.9"), "at the root: '9.9' is no answer to 01 in mastermind"),
        (lambda d: d["nodes"][1].__setitem__(0, 3), "node 2 has depth 3 after one of depth 0"),
        (lambda d: d["nodes"][1].pop(), r"node 2 must be \[depth, answer, candidates, action\]"),
        (lambda d: d["nodes"].append(d["nodes"][1]), "at the root: two branches for the answer"),
        (lambda d: d.__setitem__("game", 3), "3 should be of type str"),
        (lambda d: d["secrets"].pop("digest"), "'digest' is missing"),
    ],
)
def test_wrong_places_are_named(file: Path, change: Callable[[dict[str, Any]], Any], message: str) -> None:
    with pytest.raises(TreeError, match=message):
        Tree.load(changed(file, change))


def test_dot(game: Game, file: Path) -> None:
    lines = Tree.load(file).dot().splitlines()
    assert lines[0] == f'digraph "{SPEC}" {{'
    assert '  n0 [label="01\\n9"];' in lines
    nodes = len(Tree.load(file).nodes)
    assert sum(" -> " in line for line in lines) == nodes - 1
    assert lines[-1] == "}"
    Tree.load(file).save(file.with_suffix(".dot"))
    assert file.with_suffix(".dot").read_text().splitlines() == lines
