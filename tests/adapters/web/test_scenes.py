"""Every page and every board, opened once: as axe-core judges it, on a phone and on a desk, by day and by night."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tests.adapters.web.checks import (
    AXE,
    covered,
    faint,
    grave,
    headings,
    nameless,
    require_axe,
    sideways,
    sizeless,
    small,
)
from tests.adapters.web.scenes import DOCS, pictures

NARROW = 360, 740
"""A narrow phone."""
ON_A_PHONE = pictures.View(*NARROW, "light")
CHECKS = {
    ON_A_PHONE: (sideways, headings, nameless, small, sizeless, covered, faint),
    pictures.View(*NARROW, "dark"): (faint, grave),
    pictures.DAY: (sideways, sizeless, covered, grave),
}
"""What is asked in each view; the page is opened in the first."""
NOT_OURS: dict[str, tuple[Callable[..., list[str]], ...]] = {"api": (headings, nameless, small)}
"""What is not asked of a page that a library draws."""
REFUSED = ("missing", "help-wrong")
"""Pages that are answered with an error, which the browser notes."""
SAMPLE = (
    "home", "start", "play-wordle", "play-battleship", "play-end", "help-mastermind", "guess-guess-who", "learn-end",
    "lab-analysis", "clue-notes", "clue-help", "review", "review-share", "review-learn", "run", "run-play",
)  # fmt: skip
"""Scenes that are looked at in other widths too."""


@pytest.mark.parametrize("name", pictures.SCENES)
def test_a_scene(camera: Any, name: str) -> None:
    """Nothing grave for those who do not see it; nothing too wide, small or faint; headings in order; an empty log."""
    faults = []
    camera.look_at(pictures.SCENES[name], ON_A_PHONE)
    for view, checks in CHECKS.items():
        camera.turn(view)
        camera.until(camera.still, "it moves")
        for check in checks:
            if check not in NOT_OURS.get(name, ()) and (check is not grave or AXE.is_file()):
                faults += [f"{view.name}: {check.__name__}: {one}" for one in check(camera.driver)]
    if name not in REFUSED:
        log = camera.driver.get_log("browser")
        faults += [f"the browser's log: {entry['message']}" for entry in log if entry["level"] == "SEVERE"]
    assert not faults, "\n".join((name, *faults))
    require_axe()  # all the rest has held


PLANTED = {
    sizeless: ("#notebook .envelope .cell { width: 0 }", "envelope, Green"),
    covered: ("#notebook .envelope .cell { translate: -60px }", "Green"),
}
"""Styles that spoil a notebook, and what is noticed."""


@pytest.mark.parametrize("width", [360, 960, 1280])
@pytest.mark.parametrize("check", PLANTED)
def test_what_cannot_be_pressed_is_noticed(camera: Any, check: Callable[..., list[str]], width: int) -> None:
    camera.look_at(pictures.SCENES["clue-found"], pictures.View(width, 800, "light"))
    assert check(camera.driver) == []
    style, name = PLANTED[check]
    plant = "document.head.append(Object.assign(document.createElement('style'), {textContent: arguments[0]}))"
    camera.driver.execute_script(plant, style)
    assert any(name in fault for fault in check(camera.driver))


@pytest.mark.heavy
@pytest.mark.parametrize("width", [390, 768, 1280])
@pytest.mark.parametrize("name", SAMPLE)
def test_on_wider_screens(camera: Any, name: str, width: int) -> None:
    camera.look_at(pictures.SCENES[name], pictures.View(width, 800, "light"))
    assert sideways(camera.driver) == []


def test_kept_pictures() -> None:
    """All are there, small, and shown somewhere; and nothing else is kept."""
    page = "".join(path.read_text(encoding="utf-8") for path in DOCS.glob("*.md"))
    kept = {path.stem for path in (DOCS / "page").glob("*.png")}
    assert kept == set(pictures.KEPT)
    for name in kept:
        assert f"(page/{name}.png)" in page
        assert (DOCS / "page" / f"{name}.png").stat().st_size < 150_000


def test_a_picture_is_made(camera: Any, tmp_path: Path) -> None:
    picture = camera.shoot(pictures.SCENES["myst"], pictures.PHONE_NIGHT)
    pictures.keep(picture, tmp_path / "new" / "myst.png")
    with pictures.Image.open(tmp_path / "new" / "myst.png") as kept:
        assert kept.width == 390
        assert len(kept.convert("RGB").getcolors(1 << 24)) > 20
