"""`sleuth prove`: every first action of a game refuted, in a store that can be gone on with."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from sleuth import app, show
from sleuth.adapters.cli import options
from sleuth.adapters.cli.screen import Screen
from sleuth.adapters.cli.tournament import STOPPED
from sleuth.core.errors import ParameterError

if TYPE_CHECKING:
    from sleuth.app.prove import LiveProof, ProofWatch
    from sleuth.core.progress import Progress


def prove(
    context: typer.Context,
    game: Annotated[
        str, typer.Argument(metavar="GAME", help=options.GAME_HELP, autocompletion=options.complete_game)
    ] = "",
    store: Annotated[Path | None, typer.Option(help="The store: a new file, or one to go on with.")] = None,
    report: Annotated[bool, typer.Option("--report", help="Only show what the store holds.")] = False,
    bound: Annotated[
        float | None, typer.Option(help="Only show whether a tree has a total below this; else find the least.")
    ] = None,
    first: Annotated[
        list[str] | None, typer.Option("--first", help="Work on this first action now, and on others that are named.")
    ] = None,
    exact: Annotated[int, typer.Option(min=1, help="Find the true totals of so many of the best first actions.")] = 1,
    within: Annotated[
        int | None, typer.Option(min=0, help="The most steps a play may take; 0, and usually, any number.")
    ] = None,
    only_possible: Annotated[bool, typer.Option("--only-possible", help="Guess only what may be the secret.")] = False,
    workers: Annotated[
        int | None,
        typer.Option("--workers", "-w", min=0, help="Processes to work in (all cores); 0 works in this one."),
    ] = None,
    cluster: Annotated[
        str | None, typer.Option("--cluster", metavar="ADDRESS", help="Work on the Dask cluster at this address.")
    ] = None,
    seconds: Annotated[float | None, typer.Option(min=0.001, help="Time for it; what is done is kept.")] = None,
    memory: Annotated[int, typer.Option(min=1, help="Memory for what is known of sets, in MiB, of all workers.")] = 512,
    out: Annotated[str | None, typer.Option(help="Write the best tree to this file, as `solve` does.")] = None,
    table: Annotated[
        str | None, typer.Option(help="Write every first action to this file: CSV, or Parquet for .parquet.")
    ] = None,
    certificate: Annotated[
        str | None,
        typer.Option(metavar="FILE", help="Once all is proved, write what it takes to check it: .proof or .proof.gz."),
    ] = None,
    top: Annotated[int, typer.Option(min=0, help="Show so many first actions; 0 for all.")] = 20,
    json: options.Json = False,
) -> None:
    """Prove that no tree is better, first action by first action. The same command again goes on where it stopped."""
    screen = Screen(json)
    if store is None:
        raise ParameterError("name the store of the proof: --store FILE")
    if report:
        if certificate:
            raise ParameterError("a certificate is written by the proof itself: leave --report away")
        _show(screen, app.perform(app.ProofTable(str(store), out or "", table or "", top)))
        return
    if not game:
        raise ParameterError("name the game to prove, as in `sleuth prove mastermind --store FILE`; or say --report")
    from sleuth.app.prove import watched_proof

    subject = options.read_game(game, context)
    wants = bound, tuple(first or ()), exact, within, only_possible, workers, cluster or "", seconds, memory << 20
    request = app.Prove(subject, str(store), *wants, out or "", table or "", top, certificate or "")
    with screen.progress(plain=True) as progress:
        outcome = watched_proof(request, progress=progress, watch=_watch(progress))
    _show(screen, outcome)
    if outcome.stopped:
        why = "stopped" if outcome.stopped == "interrupt" else "the time was up"
        screen.say(f"sleuth: {why}; what is done is in {store}. The same command goes on.")
        raise typer.Exit(STOPPED if outcome.stopped == "interrupt" else 0)


def _watch(progress: Progress) -> ProofWatch:
    def watch(standing: LiveProof) -> None:
        progress(_standing_text(standing), standing.done, standing.total)

    return watch


def _standing_text(standing: LiveProof) -> str:
    """How far it is, in a line."""
    from sleuth.show.standings import time_left_text

    lemmas = standing.lemmas
    parts = [f"{standing.done:,} of {standing.total:,} first actions"]
    parts += [] if lemmas is None else [f"{lemmas:,} lemmas"]
    answers_done, answers = standing.parts
    parts += [f"{answers_done:,} of {answers:,} parts of those at work"] if answers else []
    parts += [] if standing.best is None else [f"best {standing.best:,.10g}"]
    parts += [f"{standing.cpu:,.0f} CPU s"]
    left = standing.seconds_left
    parts += [f"about {time_left_text(left)} left"] if left is not None else []
    parts += [standing.waiting] if standing.waiting else []
    return ", ".join(parts)


def _show(screen: Screen, outcome: app.ProofOutcome) -> None:
    if screen.as_json:
        screen.json(outcome.as_json())
        return
    proof = outcome.proof
    screen.show(proof.summary(), "", show.first_actions_table(outcome.rows))
    left = len(proof.rows) - len(outcome.rows)
    screen.show(*([f"and {left:,} more"] if left else []))
    if outcome.certificate is not None:
        screen.show("", f"{outcome.certificate.path}: the proof, {outcome.certificate.lemmas:,} lemmas")
    if outcome.note:
        screen.say(outcome.note)
