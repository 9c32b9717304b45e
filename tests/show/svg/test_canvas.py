from __future__ import annotations

import re
import xml.etree.ElementTree as ET

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sleuth.games.clue import svg_notebook
from sleuth.show.svg import Canvas, standalone, stylesheet, svg_bar, svg_curve
from sleuth.show.svg.canvas import attribute, fit, number, text_width, visible
from sleuth.show.svg.palette import MARKS, SURFACES, contrast, luminance, mixed

HOSTILE = (
    "<script>alert(1)</script>",
    '" onload="alert(1)',
    "' x='",
    "]]><b>",
    "&amp;&#60;",
    "a\x00\x1b[31m\u202eb",
    "</svg>",
)
SVG = "{http://www.w3.org/2000/svg}"


@given(st.text())
def test_any_text_is_well_formed_and_reads_back_as_it_was(text: str) -> None:
    canvas = Canvas(text, text, 10, 10)
    with canvas.button(text, action=text, part="0:1"):
        canvas.text(1, 1, text)
    root = ET.fromstring(canvas.svg())
    (group,) = root.iter(f"{SVG}g")
    printed = "".join(sign if sign.isprintable() else "�" for sign in text)
    assert root.findtext(f".//{SVG}text") == printed
    assert root.findtext(f"{SVG}title") == printed
    held = "".join(
        sign if re.match("[\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]", sign) else "�" for sign in text
    )
    assert group.get("data-action") == held
    assert set(group.attrib) == {"class", "role", "tabindex", "aria-label", "data-action", "data-part"}


@pytest.mark.parametrize("text", HOSTILE)
def test_hostile_text_is_only_text(text: str) -> None:
    chart = svg_curve([(text, [3.0, 1.0])], text)
    notes = svg_notebook([(text, {text: 0.5, "you": 1.0}), (text, {})], text)
    for svg in (chart, notes, svg_bar(1, 2, text)):
        root = ET.fromstring(svg)
        assert {element.tag for element in root.iter()}.isdisjoint({f"{SVG}script", f"{SVG}b"})
        assert not any(name.startswith("on") for element in root.iter() for name in element.attrib)
        assert "<script" not in svg
        assert "\x1b" not in svg


def test_escaped_text_leaves_neither_tag_nor_quote() -> None:
    for text in HOSTILE:
        for escaped in (visible(text), attribute(text)):
            assert not set(escaped) & set("<>\"'")
    assert attribute("a\nb\tc") == "a&#10;b&#9;c"


def test_numbers_are_short() -> None:
    assert [number(n) for n in (3, 3.0, 0.25, 1 / 3, -0.001, 10, 100.5)] == [
        "3",
        "3",
        "0.25",
        "0.33",
        "0",
        "10",
        "100.5",
    ]


@given(st.text(min_size=1), st.floats(20, 200), st.floats(8, 20))
def test_text_is_cut_to_fit(text: str, width: float, size: float) -> None:
    short = fit(text, width, size)
    assert text_width(short, size) <= width + size * 0.2
    assert short == text or (short.endswith("…") and text.startswith(short[:-1]))


def test_only_known_surfaces_and_marks_are_painted() -> None:
    canvas = Canvas("x", width=10, height=10)
    with pytest.raises(KeyError):
        canvas.text(0, 0, "a", on="red")
    with pytest.raises(KeyError):
        canvas.rect(0, 0, 1, 1, "red")
    with pytest.raises(KeyError):
        canvas.line(0, 0, 1, 1, "red")


def test_contrast_is_that_of_the_standard() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)
    assert contrast("#0000ff", "#ffffff") == pytest.approx(8.59, abs=0.01)
    assert luminance("#808080") == pytest.approx(0.2159, abs=1e-4)
    assert mixed("#ff0000", "#0000ff", 0.5) == "#800080"


@pytest.mark.parametrize("name", SURFACES)
def test_text_on_every_surface_has_the_contrast_of_wcag_aa(name: str) -> None:
    surface = SURFACES[name]
    assert contrast(surface.light, surface.light_text) >= 4.5
    assert contrast(surface.dark, surface.dark_text) >= 4.5


@pytest.mark.parametrize("name", ["ink", "quiet", "focus", "hint", "blue", "orange", "green", "purple"])
def test_lines_stand_out_from_paper_and_card(name: str) -> None:
    light, dark = MARKS[name]
    for ground in ("paper", "card"):
        assert contrast(light, SURFACES[ground].light) >= 3
        assert contrast(dark, SURFACES[ground].dark) >= 3


def test_marks_on_tiles_stand_out() -> None:
    for surface, mark in (
        ("right", "on-dark"),
        ("elsewhere", "on-light"),
        ("sunk", "on-dark"),
    ):
        for colour in (SURFACES[surface].light, SURFACES[surface].dark):
            assert contrast(colour, MARKS[mark][0]) >= 4.5


