"""Information sets in words."""

from __future__ import annotations

from sleuth.belief.base import InformationSet
from sleuth.belief.sampled import SampledSet
from sleuth.core.text import plural


def size_text(info: InformationSet) -> str:
    """How many candidates are left: `72 candidates`, `about 4,700 candidates`."""
    if not isinstance(info, SampledSet):
        return plural(info.size, "candidate")
    estimate = info.estimated_size
    return plural(info.size, "different particle") if estimate is None else f"about {plural(estimate, 'candidate')}"
