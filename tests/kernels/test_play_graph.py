"""The kernels of many plays at once against slow twins."""

from __future__ import annotations

from collections import defaultdict

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.trials import trials

from sleuth.belief.enumerated import EnumeratedSet
from sleuth.core.game import Game
from sleuth.core.tabulate import tabulate
from sleuth.kernels import play_graph as kernel
from sleuth.kernels import search_memo
from sleuth.kernels.arrays import Ints
from sleuth.kernels.play_steps import new_plays
from sleuth.kernels.search import SetList
from sleuth.lab.baseline import reference_of
from sleuth.measures.shannon import shannon
from sleuth.referee.play_graph import PlayGraph
from sleuth.referee.set_values import set_values
from sleuth.testing.random_games import RandomLaw, RandomNaming

games = st.builds(
    lambda cls, *values: cls(*values),
    st.sampled_from([RandomLaw, RandomNaming]),
    st.integers(2, 12),
    st.integers(0, 8),
    st.integers(2, 5),
    st.sampled_from([1, 1, 4]),
    st.integers(0, 10_000),
)


def drawn_sets(data: st.DataObject, order: Ints, salt: np.ndarray, number: int = 6) -> SetList:
    """Some sets of candidates that are not over, one after the other."""
    sets = []
    for _ in range(number):
        kept = data.draw(st.sets(st.integers(0, order.size - 1), min_size=2))
        sets.append(order[sorted(kept)])
    sizes = np.array([cands.size for cands in sets], np.int32)
    starts = (np.cumsum(sizes) - sizes).astype(np.int32)
    keys = np.array([np.bitwise_xor.reduce(salt[cands], axis=0) for cands in sets], np.uint64)
    return SetList(np.concatenate(sets).astype(np.int32), starts, sizes, keys)


@settings(max_examples=trials(40), deadline=None)
@given(games, st.sampled_from(["optimal", "entropy", "minimax"]), st.data())
def test_values_of_many_sets_are_those_of_the_reference(game: Game, name: str, data: st.DataObject) -> None:
    start = EnumeratedSet(tabulate(game))
    reference = reference_of(start, name)
    assert reference is not None
    values = set_values(start, reference)
    sets = drawn_sets(data, values.order, values.salt)
    expected = [
        reference.steps(EnumeratedSet(start.tables, np.sort(sets.order[a : a + n])))
        for a, n in zip(sets.start, sets.size, strict=True)
    ]
    assert values.of(sets).tolist() == pytest.approx(expected)
    assert values.of(sets).tolist() == pytest.approx(expected)  # from the memo


@settings(max_examples=trials(25), deadline=None)
@given(games, st.data())
def test_nodes_are_cut_and_weighed(game: Game, data: st.DataObject) -> None:
    start = EnumeratedSet(tabulate(game))
    graph = PlayGraph(start, reference_of(start, "optimal"))
    rules, sets = graph.rules, drawn_sets(data, graph.values.order, graph.values.salt)
    graph._reserve((10, 200, 200), new_plays(1, 1, np.ones((0, 1), np.int8)))
    nodes = np.array(
        [
            kernel.keep_node(rules, graph.graph, sets.order[a : a + n].copy())
            for a, n in zip(sets.start, sets.size, strict=True)
        ]
    )
    graph._value_nodes(0)
    actions = np.array([data.draw(st.integers(0, rules.codes.shape[1] - 1)) for _ in nodes])
    nodes, actions = np.unique(np.stack([nodes, actions]), axis=1)
    cuts = kernel.new_parts(int(graph.graph.size[nodes].sum()))
    parts = kernel.cut_nodes(rules, graph.graph, nodes, actions, cuts)
    found = defaultdict(list)
    for p in range(parts):
        cands = cuts.order[cuts.start[p] : cuts.start[p] + cuts.size[p]]
        found[int(cuts.edge[p])].append(cands.tolist())
        assert cuts.mass[p] == rules.weights[cands].sum()
        assert cuts.bits[p] == pytest.approx(float(shannon(rules.weights[cands])))
        assert cuts.keys[p].tolist() == np.bitwise_xor.reduce(rules.salt[cands], axis=0).tolist()
        answer = rules.codes[cands[0], actions[cuts.edge[p]]]
        won = answer == rules.winning[actions[cuts.edge[p]]] if rules.name else cands.size == 1
        assert cuts.over[p] == won
    for e, (node, action) in enumerate(zip(nodes.tolist(), actions.tolist(), strict=True)):
        cands = graph.graph.pool[graph.graph.start[node] :][: graph.graph.size[node]]
        twin = defaultdict(list)
        for s in cands.tolist():
            twin[int(rules.codes[s, action])].append(s)
        assert found[e] == [twin[code] for code in sorted(twin)]


@settings(max_examples=trials(60), deadline=None)
@given(st.lists(st.tuples(st.integers(0, 1 << 40), st.integers(-1, 5)), max_size=60))
def test_answers_are_found_again(entries: list[tuple[int, int]]) -> None:
    graph, twin = kernel.new_graph(2, 2, 128, 1 << 20), dict[int, int]()
    for key, child in entries:
        kernel.keep_answer(graph, key, child, float(child), 0.5)
        twin.setdefault(key, child)
    assert graph.used[kernel.ANSWERS] == len(twin)
    for key, child in twin.items():
        place = kernel.find_answer(graph.answers, key)
        assert graph.answers[place, 1] == child
        assert graph.figures[place, 2] == float(child)
    assert all(kernel.find_answer(graph.answers, key) < 0 for key in range(1 << 41, (1 << 41) + 5))


def test_many_are_looked_up_and_remembered() -> None:
    memo, keys = search_memo.new_memo(64), np.random.default_rng(0).integers(1 << 62, size=(5, 2)).astype(np.uint64)
    values, out = np.array([1.0, np.nan, 3.0, 4.0, 5.0]), np.empty(5)
    search_memo.look_up_many(memo, keys, out)
    assert np.isnan(out).all()
    search_memo.remember_many(memo, keys, np.full(5, 3, np.int32), values)
    search_memo.look_up_many(memo, keys, out)
    np.testing.assert_array_equal(out, values)
