"""The value of two-player MYST as plain values for a report: with and without bluffing."""

from __future__ import annotations

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
    value = float(fraction or [plane[n, n] for plane in planes(m, n)][-1])
    report = {"game": str(Myst(m, n, 2, 1)), "bluff": False, "exact": fraction and str(fraction)}
    report |= dict.fromkeys(("value", "low", "high"), value) | dict.fromkeys(("bluff_frequency", "exploitability"), 0.0)
    return report | {"method": "recurrence (4.1)", "stopped": None, "leaves": None, "situations": []}


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
    names = ("value", "bluff_frequency", "exploitability", "low", "high", "method")
    report: dict[str, Any] = {name: getattr(solved, name) for name in names}
    report |= {"game": str(Myst(m, n, 2, q)), "bluff": True, "exact": solved.exact and str(solved.exact)}
    leaves, table = solved.form.leaves, bluff_table(solved, situations)
    return report | {"stopped": solved.stopped or None, "leaves": leaves, "situations": table}


def bluff_table(solved: Equilibrium, most: int) -> list[dict[str, Any]]:
    """The situations in which a player may bluff, those reached most often first: how often she does.

    `reached` is how likely her own choices are to lead there; those of the others and of chance are left out.
    """
    form = solved.form
    reach = [realised(side, share)[side.parent] for side, share in zip(form.sides, solved.behaviour, strict=True)]
    chances, edge = np.concatenate(reach), len(reach[0])
    rows: list[dict[str, Any]] = []
    for place in np.argsort(-chances, kind="stable").tolist():
        if len(rows) == most or chances[place] < 1e-9:
            break
        i = int(place >= edge)
        decision = form.decision(i, place - i * edge)
        if any(map(bluffs, decision.choices)):
            past, hers = ", ".join(map(str, form.labels.story(decision.key[0]))), list(decision.key[1])
            chance = {"reached": float(chances[place]), "bluff": solved.bluff_chance(i, decision)}
            rows.append({"player": i + 1, "past": past, "hers": hers, **chance})
    return rows
