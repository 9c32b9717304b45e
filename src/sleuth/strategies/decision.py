"""A decision: the chosen action, and everything that explains it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

import numpy as np

from sleuth.belief.base import InformationSet
from sleuth.belief.outcomes import Outcomes
from sleuth.core.displayed import Displayed
from sleuth.core.errors import ActionError
from sleuth.core.game import Action, Feedback
from sleuth.core.immutable import Travels
from sleuth.core.offers import lists_all, truthful
from sleuth.core.text import plural, shorten
from sleuth.kernels.arrays import Floats
from sleuth.strategies.criteria import ENTROPY, TOLERANCE

COUNTED = 60
"""For so many answers the candidates that they leave are counted by lies: the likeliest."""


@dataclass(frozen=True)
class Option:
    """One action and what is to be expected of it."""

    action: Action
    text: str
    score: float
    bits: float
    """Bits that the answer is expected to tell."""
    parts: int
    """How many different answers are possible, lies among them."""
    worst: int
    """The most candidates that stay possible after an answer."""
    expected: float
    """How many candidates stay possible on average."""
    win: float
    """The chance that it wins at once."""
    hit: float
    """The chance that it finds something; where nothing is to be found, that it wins."""
    possible: bool
    """Whether it may be the secret."""

    def as_json(self) -> dict[str, Any]:
        """Plain values, for JSON."""
        return {"action": self.text, **{figure: getattr(self, figure) for figure in FIGURES}}


FIGURES = {
    "score": float, "bits": float, "parts": int, "worst": int, "expected": float, "win": float, "hit": float,
    "possible": bool,
}  # fmt: skip
"""The figures of an option, each with its type."""


@dataclass(frozen=True)
class Leaf:
    """What one answer would leave."""

    feedback: Feedback
    text: str
    probability: float
    left: int
    wins: bool
    """Whether play would have ended."""
    lies: tuple[int, ...] = ()
    """How many of those that are left take no lie, one, two, and so on; empty where lies are not counted."""


@dataclass(frozen=True, eq=False, repr=False)
class Decision(Displayed, Travels):
    """The chosen action of a strategy, its score, the runners-up, and the reasons. Details are counted when read."""

    info: InformationSet
    """What was known when it was made."""
    outcomes: Outcomes
    """The actions that were weighed, and what each may be answered with."""
    row: int
    """The row of the outcomes that was chosen."""
    scores: Floats
    """The score of every row; lower is better."""
    strategy: str
    """Who decided, as a spec string."""
    tie_break: str
    """What decides between actions of the same score, in words."""
    spent: Mapping[str, float] = field(default_factory=dict)
    """What the decision took, in the strategy's own units: seconds, samples, iterations."""
    estimate: str = ""
    """What was estimated or left unproved, as a sentence; empty where the scores are what they are said to be."""

    @classmethod
    def of(cls, info: InformationSet, action: Action, strategy: str = "", score: float | None = None) -> Decision:
        """The decision of somebody who only has an action, or its text; one that may not be asked is refused.

        Nothing else was weighed. Unless a score is given, it is the bits that the answer leaves on average.
        """
        asked = legal_action(info, action)
        outcomes = info.outcomes([asked])
        scores = ENTROPY(outcomes) if score is None else np.array([float(score)])
        return cls(info, outcomes, 0, scores, strategy or "somebody", "")

    def __repr__(self) -> str:
        asked = self.info.game.format_action(self.action)
        return f"<{type(self).__name__} {asked}, score {self.score:.4g} by {self.strategy}, {self.info}>"

    @property
    def action(self) -> Action:
        """What to ask."""
        return self.outcomes.actions[self.row]

    @property
    def score(self) -> float:
        """Its score under the strategy's criterion."""
        return float(self.scores[self.row])

    def options(self, rows: list[int]) -> list[Option]:
        """The details of some rows."""
        some = self.outcomes.take(np.array(rows, np.int32))
        columns: tuple[Any, ...] = (
            self.scores[rows], some.information, some.answers_possible, some.most_left, some.mean_left,
            some.win_probability, some.hit_probability, some.possible,
        )  # fmt: skip
        typed = [map(kind, column) for kind, column in zip(FIGURES.values(), columns, strict=True)]
        texts = map(self.info.game.format_action, some.actions)
        return [Option(*values) for values in zip(some.actions, texts, *typed, strict=True)]

    @cached_property
    def chosen(self) -> Option:
        """The chosen action's details."""
        return self.options([self.row])[0]

    @cached_property
    def alternatives(self) -> list[Option]:
        """The five best others."""
        count = min(6, len(self.outcomes))
        scores = np.round(self.scores / TOLERANCE) * TOLERANCE
        order = np.lexsort((~self.outcomes.possible, scores))[:count].tolist()
        return self.options([r for r in order if r != self.row][:5])

    @property
    def bits(self) -> float:
        """The bits that the answer is expected to tell."""
        return self.chosen.bits

    @cached_property
    def tells(self) -> bool:
        """Whether the truth about it may be this or that."""
        return int(self.outcomes.take(np.array([self.row], np.int32)).parts[0]) > 1

    @cached_property
    def leaves(self) -> list[Leaf]:
        """What each answer would leave, the likeliest first."""
        game = self.info.game
        leaves = [
            Leaf(child.feedback, game.format_feedback(child.feedback), child.probability, child.left, child.over)
            for child in self.info.children(self.action)
        ]
        leaves.sort(key=lambda leaf: (-leaf.probability, leaf.text))
        if len(self.info.kinds) < 2:
            return leaves
        # By the answers themselves: an answer makes a lie of the truth of some candidates, and of none of others.
        return [
            replace(leaf, lies=self.info.observe(self.action, leaf.feedback).kinds) if place < COUNTED else leaf
            for place, leaf in enumerate(leaves)
        ]

    @property
    def ties(self) -> int:
        """How many other actions score the same."""
        return int((np.abs(self.scores - self.score) <= TOLERANCE).sum()) - 1

    @cached_property
    def reasons(self) -> list[str]:
        """Why this action, in sentences."""
        info, option = self.info, self.chosen
        left = "candidate" if info.exact else "particle"
        if info.exact and info.size == 1:
            listed = "" if lists_all(info.game) else " of the list"
            return [f"Only one secret{listed} explains all answers."]
        if not self.tells and option.hit == 0:
            return [f"{option.text} tells nothing: every candidate gives the same answer."]
        missing = f" of the {info.entropy:.2f} bits still missing" if info.estimated_size else " bits"
        out = [f"{option.text} is expected to tell {option.bits:.2f}{missing}."]
        if self.outcomes.size > 1:
            out.append(self._left_by_answers(left) if truthful(info.game) else self._left_by_answers_or_lies())
        if info.game.goal.finds:
            best = float(self.outcomes.hit_probability.max())
            more = f"; the best chance of one is {percent(best)}" if option.hit < best - TOLERANCE else ""
            out.insert(0, f"{option.text} is a hit with a chance of {percent(option.hit)}{more}.")
        if info.game.goal.only_names:
            if option.win > 0:
                out.append(f"It may be the secret itself: chance {percent(option.win)}.")
            else:
                out.append("It cannot be the secret: it is asked for what it tells.")
        if self.ties > 0:
            out.append(
                f"{plural(self.ties, 'other action')} score{'s' if self.ties == 1 else ''} the same; "
                f"ties go by: {self.tie_break}."
            )
        if info.assumption:
            out.append(info.assumption)
        if self.estimate:
            out.append(self.estimate)
        return out

    def _left_by_answers(self, left: str) -> str:
        option = self.chosen
        return (
            f"Its {plural(option.parts, 'possible answer')} cut{'s' if option.parts == 1 else ''} "
            f"{plural(self.outcomes.size, left)} into parts of at most {option.worst:,}, "
            f"{_rounded(option.expected)} on average."
        )

    def _left_by_answers_or_lies(self) -> str:
        """What may be a lie cuts nothing apart: it leaves more candidates, and fewer of them without a lie."""
        option, honest = self.chosen, [leaf.lies[0] for leaf in self.leaves if leaf.lies]
        kept = f"at most {option.worst:,} of {plural(self.outcomes.size, 'candidate')}"
        if option.worst == option.expected == self.outcomes.size:
            kept = f"all {plural(self.outcomes.size, 'candidate')}"
        mean = "" if kept.startswith("all") else f", {_rounded(option.expected)} on average"
        free = f"; at most {max(honest):,} of them would take no lie" if honest else ""
        return (
            f"Its {plural(option.parts, 'possible answer')} leave{'s' if option.parts == 1 else ''} {kept}{mean}, "
            f"since any may be a lie{free}."
        )


