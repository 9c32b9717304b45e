from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sleuth import evaluate, parse_game, parse_strategy
from sleuth.core.errors import ActionError, ParameterError
from sleuth.games.treasure_hunt.rules import TreasureHunt
from sleuth.solve import solve
from sleuth.testing import check_game
from sleuth.testing.brute_force import best_tree


@pytest.mark.parametrize(
    ("game", "questions"),
    [
        (TreasureHunt(8), 127),
        (TreasureHunt(9), 255),
        (TreasureHunt(16), 32_767),
        (TreasureHunt(17), 136),
        (TreasureHunt(256), 32_640),
        (TreasureHunt(12, "line"), 7),
        (TreasureHunt(8, "line"), 5),
        (TreasureHunt(4, "line"), 2),
        (TreasureHunt(7, "line"), 7),
    ],
    ids=str,
)
def test_of_a_question_and_its_complement_one_is_listed(game: TreasureHunt, questions: int) -> None:
    asked = {frozenset(question) for question in game.actions()}
    everything = frozenset(range(game.cells))
    assert len(asked) == questions
    assert not any(everything - cells in asked for cells in asked)
    assert everything not in asked
    assert frozenset() not in asked


@pytest.mark.parametrize(
    ("cells", "kind", "first"),
    [
        (4, "set", ["1", "2", "3", "4", "1,2", "1,3", "1,4"]),
        (4, "interval", ["1-1", "1-2", "1-3", "2-2", "2-3", "3-3"]),
        (6, "line", ["r1", "c1", "c2", "c3"]),
    ],
)
def test_questions_in_order(cells: int, kind: str, first: list[str]) -> None:
    game = TreasureHunt(cells, kind)
    assert [game.format_action(question) for question in game.actions()] == first


def test_a_line_is_a_row_or_a_column_of_the_grid() -> None:
    game = TreasureHunt(12, "line")
    assert game.grid == (3, 4)
    assert list(game.parse_action("r2")) == [4, 5, 6, 7]
    assert list(game.parse_action("column 3")) == [2, 6, 10]
    assert game.axes() == {"row": ["1", "2", "3"], "column": ["1", "2", "3", "4"]}


@given(st.sets(st.integers(1, 10), min_size=1, max_size=9), st.randoms())
def test_a_set_reads_in_any_order_or_names_the_listed_one(cells: set[int], random: Random) -> None:
    game = TreasureHunt(10)
    shuffled = list(cells)
    random.shuffle(shuffled)
    listed = set(game.actions())
    question = tuple(cell - 1 for cell in sorted(cells))
    text = ", ".join(map(str, shuffled))
    if question in listed:
        assert game.parse_action(text) == question
    else:
        with pytest.raises(ActionError, match="with yes and no swapped; ask ") as told:
            game.parse_action(text)
        instead = game.parse_action(str(told.value).rpartition(" ")[2])
        assert {*instead, *question} == set(range(10))


@pytest.mark.parametrize(
    ("game", "text", "told"),
    [
        (TreasureHunt(20), "5-20", "ask 1-4"),
        (TreasureHunt(20), "1-20", "every cell"),
        (TreasureHunt(20), "7-3", "3-7"),
        (TreasureHunt(20), "1,2", "3-7"),
        (TreasureHunt(4, "line"), "r2", "ask r1"),
        (TreasureHunt(4, "line"), "c2", "ask c1"),
        (TreasureHunt(5, "line"), "r1", "every cell"),
        (TreasureHunt(5, "line"), "c6", "column 1 to 5"),
        (TreasureHunt(3), "1,2,3", "every cell"),
        (TreasureHunt(3), "1,4", "cell 1 to 3"),
    ],
)
def test_a_wrong_question_is_explained(game: TreasureHunt, text: str, told: str) -> None:
    with pytest.raises(ActionError, match=told):
        game.parse_action(text)


def test_yes_and_no_have_short_forms() -> None:
    game = TreasureHunt()
    question = game.parse_action("1")
    assert [game.parse_feedback(text, question) for text in ("Yes", "y", "true", "no", "N", "false")] == [True] * 3 + [
        False
    ] * 3


@pytest.mark.parametrize(
    "parameters",
    [
        {"cells": "1"},
        {"cells": "2001"},
        {"cells": "22", "questions": "set"},
        {"cells": "10001", "questions": "line"},
        {"questions": "x"},
    ],
)
def test_wrong_parameters_are_refused(parameters: dict[str, str]) -> None:
    with pytest.raises(ParameterError, match=r"^treasure-hunt: "):
        TreasureHunt.from_parameters(parameters)


def test_digging_may_have_a_price() -> None:
    """Halving is quick and dear; the optimum of the cost is that of all trees."""
    dear = parse_game("treasure-hunt:cells=8,price=1")
    assert [dear.cost(action) for action in ((0,), (0, 1, 2, 3))] == [2, 5]
    found = {spec: evaluate(dear, parse_strategy(spec)) for spec in ("entropy", "entropy:per_cost=true")}
    assert (found["entropy"].mean, found["entropy"].mean_cost) == (3.0, 10.0)
    assert found["entropy:per_cost=true"].mean_cost == 8.75
    best = solve(dear)
    assert (best.mean_cost, best.proved) == (8.5, True)
    small = parse_game("treasure-hunt:cells=5,price=0.5")
    exact = best_tree(small).total
    assert exact is not None
    assert solve(small).mean_cost == pytest.approx(float(exact) / 5)


@pytest.mark.parametrize("questions", ["set", "interval", "line"])
def test_a_question_costs_as_much_as_its_complement(questions: str) -> None:
    check_game(parse_game(f"treasure-hunt:cells=6,questions={questions},price=0.25"))
    free = parse_game(f"treasure-hunt:cells=6,questions={questions}")
    assert {free.cost(action) for action in free.actions()} == {1}


def test_a_price_is_no_gift() -> None:
    with pytest.raises(ParameterError, match="price is 0 to 1,000, not -1"):
        parse_game("treasure-hunt:price=-1")
