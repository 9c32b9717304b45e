"""A table with a person in one seat: dealt, played on by the others, and told as the person sees it; or watched."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from sleuth.app.bounds import OPEN, Bounds, check_length
from sleuth.app.errors import ConflictError, RefusedError
from sleuth.app.requests import TableAct, TableBegin, TableHint, TableLook, TableReplay, TableWatch
from sleuth.app.results import (
    TableEventResult,
    TableHintResult,
    TableSeatResult,
    TableTurnResult,
    TableWatchResult,
)
from sleuth.app.specs import check_parameters
from sleuth.core.errors import RecordError
from sleuth.core.files import read_text
from sleuth.core.game_spec import is_table, parse_table, table_class
from sleuth.core.progress import Progress, silent
from sleuth.core.registry import SEAT_STRATEGIES
from sleuth.core.spec import split_spec
from sleuth.core.table_game import TableGame
from sleuth.core.text import capital, plural, shorten
from sleuth.play.play_loop import Move as Move
from sleuth.play.table import HUMAN, MAX_TURNS
from sleuth.play.table import Table as Table
from sleuth.strategies.seat_strategy import BETWEEN, SeatStrategy, parse_seat, parse_seats, seat_strategies


def read_table(spec: str, bounds: Bounds = OPEN) -> TableGame:
    """The game of several players of a spec; from afar, one that names no file."""
    check_length(spec, bounds.spec, "a spec")
    name, parameters = split_spec(spec)
    check_parameters(table_class(name), parameters, bounds)
    return parse_table(spec)


def read_seats(
    specs: str | Sequence[str], game: TableGame, seats: int | None = None, bounds: Bounds = OPEN
) -> list[SeatStrategy]:
    """The strategies of the seats; from afar, such as answer at once."""
    named = specs.split(BETWEEN) if isinstance(specs, str) else [part for one in specs for part in one.split(BETWEEN)]
    quick = [name for name, kind in seat_strategies(game).items() if kind.quick]
    for spec in () if bounds.files else filter(str.strip, named):
        check_length(spec, bounds.spec, "a player")
        if SEAT_STRATEGIES.name_of(split_spec(spec)[0]) not in quick:
            raise RefusedError(f"an opponent is one of {', '.join(quick)}")
    return parse_seats([spec for spec in named if spec.strip()], game, seats)


def is_table_record(path: str) -> bool:
    """Whether a file is the record of a table."""
    text = read_text(path, "record", RecordError)
    game = next((line.partition(":")[2] for line in text.splitlines() if line.startswith("game:")), "")
    return is_table(game)


def deal(request: TableBegin, bounds: Bounds = OPEN) -> Table:
    """A new table, before anybody acted."""
    game = read_table(request.game, bounds)
    if request.seat not in game.players:
        raise RefusedError(f"a table of {len(game.players)} has no seat {request.seat}")
    others = [str(one) for one in read_seats(request.opponents, game, len(game.players) - 1, bounds)]
    called = _names(request, len(game.players), bounds) if request.names else []
    others.insert(request.seat - 1, HUMAN)
    return Table.deal(game, others, request.seed, called=called)


def _names(request: TableBegin, seats: int, bounds: Bounds) -> list[str]:
    """The players by their names, the person too."""
    names = [name.strip() for name in request.names]
    for name in names:
        check_length(name, bounds.spec, "a name")
        if not name or not name.isprintable() or "," in name:
            raise RefusedError(f"a player cannot be called {shorten(name)!r}")
    names.insert(request.seat - 1, "you")
    if len(names) != seats:
        raise RefusedError(f"{plural(len(request.names), 'name')}: give one to each of the others, or to nobody")
    return names


def begin(request: TableBegin, bounds: Bounds = OPEN, progress: Progress = silent) -> TableTurnResult:
    """Deal, and let the others act until it is the person's turn to choose."""
    return _turn(deal(request, bounds))


def act(request: TableAct, bounds: Bounds = OPEN, progress: Progress = silent) -> TableTurnResult:
    """The person acts, then the others do."""
    check_length(request.action, bounds.text, "an action")
    table = _open(request.table, bounds)
    return _turn(table.act(request.action), request.chances)


def _turn(table: Table, chances: bool = False) -> TableTurnResult:
    for move in table.moves():
        table = move.after
    return TableTurnResult(table=str(table), seen=seen(table, chances))


def look(request: TableLook, bounds: Bounds = OPEN, progress: Progress = silent) -> TableSeatResult:
    """What the person sees, with the notebook if it is asked for."""
    return seen(read_record(request.table, bounds), request.chances)


