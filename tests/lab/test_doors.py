"""Every game of the catalogue, with and without lies, goes through every door: solved, evaluated and graded."""

from __future__ import annotations

import json
import re
from pathlib import Path

import numpy as np
import pytest

from sleuth import begin, evaluate, game_names, parse_game, parse_strategy
from sleuth.core.errors import ParameterError, SleuthError
from sleuth.core.game import Game
from sleuth.core.limit import Limit
from sleuth.core.offers import announced
from sleuth.lab import grade, published_optima
from sleuth.lab.published_optima import Gap, gap_to
from sleuth.lab.report_text import optimum_line
from sleuth.play.match import match
from sleuth.play.opening import draw_secret
from sleuth.play.oracles import make_oracle
from sleuth.play.record import Record
from sleuth.show.figures import evaluation_table
from sleuth.show.solution import solution_table
from sleuth.solve import method_of, save_tree, solve
from sleuth.strategies import Greedy

SMALL = {
    "mastermind": "mastermind:pegs=2,colours=3",
    "simple-mastermind": "simple-mastermind:pegs=2,colours=3",
    "bulls-and-cows": "bulls-and-cows:length=2,symbols=4",
    "fake-coin": "fake-coin:coins=4",
    "treasure-hunt": "treasure-hunt:cells=6",
    "low-middle-high": "low-middle-high:numbers=7",
    "black-box": "black-box:size=3,atoms=1",
    "wordle": "wordle:answers=five.txt",
    "guess-who": "guess-who",
    "number": "number:numbers=8",
    "ulam": "ulam:numbers=6",
    "battleship": "battleship:size=2x3,fleet=2",
    "sploosh-kaboom": "sploosh-kaboom:size=2x3,fleet=2",
    "hangman": "hangman:words=words.txt",
}
CHANNELS = ("", "@lies:most=1", "@half-lies:most=1", "@noise")
SOLUTION = {
    "game", "objective", "secrets", "total", "mean", "worst", "histogram", "lower_bound", "proved", "first", "nodes",
    "seconds", "stopped", "method",
}  # fmt: skip
EVALUATION = {
    "game", "strategy", "secrets", "total", "mean", "worst", "histogram", "first", "exact", "error", "tie_break",
    "nodes", "seconds", "method",
}  # fmt: skip
GRADES = {"game", "player", "steps", "solved", "baseline", "unit", "marks", "totals", "moves", "sentences"}


