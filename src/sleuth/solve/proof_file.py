"""Proof files: a tree, what is claimed of it, and the certificate, as lines that a program in any language can read.

The format is described in docs/reference/certificates.md. The name of such a file ends in `.proof`, or in `.proof.gz`
where it is compressed: it is no JSON, since the smallest checkers should not have to read that.
"""

from __future__ import annotations

import gzip
import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import numpy as np

from sleuth.core.errors import TreeError
from sleuth.core.game import Game
from sleuth.core.game_spec import spec_of
from sleuth.core.tables import Tables
from sleuth.kernels.arrays import Array, Ints
from sleuth.kernels.cache_files import write_whole
from sleuth.strategies.tree import Tree, check_announced, check_countable
from sleuth.strategies.tree_figures import Steps

HEAD = "sleuth proof 1"
SUFFIXES = (".proof", ".proof.gz")


def is_proof(path: str | Path) -> bool:
    """Whether the name of a file says that it is a proof."""
    return str(path).endswith(SUFFIXES)


def check_proof_path(path: str | Path) -> None:
    """Raise `TreeError` if no proof can be written there."""
    path = Path(path)
    if not path.parent.is_dir():
        raise TreeError(f"cannot write the proof {path}: there is no folder {path.parent}")
    if path.is_dir():
        raise TreeError(f"cannot write the proof {path}: it is a folder")


def number_text(value: float) -> str:
    """A bound or a total: a whole number, a decimal fraction, or `!` for never."""
    if value == np.inf:
        return "!"
    return str(int(value)) if float(value).is_integer() else repr(float(value))


class NumberedAnswers:
    """The answers of a game by the numbers that they have in proofs.

    They are numbered from 1 in the order in which they are first given, going through the secrets, and for each through
    the actions; 0 stands for the answer that wins.
    """

    def __init__(self, tables: Tables) -> None:
        assert tables.codes is not None
        check_countable(tables)
        self.tables, self.codes = tables, tables.codes
        named = tables.naming >= 0
        self.winning = (np.flatnonzero(named), tables.naming[named]) if tables.game.goal.only_names else None
        self.numbers = self._numbers()
        """For each code of the tables, the number of the answer."""

    def _numbers(self) -> Ints:
        left = np.bincount(self.codes.ravel(), minlength=self.tables.width)
        if self.winning is not None:
            left -= np.bincount(self.codes[self.winning], minlength=self.tables.width)
        numbers: Ints = np.zeros(self.tables.width, np.int32)
        new, given = left > 0, 0
        for secret in range(len(self.codes)):
            if not new.any():
                break
            row = self.codes[secret]
            if self.winning is not None and self.tables.naming[secret] >= 0:
                row = np.delete(row, self.tables.naming[secret])
            codes, first = np.unique(row, return_index=True)
            for code in codes[np.argsort(first)].tolist():
                if new[code]:
                    given += 1
                    numbers[code], new[code] = given, False
        return numbers

    @cached_property
    def signature(self) -> str:
        """How a proof names the law: the secrets, the actions, and a digest of all answers, weights and costs."""
        tables, (secrets, actions) = self.tables, self.codes.shape
        wide = int(self.numbers.max(initial=0)) > 255
        out = hashlib.sha256(f"{secrets} {actions} {1 + wide}\n".encode())
        numbers = self.numbers.astype("<u2" if wide else np.uint8)
        for secret in range(secrets):
            row: Array = numbers[self.codes[secret]]
            if self.winning is not None and tables.naming[secret] >= 0:
                row[tables.naming[secret]] = 0
            out.update(row.tobytes())
        weights = np.ones(secrets) if tables.uniform else tables.weights
        costs = np.ones(actions) if np.ptp(tables.costs) == 0 else tables.costs
        for values in (weights, costs):
            out.update(f"{' '.join(map(number_text, values.tolist()))}\n".encode())
        return f"{secrets} {actions} sha256:{out.hexdigest()}"

    def nodes(self, steps: Steps) -> Iterator[str]:
        """The lines of a tree, depth first: the depth, the answer that leads there, and the action."""
        tree = steps.game_tree
        below: list[list[int]] = [[] for _ in range(len(tree))]
        for number, parent in enumerate(tree.parent.tolist()):
            if parent >= 0:
                below[parent].append(number)
        stack = [0] if len(tree) else []
        while stack:
            number = stack.pop()
            answer = int(self.numbers[tree.feedback[number]]) if tree.parent[number] >= 0 else 0
            yield f"n {int(tree.depth[number])} {answer} {int(tree.action[number])}"
            stack.extend(sorted(below[number], key=lambda n: -int(self.numbers[tree.feedback[n]])))

    def tree_nodes(self, tree: Tree) -> Iterator[str]:
        """The same of a tree as text, in its own order."""
        game, feedbacks = self.tables.game, self.tables.feedbacks
        actions = {game.format_action(action): number for number, action in enumerate(self.tables.actions)}
        answers = {game.format_feedback(value): int(self.numbers[feedbacks.code(value)]) for value in feedbacks.known()}
        for node in tree.nodes:
            yield f"n {node.depth} {answers[node.feedback] if node.depth else 0} {actions[node.action]}"


@dataclass(frozen=True)
class ProofClaims:
    """What a proof file says of its tree."""

    game: Game
    objective: str
    total: float
    worst: int
    proves: tuple[str, ...] = ()
    """`total`, `worst` or both."""
    first: int | None = None
    """The number of the first action, where that was given."""
    within: int | None = None
    only_possible: bool = False

    def lines(self, law: str) -> list[str]:
        """What stands before the tree: the game, the law, the terms, and the claims."""
        game = self.game
        check_announced(game)
        out = [HEAD, f"game {spec_of(game)}", f"goal {game.goal.value}", f"objective {self.objective}", law]
        out += [] if self.first is None else [f"first {self.first}"]
        out += [] if self.within is None else [f"within {self.within}"]
        out += ["only-possible"] if self.only_possible else []
        return [*out, f"total {number_text(self.total)}", f"worst {self.worst}", " ".join(["proved", *self.proves])]


def write_lines(path: str | Path, lines: list[str]) -> None:
    """Write a proof file, all or nothing, with a last line that counts the others."""
    text = "\n".join([*lines, f"end {len(lines)}", ""]).encode()
    try:
        write_whole(Path(path), gzip.compress(text, mtime=0) if str(path).endswith(".gz") else text)
    except OSError as error:
        raise TreeError(f"cannot write the proof {path}: {error.strerror}") from error
