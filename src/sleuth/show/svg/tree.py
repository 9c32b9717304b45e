"""A tree as a drawing: questions from left to right, answers on the lines between them, secrets where plays end.

A tree that is too large to be read as one drawing is cut: so many questions deep, with a note of what is left out.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from sleuth.core.text import plural, shorten
from sleuth.show.svg.canvas import Canvas, standalone, text_width
from sleuth.show.svg.steps import EDGE, percent
from sleuth.show.tree_walk import MAX_DEPTH, TreeWalk, WalkedBranch, WalkedNode
from sleuth.strategies.tree import Tree

MAX_ROWS = 200
"""A drawing has at most so many rows, unless somebody says how deep it is to be."""
MOST_ROWS = 1_000
"""And then so many."""
ROW = 30.0
CARD = 24.0
SIZE, SMALL = 14.0, 12.0
GAP = 26.0
"""What lies between an answer and the cards on either side of it."""
HEAD = 46.0
MAX_SIGNS = 28
"""Signs of a question, an answer or a secret."""
DONE = "✓"


@dataclass(eq=False)
class TreeCard:
    """What stands at one place of the drawing: a question, or where a play ends."""

    text: str
    note: str
    kind: str
    """`ask`, `last` (a question that ends the play), `end`, `cut` (more is not drawn), `more` (other answers)."""
    answer: str = ""
    share: str = ""
    after: list[TreeCard] = field(default_factory=list)
    row: float = 0.0

    @property
    def rows(self) -> int:
        """The rows that it takes with all that follows."""
        return max(1, sum(card.rows for card in self.after))

    @property
    def width(self) -> float:
        """How wide the card is."""
        space = 8 if self.note else 0
        return text_width(self.text, SIZE) * 1.15 + space + text_width(self.note, SMALL) + 20

    @property
    def label(self) -> float:
        """How wide the answer before it is."""
        return max(text_width(self.answer, SIZE) * 1.15, text_width(self.share, SMALL))


def tree_file(tree: Tree, root: int = 0, depth: int | None = None) -> str:
    """The drawing as a file of its own."""
    return standalone(svg_tree(tree, root, depth))


def svg_tree(tree: Tree, root: int = 0, depth: int | None = None, rows: int = MAX_ROWS) -> str:
    """A tree, or what follows the node with the number `root`, so many questions deep: as deep as `rows` allow."""
    node = TreeWalk(tree).node(root)
    cards, cut = _fitting(node, depth, rows)
    after = tree.place(root) if root else ""
    title = f"A tree of {tree.game}" + (f" {after}" if after else "")
    columns = _columns(cards)
    notes = _notes(node, cut)
    lines = (text_width(title, SIZE * 1.15), *(text_width(text, SMALL) for text in (_summary(node), *notes)))
    wide = max(columns[-1][1], EDGE + max(lines)) + EDGE
    canvas = Canvas(title, _words(node), wide, HEAD + ROW * cards.rows)
    canvas.text(EDGE, 16, title, SIZE, "paper", "bold", width=wide - 2 * EDGE)
    canvas.text(EDGE, 34, _summary(node), SMALL, "soft", "", width=wide - 2 * EDGE)
    _draw(canvas, cards, columns)
    for place, text in enumerate(notes):
        canvas.text(EDGE, HEAD + ROW * cards.rows + 12 + 16 * place, text, SMALL, "soft", "")
    canvas.reach(HEAD + ROW * cards.rows + 10 + 16 * len(notes))
    return canvas.svg()


def _fitting(node: WalkedNode, depth: int | None, rows: int) -> tuple[TreeCard, int]:
    """The cards of a tree as deep as wanted and as there is room for, and how many questions are left out."""
    most, room = (node.worst, rows) if depth is None else (max(1, depth), MOST_ROWS)
    for deep in range(min(most, node.worst, MAX_DEPTH), 0, -1):
        card = _card(node, deep, room)
        if card.rows <= room or deep == 1:
            return card, node.questions - sum(1 for one in _cards(card) if one.kind in ("ask", "last"))
    raise AssertionError("a tree has one question at least")


def _card(node: WalkedNode, deep: int, room: int) -> TreeCard:
    number = f"{len(node.secrets):,}"
    last = node.last
    if last is not None and len(last.secrets) == 1:
        secret = "" if node.action == last.secrets[0] else f"{_secret(last)} "
        return TreeCard(_shown(node.action), f"{secret}{DONE}", "last")
    if deep == 0:
        return TreeCard(_shown(node.action), f"{number} … {node.worst} at most", "cut")
    branches = node.branches if len(node.branches) <= room else node.branches[: room - 1]
    after = [_branch(branch, deep, room) for branch in branches]
    if more := node.branches[len(branches) :]:
        secrets = plural(sum(len(branch.secrets) for branch in more), "secret")
        after.append(TreeCard(f"and {plural(len(more), 'other answer')}", secrets, "more"))
    return TreeCard(_shown(node.action), number, "ask", after=after)


def _branch(branch: WalkedBranch, deep: int, room: int) -> TreeCard:
    card = TreeCard(_secret(branch), DONE, "end") if branch.node is None else _card(branch.node, deep - 1, room)
    card.answer, card.share = _shown(branch.feedback), percent(branch.chance)
    return card


def _secret(branch: WalkedBranch) -> str:
    """What an answer that ends a play has found: `= 0012`."""
    secrets = branch.secrets
    return f"= {_shown(secrets[0])}" if len(secrets) == 1 else f"= one of {len(secrets):,}"


def _shown(text: str) -> str:
    return shorten(text, MAX_SIGNS)


def _cards(card: TreeCard) -> Iterator[TreeCard]:
    """A card and all after it."""
    yield card
    for after in card.after:
        yield from _cards(after)


def _columns(card: TreeCard) -> list[tuple[float, float]]:
    """Where the cards of each depth begin and end."""
    columns, level, x = list[tuple[float, float]](), [card], EDGE
    while level:
        x += max(one.label for one in level) + (2 * GAP if columns else 0)
        end = x + max(one.width for one in level)
        columns.append((x, end))
        level, x = [after for one in level for after in one.after], end
    return columns


def _draw(canvas: Canvas, root: TreeCard, columns: list[tuple[float, float]]) -> None:
    """Every card in its row, in the middle of those that follow, and the lines to them."""
    _place(root, 0.0)
    level = [root]
    for depth, (x, _) in enumerate(columns):
        for card in level:
            for after in card.after:
                _line(canvas, x + card.width, _y(card), columns[depth + 1][0], _y(after), after)
            _draw_card(canvas, card, x)
        level = [after for card in level for after in card.after]


def _place(card: TreeCard, first: float) -> None:
    for after in card.after:
        _place(after, first)
        first += after.rows
    card.row = (card.after[0].row + card.after[-1].row) / 2 if card.after else first


def _y(card: TreeCard) -> float:
    return HEAD + ROW * (card.row + 0.5)


def _line(canvas: Canvas, x: float, y: float, to_x: float, to_y: float, card: TreeCard) -> None:
    """From a question to what an answer leads to; the answer stands before the end, how likely it is below."""
    bend, label = (x + GAP, to_x - card.label - GAP / 2) if card.answer else (x + GAP, to_x)
    middle = max(bend, min(bend + GAP, label))
    curve = f"M{x:.1f} {y:.1f}C{middle:.1f} {y:.1f} {x:.1f} {to_y:.1f} {middle:.1f} {to_y:.1f}"
    canvas.path(f"{curve}L{label:.1f} {to_y:.1f}", "", "quiet", 1)
    if card.answer:
        canvas.text(to_x - 6, to_y - 5, card.answer, SIZE, "paper", "end bold")
        canvas.text(to_x - 6, to_y + 9, card.share, 10, "soft", "end")


def _draw_card(canvas: Canvas, card: TreeCard, x: float) -> None:
    y = _y(card)
    surface = {"last": "good", "end": "right", "cut": "hint"}.get(card.kind, "card")
    stroke = {"good": "green", "right": "green", "hint": "hint"}.get(surface, "quiet")
    canvas.rect(x, y - CARD / 2, card.width, CARD, surface, stroke, r=7, more="dashed" if card.kind == "cut" else "")
    canvas.text(x + 10, y, card.text, SIZE, surface, "bold")
    if card.note:
        at = x + 18 + text_width(card.text, SIZE) * 1.15
        canvas.text(at, y, card.note, SMALL, "soft-card" if surface == "card" else surface, "")


def _summary(node: WalkedNode) -> str:
    steps = f"{node.mean:.3f}{' more' if node.depth else ''} steps on average, {node.worst} at most"
    return f"{plural(len(node.secrets), 'secret')}, {plural(node.questions, 'question')}; {steps}"


def _words(node: WalkedNode) -> str:
    """The first question and what follows each answer; the rest is for eyes."""
    texts = [f"{_summary(node)}. The question is {node.action}."]
    for branch in node.branches[:MAX_ROWS]:
        after = f"the play ends: {_secret(branch)}" if branch.node is None else f"{branch.node.action} is asked"
        texts.append(f"After {branch.feedback}, {percent(branch.chance)}, {after}.")
    return " ".join(texts)


def _notes(node: WalkedNode, cut: int) -> list[str]:
    if not cut:
        return []
    whole = f"{cut:,} of {plural(node.questions, 'question')} are not drawn."
    return [whole, "Draw a part (--history, --depth), or all of it to unfold: a file that ends in .html."]
