"""Clue in a real browser: help at a real table by taps and as text, a table with computer players, the review, MYST."""

from __future__ import annotations

import sqlite3
import urllib.request
from contextlib import closing
from typing import Any
from urllib.parse import urlencode

import pytest
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import Select

from sleuth.app.log_history import LogHistory

LOG = """players: Ann 6, Ben 6, Cat 6
me: Ann
hand: Mustard, Plum, Knife, Rope, Hall, Study
Ann: Green, Wrench, Library -> Ben no, Cat shows Wrench
"""


def chip(page: Any, name: str, value: str) -> None:
    """Tap a choice."""
    page.press(f'label:has(input[name="{name}"][value="{value}"])')


def tick(page: Any, name: str) -> None:
    """Tap a card of one's own."""
    page.press(f'label:has(input[name="{name}"])')
    page.until(page.idle)


def kept(page: Any) -> str:
    """The log of this table, as the server has it."""
    page.settled()
    identity = page.driver.execute_script("return document.querySelector('#state [name=id]').value")
    with closing(sqlite3.connect(page.folder / "plays.db")) as store:
        row = store.execute("SELECT record FROM plays WHERE id = ? AND kind = 'log'", (identity,)).fetchone()
    return "" if row is None else LogHistory.parse(row[0]).text


def other_device(page: Any, **pressed: str) -> None:
    """Somebody presses something on another device, which shows the table as it is."""
    identity, version = page.driver.execute_script(
        "return ['id', 'version'].map(name => document.querySelector(`#state [name=${name}]`).value)"
    )
    body = urlencode({"id": identity, "version": version, **pressed}).encode()
    with urllib.request.urlopen(f"{page.url}/clue/help", body) as reply:
        assert "X-Refused" not in reply.headers


def with_log(page: Any, text: str) -> None:
    """The help with this log, as an earlier version kept it in the browser."""
    page.open("/clue")
    page.driver.execute_script("localStorage.setItem('sleuth-clue-log', arguments[0])", text)
    page.open("/clue/help")


def write(page: Any, text: str) -> None:
    """More lines of the log, as text."""
    page.press("#text-fold summary")
    log = page.one("textarea.log")
    log.send_keys(Keys.CONTROL, Keys.END)
    log.send_keys(text)
    page.press(".what-now")
    page.until(page.idle)


def deal(page: Any, number: str = "7") -> None:
    page.open("/clue/new")
    page.press("#more summary")
    page.one(".deal-number input").send_keys(number)
    page.press(".deal")


def test_both_ways_lead_from_the_first_page(page: Any) -> None:
    page.open("/clue")
    page.press('a[href="/clue/help"]')
    page.says("Which cards do you hold?")
    page.open("/clue")
    page.press('a[href="/clue/new"]')
    page.says("Who plays with you?")


def test_a_table_is_set_up_by_taps_and_nothing_is_lost(page: Any) -> None:
    page.open("/clue/help")
    chip(page, "count", "4")
    page.until(lambda: len(page.all(".seat-row")) == 4)
    name = page.one('input[name="name-2"]')
    name.send_keys(Keys.CONTROL, "a")
    name.send_keys("Gran", Keys.TAB)
    page.until(page.idle)
    for card in ("Plum", "Rope", "Hall", "Study"):
        tick(page, f"hand-{card}")
    page.says("Choose one more of your cards")
    page.press(".begin")
    page.says("Choose one more of your cards", ".toast")
    assert "/clue/help/" in page.driver.current_url
    page.driver.refresh()
    page.until(lambda: len(page.all(".seat-row input[type=text]")) == 4)
    assert page.one('input[name="name-2"]').get_attribute("value") == "Gran"
    tick(page, "hand-Kitchen")
    page.says("All set.")
    page.press(".begin")
    page.says("Turn 1")
    assert kept(page).startswith(
        "players: You 5, Gran 5, Ben 4, Cat 4\nme: You\nhand: Plum, Rope, Hall, Kitchen, Study\n"
    )
    page.says("Suggest this:", ".advice")


