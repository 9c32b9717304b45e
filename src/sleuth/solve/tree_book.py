"""The book: trees of standard games, proved once and kept with the package as `sleuth solve --out` writes them."""

from __future__ import annotations

from functools import lru_cache
from importlib.resources import as_file, files

from sleuth.belief.enumerated import EnumeratedSet
from sleuth.core.game import Game
from sleuth.strategies.tree import Tree


def pages() -> list[str]:
    """The files of the book."""
    folder = files("sleuth.solve") / "book"
    return sorted(entry.name for entry in folder.iterdir() if entry.name.endswith(".json")) if folder.is_dir() else []


def book_games() -> list[str]:
    """The games whose trees are in the book."""
    folder = files("sleuth.solve") / "book"
    return [Tree.parse((folder / name).read_text(encoding="utf-8"), name).game for name in pages()]


def file_name(spec: str) -> str:
    """The file of a game: its spec string in a form that every disk takes."""
    return "".join(sign if sign.isalnum() else "-" for sign in spec) + ".json"


@lru_cache(maxsize=4)
def page(spec: str) -> Tree | None:
    """The tree of a game, if it is in the book."""
    if file_name(spec) not in pages():
        return None
    with as_file(files("sleuth.solve") / "book" / file_name(spec)) as path:
        tree = Tree.read(path)
    return tree if tree.game == spec else None


def opening(info: EnumeratedSet, objective: str) -> tuple[int, float] | None:
    """What the book asks in a position, by number, and the mean steps from there on."""
    tree = page(str(info.game))
    if tree is None or tree.objective != objective or not info.tables.uniform:
        return None
    node, _ = tree.find(info.game, info.history)
    if node < 0:
        return None
    asked = info.game.parse_action(tree.nodes[node].action)
    total = sum(tree.nodes[number].candidates for number in tree.below(node))
    return info.tables.action_index(asked), total / tree.nodes[node].candidates


def optimum(game: Game) -> tuple[int | float, int] | None:
    """The least total of a game and the longest play of its tree, if the book has it and its search proved it."""
    tree = page(str(game))
    if tree is None or tree.search is None or not tree.search.get("total_proved"):
        return None
    return tree.claims["total"], tree.claims["worst"]
