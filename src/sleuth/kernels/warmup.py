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
    """Compile all kernels; `tell` hears what, how many are done, and how many there are."""
    for number, name in enumerate(MODULES):
        tell(f"compiling kernels: {name}", number, len(MODULES))
        import_module(f"sleuth.kernels.{name}").warm()
    tell("compiling kernels", len(MODULES), len(MODULES))
    set_warm()
