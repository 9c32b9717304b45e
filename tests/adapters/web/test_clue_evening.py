"""An evening of Clue by taps: the one of `benchmarks/clue_evening.py`, shorter, on a desk's screen and on a phone's."""

from __future__ import annotations

from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from tests import scripts

TURNS = 12


def script() -> ModuleType:
    return scripts.script("benchmarks/clue_evening.py")


@pytest.mark.heavy
@pytest.mark.parametrize("screen", ["desk", "phone"])
def test_nothing_is_lost(driver: Any, serve: Any, port: int, tmp_path: Path, screen: str) -> None:
    """Edits, insertions, undo and redo, suppositions, reloads, kill -9: the log on the server is what was seen."""
    clue = script()
    running = [serve(tmp_path, port)]

    def restart() -> None:
        running[-1].kill()
        running.append(serve(tmp_path, port))

    clue.sized(driver, screen)
    party = clue.Evening(driver, running[0].url, tmp_path, clue.evening(TURNS, seed=3), restart)
    try:
        party.set_up()
        party.play(killed=TURNS // 2)
        party.settle()
        party.check()
    finally:
        running[-1].stop()
        clue.sized(driver, "desk")
        driver.get_log("browser")  # the server was away for a moment
    assert set(party.mended) == {"edit", "insert", "remove", "undo and redo", "what if", clue.KILLED}


def test_a_wrong_log_is_noticed(tmp_path: Path) -> None:
    """The comparison at the end is no formality."""
    clue = script()
    log = clue.evening(TURNS, seed=3)
    party = clue.Evening(None, "", tmp_path, log, lambda: None)
    party.kept = lambda: "".join(log.text.splitlines(keepends=True)[: 3 + TURNS])
    party.check()
    party.kept = lambda: "".join(log.text.splitlines(keepends=True)[: 2 + TURNS])
    with pytest.raises(AssertionError):
        party.check()
