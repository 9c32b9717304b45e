"""One play after another as a Gymnasium environment, each with a referee of its own."""

from __future__ import annotations

from collections.abc import Mapping
from io import StringIO
from typing import Any, ClassVar

import gymnasium

from sleuth.adapters.gymnasium.forms import Asked, Form, NumberForm, Observation, TextForm
from sleuth.app.errors import ConflictError
from sleuth.app.specs import game_with
from sleuth.core.channel import Channel
from sleuth.core.channel_game import with_channel
from sleuth.core.errors import ParameterError
from sleuth.core.game import Game, Secret
from sleuth.core.game_spec import is_table
from sleuth.core.text import shorten
from sleuth.referee.allowance import checked_steps, step_allowance
from sleuth.referee.numbering import numbering_of
from sleuth.referee.referee import Referee
from sleuth.referee.rewards import Reward

SEEDS = 1 << 63
"""A play is drawn with one of so many seeds."""
SECRET = "secret"
"""The option of `reset` that gives the secret."""
WIDTH = 100
"""Signs in a line of a board that is drawn."""


class DeductionEnv(gymnasium.Env[Observation, Asked]):
    """A deduction game for an agent that learns: an episode is a play, and a step is a question.

    Numbers unless `text`: an observation has a row for each step with the number of the action and that of its answer,
    and an action is a number. Games whose actions or answers cannot be listed are played in texts.
    """

    metadata: ClassVar[dict[str, Any]] = {"render_modes": ["ansi"], "render_fps": 4}  # type: ignore[misc]

    def __init__(
        self,
        game: str | Game | None = None,
        *,
        text: bool = False,
        reward: str | Reward | None = None,
        reference: str = "auto",
        channel: str | Channel | None = None,
        max_steps: int | None = None,
        retries: int = 0,
        oracle: str = "",
        verdicts: bool = False,
        render_mode: str | None = None,
        **parameters: object,
    ) -> None:
        """The game is a spec, a file or an object; its parameters may be keywords.

        `reward`, `reference`, `channel`, `retries` and `oracle` are the referee's. `max_steps` is the game's rows, else
        `step_allowance`. With `verdicts`, `info` has what only the referee knows: it is not for the policy.
        """
        if render_mode not in (None, *self.metadata["render_modes"]):
            raise ParameterError(f"render_mode is ansi or None, not {shorten(str(render_mode))!r}")
        self.render_mode = render_mode
        self.game = with_channel(named_game(game, parameters), channel)
        self.max_steps = checked_steps(max_steps) or step_allowance(self.game)
        self.verdicts = verdicts
        self._keywords: dict[str, Any] = {
            "reference": reference,
            "reward": reward,
            "max_steps": self.max_steps,
            "retries": retries,
            "oracle": oracle,
        }
        first = self._new_play(None, 0)  # what is wrong is told now, and the reference is there for all plays
        self.reference = first.reference
        """Whom steps are measured against; `none` where nobody's are known."""
        numbering = None if text else numbering_of(self.game)
        self._form: Form = TextForm(first) if numbering is None else NumberForm(numbering, self.max_steps)
        self.observation_space = self._form.observation_space
        self.action_space = self._form.action_space
        self._referee: Referee | None = None

    def _new_play(self, secret: str | Secret | None, seed: int) -> Referee:
        return Referee(self.game, secret, seed=seed, **self._keywords)

    @property
    def _play(self) -> Referee:
        if self._referee is None:
            raise ConflictError("no play has begun; call reset")
        return self._referee

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """A new play. A seed fixes this one and all that follow; the option `secret` gives the secret."""
        super().reset(seed=seed)
        given = read_options(options)
        secret = given.pop(SECRET, None)
        if given:
            raise ParameterError(f"reset has no option {shorten(str(next(iter(given))))!r}; it takes {SECRET}")
        self._referee = self._new_play(secret, int(self.np_random.integers(SEEDS)))
        self._form.begin(self._referee)
        return self._form.observation(self._referee), self._form.hints(self._referee)

    def step(self, action: Asked) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Ask. What is not allowed, or not understood, is not taken, and costs a step unless `retries` are left."""
        play = self._play
        if play.over:
            raise ConflictError("this play is over; call reset")
        verdict = self._form.ask(play, action)
        info = self._form.hints(play)
        if verdict.refusal is not None:
            info["refusal"] = verdict.refusal.reason
        if self.verdicts:
            info["verdict"] = verdict.as_json()
        if verdict.done:
            secret = play.record.secret
            told = None if secret is None else play.game.format_secret(secret)
            info["report"] = {"secret": told, **play.report().as_json()}
        return self._form.observation(play), verdict.reward, verdict.solved, verdict.truncated, info

    def render(self) -> str | None:
        """The board as `sleuth watch` draws it, for whoever looks on: it may show what follows from the answers."""
        if self.render_mode is None:
            gymnasium.logger.warn("Nothing is drawn: make the environment with render_mode='ansi'.")
            return None
        from rich.console import Console

        from sleuth.show.board import board

        play = self._play
        page = StringIO()
        console = Console(file=page, width=WIDTH, force_terminal=True, color_system="truecolor", legacy_windows=False)
        console.print(board(play.info, play.record.secret if play.over else None), markup=False)
        return page.getvalue()


def read_options(options: object) -> dict[str, Any]:
    """What `reset` was given, if it is a dictionary."""
    if options is not None and not isinstance(options, Mapping):
        raise ParameterError(f"the options of reset are a dictionary, not {shorten(repr(options))}")
    return dict(options or {})


def named_game(game: str | Game | None, parameters: dict[str, object]) -> Game:
    """The game of an environment: a spec, a file or an object, with parameters as keywords."""
    if game is None:
        raise ParameterError("name the game: game='mastermind:pegs=3', a file, or a game that was made")
    if isinstance(game, str) and is_table(game):
        reason = "and a Gymnasium environment has one; PettingZoo is for several"
        raise ParameterError(f"{shorten(game)} is a game of several players, {reason}")
    made = game_with(game, parameters)
    try:
        hash(made)
    except TypeError:
        raise ParameterError(f"{made.name} is not hashable; write @dataclass(frozen=True) above its class") from None
    return made
