"""Reading the lines of a certificate: maps, products and lemmas, as docs/reference/certificates.md describes them.

A line is words with one blank between. Whatever has another form is `Damaged`: such a file cannot be read.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import inf

from sleuth.core.errors import TreeError
from sleuth.core.text import plural, shorten
from sleuth.verify.plain_law import exact

Number = int | float | Fraction
"""A total; a float only where it is infinite."""
WHOLE = re.compile("[0-9]{1,18}")
DECIMAL = re.compile(r"[0-9]{1,40}(\.[0-9]{1,40})?(e[+-]?[0-9]{1,3})?")
NEVER = "!"
SECTIONS = ("w", "a", "g", "s", "u")
"""In this order: steps, allowed actions, maps, secrets, uses."""


class Damaged(TreeError):
    """A file that is no whole proof: it cannot be read, so nothing is said of what it proves."""


@dataclass(frozen=True)
class Use:
    """The part that an answer leaves is one that a lemma is about, under maps."""

    action: int
    answer: int
    lemma: int
    """Its number, from 1."""
    maps: tuple[int, ...]
    """One after the other they take the part to the set of the lemma."""


@dataclass(frozen=True)
class Lemma:
    """No strategy that settles `secrets` within `steps` has a total below `bound`; `inf`: there is no such strategy."""

    secrets: tuple[int, ...]
    """By number, in the order of the game."""
    steps: int | None
    """At most so many; `None` if as many as you like."""
    bound: Number
    allowed: frozenset[int] | None = None
    """The actions that may be asked, in games where earlier answers restrict them; `None`: all of them."""
    maps: tuple[int, ...] = ()
    """The numbers of maps that keep the secrets."""
    uses: tuple[Use, ...] = ()

    def __str__(self) -> str:
        within = "" if self.steps is None else f" within {plural(self.steps, 'step')}"
        message = "cannot be settled" if self.bound == inf else f"cannot take less than {show(self.bound)}"
        return f"{plural(len(self.secrets), 'secret')} {message}{within}"


def show(value: Number) -> str:
    """A total, for a message."""
    return str(value) if Fraction(value).denominator == 1 else f"{float(value):.9g}"


def whole(text: str, where: str, below: int | None = None, least: int = 0) -> int:
    """A whole number, from `least` to less than `below`."""
    if WHOLE.fullmatch(text) is None or int(text) < least or (below is not None and int(text) >= below):
        span = f"from {least}" if below is None else f"from {least} to {below - 1}"
        raise Damaged(f"{where} has {shorten(repr(text))}, and not a whole number {span}")
    return int(text)


def total(text: str, where: str, must_be_whole: bool) -> int | Fraction:
    """A bound or a total."""
    if WHOLE.fullmatch(text):
        return int(text)
    if must_be_whole or DECIMAL.fullmatch(text) is None:
        kind = "a whole number" if must_be_whole else "a number"
        raise Damaged(f"{where} has {shorten(repr(text))}, and not {kind}")
    return exact(Fraction(text))


def numbers_in_order(words: Sequence[str], where: str, below: int) -> tuple[int, ...]:
    """Numbers by their differences: the first, and by how much each of the others is larger than the one before."""
    out, number = list[int](), 0
    for place, word in enumerate(words):
        number += whole(word, where, least=1 if place else 0)
        out.append(number)
    if number >= below:
        raise Damaged(f"{where} has the number {number}, and they go from 0 to {below - 1}")
    return tuple(out)


def permutation(words: Sequence[str], where: str, size: int, what: str) -> tuple[int, ...]:
    """The images of all numbers below `size`."""
    images = tuple(whole(word, where, size) for word in words)
    if len(images) != size or len(set(images)) != size:
        raise Damaged(f"{where} is no permutation of {size} {what}")
    return images


@dataclass(frozen=True)
class Shape:
    """How large the game of a certificate is, and what its lemmas may have."""

    secrets: int
    actions: int
    least: int
    """The fewest secrets that a lemma may be about."""
    whole: bool
    """Whether totals are whole numbers."""
    restricted: bool
    """Whether answers restrict what may be asked: then lemmas may say what is allowed, and there are no maps."""

    def lemma(self, words: Sequence[str], where: str, maps: int, lemmas: int) -> Lemma:
        """A lemma; so many maps and lemmas stand before it."""
        if len(words) < 2:
            raise Damaged(f"{where} has no bound")
        bound: Number = inf if words[1] == NEVER else total(words[1], where, self.whole)
        sections = list[tuple[str, list[str]]]()
        for word in words[2:]:
            if word in SECTIONS:
                sections.append((word, []))
            elif not sections:
                raise Damaged(f"{where} has {shorten(repr(word))} where a section begins")
            else:
                sections[-1][1].append(word)
        order = [SECTIONS.index(name) for name, _ in sections]
        if order != sorted(order) or "s" not in dict(sections) or any(order.count(k) > 1 for k in range(4)):
            raise Damaged(f"{where} must have its sections in the order w a g s u, each but u at most once, and s")
        found = {name: body for name, body in sections if name != "u"}
        return Lemma(
            secrets=self._secrets(found["s"], where),
            steps=self._steps(found["w"], where) if "w" in found else None,
            bound=bound,
            allowed=self._allowed(found["a"], where) if "a" in found else None,
            maps=self._maps(found["g"], where, maps) if "g" in found else (),
            uses=tuple(self._use(body, where, maps, lemmas) for name, body in sections if name == "u"),
        )

    def _secrets(self, words: list[str], where: str) -> tuple[int, ...]:
        secrets = tuple(range(self.secrets)) if words == ["*"] else numbers_in_order(words, where, self.secrets)
        if len(secrets) < self.least:
            raise Damaged(f"{where} is not about {plural(self.least, 'secret')} or more")
        return secrets

    def _steps(self, words: list[str], where: str) -> int:
        if len(words) != 1:
            raise Damaged(f"{where} must have one number of steps")
        return whole(words[0], where, least=1)

    def _allowed(self, words: list[str], where: str) -> frozenset[int]:
        if not self.restricted:
            raise Damaged(f"{where} says what is allowed, in a game where everything is")
        return frozenset(numbers_in_order(words, where, self.actions))

    def _maps(self, words: list[str], where: str, maps: int) -> tuple[int, ...]:
        if not words or self.restricted:
            raise Damaged(f"{where} must name maps after g, and only in a game where everything is allowed")
        return tuple(whole(word, where, maps + 1, least=1) for word in words)

    def _use(self, words: list[str], where: str, maps: int, lemmas: int) -> Use:
        if len(words) < 3 or self.restricted:
            raise Damaged(f"{where} must have action, answer and lemma after u, in a game where everything is allowed")
        action, answer = whole(words[0], where, self.actions), whole(words[1], where, least=1)
        lemma = whole(words[2], where, lemmas + 1, least=1)
        return Use(action, answer, lemma, tuple(whole(word, where, maps + 1, least=1) for word in words[3:]))
