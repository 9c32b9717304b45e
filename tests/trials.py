"""How often hypothesis tries: as often as a test says, or a share of that in a quick run."""

from __future__ import annotations

from hypothesis import settings

WHOLE = 100
"""What a profile says where tests try as often as they say."""
MIN_TRIALS = 5


def trials(number: int) -> int:
    """The share of a number of examples that the profile asks for: its own number for tests that name none, of 100."""
    return max(min(MIN_TRIALS, number), number * settings().max_examples // WHOLE)
