"""Who plays the suite: a strategy of any kind, or a language model behind a server."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha256

import numpy as np

from sleuth.core.game import Action, Game
from sleuth.referee.chat import ChatClient
from sleuth.referee.chat_spec import Chat, chat_server, is_chat
from sleuth.referee.referee import Referee
from sleuth.strategies.base import Strategy
from sleuth.strategies.catalogue import parse_strategy


@dataclass(frozen=True)
class StrategyPlayer:
    """A strategy: it decides in this process, from the information set."""

    strategy: Strategy
    """Who decides."""
    text: bool = False
    """Whether its questions are written, and read again."""

    @property
    def name(self) -> str:
        """The player, as a spec."""
        return str(self.strategy)

    @property
    def varies(self) -> bool:
        """Whether it may ask something else another time: it draws, or may stop by the clock."""
        return self.strategy.random or self.strategy.timed or self.strategy.heavy

    def plays(self, game: Game) -> bool:
        """Whether it can play a game: specialists cannot play them all."""
        return self.strategy.plays(game)

    def question(self, referee: Referee, rng: np.random.Generator) -> Action:
        """What it asks now."""
        return self.strategy.decide(referee.info, rng=rng).action


@dataclass(frozen=True)
class ChatPlayer:
    """A language model: it is given prompts, and replies from elsewhere."""

    client: ChatClient
    """Who asks it."""
    text: bool = True

    @property
    def name(self) -> str:
        """The player, as a spec."""
        return str(self.client.chat)

    @property
    def varies(self) -> bool:
        """A model may always say something else."""
        return True

    def plays(self, game: Game) -> bool:
        """Any game that can be written can be asked for."""
        return True


BenchPlayer = StrategyPlayer | ChatPlayer
"""Who plays the suite."""


def bench_player(
    spec: str,
    *,
    text: bool = False,
    tries: int = ChatClient.tries,
    pause: float = ChatClient.pause,
    environment: Mapping[str, str] = os.environ,
) -> BenchPlayer:
    """The player of a spec: a strategy, or `chat:model=NAME` with its server in the environment.

    `text` has a strategy's questions written and read again. `tries` and `pause` are for a server that fails.
    """
    if is_chat(spec):
        return ChatPlayer(ChatClient(Chat.parse(spec), chat_server(environment), tries, pause))
    return StrategyPlayer(parse_strategy(spec), text)


def play_rng(*names: object) -> np.random.Generator:
    """Where the random numbers of a play come from: they follow from its names alone."""
    return np.random.default_rng(list(sha256("\n".join(map(str, names)).encode()).digest()))
