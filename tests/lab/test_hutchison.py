"""`sleuth reproduce hutchison`: every number of the slides, and the classes of equivalent guesses."""

from __future__ import annotations

import csv
from itertools import permutations
from pathlib import Path

import numpy as np
import pytest

from sleuth.core.tabulate import tabulate
from sleuth.games.codes.rules.bulls_and_cows import BullsAndCows
from sleuth.lab import ClaimVerdict, Reproduction, reproduce
from sleuth.lab.reproduce.hutchison import TABLE, equivalent_guesses, gains, part_sizes
from sleuth.solve.symmetry import declared


@pytest.fixture(scope="module")
def done(tmp_path_factory: pytest.TempPathFactory) -> Reproduction:
    return reproduce("hutchison", tmp_path_factory.mktemp("hutchison"), quick=True)


def test_every_cell_of_the_entropy_column_and_every_count_is_his(done: Reproduction) -> None:
    cells = {claim.where: claim for claim in done.claims if claim.where.startswith("table")}
    assert len(cells) == 45
    for response, (count, _, mean) in TABLE.items():
        for column, published in (("Count", str(count)), ("Entropy", mean)):
            claim = cells[f"table, {response}, {column}"]
            assert claim.verdict is ClaimVerdict.HOLDS
            assert claim.ours.partition(" ")[0] == claim.published == published


def test_of_his_most_parts_nine_cells_are_ours_and_the_rest_depend_on_ties_that_he_does_not_give(
    done: Reproduction,
) -> None:
    cells = [claim for claim in done.claims if claim.where.endswith("MostParts")]
    same = {claim.where.split(", ")[1] for claim in cells if claim.verdict is ClaimVerdict.HOLDS}
    assert same == {"0.3", "0.4", "1.0", "1.2", "1.3", "2.1", "2.2", "3.0", "4.0"}
    assert all(claim.verdict is ClaimVerdict.NOT_CHECKABLE for claim in cells if claim.where.split(", ")[1] not in same)
    overall = next(claim for claim in cells if "overall" in claim.where)
    assert overall.ours == "5.26667 (26,544 steps)"
    assert "26,540 steps are published" in overall.why


def test_his_table_adds_up_to_his_totals() -> None:
    rows = [row for response, row in TABLE.items() if response != "overall"]
    assert sum(count for count, _, _ in rows) == TABLE["overall"][0]
    for column, total in ((1, 26_540), (2, 26_424)):
        assert sum(round(float(str(row[column])) * row[0]) for row in rows) == total
        assert f"{total / 5040:.6g}" == TABLE["overall"][column]


def test_other_claims_have_the_verdicts_that_they_should(done: Reproduction) -> None:
    verdicts = {claim.published: claim.verdict for claim in done.claims}
    assert verdicts["gain = ln n - (1/n) sum n_i ln n_i"] is ClaimVerdict.HOLDS
    assert verdicts["best = provides the most information regardless of the response"] is ClaimVerdict.FALSE
    assert verdicts["no past history = all guesses are equivalent"] is ClaimVerdict.HOLDS
    for example in ("0124 ~ 0125", "0124 ~ 0153", "0124 !~ 0145"):
        assert verdicts[f"after 0123: {example}"] is ClaimVerdict.HOLDS
    assert verdicts["all 5040 games in just under 16 minutes"] is ClaimVerdict.NOT_CHECKABLE
    (classes,) = (claim for claim in done.claims if claim.published == "precompute equivalence classes")
    assert classes.ours.startswith("20 classes of 5,040 guesses after 0123")
    assert "0.0 5, 1.3 10, others no fewer" in classes.ours


def test_what_is_written(done: Reproduction, tmp_path: Path) -> None:
    files = {path.name for path in done.write(tmp_path)}
    assert files == {"claims.csv", "table.csv", "tie-breaks.csv", "classes.csv", "table.svg", "classes.svg"}
    rows = list(csv.DictReader((tmp_path / "table.csv").read_text().splitlines()))
    assert len(rows) == 45
    assert sum(row["verdict"] == "holds" for row in rows) == 39
    classes = list(csv.DictReader((tmp_path / "classes.csv").read_text().splitlines()))
    assert [row["first answer"] for row in classes] == [response for response in TABLE if response != "overall"]


def test_his_gain_is_the_information_in_nats() -> None:
    assert gains(np.array([[1, 1, 2], [4, 0, 0]])) == pytest.approx([1.5 * np.log(2), 0.0])


def test_classes_by_brute_force_over_all_renamings() -> None:
    """Three of five digits: each of 3! x 5! renamings is tried by itself."""
    tables = tabulate(BullsAndCows(length=3, symbols=5))
    codes, first = list(tables.actions), (0, 1, 2)
    rows = {row.answer: row for row in equivalent_guesses(tables, declared(tables), first)}
    for answer in {tables.game.feedback(first, code) for code in codes}:
        part = {code for code in codes if tables.game.feedback(first, code) == answer}
        by_history, by_set = {code: code for code in codes}, {code: code for code in codes}
        for places in permutations(range(3)):
            for digits in permutations(range(5)):
                image = {code: tuple(digits[code[i]] for i in places) for code in codes}
                if image[first] == first:
                    join(by_history, image)
                if {image[code] for code in part} == part:
                    join(by_set, image)
        row = rows[tables.game.format_feedback(answer)]
        sizes = part_sizes(tables, np.array([codes.index(code) for code in sorted(part)], np.int32))
        assert row.secrets == len(part)
        assert row.by_history == len({root(by_history, code) for code in codes})
        assert row.by_set == len({root(by_set, code) for code in codes})
        assert row.gains == len({tuple(sorted(line)) for line in sizes.tolist()})


Code = tuple[int, ...]


def root(links: dict[Code, Code], code: Code) -> Code:
    while links[code] != code:
        code = links[code]
    return code


def join(links: dict[Code, Code], image: dict[Code, Code]) -> None:
    for code, other in image.items():
        a, b = root(links, code), root(links, other)
        links[max(a, b)] = min(a, b)
