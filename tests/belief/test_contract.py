"""Every information set that `begin` makes keeps the contract: of every game, under every channel, and sampled."""

from __future__ import annotations

from functools import partial

import numpy as np
import pytest

from sleuth import InformationSet, begin, parse_game, parse_strategy
from sleuth.belief.sampled import Effort
from sleuth.core.errors import SleuthError
from sleuth.core.game import Game
from sleuth.core.game_spec import game_names
from sleuth.core.history import History, Step
from sleuth.core.registry import CHANNELS
from sleuth.games.battleship.belief.fleet_set import chain_after
from sleuth.games.battleship.rules.game import Battleship
from sleuth.testing import check_belief
from sleuth.testing.small import small_instances

EFFORT = Effort(particles=200, draws=4_000, walkers=40, moves=60, actions=40)
OTHERS = (
    "hangman:lengths=2",
    "hangman:lengths=1-2",
    "hangman:lengths=2@half-lies:most=1",
    "hangman:lengths=2@half-lies:most=2,chance=0.3",
    "wordle:length=3",
    "battleship:size=3x3,fleet=2-2",
    "battleship:size=3x4,fleet=3-2,answers=named",
    "battleship:size=3x3,fleet=3-2,answers=cells,touching=false",
    "mastermind:pegs=2,colours=3,jar=3-2-1@lies:most=1",
    "mastermind:pegs=2,colours=3@lies:most=2,chance=0.2",
    "guess-who@half-lies:most=1,chance=0.3",
)


def middling(name: str) -> Game | None:
    """One small instance of a game: neither the least nor the largest."""
    found = small_instances(name)
    return found[2 * len(found) // 3] if found else None


@pytest.mark.parametrize("name", game_names())
def test_the_sets_of_a_game_keep_the_contract(name: str) -> None:
    if (game := middling(name)) is not None:
        check_belief(begin(game), plays=3)


@pytest.mark.parametrize("channel", CHANNELS.names())
@pytest.mark.parametrize("name", game_names())
def test_the_sets_under_a_channel_keep_the_contract(name: str, channel: str) -> None:
    if (game := middling(name)) is None:
        return
    try:
        info = begin(parse_game(f"{game}@{channel}"))
    except SleuthError:
        return  # the channel is not for this game
    check_belief(info, plays=2)


@pytest.mark.parametrize("spec", OTHERS)
def test_the_sets_of_other_games_keep_the_contract(spec: str) -> None:
    check_belief(begin(parse_game(spec)), plays=2)


def test_sampled_sets_keep_the_contract() -> None:
    make = partial(begin, form="sampled", effort=EFFORT)
    check_belief(make, [parse_game("mastermind:pegs=3,colours=3"), parse_game("bulls-and-cows:length=3,symbols=5")])


def test_sets_from_chains_say_that_they_estimate() -> None:
    info = chain_after(Battleship(size="6", fleet="3-2"), History((Step((3, 3), "hit"),)))
    assert info is not None
    assert not info.exact
    assert "too many to count" in info.notes[0]
    children = info.children((3, 4))
    assert sum(child.probability for child in children) == pytest.approx(1)
    assert [child.over for child in children] == [child.after().over for child in children]


def test_sets_can_be_compared_and_kept() -> None:
    game = parse_game("mastermind:pegs=2,colours=3")
    one, other = begin(game), begin(parse_game("mastermind:pegs=2,colours=3"))
    assert one == other
    assert len({one, other}) == 1
    assert one != begin(parse_game("mastermind:pegs=2,colours=4"))
    assert one.observe((0, 1), (0, 2)) == other.observe(Step((0, 1), (0, 2)))
    assert begin(game, "sampled") == begin(game, "sampled")
    assert begin(game, "sampled") != begin(game, "sampled", seed=1)
    assert repr(one) == "<EnumeratedSet mastermind:pegs=2,colours=3: 9 secrets, 3.170 bits after 0 steps>"


def test_a_predicate_has_a_probability() -> None:
    info = begin(parse_game("mastermind:pegs=2,colours=3"))
    assert info.probability(lambda code: code[0] == 1) == pytest.approx(1 / 3)
    assert info.probability("no code") == 0


def test_a_rollout_under_lies_is_not_biased() -> None:
    """With the answers that the set foretells, plays take as long as it foretells; with true ones they are shorter."""
    game = parse_game("number:numbers=6@lies:most=1,chance=0.4")
    rng, rule = np.random.default_rng(1), parse_strategy("entropy")

    def steps(honest: bool) -> float:
        total = 0
        for _ in range(300):
            info: InformationSet = begin(game)
            secret = info.sample(rng)[0]
            while not info.over:
                action = rule.decide(info).action
                said = game.feedback(action, secret) if honest else info.answer(action, secret, rng)
                info, total = info.observe(action, said), total + 1
        return total / 300

    def foretold(info: InformationSet) -> float:
        if info.over:
            return 0.0
        action = rule.decide(info).action
        return 1 + sum(child.probability * foretold(child.after()) for child in info.children(action))

    expected = foretold(begin(game))
    assert steps(honest=False) == pytest.approx(expected, abs=0.25)
    assert steps(honest=True) < expected - 0.3
