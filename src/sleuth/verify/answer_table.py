"""Every answer of a game as a small number, by its plain law: what a certificate is checked on.

Answers are numbered from 1 in the order in which they are first given, going through the secrets, and for each through
the actions; 0 stands for the answer that wins.
"""

from __future__ import annotations

import hashlib
from array import array
from collections.abc import Sequence
from functools import cached_property
from pathlib import Path

from sleuth.core.errors import TreeError
from sleuth.core.files import write_text
from sleuth.core.game import Feedback
from sleuth.core.offers import constrained, sequential
from sleuth.core.progress import Progress, silent
from sleuth.core.text import shorten
from sleuth.core.told_apart import told_apart
from sleuth.verify.plain_law import Number, PlainLaw, Unjudged

MAX_ANSWERS = 1 << 16
"""So many different answers have numbers of two bytes."""
Row = Sequence[int]


class _Numbers(dict[object, int]):
    """Numbers of answers that are told apart; one that is new gets the next."""

    def __init__(self, wins: object) -> None:
        super().__init__({wins: 0})
        self.answers = [wins]
        """By number."""

    def of(self, answer: object) -> int:
        """The number of an answer."""
        number = self.setdefault(told_apart(answer), len(self))
        if number == len(self.answers):
            self.answers.append(answer)
        return number


class AnswerTable:
    """All answers of a game, each asked for once; the digest in a certificate says whether they are as they were."""

    def __init__(self, law: PlainLaw, progress: Progress = silent) -> None:
        self.law = law
        if law.goal.finds or sequential(law.game):
            raise TreeError(
                f"there are no certificates for {law.game}: they are for games in which the secret is to be named or "
                "known, and whose answers do not depend on what was asked before"
            )
        self.name = law.goal.only_names
        self.named = law.named if self.name else [-1] * len(law.actions)
        """For each action, the secret that it wins with; -1 if none."""
        self.naming = [-1] * len(law.secrets)
        """For each secret, the action that wins."""
        for action, secret in enumerate(self.named):
            if secret >= 0:
                self.naming[secret] = action
        self.rows, self.answers = self._rows(progress)
        """For each secret, the number of its answer to each action; and the answers by number."""

    def _rows(self, progress: Progress) -> tuple[list[Row], list[Feedback]]:
        law, wins = self.law, object()
        feedback, actions = law.game.feedback, law.actions
        numbers, winning = _Numbers(wins), dict[int, Feedback]()
        rows = list[Sequence[int]]()
        for number, secret in enumerate(law.secrets):
            try:
                answers = [feedback(action, secret) for action in actions]
                for action in [self.naming[number]] if self.naming[number] >= 0 else []:
                    winning[action], answers[action] = answers[action], wins
                rows.append([numbers.of(answer) for answer in answers])
            except Exception:
                for action in range(len(actions)):
                    law.answer((), action, number)  # says which pair it is
                raise
            if len(numbers) > MAX_ANSWERS:
                raise Unjudged(f"{law.game} has more than {MAX_ANSWERS:,} different answers")
            progress("answers", number + 1, len(law.secrets))
        for action, answer in winning.items():
            if any(row[action] == numbers.get(told_apart(answer)) for row in rows):
                text = shorten(law.game.format_action(actions[action]))
                message = "for other secrets too; then a certificate proves nothing"
                raise TreeError(f"{law.game} gives the winning answer to {text} {message}")
        narrow = len(numbers) <= 256
        return [bytes(row) if narrow else array("H", row) for row in rows], numbers.answers

    @cached_property
    def columns(self) -> list[Row]:
        """For each action, the number of the answer of each secret."""
        narrow = isinstance(self.rows[0], bytes)
        return [bytes(column) if narrow else array("H", column) for column in zip(*self.rows, strict=True)]

    @cached_property
    def widest(self) -> int:
        """The most parts that do not win which any action makes of all secrets."""
        return max(1, max((len(set(column) - {0}) for column in self.columns), default=0))

    @cached_property
    def digest(self) -> str:
        """Of the sizes, the table secret by secret, the weights and the costs: by it a proof names its law."""
        wide = len(self.answers) > 256
        head = f"{len(self.law.secrets)} {len(self.law.actions)} {1 + wide}\n"
        out = hashlib.sha256(head.encode())
        for row in self.rows:
            out.update(b"".join(number.to_bytes(2, "little") for number in row) if wide else bytes(row))
        for numbers in (self.law.weights, self.law.costs):
            out.update(f"{' '.join(map(number_text, numbers))}\n".encode())
        return f"sha256:{out.hexdigest()}"

    @property
    def signature(self) -> str:
        """How a proof names the law: the secrets, the actions, and the digest."""
        return f"{len(self.law.secrets)} {len(self.law.actions)} {self.digest}"

    def allowed_after(self, action: int, answer: int) -> frozenset[int] | None:
        """The actions that may be asked after an answer; `None` where all may."""
        if not constrained(self.law.game):
            return None
        past = [(action, self.answers[answer])]
        return frozenset(a for a in range(len(self.law.actions)) if self.law.allowed(a, past))

    def save(self, path: str | Path, game: str) -> None:
        """Write the table as text, for a checker that does not know the law: docs/reference/certificates.md.

        `game` is how the proof names the game; the table is for that proof.
        """
        law = self.law
        if not law.whole:
            raise Unjudged(f"the weights or costs of {law.game} are no whole numbers, so no table of it is written")
        lines = ["sleuth table 1", f"game {game}", f"goal {law.goal.value}"]
        lines += [f"size {len(law.secrets)} {len(law.actions)}"]
        lines += [f"weights {' '.join(map(str, law.weights))}", f"costs {' '.join(map(str, law.costs))}"]
        lines += [f"r {' '.join(map(str, row))}" for row in self.rows]
        if constrained(law.game):
            for action, column in enumerate(self.columns):
                for answer in sorted(set(column) - {0}):
                    after = sorted(self.allowed_after(action, answer) or ())
                    lines.append(" ".join(map(str, ["a", action, answer, *after])))
        lines.append(f"end {len(lines)}")
        write_text(path, "\n".join(lines) + "\n", "table", TreeError)


def number_text(value: Number) -> str:
    """A weight or a cost: a whole number, or as Python writes a float."""
    return str(value) if isinstance(value, int) else repr(float(value))
