"""One-step rules on the published Wordle lists, with their openers and with salet."""

from __future__ import annotations

from pathlib import Path

import pytest

from sleuth import Game, begin, evaluate, parse_game, parse_strategy
from sleuth.games.wordle.rules import Wordle

LISTS = Path(__file__).parents[3] / "shared" / "data" / "wordle"
ANSWERS, ALLOWED = LISTS / "answers-2315.txt", LISTS / "allowed-12972.txt"
pytestmark = pytest.mark.skipif(not LISTS.is_dir(), reason="the published Wordle lists are not here")


@pytest.fixture(scope="module")
def game() -> Game:
    return parse_game(f"wordle:answers={ANSWERS},allowed={ALLOWED}")


RULES = [
    ("entropy", None, "soare", "8020:6"),
    ("entropy", "salet", "salet", "7946:6"),
    ("parts", None, "trace", "7949:6"),
    ("parts", "salet", "salet", "7937:6"),
    ("size", None, "roate", "8059:5"),
    ("size", "salet", "salet", "7979:6"),
    ("minimax", None, "arise", "8272:6"),
    ("minimax", "salet", "salet", "8158:5"),
    ("parts:ties=possible+size+lex", "salet", "salet", "7929:6"),
]


@pytest.mark.parametrize(("rule", "first", "opener", "expected"), RULES)
def test_one_step_rules(game: Game, rule: str, first: str | None, opener: str, expected: str) -> None:
    result = evaluate(game, parse_strategy(rule), first=first)
    assert (result.first, f"{result.total}:{result.worst}") == (opener, expected)


class AnswersFirst(Wordle):
    """The guesses in the order of the published file, answers first, rather than alphabetically."""

    def actions(self) -> list[str]:
        return ALLOWED.read_text().split()


def test_the_order_of_the_list_is_worth_two_steps() -> None:
    game = AnswersFirst(str(ANSWERS), str(ALLOWED))
    result = evaluate(game, parse_strategy("entropy:ties=possible+size+lex"))
    assert (result.first, result.total) == ("soare", 8018)


def test_the_first_word_and_its_bits(game: Game) -> None:
    decision = parse_strategy("entropy").decide(begin(game))
    assert decision.action == "soare"
    assert decision.bits == pytest.approx(5.886, abs=5e-4)


def test_hard_mode_only_asks_what_is_allowed() -> None:
    hard = parse_game(f"wordle:answers={ANSWERS},allowed={ALLOWED},hard=true")
    result = evaluate(hard, parse_strategy("entropy"), first="salet")
    assert result.total >= 8122  # the proved optimum for this first word
    assert result.total < 8500
    tables, tree = result.tables, result.game_tree
    for node in range(1, len(tree), 37):
        past, up = [], node
        while tree.parent[up] >= 0:
            past.append((int(tree.action[tree.parent[up]]), int(tree.feedback[up])))
            up = int(tree.parent[up])
        word = tables.actions[tree.action[node]]
        assert all(hard.allows(word, tables.actions[a], tables.feedbacks.value(f)) for a, f in past)
