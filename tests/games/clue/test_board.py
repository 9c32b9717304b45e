"""Clue on a board: the rules against a plain referee, what is typed and told, players who walk, and where to go."""

from __future__ import annotations

import json
from itertools import islice, pairwise
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.games.clue.test_floor import walked
from tests.trials import trials

from sleuth.app.perform import perform
from sleuth.app.requests import ClueAssist, TableAct, TableBegin, TableHint
from sleuth.core.errors import ActionError, ParameterError, SleuthError
from sleuth.core.game_spec import parse_table
from sleuth.games.clue.belief.card_set import CardSet
from sleuth.games.clue.belief.facts import Silent, evidence_of
from sleuth.games.clue.players.random_play import random_play
from sleuth.games.clue.players.walking import next_step
from sleuth.games.clue.rules.actions import (
    CardQuestion,
    EndTurn,
    Guess,
    Moves,
    NoGuess,
    Rolls,
    format_action,
    parse_action,
)
from sleuth.games.clue.rules.clue import Clue
from sleuth.games.clue.rules.editions import CLASSIC, EDITIONS, Edition
from sleuth.games.clue.rules.situation import Situation
from sleuth.games.clue.rules.stage import Phase, PublicStage
from sleuth.games.clue.rules.views import View
from sleuth.play.table import Table, play_out
from sleuth.strategies.seat_strategy import parse_seat

SMALL = Edition.parse(
    """
    suspect: Red, Blue, Grey
    weapon: Axe, Bow, Cup
    room: Attic, Bath, Cellar
    board: Red - Attic 4, Blue - Well 3, Grey - Bath 2, Well - Attic 2, Well - Bath 5, Well - Cellar 6, Bath - Cellar 3
    passages: Attic - Cellar
    dice: 1
    """,
    "small",
)
CLASSIC_BOARD = EDITIONS["classic-board"]


def play(game: Clue, seed: int, length: int = 80) -> list[Situation]:
    return list(islice(random_play(game, np.random.default_rng(seed), guessing=0.05), length))


class Referee:
    """The rules of walking as one would read them aloud, by the names of places."""

    def __init__(self, game: Clue) -> None:
        assert game.floor is not None
        self.game, self.floor = game, game.floor
        self.at = dict(enumerate(game.floor.figures[: len(game.hands)], 1))
        self.brought: set[int] = set()
        self.rolled: int | None = None
        self.may_ask = False

    def reach(self, player: int) -> set[str]:
        here = self.at[player]
        if self.rolled is not None:
            return walked(self.floor, here, self.rolled)
        passages = {pair[1 - k] for pair in self.floor.passages for k in (0, 1) if pair[k] == here}
        return passages | ({here} if player in self.brought else set())

    def see(self, action: object) -> None:
        match action:
            case Rolls(number=number):
                self.rolled = number
            case Moves(player=player, place=place):
                there = self.floor.format_place(place)
                assert there in self.reach(player)
                new = there != self.at[player] or self.rolled is None
                self.may_ask = there in self.floor.rooms and new
                self.at[player], self.rolled = there, None
            case CardQuestion(player=player, cards=cards):
                assert self.may_ask
                names = self.game.card_names(cards)
                assert names[-1] == self.at[player]
                token = self.floor.figures.index(names[0]) + 1
                if token in self.at and self.at[token] != self.at[player]:
                    self.at[token] = self.at[player]
                    self.brought.add(token)
            case EndTurn(player=player):
                self.may_ask = False
                self.brought.discard(player)


@settings(deadline=None, max_examples=trials(60))
@given(st.integers(0, 9999), st.sampled_from([2, 3]))
def test_rules_as_a_referee_reads_them(seed: int, players: int) -> None:
    game = Clue.of(players, SMALL)
    floor, referee = game.floor, Referee(game)
    assert floor is not None
    for before, after in pairwise(play(game, seed)):
        stage, legal = before.stage, list(before.legal())
        assert [floor.format_place(place) for place in stage.places] == list(referee.at.values())
        if stage.phase in (Phase.START, Phase.MOVE):
            moves = {floor.format_place(one.place) for one in legal if isinstance(one, Moves)}
            assert moves == referee.reach(stage.turn)
        if stage.phase is Phase.ROLL:
            assert legal == [Rolls(stage.turn, number) for number in range(1, 7)]
            assert stage.actor is None
        referee.see(after.actions[-1])


@settings(deadline=None, max_examples=trials(30))
@given(st.integers(0, 9999), st.sampled_from([Clue.of(3, SMALL), Clue.of(4, CLASSIC_BOARD)]))
def test_text_reads_back_and_views_leak_nothing(seed: int, game: Clue) -> None:
    last = play(game, seed)[-1]
    for action in last.actions:
        assert parse_action(game, format_action(game, action)) == action
    watched = View.begin(game)
    for event in last.view(None).events:
        watched = watched.sees(event)
    assert watched.stage == last.stage  # what is public follows from what is public
    for player in game.players:
        assert last.view(player).stage == watched.stage


