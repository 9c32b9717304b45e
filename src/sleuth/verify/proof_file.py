"""Reading a proof file: the game, the terms and claims, the nodes of the tree, and the lines of the certificate.

Nothing here comes from the solver. The format is described in docs/reference/certificates.md.
"""

from __future__ import annotations

import gzip
import zlib
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from sleuth.core.errors import TreeError
from sleuth.core.files import reason
from sleuth.core.text import shorten
from sleuth.verify.answer_table import AnswerTable
from sleuth.verify.lemmas import Damaged, whole
from sleuth.verify.replay import PlayedSecrets
from sleuth.verify.terms import Terms

FORMAT, VERSION = "sleuth proof", "1"
NAMES = (".proof", ".proof.gz")
ZIPPED = b"\x1f\x8b"
PROVABLE = ("proved total worst", "proved total", "proved worst", "proved")


def is_proof(path: str | Path) -> bool:
    """Whether a file begins as a proof does, compressed or not, or has the name of one."""
    if str(path).endswith(NAMES) and Path(path).exists():
        return True
    try:
        with Path(path).open("rb") as file:
            start = file.read(len(FORMAT))
    except OSError:
        return False
    return start.startswith((ZIPPED, FORMAT.encode()))


@dataclass(frozen=True)
class ProofHead:
    """What a proof file says before its tree."""

    game: str
    goal: str
    objective: str
    law: str
    """The sizes and the digest of the law, as a certificate names it."""
    first: int | None
    within: int | None
    only_possible: bool
    total: str
    """The sum of weight times cost over all secrets."""
    worst: int
    proved: tuple[str, ...]


@dataclass
class ProofFile:
    """A proof file, read from the front: head, nodes, and the lines of the certificate one by one."""

    path: Path
    head: ProofHead = field(init=False)
    nodes: list[tuple[int, int, int]] = field(init=False, default_factory=list)
    """Depth, the number of the answer that leads there, the number of the action."""
    lines: int = 0
    """How many were read."""

    def __post_init__(self) -> None:
        self._check_whole()
        self._lines = self._all_lines()
        self._next = next(self._lines, "")
        self.head = self._head()
        while self._next.startswith("n "):
            words = self._take().split(" ")[1:]
            if len(words) != 3:
                raise Damaged(f"node {len(self.nodes) + 1} must have a depth, an answer and an action")
            depth, answer, action = (whole(word, f"node {len(self.nodes) + 1}") for word in words)
            self.nodes.append((depth, answer, action))

    def certificate(self) -> Iterator[str]:
        """The lines of the certificate, to the end."""
        while not self._next.startswith("end"):
            yield self._take()
        self._take()
        if self._next:
            raise Damaged("something follows the line that ends it")

    def _check_whole(self) -> None:
        """Read all of it once: the last line counts those before it."""
        lines, last = 0, ""
        for line in self._all_lines():
            lines, last = lines + 1, line
        if last != f"end {lines - 1}":
            raise Damaged(f"it is cut short: the last of its {lines} lines does not count those before it")

    def _take(self) -> str:
        line = self._next
        self.lines += 1
        self._next = next(self._lines, "")
        return line

    def _all_lines(self) -> Iterator[str]:
        """The lines without what ends them; a last one that is not ended is cut short."""
        try:
            with self.path.open("rb") as start:
                zipped = start.read(2) == ZIPPED
            with gzip.open(self.path, "rb") if zipped else self.path.open("rb") as file:
                for number, line in enumerate(file, 1):
                    if not line.endswith(b"\n"):
                        raise Damaged(f"it is cut short in line {number}")
                    if line == b"\n" or b"\0" in line:
                        raise Damaged(f"line {number} is empty, or no text")
                    yield line[:-1].decode("utf-8")
        except (OSError, EOFError, zlib.error, UnicodeDecodeError) as problem:
            why = reason(problem) if isinstance(problem, OSError | ValueError) else "it is cut short"
            raise Damaged(f"it cannot be read: {why}") from problem

    def _value(self, name: str) -> str:
        """What follows a word that must come next."""
        line = self._take() if self._next else ""
        word, _, value = line.partition(" ")
        if word != name:
            raise Damaged(f"line {self.lines} must be {name!r}, not {shorten(line)!r}")
        return value

    def _head(self) -> ProofHead:
        if not self._next.startswith(f"{FORMAT} "):
            raise Damaged(f"it is no proof: it does not begin with {FORMAT!r}")
        version = self._take().removeprefix(f"{FORMAT} ")
        if version != VERSION:
            raise Damaged(f"it has version {shorten(version)}; this version of Sleuth reads version {VERSION}")
        game, goal, objective = (self._value(name) for name in ("game", "goal", "objective"))
        if goal not in ("name", "know") or objective not in ("mean", "worst"):
            raise Damaged("its goal is name or know, and its objective mean or worst")
        law = self._value("law")
        first = whole(self._value("first"), "first") if self._next.startswith("first ") else None
        within = whole(self._value("within"), "within", least=1) if self._next.startswith("within ") else None
        only_possible = self._next == "only-possible" and bool(self._take())
        least, worst = self._value("total"), whole(self._value("worst"), "worst")
        claim = self._take() if self._next else ""
        if claim not in PROVABLE:
            raise Damaged(f"line {self.lines} must be 'proved', and what is: total, worst or both")
        return ProofHead(
            game, goal, objective, law, first, within, only_possible, least, worst, tuple(claim.split(" ")[1:])
        )


