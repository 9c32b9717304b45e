"""Compiling every kernel ahead of time, so that nobody waits for a compiler later."""

from __future__ import annotations

from sleuth.core.progress import Progress
from sleuth.core.registry import KERNELS
from sleuth.kernels.jit import set_warm

KERNELS.fill(
    {name: f"sleuth.kernels.{name}:warm" for name in ("partitions", "tree_walk", "ismcts", "groups", "search", "lies")}
)


def warm_all(progress: Progress) -> None:
    """Load all kernels, and compile those that are not on disk."""
    names = KERNELS.names()
    for number, name in enumerate(names):
        progress(f"preparing kernels: {name}", number, len(names))
        KERNELS.load(name)()
    progress("preparing kernels", len(names), len(names))
    set_warm()
