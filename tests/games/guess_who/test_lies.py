"""Guess Who where answers may be lies: a face has the colour and the dots of the lies that it takes."""

from __future__ import annotations

import re

from sleuth import begin, parse_game
from sleuth.show.svg import svg_board


def test_faces_are_coloured_by_the_lies_that_they_take() -> None:
    game = parse_game("guess-who@lies:most=1")
    info = begin(game)
    for text, answer in (("hat:yes", "no"), ("glasses:yes", "yes")):
        action = game.parse_action(text)
        info = info.observe(action, game.parse_feedback(answer, action))
    drawn = svg_board(info)
    none, one = info.kinds
    assert none > 0 < one
    plates = re.findall(r'<rect class="f-(heat5|tint-orange) edge"', drawn)
    assert plates.count("heat5") == none
    assert plates.count("tint-orange") >= one  # a ground of faces has this colour too
    assert f"no lie: {none}" in drawn
    assert f"1 lie: {one}" in drawn
    assert "1 lie" not in svg_board(info, own=True)  # nothing is told to one who did not ask
