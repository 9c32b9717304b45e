"""From a law to integers: every action against every secret, once.

Secrets, actions and feedbacks become small numbers. The table is secret-major, `codes[secret, action]`. Where it would
not fit in memory, `Tables.block` computes what is asked; where the game has a quick law on numbers, a large table is
made only if somebody wants the whole of it.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Hashable, Iterable, Sequence
from functools import cached_property
from pathlib import Path
from threading import Lock
from typing import Any, cast

import numpy as np

from sleuth.core.capabilities import NumberedLaw
from sleuth.core.errors import (
    ActionError,
    FeedbackError,
    LawError,
    ParameterError,
    SecretError,
    SleuthError,
)
from sleuth.core.game import Action, Feedback, Game, Secret, secrets_of
from sleuth.core.history import History
from sleuth.core.immutable import Travels
from sleuth.core.offers import has_own, hits_of, table_of
from sleuth.core.sequential import law
from sleuth.core.text import shorten
from sleuth.core.told_apart import told_apart
from sleuth.kernels.arrays import Array, Bools, Codes, Floats, Ints, frozen

NOTHING = History()
MAX_CODES = 1 << 16
"""A code fits in sixteen bits."""


def answer(game: Game, action: Action, secret: Secret) -> Feedback:
    """The law's answer; what a law must not do is reported with the action and the secret."""
    return answer_after(game, NOTHING, action, secret)


def answer_after(game: Game, history: History, action: Action, secret: Secret) -> Feedback:
    """`answer`, once a history was asked: for sequential games that matters."""
    try:
        feedback = law(game, history, action, secret)
        hash(feedback)
    except SleuthError:
        raise
    except (Exception, SystemExit) as error:
        where = f"for action {shorten(repr(action))} and secret {shorten(repr(secret))}"
        if "feedback" in locals():
            kind = type(feedback).__name__
            raise LawError(
                f"the law of {_source(game)} returned a {kind} ({shorten(repr(feedback))}) {where}; "
                "a feedback must be hashable: return a tuple, a string or a number"
            ) from error
        raise LawError(f"the law of {_source(game)} raised {type(error).__name__}: {error} {where}") from error
    return feedback


def numbers(game: Game, name: str, values: Iterable[Any]) -> Floats:
    """What `prior` or `cost` of a game says of some values, if it says numbers."""
    out, say = [], getattr(game, name)
    for value in values:
        said = say(value)
        try:
            out.append(float(said))
        except (TypeError, ValueError, OverflowError) as error:
            returned = f"returned a {type(said).__name__} ({shorten(repr(said))}) for {shorten(repr(value))}"
            raise LawError(f"{name} of {_source(game)} {returned}; it returns a number, or has another name") from error
    return np.array(out)


def _source(game: Game) -> str:
    """A game, and the file that its law is in."""
    module = sys.modules.get(type(game).__module__)
    file = getattr(module, "__file__", None)
    return f"{game.name} ({Path(file).name})" if file else game.name


class Feedbacks:
    """Feedbacks and their codes. It only grows, so that codes stay valid.

    What Python takes for equal, `True` and 1, are two feedbacks with two codes where the game answers both.
    """

    def __init__(self) -> None:
        self._codes: dict[Hashable, int] = {}
        self._equal: dict[Feedback, int] = {}
        """The code of the first of those that are equal."""
        self.twins: list[tuple[int, int]] = []
        """Pairs of codes whose feedbacks are equal."""
        self._values: dict[int, Feedback] = {}
        self._lock = Lock()

    def __getstate__(self) -> dict[int, Feedback]:
        return dict(self._values)

    def __setstate__(self, values: dict[int, Feedback]) -> None:
        self.__init__()  # type: ignore[misc]
        for code, feedback in values.items():
            self.add(feedback, code)

    def __len__(self) -> int:
        return len(self._values)

    @property
    def width(self) -> int:
        """One more than the largest code."""
        return max(self._values, default=-1) + 1

    def code(self, feedback: Feedback) -> int | None:
        """The code of a feedback that was seen; else of one that is equal to it."""
        code = self._codes.get(told_apart(feedback))
        return self._equal.get(feedback) if code is None else code

    def has(self, code: int) -> bool:
        """Whether it is known what stands behind a code."""
        return code in self._values

    def value(self, code: int) -> Feedback:
        """The feedback behind a code."""
        return self._values[code]

    def known(self) -> tuple[Feedback, ...]:
        """Every feedback seen so far, by code."""
        return tuple(self._values[c] for c in sorted(self._values))

    def add(self, feedback: Feedback, code: int | None = None) -> int:
        """The code of a feedback, new or not."""
        key = told_apart(feedback)
        with self._lock:
            if key not in self._codes:
                self._codes[key] = new = len(self._values) if code is None else code
                self._values[new] = feedback
                if (equal := self._equal.setdefault(feedback, new)) != new:
                    self.twins.append((equal, new))
            return self._codes[key]


