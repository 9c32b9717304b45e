"""The form of the lab: games by name with their sizes as fields, one or two, and what to do with them."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any

from sleuth.adapters.service.limits import SERVED
from sleuth.adapters.web.lab_work import LabWork
from sleuth.adapters.web.start import StartForm
from sleuth.adapters.web.watch import game_name
from sleuth.app.catalogue import entry
from sleuth.core.errors import SleuthError
from sleuth.core.text import whole_number

SMALL = 10
"""Sizes below it are compared one by one, larger ones by halves."""
ONE, OTHER = "a-", "b-"
"""What the names of the fields of either game begin with."""
MAX_SIZES = SERVED.sweep or 6


@dataclass(frozen=True)
class GameSide:
    """One of the two games of the form."""

    prefix: str
    game: str

    @property
    def name(self) -> str:
        """The game in the list; nothing where none is chosen."""
        return game_name(self.game)

    @property
    def options(self) -> dict[str, Any] | None:
        """Its size as a form; none where no form can show it."""
        with suppress(SleuthError):
            return StartForm.of_spec(self.name, self.game).values() if self.game else None
        return None


@dataclass(frozen=True)
class LabForm:
    """A piece of work, as a person puts it together."""

    work: LabWork

    @property
    def sides(self) -> tuple[GameSide, GameSide]:
        """Both games; the second may be none."""
        return GameSide(ONE, self.work.game), GameSide(OTHER, self.work.versus)

    @property
    def sizes(self) -> dict[str, tuple[str, int, int]]:
        """The parameters that can be gone through: their labels, and from where to where one would."""
        options = self.sides[0].options
        if options is None:
            return {}
        filled = options["form"].filled
        fields = [field for field in options["entry"].fields if field.kind == "int"]
        known = [(field, whole_number(filled.get(field.name, ""), 1)) for field in fields]
        return {field.name: (field.label, *usual_range(size)) for field, size in known if size}

    @property
    def swept(self) -> tuple[str, str, str]:
        """The parameter, from where and to where: as the work has it, or the usual ones."""
        key, _, values = self.work.over.partition("=")
        if key in self.sizes and values:
            parts = values.replace("..", ",").split(",")
            return key, parts[0].strip(), parts[-1].strip()
        for key, (_, low, high) in self.sizes.items():
            return key, str(low), str(high)
        return "", "", ""

    @property
    def over(self) -> str:
        """The sizes as text."""
        return self.work.over or sizes_text(*self.swept)

    @classmethod
    def read(cls, sent: Mapping[str, str]) -> LabWork:
        """The work that a form means. What is written as text goes before what is chosen, where it was changed."""
        before = LabWork.sent({**sent, "do": ""})
        preset = sent.get("preset", "")
        game = _game(sent, ONE, before.game, preset) or before.game
        versus = _game(sent, OTHER, before.versus, preset)
        over = sent.get("over-text", "").strip()
        if over == before.over or not over:
            over = sizes_text(sent.get("key", ""), sent.get("from", ""), sent.get("to", ""))
        same = game_name(game) == game_name(before.game)
        return replace(LabWork.sent(sent), game=game, versus=versus, over=over if same else "")


def _game(sent: Mapping[str, str], prefix: str, before: str, preset: str) -> str:
    """The spec of one side of the form."""
    written, picked = sent.get(f"{prefix}spec", before).strip(), sent.get(f"{prefix}pick", "")
    if written != before:
        return written
    if not picked or picked != game_name(before):
        return StartForm.of_spec(picked).spec if picked else "" if prefix == OTHER else before
    found = entry(picked)
    if preset.startswith(prefix) and (spec := found.presets.get(preset.removeprefix(prefix))):
        return StartForm.of_spec(picked, spec).spec
    if f"{prefix}form" not in sent:  # no form could show it
        return before
    own = {name.removeprefix(prefix): value for name, value in sent.items() if name.startswith(prefix)}
    return StartForm.of_fields(found, own).spec


def usual_range(size: int) -> tuple[int, int]:
    """From where to where a parameter is gone through that has this value."""
    return (max(1, size - 2), size) if size < SMALL else (size // 4, size)


def sizes_text(key: str, low: str, high: str) -> str:
    """`pegs=2..4`, or a few sizes between the ends: `numbers=25,50,75,100`."""
    first, last = whole_number(low, 0), whole_number(high, 0)
    if not key or first is None or last is None:
        return f"{key}={low}..{high}" if key and (low or high) else ""
    if last - first < MAX_SIZES:
        return f"{key}={first}..{last}"
    places = {round(first + (last - first) * place / (MAX_SIZES - 1)) for place in range(MAX_SIZES)}
    return f"{key}={','.join(map(str, sorted(places)))}"
