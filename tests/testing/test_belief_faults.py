"""`check_belief` catches each planted fault."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from sleuth.belief.base import InformationSet
from sleuth.belief.enumerated import EnumeratedSet
from sleuth.core.errors import ConformanceError
from sleuth.core.tabulate import tabulate
from sleuth.games.mastermind import Mastermind
from sleuth.testing import check_belief


class Odd(EnumeratedSet):
    """A set whose faults survive observation."""

    def _after(self, action: Any, feedback: Any) -> InformationSet | None:
        after = super()._after(action, feedback)
        return None if after is None else self.like(after)

    def like(self, after: InformationSet) -> InformationSet:
        assert isinstance(after, EnumeratedSet)
        return type(self)(self.tables, after.indices, after.history, after.legal)


class OddSets:
    class Writable(Odd):
        told = "the array indices can be written to"

        def __init__(self, *args: Any) -> None:
            super().__init__(*args)
            self.indices = self.indices.copy()

    class Same(Odd):
        told = "changed the set; it must be a new one"

        def _after(self, action: Any, feedback: Any) -> InformationSet | None:
            after = super()._after(action, feedback)
            assert isinstance(after, EnumeratedSet)
            self.indices, self.history = after.indices, after.history
            return self

    class Forgetful(Odd):
        told = "the history after action .* is History"

        def like(self, after: InformationSet) -> InformationSet:
            assert isinstance(after, EnumeratedSet)
            return Odd(self.tables, after.indices, self.history)

    class Lenient(Odd):
        told = r"after action .* answered .* the set holds .*, the law"

        def like(self, after: InformationSet) -> InformationSet:
            return Odd(self.tables, self.indices, after.history)

    class Overconfident(Odd):
        told = r"the probabilities sum to 2"

        def probability(self, secret: Any) -> float:
            return 2 * super().probability(secret)

    class Muddled(Odd):
        told = r"the entropy is 3.16\d*, not 1"
        entropy = 1.0  # type: ignore[assignment]

    class Miscounts(Odd):
        told = r"outcomes of action .* give .* but the law"

        def outcomes_of(self, numbers: Any) -> Any:
            outcomes = super().outcomes_of(numbers)
            return replace(outcomes, codes=outcomes.codes[:, ::-1])

    class SamplesAnything(Odd):
        told = r"sample gives \(\d, \d\), which is not a candidate"

        def sample(self, rng: np.random.Generator, n: int = 1) -> list[Any]:
            return [self.tables.secrets[i] for i in rng.integers(len(self.tables.secrets), size=n)]

    class Gullible(Odd):
        told = r"is impossible, but was observed"

        def _after(self, action: Any, feedback: Any) -> InformationSet | None:
            return super()._after(action, feedback) or self

    class Permissive(Odd):
        told = r"the illegal action <object object at .*> raised \w+, not ActionError"

        def is_legal(self, action: Any) -> bool:
            return True

        def _after(self, action: Any, feedback: Any) -> InformationSet | None:
            assert isinstance(action, tuple)
            return super()._after(action, feedback)


@pytest.mark.parametrize("kind", [k for k in vars(OddSets).values() if isinstance(k, type)], ids=lambda k: k.__name__)
def test_a_planted_fault_of_a_belief_is_named(kind: Any) -> None:
    with pytest.raises(ConformanceError, match=kind.told):
        check_belief(kind(tabulate(Mastermind(pegs=2, colours=3))))
