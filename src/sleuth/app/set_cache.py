"""Information sets that were needed lately, and what strategies ask there.

Neither ever changes, so plays that go the same way share them."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Hashable

import numpy as np

from sleuth.belief.base import InformationSet
from sleuth.belief.begin import begin
from sleuth.core.game import Game
from sleuth.core.history import History
from sleuth.core.limit import UNLIMITED, Limit
from sleuth.core.progress import Progress, silent
from sleuth.strategies.base import Strategy
from sleuth.strategies.decision import Decision

MAX_SETS = 300
"""How many sets a process keeps."""

MAX_DECISIONS = 6
"""How many decisions a process keeps: each may hold a count for every action and answer."""

_kept: OrderedDict[tuple[Game, History, str, int], InformationSet] = OrderedDict()
_decided: OrderedDict[tuple[int, Hashable, Limit, int], tuple[InformationSet, Strategy, Decision]] = OrderedDict()
"""By the identity of the set, which is kept as well, so that no other set has it; and of the strategy alike."""


def set_after(
    game: Game, history: History | None = None, belief: str = "auto", seed: int = 0, progress: Progress = silent
) -> InformationSet:
    """Everything that is possible once a history was asked and answered; without one, before play."""
    history = History() if history is None else history
    key = game, history, belief, seed if belief == "sampled" else 0  # what is no sample is drawn with no seed
    if key in _kept:
        _kept.move_to_end(key)
        return _kept[key]
    if history.steps:
        action, feedback = history.steps[-1]
        info = set_after(game, History(history.steps[:-1]), belief, seed, progress).observe(action, feedback)
    else:
        info = begin(game, belief, seed=seed, progress=progress)
    _keep(key, info)
    return info


def decide(info: InformationSet, strategy: Strategy, limit: Limit = UNLIMITED, seed: int = 0) -> Decision:
    """What a strategy asks; the same each time."""
    key = id(info), strategy.identity, limit, seed
    if key not in _decided:
        _decided[key] = info, strategy, strategy.decide(info, rng=np.random.default_rng(seed), limit=limit)
        while len(_decided) > MAX_DECISIONS:
            _decided.popitem(last=False)
    _decided.move_to_end(key)
    return _decided[key][2]


def keep(info: InformationSet) -> None:
    """Remember a set of the usual kind that was made elsewhere: whoever goes on from it need not make it again."""
    _keep((info.game, info.history, "auto", 0), info)


def _keep(key: tuple[Game, History, str, int], info: InformationSet) -> None:
    _kept[key] = info
    while len(_kept) > MAX_SETS:
        _kept.popitem(last=False)
