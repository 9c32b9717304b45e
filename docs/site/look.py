"""Every page of the built site in a real browser, from disk: pictures to be looked at, and what is wrong with each.

    python -m docs.site.look FOLDER [--site SITE] [--only WORD]

writes a picture of every page on a desk and on a phone (some at night too) and contact sheets of them into FOLDER, and
says which pages have a picture that is missing, something wider than the window, or an error in the browser's console.
Exits 1 where there is any. Needs chromium, chromedriver and Pillow, which comes with matplotlib.
"""

from __future__ import annotations

import argparse
import base64
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path

from docs.site.__main__ import USUAL
from PIL import Image, ImageDraw
from selenium import webdriver
from selenium.webdriver.chrome.options import Options
from selenium.webdriver.chrome.service import Service

VIEWS = {"desk": (1280, 900, "light"), "phone": (390, 844, "light"), "night": (1280, 900, "dark")}
AT_NIGHT = ("index", "api/sleuth", "tutorials/win-at-wordle", "results/index", "how-to/use-the-page", "search")
"""Pages that are looked at in the dark too: they have everything that the others have."""
TALLEST = 6000
"""Pixels of a page that a picture shows."""
TILE = (300, 420)
ACROSS, DOWN = 6, 3
FAULTS = """
const width = document.documentElement.clientWidth, found = [];
if (document.documentElement.scrollWidth > width) {
  found.push(`wider than the window: ${document.documentElement.scrollWidth} > ${width}`);
  for (const one of document.querySelectorAll("article *")) {
    if (one.getBoundingClientRect().right > width + 1 && !one.closest(".highlight, .table-wrapper, svg")) {
      found.push(`  ${one.tagName} ${one.className}: ${one.textContent.trim().slice(0, 60)}`);
      if (found.length > 4) break;
    }
  }
}
for (const one of document.images) if (!one.naturalWidth) found.push(`no picture: ${one.src}`);
return found;
"""


@contextmanager
def browser() -> Iterator[webdriver.Chrome]:
    """Headless Chromium."""
    program, driver = shutil.which("chromium") or shutil.which("google-chrome"), shutil.which("chromedriver")
    if not program or not driver:
        raise SystemExit("There is no chromium with chromedriver here (Debian: apt install chromium chromium-driver).")
    options = Options()
    options.binary_location = program
    for argument in ("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"):
        options.add_argument(argument)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    made = webdriver.Chrome(options=options, service=Service(driver))
    try:
        yield made
    finally:
        made.quit()


def look(driver: webdriver.Chrome, page: Path, view: str) -> tuple[Image.Image, list[str]]:
    """A picture of a page, and what is wrong with it."""
    width, height, mode = VIEWS[view]
    _turn(driver, width, height)
    driver.execute_cdp_cmd(
        "Emulation.setEmulatedMedia", {"features": [{"name": "prefers-color-scheme", "value": mode}]}
    )
    driver.get(page.as_uri())
    faults = [str(one) for one in driver.execute_script(FAULTS)]
    logged = driver.get_log("browser")  # type: ignore[no-untyped-call]
    faults += [one["message"] for one in logged if one["level"] == "SEVERE"]
    tall = min(TALLEST, driver.execute_script("return document.documentElement.scrollHeight"))
    _turn(driver, width, max(height, tall))
    shot = driver.execute_cdp_cmd("Page.captureScreenshot", {"format": "png"})
    return Image.open(BytesIO(base64.b64decode(shot["data"]))).convert("RGB"), faults


def _turn(driver: webdriver.Chrome, width: int, height: int) -> None:
    size = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 500}
    driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)


def sheets(pictures: list[tuple[str, Image.Image]]) -> Iterator[Image.Image]:
    """Contact sheets: the tops of many pages on one picture."""
    for first in range(0, len(pictures), ACROSS * DOWN):
        sheet = Image.new("RGB", (ACROSS * TILE[0], DOWN * (TILE[1] + 16)), "white")
        for place, (name, picture) in enumerate(pictures[first : first + ACROSS * DOWN]):
            scale = TILE[0] / picture.width
            small = picture.resize((TILE[0], max(1, round(picture.height * scale)))).crop((0, 0, TILE[0] - 6, TILE[1]))
            x, y = place % ACROSS * TILE[0], place // ACROSS * (TILE[1] + 16)
            sheet.paste(small, (x, y + 16))
            ImageDraw.Draw(sheet).text((x + 2, y + 2), name, fill="black")
        yield sheet


def main() -> int:
    """Look at every page."""
    parser = argparse.ArgumentParser(prog="python -m docs.site.look", description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--site", type=Path, default=USUAL, help="the built site")
    parser.add_argument("--only", default="", metavar="WORD", help="only pages with WORD in their names")
    parser.add_argument(
        "--view", choices=VIEWS, action="append", help="only these views; desk, phone and some at night"
    )
    given = parser.parse_args()
    given.folder.mkdir(parents=True, exist_ok=True)
    names = [page.relative_to(given.site).with_suffix("").as_posix() for page in sorted(given.site.rglob("*.html"))]
    wrong = 0
    with browser() as driver:
        for view in given.view or VIEWS:
            seen = [name for name in names if given.only in name and (view != "night" or name in AT_NIGHT)]
            pictures = []
            for name in seen:
                picture, faults = look(driver, (given.site / f"{name}.html").resolve(), view)
                picture.save(given.folder / f"{view}-{name.replace('/', '-')}.png")
                pictures.append((name, picture))
                wrong += bool(faults)
                for fault in faults:
                    print(f"{view} {name}: {fault}", flush=True)
            for number, sheet in enumerate(sheets(pictures)):
                sheet.save(given.folder / f"sheet-{view}-{number}.png")
    print(f"{len(names)} pages, {wrong} faults")
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main())
