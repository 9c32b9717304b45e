"""What is seen at one look, against a slow twin, and never above the truth."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.kernels import twins
from tests.kernels.test_search import games, inside, parts_of, some, tiny, whole
from tests.trials import trials

from sleuth.core.game import Game
from sleuth.kernels import search_bounds, search_looks
from sleuth.kernels.arrays import frozen
from sleuth.kernels.search_bounds import FOREVER, INFINITE

STEPS = st.sampled_from([1, 2, 3, FOREVER])


@settings(max_examples=trials(120), deadline=None)
@given(games, st.data(), STEPS)
def test_a_cut_has_every_part_but_the_one_that_wins(game: Game, data: st.DataObject, depth: int) -> None:
    made = whole(game)
    law, cands = made.law, some(data, made.cands, 2)
    action = data.draw(st.sampled_from(made.actions.tolist()))
    cut, mark = search_looks.new_cut(law, cands.size), 0
    for _ in range(2):  # the second use finds it as the first did
        number, mark = search_looks.cut_set(law, cands, action, depth, mark, cut)
        parts = parts_of(law, cands, action)
        if law.name:
            parts.pop(int(law.winning[action]), None)
        found = {int(cut.code[p]): cut.order[cut.start[p] : cut.start[p + 1]].tolist() for p in range(number)}
        assert found == parts
        bounds = [twins.part_look_twin(law, part, depth) for part in found.values()]
        assert cut.bounds[:number] == pytest.approx(bounds)


@settings(max_examples=trials(120), deadline=None)
@given(games, st.data(), STEPS)
def test_one_look(game: Game, data: st.DataObject, depth: int) -> None:
    made = whole(game)
    law, cands = made.law, some(data, made.cands, 2)
    actions = made.actions if data.draw(st.booleans()) else some(data, made.actions)
    scanned, flags = np.empty(actions.size), inside(law, cands)
    search_bounds.scan(law, cands, actions, depth, flags, scanned)
    expected = [
        max(twins.look_twin(law, cands, a, depth), s) for a, s in zip(actions.tolist(), scanned.tolist(), strict=True)
    ]
    bound = float(data.draw(st.sampled_from([INFINITE, *expected])))
    lower = scanned.copy()
    search_looks.looks(law, cands, actions, depth, bound, lower)
    assert lower == pytest.approx([e if s < bound else s for e, s in zip(expected, scanned.tolist(), strict=True)])
    flags[:] = False
    assert search_looks.least_look(law, cands, actions, depth, flags) == pytest.approx(min(expected))
    assert not flags.any()


def test_where_nothing_may_be_asked() -> None:
    law, none = search_bounds.small_law(np.zeros((1, 1), np.uint8)), frozen(np.zeros(0, np.int32))
    one = frozen(np.zeros(1, np.int32))
    assert search_looks.least_look(law, one, none, FOREVER, np.zeros(1, np.bool_)) == INFINITE


@settings(max_examples=trials(100), deadline=None)
@given(tiny, st.data(), st.sampled_from([2, 3, FOREVER]))
def test_no_look_is_above_the_truth(game: Game, data: st.DataObject, depth: int) -> None:
    made = whole(game)
    cands = some(data, made.cands, 2)
    truth = twins.search_twin(made.law, cands, made.actions, depth)
    flags = np.zeros(made.law.weights.size, np.bool_)
    assert search_looks.least_look(made.law, cands, made.actions, depth, flags) <= truth + 1e-9
