"""Every page and every board on a phone, by day and by night; and the pictures that the documentation keeps."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from tests.adapters.web.scenes import DOCS, pictures

from sleuth.show.svg.palette import contrast

WIDTH = 360
"""A narrow phone."""
REFUSED = ("missing", "help-wrong")
"""Pages that are answered with an error, which the browser notes."""
SAMPLE = (
    "home", "start", "play-wordle", "play-battleship", "play-end", "help-mastermind", "guess-guess-who", "learn-end",
    "lab-analysis", "clue-notes", "clue-help", "review", "review-share", "review-learn", "run", "run-play",
)  # fmt: skip
"""Scenes that are looked at in other widths too."""


@pytest.mark.parametrize("name", pictures.SCENES)
def test_on_a_phone(camera: Any, name: str) -> None:
    """Nothing is wider than the phone, scrolls sideways or is faint; what is pressed is large enough for a finger."""
    camera.look_at(pictures.SCENES[name], pictures.View(WIDTH, 740, "light"))
    assert fits(camera, WIDTH) == []
    assert headings(camera) == [] or name == "api"
    assert camera.driver.execute_script(SMALL) == [] or name == "api"
    for mode in ("light", "dark"):
        camera.turn(pictures.View(WIDTH, 740, mode))
        camera.until(camera.still, "it moves")
        faint = [one for one in camera.driver.execute_script(TEXTS) if contrast(one[1], one[2]) < 4.5]
        assert faint == [], mode
    noted = [entry["message"] for entry in camera.driver.get_log("browser") if entry["level"] == "SEVERE"]
    assert noted == [] or name in REFUSED


@pytest.mark.parametrize("width", [390, 768, 1280])
@pytest.mark.parametrize("name", SAMPLE)
def test_on_wider_screens(camera: Any, name: str, width: int) -> None:
    camera.look_at(pictures.SCENES[name], pictures.View(width, 800, "light"))
    assert fits(camera, width) == []


def fits(camera: Any, width: int) -> list[str]:
    """What is wider than the screen, or scrolls sideways and is no row of chips."""
    whole = camera.asks("document.documentElement.scrollWidth")
    return [*([f"the page: {whole}"] if whole > width else []), *camera.driver.execute_script(SIDEWAYS)]


def headings(camera: Any) -> list[int]:
    """The levels of the headings, if there is not one first of all, or if one is left out."""
    levels = camera.driver.execute_script(HEADINGS)
    steps = all(after - before <= 1 for before, after in pairwise(levels))
    return [] if levels.count(1) == 1 and levels[0] == 1 and steps else levels


HEADINGS = """
return [...document.querySelectorAll('h1,h2,h3,h4')].filter(e => !e.closest('[hidden]')).map(e => +e.tagName[1]);
"""
SIDEWAYS = """
return [...document.querySelectorAll('body *')].filter(
  e => e.scrollWidth > e.clientWidth + 1 && ['auto', 'scroll'].includes(getComputedStyle(e).overflowX)
    && e.checkVisibility() && !e.matches('input,textarea,pre,.chips')
).map(e => e.className + ': ' + e.innerText.slice(0, 200));
"""
SMALL = """
const pressed = 'button, summary, .btn, .chip, nav a, header a, .board[data-ask] .press';
const squares = e => e.closest('svg')?.querySelectorAll('rect').length || 0;
const least = e => e.matches('.board [data-key], .keys *') ? [33, 44] : squares(e) > 40 ? [30, 30]
  : e.closest('table') ? [28, 28] : e.closest('p') ? [0, 20] : [44, 44];
return [...document.querySelectorAll(pressed)].filter(e => e.checkVisibility() && !e.closest('.sr')).flatMap(e => {
  const {width, height} = e.getBoundingClientRect(), [wide, high] = least(e);
  const name = e.textContent.trim().slice(0, 20) || e.getAttribute('aria-label');
  const small = width && (width < wide - .5 || height < high - .5);
  return small ? [`${name}: ${width.toFixed(0)} x ${height.toFixed(0)}`] : [];
});
"""
"""What is too small for a finger: keys, the squares of large boards and the sheet of a notebook may be smaller."""
TEXTS = """
const hex = c => {
  const m = c.match(/[\\d.]+/g).map((v, i) => c.startsWith('color(') && i < 3 ? 255 * v : Number(v));
  if (m.length > 3 && m[3] === 0) return null;
  return '#' + m.slice(0, 3).map(v => Math.round(v).toString(16).padStart(2, '0')).join('');
};
const under = e => {
  for (; e; e = e.parentElement) { const c = hex(getComputedStyle(e).backgroundColor); if (c) return c; }
  return '#ffffff';
};
return [...document.querySelectorAll('body *')].filter(
  e => e.checkVisibility({visibilityProperty: true, opacityProperty: true})
    && !e.closest('svg,.sr,.skip,noscript,:disabled,[aria-disabled=true]')
    && [...e.childNodes].some(n => n.nodeType === 3 && n.textContent.trim())
).map(e => [e.textContent.trim().slice(0, 40), hex(getComputedStyle(e).color) || '#000000', under(e)]);
"""


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
