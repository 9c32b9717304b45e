"""Tables on disk: what took long to tabulate is kept, memory-mapped when read, and made again when in doubt."""

from __future__ import annotations

import contextlib
import hashlib
import inspect
import json
import os
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from sleuth.core.game import Action, Game, Secret
from sleuth.core.spec import fields_of
from sleuth.kernels.arrays import Array, Codes
from sleuth.kernels.jit import cache_root, fingerprint

FORMAT = 1
"""Goes up whenever what is written changes its meaning."""
KEEP_BYTES = 6 << 30
"""The oldest tables go when the folder outgrows this."""


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


def load(name: str) -> tuple[Array, dict[int, tuple[int, int]]] | None:
    """The stored codes and, for each code, a (secret, action) that gives it; `None` if absent or damaged."""
    root = cache_root()
    if root is None:
        return None
    path = root / "tables" / f"{name}.npy"
    try:
        cells = json.loads(path.with_suffix(".json").read_text())
        codes = np.load(path, mmap_mode="r", allow_pickle=False)
        if list(codes.shape) != cells["shape"] or str(codes.dtype) != cells["dtype"]:
            return None
        os.utime(path)
        return codes, {int(code): (s, a) for code, s, a in cells["cells"]}
    except (OSError, ValueError, KeyError, TypeError):
        return None


def save(name: str, codes: Codes, cells: dict[int, tuple[int, int]]) -> None:
    """Keep a table, all or nothing. A full or read-only disk is no error: the table stays in memory."""
    root = cache_root()
    if root is None:
        return
    folder = root / "tables"
    about = {"shape": list(codes.shape), "dtype": str(codes.dtype), "cells": [[c, *cell] for c, cell in cells.items()]}
    with contextlib.suppress(OSError):
        folder.mkdir(exist_ok=True)
        _write(folder / f"{name}.npy", codes)
        _write(folder / f"{name}.json", json.dumps(about))
        _prune(folder, keep=name)


def _write(path: Path, content: Codes | str) -> None:
    handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=".new-")
    try:
        with os.fdopen(handle, "wb") as file:
            if isinstance(content, str):
                file.write(content.encode())
            else:
                np.save(file, content, allow_pickle=False)
        Path(temporary).replace(path)
    except BaseException:
        Path(temporary).unlink(missing_ok=True)
        raise


def _prune(folder: Path, keep: str) -> None:
    tables = sorted(folder.glob("*.npy"), key=lambda p: p.stat().st_mtime, reverse=True)
    total = 0
    for path in tables:
        total += path.stat().st_size
        if total > KEEP_BYTES and path.stem != keep:
            path.unlink(missing_ok=True)
            path.with_suffix(".json").unlink(missing_ok=True)


def memory_limit() -> int:
    """The most bytes that one table may take; more is computed on demand."""
    named: Any = os.environ.get("SLEUTH_TABLE_BYTES", "")
    return int(named) if named.isdigit() else int(1.5 * (1 << 30)) if sys.maxsize > 2**32 else 1 << 28
