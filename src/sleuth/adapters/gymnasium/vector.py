"""Many plays of one game at once as a Gymnasium vector environment, on the game's table."""

from __future__ import annotations

from typing import Any, ClassVar, TypeAlias

import numpy as np
import numpy.typing as npt
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from sleuth.adapters.gymnasium.environment import named_game, read_options
from sleuth.app.errors import ConflictError
from sleuth.core.errors import ParameterError
from sleuth.core.game import Game
from sleuth.core.text import shorten
from sleuth.referee.batch import BatchReward, PlayBatch
from sleuth.referee.play_graph import MEMORY

Rows: TypeAlias = npt.NDArray[np.int32]
Actions: TypeAlias = npt.NDArray[np.integer[Any]]
Infos: TypeAlias = dict[str, Any]
MASK = "action_mask"
RESET_MASK = "reset_mask"
"""The option of `reset` that names the plays to begin anew."""
SINGLE = ("text", "verdicts", "channel", "retries", "oracle")
"""Options of `DeductionEnv` that a batch does not have."""
NONE = -1
SEEDS = 1 << 62


class VectorDeductionEnv(VectorEnv[Rows, Actions, npt.NDArray[Any]]):
    """Many plays at once: observations, actions and masks are those of `DeductionEnv`, one row a play.

    The game must have a table, and its actions may not depend on earlier answers. All secrets are drawn by one
    generator, so a seed fixes them all; `reset` takes one seed.
    """

    metadata: ClassVar[dict[str, Any]] = {"render_modes": []}  # type: ignore[misc]

    def __init__(
        self,
        num_envs: int = 1,
        game: str | Game | None = None,
        *,
        reward: str | BatchReward | None = None,
        reference: str = "auto",
        max_steps: int | None = None,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        memory: int = MEMORY,
        render_mode: None = None,
        **parameters: object,
    ) -> None:
        """The game is a spec, a file or an object; its parameters may be keywords.

        `reward`, `reference`, `max_steps` and `memory` are those of `PlayBatch`. `autoreset_mode` says when a play that
        is over begins anew: at the next step, which asks nothing there; at the same step; or by `reset` alone.
        """
        if render_mode is not None:
            raise ParameterError(f"many plays are not drawn: render_mode is None, not {shorten(str(render_mode))!r}")
        mode = _read_mode(autoreset_mode)
        self.metadata = {**self.metadata, "autoreset_mode": mode}  # type: ignore[misc]
        self.autoreset_mode, self.render_mode, self.num_envs = mode, None, num_envs
        self._plays = PlayBatch(
            _game(game, parameters), num_envs, reward=reward, reference=reference, max_steps=max_steps,
            memory=memory,
        )  # fmt: skip
        self.game, self.max_steps = self._plays.game, self._plays.max_steps
        self.reference = self._plays.reference
        """Whom steps are measured against; `none` where nobody's are known."""
        number, width = len(self._plays.actions), len(self._plays.feedbacks)
        highest = np.broadcast_to(np.array([number - 1, width - 1], np.int32), (self.max_steps, 2))
        self.single_observation_space = spaces.Box(NONE, highest, dtype=np.int32)
        self.single_action_space = spaces.Discrete(number)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._everybody: npt.NDArray[np.bool_] = np.ones(num_envs, np.bool_)
        self._begun = False

    @property
    def action_texts(self) -> list[str]:
        """What each action is, as the game writes it."""
        return [self.game.format_action(action) for action in self._plays.actions]

    @property
    def answer_texts(self) -> list[str]:
        """What each answer is, as the game writes it; empty for a number that stands for none."""
        known = self._plays.feedbacks
        return ["" if feedback is None else self.game.format_feedback(feedback) for feedback in known]

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Rows, Infos]:
        """Begin all plays, or those that the option `reset_mask` names. A seed fixes these and all that follow."""
        if seed is not None and not isinstance(seed, int):
            raise ParameterError("all plays of a batch are drawn with one seed: give reset a whole number")
        super().reset(seed=seed)
        if seed is not None or not self._begun:
            self._plays.reseed(int(self.np_random.integers(SEEDS)))
        given = read_options(options)
        which = given.pop(RESET_MASK, None)
        if given:
            raise ParameterError(f"reset has no option {shorten(str(next(iter(given))))!r}; it takes {RESET_MASK}")
        self._plays.begin(self._everybody if which is None else self._checked_mask(which))
        self._begun = True
        return self._observations(), self._infos()

    def _checked_mask(self, which: object) -> npt.NDArray[np.bool_]:
        if not isinstance(which, np.ndarray) or which.shape != (self.num_envs,) or which.dtype != np.bool_:
            raise ParameterError(f"{RESET_MASK} is an array of {self.num_envs} truth values")
        return which

    def step(self, actions: Actions) -> tuple[Rows, npt.NDArray[Any], npt.NDArray[Any], npt.NDArray[Any], Infos]:
        """Ask an action in every play. One that is masked out costs a step."""
        plays, mode = self._plays, self.autoreset_mode
        if not self._begun:
            raise ConflictError("no play has begun; call reset")
        over = plays.over.copy()
        if mode is AutoresetMode.DISABLED and over.any():
            raise ConflictError(f"play {int(np.argmax(over))} is over; call reset with the option {RESET_MASK}")
        step = plays.step(np.asarray(actions))
        infos: Infos = {}
        if mode is AutoresetMode.NEXT_STEP:
            plays.begin(over)
        elif mode is AutoresetMode.SAME_STEP and (done := step.done).any():
            infos = self._final(done)
            plays.begin(done)
        return self._observations(), step.rewards, step.solved, step.truncated, {**infos, **self._infos()}

    def _observations(self) -> Rows:
        return self._plays.asked.copy()

    def _infos(self) -> Infos:
        """What may be asked: the array is the environment's own, which the next step changes."""
        return {MASK: self._plays.masks, f"_{MASK}": self._everybody}

    def _final(self, done: npt.NDArray[np.bool_]) -> Infos:
        """What was seen last of the plays that are over."""
        last: npt.NDArray[Any] = np.full(self.num_envs, None, dtype=object)
        places, rows = np.flatnonzero(done), self._plays.asked[done]
        for place, observation in zip(places.tolist(), rows, strict=True):
            last[place] = observation
        masks = self._plays.masks
        final = {MASK: masks.copy() if self._plays.masks_change else masks, f"_{MASK}": done}
        return {"final_obs": last, "_final_obs": done, "final_info": final, "_final_info": done}


def _game(game: str | Game | None, parameters: dict[str, object]) -> Game:
    """The game; an option that only single plays have is told apart from its parameters."""
    try:
        return named_game(game, parameters)
    except ParameterError:
        if single := next((name for name in SINGLE if name in parameters), None):
            raise ParameterError(
                f"{single} is for single plays: use gymnasium.make, or make_vec with vectorization_mode='sync'"
            ) from None
        raise


def _read_mode(mode: AutoresetMode | str) -> AutoresetMode:
    try:
        return AutoresetMode(mode)
    except ValueError:
        names = ", ".join(known.value for known in AutoresetMode)
        raise ParameterError(f"autoreset_mode is one of {names}, not {shorten(str(mode))!r}") from None
