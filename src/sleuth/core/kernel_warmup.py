"""Compiling every kernel ahead of time, so that nobody waits for a compiler later."""

from __future__ import annotations

import time
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Future, wait
from typing import NamedTuple

from sleuth.core.crew import Crew
from sleuth.core.progress import Progress
from sleuth.core.registry import KERNELS
from sleuth.kernels.jit import clear_unused, kernel_folder
from sleuth.kernels.kernel_folder import COMPILED

ON_TABLES = (
    "partitions",
    "tree_walk",
    "ismcts",
    "search_levels",
    "search_looks",
    "late_search",
    "lying_search",
    "lies",
    "play_graph",
    "play_steps",
    "colours",
)
"""Kernels on tables of answers, which have one byte a cell, or two: those are wide, and few games have them."""
WIDE = " wide"
"""Ends the name of a part for wide tables."""
KERNELS.fill(
    {
        **{name: f"sleuth.kernels.{name}:warm" for name in (*ON_TABLES, "few_candidates", "groups", "stabilisers")},
        **{f"{name}{WIDE}": f"sleuth.kernels.{name}:warm_wide" for name in ON_TABLES},
    }
)
USUAL_SECONDS = 1.0
"""What a part takes that does not say it."""


class Compiled(NamedTuple):
    """What a warm-up did."""

    kernels: frozenset[str] = frozenset()
    """The files of those that it went through."""
    compiled: int = 0
    """How many of them were compiled now."""
    damaged: int = 0
    """How many of those because their file was damaged."""

    def plus(self, other: Compiled) -> Compiled:
        """Both together."""
        return Compiled(self.kernels | other.kernels, self.compiled + other.compiled, self.damaged + other.damaged)


def parts(wide: bool = False) -> list[str]:
    """What is compiled ahead of time; for wide tables only if that is asked for: few games have them."""
    return [part for part in KERNELS.names() if wide or not part.endswith(WIDE)]


def missing(wide: bool = False) -> list[str]:
    """The parts with a kernel that is not compiled, or not known to be."""
    folder = kernel_folder()
    return [part for part in parts(wide) if not folder.warm(part)]


def seconds(some: list[str]) -> float:
    """About how many seconds of a processor it takes to compile some parts."""
    return sum(getattr(KERNELS.load(part), "seconds", USUAL_SECONDS) for part in some)


def warm_all(progress: Progress) -> Compiled:
    """Load all kernels into this process, and compile those that are not on disk."""
    return _warm_here(parts(wide=True), progress)


def compile_all(progress: Progress, processes: int, wide: bool = False) -> Compiled:
    """Compile what is not on disk, in so many processes, and look whether the rest is sound."""
    left = missing(wide)
    there = [part for part in parts(wide) if part not in left]
    processes = min(processes, len(left))
    if processes <= 1 or not kernel_folder().kept:
        return _warm_here([*there, *left], progress)
    done = _warm_in(Crew(processes), processes, left, progress)
    return done.plus(_warm_here(there, progress))


def warm_part(part: str) -> Compiled:
    """Load the kernels of a part, and compile those that are not on disk."""
    folder = kernel_folder()
    used, compiled, damaged = set(folder.used), folder.compiled, folder.damaged
    KERNELS.load(part)()
    new = folder.used - used
    folder.set_warm(part, new)
    return Compiled(frozenset(new), folder.compiled - compiled, folder.damaged - damaged)


def _warm_here(some: list[str], progress: Progress) -> Compiled:
    done, spent, total = Compiled(), 0.0, seconds(some)
    for part in some:
        progress(f"preparing kernels: {part}", spent, total)
        done = done.plus(warm_part(part))
        spent += seconds([part])
    clear_unused()
    return done


def _warm_in(crew: Crew, processes: int, some: list[str], progress: Progress) -> Compiled:
    """Each process takes the longest part that is left. One that dies leaves its part to this process."""
    total, left = seconds(some), sorted(some, key=lambda part: seconds([part]))
    done, spent, running = Compiled(), 0.0, dict[Future[Compiled], tuple[int, str, float]]()

    def begin(number: int) -> None:
        part = left.pop()
        running[crew.submit(number, warm_part, part)] = number, part, time.monotonic()

    before = _on_disk()
    progress("compiling kernels, 0 so far", 0, total)  # processes take a while to begin
    with crew:
        for number in range(processes):
            begin(number)
        while running:
            now = time.monotonic()
            under_way = sum(min(now - began, seconds([part])) for _, part, began in running.values())
            progress(f"compiling kernels, {_on_disk() - before:,} so far", spent + under_way, total)
            for future in wait(running, timeout=1, return_when=FIRST_COMPLETED).done:
                number, part, _ = running.pop(future)
                try:
                    done = done.plus(future.result())
                except BrokenExecutor:
                    crew.dismiss(number)
                    done = done.plus(warm_part(part))
                spent += seconds([part])
                if left:
                    begin(number)
    return done


def _on_disk() -> int:
    return sum(name.endswith(COMPILED) for name in kernel_folder().names())
