"""The site: it builds without a warning, has every public name, its links lead somewhere, and search works on disk."""

from __future__ import annotations

import inspect
import socket
import subprocess
import sys
from collections.abc import Iterator
from html.parser import HTMLParser
from importlib import import_module
from pathlib import Path
from threading import Thread
from typing import Any
from urllib.parse import unquote, urldefrag

import pytest
import uvicorn
from selenium import webdriver
from selenium.webdriver.common.by import By
from selenium.webdriver.support.ui import WebDriverWait
from sphinx.util.inventory import InventoryFile
from tests.adapters.web.conftest import open_browser

import sleuth
from sleuth._exports import homes
from sleuth.adapters.api.connections import Connection
from sleuth.adapters.service.service import Service
from sleuth.adapters.web import docs
from sleuth.adapters.web.app import build

pytestmark = pytest.mark.heavy
ROOT = Path(__file__).parents[1]
SOURCE = Path(sleuth.__file__).parent
PATIENCE = 60
EXAMPLE = (">>>", "Example, from", "The same as")
"""Words of an entry that has an example, or leads to the entry that has it."""


def public_names() -> dict[str, str]:
    """Every public name in full, with the package that it belongs to."""
    found = {}
    for stub in SOURCE.rglob("__init__.pyi"):
        package = ".".join(("sleuth", *stub.parent.relative_to(SOURCE).parts))
        import_module(package)
        found |= {f"{package}.{name}": package for name in homes(package)}
    return found


