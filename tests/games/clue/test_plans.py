"""The kernels on plans, against their slow twins, on random sides."""

from __future__ import annotations

import numpy as np
import pytest
from tests.kernels import twins

from sleuth.games.clue.kernels import plans
from sleuth.games.clue.solver.equilibrium import NEVER, behaviour
from sleuth.games.clue.solver.sequences import PlayerDecisions
from sleuth.kernels.arrays import Ints


def random_side(rng: np.random.Generator, decisions: int) -> tuple[Ints, Ints, Ints]:
    width = rng.integers(1, 5, decisions).astype(np.int32)
    first = (1 + np.cumsum(width) - width).astype(np.int32)
    parent = np.array([rng.integers(0, start) for start in first], np.int32)
    return parent, first, width


@pytest.mark.parametrize("seed", range(5))
def test_kernels_agree_with_their_twins(seed: int) -> None:
    rng = np.random.default_rng(seed)
    side = random_side(rng, 30)
    _, first, width = side
    size = 1 + int(width.sum())
    plan, gains, regret = rng.random(size) - 0.2, rng.normal(size=size), np.maximum(rng.normal(size=size), 0)
    regret[first[3] : first[3] + width[3]] = 0
    plan[first[5] : first[5] + width[5]] = -0.1
    share = behaviour(PlayerDecisions(*side), plan)
    np.testing.assert_allclose(share, twins.behave_twin(first, width, plan, NEVER))

    realised = np.empty(size)
    plans.realise(*side, share, realised)
    np.testing.assert_allclose(realised, twins.realise_twin(*side, share))

    assert plans.reply(*side, gains.copy()) == pytest.approx(twins.reply_twin(*side, gains))

    wanted = twins.learn_twin(*side, gains, share, regret)
    plans.learn(*side, gains.copy(), share, regret)
    np.testing.assert_allclose(share, wanted[0])
    np.testing.assert_allclose(regret, wanted[1])


def test_what_sequences_bring() -> None:
    rng = np.random.default_rng(1)
    rows = np.sort(rng.integers(0, 7, 20))
    columns, weights, plan, out = rng.integers(0, 5, 20).astype(np.int32), rng.random(20), rng.random(5), np.empty(7)
    starts = np.concatenate([[0], np.cumsum(np.bincount(rows, minlength=7))])
    plans.bring(starts, columns, weights, plan, -1.0, out)
    wanted = twins.bring_twin(rows.tolist(), columns.tolist(), weights.tolist(), plan, -1.0, 7)
    np.testing.assert_allclose(out, wanted)
