"""The vectorised twin of a law, asked by numbers: what stands in for a table that is not stored."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

import numpy as np

from sleuth.core.capabilities import NumberedLaw, Twin
from sleuth.core.game import Action, Game, Secret
from sleuth.core.members import writes
from sleuth.core.tables import Tables, twin
from sleuth.kernels.arrays import Array, Codes, Ints

SIDE = 64
"""Pairs are found on the diagonals of squares that are so wide."""
MAX_STREAMED = 1 << 34
"""Answers to one question, over all actions, that are computed rather than stored."""
MAX_CELLS = 1 << 22
"""Cells that the twin is asked for at once."""


def brings_law(game: Game) -> bool:
    """Whether a game brings a numbered law, and not a twin that is newer."""
    offer = game.offers(Twin)
    if offer is None or not writes(offer, "numbered_law"):
        return False
    kinds = type(offer).__mro__
    law, table = (
        next(k for k, kind in enumerate(kinds) if name in vars(kind)) for name in ("numbered_law", "feedback_table")
    )
    return law <= table


def own_law(game: Game, actions: Sequence[Action], secrets: Sequence[Secret]) -> NumberedLaw | None:
    """The numbered law that a game brings; `None` where it brings none."""
    offer = game.offers(Twin)
    return offer.numbered_law(actions, secrets) if offer is not None and brings_law(game) else None


def numbered_law(game: Game, actions: Sequence[Action], secrets: Sequence[Secret]) -> NumberedLaw | None:
    """The law of a game on numbers, its own or by its twin; `None` where it has no twin."""
    own = own_law(game, actions, secrets)
    if own is not None:
        return own
    return None if twin(game, actions[:1], secrets[:1]) is None else TwinLaw(game, actions, secrets)


class TwinLaw:
    """A numbered law by `feedback_table`."""

    def __init__(self, game: Game, actions: Sequence[Action], secrets: Sequence[Secret]) -> None:
        self._game, self._actions, self._secrets = game, actions, secrets

    def only(self, actions: Ints) -> TwinLaw:
        """The same law, with some of the actions in the place of all."""
        return TwinLaw(self._game, [self._actions[a] for a in actions.tolist()], self._secrets)

    def fill(self, secrets: Ints, out: Codes) -> None:
        """Write the answers of some secrets (rows) to every action (columns)."""
        rows = max(1, MAX_CELLS // max(1, len(self._actions)))
        for first in range(0, secrets.size, rows):
            some = [self._secrets[s] for s in secrets[first : first + rows].tolist()]
            out[first : first + rows] = self._table(self._actions, some).T

    def pairs(self, actions: Ints, secrets: Ints) -> Array:
        """The answer to each of some actions of the secret beside it."""
        parts = [np.empty(0, self._table(self._actions[:1], self._secrets[:1]).dtype)]
        for first in range(0, actions.size, SIDE):
            asked = [self._actions[a] for a in actions[first : first + SIDE].tolist()]
            hidden = [self._secrets[s] for s in secrets[first : first + SIDE].tolist()]
            parts.append(self._table(asked, hidden).diagonal())
        return np.concatenate(parts)

    def _table(self, actions: Sequence[Action], secrets: Sequence[Secret]) -> Array:
        table = twin(self._game, actions, secrets)
        assert table is not None
        return table


class AnswerBlocks:
    """Answers to some actions of tables that are not stored, computed for as many secrets at a time as one likes."""

    def __init__(self, tables: Tables, actions: Ints | None = None) -> None:
        self._tables = tables
        self.actions: Ints = np.arange(len(tables.actions), dtype=np.int32) if actions is None else actions
        """The columns of a block; all actions, if none are named."""
        self._law = tables.law if actions is None or tables.law is None else tables.law.only(actions)
        self._type = tables.pairs(self.actions[:1], np.zeros(1, np.int32)).dtype

    @cached_property
    def places(self) -> Ints:
        """The column of each action; -1 where it has none, and for the action -1."""
        out = np.full(len(self._tables.actions) + 1, -1, np.int32)
        out[self.actions] = np.arange(self.actions.size, dtype=np.int32)
        return out

    def answers(self, cands: Ints) -> Codes:
        """The codes of some secrets (rows) under these actions (columns); none of them is past the tables' width."""
        if self._law is None:  # the table is stored after all, where this has come to
            return self._tables.block(self.actions, cands)
        codes: Codes = np.empty((cands.size, self.actions.size), self._type)
        self._law.fill(cands, codes)
        if codes.size and int(codes.max()) >= self._tables.width:
            self._tables.meet(codes, self.actions, cands)
        return codes
