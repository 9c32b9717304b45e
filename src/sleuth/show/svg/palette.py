"""The colours of the drawings, in a light and a dark mode, as one stylesheet.

A surface is a colour that something is painted with, and the colour of the text on it. Drawings name surfaces only, so
that what the tests say of the contrast of each surface holds for every drawing.
"""

from __future__ import annotations

from dataclasses import dataclass

from sleuth.show.ink import PALETTE

DARK_UNDER = (".dark", ".body--dark")
"""Below an element of one of these classes, drawings are dark whatever the reader's system prefers."""
LIGHT_UNDER = (".light", ".body--light")
"""Below one of these, they are light."""


@dataclass(frozen=True)
class Surface:
    """A colour and the text on it, in the light mode and in the dark one."""

    light: str
    light_text: str
    dark: str
    dark_text: str


def _same(fill: str, text: str) -> Surface:
    return Surface(fill, text, fill, text)


PAPER = Surface("#ffffff", "#1c1c1c", "#16191e", "#f2f2f2")
CARD = Surface("#e9edf1", "#1c1c1c", "#2a3038", "#f2f2f2")
SURFACES: dict[str, Surface] = {
    "paper": PAPER,
    "soft": Surface(PAPER.light, "#565656", PAPER.dark, "#b9bec6"),
    "card": CARD,
    "soft-card": Surface(CARD.light, "#4a4a4a", CARD.dark, "#c6cbd2"),
    "heat": Surface("#56b4e9", "#000000", "#0072b2", "#ffffff"),
    "right": _same("#006b4e", "#ffffff"),
    "elsewhere": _same("#f0e442", "#000000"),
    "absent": Surface("#5c5c5c", "#ffffff", "#4b5159", "#ffffff"),
    "accent": _same("#0072b2", "#ffffff"),
    "coin": _same("#e69f00", "#000000"),
    "hit": _same("#d55e00", "#000000"),
    "sunk": _same("#7a3000", "#ffffff"),
    **{f"peg{i}": _same(colour, "#ffffff" if colour == "#0072b2" else "#000000") for i, colour in enumerate(PALETTE)},
}
"""Every surface. Heat is painted with any opacity over the paper; `soft` is quieter text on the paper."""

MARKS: dict[str, tuple[str, str]] = {
    "ink": ("#1c1c1c", "#f2f2f2"),
    "quiet": ("#757575", "#949ba5"),
    "focus": ("#0072b2", "#56b4e9"),
    "hint": ("#a34700", "#e69f00"),
    "blue": ("#0072b2", "#56b4e9"),
    "orange": ("#b84f00", "#e69f00"),
    "green": ("#00795a", "#2bc497"),
    "purple": ("#a84f7f", "#dd9dbf"),
    "on-dark": ("#ffffff", "#ffffff"),
    "on-light": ("#000000", "#000000"),
    "skin": ("#f3cfae", "#e0b895"),
    "skin-line": ("#4a3524", "#111111"),
    "face-line": ("#4a2a14", "#3a1f0d"),
    "hair-brown": ("#6b3f1d", "#6b3f1d"),
    "hair-red": ("#c4511d", "#c4511d"),
    "hair-blond": ("#f2cf5b", "#f2cf5b"),
    "hair-black": ("#23211f", "#23211f"),
    "hair-grey": ("#a9adb3", "#a9adb3"),
}
"""Lines and shapes that carry no text: the light and the dark colour."""


def luminance(colour: str) -> float:
    """The relative luminance of `#rrggbb` (WCAG 2)."""
    parts = (int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5))
    red, green, blue = (p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    """The contrast ratio of two colours (WCAG 2): from 1 for none to 21 for black on white."""
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def mixed(over: str, under: str, opacity: float) -> str:
    """The colour that is seen where one colour lies over another."""
    pairs = ((int(over[i : i + 2], 16), int(under[i : i + 2], 16)) for i in (1, 3, 5))
    return "#" + "".join(f"{round(a * opacity + b * (1 - opacity)):02x}" for a, b in pairs)


def _variables(dark: bool) -> str:
    out = []
    for name, s in SURFACES.items():
        fill, text = (s.dark, s.dark_text) if dark else (s.light, s.light_text)
        out += [f"--sleuth-{name}:{fill}", f"--sleuth-on-{name}:{text}"]
    out += [f"--sleuth-{name}:{pair[dark]}" for name, pair in MARKS.items()]
    return ";".join([*out, f"color-scheme:{'dark' if dark else 'light'}"])


_RULES = """\
svg.sleuth{display:block;width:100%;height:auto;background:var(--sleuth-paper);border-radius:8px;\
font-family:system-ui,-apple-system,"Segoe UI",Roboto,"DejaVu Sans",sans-serif}
svg.sleuth text{user-select:none}
svg.sleuth .bold{font-weight:700}
svg.sleuth .mid{text-anchor:middle}
svg.sleuth .end{text-anchor:end}
svg.sleuth .strike{text-decoration:line-through}
svg.sleuth .empty{fill:none}
svg.sleuth .dashed{stroke-dasharray:4 3}
svg.sleuth .faded{opacity:.3}
svg.sleuth .press{cursor:pointer}
svg.sleuth .press:hover .edge{stroke:var(--sleuth-focus);stroke-width:2.5}
svg.sleuth .press:focus{outline:none}
svg.sleuth .press:focus-visible{outline:3px solid var(--sleuth-focus);outline-offset:1px}
@media (forced-colors:active){svg.sleuth{forced-color-adjust:none}}
@media print{svg.sleuth{break-inside:avoid}}
"""


def stylesheet() -> str:
    """The CSS that every drawing needs, once a page."""
    light, dark = _variables(dark=False), _variables(dark=True)
    kept = ",".join(f"{under} *" for under in LIGHT_UNDER)
    rules = [
        f"svg.sleuth{{{light}}}",
        f"@media (prefers-color-scheme:dark){{svg.sleuth:not({kept}){{{dark}}}}}",
        ",".join(f"{under} svg.sleuth" for under in DARK_UNDER) + f"{{{dark}}}",
    ]
    for name in SURFACES:
        rules.append(f"svg.sleuth .f-{name}{{fill:var(--sleuth-{name})}}")
        rules.append(f"svg.sleuth .on-{name}{{fill:var(--sleuth-on-{name})}}")
    for name in MARKS:
        rules.append(f"svg.sleuth .f-{name}{{fill:var(--sleuth-{name})}}")
        rules.append(f"svg.sleuth .s-{name}{{stroke:var(--sleuth-{name})}}")
    return "\n".join(rules) + "\n" + _RULES
