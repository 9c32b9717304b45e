"""What one request may take, as data: a server has bounds, whoever works on their own machine has none."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import islice

from sleuth.app.errors import RefusedError
from sleuth.belief.begin import own_set
from sleuth.core.game import Game
from sleuth.core.limit import UNLIMITED, Limit
from sleuth.core.offers import count_of, has_own, plain_game, sequential, truthful
from sleuth.core.tables import twin
from sleuth.core.text import shorten


@dataclass(frozen=True)
class Sizes:
    """How large a game may be. Pairs are secrets x actions."""

    secrets: int
    pairs: int
    """Of a game that is played."""
    plain_pairs: int
    """The same for a game whose law is asked cell by cell, or whose answers may be lies."""
    studied_pairs: int
    """Of a game that is evaluated, solved or analysed."""
    swept_pairs: int
    """Of a game with which that is done many times: over sizes, or over entropies."""
    listed_secrets: int
    """Secrets of a game that is held as a plain list."""


@dataclass(frozen=True)
class Bounds:
    """What one request may take. `None` is no bound."""

    files: bool = True
    """Whether a spec may name files."""
    spec: int | None = None
    """Signs in a spec."""
    text: int | None = None
    """Signs in a history, a record or a log."""
    steps: int | None = None
    """Steps in a play."""
    number: int | None = None
    """The largest number in a spec."""
    sizes: Sizes | None = None
    decision: Limit = UNLIMITED
    """For one decision of a strategy that improves with time."""
    evaluation: Limit = UNLIMITED
    """The same where it is asked many times."""
    line_seconds: float | None = None
    """For all steps of a best line."""
    solve_seconds: float | None = None
    """What the solver may be given."""
    solve_memory: int | None = None
    """Bytes for what the solver knows of sets."""
    solve_threads: int | None = None
    sample: int | None = None
    """How many secrets are played where they are too many to play all."""
    sweep: int | None = None
    """How many sizes of a game are compared."""
    myst_cards: int | None = None
    """Cards of MYST without bluffs, whose value is asked for."""
    bluff_cards: int | None = None
    """m + n, and q, of MYST with bluffs."""
    bluff_rounds: int | None = None
    """Rounds of CFR+, where no linear program fits."""


OPEN = Bounds()
"""No bounds: one's own machine."""


def check_length(text: str, most: int | None, what: str) -> None:
    """Refuse text that is too long; `what` has so many signs, as in `a history`."""
    if most is not None and len(text) > most:
        raise RefusedError(f"{what} has at most {most:,} signs, not {len(text):,}")


def check_files(bounds: Bounds) -> None:
    """Refuse what reads or writes files, where nobody may."""
    if not bounds.files:
        raise RefusedError("no file can be read or written from here")


def check_size(game: Game, sizes: Sizes, pairs: int) -> None:
    """Refuse a game that is too large. Nothing is listed past the bound."""
    plain = plain_game(game)
    if own_set(plain) is not None:
        return  # its information set is made for large games
    secrets = _number(count_of(plain), plain.secrets(), sizes.secrets)
    most = sizes.listed_secrets if sequential(plain) else sizes.secrets
    if secrets > most:
        raise _too_large(game, f"more than {most:,} secrets")
    if sequential(plain):
        return
    own = has_own(plain, "actions")
    actions = _number(None, plain.actions(), pairs // max(secrets, 1)) if own else secrets
    first = list(islice(plain.actions(), 1)), list(islice(plain.secrets(), 1))
    slow = not truthful(game) or twin(plain, *first) is None
    most = min(pairs, sizes.plain_pairs) if slow else pairs
    if secrets * actions > most:
        raise _too_large(game, f"more than {most:,} pairs of a secret and an action")


def _number(known: int | None, values: Iterable[object], most: int) -> int:
    """How many there are, counted only as far as one past the bound."""
    if known is not None and known > most:
        return most + 1
    return sum(1 for _ in islice(iter(values), most + 1)) if known is None else known


def _too_large(game: Game, what: str) -> RefusedError:
    return RefusedError(f"{shorten(str(game))} has {what}, too many to serve here; make it smaller")