def test_a_turn_by_taps(page: Any) -> None:
    with_log(page, LOG)
    page.says("Turn 2")
    assert page.text('[data-step="who"]') == "Who asks\nBen"
    for name, card in (("card-0", "White"), ("card-1", "Revolver"), ("card-2", "Lounge")):
        chip(page, name, card)
    assert not page.all('label:has(input[name="shower"][value="Ben"])')
    assert not page.all('[data-step="shown"]')
    chip(page, "shower", "Ann")
    page.press(".save")
    page.says("holds none of these cards", ".toast")
    assert "Turn 2" in page.text()
    page.press('[data-step="shower"]')
    chip(page, "shower", "Cat")
    page.press(".save")
    page.says("Ben: White, Revolver, Lounge. Cat showed a card.", "#lines")
    page.says("Turn 3")
    page.driver.refresh()
    page.says("Cat showed a card.", "#lines")
    assert kept(page) == f"{LOG}Ben: White, Revolver, Lounge -> Cat shows ?\n"
    page.press(".undo")
    page.until(lambda: "Cat showed a card." not in page.text("#lines"))
    assert kept(page) == LOG
    page.driver.refresh()
    page.press(".redo")
    page.says("Cat showed a card.", "#lines")
    assert kept(page) == f"{LOG}Ben: White, Revolver, Lounge -> Cat shows ?\n"


def test_a_turn_by_keys_alone(page: Any) -> None:
    """Enter takes a choice and goes on to the next one."""
    with_log(page, LOG)
    page.says("Turn 2")
    page.driver.execute_script("document.querySelector('[data-pick=\"card-0\"] input').focus()")
    for downs in (1, 0, 2, 1):
        for _ in range(downs):
            page.driver.switch_to.active_element.send_keys(Keys.ARROW_DOWN)
        page.driver.switch_to.active_element.send_keys(Keys.ENTER)
    assert page.driver.switch_to.active_element.text == "Save this turn"
    page.driver.switch_to.active_element.send_keys(Keys.ENTER)
    page.says("Ben: Mustard, Candlestick, Conservatory. Cat showed a card.", "#lines")


def test_accusations_and_turns_without_a_suggestion(page: Any) -> None:
    with_log(page, LOG)
    page.says("Turn 2")
    chip(page, "kind", "pass")
    page.press(".save")
    page.says("Ben made no suggestion.", "#lines")
    chip(page, "kind", "accuse")
    for name, card in (("card-0", "White"), ("card-1", "Revolver"), ("card-2", "Lounge")):
        chip(page, name, card)
    chip(page, "result", "right")
    page.press(".save")
    page.says("Cat accused White, Revolver, Lounge: right.", "#lines")
    page.says("The game is over")


def test_the_advice_is_taken(page: Any) -> None:
    with_log(page, f"{LOG}Ben: pass\nCat: pass\n")
    cards = page.until(lambda: page.text(".adv3").split())
    page.press(".take")
    page.says("You", '[data-step="who"]')
    page.until(lambda: page.text('[data-step="card-0"] b') == cards[0])
    page.says("After the answers your best guess is right", ".advice")


def test_a_line_is_changed_by_taps_and_as_text(page: Any) -> None:
    with_log(page, f"{LOG}Ben: pass\n")
    page.press("#lines li:nth-child(1) .edit")
    page.says("Change turn 1")
    assert page.text('[data-step="shown"] b') == "Wrench"
    page.press('[data-step="card-0"]')
    chip(page, "card-0", "White")
    page.driver.refresh()  # what was tapped is not lost
    page.until(lambda: page.text('[data-step="card-0"] b') == "White")
    page.press(".save")
    page.says("You: White, Wrench, Library. Ben passed, Cat showed you Wrench.", "#lines")
    page.press("#lines li:nth-child(2) .edit")
    page.press("#as-text summary")
    field = page.one("#as-text input")
    field.send_keys(Keys.CONTROL, "a")
    field.send_keys("Ben: White, Revolver, Lounge -> none")
    page.press(".edit-text")
    page.says("Nobody could show a card.", "#lines")
    page.press("#lines li:nth-child(1) .edit")
    page.press(".remove")
    page.until(lambda: "Wrench" not in page.text("#lines"))
    assert kept(page).endswith("Study\nBen: White, Revolver, Lounge -> none\n")


