"""Solving any game: the door that chooses the method, and says before any work what it cannot do."""

from __future__ import annotations

from pathlib import Path

from sleuth.core.errors import ParameterError
from sleuth.core.game import Action, Game
from sleuth.core.limit import UNLIMITED, Limit
from sleuth.core.offers import announcements, plain_game, sequential, truthful
from sleuth.core.progress import Progress, silent
from sleuth.core.registry import SOLVERS
from sleuth.core.table_game import TableGame
from sleuth.solve.finding_search import FINDING
from sleuth.solve.lying_search import LYING, counts_lies
from sleuth.solve.method import MEMO_BYTES, SETTER, WITHIN, Method, Solution, SolveOptions, check_objective, check_terms
from sleuth.solve.proof_file import check_proof_path, is_proof
from sleuth.solve.search_problem import check_possible, own_goal
from sleuth.solve.setter import SETTER_METHOD
from sleuth.solve.solver import TABLES
from sleuth.solve.within import WITHIN_METHOD
from sleuth.strategies.tree import WHOLE_SUFFIXES, Tree, check_announced


def solve(
    game: Game | TableGame,
    *,
    objective: str | None = None,
    first: Action | None = None,
    beam: int = 0,
    within: int | None = None,
    only_possible: bool = False,
    shortest: bool = False,
    bound: float | None = None,
    symmetry: bool = True,
    limit: Limit = UNLIMITED,
    memory: int = MEMO_BYTES,
    threads: int | None = None,
    progress: Progress = silent,
) -> Solution:
    """The best strategy of a game, proved; within a limit, the best that was found. Of several players, the value.

    `objective` is mean, worst or setter (the mean against whoever hides the secret): unless given, what the method for
    this game solves, mean where it can. `within` is the
    most steps that a play may take: the game's own rows unless given, 0 for any number. `beam` tries only so many
    actions at each set, and proves nothing. With `shortest` the tree has, of all with the least total, the shortest
    longest play. With `bound` only a tree with a total below it is looked for; the answer is `NoTree` where none is.
    """
    method = check_options(
        game, objective=objective, first=first, beam=beam, within=within, only_possible=only_possible,
        shortest=shortest, bound=bound,
    )  # fmt: skip
    terms = (objective or method.objectives[0], first, beam, within, only_possible, shortest, bound)
    return method.run(game, SolveOptions(*terms, symmetry, limit, memory, threads, progress))


def method_of(game: Game | TableGame) -> Method:
    """The method that solves a game; `ParameterError` with the reason and the cure where none does."""
    own = own_method(game)
    if own is not None:
        return own
    if isinstance(game, TableGame):
        raise ParameterError(f"{game} brings no solver; its folder registers one as solver=")
    if not truthful(game):
        if counts_lies(game):
            return LYING
        raise ParameterError(
            f"{game} cannot be solved, since any number of its answers may be lies; evaluate a strategy instead"
        )
    if not game.goal.tabulated:
        raise own_goal(game)
    if game.goal.finds:
        return FINDING
    if sequential(game):
        reason = "what it answers depends on what was asked before, so it has no table"
        raise ParameterError(f"{game} cannot be solved: {reason}; `optimal` plays it, and says what is proved")
    if announcements(game) != [game]:
        reason = "something is announced before the first question, so it has no one tree"
        raise ParameterError(f"{game} cannot be solved as a whole: {reason}; solve what may be announced, one by one")
    return TABLES


def method_for(game: Game | TableGame, objective: str | None) -> Method:
    """The method that solves a game for an objective; the usual one of the game refuses what it does not know."""
    method = method_of(game)
    if objective is None or method is not TABLES:
        return method
    check_objective(objective)
    return {SETTER: SETTER_METHOD, WITHIN: WITHIN_METHOD}.get(objective.partition("=")[0], method)


def own_method(game: Game | TableGame) -> Method | None:
    """The method that is registered for a game, if it takes it as it is (under its channel, at its size)."""
    solver = SOLVERS.of(type(game if isinstance(game, TableGame) else plain_game(game)))
    method: Method | None = None if solver is None else solver(game)
    return method


def check_options(
    game: Game | TableGame,
    *,
    objective: str | None = None,
    first: Action | None = None,
    beam: int = 0,
    within: int | None = None,
    only_possible: bool = False,
    shortest: bool = False,
    bound: float | None = None,
    out: str | Path | None = None,
    certificate: bool = False,
    count: bool = False,
) -> Method:
    """The method for a game, if all that is wanted goes with it: asked before any work.

    `out` is the file for the tree, `certificate` whether that is to hold what it takes to check the proof;
    `count` whether the optimal first actions and trees are to be counted.
    """
    method = method_for(game, objective)
    least = objective or method.objectives[0]
    check_objective(least)
    wants = {
        "first": first is not None,
        "beam": beam,
        "within": within is not None,
        "only_possible": only_possible,
        "shortest": shortest,
        "bound": bound is not None,
        "out": out is not None,
        "certificate": certificate,
        "count": count,
    }
    method.check(game, objective, wants)
    if only_possible and not isinstance(game, TableGame):
        check_possible(game)
    check_terms(least, beam, within, bound)
    proof = out is not None and is_proof(out)
    if certificate and not proof and (out is None or Path(out).suffix not in WHOLE_SUFFIXES):
        raise ParameterError("a certificate goes into a file; name one with out, such as FILE.proof or FILE.json")
    if proof and not certificate:
        raise ParameterError(f"{out}: a proof file holds a certificate; ask for one, or name a file such as FILE.json")
    if certificate and beam:
        raise ParameterError("a beam proves nothing, so there is no certificate to write; leave one of them out")
    if count and beam:
        raise ParameterError("a beam proves nothing, so it cannot count what is optimal; leave one of them out")
    if out is not None and not isinstance(game, TableGame):
        check_proof_path(out) if proof else Tree.check_path(out)
        check_announced(game)
    return method
