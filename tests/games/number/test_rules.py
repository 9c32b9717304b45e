import pytest

from sleuth.core.errors import ParameterError
from sleuth.games.number.rules import Number


def test_the_answer_says_where_the_secret_is() -> None:
    game = Number(5)
    assert [game.feedback(3, secret) for secret in game.secrets()] == ["lower", "lower", "equal", "higher", "higher"]


def test_only_a_guess_of_the_secret_is_equal() -> None:
    game = Number(20)
    assert list(game.actions()) == list(game.secrets()) == list(range(1, 21))
    assert all((game.feedback(a, s) == "equal") == (a == s) for a in game.actions() for s in game.secrets())


@pytest.mark.parametrize("numbers", ["1", "1000001", "many"])
def test_wrong_parameters_are_refused(numbers: str) -> None:
    with pytest.raises(ParameterError, match=r"^number: numbers"):
        Number.from_parameters({"numbers": numbers})
