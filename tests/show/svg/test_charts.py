"""Charts: scales that hold what is drawn, bars as long as their values, intervals, and words that say it all."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sleuth.show.svg.charts import (
    AxisNames,
    ChartLine,
    ChartValue,
    Quantiles,
    Scale,
    svg_bars,
    svg_fan,
    svg_heat_map,
    svg_lines,
)

SVG = "{http://www.w3.org/2000/svg}"
AXES = AxisNames("pegs", "bits")


@given(st.lists(st.floats(-1e6, 1e6), min_size=1), st.booleans())
def test_a_scale_holds_every_value_between_round_numbers(values: list[float], zero: bool) -> None:
    scale = Scale.over(values, zero)
    room = 1e-6 * scale.step
    assert scale.low - room <= min(values) <= max(values) <= scale.high + room
    assert not zero or scale.low - room <= 0 <= scale.high + room
    assert 2 <= len(scale.ticks) <= 7
    assert scale.ticks[0] == scale.low
    assert scale.ticks[-1] == pytest.approx(scale.high)
    places = [scale.place(tick) for tick in scale.ticks]
    assert places == sorted(places, reverse=True)


def test_bars_are_as_long_as_their_values() -> None:
    root = ET.fromstring(svg_bars("How many", AXES, [("2", 5), ("3", 10), ("4", 0)]))
    bars = [e for e in root.iter(f"{SVG}rect") if "f-voice" in str(e.get("class"))]
    lengths = [float(str(bar.get("height"))) for bar in bars]
    assert lengths[1] == pytest.approx(2 * lengths[0], abs=0.02)
    assert lengths[2] == 1
    assert root.findtext(f"{SVG}desc") == "bits by pegs: 2: 5, 3: 10, 4: 0."
    assert root.get("aria-label") == "How many"


def test_many_bars_are_not_numbered_and_labels_do_not_touch() -> None:
    root = ET.fromstring(svg_bars("How many", AXES, [(f"{n / 100:.2f}", n) for n in range(1, 25)]))
    places = [float(str(e.get("x"))) for e in root.iter(f"{SVG}text") if "." in str(e.text)]
    assert 3 < len(places) < 24
    assert all(b - a > 25 for a, b in pairwise(places))


def test_an_estimate_has_its_interval_and_an_exact_value_none() -> None:
    lines = [
        ChartLine("exact", [ChartValue(1, 1, 1), ChartValue(2)]),
        ChartLine("estimate", [ChartValue(3, 2.5, 3.5), None]),
    ]
    root = ET.fromstring(svg_lines("Two", AXES, ["2", "3"], lines))
    upright = [e for e in root.iter(f"{SVG}line") if e.get("x1") == e.get("x2")]
    assert len(upright) == 1
    assert root.findtext(f"{SVG}desc") == "exact: 1.00, 2.00. estimate: 3.00 (2.50 to 3.50), not known."


def test_the_fan_holds_the_middle_half() -> None:
    places = [("0", Quantiles(4, 4, 4, 4, 4)), ("1", Quantiles(0, 1, 2, 3, 4))]
    root = ET.fromstring(svg_fan("Plays", AXES, places))
    assert root.findtext(f"{SVG}desc") == "bits by pegs: 0: 4 to 4, mean 4, 1: 0 to 4, mean 2."
    assert [e.text for e in root.iter(f"{SVG}text")][-3:] == ["all plays", "middle half", "mean"]


def test_the_least_is_the_strongest_of_a_map() -> None:
    root = ET.fromstring(svg_heat_map("Map", AxisNames("order", "degree"), ["0", "1"], ["a", "b"], [[1, 2], [3, 1]]))
    fills = [str(e.get("class")) for e in root.iter(f"{SVG}rect")]
    assert fills == ["f-heat7", "f-heat4", "f-heat0", "f-heat7"]
    flat = ET.fromstring(svg_heat_map("Map", AXES, ["0"], ["a", "b"], [[2, 2]]))
    assert {str(e.get("class")) for e in flat.iter(f"{SVG}rect")} == {"f-heat7"}
