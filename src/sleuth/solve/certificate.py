"""Certificates of optimality: the lines that prove a solution, in a proof file or inside a tree file.

The format is described in docs/reference/certificates.md; what a lemma says and when it follows, in
`sleuth.verify.certificate`, which checks them.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from math import inf
from pathlib import Path
from typing import Any

from sleuth.belief.enumerated import EnumeratedSet
from sleuth.core.errors import TreeError
from sleuth.core.game import Game
from sleuth.core.limit import UNLIMITED, Limit
from sleuth.core.progress import Progress, silent
from sleuth.core.tables import Tables
from sleuth.core.tabulate import tabulate
from sleuth.solve.lemma_writer import FOREVER, LemmaWriter, ProvedLemma
from sleuth.solve.method import MEAN, MEMO_BYTES, WORST, Solution
from sleuth.solve.position_symmetry import game_group
from sleuth.solve.proof_file import NumberedAnswers, ProofClaims, number_text, write_lines
from sleuth.solve.proof_maps import MapGroup, MapTable
from sleuth.solve.search_problem import Problem, problem, too_large_numbers
from sleuth.solve.table_solution import TableSolution
from sleuth.strategies.tree import Tree, check_announced
from sleuth.verify.certificate import check_certificate
from sleuth.verify.terms import Terms

CHECKED = 1 << 18
"""Certificates whose lemmas come to so many answers are checked as soon as they are written; it takes a blink."""


@dataclass(frozen=True)
class Certificate:
    """The lines that prove a solution optimal on its terms, ready for a file."""

    lines: tuple[str, ...]
    """The law, maps and products, then the lemmas, smallest sets first."""
    proves: tuple[str, ...]
    """What they prove of the solution: `total`, `worst` or both."""

    def __len__(self) -> int:
        """How many lemmas there are."""
        return sum(line.startswith("l ") for line in self.lines)

    def as_json(self) -> dict[str, Any]:
        """Plain values, for the key `certificate` of a tree file."""
        return {"lines": list(self.lines)}


def save_tree(
    solution: Solution,
    path: str | Path,
    certificate: Certificate | None = None,
    *,
    history: str = "",
    depth: int | None = None,
) -> Tree:
    """Write the tree of a solution, with what is claimed of it and the certificate if there is one.

    A drawing (`.svg`, `.html`, `.dot`) may be of a part: what follows a history, so many questions deep.
    """
    tree = tree_of(solution, certificate)
    tree.save(path, history=history, depth=depth)
    return tree


def tree_of(solution: Solution, certificate: Certificate | None = None) -> Tree:
    """The tree of a solution as data: with a certificate what that proves is claimed, else the search has its say."""
    tree = solution.tree
    if tree is None:
        check_announced(solution.game)
        raise TreeError(f"{solution.title} has no tree: it starts further on, or is solved without one")
    if certificate is None:
        return tree
    proved = ("worst" if solution.objective == WORST else "total") in certificate.proves
    claims = {
        **tree.claims,
        **({"lower_bound": solution.lower_bound} if proved else {}),
        "proved": proved,
        "total_proved": "total" in certificate.proves,
        "worst_proved": "worst" in certificate.proves,
    }
    return replace(tree, claims=claims, search=None, certificate=certificate.as_json())


def save_proof(solution: Solution, path: str | Path, certificate: Certificate | None = None) -> None:
    """Write a proof file: the tree of a solution and the certificate; without one, nothing is claimed to be proved."""
    if not isinstance(solution, TableSolution) or not solution.whole:
        raise TreeError(f"{solution.title} has no proof file: those are for whole games that are solved on a table")
    tree = solution.game_tree
    claims = ProofClaims(
        solution.game,
        solution.objective,
        solution.total_cost if solution.priced else solution.total,
        solution.worst,
        () if certificate is None else certificate.proves,
        int(tree.action[0]) if solution.terms["first"] is not None else None,
        solution.within,
        solution.only_possible,
    )
    answers = NumberedAnswers(solution.tables)
    law, *rest = [f"law {answers.signature}"] if certificate is None else certificate.lines
    write_lines(path, [*claims.lines(law), *answers.nodes(solution), *rest])


def save_tree_proof(tree: Tree, path: str | Path, certificate: Certificate) -> None:
    """Write a proof file with a tree that is at hand as data."""
    tables, terms = tabulate(tree.find_game()), tree.terms
    claims = ProofClaims(
        tables.game,
        tree.objective or MEAN,
        total_of(tree),
        int(tree.claims["worst"]),
        certificate.proves,
        None,
        terms["within"],
        bool(terms["only_possible"]),
    )
    law, *rest = certificate.lines
    write_lines(path, [*claims.lines(law), *NumberedAnswers(tables).tree_nodes(tree), *rest])


def total_of(tree: Tree) -> int | float:
    """The total that a proof of a tree is about: of costs where actions differ in cost."""
    total: int | float = tree.claims.get("total_cost", tree.claims["total"])
    return total


def certify(
    solution: Solution,
    *,
    limit: Limit = UNLIMITED,
    most: int | None = None,
    memory: int = MEMO_BYTES,
    progress: Progress = silent,
) -> Certificate:
    """A certificate that a solution is optimal among the trees on its terms.

    It proves whatever the solution says is proved: the total, and the longest play. Raise `TreeError`, with the reason,
    where nothing is proved, the time is up, or it would have more than `most` lemmas.
    """
    if not isinstance(solution, TableSolution):
        raise TreeError(f"there are no certificates for {solution.game}: they are for games that are solved on a table")
    game = problem(EnumeratedSet(solution.tables), only_possible=solution.only_possible)
    check_exact(game)
    if not (solution.total_proved or solution.worst_proved):
        raise TreeError("nothing was proved, so there is no certificate to write; solve without a beam or a time limit")
    if not solution.whole:
        raise TreeError(f"a certificate is for the whole of {solution.game}, and this solution starts further on")
    writer = LemmaWriter(
        game, map_group(game), game.cost(solution), limit=limit, most=most, memory=memory, progress=progress
    )
    proves, claims = _claims(solution, game)
    first = solution.tables.action_index(solution.first) if solution.forced and len(solution.game_tree) else None
    for depth, bound in claims:
        bound -= writer.less(game.cands)
        if first is not None:
            writer.want_first(first, depth, bound, given=True)
        else:
            writer.want_all(depth, bound)
    lemmas = sorted(writer.write(), key=lemma_order)
    certificate = Certificate((law_line(game.tables), *lemma_lines(game, lemmas)), proves)
    given = solution.game.format_action(solution.first) if solution.forced and solution.first is not None else None
    terms = Terms(given, solution.within, solution.only_possible)
    check_small(certificate, solution.game, len(game.tables.actions), terms, claims)
    return certificate


def check_small(
    certificate: Certificate, game: Game, actions: int, terms: Terms, claims: Iterable[tuple[int, float]]
) -> None:
    """Raise `TreeError` unless the lines hold, and prove what is claimed: asked of those who check them.

    A large certificate is left to whoever verifies it.
    """
    words = sum(line.count(" ") for line in certificate.lines if line.startswith("l "))
    if words * actions > CHECKED:
        return
    try:
        checked = check_certificate(game, certificate.as_json(), terms)
    except TreeError as error:
        raise TreeError(f"no certificate can be written: {error}") from error
    for depth, bound in claims:
        if checked.least(None if depth == FOREVER else depth) < bound * (1 if checked.law.whole else 1 - 2e-9):
            raise TreeError(f"no certificate can be written: its lemmas prove less than {number_text(bound)}")


def check_exact(game: Problem) -> None:
    """Refuse a game of whole numbers that are too large for the search: its bounds are not exact, and must be."""
    if game.too_large:
        raise TreeError(too_large_numbers(game.tables.game, "certificate"))


def law_line(tables: Tables) -> str:
    """The line by which a certificate names the law."""
    return f"law {NumberedAnswers(tables).signature}"


def map_group(game: Problem) -> MapGroup:
    """The maps of a game, by those that make all others."""
    return MapGroup.generated(len(game.tables.actions), game_group(game.tables).generators)


def _claims(solution: TableSolution, game: Problem) -> tuple[tuple[str, ...], list[tuple[int, float]]]:
    """What is proved of a solution, and what that takes of the whole game: steps and bound."""
    proves, wanted = tuple[str, ...](), list[tuple[int, float]]()
    cost, worst, by_worst = game.cost(solution), solution.worst, solution.objective == WORST
    if solution.total_proved:
        proves = ("total",)
        wanted.append((worst if by_worst else solution.within or FOREVER, cost))
    if solution.worst_proved:
        capacity = game.law.capacity
        if worst <= 1 or game.cands.size > capacity[min(worst - 1, capacity.size - 1)]:
            proves += ("worst",)  # that follows from the size
        elif by_worst or game.whole:
            proves += ("worst",)
            wanted.append((worst - 1, inf if by_worst else cost + 1))
    return proves, wanted if len(solution.game_tree) else []


def lemma_order(lemma: ProvedLemma) -> tuple[Any, ...]:
    """Smallest sets first, and the same lemmas always in the same order."""
    return len(lemma.secrets), lemma.secrets, inf if lemma.steps is None else lemma.steps, lemma.allowed or ()


def lemma_lines(game: Problem, lemmas: Iterable[ProvedLemma]) -> list[str]:
    """The maps that are needed, then the lemmas."""
    tables = game.tables
    maps = MapTable(len(tables.actions))
    body = [_line(lemma, maps, len(tables.secrets)) for lemma in lemmas]
    derived = game.law.name and bool((tables.naming >= 0).all())
    return [*maps.lines(derived), *body]


def _line(lemma: ProvedLemma, maps: MapTable, secrets: int) -> str:
    """A lemma as it is written."""
    out = ["l", number_text(lemma.bound)]
    if lemma.steps is not None:
        out.append(f"w {lemma.steps}")
    if lemma.allowed is not None:
        out.append(f"a {_set_text(lemma.allowed)}".rstrip())
    if lemma.maps:
        out.append(f"g {' '.join(str(maps.number(one)) for one in lemma.maps)}")
    out.append("s *" if len(lemma.secrets) == secrets else f"s {_set_text(lemma.secrets)}")
    return " ".join(out)


def _set_text(numbers: Iterable[int]) -> str:
    """Numbers in order: the first, and then by how much each is larger than the one before."""
    out, before = list[int](), 0
    for number in numbers:
        out.append(number - before)
        before = number
    return " ".join(map(str, out))
