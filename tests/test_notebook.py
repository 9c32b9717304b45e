"""The tutorial as a notebook: every cell runs, shows what it should show, and becomes a page."""

from __future__ import annotations

import importlib.util
import json
import re
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

pytest.importorskip("nbclient")
pytest.importorskip("ipykernel")
pytest.importorskip("pandas")

FOLDER = Path(__file__).parents[1] / "docs" / "tutorials"
NOTEBOOK = FOLDER / "sleuth-in-a-notebook.ipynb"


@pytest.fixture(scope="module")
def script() -> ModuleType:
    spec = importlib.util.spec_from_file_location("notebook_page", FOLDER / "notebook_page.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def notebook(script: ModuleType, tmp_path_factory: pytest.TempPathFactory) -> Any:
    return script.executed(NOTEBOOK, tmp_path_factory.mktemp("notebook"))


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


def test_as_a_page(notebook: Any, script: ModuleType) -> None:
    page = script.page(notebook)
    assert page.startswith("# Sleuth in a notebook")
    assert page.count('<div class="notebook-output">') == len(re.findall(r"^```python$", page, re.MULTILINE)) + 1
    for block in re.findall(r'<div class="notebook-output">.*?\n\n', page, re.DOTALL):
        assert block.rstrip().endswith("</div>")
