"""A notebook as a page: its text, its code, and what the code gave, as it is kept in the file."""

from __future__ import annotations

import base64
import json
import re
from pathlib import Path
from typing import Any

ESCAPES = re.compile(r"\x1b\[[0-9;]*m")


def notebook_page(text: str, folder: Path, name: str) -> str:
    """The Markdown of a notebook; bitmaps are written into `folder`, under names that begin with `name`."""
    cells = json.loads(text)["cells"]
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
