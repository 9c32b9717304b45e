"""Every page and every board as axe-core judges it: what matters to those who do not see it, or use no mouse."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Any

import pytest
from tests.adapters.web.scenes import pictures

AXE = Path(sys.prefix) / "axe.min.js"
GRAVE = ("serious", "critical")
RUN = """
const done = arguments[arguments.length - 1];
axe.run(document, {resultTypes: ['violations']}).then(found => done(found.violations.map(
  one => ({impact: one.impact, id: one.id, help: one.help, where: one.nodes.map(node => node.html.slice(0, 200))})
)), error => done(String(error)));
"""


@pytest.fixture(scope="module")
def axe() -> str:
    """The script that judges; without it a test fails in CI, and is skipped elsewhere."""
    if AXE.is_file():
        return AXE.read_text(encoding="utf-8")
    missing = f"there is no {AXE} here (make axe)"
    if os.environ.get("CI", "").lower() in ("1", "true"):
        pytest.fail(missing)
    pytest.skip(missing)


@pytest.mark.parametrize("name", pictures.SCENES)
def test_nothing_grave(camera: Any, axe: str, name: str) -> None:
    camera.look_at(pictures.SCENES[name], pictures.DAY)
    camera.driver.execute_script(axe)
    for view in (pictures.DAY, pictures.PHONE_NIGHT):
        camera.turn(view)
        camera.until(camera.still, "it moves")
        found = camera.driver.execute_async_script(RUN)
        assert [one for one in found if one["impact"] in GRAVE] == [], view.name
