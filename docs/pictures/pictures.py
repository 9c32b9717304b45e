"""The pictures at the top of README.md: a board with its heat map, and what `sleuth assist` says in a terminal.

    python docs/pictures/pictures.py             writes them beside this file
    python docs/pictures/pictures.py --check     exits 1 where one of them is not what would be written now

They are SVG without scripts, links or fonts of their own, and the same each time.
"""

from __future__ import annotations

import argparse
import os
import re
import shlex
import sys
from collections.abc import Callable
from io import StringIO
from pathlib import Path
from unittest.mock import patch

from rich.console import Console

from sleuth import History, begin, parse_game, parse_strategy
from sleuth.adapters.cli.app import run
from sleuth.adapters.cli.screen import Screen
from sleuth.show.svg import standalone, svg_board

HERE = Path(__file__).parent
SHOTS = "5,5=hit;5,6=hit;5,4=miss;5,7=miss;4,5=miss;6,5=sunk;4,6=hit;6,6=sunk;7,3=hit;6,3=miss;7,4=hit;7,5=hit"
WORDS = "crane=-yy--"
COLUMNS = 62
TERMINAL = """\
<svg xmlns="http://www.w3.org/2000/svg" class="rich-terminal" viewBox="0 0 {width} {height}" role="img">
<style>
.{unique_id}-matrix{{font-family:"SFMono-Regular",Menlo,Consolas,"Liberation Mono","DejaVu Sans Mono",monospace;\
font-size:21px}}
.{unique_id}-title{{font:600 18px "Helvetica Neue",Helvetica,Arial,"Liberation Sans","DejaVu Sans",sans-serif}}
{styles}
</style>
<defs>
<clipPath id="{unique_id}-clip-terminal"><rect x="0" y="0" width="{terminal_width}" height="{terminal_height}"/>\
</clipPath>
{lines}
</defs>
{chrome}
<g transform="translate({terminal_x}, {terminal_y})" clip-path="url(#{unique_id}-clip-terminal)">
{backgrounds}
<g class="{unique_id}-matrix">
{matrix}
</g>
</g>
</svg>
"""
"""Rich's own frame loads a font from elsewhere; this one takes what there is."""


def battleship() -> str:
    """A Battleship board in mid-play: how likely a ship is in each cell, and where to shoot next."""
    game = parse_game("battleship")
    info = begin(game).observe_all(History.parse(game, SHOTS))
    decision = parse_strategy("hit-probability").decide(info)
    return standalone(svg_board(info, heat=True, hint=decision.action, live=False)) + "\n"


def assist() -> str:
    """What to ask next in Wordle, and why, as the terminal shows it."""
    words = ["assist", "wordle", "--history", WORDS]
    console = Console(
        record=True, width=COLUMNS, file=StringIO(), force_terminal=True, color_system="truecolor", highlight=False
    )
    with patch.dict(os.environ, TERM="xterm-256color"), patch.object(Screen, "out", console):
        run(words)
        svg = console.export_svg(title=f"sleuth {shlex.join(words)}", code_format=TERMINAL, unique_id="assist")
    return re.sub(r"[ \t]+$", "", svg, flags=re.MULTILINE).strip() + "\n"


PICTURES: dict[str, Callable[[], str]] = {"battleship.svg": battleship, "assist.svg": assist}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true", help="compare the pictures with what would be written")
    options = parser.parse_args()
    stale = 0
    for name, draw in PICTURES.items():
        path, svg = HERE / name, draw()
        if not options.check:
            path.write_text(svg, encoding="utf-8")
        elif not path.exists() or path.read_text(encoding="utf-8") != svg:
            print(f"{name} is not what would be written now")
            stale = 1
    return stale


if __name__ == "__main__":
    sys.exit(main())
