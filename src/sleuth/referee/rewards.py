"""What an agent that learns is given for a question.

`loss` and `loss-and-luck` leave the best policy as it is: a question gets 0 under `loss` exactly if none is better, and
the sum of `loss-and-luck` over a play is what the reference expects at the start, less the steps that it took
(potential-based shaping, Ng, Harada & Russell 1999). `bits` and whatever counts right places do not: who is greedy for
them plays something else than the shortest game.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from sleuth.core.errors import ParameterError
from sleuth.core.text import shorten
from sleuth.referee.verdict import Verdict

Reward = Callable[[Verdict], float]
"""From the verdict on a reply to a number."""


def end_reward(verdict: Verdict) -> float:
    """The end only: 1 for the goal, and nothing before."""
    return 1.0 if verdict.solved else 0.0


def loss_reward(verdict: Verdict) -> float:
    """Steps lost, below 0: the best questions get 0, whatever is answered."""
    return 0.0 if verdict.lost is None else 0.0 - verdict.lost


def luck_reward(verdict: Verdict) -> float:
    """Steps lost plus luck: what the reference expected before, less the step and what it expects after."""
    return 0.0 if verdict.lost is None or verdict.luck is None else verdict.luck - verdict.lost


def bits_reward(verdict: Verdict) -> float:
    """The bits that the question was expected to tell, whatever is answered."""
    return verdict.bits


REWARDS: dict[str, Reward] = {
    "end": end_reward,
    "loss": loss_reward,
    "loss-and-luck": luck_reward,
    "bits": bits_reward,
}
"""The rewards that go by name."""
IN_STEPS = ("loss", "loss-and-luck")
"""Those that need a reference whose steps are known."""
R = TypeVar("R")


def usual_reward(reward: str | R | None, steps_known: bool) -> str | R:
    """The reward that is meant, a name or a function: unless given, `loss` where steps are known, else `end`."""
    if reward is None:
        return "loss" if steps_known else "end"
    if isinstance(reward, str) and reward not in REWARDS:
        raise ParameterError(f"there is no reward {shorten(reward)!r}; it is one of {', '.join(REWARDS)}")
    if reward in IN_STEPS and not steps_known:
        raise ParameterError("nobody's steps are known here, so none are lost; take the reward end or bits")
    return reward