def test_a_forgotten_turn_is_put_in(page: Any) -> None:
    with_log(page, f"{LOG}Cat: pass\n")
    page.press("#lines li:nth-child(1) .edit")
    page.press(".after")
    page.says("A turn after turn 1")
    assert page.text('[data-step="who"] b') == "Ben"
    chip(page, "kind", "pass")
    page.press(".save")
    page.until(lambda: len(page.all("#lines li")) == 3)
    page.press("#lines li:nth-child(1) .edit")
    page.press(".before")
    page.says("A turn before turn 1")
    page.press(".close")
    page.says("Turn 4")
    assert kept(page) == f"{LOG}Ben: pass\nCat: pass\n"


def test_players_are_called_otherwise_in_every_line(page: Any) -> None:
    with_log(page, LOG)
    page.press("#heads summary")
    page.press("#heads button")
    name = page.one('input[name="name-3"]')
    name.send_keys(Keys.CONTROL, "a")
    name.send_keys("Kim", Keys.TAB)
    page.settled()
    page.press(".begin")
    page.says("Kim showed you Wrench", "#lines")
    assert kept(page).endswith("Ann: Green, Wrench, Library -> Ben no, Kim shows Wrench\n")


def test_the_half_of_a_turn_outlives_a_reload(page: Any) -> None:
    with_log(page, LOG)
    page.says("Turn 2")
    chip(page, "card-0", "White")
    chip(page, "card-1", "Revolver")
    page.driver.refresh()
    page.until(lambda: page.text('[data-step="card-1"] b') == "Revolver")
    assert page.text('[data-step="card-0"] b') == "White"
    chip(page, "card-2", "Lounge")
    chip(page, "shower", "Cat")
    page.press(".save")
    page.says("Turn 3")
    assert page.text('[data-step="card-0"] b') == "choose"


def test_a_usual_turn_is_six_taps(page: Any) -> None:
    page.size(390, 844)
    with_log(page, f"{LOG}Ben: pass\nCat: pass\n")
    page.says("Turn 4")
    taps = (("card-0", "White"), ("card-1", "Revolver"), ("card-2", "Lounge"), ("shower", "Cat"), ("shown", "1"))
    for name, value in taps:  # one after the other is on the screen, without a tap between
        chip(page, name, value)
    page.press(".save")
    assert len(taps) + 1 == 6
    page.says("Turn 5")
    assert kept(page).endswith("Ann: White, Revolver, Lounge -> Cat shows Revolver\n")
    page.size(1200, 900)


def test_a_second_press_saves_no_second_turn(page: Any) -> None:
    with_log(page, LOG)
    page.says("Turn 2")
    chip(page, "kind", "pass")
    page.driver.execute_script("for (let i = 0; i < 3; i++) document.querySelector('.save').click()")
    page.says("Turn 3")
    assert kept(page) == f"{LOG}Ben: pass\n"
    page.press("#lines li:nth-child(1) .edit")
    page.one(".remove")
    page.driver.execute_script("for (let i = 0; i < 3; i++) document.querySelector('.remove')?.click()")
    page.until(lambda: len(page.all("#lines li")) == 1)
    assert kept(page).endswith("Study\nBen: pass\n")


def test_taps_in_a_hurry_are_all_kept(page: Any) -> None:
    """Taps of the set-up come faster than the answers, and make one table."""
    page.open("/clue/help")
    taps = "for (const card of arguments[0]) document.querySelector(`input[name=hand-${card}]`).click()"
    page.driver.execute_script(taps, ["Plum", "Rope", "Hall", "Study"])
    page.settled()
    assert "hand: Plum, Rope, Hall, Study\n" in kept(page)
    assert not page.all(".stale")
    for card in ("Study", "Hall", "Rope"):
        page.press(".undo")
        page.until(lambda card=card: f"hand-{card}" not in chosen(page))
    assert chosen(page) == ["hand-Plum"]


def chosen(page: Any) -> list[str]:
    """The cards of one's own that are ticked."""
    page.settled()
    ticked = "return [...document.querySelectorAll('input[name^=hand-]:checked')].map(one => one.name)"
    return list(page.driver.execute_script(ticked))


def test_two_devices_at_one_table(page: Any) -> None:
    """Who is behind is told, and sees the table as it is; nothing is overwritten."""
    with_log(page, LOG)
    page.says("Turn 2")
    page.settled()
    other_device(page, act="turn", who="Ben", kind="pass")
    chip(page, "card-0", "White")
    chip(page, "kind", "pass")
    page.press(".save")
    page.says("was changed on another device", ".stale")
    page.says("Turn 3")
    assert kept(page) == f"{LOG}Ben: pass\n"
    chip(page, "kind", "suggest")
    assert page.text('[data-step="card-0"] b') == "White"  # what was tapped here is still there
    other_device(page, act="undo")
    page.driver.execute_script("document.dispatchEvent(new Event('visibilitychange'))")  # who comes back looks again
    page.says("Turn 2")
    assert kept(page) == LOG


