"""What the peg games share: codes as text, and answers as `blacks.whites`."""

from __future__ import annotations

import re
from abc import abstractmethod
from collections.abc import Sequence

import numpy as np

from sleuth.core.errors import ActionError, FeedbackError, SecretError, SleuthError
from sleuth.core.game import Game
from sleuth.core.text import format_code, parse_code, shorten
from sleuth.kernels.arrays import Array

Code = tuple[int, ...]


class CodeGame(Game):
    """A game whose secrets and actions are codes: `length` symbols out of `alphabet`."""

    @property
    @abstractmethod
    def shape(self) -> tuple[int, int]:
        """Length of a code and number of symbols."""

    def is_code(self, code: Code) -> bool:
        """Whether a code of the right shape may be a secret."""
        return True

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

    def _table(self, actions: Sequence[Code], secrets: Sequence[Code], whites: bool) -> Array:
        from sleuth.kernels.pegs import pegs

        guesses = np.array(actions, np.uint8)
        codes = guesses if actions is secrets else np.array(secrets, np.uint8)
        return pegs(guesses, codes, self.shape[1], whites)

    def parse_pair(self, text: str, names: tuple[str, str]) -> tuple[int, int]:
        """Read `1.2` (also `1,2`, `1 2`, `12`) as two counts that can occur."""
        match = re.fullmatch(r"\s*(\d+)\s*[.,\s/]\s*(\d+)\s*", text) or re.fullmatch(r"\s*(\d)(\d)\s*", text)
        length = self.shape[0]
        if match is None or sum(map(int, match.groups())) > length:
            raise FeedbackError(
                f"{shorten(text.strip())!r} is no answer in {self.name}: write {names[0]}.{names[1]}, like 1.2, "
                f"together at most {length}"
            )
        return int(match[1]), int(match[2])

    def vary(self, secret: Code, rng: np.random.Generator) -> Code:
        """Swap two places, or change one symbol."""
        return self.vary_many([secret], rng)[0]

    def vary_many(self, secrets: Sequence[Code], rng: np.random.Generator) -> list[Code]:
        length, symbols = self.shape
        old = np.array(secrets)
        new, rows = old.copy(), np.arange(len(old))
        i, j = rng.integers(length, size=(2, len(old)))
        swap = rng.integers(2, size=len(old)).astype(np.bool_)
        new[rows, i] = np.where(swap, old[rows, j], rng.integers(symbols, size=len(old)))
        new[rows[swap], j[swap]] = old[rows[swap], i[swap]]
        return [c if self.is_code(c) else o for c, o in zip(map(tuple, new.tolist()), secrets, strict=True)]
