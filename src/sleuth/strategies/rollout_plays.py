"""Plays of a one-step rule from an information set, each begun with one of some actions: what a rollout averages.

Every action meets the same secrets and the same dice, so that luck cancels out of the comparison. Plays that begin
alike share their information sets and decisions. The first round goes step by step through all actions, so that
each gets as far as the others: how far that is in half of the time is the horizon, past which steps are estimated.

Few plays prove little (against one secret, whatever names it looks best), so that another action than the rule's own
must be better by more than two standard errors.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from math import inf
from typing import NamedTuple

import numpy as np

from sleuth.belief.base import InformationSet
from sleuth.core.errors import StuckError
from sleuth.core.game import Action, Feedback, Secret
from sleuth.core.limit import Clock
from sleuth.kernels.arrays import Floats
from sleuth.strategies.base import Strategy, choice_after
from sleuth.strategies.steps_to_goal import Leaf

PLAYS = 200
"""More plays of each action are not made."""
HORIZON = 200
"""Longer plays are cut."""
ERRORS = 2.0
"""By so many standard errors another action must be better than the rule's own: there are several to be lucky."""
KEPT = 2_000_000
"""So many candidates, over all sets that are kept for other plays."""


@dataclass(eq=False)
class RolloutNode:
    """An information set that several plays may come to."""

    info: InformationSet
    action: Action | None = None
    """What the rule asks, once it was asked."""
    children: dict[tuple[Action, Feedback], RolloutNode] = field(default_factory=dict)


@dataclass(eq=False)
class RolloutPlay:
    """One play, as far as it has come."""

    node: RolloutNode
    first: Action
    secret: Secret
    rng: np.random.Generator
    steps: int = 0
    before: RolloutNode | None = None
    """Where it was one step earlier."""
    stuck: StuckError | None = None

    @property
    def over(self) -> bool:
        """Whether nothing more is to be done."""
        return self.stuck is not None or self.node.info.over


class RolloutSteps(NamedTuple):
    """What the plays took."""

    steps: Floats
    """The mean for each action, and two standard errors more for all but the first; `inf` for one that got no play, or
    that led to a dead end."""
    plays: int
    """Of each action."""
    horizon: int | None
    """After how many steps plays were cut; `None` if none was."""
    stuck: StuckError | None


class RolloutPlays:
    """Plays of a rule, one round after another: in each, every action is played against the same secret."""

    def __init__(self, info: InformationSet, rule: Strategy, leaf: Leaf, clock: Clock) -> None:
        self.root, self.rule, self.leaf, self.clock = RolloutNode(info), rule, leaf, clock
        self.horizon, self.cut, self.room = HORIZON, False, KEPT
        seconds = clock.limit.seconds
        self.half = inf if seconds is None else (seconds + clock.seconds) / 2
        """When half of the time that is left will be up."""
        self.stuck: StuckError | None = None

    def rounds(self, actions: list[Action]) -> RolloutSteps:
        """As many rounds as time allows."""
        rounds = [self._first(actions)]
        while len(rounds) < PLAYS and np.isfinite(rounds[0]).any() and not self.clock.spent():
            steps = self._round([a for a, s in zip(actions, rounds[0], strict=True) if np.isfinite(s)], len(rounds))
            if steps is None:
                break
            whole = np.full(len(actions), inf)
            whole[np.isfinite(rounds[0])] = steps
            rounds.append(whole)
        return RolloutSteps(cautious(np.array(rounds)), len(rounds), self.horizon if self.cut else None, self.stuck)

    def _begin(self, actions: list[Action], number: int) -> list[RolloutPlay]:
        secret = self.root.info.sample(np.random.default_rng([0, number]))[0]
        return [RolloutPlay(self.root, action, secret, np.random.default_rng([1, number])) for action in actions]

    def _first(self, actions: list[Action]) -> Floats:
        """The first round, which finds the horizon: a step of every play, then the next of every play."""
        plays = self._begin(actions, 0)
        for level in range(1, HORIZON + 1):
            for play in plays:
                if not play.over and (play is plays[0] or not self._late()):
                    self._advance(play)
            if self._late():
                self.horizon = max(1, min((p.steps for p in plays if not p.over), default=level))
                break
            if all(play.over for play in plays):
                break
        self.clock.samples += 1
        return np.array([inf if play.steps == 0 else self._steps(play) for play in plays])

    def _late(self) -> bool:
        """Whether half of the time is up, and with it the first round."""
        return self.clock.spent() or self.clock.seconds > self.half

    def _round(self, actions: list[Action], number: int) -> Floats | None:
        """The steps that each action takes against one more secret; `None` if time is up before."""
        plays = self._begin(actions, number)
        for play in plays:
            while not play.over and play.steps < self.horizon:
                if self.clock.spent():
                    return None
                self._advance(play)
        self.clock.samples += 1
        return np.array([self._steps(play) for play in plays])

    def _advance(self, play: RolloutPlay) -> None:
        """One step more."""
        node, self.clock.nodes = play.node, self.clock.nodes + 1
        try:
            action = play.first if play.steps == 0 else self._asked(node)
            feedback = node.info.answer(action, play.secret, play.rng)
            after = node.children.get((action, feedback)) or self._follow(node, action, feedback)
        except StuckError as error:
            play.stuck = self.stuck = error
            return
        play.before, play.node, play.steps = node, after, play.steps + 1

    def _asked(self, node: RolloutNode) -> Action:
        if node.action is None:
            node.action = choice_after(self.rule, node.info, ())
        return node.action

    def _follow(self, node: RolloutNode, action: Action, feedback: Feedback) -> RolloutNode:
        after = RolloutNode(node.info.observe(action, feedback))
        held = min(after.info.size, KEPT) + 1000
        if node is self.root or self.room >= held:
            self.room -= held
            node.children[action, feedback] = after
        return after

    def _steps(self, play: RolloutPlay) -> float:
        """The steps of a play; those past the horizon are estimated."""
        if play.stuck is not None:
            return inf
        node, steps = play.node, play.steps
        if steps > self.horizon and play.before is not None:
            node, steps = play.before, steps - 1
        if node.info.over:
            return float(steps)
        self.cut = True
        return steps + float(self.leaf(node.info).estimate)


def cautious(steps: Floats) -> Floats:
    """The mean of each column, plus two standard errors of its difference from the first that never failed.

    As if one difference had been a step off besides, so that a few that are alike by chance count for little. Columns
    that ever failed are `inf`; so are all but the first if there is only one row.
    """
    whole = np.flatnonzero(np.isfinite(steps).all(axis=0))
    out, number = np.full(steps.shape[1], inf), len(steps)
    if not whole.size:
        return out
    first = whole[0]
    out[first] = steps[:, first].mean()
    if number > 1:
        more = steps[:, whole[1:]] - steps[:, [first]]
        error = np.sqrt(((more - more.mean(axis=0)) ** 2).sum(axis=0) + 1.0) / np.sqrt((number - 1) * number)
        out[whole[1:]] = out[first] + more.mean(axis=0) + ERRORS * error
    return out
