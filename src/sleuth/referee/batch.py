"""Many plays of one game at once, on its table: what `Referee` says of each, in arrays.

    plays = PlayBatch("mastermind:pegs=3,colours=4", 1024, seed=1)
    while ...:
        step = plays.step(policy(plays.asked, plays.masks))
        plays.begin(step.done)

Actions are numbers in the order of the game's actions, answers the codes of its table. What goes to a player is `asked`
and `masks`; everything else is the referee's.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np

from sleuth.app.set_cache import set_after
from sleuth.app.specs import read_game
from sleuth.belief.begin import listable
from sleuth.belief.enumerated import EnumeratedSet
from sleuth.core.errors import ActionError, ParameterError, SecretError
from sleuth.core.game import Action, Feedback, Game
from sleuth.core.offers import constrained, repeats
from sleuth.kernels import play_steps as kernel
from sleuth.kernels.arrays import Array, Bools, Floats, Ints, frozen
from sleuth.kernels.play_steps import Masks
from sleuth.lab.baseline import AUTO
from sleuth.referee.allowance import checked_steps, step_allowance, whole_number
from sleuth.referee.play_graph import MEMORY, PlayGraph
from sleuth.referee.referee import kept_reference
from sleuth.referee.rewards import usual_reward

MAX_BYTES = 4 << 30
"""What the observations and masks of all plays may take."""
ROW_BYTES = 8
SECRETS = 0x5EC
"""Sets the draw of secrets apart from whatever else is drawn with the same seed."""


class BatchStep(NamedTuple):
    """What came of one step of each play: an array each. All but `answers` and `done` is not for the player."""

    answers: Ints
    """The numbers of the answers; -1 where a turn was lost, or the play was over before."""
    rewards: Floats
    solved: Bools
    """Whether the goal is reached."""
    truncated: Bools
    """Whether no step is left, and the goal is not reached."""
    refused: Bools
    """Whether the action might not be asked: it cost a step."""
    lost: Floats
    """The expected steps that the action gave away; not a number where nobody's steps are known."""
    luck: Floats
    """The steps that the answer saved against expectation."""
    bits: Floats
    """The bits that the action was expected to tell."""

    @property
    def done(self) -> Bools:
        """Whether the play has ended with this step."""
        return self.solved | self.truncated


BatchReward = Callable[[BatchStep], Floats]
"""From the step of all plays to a number each; `rewards` is empty then."""


def _known(figures: Floats) -> Floats:
    """Nothing in the place of what nobody knows."""
    return np.where(np.isnan(figures), 0.0, figures)


def _end(step: BatchStep) -> Floats:
    return step.solved.astype(np.float64)


def _loss(step: BatchStep) -> Floats:
    return 0.0 - _known(step.lost)


def _loss_and_luck(step: BatchStep) -> Floats:
    return _known(step.luck - step.lost)


def _bits(step: BatchStep) -> Floats:
    return step.bits


# Functions that have names, since a batch is pickled with its reward.
BATCH_REWARDS: dict[str, BatchReward] = {"end": _end, "loss": _loss, "loss-and-luck": _loss_and_luck, "bits": _bits}
"""`REWARDS`, in arrays."""


