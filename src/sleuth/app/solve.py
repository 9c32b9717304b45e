"""The best strategy of a game, as far as the time goes, and its tree in a file."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import inf
from typing import Any

from sleuth.app.bounds import OPEN, Bounds, check_files
from sleuth.app.errors import RefusedError
from sleuth.app.requests import Solve
from sleuth.app.specs import read_action, read_game
from sleuth.app.table import read_table
from sleuth.app.trees import check_part
from sleuth.core.errors import SleuthError, TreeError
from sleuth.core.game import Game
from sleuth.core.game_spec import is_table
from sleuth.core.history import History
from sleuth.core.limit import Limit
from sleuth.core.progress import Progress, silent
from sleuth.core.table_game import TableGame
from sleuth.solve.certificate import Certificate, certify, save_proof, save_tree
from sleuth.solve.counts import OptimalCounts, count_optimal
from sleuth.solve.method import MEMO_BYTES, Solution
from sleuth.solve.no_tree import NoTree
from sleuth.solve.proof_file import is_proof
from sleuth.solve.solve import check_options
from sleuth.solve.solve import solve as solve_game
from sleuth.solve.table_solution import TableSolution


@dataclass(frozen=True, eq=False)
class SolveOutcome:
    """The best strategy that was found, and what became of its file."""

    solution: Solution
    out: str = ""
    lemmas: int | None = None
    """How many lemmas the certificate in the file has, where there is one."""
    error: str = ""
    """Why the file has no certificate, or not the part that was wanted."""
    counts: OptimalCounts | None = None
    """How many first actions and trees are optimal, where that was asked for."""

    def as_json(self) -> dict[str, Any]:
        """Plain values, for JSON."""
        saved = {"out": self.out, "lemmas": self.lemmas} if self.out else {}
        counts = {} if self.counts is None else self.counts.as_json()
        return {**self.solution.as_json(), **counts, **saved, **({"error": self.error} if self.error else {})}


def check_solve(request: Solve, bounds: Bounds = OPEN) -> Game | TableGame:
    """The game that is to be solved; refused before any work is what does not go with it."""
    spec = request.game
    table = isinstance(spec, str) and is_table(spec)
    game = read_table(str(spec), bounds) if table else read_game(spec, bounds, "studied_pairs")
    if request.out:
        check_files(bounds)
    check_part(request.out, request.history, request.depth)
    if request.history and isinstance(game, Game):
        History.parse(game, request.history)
    most = bounds.solve_seconds
    if request.seconds is not None and not 0 < request.seconds <= (most or inf):
        limit = "" if most is None else f" and at most {most:g}"
        raise RefusedError(f"seconds is more than 0{limit}, not {request.seconds:g}")
    wants: dict[str, Any] = {"out": request.out or None, "certificate": request.certificate, "count": request.count}
    check_options(game, **_options(request, game), **wants)
    return game


def _options(request: Solve, game: Game | TableGame) -> dict[str, Any]:
    """What the solver is to look for."""
    named = {name: getattr(request, name) for name in ("beam", "within", "only_possible", "shortest", "bound")}
    return {"objective": request.objective or None, "first": read_action(game, request.first), **named}


def solve(request: Solve, bounds: Bounds = OPEN, progress: Progress = silent) -> SolveOutcome:
    """The best strategy there is, as far as the time goes; its tree is written too, if a file is named."""
    game = check_solve(request, bounds)
    options = _options(request, game)
    spending: dict[str, Any] = {
        "symmetry": request.symmetry,
        "limit": Limit(seconds=request.seconds or bounds.solve_seconds),
        "memory": request.memory or bounds.solve_memory or MEMO_BYTES,
        "threads": bounds.solve_threads,
        "progress": progress,
    }
    solution = solve_game(game, **options, **spending)
    there = request.out and not isinstance(solution, NoTree)
    outcome = _saved(solution, request, progress) if there else SolveOutcome(solution)
    return replace(outcome, counts=_counts(solution, spending)) if request.count else outcome


def _counts(solution: Solution, spending: dict[str, Any]) -> OptimalCounts:
    """How much is optimal, in the time that the search has left."""
    if not isinstance(solution, TableSolution):
        return OptimalCounts()
    seconds = spending["limit"].seconds
    left = Limit(seconds=None if seconds is None else max(1e-3, seconds - solution.seconds))
    return count_optimal(solution, symmetry=spending["symmetry"], limit=left, memory=spending["memory"])


def _save(solution: Solution, request: Solve, proof: Certificate | None = None) -> None:
    """Write the tree as the name of the file says, with the certificate if there is one."""
    if is_proof(request.out):
        save_proof(solution, request.out, proof)
    elif proof is None:
        save_tree(solution, request.out, history=request.history, depth=request.depth)
    else:
        save_tree(solution, request.out, proof)


def _saved(solution: Solution, request: Solve, progress: Progress) -> SolveOutcome:
    """Write the tree, then certify it; whatever becomes of that, the tree stays."""
    try:
        _save(solution, request)
    except TreeError as error:
        if not request.history:
            raise
        save_tree(solution, request.out, depth=request.depth)
        return SolveOutcome(solution, request.out, error=f"{error}; {request.out} begins at the start")
    if not request.certificate:
        return SolveOutcome(solution, request.out)
    try:
        seconds = None if request.seconds is None else max(request.seconds - solution.seconds, 0.001)
        proof = certify(solution, limit=Limit(seconds=seconds), progress=progress)
        _save(solution, request, proof)
    except (SleuthError, MemoryError, KeyboardInterrupt) as error:
        reason = "stopped" if isinstance(error, KeyboardInterrupt) else str(error) or "out of memory"
        return SolveOutcome(
            solution, request.out, error=f"the tree is in {request.out}, without a certificate: {reason}"
        )
    return SolveOutcome(solution, request.out, len(proof))
