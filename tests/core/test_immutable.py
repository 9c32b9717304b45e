"""Information sets, outcomes, decisions and tables travel to other processes, and say there what they say here."""

from __future__ import annotations

import pickle
import re
from concurrent.futures import ProcessPoolExecutor
from copy import copy, deepcopy
from importlib import import_module
from multiprocessing import get_context
from typing import Any

import numpy as np
import pytest

from sleuth import Game, History, InformationSet, begin, parse_game, parse_strategy, tabulate
from sleuth.core.errors import TooLargeError
from sleuth.core.game_spec import game_names
from sleuth.core.offers import axes_of, drawable, sequential, truthful
from sleuth.core.sequential import law
from sleuth.games.battleship.belief.fleet_set import chain_after
from sleuth.games.battleship.belief.list_set import ListedSet, listed_boards
from sleuth.games.battleship.rules.game import Battleship
from sleuth.kernels.jit import kernel_folder
from sleuth.strategies.decision import Decision
from sleuth.testing.small import small_instances

making = import_module("sleuth.core.tabulate")

PROTOCOLS = (2, 4, pickle.HIGHEST_PROTOCOL)
OTHERS = (
    "battleship:size=4,fleet=3-2",
    "battleship:size=5,fleet=2-2,answers=length,touching=false",
    "hangman:lengths=3-2",
    "hangman:lengths=5@half-lies:most=1",
    "ulam:numbers=64@lies:most=1",
    "ulam:numbers=20",
    "mastermind:pegs=3,colours=3@lies:most=1",
    "mastermind:pegs=2,colours=3@noise:chance=0.1",
    "guess-who@half-lies:most=1",
    "wordle:length=4",
    "sploosh-kaboom",
)
RULES = ("entropy", "minimax", "sampled-ises:states=50,actions=20", "ismcts:iterations=10", "hit-probability", "random")


def games() -> list[Game]:
    """Two small instances of every game in the catalogue, and some of every kind of set."""
    small = [game for name in game_names() for game in small_instances(name)[-2:]]
    return [*small, *map(parse_game, OTHERS)]


def sets(game: Game) -> list[InformationSet]:
    """Every kind of information set that the game has, before play and after two answers."""
    forms = ["auto"]
    if truthful(game) and not sequential(game):
        forms += ["enumerated"] if axes_of(game) else []
        forms += ["sampled"] if drawable(game) else []
    first = [begin(game, form) for form in forms]
    return [*first, *map(later, first)]


def later(info: InformationSet) -> InformationSet:
    """The set after two answers, or fewer if they are enough."""
    rng = np.random.default_rng(1)
    secret = info.sample(rng)[0]
    for _ in range(2):
        if not info.over:
            action = info.actions[int(rng.integers(len(info.actions)))]
            info = info.observe(action, law(info.game, info.history, action, secret))
    return info


def text(*values: Any) -> str:
    """Values as text, numbers to nine digits: how fast sums are made depends on where in memory their terms lie."""
    return re.sub(r"\d+\.\d+(e-?\d+)?", lambda number: f"{float(number[0]):.9g}", repr(values))


def figures(info: InformationSet) -> str:
    """What a set says: who is possible, how likely, how much is missing, and what each action would do."""
    some = info.candidates(20)
    outcomes = info.outcomes(list(info.actions)[:30])
    return text(
        str(info),
        info.history,
        info.size,
        info.entropy,
        info.actions,
        [(secret, info.probability(secret)) for secret in some],
        [np.asarray(getattr(outcomes, name)).tolist() for name in ("information", "parts", "largest", "possible")],
        [list(info.children(action)) for action in list(info.actions)[:3]],
    )


def decisions(info: InformationSet) -> list[Decision]:
    """What some strategies would do now."""
    if info.over:
        return []
    return [parse_strategy(rule).decide(info, rng=np.random.default_rng(3)) for rule in RULES]


def details(decision: Decision) -> str:
    """What a decision says."""
    parts = decision.action, decision.score, decision.reasons, decision.alternatives, decision.leaves
    return text(*parts, decision.outcomes.information.tolist())


