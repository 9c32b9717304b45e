"""Which entropy a player uses: reading questions, the softmax, and finding simulated players again."""

from __future__ import annotations

from collections.abc import Callable
from io import StringIO
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest
from rich.console import Console, RenderableType
from scipy.optimize import minimize, minimize_scalar

from sleuth import History, Record, begin, parse_game, parse_strategy
from sleuth.belief.base import InformationSet
from sleuth.core.errors import ParameterError, RecordError
from sleuth.kernels.arrays import Floats
from sleuth.lab.choice_rules import RULES
from sleuth.lab.fit_figures import write_fit
from sleuth.lab.fit_text import fit_view
from sleuth.lab.fitted_model import Estimate
from sleuth.lab.fitting import fit
from sleuth.lab.observed_questions import AskedQuestion, Questions, questions_of
from sleuth.lab.play_tables import read_questions
from sleuth.lab.softmax import SoftPlayer, alike, expected_entropies, simulate
from sleuth.measures.named import POINTS
from sleuth.measures.sharma_mittal import sharma_mittal
from sleuth.strategies.base import Strategy

JAR = "mastermind:pegs=2,jar=6-3-2-1"


@pytest.mark.parametrize("order", [0.0, 0.5, 1.0, 1.00001, 2.0, 80.0, np.inf])
@pytest.mark.parametrize("degree", [0.0, 0.5, 1.0, 2.0])
def test_the_scores_are_those_of_the_criterion(order: float, degree: float) -> None:
    for spec in (JAR, "mastermind:pegs=2,colours=4"):
        game = parse_game(spec)
        for info in (begin(game), begin(game).observe((0, 1), (0, 1))):
            outcomes = info.outcomes()
            ours = expected_entropies(outcomes, np.array([order, order]), np.array([degree, 1.0]))
            theirs = parse_strategy(f"sharma-mittal:order={order},degree={degree}").decide(info).scores
            telling = outcomes.parts > 1
            np.testing.assert_allclose(ours[0][telling], theirs[telling], atol=1e-9)


@pytest.mark.parametrize("order", [0.3, 7.0, 60.0, 500.0])
def test_steep_orders_of_an_uneven_jar_keep_their_digits(order: float) -> None:
    outcomes = begin(parse_game("mastermind:pegs=4,jar=900-30-1")).outcomes()
    ours = expected_entropies(outcomes, np.array([order]), np.array([1.0]))[0]
    telling = outcomes.parts > 1
    theirs = parse_strategy(f"sharma-mittal:order={order},degree=1").decide(begin(outcomes.tables.game)).scores
    np.testing.assert_allclose(ours[telling], theirs[telling], atol=1e-12)


def test_a_question_in_vain_leaves_what_there_is() -> None:
    info = begin(parse_game("mastermind:pegs=2,colours=4")).observe((0, 0), (0, 0))
    outcomes = info.outcomes([(0, 0), (1, 2)])
    left = expected_entropies(outcomes, np.array([1.0]), np.array([1.0]))[0]
    assert left[0] == pytest.approx(np.log(info.size))
    assert left[1] < left[0]


def test_alike_actions_stand_for_each_other() -> None:
    outcomes = begin(parse_game("mastermind:pegs=3,colours=6")).outcomes()
    first, counts, kind = alike(outcomes)
    assert counts.tolist() == [6, 90, 120] or sorted(counts.tolist()) == [6, 90, 120]
    assert counts.sum() == len(outcomes) == kind.size
    scores = expected_entropies(outcomes, np.array([3.0]), np.array([0.3]))[0]
    np.testing.assert_allclose(scores[first][kind], scores, atol=1e-12)


def test_noise_makes_a_player_anything_from_exact_to_random() -> None:
    info = begin(parse_game(JAR))
    outcomes = info.outcomes()
    sharp, soft, hot = (SoftPlayer(2, 2, noise).chances(outcomes) for noise in (0.0, 0.1, 1e9))
    best = parse_strategy("sharma-mittal:order=2,degree=2").decide(info)
    assert sharp[best.row] == sharp.max() > 0
    assert set(np.flatnonzero(sharp)) == set(np.flatnonzero(best.scores <= best.score + 1e-9))
    assert sharp.max() > soft.max() > hot.max() == pytest.approx(1 / len(outcomes))
    assert soft.argmax() in np.flatnonzero(sharp)
    with pytest.raises(ParameterError, match="noise is 0 or more, not -1"):
        SoftPlayer(noise=-1)


