"""Every page and every board on a phone, by day and by night; and the pictures that the documentation keeps."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from selenium import webdriver

from sleuth.show.svg.palette import contrast

DOCS = Path(__file__).parents[3] / "docs" / "how-to"
WIDTH = 360
"""A narrow phone."""


def script() -> ModuleType:
    """The script that makes the pictures; it is no part of the package."""
    spec = importlib.util.spec_from_file_location("pictures", DOCS / "page" / "pictures.py")
    assert spec is not None
    assert spec.loader is not None
    made = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = made
    spec.loader.exec_module(made)
    return made


pictures = script()


@pytest.fixture(scope="module")
def camera(driver: webdriver.Chrome, served: Any) -> Any:
    pictures.small_tournament(served.folder)
    return pictures.Camera(driver, served.url)


@pytest.fixture(autouse=True)
def afterwards(driver: webdriver.Chrome) -> Any:
    """The browser as the other tests want it."""
    yield
    size = {"width": 1200, "height": 900, "deviceScaleFactor": 1, "mobile": False}
    driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)
    driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": []})
    driver.execute_cdp_cmd("Emulation.setScrollbarsHidden", {"hidden": False})
    driver.get_log("browser")  # type: ignore[no-untyped-call]  # a page that is not there is a 404


@pytest.mark.parametrize("name", pictures.SCENES)
def test_on_a_phone(camera: Any, name: str) -> None:
    """Nothing is wider than the phone or scrolls sideways, and all text has a contrast of 4.5 or more."""
    for mode in ("light", "dark"):
        view = pictures.View(WIDTH, 740, mode)
        if mode == "light":
            camera.look_at(pictures.SCENES[name], view)
        elif name == "api":
            camera.turn(view)
        else:
            camera.turn(view)
            camera.until(lambda: camera.asks("document.body.classList.contains('body--dark')"), "it is not dark")
            camera.until(camera.still, "it moves")
        assert camera.asks("document.documentElement.scrollWidth") <= WIDTH
        assert camera.driver.execute_script(SIDEWAYS) == []
        faint = [one for one in camera.driver.execute_script(TEXTS) if contrast(one[1], one[2]) < 4.5]
        assert faint == [], mode


SIDEWAYS = """
return [...document.querySelectorAll('body *')].filter(
  e => e.scrollWidth > e.clientWidth + 1 && ['auto', 'scroll'].includes(getComputedStyle(e).overflowX)
    && e.checkVisibility() && !e.matches('input,textarea,pre,.q-textarea *')
).map(e => e.className + ': ' + e.innerText.slice(0, 200));
"""
TEXTS = """
const hex = c => {
  const m = c.match(/[\\d.]+/g).map(Number);
  if (m.length > 3 && m[3] === 0) return null;
  return '#' + m.slice(0, 3).map(v => Math.round(v).toString(16).padStart(2, '0')).join('');
};
const under = e => {
  for (; e; e = e.parentElement) { const c = hex(getComputedStyle(e).backgroundColor); if (c) return c; }
  return '#ffffff';
};
return [...document.querySelectorAll('main *, nav *, section *, .q-notification *')].filter(
  e => e.checkVisibility() && !e.closest('svg,.q-btn[disabled],.q-icon,canvas')
    && [...e.childNodes].some(n => n.nodeType === 3 && n.textContent.trim())
).map(e => [e.textContent.trim().slice(0, 40), hex(getComputedStyle(e).color) || '#000000', under(e)]);
"""


def test_kept_pictures() -> None:
    """All are there, small, and shown; and nothing else is kept."""
    page = (DOCS / "use-the-page.md").read_text(encoding="utf-8")
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
