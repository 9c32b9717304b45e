"""Tournaments of games of several players: seats in turn, the same deals for all, standings."""

from __future__ import annotations

import csv
import json
from collections import Counter
from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, ClassVar, Self

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sleuth.adapters.cli.app import run
from sleuth.belief.seat_set import SeatAnswer, SeatSet
from sleuth.core.errors import ActionError
from sleuth.core.limit import UNLIMITED, Limit
from sleuth.core.registry import BELIEFS, SEAT_STRATEGIES, TABLES
from sleuth.core.table_game import Deal, Event, SeatView, TableGame, TableState
from sleuth.measures.intervals import wilson
from sleuth.play.table import Table
from sleuth.play.tournament import (
    Config,
    ConfigError,
    EngineError,
    Results,
    ResultsError,
    Row,
    line_standing,
    played_rows,
    read_results,
    resume,
    run_tournament,
    summarise,
    write_csv,
)
from sleuth.strategies.seat_strategy import SeatDecision, SeatStrategy

# A game: the players name a number each in turn, and who names the hidden one wins.


@dataclass(frozen=True)
class NumberView(SeatView):
    game: NumberRace
    player: int | None
    events: tuple[str, ...] = ()
    over: bool = False

    @property
    def actor(self) -> int | None:
        return len(self.events) % self.game.seats + 1

    def legal(self) -> Iterator[str]:
        mine = self.actor == self.player and not self.over
        return (f"names({self.player},{{{n}; {n}}})" for n in range(self.game.numbers) if mine)

    def sees(self, event: Event) -> Self:
        return replace(self, events=(*self.events, event))


@dataclass(frozen=True)
class NumberState(TableState):
    game: NumberRace
    deal: int
    actions: tuple[str, ...] = ()

    @property
    def winner(self) -> int | None:
        hit = bool(self.actions) and self.actions[-1].endswith(f"{{{self.deal}; {self.deal}}})")
        return (len(self.actions) - 1) % self.game.seats + 1 if hit else None

    @property
    def over(self) -> bool:
        return self.winner is not None

    @property
    def actor(self) -> int | None:
        return len(self.actions) % self.game.seats + 1

    @property
    def ending(self) -> str:
        return "named"

    @property
    def turns(self) -> int:
        return len(self.actions)

    def playing(self, player: int, /) -> bool:
        return True

    def view(self, player: int | None, /) -> NumberView:
        return NumberView(self.game, player, self.actions, self.over)

    def do(self, action: str, /) -> Self:
        if not action.startswith(f"names({self.actor},"):
            raise ActionError(f"it is for player {self.actor} to name a number")
        return replace(self, actions=(*self.actions, action))


@dataclass(frozen=True)
class NumberRace(TableGame):
    """Name the number first."""

    seats: int = 2
    numbers: int = 6

    @property
    def players(self) -> range:
        return range(1, self.seats + 1)

    def shuffle(self, rng: np.random.Generator) -> Deal:
        return int(rng.integers(self.numbers))

    def begin(self, deal: Deal) -> NumberState:
        return NumberState(self, deal)

    def format_action(self, action: str) -> str:
        return action

    def parse_action(self, text: str) -> str:
        return text

    def format_deal(self, deal: Deal) -> str:
        return f"the number {deal}"

    def parse_deal(self, text: str) -> Deal:
        return int(text.rpartition(" ")[2])

    def narrate(self, event: Event, names: dict[int, str], me: int | None = None) -> str:
        return str(event)

    def prompt(self, view: SeatView) -> str:
        return "a number"

    def read_move(self, view: SeatView, text: str) -> str:
        return text


@dataclass(frozen=True)
class NumberSet(SeatSet):
    view: SeatView

    @property
    def left(self) -> list[str]:
        """What nobody has named."""
        named = {event.partition("{")[2] for event in self.view.events}
        return [action for action in self.view.legal() if action.partition("{")[2] not in named]

    @property
    def size(self) -> int:
        return len(self.left)

    @property
    def entropy(self) -> float:
        return float(np.log2(self.size))

    def probability(self, event: Any) -> float:
        raise NotImplementedError

    def candidates(self, most: int | None = None) -> list[Deal]:
        raise NotImplementedError

    def sample(self, rng: np.random.Generator, n: int = 1) -> list[Deal]:
        raise NotImplementedError

    def observe(self, event: Event) -> NumberSet:
        return NumberSet(self.view.sees(event))

    def answer(self, action: Any, deal: Deal, rng: np.random.Generator) -> tuple[Event, ...]:
        return (action,)

    def children(self, action: Any) -> list[SeatAnswer]:
        raise NotImplementedError

    def draw(self, rng: np.random.Generator) -> str:
        return str(rng.choice(list(self.view.legal())))

    @property
    def key(self) -> Hashable:
        return self.view.events


