"""A detective's notebook as cells of a table: who holds which card, for sure or with which chance."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from sleuth.core.text import capital
from sleuth.show.svg.steps import percent

SORT_TITLES = {"suspect": "Who", "weapon": "With what", "room": "Where"}
HEAT = ((0.12, 3), (0.24, 9), (0.36, 15), (0.48, 22), (0.6, 30), (1.0, 46))
"""The chance up to which a cell has so much violet, in percent."""
ENVELOPE = "Envelope"


@dataclass(frozen=True)
class NotebookCell:
    """Whether somebody holds a card: `yes`, `no`, `envelope` where it is surely in the envelope, or a chance."""

    state: str
    words: str
    text: str = ""
    heat: int = 0
    formula: str = ""
    """What to ask for to hear why it is certain; where it is not, what may be supposed."""
    holder: str = ""


@dataclass(frozen=True)
class NotebookSort:
    """The cards of a sort, each with a cell for every holder."""

    title: str
    rows: tuple[tuple[str, tuple[NotebookCell, ...]], ...]


@dataclass(frozen=True)
class Notebook:
    """A table: the holders, and the cards by their sorts."""

    holders: tuple[str, ...]
    sorts: tuple[NotebookSort, ...]


def sort_title(sort: str) -> str:
    """What a sort of cards is called on the page."""
    return SORT_TITLES.get(sort, capital(sort))


def notebook_of(notes: Mapping[str, Any], names: Mapping[str, str]) -> Notebook:
    """The notebook of figures; `names` says what each player is called on the page."""
    players = [names.get(player, player) for player in notes["hands"]]
    up = ["Face up"] if notes["public"] else []
    sorts = (
        NotebookSort(sort_title(sort), tuple((card, tuple(_cells(notes, card, players))) for card in cards))
        for sort, cards in notes["sorts"].items()
    )
    return Notebook((*players, *up, ENVELOPE), tuple(sorts))


def _cells(notes: Mapping[str, Any], card: str, names: list[str]) -> Iterator[NotebookCell]:
    for number, (name, hand) in enumerate(zip(names, notes["hands"].values(), strict=True), 1):
        yield _cell(float(hand[card]), name, card, f"h({number},{card})")
    if notes["public"]:
        yield _cell(float(card in notes["public"]), "face up", card, "")
    yield _cell(float(notes["envelope"][card]), "the envelope", card, f"h(0,{card})", "envelope")


def _cell(chance: float, holder: str, card: str, formula: str, sure: str = "yes") -> NotebookCell:
    what = f"{holder.removeprefix('the ')}, {card}"
    if chance >= 1:
        return NotebookCell(sure, f"{what}: yes", formula=formula)
    if chance <= 0:
        return NotebookCell("no", f"{what}: no", formula=formula and f"!{formula}")
    heat = next(step for most, step in HEAT if chance <= most)
    return NotebookCell("maybe", f"{what}: {percent(chance)}", percent(chance).removesuffix("%"), heat, formula, holder)
