"""What judges whether one checkout is slower: its interval holds the median, and it sees what is slower and no more."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import numpy as np
import numpy.typing as npt
import pytest
from scipy.stats import binom
from tests import scripts

SCRIPT = Path(__file__).parents[2] / "benchmarks" / "pairs.py"
SIMULATIONS = 2000


@pytest.fixture(scope="module")
def script() -> ModuleType:
    return scripts.script("benchmarks/pairs.py")


def simulated_times(ratio: float, pairs: int, seed: int) -> Iterator[npt.NDArray[np.float64]]:
    """Rounds of OLD, NEW and OLD again: noise of 2% on each, and now and then a run that takes half as long again."""
    generator = np.random.default_rng(seed)
    for _ in range(SIMULATIONS):
        noise = generator.lognormal(0, 0.02, (pairs, 3)) * np.where(generator.random((pairs, 3)) < 0.05, 1.5, 1)
        yield 0.2 * noise * [1, ratio, 1]


@pytest.mark.parametrize("number", [6, 7, 15, 16, 17, 18, 19, 20, 24, 30, 60, 101])
def test_the_rank_is_that_of_the_binomial_distribution(script: ModuleType, number: int) -> None:
    """The largest k whose two tails have at most 5%: of 6 ratios the least and the largest."""
    rank = script.interval_rank(number)
    assert 2 * binom.cdf(rank - 1, number, 0.5) <= 0.05 < 2 * binom.cdf(rank, number, 0.5)
    assert 1 <= rank <= number / 2


def test_few_ratios_have_no_interval(script: ModuleType) -> None:
    with pytest.raises(ValueError, match="5 ratios are too few"):
        script.interval_rank(5)


@pytest.mark.parametrize("pairs", [15, 18, 30])
def test_the_interval_holds_the_median_as_often_as_it_says(script: ModuleType, pairs: int) -> None:
    """Of a skewed distribution, whose median is 1: never less than 95%, within what so many simulations tell."""
    generator = np.random.default_rng(1)
    intervals = [script.Interval.of(np.exp(generator.exponential(1, pairs)) / 2) for _ in range(SIMULATIONS)]
    share = np.mean([interval.low <= 1 <= interval.high for interval in intervals])
    exact = 1 - 2 * binom.cdf(script.interval_rank(pairs) - 1, pairs, 0.5)
    assert exact >= 0.95
    assert abs(share - exact) < 4 * np.sqrt(exact * (1 - exact) / SIMULATIONS)
    assert all(interval.low <= interval.median <= interval.high for interval in intervals)


def test_the_interval_is_of_the_ordered_ratios(script: ModuleType) -> None:
    """Of 15 the fourth from each end; how far the others are away changes nothing."""
    ratios = [*range(15, 0, -1)]
    assert script.Interval.of(ratios) == script.Interval(8, 4, 12)
    assert script.Interval.of([1000, *ratios[1:]]) == script.Interval(8, 4, 12)


@pytest.mark.parametrize("pairs", [15, 18])
@pytest.mark.parametrize(
    ("ratio", "least", "most"),
    [(0.9, 0, 0), (1.0, 0, 0.001), (1.03, 0, 0.01), (1.05, 0, 0.025), (1.1, 0.9, 1), (1.2, 0.99, 1)],
)
def test_what_is_called_slower(script: ModuleType, ratio: float, least: float, most: float, pairs: int) -> None:
    """What is slower by a tenth most often, what is slower by 5% or less in 2.5% of runs at most."""
    calls = [script.judged("", "", times).slower for times in simulated_times(ratio, pairs, seed=pairs)]
    assert least <= np.mean(calls) <= most


def test_a_planted_tenth(script: ModuleType) -> None:
    times = [(0.2 + 0.001 * k, 0.22 + 0.0011 * k, 0.2 + 0.001 * (k % 3)) for k in range(18)]
    row = script.judged("solve", "", times)
    assert row.slower
    assert (row.ratio.median, row.ratio.low, row.ratio.high) == pytest.approx((1.1, 1.1, 1.1))
    assert not script.judged("solve", "", [(new, old, new) for old, new, _ in times]).slower


def test_noise_that_the_null_ratio_shows_too(script: ModuleType) -> None:
    """OLD differs from itself by as much as NEW does, so nothing is called slower."""
    row = script.judged("solve", "", [(1.0, 1.2 + 0.01 * (k % 3), 1.21 + 0.01 * (k % 3)) for k in range(18)])
    assert row.ratio.low > script.MAX_RATIO
    assert row.null.high > row.ratio.low
    assert not row.slower


def test_too_few_rounds_are_refused(script: ModuleType) -> None:
    times = [(1.0, 2.0, 1.0)] * 15
    assert script.judged("solve", "", times).slower
    with pytest.raises(ValueError, match="14 pairs judge nothing; 15 at least"):
        script.judged("solve", "", times[1:])


def test_each_order_comes_as_often(script: ModuleType) -> None:
    for place in range(3):
        assert sorted(order[place] for order in script.ORDERS) == [0, 0, 1, 1, 2, 2]


@pytest.mark.parametrize(
    ("old", "new", "places"),
    [
        ({"total": 1}, {"total": 1, "more": 2}, ""),
        ({"total": 1, "seconds": 2.0, "nodes": 7}, {"total": 1, "seconds": 3.0, "nodes": 8}, ""),
        ({"rows": [{"mean": 1}, {"mean": 2}]}, {"rows": [{"mean": 1}, {"mean": 3}]}, "rows[1].mean"),
        ({"rows": [1, 2]}, {"rows": [1]}, "rows"),
        ({"a": {"b": None}, "c": 1}, {"a": {}, "c": 2}, "a.b (lost) c"),
        ({"a": 1}, [1], "value"),
        ([1, 2], [2, 1], "[0] [1]"),
    ],
)
def test_where_two_documents_differ(script: ModuleType, old: object, new: object, places: str) -> None:
    assert script.difference(json.dumps(old), json.dumps(new)) == places


def test_where_two_texts_differ(script: ModuleType) -> None:
    assert script.difference("sleuth 1\n", "sleuth 1\n") == ""
    assert script.difference("sleuth 1\n", "sleuth 2\n") == "text"


def test_the_mean_is_geometric_and_of_what_was_timed(script: ModuleType) -> None:
    interval = script.Interval
    rows = [script.Row(str(r), "", 1.0, r, interval(r, r, r), interval(1, 1, 1), False) for r in (0.5, 2.0, 8.0)]
    assert script.mean_ratio([*rows, script.Row("failed", "exit 1 and 0")]) == pytest.approx(2.0)
    assert script.mean_ratio([]) == 1


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (["--only", "start", "--pairs", "14"], "14 pairs judge nothing; 15 at least"),
        (["--only", "nothing"], "no command has 'nothing' in its name"),
        (["--only", "start", "--python", "no-python"], "does not run the sources of"),
    ],
)
def test_wrong_arguments(arguments: list[str], reason: str) -> None:
    checkout = str(SCRIPT.parents[1])
    done = subprocess.run(
        [sys.executable, str(SCRIPT), checkout, checkout, *arguments], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert reason in done.stderr


def test_a_folder_without_sources(script: ModuleType, tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="is no checkout: there is no src/sleuth in it"):
        script.Checkout.at(tmp_path, None, tmp_path)
    (tmp_path / "src" / "sleuth").mkdir(parents=True)
    with pytest.raises(ValueError, match="run `make setup` there, or name a Python"):
        script.Checkout.at(tmp_path, None, tmp_path)


def test_each_side_runs_its_own_sources(script: ModuleType, tmp_path: Path) -> None:
    """By one Python, and whatever that has installed; a side that fails is not timed."""
    for name, code in (("old", "print('{}')"), ("new", "print('{}')"), ("broken", "raise SystemExit(3)")):
        package = tmp_path / name / "src" / "sleuth"
        package.mkdir(parents=True)
        (package / "__init__.py").write_text("")
        (package / "__main__.py").write_text(code)
    sides = {
        name: script.Checkout.at(tmp_path / name, Path(sys.executable), tmp_path / "bytecode")
        for name in ("old", "new", "broken")
    }
    assert sides["old"].environment["PYTHONPATH"] == str(tmp_path / "old" / "src")
    assert sides["broken"].run([], str(tmp_path))[1:] == ("", 3)
    row = script.measured("start", "", (sides["old"], sides["new"]), 15, str(tmp_path))
    assert (row.differs, row.ratio is None) == ("", False)
    row = script.measured("start", "", (sides["old"], sides["broken"]), 15, str(tmp_path))
    assert (row.differs, row.ratio, row.slower) == ("exit 0 and 3 text", None, None)
