"""The best line: how good play would have gone from the start, against the same secret and with the same dice."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from sleuth.adapters.service.answers import BestLine
from sleuth.adapters.service.errors import ConflictError
from sleuth.adapters.service.limits import LINE_SECONDS, STEPS_MOST
from sleuth.adapters.service.plays import decide, oracle_of, read_record, steps_told
from sleuth.adapters.service.sets import set_after
from sleuth.adapters.service.specs import read_strategy
from sleuth.belief.base import InformationSet
from sleuth.core.errors import SleuthError
from sleuth.core.game import Action
from sleuth.core.history import History
from sleuth.core.limit import Limit
from sleuth.core.registry import ORACLES
from sleuth.core.text import plural
from sleuth.lab.baseline import OPTIMAL, Baseline, baseline_of
from sleuth.play.oracles import evades, oracle_class, usual_oracle
from sleuth.play.record import Record
from sleuth.strategies.base import Strategy
from sleuth.strategies.tree import Tree

Chooser = Callable[[InformationSet], Action]


def best_line(record: str, strategy: str = "", name: str = "", given_up: bool = False) -> BestLine:
    """The optimum where it is known or soon found, else the strategy of the play; step by step from the start.

    The play's name goes into the dice of an oracle that lies, as in `plays.ask`.
    """
    play = read_record(record)
    if not (play.solved or given_up) or play.secret is None:
        raise ConflictError("the best line is told once a play is over")
    info = set_after(play.game, History())
    player = read_strategy(strategy, play.game)
    choose = optimal_choice(info)
    optimal = choose is not None
    choose = choose or _from_strategy(player)
    oracle, notes = oracle_of(_answered(play), info, name), _notes(play)
    clock = Limit(seconds=LINE_SECONDS).start()
    try:
        while not info.over:
            if clock.spent() or len(info.history) >= STEPS_MOST:
                notes.append(f"The line was stopped after {plural(len(info.history), 'step')}: it took too long.")
                break
            action = choose(info)
            info = set_after(play.game, info.history.add(action, oracle.answer(action)))
    except SleuthError as error:
        notes.append(f"The line ends here: {error}.")
    return BestLine(
        OPTIMAL if optimal else str(player),
        optimal,
        steps_told(play.game, info.history, play.secret),
        info.over,
        notes,
    )


def optimal_choice(info: InformationSet) -> Chooser | None:
    """What optimal play asks, where it is known: from the book, or what the moves of a small game are graded by."""
    from sleuth.solve.book import optimum, page

    table = info.table()
    if table is None:
        return None
    if optimum(info.game) is not None and (tree := page(str(info.game))) is not None:
        return _from_tree(tree)
    baseline = baseline_of(table)
    return _from_baseline(baseline) if baseline.proved else None


def _from_baseline(baseline: Baseline) -> Chooser:
    def choose(info: InformationSet) -> Action:
        table = info.table()
        assert table is not None
        return baseline.action(table)

    return choose


def _from_tree(tree: Tree) -> Chooser:
    def choose(info: InformationSet) -> Action:
        node, _ = tree.find(info.game, info.history)
        return info.game.parse_action(tree.nodes[node].action)

    return choose


def _from_strategy(player: Strategy) -> Chooser:
    return lambda info: decide(info, player).action


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
