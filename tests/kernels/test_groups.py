"""Orbits and stabilisers against groups written out member by member."""

from __future__ import annotations

from itertools import permutations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sleuth.kernels.arrays import Ints, frozen
from sleuth.kernels.groups import orbits, stabiliser

Member = tuple[int, ...]
generators = st.integers(2, 5).flatmap(
    lambda n: st.lists(st.permutations(range(n)), min_size=1, max_size=4).map(lambda g: np.array(g, np.int32))
)


def members(gens: Ints) -> set[Member]:
    """The whole group, by multiplying until nothing new appears."""
    found = {tuple(range(gens.shape[1]))}
    fresh = list(found)
    while fresh:
        made = {tuple(int(g[x]) for x in member) for member in fresh for g in gens} - found
        found |= made
        fresh = list(made)
    return found


@settings(max_examples=60, deadline=None)
@given(generators, st.data())
def test_orbits(gens: Ints, data: st.DataObject) -> None:
    points = data.draw(st.integers(1, gens.shape[1]))
    group = members(gens)
    if any(member[p] >= points for member in group for p in range(points)):
        points = gens.shape[1]  # the first points must be kept apart from the rest
    assert orbits(frozen(gens), points).tolist() == [min(member[p] for member in group) for p in range(points)]


@settings(max_examples=60, deadline=None)
@given(generators, st.data())
def test_a_stabiliser_holds_members_that_leave_the_point_alone(gens: Ints, data: st.DataObject) -> None:
    point = data.draw(st.integers(0, gens.shape[1] - 1))
    drawn = stabiliser(frozen(gens), point, 12)
    assert drawn.shape == (12, gens.shape[1])
    assert {tuple(member) for member in drawn.tolist()} <= {m for m in members(gens) if m[point] == point}
    assert np.array_equal(drawn, stabiliser(frozen(gens), point, 12))  # nothing is left to chance


@pytest.mark.parametrize(
    "gens",
    [
        [(1, 0, 2, 3, 4), (1, 2, 3, 4, 0)],  # all rearrangements of five
        [(1, 2, 3, 4, 5, 0), (0, 5, 4, 3, 2, 1)],  # a hexagon
        [(1, 2, 0, 3, 4, 5), (0, 1, 2, 4, 5, 3)],  # two triangles
        [(1, 2, 0, 3), (0, 2, 3, 1)],  # even rearrangements of four
        list(permutations(range(4))),
    ],
)
def test_a_stabiliser_is_all_of_it(gens: list[Member]) -> None:
    whole = np.array(gens, np.int32)
    for point in range(whole.shape[1]):
        assert members(stabiliser(frozen(whole), point, 24)) == {m for m in members(whole) if m[point] == point}
