"""What a person writes to add a game: the secrets, the law, and nothing else.

Everything past `secrets` and `feedback` has a default. The hooks make a game faster or prettier, never possible.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Hashable, Iterable, Sequence
from functools import lru_cache
from typing import Any, ClassVar, NamedTuple

import numpy as np
import numpy.typing as npt

from sleuth.core.errors import ActionError, FeedbackError, SecretError
from sleuth.core.goal import Goal as Goal
from sleuth.core.spec import Specified
from sleuth.core.text import format_answer, format_plain, listing, shorten

Secret = Any
Action = Any
Feedback = Hashable


class Symmetry(NamedTuple):
    """A way to rename secrets and actions that leaves the game as it is, up to the names of the feedbacks."""

    secret: Callable[[Secret], Secret]
    action: Callable[[Action], Action]


def swap_and_turn(things: Sequence[int]) -> list[dict[int, int]]:
    """Two rearrangements from which all others follow: swap the first two, and move each one on."""
    things = list(things)
    same = dict(zip(things, things, strict=True))
    swap = same | dict(zip(things[:2], things[1::-1], strict=True)) if len(things) > 1 else same
    turn = dict(zip(things, things[1:] + things[:1], strict=True))
    return [names for names in (swap, turn) if names != same]


class Game(Specified, ABC):
    """A hidden secret, actions that question it, and a law that answers.

    A subclass is a frozen dataclass: its fields are the parameters of the game, and its spec string.
    """

    goal: ClassVar[Goal] = Goal.NAME
    writes_sizes: ClassVar[bool] = True
    rows: ClassVar[int | None] = None
    """The steps that a player is given, where there are only so many; the solver looks for trees that keep to it."""
    repeats: ClassVar[bool] = True
    """Whether an action may be asked again. Under a channel that lies it always may."""

    truthful: ClassVar[bool] = True
    """Whether answers are always true; not so where a channel lies (`games.told`)."""

    # What must be written.

    @abstractmethod
    def secrets(self) -> Iterable[Secret]:
        """Every secret, each once, in the order that breaks ties (lexicographic, as a rule)."""

    @abstractmethod
    def feedback(self, action: Action, secret: Secret) -> Feedback:
        """The law: what the oracle answers. Pure, deterministic, hashable."""

    # What has a default.

    def actions(self) -> Iterable[Action]:
        """Every action, in the order that breaks ties; unless a game says otherwise, a guess of any secret."""
        return self.secrets()

    def prior(self, secret: Secret) -> float:
        """The weight of a secret before play; weights need not sum to one, and whole numbers stay exact."""
        return 1

    def cost(self, action: Action) -> float:
        """What asking costs; a step costs one unless a game says otherwise."""
        return 1

    def hits(self, secret: Secret) -> Collection[Action]:
        """The actions that find a part of a secret: the cells of the ships, the letters of the phrase.

        Only for games whose goal is `FIND`, which is reached once those of every secret still possible were asked.
        """
        raise NotImplementedError(f"the goal of {self.name} is to find everything, but it does not say what hits")

    def announced(self, secret: Secret) -> Game:
        """The game once what is public about a secret was told before the first question (Hangman's lengths)."""
        return self

    @property
    def announces(self) -> bool:
        """Whether something is told before the first question, so that a play begins with `announced`."""
        return type(self).announced is not Game.announced

    @property
    def constrained(self) -> bool:
        """Whether earlier answers restrict what may be asked (`allows` is consulted only then)."""
        return type(self).allows is not Game.allows

    def allows(self, action: Action, past: Action, feedback: Feedback) -> bool:
        """Whether `action` may be asked after `past` was answered with `feedback` (Wordle's hard mode)."""
        return True

    def lacks(self, action: Action, past: Action, feedback: Feedback) -> str:
        """What an action that `allows` refuses should have, for people; nothing if a game does not say."""
        return ""

    def allows_many(
        self, actions: Sequence[Action], past: Action, feedback: Feedback
    ) -> Sequence[bool] | npt.NDArray[np.bool_]:
        """`allows` for many actions at once; a game may give a faster one."""
        return [self.allows(action, past, feedback) for action in actions]

    # Hooks for size and speed.

    def count(self) -> int | None:
        """The number of secrets, if it is known without listing them."""
        return None

    def draw(self, rng: np.random.Generator) -> Secret:
        """A secret from the prior, for games too large to list. No default: a list is drawn from directly."""
        raise NotImplementedError(f"{self.name} cannot draw a secret without listing all of them")

    def draw_many(self, rng: np.random.Generator, n: int) -> list[Secret]:
        """`draw`, so many times; a game may give a faster one."""
        rows = self.draw_rows(rng, n)
        return [self.draw(rng) for _ in range(n)] if rows is None else secrets_of(rows)

    @property
    def drawable(self) -> bool:
        """Whether `draw` works, so that a sampled information set can be had without a list."""
        return type(self).draw is not Game.draw

    def draw_action(self, rng: np.random.Generator) -> Action:
        """A random action, for games too large to list; a guess of a drawn secret unless a game says otherwise."""
        return self.draw(rng)

    def draw_actions(self, rng: np.random.Generator, n: int) -> list[Action]:
        """`draw_action`, so many times; a game may give a faster one."""
        return [self.draw_action(rng) for _ in range(n)]

    def vary(self, secret: Secret, rng: np.random.Generator) -> Secret:
        """A small random change, as likely forth as back, for Markov chains; unless a game says otherwise, a draw."""
        return self.draw(rng)

    def vary_many(self, secrets: Sequence[Secret], rng: np.random.Generator) -> list[Secret]:
        """`vary` of each secret; a game may give a faster one."""
        return [self.vary(secret, rng) for secret in secrets]

    # Secrets that are tuples of small whole numbers may travel as the rows of an array, where many are needed.

    def draw_rows(self, rng: np.random.Generator, n: int) -> npt.NDArray[Any] | None:
        """`draw`, so many times, one row of whole numbers a secret; `None` if secrets do not travel as rows.

        A game with rows also takes them for the secrets of `feedback_table`, in place of tuples.
        """
        return None

    def vary_rows(self, rows: npt.NDArray[Any], rng: np.random.Generator) -> npt.NDArray[Any]:
        """`vary` of each row; a game may give a faster one."""
        return np.array(self.vary_many(secrets_of(rows), rng), rows.dtype).reshape(rows.shape)

    def prior_rows(self, rows: npt.NDArray[Any]) -> npt.NDArray[np.float64]:
        """`prior` of each row; a game may give a faster one."""
        if type(self).prior is Game.prior:
            return np.ones(len(rows))
        return np.array([float(self.prior(secret)) for secret in secrets_of(rows)], np.float64)

    def feedback_table(self, actions: Sequence[Action], secrets: Sequence[Secret]) -> npt.NDArray[Any] | None:
        """A vectorised twin of the law: an integer for each action (row) and secret (column), or `None`.

        Two cells hold the same integer exactly where the law gives the same feedback; which integer is
        free. `check_game` compares it with the law.
        """
        return None

    def symmetries(self) -> Iterable[Symmetry]:
        """Some symmetries of the game; the solver uses all that can be made of them. None need be given."""
        return ()

    def demands(
        self, actions: Sequence[Action], feedbacks: Sequence[Feedback]
    ) -> tuple[npt.NDArray[np.uint64], npt.NDArray[np.uint64]] | None:
        """`allows` as bits, for the solver: what each action has, and what each answer needs from then on; or `None`.

        `action` is allowed after `past` was answered with `feedback` exactly if all bits of `need[past, feedback]` are
        set in `have[action]`. The last axis is words of 64 bits.
        """
        return None

    def axes(self) -> dict[str, Sequence[str]] | None:
        """Named axes of a probability table whose cells, in order, are the secrets; or `None`."""
        return None

    # Hooks for text. Parsing follows from formatting, unless the game is too large to list.

    def format_secret(self, secret: Secret) -> str:
        return format_plain(secret)

    def format_action(self, action: Action) -> str:
        return self.format_secret(action) if self.goal.only_names else format_plain(action)

    def format_feedback(self, feedback: Feedback) -> str:
        return format_answer(feedback)

    def parse_secret(self, text: str) -> Secret:
        """The secret that `text` writes."""
        return look_up(_secret_texts(self), text, SecretError, f"{self.name} has no secret {{}}; it is one of {{}}")

    def parse_action(self, text: str) -> Action:
        """The action that `text` writes."""
        return look_up(_action_texts(self), text, ActionError, f"{self.name} has no action {{}}; it is one of {{}}")

    def parse_feedback(self, text: str, action: Action) -> Feedback:
        """The feedback that `text` writes, as an answer to `action`."""
        answers = {self.format_feedback(f): f for f in dict.fromkeys(self.feedback(action, s) for s in self.secrets())}
        told = f"{{}} is no answer to {shorten(self.format_action(action))} in {self.name}; it is one of {{}}"
        found: Feedback = look_up(answers, text, FeedbackError, told)
        return found

    @classmethod
    def summary(cls) -> str:
        """One line about the game: the first line of its docstring."""
        return first_line(cls)


def secrets_of(rows: npt.NDArray[Any]) -> list[Secret]:
    """Rows as the tuples that they stand for."""
    return list(map(tuple, rows.tolist()))


def first_line(cls: type) -> str:
    """The first line of a class's own docstring, or nothing."""
    return (cls.__doc__ or "").strip().partition("\n")[0]


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
