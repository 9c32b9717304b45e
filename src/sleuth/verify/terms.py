"""The terms that a tree is made on: what it promises beside its total, and among which trees it is compared."""

from __future__ import annotations

from dataclasses import dataclass

from sleuth.core.text import plural


@dataclass(frozen=True)
class Terms:
    """Whatever is claimed of a tree is claimed among the trees that keep these terms."""

    first: str | None = None
    """What is asked first."""
    within: int | None = None
    """The most steps that a play takes."""
    only_possible: bool = False
    """Whether nothing is asked that cannot be the secret; a first action that is given may be anything."""

    def __str__(self) -> str:
        """The trees that keep them, in words; nothing where all do."""
        parts = [f"ask {self.first} first"] if self.first is not None else []
        parts += [f"take at most {plural(self.within, 'step')}"] if self.within is not None else []
        parts += ["only ask what may be the secret"] if self.only_possible else []
        *some, last = parts or [""]
        return f"strategies that {', '.join(some)}{' and ' if some else ''}{last}" if last else ""
