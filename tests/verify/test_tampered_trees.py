"""The verifier beside brute force on files that were tampered with: a small run of the benchmark."""

from __future__ import annotations

import runpy
from collections import Counter
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from sleuth.core.game import Goal
from sleuth.verify import certificate, plain_law

verify = import_module("sleuth.verify.verification")

BENCHMARK = Path(__file__).parents[2] / "benchmarks" / "tampered_trees.py"


@pytest.fixture(scope="module")
def benchmark() -> dict[str, Any]:
    return runpy.run_path(str(BENCHMARK))


def test_the_verifier_says_yes_exactly_where_brute_force_does(benchmark: dict[str, Any]) -> None:
    outcomes = list(benchmark["outcomes"](500, 7))
    assert [outcome for outcome in outcomes if outcome.wrong] == []
    assert {outcome.kind for outcome in outcomes} == set(benchmark["CHANGES"])
    accepted = Counter(outcome.accepted for outcome in outcomes)
    assert min(accepted[True], accepted[False]) > 100


def know_for_find(law: plain_law.PlainLaw, left: Any, past: Any) -> bool:
    """A fault: to know the secret is taken for having found it."""
    return len(left) == 1 and (law.goal is not Goal.NAME or law.named[past[-1][0]] == left[0] if past else False)


def anything_goes(*_: Any) -> tuple[str, ...]:
    """A fault: whatever the lemmas say, the tree is proved; whatever was asked, all may be."""
    return ("total", "worst")


def unchecked(*_: Any) -> None:
    """A fault: every lemma is taken on trust."""


@pytest.mark.parametrize(
    ("owner", "name", "fault"),
    [
        (plain_law.PlainLaw, "over", know_for_find),
        (verify, "_proved", anything_goes),
        (certificate.Checked, "check", unchecked),
        (verify.Replay, "keep", unchecked),
        (plain_law.PlainLaw, "allowed", anything_goes),
        (verify, "check_truthful", unchecked),
    ],
)
def test_a_planted_fault_is_found(
    owner: Any, name: str, fault: Any, benchmark: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(owner, name, fault)
    if name == "check_truthful":
        monkeypatch.setattr(plain_law, name, fault)
    assert any(outcome.wrong for outcome in benchmark["outcomes"](500, 7))
