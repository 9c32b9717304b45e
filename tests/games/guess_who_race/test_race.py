"""The race of Guess Who: its values, and plays as people see them."""

from __future__ import annotations

from fractions import Fraction
from functools import cache

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.console import Console

from sleuth.adapters.cli.app import run
from sleuth.belief.seat_set import seat_set
from sleuth.core.errors import ActionError, ParameterError, SecretError, SleuthError
from sleuth.core.game_spec import parse_table
from sleuth.core.registry import BOARDS
from sleuth.games.guess_who_race.rules import RULES, GuessWhoRace, RaceMove, RaceState, other
from sleuth.games.guess_who_race.solver import best_question, race_value
from sleuth.play.table import Table, play_out
from sleuth.show.svg import svg_picture
from sleuth.solve import solve
from sleuth.strategies.seat_strategy import parse_seats, seat_strategies

PUBLISHED = [("name", 24, "5/9"), ("name", 4, "9/16"), ("one", 24, "91/144"), ("one", 4, "3/4")]


@pytest.mark.parametrize(("rule", "faces", "exact"), PUBLISHED)
def test_the_published_values(rule: str, faces: int, exact: str) -> None:
    solution = solve(GuessWhoRace(faces, rule))
    assert solution.as_json() | {"exact": exact, "value": float(Fraction(exact)), "proved": True} == solution.as_json()


@pytest.mark.parametrize(("rule", "faces"), [("name", 2), ("name", 3), ("one", 3), ("one", 4)])
@pytest.mark.parametrize("seat", [1, 2])
def test_nobody_beats_the_optimal_player_even_though_she_knows_her_own_face(rule: str, faces: int, seat: int) -> None:
    """The best reply to `optimal-race`, by every story and every own face: from both seats, that is the value."""
    game = GuessWhoRace(faces, rule)

    @cache
    def best(states: tuple[RaceState, ...]) -> Fraction:
        """How many of these deals the replier wins, who cannot tell them apart."""
        now = states[0]
        if now.over:
            return Fraction(len(states) * (now.winner == seat))
        legal = list(now.view(now.actor).legal())
        if now.actor == seat:
            return max(value(states, action) for action in legal)
        left = {player: len(run) for player, run in now.view(None).story.left.items()}
        asked = best_question(game, left[now.actor or 0], left[seat])
        drawn = [move for move in legal if (move.names, len(move.faces)) == (not asked, asked or 1)]
        return sum((value(states, move) for move in drawn), Fraction(0)) / len(drawn)

    def value(states: tuple[RaceState, ...], action: RaceMove) -> Fraction:
        parts: dict[RaceMove, list[RaceState]] = {}
        for state in states:
            after = state.do(action)
            parts.setdefault(after.actions[-1], []).append(after)
        return sum((best(tuple(part)) for part in parts.values()), Fraction(0))

    total = Fraction(0)
    for own in range(1, faces + 1):
        deals = [(own, face) if seat == 1 else (face, own) for face in range(1, faces + 1)]
        total += best(tuple(map(game.begin, deals)))
    first = race_value(game, faces, faces)
    assert total / faces**2 == (first if seat == 1 else 1 - first)


def test_optimal_play_wins_more_often_than_halving() -> None:
    game = parse_table("guess-who-race:faces=24,rule=one")
    strategies = parse_seats("optimal-race vs halving", game)
    wins = sum(play_out(game, strategies, np.random.default_rng(seed))[0].winner == 1 for seed in range(600))
    assert wins / 600 > 0.68  # 0.632 against the best play


def test_it_is_played_by_those_that_can() -> None:
    assert list(seat_strategies(parse_table("guess-who-race"))) == ["random", "optimal-race", "halving"]


@given(st.sampled_from(RULES), st.integers(2, 30), st.integers(0, 10**6))
def test_a_play_by_chance_is_told_and_ends(rule: str, faces: int, seed: int) -> None:
    table = Table.deal(GuessWhoRace(faces, rule), ["random", "halving"], seed)
    for move in table.moves():
        table = move.after
    state = table.state
    assert state.winner in (1, 2)
    assert [state.playing(player) for player in (1, 2)].count(True) == 1
    assert state.ending == ("named" if rule == "name" else "one left")
    assert len(table.story()) == len(state.actions)
    assert Table.parse(str(table)) == table


def test_a_person_plays() -> None:
    table = Table.deal(parse_table("guess-who-race:faces=8"), ["human", "halving"], seed=1, deal=(3, 6))
    game = table.game
    assert game.own(table.view()) == "Your face is 3."
    assert game.prompt(table.view()) == "1-8 left; ask about"
    table = table.act("3-5")
    assert table.story() == ["You ask whether it is one of 3-5: no."]
    for move in table.moves():
        table = move.after
    assert game.prompt(table.view()) == "1-2,6-8 left; ask about"
    for text in ("0", "5", "6", "1-3", "2,7", "name 3", "name 1-2", "name", "asks", "", "x", "9", "1-", "name 9"):
        if text != "6":
            with pytest.raises(ActionError):
                table.act(text)
    assert table.act("2").story()[-1] == "You ask whether it is one of 1-2: no."
    assert table.act("1,8").story()[-1] == "You ask whether it is one of 1, 8: no."  # a run in a circle
    lost = table.act("name 7")
    assert (lost.state.winner, lost.state.ending) == (2, "named wrongly")
    assert seat_set(lost.state.view(1)).probability((3, 7)) == 0
    assert lost.story()[-1] == "You name face 7: no."
    assert game.solution(table.state.deal) == "Player 1 had face 3, player 2 face 6."


