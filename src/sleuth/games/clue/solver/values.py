"""The value of two-player MYST as plain values for a report: with and without bluffing."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np

from sleuth.core.errors import ParameterError
from sleuth.core.limit import UNLIMITED, Limit
from sleuth.core.progress import Progress, silent
from sleuth.games.clue.rules.myst import Myst
from sleuth.games.clue.solver.equilibrium import Equilibrium, Solver, bluffs, realised
from sleuth.games.clue.solver.recurrence import MAX_EXACT, exact, planes
from sleuth.games.clue.solver.sequences import Duel

MAX_STATES = 10**10
"""Of the recurrence: about a minute."""


def plain_value(m: int, n: int) -> dict[str, Any]:
    """Questions of one card, none of one's own: every answer is public, so that there is nothing to hide."""
    if m * (n + 1) ** 2 > MAX_STATES:
        raise ParameterError(f"m={m}, n={n} is too large: up to {MAX_STATES:,} states, m (n + 1)^2, are worked out")
    fraction = exact(m, n, n) if m + 2 * n <= MAX_EXACT else None
    value = float([plane[n, n] for plane in planes(m, n)][-1] if fraction is None else fraction)
    return _report(Myst(m, n, 2, 1), False, value, fraction)


def _report(game: Myst, bluff: bool, value: float, fraction: Fraction | None, **figures: Any) -> dict[str, Any]:
    """The value with how it was found. Unless `figures` say otherwise, it is exact and without bluffs."""
    plain: dict[str, Any] = {
        "game": str(game),
        "bluff": bluff,
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
    return plain | figures


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
    names = ("bluff_frequency", "exploitability", "low", "high", "method")
    figures = {name: getattr(solved, name) for name in names} | {"stopped": solved.stopped or None}
    table = bluff_table(solved, situations)
    game = Myst(m, n, 2, q)
    return _report(game, True, solved.value, solved.exact, **figures, leaves=solved.form.leaves, situations=table)


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
        rows.append(
            {
                "player": i + 1,
                "past": ", ".join(map(_word, form.labels.story(decision.key[0]))),
                "hers": list(decision.key[1]),
                "reached": float(chances[place]),
                "bluff": solved.bluff_chance(i, decision),
            }
        )
    return rows


def _word(event: object) -> str:
    match event:
        case (int(place), int(in_pile)) if in_pile in (0, 1):
            return f"echo of pending card {place + 1}: {'pile' if in_pile else 'hand'}"
    return str(event)
