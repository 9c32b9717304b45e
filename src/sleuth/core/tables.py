"""From a law to integers: every action against every secret, once.

`tabulate(game)` lists the secrets and the actions and gives each feedback a small number. The table is
secret-major, `codes[secret, action]`. Where it would not fit in memory, `Tables.block` computes what is asked.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from itertools import islice
from threading import Lock
from typing import Any

import numpy as np

from sleuth.core import store
from sleuth.core.errors import (
    ActionError,
    FeedbackError,
    LawError,
    ParameterError,
    SecretError,
    SleuthError,
    TooLargeError,
)
from sleuth.core.game import Action, Feedback, Game, Goal, Secret
from sleuth.core.progress import Progress, silent
from sleuth.core.text import plural, shorten
from sleuth.kernels.arrays import Array, Codes, Floats, Ints
from sleuth.kernels.jit import pool, workers

SECRETS_MOST = 3_000_000
"""More secrets (or actions) than this are not listed: the sampled information set is for them."""
WORTH_KEEPING = 0.2
"""Seconds of tabulation from which on a table is kept on disk."""
WORTH_SPREADING = 1.0
"""Estimated seconds of a plain law from which on it runs on all cores."""
CODES_MOST = 1 << 16


def answer(game: Game, action: Action, secret: Secret) -> Feedback:
    """The law's answer; what a law must not do is reported with the action and the secret."""
    try:
        feedback = game.feedback(action, secret)
        hash(feedback)
    except SleuthError:
        raise
    except Exception as error:
        where = f"for action {shorten(repr(action))} and secret {shorten(repr(secret))}"
        if "feedback" in locals():
            kind = type(feedback).__name__
            raise LawError(
                f"the law of {game.name} returned a {kind} ({shorten(repr(feedback))}) {where}; "
                "a feedback must be hashable: return a tuple, a string or a number"
            ) from error
        raise LawError(f"the law of {game.name} raised {type(error).__name__}: {error} {where}") from error
    return feedback


class Feedbacks:
    """Feedbacks and their codes. It only grows, so that codes stay valid."""

    def __init__(self) -> None:
        self._codes: dict[Feedback, int] = {}
        self._values: dict[int, Feedback] = {}
        self._lock = Lock()

    def __len__(self) -> int:
        return len(self._values)

    @property
    def width(self) -> int:
        """One more than the largest code."""
        return max(self._values, default=-1) + 1

    def code(self, feedback: Feedback) -> int | None:
        """The code of a feedback that was seen."""
        return self._codes.get(feedback)

    def value(self, code: int) -> Feedback:
        """The feedback behind a code."""
        return self._values[code]

    def known(self) -> tuple[Feedback, ...]:
        """Every feedback seen so far, by code."""
        return tuple(self._values[c] for c in sorted(self._values))

    def add(self, feedback: Feedback, code: int | None = None) -> int:
        """The code of a feedback, new or not."""
        with self._lock:
            if feedback not in self._codes:
                self._codes[feedback] = len(self._values) if code is None else code
                self._values[self._codes[feedback]] = feedback
            return self._codes[feedback]


class Tables:
    """Everything about a game as integers. Built by `tabulate`; read-only."""

    def __init__(
        self,
        game: Game,
        secrets: Sequence[Secret],
        actions: Sequence[Action],
        codes: Codes | None,
        feedbacks: Feedbacks,
        weights: Floats,
    ) -> None:
        self.game = game
        self.secrets = secrets
        self.actions = actions
        self.codes = codes
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
        if game.goal is Goal.NAME:
            for i, s in enumerate(secrets):
                a = i if same else self._action_index.get(s)
                if a is not None:
                    self.naming[i], self.named[a] = a, i
        self.winning: Ints = self._winning()
        """For each action, the code of the answer that wins; -1 if it cannot win."""
        self.costs: Floats = np.array([1.0])
        """What each action costs, or the one cost of all of them."""
        if type(game).cost is not Game.cost:
            self.costs = np.array([float(game.cost(a)) for a in actions])
            if not (np.isfinite(self.costs).all() and (self.costs > 0).all()):
                raise ParameterError(f"{game.name}: every action must cost more than 0")
        for array in (
            self.weights,
            self.named,
            self.naming,
            self.winning,
            self.costs,
            *([] if codes is None else [codes]),
        ):
            array.flags.writeable = False

    def _winning(self) -> Ints:
        winning = np.full(len(self.actions), -1, np.int32)
        guesses = np.flatnonzero(self.named >= 0)
        if guesses.size == 0:
            return winning
        if self.codes is not None:
            winning[guesses] = self.codes[self.named[guesses], guesses]
            return winning
        for a in guesses[:2].tolist():
            winning[a] = self.feedbacks.add(answer(self.game, self.actions[a], self.secrets[self.named[a]]))
        if len(set(winning[guesses[:2]].tolist())) == 1:
            # One answer wins in every game whose law looks at equality; on demand, the others follow when asked.
            winning[guesses] = winning[guesses[0]]
        else:
            for a in guesses.tolist():
                winning[a] = self.feedbacks.add(answer(self.game, self.actions[a], self.secrets[self.named[a]]))
        return winning

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
        if self.codes is not None:
            return np.asarray(self.codes[cands, action])
        return self.block(np.array([action], np.int32), cands)[:, 0]

    def block(self, actions: Ints, cands: Ints) -> Array:
        """Codes of some secrets (rows) under some actions (columns), from the table or computed now."""
        if self.codes is not None:
            return np.ascontiguousarray(self.codes[np.ix_(cands, actions)])
        return encode(self.game, [self.actions[a] for a in actions], [self.secrets[s] for s in cands], self.feedbacks)


