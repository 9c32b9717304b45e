"""A tree in a notebook: a drawing where it is small, a list that folds where it is not."""

from __future__ import annotations

from sleuth.core.text import plural
from sleuth.show.html.elements import Html, element, joined, named_values
from sleuth.show.html.folding import folding_list
from sleuth.show.html.view import view
from sleuth.show.svg.tree import svg_tree, tree_file
from sleuth.show.tree_walk import MAX_DEPTH, TreeWalk, WalkedNode
from sleuth.strategies.tree import Tree

MAX_DRAWN = 24
"""A tree of so many questions is drawn whole."""
MAX_LISTED = 600
"""Of a larger one, so many questions are listed."""
MAX_SECRETS = 20_000
"""Past so many secrets nothing is let down the tree to show it."""
STYLE = """\
div.sleuth-view ul.tree,div.sleuth-view ul.tree ul{list-style:none;padding-left:1.2em;margin:0}
div.sleuth-view ul.tree>li{margin-left:-1.2em}
div.sleuth-view ul.tree i{font-style:normal;font-weight:700}
div.sleuth-view ul.tree em{font-style:normal;font-weight:700}
div.sleuth-view ul.tree em::after{content:" ✓"}
div.sleuth-view ul.tree b{display:inline-block;min-width:2.4em;font-weight:400}
div.sleuth-view ul.tree summary{cursor:pointer}
div.sleuth-view ul.tree small{opacity:.8}
"""


def tree(shown: Tree) -> Html:
    """What is claimed of a tree, and the tree."""
    claims = {
        "total": "total",
        "mean": "mean",
        "worst": "worst",
        "mean_cost": "mean cost",
        "total_cost": "total cost",
        "proved": "proved",
    }
    rows = [("secrets", f"{shown.secrets:,}"), ("questions", f"{len(shown.nodes):,}")]
    rows += [(name, _text(shown.claims[key])) for key, name in claims.items() if key in shown.claims]
    if not shown.nodes or shown.secrets > MAX_SECRETS:
        return view(f"A tree of {shown.game}", named_values(rows))
    if len(shown.nodes) <= MAX_DRAWN:
        return view(f"A tree of {shown.game}", named_values(rows), element("div", Html(svg_tree(shown)), class_="tree"))
    node = TreeWalk(shown).node()
    depth = _depth(node)
    cut = "" if depth >= node.worst else f"It is shown {plural(depth, 'question')} deep; "
    notes = joined((cut, element("code", 'tree.save("tree.html")'), " writes it as a page, to fold and to search."))
    return view(f"A tree of {shown.game}", named_values(rows), folding_list(node, depth), notes=notes, style=STYLE)


def tree_drawing(shown: Tree) -> str | None:
    """The drawing as a file of its own, as deep as can be read; `None` where nothing is asked, or far too much."""
    return tree_file(shown) if shown.nodes and shown.secrets <= MAX_SECRETS else None


def _depth(node: WalkedNode) -> int:
    """How deep a list of so many questions goes; one question deep at least."""
    level, listed = [node], 0
    for depth in range(min(node.worst, MAX_DEPTH)):
        listed += len(level)
        if listed > MAX_LISTED:
            return max(1, depth - 1)
        level = [branch.node for one in level for branch in one.branches if branch.node is not None]
    return min(node.worst, MAX_DEPTH)


def _text(value: object) -> str:
    return f"{value:,.6g}" if isinstance(value, float) else f"{value:,}" if type(value) is int else str(value).lower()
