"""What the page shows is what Python, the command line and the API say."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

import pytest

from sleuth.adapters.web.site import sentence
from sleuth.app import AdviceResult, Assist, perform
from sleuth.app.requests import PRESSED, Drawing


@pytest.mark.parametrize(
    ("game", "history"),
    [
        ("mastermind", "0011=1.1"),
        ("wordle", "crane=--y--"),
        ("battleship:size=4,fleet=2-2", "2,2=hit"),
        ("number:numbers=9@lies:most=1", "5=lower"),
        ("number:numbers=9", "5=lower;7=higher"),
    ],
)
def test_help(page: Any, game: str, history: str) -> None:
    advice: AdviceResult = perform(Assist(game, history, draw=Drawing(asked=PRESSED)))
    page.open(f"/assist?{urlencode({'game': game, 'history': history})}")
    if advice.contradiction is not None:
        page.says(advice.headline, ".contradiction")
        page.press("#repairs summary")
        for repair in advice.contradiction.repairs:
            assert f"Answer {repair.step}, to {repair.spoken}" in page.text(".repair")
            assert f"it was {repair.spoken_answers[0]}" in page.text(".repair")
        return
    page.says(sentence(advice.left_text), "#side")
    for line in advice.why:
        assert line in page.text(".advice")
    taken = page.driver.execute_script("return document.querySelector('#side [name=action]')?.value")
    asked = page.driver.execute_script("return document.querySelector('#state [name=asked]').value")
    assert advice.action in (taken, asked)
    assert advice.form is not None
    offered = [one.get_attribute("value") for one in page.all(".answers button")]
    assert offered == ([] if advice.form.places else [choice.feedback for choice in advice.form.choices])
