"""How long two-player MYST with bluffing takes to solve, through (6,1), (4,2) and (2,3), beside a bar of five minutes.

Run: `python benchmarks/myst.py [--quick]`. CPU seconds, one thread. A line is a game with all smaller ones that it
needs and that no line before it has solved. `--quick` leaves (4,2) out.
"""

from __future__ import annotations

import argparse
import time

from rich.console import Console
from rich.table import Table

from sleuth.games.clue.solver.equilibrium import Solver
from sleuth.games.clue.solver.recurrence import diagonal
from sleuth.games.clue.solver.sequences import Duel

CASES = ((1, 1), (2, 1), (3, 1), (4, 1), (5, 1), (6, 1), (1, 2), (2, 2), (3, 2), (1, 3), (2, 3), (4, 2))
BAR = 300.0


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true")
    cases = [case for case in CASES if not (parser.parse_args().quick and case == (4, 2))]
    solver = Solver()
    table = Table(
        "(m, n)",
        "value",
        "first bluff",
        "best replies gain",
        "leaves",
        "CPU s",
        "of the bar",
        box=None,
        header_style="bold",
    )
    total = 0.0
    for m, n in cases:
        began = time.process_time()
        found = solver.solve(Duel(m, n, n))
        took = time.process_time() - began
        total += took
        value = f"{found.value:.9f}" + (f" = {found.exact}" if found.exact else "")
        table.add_row(
            f"({m}, {n})", value, f"{found.bluff_frequency:.4f}", f"{found.exploitability:.0e}",
            f"{found.form.leaves:,}", f"{took:.1f}", f"{took / BAR:.2f}",
        )  # fmt: skip
    table.add_row("together", "", "", "", "", f"{total:.1f}", f"{total / BAR:.2f}")
    began = time.process_time()
    limit = diagonal(1000)
    table.add_row("P(k,k,k) to 1000", f"{limit[-1]:.9f}", "", "", "", f"{time.process_time() - began:.1f}", "")
    Console().print(table)


if __name__ == "__main__":
    main()
