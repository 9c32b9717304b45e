"""What every information set can do, and what all of them share."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence

import numpy as np

from sleuth.belief.outcomes import Outcomes
from sleuth.core.errors import ActionError, ContradictionError, FeedbackError, StuckError
from sleuth.core.game import Action, Feedback, Game, Goal, Secret
from sleuth.core.history import History
from sleuth.core.sequential import Sequential, law
from sleuth.core.text import plural, shorten
from sleuth.core.travel import Travels


class InformationSet(Travels, ABC):
    """Everything consistent with the history, with probabilities: the player's whole state. Immutable."""

    game: Game
    history: History

    @property
    @abstractmethod
    def size(self) -> int:
        """The number of secrets still possible (for a sampled set: of different ones among the particles)."""

    @property
    def estimated_size(self) -> float | None:
        """About how many secrets are still possible; `None` where nobody knows."""
        return float(self.size) if self.exact else None

    @property
    @abstractmethod
    def exact(self) -> bool:
        """Whether the set holds all possible secrets, rather than a sample of them."""

    @property
    @abstractmethod
    def entropy(self) -> float:
        """The entropy of the secret, in bits."""

    @property
    @abstractmethod
    def actions(self) -> Sequence[Action]:
        """What may be asked now."""

    @abstractmethod
    def outcomes(self, actions: Sequence[Action] | None = None) -> Outcomes:
        """The actions x feedbacks table, for some actions or for all legal ones."""

    @abstractmethod
    def candidates(self, most: int | None = None) -> list[Secret]:
        """The possible secrets, in the game's order; at most so many."""

    @abstractmethod
    def probability(self, secret: Secret) -> float:
        """The probability of a secret."""

    @abstractmethod
    def sample(self, rng: np.random.Generator, n: int = 1) -> list[Secret]:
        """Secrets drawn from the set, with replacement."""

    @abstractmethod
    def _after(self, action: Action, feedback: Feedback) -> InformationSet | None:
        """The set after one more step; `None` if nothing is left."""

    @abstractmethod
    def is_legal(self, action: Action) -> bool:
        """Whether an action may be asked now."""

    def check_action(self, action: Action, again: bool = True) -> None:
        """Refuse an action that may not be asked now.

        Without `again`, refuse also one that was asked before where the answer can only be the same: no step is worth
        that. A history from elsewhere may have such steps, and under lies they tell something.
        """
        if not self.is_legal(action):
            try:
                text = shorten(self.game.format_action(action))
            except Exception:
                text = shorten(repr(action))
            raise ActionError(f"step {len(self.history) + 1}: {text} {self._why_illegal(action)}")
        if not again and self.game.truthful and not isinstance(self.game, Sequential) and (told := self._told(action)):
            text = self.game.format_action(action)
            raise ActionError(f"step {len(self.history) + 1}: {text} {told}, as it would be now")

    def observe(self, action: Action, feedback: Feedback) -> InformationSet:
        """A new information set: what is left once `action` was answered with `feedback`."""
        self.check_action(action)
        try:
            hash(feedback)
        except TypeError:
            raise FeedbackError(
                f"step {len(self.history) + 1}: {shorten(repr(feedback))} cannot be a feedback"
            ) from None
        after = self._after(action, feedback)
        if after is None:
            game = self.game
            raise ContradictionError(
                len(self.history) + 1, game.format_action(action), game.format_feedback(feedback), self.size
            )
        return after

    def observe_all(self, steps: Iterable[tuple[Action, Feedback]]) -> InformationSet:
        """Observe several steps in turn."""
        info: InformationSet = self
        for action, feedback in steps:
            info = info.observe(action, feedback)
        return info

    def dead_end(self) -> StuckError:
        """The error where nothing may be asked any more and the goal is not reached."""
        after, left = plural(len(self.history), "step"), plural(self.size, "candidate")
        return StuckError(
            f"the goal of {self.game} is out of reach: after {after} no action is allowed, with {left} left"
        )

    def _why_illegal(self, action: Action) -> str:
        """Why an action may not be asked now, as the end of a sentence."""
        game = self.game
        if told := "" if game.repeats else self._told(action):
            return told
        for place, (past, feedback) in enumerate(self.history if game.constrained else (), 1):
            if lacks := game.lacks(action, past, feedback):
                step = f"{game.format_action(past)}={game.format_feedback(feedback)}"
                return f"is not allowed now in {game.name}: after step {place} ({step}) it must have {lacks}"
        return f"is not allowed now in {game.name}"

    def _told(self, action: Action) -> str:
        """When an action was asked and what was answered, as the end of a sentence; nothing if it is new."""
        for place, (past, feedback) in enumerate(self.history, 1):
            if past == action:
                return f"was asked at step {place} already, and the answer was {self.game.format_feedback(feedback)}"
        return ""

    @property
    def won(self) -> bool:
        """Whether the last answer won: the secret was named."""
        if self.game.goal is Goal.KNOW or not self.history.steps:
            return False
        *past, (action, feedback) = self.history.steps
        if self.size != 1 or self.candidates(1)[0] != action:
            return False
        return bool(law(self.game, History(tuple(past)), action, action) == feedback)

    @property
    def solved(self) -> bool:
        """Whether the goal of the game is reached (for a sampled set under KNOW: as far as the particles tell)."""
        if self.game.goal is Goal.KNOW:
            return self.size == 1
        return self.won or (self.game.goal is Goal.FIND and self.all_found)

    @property
    def all_found(self) -> bool:
        """Whether everything was found: each action that hits any candidate was asked."""
        asked = {action for action, _ in self.history}
        return all(asked.issuperset(self.game.hits(secret)) for secret in self.candidates())

    @property
    def kinds(self) -> tuple[int, ...]:
        """How many candidates take no lie, one, two, and so on; empty where lies are not counted."""
        return ()

    @property
    def assumption(self) -> str:
        """What chances and bits rest on, where the game does not say how likely something is; else empty."""
        return ""

    def __str__(self) -> str:
        return f"{self.game}: {self.size:,} secrets, {self.entropy:.3f} bits after {len(self.history)} steps"