def test_one_face_left_wins_only_where_that_is_the_rule() -> None:
    for rule, winner in (("name", None), ("one", 1)):
        state = GuessWhoRace(2, rule).begin((1, 2)).do(RaceMove(1, (1,)))
        assert state.winner == winner
        assert list(state.view(2).legal()) == ([] if winner else list(state.view(2).story.choices()))
    with pytest.raises(ActionError, match="cannot be done now; player 2 has 1-2 left"):
        GuessWhoRace(2).begin((1, 2)).do(RaceMove(1, (1,))).do(RaceMove(1, (2,)))


@pytest.mark.parametrize("text", ["asks(1,1-12)", "asks(2,1-3,7)=no", "names(1,7)=yes", "names(2,24)"])
def test_actions_read_back(text: str) -> None:
    game = parse_table("guess-who-race")
    assert game.format_action(game.parse_action(text)) == text


@pytest.mark.parametrize("text", ["", "asks", "asks(3,1)", "asks(1,0)", "asks(1,25)", "asks(1,)", "asks(1,1)=maybe"])
def test_what_is_no_action_is_refused(text: str) -> None:
    with pytest.raises(ActionError, match=r"is no action; write asks\(1,1-12\)"):
        parse_table("guess-who-race").parse_action(text)


@pytest.mark.parametrize("spec", ["faces=1", "faces=201", "rule=two", "face=3"])
def test_what_is_no_race_is_refused(spec: str) -> None:
    with pytest.raises(ParameterError):
        parse_table(f"guess-who-race:{spec}")


@pytest.mark.parametrize("text", ["", "1", "1 25", "0 3", "1 2 3", "a b"])
def test_what_is_no_deal_is_refused(text: str) -> None:
    with pytest.raises(SecretError, match="a deal is two faces from 1 to 24"):
        parse_table("guess-who-race").parse_deal(text)


def test_answers_must_be_true() -> None:
    state = GuessWhoRace(4).begin((1, 2))
    assert state.do(RaceMove(1, (1, 2), yes=True)).actions == (RaceMove(1, (1, 2), yes=True),)
    with pytest.raises(ActionError, match="is not true"):
        state.do(RaceMove(1, (1, 2), yes=False))
    with pytest.raises(ActionError, match="is not true: the face is 2"):
        state.view(2).sees(RaceMove(1, (1, 2), yes=False))
    with pytest.raises(ActionError, match="has no answer"):
        state.view(None).sees(RaceMove(1, (1, 2)))


def test_a_key_tells_how_far_the_other_is() -> None:
    begun = GuessWhoRace(6).begin((1, 2)).do(RaceMove(1, (1, 2, 3)))
    one, same, less = (begun.do(RaceMove(2, faces)).view(1) for faces in ((1, 2), (1, 2), (1, 2, 3)))
    assert seat_set(one).key == seat_set(same).key != seat_set(less).key
    assert seat_set(one).size == seat_set(less).size


@given(st.integers(2, 12), st.sampled_from(RULES), st.data())
def test_values_are_fair(faces: int, rule: str, data: st.DataObject) -> None:
    """More faces for the other never harm, and more for oneself never help."""
    game = GuessWhoRace(faces, rule)
    mine, theirs = (data.draw(st.integers(1, faces - 1)) for _ in range(2))
    if rule == "name" or theirs > 1:
        assert race_value(game, mine + 1, theirs) <= race_value(game, mine, theirs)
    assert race_value(game, mine, theirs + 1) >= race_value(game, mine, theirs)


def test_solve_as_a_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["solve", "guess-who-race", "--faces", "4"]) == 0
    assert "the first player wins with chance 0.5625, 9/16" in capsys.readouterr().out
    for more in (["--beam", "3"], ["--objective", "mean"], ["--out", "tree.json"], ["--channel", "lies"]):
        assert run(["solve", "guess-who-race", *more]) == 2
    assert "--faces" not in capsys.readouterr().out


def test_it_is_drawn() -> None:
    board = BOARDS.inherited(GuessWhoRace)
    assert board is not None
    table = Table.deal(GuessWhoRace(5), ["halving", "human"], deal=(2, 4)).do(RaceMove(1, (1, 2)))
    console = Console(width=80, color_system=None)
    with console.capture() as captured:
        console.print(board(table.info().game, table.info(), table.state.deal))
    assert [line.strip() for line in captured.get().splitlines()] == [
        "player 1 may have: 1 [2] 3 4 5",
        "your own face: · · · [4] ·",
    ]
    assert "A picture of guess-who-race" in svg_picture(GuessWhoRace)  # type: ignore[arg-type]


def test_the_other_is_the_other() -> None:
    assert [other(player) for player in GuessWhoRace().players] == [2, 1]
    with pytest.raises(SleuthError):
        GuessWhoRace().begin((0, 3))
