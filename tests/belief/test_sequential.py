"""Sequential games: the law after a history, the list of candidates, and the goal of finding everything."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from itertools import permutations
from typing import ClassVar

import numpy as np
import pytest

from sleuth.belief.begin import begin, register
from sleuth.belief.sequential import SequentialSet
from sleuth.core import Constraint, Hits
from sleuth.core.errors import ActionError, ConformanceError, ContradictionError, ParameterError, StuckError
from sleuth.core.game import Goal
from sleuth.core.history import History
from sleuth.core.sequential import Sequential, law
from sleuth.core.tabulate import tabulate
from sleuth.play.evaluate import evaluate
from sleuth.play.evaluate_plays import evaluate_sample
from sleuth.play.match import match
from sleuth.play.oracles import Truthful
from sleuth.strategies.catalogue import parse_strategy
from sleuth.testing import check_belief, check_game, check_strategy
from sleuth.testing.brute_force import replay


@dataclass(frozen=True)
class Strip(Sequential, Constraint, Hits):
    """Sink two ships of two cells on a strip; only the last hit of a ship says that it sank."""

    goal: ClassVar[Goal] = Goal.FIND
    repeats: ClassVar[bool] = False
    ordered: ClassVar[bool] = False

    cells: int = 7

    def secrets(self) -> Iterator[tuple[int, int]]:
        return ((a, b) for a in range(self.cells - 1) for b in range(a + 2, self.cells - 1))

    def actions(self) -> range:
        return range(self.cells)

    def feedback_after(self, past: Sequence[int], action: int, secret: tuple[int, int]) -> str:
        for start in secret:
            ship = {start, start + 1}
            if action in ship:
                return "sunk" if ship <= {*past, action} else "hit"
        return "miss"

    def hits(self, secret: tuple[int, int]) -> Collection[int]:
        return {cell for start in secret for cell in (start, start + 1)}


@dataclass(frozen=True)
class Moody(Strip):
    """Says that the order does not matter, and answers by it."""

    def feedback_after(self, past: Sequence[int], action: int, secret: tuple[int, int]) -> str:
        return f"{super().feedback_after(past, action, secret)} {past[0] if past else ''}".strip()


def test_it_keeps_the_contract() -> None:
    check_game(Strip())
    check_belief(begin(Strip()))
    for name in ("entropy", "hit-probability", "blend", "minimax", "random"):
        check_strategy(parse_strategy(name), [Strip()], plays=4)


def test_a_law_that_depends_on_the_order_is_found_out() -> None:
    with pytest.raises(ConformanceError, match="order of earlier actions matters"):
        check_game(Moody())


def test_the_set_holds_what_explains_the_answers_in_their_order() -> None:
    game = Strip()
    for shots in permutations(range(7), 3):
        for secret in game.secrets():
            info, history = begin(game), History()
            for shot in shots:
                feedback = law(game, history, shot, secret)
                info, history = info.observe(shot, feedback), history.add(shot, feedback)
            explained = []
            for other in game.secrets():
                past = History()
                for shot, feedback in history:
                    if law(game, past, shot, other) != feedback:
                        break
                    past = past.add(shot, feedback)
                else:
                    explained.append(other)
            assert info.candidates() == explained


def test_the_order_of_shots_matters_to_what_is_known() -> None:
    one = begin(Strip()).observe_all([(2, "hit"), (3, "sunk"), (4, "hit")])
    other = begin(Strip()).observe_all([(2, "hit"), (4, "hit"), (3, "sunk")])
    assert one.candidates() == [(2, 4)]
    assert other.candidates() == [(1, 3), (2, 4)]


def test_play_ends_when_everything_is_found() -> None:
    game = Strip()
    for secret in game.secrets():
        record = match(begin(game), parse_strategy("hit-probability"), Truthful(game, secret))
        asked = {action for action, _ in record.history}
        assert set(game.hits(secret)) <= asked
        assert record.history.steps[-1].feedback == "sunk"


def test_bad_shots_are_refused() -> None:
    info = begin(Strip()).observe(0, "miss")
    with pytest.raises(ActionError, match="asked at step 1 already"):
        info.observe(0, "miss")
    with pytest.raises(ActionError):
        info.observe(9, "miss")
    with pytest.raises(ContradictionError) as raised:
        info.observe(1, "sunk")
    assert raised.value.step == 2


def test_it_has_no_table() -> None:
    with pytest.raises(ParameterError, match="depends on what was asked before"):
        tabulate(Strip())
    assert isinstance(begin(Strip(), "enumerated"), SequentialSet)


def test_a_sample_of_plays_counts_misses_and_begins_alike() -> None:
    game, rule = Strip(), parse_strategy("hit-probability")
    short, long = evaluate_sample(game, rule, 5, seed=3), evaluate_sample(game, rule, 9, seed=3)
    assert [p.secret for p in long.plays[:5]] == [p.secret for p in short.plays]
    assert all(play.steps == play.misses + 4 for play in long.plays if play.misses is not None)
    assert long.mean_misses == pytest.approx(long.mean - 4)
    assert np.isclose(long.total, long.mean * 9)
    told = long.as_json()
    assert told["sampled"]
    assert sum(told["histogram"].values()) == 9


def test_a_game_may_bring_its_information_set() -> None:
    @dataclass(frozen=True)
    class Canal(Strip):
        """The same under another name."""

    class Own(SequentialSet):
        """A set of its own."""

    register(Canal, lambda game, progress: Own(game))
    assert type(begin(Canal())) is Own
    assert type(begin(Canal(), "enumerated")) is SequentialSet
    assert type(begin(Strip())) is SequentialSet


@dataclass(frozen=True)
class Warmer(Sequential):
    """Guess a number: is it nearer than the guess before? A right guess is answered with the number of guesses."""

    goal: ClassVar[Goal] = Goal.NAME

    numbers: int = 7

    def secrets(self) -> range:
        return range(1, self.numbers + 1)

    def feedback_after(self, past: Sequence[int], action: int, secret: int) -> str:
        if action == secret:
            return f"right, {len(past) + 1}"
        if not past:
            return "-"
        return "warmer" if abs(action - secret) < abs(past[-1] - secret) else "colder"


@dataclass(frozen=True)
class WarmerKnown(Warmer):
    """The same, until the number is known."""

    goal: ClassVar[Goal] = Goal.KNOW


def test_a_sequential_game_may_be_won_by_naming_the_secret() -> None:
    info = begin(Warmer()).observe(4, "-")
    outcomes = info.outcomes()
    assert outcomes.win_probability.tolist() == outcomes.hit_probability.tolist()
    assert dict(zip(outcomes.actions, outcomes.possible.tolist(), strict=True)) == {a: a != 4 for a in range(1, 8)}
    assert outcomes.win_probability[0] == pytest.approx(1 / 6)
    assert {child.feedback: child.over for child in info.children(6)} == {
        "colder": False,
        "warmer": False,
        "right, 2": True,
    }
    assert info.observe(6, "right, 2").over
    with pytest.raises(ContradictionError):
        info.observe(6, "right, 1")


def test_a_sequential_game_may_end_once_the_secret_is_known() -> None:
    info = begin(WarmerKnown()).observe(4, "-")
    assert not info.outcomes().win_probability.any()
    assert {child.feedback: child.over for child in info.children(6)} == {
        "colder": False,
        "warmer": True,
        "right, 2": True,
    }
    assert not info.over
    assert info.observe(5, "warmer").candidates() == [6, 7]
    assert not info.observe(5, "warmer").over
    assert info.observe(6, "warmer").over


@pytest.mark.parametrize("rule", ["entropy", "minimax", "size", "parts"])
@pytest.mark.parametrize("game", [Warmer(), WarmerKnown()])
def test_a_rule_plays_a_sequential_game_as_its_own_decisions_say(game: Warmer, rule: str) -> None:
    strategy = parse_strategy(rule)
    played = replay(game, lambda history: strategy.decide(begin(game).observe_all(history)).action)
    evaluation = evaluate(game, strategy)
    assert played is not None
    assert evaluation.mean == pytest.approx(float(played.total / game.numbers))
    assert evaluation.worst == played.worst


@dataclass(frozen=True)
class Key(Sequential):
    """Only once the key was turned does the lock say which it is."""

    goal: ClassVar[Goal] = Goal.KNOW

    def secrets(self) -> str:
        return "ab"

    def actions(self) -> list[str]:
        return ["key", "lock"]

    def feedback_after(self, past: Sequence[str], action: str, secret: str) -> str:
        return secret if action == "lock" and "key" in past else "-"


@dataclass(frozen=True)
class NoKey(Key):
    """The lock never opens."""

    def feedback_after(self, past: Sequence[str], action: str, secret: str) -> str:
        return "-"


def test_a_question_that_tells_nothing_yet_may_be_asked_once() -> None:
    check_game(Key())
    assert evaluate(Key(), parse_strategy("entropy")).mean == 2
    with pytest.raises(StuckError, match="no action tells a and b apart now"):
        evaluate(NoKey(), parse_strategy("entropy"))
