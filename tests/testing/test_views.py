"""No oracle, and no secret of one, can be reached from what a strategy sees."""

from __future__ import annotations

import sys
import weakref
from abc import ABCMeta
from functools import partial
from types import SimpleNamespace

import numpy as np
import pytest

from sleuth.belief.begin import begin
from sleuth.core.errors import ConformanceError
from sleuth.play.oracles import Truthful
from sleuth.strategies.greedy import Entropy
from sleuth.testing.small import small_games
from sleuth.testing.views import check_view, own_copy, reachable


class Slotted:
    __slots__ = ("__weakref__", "inside")

    def __init__(self, inside: object) -> None:
        self.inside = inside


def test_reachable_follows_every_kind_of_reference() -> None:
    target = Slotted(None)

    def closure() -> object:
        return target

    def default(value: object = target) -> object:
        return value

    array = np.empty(2, object)
    array[1] = target
    base = type("Holder", (), {"x": target})
    text = type("Text", (str,), {})("plain")
    text.note = target
    holders = [
        SimpleNamespace(x=target), Slotted(target), {"a": [target]}, closure, default, partial(print, target), array,
        array[::-1], weakref.ref(target), (x for x in [target]), base, type("Heir", (base,), {}),
        base(), text,
    ]  # fmt: skip
    for holder in holders:
        way = reachable(holder, lambda value: value is target)
        assert way is not None, holder
        assert way[0] is holder
        assert way[-1] is target


HIDDEN = Slotted(None)


def closure_free() -> Slotted:
    return HIDDEN


def test_reachable_leaves_global_names_alone() -> None:
    assert reachable(SimpleNamespace(f=closure_free, m=sys, k=Slotted), lambda value: value is HIDDEN) is None


def test_reachable_leaves_subclasses_alone() -> None:
    """Who holds a class sees all its heirs in some list of Python's, whoever wrote them."""
    abstract = ABCMeta("Abstract", (), {})
    heir = type("Heir", (abstract,), {"x": HIDDEN})
    assert isinstance(heir(), abstract)  # abstract classes remember whom they were asked about
    assert reachable(abstract, lambda value: value is HIDDEN) is None
    assert reachable(heir, lambda value: value is HIDDEN) is not None


def test_no_oracle_is_seen_from_an_information_set() -> None:
    for game in small_games():
        info = begin(game)
        secret = info.candidates()[-1]
        oracle = Truthful(game, own_copy(secret) or secret)
        for _ in range(3):
            decision = Entropy().decide(info)
            check_view(oracle, info, decision, decision.outcomes, secret=own_copy(secret) and oracle._secret)
            info = info.observe(decision.action, oracle.answer(decision.action))
        with pytest.raises(ConformanceError, match=r"can be reached from it: Turn -> .*Truthful"):
            check_view(oracle, type("Turn", (SimpleNamespace,), {})(after=info, match=[oracle]))
