"""The tutorial as a notebook: every cell runs, shows what it should show, and becomes a page."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from docs.site.notebooks import executed, notebook_page

pytest.importorskip("nbclient")
pytest.importorskip("ipykernel")
pytest.importorskip("pandas")

FOLDER = Path(__file__).parents[1] / "docs" / "tutorials"
NOTEBOOK = FOLDER / "sleuth-in-a-notebook.ipynb"


@pytest.fixture(scope="module")
def notebook() -> Any:
    return executed(NOTEBOOK)


def kinds(output: Any) -> set[str]:
    return set(output.get("data", ()))


def test_each_cell_runs_and_shows_what_it_says(notebook: Any) -> None:
    cells = [cell for cell in notebook.cells if cell.cell_type == "code"]
    assert len(cells) >= 9
    for cell in cells:
        results = [output for output in cell.outputs if output.output_type == "execute_result"]
        assert len(results) == 1, cell.source
        assert kinds(results[0]) == {"text/plain", *cell.metadata["shows"]}, cell.source
        assert not [output for output in cell.outputs if output.output_type in ("error", "stream")]


def test_watching_changes_one_display(notebook: Any) -> None:
    (cell,) = [cell for cell in notebook.cells if "watch(game" in cell.source]
    live = [output for output in cell.outputs if output.output_type == "display_data"]
    assert len(live) == 1, "each step took the place of the one before"
    assert "found in 5 steps" in live[0]["data"]["text/html"]
    (result,) = [output for output in cell.outputs if output.output_type == "execute_result"]
    assert result["data"]["text/html"].count("<figure") == 6


def test_it_is_kept_without_what_it_shows() -> None:
    kept = json.loads(NOTEBOOK.read_text(encoding="utf-8"))
    for cell in kept["cells"]:
        if cell["cell_type"] == "code":
            assert cell["outputs"] == []
            assert cell["execution_count"] is None


def test_as_a_page(notebook: Any, tmp_path: Path) -> None:
    page = notebook_page(notebook, tmp_path, "tutorial")
    assert page.startswith("# Sleuth in a notebook")
    assert page.count('<div class="notebook-output">') == len(re.findall(r"^~~~~python$", page, re.MULTILINE)) + 1
    assert page.count("~~~~{raw} html") == page.count('<div class="notebook-output">')
    assert list(tmp_path.iterdir()) == []
