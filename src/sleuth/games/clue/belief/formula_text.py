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
from functools import partial
from typing import NamedTuple

from sleuth.core.errors import SleuthError
from sleuth.core.text import shorten
from sleuth.games.clue.belief.formulas import And, Common, Everyone, Formula, Holds, Implies, Knows, Not, Or, Truth
from sleuth.games.clue.rules.card_game import CardGame
from sleuth.games.clue.rules.errors import FormulaError

MARKS = {"not": "!", "~": "!", "and": "&", "or": "|", "implies": "->", "&&": "&", "||": "|", "=>": "->"}
_TOKEN = re.compile(r"\s*(->|=>|&&|\|\||[!~&|(){},]|[^\s!~&|(){},=>-]+(?:[ -]+[^\s!~&|(){},=>-]+)*|\S)")
_DEEP = 50


class _Token(NamedTuple):
    text: str
    place: int


def parse_formula(game: CardGame, text: str) -> Formula:
    """Read a formula about a game; errors say at which character."""
    return _Reader(game, text).whole()


class _Reader:
    def __init__(self, game: CardGame, text: str) -> None:
        self.game, self.end, self.at, self.depth = game, len(text) + 1, 0, 0
        self.tokens: list[_Token] = []
        for match in _TOKEN.finditer(text):
            self._add(match[1], match.start(1) + 1)

    def _add(self, text: str, place: int) -> None:
        """A run of words is one name, unless one of them is `not`, `and`, `or` or `implies`."""
        start = 0
        for word in re.finditer(r"\S+", text):
            if word[0] in MARKS and word[0].isalpha():
                if before := text[start : word.start()].strip():
                    self.tokens.append(_Token(before, place + text.index(before, start)))
                self.tokens.append(_Token(MARKS[word[0]], place + word.start()))
                start = word.end()
        if rest := text[start:].strip():
            self.tokens.append(_Token(MARKS.get(rest, rest), place + text.index(rest, start)))

    @property
    def token(self) -> _Token:
        return self.tokens[self.at] if self.at < len(self.tokens) else _Token("", self.end)

    def take(self) -> _Token:
        token = self.token
        self.at += 1
        return token

    def whole(self) -> Formula:
        if not self.tokens:
            raise FormulaError(1, "there is no formula; write, for one, K(1, h(0,s2))")
        formula = self.implication()
        if self.token.text == ")":
            raise FormulaError(self.token.place, "this bracket closes nothing")
        if self.token.text:
            raise FormulaError(
                self.token.place, f"{shorten(self.token.text)!r} is not expected here; &, | or -> may be"
            )
        return formula

    def implication(self) -> Formula:
        self.depth += 1
        if self.depth > _DEEP:
            raise FormulaError(self.token.place, f"formulas may be nested {_DEEP} deep, not deeper")
        left = self.chain("|")
        if self.token.text == "->":
            self.take()
            left = Implies(left, self.implication())
        self.depth -= 1
        return left

    def chain(self, mark: str) -> Formula:
        kind, part = (Or, partial(self.chain, "&")) if mark == "|" else (And, self.unary)
        parts = [part()]
        while self.token.text == mark:
            self.take()
            parts.append(part())
        return kind(tuple(parts)) if len(parts) > 1 else parts[0]

    def unary(self) -> Formula:
        negations = 0
        while self.token.text == "!":
            self.take()
            negations += 1
            if negations > _DEEP:
                raise FormulaError(self.token.place, f"formulas may be nested {_DEEP} deep, not deeper")
        formula = self.atom()
        for _ in range(negations):
            formula = Not(formula)
        return formula

    def atom(self) -> Formula:
        token = self.take()
        if token.text == "(":
            return self.inside(token)
        if token.text in ("true", "false"):
            return Truth(token.text == "true")
        if token.text in ("h", "K", "E", "C"):
            return self.call(token)
        if token.text == "":
            raise FormulaError(token.place, "the formula ends where something must follow")
        if token.text == ")":
            raise FormulaError(token.place, "this bracket closes nothing, or something is missing before it")
        raise FormulaError(
            token.place,
            f"{shorten(token.text)!r} is no formula; there are h(..), K(..), E(..), C(..), true, false and !",
        )

    def call(self, name: _Token) -> Formula:
        opening = self.take()
        if opening.text != "(":
            raise FormulaError(opening.place, f"a bracket must follow {name.text}")
        if name.text == "h":
            holder = self.name("holder")
            self.comma(opening, "a holder")
            card = self.name("card")
            self.close(opening)
            return Holds(holder, card)
        if name.text == "K":
            player = self.name("player")
            self.comma(opening, "a player")
            return Knows(player, self.inside(opening))
        players = self.group()
        self.comma(opening, "players")
        return (Everyone if name.text == "E" else Common)(players, self.inside(opening))

    def inside(self, opening: _Token) -> Formula:
        formula = self.implication()
        self.close(opening)
        return formula

    def group(self) -> frozenset[int]:
        opening = self.take()
        if opening.text != "{":
            raise FormulaError(opening.place, "players are written in braces: {1,2}")
        players = [self.name("player")]
        while self.token.text == ",":
            self.take()
            players.append(self.name("player"))
        closing = self.take()
        if closing.text != "}":
            raise FormulaError(opening.place, "this brace is never closed")
        return frozenset(players)

    def name(self, kind: str) -> int:
        token = self.take()
        if token.text in ("", "(", ")", "{", "}", ",", "!", "&", "|", "->"):
            raise FormulaError(token.place, f"a {kind} is missing here")
        try:
            return {"holder": self.game.holder, "player": self.game.player, "card": self.game.card}[kind](token.text)
        except SleuthError as error:
            raise FormulaError(token.place, str(error)) from error

    def comma(self, opening: _Token, what: str) -> None:
        self.expect(",", opening, f"a comma must follow {what}, not {{!r}}")

    def close(self, opening: _Token) -> None:
        self.expect(")", opening, "{!r} is not expected here; a closing bracket may be")

    def expect(self, mark: str, opening: _Token, message: str) -> None:
        """The mark must come next; the bracket that is still open is named if nothing does."""
        token = self.take()
        if token.text == "":
            raise FormulaError(opening.place, "this bracket is never closed")
        if token.text != mark:
            raise FormulaError(token.place, message.format(shorten(token.text)))


def format_formula(game: CardGame, formula: Formula) -> str:
    """The formula as text that reads back."""
    return formula.text(lambda holder: game.player_names[holder - 1] if holder else "0", game.format_card)
