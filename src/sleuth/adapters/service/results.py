"""Tournament results in a folder, read only; also while a tournament writes them."""

from __future__ import annotations

import os
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

from sleuth.adapters.service.answers import plain
from sleuth.app.errors import MissingError
from sleuth.core.errors import SleuthError
from sleuth.core.text import whole_number

STILL_SECONDS = 60.0
"""A file that has not changed for so long is not being written by another machine."""


def listed(folder: str) -> list[dict[str, Any]]:
    """The results files of a folder: those that are being written first, then the newest."""
    from sleuth.play.tournament import read_results

    found = []
    paths = sorted(Path(folder).glob("*.db"), key=lambda path: -path.stat().st_mtime) if folder else []
    for path in paths:
        try:
            results = read_results(path)
        except SleuthError:
            continue  # somebody else's database
        found.append(
            {
                "name": path.stem,
                "trials": len(results.rows),
                "total": results.config.total,
                "running": running(path),
            }
        )
    return sorted(found, key=lambda one: not one["running"])


def signature(folder: str) -> str:
    """Changes whenever a results file does: cheap, so that it can be asked for all the time."""
    seen = []
    for path in sorted(Path(folder).glob("*.db*")) if folder else []:
        with suppress(OSError):  # gone meanwhile
            seen.append(f"{path.name} {path.stat().st_size} {path.stat().st_mtime_ns}")
    return "\n".join(seen)


def running(path: Path) -> bool:
    """Whether a results file is being written: its lock names a process that lives, or it has just changed.

    A tournament that was killed leaves its lock behind; one on another machine has a number that means nothing here.
    """
    try:
        owner = path.with_name(f"{path.name}.lock").read_text(encoding="utf-8").strip()
        process = whole_number(owner, 1, 2**31)
        if process is not None and _lives(process):
            return True
        changed = max(one.stat().st_mtime for one in path.parent.glob(f"{path.name}*") if one.suffix != ".lock")
    except (OSError, ValueError):
        return False
    return time.time() - changed < STILL_SECONDS


def _lives(process: int) -> bool:
    if os.name == "nt":  # where there is no harmless signal
        return True
    try:
        os.kill(process, 0)
    except PermissionError:
        return True
    except (OSError, OverflowError):
        return False
    return True


def report(folder: str, name: str) -> dict[str, Any]:
    """Means with intervals, and agents compared on the same secrets."""
    from sleuth.play.tournament import read_results, summarise

    known = {path.stem: path for path in Path(folder).glob("*.db")} if folder else {}
    if name not in known:
        raise MissingError(f"there is no tournament called {name[:60]!r}")
    results = read_results(known[name])
    made = summarise(results)
    told: dict[str, Any] = plain(
        {
            "name": name,
            "trials": len(results.rows),
            "total": results.config.total,
            "running": running(known[name]),
            "cells": [cell.as_json() for cell in made.cells],
            "comparisons": [comparison.as_json() for comparison in made.comparisons],
        }
    )
    return told
