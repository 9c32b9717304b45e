"""Making the tables of a game: by its vectorised twin on all threads, or by its plain law on all cores."""

from __future__ import annotations

import copyreg
import logging
import math
import time
from collections.abc import Hashable, Iterable, Iterator
from concurrent.futures import BrokenExecutor
from functools import lru_cache, partial
from itertools import islice
from pickle import PicklingError
from typing import Any

import numpy as np

from sleuth.core import table_files
from sleuth.core.capabilities import NumberedLaw
from sleuth.core.errors import SAMPLE, LawError, ParameterError, TooLargeError
from sleuth.core.game import Action, Feedback, Game, Secret
from sleuth.core.members import guard_values
from sleuth.core.numbered_law import numbered_law, own_law
from sleuth.core.offers import count_of, drawable, has_own, sequential, truthful
from sleuth.core.progress import Progress, silent
from sleuth.core.tables import MAX_CODES, Feedbacks, Tables, answer, first_cells, numbers, twin
from sleuth.core.text import plural, shorten
from sleuth.core.told_apart import told_apart
from sleuth.kernels.arrays import Array, Codes, Floats
from sleuth.kernels.threads import pool, workers

STREAM_CELLS = 64 << 20
"""Cells from which on a table is not made before somebody wants the whole of it, if the game has a law on numbers."""
MAX_SECRETS = 3_000_000
"""More secrets (or actions) than this are not listed: the sampled information set is for them."""
WORTH_KEEPING = 0.05
"""Seconds of tabulation from which on a table is kept on disk."""
WORTH_SPREADING = 1.0
"""Estimated seconds of a plain law from which on it runs on all cores."""


def listed(game: Game, values: Iterable[Any], what: str) -> list[Any]:
    """A game's secrets or actions as a list, if they are few enough, hashable and distinct."""
    if not isinstance(values, Iterable):
        raise LawError(f"the {what}s of {game.name} are {shorten(repr(values))}, and no list")
    out = list(islice(iter(values), MAX_SECRETS + 1))
    if len(out) > MAX_SECRETS:
        raise too_large(game, f"more than {MAX_SECRETS:,}", what)
    if not out:
        raise ParameterError(f"{game} has no {what}s")
    try:
        distinct = len(set(out))
    except TypeError as error:
        raise LawError(f"a {what} of {game.name} is not hashable ({error}); use tuples, strings or numbers") from None
    if distinct != len(out):
        seen: set[Any] = set()
        twice = next(v for v in out if v in seen or seen.add(v))  # type: ignore[func-returns-value]
        raise ParameterError(f"{game} lists the {what} {shorten(repr(twice))} twice")
    return out


def check_count(game: Game) -> None:
    """Raise `TooLargeError` if a game says that it has too many secrets to list."""
    number = count_of(game)
    if number is not None and number > MAX_SECRETS:
        raise too_large(game, f"{number:,}")


def too_large(game: Game, number: str, what: str = "secret") -> TooLargeError:
    """The error that offers the sampled information set, where there is one."""
    if not truthful(game):
        offer = "make it smaller: where lies may be told, no sample stands for a list"
    elif drawable(game):
        offer = f"make it smaller, or {SAMPLE}"
    else:
        offer = "make it smaller, or give it a draw(rng) hook"
    return TooLargeError(f"{game} has {number} {what}s, too many to list (at most {MAX_SECRETS:,}); {offer}")


def priors(game: Game, secrets: list[Secret]) -> tuple[list[Secret], Floats]:
    """The secrets that can occur and their weights; no weights where all are alike."""
    if type(game).prior is Game.prior:
        return secrets, np.empty(0)
    weights = numbers(game, "prior", secrets)
    bad = ~np.isfinite(weights) | (weights < 0)
    if bad.any():
        i = int(np.argmax(bad))
        raise ParameterError(f"{game.name}: the prior of {shorten(repr(secrets[i]))} is {weights[i]}, not a weight")
    kept = weights > 0
    if not kept.any():
        raise ParameterError(f"{game}: every secret has prior 0")
    if not kept.all():  # else the list stays the one of the actions, where it is
        secrets, weights = [s for s, k in zip(secrets, kept, strict=True) if k], weights[kept]
    return secrets, np.empty(0) if (weights == weights[0]).all() else weights


@lru_cache(maxsize=4)
def _remembered(game: Game) -> list[Tables]:
    return []


