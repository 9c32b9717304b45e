import pytest

from sleuth.core.errors import ActionError, FeedbackError, ParameterError
from sleuth.games.low_middle_high.rules import LowMiddleHigh


def test_the_thresholds_themselves_are_in_the_middle() -> None:
    game = LowMiddleHigh(8)
    question = game.parse_action("3-7")
    assert [game.feedback(question, secret) for secret in game.secrets()] == ["low"] * 2 + ["middle"] * 5 + ["high"]


@pytest.mark.parametrize(("numbers", "questions"), [(2, 2), (3, 5), (16, 135)])
def test_every_pair_of_thresholds_but_the_trivial_one(numbers: int, questions: int) -> None:
    asked = list(LowMiddleHigh(numbers).actions())
    assert len(asked) == questions
    assert asked == sorted(asked)
    assert (1, numbers) not in asked


@pytest.mark.parametrize(
    ("text", "told"),
    [("1-16", "tell nothing"), ("7-3", "the lower first"), ("0-3", "1 to 16"), ("3-17", "1 to 16"), ("3", "1 to 16")],
)
def test_a_wrong_question_is_explained(text: str, told: str) -> None:
    with pytest.raises(ActionError, match=told):
        LowMiddleHigh().parse_action(text)


def test_answers_may_be_cut_short() -> None:
    game = LowMiddleHigh()
    assert [game.parse_feedback(text, (3, 7)) for text in ("l", "mid", "High")] == ["low", "middle", "high"]
    with pytest.raises(FeedbackError, match="one of low, middle, high"):
        game.parse_feedback("lower", (3, 7))


@pytest.mark.parametrize("numbers", ["1", "2001", "many"])
def test_wrong_parameters_are_refused(numbers: str) -> None:
    with pytest.raises(ParameterError, match=r"^low-middle-high: numbers"):
        LowMiddleHigh.from_parameters({"numbers": numbers})
