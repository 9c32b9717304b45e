"""Goals: when play ends, how far off that is, and who plays for it as a rule.

A goal looks at an information set and at nothing else. The three that are built in have flags besides, which the tables
and kernels read; for any other goal the plain ways are taken, which ask `over` of every set.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection
from typing import Any, ClassVar, NamedTuple, Protocol

from sleuth.core.capabilities import Hits
from sleuth.core.errors import ParameterError


class Knowledge(Protocol):
    """What a goal may ask of an information set; every one has all of this, and more."""

    @property
    def size(self) -> int: ...
    @property
    def entropy(self) -> float: ...
    @property
    def won(self) -> bool: ...
    @property
    def known(self) -> bool: ...
    @property
    def all_found(self) -> bool: ...
    @property
    def over(self) -> bool: ...
    @property
    def best_chance(self) -> float: ...
    @property
    def hits_left(self) -> float: ...
    @property
    def may_name(self) -> bool: ...


class Left(NamedTuple):
    """The steps from an information set to the goal, on average."""

    least: float
    """No strategy needs fewer."""
    estimate: float


class Goal(ABC):
    """When play ends."""

    NAME: ClassVar[Goal]
    KNOW: ClassVar[Goal]
    FIND: ClassVar[Goal]

    value: ClassVar[str] = ""
    """Its name in files."""
    usual_strategy: ClassVar[str] = "entropy"
    """The strategy that is taken unless somebody names another."""
    names: ClassVar[bool] = False
    """Whether a right guess of the secret ends the play."""
    only_names: ClassVar[bool] = False
    """Whether nothing else does."""
    knows: ClassVar[bool] = False
    """Whether play ends as soon as one secret is left."""
    finds: ClassVar[bool] = False
    """Whether something is to be found, so that some actions hit (`hits`)."""
    tabulated: ClassVar[bool] = False
    """Whether tables and kernels know the goal by its flags."""

    @abstractmethod
    def over(self, info: Knowledge) -> bool:
        """Whether play has ended."""

    def left(self, info: Knowledge, pace: float = 1.0) -> Left:
        """A bound and an estimate of the steps left, where an answer tells about so many bits.

        Unless a goal knows better: nothing once play has ended, else one step or more.
        """
        return Left(0.0, 0.0) if info.over else Left(1.0, 1.0)

    def hits(self, game: Any, secret: Any) -> Collection[Any]:
        """The actions that find a part of a secret; none where nothing is to be found."""
        return ()

    def __repr__(self) -> str:
        return f"Goal.{self.value.upper()}" if self.tabulated else f"{type(self).__name__}()"

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and vars(self) == vars(other)

    def __hash__(self) -> int:
        return hash(type(self))


class Name(Goal):
    """A guess of the secret was given the winning answer."""

    value, names, only_names, tabulated = "name", True, True, True

    def over(self, info: Knowledge) -> bool:
        return info.won

    def left(self, info: Knowledge, pace: float = 1.0) -> Left:
        """One step for the secret that is guessed first, two at least for all others."""
        if info.over:
            return Left(0.0, 0.0)
        least = 2.0 - info.best_chance
        return Left(least, max(least, info.entropy / pace + 1.0))


class Know(Goal):
    """One secret is left."""

    value, knows, tabulated = "know", True, True

    def over(self, info: Knowledge) -> bool:
        return info.known

    def left(self, info: Knowledge, pace: float = 1.0) -> Left:
        """One step at least, unless one secret is left."""
        return Left(0.0, 0.0) if info.over else Left(1.0, max(1.0, info.entropy / pace))


class Find(Goal):
    """The answers prove that all was found: of every candidate all hits were asked; or it was named."""

    value, names, finds, tabulated = "find", True, True, True
    usual_strategy = "hit-probability"

    def over(self, info: Knowledge) -> bool:
        return info.won or info.all_found

    def left(self, info: Knowledge, pace: float = 1.0) -> Left:
        """Every hit must be asked, unless the secret may be named; and the answers must tell where they are."""
        if info.over:
            return Left(0.0, 0.0)
        hits = max(1.0, info.hits_left)
        return Left(1.0 if info.may_name else hits, max(hits, info.entropy / pace))

    def hits(self, game: Any, secret: Any) -> Collection[Any]:
        offered: Hits | None = game.offers(Hits)
        if offered is None:
            message = "is to find everything, but it does not say what hits; write hits(secret)"
            raise ParameterError(f"the goal of {game.name} {message}")
        return offered.hits(secret)


Goal.NAME, Goal.KNOW, Goal.FIND = Name(), Know(), Find()
