"""Information sets in words."""

from __future__ import annotations

from sleuth.belief.base import InformationSet
from sleuth.belief.sampled import SampledSet
from sleuth.core.text import plural


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