def table(records: list[Record], named: bool = False) -> str:
    lines = ["history,question,play" if named else "history,question"]
    for number, record in enumerate(records):
        for place, (action, _) in enumerate(record.history):
            history = History(record.history.steps[:place]).format(record.game)
            lines.append(f"{history},{record.game.format_action(action)}" + (f",play {number}" if named else ""))
    return "\n".join(lines) + "\n"


@pytest.mark.parametrize("named", [True, False])
def test_records_and_tables_tell_the_same(tmp_path: Path, named: bool) -> None:
    game = parse_game(JAR)
    records = simulate(game, SoftPlayer(1, 1, 0.1), 12, seed=5)
    paths = []
    for number, record in enumerate(records):
        paths.append(tmp_path / f"{number}.txt")
        record.write(paths[-1])
    (tmp_path / "all.csv").write_text(table(records, named))
    some = [questions_of(records), read_questions(paths), read_questions([tmp_path / "all.csv"], game)]
    assert len({(len(q), q.plays, q.idle) for q in some}) == 1
    assert len(some[0]) + some[0].idle == sum(len(r.history) for r in records)
    for one, other in zip(some[0].asked, some[2].asked, strict=True):
        assert (one.action, one.play, one.info.candidates()) == (other.action, other.play, other.info.candidates())


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("history,question\n,00\n00=1.0,99\n", "line 3: '99' is no action of mastermind"),
        ("history,question\n00=9.0,01\n", "line 2: step 1: '9.0' is no answer"),
        ("history,question\n00=0.0;01=2.0,01\n", r"line 2: step 2 \(01=2.0\) is impossible"),
        ("asked,answered\n00,1.0\n", "no column is called as the guesses usually are; name it with --guess COLUMN"),
        ("", "must name the columns"),
    ],
)
def test_bad_tables_are_named(tmp_path: Path, text: str, told: str) -> None:
    path = tmp_path / "asked.csv"
    path.write_text(text)
    with pytest.raises((RecordError, ParameterError), match=told):
        read_questions([path], parse_game(JAR))


def test_an_action_that_is_not_legal_now_is_named(tmp_path: Path) -> None:
    words = tmp_path / "words.txt"
    words.write_text("crane\nbrave\nslate\nbread\ncramp\nstone\n")
    path = tmp_path / "asked.csv"
    path.write_text("history,question\n,crane\ncrane=-gg-g,slate\n")
    with pytest.raises(RecordError, match="line 3: slate may not be asked now"):
        read_questions([path], parse_game(f"wordle:answers={words},hard=true"))


def test_a_table_without_rows_has_nothing_to_learn_from(tmp_path: Path) -> None:
    path = tmp_path / "asked.csv"
    path.write_text("history,question\n")
    with pytest.raises(ParameterError, match="no question to learn from"):
        fit(read_questions([path], parse_game(JAR)))


def test_files_that_are_neither(tmp_path: Path) -> None:
    path = tmp_path / "asked.csv"
    path.write_text("history,question\n,00\n")
    with pytest.raises(ParameterError, match="name the game with --game"):
        read_questions([path])
    with pytest.raises(RecordError, match="cannot read"):
        read_questions([tmp_path / "nowhere.csv"])


@pytest.mark.parametrize("truth", [(1.0, 1.0, 0.15), (2.0, 0.5, 0.15), (0.5, 2.0, 0.04)])
def test_a_simulated_player_is_found_again(truth: tuple[float, float, float]) -> None:
    """One run each; benchmarks/entropies.py counts over fifty."""
    game = parse_game("mastermind:pegs=3,jar=8-4-2-1")
    found = fit(questions_of(simulate(game, SoftPlayer(*truth), 90, seed=2)), resamples=400)
    assert found.order is not None
    for estimate, value in zip((found.order, found.degree, found.noise), truth, strict=True):
        assert estimate.low <= estimate.value <= estimate.high
        assert estimate.holds(value)
    assert found.order.high - found.order.low > 0
    random, whole = found.model("at random"), found.model("sharma-mittal")
    assert whole.log_likelihood > random.log_likelihood + 20
    assert whole.held_out > random.held_out
    assert sum(model.weight for model in found.models) == pytest.approx(1)
    assert [m.aic for m in found.models] == sorted(m.aic for m in found.models)


