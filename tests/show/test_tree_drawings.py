"""Trees to look at: the figures of every question and answer, drawings that can be read, parts, and the command."""

from __future__ import annotations

import json
import xml.etree.ElementTree as ET
from dataclasses import dataclass
from pathlib import Path

import pytest

from sleuth import Game, evaluate, parse_game
from sleuth.adapters.cli.app import run
from sleuth.core.errors import TreeError
from sleuth.show.svg.tree import MAX_ROWS, ROW, svg_tree
from sleuth.show.tree_walk import MAX_DEPTH, TreeWalk, WalkedNode
from sleuth.solve import solve
from sleuth.solve.tree_book import page
from sleuth.strategies import Tree

SVG = "{http://www.w3.org/2000/svg}"
SMALL = "mastermind:pegs=3,colours=4"


def tree_of(spec: str, strategy: str = "entropy") -> Tree:
    tree = evaluate(parse_game(spec), strategy).tree
    assert tree is not None
    return tree


def nodes(node: WalkedNode) -> list[WalkedNode]:
    return [node, *(below for branch in node.branches if branch.node for below in nodes(branch.node))]


@pytest.mark.parametrize("spec", [SMALL, "mastermind:pegs=2,colours=3,jar=3-2-1", "guess-who", "fake-coin", "number"])
def test_the_figures_of_a_walk_are_those_of_the_evaluation(spec: str) -> None:
    evaluation = evaluate(parse_game(spec), "entropy")
    assert evaluation.tree is not None
    root = TreeWalk(evaluation.tree).node()
    assert root.mean == pytest.approx(evaluation.mean)
    assert root.worst == evaluation.worst
    assert root.questions == len(evaluation.tree.nodes)
    ends = [branch for node in nodes(root) for branch in node.branches if branch.node is None]
    assert sorted(secret for end in ends for secret in end.secrets) == sorted(root.secrets)
    assert sum(end.chance for end in ends) == pytest.approx(1)
    for node in nodes(root):
        assert sum(branch.chance for branch in node.branches) == pytest.approx(node.chance)
        assert sum(len(branch.secrets) for branch in node.branches) == len(node.secrets)
        assert [branch.chance for branch in node.branches] == sorted((b.chance for b in node.branches), reverse=True)


def test_where_everything_must_be_found() -> None:
    solution = solve(parse_game("battleship:size=2x3,fleet=2"))
    assert solution.tree is not None
    root = TreeWalk(solution.tree).node()
    assert (root.mean, root.worst) == (pytest.approx(solution.mean), solution.worst)
    ET.fromstring(svg_tree(solution.tree))


def test_a_small_tree_is_drawn_whole() -> None:
    tree = tree_of("mastermind:pegs=2,colours=3")
    texts = [text.text for text in ET.fromstring(svg_tree(tree)).iter(f"{SVG}text")]
    for node in tree.nodes:
        assert any(text and text.startswith(node.action) for text in texts)
    assert not any(text and "not drawn" in text for text in texts)


def test_a_large_tree_is_cut_with_a_note() -> None:
    tree = page("mastermind:pegs=4,colours=6")
    assert tree is not None
    root = ET.fromstring(svg_tree(tree))
    height = float(root.get("viewBox", "").split()[3])
    assert height < ROW * MAX_ROWS + 120
    texts = [text.text or "" for text in root.iter(f"{SVG}text")]
    (note,) = [text for text in texts if "not drawn" in text]
    assert note.endswith("of 1,315 questions are not drawn.")
    part = [text.text or "" for text in ET.fromstring(svg_tree(tree, depth=1)).iter(f"{SVG}text")]
    assert sum("at most" in text for text in part) == 14  # the line above, and 13 answers that go on


def test_a_question_with_too_many_answers_shows_the_likeliest() -> None:
    tree = tree_of("number:numbers=9")
    texts = [text.text or "" for text in ET.fromstring(svg_tree(tree, rows=1)).iter(f"{SVG}text")]
    assert any(text.startswith("and 3 other answers") for text in texts), texts