def test_what_if_a_card_were_there(page: Any) -> None:
    with_log(page, LOG)
    page.press('[data-fact="h(2,White)"]')
    page.says("What if Ben", ".ask-cell")
    page.press("[data-yes]")
    page.says("Ben has White.", ".supposed")
    page.says("Under the supposition.", "#notebook")
    assert page.all("#notebook.supposing button[value='h(2,White)']")
    page.driver.refresh()
    page.says("Ben has White.", ".supposed")
    assert kept(page) == LOG
    page.press(".leave-it")
    page.until(lambda: not page.all(".supposing, .supposed"))
    assert page.one('[data-fact="h(2,White)"]')


def test_what_if_a_turn_went_so(page: Any) -> None:
    with_log(page, f"{LOG}Ben: pass\nCat: pass\n")
    page.says("Turn 4")
    for name, card in (("card-0", "Green"), ("card-1", "Revolver"), ("card-2", "Lounge")):
        chip(page, name, card)
    page.press(".what-if")
    page.says("you suggest Green, Revolver, Lounge?", ".supposed")
    page.until(lambda: page.all(".wonders li"))
    page.press('.wonders button[value$="Cat shows Revolver"]')
    page.says("Ben passed, Cat showed you Revolver.", ".supposed")
    page.says("Under the supposition.", "#notebook")
    page.press('[data-step="shower"]')
    chip(page, "shower", "Ben")
    page.press(".what-if")
    page.until(lambda: len(page.all(".supposed p")) == 2)
    page.press(".leave-it")
    page.until(lambda: not page.all(".supposed"))
    chip(page, "shown", "0")
    page.press(".what-if")
    page.says("That cannot be.", ".advice")
    page.says("That cannot happen: turn 1 (Ben no).", ".advice")
    assert kept(page) == f"{LOG}Ben: pass\nCat: pass\n"


def test_tables_are_carried_on_with(page: Any) -> None:
    with_log(page, LOG)
    page.says("Turn 2")
    page.settled()
    page.open("/clue")
    page.says("Ann, Ben, Cat, 1 turn", ".carry")
    page.press(".carry a")
    page.says("Turn 2")


def test_the_log_of_the_browser_is_taken_over_once(page: Any) -> None:
    with_log(page, LOG)
    page.says("Turn 2")
    page.settled()
    assert page.driver.execute_script("return localStorage.getItem('sleuth-clue-log')") is None
    page.open("/clue/help")
    page.says("Which cards do you hold?")


def test_lines_that_cannot_be_true_are_named(page: Any) -> None:
    with_log(page, LOG)
    write(page, "Ben: White, Wrench, Library -> Cat no, Ann no\n")
    page.says("cannot all be true: turn 1 (Cat shows Wrench); turn 2 (Cat no)", ".clue-help")


def test_a_log_stays_over_a_reload_and_a_typo_wipes_nothing(page: Any) -> None:
    with_log(page, LOG)
    write(page, "Ben: Whyte, Wrench, Library -> Cat no, Ann no\nCat: White, Revolver, Lounge -> Ben ?\n")
    page.says("Line 5 is left out", "#lines")
    page.press("#bits summary")
    page.says("deals are left", "#bits")
    page.driver.refresh()
    page.says("Line 5 is left out", "#lines")
    assert "Whyte, Wrench" in kept(page)


def test_why_something_is_certain(page: Any) -> None:
    with_log(page, LOG)
    page.press('button.cell[value="h(3,Wrench)"]')
    page.says("Cat has Wrench.", ".why")
    page.says("Cat showed you Wrench", ".why")
    assert "why=" in page.driver.current_url
    page.driver.refresh()
    page.says("Cat has Wrench.", ".why")
    page.press('button.cell[value="!h(2,Green)"]')
    page.says("Ben does not have Green.", ".why")


