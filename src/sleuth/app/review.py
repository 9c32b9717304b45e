"""After a play: every move graded, and the best line beside it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial

import numpy as np

from sleuth.app.bounds import OPEN, Bounds
from sleuth.app.errors import ConflictError
from sleuth.app.play import Play
from sleuth.app.requests import BestLine, Grade, GradeHistory
from sleuth.app.results import LineResult
from sleuth.app.set_cache import decide, set_after
from sleuth.app.specs import read_game, read_history, read_record, read_strategy
from sleuth.app.views import steps_along
from sleuth.belief.base import InformationSet
from sleuth.belief.enumerated import EnumeratedSet
from sleuth.core.errors import SleuthError
from sleuth.core.game import Action
from sleuth.core.history import History
from sleuth.core.limit import Limit
from sleuth.core.progress import Progress, silent
from sleuth.core.registry import ORACLES
from sleuth.core.text import plural
from sleuth.lab.baseline import OPTIMAL, Baseline, baseline_of, hint_rule
from sleuth.lab.grading import Grades
from sleuth.lab.grading import grade as grade_record
from sleuth.play.match import MAX_STEPS, PLAYER, Match
from sleuth.play.oracles import evades, oracle_class, usual_oracle
from sleuth.play.play_loop import moves
from sleuth.play.record import Record
from sleuth.strategies.greedy import Greedy
from sleuth.strategies.tree import Tree

Chooser = Callable[[InformationSet], Action]


class _LateError(Exception):
    """The time of a line is up."""


def grade(request: Grade, bounds: Bounds = OPEN, progress: Progress = silent) -> Grades:
    """Every move of a finished play against optimal play or a strategy, and luck apart."""
    record = read_record(request.record, bounds)
    if request.finished and not (record.solved or request.given_up):
        raise ConflictError("a play is graded once it is over")
    info = set_after(record.game, None, request.belief, request.seed, progress)
    strategy = read_strategy(request.strategy, record.game, bounds) if request.strategy else None
    return grade_record(record, info, strategy=strategy, progress=progress)


def grade_history(request: GradeHistory, bounds: Bounds = OPEN, progress: Progress = silent) -> Grades:
    """Every move of a play that was made elsewhere."""
    game = read_game(request.game, bounds)
    record = Record(game, read_history(game, request.history, bounds), player="")
    return grade_record(record, set_after(game), progress=progress)


def best_line(request: BestLine, bounds: Bounds = OPEN, progress: Progress = silent) -> LineResult:
    """The optimum where it is known or soon found, else the strategy of the play; step by step from the start."""
    record = read_record(request.record, bounds)
    if not (record.solved or request.given_up) or record.secret is None:
        raise ConflictError("the best line is told once a play is over")
    strategy = read_strategy(request.strategy, record.game, bounds)
    play = Play.read(replace(_answered(record), history=History(), solved=False), request.dice)
    best = optimal_choice(play.info, hint_rule(record.game, strategy))
    choose: Chooser = best or (lambda info: decide(info, strategy, bounds.decision).action)
    notes = _notes(record)
    clock, most = Limit(seconds=bounds.line_seconds).start(), bounds.steps or MAX_STEPS
    sets = [play.info]

    def in_time(info: InformationSet) -> Action:
        if clock.spent() or len(info.history) >= most:
            raise _LateError
        return choose(info)

    try:
        for move in moves(Match(play.info, play.oracle), {PLAYER: in_time}, np.random.default_rng(0)):
            sets.append(move.after.info)
    except _LateError:
        notes.append(f"The line was stopped after {plural(len(sets) - 1, 'step')}: it took too long.")
    except SleuthError as error:
        notes.append(f"The line ends here: {error}.")
    return LineResult(
        strategy=OPTIMAL if best else str(strategy),
        optimal=best is not None,
        steps=steps_along(sets, record.secret),
        solved=sets[-1].over,
        notes=notes,
    )


def optimal_choice(info: InformationSet, rule: Greedy) -> Chooser | None:
    """What optimal play asks, where it is known: from the book, or what the moves of a small game are graded by.

    Of moves of a small game that are as good, it asks what the rule does.
    """
    from sleuth.solve.tree_book import optimum, page

    table: EnumeratedSet | None = info.table()
    if table is None:
        return None
    if optimum(info.game) is not None and (tree := page(str(info.game))) is not None:
        return partial(_tree_action, tree)
    baseline = baseline_of(table)
    return partial(_baseline_action, baseline, rule) if baseline.proved else None


def _baseline_action(baseline: Baseline, rule: Greedy, info: InformationSet) -> Action:
    table: EnumeratedSet | None = info.table()
    assert table is not None
    return baseline.advised(table, rule)[0]


def _tree_action(tree: Tree, info: InformationSet) -> Action:
    node, _ = tree.find(info.game, info.history)
    return info.game.parse_action(tree.nodes[node].action)


def _answered(play: Record) -> Record:
    """The play with an oracle that holds its secret: an evasive one would evade the line as well."""
    return replace(play, oracle=usual_oracle(play.game)) if evades(play.oracle) else play


def _notes(play: Record) -> list[str]:
    assert play.secret is not None
    if evades(play.oracle):
        settled = play.game.format_secret(play.secret)
        return [f"The oracle evaded you, and settled on {settled} at the end; the line is played against that."]
    if play.oracle in ORACLES and oracle_class(play.oracle).dice:
        return ["The oracle throws the same dice as in your play for the same question at the same step."]
    return []
