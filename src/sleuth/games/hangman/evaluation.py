"""A strategy against every word of a list in Hangman: the tree of each length, grown as a whole.

The one-step strategies whose keys look at hits and bits run in a kernel, the whole of a large list in seconds. For all
others, and as the slow twin, `plain_steps` asks the strategy at every node of the tree, on the information set.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any, ClassVar

import numpy as np

from sleuth.core.errors import ParameterError
from sleuth.core.game import Game
from sleuth.core.limit import UNLIMITED, Limit, work_clock
from sleuth.core.progress import Progress, silent
from sleuth.core.text import plural
from sleuth.games.hangman import kernels
from sleuth.games.hangman.belief.phrase_set import PhraseSet
from sleuth.games.hangman.belief.word_arrays import word_list
from sleuth.games.hangman.rules import NO, Hangman
from sleuth.kernels.arrays import Bools, Floats, Ints, frozen
from sleuth.play.evaluation import EvaluationDisplay, EvaluationMethod, evaluation_json, step_figures
from sleuth.strategies.base import Strategy
from sleuth.strategies.criteria import ENTROPY, HITS, POSSIBLE, TOLERANCE
from sleuth.strategies.finding import Blend
from sleuth.strategies.greedy import Greedy
from sleuth.strategies.tree_figures import FeedbackFigures


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


@dataclass(frozen=True, eq=False, repr=False)
class WordEvaluation(EvaluationDisplay):
    """What a strategy needs for every word."""

    method: ClassVar[str] = "words"
    exact: ClassVar[bool] = True
    proved: ClassVar[bool] = True
    error: ClassVar[float] = 0.0
    tree: ClassVar[None] = None

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
        return self._total(slice(None))

    def _total(self, here: Bools | slice) -> int | float:
        if not self.weighted:
            return int(self.steps[here].sum(dtype=np.int64))
        total = float(self.weights[here] @ self.steps[here])
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

    def by_first_feedback(self) -> list[FeedbackFigures]:
        """The figures for each length, which is announced before the first question."""
        lengths = np.array([len(word) for word in self.words])
        return [self._row(int(length), lengths == length) for length in np.unique(lengths)]

    def _row(self, length: int, here: Bools) -> FeedbackFigures:
        steps, misses, weights = self.steps[here], self.misses[here], self.weights[here]
        mean, missed = (float(np.average(x, weights=weights)) for x in (steps, misses))
        return FeedbackFigures(str(length), int(here.sum()), self._total(here), mean, int(steps.max()), missed)

    def secret_rows(self) -> Iterator[dict[str, Any]]:
        """A row a word."""
        columns = (self.words, *(column.tolist() for column in (self.steps, self.weights, self.misses)))
        for word, steps, weight, misses in zip(*columns, strict=True):
            yield {"secret": word, "steps": steps, "weight": weight, "misses": misses}

    def rows(self) -> list[tuple[str, str]]:
        """The figures for people, each length apart."""
        weighted = ", not equally likely" if self.weighted else ""
        return [
            ("words", f"{self.secrets:,}{weighted}"),
            ("mean", f"{self.mean:.4f}"),
            ("misses", f"{self.mean_misses:.4f} on average"),
            ("worst", str(self.worst)),
            ("ties go by", self.tie_break or "nothing"),
            ("seconds", f"{self.seconds:.2f}"),
            *(
                (
                    f"length {row.feedback}",
                    f"{plural(row.count, 'word')}, mean {row.mean:.3f}, {row.mean_misses:.3f} misses",
                )
                for row in self.by_first_feedback()
            ),
        ]

    def figures(self) -> dict[str, Any]:
        """Plain values, for JSON."""
        return {**step_figures(self), "weighted": self.weighted, "mean_misses": self.mean_misses}

    def as_json(self, by_first_feedback: bool = False) -> dict[str, Any]:
        """Plain values, for JSON. What is told first is the length."""
        out = evaluation_json(self, by_first_feedback)
        return {**out, "by_length": out["by_first_feedback"]} if by_first_feedback else out


def word_game(game: Game) -> Hangman | None:
    """The game as a list of words that is played whole; `None` for other games, and for phrases of several words."""
    return game if isinstance(game, Hangman) and game.one_word else None


def evaluate_words(
    game: Game, strategy: Strategy, *, seed: int = 0, limit: Limit = UNLIMITED, progress: Progress = silent
) -> WordEvaluation:
    """Play a strategy against every word of the list, or of one length. A random strategy is fixed by its seed."""
    listed = word_game(game)
    if listed is None:
        raise ParameterError(
            f"{game} is no list of single words, so it is not evaluated whole; `evaluate` plays a sample of its secrets"
        )
    began, rule = work_clock(), rule_of(strategy)
    lengths = listed.sizes or tuple(listed.vocabulary.by_length)
    words: list[str] = []
    found: list[tuple[Ints, Ints, Floats]] = []
    nodes = 0
    for done, length in enumerate(lengths):
        progress("lengths", done, len(lengths))
        every = word_list(listed.vocabulary, length)
        if rule is not None:
            steps, misses, made = compiled_steps(listed, length, rule)
        else:
            steps, misses, made = plain_steps(listed, length, strategy, seed, limit)
        words += every.words
        found.append((steps, misses, every.weights))
        nodes += made
    progress("lengths", len(lengths), len(lengths))
    steps, misses, weights = (np.concatenate(column) for column in zip(*found, strict=True))
    spent = work_clock() - began
    return WordEvaluation(listed, str(strategy), strategy.tie_break, tuple(words), steps, misses, weights, nodes, spent)


EVALUATOR = EvaluationMethod(
    WordEvaluation.method,
    frozenset({"by_first_feedback"}),
    "every word of the list is played at once",
    evaluate_words,
    lambda game: word_game(game) is not None,
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
