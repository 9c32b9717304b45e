"""Many games between computer players: `sleuth tournament seats`, `sleuth clue simulate` and `sleuth myst simulate`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from sleuth import app, show
from sleuth.adapters.cli import options
from sleuth.adapters.cli.screen import Lines, Screen

AGENTS_HELP = (
    "The players, as `sleuth strategies GAME` lists them, with parameters as in most-likely:shows=least. "
    "The last one fills the seats that are left."
)
AgentsArgument = Annotated[list[str], typer.Argument(metavar="PLAYER...", help=AGENTS_HELP)]
GamesOption = Annotated[int, typer.Option("--games", min=1, help="Games; each deal is played once from every seat.")]
OutOption = Annotated[
    Path | None,
    typer.Option(
        "--out", metavar="FILE", help="Keep the games in this results file. Run again to go on; none is played twice."
    ),
]
WorkersOption = Annotated[int, typer.Option("--workers", min=0, help="Processes to play on; 0 plays in this one.")]


def seats(
    game: Annotated[str, typer.Argument(metavar="GAME", help="A game of several players.")],
    players: AgentsArgument,
    games: GamesOption = 300,
    seed: options.Seed = 0,
    workers: WorkersOption = 1,
    out: OutOption = None,
    json: options.Json = False,
) -> None:
    """Let computer players play many games of several players, every deal from every seat."""
    play_many(Screen(json), game, players, games, seed, workers, out)


def play_many(
    screen: Screen, game: str, players: list[str], games: int, seed: int, workers: int, out: Path | None
) -> None:
    """Play them, or what is left of them, and report."""
    from sleuth.app.seats import check

    request = app.TableSimulate(game, tuple(players), games, seed, workers, str(out or ""))
    check(request)  # a player that is not there is told now, and not after the kernels were compiled
    played = 0.0

    def count(what: str, done: float, total: float) -> None:
        nonlocal played
        played = done
        bar(what, done, total)

    try:
        with screen.progress() as bar:
            result = app.perform(request, progress=count)
    except KeyboardInterrupt:
        if out:
            screen.say(f"Stopped. {played:,.0f} games are kept in {out}; run again to go on.")
        raise
    if result.played < result.games:
        screen.say(f"{result.games - result.played:,} of these games were in {out} already.")
    screen.write(result, _lines)


def _lines(result: app.SimulateResult) -> Lines:
    yield from (f"{result.game}, {result.games:,} games, seed {result.seed}", "")
    yield from (show.seats_table(result.players), "")
    yield show.seats_text(result.turns, result.first_seat, result.ends)
