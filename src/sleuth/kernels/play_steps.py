"""A step of many plays at once, over the graph of positions that they share.

Where a game has symmetries, nodes near the start have a row of permutations: for each action the one that takes it to
the first of those that are alike. A play remembers the permutations that it went through, two at most.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from sleuth.kernels.arrays import Bools, Codes, Floats, Ints, Longs, frozen
from sleuth.kernels.jit import kernel, takes
from sleuth.kernels.play_graph import OVER, Graph, GraphRules, find_answer, keep_node, new_graph

TWISTS = 2
"""How many permutations a play may go through."""
Masks = npt.NDArray[np.int8]
Shorts = npt.NDArray[np.int16]


class Twists(NamedTuple):
    """Permutations that leave a game as it is, by number; 0 changes nothing."""

    row: Ints
    """For each row and action, the permutation that takes it to its like."""
    actions: Shorts
    """The image of each action."""
    secrets: Shorts
    """The image of each secret."""


class Plays(NamedTuple):
    """Plays under way, one a row."""

    secret: Ints
    node: Ints
    steps: Ints
    over: Bools
    twist: Ints
    """The permutations that it went through."""
    asked: Ints
    """The action and the answer of each step; -1 for steps to come, and for the answer of a turn that was lost."""
    masks: Masks
    """1 for what may be asked; no rows where that is everything, always."""


class StepFigures(NamedTuple):
    """What came of one step of each play."""

    code: Ints
    lost: Floats
    luck: Floats
    bits: Floats
    solved: Bools
    truncated: Bools
    refused: Bools


@kernel
def step_plays(
    rules: GraphRules, graph: Graph, twists: Twists, plays: Plays, todo: Ints, actions: Ints, out: StepFigures,
    missing: Longs,
) -> int:  # fmt: skip
    """One step of the plays `todo`; those whose answer is not in the graph stay as they are.

    Their places go into the first column of `missing`, with node, action and answer; how many there are is returned.
    """
    codes, width = rules.codes, rules.width
    number = codes.shape[1]
    most = plays.asked.shape[1]
    changing = plays.masks.shape[0] > 0
    missed = 0
    for k in range(todo.size):
        i = todo[k]
        out.solved[i] = False
        out.truncated[i] = False
        out.refused[i] = False
        out.code[i] = -1
        out.lost[i] = 0.0
        out.luck[i] = 0.0
        out.bits[i] = 0.0
        if plays.over[i]:
            continue
        a = actions[i]
        step = plays.steps[i]
        node = plays.node[i]
        if changing and plays.masks[i, a] == 0:
            out.refused[i] = True
            out.lost[i] = 1.0 if graph.value[node] == graph.value[node] else np.nan
            out.luck[i] = 0.0 * out.lost[i]
        else:
            s = plays.secret[i]
            like, hidden = a, s
            for t in range(TWISTS):
                g = plays.twist[i, t]
                if g > 0:
                    like, hidden = np.int32(twists.actions[g, like]), np.int32(twists.secrets[g, hidden])
            row = graph.row[node]
            turn = 0
            if row >= 0 and plays.twist[i, TWISTS - 1] == 0:
                turn = twists.row[row, like]
                if turn > 0:
                    like, hidden = np.int32(twists.actions[turn, like]), np.int32(twists.secrets[turn, hidden])
            code = np.int64(codes[hidden, like])
            value = graph.value[node]
            child: Any = np.int64(node)
            lost = rules.prices[a]
            if graph.size[node] == 1:
                # The secret is known: to name it is all that is left, and an action that does not is lost.
                if code == rules.winning[like]:
                    child = OVER
                    lost -= value
                    lost = 0.0 if abs(lost) <= rules.tolerance else lost
                lost += 0.0 * value
            else:
                place = find_answer(graph.answers, (child * number + like) * (width + 1) + code)
                if place < 0:
                    missing[missed, 0] = i
                    missing[missed, 1] = node
                    missing[missed, 2] = like
                    missing[missed, 3] = code
                    missed += 1
                    continue
                child = graph.answers[place, 1]
                lost = graph.figures[place, 2]
                out.bits[i] = graph.figures[place, 3]
            out.code[i] = codes[s, a]
            out.lost[i] = lost
            left = graph.value[child] if child != OVER else 0.0
            gain = lost + value - rules.prices[a] - left
            out.luck[i] = 0.0 if abs(gain) <= rules.tolerance else gain
            if changing:
                plays.masks[i, a] = 0
            if turn > 0:
                plays.twist[i, 1 if plays.twist[i, 0] > 0 else 0] = turn
            if child == OVER:
                out.solved[i] = True
            else:
                plays.node[i] = child
        plays.asked[i, step, 0] = a
        plays.asked[i, step, 1] = out.code[i]
        plays.steps[i] = step + 1
        out.truncated[i] = step + 1 >= most and not out.solved[i]
        plays.over[i] = out.solved[i] or out.truncated[i]
    return missed


@kernel
def begin_plays(plays: Plays, places: Ints, secrets: Ints) -> None:
    """Begin some plays anew, with these secrets."""
    for k in range(places.size):
        i = places[k]
        plays.secret[i] = secrets[k]
        plays.node[i] = 0
        plays.steps[i] = 0
        plays.over[i] = False
        for t in range(TWISTS):
            plays.twist[i, t] = 0
        plays.asked[i] = -1
        if plays.masks.shape[0] > 0:
            plays.masks[i] = 1


def new_plays(number: int, steps: int, masks: Masks) -> Plays:
    """Plays that are over, so that they must begin first."""
    return Plays(
        secret=np.zeros(number, np.int32),
        node=np.zeros(number, np.int32),
        steps=np.zeros(number, np.int32),
        over=np.ones(number, np.bool_),
        twist=np.zeros((number, TWISTS), np.int32),
        asked=np.full((number, steps, 2), -1, np.int32),
        masks=masks,
    )


def new_figures(number: int) -> StepFigures:
    """Room for what comes of a step."""
    return StepFigures(
        code=np.full(number, -1, np.int32),
        lost=np.zeros(number),
        luck=np.zeros(number),
        bits=np.zeros(number),
        solved=np.zeros(number, np.bool_),
        truncated=np.zeros(number, np.bool_),
        refused=np.zeros(number, np.bool_),
    )


@takes(1)
def warm() -> None:
    """Compile every kernel of this file."""
    _warm(np.zeros((1, 1), np.uint8))


@takes(1)
def warm_wide() -> None:
    """The same for wide tables."""
    _warm(np.zeros((1, 1), np.uint16))


def _warm(codes: Codes) -> None:
    one, row = frozen(np.ones(1)), np.zeros(1, np.int32)
    rules = GraphRules(frozen(codes), 1, one, frozen(row), one, frozen(np.zeros((1, 2), np.uint64)), False, 1e-9)
    graph = new_graph(2, 4, 4, 2)
    keep_node(rules, graph, row)
    twists = Twists(np.zeros((1, 1), np.int32), np.zeros((1, 1), np.int16), np.zeros((1, 1), np.int16))
    plays, missing = new_plays(1, 1, np.ones((1, 1), np.int8)), np.zeros((1, 4), np.int64)
    begin_plays(plays, row, row)
    step_plays(rules, graph, twists, plays, row, row, new_figures(1), missing)
