"""The frame of everything that a notebook shows: a heading, drawings beside tables, and the style of both.

Colours of text are the notebook's own, so that they can be read in a light and in a dark one; drawings bring theirs.
"""

from __future__ import annotations

from sleuth.show.html.elements import Content, Html, element, joined
from sleuth.show.svg.canvas import style_of

_STYLE = """\
div.sleuth-view{max-width:60rem;font-size:.95em;line-height:1.45;overflow-wrap:break-word}
div.sleuth-view>.title{font-weight:700;margin:0 0 .4em}
div.sleuth-view>.parts{display:flex;flex-wrap:wrap;gap:.8em 2em;align-items:flex-start}
div.sleuth-view>.parts>*{flex:0 1 auto;min-width:0;max-width:100%}
div.sleuth-view .board{flex:1 1 15em;max-width:22em;margin:0}
div.sleuth-view .strip{display:flex;flex-wrap:wrap;gap:1em}
div.sleuth-view .strip>figure{flex:0 0 14em;max-width:100%;margin:0}
div.sleuth-view figcaption{font-size:.9em;margin-top:.2em}
div.sleuth-view .scroll{overflow-x:auto}
div.sleuth-view table{border-collapse:collapse;border:0;margin:.2em 0;font-variant-numeric:tabular-nums}
div.sleuth-view caption{text-align:left;font-weight:600;padding:0 0 .2em;caption-side:top;color:inherit}
div.sleuth-view th,div.sleuth-view td{text-align:left;padding:.12em .7em .12em 0;border:0;\
border-bottom:1px solid rgba(128,128,128,.35);font-weight:400;vertical-align:top;white-space:normal;color:inherit}
div.sleuth-view thead th{font-weight:600;vertical-align:bottom}
div.sleuth-view .number{text-align:right;white-space:nowrap}
div.sleuth-view td:has(.bar){text-align:left}
div.sleuth-view .marked>*{font-weight:700}
div.sleuth-view .bar{display:inline-block;height:.7em;border-radius:.2em;background:#8a72cf}
div.sleuth-view ul{margin:.2em 0;padding-left:1.2em}
div.sleuth-view p{margin:.2em 0}
div.sleuth-view .quiet{opacity:.8;font-size:.9em}
div.sleuth-view svg.token{display:inline-block;height:1.7em;width:auto;vertical-align:middle;border-radius:.3em}
"""


def view(title: Content, *parts: Content, notes: Content = None, style: str = "") -> Html:
    """What a notebook shows of an object: a title, parts beside each other, and small print."""
    body = joined(
        (
            element("div", title, class_="title"),
            element("div", *(part for part in parts if part), class_="parts"),
            element("div", notes, class_="quiet") if notes else None,
        )
    )
    rules = _STYLE + style + (style_of(body) if "<svg" in body else "")
    return element("div", Html(f"<style>{rules}</style>"), body, class_="sleuth-view")


def drawing(svg: str, caption: Content = None) -> Html:
    """A drawing as a part, with what is said under it."""
    below = [element("figcaption", caption)] if caption else []
    return element("figure", Html(svg), *below, class_="board")


def quiet(text: str) -> Html:
    """A small remark."""
    return element("p", text, class_="quiet")