@settings(deadline=None, max_examples=trials(20))
@given(st.integers(0, 9999))
def test_a_turn_without_a_question_is_no_silence(seed: int) -> None:
    last = play(Clue.of(3, SMALL), seed)[-1]
    silent = [entry.fact for entry in evidence_of(last.view(1), asked=True).entries if isinstance(entry.fact, Silent)]
    asked, quiet = None, []
    for action in last.actions:
        if isinstance(action, Moves):
            asked = None
        elif isinstance(action, CardQuestion):
            asked = action.cards
        elif format_action(last.game, action).startswith("yes"):
            asked = None
        elif isinstance(action, NoGuess) and asked is not None and action.player != 1:
            quiet.append(Silent(action.player, asked))
    assert silent == quiet


def test_brought_to_a_room_one_may_stay_and_ask() -> None:
    game = Clue.of(3, SMALL)
    deal = game.shuffle(np.random.default_rng(1))
    at = game.floor.parse_place  # type: ignore[union-attr]
    state = Situation.begin(game, deal).do_all([Rolls(1, 4), Moves(1, at("Attic"))])
    with pytest.raises(ActionError, match="must have Attic, where the token is"):
        state.do(CardQuestion(1, game.cards("Blue, Axe, Bath")))
    state = state.do(CardQuestion(1, game.cards("Blue, Axe, Attic")))
    while state.stage.turn == 1:
        state = state.do(next(state.legal()))
    assert state.stage.phase is Phase.START
    assert set(state.legal()) == {Rolls(2, None), Moves(2, at("Attic")), Moves(2, at("Cellar"))}
    stays = state.do(Moves(2, at("Attic")))
    assert stays.stage.phase is Phase.ASK
    assert not game.details(state.view(2))["rolled"]
    assert "Attic" in parse_seat("race").explain(CardSet(state.view(2)), rng=np.random.default_rng(1)).reasons[0]
    rolled = state.do_all([Rolls(2, None), Rolls(2, 1)])
    with pytest.raises(ActionError, match="Bath is out of reach"):
        rolled.do(Moves(2, at("Bath")))
    assert rolled.do(Moves(2, at("Attic"))).stage.phase is Phase.GUESS  # who rolls and stays asks nothing
    accused = rolled.do(Moves(2, at("Attic 1 towards Well"))).do(Guess(2, deal[0]))
    assert accused.winner == 2  # anywhere, and without a question


def test_the_spec() -> None:
    game = parse_table("clue:players=4,edition=classic-board")
    assert str(game) == "clue:hands=5-5-4-4,edition=classic-board"
    assert parse_table(str(game)) == game
    with pytest.raises(ParameterError, match="none is drawn"):
        parse_table("clue:edition=classic-board,drawn_rooms=true")
    with pytest.raises(ParameterError, match="tokens for 3 players"):
        Clue.of(4, SMALL)
    with pytest.raises(ActionError, match="no board"):
        parse_action(Clue.of(3), "moves(1,Kitchen)")
    assert PublicStage.first(Clue.of(3)) == PublicStage(Phase.ASK, 1)


@pytest.mark.parametrize(
    "names", ["random", "heuristic", "most-likely vs entropy:worlds=50", "race:worlds=50,others=1"]
)
def test_games_end_and_seeds_repeat(names: str) -> None:
    game = Clue.of(3, CLASSIC_BOARD)
    one, *more = names.split(" vs ")
    seats = [parse_seat(spec) for spec in (one, (more or [one])[0], one)]
    first, again = (play_out(game, seats, np.random.default_rng(5)) for _ in range(2))
    assert first[0].actions == again[0].actions
    assert first[1] in ("right", "wrong")
    assert any(isinstance(action, Moves) for action in first[0].actions)


def step(at: str, rolled: int, worth: dict[str, float], brought: bool = False) -> str:
    """Where a player goes who finds some rooms worth something; without a roll, whether she rolls."""
    game = Clue.of(3, CLASSIC_BOARD)
    floor = game.floor
    assert floor is not None
    places = (floor.parse_place(at), *map(floor.start, (2, 3)))
    stage = PublicStage(Phase.MOVE if rolled else Phase.START, 1, places=places, rolled=rolled)
    stage = PublicStage(**{**vars(stage), "pulled": frozenset({1} if brought else ())})
    view = View(game, 1, game.cards("Plum"), (), stage)
    found = next_step(view, np.array([worth.get(room, 0.0) for room in floor.rooms]), np.random.default_rng(0))
    return floor.format_place(found.place) if isinstance(found, Moves) else "roll"


def test_ways_of_players() -> None:
    assert step("Lounge", 6, {"Dining Room": 1}) == "Dining Room"
    assert step("Lounge", 9, {"Dining Room": 0.3, "Hall": 1}) == "Hall"
    beside = step("Kitchen", 5, {"Ballroom": 1})
    assert beside == "Kitchen door 4 towards Ballroom west door"
    assert step("Kitchen", 0, {"Study": 1}) == "Study"
    assert step("Kitchen", 0, {"Ballroom": 1}) == "roll"
    assert step("Kitchen", 0, {"Kitchen": 1, "Ballroom": 0.5}, brought=True) == "Kitchen"


