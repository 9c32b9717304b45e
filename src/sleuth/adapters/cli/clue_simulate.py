"""Seated tournaments: what `sleuth clue simulate` and `sleuth myst simulate` share."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from sleuth import app
from sleuth.adapters.cli.screen import Lines, Screen

AGENTS_HELP = (
    "The players: random, heuristic, most-likely, entropy, race, ismcts, camouflage or equilibrium, "
    "with parameters as in most-likely:shows=least. The last one fills the seats that are left."
)
AgentsArgument = Annotated[list[str], typer.Argument(metavar="PLAYER...", help=AGENTS_HELP)]
GamesOption = Annotated[int, typer.Option("--games", min=1, help="Games; each deal is played once from every seat.")]
OutOption = Annotated[
    Path | None,
    typer.Option(
        "--out", metavar="FILE", help="Keep the games in this file. Run again to go on; none is played twice."
    ),
]
WorkersOption = Annotated[int, typer.Option("--workers", min=1, help="Processes to play on.")]


def run(screen: Screen, request: app.SimulateRequest) -> None:
    """Play a tournament, or what is left of it, and report it."""
    from sleuth.app.seats import check

    check(request)  # a player that is not there is told now, and not after the kernels were compiled
    screen.warm()
    games = 0.0

    def count(what: str, done: float, total: float) -> None:
        nonlocal games
        games = done
        bar(what, done, total)

    try:
        with screen.progress() as bar:
            result = app.perform(request, progress=count)
    except KeyboardInterrupt:
        if request.out:
            screen.say(f"Stopped. {games:,.0f} games are kept in {request.out}; run again to go on.")
        raise
    if result.played < result.games:
        screen.say(f"{result.games - result.played:,} of these games were in {request.out} already.")
    screen.write(result, _lines)


def _lines(result: app.SimulateResult) -> Lines:
    from sleuth.games.clue.board.seats import seats_table

    wrong, long = result.ends["wrong"], result.ends["long"]
    yield from (f"{result.game}, {result.games:,} games, seed {result.seed}", "")
    yield from (seats_table(result.as_json()["players"]), "")
    yield f"{result.turns:.1f} turns a game; the first seat won {result.first_seat:.3f} of them."
    if wrong or long:
        yield f"{wrong} were won because all others had guessed wrong; {long} were stopped undecided."
