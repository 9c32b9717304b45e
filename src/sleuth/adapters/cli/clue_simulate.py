"""Seated tournaments: what `sleuth clue simulate` and `sleuth myst simulate` share."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from sleuth.adapters.cli.screen import Screen, warm

if TYPE_CHECKING:
    from sleuth.app.requests import SimulateRequest

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


def run(screen: Screen, request: SimulateRequest) -> None:
    """Play a tournament, or what is left of it, and report it."""
    from sleuth.app.perform import perform
    from sleuth.app.seats import check
    from sleuth.show.seats import seats_table

    check(request)  # a player that is not there is told now, and not after the kernels were compiled
    warm(screen)
    kept = 0.0

    def count(what: str, done: float, total: float) -> None:
        nonlocal kept
        kept = done
        bar(what, done, total)

    try:
        with screen.progress() as bar:
            found = perform(request, progress=count)
    except KeyboardInterrupt:
        if request.out:
            screen.say(f"Stopped. {kept:,.0f} games are kept in {request.out}; run again to go on.")
        raise
    if found.played < found.games:
        screen.say(f"{found.games - found.played:,} of these games were in {request.out} already.")
    if screen.as_json:
        screen.json(found.as_json())
        return
    ends = found.ends
    screen.show(f"{found.game}, {found.games:,} games, seed {found.seed}", "")
    screen.show(seats_table(found.as_json()["players"]), "")
    screen.show(f"{found.turns:.1f} turns a game; the first seat won {found.first_seat:.3f} of them.")
    if ends["wrong"] or ends["long"]:
        screen.show(
            f"{ends['wrong']} were won because all others had guessed wrong; {ends['long']} were stopped undecided."
        )
