"""A log and every change that made it, as one text: so that each can be taken back, also after a restart."""

from __future__ import annotations

import json
from dataclasses import dataclass, field, replace
from itertools import accumulate, takewhile
from typing import Any

from sleuth.app.errors import RefusedError
from sleuth.core.errors import RecordError

FORMAT = 1
"""Goes up whenever the text of a history changes."""
MAX_CHANGES = 2_000
"""More changes than this are not kept: the oldest go."""
MAX_SIGNS = 500_000
"""All changes together have at most so many signs."""


@dataclass(frozen=True)
class LogChange:
    """Some lines in the place of others."""

    place: int
    """The number of lines before them."""
    before: tuple[str, ...]
    after: tuple[str, ...]

    @classmethod
    def between(cls, old: tuple[str, ...], new: tuple[str, ...]) -> LogChange:
        """What differs between two logs: all but their common first and last lines."""
        first = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(old, new, strict=False)))
        rest = zip(reversed(old[first:]), reversed(new[first:]), strict=False)
        last = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], rest))
        return cls(first, old[first : len(old) - last], new[first : len(new) - last])

    @property
    def back(self) -> LogChange:
        """The change that takes this one back."""
        return LogChange(self.place, self.after, self.before)

    @property
    def signs(self) -> int:
        """How long it is."""
        return sum(map(len, (*self.before, *self.after))) + 20

    def made_in(self, lines: tuple[str, ...]) -> tuple[str, ...]:
        """The lines after it."""
        return (*lines[: self.place], *self.after, *lines[self.place + len(self.before) :])


@dataclass(frozen=True)
class LogHistory:
    """The lines of a log, what was changed, and what was taken back. It never changes: every change makes a new one."""

    lines: tuple[str, ...] = ()
    past: tuple[LogChange, ...] = field(default=(), repr=False)
    """What can be taken back, the last change last."""
    future: tuple[LogChange, ...] = field(default=(), repr=False)
    """What was taken back and can be made again, the next one last."""

    @classmethod
    def of(cls, text: str) -> LogHistory:
        """A log that nothing is known of before."""
        return cls(_lines(text))

    @classmethod
    def parse(cls, record: str) -> LogHistory:
        """Read what `str` gives."""
        try:
            kept = json.loads(record)
            if kept["format"] != FORMAT:
                raise RecordError(f"this log was written by another Sleuth (format {kept['format']}, not {FORMAT})")
            past, future = (tuple(map(_change, kept[key])) for key in ("past", "future"))
            return cls(tuple(map(str, kept["lines"])), past, future)
        except (ValueError, TypeError, KeyError) as error:
            if isinstance(error, RecordError):
                raise
            raise RecordError("this log cannot be read: it is damaged, or no log of Clue") from error

    def __str__(self) -> str:
        kept: dict[str, Any] = {"format": FORMAT, "lines": self.lines}
        for key, changes in (("past", self.past), ("future", self.future)):
            kept[key] = [[change.place, change.before, change.after] for change in changes]
        return json.dumps(kept, ensure_ascii=False, separators=(",", ":"))

    @property
    def text(self) -> str:
        """The log."""
        return "".join(f"{line}\n" for line in self.lines)

    def change(self, text: str) -> LogHistory:
        """With another text in its place; the same one changes nothing."""
        lines = _lines(text)
        if lines == self.lines:
            return self
        return LogHistory(lines, _bounded((*self.past, LogChange.between(self.lines, lines))))

    def undo(self) -> LogHistory:
        """Before the last change."""
        if not self.past:
            raise RefusedError("there is nothing to take back")
        *past, last = self.past
        return replace(self, lines=last.back.made_in(self.lines), past=tuple(past), future=(*self.future, last))

    def redo(self) -> LogHistory:
        """With the change again that was taken back last."""
        if not self.future:
            raise RefusedError("there is nothing to make again")
        *future, change = self.future
        return replace(self, lines=change.made_in(self.lines), past=(*self.past, change), future=tuple(future))


def _lines(text: str) -> tuple[str, ...]:
    return tuple(text.removesuffix("\n").split("\n")) if text else ()


def _change(kept: Any) -> LogChange:
    place, before, after = kept
    return LogChange(int(place), tuple(map(str, before)), tuple(map(str, after)))


def _bounded(changes: tuple[LogChange, ...]) -> tuple[LogChange, ...]:
    """As many of the last changes as are kept."""
    sizes = accumulate(change.signs for change in reversed(changes[-MAX_CHANGES:]))
    kept = sum(1 for _ in takewhile(lambda size: size <= MAX_SIGNS, sizes))
    return changes[len(changes) - kept :]
