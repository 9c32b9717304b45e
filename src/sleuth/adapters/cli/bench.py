"""The suite: play it with anybody, go on, and look at the results."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from typer.core import TyperGroup

from sleuth.adapters.cli import options
from sleuth.adapters.cli.screen import Screen

if TYPE_CHECKING:
    from sleuth.referee.bench import BenchRun
    from sleuth.referee.bench_store import BenchResults

STOPPED = 130
FAULT = 2
RUN = "run"
"""The command that stands for itself: `sleuth bench AGENT` is `sleuth bench run AGENT`."""


class BenchGroup(TyperGroup):
    """A group whose first word may be a player."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """What names no command, and asks for no help, is a run."""
        if args and args[0] not in self.commands and args[0] not in ("-h", "--help"):
            args = [RUN, *args]
        return super().parse_args(ctx, args)


FileArgument = Annotated[Path, typer.Argument(metavar="FILE", help="Results of a run.")]
ParallelOption = Annotated[int, typer.Option("--parallel", min=1, help="Plays of a language model at once.")]
MaxTokens = Annotated[
    int | None, typer.Option("--max-tokens-total", min=0, help="Stop at so many tokens, read and written together.")
]
MaxCost = Annotated[float | None, typer.Option("--max-cost", min=0, help="Stop at this cost; it needs the prices.")]
MaxRequests = Annotated[
    int | None, typer.Option("--max-requests", min=0, help="Stop at so many requests, those that fail too.")
]
PriceIn = Annotated[float | None, typer.Option("--price-in", min=0, help="The price of a million tokens of prompts.")]
PriceOut = Annotated[float | None, typer.Option("--price-out", min=0, help="The price of a million tokens of replies.")]
Tries = Annotated[int, typer.Option("--tries", min=1, max=20, help="How often a request is made where servers fail.")]
Pause = Annotated[
    float, typer.Option("--pause", min=0, max=60, help="Seconds before the second try; before others more and more.")
]
Failed = Annotated[bool, typer.Option("--failed", help="Play those again that failed.")]
Games = Annotated[
    list[str] | None,
    typer.Option("--games", "-g", help="Entries or games to play, with commas between; all unless given."),
]
Plays = Annotated[int | None, typer.Option("--plays", "-n", min=1, help="Play the first N secrets of each entry.")]
Quick = Annotated[bool, typer.Option("--quick", help="A few secrets of a few entries, for trying out.")]


def run(
    agent: Annotated[
        str,
        typer.Argument(
            metavar="AGENT", help="A strategy, or chat:model=NAME.", autocompletion=options.complete_strategy
        ),
    ],
    out: Annotated[Path | None, typer.Option(help="The file for results; named after AGENT unless given.")] = None,
    suite: Annotated[str, typer.Option(help="The version of the suite.")] = "1",
    games: Games = None,
    plays: Plays = None,
    quick: Quick = False,
    text: Annotated[
        bool, typer.Option("--text", help="A strategy's questions go through text, as a model's do.")
    ] = False,
    retries: Annotated[int, typer.Option(min=0, help="Refused replies in a row that cost nothing.")] = 0,
    parallel: ParallelOption = 1,
    max_tokens: MaxTokens = None,
    max_cost: MaxCost = None,
    max_requests: MaxRequests = None,
    price_in: PriceIn = None,
    price_out: PriceOut = None,
    tries: Tries = 6,
    pause: Pause = 1.0,
    failed: Failed = False,
    json: options.Json = False,
) -> None:
    """Play the suite. The same command again goes on where it stopped: nothing is played, or paid for, twice."""
    from sleuth import referee

    player = referee.bench_player(agent, text=text, tries=tries, pause=pause)
    part = referee.BenchPart(_names(games), plays, quick)
    limits = referee.SpendLimits(max_tokens, max_cost, max_requests, price_in, price_out)
    how = referee.BenchOptions(retries, parallel, limits, failed)
    screen = Screen(json)
    with screen.progress(plain=True) as progress:
        done = referee.run_bench(
            player, out or _file_of(player.name), suite=suite, part=part, options=how, progress=progress
        )
    _end(screen, done)


def resume(
    file: FileArgument,
    parallel: ParallelOption = 1,
    max_tokens: MaxTokens = None,
    max_cost: MaxCost = None,
    max_requests: MaxRequests = None,
    price_in: PriceIn = None,
    price_out: PriceOut = None,
    tries: Tries = 6,
    pause: Pause = 1.0,
    failed: Failed = False,
    json: options.Json = False,
) -> None:
    """Go on with a run that was stopped: only what is missing is played."""
    from sleuth import referee

    results = referee.read_bench(file, mend=True)
    terms = results.terms
    player = referee.bench_player(terms.player, text=terms.text, tries=tries, pause=pause)
    if price_in is None and price_out is None:
        price_in, price_out = results.prices
    limits = referee.SpendLimits(max_tokens, max_cost, max_requests, price_in, price_out)
    how = referee.BenchOptions(terms.retries, parallel, limits, failed)
    screen = Screen(json)
    with screen.progress(plain=True) as progress:
        done = referee.run_bench(
            player,
            file,
            suite=terms.suite,
            part=referee.BenchPart.of_results(results),
            options=how,
            progress=progress,
        )
    _end(screen, done)


def report(
    file: FileArgument,
    csv: Annotated[Path | None, typer.Option(help="Write every play to this CSV file.")] = None,
    parquet: Annotated[Path | None, typer.Option(help="Write every play to this Parquet file.")] = None,
    json: options.Json = False,
) -> None:
    """Show the table of a run; also while it is played."""
    from sleuth import referee

    results = referee.read_bench(file)
    for path, write in ((csv, referee.write_bench_csv), (parquet, referee.write_bench_parquet)):
        if path is not None:
            write(results, path)
    _show(Screen(json), results, {})


def record(
    file: FileArgument,
    entry: Annotated[str, typer.Argument(metavar="ENTRY", help="The entry, as the report writes it.")],
    number: Annotated[int, typer.Argument(metavar="NUMBER", min=1, help="The number of the secret, from 1.")],
    out: Annotated[Path | None, typer.Option(help="Write the record to this file, for `sleuth replay`.")] = None,
    json: options.Json = False,
) -> None:
    """One play: what was said, what was told, and the grade of each reply."""
    from sleuth import referee
    from sleuth.referee.bench_text import play_lines

    play = referee.read_bench(file).play(entry, number)
    if out is not None:
        play.read_record().write(out)
    Screen(json).write(play, play_lines)


def suite(
    version: Annotated[str, typer.Argument(metavar="VERSION", help="The version of the suite.")] = "1",
    json: options.Json = False,
) -> None:
    """The entries of the suite."""
    from sleuth import referee
    from sleuth.referee.bench_text import suite_table

    Screen(json).write(referee.read_suite(version), lambda suite: [suite_table(suite)])


def _names(games: list[str] | None) -> tuple[str, ...]:
    return tuple(name.strip() for text in games or () for name in text.split(",") if name.strip())


def _file_of(player: str) -> Path:
    """The file of a player, in the working folder."""
    return Path(f"bench-{re.sub('[^A-Za-z0-9.]+', '-', player).strip('-')[:80]}.db")


def _end(screen: Screen, run: BenchRun) -> None:
    """The table, and how the run ended."""
    more = {"played": run.played, "missing": run.missing, "stopped": run.stopped}
    _show(screen, run.results, {**more, "error": run.stopped} if run.fault else more)
    path = run.results.path
    if run.stopped:
        plays = f"{len(run.results.plays):,} plays are in {path}"
        screen.say(f"sleuth: {run.stopped}; {plays}. Go on with: sleuth bench resume {path}")
        if run.fault:
            raise typer.Exit(FAULT)
        if run.interrupted:
            raise typer.Exit(STOPPED)


def _show(screen: Screen, results: BenchResults, more: dict[str, Any]) -> None:
    from sleuth import referee
    from sleuth.referee.bench_text import figures_notes, figures_table

    table = referee.bench_table(results)
    if screen.as_json:
        screen.json(
            {"file": str(results.path), "part": results.part, "checked": results.checked, **more, **table.as_json()}
        )
        return
    screen.show(f"{table.player} on suite {table.suite}: {results.part}", "", figures_table(table), "")
    screen.show(*figures_notes(table))
    if not results.checked:
        screen.say(f"{results.path} has no checksums: whether a row has changed on the disk cannot be told")
