"""Run a notebook and write it as a Markdown page, what it shows included.

    python docs/tutorials/notebook_page.py docs/tutorials/sleuth-in-a-notebook.ipynb build/sleuth-in-a-notebook.md

The notebook is kept without what it shows: that is made here, so that it is never out of date. Needs the extra
`notebook`.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import Any

import nbformat
from nbclient import NotebookClient

SECONDS = 300
"""What a cell may take."""


def executed(path: str | Path, folder: str | Path | None = None) -> Any:
    """The notebook in a file, run in a folder (its own unless given); an error in a cell is an error here."""
    notebook = nbformat.read(path, as_version=4)  # type: ignore[no-untyped-call]
    place = {"metadata": {"path": str(folder or Path(path).parent)}}
    NotebookClient(notebook, timeout=SECONDS, kernel_name="python3", resources=place).execute()
    return notebook


def page(notebook: Any) -> str:
    """A notebook that was run, as Markdown: code in blocks, then what each cell shows, as HTML or as text."""
    parts = []
    for cell in notebook.cells:
        if cell.cell_type == "markdown":
            parts.append(cell.source)
        else:
            parts.append(f"```python\n{cell.source}\n```")
            parts += [shown for output in cell.outputs if (shown := _shown(output))]
    return "\n\n".join(parts) + "\n"


def _shown(output: Any) -> str:
    if output.output_type == "stream":
        return f"```text\n{output.text.rstrip()}\n```"
    data = output.get("data", {})
    if "text/html" in data:
        # A block of HTML ends at the first blank line, so there is none.
        lines = re.sub(r"\n\s*\n", "\n", data["text/html"].strip())
        return f'<div class="notebook-output">\n{lines}\n</div>'
    return f"```text\n{data['text/plain']}\n```" if "text/plain" in data else ""


def main() -> None:
    """Run the notebook named first, and write the page named second."""
    source, target = map(Path, sys.argv[1:3])
    target.write_text(page(executed(source)), encoding="utf-8")


if __name__ == "__main__":
    main()
