"""A tree: a complete strategy for one game as data, in a file that plays, assists, evaluates and can be verified.

The file is JSON, one node a line, depth first:

    {
    "format": "sleuth tree",
    "schema": 1,
    "game": "mastermind:pegs=2,colours=2",
    "goal": "name",
    "objective": "mean",
    "secrets": {"count": 4, "digest": "sha256:..."},
    "terms": {"first": null, "within": null, "only_possible": false},
    "claims": {"total": 8, "mean": 2.0, "worst": 3},
    "nodes": [
    [0,"",4,"00"],
    [1,"1.0",2,"01"],
    [2,"0.2",1,"10"],
    [1,"0.0",1,"11"]
    ]
    }

A node is its depth, the answer that leads to it, how many candidates are left there, and the action that is asked. An
answer that reaches the goal has no node.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import chain
from numbers import Rational
from pathlib import Path
from typing import Any, ClassVar

import numpy as np

from sleuth.belief.base import InformationSet
from sleuth.belief.enumerated import EnumeratedSet
from sleuth.core.displayed import Displayed
from sleuth.core.errors import ActionError, ParameterError, TreeError
from sleuth.core.files import read_text
from sleuth.core.game import Action, Game
from sleuth.core.game_spec import parse_game, spec_of
from sleuth.core.history import History
from sleuth.core.limit import UNLIMITED, Limit
from sleuth.core.offers import announced, announces, sequential
from sleuth.core.registry import TREE_FORMATS
from sleuth.core.strict_json import OddJsonError, read_json
from sleuth.core.tables import Tables
from sleuth.core.tabulate import tabulate
from sleuth.core.text import plural, shorten
from sleuth.kernels.cache_files import write_whole
from sleuth.strategies.base import Rng, Strategy
from sleuth.strategies.decision import Decision
from sleuth.strategies.greedy import parse_rule
from sleuth.strategies.tree_figures import Steps
from sleuth.strategies.tree_nodes import Node, nodes_of

FORMAT = "sleuth tree"
SCHEMA = 1
PROOF = "sleuth proof"
"""How a proof file begins, which is no tree file."""
FREE: Mapping[str, Any] = {"first": None, "within": None, "only_possible": False}
"""The terms of a tree that has none."""
WHOLE_SUFFIXES = (".json", "")
"""How the name of a file ends that holds a whole tree, to be read again; others hold drawings."""


@dataclass(frozen=True, repr=False)
class Tree(Displayed):
    """A complete strategy of one game, as text, with what is claimed of it."""

    game: str
    """The spec string of the game."""
    goal: str
    """What ends a play: `name`, `know` or `find`."""
    secrets: int
    """How many secrets the game has."""
    digest: str
    """Of the texts and weights of all secrets, in order, so that a word list that changed is noticed."""
    claims: Mapping[str, Any]
    """What is claimed of it: total, mean, worst case."""
    nodes: tuple[Node, ...]
    """Its questions; the first is asked first."""
    objective: str | None = None
    """What it is the best for, where that is claimed."""
    terms: Mapping[str, Any] = field(default_factory=lambda: dict(FREE))
    """What it keeps to, as it was asked for: all that is claimed is claimed among such trees."""
    search: Mapping[str, Any] | None = None
    """What the search that found it says of itself; nobody checks that."""
    certificate: Mapping[str, Any] | None = None
    """What proves that there is no better one, if anything does."""
    source: Game | None = field(default=None, compare=False)
    """The game itself, where it is at hand: one that was written in a notebook has no name that finds it."""

    # From and to files.

    @classmethod
    def of(
        cls,
        steps: Steps,
        *,
        objective: str | None = None,
        terms: Mapping[str, Any] = FREE,
        search: Mapping[str, Any] | None = None,
    ) -> Tree:
        """The tree of an evaluation or a solution."""
        tables, game = steps.tables, steps.game
        check_announced(game)
        check_countable(tables)
        if steps.game_tree.order.size != len(tables.secrets):
            raise TreeError(f"a tree file holds the whole of {game}, and this tree starts further on")
        claims: dict[str, Any] = {"total": steps.total, "mean": steps.mean, "worst": steps.worst}
        if np.ptp(tables.costs) > 0:
            claims["mean_cost"] = steps.mean_cost
            claims["total_cost"] = steps.total_cost
        return cls(
            game=spec_of(game),
            goal=game.goal.value,
            secrets=len(tables.secrets),
            digest=digest(game),
            claims=claims,
            nodes=tuple(nodes_of(steps)),
            objective=objective,
            terms={**FREE, **terms},
            search=search,
            source=game,
        )

    def __str__(self) -> str:
        """The text of the file: the same tree gives the same text."""
        head = {
            "format": FORMAT,
            "schema": SCHEMA,
            "game": self.game,
            "goal": self.goal,
            "objective": self.objective,
            "secrets": {"count": self.secrets, "digest": self.digest},
            "terms": dict(self.terms),
            "claims": dict(self.claims),
        }
        if self.search is not None:
            head["search"] = dict(self.search)
        lines = [f"{_text(key)}: {_text(value)}" for key, value in head.items()]
        lines.append(f'"nodes": {_rows(self.nodes)}')
        if self.certificate is not None:
            lines.append(f'"certificate": {{"lines": {_rows(self.certificate["lines"])}}}')
        return "{\n" + ",\n".join(lines) + "\n}\n"

    def __repr__(self) -> str:
        size = f"{plural(len(self.nodes), 'node')}, {plural(self.secrets, 'secret')}"
        known = {name: self.claims.get(name) for name in ("mean", "worst")}
        claims = [f"{name} {value:.6g}" for name, value in known.items() if isinstance(value, int | float)]
        return f"<Tree of {self.game}: {', '.join([size, *claims])}>"

    @staticmethod
    def check_path(path: str | Path) -> None:
        """Raise `TreeError` if no tree can be written there: the name ends in something else, or has no folder."""
        path = Path(path)
        if path.suffix not in WHOLE_SUFFIXES and path.suffix[1:] not in TREE_FORMATS:
            *others, last = (f".{name}" for name in ("json", *TREE_FORMATS.names()))
            raise TreeError(f"{path}: a tree is written as {', '.join(others)} or {last}, not as {path.suffix}")
        if not path.parent.is_dir():
            raise TreeError(f"cannot write the tree {path}: there is no folder {path.parent}")
        if path.is_dir():
            raise TreeError(f"cannot write the tree {path}: it is a folder")

    def save(self, path: str | Path, *, history: str = "", depth: int | None = None) -> None:
        """Write the tree, all or nothing: as JSON, or drawn as the end of the name says (`.svg`, `.html`, `.dot`).

        A drawing may be of a part: what follows a history (`0011=1.0;0123=0.2`), so many questions deep.
        """
        self.check_path(path)
        path = Path(path)
        if path.suffix in WHOLE_SUFFIXES:
            if history or depth is not None:
                raise TreeError(f"{path}: a part of a tree is drawn, as .svg or .html; .json holds the whole")
            text = str(self)
        else:
            text = TREE_FORMATS.load(path.suffix[1:])(self, self.node_after(history), depth)
        try:
            write_whole(path, text.encode())
        except OSError as error:
            raise TreeError(f"cannot write the tree {path}: {error.strerror}") from error

    @classmethod
    def parse(cls, text: str, name: str = "the tree") -> Tree:
        """Read a tree; whether it suits its game is another question: `check`."""
        try:
            data = read_json(text)
        except json.JSONDecodeError as error:
            if text.startswith(PROOF):
                raise TreeError(f"{name} is a proof, for verify; a tree to play is written as .json") from None
            raise TreeError(f"{name} is not JSON: line {error.lineno}, column {error.colno}: {error.msg}") from None
        except OddJsonError as error:
            raise TreeError(f"{name} is no tree: {error}") from None
        if not isinstance(data, dict) or data.get("format") != FORMAT:
            raise TreeError(f'{name} is no tree: it does not say "format": "{FORMAT}"')
        if type(data.get("schema")) is not int or data["schema"] != SCHEMA:
            schema = shorten(repr(data.get("schema")))
            raise TreeError(f"{name} has schema {schema}; this version of Sleuth reads schema {SCHEMA}")
        try:
            secrets, search, certificate = _typed(data["secrets"], dict), data.get("search"), data.get("certificate")
            tree = cls(
                game=_typed(data["game"], str),
                goal=_typed(data["goal"], str),
                secrets=_typed(secrets["count"], int),
                digest=_typed(secrets["digest"], str),
                claims=_typed(data["claims"], dict),
                nodes=tuple(_node(number, raw) for number, raw in enumerate(_typed(data["nodes"], list), 1)),
                objective=data.get("objective"),
                terms={**FREE, **_typed(data.get("terms", {}), dict)},
                search=None if search is None else _typed(search, dict),
                certificate=None if certificate is None else _typed(certificate, dict),
            )
        except KeyError as error:
            raise TreeError(f"{name} is no whole tree: {error.args[0]!r} is missing") from None
        except TypeError as error:
            raise TreeError(f"{name} is damaged: {error}") from None
        tree._check_shape(name)
        return tree

    @classmethod
    def load(cls, path: str | Path, game: Game | None = None) -> Tree:
        """Read a tree from a file and check that it suits its game: `game`, or the one that it names."""
        tree = cls.read(path)
        game = parse_game(tree.game) if game is None else game
        if sequential(game):
            tree.check_game(game, str(path))
        else:
            tree.check(tabulate(game), str(path))
        return replace(tree, source=game)

    @classmethod
    def read(cls, path: str | Path) -> Tree:
        """Read a tree from a file, without a look at its game."""
        return cls.parse(read_text(path, "tree", TreeError), str(path))

    # Does it suit a game?

    def find_game(self) -> Game:
        """The game itself, by its spec string where it is not at hand."""
        return parse_game(self.game) if self.source is None else self.source

    def check_game(self, game: Game, name: str = "the tree") -> None:
        """Raise `TreeError` if the tree is for another game, or for other secrets."""
        if self.game not in (str(game), spec_of(game)):
            raise TreeError(f"{name} is a tree for {self.game}, not for {game}")
        if self.digest != digest(game, self.secrets):
            count = plural(self.secrets, "secret")
            raise TreeError(f"{name} was made for {count} of {self.game} that were others, or weighed otherwise")

    def check(self, tables: Tables, name: str = "the tree") -> None:
        """Raise `TreeError` if the tree is for another game, or has a text that the game does not know."""
        game = tables.game
        self.check_game(game, name)
        numbers = {game.format_action(action): number for number, action in enumerate(tables.actions)}
        everything = np.arange(len(tables.secrets), dtype=np.int32)
        answers: dict[str, set[str]] = {}
        for number, node in enumerate(self.nodes):
            if node.action not in numbers:
                raise TreeError(f"{name}: {self.place(number)}: {game.name} has no action {shorten(node.action)!r}")
            if not self.branches[number]:
                continue
            if node.action not in answers:
                codes = np.unique(tables.column(numbers[node.action], everything)).tolist()
                answers[node.action] = {game.format_feedback(tables.feedbacks.value(code)) for code in codes}
            for feedback in self.branches[number]:
                if feedback not in answers[node.action]:
                    reason = f"{shorten(feedback)!r} is no answer to {node.action} in {game.name}"
                    raise TreeError(f"{name}: {self.place(number)}: {reason}")

    def _check_shape(self, name: str) -> None:
        before = -1
        for number, node in enumerate(self.nodes):
            if not (0 if number else -1) < node.depth <= before + 1:
                raise TreeError(f"{name}: node {number + 1} has depth {node.depth} after one of depth {before}")
            before = node.depth
        _ = self.branches

    # Its shape.

    @cached_property
    def parents(self) -> tuple[int, ...]:
        """The number of the node before each node; -1 for the root."""
        parents, path = [], [-1]
        for number, node in enumerate(self.nodes):
            del path[node.depth + 1 :]
            parents.append(path[-1])
            path.append(number)
        return tuple(parents)

    @cached_property
    def branches(self) -> tuple[dict[str, int], ...]:
        """For each node, the nodes that its answers lead to."""
        branches: tuple[dict[str, int], ...] = tuple({} for _ in self.nodes)
        for number, parent in enumerate(self.parents):
            if parent >= 0:
                feedback = self.nodes[number].feedback
                if feedback in branches[parent]:
                    raise TreeError(f"{self.place(parent)}: two branches for the answer {shorten(feedback)!r}")
                branches[parent][feedback] = number
        return branches

    def place(self, number: int) -> str:
        """Where a node is, for a message: the steps that lead to it."""
        steps: list[str] = []
        while (parent := self.parents[number]) >= 0:
            steps.append(f"{self.nodes[parent].action}={self.nodes[number].feedback}")
            number = parent
        return f"after {';'.join(reversed(steps))}" if steps else "at the root"

    def find(self, game: Game, history: History) -> tuple[int, str]:
        """The node that a history leads to, or -1 and where the history leaves the tree."""
        if not self.nodes:
            return -1, "the tree asks nothing"
        at = 0
        for step, (action, feedback) in enumerate(history, 1):
            question, answer = game.format_action(action), game.format_feedback(feedback)
            if question != self.nodes[at].action:
                return -1, f"at step {step} the tree asks {self.nodes[at].action}, not {question}"
            if answer not in self.branches[at]:
                return -1, f"at step {step} the tree ends with the answer {answer} to {question}"
            at = self.branches[at][answer]
        return at, ""

    def node_after(self, history: str) -> int:
        """The number of the node that a history leads to, written `0011=1.0;0123=0.2`; of the root for nothing."""
        if not history.strip():
            return 0
        game = self.find_game()
        number, why = self.find(game, History.parse(game, history))
        if number < 0:
            raise TreeError(f"the tree asks nothing after {shorten(history)!r}: {why}")
        return number

    def below(self, number: int) -> range:
        """The numbers of a node and of all nodes after it."""
        end = number + 1
        while end < len(self.nodes) and self.nodes[end].depth > self.nodes[number].depth:
            end += 1
        return range(number, end)

    def dot(self, root: int = 0, depth: int | None = None) -> str:
        """The tree in Graphviz's language: actions and candidates in the nodes, answers on the edges.

        Or a part: the node with the number `root` and what follows, so many questions deep.
        """
        lines = [f"digraph {_quoted(self.game)} {{", "  node [shape=box];"]
        for number in self.below(root) if self.nodes else ():
            node = self.nodes[number]
            if depth is not None and node.depth - self.nodes[root].depth >= depth:
                continue
            lines.append(f'  n{number} [label={_quoted(node.action)[:-1]}\\n{node.candidates}"];')
            if (parent := self.parents[number]) >= 0 and number != root:
                lines.append(f"  n{parent} -> n{number} [label={_quoted(node.feedback)}];")
        return "\n".join([*lines, "}", ""])


TREE_FORMATS.fill({"dot": Tree.dot})


def check_announced(game: Game) -> None:
    """Raise `TreeError` if something is told before the first question: a tree is for one announcement."""
    if announces(game) and any(announced(game, secret) != game for secret in game.secrets()):
        raise TreeError(f"{game} has no one tree: what is announced before play differs; give it (Hangman: lengths=5)")


def check_countable(tables: Tables) -> None:
    """Raise `TreeError` if a weight or a cost is a whole number that no float holds: it was counted as another."""
    game = tables.game
    numbers: Iterator[Any] = chain(map(game.prior, tables.secrets), map(game.cost, tables.actions))
    odd = next((n for n in numbers if isinstance(n, Rational) and n.denominator == 1 and int(float(n)) != n), None)
    if odd is not None:
        raise TreeError(f"{game} has a weight or a cost of {odd}, which is too large to be counted exactly")


def digest(game: Game, expected: int | None = None) -> str:
    """A digest of how the game lists the secrets that can occur: the text and the weight of each, in order.

    Where so many are expected, no more than one past that are listed.
    """
    lines, number = hashlib.sha256(), 0
    for secret in game.secrets():
        if (weight := float(game.prior(secret))) > 0:
            lines.update(f"{game.format_secret(secret)}\t{weight!r}\n".encode())
            number += 1
            if expected is not None and number > expected:
                break
    return f"sha256:{lines.hexdigest()}"


def _node(number: int, raw: Any) -> Node:
    kinds = (int, str, int, str)
    if not (isinstance(raw, list) and len(raw) == 4 and all(type(v) is k for v, k in zip(raw, kinds, strict=True))):
        raise TypeError(f"node {number} must be [depth, answer, candidates, action], not {shorten(_text(raw))}")
    return Node(*raw)


def _typed(value: Any, kind: type) -> Any:
    if type(value) is not kind:
        raise TypeError(f"{shorten(_text(value))} should be of type {kind.__name__}")
    return value


def _text(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


def _rows(rows: Any) -> str:
    body = ",\n".join(json.dumps(row, ensure_ascii=False, separators=(",", ":")) for row in rows)
    return f"[\n{body}\n]" if body else "[]"


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{escaped}"'


@dataclass(frozen=True, eq=False, repr=False)
class TreeDecision(Decision):
    """A decision that says what the tree knows of it."""

    notes: tuple[str, ...] = ()

    @cached_property
    def reasons(self) -> list[str]:
        return [*self.notes, *super().reasons]


OTHERWISE = {"help": "the one-step rule that plays on off the tree, where another action was asked; none: an error"}


@dataclass(frozen=True)
class TreeStrategy(Strategy):
    """Play a tree from a file, such as `sleuth solve --out` writes."""

    name: ClassVar[str] = "tree"

    file: str = field(metadata={"help": "the file of the tree", "file": True})
    otherwise: str | None = field(default="entropy", metadata=OTHERWISE)

    def __post_init__(self) -> None:
        if not self.file:
            raise ParameterError("tree: file is the file of a tree, not nothing")
        if self.otherwise is not None:
            parse_rule(self.otherwise)
        _ = self.tree

    @cached_property
    def tree(self) -> Tree:
        """The tree in the file, read once."""
        return Tree.read(self.file)

    @cached_property
    def _checked(self) -> set[Game]:
        return set()

    @property
    def tie_break(self) -> str:
        return f"as the tree says, else {self.otherwise or 'an error'}"

    def decide(self, info: InformationSet, *, rng: Rng | None = None, limit: Limit = UNLIMITED) -> Decision:
        game, tree = info.game, self.tree
        if game not in self._checked:
            table: EnumeratedSet | None = info.table()
            if table is not None:
                tree.check(table.tables, self.file)
            else:
                tree.check_game(game, self.file)
            self._checked.add(game)
        node, left = tree.find(game, info.history)
        if node < 0:
            return self._off(info, left, rng, limit)
        action = self._action(game, node)
        if not info.is_legal(action):
            raise TreeError(f"{self.file}: {tree.place(node)}: {tree.nodes[node].action} is not allowed then")
        below = [tree.nodes[number] for number in tree.below(node)]
        steps = np.array([sum(n.candidates for n in below) / below[0].candidates])
        most = 1 + max(n.depth for n in below) - below[0].depth
        note = f"The tree asks {below[0].action} here, and needs {plural(most, 'step')} more at most."
        return TreeDecision(info, info.outcomes([action]), 0, steps, str(self), self.tie_break, notes=(note,))

    def _action(self, game: Game, node: int) -> Action:
        try:
            return game.parse_action(self.tree.nodes[node].action)
        except ActionError as error:
            raise TreeError(f"{self.file}: {self.tree.place(node)}: {error}") from error

    def _off(self, info: InformationSet, left: str, rng: Rng | None, limit: Limit) -> Decision:
        if self.otherwise is None:
            raise TreeError(f"{self.file} does not know what to ask now: {left}")
        decision = parse_rule(self.otherwise).decide(info, rng=rng, limit=limit)
        note = f"This is off the tree ({left}), so {self.otherwise} plays on."
        values = {f: getattr(decision, f) for f in ("info", "outcomes", "row", "scores", "spent")}
        return TreeDecision(**values, strategy=str(self), tie_break=decision.tie_break, notes=(note,))
