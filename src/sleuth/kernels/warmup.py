"""Compiling every kernel ahead of time, so that nobody waits for a compiler later."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module

from sleuth.kernels.jit import set_warm

MODULES = (
    "sleuth.kernels.partitions",
    "sleuth.kernels.tree_walk",
    "sleuth.games.codes.kernels",
    "sleuth.games.black_box.kernels",
    "sleuth.games.wordle.kernels",
    "sleuth.kernels.ismcts",
    "sleuth.games.clue.kernels.deals",
    "sleuth.games.clue.kernels.race",
    "sleuth.games.clue.kernels.plans",
    "sleuth.kernels.groups",
    "sleuth.kernels.search",
    "sleuth.games.hangman.kernels",
    "sleuth.games.battleship.kernels.fleet",
    "sleuth.games.battleship.kernels.chain",
    "sleuth.games.battleship.kernels.estimate",
    "sleuth.kernels.lies",
)


def warm_all(tell: Callable[[str, int, int], None]) -> None:
    """Load all kernels, and compile those that are not on disk; `tell` hears what, how many are done, of how many."""
    for number, name in enumerate(MODULES):
        tell(f"preparing kernels: {name}", number, len(MODULES))
        import_module(name).warm()
    tell("preparing kernels", len(MODULES), len(MODULES))
    set_warm()
