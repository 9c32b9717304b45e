"""Exact scores of as many actions as there is time for, on sets where one look at all of them may take long."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from sleuth.belief.base import InformationSet
from sleuth.belief.followed_outcomes import followed
from sleuth.belief.outcomes import Outcomes
from sleuth.core.game import Action, Secret
from sleuth.core.limit import Clock

POOL = 20_000
"""Of more actions only so many are chosen from."""
SHARE = 0.4
"""The share of the time left that a look at some actions may take: what follows takes as long again."""
FASTER = 16
"""How many times as many actions are looked at next."""


def pool_of(info: InformationSet, rng: np.random.Generator, most: int = POOL) -> list[Action]:
    """What may be asked, in order; of very many actions some at random, half of them such as may be the secret."""
    actions = info.actions
    if not len(actions):
        raise info.dead_end()
    if len(actions) <= most:
        return list(actions)
    naming = info.game.goal.only_names
    chosen = rng.choice(len(actions), most // 2 if naming else most, replace=False)
    named: dict[Secret, None] = dict.fromkeys(info.sample(rng, most // 2)) if naming else {}
    others = {actions[i]: None for i in np.sort(chosen).tolist()}
    return [*others, *(secret for secret in named if secret not in others and info.is_legal(secret))]


def weighed(
    info: InformationSet, actions: Sequence[Action], clock: Clock, score: Callable[[Outcomes], Any] | None = None
) -> Outcomes:
    """The outcomes of some actions, from the first on: of as many as there is time to score, and of one at least."""
    seconds = clock.limit.seconds
    if seconds is None:
        return followed(info.outcomes(actions), info)
    number = 1
    while True:
        began = clock.seconds
        outcomes = followed(info.outcomes(actions[:number]), info)
        if score is not None:
            score(outcomes)
        pace = max(1e-9, (clock.seconds - began) / number)
        room = min(int(SHARE * (seconds - clock.seconds) / pace), len(actions), FASTER * number)
        if room <= number:
            return outcomes
        number = room