@pytest.fixture(autouse=True)
def _lists(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("words.txt").write_text("cat\ncot\ndog\ncogs\n")
    Path("five.txt").write_text("crane\nslate\ntrace\nleast\n")


def read(name: str, channel: str) -> Game:
    return parse_game(f"{SMALL[name]}{channel}")


SHIPS = ("battleship", "sploosh-kaboom")
CASES = [(name, channel) for name in SMALL for channel in CHANNELS if not (channel and name in SHIPS)]
every_case = pytest.mark.parametrize(("name", "channel"), CASES)


@pytest.mark.parametrize("channel", CHANNELS[1:])
@pytest.mark.parametrize("name", SHIPS)
def test_what_depends_on_the_past_has_no_lies(name: str, channel: str) -> None:
    with pytest.raises(SleuthError, match="cannot be played under lies"):
        read(name, channel)


def one_sentence(text: str) -> bool:
    return "\n" not in text and text[-1] not in ".:" and ". " not in text


def test_every_game_is_here() -> None:
    assert list(SMALL) == [name for name in game_names() if name in SMALL]
    assert set(game_names()) - set(SMALL) <= {"cups"}


@every_case
def test_a_game_is_solved_or_refused_in_one_sentence(name: str, channel: str) -> None:
    game = read(name, channel)
    finds, denies = game.goal.finds, name in ("ulam", "guess-who", "treasure-hunt", "hangman")
    if channel == "@noise" or (channel and finds) or (channel == "@half-lies:most=1" and not denies):
        with pytest.raises(ParameterError, match=r"evaluate a strategy instead|no answer of .* is a no") as refused:
            solve(game)
        assert one_sentence(str(refused.value))
        return
    method = method_of(game)
    solution = solve(game)
    told = solution.as_json()
    assert set(told) >= SOLUTION
    json.dumps(told)
    assert told["method"] == solution.method == method.name
    assert solution.objective == method.objectives[0]
    assert solution.proved
    assert not solution.stopped
    assert told["worst"] == solution.worst
    assert set(solution.figures()) >= {"secrets", "total", "mean", "worst", "histogram", "first"}
    assert solution.title
    assert dict(solution.rows())["worst"].startswith(str(solution.worst))
    assert solution_table(solution)
    if solution.tree is not None:
        assert save_tree(solution, "tree.json") == solution.tree
        played = evaluate(game, "tree:file=tree.json,otherwise=none")
        assert (played.mean, played.worst) == (pytest.approx(solution.mean), solution.worst)
    if told["histogram"] is not None:
        assert sum(told["histogram"].values()) == solution.secrets
        assert max(map(int, told["histogram"])) == solution.worst


@every_case
def test_a_game_is_evaluated_and_graded(name: str, channel: str) -> None:
    game = read(name, channel)
    rng = np.random.default_rng(3)
    try:
        secret = draw_secret(game, rng)
        info = begin(announced(game, secret))
    except SleuthError as refused:  # of this game nothing is known under this channel
        with pytest.raises(type(refused), match=re.escape(str(refused)[:40])):
            evaluate(game)
        return
    found = evaluate(game, otherwise=10)
    told = found.as_json()
    assert set(told) >= EVALUATION
    json.dumps(told)
    assert found.proved == found.exact
    assert (found.error == 0) == found.exact
    assert sum(found.histogram.values()) == pytest.approx(found.secrets)
    assert max(found.histogram) == found.worst
    assert evaluation_table(found)
    gap = gap_to(found)
    assert gap.total is None or gap.total >= -1e-9
    if not channel:
        assert gap.optimum is not None
        assert found.exact
    record = match(info, parse_strategy("random"), make_oracle(None, info, rng, secret), rng=rng)
    grades = grade(record)
    values = grades.as_json()
    json.dumps(values)
    assert set(values) >= GRADES
    assert values["steps"] == len(record.history) == len(grades.moves)
    assert values["solved"]
    assert grades.figures()["marks"] == grades.marks
    bare = grade(Record(record.game, record.history, player=""))
    assert bare.as_json() == values | {"player": ""}


def test_a_record_of_a_game_that_announces_is_graded_from_there_on() -> None:
    game = parse_game("hangman:words=words.txt")
    record = match(
        begin(announced(game, "cogs")),
        parse_strategy("entropy"),
        make_oracle(None, begin(announced(game, "cogs")), np.random.default_rng(0), "cogs"),
    )
    whole = Record(game, record.history, secret="cogs", solved=True)
    assert grade(whole).moves == grade(record).moves


def test_the_same_door_takes_a_spec_string_or_the_usual_strategy() -> None:
    game = parse_game("mastermind:pegs=2,colours=3")
    usual, spec, made = (evaluate(game, given) for given in (None, "entropy", parse_strategy("entropy")))
    assert usual.strategy == spec.strategy == made.strategy == "entropy"
    assert usual.total == spec.total == made.total
    assert usual.tree is not None
    assert usual.tree == made.tree


@pytest.mark.parametrize(
    ("spec", "options", "says"),
    [
        (
            "battleship:size=2x3,fleet=2",
            {"beam": 2},
            "only the mean is solved.*beam does not go with that, first and out do",
        ),
        ("battleship:size=2x3,fleet=2", {"objective": "worst", "within": 3}, "objective worst and within do not go"),
        (
            "ulam:numbers=100@lies:most=1",
            {"first": (1,)},
            "only the worst case is solved.*first does not go with that$",
        ),
        ("ulam:numbers=100@lies:most=1", {"objective": "mean"}, "objective mean does not go with that$"),
        (
            "mastermind:pegs=2,colours=3",
            {"objective": "best"},
            "the objective is mean, worst, within=N or setter, not 'best'",
        ),
        ("mastermind:pegs=2,colours=3", {"objective": "worst", "within": 4}, "within goes with the objective mean"),
        ("mastermind:pegs=2,colours=3@noise", {}, "any number of its answers may be lies; evaluate a strategy instead"),
        ("hangman:words=words.txt", {"only_possible": True}, "only_possible does not go with that"),
    ],
)
def test_what_a_method_does_not_take_is_refused_with_the_reason(
    spec: str, options: dict[str, object], says: str
) -> None:
    with pytest.raises(ParameterError, match=says) as refused:
        solve(parse_game(spec), **options)  # type: ignore[arg-type]
    assert one_sentence(str(refused.value))


@pytest.mark.parametrize(
    ("spec", "options", "says"),
    [
        ("battleship:size=2x3,fleet=2", {"by_first_feedback": True}, "one by one.*; leave it out"),
        ("mastermind:pegs=2,colours=3", {"by_first_feedback": True, "sample": 3}, "; leave first and sample out"),
        ("hangman:words=words.txt", {"by_first_feedback": True, "first": "c"}, "; leave first and sample out"),
        ("mastermind:pegs=2,colours=3", {"sample": 0}, "sample is a number of secrets, 1 or more, not 0"),
        ("battleship:size=2x3,fleet=2", {"otherwise": 0}, "otherwise is a number of secrets, 1 or more, not 0"),
    ],
)
def test_what_is_not_evaluated_is_refused_before_any_work(
    spec: str, options: dict[str, object], says: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Greedy, "decide", lambda *_, **__: pytest.fail("there was work"))
    with pytest.raises(ParameterError, match=says):
        evaluate(parse_game(spec), **options)  # type: ignore[arg-type]


def test_each_first_answer_apart() -> None:
    for spec in ("mastermind:pegs=2,colours=3", "hangman:words=words.txt"):
        found = evaluate(parse_game(spec), by_first_feedback=True)
        rows = found.by_first_feedback()
        assert sum(row.total for row in rows) == found.total
        assert set(found.as_json(by_first_feedback=True)["by_first_feedback"]) == {row.feedback for row in rows}
        assert evaluation_table(found, by_first_feedback=True)
    with pytest.raises(ParameterError, match="are not told apart"):
        evaluate(parse_game("battleship:size=2x3,fleet=2")).by_first_feedback()


def test_a_strategy_says_where_it_may_be_slow() -> None:
    table, none = parse_game("mastermind:pegs=2,colours=3"), parse_game("battleship:size=2x3,fleet=2")
    assert not parse_strategy("entropy").slow(none)
    assert parse_strategy("ismcts:seconds=0.1").slow(table)
    assert [parse_strategy("look-ahead").slow(game) for game in (table, none)] == [
        parse_strategy("look-ahead").heavy, True,
    ]  # fmt: skip


def test_a_limit_is_no_wish_that_a_method_may_refuse() -> None:
    spent = {"limit": Limit(seconds=10), "memory": 1 << 20, "threads": 1, "symmetry": False}
    for name in ("ulam:numbers=100@lies:most=1", "battleship:size=2x3,fleet=2", "number:numbers=8"):
        assert solve(parse_game(name), **spent).proved  # type: ignore[arg-type]


def test_an_evaluation_compiles_no_solver_to_tell_the_optimum(monkeypatch: pytest.MonkeyPatch) -> None:
    found = evaluate(parse_game("fake-coin:coins=6"))
    monkeypatch.setattr(published_optima, "search_ready", lambda: False)
    gap = gap_to(found, prove=False)
    assert gap == Gap(None, None, untried=True)
    assert "--optimum" in str(optimum_line(found, gap))
    assert gap_to(found, prove=True).total is not None
    published = evaluate(parse_game("mastermind:pegs=3,colours=4"))
    assert gap_to(published, prove=False).total is not None  # that one is at hand
    monkeypatch.setattr(published_optima, "search_ready", lambda: True)
    assert gap_to(found, prove=False) == gap_to(found, prove=True)
