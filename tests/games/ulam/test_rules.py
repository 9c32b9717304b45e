"""Ulam's game: its questions, its information set, and the numbers of questions that are known."""

from __future__ import annotations

from functools import cache
from itertools import product
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.trials import trials

from sleuth import Adversarial, InformationSet, begin, match, parse_game, parse_strategy
from sleuth.belief.lying import LyingSet
from sleuth.belief.lying_weights import MoreLiesError
from sleuth.core.channel import HalfLies, Lies, parse_channel
from sleuth.core.channel_game import ChannelGame
from sleuth.core.errors import ActionError, ContradictionError, ParameterError, SecretError, TooLargeError
from sleuth.games.ulam.belief import NumberSet
from sleuth.games.ulam.players.berlekamp import EXACT, fewest, half_room, split
from sleuth.games.ulam.players.kinds import Kinds, after, half_bound, volume
from sleuth.games.ulam.players.search import NONE, Rooms, least, needed
from sleuth.games.ulam.rules import Ulam, members, ranges_of
from sleuth.games.ulam.solver import ULAM, pelc, worst_case
from sleuth.play.oracles import make_oracle
from sleuth.solve import solve
from sleuth.solve.solve import own_method
from sleuth.testing import check_belief, check_game

CHANNELS = ["lies:most=0", "lies:most=1", "lies:most=2,chance=0.2", "half-lies:most=1", "half-lies:most=2,chance=0.3"]


@pytest.mark.parametrize("numbers", [2, 3, 7])
def test_the_game_keeps_the_contract(numbers: int) -> None:
    check_game(Ulam(numbers))


@pytest.mark.parametrize("numbers", [2, 7, 40])
def test_the_set_without_lies_keeps_the_contract(numbers: int) -> None:
    check_belief(NumberSet, [Ulam(numbers)])


@given(st.sets(st.integers(0, 59), min_size=1, max_size=59))
def test_questions_as_ranges(numbers: set[int]) -> None:
    game = Ulam(60)
    action = ranges_of(sorted(numbers))
    assert game.is_question(action)
    assert game.parse_action(game.format_action(action)) == action
    assert {n for n in game.secrets() if game.feedback(action, n)} == numbers
    assert np.flatnonzero(members(action, np.arange(60))).tolist() == sorted(numbers)


def test_questions_as_they_are_typed() -> None:
    game = Ulam(20)
    assert game.parse_action("8-11 . 0-3.4") == ((0, 4), (8, 11))
    assert game.parse_action("7") == ((7, 7),)
    assert game.parse_feedback("y", ((0, 1),)) is True
    for text, told in [("3-x", "no range"), ("5-3", "does not go"), ("3-20", "does not go"), ("0-19", "asks nothing")]:
        with pytest.raises(ActionError, match=told):
            game.parse_action(text)
    with pytest.raises(SecretError, match="from 0 to 19"):
        game.parse_secret("20")
    with pytest.raises(ParameterError, match="numbers is 2"):
        Ulam(1)
    for bad in [(), ((0, 19),), ((3, 2),), ((0, 3), (4, 5)), 7, "x", ((-1, 3),)]:
        assert not game.is_question(bad)


def same(one: InformationSet, other: InformationSet, actions: list[Any]) -> None:
    assert one.candidates() == other.candidates()
    assert one.entropy == pytest.approx(other.entropy, abs=1e-9)
    for secret in one.candidates():
        assert one.probability(secret) == pytest.approx(other.probability(secret))
    assert isinstance(one, NumberSet)
    assert isinstance(other, LyingSet)
    assert one.caught == other.caught
    np.testing.assert_allclose(one.spent, other.spent)
    assert one.over == other.over
    left, right = one.outcomes(actions), other.outcomes(actions)
    places = [list(right.feedbacks).index(answer) for answer in left.feedbacks]
    np.testing.assert_allclose(left.masses, right.masses[:, places])
    np.testing.assert_allclose(left.counts, right.counts[:, places])
    np.testing.assert_allclose(left.information, right.information, atol=1e-9)
    np.testing.assert_allclose(left.largest, right.largest)
    assert left.parts.tolist() == right.parts.tolist()


@settings(max_examples=trials(60), deadline=None)
@given(st.sampled_from([*CHANNELS, "noise:chance=0.1"]), st.integers(2, 7), st.integers(0, 10**6))
def test_the_set_by_numbers_is_the_one_for_every_game(channel: str, numbers: int, seed: int) -> None:
    """`NumberSet` against `LyingSet`, which is tested against all lies written out."""
    rng = np.random.default_rng(seed)
    game = ChannelGame(Ulam(numbers), parse_channel(channel))
    one: InformationSet = begin(game)
    other: InformationSet = LyingSet(game)
    assert isinstance(one, NumberSet)
    actions = list(game.actions())
    for _ in range(5):
        some = [actions[i] for i in rng.choice(len(actions), min(5, len(actions)), replace=False)]
        same(one, other, some)
        assert all(map(one.is_legal, one.actions))
        answer = bool(rng.integers(2))
        if answer not in {leaf.feedback for leaf in other.children(some[0])}:
            refusals = []
            for info in (one, other):
                with pytest.raises(ContradictionError) as raised:
                    info.observe(some[0], answer)
                refusals.append((type(raised.value), str(raised.value)))
            assert refusals[0] == refusals[1]
            continue
        one, other = one.observe(some[0], answer), other.observe(some[0], answer)


