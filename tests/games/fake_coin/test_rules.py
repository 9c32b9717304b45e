import pytest

from sleuth.core.errors import ActionError, ParameterError
from sleuth.games.fake_coin.rules import FakeCoin


@pytest.mark.parametrize(("coins", "weighings"), [(3, 3), (4, 9), (12, 36_894)])
def test_each_pair_of_pans_is_listed_once(coins: int, weighings: int) -> None:
    pans = [frozenset(map(frozenset, weighing)) for weighing in FakeCoin(coins).actions()]
    assert len(pans) == len(set(pans)) == weighings


def test_weighings_come_by_size_then_in_order() -> None:
    weighings = list(FakeCoin(6).actions())
    assert weighings == sorted(weighings, key=lambda weighing: (len(weighing[0]), weighing))
    assert all(left[0] < right[0] for left, right in weighings)


def test_secrets_are_light_first() -> None:
    game = FakeCoin(3)
    assert [game.format_secret(secret) for secret in game.secrets()] == [
        *("1-light", "2-light", "3-light"),
        *("1-heavy", "2-heavy", "3-heavy"),
    ]
    assert game.axes() == {"weight": ["lighter", "heavier"], "coin": ["1", "2", "3"]}
    assert FakeCoin(3, "heavier").axes() == {"weight": ["heavier"], "coin": ["1", "2", "3"]}


def test_the_pan_that_goes_down_is_told() -> None:
    game = FakeCoin()
    weighing = game.parse_action("2, 1/4,3")
    assert weighing == ((0, 1), (2, 3))
    told = {
        text: game.feedback(weighing, game.parse_secret(text)) for text in ("1-heavy", "1-light", "4-heavy", "5-light")
    }
    assert told == {"1-heavy": "left", "1-light": "right", "4-heavy": "right", "5-light": "even"}


def test_one_of_four_coins_after_one_against_three() -> None:
    game = FakeCoin(4)
    left = [game.format_secret(secret) for secret in game.secrets() if game.feedback(((0,), (2,)), secret) == "left"]
    assert left == ["3-light", "1-heavy"]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("3,4/1,2", "write 1,2/3,4"),
        ("1/2/3", "1,2/3,4"),
        ("1 2/3 4", "1,2/3,4"),
        ("1/13", "1 to 12"),
        ("0/1", "1 to 12"),
        ("1,2/2,3", "twice"),
        ("1,2/3", "equally many"),
    ],
)
def test_a_wrong_weighing_is_explained(text: str, told: str) -> None:
    with pytest.raises(ActionError, match=told):
        FakeCoin().parse_action(text)


def test_an_even_balance_has_other_names() -> None:
    game = FakeCoin()
    weighing = game.parse_action("1/2")
    assert {game.parse_feedback(text, weighing) for text in ("even", "Balanced", "equal", "e")} == {"even"}


@pytest.mark.parametrize(
    "parameters",
    [
        {"coins": "1"},
        {"coins": "2"},
        {"coins": "16"},
        {"coins": "1", "sign": "lighter"},
        {"sign": "odd"},
        {"coins": "x"},
    ],
)
def test_wrong_parameters_are_refused(parameters: dict[str, str]) -> None:
    with pytest.raises(ParameterError, match=r"^fake-coin: "):
        FakeCoin.from_parameters(parameters)


def test_a_wrong_sign_is_refused_in_python_too() -> None:
    with pytest.raises(ParameterError, match="unknown, lighter, heavier"):
        FakeCoin(5, "odd")
