"""The pictures that scripts draw for the documentation are those that they would draw now."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
HOUSE = "docs/explanation/architecture/draw.py"
PICTURES = "docs/pictures/pictures.py"
DRAWN = sorted(path for script in (HOUSE, PICTURES) for path in (ROOT / script).parent.glob("*.svg"))


@pytest.mark.heavy
@pytest.mark.parametrize("script", [HOUSE, PICTURES])
def test_the_kept_pictures_are_true(script: str) -> None:
    """If this fails, run the script without --check, and look at what it drew."""
    checked = subprocess.run([sys.executable, ROOT / script, "--check"], capture_output=True, text=True)
    assert checked.returncode == 0, checked.stdout + checked.stderr


@pytest.mark.heavy
def test_a_stale_picture_of_the_house_is_noticed(tmp_path: Path) -> None:
    code = f"""
import runpy, sys
from pathlib import Path
sys.argv = ["draw.py", "--check"]
draw = runpy.run_path({str(ROOT / HOUSE)!r})
plan = draw["Plan"](draw["House"](draw["PACKAGE"]), draw["contract"]())
drawn, true = draw["structure"](draw["Drawing"](plan).svg()), plan.structure()
assert drawn == true
assert sum(" imports " in line for line in true) == len(plan.arrows)
assert not any(line[-5:] == "lines" for line in true)
plan.arrows.pop()
assert draw["structure"](draw["Drawing"](plan).svg()) != true
"""
    subprocess.run([sys.executable, "-c", code], check=True, cwd=tmp_path)


@pytest.mark.parametrize("path", DRAWN, ids=lambda path: path.name)
def test_pictures_need_nothing_from_elsewhere(path: Path) -> None:
    svg = path.read_text(encoding="utf-8")
    links = set(re.findall(r"https?://[^\s\"')]+", svg))
    assert links <= {"http://www.w3.org/2000/svg"}
    assert not re.search(r"@font-face|@import|<script|<image|<a\s", svg)


def test_they_are_shown() -> None:
    pages = (ROOT / "README.md").read_text() + (ROOT / "docs/explanation/architecture.md").read_text()
    assert all(path.name in pages for path in DRAWN)
