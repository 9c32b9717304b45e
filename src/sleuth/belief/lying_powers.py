"""Entropies of every order under lies: what each answer leaves, true of some secrets and a lie about others.

Of a secret with weight `w` the answer `f` has the weight `w * k`, where `k` is 1 less the chance of a lie if `f` is
true of it, and that chance by the ways to lie if it is not. Both depend only on the lies that it has left and on its
true answer. So power sums are taken by group and true answer first, and then spread over what may be said.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple, Protocol

import numpy as np

from sleuth.belief import entropy_powers
from sleuth.belief.lying_groups import Group
from sleuth.belief.lying_law import Relation
from sleuth.core.game import Action
from sleuth.kernels.arrays import Array, Bools, Floats, Ints


class Asked(NamedTuple):
    """Some actions by what may be said to them."""

    law: Relation
    may: Bools
    """What may be a lie in answer to each."""
    ways: Floats
    """In how many ways each true answer may be lied about."""


def _by_weight(asked: Asked) -> Iterator[tuple[float, Asked]]:
    """The lies of each weight by themselves, so that in each part one is as likely as another."""
    if asked.law.even:
        yield 1.0, asked
        return
    relation = asked.law.relation
    for weight in np.unique(relation[relation > 0]).tolist():
        yield weight, asked._replace(law=asked.law.only(weight))


class Liars(Protocol):
    """What is asked of an information set."""

    @property
    def weights(self) -> Floats: ...
    @property
    def groups(self) -> list[Group]: ...
    def asked(self, actions: Sequence[Action]) -> Asked: ...
    def true_codes(self, actions: Sequence[Action], members: Ints) -> Iterable[Array]: ...
    def true_masses(self, actions: Sequence[Action], members: Ints, values: Floats) -> Floats: ...


def nats_said(info: Liars, actions: Sequence[Action], order: float) -> Floats:
    """For each action (row) and what may be said, the Renyi entropy that it leaves, in nats."""
    asked = info.asked(actions)
    masses = np.zeros(asked.may.shape)
    sums = np.full(asked.may.shape, entropy_powers.nothing(order))
    add = entropy_powers.ufunc_of(order)
    for group in info.groups:
        weights = info.weights[group.members]
        mass = info.true_masses(actions, group.members, weights)
        power = _power_sums(info, actions, group.members, weights, order)
        free = (asked.ways > 0) & (group.chance > 0)
        keeps = np.where(free, 1 - group.chance, 1.0)
        lies = np.where(free, group.chance / np.where(free, asked.ways, 1.0), 0.0)
        masses += _wide(asked, mass * keeps, 0.0)
        sums = add(sums, _wide(asked, _scaled(power, mass, keeps, order), entropy_powers.nothing(order)))
        for weight, part in _by_weight(asked):
            masses += _spread(part, mass * lies * weight, np.add)
            sums = add(sums, _spread(part, _scaled(power, mass, lies * weight, order), add))
    return entropy_powers.renyi_of(sums, masses, order)


def _power_sums(info: Liars, actions: Sequence[Action], members: Ints, weights: Floats, order: float) -> Floats:
    """The power sum of the members by their true answers."""
    logs = np.log(weights)
    if order == 1:
        return info.true_masses(actions, members, weights * logs)
    base, span = float(logs.max()), float(np.ptp(logs))
    if (
        span == 0 or order * span <= entropy_powers.SAFE
    ):  # the sum of powers is a number; where all are alike, it is a count
        scale = 0.0 if np.isinf(order) else order
        found = entropy_powers.logs_of(info.true_masses(actions, members, np.exp(scale * (logs - base))))
        return np.where(found > -np.inf, base, -np.inf) if np.isinf(order) else found + order * base
    terms, width = entropy_powers.terms_of(weights, order), info.asked(actions).ways.shape[1]
    return np.array([entropy_powers.summed(codes, width, terms, order) for codes in info.true_codes(actions, members)])


def _scaled(sums: Floats, masses: Floats, factors: Floats, order: float) -> Floats:
    """The power sums once every weight is multiplied."""
    some = factors > 0
    logs = np.log(np.where(some, factors, 1.0))
    if order == 1:
        return np.where(some, factors * (sums + masses * logs), 0.0)
    return np.where(some, sums + (1.0 if np.isinf(order) else order) * logs, -np.inf)


def _wide(asked: Asked, true: Floats, nothing: float) -> Floats:
    """What is true, as what is said."""
    more = asked.may.shape[1] - true.shape[1]
    return np.pad(true, ((0, 0), (0, more)), constant_values=nothing) if more else true


def _spread(asked: Asked, each: Floats, add: np.ufunc) -> Floats:
    """What is said where every true answer takes each way to lie that is open to it."""
    nothing = 0.0 if add is np.add else -np.inf
    law, may = asked.law, asked.may
    if law.every:
        out = _of_others(_wide(asked, each, nothing), add, nothing)
    else:
        out = np.full(may.shape, nothing)
        starts, columns = law.others
        for true in range(each.shape[1]):
            some = columns[starts[true] : starts[true + 1]]
            out[:, some] = add(out[:, some], each[:, true : true + 1])
    return np.where(may, out, nothing)


def _of_others(each: Floats, add: np.ufunc, nothing: float) -> Floats:
    """For each column, the sum of all others; nothing is taken off again, so that nothing is lost."""
    edge = np.full((len(each), 1), nothing)
    before = np.hstack([edge, add.accumulate(each, axis=1)[:, :-1]])
    after = np.hstack([add.accumulate(each[:, ::-1], axis=1)[:, ::-1][:, 1:], edge])
    return np.asarray(add(before, after))
