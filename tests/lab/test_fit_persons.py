"""Persons and groups: found again one by one, never less likely apart than together, and told in tables."""

from __future__ import annotations

import csv
from dataclasses import replace
from io import StringIO
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rich.console import Console
from scipy.optimize import minimize
from tests.trials import trials

from sleuth import parse_game
from sleuth.lab.fit_figures import write_fits
from sleuth.lab.fit_persons import Fits, fit_all, mixture_shares
from sleuth.lab.fit_text import fits_view
from sleuth.lab.fitting import fit
from sleuth.lab.model_families import LINES, PLANE
from sleuth.lab.move_table import moves
from sleuth.lab.observed_questions import Questions, questions_of
from sleuth.lab.softmax import SoftPlayer, simulate
from sleuth.measures.named import POINTS

EVEN, JAR = "mastermind:pegs=3,colours=4", "mastermind:pegs=2,jar=6-3-2-1"


def asked_by(spec: str, players: dict[str, SoftPlayer], plays: int, groups: dict[str, str] | None = None) -> Questions:
    """The questions of simulated persons, who may belong to groups."""
    every, number = [], 0
    for seed, (name, player) in enumerate(players.items()):
        some = questions_of(simulate(parse_game(spec), player, plays, seed=seed))
        group = (groups or {}).get(name, "")
        every += [replace(q, participant=name, group=group, play=q.play + number) for q in some.every]
        number += plays
    return Questions(tuple(every))


CAREFUL, CARELESS = SoftPlayer(1, 1, 0.05), SoftPlayer(1, 1, 0.8)
TWO_KINDS = {f"p{n}": CAREFUL if n % 2 else CARELESS for n in range(6)}


@pytest.fixture(scope="module")
def two_kinds() -> Fits:
    groups = {name: "careful" if player is CAREFUL else "careless" for name, player in TWO_KINDS.items()}
    return fit_all(asked_by(EVEN, TWO_KINDS, 20, groups), resamples=200)


def test_every_person_is_found_again(two_kinds: Fits) -> None:
    assert list(two_kinds.persons) == list(TWO_KINDS)
    for name, player in TWO_KINDS.items():
        found = two_kinds.persons[name]
        assert found.noise.holds(player.noise) or found.degree.holds(1.0)
        noise = found.model("shannon").noise
        assert player.noise / 2 < noise < player.noise * 2
        assert two_kinds.group_of[name] == ("careful" if player is CAREFUL else "careless")
    assert two_kinds.groups["careful"].model("shannon").noise == pytest.approx(CAREFUL.noise, rel=0.3)
    assert two_kinds.groups["careless"].model("shannon").noise == pytest.approx(CARELESS.noise, rel=0.4)


def test_two_kinds_of_persons_need_two_fits_and_no_more(two_kinds: Fits) -> None:
    by_level = {row["level"]: row for row in two_kinds.pooling() if row["model"] == "shannon"}
    assert min(by_level, key=lambda level: float(by_level[level]["bic"])) == "group"
    assert by_level["all"]["aic"] > by_level["group"]["aic"]
    assert [by_level[level]["parameters"] for level in ("all", "group", "person")] == [1, 2, 6]


def test_a_part_is_fitted_from_its_own_questions_alone(two_kinds: Fits) -> None:
    questions = asked_by(EVEN, TWO_KINDS, 20)
    alone = fit(questions.only(lambda question: question.participant == "p3"), resamples=200)
    theirs = two_kinds.persons["p3"]
    assert alone.questions == theirs.questions
    for model in alone.models:
        assert theirs.model(model.members[0]).log_likelihood == pytest.approx(model.log_likelihood, abs=1e-3)


def test_who_is_left_out_is_foretold_by_the_others(two_kinds: Fits) -> None:
    """Leave one participant out: the noise that is best for the others, over the same questions."""
    questions = asked_by(EVEN, TWO_KINDS, 20)
    total = 0.0
    for name in TWO_KINDS:
        others = fit(questions.only(lambda q, name=name: q.participant != name), resamples=100)  # type: ignore[misc]
        left = questions.only(lambda q, name=name: q.participant == name)  # type: ignore[misc]
        total += float(others.score_samples(left, "shannon").sum())
    assert two_kinds.together.held_out_by == "participants"
    assert two_kinds.together.resampled == "participants"
    assert two_kinds.together.model("shannon").held_out == pytest.approx(total / len(questions), abs=0.003)


