"""Games of several players: a deal that nobody sees whole, a state that only a referee holds, and each player's view.

A table game is the picture of one player with more than one who asks: the secret is the deal, the oracle is whoever
answers, and a player's view (her own part of the deal, and what was said aloud) is her history.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from itertools import islice
from typing import TYPE_CHECKING, Any, ClassVar, Self

from sleuth.core.errors import ActionError
from sleuth.core.spec import Specified

if TYPE_CHECKING:  # to list games takes no arrays
    import numpy as np

Deal = Any
Event = Any
"""An action as somebody saw it: what was hidden from her is left out."""


class SeatView(ABC):
    """All that one player saw; `player` is `None` for somebody who only watches. It never changes."""

    game: TableGame
    player: int | None
    events: tuple[Event, ...]

    @property
    @abstractmethod
    def over(self) -> bool:
        """Whether play has ended."""

    @property
    @abstractmethod
    def actor(self) -> int | None:
        """The number of the player who is to act; `None` where it is chance, or nobody."""

    @abstractmethod
    def legal(self) -> Iterator[Event]:
        """What this player may do now; nothing if it is for somebody else to act."""

    @abstractmethod
    def sees(self, event: Event) -> Self:
        """The view after one more event, which must be possible as far as this player can tell."""

    @property
    def forced(self) -> Event | None:
        """What this player must do, where there is one thing to do only."""
        choices = list(islice(self.legal(), 2))
        return choices[0] if len(choices) == 1 else None


class TableState(ABC):
    """The deal and what happened since. Only a referee holds one. It never changes: `do` gives the next one."""

    game: TableGame
    deal: Deal
    actions: tuple[Any, ...]

    @property
    @abstractmethod
    def over(self) -> bool:
        """Whether play has ended by the rules."""

    @property
    @abstractmethod
    def actor(self) -> int | None:
        """The number of the player who is to act; `None` where it is chance."""

    @property
    @abstractmethod
    def winner(self) -> int | None:
        """Who has won, or cannot fail to: all others are out."""

    @property
    @abstractmethod
    def ending(self) -> str:
        """How it ended, in a word or two."""

    @property
    @abstractmethod
    def turns(self) -> int:
        """How many turns were begun."""

    @abstractmethod
    def playing(self, player: int, /) -> bool:
        """Whether a player is still in."""

    @abstractmethod
    def view(self, player: int | None, /) -> SeatView:
        """What a player saw; `None` is somebody who only watches."""

    @abstractmethod
    def do(self, action: Any, /) -> Self:
        """The state after an action of whoever is to act; `ActionError` if it is not possible."""

    def chance(self, rng: np.random.Generator, /) -> Any:
        """What chance does, where it is to act."""
        raise ActionError(f"nothing is left to chance in {self.game}")


class TableGame(Specified, ABC, contract=True):
    """A game of several players. A subclass is a frozen dataclass: its fields are the parameters of its spec string."""

    usual_player: ClassVar[str] = "random"
    """Who sits in a seat that nobody is named for, and who gives advice."""
    endings: ClassVar[tuple[str, ...]] = ()
    """How it may end, the usual first, where that is known."""
    help: ClassVar[str] = ""
    """What a person at the table may type."""
    guessing: ClassVar[str] = "guess"
    """What it is called to name what wins."""

    # What must be written.

    @property
    @abstractmethod
    def players(self) -> range:
        """The players, from 1, in the order of their turns."""

    @abstractmethod
    def shuffle(self, rng: np.random.Generator) -> Deal:
        """A deal, drawn from the prior."""

    @abstractmethod
    def begin(self, deal: Deal) -> TableState:
        """The state before anybody acted."""

    @abstractmethod
    def format_action(self, action: Any) -> str:
        """An action as text that reads back."""

    @abstractmethod
    def parse_action(self, text: str) -> Any:
        """The action that a text writes."""

    @abstractmethod
    def format_deal(self, deal: Deal) -> str:
        """A deal as one line of text that reads back."""

    @abstractmethod
    def parse_deal(self, text: str) -> Deal:
        """The deal that a text writes."""

    @abstractmethod
    def narrate(self, event: Event, names: dict[int, str], me: int | None = None) -> str:
        """An event as a sentence about players of these names, `me` being told of it; empty if it is not worth one."""

    @abstractmethod
    def prompt(self, view: SeatView) -> str:
        """What a person is asked whose turn it is."""

    @abstractmethod
    def read_move(self, view: SeatView, text: str) -> Any:
        """What a person means who types this on her turn; `ActionError` if it is nothing that she may do."""

    # What has a default.

    def typed(self, action: Any) -> str:
        """An action as a person types it, so that `read_move` reads it."""
        return self.format_action(action)

    @property
    def player_names(self) -> tuple[str, ...]:
        """How the players are called."""
        return tuple(str(i) for i in self.players)

    def solution(self, deal: Deal) -> str:
        """What was hidden, for after the game."""
        return self.format_deal(deal)

    def revealed(self, deal: Deal) -> dict[str, Any]:
        """The same as plain values."""
        return {}

    def own(self, view: SeatView) -> str:
        """What a player has of the deal, as a sentence."""
        return ""

    def details(self, view: SeatView) -> dict[str, Any]:
        """What a page needs of a view besides, as plain values."""
        return {}