class Tables(Travels):
    """Everything about a game as integers. Built by `tabulate`; read-only, so a copy is the thing itself."""

    def __init__(
        self,
        game: Game,
        secrets: Sequence[Secret],
        actions: Sequence[Action],
        codes: Codes | None,
        feedbacks: Feedbacks,
        weights: Floats,
        law: NumberedLaw | None = None,
        make: Callable[[], Codes] | None = None,
    ) -> None:
        self.game = game
        self.secrets = secrets
        self.actions = actions
        self.stored = codes
        """The whole table, where it is in memory."""
        self.law = law
        """The law on numbers, where the table is not stored; `None` where it was, or where the game has no twin."""
        self._make, self._making = make, Lock()
        self.feedbacks = feedbacks
        self.weights = weights
        """The prior weight of each secret; empty where all are alike."""
        self._secret_index = {s: i for i, s in enumerate(secrets)}
        same = actions is secrets
        self._action_index = self._secret_index if same else {a: i for i, a in enumerate(actions)}
        self.named: Ints = np.full(len(actions), -1, np.int32)
        """For each action, the secret that it names; -1 if none."""
        self.naming: Ints = np.full(len(secrets), -1, np.int32)
        """For each secret, the action that names it; -1 if none."""
        if game.goal.names:
            for i, s in enumerate(secrets):
                a = i if same else self._action_index.get(s)
                if a is not None:
                    self.naming[i], self.named[a] = a, i
        self.winning: Ints = self._winning()
        """For each action, the code of the answer that wins; -1 if it cannot win."""
        self.costs: Floats = np.array([1.0])
        """What each action costs, or the one cost of all of them."""
        if has_own(game, "cost"):
            self.costs = numbers(game, "cost", actions)
            if not (np.isfinite(self.costs).all() and (self.costs > 0).all()):
                raise ParameterError(f"{game.name}: every action must cost more than 0")
            if np.ptp(self.costs) == 0:
                self.costs = self.costs[:1].copy()
        for array in (
            self.weights,
            self.named,
            self.naming,
            self.winning,
            self.costs,
            *([] if codes is None else [codes]),
        ):
            array.flags.writeable = False

    @property
    def codes(self) -> Codes | None:
        """The whole table, made now if it was not wanted before; `None` where it would be too large."""
        if self.stored is None and self._make is not None:
            with self._making:
                if self.stored is None:
                    codes = self._make()
                    codes.flags.writeable = False
                    self.stored = codes
        return self.stored

    @property
    def quick(self) -> bool:
        """Whether answers are at hand, stored or by a law on numbers, rather than asked of the plain law."""
        return self.stored is not None or self.law is not None

    def _winning(self) -> Ints:
        winning = np.full(len(self.actions), -1, np.int32)
        guesses = np.flatnonzero(self.named >= 0).astype(np.int32)
        if guesses.size:
            winning[guesses] = self.pairs(guesses, self.named[guesses])
        return winning

    @cached_property
    def hits(self) -> Bools | None:
        """Whether each secret (row) is hit by each action (column); `None` where nothing is to be found."""
        if not self.game.goal.finds:
            return None
        hits = np.zeros((len(self.secrets), len(self.actions)), np.bool_)
        for row, secret in enumerate(self.secrets):
            hits[row, [self.action_index(action) for action in hits_of(self.game, secret)]] = True
        return frozen(hits)

    @property
    def uniform(self) -> bool:
        """Whether all secrets are equally likely."""
        return self.weights.size == 0

    @property
    def integral(self) -> bool:
        """Whether all prior weights are whole numbers, so that totals are exact."""
        return self.uniform or bool((self.weights == np.floor(self.weights)).all() and self.weights.sum() < 2**53)

    @property
    def width(self) -> int:
        """One more than the largest feedback code so far."""
        return self.feedbacks.width

    def action_index(self, action: Action) -> int:
        """The number of an action."""
        try:
            return self._action_index[action]
        except (KeyError, TypeError):
            raise ActionError(f"{shorten(repr(action))} is not an action of {self.game}") from None

    def secret_index(self, secret: Secret) -> int:
        """The number of a secret."""
        try:
            return self._secret_index[secret]
        except (KeyError, TypeError):
            raise SecretError(f"{shorten(repr(secret))} is not a secret of {self.game}") from None

    def has_secret(self, secret: Secret) -> bool:
        """Whether the game lists this secret."""
        try:
            return secret in self._secret_index
        except TypeError:
            return False

    def has_action(self, action: Action) -> bool:
        """Whether the game lists this action."""
        try:
            return action in self._action_index
        except TypeError:
            return False

    def feedback_code(self, feedback: Feedback) -> int:
        """The code of a feedback; -1 if no action was ever seen to give it."""
        try:
            code = self.feedbacks.code(feedback)
        except TypeError:
            raise FeedbackError(
                f"{shorten(repr(feedback))} cannot be a feedback of {self.game}: it is not hashable"
            ) from None
        return -1 if code is None else code

    def column(self, action: int, cands: Ints) -> Array:
        """The codes of one action's answers for some secrets."""
        if self.stored is not None:
            return np.asarray(self.stored[cands, action])
        return self.pairs(np.full(cands.size, action, np.int32), cands)

    def pairs(self, actions: Ints, cands: Ints) -> Array:
        """The code of the answer to each of some actions of the secret beside it."""
        if self.stored is not None:
            return np.asarray(self.stored[cands, actions])
        if self.law is not None:
            codes = self.law.pairs(actions, cands)
            for code in np.flatnonzero(np.bincount(codes)).tolist():
                if not self.feedbacks.has(code):
                    place = int(np.argmax(codes == code))
                    self._learn(code, int(actions[place]), int(cands[place]))
            return codes
        answers = (answer(self.game, self.actions[a], self.secrets[s]) for a, s in zip(actions, cands, strict=True))
        return np.array([self.feedbacks.add(feedback) for feedback in answers], np.uint16)

    def block(self, actions: Ints, cands: Ints) -> Array:
        """Codes of some secrets (rows) under some actions (columns), from the table or computed now."""
        if self.stored is not None:
            return np.ascontiguousarray(self.stored[np.ix_(cands, actions)])
        if self.law is not None:
            codes = np.empty((cands.size, actions.size), self.law.pairs(actions[:1], cands[:1]).dtype)
            self.law.only(actions).fill(cands, codes)
            self.meet(codes, actions, cands)
            return codes
        return encode(self.game, [self.actions[a] for a in actions], [self.secrets[s] for s in cands], self.feedbacks)

    def meet(self, codes: Codes, actions: Ints, cands: Ints) -> None:
        """Learn the feedbacks behind codes that were computed: those of some secrets (rows) under some actions."""
        for code, (s, a) in first_cells(codes).items():
            if not self.feedbacks.has(code):
                self._learn(code, int(actions[a]), int(cands[s]))

    def _learn(self, code: int, action: int, secret: int) -> None:
        self.feedbacks.add(answer(self.game, self.actions[action], self.secrets[secret]), code)


