"""A game as it is told by an oracle that may lie: the game, and the channel that its answers pass."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import ClassVar, NoReturn

import numpy as np

from sleuth.core.channel import Channel, Fibble, parse_channel
from sleuth.core.errors import ParameterError
from sleuth.core.game import Action, Feedback, Game, Secret
from sleuth.core.sequential import Sequential


@dataclass(frozen=True)
class Told(Game):
    """A game whose answers may be lies.

    Everything is the game's, its law too: `feedback` is the truth. Only what an answer means is the channel's, so only
    the oracle and the information set differ. Every question may be asked again.
    """

    truthful: ClassVar[bool] = False

    game: Game
    channel: Channel

    def __post_init__(self) -> None:
        if isinstance(self.game, Told):
            raise ParameterError(f"{self.game} passes a channel already; an answer passes one")
        if isinstance(self.game, Sequential):
            told = "what it answers depends on what was asked before, and a lie would too"
            raise ParameterError(f"{self.game.name} cannot be played under lies: {told}")
        if self.game.constrained:
            told = "earlier answers restrict what may be asked, and a false one would forbid the secret"
            raise ParameterError(f"{self.game} cannot be played under lies: {told}")
        if isinstance(self.channel, Fibble):
            self.channel.check(self.game)
        for name in ("goal", "rows"):
            object.__setattr__(self, name, getattr(self.game, name))
        object.__setattr__(self, "name", f"{self.game.name}@{self.channel.name}")
        object.__setattr__(self, "repeats", True)

    def __str__(self) -> str:
        return f"{self.game}@{self.channel}"

    def summary(self) -> str:  # type: ignore[override]
        """The game's own line, and what lies may be told."""
        return f"{self.game.summary()} {self.channel.summary()}"

    # All of this is the game's.

    def secrets(self) -> Iterable[Secret]:
        return self.game.secrets()

    def feedback(self, action: Action, secret: Secret) -> Feedback:
        """The truth."""
        return self.game.feedback(action, secret)

    def actions(self) -> Iterable[Action]:
        return self.game.actions()

    def prior(self, secret: Secret) -> float:
        return self.game.prior(secret)

    def cost(self, action: Action) -> float:
        return self.game.cost(action)

    def hits(self, secret: Secret) -> Collection[Action]:
        return self.game.hits(secret)

    def announced(self, secret: Secret) -> Told:
        return Told(self.game.announced(secret), self.channel)

    @property
    def announces(self) -> bool:
        return self.game.announces

    @property
    def constrained(self) -> bool:
        return False

    def count(self) -> int | None:
        return self.game.count()

    def draw(self, rng: np.random.Generator) -> Secret:
        return self.game.draw(rng)

    @property
    def drawable(self) -> bool:
        return self.game.drawable

    def draw_action(self, rng: np.random.Generator) -> Action:
        return self.game.draw_action(rng)

    def feedback_table(self, actions: Sequence[Action], secrets: Sequence[Secret]) -> NoReturn:
        """Refused: whoever wants a table (the solver, a walk over all secrets) would take the answers for the truth."""
        raise ParameterError(f"{self} has no table: its answers may be lies; {self.game} has one")

    def axes(self) -> dict[str, Sequence[str]] | None:
        return self.game.axes()

    def format_secret(self, secret: Secret) -> str:
        return self.game.format_secret(secret)

    def format_action(self, action: Action) -> str:
        return self.game.format_action(action)

    def format_feedback(self, feedback: Feedback) -> str:
        return self.game.format_feedback(feedback)

    def parse_secret(self, text: str) -> Secret:
        return self.game.parse_secret(text)

    def parse_action(self, text: str) -> Action:
        return self.game.parse_action(text)

    def parse_feedback(self, text: str, action: Action) -> Feedback:
        return self.game.parse_feedback(text, action)


def told(game: Game, channel: str | Channel | None) -> Game:
    """A game and the channel that its answers pass, given as a spec; the game itself where there is none."""
    if channel is None:
        return game
    return Told(game, parse_channel(channel) if isinstance(channel, str) else channel)
