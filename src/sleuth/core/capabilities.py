"""What a game may offer besides its rules: capabilities that make it faster, larger or stricter.

A game declares a capability as a base, `class Bits(Game, Count)`, and writes what it needs; all else is the default
that is written here. `game.offers(Kind)` is the game itself, or `None`, unless it says otherwise: a game around another
(a channel, several boards) forwards what the inner one offers, and a parameter may switch one off. A member that has a
capability's name, undeclared, is refused (`core.members`).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterable, Sequence
from typing import Any, ClassVar, NamedTuple, Protocol

import numpy as np
import numpy.typing as npt

from sleuth.core.members import CAPABILITIES, default, writes
from sleuth.core.members import Capability as Capability

Generator = np.random.Generator


class Count(Capability, needs=("count",)):
    """The number of secrets, known without listing them."""

    about_answers: ClassVar[bool] = False

    def count(self) -> int | None:
        """The number of secrets; `None` where it is not known after all."""
        return None


class Draws(Capability, needs=("draw", "draw_action")):
    """Secrets drawn from the prior, for games too large to list."""

    about_answers: ClassVar[bool] = False

    def draw(self, rng: Generator) -> Any:
        """A secret from the prior. No default: a list is drawn from directly."""
        raise NotImplementedError(f"{self} cannot draw a secret without listing all of them")

    def draw_many(self, rng: Generator, n: int) -> list[Any]:
        """`draw`, so many times."""
        rows = self.draw_rows(rng, n)
        return [self.draw(rng) for _ in range(n)] if rows is None else secrets_of(rows)

    def draw_action(self, rng: Generator) -> Any:
        """A random action; a guess of a drawn secret unless a game says otherwise."""
        return self.draw(rng)

    def draw_actions(self, rng: Generator, n: int) -> list[Any]:
        """`draw_action`, so many times."""
        return [self.draw_action(rng) for _ in range(n)]

    def vary(self, secret: Any, rng: Generator) -> Any:
        """A small random change, as likely forth as back, for Markov chains; unless a game says otherwise, a draw."""
        return self.draw(rng)

    def vary_many(self, secrets: Sequence[Any], rng: Generator) -> list[Any]:
        """`vary` of each secret."""
        return [self.vary(secret, rng) for secret in secrets]

    # Secrets that are tuples of small whole numbers may travel as the rows of an array, where many are needed.

    def draw_rows(self, rng: Generator, n: int) -> npt.NDArray[Any] | None:
        """`draw`, so many times, one row of whole numbers a secret; `None` if secrets do not travel as rows.

        A game with rows also takes them for the secrets of `feedback_table`, in place of tuples.
        """
        return None

    def vary_rows(self, rows: npt.NDArray[Any], rng: Generator) -> npt.NDArray[Any]:
        """`vary` of each row."""
        return np.array(self.vary_many(secrets_of(rows), rng), rows.dtype).reshape(rows.shape)

    def prior_rows(self: Any, rows: npt.NDArray[Any]) -> npt.NDArray[np.float64]:
        """`prior` of each row."""
        return np.array([float(self.prior(secret)) for secret in secrets_of(rows)], np.float64)


class NumberedLaw(Protocol):
    """A law on numbers: actions and secrets are listed once, and asked by their places in the lists."""

    def only(self, actions: npt.NDArray[np.int32]) -> NumberedLaw:
        """The same law, with some of the actions in the place of all."""

    def fill(self, secrets: npt.NDArray[np.int32], out: npt.NDArray[Any]) -> None:
        """Write the answers of some secrets (rows) to every action (columns), as numbers that `feedback_table` has."""

    def pairs(self, actions: npt.NDArray[np.int32], secrets: npt.NDArray[np.int32]) -> npt.NDArray[Any]:
        """The answer to each of some actions of the secret beside it."""


class Twin(Capability, needs=("feedback_table",)):
    """A vectorised twin of the law."""

    def feedback_table(self, actions: Sequence[Any], secrets: Sequence[Any]) -> npt.NDArray[Any] | None:
        """An integer for each action (row) and secret (column), or `None`.

        Two cells hold the same integer exactly where the law gives the same feedback; which integer is
        free. `check_game` compares it with the law.
        """
        return None

    def numbered_law(self, actions: Sequence[Any], secrets: Sequence[Any]) -> NumberedLaw | None:
        """The twin made ready for lists that stay, or `None`. Where it is quick, large tables need not be stored."""
        return None


class Symmetry(NamedTuple):
    """A way to rename secrets and actions that leaves the game as it is, up to the names of the feedbacks."""

    secret: Callable[[Any], Any]
    action: Callable[[Any], Any]
    rows: Callable[[npt.NDArray[Any]], npt.NDArray[Any]] | None = None
    """The same for many secrets at once, one row of small whole numbers each, where actions go as secrets do."""


class Symmetries(Capability, needs=("symmetries",)):
    """Symmetries of the game, which make exact search quicker."""

    def symmetries(self) -> Iterable[Symmetry]:
        """Some of them; the solver uses all that can be made of them."""
        return ()


class Past(Capability, needs=("feedback_after",)):
    """What the oracle answers depends on what was asked before."""

    @default
    def ordered(self) -> bool:
        """Whether the order of the earlier actions matters to the law; if not, only which ones they are."""
        return True

    @default
    def plain_misses(self) -> bool:
        """Whether all misses are answered alike and change no later answer. Then the solver is quicker."""
        return False

    def feedback_after(self, past: Sequence[Any], action: Any, secret: Any) -> Hashable:
        """The law: what the oracle answers to `action` once `past` was asked, in that order. Pure, hashable."""
        raise NotImplementedError


class Constraint(Capability, needs=("allows", "repeats")):
    """Not everything may be asked at any time."""

    @default
    def repeats(self) -> bool:
        """Whether an action may be asked again. Under a channel that lies it always may."""
        return True

    @default
    def constrained(self) -> bool:
        """Whether earlier answers restrict what may be asked (`allows` is consulted only then)."""
        return writes(self, "allows")

    def allows(self, action: Any, past: Any, feedback: Any) -> bool:
        """Whether `action` may be asked after `past` was answered with `feedback` (Wordle's hard mode)."""
        return True

    def lacks(self, action: Any, past: Any, feedback: Any) -> str:
        """What an action that `allows` refuses should have, for people; nothing if a game does not say."""
        return ""

    def allows_many(self, actions: Sequence[Any], past: Any, feedback: Any) -> Sequence[bool] | npt.NDArray[np.bool_]:
        """`allows` for many actions at once."""
        return [self.allows(action, past, feedback) for action in actions]

    def demands(
        self, actions: Sequence[Any], feedbacks: Sequence[Any]
    ) -> tuple[npt.NDArray[np.uint64], npt.NDArray[np.uint64]] | None:
        """`allows` as bits, for the solver: what each action has, and what each answer needs from then on; or `None`.

        `action` is allowed after `past` was answered with `feedback` exactly if all bits of `need[past, feedback]` are
        set in `have[action]`. The last axis is words of 64 bits.
        """
        return None


class Announcement(Capability, needs=("announced",)):
    """Something is told before the first question (the lengths of hidden words)."""

    about_answers: ClassVar[bool] = False

    def announced(self, secret: Any) -> Any:
        """The game once what is public about a secret was told."""
        return self


class Axes(Capability, needs=("axes",)):
    """The secrets are the cells of a table with named axes."""

    about_answers: ClassVar[bool] = False

    def axes(self) -> dict[str, Sequence[str]] | None:
        """The axes, whose cells in order are the secrets; or `None`."""
        return None


class Rounds(Capability, needs=("rows",)):
    """A player is given only so many steps."""

    about_answers: ClassVar[bool] = False

    @default
    def rows(self) -> int | None:
        """How many; the solver looks for trees that keep to it."""
        return None


class Answers(Capability, needs=("answers_to",)):
    """The answers that an action may have, known without asking every secret."""

    about_answers: ClassVar[bool] = False

    def answers_to(self, action: Any) -> Iterable[Hashable]:
        """The answers that some secret gives to an action."""
        return ()


class Hits(Capability, needs=("hits",)):
    """Some actions find a part of a secret: the cells of the ships, the letters of the phrase."""

    about_answers: ClassVar[bool] = False

    def hits(self, secret: Any) -> Collection[Any]:
        """These actions."""
        return ()


class Denial(Capability, needs=("denial",)):
    """One answer says no."""

    about_answers: ClassVar[bool] = False

    @default
    def denial(self) -> Hashable:
        """That answer."""
        return None


class Unlisted(NamedTuple):
    """How likely it is that the secret is none of the listed ones."""

    listed: float
    """The chance that it is one of them; theirs are shares of this."""
    rarer: dict[Any, float]
    """Secrets that are less likely than the listed ones, with their chances."""
    none: float
    """The chance that no list has it."""


class WiderGame(NamedTuple):
    """The same game over the secrets that explain a history, listed or not."""

    game: Any
    beyond: str
    """Nothing: they are listed; `rare`: less likely ones than the listed ones; `none`: secrets of no list."""
    pattern: str
    """What is known of the secret, as in `_ A _ T _`."""


class Reserve(Capability, needs=("reserve",)):
    """The list of secrets may lack the true one, as lists of words do."""

    def reserve(self, history: Iterable[tuple[Any, Any]]) -> Unlisted:
        """How likely that is after a history that some listed secret explains."""
        return Unlisted(1.0, {}, 0.0)

    def wider(self, history: Iterable[tuple[Any, Any]], asked: Iterable[Any] = ()) -> WiderGame | None:
        """The game to go on with where no listed secret explains a history, or no list has what was asked, or is.

        `None` where nothing at all could explain the history.
        """
        return None

    def lists(self, actions: Iterable[Any]) -> bool:
        """Whether all of these may be asked by the list."""
        return True

    def parse_any(self: Any, text: str) -> Any:
        """An action, be it listed or not."""
        return self.parse_action(text)


class Channelled(Capability, needs=("channel",)):
    """The answers pass a channel, so they may be lies."""

    about_answers: ClassVar[bool] = False

    @default
    def channel(self) -> Any:
        """The channel."""
        raise NotImplementedError

    @default
    def inside(self) -> Any:
        """The game inside, whose answers are true."""
        raise NotImplementedError


CAPABILITIES.extend(Capability.__subclasses__())


def swap_and_turn(things: Sequence[int]) -> list[dict[int, int]]:
    """Two rearrangements from which all others follow: swap the first two, and move each one on."""
    things = list(things)
    same = dict(zip(things, things, strict=True))
    swap = same | dict(zip(things[:2], things[1::-1], strict=True)) if len(things) > 1 else same
    turn = dict(zip(things, things[1:] + things[:1], strict=True))
    return [names for names in (swap, turn) if names != same]


def secrets_of(rows: npt.NDArray[Any]) -> list[Any]:
    """Rows as the tuples that they stand for."""
    return list(map(tuple, rows.tolist()))


# The questions that are asked most.