def test_the_notebook_is_read_by_arrows(page: Any) -> None:
    with_log(page, LOG)
    page.one("button.cell")
    cells = "return [...document.querySelectorAll('button.cell')].filter(cell => cell.tabIndex === 0).length"
    page.until(lambda: page.driver.execute_script(cells) == 1)
    page.driver.execute_script("document.querySelector('button.cell').focus()")
    for key in (Keys.ARROW_DOWN, Keys.ARROW_RIGHT):
        page.driver.switch_to.active_element.send_keys(key)
    assert page.driver.switch_to.active_element.get_attribute("value") == "!h(2,Mustard)"


def test_what_is_supposed_is_in_the_address(page: Any) -> None:
    with_log(page, LOG)
    page.press("#options summary")
    chip(page, "shows", "any")
    chip(page, "habits", "usual")
    tick(page, "room-Kitchen")
    page.press(".apply")
    page.until(lambda: "shows=any" in page.driver.current_url)
    assert "rooms=Kitchen" in page.driver.current_url
    page.driver.refresh()
    page.until(lambda: page.driver.execute_script("return document.querySelector('input[name=room-Kitchen]')?.checked"))


def test_a_new_table_leaves_the_old_one(page: Any) -> None:
    with_log(page, LOG)
    page.says("Turn 2")
    where = page.driver.current_url
    page.press("#text-fold summary")
    page.press(".new")
    page.says("Which cards do you hold?")
    page.open(where)
    page.says("Turn 2")


def test_hostile_logs(page: Any) -> None:
    page.open("/clue/help/nothing-of-this-name")
    page.says("There is no such table; it may have been removed.")
    page.errors()  # a page that is not there is a 404
    with_log(page, LOG)
    page.says("Turn 2")
    page.press(".save")
    page.toast("Choose the suspect")
    page.press("#text-fold summary")
    page.driver.execute_script("document.getElementById('log').value = 'x'.repeat(20001)")
    page.press(".what-now")
    page.toast("A log has at most 20,000 signs, not 20,002.")
    assert kept(page) == LOG
    identity = page.driver.current_url.rpartition("/")[2]
    with closing(sqlite3.connect(page.folder / "plays.db")) as store:
        store.execute("UPDATE plays SET record = ? WHERE id = ?", ('{"format": 99, "lines": []}', identity))
        store.commit()
    page.driver.refresh()
    page.says("This log was written by another Sleuth (format 99, not 1).")
    page.errors()


def test_names_that_a_line_cannot_hold(page: Any) -> None:
    page.open("/clue/help")
    name = page.one('input[name="name-2"]')
    name.send_keys(Keys.CONTROL, "a")
    name.send_keys("Gran, or: <b>", Keys.TAB)
    page.toast("A name has at most 30 signs, and no comma, colon or # among them.")


def test_hostile_names_at_a_table(page: Any) -> None:
    names = "<img src=x onerror=alert(1) 6, B&lt;i&gt;n 6, Cat 6"
    with_log(page, f"players: {names}\nCat: Plum, Rope, Hall -> none\n")
    heads = page.until(lambda: page.text("table.nb thead"))
    assert "<img" in heads
    assert "B&lt;" in heads
    assert page.driver.execute_script("return document.querySelectorAll('main img').length") == 0


# A table with computer players.


def test_a_table_of_clue(page: Any) -> None:
    deal(page)
    page.says("You sit with Anna, sharp; Ben, careful.")
    page.press(".suggest")
    page.says("Choose who, with what and where first", ".toast")
    for number in range(3):
        page.press(f'[data-pick="card-{number}"] label')
    page.press(".suggest")
    page.says("You suggest Green, Candlestick, Ballroom.", "#events")
    page.press(".notebook-button")
    page.one("#notes table.nb")
    page.press(".hint")
    page.says("Do not accuse yet", "#advice")
    page.press(".end-turn")
    page.press(".skip-telling")
    page.until(lambda: page.all("#events .new"))
    said = page.text("#events")
    assert "player " not in said
    assert said.index("You suggest") < said.index("Anna suggests")
    assert page.all("#notes table.nb")
    page.settled()
    where = page.driver.current_url.removeprefix(page.url)
    page.open("/")
    assert page.one("#carry-on a").get_dom_attribute("href") == where