def test_the_lies_that_answers_would_take() -> None:
    info = begin(parse_game("ulam:numbers=8@lies:most=1"))
    asked = ((0, 3),)
    info = info.observe(asked, True).observe(asked, True).observe(asked, False)
    with pytest.raises(MoreLiesError, match="at least 2 lies"):
        info.observe(asked, False)


# How many questions are needed.


@pytest.mark.parametrize("numbers", range(2, 13))
def test_pelcs_formula_against_a_search_over_all_strategies(numbers: int) -> None:
    """Even and odd: the best of all strategies over types, by plain search."""
    assert fewest((numbers, 0)) == pelc(numbers)


def all_questions(numbers: int, most: int, half: bool) -> int:
    """The fewest questions by search over the numbers themselves: every set, every answer, no types."""
    sets = [tuple(bits >> n & 1 == 1 for n in range(numbers)) for bits in range(1, 1 << numbers)]
    seen: dict[tuple[tuple[int | None, ...], int], bool] = {}

    def enough(lies: tuple[int | None, ...], steps: int) -> bool:
        if sum(n is not None for n in lies) <= 1:
            return True
        if steps == 0:
            return False
        if (lies, steps) not in seen:
            seen[lies, steps] = any(
                all(enough(answered(lies, inside, yes), steps - 1) for yes in (True, False)) for inside in sets
            )
        return seen[lies, steps]

    def answered(lies: tuple[int | None, ...], inside: tuple[bool, ...], yes: bool) -> tuple[int | None, ...]:
        out: list[int | None] = []
        for told, member in zip(lies, inside, strict=True):
            if told is None or member == yes:
                out.append(told)
            else:
                out.append(told + 1 if told < most and (member or not half) else None)
        return tuple(out)

    steps = 0
    while not enough((0,) * numbers, steps):
        steps += 1
    return steps


@pytest.mark.parametrize(
    ("numbers", "most", "half"), [*product((2, 3, 4), (1,), (False, True)), (3, 2, False), (3, 2, True)]
)
def test_types_are_all_that_matters(numbers: int, most: int, half: bool) -> None:
    assert fewest((numbers,) + (0,) * most, half) == all_questions(numbers, most, half)


def test_the_room_beside_half_liars_is_what_a_search_finds() -> None:
    for number, liars in product(range(5), range(7)):
        steps = 0
        while half_room(steps)[number] < liars:
            steps += 1
        assert steps == fewest((number, liars), True)


@pytest.mark.parametrize("most", [0, 1, 2, 3])
def test_rooms_are_what_a_search_over_all_splits_finds(most: int) -> None:
    """Every type of a few numbers, with no bound but that nothing is left to tell apart."""

    @cache
    def won(kinds: Kinds, steps: int) -> bool:
        if sum(kinds) <= 1:
            return True
        splits = product(*(range(n + 1) for n in kinds))
        return steps > 0 and any(
            all(won(after(kinds, taken, yes, False), steps - 1) for yes in (True, False))
            for taken in splits
            if 0 < sum(taken) < sum(kinds)
        )

    for kinds in product(range(5), *([range(3)] * most)):
        rooms = Rooms()
        for steps in range(9):
            assert rooms.enough(kinds, steps) == won(kinds, steps), (kinds, steps)
        assert rooms.whole


def test_a_lie_more_for_three_numbers_takes_three_questions_more() -> None:
    """Berlekamp's translation bound, where rooms are found without it."""

    class Untranslated(Rooms):
        def bound(self, free: Kinds, steps: int) -> int:
            left = (1 << steps) - int(volume((*free, 0), steps, False))
            return left if left >= 0 else NONE

    plain, rooms, sharper = Untranslated(10**6), Rooms(), 0
    for free in product(range(6), range(4), range(3)):
        for steps in range(11):
            found = plain.room(free, steps)
            assert found <= rooms.bound(free, steps)
            assert found == rooms.room(free, steps)
            sharper += rooms.bound(free, steps) < plain.bound(free, steps)
    assert plain.whole
    assert sharper > 50


@pytest.mark.parametrize(
    ("numbers", "most", "known"),
    [(3, 2, 8), (49, 2, 12), (51, 2, 13), (89, 2, 14), (49, 3, 15), (20, 4, 17), (3, 5, 17), (12, 5, 19)],
)
def test_more_lies_where_sequences_of_answers_do_not_decide(numbers: int, most: int, known: int) -> None:
    """Counting sequences says less (3, 51, 89), or a balanced question is not the best one (49)."""
    start = (numbers,) + (0,) * most
    assert worst_case(numbers, Lies(most)).steps == least(start) == known


def test_bounds_where_not_every_split_is_tried() -> None:
    """A million numbers: only nearly even splits, so that nothing is proved but by the bounds."""
    for most, known in ((0, 20), (1, 25), (2, 29), (3, 33)):
        start = (1 << 20,) + (0,) * most
        assert needed(start) == least(start) == worst_case(1 << 20, Lies(most)).steps == known


