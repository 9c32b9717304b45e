"""How pages of the site are made from Markdown and notebooks."""

from __future__ import annotations

import base64
from pathlib import Path
from typing import Any

import pytest
from docs.site.notebooks import notebook_page
from docs.site.pages import DOCS, ROOT, Pages, add_navigation, outside_code, parts
from docs.site.terms import Terms


def cell(kind: str, source: list[str], *outputs: dict[str, Any]) -> dict[str, Any]:
    return {"cell_type": kind, "source": source, "outputs": list(outputs)}


def test_a_notebook_shows_the_richest_form_that_a_page_can_have(tmp_path: Path) -> None:
    picture = base64.b64encode(b"a picture").decode()
    both = {"text/html": ["<b>bold</b>"], "text/plain": ["plain"]}
    cells = [
        cell("markdown", ["# A title\n", "text"]),
        cell("code", ["1 + 1"], {"output_type": "execute_result", "data": {"text/plain": ["2"]}}),
        cell("code", ["show()"], {"output_type": "display_data", "data": both}),
        cell("code", ["print('x')"], {"output_type": "stream", "text": ["\x1b[31mx\x1b[0m\n"]}),
        cell("code", ["draw()"], {"output_type": "display_data", "data": {"image/png": picture}}),
        cell("code", [""]),
    ]
    page = notebook_page({"cells": cells}, tmp_path, "book")
    assert page.startswith("# A title\ntext\n")
    assert "~~~~python\n1 + 1\n~~~~\n\n~~~~text\n2\n~~~~" in page
    assert "<b>bold</b>" in page
    assert "plain" not in page
    assert "~~~~text\nx\n~~~~" in page
    assert "](book-4-0.png)" in page
    assert (tmp_path / "book-4-0.png").read_bytes() == b"a picture"


@pytest.mark.parametrize(
    ("link", "address"),
    [
        ("your-first-game.md#play-it", "your-first-game.md#play-it"),
        ("../results/README.md", "../results/index.md"),
        ("../README.md#tutorials", "../index.md#tutorials"),
        ("../../CONTRIBUTING.md", "../contributing.md"),
        ("../../README.md#games", "../readme.md#games"),
        ("#here", "#here"),
        ("https://example.org/a.md", "https://example.org/a.md"),
        ("nowhere.md", "nowhere.md"),
    ],
)
def test_links_follow(tmp_path: Path, link: str, address: str) -> None:
    assert Pages(tmp_path).address(link, DOCS / "tutorials" / "win-at-wordle.md") == address


def test_a_file_outside_becomes_a_page_that_shows_it(tmp_path: Path) -> None:
    pages = Pages(tmp_path)
    assert pages.address("../../examples/pegs.py", DOCS / "tutorials" / "x.md") == "../files/examples/pegs.py.md"
    assert pages.shown == {ROOT / "examples" / "pegs.py"}


def test_a_picture_travels_along(tmp_path: Path) -> None:
    assert Pages(tmp_path).address("page/play.png", DOCS / "how-to" / "x.md") == "page/play.png"
    assert (tmp_path / "how-to" / "page" / "play.png").is_file()


def test_code_is_left_alone() -> None:
    text = "a\n```text\na\n```\na\n~~~~\n```\na\n~~~~\na"
    changed = "b\n```text\na\n```\nb\n~~~~\n```\na\n~~~~\nb"
    assert outside_code(text, lambda part: part.replace("a", "b")) == changed
    assert [code for code, _ in parts(text)] == [False, True, False, True, False]


def test_a_word_of_the_glossary_is_linked_once() -> None:
    terms = Terms("../glossary.md")
    linked = "The [bits](../glossary.md#bits-entropy) and the bits; `bits`, [bits](x.md)."
    assert terms.link("# About bits\n\nThe bits and the bits; `bits`, [bits](x.md).") == f"# About bits\n\n{linked}"
    assert terms.link("More bits, and a candidate.") == "More bits, and a [candidate](../glossary.md#candidate)."


def test_the_navigation_has_every_page_once(tmp_path: Path) -> None:
    pages = {
        "index.md": "[b](tutorials/b.md)",
        "tutorials/a.md": "# A",
        "tutorials/b.md": "# B",
        "results/index.md": "# R\n\n[z](z.md)",
        "results/y.md": "# Y",
        "results/z.md": "# Z",
    }
    for name, text in pages.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text)
    add_navigation(tmp_path)
    assert ":caption: Start here\n\ntutorials/b\ntutorials/a\n```" in (tmp_path / "index.md").read_text()
    assert ":caption: Project\n\nresults/index\n```" in (tmp_path / "index.md").read_text()
    assert (tmp_path / "results" / "index.md").read_text().endswith(":hidden:\n\nz\ny\n```\n")
