"""The page of a tree in a real browser: it folds, finds a secret, and can be used by keys alone."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path

import pytest
from selenium import webdriver
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.remote.webelement import WebElement
from tests.adapters.web.checks import grave, require_axe
from tests.adapters.web.conftest import Page, open_browser

from sleuth.solve.tree_book import page as book_page
from sleuth.strategies.tree import Tree


@pytest.fixture(scope="module")
def tree() -> Tree:
    found = book_page("mastermind:pegs=4,colours=6")
    assert found is not None
    return found


@pytest.fixture(scope="module")
def file(tree: Tree, tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("explorer") / "tree.html"
    tree.save(path)
    return path


@pytest.fixture(scope="module")
def browser() -> Iterator[webdriver.Chrome]:
    made = open_browser()
    yield made
    made.quit()


class Explorer:
    """The page, as somebody uses it."""

    def __init__(self, driver: webdriver.Chrome, file: Path) -> None:
        self.driver = driver
        driver.get(file.as_uri())

    def all(self, css: str) -> list[WebElement]:
        return self.driver.find_elements(By.CSS_SELECTOR, css)

    def one(self, css: str) -> WebElement:
        return self.driver.find_element(By.CSS_SELECTOR, css)

    def type(self, text: str) -> None:
        field = self.one("#find")
        field.clear()
        field.send_keys(text)

    @property
    def path(self) -> str:
        return self.one("#path").text

    def seen(self) -> list[str]:
        """The questions that are not folded away."""
        return [line.text for line in self.all("main summary") if line.is_displayed()]

    @property
    def focused(self) -> str:
        return self.driver.switch_to.active_element.text

    def press(self, *keys: str) -> None:
        for key in keys:
            self.driver.switch_to.active_element.send_keys(key)


@pytest.fixture
def explorer(browser: webdriver.Chrome, file: Path) -> Iterator[Explorer]:
    page = Page(browser, "")
    page.hosts()
    page.errors()
    yield Explorer(browser, file)
    assert page.hosts() <= {""}, "something was fetched"
    assert page.errors() == []


def test_the_file_is_small_and_needs_nobody_else(file: Path) -> None:
    text = file.read_text(encoding="utf-8")
    assert len(text.encode()) < 200_000
    assert not re.search(r"(src|href)=|@import|url\(", text)
    assert "default-src 'none'" in unescape(text)


def test_the_first_question_is_unfolded_and_the_rest_folds(explorer: Explorer) -> None:
    first, *answers = explorer.seen()
    assert first.startswith("Ask 0012 1,296 secrets")
    assert len(answers) == 13  # the fourteenth ends the play
    assert answers[0] == "0.1 ask 1334 276 secrets, 21%, 5 steps at most"
    explorer.all("main summary")[1].click()
    assert len(explorer.seen()) > 14
    explorer.all("main summary")[1].click()
    assert len(explorer.seen()) == 14


def test_all_is_unfolded_and_folded_at_once(explorer: Explorer, tree: Tree) -> None:
    explorer.one("#unfold").click()
    assert len(explorer.all("main details[open]")) == len(explorer.all("main details"))
    assert len(explorer.all("main em")) == 1296
    explorer.one("#fold").click()
    assert len(explorer.seen()) == 14


def test_a_secret_is_found_with_its_path(explorer: Explorer, tree: Tree) -> None:
    explorer.type("3512")
    found = explorer.one("em.found")
    assert found.is_displayed()
    assert found.text.startswith("3512")
    steps = explorer.path.removeprefix("3512: ").split(". Found after ")[0].split(", ")
    game = tree.find_game()
    node, secret = 0, game.parse_secret("3512")
    for step in steps[:-1]:
        action, _, answer = step.partition(" = ")
        assert action == tree.nodes[node].action
        assert answer == game.format_feedback(game.feedback(game.parse_action(action), secret))
        node = tree.branches[node][answer]
    assert steps[-1] == tree.nodes[node].action == "3512"
    assert explorer.path.endswith(f"Found after {len(steps)} questions.")


def test_what_the_last_answer_names_needs_no_more_question(explorer: Explorer) -> None:
    explorer.type("0012")
    assert explorer.path == "0012: 0012 = 4.0. Found after 1 question."


def test_a_beginning_offers_those_that_begin_so(explorer: Explorer) -> None:
    explorer.type("351")
    assert explorer.path.startswith("6 secrets begin so:")
    explorer.all("#path button")[2].click()
    assert explorer.one("em.found").text.startswith("3512")
    explorer.type("nobody")
    assert explorer.path == "No secret here begins so."
    explorer.one("#find").clear()


def test_by_keys_alone(explorer: Explorer) -> None:
    explorer.driver.execute_script("document.querySelector('main summary').focus()")
    explorer.press(Keys.ARROW_DOWN, Keys.ARROW_RIGHT)
    assert explorer.focused.startswith("0.1 ask 1334")
    assert len(explorer.seen()) > 14
    explorer.press(Keys.ARROW_RIGHT)
    assert explorer.focused == explorer.seen()[2]
    explorer.press(Keys.ARROW_LEFT, Keys.ARROW_LEFT)
    assert explorer.focused.startswith("0.1 ask 1334")
    assert len(explorer.seen()) == 14
    explorer.press(Keys.END)
    assert explorer.focused == explorer.seen()[-1]
    explorer.press(Keys.ARROW_UP, Keys.HOME, Keys.ENTER)
    assert explorer.seen() == ["Ask 0012 1,296 secrets, 6 steps at most"]


def test_nothing_grave_for_those_who_do_not_see_it(explorer: Explorer) -> None:
    require_axe()
    assert grave(explorer.driver) == []


def test_a_part_begins_where_it_is_told(browser: webdriver.Chrome, tree: Tree, tmp_path: Path) -> None:
    tree.save(tmp_path / "part.html", history="0012=2.2", depth=1)
    part = Explorer(browser, tmp_path / "part.html")
    assert "after 0012=2.2" in part.one("h1").text
    assert part.seen()[0].startswith("Ask 0102 5 secrets")
    assert "0021 2 secrets, <1%, 2 steps at most …" in part.one("main").text
    part.type("1002")
    assert part.path == "1002: 0102 = 2.2, 1002. Found after 2 questions."