def compiled() -> int:
    """How many kernels this process has compiled."""
    return kernel_folder().compiled


@pytest.mark.parametrize("game", games(), ids=str)
def test_sets_and_decisions_arrive_as_they_were(game: Game) -> None:
    for info in sets(game):
        before, chosen = figures(info), decisions(info)
        kernels = compiled()
        for protocol in PROTOCOLS:
            arrived = pickle.loads(pickle.dumps(info, protocol))
            assert figures(arrived) == before
        assert list(map(details, decisions(arrived))) == list(map(details, chosen))
        assert compiled() == kernels  # no array has become one of another type
        assert figures(deepcopy(info)) == figures(copy(info)) == before
        for decision in chosen:
            expected = details(decision)
            assert details(pickle.loads(pickle.dumps(decision))) == details(deepcopy(decision)) == expected


def test_fleets_that_are_listed_or_sampled_arrive_as_they_were() -> None:
    game = Battleship(size="5", fleet="3-2")
    boards = listed_boards(game)
    assert boards is not None
    chains = chain_after(game, History())
    assert chains is not None
    for info in (ListedSet(game, History(), boards), chains):
        assert figures(pickle.loads(pickle.dumps(info))) == figures(info) == figures(deepcopy(info))
        after = later(info)
        assert figures(pickle.loads(pickle.dumps(after))) == figures(after)


def test_tables_travel_by_their_game() -> None:
    tables = tabulate(parse_game("bulls-and-cows:length=3,symbols=7"))
    assert tables.codes is not None
    assert len(pickle.dumps(tables)) < 2_000 < tables.codes.nbytes
    for info in (begin(tables.game), begin(tables.game).observe((0, 1, 2), (1, 1))):
        decision = parse_strategy("entropy").decide(info)
        assert len(pickle.dumps(decision)) < 20_000  # and so does the table of a decision
    assert pickle.loads(pickle.dumps(tables)) is tables is deepcopy(tables)


@pytest.fixture
def on_demand(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SLEUTH_TABLE_BYTES", "0")
    monkeypatch.setenv("SLEUTH_CACHE", "off")  # a slow machine may have kept the table on disk
    monkeypatch.setattr(making, "_remembered", lambda game: [])


@pytest.mark.usefixtures("on_demand")
def test_codes_are_what_they_were_where_answers_come_up_in_another_order() -> None:
    game = parse_game("low-middle-high:numbers=9")
    tables = tabulate(game)
    every = np.arange(len(tables.secrets), dtype=np.int32)
    codes = tables.block(np.array([len(tables.actions) - 1], np.int32), every[::-1])
    arrived = pickle.loads(pickle.dumps(tables))
    assert arrived.feedbacks.known() == tables.feedbacks.known()
    assert (arrived.block(np.array([len(tables.actions) - 1], np.int32), every[::-1]) == codes).all()


def test_a_table_that_is_too_large_there_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    sent = pickle.dumps(begin(parse_game("mastermind:pegs=2,colours=3")).outcomes())
    monkeypatch.setenv("SLEUTH_TABLE_BYTES", "0")
    monkeypatch.setenv("SLEUTH_CACHE", "off")
    monkeypatch.setattr(making, "_remembered", lambda game: [])
    with pytest.raises(TooLargeError, match="larger than a table may be here"):
        pickle.loads(sent)


def test_another_process_decides_alike() -> None:
    """By `spawn`: nothing is there but what arrived."""
    specs = (
        "bulls-and-cows:length=3,symbols=6",
        "fake-coin:coins=5",
        "hangman:lengths=4",
        "mastermind:pegs=3,colours=3@lies:most=1",
    )
    infos = [later(begin(parse_game(spec))) for spec in specs]
    with ProcessPoolExecutor(1, get_context("spawn")) as other:
        for info in infos:
            decision = other.submit(decide, info).result()
            assert details(decision) == details(decide(info))


decide = parse_strategy("entropy").decide