def test_at_the_terminal() -> None:
    turn = perform(TableBegin("clue:hands=6-6-6,edition=classic-board", 1, ("heuristic",), seed=3))
    seen = turn.seen
    assert "You are Green, at the start." in seen.own
    rolled = seen.details["rolled"]
    assert seen.prompt.startswith(f"you rolled {rolled}: towards Ballroom ({8 - rolled} more), towards Conservatory")
    assert seen.prompt.endswith("stay")
    assert seen.details["to_do"] == "move"
    assert seen.details["places"] == {"1": "Green", "2": "Mustard", "3": "Peacock"}
    assert seen.details["steps"]["Ballroom"] == 8
    for text, said in [("Kitchen", "out of reach"), ("towards Moon", "no place"), ("roll", "move phase")]:
        with pytest.raises(SleuthError, match=said):
            perform(TableAct(turn.table, text))
    assert any("Go to Ballroom: 8 steps" in reason for reason in perform(TableHint(turn.table)).reasons)
    went = perform(TableAct(turn.table, "move towards ballroom"))
    assert seen.details["drawn"] is None
    assert "You are at Ballroom east door" in went.seen.events[1]
    assert str(Table.parse(went.table)) == went.table
    assert perform(TableAct(turn.table, "stay")).seen.details["places"]["1"] == "Green"


def test_a_random_seat_asks_where_it_can() -> None:
    game = Clue.of(3, SMALL)
    at = game.floor.parse_place  # type: ignore[union-attr]
    state = Situation.begin(game, game.shuffle(np.random.default_rng(1))).do(Rolls(1, 6))
    drawn = {CardSet(state.view(1)).draw(np.random.default_rng(seed)) for seed in range(9)}
    assert drawn == {Moves(1, at("Attic"))}


LOG = """\
edition: {}
players: Ann 6, Ben 6, Cat 6
me: Ann
hand: Mustard, Plum, Knife, Rope, Hall, Study
Ann: Green, Wrench, Library -> Ben no, Cat shows Wrench
Ben: Plum, Knife, Kitchen -> Cat no, Ann shows Knife
Cat: White, Revolver, Lounge -> Ann no, Ben shows ?
"""


def test_where_to_go() -> None:
    found = perform(ClueAssist(LOG.format("classic-board"), at="Kitchen"))
    ways = {way.room: way for way in found.travel}
    assert [way.value for way in found.travel] == sorted((way.value for way in found.travel), reverse=True)
    assert ways["Ballroom"].steps == 7
    assert ways["Study"].turns == 1
    assert "by the passage, this turn" in ways["Study"].text
    assert ways["Kitchen"].text.startswith("Stay in Kitchen, if you were brought there")
    assert all(way.text.endswith("than asking here.") for room, way in ways.items() if room != "Kitchen")
    assert all(way.cards[-1] == room and way.bits > 0 for room, way in ways.items())
    rolled = {way.room: way for way in perform(ClueAssist(LOG.format("classic-board"), at="Kitchen", roll=7)).travel}
    assert "Kitchen" not in rolled
    assert rolled["Ballroom"].turns == 1 < rolled["Study"].turns
    assert not perform(ClueAssist(LOG.format("classic-board"))).travel
    assert json.loads(json.dumps(found.as_json()))["travel"][0]["room"] == found.travel[0].room


@pytest.mark.parametrize(
    ("edition", "at", "roll", "said"),
    [
        ("classic", "Kitchen", None, "this edition has no board"),
        ("classic-board", "Pantry", None, "there is no place called 'Pantry'"),
        ("classic-board", "Kitchen", 13, "2 dice make 2 to 12, not 13"),
        ("classic-board", "", 7, "say where you are too"),
    ],
)
def test_nowhere_to_go(edition: str, at: str, roll: int | None, said: str) -> None:
    with pytest.raises(SleuthError, match=said):
        perform(ClueAssist(LOG.format(edition), at=at, roll=roll))


def test_a_board_from_a_file(tmp_path: Path) -> None:
    path = tmp_path / "mine.txt"
    path.write_text(f"{CLASSIC}board: {', '.join(f'{one} - Hall 5' for one in CLASSIC.sorts[0][1])}\n")
    with pytest.raises(SleuthError, match="the board does not name Ballroom, Billiard Room"):
        parse_table(f"clue:edition={path}")
    rooms = [room for room in CLASSIC.sorts[-1][1] if room != "Hall"]
    path.write_text(f"{path.read_text()}board: {', '.join(f'{room} - Hall 6' for room in rooms)}\ndice: 1\n")
    game = parse_table(f"clue:edition={path}")
    state, _ = play_out(game, [parse_seat("heuristic")] * 3, np.random.default_rng(2))
    assert max(action.number or 0 for action in state.actions if isinstance(action, Rolls)) <= 6
