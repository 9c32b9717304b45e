"""Information sets that were needed lately. They never change, so plays that go the same way share them."""

from __future__ import annotations

from collections import OrderedDict

from sleuth.belief.base import InformationSet
from sleuth.belief.begin import begin
from sleuth.core.game import Game
from sleuth.core.history import History
from sleuth.core.progress import Progress, silent

MAX_SETS = 300
"""How many sets a process keeps."""

_kept: OrderedDict[tuple[Game, History, str, int], InformationSet] = OrderedDict()


def set_after(
    game: Game, history: History | None = None, belief: str = "auto", seed: int = 0, progress: Progress = silent
) -> InformationSet:
    """Everything that is possible once a history was asked and answered; without one, before play."""
    history = History() if history is None else history
    key = game, history, belief, seed
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


def keep(info: InformationSet) -> None:
    """Remember a set of the usual kind that was made elsewhere: whoever goes on from it need not make it again."""
    _keep((info.game, info.history, "auto", 0), info)


def _keep(key: tuple[Game, History, str, int], info: InformationSet) -> None:
    _kept[key] = info
    while len(_kept) > MAX_SETS:
        _kept.popitem(last=False)
