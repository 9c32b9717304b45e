"""Grading a play: bits and steps against brute force over all secrets."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.drawers import Drawers
from tests.trials import trials

from sleuth import InformationSet, Record, Truthful, begin, match, parse_game, parse_strategy
from sleuth.belief.enumerated import EnumeratedSet
from sleuth.core.game import Action
from sleuth.core.history import History
from sleuth.lab import baseline
from sleuth.lab.grading import MARKS, Grades, grade, mark_of
from sleuth.solve import solve
from sleuth.strategies.tree_figures import Steps

GAMES = [
    "mastermind:pegs=3,colours=3",
    "bulls-and-cows:length=2,symbols=5",
    "fake-coin:coins=4",
    "treasure-hunt:cells=5",
    "low-middle-high:numbers=9",
    "black-box:size=3,atoms=2",
    "number:numbers=12",
    "mastermind:pegs=2,jar=4-2-1",
]


def random_record(spec: str, seed: int) -> Record:
    game, rng = parse_game(spec), np.random.default_rng(seed)
    info = begin(game)
    return match(info, parse_strategy("random"), Truthful(game, info.sample(rng)[0]), rng=rng)


def steps_of(info: InformationSet) -> float:
    """The mean steps of entropy from here, by playing every candidate on its own."""
    if info.over:
        return 0.0
    total = 0.0
    for secret in info.candidates():
        record = match(info, parse_strategy("entropy"), Truthful(info.game, secret))
        total += info.probability(secret) * (len(record.history) - len(info.history))
    return total


def steps_if(info: InformationSet, action: Action) -> float:
    """The same if `action` is asked first."""
    return 1 + sum(
        info.probability(secret) * steps_of(info.observe(action, info.game.feedback(action, secret)))
        for secret in info.candidates()
    )


@pytest.fixture
def unsolved(monkeypatch: pytest.MonkeyPatch) -> None:
    """No game is small enough to be solved."""
    monkeypatch.setattr(baseline, "MAX_SOLVED", 0)


@pytest.mark.usefixtures("unsolved")
@settings(max_examples=trials(25), deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.sampled_from(GAMES), st.integers(0, 10**6))
def test_steps_and_bits_are_those_of_brute_force(spec: str, seed: int) -> None:
    record = random_record(spec, seed)
    game = record.game
    seen = record.replay(begin(game))
    grades = grade(record)
    assert len(grades.moves) == len(record.history)
    for move, (action, _), before, after in zip(grades.moves, record.history, seen, seen[1:], strict=False):
        outcomes = before.outcomes()
        bits = outcomes.information
        row = list(outcomes.actions).index(action)
        assert move.bits == pytest.approx(bits[row], abs=1e-9)
        assert move.best_bits == pytest.approx(bits.max(), abs=1e-9)
        assert move.gained == pytest.approx(before.entropy - after.entropy, abs=1e-9)
        assert move.steps == pytest.approx(steps_if(before, action))
        assert move.left == pytest.approx(steps_of(after))
        assert move.expected == pytest.approx(steps_of(before))
        assert move.best_steps == move.expected
        assert move.best_action is not None
        if move.best_action != move.action:
            assert game.parse_action(move.best_action) == parse_strategy("entropy").decide(before).action
            assert move.best_steps == pytest.approx(steps_if(before, game.parse_action(move.best_action)))
        assert move.inaccuracy_steps is not None
        assert move.mark == mark_of(move.inaccuracy_steps)
    assert (grades.baseline is not None and grades.baseline.name, grades.unit) == ("entropy", "steps")


@cache
def least_steps(info: Position) -> float:
    """The least mean steps that anybody can expect, over all trees."""
    if info.info.over:
        return 0.0
    return min(least_if(info.info, action) for action in info.info.actions if useful(info.info, action))


def useful(info: InformationSet, action: Action) -> bool:
    outcomes = info.outcomes([action])
    return bool(outcomes.parts[0] > 1) or bool(outcomes.win_probability[0] > 0)


def least_if(info: InformationSet, action: Action) -> float:
    return 1 + sum(
        part.probability * least_steps(Position(info.observe(action, part.feedback)))
        for part in info.children(action)
        if not part.over
    )


@dataclass(frozen=True)
class Position:
    """An information set that is equal to others with the same candidates and the same end."""

    info: InformationSet = field(compare=False)
    candidates: tuple[object, ...] = ()
    over: bool = False

    def __post_init__(self) -> None:
        object.__setattr__(self, "candidates", (str(self.info.game), *self.info.candidates()))
        object.__setattr__(self, "over", self.info.over)


@settings(max_examples=trials(20), deadline=None)
@given(
    st.sampled_from(
        ["mastermind:pegs=2,colours=3", "treasure-hunt:cells=5", "number:numbers=8", "mastermind:pegs=2,jar=4-2-1"]
    ),
    st.integers(0, 10**6),
)
def test_a_small_play_is_measured_against_the_least_steps_of_all_trees(spec: str, seed: int) -> None:
    record = random_record(spec, seed)
    seen = record.replay(begin(record.game))
    grades = grade(record)
    assert grades.baseline is not None
    assert grades.baseline.proved
    for move, (action, _), before, after in zip(grades.moves, record.history, seen, seen[1:], strict=False):
        assert move.expected == pytest.approx(least_steps(Position(before)))
        assert move.steps == pytest.approx(least_if(before, action))
        assert move.left == pytest.approx(least_steps(Position(after)))
        assert move.inaccuracy_steps is not None
        assert move.inaccuracy_steps >= -1e-9
        assert move.best_action is not None
        if move.best_action != move.action:
            better = record.game.parse_action(move.best_action)
            assert least_if(before, better) == pytest.approx(move.expected)


@pytest.mark.parametrize("solved_most", [0, 20_000])
@pytest.mark.parametrize(
    "spec", [*GAMES, "mastermind:pegs=3,colours=4", "battleship:size=3,fleet=2", "number:numbers=9@lies:most=1"]
)
def test_the_table_sums_to_the_sentence_and_the_baseline_is_named(
    spec: str, solved_most: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(baseline, "MAX_SOLVED", solved_most)
    for seed in range(3):
        grades = grade(random_record(spec, seed))
        told = grades.as_json()
        given = sum(move[f"inaccuracy_{grades.unit}"] for move in told["moves"])
        assert told["totals"][f"inaccuracy_{grades.unit}"] == pytest.approx(given)
        if grades.unit == "steps":
            assert told["totals"]["cost"] == pytest.approx(given)
            assert f" {abs(given):.2f} against it" in told["sentences"][0]
            assert told["baseline"] == ("optimal" if solved_most else "entropy")
            assert told["baseline_proved"] == bool(solved_most)
            assert told["sentences"][0].startswith("Optimal play" if solved_most else "Entropy play")
        else:
            assert f"gave away {given:.2f} {grades.unit}" in told["sentences"][0]
        assert told["measured"] in told["sentences"]


def test_the_optimum_of_the_start_is_that_of_the_solver() -> None:
    game = parse_game("mastermind:pegs=3,colours=4")
    grades = graded(str(game), "012=1.1")
    assert grades.moves[0].expected == pytest.approx(solve(game).mean)


def test_the_strategy_of_the_play_is_the_baseline_if_it_is_a_rule(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(baseline, "MAX_SOLVED", 0)
    record = random_record("mastermind:pegs=3,colours=3", 4)
    for strategy, name in (("minimax", "minimax"), ("random", "entropy"), ("look-ahead", "entropy")):
        grades = grade(record, strategy=parse_strategy(strategy))
        assert grades.baseline is not None
        assert grades.baseline.name == name
        seen = record.replay(begin(record.game))
        for move, before in zip(grades.moves, seen, strict=False):
            if move.mark != "best":
                asked = parse_strategy(name).decide(before).action
                assert move.best_action == record.game.format_action(asked)


def test_a_position_that_is_not_proved_in_time_leaves_one_baseline(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = baseline.OptimalPlay._solve

    def start_only(play: baseline.OptimalPlay, info: EnumeratedSet) -> Steps:
        if len(info.history):
            raise baseline.NotProvedError("too long")
        return whole(play, info)

    monkeypatch.setattr(baseline.OptimalPlay, "_solve", start_only)
    monkeypatch.setattr("sleuth.solve.position_symmetry.FEW", 0)  # small sets are solved like large ones
    grades = graded("mastermind:pegs=3,colours=3", "000=1.0;000=1.0;111=1.0")
    assert grades.baseline is not None
    assert grades.baseline.name == "entropy"
    assert grades.moves[0].expected == pytest.approx(steps_of(begin(grades.game)))


@settings(max_examples=trials(40), deadline=None)
@given(st.sampled_from([*GAMES, "mastermind:pegs=3,colours=5"]), st.integers(0, 10**6))
def test_a_play_is_what_was_expected_plus_choices_less_luck(spec: str, seed: int) -> None:
    grades = grade(random_record(spec, seed))
    totals, expected = grades.totals, grades.moves[0].expected
    assert expected is not None
    assert totals["cost"] is not None
    assert totals["luck_steps"] is not None
    assert expected + totals["cost"] - totals["luck_steps"] == pytest.approx(len(grades.moves))
    told = sum(m.bits for m in grades.moves) + (totals["luck_bits"] or 0.0)
    assert told == pytest.approx(begin(grades.game).entropy)


@pytest.mark.parametrize("spec", GAMES)
def test_luck_is_zero_on_average(spec: str) -> None:
    """Over all answers of one question, in bits and in steps."""
    game = parse_game(spec)
    info = begin(game)
    action = info.actions[len(info.actions) // 2]
    bits = steps = 0.0
    for secret in info.candidates():
        one = grade(Record(game, History().add(action, game.feedback(action, secret))), info).moves[0]
        assert one.luck_steps is not None
        bits += info.probability(secret) * one.luck_bits
        steps += info.probability(secret) * one.luck_steps
    assert bits == pytest.approx(0.0, abs=1e-9)
    assert steps == pytest.approx(0.0, abs=1e-9)


def graded(spec: str, history: str) -> Grades:
    game = parse_game(spec)
    return grade(Record(game, History.parse(game, history)))


def test_marks() -> None:
    assert [mark_of(lost) for lost in (0.0, 0.01, 0.05, 0.06, 0.2, 0.3, 0.5, 0.6, 2.0)] == [
        "best", "best", "fine", "inaccuracy", "inaccuracy", "mistake", "mistake", "blunder", "blunder",
    ]  # fmt: skip
    assert [mark for mark, _ in MARKS] == ["best", "fine", "inaccuracy", "mistake", "blunder"]
    perfect = graded("treasure-hunt:cells=8", "1,2,3,4=yes;1,2=yes;1=yes")
    assert perfect.marks["best"] == 3
    assert "Optimal play would have asked nothing clearly better at any step." in perfect.sentences


def test_a_useless_question_costs_a_step() -> None:
    grades = graded("number:numbers=12", "6=lower;9=lower;3=equal")
    useless = grades.moves[1]
    assert useless.bits == 0.0
    assert useless.inaccuracy_steps == pytest.approx(1.0)
    assert useless.mark == "blunder"
    assert useless.luck_bits == 0.0


def test_naming_one_of_two_beats_telling_them_apart() -> None:
    game = parse_game("mastermind:pegs=2,colours=3")
    pair = begin(game).observe_all(History.parse(game, "01=0.1"))
    assert pair.size == 2
    named, asked = sorted(map(game.format_secret, pair.candidates())), "02"
    good = graded(str(game), f"01=0.1;{named[0]}=2.0").moves[1]
    assert good.mark == "best"
    outcomes = pair.outcomes([game.parse_action(asked)])
    assert outcomes.parts[0] == 2
    answer = game.format_feedback(game.feedback(game.parse_action(asked), pair.candidates()[0]))
    poor = graded(str(game), f"01=0.1;{asked}={answer}").moves[1]
    assert poor.inaccuracy_bits == 0.0
    assert poor.inaccuracy_steps == pytest.approx(0.5)


def test_a_step_after_the_end_is_wasted() -> None:
    grades = graded("treasure-hunt:cells=2", "1=yes;1=yes")
    assert [m.mark for m in grades.moves] == ["best", "blunder"]
    assert grades.moves[1].inaccuracy_steps == 1.0


def test_open_plays_and_empty_ones() -> None:
    grades = graded("mastermind:pegs=3,colours=3", "001=1.1")
    assert not grades.solved
    assert "to come" in grades.sentences[0]
    empty = graded("number:numbers=9", "")
    assert empty.moves == ()
    assert empty.sentences == ["There is no move to grade."]
    assert empty.totals["cost"] == 0


def test_sampled_sets_have_bits_only() -> None:
    game = parse_game("mastermind:pegs=4,colours=5")
    record = random_record(str(game), 5)
    grades = grade(record, begin(game, "sampled"))
    assert all(m.steps is None and m.inaccuracy_steps is None for m in grades.moves)
    assert grades.totals["inaccuracy_steps"] is None
    assert any("sample" in s for s in grades.sentences)
    exact = grade(record)
    assert grades.moves[0].bits == pytest.approx(exact.moves[0].bits, abs=0.15)


def test_what_is_too_large_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sleuth.lab.baseline.MAX_SOLVED", 0)
    monkeypatch.setattr("sleuth.lab.baseline.MAX_WORK", 500)
    game = parse_game("mastermind:pegs=3,colours=3")
    grades = grade(match(begin(game), parse_strategy("entropy"), Truthful(game, (2, 1, 0))))
    assert grades.moves[0].steps is None
    assert grades.moves[0].mark == "best"  # it tells as much as any
    assert grades.moves[-1].steps is not None
    assert any("Step 1 is graded by bits only" in s for s in grades.sentences)
    assert grades.totals["cost"] is None


def test_constrained_games(tmp_path: object) -> None:
    from pathlib import Path

    words = ["crane", "slate", "trace", "least", "stale", "steal", "tales", "crate", "react", "caret"]
    path = Path(str(tmp_path)) / "words.txt"
    path.write_text("\n".join(words))
    game = parse_game(f"wordle:answers={path},hard=true")
    info = begin(game)
    record = match(info, parse_strategy("random"), Truthful(game, "caret"), rng=np.random.default_rng(2))
    grades = grade(record, info)
    seen = record.replay(info)
    for move, (action, _), before in zip(grades.moves, record.history, seen, strict=False):
        assert move.steps == pytest.approx(steps_if(before, action))


@settings(max_examples=trials(25), deadline=None)
@given(st.sampled_from([*GAMES, "mastermind:pegs=3,colours=4"]), st.integers(0, 10**6))
def test_grades_and_hints_agree(spec: str, seed: int) -> None:
    """The better move is the hint's wherever that is as good as any; a move as good as the hint's is fine at least."""
    record = random_record(spec, seed)
    seen, rule = record.replay(begin(record.game)), parse_strategy("entropy")
    grades = grade(record)
    given_away = 0.0
    for move, before in zip(grades.moves, seen, strict=False):
        assert move.inaccuracy_steps is not None
        given_away += move.inaccuracy_steps
        hint = rule.decide(before)
        hinted = grade(Record(record.game, before.history.add(hint.action, hint.leaves[0].feedback)))
        same = hinted.moves[-1]
        assert same.mark in ("best", "fine")
        assert same.inaccuracy_steps is not None
        if move.mark != "best" and same.inaccuracy_steps < 1e-9:
            assert move.best_action == hint.chosen.text
        if move.inaccuracy_steps <= same.inaccuracy_steps:
            assert move.mark in ("best", "fine")
    assert grades.totals["cost"] == pytest.approx(given_away)
    assert grades.baseline is not None
    assert f"{'cost' if round(given_away, 2) >= 0 else 'saved'} {abs(given_away):.2f} against it" in grades.sentences[0]


def test_a_question_that_no_list_holds_is_graded() -> None:
    """Ulam's questions are too many to list: the information set proposes some, and any set may be asked."""
    game = parse_game("ulam:numbers=16@lies")
    grades = grade(Record(game, History.parse(game, "0-7=yes;0-3=yes")))
    assert [move.mark for move in grades.moves] == ["best", "fine"]


