"""Symmetries as the exact search carries them down: those that leave the actions asked so far alone.

Of actions that symmetries take to each other only the first need be tried. Which they are follows from any list of true
symmetries, also from one that is no whole group: an action that is left out has one with a lower number that is worth
the same, and so on until one is in.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from sleuth.kernels.arrays import Ints, Shorts
from sleuth.kernels.groups import not_first
from sleuth.kernels.jit import kernel


class Alike(NamedTuple):
    """The symmetries that leave a first action alone.

    Where these are few, `images` has all of them. Where they are many, `firsts` has the actions that come first in
    their orbits, and `images` those symmetries that leave a second action alone too, for each from `spans[action, 0]`
    to `spans[action, 1]`.
    """

    images: Shorts
    """One row a symmetry: the images of the actions, and where `keeps` does not hold, those of the secrets."""
    firsts: Ints
    spans: Ints
    keeps: bool
    """Whether answers stay what they are, so that who leaves an action alone keeps its parts."""


NONE: Ints = np.zeros(0, np.int32)
UNLIKE = Alike(np.zeros((0, 0), np.int16), NONE, np.zeros((0, 2), np.int32), True)
"""No symmetries."""


@kernel
def first_of_orbits(images: Shorts, rows: Ints, actions: Ints, number: int) -> Ints:
    """Those of some of `number` actions that no symmetry takes to one with a lower number."""
    if rows.size == 0:
        return actions
    later = np.zeros(number, np.bool_)
    not_first(images, rows, later)
    out = np.empty(actions.size, np.int32)
    some = 0
    for a in actions:
        if not later[a]:
            out[some] = a
            some += 1
    return out[:some].copy()


@kernel
def every(size: int, first: int) -> Ints:
    """So many numbers from the first on."""
    return np.arange(first, first + size).astype(np.int32)


@kernel
def leaving(images: Shorts, rows: Ints, action: int) -> Ints:
    """Those symmetries that leave an action alone."""
    out = np.empty(rows.size, np.int32)
    some = 0
    for r in rows:
        if images[r, action] == action:
            out[some] = r
            some += 1
    return out[:some].copy()


@kernel
def keeping(images: Shorts, rows: Ints, part: Ints, secrets: int, actions: int) -> Ints:
    """Those symmetries that take a part to itself."""
    inside = np.zeros(secrets, np.bool_)
    for s in part:
        inside[s] = True
    out = np.empty(rows.size, np.int32)
    some = 0
    for r in rows:
        keeps = True
        for s in part:
            if not inside[images[r, actions + s] - actions]:
                keeps = False
                break
        if keeps:
            out[some] = r
            some += 1
    return out[:some].copy()
