"""Orbits and stabilisers against groups written out member by member."""

from __future__ import annotations

from itertools import permutations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.trials import trials

from sleuth.kernels import groups
from sleuth.kernels import search_symmetry as kernel
from sleuth.kernels.arrays import Array, Ints, frozen
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


@settings(max_examples=trials(60), deadline=None)
@given(generators, st.data())
def test_orbits(gens: Ints, data: st.DataObject) -> None:
    points = data.draw(st.integers(1, gens.shape[1]))
    group = members(gens)
    if any(member[p] >= points for member in group for p in range(points)):
        points = gens.shape[1]  # the first points must be kept apart from the rest
    assert orbits(frozen(gens), points).tolist() == [min(member[p] for member in group) for p in range(points)]


@settings(max_examples=trials(60), deadline=None)
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


@settings(max_examples=trials(60), deadline=None)
@given(generators, st.data())
def test_members_are_all_but_the_identity_or_as_many_as_may_be(gens: Ints, data: st.DataObject) -> None:
    expected = members(gens) - {tuple(range(gens.shape[1]))}
    most = data.draw(st.integers(1, 130))
    images, whole = groups.members(frozen(gens), gens.shape[1], most)
    listed = [tuple(row) for row in images.tolist()]
    assert len(set(listed)) == len(listed) <= most
    assert set(listed) <= expected
    assert whole == (len(expected) <= most)
    assert not whole or set(listed) == expected
    few = groups.members(frozen(gens), 1, most)[0]
    assert np.array_equal(few, images[:, :1])


@settings(max_examples=trials(60), deadline=None)
@given(generators, st.data())
def test_orbits_from_a_list_of_members(gens: Ints, data: st.DataObject) -> None:
    points = gens.shape[1]
    images = groups.members(frozen(gens), points, 130)[0]
    rows = np.array(data.draw(st.lists(st.integers(0, max(0, len(images) - 1)), unique=True)), np.int32)
    rows = rows[rows < len(images)]
    some = [tuple(images[r].tolist()) for r in rows]
    later = np.zeros(points, np.bool_)
    groups.not_first(images, rows, later)
    assert later.tolist() == [any(member[p] < p for member in some) for p in range(points)]
    actions = np.arange(points, dtype=np.int32)
    assert kernel.first_of_orbits(images, rows, actions, points).tolist() == np.flatnonzero(~later).tolist()
    point = data.draw(st.integers(0, points - 1))
    left = kernel.leaving(images, rows, point)
    assert left.tolist() == [r for r, member in zip(rows.tolist(), some, strict=True) if member[point] == point]
    part = np.array(data.draw(st.lists(st.integers(0, points - 1), min_size=1, unique=True)), np.int32)
    kept = kernel.keeping(images, rows, part, points, 0)
    assert kept.tolist() == [
        r
        for r, member in zip(rows.tolist(), some, strict=True)
        if {member[s] for s in part.tolist()} == set(part.tolist())
    ]


@settings(max_examples=trials(100), deadline=None)
@given(st.integers(0, 10_000), st.integers(1, 4), st.integers(1, 4), st.integers(1, 3), st.data())
def test_whether_a_permutation_is_a_symmetry(
    seed: int, secrets: int, actions: int, width: int, data: st.DataObject
) -> None:
    codes: Array = np.random.default_rng(seed).integers(0, width, (secrets, actions)).astype(np.uint8)
    to, by = data.draw(st.permutations(range(actions))), data.draw(st.permutations(range(secrets)))
    permutation = np.array([*to, *(actions + s for s in by)], np.int32)
    same = all(codes[s, a] == codes[by[s], to[a]] for s in range(secrets) for a in range(actions))
    assert groups.keeps_answers(frozen(codes), frozen(permutation)) == same

    def parts(a: int, image: list[int]) -> set[frozenset[int]]:
        return {frozenset(image[s] for s in range(secrets) if codes[s, a] == c) for c in codes[:, a].tolist()}

    plain = list(range(secrets))
    changed = [a for a in range(actions) if parts(a, by) != parts(to[a], plain)]
    sample = np.arange(actions, dtype=np.int32)
    assert groups.first_changed(frozen(codes), width, frozen(permutation), sample) == (changed[0] if changed else -1)
