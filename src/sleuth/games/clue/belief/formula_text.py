"""Formulas as text: `K(3, !h(2,s5))`, `C({1,2}, h(0,s1) | h(0,s2))`.

formula := or [-> formula]          also written: implies
or      := and {| and}              or
and     := unary {& unary}          and
unary   := ! unary                  not, ~
         | ( formula ) | true | false | h(HOLDER, CARD)
         | K(PLAYER, formula) | E({PLAYER, ...}, formula) | C({PLAYER, ...}, formula)
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from typing import NamedTuple

from sleuth.core.errors import SleuthError
from sleuth.core.text import shorten
from sleuth.games.clue.belief.formulas import And, Common, Everyone, Formula, Holds, Implies, Knows, Not, Or, Truth
from sleuth.games.clue.rules.card_game import CardGame
from sleuth.games.clue.rules.errors import FormulaError

MARKS = {"not": "!", "~": "!", "and": "&", "or": "|", "implies": "->", "&&": "&", "||": "|", "=>": "->"}
_SIGNS = ("", "(", ")", "{", "}", ",", "!", "&", "|", "->")
_CALLS: dict[str, tuple[str, Callable[..., Formula]]] = {
    "h": ("a holder", Holds), "K": ("a player", Knows), "E": ("players", Everyone), "C": ("players", Common)
}  # fmt: skip
_TOKEN = re.compile(r"->|=>|&&|\|\||[!~&|(){},]|[^\s!~&|(){},=>-]+(?:-+[^\s!~&|(){},=>-]+)*|\S")
_DEEP = 50


class _Token(NamedTuple):
    text: str
    place: int


def parse_formula(game: CardGame, text: str) -> Formula:
    """Read a formula about a game; errors say at which character."""
    return _Reader(game, text).whole()


class _Reader:
    def __init__(self, game: CardGame, text: str) -> None:
        """A run of words is one name, unless one of them is `not`, `and`, `or` or `implies`."""
        self.game, self.at, self.depth = game, 0, 0
        tokens = [_Token("", 0)]
        for match in _TOKEN.finditer(text):
            word, (before, place) = MARKS.get(match[0], match[0]), tokens[-1]
            if word in _SIGNS or before in _SIGNS:
                tokens.append(_Token(word, match.start() + 1))
            else:
                tokens[-1] = _Token(f"{before} {word}", place)
        self.tokens = [*tokens[1:], _Token("", len(text) + 1)]

    @property
    def token(self) -> _Token:
        return self.tokens[min(self.at, len(self.tokens) - 1)]

    def take(self) -> _Token:
        token = self.token
        self.at += 1
        return token

    def skip(self, mark: str) -> bool:
        """Take this mark, if it comes next."""
        found = self.token.text == mark
        self.at += found
        return found

    def check_depth(self, depth: int) -> None:
        if depth > _DEEP:
            raise FormulaError(self.token.place, f"formulas may be nested {_DEEP} deep, not deeper")

    def whole(self) -> Formula:
        if not self.token.text:
            raise FormulaError(1, "there is no formula; write, for one, K(1, h(0,s2))")
        formula, (text, place) = self.implication(), self.token
        if text == ")":
            raise FormulaError(place, "this bracket closes nothing")
        if text:
            raise FormulaError(place, f"{shorten(text)!r} is not expected here; &, | or -> may be")
        return formula

    def implication(self) -> Formula:
        self.depth += 1
        self.check_depth(self.depth)
        left = self.chain("|")
        if self.skip("->"):
            left = Implies(left, self.implication())
        self.depth -= 1
        return left

    def chain(self, mark: str) -> Formula:
        kind, part = (Or, partial(self.chain, "&")) if mark == "|" else (And, self.unary)
        parts = [part()]
        while self.skip(mark):
            parts.append(part())
        return kind(tuple(parts)) if len(parts) > 1 else parts[0]

    def unary(self) -> Formula:
        negations = 0
        while self.skip("!"):
            negations += 1
            self.check_depth(negations)
        formula = self.atom()
        for _ in range(negations):
            formula = Not(formula)
        return formula

    def atom(self) -> Formula:
        text, place = token = self.take()
        if text in _CALLS:
            return self.call(text)
        if text == "(":
            formula = self.implication()
            self.close(token)
            return formula
        if text in ("true", "false"):
            return Truth(text == "true")
        other = f"{shorten(text)!r} is no formula; there are h(..), K(..), E(..), C(..), true, false and !"
        ends = {"": "the formula ends where something must follow"}
        ends[")"] = "this bracket closes nothing, or something is missing before it"
        raise FormulaError(place, ends.get(text, other))

    def call(self, name: str) -> Formula:
        opening, (words, kind) = self.take(), _CALLS[name]
        if opening.text != "(":
            raise FormulaError(opening.place, f"a bracket must follow {name}")
        who = self.group() if words == "players" else self.name(words.removeprefix("a "))
        self.expect(",", opening, f"a comma must follow {words}, not {{!r}}")
        formula = kind(who, self.name("card") if name == "h" else self.implication())
        self.close(opening)
        return formula

    def group(self) -> frozenset[int]:
        opening = self.take()
        if opening.text != "{":
            raise FormulaError(opening.place, "players are written in braces: {1,2}")
        players = [self.name("player")]
        while self.skip(","):
            players.append(self.name("player"))
        if not self.skip("}"):
            raise FormulaError(opening.place, "this brace is never closed")
        return frozenset(players)

    def name(self, kind: str) -> int:
        text, place = self.take()
        if text in _SIGNS:
            raise FormulaError(place, f"a {kind} is missing here")
        try:
            return {"holder": self.game.holder, "player": self.game.player, "card": self.game.card}[kind](text)
        except SleuthError as error:
            raise FormulaError(place, str(error)) from error

    def close(self, opening: _Token) -> None:
        self.expect(")", opening, "{!r} is not expected here; a closing bracket may be")

    def expect(self, mark: str, opening: _Token, message: str) -> None:
        """The mark must come next; the bracket that is still open is named if nothing does."""
        text, place = self.take()
        if text == "":
            raise FormulaError(opening.place, "this bracket is never closed")
        if text != mark:
            raise FormulaError(place, message.format(shorten(text)))


def format_formula(game: CardGame, formula: Formula) -> str:
    """The formula as text that reads back."""
    return formula.text(lambda holder: game.player_names[holder - 1] if holder else "0", game.format_card)
