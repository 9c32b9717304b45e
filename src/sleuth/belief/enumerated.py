"""The information set as a list: the numbers of all secrets that explain the history."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import replace
from functools import cached_property

import numpy as np

from sleuth.belief.base import EVENT, InformationSet, of_events
from sleuth.belief.counted_outcomes import Counted
from sleuth.belief.outcomes import Picked
from sleuth.belief.streamed_outcomes import Streamed
from sleuth.core.errors import SAMPLE, TooLargeError
from sleuth.core.game import Action, Feedback, Game, Secret
from sleuth.core.history import History
from sleuth.core.numbered_law import MAX_STREAMED
from sleuth.core.offers import allows_many, constrained, repeats
from sleuth.core.table_files import memory_limit
from sleuth.core.tables import Tables
from sleuth.core.text import plural
from sleuth.kernels.arrays import Array, Bools, Floats, Ints
from sleuth.measures.shannon import shannon

COMPUTED_CELLS = 1 << 22
"""Answers up to which those that are not stored are computed once, for all that is asked of them."""


class EnumeratedSet(InformationSet):
    """Indices into the tables of a game, with the prior's weights where it is not uniform."""

    def __init__(
        self, tables: Tables, indices: Ints | None = None, history: History | None = None, legal: Ints | None = None
    ):
        self.tables = tables
        self.game: Game = tables.game
        self.indices: Ints = np.arange(len(tables.secrets), dtype=np.int32) if indices is None else indices
        self.history = history or History()
        self.legal: Ints | None = legal
        """The numbers of the legal actions; `None` where all of them are."""
        self.indices.flags.writeable = False
        if legal is not None:
            legal.flags.writeable = False

    @property
    def size(self) -> int:
        return self.indices.size

    @property
    def exact(self) -> bool:
        return True

    def table(self) -> EnumeratedSet | None:
        return self if self.game.goal.tabulated else None

    @property
    def key(self) -> Hashable:
        """The candidates, what may be asked, whether it was named; and what was found, where that matters."""
        found: Hashable = None
        if self.tables.hits is not None:
            found = frozenset(np.flatnonzero(self.tables.hits[self.indices].any(axis=0)).tolist()) & set(self._asked)
        return self.indices.tobytes(), None if self.legal is None else self.legal.tobytes(), found, self.won

    @property
    def weights(self) -> Floats:
        """The weights of the candidates, one each."""
        rows = self.row_weights
        return rows[self.indices] if rows.size else np.ones(self.size)

    def shares(self) -> tuple[Ints, Floats]:
        weights = self.weights
        return self.indices, weights / weights.sum()

    @property
    def row_weights(self) -> Floats:
        """The weights of all secrets, for the kernels; empty where the candidates are alike."""
        return self.tables.weights

    @cached_property
    def entropy(self) -> float:
        return float(shannon(self.weights)) if self.row_weights.size else float(np.log2(self.size))

    @property
    def legal_indices(self) -> Ints:
        """The numbers of the actions that may be asked now."""
        return np.arange(len(self.tables.actions), dtype=np.int32) if self.legal is None else self.legal

    @property
    def actions(self) -> Sequence[Action]:
        every = self.tables.actions
        return every if self.legal is None else [every[a] for a in self.legal]

    def is_legal(self, action: Action) -> bool:
        if not self.tables.has_action(action):
            return False
        return self.legal is None or bool(np.isin(self.tables.action_index(action), self.legal))

    def _why_illegal(self, action: Action) -> str:
        return super()._why_illegal(action) if self.tables.has_action(action) else f"is not an action of {self.game}"

    def outcomes(self, actions: Sequence[Action] | None = None) -> Counted:
        if actions is None:
            return self.outcomes_of(self._worth_asking())
        return self.outcomes_of(np.array([self.tables.action_index(a) for a in actions], np.int32))

    def outcomes_of(self, numbers: Ints, states: Ints | None = None) -> Counted:
        """Outcomes of actions given by number; over some of the candidates only, if `states` names them."""
        if numbers.size == 0:
            raise self.dead_end()
        tables = self.tables
        states = self.indices if states is None else states
        named = tables.named[numbers]
        possible: Bools = (named >= 0) & np.isin(named, self.indices)
        streamed = tables.stored is None and tables.law is not None and tables.hits is None
        kind = Streamed if streamed and numbers.size * states.size > COMPUTED_CELLS else Counted
        if kind is Streamed and numbers.size * states.size > MAX_STREAMED:
            raise self._too_many(numbers, states, "is too much work for one question")
        outcomes = kind(
            actions=Picked(tables.actions, numbers),
            codes=np.empty((0, 0), np.uint8) if tables.stored is None else tables.stored,
            candidates=states,
            columns=numbers,
            weights=self.row_weights,
            winning=tables.winning[numbers],
            possible=possible,
            naming=tables.naming,
            feedbacks=tables.feedbacks,
            costs=tables.costs[numbers] if np.ptp(tables.costs) > 0 else np.empty(0),
            hits=tables.hits,
            missing=self.missing,
            tables=tables,
        )
        if tables.hits is not None:
            outcomes = replace(outcomes, possible=possible | (outcomes.hit_probability > 0))
        return outcomes if tables.stored is not None or kind is Streamed else self._computed(outcomes)

    def _worth_asking(self) -> Ints:
        """The legal actions; where everything is to be found without those asked before, which find nothing again.

        The only candidate may be named again: before, the answer left others.
        """
        legal = self.legal_indices
        if self.tables.hits is None or not repeats(self.game):
            return legal
        again: Ints = self.tables.naming[self.indices] if self.size == 1 else self.indices[:0]
        return legal[~np.isin(legal, self._asked) | np.isin(legal, again)]

    @property
    def _asked(self) -> list[int]:
        """The numbers of the actions asked so far."""
        return [self.tables.action_index(action) for action in dict.fromkeys(a for a, _ in self.history)]

    @property
    def hits_left(self) -> float:
        missing, weights = self.missing, self.weights
        return 0.0 if missing is None else float(weights @ missing[self.indices] / weights.sum())

    @property
    def may_name(self) -> bool:
        return bool(self.possible_actions().size)

    @property
    def best_chance(self) -> float:
        return float(self.weights.max() / self.weights.sum())

    @property
    def missing(self) -> Ints | None:
        """How many hits of each candidate are still to be asked; `None` where nothing is to be found."""
        hits = self.tables.hits
        if hits is None:
            return None
        missing: Ints = np.zeros(len(hits), np.int32)
        own = hits[self.indices]
        missing[self.indices] = own.sum(axis=1) - own[:, self._asked].sum(axis=1)
        return missing

    def _too_many(self, numbers: Ints, states: Ints, why: str) -> TooLargeError:
        what = f"{plural(numbers.size, 'action')} of {self.game} against {plural(states.size, 'candidate')}"
        return TooLargeError(f"weighing {what} {why}; take the strategy sampled-ises, or {SAMPLE}")

    def _computed(self, outcomes: Counted) -> Counted:
        """The same outcomes on a block of the table that is computed now."""
        numbers, states, tables = outcomes.columns, outcomes.candidates, self.tables
        if numbers.size * states.size > max(memory_limit(), 1 << 28):
            raise self._too_many(numbers, states, "takes more memory than a table may have")
        place = np.full(len(tables.actions) + 1, -1, np.int32)
        place[numbers] = np.arange(numbers.size, dtype=np.int32)
        return replace(
            outcomes,
            codes=tables.block(numbers, states),
            candidates=np.arange(states.size, dtype=np.int32),
            columns=np.arange(numbers.size, dtype=np.int32),
            weights=outcomes.weights[states] if outcomes.weights.size else outcomes.weights,
            hits=None if outcomes.hits is None else outcomes.hits[np.ix_(states, numbers)],
            missing=None if outcomes.missing is None else outcomes.missing[states],
            naming=place[tables.naming[states]],
        )

    def candidates(self, most: int | None = None) -> list[Secret]:
        return [self.tables.secrets[i] for i in self.indices[:most]]

    def possible_actions(self) -> Ints:
        """The numbers of the legal actions that may be the secret."""
        naming = self.tables.naming[self.indices]
        naming = np.sort(naming[naming >= 0])
        return naming if self.legal is None else naming[np.isin(naming, self.legal)]

    @of_events
    def probability(self, secret: Secret) -> float:
        if not self.tables.has_secret(secret):
            return 0.0
        place = np.flatnonzero(self.indices == self.tables.secret_index(secret))
        if place.size == 0:
            return 0.0
        weights = self.weights
        return float(weights[place[0]] / weights.sum())

    def sample(self, rng: np.random.Generator, n: int = 1) -> list[Secret]:
        weights = self.weights / self.weights.sum() if self.row_weights.size else None
        return [self.tables.secrets[i] for i in rng.choice(self.indices, n, p=weights)]

    def observe(self, action: Action, feedback: Feedback = EVENT) -> EnumeratedSet:
        after = super().observe(action, feedback)
        assert isinstance(after, EnumeratedSet)
        return after

    def _after(self, action: Action, feedback: Feedback) -> InformationSet | None:
        left = self.indices[self._answers(action) == self.tables.feedback_code(feedback)]
        if left.size == 0:
            return None
        return EnumeratedSet(self.tables, left, self.history.add(action, feedback), self._legal_after(action, feedback))

    def _answers(self, action: Action) -> Array:
        """The code that each candidate answers `action` with."""
        return self.tables.column(self.tables.action_index(action), self.indices)

    def _legal_after(self, action: Action, feedback: Feedback) -> Ints | None:
        game = self.game
        if not constrained(game) and repeats(game):
            return self.legal
        numbers = self.legal_indices
        if not repeats(game):
            numbers = numbers[numbers != self.tables.action_index(action)]
        if not constrained(game):
            return numbers
        allowed = allows_many(game, [self.tables.actions[a] for a in numbers], action, feedback)
        return numbers[np.asarray(allowed, np.bool_)]
