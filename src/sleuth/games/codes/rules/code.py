"""What the peg games share: codes as text, and answers as `blacks.whites`."""

from __future__ import annotations

import re
from abc import abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from typing import ClassVar

import numpy as np

from sleuth.core.capabilities import Draws, NumberedLaw, Symmetries
from sleuth.core.errors import ActionError, FeedbackError, SecretError, SleuthError
from sleuth.core.game import Game, Symmetry, secrets_of, swap_and_turn
from sleuth.core.text import format_code, parse_code, shorten, whole_number
from sleuth.kernels.arrays import Array, Bools

Code = tuple[int, ...]

_BETWEEN = re.compile(r"\s*[.,/]\s*|\s+")


def _rearranged(order: tuple[int, ...], code: Code) -> Code:
    return tuple(code[i] for i in order)


def _renamed(names: dict[int, int], code: Code) -> Code:
    return tuple(names.get(symbol, symbol) for symbol in code)


def _rows_rearranged(order: tuple[int, ...], rows: Array) -> Array:
    return rows[:, order]


def _rows_renamed(names: tuple[int, ...], rows: Array) -> Array:
    return np.array(names, rows.dtype)[rows]


class CodeGame(Game, Draws, Symmetries):
    """A game whose secrets and actions are codes: `length` symbols out of `alphabet`."""

    noun: ClassVar[str] = "code"
    distinct: ClassVar[bool] = False
    """Whether no symbol comes twice, so that digits will do."""

    @property
    @abstractmethod
    def shape(self) -> tuple[int, int]:
        """Length of a code and number of symbols."""

    def is_code(self, code: Code) -> bool:
        """Whether a code of the right shape may be a secret."""
        return True

    def alike(self) -> Iterable[Sequence[int]]:
        """Groups of symbols that may be exchanged for each other."""
        return [range(self.shape[1])]

    def symmetries(self) -> Iterator[Symmetry]:
        """Any order of the places, and of symbols that are alike: a swap and a turn make all the others."""
        for order in swap_and_turn(range(self.shape[0])):
            places = tuple(order[i] for i in range(self.shape[0]))
            move = partial(_rearranged, places)
            yield Symmetry(move, move, partial(_rows_rearranged, places))
        for group in self.alike():
            for names in swap_and_turn(group):
                rename = partial(_renamed, names)
                every = tuple(names.get(symbol, symbol) for symbol in range(self.shape[1]))
                yield Symmetry(rename, rename, partial(_rows_renamed, every))

    def format_secret(self, secret: Code) -> str:
        return format_code(secret, self.shape[1])

    def _parse(self, text: str, error: type[SleuthError], what: str) -> Code:
        length, symbols = self.shape
        code = parse_code(text, length, symbols)
        if code is None or not self.is_code(code):
            example = format_code(tuple(range(length)) if symbols >= length else (0,) * length, symbols)
            different = "" if self.is_code((0,) * length) else "different "
            raise error(
                f"{shorten(text.strip())!r} is no {what} of {self.name}: write {length} {different}symbols "
                f"from 0 to {symbols - 1}, like {example}"
            )
        return code

    def parse_secret(self, text: str) -> Code:
        return self._parse(text, SecretError, "secret")

    def parse_action(self, text: str) -> Code:
        return self._parse(text, ActionError, "action")

    def _table(self, actions: Sequence[Code], secrets: Sequence[Code] | Array, whites: bool) -> Array:
        from sleuth.games.codes.kernels import pegs

        guesses = np.asarray(actions, np.uint8)
        codes = guesses if actions is secrets else np.asarray(secrets, np.uint8)
        return pegs(guesses, codes, self.shape[1], whites)

    def _law(self, actions: Sequence[Code], secrets: Sequence[Code], whites: bool) -> NumberedLaw:
        from sleuth.games.codes.kernels import PegLaw

        guesses = np.asarray(actions, np.uint8)
        codes = guesses if actions is secrets else np.asarray(secrets, np.uint8)
        return PegLaw(guesses, codes, self.shape[1], whites)

    def parse_pair(self, text: str, names: tuple[str, str]) -> tuple[int, int]:
        """Read `1.2` (also `1,2`, `1 2`, `12`) as two counts that can occur."""
        length, word = self.shape[0], text.strip()
        parts = list(word) if len(word) == 2 else _BETWEEN.split(word)
        counts = [number for part in parts if (number := whole_number(part, 0, length)) is not None]
        if len(parts) != 2 or len(counts) != 2 or sum(counts) > length:
            raise FeedbackError(
                f"{shorten(text.strip())!r} is no answer in {self.name}: write {names[0]}.{names[1]}, like 1.2, "
                f"together at most {length}"
            )
        return counts[0], counts[1]

    def draw(self, rng: np.random.Generator) -> Code:
        code: Code = secrets_of(self.draw_rows(rng, 1))[0]
        return code

    @abstractmethod
    def draw_rows(self, rng: np.random.Generator, n: int) -> Array:
        """Codes from the prior, one row each."""

    def draw_actions(self, rng: np.random.Generator, n: int) -> list[Code]:
        return secrets_of(self.draw_rows(rng, n))

    def vary(self, secret: Code, rng: np.random.Generator) -> Code:
        """Swap two places, or change one symbol."""
        return self.vary_many([secret], rng)[0]

    def vary_many(self, secrets: Sequence[Code], rng: np.random.Generator) -> list[Code]:
        return secrets_of(self.vary_rows(np.array(secrets, np.uint8), rng))

    def vary_rows(self, rows: Array, rng: np.random.Generator) -> Array:
        length, symbols = self.shape
        new, start = np.array(rows, order="C"), length * np.arange(len(rows))
        flat = new.reshape(-1)
        i, j = start + rng.integers(length, size=(2, len(rows)))
        swap = rng.integers(2, size=len(rows)).astype(np.bool_)
        here, there = flat[i], flat[j]
        flat[j] = np.where(swap, here, there)
        flat[i] = np.where(swap, there, rng.integers(symbols, size=len(rows), dtype=rows.dtype))
        wrong = ~self.are_codes(new)
        new[wrong] = rows[wrong]
        return new

    def are_codes(self, rows: Array) -> Bools:
        """`is_code` of each row."""
        if type(self).is_code is CodeGame.is_code:
            return np.ones(len(rows), np.bool_)
        return np.array([self.is_code(code) for code in secrets_of(rows)], np.bool_)