SPECIAL = {
    "renyi": ("hartley", "shannon", "min-entropy"),
    "tsallis": ("possibilities", "shannon", "quadratic"),
    "gaussian": ("shannon",),
    "sharma-mittal": (*POINTS, "renyi", "tsallis", "gaussian"),
    **dict.fromkeys((*POINTS, *RULES), ("at random",)),
}
PLAYERS: list[Strategy] = [
    SoftPlayer(1, 1, 0.05),
    SoftPlayer(0, 1, 0.3),
    SoftPlayer(np.inf, 2, 0.03),
    SoftPlayer(2, 0.5, 5.0),
    parse_strategy("random"),
    parse_strategy("minimax"),
]


@pytest.mark.parametrize("spec", [JAR, "mastermind:pegs=2,colours=4", "number:numbers=12", "fake-coin:coins=4"])
@pytest.mark.parametrize("place", range(len(PLAYERS)))
def test_a_family_is_never_less_likely_than_its_special_case(spec: str, place: int) -> None:
    for seed in range(2):
        questions = questions_of(simulate(parse_game(spec), PLAYERS[place], 4 + 8 * seed, seed=seed))
        found = fit(questions, resamples=100)
        for family, cases in SPECIAL.items():
            for case in cases:
                assert found.model(family).log_likelihood >= found.model(case).log_likelihood
        assert found.log_likelihood == found.model("sharma-mittal").log_likelihood
        assert sum(model.weight for model in found.models) == pytest.approx(1)
        names = [name for model in found.models for name in model.members]
        assert sorted(names) == sorted({*POINTS, *SPECIAL, "at random"})


def test_a_shannon_player_of_equally_likely_secrets_is_named_with_all_that_ask_alike() -> None:
    game = parse_game("mastermind:pegs=3,colours=4")
    found = fit(questions_of(simulate(game, SoftPlayer(1, 1, 0.06), 30, seed=2)), resamples=100)
    assert set(found.best.members) >= {"hartley", "shannon", "min-entropy", "renyi"}
    assert found.best is found.model("shannon")
    assert found.as_json()["best"] == list(found.best.members)
    assert found.best.members[0] == "shannon"
    shown = "\n".join(_lines(fit_view(found)))
    assert found.best.name in shown
    assert "The same on these data: shannon, hartley, min-entropy, renyi." in shown
    assert set(found.model("sharma-mittal").members) == {"sharma-mittal", "tsallis", "gaussian"}
    assert found.model("quadratic") is found.model("bayes-error")
    assert found.model("quadratic") is not found.model("shannon")


def _lines(shown: RenderableType) -> list[str]:
    console = Console(width=200, record=True, file=StringIO())
    console.print(shown)
    return console.export_text().splitlines()


def test_rules_that_differ_on_the_data_stay_apart() -> None:
    """All but the expected size, which is the entropy of order and degree 0 whatever the secrets are."""
    found = fit(questions_of(simulate(parse_game(JAR), SoftPlayer(1, 1, 0.1), 20)), resamples=100)
    several = [model.members for model in found.models if len(model.members) > 1]
    assert several == [("possibilities", "size")]


def test_names_that_share_a_model_prefer_the_same_questions() -> None:
    """By the scores themselves: one is the other, times a number, plus one for each situation."""
    questions = questions_of(simulate(parse_game("mastermind:pegs=2,colours=4"), SoftPlayer(1, 1, 0.1), 20))
    found = fit(questions, resamples=100)
    for one, other in combinations(POINTS, 2):
        pairs = []
        for asked in questions.asked:
            outcomes = asked.info.outcomes()
            scores = expected_entropies(outcomes, *np.array([POINTS[one], POINTS[other]]).T)
            pairs.append(scores - scores.min(axis=1, keepdims=True))
        whole = np.concatenate(pairs, axis=1)
        alike = np.linalg.matrix_rank(whole, tol=1e-8 * np.abs(whole).max()) == 1
        assert alike == (found.model(one) is found.model(other))


def test_a_player_of_bayes_error_is_told_from_one_of_shannon() -> None:
    game = parse_game("mastermind:pegs=3,jar=8-4-2-1")
    for player, name in ((SoftPlayer(np.inf, 2, 0.03), "bayes-error"), (SoftPlayer(1, 1, 0.08), "shannon")):
        found = fit(questions_of(simulate(game, player, 60, seed=4)), resamples=100)
        ranked = [n for m in found.models for n in m.members if n in POINTS]
        assert ranked[0] == name


