"""`check_game` catches each planted fault of a list, a text or a hook, and says where it is."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import count
from typing import Any, ClassVar

import numpy as np
import pytest

from sleuth.core import Axes, Constraint, Count, Draws, Symmetries, Twin
from sleuth.core.errors import ConformanceError
from sleuth.core.game import Game, Symmetry
from sleuth.testing import check_game


@dataclass(frozen=True)
class Near(Game):
    """Name a number: how far off is the guess?"""

    size: int = 6

    def secrets(self) -> Iterable[Any]:
        return range(self.size)

    def feedback(self, action: Any, secret: Any) -> Any:
        return abs(action - secret)


class Rows(Near, Twin, Draws):
    """Its secrets are tuples, which travel as rows."""

    def secrets(self) -> Iterable[Any]:
        return ((n,) for n in range(self.size))

    def feedback(self, action: Any, secret: Any) -> Any:
        return abs(action[0] - secret[0])

    def feedback_table(self, actions: Sequence[Any], secrets: Sequence[Any]) -> Any:
        return np.abs(np.subtract.outer(np.array(actions)[:, 0], np.array(secrets)[:, 0]))

    def draw(self, rng: np.random.Generator) -> Any:
        return (int(rng.integers(self.size)),)

    def draw_rows(self, rng: np.random.Generator, n: int) -> Any:
        return rng.integers(self.size, size=(n, 1))


class Fails:
    """Each class in here is `Near` with one fault, and says which message it must get."""

    class Duplicates(Near):
        told = r"lists the secret 2 twice"

        def secrets(self) -> list[int]:
            return [0, 1, 2, 3, 2]

    class Lists(Near):
        told = r"hash of the secret \[1\] raised TypeError"

        def secrets(self) -> list[Any]:
            return [0, [1]]

    class Nothing(Near):
        told = r"secrets\(\) lists none"

        def secrets(self) -> list[int]:
            return []

    class Shuffles(Near):
        told = r"lists 0 in place 1, then 5"
        turn: ClassVar[Iterator[int]] = count()

        def secrets(self) -> list[int]:
            return list(range(self.size))[:: -1 if next(self.turn) % 2 else 1]

    class Exhausted(Near):
        told = r"lists 6 values, then 0"
        once: ClassVar[Iterator[int]] = iter(range(6))

        def secrets(self) -> Iterator[int]:
            return self.once

    class SecretsRaise(Near):
        told = r"secrets\(\) raised RuntimeError: lost"

        def secrets(self) -> list[int]:
            raise RuntimeError("lost")

    class Miscounts(Near, Count):
        told = r"count\(\) is 7, but secrets\(\) lists 6"

        def count(self) -> int:
            return self.size + 1

    class Endless(Near, Count):
        told = r"drawing a secret, as there are too many to list, raised NotImplementedError"

        def count(self) -> int:
            return 10**20

    class Negative(Near):
        told = r"the prior of secret 4 is -1.0"

        def prior(self, secret: int) -> float:
            return -1 if secret == 4 else 1

    class Infinite(Near):
        told = r"the prior of secret 4 is inf"

        def prior(self, secret: int) -> float:
            return float("inf") if secret == 4 else 1

    class Impossible(Near):
        told = r"every secret has prior 0"

        def prior(self, secret: int) -> float:
            return 0

    class Free(Near):
        told = r"action 3 costs 0.0"

        def cost(self, action: int) -> float:
            return 0 if action == 3 else 1

    class SameText(Near):
        told = r"the secrets 0 and 1 are both written 'n0'"

        def format_secret(self, secret: int) -> str:
            return f"n{secret // 2}"

    class SameAnswerText(Near):
        told = r"0 and 1, as answers to action 0, are both written 'near'"

        def format_feedback(self, feedback: Any) -> str:
            return "near" if feedback < 2 else str(feedback)

    class Semicolon(Near):
        told = r"the secret 0 is written ';0', with ';'"

        def format_secret(self, secret: int) -> str:
            return f";{secret}"

    class Equals(Near):
        told = r"the feedback 0 is written 'd=0', with a '='"

        def format_feedback(self, feedback: Any) -> str:
            return f"d={feedback}"

    class Blank(Near):
        told = r"the secret 0 is written ' 0', with a blank at an end"

        def format_secret(self, secret: int) -> str:
            return f" {secret}"

    class NoText(Near):
        told = r"the secret 0 is written as 0, which is no text"

        def format_secret(self, secret: int) -> Any:
            return secret

    class Misreads(Near):
        told = r"the action 3 is written '3', which reads back as 4"

        def parse_action(self, text: str) -> int:
            return int(text) + (text == "3")

    class MisreadsAnswers(Near):
        told = r"the answer 2 to action \d is written '2', which reads back as 3"

        def parse_feedback(self, text: str, action: int) -> int:
            return int(text) + (text == "2")

    class RefusesAnswers(Near):
        told = r"reading '2' as an answer to \d raised KeyError"

        def parse_feedback(self, text: str, action: int) -> int:
            return {str(n): n for n in (0, 1, 3, 4, 5)}[text]

    class Crooked(Near, Axes):
        told = r"axes\(\) make 4 cells for 6 secrets"

        def axes(self) -> dict[str, Sequence[str]]:
            return {"row": "ab", "column": "xy"}

    class DrawsOutside(Near, Draws):
        told = r"draw\(rng\) gives 6, which is not in the list"

        def draw(self, rng: np.random.Generator) -> int:
            return int(rng.integers(self.size + 1))

    class DrawsUnevenly(Near, Draws):
        told = r"draw\(rng\) does not follow the prior"

        def draw(self, rng: np.random.Generator) -> int:
            return int(min(rng.integers(self.size, size=2)))

    class DrawsAnyhow(Near, Draws):
        told = r"draw\(rng\) gives \d and \d for generators that are equal"
        own: ClassVar[np.random.Generator] = np.random.default_rng(0)

        def draw(self, rng: np.random.Generator) -> int:
            return int(self.own.integers(self.size))

    class VariesOutside(Near, Draws):
        told = r"vary\(rng\) gives 6, which is not in the list"

        def draw(self, rng: np.random.Generator) -> int:
            return int(rng.integers(self.size))

        def vary(self, secret: int, rng: np.random.Generator) -> int:
            return secret + 1

    class DrawsActionsOutside(Near, Draws):
        told = r"draw_action\(rng\) gives 9, which is not in the list"

        def draw_action(self, rng: np.random.Generator) -> int:
            return 9

    class DrawsManyActionsOutside(Near, Draws):
        told = r"draw_actions\(rng\) gives 9, which is not in the list"

        def draw_action(self, rng: np.random.Generator) -> int:
            return int(rng.integers(self.size))

        def draw_actions(self, rng: np.random.Generator, n: int) -> list[int]:
            return [9] * n

    class FlatRows(Rows):
        told = r"draw_rows\(rng, 300\) gives int64 of shape \(300,\), not 300 rows of integers"

        def draw_many(self, rng: np.random.Generator, n: int) -> list[Any]:
            return [(int(rng.integers(self.size)),) for _ in range(n)]

        def draw_rows(self, rng: np.random.Generator, n: int) -> Any:
            return rng.integers(self.size, size=n)

    class DrawsRowsUnevenly(Rows):
        told = r"draw_rows\(rng, n\) does not follow the prior"

        def draw_many(self, rng: np.random.Generator, n: int) -> list[Any]:
            return [(int(rng.integers(self.size)),) for _ in range(n)]

        def draw_rows(self, rng: np.random.Generator, n: int) -> Any:
            return rng.integers(self.size, size=(2, n, 1)).min(axis=0)

    class VariesRowsOutside(Rows):
        told = r"vary_rows\(rng\) gives \(6,\), which is not in the list"

        def vary_rows(self, rows: Any, rng: np.random.Generator) -> Any:
            return rows + 1

    class WeighsRowsOtherwise(Rows):
        told = r"prior_rows gives 2.0 for secret \(\d,\), but prior 1"

        def prior_rows(self, rows: Any) -> Any:
            return np.full(len(rows), 2.0)

    class AnswersRowsOtherwise(Rows):
        told = r"feedback_table differs between secrets and the rows that stand for them"

        def feedback_table(self, actions: Sequence[Any], secrets: Sequence[Any]) -> Any:
            table = super().feedback_table(actions, secrets)
            return self.size - 1 - table if isinstance(secrets, np.ndarray) else table

    class ManyDiffers(Near, Constraint):
        told = r"allows_many says True, but allows False, for action \d after action \d was answered \d"

        def allows(self, action: int, past: int, feedback: Any) -> bool:
            return abs(action - past) == feedback

        def allows_many(self, actions: Sequence[int], past: int, feedback: Any) -> list[bool]:
            return [True] * len(actions)

    class ForbidsTheSecret(Near, Constraint):
        told = r"the secret \d may not be named after the answers that it gave: \d=\d"

        def allows(self, action: int, past: int, feedback: Any) -> bool:
            return action >= 3

    class SecretlyConstrained(Near, Constraint):
        told = r"constrained is false, but allows forbids action \d after action"
        constrained = False

        def allows(self, action: int, past: int, feedback: Any) -> bool:
            return action >= 3

    class NotASymmetry(Near, Symmetries):
        told = r"symmetry 1 changes what action \d tells: see \d and \d"

        def symmetries(self) -> Iterable[Symmetry]:
            swap = {0: 1, 1: 0}
            yield Symmetry(lambda s: swap.get(s, s), lambda a: swap.get(a, a))

    class MapsOutside(Near, Symmetries):
        told = r"symmetry 1 maps secret 5 to 6, which is none"

        def symmetries(self) -> Iterable[Symmetry]:
            yield Symmetry(lambda s: s + 1, lambda a: a + 1)

    class MapsTwoToOne(Near, Symmetries):
        told = r"symmetry 1 maps two secrets to one"

        def symmetries(self) -> Iterable[Symmetry]:
            yield Symmetry(lambda s: s // 2, lambda a: a)

    class UnlikelyImage(Near, Symmetries):
        told = r"symmetry 1 maps secret 0 to 5, which is not as likely"

        def prior(self, secret: int) -> float:
            return 1 + secret

        def symmetries(self) -> Iterable[Symmetry]:
            yield Symmetry(lambda s: self.size - 1 - s, lambda a: self.size - 1 - a)

    class DemandsTooLittle(Near, Constraint):
        told = r"demands says True, and allows False, for action \d after action \d was answered \d"

        def allows(self, action: int, past: int, feedback: Any) -> bool:
            return abs(action - past) == feedback

        def demands(self, actions: Sequence[int], feedbacks: Sequence[Any]) -> Any:
            return np.zeros((len(actions), 1), np.uint64), np.zeros((len(actions), len(feedbacks), 1), np.uint64)

    class Respelled(Near):
        told = r"its spec 'near:size=7' reads back as"

        def __str__(self) -> str:
            return "near:size=7"


FAULTS = [value for value in vars(Fails).values() if isinstance(value, type)]


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.__name__)
def test_a_planted_fault_is_named(fault: Any) -> None:
    fault.__doc__ = Near.__doc__
    with pytest.raises(ConformanceError, match=fault.told):
        check_game(fault())


def test_the_game_without_a_fault_passes() -> None:
    check_game(Rows())
    check_game(Rows(size=300), cells=3_000)


def test_a_game_must_be_a_value() -> None:
    @dataclass(frozen=True)
    class Local(Near):
        """Defined where no other process finds it."""

    class Undocumented(Near):
        __doc__ = None

    @dataclass
    class Thawed(Game):
        """Not frozen."""

        secrets, feedback = Near.secrets, Near.feedback

    @dataclass(frozen=True, eq=False)
    class Loose(Near):
        """Equal to itself alone."""

        __eq__ = object.__eq__
        __hash__ = object.__hash__

    for kind, told in {
        Local: "define its class at the top of a module",
        Undocumented: "has no docstring",
        Thawed: r"write @dataclass\(frozen=True\) above class Thawed",
        Loose: r"not equal; write @dataclass\(frozen=True\)",
    }.items():
        with pytest.raises(ConformanceError, match=told):
            check_game(kind())
