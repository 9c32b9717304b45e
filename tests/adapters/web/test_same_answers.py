"""What the page shows is what Python, the command line and the API say."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

import pytest

from sleuth.app import AdviceResult, Assist, Evaluate, Solve, perform


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


@pytest.mark.parametrize(
    "game", ["mastermind:pegs=2,colours=4", "battleship:size=3,fleet=2", "ulam:numbers=16@lies:most=1"]
)
def test_evaluate_and_solve(page: Any, game: str) -> None:
    page.open(f"/lab?{urlencode({'game': game})}")
    page.press("button.solve")
    solved = perform(Solve(game)).as_json()
    page.says("Proved: no strategy is better." if solved["proved"] else "The best that was found in time.")
    assert _figures(page) == _shown(solved) | {f"least {_named(solved)} that is possible": f"{solved['lower_bound']:,}"}
    page.press("button.evaluate")
    evaluated = perform(Evaluate(game)).as_json()
    page.says(f"The strategy {evaluated['strategy']} against every secret.")
    best = evaluated["optimum"]
    known = {} if best is None else {"total of the best strategy": f"{best['total']:,}"}
    assert _figures(page) == _shown(evaluated) | known


def _figures(page: Any) -> dict[str, str]:
    """The table of the report."""
    return dict([cell.text for cell in row.find_elements("css selector", "td")] for row in page.all(".report tbody tr"))


def _shown(told: dict[str, Any]) -> dict[str, str]:
    keys = {"secrets": "secrets", "total": "total", "longest play": "worst"}
    shown = {name: f"{told[key]:,}" for name, key in keys.items() if told[key] is not None}
    return shown | ({} if told["mean"] is None else {"mean": f"{told['mean']:.4f}"})


def _named(told: dict[str, Any]) -> str:
    return "total" if told["objective"] == "mean" else "longest play"
