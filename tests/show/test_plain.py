"""Plain words: short, rounded, of real things; and never more than is known."""

from __future__ import annotations

import re

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.trials import trials

from sleuth import InformationSet, begin, parse_game, parse_strategy
from sleuth.app.assist import repairs
from sleuth.app.perform import perform
from sleuth.app.requests import Assist
from sleuth.core.game_spec import game_names
from sleuth.core.history import History
from sleuth.core.text import several
from sleuth.show.plain import (
    amount,
    bits_story,
    contradiction_text,
    counted,
    halfway,
    headline,
    left_text,
    odds,
    share_left,
    why,
)

SMALL = {
    "fake-coin": "fake-coin:coins=6",
    "black-box": "black-box:size=4,atoms=2",
    "ulam": "ulam:numbers=64",
    "battleship": "battleship:size=4x4,fleet=3-2",
    "sploosh-kaboom": "sploosh-kaboom:size=4,fleet=3-2",
    "hangman": "hangman:lengths=5",
    "wordle": "wordle:length=4",
}
LYING = ("number:numbers=20@lies", "ulam:numbers=16@lies:most=2", "guess-who@half-lies", "number@noise")
GAMES = (*(SMALL.get(name, name) for name in game_names()), *LYING)
BARRED = re.compile(
    r"candidate|oracle|\bbits?\b|\b0 \w+|\b0 will|impossible|contradict|particle|100 ?%|nan|inf\b", re.I
)


def check_sentences(texts: list[str]) -> None:
    for text in texts:
        assert not BARRED.search(text), text
        assert re.fullmatch(r"[A-Z\d].*[.]", text), text
        assert len(text) <= 160
        assert not re.search(r"\b1 (?!in )[a-z]+s\b(?! in)", text), text
        assert "  " not in text


@settings(max_examples=trials(120), deadline=None)
@given(st.sampled_from(GAMES), st.sampled_from(["", "random"]), st.integers(0, 5), st.integers(0, 999))
def test_a_play_of_every_game_in_plain_words(spec: str, rule: str, steps: int, seed: int) -> None:
    rng, info = np.random.default_rng(seed), begin(parse_game(spec))
    start, usual = info, parse_strategy(info.game.goal.usual_strategy)
    secret = info.sample(rng)[0]
    for _ in range(steps):
        if not info.over:
            action = usual.decide(info).action
            info = info.observe(action, info.answer(action, secret, rng))
    check_sentences([f"{left_text(info, start)}.", f"{left_text(info)}.", halfway(info.entropy, start.entropy)])
    if info.over:
        return
    decision = (parse_strategy(rule) if rule else usual).decide(info, rng=rng)
    check_sentences([headline(decision), *why(decision)])
    assert why(decision)
    if info.size > 1:
        assert headline(decision) != "This must be it."
        assert not any("must be the" in text or "only code" in text for text in why(decision))


def advised(game: str, history: str = "") -> tuple[str, str, str]:
    advice = perform(Assist(game, history))
    return advice.left_text, advice.headline, " ".join(advice.why)


@pytest.mark.parametrize(
    ("game", "history", "left", "told", "reasons"),
    [
        (
            "mastermind",
            "0011=1.0;0234=1.1",
            "45 codes are still possible, of 1,296",
            "Try this one. It rules out most.",
            "Of the 45 codes about 5 will be left, 9 at worst. And it may be the code itself: 1 in 45.",
        ),
        (
            "number:numbers=3",
            "2=lower",
            "Only one number is still possible",
            "This must be it.",
            "It is the only number that fits.",
        ),
        (
            "number:numbers=3",
            "",
            "All 3 numbers are still possible",
            "Try this one. It rules out most.",
            "Whatever the answer, only one number will be left. And it is right about 1 time in 3.",
        ),
        (
            "battleship",
            "",
            "About 15 billion fleets are still possible",
            "Shoot here.",
            "The chance of a hit is 1 in 5.",
        ),
        (
            "ulam:numbers=16@lies",
            "",
            "All 16 numbers are still possible",
            "Ask this.",
            "One answer may be a lie. Whatever the answer, at most 8 of the 16 numbers will fit without a lie.",
        ),
        (
            "ulam:numbers=16@lies",
            "0-7=no;0-7=yes",
            "All 16 numbers are still possible",
            "Ask this. It rules out about half.",
            "No answer will be a lie any more: all lies were told. Of the 16 numbers about 8 will be left.",
        ),
        (
            "fake-coin",
            "1,2,3,4/5,6,7,8=left",
            "8 cases are still possible, of 24",
            "Weigh these. It rules out most.",
            "Of the 8 cases about 3 will be left.",
        ),
        ("number", "50=equal", "Only one number is still possible", "The number is 50.", ""),
        ("number", "50=lower;60=higher", "No number fits these answers", "No number fits these answers.", ""),
    ],
)
def test_what_people_read(game: str, history: str, left: str, told: str, reasons: str) -> None:
    assert advised(game, history) == (left, told, reasons)


def test_a_sample_is_spoken_of_as_one() -> None:
    advice = perform(Assist("mastermind:pegs=8,colours=9", "00112233=3.2", belief="sampled"))
    assert re.fullmatch(r"About \d\d0,000 codes are still possible", advice.left_text)
    assert re.fullmatch(r"Of the codes that fit about 1 in \d+ will be left\.", advice.why[0])
    assert "cannot be" not in " ".join(advice.why)


