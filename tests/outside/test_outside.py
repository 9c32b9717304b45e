"""A game with a belief, a goal, a channel, players, an oracle and boards of its own passes every door."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from sleuth import begin, parse_game, parse_strategy
from sleuth.adapters.cli.app import run
from sleuth.adapters.service.limits import SERVED
from sleuth.app import catalogue
from sleuth.app.perform import perform
from sleuth.app.requests import Advance, Evaluate, PossibleAnswers, Start
from sleuth.core.game_spec import parse_table
from sleuth.core.offers import plain_game, truthful
from sleuth.play.match import match
from sleuth.play.oracles import make_oracle
from sleuth.play.table import Table
from sleuth.show.svg import svg_board
from sleuth.strategies.catalogue import strategy_names
from sleuth.strategies.seat_strategy import parse_seats, seat_strategies
from sleuth.strategies.strategy_walk import mean_steps, walk
from sleuth.testing import check_belief, check_game, check_table

SITE = Path(__file__).parent / "site"
SPECIALISTS = ("tree", "command", "maheshwari-singhvi", "word-by-word", "berlekamp")
QUICK = {"ismcts": "ismcts:iterations=100", "sampled-ises": "sampled-ises:seconds=0.1", "rollout": "rollout:seconds=1"}


class Shell:
    """Commands in this process."""

    def __init__(self, capsys: pytest.CaptureFixture[str]) -> None:
        self.capsys = capsys

    def __call__(self, line: str) -> tuple[int, str, str]:
        code = run(line.split())
        out, err = self.capsys.readouterr()
        return code, out, err

    def json(self, line: str) -> dict[str, object]:
        code, out, err = self(f"{line} --json")
        assert code == 0, err
        value = json.loads(out)
        assert isinstance(value, dict)
        return value


@pytest.fixture
def shell(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Shell]:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "100")
    return Shell(capsys)


def test_everything_is_found_by_its_entry_point() -> None:
    game = parse_game("cups:cups=4@shy:chance=0.2")
    assert str(game) == "cups:cups=4,poisoned=2@shy:chance=0.2"
    assert "sip" in strategy_names()
    assert type(begin(plain_game(game))).__name__ == "CupSet"
    assert type(begin(game)).__name__ == "LyingSet"
    assert "cups on the table: U U" in "".join(str(part) for part in [_drawn(begin(plain_game(game)))])
    assert "Cups on the table" in svg_board(begin(plain_game(game)))


def _drawn(info: object) -> str:
    from rich.console import Console

    from sleuth.show.board import board

    console = Console(width=80, color_system=None)
    with console.capture() as captured:
        console.print(board(info))  # type: ignore[arg-type]
    return captured.get()


@pytest.mark.parametrize("spec", ["cups", "cups:cups=4,poisoned=1", "cups:cups=4@shy", "cups:cups=4@lies:most=1"])
def test_the_kit_passes_the_game_and_its_sets(spec: str) -> None:
    game = parse_game(spec)
    if truthful(game):
        check_game(game)
    check_belief(begin(game), plays=3)


def test_a_game_of_several_players_is_found_and_played() -> None:
    game = parse_table("cup-race:faces=4,rule=one")
    assert list(seat_strategies(game)) == ["random", "optimal-race", "halving", "taster"]
    check_table(game, plays=1)
    table = Table.deal(game, [str(one) for one in parse_seats("", game)], seed=1)
    for move in table.moves():
        table = move.after
    assert Table.parse(str(table)) == table
    assert "taster" not in seat_strategies(parse_table("guess-who-race"))
    assert table.state.winner


def test_the_goal_ends_the_play() -> None:
    info = begin(parse_game("cups"))
    assert not info.over
    assert [child.over for child in info.children((0, 1))] == [False, True, True]
    assert info.observe((0, 1), 0).over
    assert info.table() is None  # kernels do not know the goal, so everything takes the plain way


@pytest.mark.parametrize("spec", ["cups", "cups:cups=4@shy"])
@pytest.mark.parametrize(
    "name", ["random", "entropy", "look-ahead", "rollout", "ismcts", "sampled-ises", "optimal", "sip"]
)
def test_every_strategy_plays_to_the_end(name: str, spec: str) -> None:
    info, rng = begin(parse_game(spec)), np.random.default_rng(1)
    record = match(info, parse_strategy(QUICK.get(name, name)), make_oracle(None, info, rng), rng=rng)
    assert record.solved


def test_nobody_but_specialists_refuses() -> None:
    info = begin(parse_game("cups"))
    for name in strategy_names():
        if name not in SPECIALISTS:
            decision = parse_strategy(QUICK.get(name, name)).decide(info, rng=np.random.default_rng(1))
            assert info.is_legal(decision.action), name


def test_optimal_play_is_the_best_of_all_trees() -> None:
    """Brute force over the contract alone: the least mean steps of any tree."""
    info = begin(parse_game("cups:cups=4"))
    memo: dict[object, float] = {}

    def best(here: object) -> float:
        if here.over:  # type: ignore[attr-defined]
            return 0.0
        key = here.key  # type: ignore[attr-defined]
        if key not in memo:
            memo[key] = min(
                1 + sum(child.probability * best(child.after()) for child in children)
                for children in map(here.children, here.actions)  # type: ignore[attr-defined]
                if not any(child.left == here.size for child in children)  # type: ignore[attr-defined]
            )
        return memo[key]

    decision = parse_strategy("optimal").decide(info)
    assert decision.score == pytest.approx(best(info))
    assert mean_steps(walk(info, parse_strategy("optimal"))) == pytest.approx(best(info))


def test_every_command_takes_it(shell: Shell) -> None:
    names = shell.json("games")["games"]
    assert any("cups" in str(entry) for entry in names)  # type: ignore[attr-defined]
    advice = shell.json("assist cups --history 01=1")
    assert advice["action"]
    assert shell.json("watch cups --strategy sip --secret 34")["solved"]
    assert shell.json("watch cups --strategy sip --oracle cruel")["solved"]
    assert shell.json("watch cups@shy --strategy entropy --seed 3")["solved"]
    assert shell.json("evaluate cups --strategy sip")["mean"]
    lied = shell.json("evaluate cups:cups=4@shy --strategy entropy")
    assert not lied["sampled"]
    assert lied["secrets"] == 6
    assert shell.json("analyse cups:cups=4")["game"] == "cups:cups=4,poisoned=2"
    assert shell.json("check cups")["ok"]
    assert "sip" in json.dumps(shell.json("strategies cups"))
    code, out, err = shell("solve cups --json")
    assert code in (0, 1, 2)
    assert code == 0 or err.count("\n") <= 3
    code, out, _ = shell("assist cups --history 01=1")
    assert code == 0
    assert "cups on the table" in out


def test_the_service_takes_it() -> None:
    assert catalogue.entry("cups").summary == "Find a cup that is safe to drink from."
    for start in (Start("cups", secret="34"), Start("cups", "cruel", seed=1)):
        record, play = perform(start, SERVED)
        while not play.solved:
            record, play = perform(Advance(record, "sip"), SERVED)
    assert perform(PossibleAnswers("cups", "01"), SERVED) == ["1", "0", "2"]
    assert "<svg" in svg_board(begin(parse_game("cups")))
    assert perform(Evaluate("cups", "sip"), SERVED).as_json()["mean"]


def test_another_process_finds_it_too(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "sleuth", "assist", "cups", "--json"],
        env={**os.environ, "PYTHONPATH": str(SITE)},
        capture_output=True, text=True, check=False, cwd=tmp_path,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["action"]


def test_a_goal_of_its_own_needs_no_set_of_its_own(shell: Shell, tmp_path: Path) -> None:
    """A subclass has no belief of its own, so its set is the usual list; it has no table, which its goal is not for."""
    file = tmp_path / "plain.py"
    file.write_text(
        "from dataclasses import dataclass\n"
        "from cups.rules import Cups\n"
        "@dataclass(frozen=True)\n"
        "class PlainCups(Cups):\n"
        '    """Cups by a list."""\n'
    )
    info = begin(parse_game(f"{file}:cups=4"))
    assert type(info).__name__ == "EnumeratedSet"
    assert info.table() is None
    check_belief(info, plays=3)
    assert mean_steps(walk(info, parse_strategy("optimal"))) == pytest.approx(
        mean_steps(walk(begin(parse_game("cups:cups=4")), parse_strategy("optimal")))
    )
    found = shell.json("evaluate plain.py:cups=4 --strategy sip")
    assert (found["secrets"], found["sampled"]) == (6, False)
    assert shell.json("analyse plain.py:cups=4")["game"]
    code, _, err = shell("solve plain.py:cups=4")
    assert code == 2
    assert "its goal, Survive(), is none that the solver knows" in err