def encode(game: Game, actions: Sequence[Action], secrets: Sequence[Secret] | Array, feedbacks: Feedbacks) -> Array:
    """Codes of `secrets` (rows) under `actions` (columns), by the vectorised twin or the plain law.

    Where secrets travel as rows (`Game.draw_rows`), they may be an array.
    """
    raw = twin(game, actions, secrets)
    if raw is not None:
        codes = np.ascontiguousarray(raw.T)
        for code, (s, a) in first_cells(codes).items():
            if not feedbacks.has(code):
                feedbacks.add(answer(game, actions[a], listed(secrets[s : s + 1])[0]), code)
        return codes
    secrets = listed(secrets)
    out = np.empty((len(secrets), len(actions)), np.uint16)
    for i, secret in enumerate(secrets):
        out[i] = [feedbacks.add(answer(game, action, secret)) for action in actions]
    return out


def first_cells(codes: Array) -> dict[int, tuple[int, int]]:
    """For each code that occurs, one (secret, action) that gives it."""
    from sleuth.kernels import partitions

    most = 256 if codes.dtype == np.uint8 else MAX_CODES
    secrets, actions = np.full(most, -1, np.int32), np.zeros(most, np.int32)
    partitions.first_cells(frozen(codes), secrets, actions)
    seen = np.flatnonzero(secrets >= 0)
    return dict(zip(seen.tolist(), zip(secrets[seen].tolist(), actions[seen].tolist(), strict=True), strict=True))


def listed(secrets: Sequence[Secret] | Array) -> Sequence[Secret]:
    """Secrets as the game lists them, also where they travel as rows."""
    return secrets_of(secrets) if isinstance(secrets, np.ndarray) else secrets


def twin(game: Game, actions: Sequence[Action], secrets: Sequence[Secret] | Array) -> Array | None:
    """The twin's table (actions x secrets) as small numbers, or `None` if the game has no twin."""
    try:
        raw = table_of(game, actions, cast(Sequence[Secret], secrets))  # a game with rows takes them as well
    except SleuthError:
        raise
    except (Exception, SystemExit) as error:
        raise LawError(f"feedback_table of {game.name} raised {type(error).__name__}: {error}") from error
    if raw is None:
        return None
    raw = np.asarray(raw)
    shape = (len(actions), len(secrets))
    if raw.shape != shape or raw.dtype.kind not in "iub":
        raise LawError(
            f"feedback_table of {game.name} must return integers of shape {shape}, not {raw.dtype} of shape {raw.shape}"
        )
    if raw.dtype == np.uint8 or raw.size == 0:
        return raw
    if raw.min() < 0 or raw.max() >= MAX_CODES:
        raise LawError(f"feedback_table of {game.name} must return numbers from 0 to {MAX_CODES - 1}")
    return raw.astype(np.uint16)