def encode(game: Game, actions: Sequence[Action], secrets: Sequence[Secret], feedbacks: Feedbacks) -> Array:
    """Codes of `secrets` (rows) under `actions` (columns), by the vectorised twin or the plain law."""
    raw = _twin(game, actions, secrets)
    if raw is not None:
        codes = np.ascontiguousarray(raw.T)
        for code in np.unique(codes).tolist():
            if code not in feedbacks._values:
                s, a = np.argwhere(codes == code)[0]
                feedbacks.add(answer(game, actions[a], secrets[s]), code)
        return codes
    out = np.empty((len(secrets), len(actions)), np.uint16)
    for i, secret in enumerate(secrets):
        out[i] = [feedbacks.add(answer(game, action, secret)) for action in actions]
    return out


def _twin(game: Game, actions: Sequence[Action], secrets: Sequence[Secret]) -> Array | None:
    """The twin's table (actions x secrets) as small numbers, or `None` if the game has no twin."""
    try:
        raw = game.feedback_table(actions, secrets)
    except SleuthError:
        raise
    except Exception as error:
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
    if raw.min() < 0 or raw.max() >= CODES_MOST:
        raise LawError(f"feedback_table of {game.name} must return numbers from 0 to {CODES_MOST - 1}")
    return raw.astype(np.uint16)


def listed(game: Game, values: Iterable[Any], what: str) -> list[Any]:
    """A game's secrets or actions as a list, if they are few enough, hashable and distinct."""
    out = list(islice(iter(values), SECRETS_MOST + 1))
    if len(out) > SECRETS_MOST:
        raise too_large(game, f"more than {SECRETS_MOST:,}", what)
    if not out:
        raise ParameterError(f"{game} has no {what}s")
    try:
        distinct = len(set(out))
    except TypeError as error:
        raise LawError(f"a {what} of {game.name} is not hashable ({error}); use tuples, strings or numbers") from None
    if distinct != len(out):
        seen: set[Any] = set()
        twice = next(v for v in out if v in seen or seen.add(v))  # type: ignore[func-returns-value]
        raise ParameterError(f"{game} lists the {what} {shorten(repr(twice))} twice")
    return out


def too_large(game: Game, number: str, what: str = "secret") -> TooLargeError:
    """The error that offers the sampled information set."""
    offer = (
        "use the sampled information set (--belief sampled)"
        if game.drawable
        else "make it smaller, or give it a draw(rng) hook"
    )
    return TooLargeError(f"{game} has {number} {what}s, too many to list (at most {SECRETS_MOST:,}); {offer}")


def priors(game: Game, secrets: list[Secret]) -> tuple[list[Secret], Floats]:
    """The secrets that can occur and their weights; no weights where all are alike."""
    if type(game).prior is Game.prior:
        return secrets, np.empty(0)
    weights = np.array([float(game.prior(s)) for s in secrets])
    bad = ~np.isfinite(weights) | (weights < 0)
    if bad.any():
        i = int(np.argmax(bad))
        raise ParameterError(f"{game.name}: the prior of {shorten(repr(secrets[i]))} is {weights[i]}, not a weight")
    kept = weights > 0
    if not kept.any():
        raise ParameterError(f"{game}: every secret has prior 0")
    secrets, weights = [s for s, k in zip(secrets, kept, strict=True) if k], weights[kept]
    return secrets, np.empty(0) if (weights == weights[0]).all() else weights


@lru_cache(maxsize=4)
def _remembered(game: Game) -> list[Tables]:
    return []


def tabulate(game: Game, progress: Progress = silent, keep: bool = True) -> Tables:
    """The tables of a game: from memory, from disk, or made now on all cores. `keep=False` uses neither cache."""
    try:
        remembered = _remembered(game) if keep else []
    except TypeError:
        raise ParameterError(f"{game.name} is not hashable; write @dataclass(frozen=True) above its class") from None
    if not remembered:
        remembered.append(_tabulate(game, progress, keep))
    return remembered[0]


