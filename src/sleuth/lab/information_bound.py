"""What no player can beat: a bound from the number of answers alone.

With b different answers at most, an action leads to b nodes at most. Where the goal is to know the secret, a strategy
is a b-ary tree with the secrets at its leaves, and no such tree is better than Huffman's. Where the goal is to name it,
each node names one secret at most and one answer ends the play, so step k names (b - 1)^(k - 1) secrets at most; the
likeliest come first.
"""

from __future__ import annotations

import heapq
from fractions import Fraction

import numpy as np

from sleuth.core.game import Goal
from sleuth.core.tables import Tables
from sleuth.kernels.arrays import Floats


def least_total(weights: Floats, answers: int, goal: Goal) -> Fraction:
    """A lower bound on the total of weight x steps, exactly."""
    exact = [Fraction(w) for w in weights.tolist()]
    if goal.only_names:
        return _named(sorted(exact, reverse=True), answers)
    return _known(exact, answers)


def _named(weights: list[Fraction], answers: int) -> Fraction:
    total, place, step, room = Fraction(0), 0, 1, 1
    while place < len(weights):
        total += step * sum(weights[place : place + room], Fraction(0))
        place, step = place + room, step + 1
        room *= max(answers - 1, 1)
    return total


def _known(weights: list[Fraction], answers: int) -> Fraction:
    if len(weights) == 1:
        return Fraction(0)
    if answers < 2:
        raise ValueError("one answer tells nothing")
    # Secrets of weight 0 fill up the last node, so that every other node is full.
    missing = (1 - len(weights)) % (answers - 1)
    heap = weights + [Fraction(0)] * missing
    heapq.heapify(heap)
    total = Fraction(0)
    while len(heap) > 1:
        node = sum((heapq.heappop(heap) for _ in range(min(answers, len(heap)))), Fraction(0))
        total += node
        heapq.heappush(heap, node)
    return total


def least_mean(tables: Tables, answers: int) -> Fraction:
    """A lower bound on the mean number of steps of any strategy; `answers` is the most that any action has."""
    weights = np.ones(len(tables.secrets)) if tables.uniform else tables.weights
    if tables.hits is not None:
        # Every hit must be asked, unless the secret may be named.
        steps = np.where(tables.naming >= 0, 1, tables.hits.sum(axis=1))
        return Fraction(float(weights @ steps)) / sum(map(Fraction, weights.tolist()), Fraction(0))
    return least_total(weights, answers, tables.game.goal) / sum(map(Fraction, weights.tolist()), Fraction(0))
