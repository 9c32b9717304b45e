"""`check_belief` catches each planted fault."""

from __future__ import annotations

from dataclasses import fields, replace
from typing import Any

import numpy as np
import pytest

from sleuth.belief.base import Children, InformationSet
from sleuth.belief.counted_outcomes import Counted
from sleuth.belief.enumerated import EnumeratedSet
from sleuth.belief.lying import LyingSet
from sleuth.core.errors import ConformanceError
from sleuth.core.game_spec import parse_game
from sleuth.core.tabulate import tabulate
from sleuth.games.codes.rules.mastermind import Mastermind
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
        told = r"children of action .* have the answers .*, which nobody gives"

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


class Boast(Counted):
    """Outcomes that promise more than answers tell."""

    @property
    def information(self) -> Any:
        return super().information + 1


class OddContracts:
    """Sets that break what they owe their neighbours."""

    class LosesAnswers(Odd):
        told = "children of action .* and their rest sum to 0"

        def children(self, action: Any, most: int | None = None) -> Children:
            return Children(super().children(action, 1))

    class HidesAnswers(Odd):
        told = r"children of action .*, at most one, are \d"

        def children(self, action: Any, most: int | None = None) -> Children:
            return super().children(action)

    class Unsorted(Odd):
        told = "do not come with the likeliest first"

        def children(self, action: Any, most: int | None = None) -> Children:
            children = super().children(action, most)
            return Children(children[::-1], children.rest)

    class LeadsAstray(Odd):
        told = "is not the set that was observed"

        def children(self, action: Any, most: int | None = None) -> Children:
            children = super().children(action, most)
            return Children((replace(child, after=lambda: self) for child in children), children.rest)

    class NeverOver(Odd):
        told = "says over: False, and the set: True"

        def _ends(self, part: Any) -> bool:
            return False

    class OverEarly(Odd):
        told = "over is True, and by the history it is False"
        won = True  # type: ignore[assignment]

    class Liar(Odd):
        told = "the sayings to action .* and the law is"

        def sayings(self, action: Any, secret: Any) -> dict[Any, float]:
            return {(9, 9): 1.0}

    class Rash(Odd):
        told = "the sayings to action .* sum to 0.5"

        def sayings(self, action: Any, secret: Any) -> dict[Any, float]:
            return {self.game.feedback(action, secret): 0.5}

    class Deaf(Odd):
        told = "answer to action .* which is none of"

        def answer(self, action: Any, secret: Any, rng: np.random.Generator) -> Any:
            return "what?"

    class OneKey(Odd):
        told = "the key is that of the set after .*, but the candidates differ"
        key = "key"  # type: ignore[assignment]

    class KeyOfCandidates(Odd):
        told = "the key is that of the set after .* only one of them is over"

        @property
        def key(self) -> bytes:
            return self.indices.tobytes()

    class KeyOfHistory(Odd):
        told = "the order of observation matters to the key"

        @property
        def key(self) -> object:
            return self.history

    class NotEqual(Odd):
        told = "a set that was pickled is not equal to it"
        __hash__ = object.__hash__

        def __eq__(self, other: object) -> bool:
            return self is other

    class AllEqual(Odd):
        told = "it is equal to the set before its last steps"

        def __eq__(self, other: object) -> bool:
            return True

        def __hash__(self) -> int:
            return 1

    class HomeBound(Odd):
        told = "pickling raised"

        def __getstate__(self) -> dict[str, Any]:
            raise TypeError("it stays here")

    class Anonymous(Odd):
        told = "its repr is not one line"
        __repr__ = object.__repr__

    class Silent(Odd):
        told = "it is no exact set, and its notes do not say so"
        exact = False  # type: ignore[assignment]

    class OtherTable(Odd):
        told = "its table has other candidates"

        def table(self) -> EnumeratedSet:
            return EnumeratedSet(self.tables)

    class BadBound(Odd):
        told = r"the best chance is 0.1\d*, not 0.9"
        best_chance = 0.9  # type: ignore[assignment]

    class Slanted(Odd):
        told = "shares gives the chances"

        def shares(self) -> Any:
            return self.indices, np.full(self.size, 0.5)

    class Nameless(Odd):
        told = "may_name is false, and a candidate may be named"
        may_name = False  # type: ignore[assignment]

    class NoEvents(Odd):
        told = "the probability of anything is not 1"

        def probability(self, secret: Any) -> float:
            return 0.0 if callable(secret) else super().probability(secret)

    class Boastful(Odd):
        told = "outcomes of action .* give .* bits, and the answers tell"

        def outcomes(self, actions: Any = None) -> Any:
            made = super().outcomes(actions)
            return Boast(**{f.name: getattr(made, f.name) for f in fields(made)})


@pytest.mark.parametrize(
    "kind", [k for k in vars(OddContracts).values() if isinstance(k, type)], ids=lambda k: k.__name__
)
def test_a_planted_fault_of_the_contract_is_named(kind: Any) -> None:
    with pytest.raises(ConformanceError, match=kind.told):
        check_belief(kind(tabulate(Mastermind(pegs=2, colours=3))), plays=30)


class Truthful(LyingSet):
    """A set under lies that forgets them when it is asked what would be said."""

    def sayings(self, action: Any, secret: Any) -> dict[Any, float]:
        return {self.game.feedback(action, secret): 1.0}


class Shameless(LyingSet):
    """One that lies more often than the channel allows."""

    @property
    def lie_chances(self) -> Any:
        return np.full(self.weights.size, 0.5)

    def lie_chance(self, number: int) -> float:
        return 0.5


class Forgiving(LyingSet):
    """One that forgets how many lies its secrets take."""

    def lies_taken(self) -> Any:
        return self.indices, np.zeros(self.size, np.int32)

    def _after(self, action: Any, feedback: Any) -> Any:
        after = super()._after(action, feedback)
        if after is not None:
            after.__class__ = Forgiving
        return after


@pytest.mark.parametrize(
    ("kind", "told"),
    [
        (Forgiving, "lies_taken gives .*, and the history"),
        (Truthful, "a lie to action .* has the chance 0.0, not 0.2"),
        (Shameless, "has the chance 0.5, not 0.2"),
    ],
)
def test_a_planted_fault_under_lies_is_named(kind: Any, told: str) -> None:
    with pytest.raises(ConformanceError, match=told):
        check_belief(kind(parse_game("mastermind:pegs=2,colours=3@lies:most=1,chance=0.2")))