def tabulate(game: Game, progress: Progress = silent, keep: bool = True) -> Tables:
    """The tables of a game: from memory, from disk, or made now on all cores. `keep=False` uses neither cache."""
    if sequential(game):
        raise ParameterError(f"{game} has no table: what it answers depends on what was asked before")
    if not truthful(game):
        raise ParameterError(f"{game} has no table: its answers may be lies")
    try:
        remembered = _remembered(game) if keep else []
    except TypeError:
        raise ParameterError(f"{game.name} is not hashable; write @dataclass(frozen=True) above its class") from None
    if not remembered:
        remembered.append(_tabulate(game, progress, keep))
    return remembered[0]


def _tabulate(game: Game, progress: Progress, keep: bool) -> Tables:
    guard_values(game)
    check_count(game)
    all_secrets = listed(game, game.secrets(), "secret")
    if not has_own(game, "actions"):
        actions: list[Action] = all_secrets
    else:
        actions = listed(game, game.actions(), "action")
        actions = all_secrets if actions == all_secrets else actions
    secrets, weights = priors(game, all_secrets)
    if len(secrets) * len(actions) >= STREAM_CELLS and (law := own_law(game, actions, secrets)) is not None:
        return _streamed(game, secrets, actions, weights, law, keep)
    return _stored(game, secrets, actions, weights, progress, keep)


def _streamed(
    game: Game, secrets: list[Secret], actions: list[Action], weights: Floats, law: NumberedLaw, keep: bool
) -> Tables:
    """Tables without codes: the law is asked instead, and the whole table is made when somebody wants it."""
    feedbacks, first = Feedbacks(), np.zeros(1, np.int32)
    cell = law.pairs(first, first).dtype.itemsize
    make = None
    if len(secrets) * len(actions) * cell <= table_files.memory_limit():
        make = partial(_codes_for, game, secrets, actions, weights, keep, feedbacks)
    return Tables(game, secrets, actions, None, feedbacks, weights, law, make)


def _codes_for(
    game: Game, secrets: list[Secret], actions: list[Action], weights: Floats, keep: bool, feedbacks: Feedbacks
) -> Codes:
    """The codes of streamed tables, which learn what stands behind them."""
    tables = _stored(game, secrets, actions, weights, silent, keep)
    for feedback in tables.feedbacks.known():
        feedbacks.add(feedback, tables.feedbacks.code(feedback))
    assert tables.stored is not None
    return tables.stored


def _stored(
    game: Game, secrets: list[Secret], actions: list[Action], weights: Floats, progress: Progress, keep: bool
) -> Tables:
    """Tables from disk, or made now."""
    name = table_files.key(game, secrets, actions) if keep else None
    try:
        stored = table_files.load(name, game, secrets, actions) if name else None
    except table_files.DamagedTable:
        tables = _make(game, secrets, actions, weights, progress, name)
        logging.getLogger("sleuth").warning("The cached table of %s was damaged and was made again.", game.name)
        return tables
    if stored is not None:
        return Tables(game, secrets, actions, *stored, weights)
    return _make(game, secrets, actions, weights, progress, name)


def _make(
    game: Game, secrets: list[Secret], actions: list[Action], weights: Floats, progress: Progress, name: str | None
) -> Tables:
    """Tabulate now, and keep the table under a name if it took long; too large a table is left to be asked."""
    feedbacks = Feedbacks()
    probe = twin(game, actions[:1], secrets[:1])
    has_twin = probe is not None
    cell = 2 if probe is None else probe.dtype.itemsize
    if len(secrets) * len(actions) * cell > table_files.memory_limit():
        return Tables(game, secrets, actions, None, feedbacks, weights, numbered_law(game, actions, secrets))
    began = time.monotonic()
    build = _build_by_twin if has_twin else _build_by_law
    codes = build(game, secrets, actions, feedbacks, progress)
    _check_told_apart(game, codes, actions, feedbacks)
    if name and time.monotonic() - began > WORTH_KEEPING:
        table_files.save(name, codes, first_cells(codes))
    return Tables(game, secrets, actions, codes, feedbacks, weights)


def _check_told_apart(game: Game, codes: Array, actions: list[Action], feedbacks: Feedbacks) -> None:
    """Refuse equal answers of two kinds to one action: a play is kept by what was answered, and they would be one."""
    for one, other in feedbacks.twins:
        both = np.flatnonzero((codes == one).any(axis=0) & (codes == other).any(axis=0))
        if both.size:
            first, second = (shorten(repr(feedbacks.value(code))) for code in (one, other))
            action = shorten(game.format_action(actions[int(both[0])]))
            raise LawError(
                f"the law of {game.name} answers {first} and {second} to {action}, which are equal in Python; "
                "answer one action with values of one kind"
            )


