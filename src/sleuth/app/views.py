"""What an information set, a history and a decision say, as plain values."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sleuth.app.requests import Drawing
from sleuth.app.results import LeafResult, OptionResult, StepResult, plain
from sleuth.belief.base import InformationSet
from sleuth.core.game import Secret
from sleuth.core.offers import truthful
from sleuth.show.words import size_text
from sleuth.strategies.decision import Decision

MAX_EXAMPLES = 60
"""How many candidates are named."""


def knowledge(info: InformationSet) -> dict[str, Any]:
    """The fields of `KnowledgeResult`."""
    return {
        "candidates": info.size,
        "estimated_candidates": None if info.exact else info.estimated_size,
        "exact": info.exact,
        "size_text": size_text(info),
        "entropy": info.entropy,
        "examples": [info.game.format_secret(s) for s in info.candidates(MAX_EXAMPLES)],
        "lies_needed": lies_needed(info.kinds),
        "notes": list(info.notes),
    }


NO_KNOWLEDGE: dict[str, Any] = {
    "candidates": 0, "exact": True, "size_text": "no candidates", "entropy": 0.0, "examples": [], "notes": []
}  # fmt: skip
"""The fields of `KnowledgeResult` where no secret explains the answers."""


def suggestion(decision: Decision) -> dict[str, Any]:
    """The fields of `SuggestionResult`."""
    return {
        **plain(decision.chosen.as_json()),
        "reasons": decision.reasons,
        "alternatives": [OptionResult(**plain(option.as_json())) for option in decision.alternatives],
        "leaves": [
            LeafResult(
                feedback=leaf.text,
                probability=leaf.probability,
                candidates=leaf.left,
                wins=leaf.wins,
                lies_needed=lies_needed(leaf.lies),
            )
            for leaf in decision.leaves
        ],
        "tie_break": decision.tie_break,
    }


def no_suggestion(reason: str) -> dict[str, Any]:
    """The fields of `SuggestionResult` where there is nothing to ask."""
    return {"reasons": [reason], "alternatives": [], "leaves": []}


def steps_along(sets: Sequence[InformationSet], secret: Secret | None = None) -> list[StepResult]:
    """Each step of a history with what it left, from the sets before, between and after its steps.

    Lies are told once they are caught, or the secret is known.
    """
    game, history = sets[-1].game, sets[-1].history
    lies = frozenset(sets[-1].caught)
    if secret is not None and not truthful(game):
        lies = frozenset(n for n, (a, f) in enumerate(history, 1) if f != game.feedback(a, secret))
    return [
        StepResult(
            action=game.format_action(step.action),
            feedback=game.format_feedback(step.feedback),
            gained=before.entropy - after.entropy,
            entropy=after.entropy,
            candidates=after.size,
            exact=after.exact,
            lies_needed=lies_needed(after.kinds),
            lie=place in lies,
        )
        for place, (step, before, after) in enumerate(zip(history, sets, sets[1:], strict=False), 1)
    ]


def lies_needed(kinds: Sequence[int]) -> list[int] | None:
    """How many candidates take no lie, one, two, and so on; `None` where lies are not counted."""
    return list(kinds) if len(kinds) > 1 else None


def svg_of(info: InformationSet, draw: Drawing | None, secret: Secret | None = None, live: bool = True) -> str:
    """The board as SVG; nothing where none is wanted."""
    if draw is None:
        return ""
    from sleuth.show.svg.boards import svg_board

    return svg_board(
        info,
        secret=secret,
        hint=info.game.parse_action(draw.hint) if draw.hint else None,
        heat=draw.heat,
        pending=draw.pending,
        live=live and not draw.still,
    )