def test_one_stylesheet_has_both_modes_and_no_reference_to_anything() -> None:
    css = stylesheet()
    assert css.count("{") == css.count("}")
    assert "prefers-color-scheme:dark" in css
    assert ".dark svg.sleuth" in css
    assert "var(--sleuth-line-focus)" in css
    assert not re.search(r"url\(|@import|https?:|<|expression", css)
    for name, colours in MARKS.items():
        assert all(f"--sleuth-line-{name}:{colour};" in css for colour in colours)
    for name, surface in SURFACES.items():
        assert f"--sleuth-{name}:{surface.light};" in css
        assert f"--sleuth-{name}:{surface.dark};" in css


def test_a_file_of_its_own_carries_the_stylesheet() -> None:
    svg = standalone(svg_bar(1.5, 3))
    root = ET.fromstring(svg)
    assert root.findtext(f"{SVG}style") == stylesheet({"card", "voice", "quiet"})
    assert root[1].tag == f"{SVG}title"


def test_a_part_of_the_stylesheet_has_the_same_rules_and_fewer_colours() -> None:
    whole, part = stylesheet().splitlines(), stylesheet({"card", "voice", "quiet"}).splitlines()
    assert set(part[3:]) < set(whole[3:])
    assert len("\n".join(part)) < len("\n".join(whole)) / 2
    for name in ("paper", "card", "voice"):
        assert f"svg.sleuth .on-{name}{{fill:var(--sleuth-on-{name})}}" in part
        assert all(f"--sleuth-{name}:" in rule for rule in part[:3])


def test_a_drawing_with_buttons_is_a_group_since_nobody_reads_what_is_inside_an_image() -> None:
    plain, pressed = Canvas("a", "b", 10, 10), Canvas("a", "b", 10, 10)
    with pressed.button("x", action="y", pressed=True, key="Enter"):
        pressed.circle(1, 1, 1)
    assert ET.fromstring(plain.svg()).get("role") == "img"
    root = ET.fromstring(pressed.svg())
    assert root.get("role") == "group"
    (button,) = root.iter(f"{SVG}g")
    assert (button.get("tabindex"), button.get("aria-pressed"), button.get("data-key")) == ("0", "true", "Enter")


def test_the_bar_is_as_long_as_the_share_that_is_left() -> None:
    def full(bits: float, start: float) -> float:
        bars = [e for e in ET.fromstring(svg_bar(bits, start)).iter(f"{SVG}rect") if "f-voice" in str(e.get("class"))]
        return float(str(bars[0].get("width"))) if bars else 0.0

    assert full(4, 4) == 336
    assert full(2, 4) == 168
    assert full(0, 4) == 0
    assert full(0, 0) == 0
    assert "1.50 of 3.00 bits" in svg_bar(1.5, 3)


def test_curves_have_a_point_for_each_value_and_fall_from_the_top() -> None:
    svg = svg_curve([("entropy", [4.0, 2.0, 0.0]), ("minimax", [4.0, 3.0])])
    root = ET.fromstring(svg)
    paths = [str(e.get("d")) for e in root.iter(f"{SVG}path")]
    first = re.findall(r"([\d.]+) ([\d.]+)", paths[0])
    assert len(first) == 3
    heights = [float(y) for _, y in first]
    assert heights == sorted(heights)
    assert heights[1] == pytest.approx((heights[0] + heights[2]) / 2)
    assert "entropy: 4.00, 2.00, 0.00." in str(root.findtext(f"{SVG}desc"))
    dashes = ["dashed" in str(e.get("class")) for e in root.iter(f"{SVG}path")]
    assert dashes[0] != dashes[1]
    assert ET.fromstring(svg_curve([])).get("role") == "img"
    assert ET.fromstring(svg_curve([("none", []), ("one", [0.0])])).get("role") == "img"


def test_the_notebook_ticks_what_is_certain_and_gives_chances_for_the_rest() -> None:
    svg = svg_notebook(
        [("Suspects", {}), ("Plum", {"you": 0.0, "Ada": 0.25, "envelope": 0.75}), ("Rope", {"you": 1.0})]
    )
    root = ET.fromstring(svg)
    texts = [e.text for e in root.iter(f"{SVG}text")]
    assert texts == ["you", "Ada", "envelope", "Suspects", "Plum", "25%", "75%", "Rope"]
    assert sum("f-right" in str(e.get("class")) for e in root.iter(f"{SVG}rect")) == 1
    assert root.findtext(f"{SVG}desc") == "Suspects. Plum: Ada 25%, envelope 75%. Rope: you 100%."