def test_of_shots_that_hit_as_often_the_better_one_is_the_hint() -> None:
    game = parse_game("battleship:size=5,fleet=3-2")
    history = History.parse(game, "1,1=miss;1,5=miss")
    moves = grade(Record(game, history)).moves
    for number, move in enumerate(moves):
        before = begin(game).observe_all(history.steps[:number])
        assert move.mark != "best"
        assert move.best_action == parse_strategy("hit-probability").decide(before).chosen.text


def least_cost(info: InformationSet) -> float:
    """The least expected cost from a set, by looking at everything."""
    if info.over:
        return 0.0
    useful = [action for action in info.actions if len(info.children(action)) > 1]
    return min(cost_of(info, action) for action in useful)


def cost_of(info: InformationSet, action: str) -> float:
    after = sum(child.probability * least_cost(child.after()) for child in info.children(action))
    return float(info.game.cost(action)) + after


@pytest.mark.parametrize("price", [1, 2, 9])
def test_questions_with_prices_are_graded_by_the_least_cost(price: int) -> None:
    game = Drawers(price)
    for secret in range(4):
        for plan in (["all"], ["a", "b", "c"], ["d", "all"], ["a", "a", "all"]):
            history, info = History(), begin(game)
            for action in plan:
                history = history.add(action, game.feedback(action, secret))
            grades = grade(Record(game, history, secret=secret))
            assert grades.priced == (price > 1)
            assert grades.baseline is not None
            assert grades.baseline.name == "optimal"
            for action, move in zip(plan, grades.moves, strict=True):
                assert move.price == game.cost(action)
                assert move.expected == pytest.approx(least_cost(info))
                if not info.over:
                    assert move.inaccuracy_steps == pytest.approx(cost_of(info, action) - least_cost(info), abs=1e-9)
                info = info.observe(action, game.feedback(action, secret))
                assert move.left == pytest.approx(least_cost(info))
    dear = grade(Record(Drawers(9), History().add("all", "c"), secret=2))
    assert dear.moves[0].mark == "blunder"
    assert "expects a cost of 2.25" in dear.sentences[0]
    assert "9.00 in 1 step" in dear.sentences[0]
    assert dear.spreads["steps"] == pytest.approx(np.std([1, 2, 3, 3]))