@dataclass(frozen=True)
class Careful(SeatStrategy):
    """Names no number twice."""

    name: ClassVar[str] = "careful"
    first: bool = False
    """Whether it takes them in order."""

    def decide(self, info: SeatSet, *, rng: np.random.Generator, limit: Limit = UNLIMITED) -> SeatDecision:
        assert isinstance(info, NumberSet)
        return SeatDecision(info, info.left[0] if self.first else str(rng.choice(info.left)), str(self))


@dataclass(frozen=True)
class Stubborn(SeatStrategy):
    """Names one number for ever."""

    name: ClassVar[str] = "stubborn"

    def decide(self, info: SeatSet, *, rng: np.random.Generator, limit: Limit = UNLIMITED) -> SeatDecision:
        return SeatDecision(info, info.actions[0], str(self))


@dataclass(frozen=True)
class Broken(SeatStrategy):
    """Gives up when it has seen something."""

    name: ClassVar[str] = "broken"

    @classmethod
    def plays(cls, game: TableGame) -> bool:
        return len(game.players) == 2

    def decide(self, info: SeatSet, *, rng: np.random.Generator, limit: Limit = UNLIMITED) -> SeatDecision:
        if info.history:
            raise ActionError("I give up")
        return SeatDecision(info, info.actions[0], str(self))


GAME, THREE = "number-race:seats=2,numbers=6", "number-race:seats=3,numbers=6"
LINE = "careful vs random"


