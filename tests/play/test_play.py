"""Oracles, matches and records."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.trials import trials

from sleuth import (
    Adversarial,
    Game,
    Human,
    Record,
    Scripted,
    Truthful,
    begin,
    evaluate,
    match,
    parse_game,
    parse_strategy,
    turns,
)
from sleuth.core.errors import ActionError, ContradictionError, ParameterError, RecordError, TooLargeError
from sleuth.core.history import History
from sleuth.games.codes.rules.code import Code
from sleuth.games.codes.rules.mastermind import Mastermind
from sleuth.play.oracles import make_oracle
from sleuth.testing.views import reachable

SMALL = [
    "mastermind:pegs=3,colours=4",
    "bulls-and-cows:length=3,symbols=5",
    "fake-coin:coins=6",
    "treasure-hunt:cells=9",
    "low-middle-high:numbers=12",
    "black-box:size=3,atoms=2",
    "number:numbers=30",
    "guess-who",
    "mastermind:pegs=2,jar=4-2-1",
]


def explains(game: Game, secret: object, history: History) -> bool:
    return all(game.feedback(action, secret) == feedback for action, feedback in history)


@settings(max_examples=trials(30), deadline=None)
@given(st.sampled_from(SMALL), st.sampled_from(["entropy", "minimax", "random", "size"]), st.integers(0, 99))
def test_every_adversarial_play_ends_at_a_secret_that_explains_it(spec: str, rule: str, seed: int) -> None:
    game = parse_game(spec)
    info = begin(game)
    record = match(info, parse_strategy(rule), Adversarial(info), rng=np.random.default_rng(seed))
    assert explains(game, record.secret, record.history)
    left = info.observe_all(record.history)
    assert left.over
    assert left.candidates() == [record.secret]


def test_an_adversary_leaves_the_most_and_would_rather_not_lose() -> None:
    game = parse_game("number:numbers=4")
    info = begin(game)
    assert Adversarial(info).answer(2) == "higher"
    assert Adversarial(info.observe(2, "higher")).answer(3) == "higher"  # one left either way; equal would lose


@settings(max_examples=trials(40), deadline=None)
@given(st.sampled_from(SMALL), st.integers(0, 10**6))
def test_records_read_back_and_replay(spec: str, seed: int) -> None:
    game, rng = parse_game(spec), np.random.default_rng(seed)
    info = begin(game)
    secret = info.sample(rng)[0]
    record = match(info, parse_strategy("random"), Truthful(game, secret), rng=rng)
    assert Record.parse(str(record)) == record
    assert record.replay(info)[-1].over
    open_play = record.extended(History(record.history.steps[:-1]), False, secret)
    text = str(open_play)
    assert Record.parse(text) == open_play
    assert f"secret: {game.format_secret(secret)}" not in text


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "no record"),
        ("hello", "no record"),
        ("sleuth record 1\n", "names no game"),
        ("sleuth record 1\ngame: number\nfoo: 1\n", "line 3: 'foo: 1' does not belong"),
        ("sleuth record 1\ngame: number\n2: 50 = lower\n", "line 3: step 2 where step 1 belongs"),
        ("sleuth record 1\ngame: number\n1: 500 = lower\n", "line 3: step 1: number has no action"),
        ("sleuth record 1\ngame: number\n1: 50 lower\n", "not ACTION=FEEDBACK"),
        ("sleuth record 1\ngame: number\nsealed: ???\n", "damaged"),
        ("sleuth record 1\ngame: number\noracle: trutiful\n", "no oracle called 'trutiful'; did you mean truthful?"),
        ("sleuth record 1\ngame: number\noracle: Truthful\n", "no oracle called 'Truthful'"),
        ("sleuth record 1\ngame: number\noracle:\n", "no oracle called ''"),
        ("sleuth record 1\ngame: number\nresult: solred\n", "is solved or open, not 'solred'"),
    ],
)
def test_bad_records_are_explained(text: str, told: str) -> None:
    with pytest.raises((RecordError, ValueError), match=told):
        Record.parse(text)


def test_a_false_answer_in_a_record_is_found() -> None:
    game = parse_game("number:numbers=9")
    record = Record(game, History().add(5, "lower").add(2, "lower"), secret=3, solved=True)
    with pytest.raises(RecordError, match="step 2: the record says lower, the law says higher"):
        record.replay(begin(game))


@pytest.mark.parametrize("oracle", ["truthful", "adversarial", "setter", "scripted"])
def test_no_oracle_may_tell_what_is_false_where_nobody_may_lie(oracle: str) -> None:
    game = parse_game("mastermind:pegs=4,colours=6")
    text = f"sleuth record 1\ngame: {game}\noracle: {oracle}\n1: 0011 = 3.0\nsecret: 0123\nresult: open\n"
    with pytest.raises(RecordError, match=r"step 1: the record says 3\.0, the law says 1\.1"):
        Record.parse(text).replay(begin(game))


def test_whoever_may_err_or_lie_is_not_held_to_the_law() -> None:
    for game, oracle in (("number:numbers=9", "human"), ("number:numbers=9@lies:most=1", "lying")):
        text = f"sleuth record 1\ngame: {game}\noracle: {oracle}\n1: 5 = lower\nsecret: 7\nresult: open\n"
        record = Record.parse(text)
        assert len(record.replay(begin(record.game))) == 2
        assert str(Record.parse(str(replace(record, solved=True)))) == str(replace(record, solved=True))


def test_records_are_written_whole(tmp_path: Path) -> None:
    record = Record(parse_game("number"), History().add(50, "lower"), secret=7)
    record.write(tmp_path / "a.record")
    assert Record.read(tmp_path / "a.record") == record
    assert [p.name for p in tmp_path.iterdir()] == ["a.record"]
    with pytest.raises(RecordError, match="cannot write"):
        record.write(tmp_path / "none" / "a.record")
    with pytest.raises(RecordError, match="cannot read"):
        Record.read(tmp_path / "b.record")


def test_scripted_and_human_oracles() -> None:
    game = parse_game("number:numbers=8")
    info = begin(game)
    record = match(info, parse_strategy("entropy"), Scripted(["lower", "higher", "equal"]))
    assert record.solved
    with pytest.raises(ParameterError, match="no answer left"):
        match(info, parse_strategy("entropy"), Scripted(["lower"]))
    asked: list[int] = []

    def person(action: int) -> str:
        asked.append(action)
        return str(game.feedback(action, 6))

    assert match(info, parse_strategy("entropy"), Human(person)).history.steps[-1] == (6, "equal")
    assert asked[-1] == 6


def test_a_lie_is_a_contradiction_that_names_the_step() -> None:
    game = parse_game("number:numbers=8")
    with pytest.raises(
        ContradictionError, match=r"step 2 \(5=higher\) is impossible: 2 secrets were possible"
    ) as caught:
        begin(game).observe(3, "lower").observe(5, "higher")
    assert caught.value.step == 2
    with pytest.raises(ActionError, match="not an action"):
        begin(game).observe(99, "higher")


def test_make_oracle() -> None:
    info, rng = begin(parse_game("number:numbers=8")), np.random.default_rng(0)
    assert make_oracle("truthful", info, rng, 5).reveal() == 5
    with pytest.raises(ParameterError, match="holds no secret"):
        make_oracle("adversarial", info, rng, 5)
    with pytest.raises(ValueError, match="did you mean truthful"):
        make_oracle("truthfull", info, rng)


@pytest.mark.parametrize("rule", ["random", "entropy", "minimax", "size", "parts"])
def test_no_strategy_can_reach_the_oracle(rule: str) -> None:
    """Whatever a strategy is handed, and whatever it hands back, leads to no oracle."""
    game = parse_game("bulls-and-cows:length=3,symbols=6")
    strategy, oracle = parse_strategy(rule), Truthful(game, (4, 0, 2))
    for turn in turns(begin(game), strategy, oracle, rng=np.random.default_rng(1)):
        for handed in (turn.before, turn.decision, strategy):
            assert not reachable(handed, lambda found: found is oracle)


def test_a_record_of_a_game_from_a_file_reads_back(tmp_path: Path) -> None:
    (tmp_path / "coin.py").write_text(
        "from dataclasses import dataclass\nfrom sleuth import Game\n\n@dataclass(frozen=True)\nclass Coin(Game):\n"
        "    sides: int = 2\n    def secrets(self): return range(self.sides)\n"
        "    def feedback(self, action, secret): return action == secret\n"
    )
    record = Record(parse_game(f"{tmp_path / 'coin.py'}:sides=5"), History().add(1, False))
    assert Record.parse(str(record)) == record


@dataclass(frozen=True)
class Unlisted(Mastermind):
    """Its secrets must not be listed."""

    def secrets(self) -> Iterable[Code]:
        raise AssertionError("listed")


@dataclass(frozen=True)
class Uncounted(Mastermind):
    """Its secrets are not counted without listing them."""

    def count(self) -> None:  # type: ignore[override]
        return None


def test_what_is_too_large_to_evaluate_is_refused_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    strategy = parse_strategy("entropy")
    with pytest.raises(TooLargeError, match="531,441 secrets and 531,441 actions: too many to evaluate whole"):
        evaluate(Unlisted(6, 9), strategy)
    with pytest.raises(AssertionError, match="listed"):
        evaluate(Unlisted(3, 3), strategy)
    assert evaluate(Uncounted(3, 3), strategy).secrets == 27
    monkeypatch.setenv("SLEUTH_TABLE_BYTES", "0")
    with pytest.raises(TooLargeError, match="16,807 secrets and 16,807 actions: too many to evaluate whole"):
        evaluate(Uncounted(5, 7), parse_strategy("random"))  # found out after listing
