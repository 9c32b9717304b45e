"""The information set of a play in which the oracle may lie: every secret, and how often it must have lied.

Given a secret, an answer is either true of it or a lie; so the lies told follow from the secret and the history, and
a pair (secret, lies told) is a secret with a number. What may still be lied is what the channel allows less that.

Where the channel has no chance for a lie, one is planned with: all ways in which a secret may lie in the steps that are
needed at least weigh the same (Berlekamp 1968), so it lies next with the share of them that begin with a lie. Answers
are read and foretold by that one chance. So what a question is expected to tell is what its answers tell on average,
with a chance of the channel's own and without.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

import numpy as np

from sleuth.belief.base import of_events
from sleuth.belief.lying_law import LyingLaw
from sleuth.belief.lying_outcomes import LyingFigures, LyingOutcomes, figures
from sleuth.belief.lying_powers import Asked
from sleuth.belief.lying_weights import NEVER, WeighedSet
from sleuth.belief.outcomes import Picked
from sleuth.core.channel import Channel
from sleuth.core.channel_game import ChannelGame
from sleuth.core.errors import ParameterError
from sleuth.core.game import Action, Feedback, Secret
from sleuth.core.history import History
from sleuth.core.progress import Progress, silent
from sleuth.core.tabulate import check_count, tabulate
from sleuth.kernels import lies as kernel
from sleuth.kernels import partitions
from sleuth.kernels.arrays import Array, Bools, Floats, Ints


class LyingSet(WeighedSet):
    """For every secret the lies that the answers take, and a weight."""

    def __init__(self, channelled: ChannelGame, progress: Progress = silent) -> None:
        check_count(channelled)
        tables = tabulate(channelled.game, progress)
        if channelled.goal.finds and not channelled.channel.excludes:
            raise ParameterError(
                f"{channelled.game.name} cannot be played under {channelled.channel.name}: no answer is certain"
            )
        count = len(tables.secrets)
        weights = np.ones(count) if tables.uniform else tables.weights / tables.weights.max()
        self._hold(LyingLaw(channelled, tables), np.zeros(count, np.int16), weights, History())

    def _hold(self, law: LyingLaw, lies: Array, weights: Floats, history: History) -> None:
        self.law, self.tables, self.game = law, law.tables, law.channelled
        self.history = history
        self._weigh(lies, weights)

    @property
    def channel(self) -> Channel:
        return self.law.channel

    @property
    def actions(self) -> Sequence[Action]:
        return self.tables.actions

    def is_legal(self, action: Action) -> bool:
        return self.tables.has_action(action)

    def _why_illegal(self, action: Action) -> str:
        return f"is not an action of {self.game}"

    def candidates(self, most: int | None = None) -> list[Secret]:
        return [self.tables.secrets[i] for i in self.indices[:most]]

    @of_events
    def probability(self, secret: Secret) -> float:
        if not self.tables.has_secret(secret):
            return 0.0
        return float(self.weights[self.tables.secret_index(secret)] / self.weights.sum())

    def sample(self, rng: np.random.Generator, n: int = 1) -> list[Secret]:
        return [self.tables.secrets[i] for i in rng.choice(self.indices, n, p=self.chances)]

    # Lies.

    @property
    def caught(self) -> tuple[int, ...]:
        """The steps, counted from 1, whose answers are known to be lies: no candidate gives them."""
        if self.channel.always:
            return ()
        return tuple(
            place
            for place, (action, feedback) in enumerate(self.history, 1)
            if not (self._answers(action)[self.indices] == self.law.place(feedback)).any()
        )

    def _answers(self, action: Action) -> Array:
        """The code with which every secret truly answers."""
        return self.law.codes[:, self.tables.action_index(action)]

    def sayings(self, action: Action, secret: Secret) -> Mapping[Feedback, float]:
        """The truth, and each lie that is open, by its weight."""
        law, number = self.law, self.tables.secret_index(secret)
        true, lies = law.lies_about(self.tables.action_index(action), int(self._answers(action)[number]))
        chance = self.lie_chance(number) if lies else 0.0
        said = {true: 1 - chance} | {lie: chance * share for lie, share in lies.items()}
        return {feedback: share for feedback, share in said.items() if share > 0}

    def _after(self, action: Action, feedback: Feedback) -> LyingSet | None:
        law, channel = self.law, self.channel
        true, share, free = law.readings(self.tables.action_index(action), law.place(feedback))
        codes = self._answers(action)
        lies = np.where(true[codes], self.lies, np.where(share[codes] > 0, self.lies + 1, NEVER)).astype(np.int16)
        most = NEVER - 1 if channel.most is None else channel.most
        chance = self.lie_chances
        factors = np.where(true[codes], np.where(free[codes], 1 - chance, 1.0), chance * share[codes])
        weights = np.where(lies <= most, self.weights * factors, 0.0)
        top = weights.max()
        if top <= 0:
            self.refuse(action, feedback, int(lies.min()))
            return None
        after = LyingSet.__new__(LyingSet)
        after._hold(law, np.minimum(lies, NEVER), weights / top, self.history.add(action, feedback))
        return after

    # Goals.

    @property
    def all_found(self) -> bool:
        """Whether everything was found: each action that hits any candidate was asked, and answered truly."""
        game = self.game
        return all(
            any(past == hit and feedback == game.feedback(past, secret) for past, feedback in self.history)
            for secret in self.candidates()
            for hit in game.goal.hits(game, secret)
        )

    # Outcomes.

    def _numbers(self, actions: Sequence[Action]) -> Ints:
        return np.array([self.tables.action_index(action) for action in actions], np.int32)

    def asked(self, actions: Sequence[Action]) -> Asked:
        numbers = self._numbers(actions)
        may = self.law.open(numbers)
        return Asked(self.law, may, self.law.ways(numbers, may))

    def true_codes(self, actions: Sequence[Action], members: Ints) -> Iterator[Array]:
        return (self.law.codes[members, number] for number in self._numbers(actions).tolist())

    def true_masses(self, actions: Sequence[Action], members: Ints, values: Floats) -> Floats:
        every = np.zeros(self.weights.size)
        every[members] = values
        return partitions.masses(self.law.codes, members, self._numbers(actions), self.law.width, every)

    def outcomes(self, actions: Sequence[Action] | None = None) -> LyingOutcomes:
        if actions is None:
            return self.outcomes_of(np.arange(len(self.tables.actions), dtype=np.int32))
        return self.outcomes_of(self._numbers(actions))

    @property
    def _answers_most(self) -> int:
        return len(self.tables.feedbacks)

    def outcomes_of(self, numbers: Ints) -> LyingOutcomes:
        """Outcomes of actions given by number."""
        law, tables = self.law, self.tables
        may = law.open(numbers)
        figures = self._weighed(numbers, may)
        named = tables.named[numbers]
        winning: Bools = np.arange(may.shape[1]) == tables.winning[numbers][:, None]
        outcomes = LyingOutcomes(
            game=self.game,
            actions=Picked(tables.actions, numbers),
            feedbacks=law.sayings,
            counts=figures.counts,
            masses=figures.masses,
            hits=winning,
            winning=winning,
            number=self.size,
            entropy=self.entropy,
            possible=(named >= 0) & (self.weights[named] > 0),
            costs=tables.costs[numbers] if np.ptp(tables.costs) > 0 else np.empty(0),
            told_bits=figures.told_bits,
            reach=figures.reach,
            answers=figures.answers,
            info=self,
        )
        return outcomes if tables.hits is None else self._finding(outcomes, numbers)

    def _weighed(self, numbers: Ints, may: Bools) -> LyingFigures:
        """The figures of some actions, by the kernel whose twin is `figures`; it takes all lies for equally likely."""
        law, channel, groups = self.law, self.channel, self.groups
        if not law.even:
            return self._weighed_plainly(numbers, may)
        place = np.zeros(self.weights.size, np.int32)
        for number, group in enumerate(groups):
            place[group.members] = number
        liars = kernel.LieGroups(
            group=place[self.indices],
            chance=np.array([g.chance for g in groups]),
            ways=np.array([g.ways for g in groups]),
            ways_less=np.array([g.ways_less for g in groups]),
            plan=np.ones(len(groups)),
        )
        sayings = kernel.Sayings(may, self.tables.winning[numbers], *law.others, law.every, channel.always)
        found = kernel.answer_figures(law.codes, law.width, self.indices, self.weights, numbers, liars, sayings)
        masses = found.masses
        masses /= self.weights.sum()
        # Noise excludes nothing, so there a secret counts by its share.
        reach = masses * self.size if not channel.excludes else found.reach / max(group.ways for group in groups)
        return LyingFigures(found.counts, masses, found.told_bits, reach, found.answers)

    def _weighed_plainly(self, numbers: Ints, may: Bools) -> LyingFigures:
        """The same by products of matrices."""
        law, tallies = self.law, []
        for group in self.groups:
            counts = partitions.counts(law.codes, group.members, numbers, law.width).astype(np.float64)
            tallies.append((counts, partitions.masses(law.codes, group.members, numbers, law.width, self.weights)))
        return figures(law, may, law.ways(numbers, may), self.groups, tallies)

    def _finding(self, outcomes: LyingOutcomes, numbers: Ints) -> LyingOutcomes:
        """The same outcomes where something is to be found: which answers are hits, and which end the play."""
        hits, winning = np.zeros_like(outcomes.hits), outcomes.winning.copy()
        assert self.tables.hits is not None
        found = self.tables.hits[self.indices]
        for row, action in enumerate(numbers.tolist()):
            codes = self.law.codes[self.indices, action]
            for place in np.flatnonzero(outcomes.masses[row] > 0).tolist():
                givers = codes == place
                hits[row, place] = givers.any() and found[givers, action].all()
                after = self._after(self.tables.actions[action], self.law.sayings[place])
                winning[row, place] |= after is not None and after.all_found
        possible: Bools = outcomes.possible | found[:, numbers].any(axis=0)
        return replace(outcomes, hits=hits | winning, winning=winning, possible=possible)
