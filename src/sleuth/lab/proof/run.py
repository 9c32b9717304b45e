"""Running a proof: what is not done goes to an engine, what comes back goes to the store."""

from __future__ import annotations

import time
from dataclasses import replace
from math import ceil
from pathlib import Path
from typing import Any

from sleuth.belief.enumerated import EnumeratedSet
from sleuth.core.claim import GameClaim, Quantity, Unit
from sleuth.core.errors import ParameterError, SleuthError, StuckError
from sleuth.core.game import Game
from sleuth.core.game_spec import parse_game, spec_of
from sleuth.core.limit import Limit
from sleuth.core.offers import constrained, rows_of
from sleuth.core.progress import Progress, silent
from sleuth.core.tables import Tables
from sleuth.lab.proof.plan import ProofPlan
from sleuth.lab.proof.store import BOUND, TREE, TREE_TOTAL, OpenerRow, ProofStore, check_store
from sleuth.lab.proof.table import Proof, read_proof
from sleuth.lab.proof.terms import ProofOptions, ProofTerms
from sleuth.lab.proof.work import Watch, work
from sleuth.play.tournament.engines import Engine
from sleuth.play.tournament.file import is_blank
from sleuth.solve.method import MEAN, SolveOptions
from sleuth.solve.openers import INFINITE, OpenerProblem
from sleuth.solve.search_problem import too_large_numbers
from sleuth.solve.solve import check_options
from sleuth.solve.solver import TABLES, solve_set
from sleuth.solve.table_solution import TableSolution
from sleuth.strategies.tree import Tree

BEAM = 10
"""How many actions are tried at each set for the tree that a proof begins with."""


def prove(
    game: Game,
    path: str | Path,
    options: ProofOptions | None = None,
    *,
    workers: int | None = None,
    engine: Engine | None = None,
    progress: Progress = silent,
    watch: Watch = lambda standing: None,
) -> Proof:
    """Show that no tree of a game is better than the best, first action by first action, into a store.

    A store that has some of it is gone on with: what is in it is not done again. `workers` processes work on this
    machine (all cores unless given; 0 works in this process), or an `engine` does. `watch` hears of every task. What is
    proved in the end is the same whoever does it.
    """
    options = options or ProofOptions()
    run = _Run(game, Path(path), options, progress)
    with run.opened() as store:
        run.start(store)
        plan = run.plan(store)
        work(plan, lambda results: store.add(*plan.acknowledge(results)), store.path, options, workers, engine, watch)
        run.keep_best_tree(store, plan)
    return read_proof(path)


def check_proof(game: Game, options: ProofOptions) -> int:
    """The most steps of a play that a proof is about, 0 for any number; what it cannot be about is refused."""
    method = check_options(game, objective=MEAN, within=options.within, only_possible=options.only_possible)
    if method is not TABLES:
        raise ParameterError(f"{game}: {method.why}; a proof works on the table of a game")
    try:
        parse_game(spec_of(game))
    except SleuthError as error:
        raise ParameterError(
            f"{game} has no name that other processes find; write it to a file, and name that: FILE.py"
        ) from error
    if options.within is not None:
        return options.within
    return (rows_of(game) or 0) if constrained(game) else 0


