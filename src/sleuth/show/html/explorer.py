"""A tree as a page of its own: a list that folds, with a search for a secret. It needs no network."""

from __future__ import annotations

import hashlib
from base64 import b64encode
from importlib.resources import files

from sleuth.core.text import plural
from sleuth.show.html.elements import Html, element, joined
from sleuth.show.html.folding import folding_list
from sleuth.show.svg.palette import INK, MARKS, PAPER, SOFT, SURFACES, VOICE
from sleuth.show.tree_walk import TreeWalk, WalkedNode
from sleuth.strategies.tree import Tree

_COLOURS = {
    "ink": INK,
    "soft": SOFT,
    "voice": VOICE,
    "paper": (PAPER.light, PAPER.dark),
    "line": MARKS["quiet"],
    "green": MARKS["green"],
    "hint": (SURFACES["hint"].light, SURFACES["hint"].dark),
}


def page(tree: Tree, root: int = 0, depth: int | None = None) -> str:
    """The page of a tree, or of what follows the node with the number `root`, so many questions deep."""
    node = TreeWalk(tree).node(root)
    after = f", {tree.place(root)}" if root else ""
    title = f"A tree of {tree.game}{after}"
    script = _file("explorer.js")
    head = joined(
        (
            element("meta", charset="utf-8"),
            element("meta", http_equiv="Content-Security-Policy", content=_policy(script)),
            element("meta", name="viewport", content="width=device-width, initial-scale=1"),
            element("title", title),
            Html(f"<style>{_variables()}{_file('explorer.css')}</style>"),
        )
    )
    body = joined(
        (
            element("header", element("h1", title), *(element("p", line) for line in _lines(tree, node))),
            _search(),
            element("main", folding_list(node, depth)),
            Html(f"<script>{script}</script>"),
        )
    )
    return f'<!DOCTYPE html>\n<html lang="en">\n<head>{head}</head>\n<body>{body}</body>\n</html>\n'


def _lines(tree: Tree, node: WalkedNode) -> list[str]:
    size = f"{plural(len(node.secrets), 'secret')}, {plural(node.questions, 'question')}"
    lines = [f"{size}; {node.mean:.4f}{' more' if node.depth else ''} steps on average, {node.worst} at most."]
    if node.depth == 0 and "total" in tree.claims:
        proved = "; a certificate proves that no tree is better" if tree.claims.get("proved") else ""
        lines.append(f"The whole takes {tree.claims['total']:,} steps in all{proved}.")
    return [*lines, "Each question unfolds into its answers, the likeliest first. ✓ is where a play ends."]


def _search() -> Html:
    field = element("input", id="find", type="search", autocomplete="off", spellcheck="false", aria_describedby="path")
    buttons = (
        element("button", "Unfold all", type="button", id="unfold"),
        element("button", "Fold all", type="button", id="fold"),
    )
    form = element("form", element("label", "Find a secret ", field), *buttons, role="search")
    keys = "Arrow keys move along the questions: right unfolds, left folds, up and down go on."
    return joined((form, element("p", id="path", role="status"), element("p", keys, class_="keys")))


def _policy(script: str) -> str:
    """Nothing is fetched, and no script runs but this one."""
    digest = b64encode(hashlib.sha256(script.encode()).digest()).decode()
    return f"default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-{digest}'"


def _variables() -> str:
    light, dark = (";".join(f"--{name}:{pair[mode]}" for name, pair in _COLOURS.items()) for mode in (0, 1))
    return f":root{{color-scheme:light dark;{light}}}@media (prefers-color-scheme:dark){{:root{{{dark}}}}}"


def _file(name: str) -> str:
    return (files("sleuth.show.html") / name).read_text(encoding="utf-8")
