"""A long proof that is killed again and again, and the same one on a Dask cluster of two workers: the end is the same.

Run: `python benchmarks/proof_kills.py (--answers FILE --allowed FILE | --game SPEC) [--kills 20] [--seed S]
[--no-cluster]`.

`sleuth prove` works on all cores. When another share of the first actions is done, drawn by the seed, the command and
all its workers get a `kill -9`, `--kills` times; then it goes on to the end. Nothing that a store held may be missing
or weaker afterwards. The cluster starts with an empty store. At the end all stores must tell the same: the least total,
the first actions that reach it, and that every other one is refuted.
"""

from __future__ import annotations

import argparse
import os
import signal
import subprocess
import sys
import tempfile
import time
from importlib import import_module
from pathlib import Path
from random import Random
from typing import Any

from rich.console import Console

from sleuth.core.errors import SleuthError
from sleuth.lab.proof.table import Proof, read_proof

LOOK_SECONDS = 0.2
"""How often the store is looked at while a run goes on."""
console = Console(width=120)


def standing(path: Path) -> Proof | None:
    """What a store holds; nothing before it has begun."""
    try:
        return read_proof(path) if path.exists() else None
    except SleuthError:
        return None


def worked_on(proof: Proof | None) -> int:
    """How many first actions some task was about."""
    return 0 if proof is None else sum(row.cpu > 0 for row in proof.rows)


def command(spec: str, store: Path, *options: str) -> list[str]:
    """The command line of a proof."""
    return [sys.executable, "-m", "sleuth", "prove", spec, "--store", str(store), "--json", *options]


def killed_run(spec: str, store: Path, share: int) -> bool:
    """Go on with a proof until so many more first actions are worked on, then kill it; `False` if it ended before."""
    aim = worked_on(standing(store)) + share
    run = subprocess.Popen(
        command(spec, store), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True
    )
    while run.poll() is None and worked_on(standing(store)) < aim:
        time.sleep(LOOK_SECONDS)
    if run.poll() is not None:
        return False
    os.killpg(run.pid, signal.SIGKILL)
    run.wait()
    return True


def lost(before: Proof | None, after: Proof) -> list[str]:
    """First actions of which less is known than before."""
    if before is None:
        return []
    known = {row.number: row for row in after.rows}
    return [
        row.action
        for row in before.rows
        if known[row.number].lower < row.lower or (row.total is not None and known[row.number].total != row.total)
    ]


def end(proof: Proof) -> dict[str, Any]:
    """What must be the same, whoever did the work."""
    return {
        "best": proof.best,
        "proved": proof.proved,
        "optimal": sorted(row.action for row in proof.optimal),
        "refuted": sum(map(proof.refuted, proof.rows)),
    }


def with_kills(spec: str, store: Path, kills: int, rng: Random) -> Proof:
    """The proof after so many kills."""
    first_actions = 0
    for number in range(1, kills + 1):
        before = standing(store)
        share = rng.randint(1, max(1, first_actions // (kills + 2))) if first_actions else 1
        if not killed_run(spec, store, share):
            raise SystemExit(f"the proof ended before kill {number}: give fewer kills or a larger game")
        after = read_proof(store)
        first_actions = len(after.rows)
        if missing := lost(before, after):
            raise SystemExit(f"kill {number}: less is known of {', '.join(missing[:5])} than before")
        console.print(f"kill {number}: {worked_on(after):,} of {first_actions:,} first actions were worked on")
    before = read_proof(store)
    subprocess.run(command(spec, store), check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    after = read_proof(store)
    if missing := lost(before, after):
        raise SystemExit(f"in the end less is known of {', '.join(missing[:5])} than before")
    return after


def on_cluster(spec: str, store: Path, folder: Path) -> Proof:
    """The proof on a scheduler with two workers."""
    distributed: Any = import_module("distributed")
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None, local_directory=str(folder)
    ) as cluster:
        line = command(spec, store, "--cluster", cluster.scheduler_address)
        subprocess.run(line, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    return read_proof(store)


def main() -> int:
    """Run all of it, and compare the ends."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--answers", help="the answers of Wordle")
    parser.add_argument("--allowed", help="what else may be guessed at Wordle")
    parser.add_argument("--game", help="another game, as a spec string")
    parser.add_argument("--kills", type=int, default=20)
    parser.add_argument("--seed", type=int, default=22)
    parser.add_argument("--no-cluster", action="store_true", help="leave the cluster out")
    options = parser.parse_args()
    if options.game is None and not (options.answers and options.allowed):
        parser.error("give the lists of Wordle with --answers and --allowed, or a game with --game")
    spec = options.game or f"wordle:answers={options.answers},allowed={options.allowed}"
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        ends = {f"{options.kills} kills": with_kills(spec, folder / "kills.db", options.kills, Random(options.seed))}
        if not options.no_cluster:
            ends["cluster of two"] = on_cluster(spec, folder / "cluster.db", folder)
        for title, proof in ends.items():
            first = ", ".join(row.action for row in proof.optimal)
            console.print(f"{title}: {proof.best} after {first}, {proof.cpu:.0f} CPU s, {proof.nodes:,} sets")
        same = all(end(proof) == end(next(iter(ends.values()))) and proof.proved for proof in ends.values())
    console.print("all tell the same" if same else "THEY DIFFER")
    return 0 if same else 1


if __name__ == "__main__":
    sys.exit(main())
