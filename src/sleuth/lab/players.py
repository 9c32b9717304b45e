"""Players of different skill, on every secret, several times over."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from sleuth.belief.base import InformationSet
from sleuth.belief.enumerated import EnumeratedSet
from sleuth.core.errors import ParameterError
from sleuth.core.game import Goal
from sleuth.core.limit import UNLIMITED, Limit
from sleuth.core.progress import Progress, silent
from sleuth.core.tables import Tables
from sleuth.kernels.arrays import Array
from sleuth.strategies.base import Strategy, names_now
from sleuth.strategies.criteria import ENTROPY
from sleuth.strategies.decision import Decision
from sleuth.strategies.gametree import chooser, grow
from sleuth.strategies.greedy import Entropy
from sleuth.strategies.random import Random


@dataclass(frozen=True)
class NoisyEntropy(Strategy):
    """Ask what tells much, more or less: the chance of an action grows with the bits that it is expected to tell.

    It is proportional to exp(bits / temperature). At 0 this is `entropy` with ties broken at random; the hotter, the
    more like `random`. Two candidates or one are named at once where the goal is to name the secret.
    """

    temperature: float = field(default=0.1, metadata={"help": "in bits; 0 is never wrong"})

    def __post_init__(self) -> None:
        if not self.temperature >= 0:
            raise ParameterError(f"{self.name}: temperature is 0 or more, not {self.temperature}")

    @property
    def tie_break(self) -> str:
        return "random, by bits"

    @property
    def random(self) -> bool:
        return True

    def decide(
        self, info: InformationSet, *, rng: np.random.Generator | None = None, limit: Limit = UNLIMITED
    ) -> Decision:
        rng = np.random.default_rng(0) if rng is None else rng
        outcomes = info.outcomes(names_now(info) or None)
        left = ENTROPY(outcomes)
        worse = left - left.min()
        weights = np.exp(-worse / self.temperature) if self.temperature else (worse <= 1e-9).astype(np.float64)
        # What tells nothing is never asked while something else tells something.
        if info.size > 1 and left.min() < info.entropy - 1e-9:
            weights[left >= info.entropy - 1e-9] = 0.0
        row = int(rng.choice(len(outcomes), p=weights / weights.sum()))
        return Decision(info, outcomes, row, left, str(self), self.tie_break)


def skills(goal: Goal) -> tuple[Strategy, ...]:
    """The players that luck is measured with, from the weakest to the strongest."""
    careful = (Random(only_possible=True),) if goal.only_names else ()
    return (Random(), *careful, NoisyEntropy(), Entropy())


@dataclass(frozen=True, eq=False)
class SkillPlays:
    """The steps of every player for every secret, in several runs."""

    tables: Tables
    players: tuple[str, ...]
    steps: Array
    """Runs x players x secrets. A player without chance plays every run alike."""
    seed: int

    @property
    def runs(self) -> int:
        """How often each player played each secret."""
        return int(self.steps.shape[0])


def play_all(
    tables: Tables, players: tuple[Strategy, ...], runs: int, seed: int = 0, progress: Progress = silent
) -> SkillPlays:
    """Let each player play every secret so many times.

    In one run a random player draws once at each node of its game tree. So the plays of different secrets in one run
    share their draws, and the runs are independent of each other.
    """
    root = EnumeratedSet(tables)
    steps = np.zeros((runs, len(players), len(tables.secrets)), np.int32)
    work = sum(runs if player.random else 1 for player in players)
    done = 0
    for p, player in enumerate(players):
        for run in range(runs):
            if run and not player.random:
                steps[run, p] = steps[0, p]
                continue
            own = int(np.random.SeedSequence([seed, p, run]).generate_state(1)[0])
            steps[run, p], _ = grow(root, chooser(root, player, own))
            done += 1
            progress(f"{player.name} plays every secret", done, work)
    return SkillPlays(tables, tuple(map(str, players)), steps, seed)
