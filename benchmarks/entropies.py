"""Generalised entropies: what they cost beside Shannon's, how long the plane takes, and whether a player is recovered.

Run: `python benchmarks/entropies.py [cost] [plane] [recover] [--runs N] [--plays N]`; without a word, the first two.

cost     whole game trees of Mastermind 4x6 with a jar, and all first questions at once, beside `entropy`
plane    21 x 21 orders and degrees, whole game trees of Mastermind 4x6 with a jar
recover  players simulated with known order, degree and noise, and whether the fitted intervals hold them (long)
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable

import numpy as np
from rich.console import Console
from rich.table import Table

from sleuth import begin, evaluate, parse_game, parse_strategy
from sleuth.core.kernel_warmup import warm_all
from sleuth.lab.fitting import fit
from sleuth.lab.observed_questions import questions_of
from sleuth.lab.order_degree_plane import plane
from sleuth.lab.softmax import SoftPlayer, simulate
from sleuth.strategies.criteria import parse_criterion

JAR = "mastermind:pegs=4,jar=8-4-2-1-1-1"
console = Console(width=120)


def fastest(function: Callable[[], object], times: int = 7) -> float:
    """The least seconds of CPU time of several calls."""
    least = float("inf")
    for _ in range(times):
        began = time.process_time()
        function()
        least = min(least, time.process_time() - began)
    return least


def cost() -> None:
    game = parse_game(JAR)
    outcomes = begin(game).outcomes()
    rules = ["entropy", *(f"sharma-mittal:order={o},degree={d}" for o in ("0", "0.5", "1", "2", "10", "inf")
                          for d in ("0", "1", "2", "-3", "5"))]  # fmt: skip
    table = Table("rule", "whole tree, ms", "beside entropy", "first questions, ms", "beside entropy", box=None)
    base = (1.0, 1.0)
    for rule in rules:
        strategy, criterion = parse_strategy(rule), parse_criterion(rule.replace(",", ":"))
        evaluate(game, strategy)
        # Bound as defaults, so that each call times the rule of its own round.
        tree = fastest(lambda s=strategy: evaluate(game, s))  # type: ignore[misc]
        first = fastest(lambda c=criterion: c(outcomes))  # type: ignore[misc]
        if rule == "entropy":
            base = tree, first
        shown = (f"{1000 * tree:.1f}", f"{tree / base[0]:.2f}", f"{1000 * first:.2f}", f"{first / base[1]:.2f}")
        table.add_row(rule, *shown)
    console.print(table)


def whole_plane() -> None:
    game = parse_game(JAR)
    evaluate(game, parse_strategy("entropy"))
    began, cpu = time.perf_counter(), time.process_time()
    found = plane(game)
    took, busy = time.perf_counter() - began, time.process_time() - cpu
    console.print(
        f"{game}: {found.means.size} entropies, whole game trees, {took:.1f} s ({busy:.1f} s of CPU); bar 600 s"
    )
    console.print(f"best {found.best:.4f}, Shannon {found.named['shannon']:.4f}, worst {found.means.max():.4f}")


GAME = "mastermind:pegs=3,jar=8-4-2-1"
TRUTHS = (
    (1.0, 1.0, 0.1), (2.0, 2.0, 0.05), (0.5, 2.0, 0.03), (2.0, 0.5, 0.15), (1.0, 2.0, 0.05),
    (0.5, 1.0, 0.1), (3.0, 1.0, 0.1), (1.0, 0.5, 0.3), (1.5, 1.5, 0.08), (np.inf, 2.0, 0.04),
)  # fmt: skip
"""Order, degree and noise of the simulated players."""


def recover(runs: int, plays: int) -> None:
    game = parse_game(GAME)
    table = Table(
        "truth", "runs", "order held", "degree held", "noise held", "all three", "typical intervals", box=None
    )
    held = np.zeros((runs, 4), bool)
    shown: dict[int, list[str]] = {}
    for run in range(runs):
        truth = TRUTHS[run % len(TRUTHS)]
        player = SoftPlayer(*truth)
        found = fit(questions_of(simulate(game, player, plays, seed=run)), seed=run)
        assert found.order is not None
        estimates = (found.order, found.degree, found.noise)
        held[run, :3] = [e.holds(t) for e, t in zip(estimates, truth, strict=True)]
        held[run, 3] = held[run, :3].all()
        text = ", ".join(f"{e.low:.2g}-{e.high:.2g}" for e in estimates)
        shown.setdefault(run % len(TRUTHS), []).append(text)
        print(f"run {run + 1}: {truth} in {text}: {held[run].tolist()}", file=sys.stderr, flush=True)
    for number, texts in shown.items():
        rows = held[number :: len(TRUTHS)]
        counts = [f"{int(c)}" for c in rows.sum(axis=0)]
        table.add_row(str(tuple(map(float, TRUTHS[number]))), str(len(rows)), *counts, texts[0])
    table.add_row("together", str(runs), *(f"{s:.0%}" for s in held.mean(axis=0)), "")
    console.print(f"{game}, {plays} plays a run; intervals are to hold all three with 95%")
    console.print(table)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", nargs="*", choices=["cost", "plane", "recover", []], default=["cost", "plane"])
    parser.add_argument("--runs", type=int, default=50)
    parser.add_argument("--plays", type=int, default=120)
    options = parser.parse_args()
    warm_all(lambda *told: None)
    if "cost" in options.what:
        cost()
    if "plane" in options.what:
        whole_plane()
    if "recover" in options.what:
        recover(options.runs, options.plays)


if __name__ == "__main__":
    main()
