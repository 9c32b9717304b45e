"""What a person writes to add a game: the secrets, the law, and nothing else.

Everything past `secrets` and `feedback` has a default. The hooks make a game faster or prettier, never possible.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Hashable, Iterable
from functools import lru_cache
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar, cast

from sleuth.core.capabilities import Capability as Capability
from sleuth.core.capabilities import Symmetry as Symmetry
from sleuth.core.capabilities import secrets_of as secrets_of
from sleuth.core.capabilities import swap_and_turn as swap_and_turn
from sleuth.core.errors import ActionError, FeedbackError, SecretError
from sleuth.core.goal import Goal as Goal
from sleuth.core.spec import Specified
from sleuth.core.text import format_answer, format_plain, listing, shorten

Secret = Any
Action = Any
Feedback = Hashable
C = TypeVar("C", bound=Capability)
if TYPE_CHECKING:  # with defaults, so that `Game` alone is a game of anything
    from typing_extensions import TypeVar as Typed

    S = Typed("S", default=Any)
    A = Typed("A", default=Any)
    F = Typed("F", bound=Hashable, default=Any)
else:
    S, A, F = TypeVar("S"), TypeVar("A"), TypeVar("F")


class Game(Specified, ABC, Generic[S, A, F], contract=True):
    """A hidden secret, actions that question it, and a law that answers.

    A subclass is a frozen dataclass: its fields are the parameters of the game, and its spec string. Who wants types
    checked says what secrets, actions and feedbacks are: `Game[int, int, str]`.
    """

    goal: ClassVar[Goal] = Goal.NAME
    """When play ends."""
    noun: ClassVar[str] = "secret"
    """What one secret is called, for people: a code, a word, a fleet."""
    invitation: ClassVar[str] = ""
    """What a person is told to do with an action, as a sentence; empty where trying or asking says it."""

    # What must be written.

    @abstractmethod
    def secrets(self) -> Iterable[S]:
        """Every secret, each once, in the order that breaks ties (lexicographic, as a rule)."""

    @abstractmethod
    def feedback(self, action: A, secret: S) -> F:
        """The law: what the oracle answers. Pure, deterministic, hashable."""

    # What has a default.

    def actions(self) -> Iterable[A]:
        """Every action, in the order that breaks ties; unless a game says otherwise, a guess of any secret."""
        return cast(Iterable[A], self.secrets())

    def prior(self, secret: S) -> float:
        """The weight of a secret before play; weights need not sum to one, and whole numbers stay exact."""
        return 1

    def cost(self, action: A) -> float:
        """What asking costs; a step costs one unless a game says otherwise."""
        return 1

    def offers(self, kind: type[C]) -> C | None:
        """The game as one that has a capability (`core.capabilities`), if it has declared that; else `None`."""
        own: Any = self
        return own if isinstance(own, kind) else None

    # Hooks for text. Parsing follows from formatting, unless the game is too large to list.

    def format_secret(self, secret: S) -> str:
        """A secret as text that `parse_secret` reads back."""
        return format_plain(secret)

    def format_action(self, action: A) -> str:
        """An action as text that `parse_action` reads back."""
        return self.format_secret(cast(S, action)) if self.goal.only_names else format_plain(action)

    def format_feedback(self, feedback: F) -> str:
        """A feedback as text that `parse_feedback` reads back."""
        return format_answer(feedback)

    def parse_secret(self, text: str) -> S:
        """The secret that `text` writes."""
        message = f"{self.name} has no secret {{}}; it is one of {{}}"
        return cast(S, look_up(_secret_texts(self), text, SecretError, message))

    def parse_action(self, text: str) -> A:
        """The action that `text` writes."""
        message = f"{self.name} has no action {{}}; it is one of {{}}"
        return cast(A, look_up(_action_texts(self), text, ActionError, message))

    def parse_feedback(self, text: str, action: A) -> F:
        """The feedback that `text` writes, as an answer to `action`."""
        answers = {self.format_feedback(f): f for f in dict.fromkeys(self.feedback(action, s) for s in self.secrets())}
        message = f"{{}} is no answer to {shorten(self.format_action(action))} in {self.name}; it is one of {{}}"
        return cast(F, look_up(answers, text, FeedbackError, message))


def look_up(known: dict[str, Any], text: str, error: type[Exception], message: str) -> Any:
    """The value that a text stands for, in any case; the message has a place for the text and for what is known."""
    text = text.strip()
    if text in known:
        return known[text]
    folded = {k.casefold(): v for k, v in known.items()}
    if text.casefold() in folded and len(folded) == len(known):
        return folded[text.casefold()]
    raise error(message.format(repr(shorten(text)), listing(list(known))))


@lru_cache(maxsize=8)
def _secret_texts(game: Game) -> dict[str, Secret]:
    return {game.format_secret(s): s for s in game.secrets()}


@lru_cache(maxsize=8)
def _action_texts(game: Game) -> dict[str, Action]:
    return {game.format_action(a): a for a in game.actions()}