@pytest.fixture(autouse=True)
def number_race(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(TABLES, "_things", {**TABLES._ours, "number-race": NumberRace})
    monkeypatch.setattr(BELIEFS, "_kinds", {**BELIEFS._kinds, NumberRace: NumberSet})
    players = {kind.name: kind for kind in (Careful, Stubborn, Broken)}
    monkeypatch.setattr(SEAT_STRATEGIES, "_things", {**SEAT_STRATEGIES._ours, **players})


def rows_of(*lines: str, game: str = GAME, trials: int = 12, seed: int = 3) -> list[Row]:
    return played_rows(Config.of([game], lines, trials, [seed]), workers=0)[0]


def without_times(rows: Sequence[Row]) -> list[Row]:
    return [row._replace(seconds=0.0, cpu=0.0, took=0.0) for row in rows]


# Configs.


@pytest.mark.parametrize(
    "seats",
    [
        'seats = ["careful", "random"]',
        'seats = [["careful", "random"]]',
        'agents = ["careful vs random"]',
        'seats = ["careful:first=false", "random"]',
    ],
)
def test_a_line_is_an_agent(seats: str) -> None:
    config = Config.parse(f'[[games]]\ngame = "number-race"\ntrials = 4\n{seats}')
    (entry,) = config.entries
    assert (entry.game, entry.agents) == (GAME, (LINE,))
    assert Config.parse(str(config)) == config


def test_the_last_player_fills_the_seats_that_are_left() -> None:
    sizes = '[[games]]\ngame = "number-race"\ntrials = 4\nsizes = [{seats = 2}, {seats = 4}]\n'
    config = Config.parse(sizes + 'seats = [["careful"], ["stubborn", "random"]]')
    assert [entry.agents for entry in config.entries] == [
        ("careful vs careful", "stubborn vs random"),
        ("careful vs careful vs careful vs careful", "stubborn vs random vs random vs random"),
    ]
    assert Config.parse(str(config)) == config


def test_one_config_has_games_of_one_player_and_of_several() -> None:
    config = Config.of(["number:numbers=9", "number-race"], ["random"], trials=2)
    assert [entry.agents for entry in config.entries] == [("random",), ("random vs random",)]


@pytest.mark.parametrize(
    ("game", "message"),
    [
        ('game = "number-race"\nseats = ["careful", "random", "random"]', r"'games\[1\].seats\[1\]': 3 players for 2"),
        ('game = "number-race"\nseats = ["carefull"]', "there is no player called 'carefull'; did you mean careful"),
        ('game = "number-race"\nseats = ["careful"]\nagents = ["random"]', "write seats or agents, not both"),
        ('game = "number-race"\nseats = []', "it is a list of players"),
        ('game = "number-race"\nseats = "careful"', "is a list of players, not 'careful'"),
        ('game = "number-race"\nseats = [["careful"], 3]', "is a list of players, not 3"),
        ('game = "number-race"\nseats = [["careful", 3]]', "a player is a spec string, not 3"),
        ('game = "number-race"\nseats = [["random"], ["random", "random"]]', "random vs random is given twice"),
        ('game = "number-race:seats=3"\nseats = ["broken"]', "broken does not play number-race"),
        ('game = "number-race:size=3"\nseats = ["random"]', "has no parameter 'size'"),
        ('game = "number"\nseats = ["random"]', "is for games of several players; write agents"),
    ],
)
def test_what_is_wrong_with_seats_is_told_with_its_place(game: str, message: str) -> None:
    with pytest.raises(ConfigError, match=message) as raised:
        Config.parse(f"trials = 4\n\n[[games]]\n{game}", "cup.toml")
    assert raised.value.line in (4, 5)


# Trials.


def test_everybody_plays_every_deal_from_every_seat() -> None:
    rows = rows_of("careful", game=THREE, trials=12)
    deals = [row.secret for row in rows]
    assert all(len({*deals[k : k + 3]}) == 1 for k in range(0, 12, 3))
    assert len({*deals}) > 1
    assert [row.secret for row in rows_of("random", game=THREE, trials=12)] == deals
    rows = rows_of("stubborn vs careful:first=true", game=THREE, trials=3)
    assert [row.record().seats.index("stubborn") for row in rows] == [0, 1, 2]  # type: ignore[union-attr]


def test_a_trial_is_seeded_by_its_number() -> None:
    """The numbers that published figures were played with."""
    for row in rows_of(LINE, trials=8, seed=5):
        deal = np.random.default_rng([5, (row.trial - 1) // 2, 7]).integers(6)
        assert row.secret == f"the number {deal}"
        rng = np.random.default_rng([5, row.trial - 1])
        choices = [f"names(1,{{{n}; {n}}})" for n in range(6)]
        assert row.history.split("\n")[0] == str(rng.choice(choices))


def test_rows_say_who_won() -> None:
    for row in rows_of(LINE, trials=20):
        table = row.record()
        assert isinstance(table, Table)
        assert str(Table.parse(str(table))) == str(table)
        end = json.loads(row.spent)
        assert (end["seat"], end["ending"]) == (table.state.winner, "named")
        assert table.seats[end["seat"] - 1] == LINE.split(" vs ")[end["player"]]
        assert (row.steps, row.solved, row.error) == (table.state.turns, True, None)
        assert row.decisions == len(table.state.actions)
        assert 0 < row.seconds <= row.took


def test_a_game_without_end_has_no_winner() -> None:
    rows = rows_of("stubborn", trials=10)
    assert {row.solved for row in rows} == {True, False}
    for row in rows:
        assert row.solved == (row.secret == "the number 0")
        if not row.solved:
            assert (row.steps, json.loads(row.spent)) == (200, {"seat": None, "player": None, "ending": "long"})
    ends = line_standing(GAME, "stubborn vs stubborn", rows).ends
    assert Counter(ends) == Counter("named" if row.solved else "long" for row in rows)


# Results files.


def test_a_tournament_with_seats_goes_on(tmp_path: Path) -> None:
    def stop(standing: Any) -> None:
        if standing.done >= 5:
            raise KeyboardInterrupt

    config = Config.of([GAME, "number:numbers=9"], ["random"], trials=8)
    with pytest.raises(KeyboardInterrupt):
        run_tournament(config, tmp_path / "cup.db", workers=0, watch=stop)
    assert 0 < len(read_results(tmp_path / "cup.db").rows) < 16
    standing = resume(tmp_path / "cup.db", workers=0)
    assert (standing.done, standing.total) == (16, 16)
    whole = played_rows(config, workers=0)[0]
    assert without_times(read_results(tmp_path / "cup.db").rows) == without_times(whole)
    write_csv(read_results(tmp_path / "cup.db"), tmp_path / "cup.csv")
    with (tmp_path / "cup.csv").open(newline="") as file:
        assert {row["history"] for row in csv.DictReader(file)} == {row.history for row in whole}


def test_a_file_gets_more_games_and_none_is_played_twice(tmp_path: Path) -> None:
    path, config = tmp_path / "games.db", Config.of([GAME], [LINE], 6, [3])
    first, played = played_rows(config, path, workers=0)
    assert (len(first), played) == (6, 6)
    more = Config.of([GAME], [LINE], 9, [3], name="more")
    rows, played = played_rows(more, path, workers=0)
    assert (rows[:6], played) == (first, 3)
    assert without_times(rows) == without_times(played_rows(more, workers=0)[0])
    assert played_rows(config, path, workers=0) == (first, 0)  # fewer games than the file has
    assert read_results(path).config == more


@pytest.mark.parametrize(
    ("other", "message"),
    [
        ((GAME, "random", 3), "careful vs random.*and not"),
        ((GAME, LINE, 4), r"it has seeds = \[3\], and not seeds = \[4\]; name another file"),
        ((THREE, LINE, 3), "seats=2,numbers=6.*and not.*seats=3,numbers=6"),
    ],
)
def test_the_file_of_another_tournament_is_refused(tmp_path: Path, other: tuple[str, str, int], message: str) -> None:
    path, (game, line, seed) = tmp_path / "games.db", other
    played_rows(Config.of([GAME], [LINE], 2, [3]), path, workers=0)
    before = read_results(path).rows
    with pytest.raises(ResultsError, match=message):
        played_rows(Config.of([game], [line], 6, [seed]), path, workers=0)
    assert read_results(path).rows == before


def test_a_game_that_was_changed_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    config = Config.of([GAME], [LINE], 2)
    run_tournament(config, tmp_path / "cup.db", workers=0)
    monkeypatch.setattr(NumberRace, "format_deal", lambda self, deal: f"number {deal}")
    with pytest.raises(ResultsError, match="have changed since"):
        played_rows(Config.of([GAME], [LINE], 4), tmp_path / "cup.db", workers=0)


# What fails.


def test_a_failed_trial_is_a_row_and_counts_for_nobody(tmp_path: Path) -> None:
    config = Config.of([GAME], ["broken vs careful:first=true"], 6, [3])
    run_tournament(config, tmp_path / "cup.db", workers=0)
    results = read_results(tmp_path / "cup.db")
    failed = [row for row in results.rows if row.error is not None]
    assert {row.error for row in failed} == {"I give up"}
    (cell,), (line,) = summarise(results).cells, summarise(results).lines
    assert (cell.trials, cell.failed, cell.error) == (6, len(failed), "I give up")
    assert line.games == 6 - len(failed) == sum(player.wins for player in line.players)


def test_many_games_end_with_the_first_that_fails(tmp_path: Path) -> None:
    config = Config.of([GAME], ["broken vs careful"], 6, [3])
    for path in (None, tmp_path / "games.db"):
        with pytest.raises(EngineError, match=r"trial [0-9] of broken vs careful in number-race.*: I give up"):
            played_rows(config, path, workers=0)


# Standings.


@given(
    st.lists(st.sampled_from(["race", "random", "careful"]), min_size=2, max_size=4),
    st.lists(st.tuples(st.integers(0, 4), st.integers(1, 60)), max_size=30),
)
def test_standings_of_a_line(names: list[str], games: list[tuple[int, int]]) -> None:
    rows, line = [], " vs ".join(names)
    for trial, (seat, turns) in enumerate(games, 1):
        won = seat if 1 <= seat <= len(names) else None
        place = None if won is None else (won - trial) % len(names)
        spent = json.dumps({"seat": won, "player": place, "ending": "long" if won is None else "right"})
        rows.append(Row(1, GAME, line, trial, turns, won is not None, 1, 0.0, 0.0, 0.0, spent, "", "", None))
    found = line_standing(GAME, line, rows)
    assert [player.agent for player in found.players] == list(dict.fromkeys(names))
    assert sum(player.par for player in found.players) == pytest.approx(1)
    assert sum(player.wins for player in found.players) == sum(row.solved for row in rows)
    assert sum(found.ends.values()) == found.games == len(rows)
    for player in found.players:
        assert player.seats == names.count(player.agent)
        assert (player.low, player.high) == wilson(player.wins, len(rows))
    if rows:
        assert found.turns == pytest.approx(np.mean([turns for _, turns in games]))
        assert found.first_seat == pytest.approx(np.mean([seat == 1 for seat, _ in games]))
    else:
        assert (found.turns, found.first_seat) == (None, None)


def test_who_names_no_number_twice_wins_more(tmp_path: Path) -> None:
    rows = tuple(rows_of(LINE, trials=300))
    report = summarise(Results(tmp_path, Config.of([GAME], [LINE], 300, [3]), rows))
    (line,) = report.lines
    assert line.players[0].low > line.players[0].par == 0.5
    assert not report.comparisons


# The command line.


@pytest.fixture
def cup(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "120")
    (tmp_path / "cup.toml").write_text('[[games]]\ngame = "number-race"\nseats = ["careful", "random"]\ntrials = 10\n')


@pytest.mark.usefixtures("cup")
def test_run_report_and_record(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["tournament", "run", "cup.toml", "--workers", "0", "--json"]) == 0
    (line,) = json.loads(capsys.readouterr().out)["seats"]
    assert (line["game"], line["line"], line["games"], line["ends"]) == (GAME, LINE, 10, {"long": 0, "named": 10})
    assert [player["agent"] for player in line["players"]] == ["careful", "random"]
    assert run(["tournament", "report", "cup.db"]) == 0
    out = capsys.readouterr().out
    assert f"{GAME}: {LINE}, 10 games" in out
    assert "95% interval" in out
    assert "They ended: 10 named." in out
    assert run(["tournament", "record", "cup.db", GAME, LINE, "2", "--out", "two.txt"]) == 0
    table = Table.parse(Path("two.txt").read_text())
    assert table.seats == ("random", "careful")
    assert table.over
