"""How a game changes with its size."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from sleuth.core.displayed import Displayed
from sleuth.core.errors import ParameterError
from sleuth.core.frames import frame, game_columns
from sleuth.core.game import Game
from sleuth.core.progress import Progress, silent
from sleuth.core.text import MAX_DIGITS, shorten, whole_number
from sleuth.lab.analysis import Analysis, analyse_game, check_size
from sleuth.lab.headline import KeyFigure, headline
from sleuth.strategies.criteria import TOLERANCE

MAX_SIZES = 40
_RANGE = re.compile(r"(-?[0-9]+)\s*\.\.\s*(-?[0-9]+)")


@dataclass(frozen=True, eq=False, repr=False)
class SizeSweep(Displayed):
    """One parameter of a game, and an analysis for each of its values."""

    key: str
    values: tuple[str, ...]
    analyses: tuple[Analysis, ...]

    @property
    def rows(self) -> list[tuple[str, tuple[KeyFigure, ...]]]:
        """For each value, the key figures."""
        return [(v, headline(a)) for v, a in zip(self.values, self.analyses, strict=True)]

    def __repr__(self) -> str:
        return f"<SizeSweep over {self.key} = {', '.join(self.values)}>"

    def to_frame(self) -> Any:
        """A `pandas.DataFrame` with a row a size: the game, its parameters, and a column for each key figure."""
        rows = [{f.key: f.value for f in headline(analysis)} for analysis in self.analyses]
        games = (game_columns(analysis.game, rows[0]) for analysis in self.analyses)
        return frame({**game, **row} for game, row in zip(games, rows, strict=True))

    @property
    def sentences(self) -> list[str]:
        """What grows and what shrinks."""
        return list(_sentences(self))

    def as_json(self) -> dict[str, Any]:
        """Plain values, for JSON."""
        return {
            "key": self.key,
            "values": list(self.values),
            "rows": [
                {
                    "value": value,
                    "game": str(a.game),
                    **{f.key: f.value for f in figures},
                    "intervals": {f.key: f.ends for f in figures},
                }
                for (value, figures), a in zip(self.rows, self.analyses, strict=True)
            ],
            "sentences": self.sentences,
        }


def parse_sweep(text: str) -> tuple[str, tuple[str, ...]]:
    """The parameter and its values: `pegs=2..4`, `colours=3,4,6`."""
    key, equals, rest = text.partition("=")
    key, values = key.strip().replace("-", "_"), []
    for part in filter(None, map(str.strip, rest.split(","))):
        if match := _RANGE.fullmatch(part):
            low, high = (whole_number(end, -(10**MAX_DIGITS)) for end in match.groups())
            if low is None or high is None:
                raise ParameterError(f"sweep: {shorten(part)} has numbers of more than {MAX_DIGITS} digits")
            if high < low:
                raise ParameterError(f"sweep: {shorten(part)} is empty; write the smaller end first")
            # Cut short, so that a slip of the finger is refused below and not worked through.
            values += [str(v) for v in range(low, min(high, low + MAX_SIZES) + 1)]
        else:
            values.append(part)
    values = list(dict.fromkeys(values))
    if not equals or not key or not values:
        raise ParameterError(f"sweep: write KEY=FROM..TO or KEY=VALUE,VALUE,..., not {shorten(text)!r}")
    if len(values) > MAX_SIZES:
        raise ParameterError(f"sweep: {key} has more than {MAX_SIZES} values")
    return key, tuple(values)


def sweep(
    game: Game,
    key: str,
    values: tuple[str, ...],
    *,
    seed: int = 0,
    runs: int | None = None,
    known: Mapping[Game, Analysis] | None = None,
    progress: Progress = silent,
) -> SizeSweep:
    """Analyse a game for each value of one parameter; all sizes are checked before the first is analysed.

    What is `known` is not analysed again.
    """
    analyses = []
    for size in checked_sizes(game, key, values):
        if known is not None and size in known:
            analyses.append(known[size])
            continue

        def step(what: str, done: float, total: float, size: Game = size) -> None:
            progress(f"{size}: {what}", done, total)

        analyses.append(analyse_game(size, seed=seed, runs=runs, progress=step))
    return SizeSweep(key, values, tuple(analyses))


def checked_sizes(game: Game, key: str, values: tuple[str, ...]) -> list[Game]:
    """The game in all its sizes; an error if one of them is too large to analyse."""
    sizes = [resized(game, key, value) for value in values]
    for size in sizes:
        check_size(size)
    return sizes


def resized(game: Game, key: str, value: str) -> Game:
    """The same game with one parameter changed."""
    known = type(game).parameters()
    same = {name: parameter.write(getattr(game, name)) for name, parameter in known.items()}
    # An unset text is left to its default, since not every game reads it back.
    same = {name: text for name, text in same.items() if getattr(game, name) != known[name].default}
    return type(game).from_parameters({**same, key: value})


def _sentences(swept: SizeSweep) -> Iterator[str]:
    for key, label, unit in (
        ("first_deviation", "The spread of first moves", "bits"),
        ("fan_width", "The fan of plays", "bits"),
        ("best_mean", "The best one-step rule", "steps"),
        ("skill", "The share of skill", "%"),
    ):
        shown = [(value, f) for value, figures in swept.rows for f in figures if f.key == key and f.value is not None]
        if len(shown) < 2:
            continue
        # What chance may have made is no change.
        pairs = [(a, b) for (_, a), (_, b) in pairwise(shown) if a.interval.apart(b.interval)]
        rises, falls = (any(sign * ((b.value or 0) - (a.value or 0)) > TOLERANCE for a, b in pairs) for sign in (1, -1))
        sure = all(f.interval.exact for _, f in shown)
        what = {
            (True, False): "grows",
            (False, True): "shrinks",
            (False, False): "stays the same" if sure else "does not change beyond its interval",
            (True, True): "goes up and down",
        }[rises, falls]
        over = f"as {swept.key} goes from {shown[0][0]} to {shown[-1][0]}"
        yield f"{label} {what} {over}: {', '.join(f.estimate for _, f in shown)}{'' if unit == '%' else f' {unit}'}."
