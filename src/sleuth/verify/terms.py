"""The terms that a tree is made on: what it promises beside its total, and among which trees it is compared."""

from __future__ import annotations

from dataclasses import dataclass

from sleuth.core.claim import trees_on


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
        return trees_on("" if self.first is None else f"with {self.first}", self.within, self.only_possible)
