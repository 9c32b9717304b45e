"""Tables on disk: what took long to tabulate is kept, and made again when there is any doubt about it."""

from __future__ import annotations

import contextlib
import hashlib
import inspect
import io
import json
import mmap
import os
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from sleuth.core.game import Action, Game, Secret
from sleuth.core.spec import fields_of
from sleuth.core.tables import Feedbacks, answer
from sleuth.core.text import whole_number
from sleuth.core.told_apart import told_apart
from sleuth.kernels.arrays import Array, Codes
from sleuth.kernels.cache_files import UNFINISHED, cache_root, checksum, write_whole
from sleuth.kernels.jit import fingerprint

FORMAT = 2
"""Goes up whenever what is written changes its meaning."""
ABOUT = ".json"
"""Ends the name of the file beside the codes."""
MAP_BYTES = 32 << 20
"""Tables from this size on are mapped; smaller ones are read, so that nothing that befalls the file later matters."""
SPOTS = 32
"""Cells, spread over the table, at which the law is asked again."""
STRIDE = 0x9E3779B97F4A7C15
"""Cells between two of them: the golden ratio leaves no rows or columns out for long."""
KEEP_BYTES = 6 << 30
"""The oldest tables go when the folder outgrows this."""


class StoredTable(NamedTuple):
    """A table on disk."""

    name: str
    bytes: int
    sound: bool
    """Whether it is as it was written; whether the law still says the same shows when it is loaded."""


class DamagedTable(Exception):
    """What is stored is not what was stored."""


def key(game: Game, secrets: Sequence[Secret], actions: Sequence[Action]) -> str | None:
    """Names the table: format, the source text of the law and of the kernels, every secret and every action.

    `None` where the source of the law cannot be read (an interactive session): a stale table is worse than none.
    """
    digest = hashlib.sha256(f"{FORMAT} {fingerprint()} {game}".encode())
    digest.update(repr([getattr(game, f.name) for f in fields_of(type(game))]).encode())
    for cls in type(game).__mro__[:-1]:
        if cls.__module__ != Game.__module__:
            try:
                # A game file says itself which files its law may depend on.
                for file in getattr(sys.modules[cls.__module__], "__sources__", (inspect.getsourcefile(cls),)):
                    if file is None:
                        return None
                    digest.update(Path(file).read_bytes())
            except (KeyError, TypeError, OSError):
                return None
    for values in (secrets, actions):
        digest.update(repr(list(values)).encode())
    return f"{game.name}-{digest.hexdigest()[:32]}"


def load(name: str, game: Game, secrets: Sequence[Secret], actions: Sequence[Action]) -> tuple[Array, Feedbacks] | None:
    """The stored codes and the feedbacks behind them; `None` if nothing is stored.

    What is stored is used only if nothing about it is odd; else it is removed, and `DamagedTable` is raised.
    """
    root = cache_root()
    if root is None:
        return None
    path = root / "tables" / f"{name}.npy"
    try:
        about = _read_about(path.with_suffix(ABOUT), name)
        codes = _read_codes(path, (len(secrets), len(actions)), about)
        feedbacks = _read_feedbacks(codes, about["cells"], game, secrets, actions)
    except FileNotFoundError:
        return None
    except Exception as error:  # whatever may come of reading junk: EOFError, RecursionError, MemoryError, ...
        _remove(path)
        raise DamagedTable(name) from error
    with contextlib.suppress(OSError):
        os.utime(path)
    return codes, feedbacks


def _read_about(path: Path, name: str) -> dict[str, Any]:
    """What is written beside the codes."""
    about: dict[str, Any] = json.loads(path.read_bytes())
    seal = about.pop("seal")
    if seal != _seal(about) or about["name"] != name:
        raise DamagedTable(name)
    return about


def _read_codes(path: Path, shape: tuple[int, int], about: dict[str, Any]) -> Array:
    """The codes, in memory, or mapped if they are many: processes share them then."""
    dtype = np.dtype(about["dtype"])
    header = _header(shape, dtype)
    size = len(header) + shape[0] * shape[1] * dtype.itemsize
    with path.open("rb") as file:
        if dtype not in (np.uint8, np.uint16) or os.fstat(file.fileno()).st_size != size:
            raise DamagedTable(path.name)
        content = file.read() if size < MAP_BYTES else mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
    codes: Array = np.frombuffer(content, dtype, offset=len(header)).reshape(shape)
    if content[: len(header)] != header or checksum(codes.reshape(-1)).hex() != about["codes"]:
        raise DamagedTable(path.name)
    return codes


