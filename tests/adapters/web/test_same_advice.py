"""What the page shows is what Python, the command line and the API say."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

import pytest

from sleuth.app import AdviceResult, Assist, perform


@pytest.mark.parametrize(
    ("game", "history"),
    [
        ("mastermind", "0011=1.1"),
        ("battleship:size=4,fleet=2-2", "2,2=hit"),
        ("number:numbers=9@lies:most=1", "5=lower"),
        ("number:numbers=9", "5=lower;7=higher"),
    ],
)
def test_assist(page: Any, game: str, history: str) -> None:
    advice: AdviceResult = perform(Assist(game, history))
    page.open(f"/assist?{urlencode({'game': game, 'history': history})}")
    if advice.contradiction is not None:
        for repair in advice.contradiction.repairs:
            page.says(repair.text)
        return
    page.says(f"Ask {advice.action}")
    page.says(f"{advice.size_text} left, {advice.entropy:.2f} of {advice.start_entropy:.2f} bits missing.")
    for reason in advice.reasons:
        page.says(reason)
    chips = [one.text for one in page.all(".answers button")]
    assert chips == [leaf.feedback for leaf in advice.leaves]
