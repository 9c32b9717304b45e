"""Help with Wordle when the word may be in no list: to the end, and nobody is blamed."""

from __future__ import annotations

import pytest

from sleuth.app.assist import answers, assist, marked_answer
from sleuth.app.requests import Assist, Drawing, MarkedAnswer, PossibleAnswers
from sleuth.app.results import AdviceResult
from sleuth.games import Wordle

LAW = Wordle()


def advise(history: str, game: str = "wordle", draw: Drawing | None = None) -> AdviceResult:
    return assist(Assist(game, history, draw=draw))


def sayings(advice: AdviceResult) -> str:
    """Everything that a person reads."""
    texts = [*advice.notes, *advice.reasons, *advice.why, advice.headline, advice.left_text, advice.size_text]
    return " ".join(texts).lower()


@pytest.mark.parametrize(
    ("secret", "beyond"), [("crane", ""), ("ovine", "rare"), ("zzyzx", "none"), ("admin", "none"), ("qajaq", "none")]
)
@pytest.mark.parametrize("game", ["wordle", "wordle:ultra=true"])
def test_a_word_is_found_whatever_the_lists_say(secret: str, beyond: str, game: str) -> None:
    history, seen = "", set()
    for _ in range(30):
        advice = advise(history, game)
        assert advice.contradiction is None
        assert not any(word in sayings(advice) for word in ("contradict", "impossible", "must be it", "100%"))
        if advice.solved:
            break
        seen.add(advice.beyond)
        shown = sum(item.chance for item in advice.likely)
        assert 0 < advice.reserve <= 1
        assert shown + advice.reserve <= 1 + 1e-9
        if advice.candidates <= 10 and advice.beyond != "none":
            assert shown + advice.reserve == pytest.approx(1)
        if advice.beyond:
            assert advice.notes[-1].startswith("No word of my list fits these colours. That is no fault of yours")
        history += f";{advice.action}={LAW.feedback(str(advice.action), secret)}"
    assert advice.secret == secret
    assert beyond in seen or game != "wordle"


def test_the_likeliest_words_come_first() -> None:
    advice = advise("slate=--g--;crank=-ggg-")
    chances = [item.chance for item in advice.likely]
    assert chances == sorted(chances, reverse=True)
    assert len(chances) <= 10


@pytest.mark.parametrize("word", ["aglow", "zzyzx"])
def test_any_word_may_be_typed(word: str) -> None:
    advice = advise(f"{word}=ggggg")
    assert advice.solved
    assert advice.secret == word
    after = advise(f"{word}=-----", draw=Drawing(asked="qwert"))
    assert after.beyond == ""
    assert after.form is not None
    assert after.form.action == "qwert"
    assert after.candidates == sum(LAW.feedback(word, secret) == "-----" for secret in LAW.secrets())
    said = answers(PossibleAnswers("wordle", "qwert", f"{word}=-----"))
    assert set(said) == {LAW.feedback("qwert", s) for s in LAW.secrets() if LAW.feedback(word, s) == "-----"}


def test_marks_of_a_word_in_no_list() -> None:
    assert marked_answer(MarkedAnswer("wordle", "zzyzx", "g----")).feedback == "g----"


def test_what_no_letters_explain_is_a_contradiction() -> None:
    for history in ("slate=ggggg;crane=ggggg", "qwert=g----;zzyzx=g----", "zzyzx=-y---"):
        advice = advise(history)
        assert advice.contradiction is not None
        assert advice.beyond == ""
    assert advise("slate=ggggg;crane=ggggg").contradiction.repairs  # type: ignore[union-attr]


def test_other_games_have_no_reserve() -> None:
    advice = advise("0011=1.0", "mastermind")
    assert advice.reserve == 0
    assert len(advice.likely) == 10
    assert advice.likely[0].chance == pytest.approx(1 / advice.candidates)
    assert advise("", "battleship").likely == []