def hint(request: TableHint, bounds: Bounds = OPEN, progress: Progress = silent) -> TableHintResult:
    """What the usual player of the game would do in the person's place, and why."""
    return advice(_open(request.table, bounds))


def read_record(text: str, bounds: Bounds = OPEN) -> Table:
    """A table of its record; from afar, one that names no file."""
    check_length(text, bounds.text, "a record")
    return Table.parse(text, partial(read_table, bounds=bounds))


def _open(text: str, bounds: Bounds) -> Table:
    table = read_record(text, bounds)
    if table.over:
        raise ConflictError("the game is over for you")
    return table


def advice(table: Table) -> TableHintResult:
    """The same, for a table that is at hand."""
    decision = parse_seat(table.game.usual_player).explain(table.info(), rng=table.rng())
    names, game = table.names, table.game

    def text(action: object) -> str:
        return game.narrate(action, names, table.person) or game.format_action(action)

    return TableHintResult(
        action=text(decision.action),
        strategy=decision.strategy,
        reasons=list(decision.reasons),
        alternatives=[text(one) for one in decision.alternatives],
        typed=game.typed(decision.action),
    )


def seen(table: Table, chances: bool = False) -> TableSeatResult:
    """What the person sees: what she has, what happened, what there is to do, and the notebook if it is asked for."""
    game, state, view = table.game, table.state, table.view()
    return TableSeatResult(
        game=str(game),
        players=[table.names[i] for i in game.players],
        strategies=list(table.seats),
        seat=table.person or 0,
        own=game.own(view),
        events=table.story(),
        over=table.over,
        won=table.over and state.winner == table.person,
        winner=table.names[state.winner] if state.winner else None,
        prompt=None if table.over else game.prompt(view),
        details=game.details(view),
        solution=game.solution(state.deal) if table.over else None,
        notebook=table.info().figures() if chances else None,
    )


def outcome(table: Table) -> str:
    """How it ended for the person, who may have left early; or for whoever played."""
    winner = table.state.winner
    if winner is not None:
        return f"{capital(table.names[winner])} won."
    return "You are out." if table.over and table.person else "Nobody won." if table.over else "You left."


# Watching.


def watched(request: TableWatch, bounds: Bounds = OPEN) -> Table:
    """A table of strategies, before anybody acted."""
    game = read_table(request.game, bounds)
    return Table.deal(game, [str(one) for one in read_seats(request.players, game, bounds=bounds)], request.seed)


def watch(request: TableWatch, bounds: Bounds = OPEN, progress: Progress = silent) -> TableWatchResult:
    """A whole game."""
    start = watched(request, bounds)
    return watch_result(start, list(watch_moves(start)))


def replay(request: TableReplay, bounds: Bounds = OPEN, progress: Progress = silent) -> TableWatchResult:
    """A game that was recorded, told as if it were watched."""
    past = list(finished(request.record, bounds).past())
    return watch_result(past[0].before, past)


def finished(record: str, bounds: Bounds = OPEN) -> Table:
    """The table of a record, if something happened and it is over: before that it hides the deal."""
    table = read_record(record, bounds)
    if not table.over or not table.state.actions:
        raise ConflictError("the game is not over; play it to the end first")
    return table


def watch_moves(table: Table) -> Iterator[Move[Table]]:
    """The moves of a table that is watched, until somebody has won, or nobody in time."""
    for move in table.moves():
        if move.after.state.turns > MAX_TURNS * len(table.game.players):
            return
        yield move


def entropies(table: Table) -> list[float]:
    """What each player misses, in bits."""
    return [table.info(player).entropy for player in table.game.players]


def event_text(move: Move[Table]) -> str:
    """What happened in a move; empty if it is not worth a sentence."""
    table = move.after
    return table.game.narrate(table.state.actions[-1], table.names, table.person)


def watch_result(start: Table, moves: Sequence[Move[Table]]) -> TableWatchResult:
    """Plain values, once it is over. What is not worth a sentence is left out."""
    end, game = moves[-1].after if moves else start, start.game
    return TableWatchResult(
        game=str(game),
        players=list(start.seats),
        seed=start.seed,
        start_entropy=entropies(start),
        steps=[
            TableEventResult(player=move.before.state.actor or 0, text=text, entropy=entropies(move.after))
            for move in moves
            if (text := event_text(move))
        ],
        winner=end.state.winner,
        ending=end.state.ending if end.over else "long",
        turns=end.state.turns,
        solution=game.solution(end.state.deal),
        record=str(end),
    )
