"""A tree with all secrets let down it: what a drawing of it says of each question and each answer."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from sleuth.core.errors import TreeError
from sleuth.core.progress import silent
from sleuth.strategies.tree import Tree
from sleuth.verify.plain_law import PlainLaw
from sleuth.verify.replay import Replay, ReplayNode, read_nodes

MAX_DEPTH = 150
"""Nobody draws more questions one below the other."""


@dataclass(frozen=True, eq=False)
class WalkedNode:
    """A question of a tree, and who comes to it."""

    action: str
    depth: int
    """How many questions come before it, from the start of the game."""
    secrets: tuple[str, ...]
    """Those that come here."""
    chance: float
    """How likely a play comes here."""
    worst: int
    """The most steps from here on, this one counted."""
    mean: float
    """The expected number of them."""
    branches: tuple[WalkedBranch, ...]
    """The answers, the likeliest first."""

    @cached_property
    def questions(self) -> int:
        """How many questions there are from here on, this one counted."""
        return 1 + sum(branch.node.questions for branch in self.branches if branch.node is not None)

    @property
    def last(self) -> WalkedBranch | None:
        """The only answer to a question that ends every play; `None` where something may follow, or differ."""
        alone = len(self.branches) == 1 and self.branches[0].node is None
        return self.branches[0] if alone else None


@dataclass(frozen=True, eq=False)
class WalkedBranch:
    """An answer, and what follows it."""

    feedback: str
    secrets: tuple[str, ...]
    chance: float
    """How likely a play comes here."""
    node: WalkedNode | None = None
    """The next question; `None` where the play ends."""


class TreeWalk:
    """All secrets of a game, let down a tree by the plain law; `TreeError` where they cannot be."""

    def __init__(self, tree: Tree) -> None:
        self.tree, game = tree, tree.find_game()
        tree.check_game(game)
        self._law = PlainLaw(game, tree.secrets)
        self._nodes = read_nodes([list(node) for node in tree.nodes])
        self._replay = Replay(self._law, self._nodes)
        self._replay.run(silent)
        self._texts = [game.format_secret(secret) for secret in self._law.secrets]
        self._weights = [float(weight) for weight in self._law.weights]
        self._mass = sum(self._weights)

    def node(self, number: int = 0) -> WalkedNode:
        """The question with this number, and all that follow; `TreeError` where the tree asks nothing."""
        if not self._nodes:
            raise TreeError(f"the tree of {self.tree.game} asks nothing: there is nothing to draw")
        done: dict[int, WalkedNode] = {}
        for place in reversed(self.tree.below(number)):  # those that follow come first
            node = self._nodes[place]
            done[id(node)] = walked = self._walked(node, done)
            _ = walked.questions  # counted from below, however deep the tree is
        return done[id(self._nodes[number])]

    def _walked(self, node: ReplayNode, done: dict[int, WalkedNode]) -> WalkedNode:
        follow = [
            WalkedBranch(text, self._named(below.secrets), self._chance(below.secrets), done[id(below)])
            for text, below in node.branches.items()
        ]
        branches = sorted((*follow, *self._endings(node)), key=_order)
        left = [self._replay.steps[secret] - node.depth for secret in node.secrets]
        weights = [self._weights[secret] for secret in node.secrets]
        mean = sum(w * steps for w, steps in zip(weights, left, strict=True)) / sum(weights)
        names, chance = self._named(node.secrets), self._chance(node.secrets)
        return WalkedNode(node.action, node.depth, names, chance, max(left), mean, tuple(branches))

    def _endings(self, node: ReplayNode) -> Iterator[WalkedBranch]:
        """The answers that end a play."""
        on = {secret for below in node.branches.values() for secret in below.secrets}
        asked, ended = [action for action, _ in node.past], dict[str, list[int]]()
        for secret in node.secrets:
            if secret not in on:
                answer = self._law.answer(asked, node.number, secret)
                ended.setdefault(self._law.game.format_feedback(answer), []).append(secret)
        for text, secrets in ended.items():
            yield WalkedBranch(text, self._named(secrets), self._chance(secrets))

    def _named(self, secrets: list[int]) -> tuple[str, ...]:
        return tuple(self._texts[secret] for secret in secrets)

    def _chance(self, secrets: list[int]) -> float:
        return sum(self._weights[secret] for secret in secrets) / self._mass


def _order(branch: WalkedBranch) -> tuple[float, int, str]:
    """The likeliest first; of those that are alike, 9 before 10."""
    return -branch.chance, len(branch.feedback), branch.feedback
