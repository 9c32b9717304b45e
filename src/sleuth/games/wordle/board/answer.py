"""Wordle: how the colours of a guess are given."""

from __future__ import annotations

from sleuth.belief.base import InformationSet
from sleuth.show.svg.answers import AnswerForm

MARKS = {"-": "not there", "y": "elsewhere", "g": "right"}
"""What each mark of a tile means, in the order of its presses."""


def form(info: InformationSet, action: str) -> AnswerForm:
    """A mark for each letter, on its tile."""
    prompt = "Tap a tile until it has the colour you saw."
    return AnswerForm((), len(action), "".join(MARKS), tuple(MARKS.values()), on_board=True, prompt=prompt)
