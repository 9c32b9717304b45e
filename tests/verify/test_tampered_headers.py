"""Both checkers beside brute force on proofs that were altered under every header: a small run of the benchmark."""

from __future__ import annotations

import runpy
import shutil
import subprocess
from collections import Counter
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from sleuth.verify import certificate, proof_file

verify = import_module("sleuth.verify.verification")

ROOT = Path(__file__).parents[2]
SOURCE = (ROOT / "checkers" / "check.c").read_text()
needs_cc = pytest.mark.skipif(shutil.which("cc") is None, reason="there is no C compiler")
pytestmark = needs_cc


@pytest.fixture(scope="module")
def benchmark() -> dict[str, Any]:
    return runpy.run_path(str(ROOT / "benchmarks" / "tampered_headers.py"))


def compiled(folder: Path, source: str) -> Path:
    """The checker of a text, compiled."""
    (folder / "check.c").write_text(source)
    subprocess.run(["cc", "-O1", "-std=c99", "-o", str(folder / "check"), str(folder / "check.c")], check=True)
    return folder / "check"


def test_no_verdict_is_false_under_any_header(benchmark: dict[str, Any], tmp_path: Path) -> None:
    outcomes = list(benchmark["proof_outcomes"](400, 7, compiled(tmp_path, SOURCE)))
    assert [outcome for outcome in outcomes if outcome.wrong] == []
    assert {outcome.kind for outcome in outcomes} == {*benchmark["CHANGES"], benchmark["LINES"]}
    accepted = Counter(outcome.python == 0 for outcome in outcomes)
    assert min(accepted[True], accepted[False]) > 60
    assert sum(outcome.c is not None for outcome in outcomes) > 200
    headers = Counter(header for outcome in outcomes for header in outcome.headers)
    assert min(headers[name] for name in ("prices", "weights", "first", "within", "only-possible", "worst")) > 20


C_FAULTS = (
    ("open[a] = total < l->bound;", "open[a] = 0;"),  # every lemma follows
    ("if (tree_cost != total) stop", "if (0) stop"),  # any total is right
    ("if (total_too && least(", "if (0 && least("),  # what is claimed is proved
    ("&& covers(l, steps, allowed)) bound", ") bound"),  # a lemma holds for any steps
    ("if (has_channel(game)) stop", "if (0) stop"),  # answers may be lies
    ("if (only_possible && !may) stop", "if (0) stop"),  # the tree asks anything
    ("may && a != first_action", "may && a < 0"),  # anything is asked first
    ("if (limit && tree_worst > limit)", "if (0)"),  # a play takes any number of steps
)


@pytest.mark.parametrize(("right", "wrong"), C_FAULTS)
def test_a_fault_of_the_checker_in_c_is_found(
    right: str, wrong: str, benchmark: dict[str, Any], tmp_path: Path
) -> None:
    assert right in SOURCE
    checker = compiled(tmp_path, SOURCE.replace(right, wrong, 1))
    assert any(outcome.wrong for outcome in benchmark["proof_outcomes"](900, 7, checker))


def unchecked(*_: Any) -> None:
    """A fault: whatever it is, it is right."""


def anything_goes(*_: Any) -> tuple[str, ...]:
    """A fault: whatever the lemmas say, all is proved."""
    return ("total", "worst")


@pytest.mark.parametrize(
    ("owner", "name", "fault"),
    [
        (certificate.Checked, "check", unchecked),
        (certificate.Checked, "_check_map", unchecked),
        (proof_file.ProofReplay, "_check_asked", unchecked),
        (verify, "_proved", anything_goes),
    ],
)
def test_a_fault_of_the_checker_in_python_is_found(
    owner: Any, name: str, fault: Any, benchmark: dict[str, Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(owner, name, fault)
    checker = compiled(tmp_path, SOURCE)
    assert any(outcome.wrong == "accepted" for outcome in benchmark["proof_outcomes"](900, 7, checker))