class _Run:
    """One call of `prove`."""

    def __init__(self, game: Game, path: Path, options: ProofOptions, progress: Progress) -> None:
        self.game, self.path, self.options, self.progress = game, path, options, progress
        self.until = None if options.seconds is None else time.time() + options.seconds
        within = check_proof(game, options)
        if not is_blank(path):
            check_store(path)
        self.openers = OpenerProblem.of(game, within, options.only_possible)
        if self.openers.problem.too_large:
            raise ParameterError(too_large_numbers(game, "proof"))
        self.terms = ProofTerms(
            spec_of(game),
            self.openers.digest(),
            within,
            options.only_possible,
            self.openers.problem.whole,
            priced=not self.openers.problem.law.unit,
        )
        self.chosen = self._chosen()

    def _chosen(self) -> list[int]:
        """The first actions to work on, one of each class."""
        firsts = self._firsts()
        if not self.options.first:
            return firsts
        tables, numbers = self.openers.tables, list[int]()
        for text in self.options.first:
            number = self.openers.first_of_class(tables.action_index(self.game.parse_action(text)))
            if number not in firsts:
                raise ParameterError(f"{text} may not be asked first in {self.game}")
            numbers += [] if number in numbers else [number]
        return numbers

    def opened(self) -> ProofStore:
        """The store, new or with tasks of this proof."""
        return ProofStore.open(self.path, self.terms)

    def start(self, store: ProofStore) -> None:
        """Begin a new store with a good tree and every first action; check what is asked of one that is there."""
        known = store.terms()
        if known is None:
            self._begin(store)
        else:
            self.terms = replace(known, game=self.terms.game)  # its files may have moved
            self.openers = OpenerProblem.of(self.game, known.within, known.only_possible, known.scale)
            self._restore(store)
        self._check_bound(store)
        store.note(BOUND, "" if self.options.bound is None else repr(float(self.options.bound)))

    def _begin(self, store: ProofStore) -> None:
        rows, notes = self._rows(), dict[str, str]()
        least = min(row.look for row in rows)
        if self._too_low(least):
            store.discard()
            raise self._nothing_new(least, "by the sizes of parts alone")
        tree = self._solution(beam=BEAM)
        if tree is not None:
            total = self.openers.problem.cost(tree)
            self.terms = replace(self.terms, scale=total)
            self.openers = replace(self.openers, problem=self.openers.problem.near(total))
            notes = {TREE: self._text(tree), TREE_TOTAL: repr(total)}
        store.start(self.terms, rows, notes)

    def _rows(self) -> list[OpenerRow]:
        """Every class of first actions, with what one look says of it."""
        firsts, alike = self.openers.classes()
        looks = self.openers.one_look(firsts)
        actions, text = self.openers.tables.actions, self.game.format_action
        return [
            OpenerRow(int(a), text(actions[a]), int(n), float(look), float(look), None, 0, 0, 0.0)
            for a, n, look in zip(firsts, alike, looks, strict=True)
        ]

    def _restore(self, store: ProofStore) -> None:
        """First actions whose rows were damaged begin again, and so does the tree."""
        known = {row.number for row in store.openers()}
        if len(known) < len(self._firsts()):
            store.restore([row for row in self._rows() if row.number not in known])
        kept = len({TREE, TREE_TOTAL} & store.notes().keys())
        if kept == 1 or (kept == 0 and store.mended):
            tree = self._solution(beam=BEAM)
            if tree is not None:
                store.keep_tree(self.openers.problem.cost(tree), self._text(tree))

    def _firsts(self) -> list[int]:
        """The first actions that stand for their classes."""
        return [int(number) for number in self.openers.classes()[0]]

    def _check_bound(self, store: ProofStore) -> None:
        bound, before = self.options.bound, store.notes().get(BOUND)
        if bound is None or before == repr(float(bound)):
            return
        least = min(row.lower if row.total is None else row.total for row in store.openers())
        if self._too_low(least - self.openers.slack):
            raise self._nothing_new(least, f"by {self.path}")

    def _too_low(self, least: float) -> bool:
        """Whether the bound is below what every tree takes; where no first action is of use there is no such figure."""
        return self.options.bound is not None and self.options.bound < least < INFINITE / 2

    def _nothing_new(self, least: float, how: str) -> ParameterError:
        figure = ceil(least) if self.terms.whole else least
        unit = Unit.COST if self.terms.priced else Unit.STEPS
        claim = GameClaim.found(Quantity.TOTAL, None, figure, unit=unit)
        return ParameterError(
            f"no tree of {self.game} has a {claim.noun} below {claim.limit}, {how}; "
            "a bound below that asks for nothing new"
        )

    def plan(self, store: ProofStore) -> ProofPlan:
        """What is not done."""
        tables = self.openers.tables
        answers = answer_texts(tables)
        codes = {text: code for code, text in answers.items()}
        searched: dict[int, dict[int, tuple[float, bool]]] = {}
        for part in store.parts():
            searched.setdefault(part.opener, {})[codes[part.answer]] = part.lower, part.exact
        plan = ProofPlan(
            self.terms,
            store.openers(),
            searched,
            tree_total=float(store.notes().get(TREE_TOTAL, INFINITE)),
            margin=self.openers.margin,
            slack=self.openers.slack,
            bound=self.options.bound,
            exact=self.options.exact,
            chosen=self.chosen,
            answers=answers,
        )
        plan.until = self.until
        return plan

    def keep_best_tree(self, store: ProofStore, plan: ProofPlan) -> None:
        """Where a first action turned out better than the tree that is kept, find the tree that begins with it."""
        known = float(store.notes().get(TREE_TOTAL, INFINITE))
        if plan.best >= known - self.openers.slack or plan.best >= INFINITE:
            return
        row = min((row for row in store.openers() if row.total is not None), key=lambda row: (row.total, row.number))
        tree = self._solution(first=self.openers.tables.actions[row.number])
        if tree is not None and (total := self.openers.problem.cost(tree)) < known:
            store.keep_tree(total, self._text(tree))

    def _solution(self, **asked: Any) -> TableSolution | None:
        """A tree that keeps to the terms, as good as the time that is left allows; nothing if there is none."""
        left = None if self.until is None else max(0.001, self.until - time.time())
        terms = self.terms
        options = SolveOptions(
            within=terms.within,
            only_possible=terms.only_possible,
            limit=Limit(seconds=left),
            memory=self.options.memory,
            progress=self.progress,
            **asked,
        )
        try:
            solution = solve_set(EnumeratedSet(self.openers.tables), options)
        except StuckError:  # perhaps within the beam, or the steps: the search of first actions says for sure
            return None
        return None if terms.within and solution.worst > terms.within else solution

    def _text(self, solution: TableSolution) -> str:
        terms = {**solution.terms, "first": None, "within": self.terms.within or None}
        return str(Tree.of(solution, objective=MEAN, terms=terms))


def answer_texts(tables: Tables) -> dict[int, str]:
    """The text of every answer, by its code."""
    feedbacks, text = tables.feedbacks, tables.game.format_feedback
    codes = ((feedbacks.code(value), value) for value in feedbacks.known())
    return {code: text(value) for code, value in codes if code is not None}
