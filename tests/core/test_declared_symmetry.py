"""What games declare, as permutations: rows give what single secrets give, and what is no symmetry is refused."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import pytest

from sleuth import parse_game
from sleuth.core.capabilities import Symmetries
from sleuth.core.declared_symmetry import RowNumbers, declared_permutations, permutation_of
from sleuth.core.errors import LawError
from sleuth.core.game import Symmetry
from sleuth.core.tabulate import tabulate
from sleuth.games.codes.rules.mastermind import Mastermind


@pytest.mark.parametrize(
    "spec", ["mastermind:pegs=3,colours=4", "mastermind:pegs=3,jar=2-2-1", "bulls-and-cows:length=3,symbols=5"]
)
def test_rows_say_what_secrets_say(spec: str) -> None:
    tables = tabulate(parse_game(spec))
    rows, offer = RowNumbers.of(tables), tables.game.offers(Symmetries)
    assert rows is not None
    assert offer is not None
    symmetries = list(offer.symmetries())
    assert all(symmetry.rows is not None for symmetry in symmetries)
    for symmetry in symmetries:
        assert np.array_equal(permutation_of(tables, symmetry, rows), permutation_of(tables, symmetry))
    assert len(declared_permutations(tables)) == len(symmetries)


@dataclass(frozen=True)
class Wrong(Mastermind):
    """Declares one symmetry, which is none."""

    how: str = "shift"

    def symmetries(self) -> Iterator[Symmetry]:
        def shift(code: tuple[int, ...]) -> tuple[int, ...]:
            return ((code[0] + 1) % self.colours, *code[1:])

        def beyond(code: tuple[int, ...]) -> tuple[int, ...]:
            return tuple(symbol + 1 for symbol in code)

        def first(code: tuple[int, ...]) -> tuple[int, ...]:
            return (0,) * self.pegs

        wrong = {"shift": shift, "beyond": beyond, "first": first}[self.how]
        yield Symmetry(wrong, wrong)


@pytest.mark.parametrize(
    ("how", "why"), [("shift", "changes what"), ("beyond", "does not map the game to itself"), ("first", "to one")]
)
def test_what_is_no_symmetry_is_refused(how: str, why: str) -> None:
    with pytest.raises(LawError, match=why):
        declared_permutations(tabulate(Wrong(3, 4, how=how)))


def test_rows_that_lead_nowhere_are_refused() -> None:
    tables = tabulate(Mastermind(3, 4))
    rows, symmetry = RowNumbers.of(tables), Symmetry(lambda code: code, lambda code: code, lambda rows: rows + 1)
    with pytest.raises(LawError, match="no secret"):
        permutation_of(tables, symmetry, rows)
