"""A small HTML writer. Text is escaped unless it is `Html` already, so names and words come out as text."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from sleuth.show.svg.canvas import attribute, visible

VOID = frozenset(("br", "hr", "img", "input", "meta"))
"""Elements that hold nothing, and are not closed."""


class Html(str):
    """Text that is HTML already."""

    __slots__ = ()


Content = str | Html | None
"""What an element may hold: a text, HTML, or nothing."""


def joined(parts: Iterable[Content]) -> Html:
    """Parts one after the other; texts are escaped."""
    return Html("".join(part if isinstance(part, Html) else visible(part) for part in parts if part))


def element(tag: str, *content: Content, **attributes: str | None) -> Html:
    """An element; `class_` and `aria_label` stand for `class` and `aria-label`."""
    names = ((name.rstrip("_").replace("_", "-"), value) for name, value in attributes.items() if value is not None)
    head = "".join(f' {name}="{attribute(value)}"' for name, value in names)
    return Html(f"<{tag}{head}>") if tag in VOID else Html(f"<{tag}{head}>{joined(content)}</{tag}>")


def table(
    heads: Sequence[str],
    rows: Iterable[Sequence[Content]],
    *,
    words: int = 1,
    last_words: int = 0,
    caption: str = "",
    marked: int = -1,
) -> Html:
    """A table whose first `words` and `last_words` columns hold words, the others numbers; a row may be `marked`."""

    def kind(place: int) -> str | None:
        return None if place < words or place >= len(heads) - last_words else "number"

    body = []
    for number, row in enumerate(rows):
        first, *rest = row
        cells = [element("th", first, scope="row", class_=kind(0))]
        cells += [element("td", cell, class_=kind(place)) for place, cell in enumerate(rest, 1)]
        body.append(element("tr", *cells, class_="marked" if number == marked else None))
    head = [element("th", text, scope="col", class_=kind(place)) for place, text in enumerate(heads)]
    named = [element("caption", caption)] if caption else []
    inside = (*named, element("thead", element("tr", *head)), element("tbody", *body))
    return element("div", element("table", *inside), class_="scroll")


def named_values(rows: Iterable[tuple[str, Content]]) -> Html:
    """Names, and the value of each beside it."""
    body = [element("tr", element("th", name, scope="row"), element("td", value)) for name, value in rows]
    return element("div", element("table", element("tbody", *body)), class_="scroll")


def sentences(texts: Iterable[str]) -> Html:
    """A list of sentences."""
    return element("ul", *(element("li", text) for text in texts))


def chance_bar(share: float) -> Html:
    """A bar as long as a share; what it shows stands beside it as a number."""
    return element("span", class_="bar", style=f"width:{max(0.0, min(1.0, share)) * 6:.2f}em", aria_hidden="true")
