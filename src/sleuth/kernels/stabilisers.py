"""The members of a group of permutations, by what they do to some points, and single members in full.

A member is known by the images of a few points, so that a group is listed without composing whole permutations; which
generators lead to it tells the rest. Members that treat the points alike are listed once.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from sleuth.kernels.arrays import Bools, Ints, frozen
from sleuth.kernels.jit import kernel, takes


class MemberList(NamedTuple):
    """Members of a group; the first is the one that moves nothing."""

    images: Ints
    """Where each member (row) takes each point (column)."""
    before: Ints
    """The member that it follows from, by one generator."""
    by: Ints
    """That generator."""


@kernel
def list_members(generators: Ints, points: Ints, images: Ints, before: Ints, by: Ints) -> int:
    """Fill the rows of a list of members; how many there are, or -1 if the rows do not suffice."""
    many, most, width = generators.shape[0], images.shape[0], points.size
    size = 1
    while size < 2 * most:
        size *= 2
    slots = np.full(size, -1, np.int32)
    row = np.empty(width, np.int32)
    count = 0
    head = -1
    while head < count:
        for g in range(many if head >= 0 else 1):
            word = np.uint64(0)
            for j in range(width):
                row[j] = generators[g, images[head, j]] if head >= 0 else points[j]
                word = (word ^ np.uint64(row[j])) * np.uint64(0x9E3779B97F4A7C15)
            slot = np.int64((word ^ (word >> np.uint64(29))) & np.uint64(size - 1))
            while slots[slot] >= 0:
                same = True
                for j in range(width):
                    if images[slots[slot], j] != row[j]:
                        same = False
                        break
                if same:
                    break
                slot = (slot + 1) & (size - 1)
            if slots[slot] >= 0:
                continue
            if count == most:
                return -1
            for j in range(width):
                images[count, j] = row[j]
            before[count] = head
            by[count] = g
            slots[slot] = count
            count += 1
        head += 1
    return count


@kernel
def spell(generators: Ints, before: Ints, by: Ints, members: Ints, out: Ints) -> None:
    """Write some members of a list in full, one a row."""
    word = np.empty(before.size, np.int32)
    for k in range(members.size):
        length, member = 0, members[k]
        while before[member] >= 0:
            word[length] = by[member]
            length += 1
            member = before[member]
        row = out[k]
        for x in range(row.size):
            row[x] = x
        for step in range(length - 1, -1, -1):
            generator = generators[word[step]]
            for x in range(row.size):
                row[x] = generator[row[x]]


@kernel
def keeps_answers(permutations: Ints, shift: int, cands: Ints, answers: Ints, out: Bools) -> None:
    """Whether each permutation takes every candidate to one that gives the same answer.

    `answers` has one for every secret, -1 where it is no candidate. Secrets are counted from `shift` on.
    """
    for k in range(permutations.shape[0]):
        row = permutations[k]
        out[k] = True
        for i in range(cands.size):
            if answers[row[shift + cands[i]] - shift] != answers[cands[i]]:
                out[k] = False
                break


def members_of(generators: Ints, points: Ints, most: int) -> MemberList | None:
    """The members of a group, by what they do to some points; `None` if there are more than `most`."""
    images, before, by = np.empty((most, points.size), np.int32), np.empty(most, np.int32), np.empty(most, np.int32)
    count = list_members(frozen(generators), frozen(points), images, before, by)
    return None if count < 0 else MemberList(images[:count], before[:count], by[:count])


def in_full(generators: Ints, listed: MemberList, members: Ints) -> Ints:
    """Some members of a list as permutations."""
    out = np.empty((members.size, generators.shape[1]), np.int32)
    spell(frozen(generators), frozen(listed.before), frozen(listed.by), frozen(members), out)
    return out


@takes(0.6)
def warm() -> None:
    """Compile every kernel of this file."""
    swap, one = np.array([[1, 0]], np.int32), np.zeros(1, np.int32)
    listed = members_of(swap, one, 2)
    assert listed is not None
    in_full(swap, listed, one)
    keeps_answers(frozen(swap), 0, frozen(one), np.zeros(2, np.int32), np.zeros(1, np.bool_))
