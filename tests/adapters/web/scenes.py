"""The scenes of the page, and the camera that looks at them: the script behind the pictures of the documentation."""

from __future__ import annotations

from pathlib import Path

from tests.scripts import script

DOCS = Path(__file__).parents[3] / "docs" / "how-to"


pictures = script("docs/how-to/page/pictures.py")
