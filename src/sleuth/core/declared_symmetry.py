"""The symmetries that a game declares, as permutations of its actions and secrets.

A permutation holds the images of the actions, then those of the secrets, which are counted from the number of actions
on.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from sleuth.core.capabilities import Symmetries
from sleuth.core.errors import LawError
from sleuth.core.game import Game, Symmetry
from sleuth.core.tables import Tables
from sleuth.core.text import shorten
from sleuth.kernels import groups
from sleuth.kernels.arrays import Array, Ints, Longs, frozen

SAMPLE = 64
"""Actions on which a declared symmetry is tried."""
SECRETS = 512
"""Secrets on which it is tried, where the table is not stored."""


def declares(game: Game) -> bool:
    """Whether a game says something of its symmetries."""
    return game.offers(Symmetries) is not None


def declared_permutations(tables: Tables) -> list[Ints]:
    """What a game declares, tried on a sample of its actions."""
    offer = tables.game.offers(Symmetries)
    permutations = []
    symmetries = list(offer.symmetries()) if offer is not None else []
    rows = RowNumbers.of(tables) if any(symmetry.rows is not None for symmetry in symmetries) else None
    for symmetry in symmetries:
        permutations.append(permutation_of(tables, symmetry, rows))
        check(tables, permutations[-1])
    return permutations


class RowNumbers:
    """Secrets as rows of small whole numbers, which are found again by the one number that a row makes."""

    def __init__(self, rows: Array, bases: Longs) -> None:
        self._rows, self._bases = rows, bases
        keys = rows.astype(np.int64) @ bases
        self._order: Longs = np.argsort(keys)
        self._keys: Longs = keys[self._order]

    @classmethod
    def of(cls, tables: Tables) -> RowNumbers | None:
        """Those of a game whose actions are its secrets; `None` where the numbers would be too large."""
        if tables.actions is not tables.secrets:
            return None
        rows = np.array(tables.secrets)
        base, length = int(rows.max()) + 1, rows.shape[1]
        return None if base**length >= 1 << 62 else cls(rows, np.int64(base) ** np.arange(length))

    def images(self, rows_of: Callable[[Array], Array]) -> Longs:
        """The number of the secret that each secret is taken to."""
        keys = rows_of(self._rows).astype(np.int64) @ self._bases
        places = np.minimum(np.searchsorted(self._keys, keys), keys.size - 1)
        if (self._keys[places] != keys).any():
            raise ValueError("a row is taken to one that is no secret")
        return self._order[places]


def permutation_of(tables: Tables, symmetry: Symmetry, rows: RowNumbers | None = None) -> Ints:
    """A symmetry as a permutation; `LawError` where it is none."""
    number = len(tables.actions)
    out = np.empty(number + len(tables.secrets), np.int32)
    try:
        if rows is not None and symmetry.rows is not None:
            out[:number] = rows.images(symmetry.rows)
        else:
            out[:number] = _images(tables.actions, symmetry.action, tables.action_index)
        if symmetry.action == symmetry.secret and tables.actions is tables.secrets:
            out[number:] = number + out[:number]
        else:
            out[number:] = number + _images(tables.secrets, symmetry.secret, tables.secret_index)
    except Exception as error:
        raise LawError(f"a symmetry of {tables.game.name} does not map the game to itself: {error}") from error
    if (np.bincount(out, minlength=out.size) != 1).any():
        raise LawError(f"a symmetry of {tables.game.name} maps two actions or two secrets to one")
    return out


def _images(values: Sequence[Any], image: Callable[[Any], Any], index: Callable[[Any], int]) -> Ints:
    return np.array([index(image(value)) for value in values], np.int32)


def check(tables: Tables, permutation: Ints) -> None:
    """Raise `LawError` unless the images of an action and its parts are an action and its parts."""
    number = len(tables.actions)
    images = (permutation[number:] - number).astype(np.int32)
    if (changed := _changed(tables, permutation, images)) >= 0:
        text = shorten(tables.game.format_action(tables.actions[changed]))
        raise LawError(f"a symmetry of {tables.game.name} changes what {text} tells")
    if not tables.uniform and not np.array_equal(tables.weights[images], tables.weights):
        raise LawError(f"a symmetry of {tables.game.name} changes the prior")
    if tables.costs.size > 1 and not np.array_equal(tables.costs[permutation[:number]], tables.costs):
        raise LawError(f"a symmetry of {tables.game.name} changes the cost of an action")


def _changed(tables: Tables, permutation: Ints, images: Ints) -> int:
    """An action of a sample whose parts do not become those of its image, or -1.

    All secrets are looked at where the table is stored, else some.
    """
    rng = np.random.default_rng(1)
    asked = rng.permutation(len(tables.actions))[:SAMPLE].astype(np.int32)
    if tables.stored is not None:
        return int(groups.first_changed(frozen(tables.stored), tables.width, frozen(permutation), asked))
    some = rng.permutation(images.size)[:SECRETS].astype(np.int32)
    before, after = tables.block(asked, some), tables.block(permutation[asked], images[some])
    for column, action in enumerate(asked.tolist()):
        pairs = np.zeros((tables.width, tables.width), np.bool_)
        pairs[before[:, column], after[:, column]] = True
        if (pairs.sum(axis=0) > 1).any() or (pairs.sum(axis=1) > 1).any():
            return int(action)
    return -1
