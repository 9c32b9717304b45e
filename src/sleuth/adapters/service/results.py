"""Tournament results in a folder, read only; also while a tournament writes them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from sleuth.adapters.service.answers import plain
from sleuth.adapters.service.errors import MissingError
from sleuth.core.errors import SleuthError


def listed(folder: str) -> list[dict[str, Any]]:
    """The results files of a folder, the newest first."""
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
                "running": path.with_name(f"{path.name}.lock").exists(),
            }
        )
    return found


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
            "running": known[name].with_name(f"{known[name].name}.lock").exists(),
            "cells": [cell.as_json() for cell in made.cells],
            "comparisons": [comparison.as_json() for comparison in made.comparisons],
        }
    )
    return told