def test_with_equally_likely_secrets_the_order_is_left_open(tmp_path: Path) -> None:
    game = parse_game("mastermind:pegs=3,colours=4")
    found = fit(questions_of(simulate(game, SoftPlayer(3, 1, 0.1), 50, seed=1)), resamples=200)
    assert found.order is None
    assert found.degree.holds(1.0)
    assert found.noise.holds(0.1)
    assert found.model("sharma-mittal").parameters == 2
    assert {path.name for path in write_fit(found, tmp_path)} == {"likelihood.svg", "likelihood.csv", "models.csv"}
    assert "equally likely" in (tmp_path / "likelihood.svg").read_text()


def test_the_surface_is_written(tmp_path: Path) -> None:
    game = parse_game(JAR)
    found = fit(questions_of(simulate(game, SoftPlayer(1, 1, 0.1), 15)), resamples=100)
    write_fit(found, tmp_path)
    rows = (tmp_path / "likelihood.csv").read_text().splitlines()
    assert len(rows) == 1 + 21 * 21
    assert "Shannon" in (tmp_path / "likelihood.svg").read_text()
    (tmp_path / "file").write_text("")
    with pytest.raises(ParameterError, match="cannot write into"):
        write_fit(found, tmp_path / "file")


def test_the_same_seed_gives_the_same_intervals() -> None:
    questions = questions_of(simulate(parse_game(JAR), SoftPlayer(1, 1, 0.1), 10))
    one, other = (fit(questions, resamples=100, seed=7).as_json() for _ in range(2))
    assert one == other
    with pytest.raises(ParameterError, match="at least 100 resamples, not 10"):
        fit(questions, resamples=10)


def test_estimates_as_json() -> None:
    assert Estimate(1.0, 0.5, np.inf).as_json() == {"value": 1.0, "low": 0.5, "high": "inf"}


def brute_force(questions: Questions, scores: Callable[[InformationSet], Floats], noise: float) -> Floats:
    """The log-likelihood of each question from the definition, action by action."""
    out = []
    for asked in questions.asked:
        values = scores(asked.info)
        chances = np.exp(-(values - values.min()) / noise)
        row = list(asked.info.actions).index(asked.action)
        out.append(np.log(chances[row] / chances.sum()))
    return np.array(out)


def left(order: float, degree: float) -> Callable[[InformationSet], Floats]:
    """The expected entropy of the definition: for each answer its chance times the entropy that it leaves."""

    def scores(info: InformationSet) -> Floats:
        return np.array([
            sum(
                child.probability
                * sharma_mittal([child.after().probability(s) for s in child.after().candidates()], order, degree)
                for child in info.children(action)
            )
            for action in info.actions
        ])  # fmt: skip

    return scores


@pytest.mark.parametrize("spec", [JAR, "mastermind:pegs=2,colours=4"])
def test_likelihoods_and_predictions_are_those_of_the_definition(spec: str) -> None:
    questions = questions_of(simulate(parse_game(spec), SoftPlayer(2, 0.5, 0.1), 6, seed=3))
    found = fit(questions, resamples=100)
    for name in ("shannon", "quadratic", "sharma-mittal"):
        model = found.model(name)
        assert model.order is not None
        assert model.degree is not None
        theirs = brute_force(questions, left(model.order, model.degree), model.noise)
        np.testing.assert_allclose(found.score_samples(questions, name), theirs, atol=1e-8)
        assert theirs.sum() == pytest.approx(model.log_likelihood, abs=1e-6)
    for name in ("parts", "minimax", "possible", "hit-probability"):
        model = found.model(name)
        theirs = brute_force(questions, lambda info, name=name: RULES[name](info.outcomes()), model.noise)  # type: ignore[misc]
        assert theirs.sum() == pytest.approx(model.log_likelihood, abs=1e-6)
    assert found.score(questions) == pytest.approx(found.best.log_likelihood / len(questions))
    for asked in questions.asked:
        chances = found.predict(asked.info)
        assert list(chances) == list(asked.info.actions)
        assert sum(chances.values()) == pytest.approx(1)
    assert set(found.predict(questions.asked[0].info, "at random").values()) == {
        1 / len(questions.asked[0].info.actions)
    }
    with pytest.raises(ParameterError, match="no model is called 'nobody'"):
        found.predict(questions.asked[0].info, "nobody")


