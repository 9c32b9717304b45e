"""Information sets in words."""

from __future__ import annotations

from sleuth.belief.base import InformationSet
from sleuth.belief.sampled import SampledSet
from sleuth.core.text import plural


def caught_lies(before: InformationSet, after: InformationSet) -> list[str]:
    """A sentence for each lie that was found out between two information sets."""
    game, known = after.game, set(getattr(before, "caught", ()))
    lines = []
    for step in sorted(set(getattr(after, "caught", ())) - known):
        action, feedback = after.history.steps[step - 1]
        lines.append(
            f"Caught: {game.format_feedback(feedback)} to {game.format_action(action)}, step {step}, was a lie."
        )
    return lines


def size_text(info: InformationSet, short: bool = False) -> str:
    """How many candidates are left: `72 candidates`, `about 4,700 candidates`, `an unknown number of candidates`.

    In short: `72`, `~4,700`, `?`.
    """
    if not isinstance(info, SampledSet):
        return f"{info.size:,}" if short else plural(info.size, "candidate")
    estimate = info.estimated_size
    if estimate is None:
        return "?" if short else "an unknown number of candidates"
    return f"~{estimate:,.0f}" if short else f"about {plural(estimate, 'candidate')}"