def test_the_others_are_told_one_after_the_other(page: Any) -> None:
    deal(page)
    page.press(".hint")
    page.press(".take")
    page.press(".end-turn")
    page.one(".skip-telling")
    assert not page.all("#todo")
    page.until(lambda: page.all("#todo") and not page.all(".skip-telling"))
    page.driver.execute_cdp_cmd(
        "Emulation.setEmulatedMedia", {"features": [{"name": "prefers-reduced-motion", "value": "reduce"}]}
    )
    deal(page)
    page.press(".hint")
    page.press(".take")
    page.press(".end-turn")
    page.until(lambda: page.all("#events .new"))
    assert not page.all(".skip-telling")
    page.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": []})


def test_a_table_with_a_board(page: Any) -> None:
    page.open("/clue/new")
    chip(page, "count", "3")
    Select(page.one("select[name=edition]")).select_by_value("classic-board")
    page.press("#more summary")
    page.one(".deal-number input").send_keys("7")
    page.press(".deal")
    page.says("You sit with Anna, sharp; Ben, careful; Clara, curious.")
    page.says("You rolled 10: where to?", "#todo")
    page.says("You: at the start", "#todo")
    page.press('.rooms button[value="Conservatory"]')
    page.says("Your turn: suggest three cards", "#todo")
    page.says("You are here", "#board li.mine")
    assert page.text('[data-step="card-2"] b') == "Conservatory"
    for number in range(2):
        page.press(f'[data-pick="card-{number}"] label')
    page.press(".suggest")
    page.says("You suggest Green, Candlestick, Conservatory.", "#events")
    page.press(".end-turn")
    page.press(".skip-telling")
    page.settled()
    page.press(".hint")
    page.press(".take")
    page.settled()


def test_an_edition_that_there_is_not(page: Any) -> None:
    page.open("/clue/new")
    page.driver.execute_script("document.querySelector('[name=edition] option').value = '../secret.txt'")
    page.press(".deal")
    page.toast("There is no edition of this name")


def test_the_advice_of_a_table_is_taken(page: Any) -> None:
    deal(page)
    page.press(".hint")
    cards = page.until(lambda: page.text("#advice .act")).removeprefix("Suggest ").rstrip(".")
    page.press(".take")
    page.says(f"You suggest {cards}.", "#events")


def test_a_game_of_clue_is_reviewed_at_its_end(page: Any) -> None:
    deal(page)
    page.press(".hint")
    page.press(".take")
    page.press("#accuse-fold summary")
    page.press(".accuse")
    page.driver.switch_to.alert.accept()
    page.press(".review")
    page.says("Turn by turn")
    page.one(".curve svg")
    page.press("#bits summary")
    page.says("bits expected", ".grades")
    page.says("bits missing at the start", "#bits")


def test_a_double_click_is_one_wish(page: Any) -> None:
    """The second click of a double click does not press the button that took the place of the first."""
    deal(page)
    page.press(".hint")
    take = page.one(".take")
    spot = page.driver.execute_script(
        "const r = arguments[0].getBoundingClientRect(); return [r.x + 12, r.y + r.height / 2]", take
    )
    for count in (1, 2):
        for kind in ("mousePressed", "mouseReleased"):
            mouse = {"type": kind, "x": spot[0], "y": spot[1], "button": "left", "clickCount": count}
            page.driver.execute_cdp_cmd("Input.dispatchMouseEvent", mouse)
        if count == 1:
            page.one(".end-turn")
    page.until(page.idle)
    assert page.all(".end-turn")


@pytest.mark.parametrize("number", ["-5", "1e300", "7.5"])
def test_numbers_of_deals(page: Any, number: str) -> None:
    deal(page, number)
    page.says("The number of a deal is a whole number from 0", ".toast")


# MYST.


def test_the_value_of_myst(page: Any) -> None:
    page.open("/clue")
    page.press("#myst-fold summary")
    page.press(".work-out")
    page.says("= 1/2", "#myst")


@pytest.mark.parametrize(("m", "n"), [("", "2"), ("-1", "2"), ("1e300", "2"), ("2.5", "2"), ("500", "500")])
def test_numbers_of_myst(page: Any, m: str, n: str) -> None:
    page.open("/clue")
    page.press("#myst-fold summary")
    page.driver.execute_script("document.querySelector('#myst form').noValidate = true")
    for name, value in (("m", m), ("n", n)):
        field = page.one(f'#myst input[name="{name}"]')
        field.send_keys(Keys.CONTROL, "a")
        field.send_keys(value or Keys.DELETE)
    page.press(".work-out")
    page.until(lambda: page.all(".toast.on"))