@pytest.mark.parametrize(("spec", "truth"), [(JAR, (2.0, 2.0, 0.05)), ("mastermind:pegs=2,colours=4", (1.0, 1.0, 0.1))])
def test_no_optimiser_finds_anything_more_likely(spec: str, truth: tuple[float, float, float]) -> None:
    """SciPy's simplex, from several starts, in the same bounds: degrees from 0 to 4, any order."""
    questions = questions_of(simulate(parse_game(spec), SoftPlayer(*truth), 40, seed=1))
    found = fit(questions, resamples=100)
    places = [(asked.info.outcomes(), list(asked.info.actions).index(asked.action)) for asked in questions.asked]

    def lost(at: Floats) -> float:
        share, degree, noise = min(max(at[0], 0.0), 1.0), min(max(at[1], 0.0), 4.0), np.exp(at[2])
        order = np.inf if share == 1 else share / (1 - share)
        total = 0.0
        for outcomes, row in places:
            scores = expected_entropies(outcomes, np.array([order]), np.array([degree]))[0]
            worse = (scores - scores.min()) / noise
            total += worse[row] + np.log(np.exp(-worse).sum())
        return total

    starts = [(0.3, 0.5, -1.0), (0.6, 2.0, -3.0), (0.5, 1.0, -2.0)]
    theirs = min(minimize(lost, start, method="Nelder-Mead").fun for start in starts)
    assert found.log_likelihood >= -theirs - 0.02
    # One parameter: the noise of Shannon's entropy alone.
    shannon = minimize_scalar(lambda noise: lost(np.array([0.5, 1.0, noise])), bounds=(-6, 4), method="bounded").fun
    assert found.model("shannon").log_likelihood == pytest.approx(-shannon, abs=1e-4)


def test_criteria_and_weights_are_those_of_the_plain_formulas() -> None:
    questions = questions_of(simulate(parse_game(JAR), SoftPlayer(1, 1, 0.1), 20))
    found = fit(questions, resamples=100)
    number = len(questions)
    for model in found.models:
        assert model.aic == 2 * model.parameters - 2 * model.log_likelihood
        assert model.bic == pytest.approx(model.parameters * np.log(number) - 2 * model.log_likelihood)
    for criterion, weight in (("aic", "weight"), ("bic", "bic_weight")):
        raw = np.exp([-getattr(model, criterion) / 2 for model in found.models])
        np.testing.assert_allclose([getattr(model, weight) for model in found.models], raw / raw.sum(), atol=1e-12)


def test_what_is_held_out_is_foretold_by_a_fit_to_the_rest() -> None:
    """Five parts of the plays in turn, each under the noise that is best for the others."""
    questions = questions_of(simulate(parse_game(JAR), SoftPlayer(1, 1, 0.1), 15, seed=6))
    found = fit(questions, resamples=100)
    plays = sorted({asked.play for asked in questions.asked})
    scores = [(a, *_shannon(a)) for a in questions.asked]

    def likely(noise: float, part: int, inside: bool) -> float:
        return sum(
            -worse[row] / noise - np.log(np.exp(-worse / noise).sum())
            for asked, worse, row in scores
            if (plays.index(asked.play) % 5 == part) == inside
        )

    total = 0.0
    for part in range(5):
        best = minimize_scalar(lambda n, p=part: -likely(np.exp(n), p, False), bounds=(-6, 4), method="bounded").x
        total += likely(np.exp(best), part, True)
    assert found.model("shannon").held_out == pytest.approx(total / len(questions), abs=0.005)
    assert found.held_out_by == "plays"
    random = -np.mean([np.log(len(a.info.actions)) for a in questions.asked])
    assert found.model("at random").held_out == pytest.approx(random)


def _shannon(asked: AskedQuestion) -> tuple[Floats, int]:
    scores = expected_entropies(asked.info.outcomes(), np.array([1.0]), np.array([1.0]))[0]
    return scores - scores.min(), list(asked.info.actions).index(asked.action)


def test_games_that_are_no_list_are_refused_in_one_line() -> None:
    record = Record.parse("sleuth record 1\ngame: battleship:size=4x4,fleet=2\n1: a1 = miss\nresult: open\n")
    with pytest.raises(ParameterError, match="where a secret is to be named or known, not in battleship"):
        fit(questions_of([record]), resamples=100)
    lies = Record.parse("sleuth record 1\ngame: number:numbers=9@lies:most=1\n1: 5 = lower\nresult: open\n")
    with pytest.raises(ParameterError, match="`sleuth moves` takes every game"):
        fit(questions_of([lies]), resamples=100)
