"""An address as a QR code: an SVG in the page, or signs in a terminal."""

from __future__ import annotations

import io
from functools import lru_cache
from html import escape

import segno

QUIET = 4
"""Empty modules around the code, as the standard wants them."""


@lru_cache(maxsize=64)
def qr_svg(text: str, label: str) -> str:
    """The code as an SVG; dark on white by day and by night, since not every camera reads the opposite."""
    matrix = segno.make(text, error="m", micro=False, boost_error=False).matrix
    size = len(matrix) + 2 * QUIET
    runs = "".join(
        f"M{QUIET + start} {QUIET + row}h{length}v1h-{length}z"
        for row, modules in enumerate(matrix)
        for start, length in _runs(bytes(modules))
    )
    return (
        f'<svg class="qr" viewBox="0 0 {size} {size}" role="img" aria-label="{escape(label)}" '
        f'shape-rendering="crispEdges"><rect width="{size}" height="{size}" fill="#fff"/>'
        f'<path fill="#211D19" d="{runs}"/></svg>'
    )


def qr_text(text: str) -> str:
    """The code as lines of signs."""
    out = io.StringIO()
    segno.make(text, error="l", micro=False).terminal(out, compact=True)
    return out.getvalue()


def _runs(modules: bytes) -> list[tuple[int, int]]:
    """Where dark modules begin, and how many follow each other."""
    runs: list[tuple[int, int]] = []
    for place, dark in enumerate(modules):
        if not dark:
            continue
        if runs and sum(runs[-1]) == place:
            runs[-1] = (runs[-1][0], runs[-1][1] + 1)
        else:
            runs.append((place, 1))
    return runs
