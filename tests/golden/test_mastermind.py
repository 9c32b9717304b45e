"""Published totals of one-step rules on Mastermind 4x6, each with its tie-break."""

from __future__ import annotations

import pytest

from sleuth import evaluate, parse_game, parse_strategy

RULES = [
    ("minimax", None, "5801:5", "Knuth 1977"),
    ("minimax:ties=lex", None, "6003:5", ""),
    ("size", None, "5696:6", "Irving 1979"),
    ("entropy", None, "5722:6", "Neuwirth 1982"),
    ("entropy:ties=lex", None, "5842:6", ""),
    ("entropy:only_possible=true", None, "5786:6", ""),
    ("entropy", "0012", "5680:6", ""),
    ("parts", None, "5668:6", "Kooi 2005"),
    ("parts:ties=lex", None, "5796:6", ""),
]


@pytest.mark.parametrize(("rule", "first", "expected", "source"), RULES)
def test_one_step_rules(rule: str, first: str | None, expected: str, source: str) -> None:
    game = parse_game("mastermind")
    result = evaluate(game, parse_strategy(rule), first=None if first is None else game.parse_action(first))
    assert f"{result.total}:{result.worst}" == expected


def test_the_means_that_the_literature_prints() -> None:
    game = parse_game("mastermind")
    means = {
        rule: round(evaluate(game, parse_strategy(rule)).mean, 3) for rule in ("minimax", "size", "entropy", "parts")
    }
    assert means == {"minimax": 4.476, "size": 4.395, "entropy": 4.415, "parts": 4.373}


def test_random_possible_codes_need_about_4_63_steps() -> None:
    game, strategy = parse_game("mastermind"), parse_strategy("random:only_possible=true")
    means = [evaluate(game, strategy, seed=seed).mean for seed in range(5)]
    assert 4.58 < sum(means) / len(means) < 4.68


def test_a_jar_with_as_many_pegs_of_each_colour_is_the_plain_game() -> None:
    plain, jar = (
        evaluate(parse_game(spec), parse_strategy("entropy")) for spec in ("mastermind", "mastermind:jar=2-2-2-2-2-2")
    )
    assert (jar.steps == plain.steps).all()
    assert jar.total == plain.total == 5722