def _read_feedbacks(
    codes: Array, cells: list[list[int]], game: Game, secrets: Sequence[Secret], actions: Sequence[Action]
) -> Feedbacks:
    """The feedback behind each code, by asking the law at a cell that has it, and at a few more."""
    feedbacks = Feedbacks()
    rows, columns = codes.shape
    for code, s, a in cells:
        within = 0 <= s < rows and 0 <= a < columns
        if not within or codes[s, a] != code or feedbacks.add(answer(game, actions[a], secrets[s]), code) != code:
            raise DamagedTable(f"{game.name}: code {code}")
    if codes.max() >= feedbacks.width:
        raise DamagedTable(f"{game.name}: a code that is in no cell")
    for spot in range(SPOTS):
        s, a = divmod(spot * STRIDE % codes.size, columns)
        if told_apart(feedbacks.value(int(codes[s, a]))) != told_apart(answer(game, actions[a], secrets[s])):
            raise DamagedTable(f"{game.name}: the law says something else")
    return feedbacks


def save(name: str, codes: Codes, cells: dict[int, tuple[int, int]]) -> None:
    """Keep a table, all or nothing. A full or read-only disk is no error: the table stays in memory.

    The file beside the codes holds their checksum and comes last, so that no two that do not belong together are used.
    """
    root = cache_root()
    if root is None:
        return
    path = root / "tables" / f"{name}.npy"
    rows: Array = np.ascontiguousarray(codes)
    about = {
        "name": name,
        "dtype": rows.dtype.str,
        "codes": checksum(rows.reshape(-1)).hex(),
        "cells": [[code, *cell] for code, cell in cells.items()],
    }
    with contextlib.suppress(OSError):
        path.parent.mkdir(exist_ok=True)
        write_whole(path, _header(rows.shape, rows.dtype), rows.data.cast("B"))
        write_whole(path.with_suffix(ABOUT), json.dumps({"seal": _seal(about), **about}).encode())
        _prune(path.parent, keep=name)


def stored_tables() -> Iterator[StoredTable]:
    """Every table that is kept."""
    root = cache_root()
    for path in sorted((root / "tables").glob("*.npy")) if root else ():
        with contextlib.suppress(FileNotFoundError):  # removed meanwhile
            yield StoredTable(path.stem, path.stat().st_size, _whole(path))


def _whole(path: Path) -> bool:
    try:
        about = _read_about(path.with_suffix(ABOUT), path.stem)
        codes: Array = np.load(path, mmap_mode="r", allow_pickle=False)
        rows, columns = codes.shape
        _read_codes(path, (rows, columns), about)
    except Exception:  # whatever may come of reading junk
        return False
    return True


def _header(shape: tuple[int, ...], dtype: np.dtype[Any]) -> bytes:
    """What a `.npy` file of such an array begins with."""
    header = io.BytesIO()
    np.lib.format.write_array_header_1_0(header, {"descr": dtype.str, "fortran_order": False, "shape": shape})
    return header.getvalue()


def _seal(about: dict[str, Any]) -> str:
    return checksum(json.dumps(about, sort_keys=True).encode()).hex()


def _remove(path: Path) -> None:
    for part in (path.with_suffix(ABOUT), path):
        with contextlib.suppress(OSError):
            part.unlink(missing_ok=True)


def _prune(folder: Path, keep: str) -> None:
    """Remove the oldest tables, and what was left by who stopped while writing."""
    tables = sorted(folder.glob("*.npy"), key=lambda p: p.stat().st_mtime, reverse=True)
    total = 0
    for path in tables:
        total += path.stat().st_size
        if total > KEEP_BYTES and path.stem != keep:
            _remove(path)
    yesterday = time.time() - 86_400
    for path in folder.glob(f"{UNFINISHED}*"):
        if path.stat().st_mtime < yesterday:
            path.unlink(missing_ok=True)


def memory_limit() -> int:
    """The most bytes that one table may take; more is computed on demand."""
    named = whole_number(os.environ.get("SLEUTH_TABLE_BYTES", ""))
    usual = int(1.5 * (1 << 30)) if sys.maxsize > 2**32 else 1 << 28
    return usual if named is None else named
