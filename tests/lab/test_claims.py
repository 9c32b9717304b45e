"""One form for the claims of every paper: a verdict of four, a bound or a reason where it needs one."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

from sleuth.core.errors import ParameterError
from sleuth.lab import PAPERS, Claim, ClaimVerdict, Reproduction, reproduce
from sleuth.lab.reproduce.claims import FIELDS, LEFT_OPEN, below, plus_minus
from sleuth.play.tournament import Interval


@pytest.mark.parametrize(
    ("claim", "verdict", "judgement", "agrees"),
    [
        (Claim.judged("1", "a", "b", True), ClaimVerdict.HOLDS, "holds", True),
        (Claim.judged("1", "a", "b", True, up_to="n = 60"), ClaimVerdict.HOLDS_UP_TO, "holds up to n = 60", True),
        (Claim.judged("1", "a", "b", False, up_to="n = 60"), ClaimVerdict.FALSE, "false", False),
        (Claim.unchecked("1", "a", "", "not said"), ClaimVerdict.NOT_CHECKABLE, "not checkable", None),
        (Claim.judged("1", "a", "b", None), ClaimVerdict.NOT_CHECKABLE, "not checkable", None),
    ],
)
def test_a_verdict_is_one_of_four(claim: Claim, verdict: ClaimVerdict, judgement: str, agrees: bool | None) -> None:
    assert (claim.verdict, claim.judgement, claim.agrees) == (verdict, judgement, agrees)
    assert claim.as_json()["verdict"] == str(verdict)
    assert tuple(claim.as_json()) == FIELDS


def test_a_sample_that_leaves_it_open_says_so() -> None:
    assert Claim.judged("1", "a", "b", None, "in Black Box").why == f"{LEFT_OPEN}; in Black Box"


def test_a_verdict_without_its_ground_is_refused() -> None:
    for verdict, needed in (
        (ClaimVerdict.HOLDS_UP_TO, "up_to"),
        (ClaimVerdict.FALSE, "counterexample"),
        (ClaimVerdict.NOT_CHECKABLE, "why"),
    ):
        with pytest.raises(ParameterError, match=needed):
            Claim("1", "a", "", verdict)
    with pytest.raises(ParameterError, match="bound"):
        Claim("1", "a", "b", ClaimVerdict.FALSE, up_to="60")


@pytest.mark.parametrize(
    ("low", "high", "is_below"), [(-2.0, -1.0, True), (-1.0, 1.0, None), (0.0, 1.0, False), (None, None, None)]
)
def test_a_mean_is_below_a_bar_only_if_its_interval_is(
    low: float | None, high: float | None, is_below: bool | None
) -> None:
    assert below(Interval(0.0, low, high)) is is_below


def test_a_mean_is_written_with_half_its_interval() -> None:
    assert plus_minus(Interval(44.816, 44.25, 45.382)) == "44.82 ± 0.57"
    assert plus_minus(Interval(3.0, None, None), 1) == "3.0"


def test_the_file_of_claims_has_the_same_fields_for_every_paper(tmp_path: Path) -> None:
    claims = (Claim.judged("1", "a", "b, c", True, up_to="60"), Claim.unchecked("2", "a", "", "why"))
    Reproduction("paper", "title", claims, (), ()).write(tmp_path)
    rows = list(csv.DictReader((tmp_path / "claims.csv").read_text().splitlines()))
    assert [(row["verdict"], row["up_to"], row["agrees"]) for row in rows] == [
        ("holds up to", "60", "True"),
        ("not checkable", "", ""),
    ]
    assert tuple(rows[0]) == FIELDS


def test_the_kept_results_of_every_paper_have_this_form() -> None:
    results = Path(__file__).parents[2] / "docs" / "results"
    for paper in PAPERS:
        rows = list(csv.DictReader((results / paper / "claims.csv").read_text().splitlines()))
        assert tuple(rows[0]) == FIELDS, paper
        assert {row["verdict"] for row in rows} <= {str(verdict) for verdict in ClaimVerdict}
        assert all(row["up_to"] for row in rows if row["verdict"] == "holds up to")
        assert all(row["ours"] for row in rows if row["verdict"] == "false")
        assert all(row["why"] for row in rows if row["verdict"] == "not checkable")


def test_words_are_for_the_paper_that_reads_them(tmp_path: Path) -> None:
    with pytest.raises(ParameterError, match="bart has no words to read; a list is for maheshwari-singhvi"):
        reproduce("bart", tmp_path, words="words.txt")