def _build_by_twin(
    game: Game, secrets: list[Secret], actions: list[Action], feedbacks: Feedbacks, progress: Progress
) -> Array:
    what = f"tabulating {game.name}"
    block = max(1, min(len(actions), (1 << 26) // len(secrets), -(-len(actions) // workers())))
    probe = twin(game, actions[:1], secrets[:1])
    assert probe is not None
    codes = np.empty((len(secrets), len(actions)), probe.dtype)

    def fill(start: int) -> None:
        part = twin(game, actions[start : start + block], secrets)
        assert part is not None
        codes[:, start : start + block] = part.T

    starts = range(0, len(actions), block)
    for start, future in zip(starts, [pool().submit(fill, s) for s in starts], strict=True):
        future.result()
        progress(what, start + block, len(actions))
    for code, (s, a) in first_cells(codes).items():
        feedbacks.add(answer(game, actions[a], secrets[s]), code)
    return codes


def _law_rows(game: Game, secrets: list[Secret], actions: list[Action]) -> tuple[Array, list[Feedback]]:
    """The plain law over some secrets: local codes, and the feedbacks behind them."""
    codes: dict[Hashable, int] = {}
    values: list[Feedback] = []
    out = np.empty((len(secrets), len(actions)), np.int32)
    for i, secret in enumerate(secrets):
        row = out[i]
        for j, action in enumerate(actions):
            feedback = answer(game, action, secret)
            row[j] = code = codes.setdefault(told_apart(feedback), len(values))
            if code == len(values):
                values.append(feedback)
    return out, values


def _build_by_law(
    game: Game, secrets: list[Secret], actions: list[Action], feedbacks: Feedbacks, progress: Progress
) -> Array:
    codes = np.empty((len(secrets), len(actions)), np.uint16)
    what = f"asking the plain law of {game.name} {plural(len(secrets) * len(actions), 'time')}"
    done = 0

    def place(part: tuple[Array, list[Feedback]]) -> None:
        nonlocal done
        local, values = part
        if len(feedbacks) + len(values) > MAX_CODES:
            raise TooLargeError(f"{game} has more than {MAX_CODES:,} different feedbacks")
        lut = np.array([feedbacks.add(v) for v in values], np.uint16)
        codes[done : done + len(local)] = lut[local]
        done += len(local)
        progress(what, done, len(secrets))

    began = time.monotonic()
    spread_out = workers() <= 1
    while done < len(secrets):
        place(_law_rows(game, secrets[done : done + 1], actions))
        spent = time.monotonic() - began
        each = spent / done
        if not spread_out and spent > 0.2 and each * (len(secrets) - done) > WORTH_SPREADING:
            spread_out = True
            size = max(1, min(math.ceil((len(secrets) - done) / workers() / 4), math.ceil(0.5 / each)))
            for part in _law_rows_on_all_cores(game, secrets[done:], actions, size):
                place(part)
    return codes.astype(np.uint8) if feedbacks.width <= 256 else codes


def _law_rows_on_all_cores(
    game: Game, secrets: list[Secret], actions: list[Action], size: int
) -> Iterator[tuple[Array, list[Feedback]]]:
    """`_law_rows` of every `size` secrets, in order; it ends early where a game cannot travel to other processes."""
    from joblib import Parallel, delayed

    jobs = (delayed(_law_rows)(game, secrets[s : s + size], actions) for s in range(0, len(secrets), size))
    try:
        yield from Parallel(workers(), return_as="generator")(jobs)
    except (BrokenExecutor, PicklingError, AttributeError):
        return  # what is left is done here, by the caller


def _tables_again(game: Game, feedbacks: Feedbacks) -> Tables:
    """The tables of a game that came from another process: made or loaded here, with the codes that they had there."""
    tables = tabulate(game)
    if tables.law is not None:  # its codes are those of the twin, here as there
        for feedback in feedbacks.known():
            tables.feedbacks.add(feedback, feedbacks.code(feedback))
    if all(tables.feedbacks.code(feedback) == feedbacks.code(feedback) for feedback in feedbacks.known()):
        return tables
    # Where codes are numbered as answers come up, they came up in another order.
    return Tables(game, tables.secrets, tables.actions, None, feedbacks, tables.weights)


# Tables travel as their game, and are made again where they arrive.
copyreg.pickle(Tables, lambda tables: (_tables_again, (tables.game, tables.feedbacks)))
