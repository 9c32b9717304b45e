"""A game in which everything must be found, as bits: sets of candidates and of actions are whole numbers.

Weights are whole numbers too, of any length, multiples of one unit, so no sum is ever rounded.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from typing import NamedTuple

import numpy as np

from sleuth.belief.begin import begin
from sleuth.core.capabilities import Past
from sleuth.core.errors import ParameterError, TooLargeError
from sleuth.core.game import Action, Feedback, Game, Secret
from sleuth.core.offers import allows_many, constrained, hits_of, repeats
from sleuth.core.progress import Progress
from sleuth.core.text import plural

MAX_SECRETS = 2_000


class FindState(NamedTuple):
    """What is left, and what was asked."""

    candidates: int
    asked: int
    order: tuple[int, ...]
    """The actions asked, in order; empty where the law is a table."""
    allowed: int
    """The actions that earlier answers allow; -1 for all."""


class FindPart(NamedTuple):
    feedback: Feedback
    candidates: int
    over: bool
    """Whether the answer names the secret."""


class FindGroup(NamedTuple):
    """What a set of candidates has in common, whatever was asked."""

    concerned: int
    """Actions that hit or name any of them."""
    common: int
    """Actions that hit all of them and name none."""


@dataclass(eq=False)
class FindProblem:
    """A game as bits."""

    game: Game
    secrets: list[Secret]
    actions: list[Action]
    weights: list[int]
    unit: int
    """How many units a weight of one has."""
    hits: list[int]
    """For each secret, the actions that hit it."""
    naming: list[int]
    """For each secret, the action that names it; -1 if none."""
    table: list[dict[Feedback, int]] | None
    """For each action, the secrets of each answer; `None` where the law depends on the play."""
    successes: list[int] = field(init=False)
    """For each action, the secrets that it hits or names."""
    plain_misses: bool = field(init=False)
    """Whether all misses of an action are answered alike (and, in a sequential game, change no later answer)."""
    _groups: dict[int, FindGroup] = field(default_factory=dict)
    _masses: dict[int, int] = field(default_factory=dict)
    _permits: dict[tuple[int, Feedback], int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.successes = [0] * len(self.actions)
        for secret, (hits, named) in enumerate(zip(self.hits, self.naming, strict=True)):
            for action in self.bits(hits | (1 << named if named >= 0 else 0)):
                self.successes[action] |= 1 << secret
        if self.law is not None:
            self.plain_misses = self.law.plain_misses
        else:
            assert self.table is not None
            self.plain_misses = all(
                sum(bool(part & ~success) for part in masks.values()) <= 1
                for masks, success in zip(self.table, self.successes, strict=True)
            )

    @cached_property
    def law(self) -> Past | None:
        """The law, where it depends on what was asked before."""
        return self.game.offers(Past)

    @property
    def root(self) -> FindState:
        """Before the first question."""
        return FindState((1 << len(self.secrets)) - 1, 0, (), -1)

    @classmethod
    def of(cls, game: Game, progress: Progress) -> FindProblem:
        """The problem of a game, if it is small enough to list."""
        info = begin(game, "enumerated", progress=progress)
        secrets = info.candidates()
        if len(secrets) > MAX_SECRETS:
            raise too_large(game, len(secrets))
        actions = list(info.actions)
        place = {action: i for i, action in enumerate(actions)}
        table: list[dict[Feedback, int]] | None = None
        if (listed := info.table()) is not None:
            table = []
            numbers = np.arange(len(secrets), dtype=np.int32)
            for action in range(len(actions)):
                masks: dict[int, int] = {}
                for s, code in enumerate(listed.tables.column(action, numbers).tolist()):
                    masks[code] = masks.get(code, 0) | 1 << s
                table.append({listed.tables.feedbacks.value(code): mask for code, mask in masks.items()})
        elif game.offers(Past) is None:
            raise ParameterError(f"{game} is not solved: its candidates cannot be listed")
        exact = [Fraction(float(game.prior(s))) for s in secrets]
        unit = max(weight.denominator for weight in exact)  # powers of two, so the largest is a multiple of all
        weights = [int(weight * unit) for weight in exact]
        hits = [sum(1 << place[a] for a in set(hits_of(game, s))) for s in secrets]
        naming = [place.get(s, -1) for s in secrets]
        return cls(game, secrets, actions, weights, unit, hits, naming, table)

    @staticmethod
    def bits(mask: int) -> Iterator[int]:
        """The places of the members of a set."""
        while mask:
            low = mask & -mask
            yield low.bit_length() - 1
            mask ^= low

    def mass(self, candidates: int) -> int:
        """The weight of some candidates."""
        weight = self._masses.get(candidates)
        if weight is None:
            weight = self._masses[candidates] = sum(self.weights[s] for s in self.bits(candidates))
        return weight

    def group(self, candidates: int) -> FindGroup:
        """What some candidates have in common."""
        group = self._groups.get(candidates)
        if group is None:
            concerned = names = 0
            common = -1
            for s in self.bits(candidates):
                concerned |= self.hits[s]
                common &= self.hits[s]
                if self.naming[s] >= 0:
                    names |= 1 << self.naming[s]
            group = FindGroup(concerned | names, common & ~names)
            self._groups[candidates] = group
        return group

    def may_name(self, secret: int, asked: int) -> bool:
        """Whether a secret can still be named, for all that was asked."""
        named = self.naming[secret]
        return named >= 0 and (repeats(self.game) or not asked >> named & 1)

    def parts(self, state: FindState, action: int) -> list[FindPart]:
        """What each answer to an action would leave."""
        left: dict[Feedback, int] = {}
        if self.table is not None:
            whole = state.candidates
            left = {feedback: here for feedback, mask in self.table[action].items() if (here := whole & mask)}
        else:
            assert self.law is not None
            past = [self.actions[a] for a in state.order]
            for s in self.bits(state.candidates):
                feedback = self.law.feedback_after(past, self.actions[action], self.secrets[s])
                left[feedback] = left.get(feedback, 0) | 1 << s
        return [FindPart(feedback, part, self._names(action, part)) for feedback, part in left.items()]

    def _names(self, action: int, part: int) -> bool:
        """Whether an action has named the only candidate that its answer leaves."""
        return not part & part - 1 and self.naming[part.bit_length() - 1] == action

    def after(self, state: FindState, action: int, part: FindPart) -> FindState:
        """The state that an answer leads to."""
        order = state.order if self.table is not None else (*state.order, action)
        allowed = state.allowed
        if constrained(self.game):
            allowed &= self._permitted(action, part.feedback)
        return FindState(part.candidates, state.asked | 1 << action, order, allowed)

    def _permitted(self, action: int, feedback: Feedback) -> int:
        """The actions that an answer allows from then on."""
        permitted = self._permits.get((action, feedback))
        if permitted is None:
            allows = allows_many(self.game, self.actions, self.actions[action], feedback)
            permitted = self._permits[action, feedback] = sum(1 << a for a, allowed in enumerate(allows) if allowed)
        return permitted


def too_large(game: Game, number: int) -> TooLargeError:
    return TooLargeError(
        f"{game} has {plural(number, 'secret')}, too many to solve where everything must be found (at most "
        f"{MAX_SECRETS:,}); `sleuth evaluate` plays it"
    )