def _tabulate(game: Game, progress: Progress, keep: bool) -> Tables:
    number = game.count()
    if number is not None and number > SECRETS_MOST:
        raise too_large(game, f"{number:,}")
    all_secrets = listed(game, game.secrets(), "secret")
    if type(game).actions is Game.actions:
        actions: list[Action] = all_secrets
    else:
        actions = listed(game, game.actions(), "action")
        actions = all_secrets if actions == all_secrets else actions
    secrets, weights = priors(game, all_secrets)
    feedbacks = Feedbacks()
    name = store.key(game, secrets, actions) if keep else None
    stored = store.load(name) if name else None
    if stored is not None:
        codes, cells = stored
        for code, (s, a) in cells.items():
            feedbacks.add(answer(game, actions[a], secrets[s]), code)
        return Tables(game, secrets, actions, codes, feedbacks, weights)
    has_twin = _twin(game, actions[:1], secrets[:1]) is not None
    cells_number = len(secrets) * len(actions)
    if cells_number * (1 if has_twin else 2) > store.memory_limit():
        return Tables(game, secrets, actions, None, feedbacks, weights)
    began = time.monotonic()
    build = _build_by_twin if has_twin else _build_by_law
    codes = build(game, secrets, actions, feedbacks, progress)
    if name and time.monotonic() - began > WORTH_KEEPING:
        store.save(name, codes, first_cells(codes))
    return Tables(game, secrets, actions, codes, feedbacks, weights)


def first_cells(codes: Array) -> dict[int, tuple[int, int]]:
    """For each code that occurs, one (secret, action) that gives it."""
    from sleuth.kernels import parts

    secrets, actions = np.full(CODES_MOST, -1, np.int32), np.zeros(CODES_MOST, np.int32)
    parts.first_cells(codes, secrets, actions)
    return {int(c): (int(secrets[c]), int(actions[c])) for c in np.flatnonzero(secrets >= 0)}


def _build_by_twin(
    game: Game, secrets: list[Secret], actions: list[Action], feedbacks: Feedbacks, progress: Progress
) -> Array:
    what = f"tabulating {game.name}"
    block = max(1, min(len(actions), (1 << 26) // len(secrets), -(-len(actions) // workers())))
    probe = _twin(game, actions[:1], secrets[:1])
    assert probe is not None
    codes = np.empty((len(secrets), len(actions)), probe.dtype)

    def fill(start: int) -> None:
        part = _twin(game, actions[start : start + block], secrets)
        assert part is not None
        codes[:, start : start + block] = part.T

    _spread(fill, range(0, len(actions), block), lambda done: progress(what, (done + 1) * block, len(actions)))
    for code, (s, a) in first_cells(codes).items():
        feedbacks.add(answer(game, actions[a], secrets[s]), code)
    return codes


def _spread(work: Callable[[int], None], items: Sequence[int], done: Callable[[int], None]) -> None:
    for number, future in enumerate([pool().submit(work, item) for item in items]):
        future.result()
        done(number)


def _law_rows(game: Game, secrets: list[Secret], actions: list[Action]) -> tuple[Array, list[Feedback]]:
    """The plain law over some secrets: local codes, and the feedbacks behind them."""
    codes: dict[Feedback, int] = {}
    out = np.empty((len(secrets), len(actions)), np.int32)
    for i, secret in enumerate(secrets):
        row = out[i]
        for j, action in enumerate(actions):
            feedback = answer(game, action, secret)
            row[j] = codes.setdefault(feedback, len(codes))
    return out, list(codes)


def _build_by_law(
    game: Game, secrets: list[Secret], actions: list[Action], feedbacks: Feedbacks, progress: Progress
) -> Array:
    codes = np.empty((len(secrets), len(actions)), np.uint16)

    def place(start: int, part: tuple[Array, list[Feedback]]) -> None:
        local, values = part
        if len(feedbacks) + len(values) > CODES_MOST:
            raise TooLargeError(f"{game} has more than {CODES_MOST:,} different feedbacks")
        lut = np.array([feedbacks.add(v) for v in values], np.uint16)
        codes[start : start + len(local)] = lut[local]

    what = f"asking the plain law of {game.name} {plural(len(secrets) * len(actions), 'time')}"
    began = time.monotonic()
    done = 0
    while done < len(secrets):
        place(done, _law_rows(game, secrets[done : done + 1], actions))
        done += 1
        spent = time.monotonic() - began
        progress(what, done, len(secrets))
        if workers() > 1 and spent > 0.2 and spent / done * (len(secrets) - done) > WORTH_SPREADING:
            break
    if done < len(secrets):
        from joblib import Parallel, delayed

        size = max(1, min(math.ceil((len(secrets) - done) / workers() / 4), math.ceil(0.5 / (spent / done))))
        starts = range(done, len(secrets), size)
        jobs = (delayed(_law_rows)(game, secrets[s : s + size], actions) for s in starts)
        for start, part in zip(starts, Parallel(workers(), return_as="generator")(jobs), strict=True):
            place(start, part)
            progress(what, min(start + size, len(secrets)), len(secrets))
    return codes.astype(np.uint8) if feedbacks.width <= 256 else codes
