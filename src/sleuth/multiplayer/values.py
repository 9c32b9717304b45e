"""The value of two-player MYST as plain values for a report: with and without bluffing."""

from __future__ import annotations

from typing import Any

from sleuth.core.errors import ParameterError
from sleuth.core.progress import Progress, silent
from sleuth.multiplayer.duel import Duel
from sleuth.multiplayer.equilibrium import Solved, Solver, bluffs, realised
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
        "method": "recurrence (4.1)",
    }


def _last(m: int, n: int) -> float:
    value = 1.0
    for plane in planes(m, n):
        value = float(plane[n, n])
    return value


def bluffing_value(
    m: int, n: int, q: int = 1, iterations: int = 2000, situations: int = 8, progress: Progress = silent
) -> dict[str, Any]:
    """Any question is allowed that one has not asked before."""
    if q > m + n + 1:
        raise ParameterError(f"q is at most m + n + 1 = {m + n + 1}, or no sequence of questions need ever win")
    solved = Solver(iterations, progress=progress).solve(Duel(m, n, n, q))
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
        "leaves": solved.form.leaves,
        "situations": bluff_table(solved, situations),
    }


def bluff_table(solved: Solved, most: int) -> list[dict[str, Any]]:
    """The situations in which a player may bluff, those reached most often first: how often she does.

    `reached` is how likely her own choices are to lead there; those of the others and of chance are left out.
    """
    form = solved.form
    plans = tuple(realised(form.decisions[i], solved.behaviour[i]) for i in (0, 1))
    named = {number: (before, event) for (before, event), number in form.pasts.items()}
    reach: dict[tuple[int, int], float] = {}
    for i in (0, 1):
        for place, decision in enumerate(form.decisions[i]):
            reach[i, place] = float(plans[i][decision.parent])
    rows: list[dict[str, Any]] = []
    for (i, place), chance in sorted(reach.items(), key=lambda item: (-item[1], item[0])):
        decision = form.decisions[i][place]
        if len(rows) == most or chance < 1e-9:
            break
        if not any(map(bluffs, decision.choices)):
            continue
        shares = solved.chances(i, decision)
        bluff = float(sum(c for c, choice in zip(shares, decision.choices, strict=True) if bluffs(choice)))
        rows.append(
            {
                "player": i + 1,
                "past": _told(named, decision.key[0]),
                "hers": list(decision.key[1]),
                "reached": chance,
                "bluff": bluff,
            }
        )
    return rows


def _told(named: dict[int, tuple[int, object]], number: int) -> str:
    events = []
    while number:
        number, event = named[number]
        events.append(_word(event))
    return ", ".join(reversed(events))


def _word(event: object) -> str:
    match event:
        case (int(place), int(in_pile)) if in_pile in (0, 1):
            return f"echo of pending card {place + 1}: {'pile' if in_pile else 'hand'}"
        case str():
            return event
    return str(event)
