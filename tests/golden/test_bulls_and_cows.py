"""Bulls & Cows, 4 different digits of 10: Hutchison's table cell by cell, and the other one-step rules."""

from __future__ import annotations

import pytest

from sleuth import evaluate, parse_game, parse_strategy

RULES = [
    ("entropy", "26424:8"),
    ("entropy:ties=lex", "26899:7"),
    ("minimax", "27139:7"),
    ("size", "26551:7"),
    ("parts", "26751:8"),
    ("parts:ties=entropy+possible+lex", "26544:8"),
]

HUTCHISON = """
0.0 360 5.03056
0.1 1440 5.54792
0.2 1260 5.42222
0.3 264 4.87879
0.4 9 3.55556
1.0 480 4.99792
1.1 720 5.18333
1.2 216 4.77315
1.3 8 3.75
2.0 180 4.7
2.1 72 4.36111
2.2 6 3.66667
3.0 24 4.04167
4.0 1 1
"""


@pytest.mark.parametrize(("rule", "expected"), RULES)
def test_one_step_rules(rule: str, expected: str) -> None:
    result = evaluate(parse_game("bulls-and-cows"), parse_strategy(rule))
    assert f"{result.total}:{result.worst}" == expected


def test_hutchison_entropy_column() -> None:
    result = evaluate(parse_game("bulls-and-cows"), parse_strategy("entropy"), first=(0, 1, 2, 3))
    expected = [line.split() for line in HUTCHISON.split("\n") if line]
    ours = [
        [row.feedback, str(row.count), f"{row.mean:.5f}".rstrip("0").rstrip(".")] for row in result.by_first_feedback()
    ]
    assert ours == expected
    assert round(result.mean, 5) == 5.24286
