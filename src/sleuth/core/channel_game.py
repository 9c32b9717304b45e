"""A game under a channel: its answers may be lies."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from sleuth.core.capabilities import Announcement, Channelled
from sleuth.core.channel import Channel, parse_channel
from sleuth.core.errors import ParameterError
from sleuth.core.game import Action, C, Feedback, Game, Secret
from sleuth.core.offers import announced, constrained, sequential


@dataclass(frozen=True)
class ChannelGame(Game, Announcement, Channelled, guarded=False):
    """A game whose answers may be lies.

    Everything is the game's, its law too: `feedback` is the truth. Only what an answer means is the channel's, so only
    the oracle and the information set differ. Every question may be asked again.
    """

    game: Game
    channel: Channel

    @property
    def inside(self) -> Game:
        """The game whose answers may be lies."""
        return self.game

    def __post_init__(self) -> None:
        if isinstance(self.game, ChannelGame):
            raise ParameterError(f"{self.game} passes a channel already; an answer passes one")
        if sequential(self.game):
            reason = "what it answers depends on what was asked before, and a lie would too"
            raise ParameterError(f"{self.game.name} cannot be played under lies: {reason}")
        if constrained(self.game):
            reason = "earlier answers restrict what may be asked, and a false one would forbid the secret"
            raise ParameterError(f"{self.game} cannot be played under lies: {reason}")
        self.channel.check(self.game)
        for name in ("goal", "noun", "invitation"):
            object.__setattr__(self, name, getattr(self.game, name))
        object.__setattr__(self, "name", f"{self.game.name}@{self.channel.name}")

    def __str__(self) -> str:
        return f"{self.game}@{self.channel}"

    def summary(self) -> str:  # type: ignore[override]
        """The game's own line, and what lies may be told."""
        return f"{self.game.summary()} {self.channel.promise}"

    # All of this is the game's.

    def secrets(self) -> Iterable[Secret]:
        return self.game.secrets()

    def feedback(self, action: Action, secret: Secret) -> Feedback:
        """The truth."""
        feedback: Feedback = self.game.feedback(action, secret)
        return feedback

    def actions(self) -> Iterable[Action]:
        return self.game.actions()

    def prior(self, secret: Secret) -> float:
        return self.game.prior(secret)

    def cost(self, action: Action) -> float:
        return self.game.cost(action)

    def announced(self, secret: Secret) -> ChannelGame:
        return ChannelGame(announced(self.game, secret), self.channel)

    def offers(self, kind: type[C]) -> C | None:
        """What the game offers, but for what speaks of its answers: whoever took that would take lies for the truth."""
        if issubclass(kind, Channelled):
            return super().offers(kind)
        if kind.about_answers or (offered := self.game.offers(kind)) is None:
            return None
        return super().offers(kind) if issubclass(kind, Announcement) else offered

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
        feedback: Feedback = self.game.parse_feedback(text, action)
        return feedback


def with_channel(game: Game, channel: str | Channel | None) -> Game:
    """A game and the channel that its answers pass, given as a spec; the game itself where there is none."""
    if channel is None:
        return game
    return ChannelGame(game, parse_channel(channel) if isinstance(channel, str) else channel)
