"""An information set and a decision, for people and as JSON."""

from __future__ import annotations

from typing import Any

from sleuth.adapters.cli.screen import Screen
from sleuth.belief.base import InformationSet
from sleuth.show.board import board
from sleuth.show.figures import candidates_line, decision_panel
from sleuth.strategies.decision import Decision

LISTED = 20


def advice_json(info: InformationSet, decision: Decision | None, strategy: str) -> dict[str, Any]:
    """What assist says, as plain values."""
    game = info.game
    out: dict[str, Any] = {
        "game": str(game),
        "strategy": strategy,
        "history": info.history.format(game),
        "candidates": info.size,
        "entropy": info.entropy,
        "exact": info.exact,
        "lies_needed": lies_needed(info),
        "examples": [game.format_secret(s) for s in info.candidates(LISTED)],
        "solved": info.over,
        "action": None,
        "bits": 0.0,
        "reasons": [_solved_text(info)] if decision is None else decision.reasons,
        "alternatives": [],
    }
    if not info.exact:
        out["estimated_candidates"] = info.estimated_size
    if decision is not None:
        chosen = decision.chosen.as_json()
        out |= {
            **{
                key: chosen[key]
                for key in ("action", "score", "bits", "parts", "worst", "expected", "win", "hit", "possible")
            },
            "tie_break": decision.tie_break,
            "alternatives": [option.as_json() for option in decision.alternatives],
            "leaves": [
                {
                    "feedback": leaf.text,
                    "probability": leaf.probability,
                    "candidates": leaf.left,
                    "wins": leaf.wins,
                    "lies_needed": list(leaf.lies) or None,
                }
                for leaf in decision.leaves
            ],
        }
    return out


def lies_needed(info: InformationSet) -> list[int] | None:
    """How many candidates take no lie, one, two, and so on; `None` where lies are not counted."""
    return list(info.kinds) if len(info.kinds) > 1 else None


def _solved_text(info: InformationSet) -> str:
    return f"Solved: the secret is {info.game.format_secret(info.candidates(1)[0])}."


def show_advice(screen: Screen, info: InformationSet, decision: Decision | None) -> None:
    """What assist says, on the screen."""
    if info.history.steps:
        screen.show(board(info))
    if decision is None:
        screen.show(_solved_text(info))
        return
    screen.show(candidates_line(info), decision_panel(decision))
