"""A picture of every page, by day on a desk and by night on a phone.

`SLEUTH_SCREENS=docs/how-to/page` keeps the pictures there, for people to look at.
"""

from __future__ import annotations

import base64
import json
import os
import urllib.request
from io import BytesIO
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image

DESK, PHONE = (1100, 800, "light"), (390, 780, "dark")


def play(page: Any, game: str, *actions: str) -> str:
    """A play with some steps; its address."""

    def post(path: str, body: dict[str, str]) -> Any:
        data = json.dumps(body).encode()
        request = urllib.request.Request(f"{page.url}/api{path}", data, {"content-type": "application/json"})
        with urllib.request.urlopen(request) as reply:
            return json.load(reply)

    name = post("/plays", {"game": game, "oracle": "adversarial"})["id"]
    for action in actions:
        post(f"/plays/{name}/ask", {"action": action})
    return f"/play/{name}"


SCREENS: list[tuple[str, Any, tuple[str, ...], str, tuple[int, int, str]]] = [
    ("games", "/", (), "section .picture svg", DESK),
    ("play", ("mastermind", "0011", "0234"), (".hint",), ".hint-action", DESK),
    ("play-wordle", ("wordle", "crane"), (".hint",), ".hint-action", PHONE),
    ("play-end", ("mastermind:pegs=3,colours=4", "012", "033"), (".give-up",), ".best-line table", DESK),
    ("assist", "/assist?game=mastermind&history=0011%3D1.0", (), ".answers", PHONE),
    ("contradiction", "/assist?game=number&history=50%3Dlower%3B60%3Dhigher", (), ".repair", DESK),
    (
        "watch",
        "/watch?game=mastermind&one=entropy&other=random&secret=4152",
        (".start",),
        "says random: found 4152",
        DESK,
    ),
    ("lab", "/lab?game=mastermind:pegs=3,colours=3", (".analyse",), ".report .chart svg", DESK),
    ("clue", "/clue", (".deal-number input = 7", ".deal", ".suggest", ".notebook-button"), ".board svg", DESK),
    ("api", "/api/docs", (), "section", DESK),
]


@pytest.mark.parametrize(("name", "where", "presses", "then", "size"), SCREENS, ids=[s[0] for s in SCREENS])
def test_every_page_has_something_to_show(
    page: Any, name: str, where: Any, presses: tuple[str, ...], then: str, size: tuple[int, int, str]
) -> None:
    driver = page.driver
    width, height, mode = size
    try:
        driver.execute_cdp_cmd("Emulation.setScrollbarsHidden", {"hidden": True})
        device = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 500}
        driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", device)
        media = {"features": [{"name": "prefers-color-scheme", "value": mode}]}
        driver.execute_cdp_cmd("Emulation.setEmulatedMedia", media)
        path = where if isinstance(where, str) else play(page, *where)
        whole = path != "/api/docs"
        if not whole:
            driver.get(f"{page.url}{path}")
        else:
            page.open(path)
        for press in presses:
            selector, _, keys = press.partition(" = ")
            page.press(selector)
            if keys:
                page.one(selector).send_keys(keys)
        page.one(then) if not then.startswith("says ") else page.says(then.removeprefix("says "))
        shot = driver.execute_cdp_cmd("Page.captureScreenshot", {"format": "png", "captureBeyondViewport": whole})
    finally:
        device = {"width": 1200, "height": 900, "deviceScaleFactor": 1, "mobile": False}
        driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", device)
        driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": []})
        driver.execute_cdp_cmd("Emulation.setScrollbarsHidden", {"hidden": False})
    picture = Image.open(BytesIO(base64.b64decode(shot["data"])))
    assert different_rows(picture) > 50
    if folder := os.environ.get("SLEUTH_SCREENS"):
        Path(folder).mkdir(parents=True, exist_ok=True)
        picture.convert("RGB").quantize(128).save(Path(folder) / f"{name}.png", optimize=True)


def different_rows(picture: Image.Image) -> int:
    """How many different lines of pixels a picture has: an empty page has hardly any."""
    pixels = np.asarray(picture.convert("RGB"))
    return len({row.tobytes() for row in pixels})
