"""The twelve coins, and the table of Meng & Lucas Fig. 2."""

from __future__ import annotations

from sleuth import begin, evaluate, parse_game, parse_strategy
from sleuth.show import probability_rows


def test_twelve_coins_take_three_weighings_each() -> None:
    result = evaluate(parse_game("fake-coin:coins=12"), parse_strategy("entropy"))
    assert (result.secrets, result.histogram, result.mean) == (24, {3: 24}, 3.0)


def test_the_table_of_figure_2() -> None:
    game = parse_game("fake-coin:coins=4")
    info = begin(game).observe(game.parse_action("1/3"), "left")
    assert probability_rows(info.table()) == [
        ["weight", "coin 1", "coin 2", "coin 3", "coin 4"],
        ["lighter", "0", "0", "1/2", "0"],
        ["heavier", "1/2", "0", "0", "0"],
    ]
    assert {game.format_secret(s): info.probability(s) for s in info.candidates()} == {"3-light": 0.5, "1-heavy": 0.5}
    assert info.entropy == 1.0


def test_treasure_in_a_power_of_two_takes_its_logarithm() -> None:
    for k in range(1, 5):
        result = evaluate(parse_game(f"treasure-hunt:cells={2**k}"), parse_strategy("entropy"))
        assert result.histogram == {k: 2**k}
