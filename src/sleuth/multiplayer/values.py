"""The value of two-player MYST as plain values for a report: with and without bluffing."""

from __future__ import annotations

from typing import Any

import numpy as np

from sleuth.core.errors import ParameterError
from sleuth.core.limit import UNLIMITED, Limit
from sleuth.core.progress import Progress, silent
from sleuth.multiplayer.duel import Duel
from sleuth.multiplayer.equilibrium import Equilibrium, Solver, bluffs, realised
from sleuth.multiplayer.myst import Myst
from sleuth.multiplayer.recurrence import MOST_EXACT, exact, planes

MOST_STATES = 10**10
"""Of the recurrence: about a minute."""


def plain_value(m: int, n: int) -> dict[str, Any]:
    """Questions of one card, none of one's own: every answer is public, so that there is nothing to hide."""
    if m * (n + 1) ** 2 > MOST_STATES:
        raise ParameterError(f"m={m}, n={n} is too large: up to {MOST_STATES:,} states, m (n + 1)^2, are worked out")
    fraction = exact(m, n, n) if m + 2 * n <= MOST_EXACT else None
    value = float(fraction) if fraction is not None else _last(m, n)
    return {
        "game": str(Myst(m, n, 2, 1)),
        "bluff": False,
        "value": value,
        "exact": None if fraction is None else str(fraction),
        "bluff_frequency": 0.0,
        "exploitability": 0.0,
        "low": value,
        "high": value,
        "method": "recurrence (4.1)",
        "stopped": None,
        "leaves": None,
        "situations": [],
    }


def _last(m: int, n: int) -> float:
    value = 1.0
    for plane in planes(m, n):
        value = float(plane[n, n])
    return value


def bluffing_value(
    m: int,
    n: int,
    q: int = 1,
    iterations: int | None = None,
    situations: int = 8,
    progress: Progress = silent,
    limit: Limit = UNLIMITED,
) -> dict[str, Any]:
    """Any question is allowed that one has not asked before."""
    if q > m + n + 1:
        raise ParameterError(f"q is at most m + n + 1 = {m + n + 1}, or no sequence of questions need ever win")
    solved = Solver(iterations, progress=progress, limit=limit).solve(Duel(m, n, n, q))
    fraction = solved.exact
    return {
        "game": str(Myst(m, n, 2, q)),
        "bluff": True,
        "value": solved.value,
        "exact": None if fraction is None else str(fraction),
        "bluff_frequency": solved.bluff_frequency,
        "exploitability": solved.exploitability,
        "low": solved.low,
        "high": solved.high,
        "method": solved.method,
        "stopped": solved.stopped or None,
        "leaves": solved.form.leaves,
        "situations": bluff_table(solved, situations),
    }


def bluff_table(solved: Equilibrium, most: int) -> list[dict[str, Any]]:
    """The situations in which a player may bluff, those reached most often first: how often she does.

    `reached` is how likely her own choices are to lead there; those of the others and of chance are left out.
    """
    form = solved.form
    sides = zip(form.sides, solved.behaviour, strict=True)
    reach = [realised(side, share)[side.parent] for side, share in sides]
    chances, edge = np.concatenate(reach), len(reach[0])
    rows: list[dict[str, Any]] = []
    for place in np.argsort(-chances, kind="stable").tolist():
        if len(rows) == most or chances[place] < 1e-9:
            break
        i = int(place >= edge)
        decision = form.decision(i, place - i * edge)
        if not any(map(bluffs, decision.choices)):
            continue
        shares = solved.chances(i, decision)
        bluff = float(sum(c for c, choice in zip(shares, decision.choices, strict=True) if bluffs(choice)))
        rows.append(
            {
                "player": i + 1,
                "past": ", ".join(map(_word, form.labels.story(decision.key[0]))),
                "hers": list(decision.key[1]),
                "reached": float(chances[place]),
                "bluff": bluff,
            }
        )
    return rows


def _word(event: object) -> str:
    match event:
        case (int(place), int(in_pile)) if in_pile in (0, 1):
            return f"echo of pending card {place + 1}: {'pile' if in_pile else 'hand'}"
        case str():
            return event
    return str(event)
