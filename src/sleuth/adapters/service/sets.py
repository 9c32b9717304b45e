"""Information sets that were needed lately. They never change, so plays that go the same way share them."""

from __future__ import annotations

from collections import OrderedDict

from sleuth.belief.base import InformationSet
from sleuth.belief.begin import begin
from sleuth.core.game import Game
from sleuth.core.history import History

KEPT = 300
"""How many sets a worker keeps."""

_kept: OrderedDict[tuple[Game, History], InformationSet] = OrderedDict()


def set_after(game: Game, history: History) -> InformationSet:
    """Everything that is possible once a history was asked and answered."""
    key = game, history
    if key in _kept:
        _kept.move_to_end(key)
        return _kept[key]
    if history.steps:
        action, feedback = history.steps[-1]
        info = set_after(game, History(history.steps[:-1])).observe(action, feedback)
    else:
        info = begin(game)
    _kept[key] = info
    while len(_kept) > KEPT:
        _kept.popitem(last=False)
    return info


def sets_along(game: Game, history: History) -> list[InformationSet]:
    """The set before each step, and the one after the last."""
    return [set_after(game, History(history.steps[:n])) for n in range(len(history) + 1)]
