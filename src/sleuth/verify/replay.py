"""Playing the nodes of a tree file: all secrets are let down together, and sorted at each node by what is answered."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from sleuth.core.errors import TreeError
from sleuth.core.game import Feedback
from sleuth.core.progress import Progress
from sleuth.core.text import shorten
from sleuth.verify.plain_law import PlainLaw
from sleuth.verify.terms import Terms


@dataclass(eq=False)
class ReplayNode:
    """One question of the tree."""

    depth: int
    feedback: str
    candidates: int
    action: str
    above: ReplayNode | None = None
    branches: dict[str, ReplayNode] = field(default_factory=dict)
    number: int = -1
    """The number of the action."""
    answer: Feedback = None
    """The answer that leads here."""
    secrets: list[int] = field(default_factory=list)
    """Those that come here."""

    @property
    def past(self) -> list[tuple[int, Feedback]]:
        """What was asked and answered before."""
        steps, node = list[tuple[int, Feedback]](), self
        while node.above is not None:
            steps.append((node.above.number, node.answer))
            node = node.above
        return steps[::-1]

    @property
    def where(self) -> str:
        """The place, for a message."""
        steps, node = list[str](), self
        while node.above is not None:
            steps.append(f"{node.above.action}={node.feedback}")
            node = node.above
        return f"after {';'.join(reversed(steps))}" if steps else "at the root"


def read_nodes(rows: list[Any]) -> list[ReplayNode]:
    """The nodes of a file, each below the one it belongs to."""
    nodes, path = list[ReplayNode](), list[ReplayNode]()
    for number, row in enumerate(rows, 1):
        if not isinstance(row, list) or [type(value) for value in row] != [int, str, int, str]:
            raise TreeError(f"node {number} must be [depth, answer, candidates, action], not {shorten(str(row))}")
        node = ReplayNode(*row)
        if not 0 <= node.depth <= len(path) or (node.depth == 0) != (number == 1):
            raise TreeError(f"node {number} has depth {node.depth}, which cannot follow the node before it")
        if number == 1 and node.feedback:
            raise TreeError(f"the first node follows no answer, not {shorten(node.feedback)!r}")
        del path[node.depth :]
        if path:
            node.above = path[-1]
            if node.feedback in node.above.branches:
                raise TreeError(f"{node.above.where}: two branches for the answer {shorten(node.feedback)!r}")
            node.above.branches[node.feedback] = node
        path.append(node)
        nodes.append(node)
    return nodes


class PlayedSecrets:
    """The steps that every secret took, and what they add up to."""

    def __init__(self, law: PlainLaw) -> None:
        self.law = law
        self.steps = [0] * len(law.secrets)
        """Of each secret."""
        self.cost = Fraction(0)
        """The exact sum of weight times cost; times steps where all actions cost the same."""

    @property
    def total(self) -> Fraction:
        """The exact sum of weight times steps."""
        return sum((Fraction(w) * n for w, n in zip(self.law.weights, self.steps, strict=True)), Fraction(0))

    @property
    def mass(self) -> Fraction:
        """The weight of all secrets."""
        return sum(map(Fraction, self.law.weights), Fraction(0))

    @property
    def worst(self) -> int:
        """The longest play."""
        return max(self.steps)


class Replay(PlayedSecrets):
    """What a tree needs for every secret."""

    def __init__(self, law: PlainLaw, nodes: list[ReplayNode]) -> None:
        super().__init__(law)
        self.nodes = nodes
        self.actions: dict[str, list[int]] = {}
        for number, action in enumerate(law.actions):
            self.actions.setdefault(law.game.format_action(action), []).append(number)

    def run(self, progress: Progress) -> None:
        """Let the secrets down, node by node; raise `TreeError` at the first thing that is."""
        everything = list(range(len(self.law.secrets)))
        if self.law.over(everything, []):
            if self.nodes:
                raise TreeError("it asks something, and the goal is reached before any question")
            return
        if not self.nodes:
            raise TreeError("it asks nothing, and the goal is not reached yet")
        self.nodes[0].secrets = everything
        for number, node in enumerate(self.nodes, 1):
            self._ask(node)
            progress("nodes", number, len(self.nodes))

    def _ask(self, node: ReplayNode) -> None:
        law, left = self.law, node.secrets
        if not left:
            raise TreeError(f"{node.where}: a branch that no secret reaches")
        if len(left) != node.candidates:
            raise TreeError(f"{node.where}: {node.candidates} candidates in the file, {len(left)} by the law")
        numbers = self.actions.get(node.action, [])
        if len(numbers) != 1:
            message = "two actions that are written" if numbers else "no action"
            raise TreeError(f"{node.where}: {law.game.name} has {message} {shorten(node.action)!r}")
        node.number, past = numbers[0], node.past
        if not law.allowed(node.number, past):
            raise TreeError(f"{node.where}: {node.action} may not be asked then")
        self.cost += law.costs[node.number] * sum(law.weights[s] for s in left)
        asked = [action for action, _ in past]
        answers: dict[str, tuple[Feedback, list[int]]] = {}
        for secret in left:
            feedback = law.answer(asked, node.number, secret)
            text = law.game.format_feedback(feedback)
            if answers.setdefault(text, (feedback, []))[0] != feedback:
                raise TreeError(f"{node.where}: two different answers to {node.action} are both written {text!r}")
            answers[text][1].append(secret)
        for text, (feedback, group) in answers.items():
            self._follow(node, text, feedback, group, [*past, (node.number, feedback)])

    def _follow(
        self, node: ReplayNode, text: str, feedback: Feedback, group: list[int], past: list[tuple[int, Feedback]]
    ) -> None:
        """Where the secrets that give an answer go on, or are done."""
        branch = node.branches.get(text)
        if self.law.over(group, past):
            for secret in group:
                self.steps[secret] = node.depth + 1
            if branch is not None:
                endings = {"name": "won", "know": f"done: only {self._one(group)} is left"}
                how = endings.get(self.law.goal.value, "done: everything was found")
                raise TreeError(f"{node.where}: a branch for the answer {text} to {node.action}, when play is {how}")
        elif branch is None:
            raise TreeError(
                f"{node.where}: no branch for the answer {text} to {node.action}, and the goal is not reached; "
                f"the secret {self._one(group)} comes there"
            )
        else:
            branch.secrets, branch.answer = group, feedback

    def _one(self, group: list[int]) -> str:
        return shorten(self.law.game.format_secret(self.law.secrets[group[0]]))

    def keep(self, terms: Terms) -> None:
        """Raise `TreeError` if the tree, once it was played, does not keep its terms."""
        first = self.nodes[0].action if self.nodes else None
        if terms.first is not None and first != terms.first:
            raise TreeError(f"its terms are to ask {shorten(terms.first)} first, and it does not")
        if terms.within is not None and self.worst > terms.within:
            raise TreeError(f"its terms are plays of at most {terms.within} steps, and it takes {self.worst}")
        for node in self.nodes if terms.only_possible else ():
            given = node.above is None and terms.first is not None
            if not given and self.law.named[node.number] not in node.secrets:
                raise TreeError(
                    f"its terms are to ask only what may be the secret, and {node.where} it asks {shorten(node.action)}"
                )