@settings(max_examples=trials(12))
@given(
    st.sampled_from([JAR, "mastermind:pegs=2,colours=3", "number:numbers=9"]),
    st.lists(
        st.tuples(st.sampled_from([0.0, 1.0, 2.0, np.inf]), st.sampled_from([0.0, 1.0, 2.5]), st.floats(0.02, 3)),
        min_size=2,
        max_size=4,
    ),
    st.integers(1, 4),
)
def test_more_parameters_are_never_less_likely(
    spec: str, players: list[tuple[float, float, float]], plays: int
) -> None:
    """A family and its special cases, and persons beside groups beside everybody."""
    names = {f"p{number}": SoftPlayer(*player) for number, player in enumerate(players)}
    found = fit_all(asked_by(spec, names, plays, {name: "AB"[n % 2] for n, name in enumerate(names)}), resamples=100)
    for _, _, each in found.levels:
        for line in LINES:
            assert each.model(PLANE).log_likelihood >= each.model(line).log_likelihood
        for point in POINTS:
            assert each.model(PLANE).log_likelihood >= each.model(point).log_likelihood
            assert each.model(point).log_likelihood >= each.model("at random").log_likelihood
    rows = found.pooling()
    for name in found.names:
        likely = [row["log_likelihood"] for row in rows if row["model"] == name]
        assert all(more >= less - 1e-6 for less, more in pairwise(likely))


def test_shares_are_those_that_make_all_persons_most_likely() -> None:
    evidence = np.random.default_rng(4).normal(size=(30, 3)) * 2

    def lost(at: np.ndarray) -> float:
        shares = np.exp(at - at.max())
        shares /= shares.sum()
        return -float(np.log(np.exp(evidence) @ shares).sum())

    best = minimize(lost, np.zeros(3))
    shares = np.exp(best.x - best.x.max())
    np.testing.assert_allclose(mixture_shares(evidence), shares / shares.sum(), atol=1e-3)
    assert mixture_shares(np.array([[0.0, -50.0], [0.0, -50.0], [-50.0, 0.0]])) == pytest.approx([2 / 3, 1 / 3])


def test_counts_shares_and_rows_agree(two_kinds: Fits) -> None:
    assert sum(two_kinds.best_described.values()) == len(TWO_KINDS)
    assert sum(two_kinds.shares.values()) == pytest.approx(1)
    rows = two_kinds.rows()
    assert [row["level"] for row in rows] == ["all", "group", "group", *["person"] * 6]
    assert rows[0]["questions"] == sum(row["questions"] for row in rows if row["level"] == "person")
    frame = two_kinds.to_frame()
    assert frame.shape == (9, len(rows[0]))
    assert set(two_kinds.models_to_frame()["level"]) == {"all", "group", "person"}
    assert two_kinds.together.to_frame()["model"][0] == two_kinds.together.best.name
    found = two_kinds.as_json()
    assert set(found["persons"]) == set(TWO_KINDS)
    assert found["persons"]["p0"]["group"] == "careless"


def test_tables_are_written_and_read_back(two_kinds: Fits, tmp_path: Path) -> None:
    questions = asked_by(EVEN, TWO_KINDS, 20)
    files = write_fits(two_kinds, moves(questions, model=two_kinds.together.best, steps=False), tmp_path, picture=False)
    names = {"fits.csv", "models.csv", "pooling.csv", "moves.csv", "likelihood.csv"}
    assert {file.name for file in files} == names
    with (tmp_path / "fits.csv").open() as file:
        rows = list(csv.DictReader(file))
    assert [row["participant"] for row in rows[3:]] == list(TWO_KINDS)
    assert float(rows[0]["noise"]) == two_kinds.together.noise.value
    with (tmp_path / "moves.csv").open() as file:
        chances = [float(row["chance"]) for row in csv.DictReader(file) if int(row["candidates"]) > 2]
    assert sum(np.log(chances)) == pytest.approx(two_kinds.together.best.log_likelihood)


def test_what_is_shown_names_groups_and_persons(two_kinds: Fits) -> None:
    console = Console(width=120, record=True, file=StringIO())
    console.print(fits_view(two_kinds))
    shown = console.export_text()
    for text in ("careful", "careless", "p5", "Best described by (AIC)", "one a group", "6 participants"):
        assert text in shown


def test_of_few_plays_nothing_is_said_about_how_far_estimates_are_off() -> None:
    found = fit(asked_by(JAR, {"p": CAREFUL}, 2), resamples=100)
    assert found.order is not None
    assert (found.order.low, found.order.high) == (0.0, np.inf)
    assert (found.degree.low, found.degree.high) == (0.0, 4.0)


def test_somebody_with_nothing_to_choose_is_named() -> None:
    questions = asked_by("mastermind:pegs=2,colours=3", {"a": CAREFUL, "b": CAREFUL}, 2)
    never = [question for question in questions.every if question.participant == "b" and question.idle]
    kept = [question for question in questions.every if question.participant == "a"]
    found = fit_all(Questions((*kept, *never)), resamples=100)
    assert list(found.persons) == ["a"]
    assert found.left_out == ("participant b has no question with something to choose",)
    assert fit_all(questions, resamples=100, persons=False).persons == {}