def test_nobody_beats_the_bound_for_half_lies() -> None:
    for numbers in range(2, 11):
        assert half_bound(numbers) <= fewest((numbers, 0), True)
    for numbers in range(2, EXACT + 1):
        steps = half_bound(numbers)
        assert steps == 0 or half_room(steps - 1)[numbers] < 0


def test_with_one_lie_the_strategy_is_optimal() -> None:
    for numbers in range(2, EXACT + 1):
        assert worst_case(numbers, Lies(1)).steps == pelc(numbers)


def test_half_lies_are_played_best_too() -> None:
    for numbers in range(2, 11):
        assert worst_case(numbers, HalfLies(1)).steps == fewest((numbers, 0), True)
    for numbers in range(11, 100):
        steps = worst_case(numbers, HalfLies(1)).steps
        assert half_room(steps)[numbers] >= 0
        assert half_room(steps - 1)[numbers] < 0


@pytest.mark.parametrize(("power", "known"), [(5, 9), (10, 14), (15, 20), (19, 24), (20, 25), (24, 29)])
def test_powers_of_two_with_one_lie(power: int, known: int) -> None:
    assert pelc(1 << power) == known
    assert worst_case(1 << power, Lies(1)).steps == known


def test_a_million_numbers() -> None:
    """Ulam's own question; and without lies and with more of them, where the bound is reached as well."""
    assert worst_case(1_000_000, Lies(1)).steps == 25
    assert worst_case(1_000_000, Lies(0)).steps == 20
    assert worst_case(1 << 20, Lies(2)).steps == 29


def test_a_split_of_the_types_is_what_the_set_shows() -> None:
    info = begin(parse_game("ulam:numbers=100@lies:most=1"))
    rng = np.random.default_rng(0)
    while not info.over:
        assert isinstance(info, NumberSet)
        kinds, taken = info.kinds, split(info.kinds)
        answer = bool(rng.integers(2))
        then = after(kinds, taken, answer, False)
        try:
            info = info.observe(info.question(taken), answer)
        except ContradictionError:
            assert sum(then) == 0
            continue
        assert isinstance(info, NumberSet)
        assert info.kinds == then


@pytest.mark.parametrize("strategy", ["berlekamp", "entropy", "minimax", "size", "random"])
@pytest.mark.parametrize("channel", ["lies:most=1", "half-lies:most=2", "lies:most=2,chance=0.2", "noise:chance=0.1"])
def test_plays_end_at_the_secret(strategy: str, channel: str) -> None:
    if strategy == "berlekamp" and "noise" in channel:
        pytest.skip("it counts the lies that are left")
    info = begin(parse_game(f"ulam:numbers=50@{channel}"))
    for seed in range(4):
        rng = np.random.default_rng(seed)
        oracle = make_oracle("lying", info, rng)
        record = match(info, parse_strategy(strategy), oracle, rng=rng)
        end = info.observe_all(record.history)
        assert end.probability(oracle.reveal()) >= (0.5 if "noise" in channel else 1)


def test_only_ulam_is_played_by_types() -> None:
    with pytest.raises(ParameterError, match="is for ulam"):
        parse_strategy("berlekamp").decide(begin(parse_game("mastermind@lies")))


def test_an_adversary_is_held_to_the_bound() -> None:
    for numbers in (16, 100, 1000):
        info = begin(parse_game(f"ulam:numbers={numbers}@lies:most=1"))
        record = match(info, parse_strategy("berlekamp"), Adversarial(info))
        assert len(record.history) <= pelc(numbers)


@pytest.mark.parametrize(
    ("spec", "worst", "proved"),
    [
        ("ulam:numbers=1048576@lies:most=1", 25, True),
        ("ulam:numbers=1000@lies:most=2", 18, True),
        ("ulam:numbers=200@half-lies:most=1", 10, True),
        ("ulam:numbers=1000@half-lies:most=1", 13, True),
        ("ulam:numbers=1048576@half-lies:most=1", 24, True),
        ("ulam:numbers=100@half-lies:most=2", 12, False),
        ("ulam:numbers=51@lies:most=2", 13, True),
        ("ulam:numbers=1000", 10, True),
    ],
)
def test_the_worst_case_beside_what_nobody_beats(spec: str, worst: int, proved: bool) -> None:
    found = solve(parse_game(spec))
    assert (found.worst, found.proved) == (worst, proved)
    assert found.lower_bound <= found.worst
    assert found.as_json()["proved"] == proved


def test_only_ulam_with_lies_is_solved_by_types() -> None:
    assert own_method(parse_game("mastermind@lies")) is None
    assert own_method(parse_game("ulam:numbers=64@noise")) is None
    assert own_method(parse_game("ulam:numbers=8")) is None
    assert own_method(parse_game("ulam:numbers=64@lies")) is ULAM
    with pytest.raises(TooLargeError, match=r"ulam:numbers=64 has 2\^64 - 2 questions, too many to list"):
        list(Ulam(64).actions())
    assert len(list(Ulam(8).actions())) == 254
