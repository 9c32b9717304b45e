"""Certificates of complete proofs: both checkers accept them, whoever wrote them and however often that was killed."""

from __future__ import annotations

import json
import os
import sqlite3
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.lab.test_proof import GAMES, folder  # noqa: F401
from tests.trials import trials
from tests.verify.test_proofs import benchmark, checker, in_c, needs_cc  # noqa: F401

import sleuth.play.tournament.file as file_module
from sleuth.core.errors import ParameterError, SleuthError, TreeError
from sleuth.core.game import Game
from sleuth.core.game_spec import parse_game
from sleuth.games import Wordle
from sleuth.lab import ProofOptions, certify_proof, prove, read_proof
from sleuth.lab.proof import certificate as certificate_module
from sleuth.lab.proof import lemma_plan, work
from sleuth.lab.proof.lemma_task import LemmaBatch, LemmaResult, LemmaTask, OpenerLemmas
from sleuth.lab.proof.store import LemmaRow, ProofStore
from sleuth.play.tournament import ResultsError
from sleuth.solve import proof_file, solve
from sleuth.solve.certificate import law_line
from sleuth.solve.certificate_join import join_lemmas
from sleuth.solve.openers import OpenerProblem
from sleuth.testing.generators import random_tables_game
from sleuth.verify import verify
from sleuth.verify.certificate import check_certificate
from sleuth.verify.terms import Terms

pytestmark = pytest.mark.heavy
SMALL = "mastermind:pegs=3,colours=5"
KNOWN = ("mastermind", "bulls-and-cows")
"""Games whose law the C checker knows by itself."""


MANY = "wordle:answers=answers.txt,allowed=allowed.txt"


@pytest.fixture
def many(folder: Path) -> Path:  # noqa: F811
    """A folder with lists whose first words want lemmas, and a complete proof."""
    every = list(Wordle().secrets())
    (folder / "answers.txt").write_text("\n".join(every[::12]) + "\n")
    (folder / "allowed.txt").write_text("\n".join(every[::4]) + "\n")
    prove(parse_game(MANY), "p.db", workers=0)
    return folder


@pytest.mark.parametrize("spec", [*GAMES, "mastermind:pegs=4,colours=4"])
@needs_cc
def test_both_checkers_accept_it(folder: Path, checker: Path, spec: str) -> None:  # noqa: F811
    game = parse_game(spec)
    proof = prove(game, "p.db", workers=0)
    saved = certify_proof(game, "p.db", "game.proof", workers=0)
    assert saved is not None
    verdict = verify(folder / "game.proof", table=None if spec == "priced.py" else folder / "table")
    assert (verdict.ok, "total" in verdict.proved, verdict.lemmas) == (True, True, saved.lemmas)
    assert spec == "priced.py" or verdict.total == proof.best
    if spec.startswith(KNOWN):
        assert in_c(checker, "game.proof")[0] == 0
    elif spec != "priced.py":  # its weights are not whole
        assert in_c(checker, "game.proof", "-t", "table")[0] == 0


@needs_cc
@pytest.mark.parametrize("asked", [ProofOptions(within=4), ProofOptions(only_possible=True)], ids=str)
def test_the_terms_are_kept(folder: Path, checker: Path, asked: ProofOptions) -> None:  # noqa: F811
    game = parse_game("mastermind:pegs=3,colours=4")
    prove(game, "p.db", asked, workers=0)
    certify_proof(game, "p.db", "game.proof.gz", workers=0)
    verdict = verify(folder / "game.proof.gz")
    assert (verdict.ok, "total" in verdict.proved) == (True, True)
    plain = subprocess.run(["gzip", "-dc", "game.proof.gz"], capture_output=True, check=True).stdout
    Path("game.proof").write_bytes(plain)
    assert in_c(checker, "game.proof")[0] == 0
    assert (b"within 4" in plain, b"only-possible" in plain) == (asked.within == 4, asked.only_possible)


@needs_cc
def test_words_by_their_lists(many: Path, checker: Path) -> None:  # noqa: F811
    game = parse_game(MANY)
    saved = certify_proof(game, "p.db", "words.proof", workers=0)
    assert saved is not None
    assert saved.lemmas > 50
    code, words = in_c(checker, "words.proof", "-w", "answers.txt", "allowed.txt")
    assert (code, "lemmas prove total" in words) == (0, True)
    lines = Path("words.proof").read_text().splitlines()
    last = lines[-2].split(" ")
    higher = [*lines[:-2], " ".join(["l", str(int(last[1]) + 1), *last[2:]]), lines[-1]]
    Path("high.proof").write_text("\n".join(higher) + "\n")
    assert in_c(checker, "high.proof", "-w", "answers.txt", "allowed.txt")[0] == 1


