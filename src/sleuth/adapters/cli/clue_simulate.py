"""Seated tournaments: what `sleuth clue simulate` and `sleuth myst simulate` share."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from sleuth.adapters.cli.screen import Screen, warm

if TYPE_CHECKING:
    from sleuth.multiplayer.game import CardGame

AGENTS_HELP = (
    "The players: random, heuristic, most-likely, entropy, race, ismcts, camouflage or equilibrium, "
    "with parameters as in most-likely:shows=least. The last one fills the seats that are left."
)
AgentsArgument = Annotated[list[str], typer.Argument(metavar="PLAYER...", help=AGENTS_HELP)]
GamesOption = Annotated[int, typer.Option("--games", min=1, help="Games; each deal is played once from every seat.")]
WorkersOption = Annotated[int, typer.Option("--workers", min=1, help="Processes to play on.")]


def run(screen: Screen, game: CardGame, specs: list[str], games: int, seed: int, workers: int) -> None:
    """Play a tournament and report it."""
    from sleuth.core.errors import ParameterError
    from sleuth.multiplayer.catalogue import parse_agent

    seats = len(game.hands)
    if len(specs) > seats:
        raise ParameterError(f"{len(specs)} players for {seats} seats")
    line = [min(seat, len(specs) - 1) for seat in range(seats)]
    agents = [parse_agent(spec) for spec in specs]
    warm(screen)
    from sleuth.multiplayer.arena import simulate, standings

    with screen.progress() as progress:
        results = simulate(game, agents, line, games, seed, workers, progress)
    rows = standings(specs, line, results)
    ends = {end: sum(r.last == end for r in results) for end in ("right", "wrong", "long")}
    first = sum(r.winner == 1 for r in results) / games
    turns = sum(r.turns for r in results) / games
    if screen.as_json:
        told: dict[str, Any] = {
            "game": str(game),
            "games": games,
            "seed": seed,
            "players": [vars(row) for row in rows],
            "turns": turns,
            "first_seat": first,
            "ends": ends,
        }
        screen.json(told)
        return
    from rich.table import Table

    table = Table("player", "seats", "won", "share", "95% interval", "par", box=None, header_style="bold")
    for row in rows:
        interval = f"{row.low:.3f} to {row.high:.3f}"
        table.add_row(row.agent, str(row.seats), str(row.wins), f"{row.share:.3f}", interval, f"{row.par:.3f}")
    screen.show(f"{game}, {games:,} games, seed {seed}", "", table, "")
    screen.show(f"{turns:.1f} turns a game; the first seat won {first:.3f} of them.")
    if ends["wrong"] or ends["long"]:
        screen.show(
            f"{ends['wrong']} were won because all others had guessed wrong; {ends['long']} were stopped undecided."
        )
