"""Long proofs: go on with one, or begin it, and the table of every first action."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Annotated, Any

from sleuth.app.bounds import OPEN, Bounds, check_files
from sleuth.app.requests import About, GameSpec, OutputPath, Request
from sleuth.app.results import plain
from sleuth.app.specs import read_game
from sleuth.app.tournament import ClusterAddress, Workers
from sleuth.core.errors import ParameterError, SleuthError
from sleuth.core.progress import Progress, silent
from sleuth.lab.proof.certificate import SavedCertificate, certify_proof, check_certificate_path
from sleuth.lab.proof.run import check_proof
from sleuth.lab.proof.run import prove as prove_game
from sleuth.lab.proof.table import Proof, read_proof
from sleuth.lab.proof.terms import ProofOptions
from sleuth.lab.proof.work import ProofStanding
from sleuth.play.tournament import Cluster
from sleuth.solve.method import MEMO_BYTES
from sleuth.strategies.tree import Tree, check_announced

TOP = 20
"""So many rows of the table are shown unless somebody says how many."""

StorePath = Annotated[str, About("The store of a proof.", "local", "proof.db")]
TableTop = Annotated[int, About("So many rows of the table; 0 for all.", "", TOP)]
LiveProof = ProofStanding
"""How far a proof is, while it is worked on."""
ProofWatch = Callable[[LiveProof], None]


class Prove(Request, home="sleuth.app.prove:prove", slow=True, pure=False):
    """A proof that no first action of a game has a better tree, task by task, in a store that is gone on with."""

    game: GameSpec
    store: StorePath
    bound: Annotated[float | None, About("Only show whether a tree has a total below this.", "")] = None
    first: Annotated[tuple[str, ...], About("The first actions to work on; all if empty.", "local")] = ()
    exact: Annotated[int, About("So many of the best first actions get their true totals.", "", 1)] = 1
    within: Annotated[int | None, About("The most steps of a play; 0 for any number.", "")] = None
    only_possible: Annotated[bool, About("Whether only guesses that may be right are allowed.", "")] = False
    workers: Workers = None
    cluster: ClusterAddress = ""
    seconds: Annotated[float | None, About("Time for it; what is done is kept.", "seconds")] = None
    memory: Annotated[int | None, About("Bytes for what is known of sets, all workers together.", "")] = None
    out: OutputPath = ""
    table: OutputPath = ""
    top: TableTop = TOP
    certificate: OutputPath = ""


class ProofTable(Request, home="sleuth.app.prove:table", pure=False):
    """What a store of a proof holds: the best total, what is proved, every first action; also while it is written."""

    store: StorePath
    out: OutputPath = ""
    table: OutputPath = ""
    top: TableTop = TOP


@dataclass(frozen=True, eq=False)
class ProofOutcome:
    """What a store of a proof holds, and how the work on it ended."""

    proof: Proof
    rows: list[dict[str, Any]] = field(default_factory=list)
    """The first rows of its table."""
    stopped: str = ""
    """Why it ended early: `time`, `interrupt`, or nothing."""
    note: str = ""
    """What a person should be told of it."""
    certificate: SavedCertificate | None = None
    """The certificate, where one was written."""

    @property
    def done(self) -> bool:
        """Whether what was asked is shown."""
        return not self.stopped

    def as_json(self) -> dict[str, Any]:
        """Plain values, for JSON."""
        values: dict[str, Any] = plain(
            {
                **self.proof.as_json(),
                "table": self.rows,
                "stopped": self.stopped or None,
                "notes": [self.note] if self.note else [],
                "certificate": None if self.certificate is None else str(self.certificate.path),
                "lemmas": None if self.certificate is None else self.certificate.lemmas,
            }
        )
        return values


def prove(request: Prove, bounds: Bounds = OPEN, progress: Progress = silent) -> ProofOutcome:
    """Go on with a proof, or begin it, until all is shown, or time is up, or somebody stops it."""
    return watched_proof(request, bounds, progress)


def watched_proof(
    request: Prove,
    bounds: Bounds = OPEN,
    progress: Progress = silent,
    watch: ProofWatch = lambda standing: None,
) -> ProofOutcome:
    """The same, and `watch` hears how far it is."""
    check_files(bounds)
    game = read_game(request.game, bounds)
    if request.cluster and request.workers is not None:
        raise ParameterError("the cluster has its own workers: give --workers or --cluster, not both")
    options = ProofOptions(
        request.bound, request.within, request.only_possible, request.first, request.exact, request.seconds,
        request.memory or MEMO_BYTES,
    )  # fmt: skip
    check_proof(game, options)
    if request.certificate:
        check_certificate_path(request.certificate)
    if request.out:
        Tree.check_path(request.out)
    if request.out or request.certificate:
        check_announced(game)
    engine, standing, stopped = Cluster(request.cluster) if request.cluster else None, list[ProofStanding](), ""
    certificate, began = None, time.monotonic()

    def hear(now: ProofStanding) -> None:
        standing[:] = [now]
        watch(now)

    outcome: ProofOutcome | None = None
    try:
        prove_game(game, request.store, options, workers=request.workers, engine=engine, progress=progress, watch=hear)
        if request.certificate:
            outcome = _outcome(request)  # whatever becomes of the certificate, the tree and the table are written
            left = _left(options, time.monotonic() - began)
            certificate = certify_proof(
                game, request.store, request.certificate, left, workers=request.workers, engine=engine, watch=hear
            )
    except KeyboardInterrupt:
        if not standing and not _begun(request.store):  # stopped before there was anything to keep
            raise
        stopped = "interrupt"
    if not stopped and standing[0].done < standing[0].total:
        stopped = "time"
    return replace(outcome or _outcome(request), stopped=stopped, certificate=certificate)


def _left(options: ProofOptions, spent: float) -> ProofOptions:
    """The same options with what is left of the time."""
    return options if options.seconds is None else replace(options, seconds=max(0.001, options.seconds - spent))


def table(request: ProofTable, bounds: Bounds = OPEN, progress: Progress = silent) -> ProofOutcome:
    """What a store holds now."""
    check_files(bounds)
    return _outcome(request)


def _begun(store: str) -> bool:
    """Whether a store has its first actions."""
    try:
        return bool(read_proof(store).rows)
    except SleuthError:
        return False


def _outcome(request: Prove | ProofTable) -> ProofOutcome:
    """What a store holds, after its tree and its table were written where that is wanted."""
    proof = read_proof(request.store)
    if request.out:
        proof.best_tree().save(request.out)
    if request.table:
        proof.write(Path(request.table))
    return ProofOutcome(proof, proof.plain_rows()[: request.top or None], note=proof.note)