def legal_action(info: InformationSet, value: object) -> Action:
    """The action that a value is, or that a text or a list writes; `ActionError` if it may not be asked now."""
    if value is None:
        raise ActionError(f"step {len(info.history) + 1}: nothing is asked; an action of {info.game} is wanted")
    if hasattr(value, "tolist"):  # NumPy's arrays and numbers
        value = value.tolist()
    action = tuple(value) if isinstance(value, list) else value
    if isinstance(action, str) and not _may_ask(info, action):
        action = info.game.parse_action(action)
    try:
        info.check_action(action)
    except ActionError:
        raise
    except _ODD:
        message = f"step {len(info.history) + 1}: {shorten(repr(action))} is no action of {info.game}"
        raise ActionError(message) from None
    return action


_ODD = (TypeError, ValueError, LookupError, AttributeError)
"""What may be raised where something is asked for that is no action at all."""


def _may_ask(info: InformationSet, action: object) -> bool:
    try:
        return info.is_legal(action)
    except _ODD:
        return False


def _rounded(number: float) -> str:
    """With one decimal, where that can matter."""
    return f"{number:,.1f}" if number < 1e6 else f"{number:,.0f}"


def percent(probability: float) -> str:
    """`4.2%`, and never a rounded-off 0% or 100%."""
    if 0 < probability < 0.0005:
        return "under 0.1%"
    if 0.9995 < probability < 1:
        return "over 99.9%"
    return f"{100 * probability:.3g}%"
