"""`check_game` catches each planted fault of a law, its twin and its goal, and names the action and the secret."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import count
from typing import Any, ClassVar

import numpy as np
import pytest

from sleuth.core import Hits, Twin
from sleuth.core.errors import ConformanceError
from sleuth.core.game import Game, Goal
from sleuth.testing import check_game


@dataclass(frozen=True)
class Near(Game):
    """Name a number: how far off is the guess?"""

    size: int = 6

    def secrets(self) -> Iterable[Any]:
        return range(self.size)

    def feedback(self, action: Any, secret: Any) -> Any:
        return abs(action - secret)


class Fast(Near, Twin):
    def feedback_table(self, actions: Sequence[int], secrets: Sequence[int]) -> Any:
        return np.abs(np.subtract.outer(np.array(actions), np.array(secrets)))


class Fails:
    """Each class in here is `Near` with one fault, and says which message it must get."""

    class Dice(Near):
        told = r"not deterministic: action \d and secret \d gave"
        rolls: ClassVar[Iterator[int]] = count()

        def feedback(self, action: int, secret: int) -> int:
            return next(self.rolls) % 7

    class Memory(Near):
        told = r"not deterministic: action 5 and secret 0 gave 5, then 0"
        asked: ClassVar[set[tuple[int, int]]] = set()

        def feedback(self, action: int, secret: int) -> int:
            again = (action, secret) in self.asked
            self.asked.add((action, secret))
            return 0 if again else abs(action - secret)

    class Unhashable(Near):
        told = r"a list, \[0\], for action 0 and secret 0, which is not hashable"

        def feedback(self, action: int, secret: int) -> list[int]:
            return [abs(action - secret)]

    class Raises(Near):
        told = r"the law, for action 2 and secret 3, raised ZeroDivisionError"

        def feedback(self, action: int, secret: int) -> float:
            return 1 / (0 if (action, secret) == (2, 3) else 1 + abs(action - secret))

    class NotANumber(Near):
        told = r"not deterministic: action 5 and secret 0 gave nan"

        def feedback(self, action: int, secret: int) -> float:
            return float("nan") if (action, secret) == (5, 0) else abs(action - secret)

    class Mutates(Near):
        told = r"changes its arguments: see action Box\(0, \[\d"

        def secrets(self) -> list[Box]:
            return [Box(n) for n in range(self.size)]

        def feedback(self, action: Box, secret: Box) -> int:
            secret.seen.append(action.number)
            return abs(action.number - secret.number)

    class WrongCell(Fast):
        told = r"differs from the law: for action 2 and secret 3 the law gives 1 and the table code 4, .* stands for 4"

        def feedback_table(self, actions: Sequence[int], secrets: Sequence[int]) -> Any:
            table = super().feedback_table(actions, secrets)
            where = np.equal.outer(np.array(actions), 2 * np.ones(1)) & (np.array(secrets) == 3)
            return np.where(where, 4, table)

    class MergedCodes(Fast):
        told = r"for action 0 and secret 5 the law gives 5 and the table code 0, which stands for 0 \(for action 0 and"

        def feedback_table(self, actions: Sequence[int], secrets: Sequence[int]) -> Any:
            return super().feedback_table(actions, secrets) % 5

    class SplitCodes(Fast):
        told = r"0 has code 1 for action 1 and secret 1, but code 0 for action 0 and secret 0"

        def feedback_table(self, actions: Sequence[int], secrets: Sequence[int]) -> Any:
            table = super().feedback_table(actions, secrets)
            return np.where(table, table + 100, np.array(actions)[:, None])

    class LocalCodes(Fast):
        told = r"feedback_table differs from the law: .* for action \d and secret \d"

        def feedback_table(self, actions: Sequence[int], secrets: Sequence[int]) -> Any:
            table = super().feedback_table(actions, secrets)
            return np.unique(table, return_inverse=True)[1].reshape(table.shape) + len(actions)

    class Transposed(Fast):
        told = r"feedback_table of 3 actions and 6 secrets has the shape \(6, 3\)"

        def feedback_table(self, actions: Sequence[int], secrets: Sequence[int]) -> Any:
            return super().feedback_table(actions, secrets).T

    class NegativeCode(Fast):
        told = r"the code -5 for action 0 and secret 5"

        def feedback_table(self, actions: Sequence[int], secrets: Sequence[int]) -> Any:
            table = super().feedback_table(actions, secrets)
            return np.where(table == 5, -5, table)

    class FloatCodes(Fast):
        told = r"holds float64, not integers"

        def feedback_table(self, actions: Sequence[int], secrets: Sequence[int]) -> Any:
            return super().feedback_table(actions, secrets) / 2

    class NowAndThen(Fast):
        told = r"returns None now and then, as for 3 actions"

        def feedback_table(self, actions: Sequence[int], secrets: Sequence[int]) -> Any:
            return super().feedback_table(actions, secrets) if len(actions) == 6 else None

    class Sorts(Fast):
        told = r"feedback_table of 6 actions and 6 secrets changes its arguments"

        def feedback_table(self, actions: list[int], secrets: Sequence[int]) -> Any:  # type: ignore[override]
            table = super().feedback_table(actions, secrets)
            actions.reverse()
            return table

    class TwinRaises(Fast):
        told = r"feedback_table of 6 actions and 6 secrets raised KeyError"

        def feedback_table(self, actions: Sequence[int], secrets: Sequence[int]) -> Any:
            raise KeyError(3)

    class Vague(Near):
        told = r"no action tells 1 and 4 apart"
        goal = Goal.KNOW

        def feedback(self, action: int, secret: int) -> int:
            return (1 if secret == 4 else secret) + action

    class SharedWin(Near):
        told = r"the winning answer 0 to action 4 is also given to it by secret 5"

        def feedback(self, action: int, secret: int) -> int:
            return 0 if (action, secret) == (4, 5) else abs(action - secret)

    class Unnamed(Near):
        told = r"but 5 is not an action"

        def actions(self) -> range:
            return range(5)

    class NothingToFind(Near, Hits):
        told = r"the goal is to find everything, but nothing hits secret 0"
        goal = Goal.FIND

        def hits(self, secret: int) -> list[int]:
            return []

    class FindsOutside(Near, Hits):
        told = r"6 hits secret 5, but is not an action"
        goal = Goal.FIND

        def hits(self, secret: int) -> list[int]:
            return [secret + 1]


class Box:
    """A secret that can change."""

    def __init__(self, number: int) -> None:
        self.number, self.seen = number, list[int]()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Box) and (self.number, self.seen) == (other.number, other.seen)

    def __hash__(self) -> int:
        return self.number

    def __repr__(self) -> str:
        return f"Box({self.number}, {self.seen})"


FAULTS = [value for value in vars(Fails).values() if isinstance(value, type)]


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.__name__)
def test_a_planted_fault_is_named(fault: Any) -> None:
    fault.__doc__ = Near.__doc__
    with pytest.raises(ConformanceError, match=fault.told):
        check_game(fault())


@pytest.mark.parametrize("kind", [Near, Fast])
def test_the_game_without_a_fault_passes(kind: type[Near], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kind, "__doc__", Near.__doc__)
    check_game(kind())
    check_game(kind(size=300), cells=3_000)


def test_a_fault_in_one_cell_of_many_rows_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    game = Fails.SharedWin(size=300)
    monkeypatch.setattr(Fails.SharedWin, "__doc__", Near.__doc__)
    with pytest.raises(ConformanceError, match=r"winning answer 0 to action 4 is also given to it by secret 5"):
        check_game(game)