class Page(HTMLParser):
    """What the tests look at on a page: ids, links, scripts, and the entries of the reference."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.ids: set[str] = set()
        self.links: list[str] = []
        self.inline_scripts = 0
        self.text: dict[str, str] = {}
        """The text of each entry of the reference, by its id; without that of its members, which are entries too."""
        self.signatures: dict[str, str] = {}
        self._entry, self._head = "", False
        self._around: list[str] = []
        """The entries that one is inside of."""
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if name := given.get("id"):
            self.ids.add(name)
        if tag in ("a", "link") and (to := given.get("href")):
            self.links.append(to)
        if tag in ("img", "script") and (source := given.get("src")):
            self.links.append(source)
        self.inline_scripts += tag == "script" and "src" not in given
        if tag == "dt" and name and name.startswith("sleuth"):
            self._entry, self._head = name, True
        if tag == "dd" and not self._head:  # in a head it is a parameter
            self._around.append(self._entry)

    def handle_endtag(self, tag: str) -> None:
        if tag == "dt":
            self._head = False
        elif tag == "dd" and not self._head:
            self._around.pop()
            self._entry = self._around[-1] if self._around else ""

    def handle_data(self, data: str) -> None:
        if self._entry:
            into = self.signatures if self._head else self.text
            into[self._entry] = into.get(self._entry, "") + data


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site, built as `make docs` does."""
    folder = tmp_path_factory.mktemp("site") / "docs"
    built = subprocess.run(
        [sys.executable, "-m", "docs.site", str(folder), "--archive", f"{folder}.zip"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert built.returncode == 0, built.stderr[-4000:]
    assert "WARNING" not in built.stderr
    return folder


@pytest.fixture(scope="module")
def pages(site: Path) -> dict[Path, Page]:
    return {file: Page(file.read_text(encoding="utf-8")) for file in sorted(site.rglob("*.html"))}


@pytest.fixture(scope="module")
def inventory(site: Path) -> dict[str, str]:
    """The objects of the Python domain, with their addresses."""
    with (site / "objects.inv").open("rb") as file:
        found = InventoryFile.load(file, "", lambda _, path: path)
    return {name: item.uri for kind, items in found.items() if kind.startswith("py:") for name, item in items.items()}


def test_every_public_name_is_documented(site: Path, pages: dict[Path, Page], inventory: dict[str, str]) -> None:
    """In the inventory, on the page of its package, with a description, and where it can be called a signature."""
    names = public_names()
    assert set(names) - set(inventory) == set()
    wrong = []
    for full, package in names.items():
        value = getattr(import_module(package), full.rpartition(".")[2])
        if inspect.ismodule(value):
            continue
        page = pages[site / "api" / f"{package}.html"]
        text = " ".join(page.text.get(full, "").split()).removeprefix("Source:")
        if len(text) < 8 or (inspect.isroutine(value) and "(" not in page.signatures.get(full, "")):
            wrong.append(full)
    assert wrong == []


def test_functions_have_an_example(site: Path, pages: dict[Path, Page]) -> None:
    """From a page, a docstring or a test: all of these run as tests."""
    missing = set()
    for full, package in public_names().items():
        if inspect.isroutine(getattr(import_module(package), full.rpartition(".")[2])):
            text = pages[site / "api" / f"{package}.html"].text[full]
            if not any(words in text for words in EXAMPLE):
                missing.add(full)
    assert missing == set()


def test_classes_have_an_example_or_say_where_they_come_from(site: Path, pages: dict[Path, Page]) -> None:
    """What gives or extends one is found in the code, so that a base or a result need not be made by hand."""
    missing = set()
    for full, package in public_names().items():
        if inspect.isclass(getattr(import_module(package), full.rpartition(".")[2])):
            text = " ".join(pages[site / "api" / f"{package}.html"].text[full].split())
            if not any(words in text for words in (*EXAMPLE, "Given by", "Extended by")):
                missing.add(full)
    assert missing == set()


def test_members_that_a_reader_meets_are_described(pages: dict[Path, Page], site: Path) -> None:
    page = pages[site / "api" / "sleuth.html"]
    for member in ("Game.secrets", "Game.feedback", "InformationSet.observe", "Decision.reasons", "Strategy.decide"):
        assert page.text[f"sleuth.{member}"].strip(), member
    assert "strategy: Strategy" in " ".join(page.signatures["sleuth.match"].split())


def test_types_are_linked(pages: dict[Path, Page], site: Path) -> None:
    links = pages[site / "api" / "sleuth.play.html"].links
    assert "sleuth.html#sleuth.Strategy" in links
    assert not any("builtins" in link for link in links)


def test_links_lead_somewhere(site: Path, pages: dict[Path, Page]) -> None:
    wrong = []
    for file, page in pages.items():
        for link in page.links:
            path, anchor = urldefrag(link)
            if link.startswith(("http:", "https:", "data:", "mailto:")):
                continue
            target = (file.parent / unquote(path.partition("?")[0])).resolve() if path else file
            if not target.is_file() or (anchor and target in pages and unquote(anchor) not in pages[target].ids):
                wrong.append(f"{file.relative_to(site)}: {link}")
    assert wrong == []


def test_every_page_is_reached_from_the_first(site: Path, pages: dict[Path, Page]) -> None:
    seen, waiting = set(), [site / "index.html"]
    while waiting:
        here = waiting.pop()
        if here in seen or here not in pages:
            continue
        seen.add(here)
        waiting += [(here.parent / urldefrag(link)[0].partition("?")[0]).resolve() for link in pages[here].links]
    assert {file.relative_to(site) for file in set(pages) - seen} == set()


def test_the_site_brings_everything_along(pages: dict[Path, Page]) -> None:
    """No script stands inside a page, which the server does not allow, and nothing comes from another host."""
    assert [str(file) for file, page in pages.items() if page.inline_scripts] == []
    loaded = [
        link
        for page in pages.values()
        for link in page.links
        if link.startswith("http") and link.endswith((".js", ".css"))
    ]
    assert loaded == []


def test_no_path_of_this_machine(site: Path) -> None:
    named = [file.name for file in site.rglob("*.html") if str(ROOT) in file.read_text(encoding="utf-8")]
    assert named == []


@pytest.fixture(scope="module")
def driver() -> Iterator[webdriver.Chrome]:
    made = open_browser()
    yield made
    made.quit()


@pytest.mark.parametrize(("words", "wanted"), [("tie-break", "Ties"), ("parse_game", "sleuth.parse_game")])
def test_search_from_disk(site: Path, driver: webdriver.Chrome, words: str, wanted: str) -> None:
    """Typed into the box on the first page of a site that no server serves."""
    driver.get((site / "index.html").as_uri())
    box: Any = driver.find_element(By.CSS_SELECTOR, "input.sidebar-search")
    box.send_keys(words)
    box.submit()
    wait = WebDriverWait(driver, PATIENCE, 0.05)
    found = wait.until(lambda _: [one.text for one in driver.find_elements(By.CSS_SELECTOR, "#search-results li a")])
    wait.until(
        lambda _: any(wanted in one.text for one in driver.find_elements(By.CSS_SELECTOR, "#search-results li a"))
    )
    assert found
    errors = [one["message"] for one in driver.get_log("browser") if one["level"] == "SEVERE"]  # type: ignore[no-untyped-call]
    assert errors == []


@pytest.fixture(scope="module")
def served(site: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a server of the page whose documentation is this site."""
    listening = socket.create_server(("127.0.0.1", 0))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(docs, "ARCHIVE", Path(f"{site}.zip"))
        app = build(Service(tmp_path_factory.mktemp("data"), workers=1))
        server = uvicorn.Server(uvicorn.Config(app, http=Connection, log_level="error", server_header=False))
        thread = Thread(target=server.run, args=([listening],), daemon=True)
        thread.start()
        yield f"http://127.0.0.1:{listening.getsockname()[1]}"
        server.should_exit = True
        thread.join(timeout=PATIENCE)
    listening.close()


MISSING = "return [...document.images].filter(one => !one.naturalWidth).map(one => one.src)"
"""The pictures of a page that are not there."""


def test_under_the_policy_of_the_server(served: str, driver: webdriver.Chrome) -> None:
    """Pages of every kind are complete, search shows the text around what it found, and nothing is refused."""
    driver.get_log("browser")  # type: ignore[no-untyped-call]
    for path in ("", "api/sleuth.html", "results/", "how-to/use-the-page.html"):
        driver.get(f"{served}/docs/{path}")
        assert (
            driver.execute_script("return [...document.images].filter(one => !one.naturalWidth).map(one => one.src)")
            == []
        )
        assert driver.execute_script("return document.body.dataset.theme") == "auto"
    driver.get(f"{served}/docs/search.html?q=oracle")
    wait = WebDriverWait(driver, PATIENCE, 0.05)
    wait.until(lambda _: driver.find_elements(By.CSS_SELECTOR, "#search-results li p.context"))
    errors = [one["message"] for one in driver.get_log("browser") if one["level"] == "SEVERE"]  # type: ignore[no-untyped-call]
    assert errors == []
