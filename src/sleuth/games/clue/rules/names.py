"""Names that people type: in full or by a beginning, by another name, with a title or without."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from sleuth.core.errors import ParameterError, UnknownNameError
from sleuth.core.text import listing, shorten

TITLES = {
    "miss", "mrs", "mr", "ms", "colonel", "col", "professor", "prof", "reverend", "rev", "doctor", "dr", "madame",
    "mme", "mademoiselle", "mlle", "monsieur", "m", "sir", "lady", "lord", "sergeant", "sgt", "captain", "capt", "chef",
}  # fmt: skip


def plain(text: str) -> str:
    """The letters and digits of a text alone, in one case: what names are compared by."""
    return re.sub(r"[\W_]+", "", text.casefold())


def untitled(text: str) -> str:
    """A name without the title before it."""
    title, mark, rest = re.fullmatch(r"\s*(\w*)([.\s]*)(.*)", text, re.DOTALL).groups()  # type: ignore[union-attr]
    return rest if mark and rest and title.casefold() in TITLES else text


@dataclass(frozen=True)
class Names:
    """The names of one kind of things, numbered from 0, with other names for some of them."""

    kind: str
    own: Sequence[str]
    others: Mapping[str, int] = field(default_factory=dict)

    @cached_property
    def _own(self) -> list[tuple[str, int]]:
        return [(plain(name), number) for number, name in enumerate(self.own)]

    @cached_property
    def _others(self) -> list[tuple[str, int]]:
        short = [(plain(untitled(name)), number) for number, name in enumerate(self.own) if untitled(name) != name]
        return [*((plain(name), number) for name, number in self.others.items()), *short]

    def find(self, text: str) -> int:
        """The thing that a text names; a beginning will do where it fits one only, and a title changes nothing."""
        wanted = plain(text)
        for begins in (False, True):
            for known in (self._own, self._others):
                fits = {n for name, n in known if name == wanted or (begins and wanted and name.startswith(wanted))}
                if len(fits) > 1:
                    names = listing([self.own[n] for n in sorted(fits)])
                    raise ParameterError(f"{shorten(text.strip())!r} may be any {self.kind} of {names}")
                if fits:
                    return fits.pop()
        if (rest := untitled(text)) != text:
            return self.find(rest)
        raise UnknownNameError(self.kind, text.strip(), self.own)

    def split(self, text: str) -> list[str]:
        """The names in a text. Without commas blanks separate: longest names first, so that `lead pipe` is one."""
        if "," in text:
            return text.split(",")
        long = {plain(name) for name in (*self.own, *self.others) if " " in name}
        words, parts = text.split(), []
        while words:
            first = int(len(words) > 1 and self._is_title(words[0]))
            fits = (n for n in range(len(words), first + 1, -1) if plain("".join(words[first:n])) in long)
            length = next(fits, first + 1)
            parts.append(" ".join(words[:length]))
            del words[:length]
        return parts

    def _is_title(self, word: str) -> bool:
        begins = plain(word)
        return begins in TITLES and not any(name.startswith(begins) for name, _ in (*self._own, *self._others))
