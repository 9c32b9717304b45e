"""A tree that is there already, drawn: from a file, or from the book of trees that come with Sleuth."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

from sleuth.app.bounds import OPEN, Bounds, check_files
from sleuth.app.errors import RefusedError
from sleuth.app.requests import About, OutputPath, PartDepth, PartHistory, Request
from sleuth.core.errors import SleuthError, TreeError
from sleuth.core.game_spec import parse_game
from sleuth.core.progress import Progress, silent
from sleuth.show.tree_walk import TreeWalk, WalkedNode
from sleuth.solve.proof_file import is_proof
from sleuth.solve.tree_book import book_games, page
from sleuth.strategies.tree import WHOLE_SUFFIXES, Tree


class DrawTree(Request, home="sleuth.app.trees:draw_tree", slow=True, pure=False):
    """A tree or a part of it: what it asks, and a drawing of it in a file."""

    tree: Annotated[str, About("A file with a tree, or a game of the book.", "local", "tree.json")]
    out: OutputPath = ""
    history: PartHistory = ""
    depth: PartDepth = None


@dataclass(frozen=True, eq=False)
class DrawnTree:
    """A part of a tree, and the file that it was drawn into."""

    tree: Tree
    node: WalkedNode
    history: str = ""
    out: str = ""

    def as_json(self) -> dict[str, Any]:
        """Plain values, for JSON."""
        node = self.node
        return {
            "game": self.tree.game,
            "history": self.history,
            "action": node.action,
            "secrets": len(node.secrets),
            "questions": node.questions,
            "chance": node.chance,
            "mean": node.mean,
            "worst": node.worst,
            "answers": [
                {
                    "feedback": branch.feedback,
                    "secrets": len(branch.secrets),
                    "chance": branch.chance,
                    "action": None if branch.node is None else branch.node.action,
                }
                for branch in node.branches
            ],
            **({"out": self.out} if self.out else {}),
        }


def draw_tree(request: DrawTree, bounds: Bounds = OPEN, progress: Progress = silent) -> DrawnTree:
    """Go down a tree by the plain law, and draw it if a file is named; no strategy is looked for."""
    check_files(bounds)
    if request.out:
        Tree.check_path(request.out)
    check_depth(request.depth)
    tree = read_tree(request.tree)
    node = TreeWalk(tree).node(tree.node_after(request.history))
    if request.out:
        tree.save(request.out, history=request.history, depth=request.depth)
    return DrawnTree(tree, node, request.history, request.out)


def read_tree(text: str) -> Tree:
    """The tree in a file, or that of a game in the book."""
    if Path(text).exists():
        return Tree.read(text)
    try:
        found = page(str(parse_game(text)))
    except SleuthError:
        found = None
    if found is None:
        raise TreeError(f"there is no tree {text}: name a file, or a game of the book ({'; '.join(book_games())})")
    return found


def is_whole(path: str) -> bool:
    """Whether a file of this name holds a whole tree, to be read again, and no drawing."""
    return Path(path).suffix in WHOLE_SUFFIXES or is_proof(path)


def check_depth(depth: int | None) -> None:
    """Refuse a drawing that is no question deep."""
    if depth is not None and depth < 1:
        raise RefusedError(f"a drawing is 1 or more questions deep, not {depth}")


def check_part(out: str, history: str, depth: int | None) -> None:
    """Refuse a part where nothing is drawn: the file of a tree holds the whole."""
    check_depth(depth)
    if (history or depth is not None) and (not out or is_whole(out)):
        raise RefusedError("history and depth say what to draw: name a file that ends in .svg, .html or .dot with out")
