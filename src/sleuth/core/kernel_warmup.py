"""Compiling every kernel ahead of time, so that nobody waits for a compiler later."""

from __future__ import annotations

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
"""Kernels on tables of answers, which have one byte a cell, or two: those are wide."""
KERNELS.fill(
    {
        **{name: f"sleuth.kernels.{name}:warm" for name in (*ON_TABLES, "few_candidates", "groups", "stabilisers")},
        **{f"{name} wide": f"sleuth.kernels.{name}:warm_wide" for name in ON_TABLES},
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


def missing() -> list[str]:
    """The parts with a kernel that is not compiled, or not known to be."""
    folder = kernel_folder()
    return [part for part in KERNELS.names() if not folder.warm(part)]


def seconds(parts: list[str]) -> float:
    """About how many seconds of a processor it takes to compile some parts."""
    return sum(getattr(KERNELS.load(part), "seconds", USUAL_SECONDS) for part in parts)


def warm_all(progress: Progress) -> Compiled:
    """Load all kernels into this process, and compile those that are not on disk."""
    return _warm_here(KERNELS.names(), progress)


def compile_all(progress: Progress, processes: int) -> Compiled:
    """Compile what is not on disk, in so many processes, and look whether the rest is sound."""
    parts = missing()
    there = [part for part in KERNELS.names() if part not in parts]
    processes = min(processes, len(parts))
    if processes <= 1 or not kernel_folder().kept:
        return _warm_here([*there, *parts], progress)
    done = _warm_in(Crew(processes), processes, parts, progress)
    return done.plus(_warm_here(there, progress))


def warm_part(part: str) -> Compiled:
    """Load the kernels of a part, and compile those that are not on disk."""
    folder = kernel_folder()
    used, compiled, damaged = set(folder.used), folder.compiled, folder.damaged
    KERNELS.load(part)()
    new = folder.used - used
    folder.set_warm(part, new)
    return Compiled(frozenset(new), folder.compiled - compiled, folder.damaged - damaged)


def _warm_here(parts: list[str], progress: Progress) -> Compiled:
    done = Compiled()
    for number, part in enumerate(parts):
        progress(f"preparing kernels: {part}", number, len(parts))
        done = done.plus(warm_part(part))
    clear_unused()
    return done


def _warm_in(crew: Crew, processes: int, parts: list[str], progress: Progress) -> Compiled:
    """Each process takes the longest part that is left. One that dies leaves its part to this process."""
    total, left = seconds(parts), sorted(parts, key=lambda part: seconds([part]))
    done, spent, running = Compiled(), 0.0, dict[Future[Compiled], tuple[int, str]]()
    with crew:
        for number in range(processes):
            part = left.pop()
            running[crew.submit(number, warm_part, part)] = number, part
        before = _on_disk()
        while running:
            progress(f"compiling kernels, {_on_disk() - before:,} so far", spent, total)
            for future in wait(running, timeout=1, return_when=FIRST_COMPLETED).done:
                number, part = running.pop(future)
                try:
                    done = done.plus(future.result())
                except BrokenExecutor:
                    crew.dismiss(number)
                    done = done.plus(warm_part(part))
                spent += seconds([part])
                if left:
                    part = left.pop()
                    running[crew.submit(number, warm_part, part)] = number, part
    return done


def _on_disk() -> int:
    return sum(name.endswith(COMPILED) for name in kernel_folder().names())
