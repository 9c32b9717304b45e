"""The information set of a sequential game that is small enough to list: the plain law, candidate by candidate."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from functools import cached_property

import numpy as np

from sleuth.belief.base import InformationSet, of_events
from sleuth.belief.outcomes import Listed
from sleuth.core.capabilities import Past
from sleuth.core.game import Action, Feedback, Game, Secret
from sleuth.core.history import History
from sleuth.core.offers import allows, constrained, repeats
from sleuth.core.tables import answer_after
from sleuth.core.tabulate import listed, priors
from sleuth.core.told_apart import told_apart
from sleuth.kernels.arrays import Bools, Floats, frozen
from sleuth.measures.shannon import shannon


class SequentialSet(InformationSet):
    """A list of candidates whose answers are asked of the law when they are needed."""

    def __init__(self, game: Game) -> None:
        secrets, weights = priors(game, listed(game, game.secrets(), "secret"))
        self._hold(game, tuple(secrets), np.ones(len(secrets)) if weights.size == 0 else weights, History())

    def _hold(self, game: Game, secrets: tuple[Secret, ...], weights: Floats, history: History) -> None:
        self.game: Game = game
        self.history = history
        self._secrets = secrets
        self._weights = frozen(weights / weights.sum())
        self._chances = dict(zip(secrets, self._weights.tolist(), strict=True))

    @property
    def size(self) -> int:
        return len(self._secrets)

    @property
    def exact(self) -> bool:
        return True

    @property
    def key(self) -> Hashable:
        """The candidates, what was asked, in order where that matters to the law, and what may be asked still."""
        asked = [action for action, _ in self.history]
        law = self.game.offers(Past)
        past = tuple(asked) if law is None or law.ordered else frozenset(asked)
        return self._secrets, past, tuple(self.actions) if constrained(self.game) else None, self.won

    @cached_property
    def entropy(self) -> float:
        return float(shannon(self._weights))

    @cached_property
    def actions(self) -> Sequence[Action]:
        return [action for action in self.game.actions() if self._allows(action)]

    def is_legal(self, action: Action) -> bool:
        return action in self.actions

    def _allows(self, action: Action) -> bool:
        game = self.game
        if not repeats(game) and any(past == action for past, _ in self.history):
            return False
        return allows(game, action, self.history)

    def outcomes(self, actions: Sequence[Action] | None = None) -> Listed:
        rows = list(self.actions if actions is None else actions)
        if not rows:
            raise self.dead_end()
        answers = [[answer_after(self.game, self.history, a, s) for s in self._secrets] for a in rows]
        keys = [[told_apart(feedback) for feedback in row] for row in answers]
        columns = {told_apart(feedback): feedback for row in answers for feedback in row}
        place = {key: i for i, key in enumerate(columns)}
        counts, masses = (np.zeros((len(rows), len(columns))) for _ in range(2))
        hitting, ending, naming = (np.zeros_like(counts) for _ in range(3))
        chances: Floats = np.zeros(len(rows))
        asked = {action for action, _ in self.history}
        goal = self.game.goal
        finding, guessing = goal.finds, goal.names
        hits = [frozenset(goal.hits(self.game, s)) for s in self._secrets]
        for i, action in enumerate(rows):
            for s, feedback, weight, found in zip(self._secrets, keys[i], self._weights, hits, strict=True):
                j, named = place[feedback], guessing and s == action
                hit = named or action in found
                counts[i, j] += 1
                masses[i, j] += weight
                naming[i, j] += named
                hitting[i, j] += hit
                ending[i, j] += finding and found <= asked | {action}
                chances[i] += weight * hit
        # An answer is a hit, or ends the play, if it is so for every candidate that gives it.
        some = counts > 0
        hit_told: Bools = some & (hitting == counts)
        win: Bools = some & ((ending == counts) | (naming == counts))
        possible: Bools = hitting.sum(axis=1) > 0
        places = np.array([[place[feedback] for feedback in row] for row in keys], np.int32)
        return Listed(
            rows, list(columns.values()), counts, masses, hit_told, win, self.size, self.entropy, possible,
            hit_chances=chances, places=places, shares=self._weights, game=self.game,
        )  # fmt: skip

    def candidates(self, most: int | None = None) -> list[Secret]:
        return list(self._secrets[:most])

    @of_events
    def probability(self, secret: Secret) -> float:
        return float(self._chances.get(secret, 0.0))

    def sample(self, rng: np.random.Generator, n: int = 1) -> list[Secret]:
        return [self._secrets[i] for i in rng.choice(self.size, n, p=self._weights)]

    def _after(self, action: Action, feedback: Feedback) -> SequentialSet | None:
        stays = [i for i, s in enumerate(self._secrets) if answer_after(self.game, self.history, action, s) == feedback]
        if not stays:
            return None
        after = SequentialSet.__new__(SequentialSet)
        secrets = tuple(self._secrets[i] for i in stays)
        after._hold(self.game, secrets, self._weights[stays], self.history.add(action, feedback))
        return after
