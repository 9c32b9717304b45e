"""What a referee says of one reply: to the player the answer alone, to everybody else the grade."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from sleuth.core.game import Action, Feedback, Game

REFUSED = "refused"
"""The mark of a reply that was not taken."""


@dataclass(frozen=True)
class Refusal:
    """Why a reply was not taken as a question."""

    reason: str
    """One sentence, without a full stop. It says nothing that the rules and the answers so far do not say."""

    def __str__(self) -> str:
        return self.reason


@dataclass(frozen=True)
class Reply:
    """What the player is told. It holds texts alone: no candidates, no secret, nothing that leads to them."""

    step: int
    """The steps that are spent: questions that were answered, and turns that were lost."""
    question: str
    """The question as the game writes it; empty where the reply was not taken."""
    answer: str
    """The answer as the game writes it; empty where there is none."""
    text: str
    """The same as sentences."""
    over: bool
    """Whether play has ended, or no step is left."""


@dataclass(frozen=True, eq=False)
class Verdict:
    """The grade of one reply. It is for whoever runs the play, and never for the player: `reply` is what she is told.

    Steps lost and luck are those of `sleuth.lab.grading`. Against the reference, U is what it expects before, V if this
    is asked first, and `left` is what it expects after: the question loses V - U, and luck gives V - price - left. Both
    are empty where nobody's steps are known. A turn that is lost to a refused reply loses one step.
    """

    game: Game
    """The game that is played."""
    reply: Reply
    """What the player is told."""
    action: Action | None
    """What was asked; `None` where the reply was not taken."""
    feedback: Feedback | None
    """What was answered."""
    refusal: Refusal | None
    """Why the reply was not taken, if it was not."""
    turn_lost: bool
    """Whether a reply that was not taken cost a step."""
    solved: bool
    """Whether the goal is reached."""
    truncated: bool
    """Whether no step is left, and the goal is not reached."""
    candidates_before: float
    """How many secrets were possible before; an estimate where they cannot be counted."""
    candidates_after: float
    """How many are after the answer."""
    bits: float
    """The bits that the question was expected to tell."""
    best_bits: float
    """The most that any question was expected to tell."""
    gained_bits: float
    """The bits that the answer told."""
    expected: float | None
    """U: the steps that the reference expects before the question."""
    lost: float | None
    """The expected steps that the question gives away: 0 for the best. Against a strategy it may be below 0."""
    luck: float | None
    """The steps that the answer saved against expectation: 0 on average, more than 0 is good luck."""
    left: float | None
    """The steps that the reference expects after the answer."""
    price: float
    """What the question counted: one step, or its cost where optimal play goes by that; 0 for a reply without cost."""
    lost_hits: float | None
    """The chance of a hit that was given away, where something is to be found."""
    consistent: bool | None
    """Whether the guess may have been the secret, for all that was known; `None` for a question that is no guess."""
    redundant: bool
    """Whether the question could neither tell nor find nor win anything."""
    deducible: bool
    """Whether one secret alone was possible already: it could have been deduced before this question."""
    mark: str
    """`best`, `fine`, `inaccuracy`, `mistake` or `blunder`; `refused` for a reply that was not taken."""
    best: str
    """A best question; what was asked, if that is one."""
    reward: float = 0.0
    """What the play's reward gives for it."""

    @property
    def done(self) -> bool:
        """Whether play has ended, or no step is left."""
        return self.solved or self.truncated

    @property
    def efficiency(self) -> float:
        """The share of the best question's bits that this one was expected to tell."""
        return self.bits / self.best_bits if self.best_bits > 0 else 1.0

    def as_json(self) -> dict[str, Any]:
        """Plain values, for JSON: `action`, `feedback` and `refusal` as texts."""
        plain = {key: value for key, value in vars(self).items() if key not in ("game", "reply")}
        return {
            "step": self.reply.step,
            **plain,
            "action": self.reply.question or None,
            "feedback": self.reply.answer or None,
            "refusal": None if self.refusal is None else self.refusal.reason,
            "done": self.done,
            "efficiency": self.efficiency,
        }
