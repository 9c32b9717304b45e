"""`sleuth clue`: help at a real table, a table with computer players, and tournaments."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer

from sleuth import app
from sleuth.adapters.cli import options
from sleuth.adapters.cli.reviews import review_lines
from sleuth.adapters.cli.screen import Screen, complain
from sleuth.adapters.cli.simulate import AgentsArgument, GamesOption, OutOption, WorkersOption, play_many
from sleuth.core.errors import ParameterError
from sleuth.core.files import read_text

DrawnRoomsOption = Annotated[
    bool, typer.Option("--drawn-rooms", help="The room of each suggestion is drawn by chance, as by dice.")
]
EditionOption = Annotated[
    str,
    typer.Option(
        "--edition", metavar="NAME", help="classic, classic-uk, classic-orchid, master-detective, or a file of cards."
    ),
]
PublicOption = Annotated[int, typer.Option("--public", min=0, help="Cards that lie face up, in no hand.")]


def play(
    players: Annotated[
        list[str] | None, typer.Argument(metavar="PLAYER...", help="Your opponents: race, most-likely, and so on.")
    ] = None,
    seats: Annotated[int, typer.Option("--players", min=2, help="Seats at the table, yours too.")] = 3,
    seat: Annotated[int, typer.Option(min=1, help="Your seat; seat 1 begins.")] = 1,
    drawn_rooms: DrawnRoomsOption = False,
    edition: EditionOption = "classic",
    public: PublicOption = 0,
    seed: Annotated[int | None, typer.Option("--seed", min=0, help="Fixes the deal and the other players.")] = None,
    json: options.Json = False,
) -> None:
    """Play Clue against computer players."""
    screen = Screen(json)
    from sleuth.adapters.cli.table_play import TableDialogue
    from sleuth.app.clue import read_clue
    from sleuth.app.table import deal

    game = read_clue(seats, edition, drawn_rooms, public)
    table = deal(app.TableBegin(str(game), seat, tuple(players or ()), seed))
    raise typer.Exit(TableDialogue(screen, table).run())


def simulate(
    players: AgentsArgument,
    seats: Annotated[int, typer.Option("--players", min=2, help="Seats at the table.")] = 3,
    games: GamesOption = 300,
    seed: options.Seed = 0,
    workers: WorkersOption = 1,
    out: OutOption = None,
    drawn_rooms: DrawnRoomsOption = False,
    edition: EditionOption = "classic",
    public: PublicOption = 0,
    json: options.Json = False,
) -> None:
    """Let computer players play many games of Clue, every deal from every seat."""
    from sleuth.app.clue import read_clue

    game = str(read_clue(seats, edition, drawn_rooms, public))
    play_many(Screen(json), game, players, games, seed, workers, out)


def assist(
    log: Annotated[
        Path | None,
        typer.Option("--log", metavar="FILE", help="The game so far, one turn a line. Without it you type the lines."),
    ] = None,
    shows: Annotated[
        str,
        typer.Option("--shows", help="How the others choose the card they show: random, repeat, or any (no evidence)."),
    ] = "random",
    why: Annotated[
        str | None,
        typer.Option("--why", metavar="FORMULA", help="Name the fewest lines from which this follows, as h(Ben,Rope)."),
    ] = None,
    record: Annotated[
        Path | None,
        typer.Option("--record", metavar="FILE", help="Keep what you type in this file, and go on with it."),
    ] = None,
    habits: Annotated[
        str, typer.Option("--habits", help="What questions and silences of others tell: none, or usual.")
    ] = "none",
    rooms: Annotated[
        str, typer.Option("--rooms", metavar="ROOM,...", help="The rooms that you can reach; all, unless named.")
    ] = "",
    at: Annotated[str, typer.Option("--at", metavar="PLACE", help="Where your token is, if there is a board.")] = "",
    roll: Annotated[int | None, typer.Option("--roll", help="What you rolled, if you have.")] = None,
    suppose: Annotated[
        list[str] | None,
        typer.Option(
            "--suppose", metavar="LINE", help="What if: a turn, or a formula as h(Ben,Rope); may be repeated."
        ),
    ] = None,
    ask: Annotated[
        str, typer.Option("--ask", metavar="CARDS", help="What a suggestion may be answered with, and what follows.")
    ] = "",
    seed: options.Seed = 0,
    json: options.Json = False,
) -> None:
    """Help at a real table: who has what, what to suggest and why, what the others could know, when to accuse."""
    screen = Screen(json)
    if log is not None and record is not None:
        raise ParameterError("--log reads a file once and --record goes on with it while you type: name one of the two")
    if log is None:
        if suppose or ask:
            raise ParameterError("--suppose and --ask go with --log; while you type, say `suppose LINE` or `try LINE`")
        if json:
            raise ParameterError("with --json, name the log with --log FILE")
        talk(screen, record, seed, rooms, shows=shows, habits=habits)
    else:
        text, where = read_text(log, "log", ParameterError), str(log.parent)
        request = app.ClueAssist(text, shows, why or "", seed, habits, rooms, at=at, roll=roll, folder=where)
        tell(screen, replace(request, suppose="\n".join(suppose or ()), ask=ask))


def talk(screen: Screen, record: Path | None, seed: int = 0, rooms: str = "", **supposed: str) -> None:
    """Help while the lines of a log are typed."""
    from sleuth.adapters.cli.clue_assist import ClueAssistDialogue

    dialogue = ClueAssistDialogue(screen, supposed, record, seed, rooms)
    raise typer.Exit(dialogue.run())


def tell(screen: Screen, request: app.ClueAssist) -> None:
    """Help with a log that is there."""
    from sleuth.app.clue import check
    from sleuth.games.clue.board import text as board

    check(request)
    advice = app.perform(request).as_json()
    if advice["contradiction"]:
        raise typer.Exit(complain(advice["contradiction"], screen.as_json, advice))
    if screen.as_json:
        screen.json(advice)
        return
    screen.show(
        *board.supposition_lines(advice),
        board.notebook_table(board.notebook_rows(advice)),
        "",
        *board.standing_lines(advice),
        board.supposed_line(advice),
        "",
        *board.advice_lines(advice),
    )
    if advice["answers"]:
        screen.show("", *board.answer_lines(advice))
    if advice["why"]:
        screen.show("", *board.reason_lines(advice["why"]))


def review(
    file: Annotated[str, typer.Argument(metavar="FILE", help="A record of a table, or a log as for assist.")],
    solution: Annotated[str, typer.Option(metavar="CARDS", help="What the envelope held, if no log line says.")] = "",
    hands: Annotated[
        str, typer.Option(metavar="HANDS", help='Hands known at the end: "Ben: Plum, Rope; Cat: Hall".')
    ] = "",
    json: options.Json = False,
) -> None:
    """Review a game that is over: what each player could know when, what each suggestion told, and what was luck."""
    from sleuth.app.table import is_table_record

    text = read_text(file, "record or log", ParameterError)
    log = app.ClueReview(text, solution, hands, str(Path(file).parent))
    Screen(json).report(app.TableReview(text) if is_table_record(file) else log, review_lines)
