"""SO-ISMCTS: the kernel against its plain twin, and that more iterations play better."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from sleuth import begin, evaluate, parse_game, parse_strategy, tabulate
from sleuth.core.errors import ParameterError
from sleuth.kernels.ismcts import SearchTable, TwinTree, plant, search, search_twin


@pytest.mark.parametrize(
    "spec",
    [
        "mastermind:pegs=2,colours=4",
        "fake-coin:coins=4",
        "mastermind:pegs=2,jar=3-2-1",
        "number:numbers=9",
        "black-box:size=3,atoms=2",
    ],
)
@pytest.mark.parametrize("seed", [1, 99, 2**40 + 7])
@pytest.mark.parametrize("limited", [False, True])
def test_the_kernel_is_its_twin(spec: str, seed: int, limited: bool) -> None:
    tables = tabulate(parse_game(spec))
    assert tables.codes is not None
    cands, legal = np.arange(len(tables.secrets), dtype=np.int32), np.arange(len(tables.actions), dtype=np.int32)
    heap = np.cumsum(tables.weights) if tables.weights.size else np.empty(0)
    know = tables.game.goal.knows
    first = np.arange(4, 0, -1, dtype=np.int32) if limited else None
    forest, tree = plant(400, seed, first), TwinTree(seed, first)
    table = SearchTable(tables.codes, cands, heap, legal, tables.naming, tables.winning, know)
    search(table, 0.7, 400, 10**9, forest)
    search_twin(table, lambda history: legal, 0.7, 400, tree)
    ours, edge = {}, int(forest.node_head[0])
    while edge >= 0:
        ours[int(forest.edge_action[edge])] = int(forest.edge_visits[edge]), float(forest.edge_steps[edge])
        edge = int(forest.edge_next[edge])
    assert ours == {a: (int(v[0]), pytest.approx(v[1])) for a, v in tree.edges[()].items()}
    assert sum(visits for visits, _ in ours.values()) == 400
    assert int(forest.used[0]) == len(tree.numbers)
    assert not limited or set(ours) == {1, 2, 3, 4}


def test_more_iterations_play_better() -> None:
    game = parse_game("fake-coin:coins=6")
    few, many = (
        np.mean([evaluate(game, parse_strategy(f"ismcts:iterations={n}"), seed=seed).mean for seed in range(4)])
        for n in (30, 6000)
    )
    assert many < few - 0.2


def test_it_finds_the_only_good_question() -> None:
    info = begin(parse_game("treasure-hunt:cells=4"))
    decision = parse_strategy("ismcts:iterations=4000").decide(info, rng=np.random.default_rng(1))
    assert decision.chosen.worst == 2  # halves; anything else leaves three
    assert decision.spent["iterations"] == 4000


def test_a_seed_fixes_the_decision() -> None:
    info, strategy = begin(parse_game("bulls-and-cows:length=3,symbols=6")), parse_strategy("ismcts:iterations=150")
    picks = [strategy.decide(info, rng=np.random.default_rng(seed)).action for seed in (1, 1, 2)]
    assert picks[0] == picks[1] != picks[2]


def test_it_plays_on_particles() -> None:
    game = parse_game("mastermind:pegs=6,colours=9")
    decision = parse_strategy("ismcts:iterations=300").decide(begin(game, "sampled"), rng=np.random.default_rng(0))
    assert len(decision.action) == 6


def test_hard_mode_is_kept_along_the_tree(tmp_path: Path) -> None:
    (tmp_path / "w.txt").write_text("crane slate trace brace grace place plate irate crate prate".replace(" ", "\n"))
    game = parse_game(f"wordle:answers={tmp_path / 'w.txt'},hard=true")
    result = evaluate(game, parse_strategy("ismcts:iterations=60"))
    assert result.worst <= 8
    info = begin(game).observe("crane", game.feedback("crane", "trace"))
    assert info.is_legal(parse_strategy("ismcts:iterations=60").decide(info).action)


def test_parameters_are_checked() -> None:
    for bad in ("seconds=0", "iterations=-1", "explore=-1"):
        with pytest.raises(ParameterError):
            parse_strategy(f"ismcts:{bad}")


def test_a_prior_helps_where_there_is_little_time() -> None:
    game = parse_game("mastermind:pegs=3,colours=5")
    plain, led = (
        np.mean([evaluate(game, parse_strategy(f"ismcts:iterations=150{more}"), seed=seed).mean for seed in range(2)])
        for more in ("", ",prior=entropy,width=8")
    )
    assert led < plain - 0.3
