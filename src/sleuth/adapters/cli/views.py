"""Advice, for people and as JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sleuth.adapters.cli.screen import THINKING, Screen
from sleuth.core.text import one_line

if TYPE_CHECKING:
    from sleuth.app.assist import Consultation

CONTRADICTED = 2
"""The exit code where the answers contradict each other."""


def tell_advice(screen: Screen, advice: Consultation) -> int:
    """What assist says, on the screen or as JSON; the exit code."""
    with screen.waiting(THINKING):
        _ = advice.decision
    if not advice.contradiction:
        if screen.as_json:
            screen.json(advice.result().as_json())
        else:
            show_advice(screen, advice)
        return 0
    line = one_line(" ".join(advice.contradiction.split()))
    if screen.as_json:
        told: dict[str, Any] = {**advice.result().as_json(), "error": line}
        screen.json(told)
    else:
        show_repairs(screen, advice)
    screen.say(f"sleuth: {line}")
    return CONTRADICTED


def show_advice(screen: Screen, advice: Consultation) -> None:
    """What to ask, on the screen."""
    from sleuth.show.board import board
    from sleuth.show.figures import candidates_line, decision_panel

    if advice.info.history.steps:
        screen.show(board(advice.info))
    if advice.decision is None:
        screen.show(*advice.result().reasons)
    else:
        screen.show(candidates_line(advice.info), decision_panel(advice.decision))


def show_repairs(screen: Screen, advice: Consultation) -> None:
    """Which single answers may be wrong."""
    found = advice.result().contradiction
    assert found is not None
    texts = [repair.text for repair in found.repairs]
    screen.show(*(texts or ["No single step is to blame: at least two answers must be wrong."]))
