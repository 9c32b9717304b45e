"""Seated tournaments: what `sleuth clue simulate` and `sleuth myst simulate` share."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from sleuth.adapters.cli.screen import Screen, warm

if TYPE_CHECKING:
    from sleuth.multiplayer.arena import Result
    from sleuth.multiplayer.game import CardGame

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


def run(
    screen: Screen, game: CardGame, specs: list[str], games: int, seed: int, workers: int, out: Path | None
) -> None:
    """Play a tournament, or what is left of it, and report it."""
    from sleuth.core.errors import ParameterError
    from sleuth.multiplayer.catalogue import parse_agent

    seats = len(game.hands)
    if len(specs) > seats:
        raise ParameterError(f"{len(specs)} players for {seats} seats")
    line = [min(seat, len(specs) - 1) for seat in range(seats)]
    agents = [parse_agent(spec) for spec in specs]
    warm(screen)
    from sleuth.multiplayer.arena import simulate
    from sleuth.multiplayer.gamefile import GameFile

    def play(done: list[Result], keep: Callable[[list[Result]], None] | None) -> list[Result]:
        with screen.progress() as progress:
            return simulate(game, agents, line, games, seed, workers, progress, done, keep)

    if out is None:
        _report(screen, game, specs, line, seed, play([], None), games)
        return
    with GameFile.of(out, game, [specs[k] for k in line], seed) as file:
        done = [result for result in file.results() if result.number < games]
        try:
            results = play(done, file.add)
        except KeyboardInterrupt:
            screen.say(f"Stopped. {len(file.results()):,} games are kept in {out}; run again to go on.")
            raise
    if done:
        screen.say(f"{len(done):,} of these games were in {out} already.")
    _report(screen, game, specs, line, seed, results, games - len(done))


def _report(
    screen: Screen,
    game: CardGame,
    specs: list[str],
    line: list[int],
    seed: int,
    results: list[Result],
    played: int,
) -> None:
    from sleuth.multiplayer.arena import standings

    rows, games = standings(specs, line, results), len(results)
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
            "played": played,
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
