"""A proof that is killed again and again: nothing that was acknowledged is lost or done twice, and the end is the same.

A script forks itself, so that what takes time to load is loaded once. Each child goes on with the proof in a process
group of its own and kills that at a moment that a seed draws: before a batch is written, in the middle of the
transaction, or after it.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from tests.lab.test_proof import answers

from sleuth.core.game_spec import parse_game
from sleuth.games import Wordle
from sleuth.lab import ProofOptions, prove, read_proof

pytestmark = [pytest.mark.heavy, pytest.mark.skipif(not hasattr(os, "fork"), reason="kills what it forks")]
KILLS = 20
SCRIPT = """
import json, os, random, signal, sys
from contextlib import contextmanager
from pathlib import Path
from sleuth.core.game_spec import parse_game
from sleuth.lab import ProofOptions, prove
from sleuth.lab.proof import plan, store, work

spec, path, kills, workers = sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4])
work.HERE_SECONDS = 0.0
plan.batch_size = lambda each: 2
rng = random.Random(22)
game = parse_game(spec)


def die():
    os.killpg(0, signal.SIGKILL)


def child(batches, place, log):
    os.setpgid(0, 0)
    add, transaction, written = store.ProofStore.add, store.ProofStore._transaction, [0]

    def fatal_add(self, openers, parts):
        written[0] += 1
        if written[0] == batches and place == "before":
            die()
        add(self, openers, parts)
        with log.open("a") as file:
            for change in openers:
                print(json.dumps(change), file=file)
        if written[0] == batches and place == "after":
            die()

    @contextmanager
    def fatal_transaction(self):
        with transaction(self) as connection:
            yield connection
            if written[0] == batches and place == "within":
                die()

    store.ProofStore.add, store.ProofStore._transaction = fatal_add, fatal_transaction
    prove(game, path, ProofOptions(exact=1000), workers=workers)
    os._exit(0)


for number in range(kills):
    batches, place = rng.randint(0 if number == 0 else 1, 3), "within" if number == 0 else rng.choice(
        ["before", "within", "after"]
    )
    log = Path(f"log{number}")
    log.touch()
    pid = os.fork()
    if pid == 0:
        try:
            child(batches, place, log)
        finally:
            os._exit(3)
    _, status = os.waitpid(pid, 0)
    print(json.dumps({"killed": os.WIFSIGNALED(status), "code": os.waitstatus_to_exitcode(status)}), flush=True)
"""


def killed_again_and_again(folder: Path, spec: str, kills: int, workers: int) -> list[dict[str, int]]:
    """What became of each child."""
    (folder / "script.py").write_text(SCRIPT)
    done = subprocess.run(
        [sys.executable, "script.py", spec, "p.db", str(kills), str(workers)],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-2000:]
    return [json.loads(line) for line in done.stdout.splitlines()]


def acknowledged(folder: Path, kills: int) -> list[list[tuple[int, float, float | None]]]:
    """The first actions that each child was told are on the disk: number, lower bound, total."""
    every = []
    for number in range(kills):
        changes = [json.loads(line) for line in (folder / f"log{number}").read_text().splitlines()]
        every.append([(change[-1], change[0], change[1]) for change in changes])
    return every


@pytest.mark.parametrize(("kills", "workers"), [(KILLS, 0), (3, 2)])
def test_nothing_is_lost_or_done_twice(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kills: int, workers: int
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("words.txt").write_text("\n".join(list(Wordle().secrets())[::20]) + "\n")
    spec = "wordle:answers=words.txt,allowed=words.txt"
    ends = killed_again_and_again(tmp_path, spec, kills, workers)
    assert all(end["killed"] for end in ends)
    logged = acknowledged(tmp_path, kills)
    assert sum(map(len, logged)) >= kills
    kept = {row.number: row for row in read_proof("p.db").rows}
    for changes in logged:
        for number, lower, total in changes:
            assert kept[number].lower >= lower
            assert total is None or kept[number].total == total
    finished = [number for changes in logged for number, _, total in changes if total is not None]
    assert len(finished) == len(set(finished))
    every = ProofOptions(exact=1000)
    whole, last = (prove(parse_game(spec), path, every, workers=0) for path in ("whole.db", "p.db"))
    assert answers(last) == answers(whole)
    assert [(row.action, row.total) for row in last.rows] == [(row.action, row.total) for row in whole.rows]
