"""`sleuth myst`: the card game of Bart's thesis."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from sleuth import app
from sleuth.adapters.cli import options
from sleuth.adapters.cli.screen import Lines, Screen
from sleuth.adapters.cli.simulate import AgentsArgument, GamesOption, OutOption, WorkersOption, play_many
from sleuth.core.errors import ParameterError
from sleuth.core.files import read_text


def value(
    m: Annotated[int, typer.Option("--m", min=1, help="Cards in the pile.")],
    n: Annotated[int, typer.Option("--n", min=1, help="Cards in each hand.")],
    q: Annotated[int, typer.Option("--q", min=1, help="Cards in a question.")] = 1,
    bluff: Annotated[bool, typer.Option("--bluff", help="Players may ask for their own cards.")] = False,
    iterations: Annotated[int | None, typer.Option(min=1, help="Rounds of CFR+ where no program fits.")] = None,
    seconds: Annotated[float | None, typer.Option(min=0.001, help="Time for it; then a bracket.")] = None,
    situations: Annotated[int, typer.Option(min=0, help="How many situations to list with their bluffs.")] = 8,
    json: options.Json = False,
) -> None:
    """The chance that the first of two players wins, if both play as well as can be.

    With bluffs, --seconds or Ctrl-C give what was found so far: a low and a high end. Where no linear program fits,
    there are 2,000 rounds of CFR+, or with --seconds as many as there is time for.
    """
    request = app.MystValue(m, n, q, bluff, iterations, seconds, situations)
    Screen(json).report(request, _value_lines)


def _value_lines(result: app.MystValueResult) -> Lines:
    fraction = f" ({result.exact} lies in the bracket)" if result.bluff else f" = {result.exact}"
    yield f"{result.game}: the first player wins with chance {result.value:.6f}{fraction if result.exact else ''}."
    if not result.bluff:
        yield "Bluffing is not allowed, so that every answer is public: recurrence (4.1) of the thesis."
        return
    if result.method == "cfr+":
        early = {"time": "; the time was up", "interrupt": "; it was interrupted"}.get(result.stopped or "", "")
        yield f"The value lies from {result.low:.6f} to {result.high:.6f}{early}."
    yield (
        f"The first question is a bluff with chance {result.bluff_frequency:.4f}. "
        f"Best replies gain {result.exploitability:.1e} ({result.method}, {result.leaves:,} leaves)."
    )
    if result.situations:
        from sleuth.games.clue.board.text import bluffs_table

        yield from ("", bluffs_table(result.as_json()["situations"]))


def solvable(
    m: Annotated[int, typer.Option("--m", help="Cards in the pile.")],
    n: Annotated[int, typer.Option("--n", help="Cards in each hand.")],
    p: Annotated[int, typer.Option("--p", help="Players.")],
    q: Annotated[int, typer.Option("--q", help="Cards in a question.")],
    json: options.Json = False,
) -> None:
    """Say whether asking alone can force the pile into the open, with a winning sequence where it can."""
    Screen(json).report(app.MystSolvable(m, n, p, q), _solvable_lines)


def _solvable_lines(result: app.MystSolvableResult) -> Lines:
    yield f"{result.game}: {'solvable' if result.solvable else 'not solvable'} (Lemma {result.lemma}). {result.reason}."
    if result.sequence:
        yield from ("", f"The pile is {result.deal['0']} and player 1 holds {result.deal['1']}. Player 1 asks:")
        yield from (f"{number:>3}  {question}" for number, question in enumerate(result.sequence, 1))


def check(
    formula: Annotated[str, typer.Argument(metavar="FORMULA", help="For one, K(3, !h(2,s5)).")],
    log: Annotated[Path, typer.Option("--log", metavar="FILE", help="The game so far, one action a line.")],
    json: options.Json = False,
) -> None:
    """Say whether a formula about who holds and who knows what is true after a log."""
    request = app.MystCheck(formula, read_text(log, "log", ParameterError))
    Screen(json).report(request, _check_lines)


def _check_lines(result: app.MystCheckResult) -> Lines:
    unsure = "open: true in some deals that agree with the log, false in others"
    return [f"{result.formula} is {unsure if result.value is None else str(result.value).lower()}"]


def simulate(
    players: AgentsArgument,
    m: Annotated[int, typer.Option("--m", help="Cards in the pile.")],
    n: Annotated[int, typer.Option("--n", help="Cards in each hand.")],
    p: Annotated[int, typer.Option("--p", help="Players.")] = 2,
    q: Annotated[int, typer.Option("--q", help="Cards in a question.")] = 1,
    games: GamesOption = 300,
    seed: options.Seed = 0,
    workers: WorkersOption = 1,
    out: OutOption = None,
    json: options.Json = False,
) -> None:
    """Let computer players play many games of MYST, every deal from every seat."""
    play_many(Screen(json), f"myst:m={m},n={n},p={p},q={q}", players, games, seed, workers, out)
