"""The page about the architecture follows one question through the house, and this follows it too."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs/explanation/architecture.md"
FOLLOW = """
import json, sys
from pathlib import Path
import sleuth
from sleuth.adapters.cli.app import run
from sleuth.core.kernel_warmup import warm_all

warm_all(lambda *_: None)  # else the walk begins with the compiler
house, calls = Path(sleuth.__file__).parent, {}

def profile(frame, event, argument):
    code = frame.f_code
    if event == "call" and code.co_filename.startswith(str(house)):
        calls.setdefault((str(Path(code.co_filename).relative_to(house).as_posix()), code.co_qualname))

sys.setprofile(profile)
code = run(["assist", "mastermind", "--history", "0011=1.0"])
sys.setprofile(None)
print()
print(json.dumps([code, list(calls)]))
"""


def walk() -> list[tuple[str, str]]:
    """File and function of each step on the page."""
    lines = PAGE.read_text(encoding="utf-8").splitlines()
    rows = [[cell.strip(" `") for cell in line.split("|")[1:-1]] for line in lines if line.startswith("| ")]
    return [(row[1], row[2]) for row in rows if row[0].isdigit()]


def test_the_walk_is_the_true_one() -> None:
    ran = subprocess.run([sys.executable, "-c", FOLLOW], capture_output=True, text=True, check=True)
    code, calls = json.loads(ran.stdout.splitlines()[-1])
    first_calls = [(file, function) for file, function in calls]
    steps = walk()
    assert code == 0
    assert 12 <= len(steps) <= 18
    assert [step for step in steps if step not in first_calls] == []
    assert sorted(steps, key=first_calls.index) == steps
