"""Colours by what is seen, and permutations that keep every answer, against plain loops."""

from __future__ import annotations

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.kernels import twins
from tests.trials import trials

from sleuth.kernels import colours
from sleuth.kernels.arrays import Codes, frozen

tables = st.tuples(st.integers(1, 6), st.integers(1, 6), st.integers(1, 4), st.integers(0, 10_000), st.booleans())


def table(secrets: int, actions: int, answers: int, seed: int, wide: bool) -> Codes:
    drawn = np.random.default_rng(seed).integers(answers, size=(secrets, actions))
    return frozen(drawn.astype(np.uint16 if wide else np.uint8))


@settings(max_examples=trials(60), deadline=None)
@given(tables, st.data())
def test_what_secrets_and_actions_see(shape: tuple[int, int, int, int, bool], data: st.DataObject) -> None:
    codes = table(*shape)
    rng = np.random.default_rng(shape[3])
    words, of_secrets, of_actions = (frozen(rng.integers(0, 1 << 64, n, np.uint64)) for n in (4, *codes.shape))
    for look, twin, others, number in (
        (colours.seen_by_secrets, twins.seen_by_secrets_twin, of_actions, codes.shape[0]),
        (colours.seen_by_actions, twins.seen_by_actions_twin, of_secrets, codes.shape[1]),
    ):
        some = sorted(data.draw(st.sets(st.integers(0, others.size - 1))))
        out = np.ones(number, np.uint64)
        look(codes, words, others, frozen(np.array(some, np.int32)), out)
        assert out.tolist() == twin(codes, words, others, some)


@settings(max_examples=trials(60), deadline=None)
@given(tables, st.data())
def test_rows_that_a_permutation_keeps(shape: tuple[int, int, int, int, bool], data: st.DataObject) -> None:
    codes = table(*shape)
    secrets, actions = (np.array(data.draw(st.permutations(range(n))), np.int32) for n in codes.shape)
    kept = [codes[secrets[s], actions].tolist() == codes[s].tolist() for s in range(codes.shape[0])]
    assert colours.kept_rows(codes, frozen(secrets), frozen(actions)) == [*kept, False].index(False)
