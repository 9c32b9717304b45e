"""What a player at a table knows: the contract of information sets, for a view in place of a history."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from sleuth.core.displayed import Displayed
from sleuth.core.errors import ParameterError
from sleuth.core.registry import BELIEFS
from sleuth.core.table_game import Deal, Event, SeatView, TableGame
from sleuth.core.text import plural


@dataclass(frozen=True)
class SeatAnswer:
    """What may follow an action before anybody has a choice again, or before the others move."""

    events: tuple[Event, ...]
    """As the player sees them, the action first."""
    probability: float
    after: Callable[[], SeatSet] = field(repr=False, compare=False)
    """The set that it would leave, made when it is asked for."""


@dataclass(frozen=True)
class ActionBits:
    """What an action is expected to tell about what wins, beside the one that is expected to tell most."""

    bits: float
    best: Any
    best_bits: float


class SeatSet(Displayed, ABC):
    """Every deal that agrees with a view, with probabilities: all that a player knows. Immutable."""

    view: SeatView

    def __repr__(self) -> str:
        whose = "watched" if self.player is None else f"player {self.player}"
        return f"<{type(self).__name__} of {self.game}, {whose}, after {plural(len(self.history), 'event')}>"

    @property
    def game(self) -> TableGame:
        """The game."""
        return self.view.game

    @property
    def player(self) -> int | None:
        """Whose set it is; `None` for somebody who watches."""
        return self.view.player

    @property
    def history(self) -> tuple[Event, ...]:
        """What the player saw."""
        return self.view.events

    @property
    def over(self) -> bool:
        """Whether play has ended."""
        return self.view.over

    @property
    def actions(self) -> Sequence[Any]:
        """What may be done now."""
        return tuple(self.view.legal())

    def is_legal(self, action: Any) -> bool:
        """Whether an action may be done now."""
        return action in self.actions

    @property
    @abstractmethod
    def size(self) -> int:
        """How many deals are possible."""

    @property
    def exact(self) -> bool:
        """Whether chances are chances: nothing is sampled, and what is supposed of the others gives each action one.

        Then what is known is, on average over the answers to an action, what was known before.
        """
        return True

    @property
    def assumptions(self) -> Mapping[str, SeatSet]:
        """The same view under everything else that may be supposed of the others, by name."""
        return {}

    @property
    @abstractmethod
    def entropy(self) -> float:
        """What is missing to know what wins, in bits."""

    @property
    def settled(self) -> bool:
        """Whether only one thing is possible that wins, by the rules alone."""
        return self.entropy == 0

    @property
    def guess_chance(self) -> float | None:
        """The chance that the likeliest guess is right; `None` where the set does not say."""
        return None

    @property
    def usual_start(self) -> float | None:
        """What this player misses before anybody acted, on average over deals; `None` where the set does not say."""
        return None

    @abstractmethod
    def probability(self, event: Any) -> float:
        """The probability of a deal, or of all deals for which a predicate holds."""

    @abstractmethod
    def candidates(self, most: int | None = None) -> list[Deal]:
        """The deals that are possible, at most so many; those that there are too many of are refused."""

    @abstractmethod
    def sample(self, rng: np.random.Generator, n: int = 1) -> list[Deal]:
        """Deals drawn from the set, with replacement."""

    @abstractmethod
    def observe(self, event: Event) -> SeatSet:
        """The set after one more event."""

    @abstractmethod
    def answer(self, action: Any, deal: Deal, rng: np.random.Generator) -> tuple[Event, ...]:
        """What would be seen of an action of this player, itself first, if this were the deal."""

    @abstractmethod
    def children(self, action: Any) -> list[SeatAnswer]:
        """What may follow an action of this player, the likeliest first; the probabilities sum to 1."""

    def action_bits(self, action: Any, rng: np.random.Generator) -> ActionBits | None:
        """What an action is expected to tell, and the best, by going through all; `None` where it asks nothing."""

        def bits(one: Any) -> float:
            return self.entropy - sum(child.probability * child.after().entropy for child in self.children(one))

        expected = {one: bits(one) for one in (action, *self.actions)}
        best = max(expected, key=lambda one: expected[one])
        return ActionBits(expected[action], best, expected[best])

    @abstractmethod
    def draw(self, rng: np.random.Generator) -> Any:
        """An action at random that risks nothing: no guess that may be wrong, and a sure win where there is one."""

    @property
    @abstractmethod
    def key(self) -> Hashable:
        """Equal only where the future is the same."""

    def figures(self) -> dict[str, Any]:
        """What is known, as plain values for a page."""
        return {"worlds": self.size, "entropy_bits": self.entropy}

    @property
    def notes(self) -> tuple[str, ...]:
        """What a person should be told: what is supposed, what is estimated."""
        return ()


def seat_set(view: SeatView) -> SeatSet:
    """What a player knows after what she saw, with what the game usually supposes about the others."""
    make = BELIEFS.inherited(type(view.game))
    if make is None:
        raise ParameterError(f"{view.game.name} brings no belief for a seat; its folder registers one as belief=")
    made: SeatSet = make(view)
    return made
