"""What starts cost stands in the documentation as the benchmark found it."""

from __future__ import annotations

import pytest
from tests import scripts


def test_the_figures_take_the_place_of_those_that_are_there() -> None:
    script = scripts.script("benchmarks/start.py")
    page = script.SPEED.read_text(encoding="utf-8")
    starts = {"games": script.Start(0.456, 0.4, 0, 0), "warmup": script.Start(71.2, 1.23, 150, 0)}
    written = script.docs_table(page, starts)
    assert "| `games` | 0.46 | 0.40 | 0 |\n| `warmup` | 71 | 1.2 | 150 |\n\n" in written
    assert script.docs_table(written, starts) == written
    assert script.docs_table(written, {}).split() == script.docs_table(page, {}).split()
    with pytest.raises(SystemExit, match="no table"):
        script.docs_table("nothing", starts)


def test_the_page_has_a_row_for_each_command_that_it_tells() -> None:
    script = scripts.script("benchmarks/start.py")
    rows = script.SPEED.read_text(encoding="utf-8").partition(script.HEAD)[2].split("\n\n")[0].splitlines()
    assert [row.split("`")[1] for row in rows] == list(script.TOLD)
