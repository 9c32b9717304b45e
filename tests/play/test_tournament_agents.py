"""Agents of people's own in tournaments: objects, files, modules and programs, in workers, and after a stop."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from threading import Lock
from typing import Any

import numpy as np
import pytest

from sleuth import Decision, Strategy, parse_strategy
from sleuth.belief.base import InformationSet
from sleuth.play.tournament import (
    Config,
    ConfigError,
    EngineError,
    Row,
    played_rows,
    read_results,
    resume,
    run_tournament,
    summarise,
)

GAME = "mastermind:pegs=2,colours=3"
PROGRAM = """
import json, sys
for line in sys.stdin:
    told = json.loads(line)
    if told["type"] == "ask":
        print(told["actions"][(7 * told["step"]) % len(told["actions"])], flush=True)
"""
FILE = """
from dataclasses import dataclass
from sleuth import Decision, Strategy

@dataclass(frozen=True)
class Placed(Strategy):
    place: int = 1
    def decide(self, info, **options):
        return Decision.of(info, info.candidates(self.place)[-1], str(self))
"""


class Careful:
    """Names what is possible, by dice."""

    def decide(self, info: InformationSet, rng: np.random.Generator) -> Any:
        return info.sample(rng)[0]


@dataclass(frozen=True)
class Placed(Strategy):
    """The candidate at a place."""

    place: int = 1

    def decide(self, info: InformationSet, **options: Any) -> Decision:
        return Decision.of(info, info.candidates(self.place)[-1], str(self))


def dice(info: InformationSet, rng: np.random.Generator) -> Any:
    return info.actions[int(rng.integers(len(info.actions)))]


class Unmoved:
    """Cannot travel."""

    def __init__(self) -> None:
        self.lock = Lock()

    def decide(self, info: InformationSet) -> Any:
        return info.candidates(1)[0]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "program.py").write_text(PROGRAM)
    (tmp_path / "mine.py").write_text(FILE)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def steady(rows: tuple[Row, ...] | list[Row]) -> list[Row]:
    """Rows without their times."""
    return [row._replace(seconds=0.0, cpu=0.0, took=0.0) for row in rows]


def forget(path: str, agent: str) -> None:
    connection = sqlite3.connect(path)
    with connection:
        connection.execute("DELETE FROM trials WHERE agent = ?", (agent,))
    connection.close()


def test_every_kind_of_agent_plays_alike_here_and_in_two_workers(folder: Path) -> None:
    command = f'command:run="{sys.executable}" program.py'
    agents = [Careful(), Placed(2), dice, parse_strategy("entropy"), "mine.py:Placed:place=2", "mine:Placed", command]
    config = Config.of([GAME], agents, trials=4, seeds=[3])
    names = ("careful", "placed:place=2", "dice", "entropy", "mine.py:Placed:place=2", "mine:Placed", command)
    assert config.entries[0].agents == names
    assert list(config.objects) == ["careful", "placed:place=2", "dice"]
    here, there = (run_tournament(config, f"cup{n}.db", workers=n) for n in (0, 2))
    rows = [steady(read_results(standing.path).rows) for standing in (here, there)]
    assert rows[0] == rows[1]
    assert [row.error for row in rows[0]] == [None] * 28
    placed = {name: [row.steps for row in rows[0] if row.agent == name] for name in names}
    assert placed["placed:place=2"] == placed["mine.py:Placed:place=2"]
    assert [cell.agent for cell in summarise(read_results("cup2.db")).cells] == list(names)
    assert rows[0][0].record() is not None


def test_a_file_goes_on_by_itself_and_an_object_is_given_again(folder: Path) -> None:
    config = Config.of([GAME], [Placed(2), "mine.py"], trials=3)
    run_tournament(config, "cup.db", workers=0)
    before = steady(read_results("cup.db").rows)
    assert read_results("cup.db").config == config
    forget("cup.db", "mine.py")
    assert resume("cup.db", workers=0).written == 3  # nothing of the object is missing
    forget("cup.db", "placed:place=2")
    with pytest.raises(ConfigError, match="the agent placed:place=2 is an object, which no file holds; give it again"):
        resume("cup.db", workers=0)
    with pytest.raises(ConfigError, match="no agent called placed plays here as an object; these do: placed:place=2"):
        resume("cup.db", workers=0, agents=[Placed()])
    assert resume("cup.db", workers=0, agents=[Placed(2)]).written == 3
    assert steady(read_results("cup.db").rows) == before


def test_a_report_runs_no_agent(folder: Path) -> None:
    """Files are run where they play, not where results are read; a file that is gone is told of by resume."""
    run_tournament(Config.of([GAME], ["mine.py"], trials=2), "cup.db", workers=0)
    (folder / "mine.py").unlink()
    assert len(read_results("cup.db").rows) == 2
    forget("cup.db", "mine.py")
    with pytest.raises(ValueError, match=r"there is no file mine.py"):
        resume("cup.db", workers=0)


def test_one_that_cannot_travel_plays_here_alone(folder: Path) -> None:
    config = Config.of([GAME], [Unmoved()], trials=2)
    with pytest.raises(EngineError, match=r"the agent unmoved cannot be sent to other processes .*with workers=0"):
        run_tournament(config, "cup.db", workers=2)
    assert not Path("cup.db").exists()
    assert run_tournament(config, "cup.db", workers=0).done == 2


def test_agents_of_a_script_travel_by_value(folder: Path) -> None:
    """What is defined in `__main__` cannot be imported by a worker."""
    script = """
