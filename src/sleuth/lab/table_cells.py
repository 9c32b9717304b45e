"""Codes and answers as laboratories write them: own symbols, zeros that a spreadsheet lost, answers in two columns."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any

from sleuth.core.errors import ParameterError, SleuthError
from sleuth.core.game import Action, Feedback, Game, Secret
from sleuth.core.text import listing, shorten

JOINTS = (".", "", ",", " ")
"""What may stand between the parts of an answer, tried in turn."""
_BETWEEN = re.compile(r"[\s,;:/|.\-]+")
_WHOLE = re.compile(r"([0-9]+)\.0+")
"""A count that was read as a real number."""


class CellReader:
    """Reads the cells of a table of one game, each text once."""

    def __init__(self, game: Game, symbols: str = "", pad: bool = False) -> None:
        self.game, self.pad = game, pad
        self.symbols = _symbols(symbols)
        self._known: dict[tuple[object, ...], Any] = {}

    def action(self, text: str) -> Action:
        """The action that a cell writes."""
        return self._once(("action", text), lambda: self._code(text, self.game.parse_action))

    def secret(self, text: str) -> Secret:
        """The secret that a cell writes."""
        return self._once(("secret", text), lambda: self._code(text, self.game.parse_secret))

    def feedback(self, action: Action, texts: Sequence[str]) -> Feedback:
        """The answer that one cell writes, or several together."""
        return self._once(("feedback", action, *texts), lambda: self._answer(action, texts))  # type: ignore[no-any-return]

    def _once(self, key: tuple[object, ...], read: Callable[[], Any]) -> Any:
        if key not in self._known:
            self._known[key] = read()
        return self._known[key]

    def _code(self, text: str, parse: Callable[[str], Any]) -> Any:
        if not text:
            raise ParameterError("nothing is written there")
        written = self._own(text) if self.symbols else text
        short = self._short(written)
        try:
            return parse(short if self.pad and short else written)
        except SleuthError as error:
            if short and not self.pad:
                raise ParameterError(
                    f"{shorten(text)!r} is shorter than {short!r}: if a spreadsheet took zeros from its front, put "
                    "them back with --pad; else write codes in full"
                ) from error
            if not self.symbols and not text.isdecimal() and self._plain:
                raise ParameterError(f"{error}; own symbols are named with --symbols, like --symbols RGBYOW") from error
            raise

    def _own(self, text: str) -> str:
        """A code in own symbols, as the game writes it."""
        known = self.symbols
        signs = _BETWEEN.split(text.strip()) if any(len(symbol) > 1 for symbol in known) else _BETWEEN.sub("", text)
        strange = next((sign for sign in signs if sign.casefold() not in known), None)
        if strange is not None:
            all_known = listing([*known], 12)
            raise ParameterError(f"{shorten(strange)!r} in {shorten(text)!r} is none of the symbols {all_known}")
        numbers = [known[sign.casefold()] for sign in signs]
        return ("." if len(known) > 10 else "").join(map(str, numbers))

    def _short(self, text: str) -> str:
        """A code with zeros in front up to its full length, where it is shorter than codes are; else nothing."""
        whole = _WHOLE.fullmatch(text)
        digits = whole[1] if whole else text
        width = len(self._plain)
        return digits.zfill(width) if width and digits.isdecimal() and len(digits) < width else ""

    @property
    def _plain(self) -> str:
        """The first action as it is written, where it is of digits alone and starts with a zero; else nothing."""
        first: str = self._once(("first",), lambda: self.game.format_action(next(iter(self.game.actions()))))
        return first if len(first) > 1 and first.isdecimal() and first.startswith("0") else ""

    def _answer(self, action: Action, texts: Sequence[str]) -> Feedback:
        if not all(texts):
            raise ParameterError("the answer is missing")
        if len(texts) > 1:
            counts = [match[1] if (match := _WHOLE.fullmatch(text)) else text for text in texts]
            written = [joint.join(counts) for joint in JOINTS]
        else:
            written = [texts[0], texts[0].replace(",", ".")]
        error: SleuthError | None = None
        for text in dict.fromkeys(written):
            try:
                return self.game.parse_feedback(text, action)  # type: ignore[no-any-return]
            except SleuthError as problem:
                error = error or problem
        assert error is not None
        raise error


def _symbols(text: str) -> dict[str, int]:
    """The number of each symbol: of signs run together, or of names with commas between."""
    names = [name.strip() for name in text.split(",")] if "," in text else list(text.strip())
    symbols = {name.casefold(): number for number, name in enumerate(names)}
    if len(symbols) < len(names) or "" in symbols:
        raise ParameterError(f"symbols are different signs, like RGBYOW, or names: red,green; not {shorten(text)!r}")
    return symbols
