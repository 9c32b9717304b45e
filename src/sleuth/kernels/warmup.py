"""Compiling every kernel ahead of time, so that nobody waits for a compiler later."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module

from sleuth.kernels.jit import set_warm

MODULES = (
    "parts",
    "walk",
    "pegs",
    "rays",
    "words",
    "ismcts",
    "deals",
    "race",
    "plans",
    "groups",
    "search",
    "letters",
    "fleet",
    "fleet_chain",
    "fleet_dive",
    "lies",
)


def warm_all(tell: Callable[[str, int, int], None]) -> None:
    """Load all kernels, and compile those that are not on disk; `tell` hears what, how many are done, of how many."""
    for number, name in enumerate(MODULES):
        tell(f"preparing kernels: {name}", number, len(MODULES))
        import_module(f"sleuth.kernels.{name}").warm()
    tell("preparing kernels", len(MODULES), len(MODULES))
    set_warm()
