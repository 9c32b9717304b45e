"""A tree as a list that folds: every question unfolds into its answers. It needs no script."""

from __future__ import annotations

from sleuth.core.text import plural
from sleuth.show.html.elements import Html, element, joined
from sleuth.show.svg.steps import percent
from sleuth.show.tree_walk import MAX_DEPTH, WalkedBranch, WalkedNode


def folding_list(node: WalkedNode, depth: int | None = None) -> Html:
    """A question and what follows it, so many questions deep; the first one is unfolded."""
    deep = min(node.worst if depth is None else max(1, depth), MAX_DEPTH)
    return element("ul", _question(node, None, deep, "open"), class_="tree")


def _question(node: WalkedNode, branch: WalkedBranch | None, deep: int, state: str | None = None) -> Html:
    """A question, with the answer that leads to it."""
    before = joined((_answer(branch), " ask ") if branch else ("Ask ",))
    last = node.last
    if last is not None and len(last.secrets) == 1:
        named = node.action == last.secrets[0]
        return element("li", before, *([] if named else [element("i", node.action), " "]), _secrets(last))
    line = joined((before, element("i", node.action), " ", element("small", _figures(node, branch))))
    if deep == 0:
        return element("li", line, " …")
    after = (_following(one, deep - 1) for one in node.branches)
    return element("li", element("details", element("summary", line), element("ul", *after), open=state))


def _following(branch: WalkedBranch, deep: int) -> Html:
    if branch.node is None:
        return element("li", _answer(branch), " ", _secrets(branch))
    return _question(branch.node, branch, deep)


def _answer(branch: WalkedBranch) -> Html:
    return element("b", branch.feedback)


def _secrets(branch: WalkedBranch) -> Html:
    """Where a play ends: what it has found."""
    first, *others = (element("em", secret) for secret in branch.secrets)
    return joined((first, *(joined((" ", one)) for one in others)))


def _figures(node: WalkedNode, branch: WalkedBranch | None) -> str:
    """How many secrets come to a question, how likely a play does, and how long it may go on."""
    chance = "" if branch is None else f", {percent(branch.chance)}"
    return f"{plural(len(node.secrets), 'secret')}{chance}, {plural(node.worst, 'step')} at most"