@pytest.mark.parametrize(
    ("number", "exact", "text"),
    [
        (1, True, "1"),
        (1296, True, "1,296"),
        (999_999, True, "999,999"),
        (1_000_000, True, "1 million"),
        (15_234_567_890, True, "about 15 billion"),
        (30_093_975_536, False, "about 30 billion"),
        (4_717, False, "about 4,700"),
        (4.6, False, "about 5"),
        (0.2, False, "about 1"),
        (995_000_000_000, False, "about 1 trillion"),
        (1e40, False, "more than 1,000 trillion"),
    ],
)
def test_amounts(number: float, exact: bool, text: str) -> None:
    assert amount(number, exact) == text


@given(st.floats(0, 1e30) | st.integers(0, 10**30), st.booleans(), st.sampled_from(["code", "city", "box", "day"]))
def test_things_are_counted_in_the_right_number(number: float, exact: bool, noun: str) -> None:
    text = counted(number, noun, exact)
    assert text.endswith(noun) == (text.removeprefix("about ") == f"1 {noun}")
    assert text.endswith(several(noun)) or text.endswith(noun)
    assert not re.match(r"(about )?0", text)


def test_plurals() -> None:
    nouns = ["code", "city", "box", "day", "guess"]
    assert [several(noun) for noun in nouns] == ["codes", "cities", "boxes", "days", "guesses"]


@pytest.mark.parametrize(
    ("chance", "text"),
    [
        (0.25, "1 in 4"),
        (0.02, "1 in 50"),
        (1 / 1296, "1 in 1,296"),
        (0.4, "2 in 5"),
        (0.5, "1 in 2"),
        (0.75, "3 in 4"),
        (0.99, "almost sure"),
        (1.0, "almost sure"),
        (0.0, "hardly any chance"),
        (1e-9, "1 in 1 billion"),
    ],
)
def test_odds(chance: float, text: str) -> None:
    assert odds(chance) == text


@given(st.floats(0, 1), st.booleans())
def test_odds_are_near_the_chance_and_never_certain_by_themselves(chance: float, proved: bool) -> None:
    text = odds(chance, proved)
    assert "%" not in text
    assert (text == "certain") == (proved and chance == 1)
    assert (text == "no chance") == (proved and chance == 0)
    if match := re.fullmatch(r"(\d+) in (\d+)", text):
        assert int(match[1]) / int(match[2]) == pytest.approx(chance, rel=0.25)


@given(st.floats(0, 60), st.floats(0, 60))
def test_the_way_is_told_for_any_two_entropies(entropy: float, start: float) -> None:
    assert 0 <= share_left(entropy, start) <= 1
    check_sentences([halfway(entropy, start)])
    assert (halfway(entropy, start) == "You are there.") == (1 - share_left(entropy, start) == 1)


def test_half_of_the_way() -> None:
    assert halfway(5.64, 10.34) == "You are about half-way."
    assert halfway(10.34, 10.34) == "You are at the beginning."
    assert halfway(0.4, 10.34) == "You are nearly there."


@given(st.floats(0, 40), st.floats(0, 40))
def test_a_question_is_never_worth_more_than_is_needed(bits: float, entropy: float) -> None:
    text = bits_story(bits, entropy, "code")
    match = re.search(r"worth ([\d.]+) halvings? of the ([\d.]+) you need\.$", text)
    assert match
    assert float(match[1]) <= float(match[2])
    assert ("1.0 halving of" in text) == (match[1] == "1.0")


def doubt(game: str, history: str) -> str:
    read = parse_game(game)
    past = History.parse(read, history)
    return contradiction_text(read, [repair.spoken for repair in repairs(read, past)])


def test_answers_that_nothing_fits() -> None:
    assert doubt("number", "50=lower;60=higher") == (
        "No number fits these answers. One of them may be wrong: look again at the answer to 60, or at that to 50."
    )
    assert doubt("number", "50=lower;60=higher;20=equal;30=equal").startswith(
        "No number fits these answers. More than one of them may be wrong:"
    )
    assert doubt("number@lies", "50=lower;60=higher;40=lower;70=higher").startswith(
        "No number fits these answers, even with one lie."
    )


def test_a_question_in_doubt_is_named_as_people_say_it() -> None:
    assert "the answer to C3." in doubt("battleship:size=5,fleet=3-2", "3,3=sunk")
    said = contradiction_text(parse_game("guess-who"), ["Is the hair red?", "Is the hair blond?"])
    assert said.endswith("look again at the answer to “Is the hair red?”, or at that to “Is the hair blond?”.")


def test_no_answer_is_called_impossible() -> None:
    advice = perform(Assist("number", "50=lower;60=higher"))
    assert advice.contradiction is not None
    check_sentences([advice.headline, advice.contradiction.advice])


def test_the_share_that_is_left_is_that_of_the_entropy() -> None:
    start: InformationSet = begin(parse_game("mastermind"))
    advice = perform(Assist("mastermind", "0011=1.0"))
    assert advice.share_left == pytest.approx(advice.entropy / start.entropy)
    assert advice.noun == "code"
