"""A small SVG writer. Everything that is written through it is escaped: names and words come out as text."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from html import escape, unescape
from unicodedata import combining, east_asian_width

from sleuth.show.svg.palette import MARKS, SURFACES, stylesheet

WIDTH = 360.0
"""The width of a board in its own units: about a pixel each on a phone."""
_TEXT = re.compile(r"<text[^>]*>([^<]*)</text>")
_WHOLE = re.compile(r'<svg[^>]* viewBox="0 0 ([0-9.]+) ([0-9.]+)"[^>]*>(.*)</svg>', re.DOTALL)
_CLASSES = re.compile(r'class="([^"]*)"')
_NOT_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_BLANKS = {"\t": "&#9;", "\n": "&#10;", "\r": "&#13;"}

Value = str | float | None


def visible(text: str) -> str:
    """Text to be read: escaped, with � for what cannot be printed."""
    return escape("".join(sign if sign.isprintable() else "�" for sign in text))


def attribute(text: str) -> str:
    """Text for an attribute: escaped, and the same when it is read back; � for what XML cannot hold."""
    plain = escape(_NOT_XML.sub("�", text))
    return "".join(_BLANKS.get(sign, sign) for sign in plain)


def holds(text: str) -> bool:
    """Whether XML can hold a text as it is: it has no signs that control a terminal, for one."""
    return _NOT_XML.search(text) is None


def number(value: float) -> str:
    """A number as short as can be: `3`, `0.25`."""
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def text_width(text: str, size: float) -> float:
    """About how wide a text is."""
    return sum(_sign_width(sign) for sign in text) * size


def _sign_width(sign: str) -> float:
    if combining(sign):
        return 0.0
    if east_asian_width(sign) in "WF":
        return 1.0
    if sign in "ijl.,:;'|!()[] It":
        return 0.34
    return 0.95 if sign in "mwMW@%" else 0.68 if sign.isupper() else 0.6


def fit(text: str, width: float, size: float) -> str:
    """The text, cut short with `…` where it is too wide."""
    if text_width(text, size) <= width:
        return text
    room, out = width - size * 0.8, ""
    for sign in text:
        room -= _sign_width(sign) * size
        if room < 0:
            break
        out += sign
    return out + "…"


class Canvas:
    """One drawing: shapes are added, then `svg` gives the text of it."""

    def __init__(self, title: str, words: str = "", width: float = WIDTH, height: float = 0.0, more: str = "") -> None:
        self.title, self.words, self.more = title, words, more
        self.width, self.height = width, height
        self._parts: list[str] = []
        self._buttons = 0
        self._shown = ""

    def reach(self, y: float) -> float:
        """Make the drawing at least so high."""
        self.height = max(self.height, y)
        return y

    def _add(self, tag: str, classes: str, attributes: dict[str, Value], text: str | None = None) -> None:
        closed = "/>" if text is None else f">{visible(text)}</{tag}> "  # texts are words apart for who reads them out
        self._parts.append(_opened(tag, classes, attributes) + closed)

    def _shape(self, tag: str, place: dict[str, Value], paint: tuple[str, str, str], line: float) -> None:
        """A shape painted with a fill, a stroke and more classes, its line so wide."""
        width: dict[str, Value] = {"stroke-width": line} if paint[1] and line != 1 else {}
        self._add(tag, _paint(*paint), place | width)

    def rect(
        self, x: float, y: float, width: float, height: float, fill: str = "", stroke: str = "", r: float = 4,
        line: float = 1, more: str = "",
    ) -> None:  # fmt: skip
        """A rectangle with round corners."""
        self._shape("rect", {"x": x, "y": y, "width": width, "height": height, "rx": r}, (fill, stroke, more), line)

    def circle(
        self, x: float, y: float, r: float, fill: str = "", stroke: str = "", line: float = 1, more: str = ""
    ) -> None:
        """A circle."""
        self._shape("circle", {"cx": x, "cy": y, "r": r}, (fill, stroke, more), line)

    def ellipse(
        self, x: float, y: float, rx: float, ry: float, fill: str = "", stroke: str = "", line: float = 1
    ) -> None:
        """An ellipse."""
        self._shape("ellipse", {"cx": x, "cy": y, "rx": rx, "ry": ry}, (fill, stroke, ""), line)

    def line(
        self, x1: float, y1: float, x2: float, y2: float, stroke: str = "ink", line: float = 1, more: str = ""
    ) -> None:
        """A straight line."""
        place: dict[str, Value] = {"x1": x1, "y1": y1, "x2": x2, "y2": y2, "stroke-linecap": "round"}
        self._shape("line", place, ("", stroke, more), line)

    def path(self, steps: str, fill: str = "", stroke: str = "", line: float = 1, more: str = "") -> None:
        """A path; `steps` is SVG path text made by a drawing, never by a player."""
        rest: dict[str, Value] = {"stroke-linecap": "round", "stroke-linejoin": "round"} if stroke else {}
        self._shape("path", {"d": steps, **rest}, (fill, stroke, more), line)

    def text(
        self, x: float, y: float, text: str, size: float = 13, on: str = "paper", more: str = "mid",
        width: float | None = None,
    ) -> None:  # fmt: skip
        """Text on a surface, its middle at height `y`; cut short where a width is given."""
        if on not in SURFACES:
            raise KeyError(on)
        bold = 1.15 if "bold" in more.split() else 1.0
        shown = text if width is None else fit(text, width, size * bold)
        place: dict[str, Value] = {"x": x, "y": y + 0.35 * size, "font-size": size}
        self._add("text", f"on-{on} {more}".strip(), place, shown)

    def embed(self, svg: str, x: float, y: float, width: float) -> float:
        """Draw what another canvas gave, so wide, with its upper left corner at a place; how high it is."""
        whole = _WHOLE.fullmatch(svg)
        if whole is None:
            raise ValueError("only what a canvas gave can be drawn into another")
        scale = width / float(whole[1])
        with self.group(transform=f"translate({number(x)} {number(y)}) scale({scale:.4f})"):
            self._parts.append(whole[3])
        return float(whole[2]) * scale

    @contextmanager
    def group(self, more: str = "", **attributes: Value) -> Iterator[None]:
        """What is drawn inside belongs together."""
        self._parts.append(_opened("g", more, dict(attributes)) + ">")
        yield
        self._parts.append("</g>")

    def button(
        self, label: str, *, action: str | None = None, part: str | None = None, value: str | None = None,
        answer: str | None = None, key: str | None = None, pressed: bool | None = None, does: str | None = None,
    ) -> AbstractContextManager[None]:  # fmt: skip
        """Something to press. It stands for one of these:

        an `action`; a `part` of one, `slot:value`, after which the server draws the board anew; a `value` that goes
        into the next empty slot at once; an `answer` to what was asked; or it `does` something to the slots: `take`
        empties the last one, `send` asks what they make. `key` is the key of a real keyboard that does the same.
        """
        self._buttons += 1
        state = None if pressed is None else str(pressed).lower()
        attributes: dict[str, Value] = {"role": "button", "tabindex": "0", "aria-label": label, "aria-pressed": state}
        data = {"action": action, "part": part, "value": value, "answer": answer, "key": key, "does": does}
        return self._named(label, attributes | {f"data-{name}": text for name, text in data.items()})

    @contextmanager
    def _named(self, label: str, attributes: dict[str, Value]) -> Iterator[None]:
        """A button whose name holds the text that is seen on it: who speaks to a computer says what she sees."""
        start = len(self._parts)
        yield
        seen = dict.fromkeys(unescape(text) for part in self._parts[start:] for text in _TEXT.findall(part))
        if not all(re.search(rf"(?<!\w){re.escape(text)}(?!\w)", label, re.IGNORECASE) for text in seen):
            attributes = attributes | {"aria-label": f"{' '.join(seen)}: {label}"}
        self._parts.insert(start, _opened("g", "press", attributes) + ">")
        self._parts.append("</g>")

    def slot(self, name: str, x: float, y: float, label: str) -> AbstractContextManager[None]:
        """A place for a part of an action, with its middle; values that are pressed are copied into it."""
        self._buttons += 1
        attributes: dict[str, Value] = {"role": "button", "tabindex": "0", "aria-label": label}
        return self.group("press slot", **(attributes | {"data-slot": name, "data-x": x, "data-y": y}))

    def face(self, x: float, y: float) -> AbstractContextManager[None]:
        """What is copied into a slot when the button around it is pressed, with its middle.

        What is in a group `cast` in it is seen in the slot only: a letter is larger on a tile than on its key.
        """
        return self.group("face", **{"data-x": x, "data-y": y})

    def cycle(
        self, label: str, signs: Mapping[str, str], now: str, *, mark: str | None = None, step: int | None = None,
        own: str | None = None,
    ) -> AbstractContextManager[None]:  # fmt: skip
        """Something that shows the next of some signs at each press; `signs` says in a word what each one means.

        It is the place `mark` of the answer to the present question, or to that of an earlier `step`; or a mark of the
        player's `own`, which stays in the browser. Inside, `sign` draws what each sign looks like.
        """
        self._buttons += 1
        self._shown = now
        attributes: dict[str, Value] = {"role": "button", "tabindex": "0", "aria-label": f"{label}, {signs[now]}"}
        data: dict[str, Value] = {
            "data-label": label, "data-signs": " ".join(signs), "data-words": "|".join(signs.values()),
            "data-sign": now, "data-mark": mark, "data-step": step, "data-own": own,
        }  # fmt: skip
        return self.group("press cycle", **attributes, **data)

    def sign(self, sign: str) -> AbstractContextManager[None]:
        """What a sign looks like, within `cycle`."""
        return self.group("is on" if sign == self._shown else "is", **{"data-is": sign})

    def moving(self, motion: str, place: int = 0) -> AbstractContextManager[None]:
        """What has just come: it turns (`flip`), drops (`drop`), or does a `ripple`, a `burst`, a `fall`, in order."""
        return self.group(f"fresh {motion}", style=f"--i:{place}")

    def svg(self) -> str:
        """The drawing as text. Needs the stylesheet of the page, or `standalone`."""
        # Screen readers skip what is inside an image, so a drawing with buttons is a group.
        attributes: dict[str, Value] = {
            "xmlns": "http://www.w3.org/2000/svg",
            "viewBox": f"0 0 {number(self.width)} {number(self.height)}",
            "role": "group" if self._buttons else "img",
            "aria-label": self.title,
        }
        head = f"{_opened('svg', f'sleuth {self.more}'.strip(), attributes)}><title>{visible(self.title)}</title>"
        words = f"<desc>{visible(self.words)}</desc>" if self.words else ""
        return head + words + "".join(self._parts) + "</svg>"


def standalone(svg: str) -> str:
    """A drawing that carries its stylesheet, for a file of its own."""
    head, close, rest = svg.partition(">")
    return f"{head}{close}<style>{escape(style_of(svg), quote=False)}</style>{rest}"


def style_of(markup: str) -> str:
    """The stylesheet of the drawings in some text, with the colours that they use and no others."""
    names = {name for classes in _CLASSES.findall(markup) for name in classes.split()}
    return stylesheet({name.partition("-")[2] for name in names if name.startswith(("f-", "s-", "on-"))})


def _opened(tag: str, classes: str, attributes: dict[str, Value]) -> str:
    written = {"class": classes or None} | attributes
    pairs = ((name, value) for name, value in written.items() if value is not None)
    body = "".join(f' {k}="{attribute(v) if isinstance(v, str) else number(v)}"' for k, v in pairs)
    return f"<{tag}{body}"


def _paint(fill: str, stroke: str, more: str) -> str:
    if fill and fill not in SURFACES and fill not in MARKS:
        raise KeyError(fill)
    if stroke and stroke not in MARKS:
        raise KeyError(stroke)
    parts = (f"f-{fill}" if fill else "empty", f"s-{stroke}" if stroke else "", more)
    return " ".join(part for part in parts if part)
