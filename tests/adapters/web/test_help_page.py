"""Help with a game elsewhere, and the computer that guesses: answered on the board until the secret is found."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit

import pytest
from selenium.webdriver.common.keys import Keys

from sleuth.app import Feedback, perform
from sleuth.core.game_spec import parse_game
from sleuth.show.spoken import spoken_secret

SECRETS = {
    "wordle": "train",
    "mastermind:pegs=3,colours=4": "213",
    "simple-mastermind:pegs=2,colours=3": "21",
    "bulls-and-cows:length=3,symbols=5": "240",
    "battleship:size=3,fleet=2": "1,2-1,3",
    "sploosh-kaboom:size=3,fleet=2": "1,2-1,3",
    "black-box:size=3,atoms=2": "a1,b3",
    "hangman:lengths=6": "planet",
    "fake-coin:coins=5": "4-heavy",
    "guess-who": "Omar",
    "number:numbers=15": "13",
    "treasure-hunt": "5",
    "low-middle-high": "11",
    "ulam:numbers=8@lies:most=1": "6",
}
"""A secret of every game; the first answer about the last one is a lie."""


def state(page: Any, name: str) -> str:
    """A field that goes with everything that is sent."""
    value = page.driver.execute_script("return document.querySelector(`#state [name=${arguments[0]}]`)?.value", name)
    return str(value or "")


def answers(page: Any) -> list[str]:
    """The answers that are in the address of the page."""
    history = parse_qs(urlsplit(page.driver.current_url).query).get("history", [""])[0]
    return [step for step in history.split(";") if step]


def law(page: Any, secret: str) -> str:
    """What is answered to the question that is asked now."""
    game, past = state(page, "game"), state(page, "history")
    return str(perform(Feedback(game, state(page, "asked"), secret, past)).feedback)


def signs_of(feedback: str, signs: str, places: int) -> str:
    """An answer as signs on the places of a row."""
    if "x" not in signs:
        return "*" * places if feedback == "no" else feedback.replace(" ", "")
    counts = zip(signs.replace(" ", "")[1:], map(int, feedback.split(".")), strict=True)
    return "".join(sign * count for sign, count in counts).ljust(places, ".")


def shown_secret(page: Any) -> str:
    """What was found, by its name or by the name of its picture."""
    return str(page.driver.execute_script(
        "const h = document.querySelector('.won h2');"
        "return h?.querySelector('svg')?.getAttribute('aria-label') || h?.innerText || ''"
    ))  # fmt: skip


YES, NO = (f"[name=act][value={verdict}]" for verdict in ("right", "denied"))
FAY = "/guess?game=guess-who&history=" + "%3B".join(
    f"{look}%3Dno" for look in ("smile:yes", "eyes:brown", "eyes:blue", "hair:blond", "hair:black")
)
"""Only Fay has nothing of all this."""
QUESTIONS = "#board .press:is([data-action],[data-part],[data-value],[data-slot],[data-does])"
ROW = "#board .cycle[data-mark]:not([data-step])"


def say(page: Any, feedback: str) -> None:
    """Give an answer where it can be given: on a row, on the board, or by its button."""
    page.settled()
    before = state(page, "history")
    press = f"#board [data-answer='{feedback}'], .answers [value='{feedback}']"
    if page.all(press):
        page.press(press)
    else:
        row = sorted(page.all(ROW), key=lambda one: int(one.get_attribute("data-mark")))
        for place, sign in zip(row, signs_of(feedback, row[0].get_attribute("data-signs"), len(row)), strict=True):
            for _ in range(3):
                if place.get_attribute("data-sign") != sign:
                    place.click()
            assert place.get_attribute("data-sign") == sign
        page.press(".done")
    page.until(lambda: state(page, "history") != before)


def until_found(page: Any, answer: Callable[[], str]) -> None:
    """Follow the advice and answer it, to the end."""
    for _ in range(40):
        if page.all(".won") or page.all(".contradiction"):
            return
        if page.all(".is-it"):
            page.press(YES)
            page.one(".won")
            return
        if "/guess" in page.driver.current_url:
            assert not page.all(QUESTIONS), "who is asked does not ask"
        if page.all(".take"):
            page.press(".take")
            page.until(lambda: page.all(ROW))
        say(page, answer())
    raise AssertionError("it was not found in 40 steps")


@pytest.mark.parametrize("path", ["/assist", "/guess"])
@pytest.mark.parametrize("game", SECRETS)
def test_answers_on_the_board_lead_to_the_end(page: Any, game: str, path: str) -> None:
    secret, lies = SECRETS[game], "@lies" in game
    page.open(f"{path}?{urlencode({'game': game})}")

    def answer() -> str:
        truth = law(page, secret)
        return truth if answers(page) or not lies else {"yes": "no", "no": "yes"}[truth]

    until_found(page, answer)
    found = page.until(lambda: shown_secret(page))
    plain = parse_game(game)
    assert found == spoken_secret(plain, plain.parse_secret(secret))
    page.says("I found it in" if path == "/guess" else "Found in", ".won")
    assert parse_qs(urlsplit(page.driver.current_url).query)["game"] == [game]
    assert not page.all(".answers button, .take, .done")


def test_what_is_found_can_be_denied(page: Any) -> None:
    """It follows from the answers alone, so it is asked; then the answers that were slips are found by what it was."""
    page.open(FAY)
    page.says("Is it", ".is-it")
    assert not page.all(".won")
    page.press(NO)
    page.says("Who was it?", "#side")
    names = [chip.get_attribute("value") for chip in page.all(".thoughts .chip")]
    assert (len(names), "Ada" in names, "Fay" in names, names[-1]) == (24, True, False, "")
    page.press(".thoughts [value=Ada]")
    page.says("It was Ada. These answers led me astray", "#side")
    page.says("Is there a smile? For Ada the answer is yes.", "#side")
    page.open(FAY)
    page.press(NO)
    page.press(".thoughts [value='']")
    page.says("Then it is not in my list.", "#side")
    page.open(FAY)
    page.press(YES)
    page.says("I found it in 5 questions!", ".won")


@pytest.fixture
def phone(page: Any) -> Iterator[Any]:
    """The page on a phone, where what is said stands below the board."""
    page.size(390, 780)
    yield page
    page.size(1200, 900)


@pytest.mark.parametrize(
    ("verdict", "words"), [(NO, "Who was it?"), (YES, "I found it in 5 questions!")], ids=["no", "yes"]
)
def test_what_is_said_of_a_guess_is_in_sight_on_a_phone(phone: Any, verdict: str, words: str) -> None:
    phone.open(FAY)
    phone.press(verdict)
    phone.says(words, "#side")
    top = phone.driver.execute_script("return document.querySelector('[data-news]').getBoundingClientRect().top")
    assert 0 < top < 600, "it is under the head, and above the bar below"


def test_what_it_was_is_said_as_it_was_pressed(page: Any) -> None:
    """Not as the game writes it."""
    page.open(f"/guess?{urlencode({'game': 'fake-coin:coins=5', 'history': '1,2/3,4=left;1/2=left'})}")
    page.press(NO)
    page.press(".thoughts [value='1-light']")
    page.says("It was coin 1, too light. These answers led me astray", "#side")


def test_what_was_asked_by_its_name_is_not_asked_again(page: Any) -> None:
    page.open("/guess?game=guess-who&history=Fay%3Dyes")
    page.says("I found it in 1 question!", ".won")


def test_what_was_denied_by_mistake(page: Any) -> None:
    """Too many numbers to be listed: what was thought of is typed, and may be what was found after all."""
    history = ";".join(f"{asked}=yes" for asked in ("0-31", "0-15", "0-7", "0-3", "0-1")) + ";0=no"
    page.open(f"/guess?{urlencode({'game': 'ulam:numbers=64', 'history': history})}")
    page.press(NO)
    page.one("#thought").send_keys("1", Keys.ENTER)
    page.says("I found it in 6 questions!", ".won")


def test_a_lie_that_was_allowed_led_nobody_astray(page: Any) -> None:
    """What was found after all is found, though one of its answers was a lie."""
    asked = "0-31=yes;0-31=no;0-31=yes;0-15=yes;0-15=yes;0-7=yes;0-7=yes;0-3=yes;0-3=yes;0-1=yes;0-1=yes;0=no;0=no"
    page.open(f"/guess?{urlencode({'game': 'ulam:numbers=64@lies:most=1', 'history': asked})}")
    page.press(NO)
    page.one("#thought").send_keys("1", Keys.ENTER)
    page.says("I found it in 13 questions!", ".won")


BLAME = ("contradict", "impossible", "mistake", "error")
"""What nobody is told."""


def blamed(page: Any) -> list[str]:
    """The unkind words on the page."""
    return [word for word in BLAME if word in page.text("main").lower()]


def test_a_wrong_answer_is_found_by_the_secret(page: Any) -> None:
    """The computer is puzzled, not angry; once it hears the secret it says which answer misled it."""
    page.open("/guess?game=number:numbers=15")
    until_found(page, lambda: law(page, "13") if answers(page) else "lower")
    page.says("No number fits these answers", ".contradiction")
    assert not blamed(page)
    page.press(".thoughts [value='13']")
    page.says("It was 13.", "#side")
    assert page.text("#side li").startswith("Question 1, 8. For 13 the answer is higher.")
    assert not blamed(page)
    page.press("#chips [value=begin]")
    page.says("My question 1", "#side")


def test_answers_that_do_not_fit_are_mended(page: Any) -> None:
    """Another answer to the question on the board, or to an earlier one; each in one press."""
    page.open("/assist?" + urlencode({"game": "number", "history": "50=lower;60=higher"}))
    page.says("No number fits these answers")
    assert not blamed(page)
    page.press(".answers [value=lower]")
    page.until(lambda: answers(page) == ["50=lower", "60=lower"])
    page.driver.back()
    page.until(lambda: page.all(".contradiction") and answers(page) == ["50=lower", "60=higher"])
    page.press("#repairs summary")
    assert page.text(".repair").index("Answer 2") < page.text(".repair").index("Answer 1")
    page.press(".repair:last-of-type .chip")
    page.until(lambda: not page.all(".contradiction"))
    assert answers(page)[1] == "60=higher"


def test_back_undo_reload_and_link(page: Any) -> None:
    """Back takes one answer back, forward gives it again; the address is the whole state, lies and all."""
    game = "number:numbers=15@lies:most=1"
    page.open(f"/assist?{urlencode({'game': game})}")
    seen = []
    for _ in range(2):
        say(page, "higher")
        seen.append((page.driver.current_url, state(page, "asked")))
    page.driver.back()
    page.until(lambda: len(answers(page)) == 1 and state(page, "history").count("=") == 1)
    page.settled()
    assert (page.driver.current_url, state(page, "asked")) == seen[0]
    page.driver.forward()
    page.until(lambda: state(page, "history").count("=") == 2)
    page.driver.refresh()
    page.until(lambda: (page.driver.current_url, state(page, "asked")) == seen[1])
    page.open(seen[0][0])
    assert state(page, "asked") == seen[0][1]
    assert state(page, "game") == game
    page.press("#chips .undo")
    page.until(lambda: not answers(page) and not state(page, "history"))
    assert parse_qs(urlsplit(page.driver.current_url).query)["game"] == [game]
    page.driver.back()
    page.until(lambda: len(answers(page)) == 1 and state(page, "history"))


@pytest.mark.parametrize(
    ("game", "history", "after"),
    [
        ("wordle", "crane=--y--;silty=-y---", "crane=y-y--;silty=-y---"),
        ("mastermind", "0011=0.1;2233=0.1", "0011=1.1;2233=0.1"),
    ],
)
def test_an_earlier_answer_is_changed_by_tapping(page: Any, game: str, history: str, after: str) -> None:
    page.open(f"/assist?{urlencode({'game': game, 'history': history})}")
    place = "0" if game == "wordle" else "1"
    cycle = f"#board .cycle[data-step='1'][data-mark='{place}']"
    page.press(cycle)
    page.until(lambda: answers(page) == after.split(";"))
    page.driver.back()
    page.until(lambda: answers(page) == history.split(";") and state(page, "history") == history)


def test_an_own_guess_by_keys_alone(page: Any) -> None:
    """A word that was guessed instead is typed; arrows and 1 2 3 colour its tiles; it can be taken back."""
    page.open("/assist?game=wordle")
    page.keys("crane", Keys.ENTER)
    page.until(lambda: state(page, "asked") == "crane")
    page.press(f"{ROW}[data-mark='2']")
    page.press(f"{ROW}[data-mark='3']")
    page.keys("3")
    page.one(f"{ROW}[data-mark='3'][data-sign=g]")
    page.press(".done")
    page.until(lambda: answers(page) == ["crane=--yg-"])
    page.keys("moist", Keys.ENTER)
    page.until(lambda: state(page, "asked") == "moist")
    page.press("#chips .undo")
    page.until(lambda: state(page, "asked") == "")
    assert answers(page) == ["crane=--yg-"]


def test_something_else_is_asked_on_the_board(page: Any) -> None:
    page.open("/assist?game=number")
    page.press("#board [data-action='7']")
    page.until(lambda: state(page, "asked") == "7")
    say(page, "higher")
    assert answers(page) == ["7=higher"]


def test_a_word_that_no_list_has(page: Any) -> None:
    """The helper goes on with the letters, and blames nobody."""
    game = parse_game("wordle")
    page.open("/assist?game=wordle")

    def answer() -> str:
        assert not blamed(page)
        return str(game.feedback(state(page, "asked"), "brixy"))

    until_found(page, answer)
    page.says("brixy", ".won h2")


def test_help_from_the_first_click(page: Any) -> None:
    page.open("/assist")
    page.press("main a[href*='game=number']")
    page.says("Try next", "#side")
    page.open("/guess")
    page.press("main a[href*='game=number']")
    page.says("My question 1", "#side")