from sleuth.play.tournament import Config, played_rows

class Mine:
    def decide(self, info):
        return nth(info)

def nth(info):
    return info.candidates(2)[-1]

if __name__ == "__main__":
    config = Config.of(["mastermind:pegs=2,colours=3"], [Mine(), nth], trials=3)
    print([row.error for row in played_rows(config, workers=2)[0]])
"""
    (folder / "script.py").write_text(script)
    done = subprocess.run([sys.executable, "script.py"], capture_output=True, text=True, timeout=300)
    assert done.stdout.strip() == str([None] * 6), done.stderr


def test_an_agent_that_raises_has_a_failed_trial(folder: Path) -> None:
    def broken(info: InformationSet) -> Any:
        return info.nothing  # type: ignore[attr-defined]

    def wrong(info: InformationSet) -> Any:
        return (9, 9)

    run_tournament(Config.of([GAME], [broken, wrong, "entropy"], trials=1), "cup.db", workers=0)
    errors = {row.agent: row.error or "" for row in read_results("cup.db").rows}
    assert errors["broken"].startswith("AttributeError")
    assert errors["wrong"] == f"wrong: step 1: 99 is not an action of {GAME}"
    assert errors["entropy"] == ""


@pytest.mark.parametrize(
    ("agents", "said"),
    [
        ([5], "an agent is a strategy, its spec string"),
        ([Careful(), Careful()], "careful is given twice|two agents called careful"),
        ([Placed(), Placed()], "placed is given twice"),
        (["nowhere.py"], "there is no file nowhere.py"),
        ([{"decide": 1}], "an agent is a strategy"),
    ],
)
def test_what_is_no_agent_is_refused_with_its_place(agents: list[Any], said: str) -> None:
    with pytest.raises(ConfigError, match=said):
        Config.of([GAME], agents, trials=1)


def test_a_name_of_the_catalogue_is_taken() -> None:
    class Entropy:
        def decide(self, info: InformationSet) -> Any:
            return info.candidates(1)[0]

    with pytest.raises(ConfigError, match="entropy is a strategy of the catalogue; give this agent a name of its own"):
        Config.of([GAME], [Entropy()], trials=1)
    assert Config.of([GAME], [parse_strategy("entropy")], trials=1).objects == {}


def test_one_agent_in_several_games() -> None:
    config = Config.of([GAME, "number:numbers=9"], [Careful, Placed, dice, Placed(3)], trials=1)
    assert {entry.agents for entry in config.entries} == {("careful", "placed", "dice", "placed:place=3")}
    with pytest.raises(ConfigError, match="there are two agents called careful; give one of them another name"):
        Config.of([{"game": GAME, "agents": [Careful()]}, {"game": "number", "agents": [Careful()]}], trials=1)


def test_players_at_a_table_are_named() -> None:
    with pytest.raises(ConfigError, match="where several play, players are named by spec strings"):
        Config.of(["clue:hands=6-6-6"], [Careful()], trials=1)


def test_a_config_with_objects_is_text_that_reads_back() -> None:
    config = Config.of([GAME, {"game": "number:numbers=9", "agents": [dice]}], [Placed(2), "entropy"], trials=1)
    again = Config.parse(str(config))
    assert again == config
    assert again.objects == {"placed:place=2": None, "dice": None}
    assert again.with_agents([dice]).strategy("dice") is not None
    with pytest.raises(ConfigError, match="is an object, which no file holds"):
        again.strategy("placed:place=2")
    with pytest.raises(ConfigError, match="line 2, key 'objects': is a list of names"):
        Config.parse('trials = 1\nobjects = "me"\nagents = ["me"]\ngames = ["number"]', "cup.toml")


def test_rows_without_a_file(folder: Path) -> None:
    rows, number = played_rows(Config.of([GAME], [dice], trials=3), workers=0)
    assert (len(rows), number) == (3, 3)
    rows, number = played_rows(Config.of([GAME], [dice], trials=5), "cup.db", workers=0)
    assert (len(rows), number) == (5, 5)
    assert played_rows(Config.of([GAME], [dice], trials=5), "cup.db", workers=0)[1] == 0