def test_workers_and_a_second_time(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:  # noqa: F811
    monkeypatch.setattr(work, "HERE_SECONDS", 0.0)
    game = parse_game(SMALL)
    prove(game, "p.db", workers=0)
    first = certify_proof(game, "p.db", "two.proof", workers=2)
    assert verify(folder / "two.proof").optimal
    done: list[tuple[int, int, int | None]] = []
    again = certify_proof(
        game, "p.db", "again.proof", workers=0, watch=lambda now: done.append((now.done, now.total, now.lemmas))
    )
    assert first is not None
    assert again is not None
    assert [(number, total) for number, total, _ in done] == [(done[0][1], done[0][1])]
    assert again.lemmas == first.lemmas
    assert Path("again.proof").read_bytes() == Path("two.proof").read_bytes()


def test_a_proof_that_is_not_complete(folder: Path) -> None:  # noqa: F811
    game = parse_game(SMALL)
    prove(game, "p.db", ProofOptions(first=("000",)), workers=0)
    with pytest.raises(
        TreeError, match=r"p.db is not complete, .*: 2 first actions of 3 are open; go on with the proof"
    ):
        certify_proof(game, "p.db", "game.proof", workers=0)
    assert not Path("game.proof").exists()


def test_a_game_without_a_tree(folder: Path) -> None:  # noqa: F811
    game = parse_game(SMALL)
    prove(game, "p.db", ProofOptions(within=2), workers=0)
    with pytest.raises(TreeError, match=r"no tree of .* reaches the goal, so there is none to certify"):
        certify_proof(game, "p.db", "game.proof", workers=0)


@pytest.mark.parametrize(
    ("name", "error", "message"),
    [
        ("game.json", ParameterError, r"\.proof or \.proof\.gz, not to game\.json"),
        ("no/game.proof", TreeError, "there is no folder no"),
    ],
)
def test_bad_names(folder: Path, name: str, error: type[Exception], message: str) -> None:  # noqa: F811
    prove(parse_game(SMALL), "p.db", workers=0)
    with pytest.raises(error, match=message):
        certify_proof(parse_game(SMALL), "p.db", name, workers=0)


def test_a_folder_that_cannot_be_written(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:  # noqa: F811
    game = parse_game(SMALL)
    prove(game, "p.db", workers=0)

    def refuse(path: Path, data: bytes) -> None:
        raise PermissionError(13, "Permission denied")

    with monkeypatch.context() as patch:
        patch.setattr(proof_file, "write_whole", refuse)
        with pytest.raises(TreeError, match=r"cannot write the proof game\.proof: Permission denied"):
            certify_proof(game, "p.db", "game.proof", workers=0)
    with monkeypatch.context() as patch:  # the lemmas are kept
        patch.setattr(LemmaBatch, "play", lambda self: pytest.fail("there is nothing left to do"))
        assert certify_proof(game, "p.db", "game.proof", workers=0) is not None


def test_a_full_disk_loses_nothing(many: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tune, game = file_module.tune, parse_game(MANY)
    monkeypatch.setattr(lemma_plan, "batch_size", lambda each: 2)

    def full(connection: sqlite3.Connection) -> None:
        tune(connection)
        (pages,) = connection.execute("PRAGMA page_count").fetchone()
        connection.execute(f"PRAGMA max_page_count = {pages + 1}")

    with monkeypatch.context() as patch:
        patch.setattr(file_module, "tune", full)
        with pytest.raises(ResultsError, match="disk is full"):
            certify_proof(game, "p.db", "game.proof", workers=0)
    with ProofStore.go_on("p.db") as store:
        kept = list(store.lemmas())
    certify_proof(game, "p.db", "game.proof", workers=0)
    with ProofStore.go_on("p.db") as store:
        assert set(kept) <= set(store.lemmas())
    assert verify(many / "game.proof").optimal


def test_time_that_is_up(folder: Path) -> None:  # noqa: F811
    game = parse_game("mastermind:pegs=4,colours=5")
    prove(game, "p.db", workers=0)
    assert certify_proof(game, "p.db", "game.proof", ProofOptions(seconds=0.001), workers=0) is None
    assert not Path("game.proof").exists()
    assert certify_proof(game, "p.db", "game.proof", workers=0) is not None
    assert read_proof("p.db").proved


def test_what_was_cut_short_is_not_kept(folder: Path) -> None:  # noqa: F811
    game = parse_game(SMALL)
    proof = prove(game, "p.db", workers=0)
    plan = lemma_plan.LemmaPlan(proof.terms, float(proof.best or 0), proof.rows, [], {})
    task = next(plan).tasks[0]
    assert plan.acknowledge([LemmaResult(task, stopped=True)]) == []
    assert next(plan).tasks[0] == task


def test_rows_of_the_table_read_back() -> None:
    row = LemmaRow(3, "", (("1.2", 7.0), ("0.0", float("inf"))), ("m 1 0", "l ! w 2 s 0 1"))
    assert LemmaRow.unpacked(*row.packed()) == row


SCRIPT = """
import json, os, random, signal, sys
from pathlib import Path
from sleuth.core.game_spec import parse_game
from sleuth.lab import certify_proof
from sleuth.lab.proof import lemma_plan, store

spec, kills = sys.argv[1], int(sys.argv[2])
lemma_plan.batch_size = lambda each: 2
rng, game = random.Random(66), parse_game(spec)


def child(batches, place, log):
    add, written = store.ProofStore.add_lemmas, [0]

    def fatal_add(self, rows):
        written[0] += 1
        if written[0] == batches and place == "before":
            os.kill(os.getpid(), signal.SIGKILL)
        add(self, rows)
        with log.open("a") as file:
            for row in rows:
                print(json.dumps([row.opener, row.answer]), file=file)
        if written[0] == batches and place == "after":
            os.kill(os.getpid(), signal.SIGKILL)

    store.ProofStore.add_lemmas = fatal_add
    certify_proof(game, "p.db", "game.proof", workers=0)


for number in range(kills):
    batches, place, log = rng.randint(1, 3), rng.choice(["before", "after"]), Path(f"log{number}")
    log.touch()
    pid = os.fork()
    if pid == 0:
        try:
            child(batches, place, log)
        finally:
            os._exit(3)
    _, status = os.waitpid(pid, 0)
    print(json.dumps(os.waitstatus_to_exitcode(status)), flush=True)
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="kills what it forks")
def test_a_kill_loses_and_repeats_nothing(many: Path) -> None:
    game, kills = parse_game(MANY), 5
    (many / "script.py").write_text(SCRIPT)
    done = subprocess.run(
        [sys.executable, "script.py", MANY, str(kills)], cwd=many, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr[-2000:]
    assert done.stdout.split() == ["-9"] * kills
    logged = [json.loads(line) for n in range(kills) for line in (many / f"log{n}").read_text().splitlines()]
    assert len(logged) == len(set(map(tuple, logged))) >= kills // 2
    with ProofStore.go_on("p.db") as store:
        assert {tuple(key) for key in logged} <= {(row.opener, row.answer) for row in store.lemmas()}
    assert certify_proof(game, "p.db", "game.proof", workers=0) is not None
    assert verify(many / "game.proof").optimal


@given(random_tables_game(8), st.sampled_from([{}, {"only_possible": True}]))
@settings(max_examples=trials(40), deadline=None)
def test_what_first_actions_want_proves_the_least_total_and_no_more(game: Game, terms: dict[str, Any]) -> None:
    try:
        least = solve(game, **terms)
    except SleuthError:  # where only what is possible may be asked, some games cannot be solved
        return
    if least.secrets is None or least.secrets < 2 or least.total is None:
        return
    openers = OpenerProblem.of(game, 0, bool(terms))
    lemmas = OpenerLemmas(openers, float(least.total), 1 << 20)
    lines = list[tuple[str, ...]]()
    for action in openers.classes()[0].tolist():
        found = lemmas.done(LemmaTask(action))
        lines += [found.lines, *(lemmas.done(LemmaTask(action, part)).lines for part in found.parts)]
    law = law_line(openers.tables)
    joined = join_lemmas(game, law, lines, total=lemmas.bound)
    assert check_certificate(game, joined.as_json(), Terms(**terms)).least() == least.total
    with pytest.raises(TreeError, match="does not follow"):
        check_certificate(game, join_lemmas(game, law, lines, total=lemmas.bound + 1).as_json(), Terms(**terms))


def test_a_small_one_that_proves_less_is_not_written(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:  # noqa: F811
    game = parse_game("mastermind:pegs=2,colours=4")
    proof = prove(game, "p.db", workers=0)
    assert proof.best is not None
    less = float(proof.best) - 1
    monkeypatch.setattr(
        certificate_module, "join_lemmas", lambda *args, **terms: join_lemmas(*args, **terms | {"total": less})
    )
    with pytest.raises(TreeError, match="its lemmas prove less than"):
        certify_proof(game, "p.db", "game.proof", workers=0)
    assert not (folder / "game.proof").exists()
