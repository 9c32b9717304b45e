"""A strategy against every word of a list in Hangman: the tree of each length, grown as a whole.

The one-step strategies whose keys look at hits and bits run in a kernel, the whole of a large list in seconds. For all
others, and as the slow twin, `plain_steps` asks the strategy at every node of the tree, on the information set.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from sleuth.belief.phrase_lists import word_list
from sleuth.belief.phrases import PhraseSet
from sleuth.core.errors import ParameterError
from sleuth.core.limit import UNLIMITED, Limit
from sleuth.core.progress import Progress, silent
from sleuth.games.hangman import NO, Hangman
from sleuth.kernels import letters as kernels
from sleuth.kernels.arrays import Floats, Ints, frozen
from sleuth.strategies.base import Strategy
from sleuth.strategies.criteria import ENTROPY, HITS, POSSIBLE, TOLERANCE
from sleuth.strategies.greedy import Greedy
from sleuth.strategies.hits import Blend


@dataclass(frozen=True)
class Rule:
    """A key that the kernel knows: what each item looks at, and what a bit is worth to a blend."""

    kinds: tuple[int, ...]
    shares: tuple[float, ...]


def rule_of(strategy: Strategy) -> Rule | None:
    """A strategy as the kernel knows it, if it does."""
    if not isinstance(strategy, Greedy) or strategy.only_possible:
        return None
    if type(strategy).decide is not Greedy.decide or type(strategy).considered is not Greedy.considered:
        return None
    kinds, shares = [], []
    for place, item in enumerate(strategy.key.items[:-1]):
        blend = strategy.weight if isinstance(strategy, Blend) and place == 0 else None
        if blend is not None:
            kinds.append(kernels.BLEND)
        elif item == POSSIBLE:
            kinds.append(kernels.POSSIBLE)
        elif item is HITS:
            kinds.append(kernels.HIT)
        elif item is ENTROPY:
            kinds.append(kernels.ENTROPY)
        else:
            return None
        shares.append(blend or 0.0)
    return Rule(tuple(kinds), tuple(shares))


@dataclass(frozen=True, eq=False)
class HangmanEvaluation:
    """What a strategy needs for every word."""

    game: Hangman
    strategy: str
    tie_break: str
    words: tuple[str, ...]
    steps: Ints
    """Steps for each word."""
    misses: Ints
    """Letters that were not in the word, and wrong guesses, for each word."""
    weights: Floats
    nodes: int
    seconds: float

    @property
    def secrets(self) -> int:
        """How many words there are."""
        return len(self.words)

    @property
    def weighted(self) -> bool:
        """Whether words differ in weight."""
        return bool(np.ptp(self.weights) > 0)

    @property
    def total(self) -> int | float:
        """The sum of steps over all words, each as often as its weight says; exact for whole weights."""
        if not self.weighted:
            return int(self.steps.sum(dtype=np.int64))
        total = float(self.weights @ self.steps)
        whole = bool((self.weights == np.floor(self.weights)).all()) and total < 2**53
        return int(total) if whole else total

    @property
    def mean(self) -> float:
        """The expected number of steps."""
        return float(np.average(self.steps, weights=self.weights))

    @property
    def mean_misses(self) -> float:
        """How many actions are expected to find nothing."""
        return float(np.average(self.misses, weights=self.weights))

    @property
    def worst(self) -> int:
        """The longest play."""
        return int(self.steps.max())

    @property
    def histogram(self) -> dict[int, int]:
        """How many words take how many steps."""
        counts = np.bincount(self.steps)
        return {int(k): int(counts[k]) for k in np.flatnonzero(counts)}

    def by_length(self) -> dict[int, tuple[int, float, float]]:
        """For each length the number of words, the mean steps and the mean misses."""
        lengths = np.array([len(word) for word in self.words])
        out = {}
        for length in np.unique(lengths).tolist():
            here = lengths == length
            weights = self.weights[here]
            steps, misses = (float(np.average(x[here], weights=weights)) for x in (self.steps, self.misses))
            out[int(length)] = int(here.sum()), steps, misses
        return out

    def figures(self) -> dict[str, Any]:
        """Plain values, for JSON."""
        return {
            "secrets": self.secrets,
            "total": self.total,
            "mean": self.mean,
            "worst": self.worst,
            "histogram": {str(k): v for k, v in self.histogram.items()},
            "first": None,
            "weighted": self.weighted,
            "mean_misses": self.mean_misses,
        }

    def as_json(self, by_first_feedback: bool = False) -> dict[str, Any]:
        """Plain values, for JSON. The first feedback is the announced length."""
        out = {
            "game": str(self.game),
            "strategy": self.strategy,
            **self.figures(),
            "tie_break": self.tie_break,
            "nodes": self.nodes,
            "seconds": self.seconds,
        }
        if by_first_feedback:
            keys = ("count", "mean", "mean_misses")
            out["by_length"] = {str(n): dict(zip(keys, row, strict=True)) for n, row in self.by_length().items()}
        return out


def evaluate_hangman(
    game: Hangman, strategy: Strategy, *, seed: int = 0, limit: Limit = UNLIMITED, progress: Progress = silent
) -> HangmanEvaluation:
    """Play a strategy against every word of the list, or of one length. A random strategy is fixed by its seed."""
    if not game.one_word:
        raise ParameterError(
            f"{game} has phrases of several words, too many to evaluate whole; run a tournament over a sample of them"
        )
    began, rule = time.perf_counter(), rule_of(strategy)
    lengths = game.sizes or tuple(game.vocabulary.by_length)
    words: list[str] = []
    found: list[tuple[Ints, Ints, Floats]] = []
    nodes = 0
    for done, length in enumerate(lengths):
        progress("lengths", done, len(lengths))
        every = word_list(game.vocabulary, length)
        if rule is not None:
            steps, misses, made = compiled_steps(game, length, rule)
        else:
            steps, misses, made = plain_steps(game, length, strategy, seed, limit)
        words += every.words
        found.append((steps, misses, every.weights))
        nodes += made
    progress("lengths", len(lengths), len(lengths))
    steps, misses, weights = (np.concatenate(column) for column in zip(*found, strict=True))
    spent = time.perf_counter() - began
    return HangmanEvaluation(
        game, str(strategy), strategy.tie_break, tuple(words), steps, misses, weights, nodes, spent
    )


def compiled_steps(game: Hangman, length: int, rule: Rule) -> tuple[Ints, Ints, int]:
    """The steps and misses of each word of a length, and the nodes of the tree, by the kernel."""
    words = word_list(game.vocabulary, length)
    steps, misses = (np.zeros(len(words.words), np.int32) for _ in range(2))
    naming = game.guesses == "both" and length > 1
    kinds, shares = frozen(np.array(rule.kinds, np.int32)), frozen(np.array(rule.shares, np.float64))
    nodes = kernels.grow(words.masks, words.weights, kinds, shares, naming, TOLERANCE, steps, misses)
    return steps, misses, int(nodes)


def plain_steps(
    game: Hangman, length: int, strategy: Strategy, seed: int = 0, limit: Limit = UNLIMITED
) -> tuple[Ints, Ints, int]:
    """What `compiled_steps` gives, for any strategy: one decision at each node."""
    words = word_list(game.vocabulary, length)
    steps, misses = (np.zeros(len(words.words), np.int32) for _ in range(2))
    nodes = 0
    stack: list[tuple[PhraseSet, tuple[int, ...]]] = [(PhraseSet(replace(game, lengths=str(length), number=1)), ())]
    while stack:
        info, path = stack.pop()
        if info.over:
            word = words.number[info.candidates(1)[0]]
            steps[word] = len(info.history)
            misses[word] = sum(feedback == NO for _, feedback in info.history)
            continue
        nodes += 1
        # Seeded by the path, so that the draw at a node does not depend on the order of the walk.
        rng = np.random.default_rng([seed, *path]) if strategy.random else None
        action = strategy.decide(info, rng=rng, limit=limit).action
        for place, feedback in enumerate(dict.fromkeys(game.feedback(action, word) for word in info.candidates())):
            stack.append((info.observe(action, feedback), (*path, place)))
    return steps, misses, nodes