def test_a_tree_that_is_far_too_deep_is_drawn_as_deep_as_can_be(tmp_path: Path) -> None:
    @dataclass(frozen=True)
    class Doors(Game):
        """Which door?"""

        doors: int = 400

        def secrets(self) -> range:
            return range(self.doors)

        def feedback(self, action: int, secret: int) -> bool:
            return action == secret

    tree = evaluate(Doors(), "entropy").tree
    assert tree is not None
    assert TreeWalk(tree).node().questions == 400
    for end in ("svg", "html"):
        tree.save(tmp_path / f"tree.{end}")
    assert "250 of 400 questions are not drawn." in (tmp_path / "tree.svg").read_text()
    assert (tmp_path / "tree.html").read_text().count("<details") == MAX_DEPTH
    assert "questions deep" in (tree._repr_html_() or "")


def test_files_by_how_their_names_end(tmp_path: Path) -> None:
    tree = tree_of(SMALL)
    for end, start in ((".svg", "<svg "), (".html", "<!DOCTYPE html>"), (".dot", "digraph"), (".json", "{"), ("", "{")):
        tree.save(tmp_path / f"tree{end}")
        assert (tmp_path / f"tree{end}").read_text().startswith(start)
    with pytest.raises(TreeError, match=r"a tree is written as \.json, \.dot, \.svg or \.html, not as \.png"):
        tree.save(tmp_path / "tree.png")
    with pytest.raises(TreeError, match="a part of a tree is drawn"):
        tree.save(tmp_path / "part.json", depth=2)
    with pytest.raises(TreeError, match=r"asks nothing after '000=0\.0': at step 1 the tree asks"):
        tree.save(tmp_path / "part.svg", history="000=0.0")


def test_a_part_as_graphviz(tmp_path: Path) -> None:
    tree = tree_of(SMALL)
    first = tree.nodes[0].action
    feedback = next(iter(tree.branches[0]))
    tree.save(tmp_path / "part.dot", history=f"{first}={feedback}", depth=1)
    lines = (tmp_path / "part.dot").read_text().splitlines()
    assert len(lines) == 4  # one node alone
    assert f'n{tree.branches[0][feedback]} [label="' in lines[2]


def test_the_command_draws_what_is_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    tree = tree_of(SMALL)
    tree.save("kept.json")
    monkeypatch.setattr("sleuth.app.solve.solve_game", lambda *_, **__: pytest.fail("nothing is to be solved"))
    for end in ("svg", "html", "dot"):
        assert run(["tree", "kept.json", "--out", f"drawn.{end}", "--depth", "2"]) == 0
        tree.save(f"same.{end}", depth=2)
        assert Path(f"drawn.{end}").read_text() == Path(f"same.{end}").read_text()
    capsys.readouterr()
    assert run(["tree", "kept.json", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["secrets"], told["questions"], told["action"]) == (64, len(tree.nodes), tree.nodes[0].action)
    assert sum(answer["secrets"] for answer in told["answers"]) == 64
    assert run(["tree", "kept.json"]) == 0
    assert tree.nodes[0].action in capsys.readouterr().out
    for words, message in (
        (["nowhere.json"], "there is no tree nowhere.json: name a file, or a game of the book"),
        (["kept.json", "--out", "x.pdf"], "not as .pdf"),
        (["kept.json", "--history", "000=9.9"], "9.9"),
    ):
        assert run(["tree", *words]) == 2
        error = capsys.readouterr().err
        assert message in error
        assert error.count("\n") == 1


def test_a_part_that_the_best_tree_does_not_have_leaves_the_whole(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert run(["solve", SMALL, "--out", "t.svg", "--history", "000=0.0"]) == 2
    assert "t.svg begins at the start" in " ".join(capsys.readouterr().err.split())
    assert "A tree of mastermind" in Path("t.svg").read_text()
