"""Many plays at once: every figure is the referee's, whatever is asked, and whatever is forgotten."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.trials import trials

from sleuth import Game, begin, parse_game
from sleuth.core import Constraint
from sleuth.core.errors import ActionError, ParameterError, SecretError
from sleuth.lab.baseline import reference_of
from sleuth.referee import Referee
from sleuth.referee.batch import BATCH_REWARDS, BatchStep, PlayBatch
from sleuth.referee.rewards import REWARDS
from sleuth.testing.random_games import RandomLaw, RandomNaming

GAMES = [
    "mastermind:pegs=2,colours=3",
    "mastermind:pegs=3,colours=3",
    "mastermind:pegs=2,jar=4-2-1",
    "simple-mastermind:pegs=2,colours=4",
    "bulls-and-cows:length=2,symbols=5",
    "fake-coin:coins=4",
    "treasure-hunt:cells=6",
    "treasure-hunt:cells=6,price=0.5",
    "low-middle-high:numbers=9",
    "black-box:size=3,atoms=2",
    "guess-who",
    "number:numbers=12",
]
PLAYS = 5


@dataclass(frozen=True)
class Once(Game, Constraint):
    """A number, asked for one by one: near or far, and no question twice."""

    numbers: int = 7

    def secrets(self) -> range:
        return range(self.numbers)

    def feedback(self, action: int, secret: int) -> int:
        return min(2, abs(action - secret))

    @property
    def repeats(self) -> bool:
        return False


def compare(
    game: str | Game, seed: int, reference: str = "auto", reward: str = "loss-and-luck", memory: int | None = None
) -> None:
    """Play at random in a batch, and the same through referees."""
    rng = np.random.default_rng(seed)
    more: dict[str, Any] = {} if memory is None else {"memory": memory}
    batch = PlayBatch(game, PLAYS, seed=seed, reference=reference, reward=reward, max_steps=6, **more)
    tables = begin(batch.game).table().tables
    referees = [
        Referee(batch.game, tables.secrets[s], reference=reference, reward=reward, max_steps=6)
        for s in batch.secrets.tolist()
    ]
    assert batch.reference == referees[0].reference
    while not batch.over.all():
        actions = rng.integers(len(batch.actions), size=PLAYS)
        running = ~batch.over
        for referee, mask in zip(referees, batch.masks, strict=True):
            assert mask.tolist() == [referee.info.is_legal(action) for action in batch.actions]
        step = batch.step(actions)
        for i in np.flatnonzero(running).tolist():
            verdict = referees[i].ask(batch.actions[actions[i]])
            feedback = batch.feedbacks[step.answers[i]] if step.answers[i] >= 0 else None
            assert (feedback, step.solved[i], step.truncated[i], step.refused[i]) == (
                verdict.feedback, verdict.solved, verdict.truncated, verdict.turn_lost,
            )  # fmt: skip
            for figure, figures in ((verdict.lost, step.lost), (verdict.luck, step.luck), (verdict.bits, step.bits)):
                assert figures[i] == pytest.approx(np.nan if figure is None else figure, abs=1e-8, nan_ok=True)
            assert step.rewards[i] == pytest.approx(verdict.reward, abs=1e-8)
            assert batch.asked[i, referees[i].steps - 1].tolist() == [actions[i], step.answers[i]]
            assert (batch.asked[i, referees[i].steps :] == -1).all()
        assert (step.answers[~running] == -1).all()
        assert (step.rewards[~running] == 0).all()


@settings(max_examples=trials(60), deadline=None)
@given(st.sampled_from(GAMES), st.integers(0, 10_000), st.sampled_from(["auto", "entropy", "none"]))
def test_every_figure_is_the_referees(game: str, seed: int, reference: str) -> None:
    compare(game, seed, reference, "bits" if reference == "none" else "loss-and-luck")


@settings(max_examples=trials(40), deadline=None)
@given(
    st.sampled_from([RandomLaw, RandomNaming]),
    st.integers(2, 7),
    st.integers(0, 3),
    st.integers(1, 3),
    st.integers(0, 500),
    st.sampled_from([*REWARDS]),
)
def test_of_any_law(kind: Any, size: int, questions: int, heaviest: int, seed: int, reward: str) -> None:
    compare(kind(size, questions, 3, heaviest, seed), seed, "optimal", reward)


@settings(max_examples=trials(10), deadline=None)
@given(st.integers(0, 1000), st.sampled_from(["auto", "minimax"]))
def test_a_question_that_may_not_be_asked_again_costs_a_turn(seed: int, reference: str) -> None:
    compare(Once(), seed, reference)


@settings(max_examples=trials(10), deadline=None)
@given(st.sampled_from(["mastermind:pegs=3,colours=3", "black-box:size=3,atoms=2"]), st.integers(0, 1000))
def test_what_is_forgotten_is_worked_out_again(game: str, seed: int) -> None:
    compare(game, seed, memory=0)


def test_a_small_memory_is_kept_to() -> None:
    batch = PlayBatch("mastermind:pegs=3,colours=4", 64, seed=1, memory=200_000, max_steps=8)
    whole = PlayBatch("mastermind:pegs=3,colours=4", 64, seed=1, max_steps=8)
    rng = np.random.default_rng(0)
    for _ in range(200):
        actions = rng.integers(64, size=64)
        one, other = batch.step(actions), whole.step(actions)
        for mine, its in zip(one, other, strict=True):
            np.testing.assert_allclose(mine, its, atol=1e-12)
        batch.begin(one.done)
        whole.begin(other.done)
    assert batch._graph.forgotten > 0
    assert whole._graph.forgotten == 0
    assert batch._graph.sizes < whole._graph.sizes
    assert sum(array.nbytes for array in batch._graph.graph[:-1]) < 500_000


def test_symmetries_change_no_figure(monkeypatch: pytest.MonkeyPatch) -> None:
    game = "mastermind:pegs=3,colours=4"
    plain = PlayBatch(game, 40, seed=3, reward="loss-and-luck")
    monkeypatch.setattr("sleuth.referee.twists.FEW_CELLS", 0)
    monkeypatch.setattr("sleuth.solve.position_values.FEW", 4)
    monkeypatch.setattr("sleuth.referee.play_graph.FEW", 4)
    twisted = PlayBatch(game, 40, seed=3, reward="loss-and-luck")
    rng = np.random.default_rng(1)
    for _ in range(60):
        actions = rng.integers(64, size=40)
        one, other = plain.step(actions), twisted.step(actions)
        for mine, its in zip(one, other, strict=True):
            np.testing.assert_allclose(mine, its, atol=1e-9)
        plain.begin(one.done)
        twisted.begin(other.done)
        np.testing.assert_array_equal(plain.asked, twisted.asked)
    assert twisted._graph.graph.row.max() > 0
    assert twisted._graph.sizes[2] < plain._graph.sizes[2]


def test_the_loss_reward_is_nothing_for_best_moves_alone() -> None:
    game = parse_game("mastermind:pegs=3,colours=3")
    start = begin(game)
    reference = reference_of(start, "optimal")
    assert reference is not None
    batch = PlayBatch(game, 27)
    batch.begin(secrets=np.arange(27))
    infos: list[Any] = [start] * 27
    total = 0
    while not batch.over.all():
        chosen = [0 if info.over else list(batch.actions).index(reference.action(info)) for info in infos]
        running = ~batch.over
        step = batch.step(np.array(chosen))
        total += int(running.sum())
        assert (step.rewards == 0).all()
        for i in np.flatnonzero(running).tolist():
            infos[i] = infos[i].observe(batch.actions[chosen[i]], batch.feedbacks[step.answers[i]])
    assert total == 73


def test_secrets_are_drawn_from_the_prior_and_a_seed_fixes_them() -> None:
    game = "mastermind:pegs=2,jar=8-1-1"
    one, other = PlayBatch(game, 5000, seed=7), PlayBatch(game, 5000, seed=7)
    assert one.secrets.tolist() == other.secrets.tolist()
    start = begin(one.game).table()
    shares = start.weights / start.weights.sum()
    counts = np.bincount(one.secrets, minlength=start.size) / 5000
    assert np.abs(counts - shares).max() < 0.03
    assert PlayBatch(game, 5000, seed=8).secrets.tolist() != one.secrets.tolist()


def test_a_policy_with_the_same_seed_does_not_draw_the_secrets() -> None:
    batch = PlayBatch("mastermind:pegs=3,colours=4", 1000, seed=1)
    for drawn in (np.int32, np.int64):
        guesses = np.random.default_rng(1).integers(64, size=1000, dtype=drawn)
        assert (guesses == batch.secrets).mean() < 0.1


def test_a_function_is_a_reward_too() -> None:
    def half(step: BatchStep) -> Any:
        return step.solved / 2 - step.lost

    batch = PlayBatch("number:numbers=9", 30, seed=2, reward=half)
    step = batch.step(np.full(30, 4))
    assert step.rewards == pytest.approx(step.solved / 2)  # the middle is best
    assert set(BATCH_REWARDS) == set(REWARDS)


def test_steps_are_given_by_rows_or_by_size() -> None:
    assert PlayBatch("mastermind:pegs=2,colours=4", 1).max_steps == 10
    assert PlayBatch("fake-coin:coins=4", 1).max_steps == 8
    assert PlayBatch("mastermind:pegs=2,colours=4", 1, max_steps=3).max_steps == 3


@pytest.mark.parametrize(
    ("game", "message"),
    [
        ("battleship:size=3,fleet=2", "no table that many plays can share"),
        ("hangman", "no table that many plays can share"),
        ("mastermind:pegs=2,colours=3@lies:most=1", "no table that many plays can share"),
        ("wordle:hard=true", "earlier answers restrict what may be asked"),
        ("ulam:numbers=100", "no table"),
    ],
)
def test_what_has_no_table_says_so_in_one_sentence(game: str, message: str) -> None:
    with pytest.raises(ParameterError, match=message) as error:
        PlayBatch(game, 2)
    assert "\n" not in str(error.value)


def test_where_all_is_known_there_is_nothing_to_ask() -> None:
    with pytest.raises(ParameterError, match="there is nothing to ask"):
        PlayBatch(RandomLaw(1, 1, 2, 1, 0), 2)


def test_bad_input() -> None:
    batch = PlayBatch("mastermind:pegs=2,colours=3", 2)
    with pytest.raises(ActionError, match="a number from 0 to 8, not 9"):
        batch.step(np.array([0, 9]))
    with pytest.raises(ActionError, match="2 whole numbers, one for each play, not int64 of shape"):
        batch.step(np.array([0, 1, 2]))
    with pytest.raises(ActionError, match="not float64"):
        batch.step(np.array([0.0, 1.0]))
    with pytest.raises(SecretError, match="a number from 0 to 8"):
        batch.begin(secrets=np.array([0, 9]))
    with pytest.raises(ParameterError, match="at least 1 play"):
        PlayBatch("mastermind:pegs=2,colours=3", 0)
    with pytest.raises(ParameterError, match="max_steps is from 1 to 10,000"):
        PlayBatch("mastermind:pegs=2,colours=3", 2, max_steps=0)
    with pytest.raises(ParameterError, match="there is no reward 'greens'"):
        PlayBatch("mastermind:pegs=2,colours=3", 2, reward="greens")
    with pytest.raises(ParameterError, match="take the reward end or bits"):
        PlayBatch("mastermind:pegs=2,colours=3", 2, reward="loss", reference="none")


@dataclass(frozen=True)
class Wide(Game):
    """One of four secrets, and so many questions that two bytes do not number them."""

    questions: int = 40_000

    def secrets(self) -> range:
        return range(4)

    def actions(self) -> range:
        return range(self.questions)

    def feedback(self, action: int, secret: int) -> int:
        return 2 if action == secret else (action >> secret) & 1


@pytest.mark.parametrize("questions", [32_766, 40_000])
def test_more_actions_than_permutations_number(questions: int) -> None:
    batch, rng = PlayBatch(Wide(questions), PLAYS, seed=1, reference="entropy", max_steps=4), np.random.default_rng(1)
    referees = [Referee(batch.game, secret, reference="entropy", max_steps=4) for secret in batch.secrets.tolist()]
    while not batch.over.all():
        running, actions = ~batch.over, rng.integers(questions, size=PLAYS)
        step = batch.step(actions)
        for i in np.flatnonzero(running).tolist():
            verdict = referees[i].ask(int(actions[i]))
            assert (batch.feedbacks[step.answers[i]], step.solved[i]) == (verdict.feedback, verdict.solved)
            assert (step.lost[i], step.bits[i]) == pytest.approx((verdict.lost, verdict.bits))
