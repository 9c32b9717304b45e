"""What is said of a question, of its answers and of what they left is one measure: of every game, with lies or not."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from tests.trials import trials

from sleuth import InformationSet, begin, parse_game, parse_strategy
from sleuth.app.perform import perform
from sleuth.app.requests import Assist
from sleuth.core.errors import SleuthError
from sleuth.core.game_spec import game_names
from sleuth.core.registry import CHANNELS
from sleuth.testing.small import small_instances

LIES = ("", *CHANNELS.names(), "lies:most=2", "lies:most=1,chance=0.2", "half-lies:most=2", "noise:chance=0.3")
OTHERS = ("ulam:numbers=16", "guess-who", "hangman:lengths=2", "battleship:size=3x3,fleet=2-2", "wordle:length=3")
RULES = ("entropy", "minimax", "size", "random")


@cache
def starts() -> tuple[InformationSet, ...]:
    """A small game of each kind under each channel that it takes, before play."""
    plain = [str(found[2 * len(found) // 3]) for name in game_names() if (found := small_instances(name))]
    sets = []
    for spec in (*plain, *OTHERS):
        for channel in LIES:
            try:
                sets.append(begin(parse_game(f"{spec}@{channel}" if channel else spec)))
            except SleuthError:
                continue  # the channel is not for this game
    return tuple(sets)


def test_there_are_games_with_every_channel() -> None:
    named = {str(info.game).partition("@")[2].partition(":")[0] for info in starts()}
    assert named == {"", *CHANNELS.names()}


@settings(max_examples=trials(150), deadline=None)
@given(st.data(), st.sampled_from(RULES), st.integers(0, 3), st.integers(0, 99))
def test_bits_parts_and_leaves_agree(data: st.DataObject, rule: str, steps: int, seed: int) -> None:
    info, rng = data.draw(st.sampled_from(starts())), np.random.default_rng(seed)
    for _ in range(steps):
        assume(not info.over)
        action = parse_strategy("random").decide(info, rng=rng).action
        info = info.observe(action, info.answer(action, info.sample(rng)[0], rng))
    assume(not info.over)
    decision = parse_strategy(rule).decide(info, rng=rng)
    option, leaves = decision.chosen, decision.leaves
    after = [info.observe(option.action, leaf.feedback) for leaf in leaves]
    left = sum(leaf.probability * one.entropy for leaf, one in zip(leaves, after, strict=True))
    assert sum(leaf.probability for leaf in leaves) == pytest.approx(1)
    assert option.bits == pytest.approx(info.entropy - left, abs=1e-6)
    assert [leaf.left for leaf in leaves] == [one.size for one in after]
    assert option.worst == max(leaf.left for leaf in leaves)
    assert option.expected == pytest.approx(sum(leaf.probability * leaf.left for leaf in leaves))
    assert option.parts == len(leaves)
    for leaf, one in zip(leaves, after, strict=True):
        assert not leaf.lies or (leaf.lies == one.kinds and sum(leaf.lies) == leaf.left)


def test_a_question_with_one_lie_is_spoken_of_by_one_measure() -> None:
    """Sixteen numbers and one lie: the answer excludes nothing, and that is what every line says."""
    game = "ulam:numbers=16@lies:most=1"
    advice = perform(Assist(game))
    assert (advice.worst, advice.expected) == (16, 16)
    assert {leaf.candidates for leaf in advice.leaves} == {16}
    asked = perform(Assist(game, f"{advice.action}=yes"))
    assert asked.steps[0].candidates == 16
    assert asked.steps[0].gained == pytest.approx(advice.bits)
    assert asked.lies_needed == [8, 8]


@pytest.mark.parametrize(("rule", "said"), [("minimax", True), ("size", True), ("entropy", False), ("parts", False)])
def test_what_is_chosen_by_another_measure_says_so(rule: str, said: bool) -> None:
    info = begin(parse_game("ulam:numbers=16@lies:most=1")).observe(((0, 7),), True)
    reasons = parse_strategy(rule).decide(info).reasons
    assert any("chosen by a count of ways to lie" in reason for reason in reasons) is said