class ProofReplay(PlayedSecrets):
    """The nodes of a proof file, played by all secrets at once on the table of answers."""

    def __init__(self, table: AnswerTable, nodes: list[tuple[int, int, int]]) -> None:
        super().__init__(table.law)
        self.table, self.nodes = table, nodes

    def run(self, terms: Terms, first: int | None) -> None:
        """Play; raise `TreeError` at the first thing that is wrong, or breaks the terms."""
        everything = list(range(len(self.law.secrets)))
        if self.law.over(everything, []):
            if self.nodes or first is not None:
                raise TreeError("it asks something, and the goal is reached before any question")
            return
        waiting: list[dict[int, list[int]]] = [{0: everything}]
        """For each depth, the secrets that wait behind each answer to the node above."""
        path = list[tuple[int, int]]()
        """The actions above, each with the answer that led on."""
        for number, (depth, answer, action) in enumerate(self.nodes, 1):
            where = f"node {number}"
            if action >= len(self.law.actions):
                raise Damaged(f"{where} asks action {action}, and they go from 0 to {len(self.law.actions) - 1}")
            if depth >= len(waiting) or any(waiting[depth + 1 :]):
                raise TreeError(f"{where} has depth {depth}, which cannot follow the node before it")
            del waiting[depth + 1 :], path[depth:]
            secrets = waiting[depth].pop(answer, None)
            if secrets is None:
                raise TreeError(f"{where} follows the answer {answer}, which no secret gives, or which wins")
            if depth:
                path[-1] = (path[-1][0], answer)
            self._check_asked(where, action, path, secrets, terms, first)
            path.append((action, 0))
            waiting.append(self._ask(depth, action, secrets))
        if any(waiting):
            raise TreeError("its tree ends before every secret is settled")
        if terms.within is not None and self.worst > terms.within:
            raise TreeError(f"its terms are plays of at most {terms.within} steps, and it takes {self.worst}")

    def _check_asked(
        self, where: str, action: int, path: list[tuple[int, int]], secrets: list[int], terms: Terms, first: int | None
    ) -> None:
        law, answers = self.law, self.table.answers
        if not path and first is not None:
            if action != first:
                raise TreeError(f"its terms are to ask action {first} first, and it does not")
        elif terms.only_possible and law.named[action] not in secrets:
            raise TreeError(f"its terms are to ask only what may be the secret, and {where} does not")
        if any(action == before for before, _ in path):
            raise TreeError(f"{where} asks what was asked before")
        if not law.allowed(action, [(before, answers[answer]) for before, answer in path]):
            raise TreeError(f"{where} asks what may not be asked then")

    def _ask(self, depth: int, action: int, secrets: list[int]) -> dict[int, list[int]]:
        """The secrets behind each answer that does not end the play."""
        law, column = self.law, self.table.columns[action]
        self.cost += law.costs[action] * sum(law.weights[s] for s in secrets)
        parts: dict[int, list[int]] = {}
        for secret in secrets:
            parts.setdefault(column[secret], []).append(secret)
        for answer, part in list(parts.items()):
            if answer == 0 or (law.goal.knows and len(part) == 1):
                for secret in parts.pop(answer):
                    self.steps[secret] = depth + 1
        return parts
