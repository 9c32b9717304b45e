"""Evaluating a strategy on games without tables: on secrets drawn from the prior, or on all where they are few.

Play number k of a sample is seeded by (seed, k) alone, so a longer sample begins with the plays of a shorter one, and
every strategy meets the same secrets. Plays that begin alike share their information sets and decisions.

Where answers may be false, each secret is followed in every way in which it may be answered, by the plain walk; how
likely each way is, the lying oracle says.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice
from typing import Any, ClassVar, Self

import numpy as np

from sleuth.belief.base import InformationSet
from sleuth.belief.begin import begin
from sleuth.core.errors import ParameterError
from sleuth.core.game import Action, Feedback, Game, Secret
from sleuth.core.limit import UNLIMITED, Limit, work_clock
from sleuth.core.offers import announced, channel_of, hits_of, rows_of
from sleuth.core.progress import Progress, silent
from sleuth.kernels.arrays import Bools, Floats, Ints
from sleuth.measures.intervals import mean_interval
from sleuth.play.evaluation import EvaluationDisplay, evaluation_json, step_figures
from sleuth.play.match import PLAYER, Match
from sleuth.play.opening import draw_secret
from sleuth.play.oracles import chance_of, lie_chance, make_oracle
from sleuth.play.play_loop import moves
from sleuth.strategies.base import Strategy, check_progress
from sleuth.strategies.decision import Decision, percent
from sleuth.strategies.strategy_walk import NODES, walk
from sleuth.strategies.tree_figures import FeedbackFigures

SHARED = 12
"""Up to so many steps, information sets are kept for other plays that begin alike."""


@dataclass(frozen=True)
class Sampled:
    """One play of a sample."""

    secret: Secret
    steps: int
    misses: int | None
    """Actions that found nothing, where something is to be found."""
    entropies: tuple[float, ...]
    """Bits missing before each step and after the last; empty unless asked for."""
    variances: tuple[float, ...]
    """The variance of the bits that each answer was going to tell, given all before it; empty unless asked for."""
    seconds: float
    """What the decisions and observations took."""
    weight: float = 1.0
    """How often the secret counts."""
    chance: float = 1.0
    """How likely this play is, if this is the secret."""


@dataclass(eq=False)
class _Node:
    """An information set that several plays may come to."""

    info: InformationSet
    decision: Decision | None = None
    children: dict[tuple[Action, Feedback], _Node] = field(default_factory=dict)


def sample_plays(
    game: Game,
    strategy: Strategy,
    plays: int,
    *,
    seed: int = 0,
    first: Action | None = None,
    limit: Limit = UNLIMITED,
    entropies: bool = False,
    progress: Progress = silent,
) -> Iterator[Sampled]:
    """Play so many secrets, one after the other."""
    roots: dict[Game, _Node] = {}
    for number in range(plays):
        rng = np.random.default_rng([seed, number])
        secret = draw_secret(game, rng)
        yield _play(
            _root(roots, announced(game, secret), seed, progress), strategy, secret, rng, first, limit, entropies
        )
        progress(f"{strategy.name} plays", number + 1, plays)


def _root(roots: dict[Game, _Node], game: Game, seed: int, progress: Progress) -> _Node:
    if game not in roots:
        roots[game] = _Node(begin(game, seed=seed, progress=progress))
    return roots[game]


@dataclass(frozen=True, eq=False)
class _SharedMatch(Match):
    """A match that goes from node to node, so that plays that begin alike share them."""

    node: _Node

    def view(self, player: int) -> _Node:
        return self.node

    def after(self, action: Action, feedback: Feedback) -> Self:
        following = self.node.children.get((action, feedback))
        if following is None:
            following = _Node(self.info.observe(action, feedback))
            if len(following.info.history) <= SHARED:
                self.node.children[action, feedback] = following
        return replace(self, info=following.info, node=following)


def _play(
    root: _Node,
    strategy: Strategy,
    secret: Secret,
    rng: np.random.Generator,
    first: Action | None,
    limit: Limit,
    entropies: bool,
) -> Sampled:
    start, oracle = root.info, make_oracle(None, root.info, rng, secret)
    hits = frozenset(hits_of(start.game, secret)) if start.game.goal.finds else None
    bits, variances = [start.entropy] if entropies else [], list[float]()

    def ask(node: _Node) -> Action:
        if first is not None and node is root:
            return first
        if node.decision is None or strategy.random:
            node.decision = strategy.decide(node.info, rng=rng, limit=limit)
            check_progress(node.info, node.decision, strategy.wasteful)
        if entropies:
            variances.append(_variance(node.decision))
        return node.decision.action

    steps = misses = 0
    seconds, began = 0.0, work_clock()
    for move in moves(_SharedMatch(start, oracle, root), {PLAYER: ask}, rng):
        seconds += work_clock() - began
        steps += 1
        misses += hits is not None and move.action not in hits and move.action != secret
        if entropies:
            bits.append(move.after.info.entropy)
        began = work_clock()
    return Sampled(secret, steps, None if hits is None else misses, tuple(bits), tuple(variances), seconds)


def _variance(decision: Decision) -> float:
    """The variance of the bits that the answer to a decision tells: an answer of chance p tells -log2 p."""
    chances = np.array([child.probability for child in decision.info.children(decision.action)])
    surprise = -np.log2(chances)
    return float(chances @ surprise**2 - (chances @ surprise) ** 2)


@dataclass(frozen=True, eq=False, repr=False)
class PlayEvaluation(EvaluationDisplay):
    """What a strategy needs for a sample of secrets, or for each of them, played one by one."""

    method: ClassVar[str] = "plays"
    nodes: ClassVar[None] = None
    tree: ClassVar[None] = None

    game: Game
    strategy: str
    tie_break: str
    plays: tuple[Sampled, ...]
    seed: int
    seconds: float
    every: bool = False
    """Whether every secret was played, in every way in which it may be answered."""

    @property
    def exact(self) -> bool:
        """Whether every secret was played, in every way in which it may be answered."""
        return self.every

    proved = exact

    @property
    def secrets(self) -> int:
        """How many secrets were played."""
        return len({play.secret for play in self.plays}) if self.every else len(self.plays)

    @property
    def steps(self) -> Ints:
        """The steps of each play."""
        return np.array([play.steps for play in self.plays], np.int32)

    @property
    def total(self) -> int | float:
        """The sum of steps over all secrets, each as often as its prior says; exact for whole numbers."""
        return _whole(float(self._weights @ self.steps))

    @property
    def mean(self) -> float:
        """The mean number of steps."""
        return self._mean(self.steps)

    def _mean(self, values: Sequence[int] | Ints | Bools) -> float:
        return float(np.average(np.asarray(values), weights=self._weights))

    @property
    def _weights(self) -> Floats:
        """How often each play counts; secrets that are alike count once each."""
        weights, chances = (np.array([getattr(p, name) for p in self.plays]) for name in ("weight", "chance"))
        return chances if np.ptp(weights) == 0 else weights * chances

    @property
    def error(self) -> float:
        """Half of the 95% interval of the mean; nothing is left to chance where every secret was played."""
        if self.every:
            return 0.0
        half = mean_interval(self.steps).half
        return float("inf") if half is None else half

    @property
    def worst(self) -> int:
        """The longest play of the sample."""
        return int(self.steps.max())

    @property
    def histogram(self) -> dict[int, int | float]:
        """How many secrets take how many steps; one that may be answered in several ways counts in parts."""
        counts = np.bincount(self.steps, weights=[play.chance for play in self.plays])
        return {int(k): _whole(float(counts[k])) for k in np.flatnonzero(counts)}

    @property
    def mean_misses(self) -> float | None:
        """The mean number of actions that found nothing, where something is to be found."""
        missed = [play.misses for play in self.plays if play.misses is not None]
        return self._mean(missed) if missed else None

    @property
    def within_rows(self) -> float | None:
        """The share of plays that end within the steps that a player is given; `None` where there is no such number."""
        rows = rows_of(self.game)
        return None if rows is None else self._mean(self.steps <= rows)

    @property
    def lie_chance(self) -> float | None:
        """How likely the oracle was to lie wherever it might; `None` where all answers are true."""
        channel = channel_of(self.game)
        return None if channel is None else lie_chance(channel)

    @property
    def milliseconds(self) -> float:
        """What a move took on average, answers and updates included."""
        return 1000 * sum(play.seconds for play in self.plays) / max(int(self.steps.sum()), 1)

    def by_first_feedback(self) -> list[FeedbackFigures]:
        """Refused: a play says what it took, and not what it began with."""
        raise ParameterError(
            f"{self.game} was played secret by secret, and the answers to the first action are not told apart"
        )

    def secret_rows(self) -> Iterator[dict[str, Any]]:
        """A row a play: a secret that was drawn twice, or is answered in several ways, has several."""
        for play in self.plays:
            row = {"secret": self.game.format_secret(play.secret), "steps": play.steps, "weight": play.weight}
            row |= {} if channel_of(self.game) is None else {"chance": play.chance}
            yield row if play.misses is None else row | {"misses": play.misses}

    def rows(self) -> list[tuple[str, str]]:
        """The figures for people."""
        number, error = f"{self.secrets:,} secrets", f" ± {self.error:.3f}"
        rows = [
            ("plays", f"all {number}" if self.every else f"{number} drawn with seed {self.seed}"),
            ("mean", f"{self.mean:.3f}{'' if self.every else error}"),
            ("worst", str(self.worst)),
        ]
        if self.mean_misses is not None:
            rows.append(("misses", f"{self.mean_misses:.3f} on average"))
        if self.within_rows is not None:
            rows.append((f"within {rows_of(self.game)}", percent(self.within_rows)))
        if self.lie_chance is not None:
            ways = ", and every way to answer was followed" if self.every else ""
            rows.append(("a lie is told", f"with chance {self.lie_chance:g} where it may be{ways}"))
        return [*rows, ("ties go by", self.tie_break or "nothing"), ("a move takes", f"{self.milliseconds:.1f} ms")]

    def figures(self) -> dict[str, Any]:
        """Plain figures."""
        return {**step_figures(self), "mean_misses": self.mean_misses, "within_rows": self.within_rows}

    def as_json(self, by_first_feedback: bool = False) -> dict[str, Any]:
        """Plain values, for JSON."""
        return {
            **evaluation_json(self, by_first_feedback),
            "sampled": not self.every,
            **({} if self.lie_chance is None else {"lie_chance": self.lie_chance}),
            "seed": self.seed,
            "milliseconds_a_move": self.milliseconds,
        }


def evaluate_sample(
    game: Game,
    strategy: Strategy,
    plays: int,
    *,
    first: Action | None = None,
    seed: int = 0,
    limit: Limit = UNLIMITED,
    progress: Progress = silent,
) -> PlayEvaluation:
    """Play a strategy against so many secrets drawn from the prior."""
    began = work_clock()
    made = tuple(sample_plays(game, strategy, plays, seed=seed, first=first, limit=limit, progress=progress))
    return PlayEvaluation(game, str(strategy), strategy.tie_break, made, seed, work_clock() - began)


def few_secrets(game: Game, most: int) -> list[Secret] | None:
    """The secrets that a game may have, if they are at most so many."""
    secrets = list(islice((secret for secret in game.secrets() if game.prior(secret) > 0), most + 1))
    return secrets if len(secrets) <= most else None


def evaluate_each(
    game: Game,
    strategy: Strategy,
    secrets: Sequence[Secret],
    *,
    first: Action | None = None,
    seed: int = 0,
    limit: Limit = UNLIMITED,
    progress: Progress = silent,
) -> PlayEvaluation:
    """Play a strategy against each of all secrets, which count as often as their prior says."""
    began = work_clock()
    plays = tuple(each_play(game, strategy, secrets, first=first, seed=seed, limit=limit, progress=progress))
    seconds = work_clock() - began
    return PlayEvaluation(game, str(strategy), strategy.tie_break, plays, seed, seconds, every=True)


def each_play(
    game: Game,
    strategy: Strategy,
    secrets: Sequence[Secret],
    *,
    first: Action | None = None,
    seed: int = 0,
    limit: Limit = UNLIMITED,
    entropies: bool = False,
    progress: Progress = silent,
) -> Iterator[Sampled]:
    """Play each of some secrets, which count as often as their prior says."""
    roots: dict[Game, _Node] = {}
    for number, secret in enumerate(secrets):
        root = _root(roots, announced(game, secret), seed, progress)
        play = _play(root, strategy, secret, np.random.default_rng([seed, number]), first, limit, entropies)
        yield replace(play, weight=float(game.prior(secret)))
        progress(f"{strategy.name} plays", number + 1, len(secrets))


def evaluate_answers(
    game: Game,
    strategy: Strategy,
    secrets: Sequence[Secret],
    *,
    first: Action | None = None,
    seed: int = 0,
    nodes: int = NODES,
    limit: Limit = UNLIMITED,
    progress: Progress = silent,
) -> PlayEvaluation:
    """Play a strategy against each of all secrets, in every way in which it may be answered.

    Raises `TooLargeError` where that takes more information sets than `nodes`.
    """
    began = work_clock()
    clock = Limit(nodes=nodes).start()
    plays: list[Sampled] = []
    last = began
    for known in dict.fromkeys(announced(game, secret) for secret in secrets):
        info = begin(known, seed=seed, progress=progress)
        for ending in walk(info, strategy, first=first, seed=seed, nodes=nodes, limit=limit, clock=clock):
            ended = work_clock()
            plays += _plays_of(ending.info, ended - last)
            last = ended
            progress(f"{strategy.name} is followed", clock.nodes, nodes)
    seconds = work_clock() - began
    return PlayEvaluation(game, str(strategy), strategy.tie_break, tuple(plays), seed, seconds, every=True)


def _plays_of(info: InformationSet, seconds: float) -> Iterator[Sampled]:
    """The plays that end in a set: one for each secret that it leaves."""
    game, steps, left = info.game, info.history.steps, info.candidates()
    for secret in left:
        hits = frozenset(hits_of(game, secret)) if game.goal.finds else None
        misses = None if hits is None else sum(a not in hits and a != secret for a, _ in steps)
        weight, chance = float(game.prior(secret)), chance_of(game, info.history, secret)
        yield Sampled(secret, len(steps), misses, (), (), seconds / len(left), weight, chance)


def _whole(number: float) -> int | float:
    """A number as a whole one, where it is."""
    return int(number) if number.is_integer() else number
