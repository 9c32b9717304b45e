"""Information sets, outcomes, decisions and tables travel to other processes and into copies, and answer there as here."""

from __future__ import annotations

import pickle
from concurrent.futures import ProcessPoolExecutor
from copy import copy, deepcopy
from multiprocessing import get_context
from typing import Any

import numpy as np
import pytest

from sleuth import Game, InformationSet, begin, parse_game, parse_strategy, tabulate
from sleuth.core import tabulate as making
from sleuth.core.tables import Feedbacks, Tables
from sleuth.games.catalogue import game_names
from sleuth.kernels.jit import kernel_folder
from sleuth.testing.small import small_instances

PROTOCOLS = (2, 4, pickle.HIGHEST_PROTOCOL)
OTHERS = (
    "battleship:size=4,fleet=3-2",
    "battleship:size=5,fleet=2-2,answers=length,touching=false",
    "hangman:lengths=5-3",
    "hangman:lengths=5@lies:most=1",
    "ulam:numbers=64@lies:most=1",
    "ulam:numbers=20",
    "mastermind:pegs=3,colours=3@lies:most=1",
    "mastermind:pegs=2,colours=3@noise:chance=0.1",
    "guess-who@half-lies:most=1",
    "wordle:length=4",
    "sploosh-kaboom",
)
RULES = ("entropy", "minimax", "sampled-ises:samples=50", "hit-probability", "random")


def games() -> list[Game]:
    """Two small instances of every game in the catalogue, and some of every kind of set."""
    small = [game for name in game_names() for game in small_instances(name)[-2:]]
    return [*small, *map(parse_game, OTHERS)]


def sets(game: Game) -> list[InformationSet]:
    """Every kind of information set that the game has, before play and after two answers."""
    forms = ["auto"]
    if game.truthful and game.drawable:
        forms.append("sampled")
    first = [begin(game, form) for form in forms]
    later = []
    for info in first:
        secret = info.sample(np.random.default_rng(1))[0]
        for _ in range(2):
            if info.solved:
                break
            rng = np.random.default_rng(2)
            action = info.actions[int(rng.integers(len(info.actions)))]
            before = info
            info = next(after for after in answers(before, action, secret))
        later.append(info)
    return [*first, *later]


def answers(info: InformationSet, action: Any, secret: Any) -> list[InformationSet]:
    from sleuth.core.sequential import law

    return [info.observe(action, law(info.game, info.history, action, secret))]


def figures(info: InformationSet) -> list[Any]:
    """What a set says: who is possible, how likely, how much is missing, and what each action would do."""
    some = info.candidates(20)
    outcomes = info.outcomes(list(info.actions)[:30])
    return [
        str(info),
        info.history,
        info.size,
        some,
        [info.probability(secret) for secret in some],
        info.entropy,
        list(info.actions),
        *[np.asarray(getattr(outcomes, name)).tolist() for name in ("information", "parts", "largest", "win_probability")],
        [outcomes.leaves(row) for row in range(min(3, len(outcomes)))],
    ]


def choices(info: InformationSet) -> list[Any]:
    """What several strategies would ask now."""
    from sleuth.core.errors import SleuthError

    out: list[Any] = []
    for rule in RULES:
        try:
            decision = parse_strategy(rule).decide(info, rng=np.random.default_rng(3))
        except SleuthError as error:
            out.append(str(error))
        else:
            out.append(said(decision))
    return out


def said(decision: Any) -> list[Any]:
    """What a decision says."""
    return [decision.action, decision.score, decision.reasons, decision.alternatives, decision.leaves]


@pytest.mark.parametrize("game", games(), ids=str)
def test_sets_and_decisions_arrive_as_they_were(game: Game) -> None:
    for info in sets(game):
        before = figures(info), choices(info)
        for protocol in PROTOCOLS:
            assert figures(pickle.loads(pickle.dumps(info, protocol))) == before[0]
        arrived = pickle.loads(pickle.dumps(info))
        folder = kernel_folder()
        compiled = folder.compiled if folder else 0
        assert choices(arrived) == before[1]
        assert folder is None or folder.compiled == compiled  # no array has become another type
        assert figures(deepcopy(info)) == figures(copy(info)) == before[0]
        try:
            decision = parse_strategy("entropy").decide(info)
        except Exception:  # a rule that is not for this game
            continue
        assert said(pickle.loads(pickle.dumps(decision))) == said(deepcopy(decision)) == said(decision)
        outcomes = pickle.loads(pickle.dumps(decision.outcomes))
        assert outcomes.information.tolist() == decision.outcomes.information.tolist()
