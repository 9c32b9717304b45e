"""The colours of the drawings, in a light and a dark mode, as one stylesheet.

A surface is a colour that something is painted with, and the colour of the text on it. Drawings name surfaces only, so
that what the tests say of the contrast of each surface holds for every drawing.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from sleuth.show.ink import PALETTE

DARK_UNDER = (".dark", "[data-theme=dark]", "[data-jp-theme-light=false]", ".vscode-dark")
"""Below an element of one of these classes, drawings are dark whatever the reader's system prefers.

The page and the documentation have the first two, notebooks in JupyterLab and VS Code the others.
"""
LIGHT_UNDER = (".light", "[data-theme=light]", "[data-jp-theme-light=true]", ".vscode-light")
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


def mixed(over: str, under: str, opacity: float) -> str:
    """The colour that is seen where one colour lies over another."""
    pairs = ((int(over[i : i + 2], 16), int(under[i : i + 2], 16)) for i in (1, 3, 5))
    return "#" + "".join(f"{round(a * opacity + b * (1 - opacity)):02x}" for a, b in pairs)


INK = ("#211d19", "#f4f0ea")
SOFT = ("#5e574d", "#bdb6ac")
VOICE = ("#5a3da8", "#c2b0fa")
ON_VOICE = ("#ffffff", "#1b1430")
PAPER = Surface("#ffffff", INK[0], "#211f25", INK[1])
CARD = Surface("#f2ede4", INK[0], "#2a272f", INK[1])
SEA = Surface("#e3eff5", INK[0], "#1b2a33", INK[1])
HEAT_STEPS = (0.03, 0.09, 0.15, 0.22, 0.30, 0.46, 0.78, 0.92)
"""How strong violet lies over the ground; none is between 46 and 78 %, where no text would be legible."""


def _heat(ground: Surface, name: str) -> dict[str, Surface]:
    """The steps of violet over a ground, with ink on the weak ones and the text of violet on the strong ones."""
    steps = {}
    for number, share in enumerate(HEAT_STEPS):
        light, dark = mixed(VOICE[0], ground.light, share), mixed(VOICE[1], ground.dark, share)
        texts = INK if share < 0.5 else ON_VOICE
        steps[f"{name}{number}"] = Surface(light, texts[0], dark, texts[1])
    return steps


def heat_step(share: float, ground: str = "heat") -> str:
    """The surface for a share of the greatest: `heat0` to `heat7`, or `sea0` to `sea7` on water."""
    return f"{ground}{min(len(HEAT_STEPS) - 1, int(max(0.0, share) * len(HEAT_STEPS)))}"


def _tint(colour: str, share: float) -> Surface:
    """A colour thinly over paper: the ground of a small picture."""
    return Surface(mixed(colour, PAPER.light, share), INK[0], mixed(colour, PAPER.dark, share), INK[1])


SURFACES: dict[str, Surface] = {
    "paper": PAPER,
    "soft": Surface(PAPER.light, SOFT[0], PAPER.dark, SOFT[1]),
    "card": CARD,
    "soft-card": Surface(CARD.light, SOFT[0], CARD.dark, SOFT[1]),
    "voice": Surface(VOICE[0], ON_VOICE[0], VOICE[1], ON_VOICE[1]),
    "hint": Surface("#f3effc", VOICE[0], "#2b2540", VOICE[1]),
    "right": Surface("#0a6a4d", "#ffffff", "#1b7d5e", "#ffffff"),
    "elsewhere": Surface("#e8b02a", "#211d19", "#efc443", "#211d19"),
    "absent": Surface("#e6e0d4", "#5a534a", "#3b3741", "#c4bdb4"),
    "good": Surface("#e4f2eb", "#0a6a4d", "#1b3229", "#6fd3ac"),
    "slip": Surface("#fbf0d3", "#7a5200", "#372c14", "#f0c665"),
    "miss": Surface("#fbe8df", "#a13a10", "#3d231a", "#ffa27a"),
    "lucky": Surface("#e2f0f8", "#0b5c8a", "#162e3d", "#84cbf2"),
    "accent": Surface(INK[0], "#faf7f1", INK[1], "#17151a"),
    "coin": _same("#e69f00", "#211d19"),
    "sea": SEA,
    "hit": Surface(SEA.light, "#b8420f", SEA.dark, "#f0834f"),
    "sunk": Surface(INK[0], "#faf7f1", "#0d0b10", "#f4f0ea"),
    **_heat(PAPER, "heat"),
    **_heat(SEA, "sea"),
    "tint-green": _tint("#1aa37a", 0.20),
    "tint-orange": _tint("#e69f00", 0.20),
    "tint-blue": _tint("#56b4e9", 0.24),
    "tint-pink": _tint("#cc79a7", 0.24),
    "tint-yellow": _tint("#f2df3a", 0.24),
    **{f"peg{i}": _same(colour, "#ffffff" if colour == "#0068a8" else "#211d19") for i, colour in enumerate(PALETTE)},
}
"""Every surface. `voice`, `hint` and the steps of heat are what the helper believes, `accent` is the main button,
`soft` quieter text, `slip`, `miss` and `lucky` are classes of moves, and the tints are grounds of small pictures."""

MARKS: dict[str, tuple[str, str]] = {
    "ink": INK,
    "quiet": ("#8a8275", "#8d8795"),
    "line": ("#e4ddd0", "#3a363f"),
    "voiceline": ("#d3c8f1", "#51457a"),
    "focus": VOICE,
    "hint": VOICE,
    "blue": ("#0b5c8a", "#84cbf2"),
    "orange": ("#b8420f", "#f0834f"),
    "green": ("#0a6a4d", "#6fd3ac"),
    "purple": VOICE,
    "slip": ("#7a5200", "#f0c665"),
    "miss": ("#a13a10", "#ffa27a"),
    "on-accent": ("#faf7f1", "#17151a"),
    "on-dark": ("#ffffff", "#ffffff"),
    "on-light": ("#211d19", "#211d19"),
    "skin": ("#f3cfae", "#e0b895"),
    "skin-line": ("#4a3524", "#111111"),
    "face-line": ("#4a2a14", "#3a1f0d"),
    "hair-brown": ("#6b3f1d", "#6b3f1d"),
    "hair-red": ("#c4511d", "#c4511d"),
    "hair-blond": ("#f2cf5b", "#f2cf5b"),
    "hair-black": ("#23211f", "#23211f"),
    "hair-grey": ("#a9adb3", "#a9adb3"),
}
"""Lines and shapes that carry no text: the light and the dark colour; `line` and `voiceline` only decorate."""


def luminance(colour: str) -> float:
    """The relative luminance of `#rrggbb` (WCAG 2)."""
    parts = (int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5))
    red, green, blue = (p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    """The contrast ratio of two colours (WCAG 2): from 1 for none to 21 for black on white."""
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def _variables(dark: bool, used: Collection[str]) -> str:
    out = []
    for name, s in SURFACES.items():
        fill, text = (s.dark, s.dark_text) if dark else (s.light, s.light_text)
        out += [f"--sleuth-{name}:{fill}", f"--sleuth-on-{name}:{text}"] if name in used else []
    out += [f"--sleuth-line-{name}:{pair[dark]}" for name, pair in MARKS.items() if name in used]
    return ";".join([*out, f"color-scheme:{'dark' if dark else 'light'}"])


SANS = '-apple-system,"Segoe UI",Roboto,"Sleuth Sans","Noto Sans",Arial,sans-serif'
_RULES = f"""\
svg.sleuth{{display:block;width:100%;height:auto;background:var(--sleuth-paper);border-radius:18px;\
font-family:{SANS};font-variant-numeric:tabular-nums}}
svg.sleuth text{{user-select:none;-webkit-user-select:none}}
svg.sleuth .bold{{font-weight:700}}
svg.sleuth .mid{{text-anchor:middle}}
svg.sleuth .end{{text-anchor:end}}
svg.sleuth .strike{{text-decoration:line-through}}
svg.sleuth .empty{{fill:none}}
svg.sleuth .dashed{{stroke-dasharray:4 3}}
svg.sleuth .faded{{opacity:.3}}
svg.sleuth .press{{cursor:pointer;outline:none}}
svg.sleuth .press[aria-disabled=true]{{opacity:.45;cursor:default}}
svg.sleuth .cycle>.is:not(.on),svg.sleuth .cast{{display:none}}
svg.sleuth .slot .cast{{display:inline}}
svg.sleuth .rim{{stroke:#000;stroke-opacity:.22;stroke-width:1.6}}
svg.sleuth .gloss{{stroke:#fff;stroke-opacity:.55;stroke-width:2.2;stroke-linecap:round}}
svg.sleuth.icon{{border-radius:20%}}
svg.sleuth .ring{{fill:none;stroke:var(--sleuth-line-focus);stroke-width:3;pointer-events:none}}
@media (hover:hover){{svg.sleuth .press:hover .edge{{stroke:var(--sleuth-line-ink)}}}}
@media (forced-colors:active){{svg.sleuth{{forced-color-adjust:none}}}}
@media print{{svg.sleuth{{break-inside:avoid}}}}
"""


ALWAYS = frozenset(("paper", "focus", "ink"))
"""Surfaces and marks that every drawing needs."""


def stylesheet(only: Collection[str] | None = None) -> str:
    """The CSS that every drawing needs, once a page; with `only` these surfaces and marks, for a single drawing."""
    used = {*SURFACES, *MARKS} if only is None else {*only, *ALWAYS}
    light, dark = _variables(False, used), _variables(True, used)
    kept = ",".join(f"{under} *" for under in LIGHT_UNDER)
    rules = [
        f"svg.sleuth{{{light}}}",
        f"@media (prefers-color-scheme:dark){{svg.sleuth:not({kept}){{{dark}}}}}",
        ",".join(f"{under} svg.sleuth" for under in DARK_UNDER) + f"{{{dark}}}",
    ]
    for name in (name for name in SURFACES if name in used):
        rules.append(f"svg.sleuth .f-{name}{{fill:var(--sleuth-{name})}}")
        rules.append(f"svg.sleuth .on-{name}{{fill:var(--sleuth-on-{name})}}")
    for name in (name for name in MARKS if name in used):
        if name not in SURFACES:
            rules.append(f"svg.sleuth .f-{name}{{fill:var(--sleuth-line-{name})}}")
        rules.append(f"svg.sleuth .s-{name}{{stroke:var(--sleuth-line-{name})}}")
    return "\n".join(rules) + "\n" + _RULES
