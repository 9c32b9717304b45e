"""Which signs the texts of a play are made of."""

from __future__ import annotations

from itertools import islice
from string import printable

from sleuth.core.errors import SleuthError
from sleuth.core.game import Game
from sleuth.referee.numbering import numbering_of

MAX_LOOKED_AT = 10_000
"""So many actions and answers are looked at for signs of their own."""
PLAIN = frozenset(printable.removesuffix("\x0b\x0c")) | frozenset("–—‘’“”…·×→≤≥")
"""What any text may have: the signs of a keyboard, and those that printed English has besides."""


def signs_of(game: Game, rules: str) -> frozenset[str]:
    """The signs of a game's texts: of the rules, of its actions and answers, and the plain ones."""
    signs = set(rules)
    try:
        for action in islice(game.actions(), MAX_LOOKED_AT):
            signs.update(game.format_action(action))
    except SleuthError:
        pass  # there are too many to list, and those before had all signs
    numbering = numbering_of(game)
    for feedback in islice(() if numbering is None else numbering.answers, MAX_LOOKED_AT):
        signs.update(game.format_feedback(feedback))
    cases = (case for sign in signs for case in (sign, sign.lower(), sign.upper()))
    return PLAIN.union(case for case in cases if len(case) == 1)


def within(signs: frozenset[str], text: str, most: int) -> str:
    """A text in some signs alone: any other is written as its number, `\\u2654`. Of a text too long the end is kept."""
    if not signs.issuperset(text):
        text = "".join(sign if sign in signs else sign.encode("unicode_escape").decode() for sign in text)
    return text[-most:]
