"""The certificate of a complete proof: lemmas for every first action as tasks, kept in the store, then one file."""

from __future__ import annotations

import time
from dataclasses import dataclass, replace
from pathlib import Path

from sleuth.core.errors import ParameterError, TreeError
from sleuth.core.game import Game
from sleuth.core.game_spec import spec_of
from sleuth.core.text import plural
from sleuth.lab.proof.lemma_plan import LemmaPlan
from sleuth.lab.proof.lemma_task import OpenerLemmas
from sleuth.lab.proof.run import answer_texts
from sleuth.lab.proof.store import ProofStore
from sleuth.lab.proof.table import Proof, read_proof
from sleuth.lab.proof.terms import ProofOptions
from sleuth.lab.proof.work import Watch, work
from sleuth.play.tournament.engines import Engine
from sleuth.solve.certificate import Certificate, check_exact, check_small, law_line, save_tree_proof
from sleuth.solve.certificate_join import join_lemmas
from sleuth.solve.openers import FOREVER, OpenerProblem
from sleuth.solve.proof_file import check_proof_path, is_proof
from sleuth.verify.terms import Terms


@dataclass(frozen=True)
class SavedCertificate:
    """A certificate in a file."""

    path: Path
    lemmas: int
    """How many there are."""


def check_certificate_path(path: str | Path) -> None:
    """Refuse a name that no certificate of a proof can have."""
    if not is_proof(path):
        raise ParameterError(f"a certificate is written to a file .proof or .proof.gz, not to {path}")
    check_proof_path(path)


def certify_proof(
    game: Game,
    path: str | Path,
    out: str | Path,
    options: ProofOptions | None = None,
    *,
    workers: int | None = None,
    engine: Engine | None = None,
    watch: Watch = lambda standing: None,
) -> SavedCertificate | None:
    """Write the certificate of a complete proof: its tree, and lemmas by which no first action has a smaller total.

    The lemmas of every first action are a task, or several, done as those of the proof are; what is done is kept in
    the store at `path`, and is not done again. Nothing comes back where the time was up before.
    """
    options, path = options or ProofOptions(), Path(path)
    until = None if options.seconds is None else time.time() + options.seconds
    check_certificate_path(out)
    proof = read_proof(path)
    _check_complete(proof)
    terms, total = proof.terms, float(proof.tree_total or 0.0)
    openers = OpenerProblem.of(game, terms.within, terms.only_possible, terms.scale)
    check_exact(openers.problem)
    found = replace(terms, game=spec_of(game), digest=openers.digest())
    with ProofStore.open(path, found) as store:
        plan = LemmaPlan(found, total, proof.rows, store.lemmas(), answer_texts(openers.tables))
        plan.until = until
        work(plan, lambda results: store.add_lemmas(plan.acknowledge(results)), path, options, workers, engine, watch)
        if plan.done < plan.total:
            return None
        certificate = _joined(game, openers, total, store)
    actions, goal = len(openers.tables.actions), [(openers.depth, _bound(openers, total))]
    check_small(certificate, game, actions, Terms(None, terms.within, terms.only_possible), goal)
    save_tree_proof(proof.best_tree(), out, certificate)
    return SavedCertificate(Path(out), len(certificate))


def _check_complete(proof: Proof) -> None:
    """Refuse a proof that is not complete, and one of a game that has no tree."""
    if not proof.proved:
        left = sum(not proof.refuted(row) for row in proof.rows)
        few = f"{plural(left, 'first action')} of {len(proof.rows):,} {'is' if left == 1 else 'are'} open"
        raise TreeError(f"{proof.path} is not complete, so there is no certificate: {few}; go on with the proof first")
    if proof.best is None:
        raise TreeError(f"no tree of {proof.terms.game} reaches the goal, so there is none to certify")
    if proof.tree_total is None or proof.tree_total > proof.best + proof.slack:
        raise TreeError(f"{proof.path} has no tree with a total of {proof.best:g} yet; go on with the proof first")


def _joined(game: Game, openers: OpenerProblem, total: float, store: ProofStore) -> Certificate:
    """All lemmas as one certificate, the last one about all secrets."""
    within = None if openers.depth == FOREVER else openers.depth
    law, parts = law_line(openers.tables), (row.lines for row in store.lemmas())
    return join_lemmas(game, law, parts, total=_bound(openers, total), within=within)


def _bound(openers: OpenerProblem, total: float) -> float:
    """What the lemma about all secrets says."""
    return OpenerLemmas(openers, total, memory=0).bound
