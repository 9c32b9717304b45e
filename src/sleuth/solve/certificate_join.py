"""Joining certificates of one game: all their lemmas, of those about the same set the strongest.

A lemma says nothing of where it came from, so the certificates of single tasks (what follows one first action, one
answer to it) make up one of the whole game, with a lemma about all secrets that leans on theirs.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import inf

from sleuth.core.errors import TreeError
from sleuth.core.game import Game
from sleuth.core.tabulate import tabulate
from sleuth.solve.certificate import Certificate
from sleuth.solve.position_symmetry import game_group
from sleuth.solve.proof_file import number_text
from sleuth.solve.proof_maps import MapGroup, MapTable

Key = tuple[str, str, str]
"""What a lemma is about: steps, allowed actions and secrets, as they are written."""


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
    union = _Union(int(next(iter(laws)).split(" ")[1]))
    for part in parts:
        union.add(part.lines[1:])
    if total is not None:
        steps = "" if within is None else str(within)
        maps = union.add_maps(_generators(game))
        union.add_lemma((steps, "", "*"), _Lemma(float(total), maps, []))
    proves = [what for what in ("total", "worst") if all(what in part.proves for part in parts) and total is None]
    return Certificate((*laws, *union.lines()), tuple(proves) if total is None else ("total",))


def _generators(game: Game) -> list[str]:
    """The lines of the maps that a game has."""
    tables = tabulate(game)
    table = MapTable(len(tables.actions))
    for one in MapGroup.generated(len(tables.actions), game_group(tables).generators).maps:
        table.number(one)
    return list(table.lines(game.goal.only_names and bool((tables.naming >= 0).all())))


@dataclass
class _Lemma:
    bound: float
    maps: list[int]
    uses: list[tuple[str, str, Key, list[int]]] = field(default_factory=list)
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
        head, *uses = line.split(" u ")
        words, sections, name = head.split(" "), dict[str, list[str]](), ""
        for word in words[2:]:
            if word in ("w", "a", "g", "s"):
                name, sections[word] = word, []
            else:
                sections[name].append(word)
        steps, secrets = " ".join(sections.get("w", [])), " ".join(sections["s"])
        allowed = " ".join(["a", *sections["a"]]) if "a" in sections else ""
        lemma = _Lemma(inf if words[1] == "!" else float(words[1]), [maps[int(m) - 1] for m in sections.get("g", [])])
        for use in uses:
            action, answer, number, *chain = use.split(" ")
            lemma.uses.append((action, answer, keys[int(number) - 1], [maps[int(m) - 1] for m in chain]))
        self.add_lemma((steps, allowed, secrets), lemma)
        return steps, allowed, secrets

    def add_lemma(self, key: Key, lemma: _Lemma) -> None:
        """A lemma; of two about the same the stronger stays, with all that it leans on."""
        if key not in self.lemmas or lemma.bound > self.lemmas[key].bound:
            self.lemmas[key] = lemma

    def lines(self) -> list[str]:
        """Maps, then lemmas, smallest sets first."""

        def size(key: Key) -> int:
            return self.secrets if key[2] == "*" else key[2].count(" ") + 1

        ordered = sorted(self.lemmas, key=lambda key: (size(key), key))
        numbers = {key: number for number, key in enumerate(ordered, 1)}
        return [*self.maps, *(self._line(key, numbers) for key in ordered)]

    def _line(self, key: Key, numbers: dict[Key, int]) -> str:
        (steps, allowed, secrets), lemma = key, self.lemmas[key]
        out = ["l", number_text(lemma.bound), *(["w", steps] if steps else []), *([allowed] if allowed else [])]
        out += ["g", *map(str, lemma.maps)] if lemma.maps else []
        out += ["s", secrets]
        for action, answer, other, maps in lemma.uses:
            out += ["u", action, answer, str(numbers[other]), *map(str, maps)]
        return " ".join(out)
