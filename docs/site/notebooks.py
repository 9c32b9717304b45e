"""A notebook as a page: its text, its code, and what the code gives.

Notebooks are kept without what their code gives: they are run for the page, so that it is never out of date.
"""

from __future__ import annotations

import base64
import re
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

ESCAPES = re.compile(r"\x1b\[[0-9;]*m")
SECONDS = 300
"""What a cell may take."""


def executed(path: Path) -> Any:
    """The notebook in a file, run in a folder that is thrown away; an error in a cell is an error here."""
    import nbformat
    from nbclient import NotebookClient

    quiet = ["--log-level=ERROR"]  # that it talks over the loopback is known
    notebook = nbformat.read(path, as_version=4)  # type: ignore[no-untyped-call]
    with TemporaryDirectory(prefix="sleuth-notebook-") as folder:
        place = {"metadata": {"path": folder}}
        NotebookClient(
            notebook, timeout=SECONDS, kernel_name="python3", resources=place, extra_arguments=quiet
        ).execute()
    return notebook


def notebook_page(notebook: Any, folder: Path, name: str) -> str:
    """The Markdown of a notebook that was run; bitmaps go into `folder`, under names that begin with `name`."""
    cells = notebook["cells"]
    return "\n\n".join(_cell(cell, folder, f"{name}-{number}") for number, cell in enumerate(cells)) + "\n"


def _cell(cell: dict[str, Any], folder: Path, name: str) -> str:
    source = _text(cell["source"])
    if cell["cell_type"] == "markdown":
        return source
    if cell["cell_type"] != "code" or not source.strip():
        return ""
    outputs = [_output(one, folder, f"{name}-{number}") for number, one in enumerate(cell.get("outputs", []))]
    return "\n\n".join([_fenced(source, "python"), *filter(None, outputs)])


def _output(output: dict[str, Any], folder: Path, name: str) -> str:
    """What a cell gave, in the richest form that a page can show."""
    if output["output_type"] == "stream":
        return _fenced(_text(output["text"]), "text")
    if output["output_type"] == "error":
        return _fenced("\n".join(output["traceback"]), "text")
    data = output.get("data", {})
    for kind in ("text/html", "image/svg+xml"):
        if kind in data:
            return _raw(_text(data[kind]))
    if "image/png" in data:
        folder.mkdir(parents=True, exist_ok=True)
        (folder / f"{name}.png").write_bytes(base64.b64decode(_text(data["image/png"])))
        return f"![What the code above draws]({name}.png)"
    if "text/markdown" in data:
        return _text(data["text/markdown"])
    return _fenced(_text(data["text/plain"]), "text") if "text/plain" in data else ""


def _raw(html: str) -> str:
    """HTML or SVG that stays as it is, in a box that scrolls where it is too wide."""
    return f'~~~~{{raw}} html\n<div class="notebook-output">\n{html.strip()}\n</div>\n~~~~'


def _fenced(text: str, language: str) -> str:
    plain = ESCAPES.sub("", text).rstrip("\n")
    return f"~~~~{language}\n{plain}\n~~~~"


def _text(lines: str | list[str]) -> str:
    """The text of a field, which a notebook keeps as one string or as lines."""
    return lines if isinstance(lines, str) else "".join(lines)