class PlayBatch:
    """Many plays of one game at once."""

    def __init__(
        self,
        game: str | Game,
        number: int,
        *,
        seed: int | None = None,
        reference: str = AUTO,
        reward: str | BatchReward | None = None,
        max_steps: int | None = None,
        memory: int = MEMORY,
    ) -> None:
        """So many plays; their secrets are drawn with a seed.

        `reference`, `reward` and `max_steps` are those of `Referee`, but a function gets a `BatchStep`, and every play
        has a last step: unless given, `step_allowance`. `memory` is about how many bytes the positions take that are
        remembered.
        """
        if whole_number(number, "the number of plays") < 1:
            raise ParameterError(f"a batch has at least 1 play, not {number}")
        max_steps = checked_steps(max_steps)
        start = self._start = _table(read_game(game))
        baseline = kept_reference(start, reference)
        self.reference = "none" if baseline is None else baseline.name
        """Whom actions are measured against; `none` where nobody's steps are known."""
        chosen = usual_reward(reward, baseline is not None)
        self._reward: BatchReward = BATCH_REWARDS[chosen] if isinstance(chosen, str) else chosen
        self.max_steps = step_allowance(start.game) if max_steps is None else max_steps
        """The steps that a play has."""
        if (wanted := number * (ROW_BYTES * self.max_steps + len(start.tables.actions))) > MAX_BYTES:
            raise ParameterError(
                f"{number:,} plays of {self.max_steps:,} steps and {len(start.tables.actions):,} actions each take "
                f"{wanted / (1 << 30):,.1f} GiB, more than {MAX_BYTES >> 30}; play fewer at once"
            )
        self._graph = PlayGraph(start, baseline, memory)
        self._masks = np.ones((number, len(start.tables.actions)), np.int8)
        self.masks_change = not repeats(self.game)
        """Whether there is ever an action that may not be asked."""
        self._plays = kernel.new_plays(number, self.max_steps, self._masks[: number if self.masks_change else 0])
        self._every: Ints = np.arange(number, dtype=np.int32)
        self._chances = None if start.tables.uniform else np.cumsum(start.weights) / start.weights.sum()
        self.reseed(seed)
        self.begin()

    def __setstate__(self, state: dict[str, Any]) -> None:
        vars(self).update(state)
        if self.masks_change:
            self._masks = self._plays.masks  # one array, which a pickle holds twice

    def __len__(self) -> int:
        return self._every.size

    @property
    def game(self) -> Game:
        """The game that is played."""
        return self._start.game

    @property
    def actions(self) -> Sequence[Action]:
        """The actions, by number."""
        return self._start.tables.actions

    @property
    def feedbacks(self) -> list[Feedback | None]:
        """The answers, by number; `None` for a number that stands for none."""
        known = self._start.tables.feedbacks
        numbers = {known.code(feedback): feedback for feedback in known.known()}
        return [numbers.get(code) for code in range(known.width)]

    # What the players see.

    @property
    def asked(self) -> Ints:
        """Every play so far: the action and the answer of each step, -1 in steps to come and where a turn was lost.

        It is the batch's own array, which the next step changes.
        """
        return frozen(self._plays.asked)

    @property
    def masks(self) -> Masks:
        """1 for every action that may be asked in a play now, else 0. It is the batch's own array too."""
        return frozen(self._masks)

    @property
    def over(self) -> Bools:
        """Which plays are over."""
        return frozen(self._plays.over)

    @property
    def steps(self) -> Ints:
        """The steps that are spent in each play."""
        return frozen(self._plays.steps)

    # What the referee does.

    @property
    def secrets(self) -> Ints:
        """The numbers of the secrets. They are not for the players."""
        return frozen(self._plays.secret)

    def reseed(self, seed: int | None) -> None:
        """Draw the secrets of all plays that begin from now on with a seed.

        A policy that draws with the same seed must not draw the same numbers: it would guess every secret at once.
        """
        self._rng = np.random.default_rng(None if seed is None else [SECRETS, seed])

    def begin(self, which: Array | None = None, secrets: Array | None = None) -> None:
        """Begin all plays anew, or those for which `which` says so; with secrets that are drawn, or by number."""
        places = self._every if which is None else self._every[np.asarray(which, np.bool_)]
        drawn = self._draw(places.size) if secrets is None else self._checked_secrets(secrets, places.size)
        kernel.begin_plays(self._plays, places, drawn)

    def _draw(self, number: int) -> Ints:
        if self._chances is None:
            return self._rng.integers(self._start.size, size=number, dtype=np.int32)
        return np.searchsorted(self._chances, self._rng.random(number), side="right").astype(np.int32)

    def _checked_secrets(self, secrets: Array, number: int) -> Ints:
        given, most = np.asarray(secrets), self._start.size
        if given.shape != (number,) or given.dtype.kind not in "iu":
            raise SecretError(f"secrets are {number} whole numbers, not {given.dtype} of shape {given.shape}")
        if number and (given.min() < 0 or given.max() >= most):
            raise SecretError(f"a secret of {self.game} is a number from 0 to {most - 1}")
        return given.astype(np.int32)

    def step(self, actions: Array) -> BatchStep:
        """Ask an action in every play; in plays that are over nothing happens.

        An action that may not be asked costs a step.
        """
        asked = self._checked_actions(np.asarray(actions))
        figures = kernel.new_figures(asked.size)
        self._graph.step(self._plays, self._every, asked, figures)
        code, lost, luck, bits, solved, truncated, refused = figures
        step = BatchStep(code, lost[:0], solved, truncated, refused, lost, luck, bits)
        given: object = self._reward(step)
        try:
            rewards = np.asarray(given)
        except ValueError:  # rows of several lengths
            rewards = np.asarray(None)
        if rewards.shape != asked.shape or rewards.dtype.kind not in "fiub":
            message = f"a reward is an array of {asked.size} numbers, one for each play"
            raise ParameterError(f"{message}, not {rewards.dtype} of shape {rewards.shape}")
        return step._replace(rewards=rewards.astype(np.float64, copy=False))

    def _checked_actions(self, actions: Array) -> Ints:
        number, most = self._every.size, self._masks.shape[1]
        if actions.shape != (number,) or actions.dtype.kind not in "iu":
            message = f"actions are {number} whole numbers, one for each play"
            raise ActionError(f"{message}, not {actions.dtype} of shape {actions.shape}")
        if actions.min() < 0 or actions.max() >= most:
            wrong = actions[(actions < 0) | (actions >= most)][0]
            raise ActionError(f"an action of {self.game} is a number from 0 to {most - 1}, not {wrong}")
        return np.ascontiguousarray(actions, np.int32)


def _table(game: Game) -> EnumeratedSet:
    """The table of a game that many plays can share; one sentence where it has none."""
    instead = "play it one at a time: with Referee, gymnasium.make, or make_vec with vectorization_mode='sync'"
    if not listable(game):
        raise ParameterError(f"{game} has no table that many plays can share; {instead}")
    if game.goal.finds or constrained(game):
        why = "everything must be found" if game.goal.finds else "earlier answers restrict what may be asked"
        raise ParameterError(f"in {game} {why}, which a batch does not follow; {instead}")
    start: EnumeratedSet | None = set_after(game).table()
    if start is None or start.tables.codes is None:
        raise ParameterError(f"{game} has no table that is small enough to be stored; {instead}")
    if start.over:
        raise ParameterError(f"there is nothing to ask in {game}: it has one secret")
    return start
