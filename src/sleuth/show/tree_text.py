"""A tree in a terminal: questions and answers, a line each."""

from __future__ import annotations

from rich.console import Group, RenderableType
from rich.text import Text
from rich.tree import Tree as Branches

from sleuth.core.text import plural
from sleuth.show.ink import ink
from sleuth.show.svg.steps import percent
from sleuth.show.tree_walk import WalkedBranch, WalkedNode

DEEP = 2
"""Questions one after the other, unless somebody says how many."""


def tree_view(node: WalkedNode, title: str, depth: int | None = None) -> RenderableType:
    """A question, its answers, and what is asked then; two questions deep unless told otherwise."""
    deep = depth or DEEP
    top = Branches(_question(node))
    _answers(top, node, deep - 1)
    questions = f"{plural(len(node.secrets), 'secret')}, {plural(node.questions, 'question')}"
    steps = f"{node.mean:.4f}{' more' if node.depth else ''} steps on average, {node.worst} at most"
    return Group(ink(title, "bold"), ink(f"{questions}; {steps}", "dim"), "", top)


def _answers(line: Branches, node: WalkedNode, deep: int) -> None:
    for branch in node.branches:
        text = Text.assemble(f"{ink(branch.feedback).plain} ", (f"({percent(branch.chance)}) ", "dim"))
        if branch.node is None:
            line.add(text.append_text(_secrets(branch)))
            continue
        following = line.add(text.append_text(_question(branch.node)))
        last = branch.node.last
        if last is not None and len(last.secrets) == 1:
            following.label = text.append_text(Text(" ✓"))
        elif deep > 0:
            _answers(following, branch.node, deep - 1)


def _question(node: WalkedNode) -> Text:
    number = "" if len(node.secrets) == 1 else f" {len(node.secrets):,}"
    return Text.assemble((ink(node.action).plain, "bold"), (number, "dim"))


def _secrets(branch: WalkedBranch) -> Text:
    secrets = branch.secrets
    return ink(f"= {secrets[0] if len(secrets) == 1 else plural(len(secrets), 'secret')} ✓")
