"""The worst case where answers may be lies, against a search of all questions and all that may be said."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import ClassVar

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.trials import trials

from sleuth import parse_game
from sleuth.belief.lying_law import LyingLaw
from sleuth.core import Denial, with_channel
from sleuth.core.channel import Lies
from sleuth.core.channel_game import ChannelGame
from sleuth.core.errors import ParameterError
from sleuth.core.game import Action, Secret
from sleuth.core.limit import Limit
from sleuth.core.tabulate import tabulate
from sleuth.kernels import lying_search as kernel
from sleuth.solve import solve
from sleuth.solve.lying_search import lying_table
from sleuth.testing.random_games import RandomLaw, RandomNaming

State = frozenset[tuple[Secret, int]]


def fewest(game: ChannelGame, most: int = 12) -> int:
    """The fewest steps that are always enough, by the plain law and the channel alone."""
    channel, actions = game.channel, list(game.actions())
    lies_about = lru_cache(None)(lambda action, true: frozenset(channel.lies(game.game, action, true)))

    def children(state: State, action: Action) -> list[State]:
        said: dict[object, set[tuple[Secret, int]]] = {}
        for secret, left in state:
            true = game.feedback(action, secret)
            if game.goal.only_names and action == secret:
                continue
            said.setdefault(true, set()).add((secret, left))
            for lie in lies_about(action, true) if left else ():
                said.setdefault(lie, set()).add((secret, left - 1))
        return [frozenset(child) for child in said.values()]

    @lru_cache(None)
    def within(state: State, depth: int) -> bool:
        if len(state) == 0 or (len(state) == 1 and not game.goal.only_names):
            return True
        if depth == 0:
            return False
        after = (children(state, action) for action in actions)
        return any(all(child != state and within(child, depth - 1) for child in split) for split in after)

    root = frozenset((secret, channel.most or 0) for secret in game.secrets())
    return next(depth for depth in range(most) if within(root, depth))


@settings(max_examples=trials(40), deadline=None)
@given(
    cls=st.sampled_from([RandomLaw, RandomNaming]),
    size=st.integers(2, 5),
    questions=st.integers(0, 3),
    answers=st.integers(2, 4),
    seed=st.integers(0, 10_000),
    lies=st.integers(0, 2),
    wide=st.booleans(),
)
def test_it_is_what_a_search_of_everything_finds(
    cls: type[RandomLaw], size: int, questions: int, answers: int, seed: int, lies: int, wide: bool
) -> None:
    game = with_channel(cls(size, questions, answers, 1, seed, wide), f"lies:most={lies}")
    assert isinstance(game, ChannelGame)
    found = solve(game, threads=1)
    assert found.proved
    assert (found.worst, found.lower_bound) == (fewest(game), fewest(game))


@dataclass(frozen=True)
class Denying(RandomLaw, Denial):
    """Its first answer is a no."""

    denial: ClassVar[int] = 0

    def parse_feedback(self, text: str, action: int | None = None) -> int:
        return 0 if text == "no" else int(text)


@settings(max_examples=trials(30), deadline=None)
@given(size=st.integers(2, 5), questions=st.integers(1, 3), seed=st.integers(0, 10_000), lies=st.integers(0, 2))
def test_half_lies_only_deny(size: int, questions: int, seed: int, lies: int) -> None:
    game = with_channel(Denying(size, questions, 2, 1, seed), f"half-lies:most={lies}")
    assert isinstance(game, ChannelGame)
    assert solve(game).worst == fewest(game)


@pytest.mark.parametrize(
    "spec",
    [
        "mastermind:pegs=2,colours=2@lies:most=1",
        "mastermind:pegs=2,colours=3@lies:most=1",
        "fake-coin:coins=3@lies:most=1",
        "number:numbers=5@lies:most=1",
        "guess-who@half-lies:most=0",
    ],
)
def test_games_of_ours(spec: str) -> None:
    game = parse_game(spec)
    if sum(1 for _ in game.secrets()) > 16:
        assert solve(game).worst == solve(game.game, objective="worst").worst  # type: ignore[attr-defined]
        return
    assert solve(game).worst == fewest(game)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("size", "worst"), [((2, 4), 6), ((2, 6), 7), ((3, 3), 5), ((3, 4), 6), ((3, 6), 7), ((4, 3), 5), ((4, 4), 6)]
)
def test_mastermind_with_one_lie(size: tuple[int, int], worst: int) -> None:
    """Found nowhere else; with and without symmetry."""
    game = parse_game("mastermind:pegs={},colours={}@lies:most=1".format(*size))
    solution = solve(game)
    assert (solution.worst, solution.proved, solution.objective) == (worst, True, "worst")
    if size[0] ** 2 * size[1] < 54:
        assert solve(game, symmetry=False).worst == worst


def test_a_first_action_is_told_without_symmetry_too() -> None:
    assert solve(parse_game("number:numbers=9@lies:most=1")).figures()["first"] == "5"


def test_more_lies_take_more_steps() -> None:
    worst = [solve(parse_game(f"mastermind:pegs=2,colours=4@lies:most={lies}")).worst for lies in range(4)]
    assert worst[0] == solve(parse_game("mastermind:pegs=2,colours=4"), objective="worst").worst
    assert worst == sorted(set(worst))


def test_a_stop_gives_a_bracket() -> None:
    solution = solve(parse_game("mastermind@lies:most=1"), limit=Limit(nodes=1))
    assert (solution.stopped, solution.proved) == ("time", False)
    assert solution.lower_bound is not None
    assert solution.worst is None or solution.worst > solution.lower_bound
    assert any("no strategy needs fewer than" in value for _, value in solution.rows())


@pytest.mark.parametrize(
    ("spec", "options", "says"),
    [
        ("mastermind:pegs=2,colours=3@noise", {}, "any number of its answers may be lies"),
        ("mastermind:pegs=2,colours=3@lies:most=1", {"objective": "mean"}, "objective mean does not go with that$"),
        ("mastermind:pegs=2,colours=3@lies:most=1", {"first": (0, 1)}, "only the worst case is solved"),
    ],
)
def test_what_does_not_go_is_refused(spec: str, options: dict[str, object], says: str) -> None:
    with pytest.raises(ParameterError, match=says):
        solve(parse_game(spec), **options)  # type: ignore[arg-type]


@settings(max_examples=trials(30), deadline=None)
@given(seed=st.integers(0, 10_000), depth=st.integers(1, 5), size=st.integers(2, 6))
def test_volumes_are_those_of_the_children(seed: int, depth: int, size: int) -> None:
    """The kernel against the definition: the most, over all that may be said, of the sum of `V` over who is left."""
    game = with_channel(RandomNaming(size, 3, 3, 1, seed), "lies:most=2")
    assert isinstance(game, ChannelGame)
    table = lying_table(LyingLaw(game, tabulate(game.game)))
    rng = np.random.default_rng(seed)
    cands = np.arange(size, dtype=np.int32)
    left = rng.integers(0, 3, size).astype(np.int32)
    actions = np.arange(table.codes.shape[1], dtype=np.int32)
    out = np.empty(actions.size)
    kernel.volumes(table, cands, left, actions, depth, out)
    ways = table.volume[depth - 1]
    for action in actions.tolist():
        true = table.codes[:, action]
        most = 0.0
        for said in range(table.open.shape[1]):
            if said == table.winning[action]:
                continue
            here = sum(ways[left[s]] for s in range(size) if true[s] == said)
            if table.open[action, said]:
                liars = (s for s in range(size) if true[s] not in (said, table.winning[action]) and left[s])
                here += sum(ways[left[s] - 1] for s in liars)
            most = max(most, here)
        useless = most > table.capacity[depth - 1] or len(set(true.tolist())) == 1
        assert out[action] == (kernel.INFINITE if useless else most)


@pytest.mark.parametrize("most", [0, 1, 2])
def test_one_secret_is_known_before_any_question(most: int) -> None:
    found = solve(ChannelGame(RandomLaw(1), Lies(most)), limit=Limit(seconds=20))
    assert (found.worst, found.lower_bound, found.proved) == (0, 0, True)
