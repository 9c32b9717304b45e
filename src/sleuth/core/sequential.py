"""Sequential games: what the oracle answers depends on what was asked before.

A shot at a ship is answered with "hit" or with "sunk", depending on the shots before it. The law of such a game
takes the earlier actions as well. Earlier answers need not be told: they follow from the secret.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence

from sleuth.core.capabilities import Past
from sleuth.core.errors import FeedbackError
from sleuth.core.game import Action, Feedback, Game, Secret, look_up
from sleuth.core.history import History
from sleuth.core.offers import hits_of
from sleuth.core.text import shorten


class Sequential(Game, Past):
    """A game whose law is `feedback_after`. It has no table, since a cell of one would depend on the play."""

    @abstractmethod
    def feedback_after(self, past: Sequence[Action], action: Action, secret: Secret) -> Feedback:
        """The law: what the oracle answers to `action` once `past` was asked, in that order. Pure, hashable."""

    def feedback(self, action: Action, secret: Secret) -> Feedback:
        """What the oracle would answer if this were the first action."""
        return self.feedback_after((), action, secret)

    def parse_feedback(self, text: str, action: Action) -> Feedback:
        """The feedback that `text` writes, among the answers at the start, after everything else, and after all hits.

        A game with other answers in between reads them itself.
        """
        others = [a for a in self.actions() if a != action]
        answers: dict[str, Feedback] = {}
        for secret in self.secrets():
            hits = [a for a in hits_of(self, secret) if a != action]
            for past in ((), others, hits):
                feedback = self.feedback_after(past, action, secret)
                answers.setdefault(self.format_feedback(feedback), feedback)
        message = f"{{}} is no answer to {shorten(self.format_action(action))} in {self.name}; it is one of {{}}"
        found: Feedback = look_up(answers, text, FeedbackError, message)
        return found


def law(game: Game, history: History, action: Action, secret: Secret) -> Feedback:
    """What the law of any game answers to `action` after a history."""
    past = game.offers(Past)
    if past is not None:
        return past.feedback_after(tuple(asked for asked, _ in history), action, secret)
    feedback: Feedback = game.feedback(action, secret)
    return feedback
