"""Joining certificates of one game: all their lemmas, of those about the same set the strongest.

A lemma says nothing of where it came from, so the certificates of single tasks (what follows one first action, one
answer to it) make up one of the whole game, with a lemma about all secrets that leans on theirs.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from math import inf
from typing import NamedTuple

from sleuth.core.errors import TreeError
from sleuth.core.game import Game
from sleuth.core.tabulate import tabulate
from sleuth.solve.certificate import Certificate
from sleuth.solve.position_symmetry import game_group
from sleuth.solve.proof_file import number_text
from sleuth.solve.proof_maps import MapGroup, MapTable

Key = tuple[str, str]
"""What a lemma is about: steps and allowed actions, and secrets, as they are written."""


def join_certificates(
    game: Game, parts: Sequence[Certificate], *, total: float | None = None, within: int | None = None
) -> Certificate:
    """One certificate with the lemmas of some of the same game.

    With `total`, a lemma is added that no strategy has a smaller one (within so many steps), by what the parts say of
    the parts of one first action of each orbit. Whether it follows, the checker says. What a join proves of a tree
    is for the caller to know: its `proves` is what all parts prove, and `total` where that is given.
    """
    laws = {part.lines[0] for part in parts}
    if len(laws) != 1:
        raise TreeError("certificates that are joined must be of one game, with the same answers")
    law = next(iter(laws))
    proves = tuple(what for what in ("total", "worst") if all(what in part.proves for part in parts))
    joined = join_lemmas(game, law, (part.lines[1:] for part in parts), total=total, within=within)
    return joined if total is not None else replace(joined, proves=proves)


def join_lemmas(
    game: Game, law: str, parts: Iterable[Sequence[str]], *, total: float | None = None, within: int | None = None
) -> Certificate:
    """The same of certificates by their lines, each without that of the law, which is given once."""
    union = _Union(int(law.split(" ")[1]))
    for lines in parts:
        union.add(lines)
    if total is not None:
        maps = union.add_maps(_generators(game))
        union.add_lemma(("" if within is None else f" w {within}", "*"), _Lemma(float(total), maps))
    return Certificate((law, *union.lines()), () if total is None else ("total",))


def _generators(game: Game) -> list[str]:
    """The lines of the maps that a game has."""
    tables = tabulate(game)
    table = MapTable(len(tables.actions))
    for one in MapGroup.generated(len(tables.actions), game_group(tables).generators).maps:
        table.number(one)
    return list(table.lines(game.goal.only_names and bool((tables.naming >= 0).all())))


class _Lemma(NamedTuple):
    bound: float
    maps: Sequence[int] = ()
    uses: Sequence[tuple[str, str, Key, list[int]]] = ()
    """Action, answer, the lemma that is used, and the maps."""


class _Union:
    """Lemmas and maps by what they say, not by their numbers."""

    def __init__(self, secrets: int) -> None:
        self.secrets = secrets
        self.maps: dict[str, int] = {}
        """The line of each map, with the numbers that it has here."""
        self.lemmas: dict[Key, _Lemma] = {}

    def add(self, lines: Sequence[str]) -> None:
        """The lines of one certificate."""
        maps, keys = list[int](), list[Key]()
        for line in lines:
            if line.startswith("l "):
                keys.append(self._add_lemma(line, maps, keys))
            else:
                maps.append(self._add_map(line, maps))

    def add_maps(self, lines: Sequence[str]) -> list[int]:
        """Maps; the numbers that they have here."""
        maps = list[int]()
        for line in lines:
            maps.append(self._add_map(line, maps))
        return maps

    def _add_map(self, line: str, maps: list[int]) -> int:
        if line.startswith("p "):
            line = " ".join(["p", *(str(maps[int(word) - 1]) for word in line.split(" ")[1:])])
        return self.maps.setdefault(line, len(self.maps) + 1)

    def _add_lemma(self, line: str, maps: list[int], keys: list[Key]) -> Key:
        line, *uses = line.split(" u ")
        head, _, secrets = line.partition(" s ")
        head, _, group = head.partition(" g ")
        bound, end = head[2:], len(head)
        if " " in bound:  # steps, or actions, or both
            bound, end = bound[: bound.index(" ")], 2 + bound.index(" ")
        key = head[end:], secrets
        leans = [
            (action, answer, keys[int(number) - 1], _numbers(chain, maps))
            for action, answer, number, *chain in (use.split(" ") for use in uses)
        ]
        value = inf if bound == "!" else float(bound)
        self.add_lemma(key, _Lemma(value, _numbers(group.split(" "), maps) if group else (), leans))
        return key

    def add_lemma(self, key: Key, lemma: _Lemma) -> None:
        """A lemma; of two about the same the stronger stays, with all that it leans on."""
        if key not in self.lemmas or lemma.bound > self.lemmas[key].bound:
            self.lemmas[key] = lemma

    def lines(self) -> Iterator[str]:
        """Maps, then lemmas, smallest sets first."""

        def size(key: Key) -> int:
            return self.secrets if key[1] == "*" else key[1].count(" ") + 1

        ordered = sorted(self.lemmas, key=lambda key: (size(key), key))
        numbers = {key: number for number, key in enumerate(ordered, 1)}
        yield from self.maps
        for key in ordered:
            yield self._line(key, numbers)

    def _line(self, key: Key, numbers: dict[Key, int]) -> str:
        (terms, secrets), lemma = key, self.lemmas[key]
        group = f" g {' '.join(map(str, lemma.maps))}" if lemma.maps else ""
        out = [f"l {number_text(lemma.bound)}{terms}{group} s {secrets}"]
        for action, answer, other, maps in lemma.uses:
            out.append(" ".join(["u", action, answer, str(numbers[other]), *map(str, maps)]))
        return " ".join(out)


def _numbers(words: Sequence[str], maps: list[int]) -> list[int]:
    """Maps of one certificate by the numbers that they have in the union."""
    return [maps[int(word) - 1] for word in words]
