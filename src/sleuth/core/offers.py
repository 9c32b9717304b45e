"""What a game offers (`core.capabilities`), asked by those who use it; each with what holds where it offers nothing."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterable, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from sleuth.core.capabilities import (
    Announcement,
    Axes,
    Channelled,
    Constraint,
    Count,
    Draws,
    Past,
    Reserve,
    Rounds,
    Twin,
)
from sleuth.core.channel import Channel
from sleuth.core.game import Game
from sleuth.core.members import writes


def count_of(game: Game) -> int | None:
    """The number of secrets, if it is known without listing them."""
    size = game.offers(Count)
    return None if size is None else size.count()


def rows_of(game: Game) -> int | None:
    """The steps that a player is given, where there are only so many."""
    rounds = game.offers(Rounds)
    return None if rounds is None else rounds.rows


def axes_of(game: Game) -> dict[str, Sequence[str]] | None:
    """The named axes of a game whose secrets are the cells of a table."""
    axes = game.offers(Axes)
    return None if axes is None else axes.axes()


def repeats(game: Game) -> bool:
    """Whether an action may be asked again."""
    constraint = game.offers(Constraint)
    return constraint is None or constraint.repeats


def drawable(game: Game) -> bool:
    """Whether secrets can be drawn, so that a sampled information set can be had without a list."""
    draws = game.offers(Draws)
    return draws is not None and writes(draws, "draw")


def hits_of(game: Game, secret: Any) -> Collection[Any]:
    """The actions that find a part of a secret, where something is to be found."""
    return game.goal.hits(game, secret)


def constrained(game: Game) -> bool:
    """Whether earlier answers restrict what may be asked."""
    constraint = game.offers(Constraint)
    return constraint is not None and constraint.constrained


def allows(game: Game, action: Any, history: Iterable[tuple[Any, Hashable]]) -> bool:
    """Whether an action may be asked after a history, for all that earlier answers say."""
    constraint = game.offers(Constraint)
    if constraint is None or not constraint.constrained:
        return True
    return all(constraint.allows(action, past, feedback) for past, feedback in history)


def allows_many(
    game: Game, actions: Sequence[Any], past: Any, feedback: Hashable
) -> Sequence[bool] | npt.NDArray[np.bool_]:
    """Which of some actions may be asked after one was answered."""
    constraint = game.offers(Constraint)
    return [True] * len(actions) if constraint is None else constraint.allows_many(actions, past, feedback)


def sequential(game: Game) -> bool:
    """Whether what the oracle answers depends on what was asked before."""
    return game.offers(Past) is not None


def table_of(game: Game, actions: Sequence[Any], secrets: Sequence[Any]) -> npt.NDArray[Any] | None:
    """The vectorised twin of the law on some actions and secrets; `None` where there is none."""
    twin = game.offers(Twin)
    return None if twin is None else twin.feedback_table(actions, secrets)


def announcements(game: Game) -> list[Game]:
    """The games that may be announced before the first question, in the order of their secrets; else the game alone."""
    announcement = game.offers(Announcement)
    return [game] if announcement is None else list(dict.fromkeys(map(announcement.announced, game.secrets())))


def announces(game: Game) -> bool:
    """Whether something is told before the first question, so that a play begins with `announced`."""
    return game.offers(Announcement) is not None


def announced(game: Game, secret: Any) -> Game:
    """The game once what is public about a secret was told before the first question."""
    announcement = game.offers(Announcement)
    return game if announcement is None else announcement.announced(secret)


def channel_of(game: Game) -> Channel | None:
    """The channel that the answers pass; `None` where they are true."""
    channelled = game.offers(Channelled)
    return None if channelled is None else channelled.channel


def lists_all(game: Game) -> bool:
    """Whether every secret is listed; a list of words may lack the true one, so that nothing is sure."""
    return game.offers(Reserve) is None


def truthful(game: Game) -> bool:
    """Whether answers are always true."""
    return channel_of(game) is None


def plain_game(game: Game) -> Game:
    """The game inside a channel; else the game itself."""
    channelled = game.offers(Channelled)
    return game if channelled is None else plain_game(channelled.inside)


def has_own(game: Game, name: str) -> bool:
    """Whether a game, or the one inside it, has a member of its own in the place of the default."""
    return getattr(type(plain_game(game)), name) is not getattr(Game, name)
