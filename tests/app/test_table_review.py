"""A game at a table that is over, against plain lists of all deals."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import replace
from math import log2
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.trials import trials

from sleuth.app.perform import perform
from sleuth.app.requests import ClueReview, TableReplay, TableReview, TableWatch
from sleuth.app.results import TableReviewResult
from sleuth.core.errors import SleuthError
from sleuth.core.game_spec import parse_table
from sleuth.games.clue import CardQuestion, Guess, No, Shows, Situation, log_of
from sleuth.play.table import Table

GOLDEN = """\
sleuth record 1
game: myst:m=1,n=2,p=2,q=1
players: human vs random
seed: 0
1: asks(1,{s4})
2: yes(2)
3: shows(2,1,s4)
4: noguess(1)
5: endturn(1)
6: asks(2,{s2})
7: yes(1)
8: shows(1,2,s2)
9: noguess(2)
10: endturn(2)
11: asks(1,{s1})
12: no(2)
13: noguess(1)
14: endturn(1)
15: asks(2,{s3})
16: yes(1)
17: shows(1,2,s3)
18: noguess(2)
19: endturn(2)
20: asks(1,{s5})
21: yes(2)
22: shows(2,1,s5)
23: guess(1,{s1})=right
deal: 0={s1}; 1={s2,s3}; 2={s4,s5}
result: won by 1
"""
LOG = """\
players: Ann 6, Ben 6, Cat 6
me: Ann
hand: Mustard, Plum, Knife, Rope, Hall, Study
Ann: Green, Wrench, Library -> Ben no, Cat shows Wrench
Ben: Plum, Knife, Kitchen -> Cat no, Ann shows Knife
Cat: White, Revolver, Lounge -> Ann no, Ben shows ?
Ann: Green, Candlestick, Library -> none
Ben: White, Rope, Lounge -> Cat no, Ann shows Rope
Ben accuses White, Revolver, Lounge: wrong
Cat: pass
"""
LUCK = """\
suspect: Xa, Xb
weapon: Ya, Yb, Yc
room: Za, Zb, Zc
players: Ann 3, Ben 2
me: Ann
hand: Xb, Yb, Yc
Ann: Xa, Ya, Za -> Ben shows Za
Ben: Xb, Yc, Zb -> Ann shows Yc
Ann: Xa, Yc, Zb -> Ben no
Ben accuses Xa, Ya, Zb: right
"""
END = "Ann accuses Green, Candlestick, Library: right\n"


def _random_table(game: str, seed: int, *seats: str) -> Table:
    read = parse_table(game)
    players = len(read.players)
    table = Table.deal(read, (list(seats or ["random"]) * players)[:players], seed)
    for move in table.moves():
        table = move.after
    return table


# By reasoning.


def test_a_game_whose_first_turn_to_know_is_known() -> None:
    """Turn 1 leaves player 1 with s1 and s5, and turn 3 with s1; player 2 sees s2 in turn 2 and s3 in turn 4."""
    review = perform(TableReview(GOLDEN))
    assert [(one.player, one.turn, one.accused) for one in review.deducible] == [("you", 3, 5), ("player 2", 4, None)]
    assert [turn.knows["you"].bits for turn in review.turns] == pytest.approx([1, 1, 0, 0, 0])
    assert [turn.knows["player 2"].bits for turn in review.turns] == pytest.approx([log2(3), 1, 1, 0, 0])
    assert [turn.knows["you"].guess_chance for turn in review.turns] == pytest.approx([1 / 2, 1 / 2, 1, 1, 1])
    assert [turn.note for turn in review.turns] == [
        "", "", "certain, and did not guess", "certain, and did not guess", "guess s1: right; it was certain",
    ]  # fmt: skip
    assert review.winner == "you"
    assert review.summary[1] == "You could have known it after turn 3, 2 turns before guessing, and let 1 chance go."
    assert review.summary[2] == "Player 2 could have known it after turn 4, but did not guess: let 1 chance go."


def test_what_a_question_tells_whom() -> None:
    """Of three cards that player 1 may ask for, each is with player 2 with chance 2/3, and shown it leaves two."""
    first, *_, last = perform(TableReview(GOLDEN)).turns
    assert first.bits == first.best_bits == pytest.approx(log2(3) - 2 / 3)
    assert first.gained == pytest.approx(log2(3) - 1)
    assert first.leaked == {"player 2": pytest.approx(0)}
    assert (last.bits, last.best_bits, last.gained) == pytest.approx((0, 0, 0))


def test_luck_is_what_was_told_beyond_what_was_expected() -> None:
    mine, other = perform(TableReview(GOLDEN)).luck
    assert mine.gained == pytest.approx(log2(3))
    assert mine.expected == pytest.approx(log2(3) - 2 / 3 + 1)
    assert (mine.luck, mine.overheard) == pytest.approx((-1 / 3, 0))
    assert mine.start == mine.usual_start == other.start == pytest.approx(log2(3))


# By listing.


def _worlds(state: Situation, player: int) -> Iterator[tuple[tuple[int, ...], float]]:
    """Every deal in which this player would have seen the same, with the chance of the cards that she was shown."""
    view = state.view(player)
    for deal in state.game.deals():
        if deal[player] != state.deal[player]:
            continue
        question, weight = 0, 1.0
        for event in view.events:
            match event:
                case CardQuestion(cards=cards):
                    question = cards
                case Shows(player=j, card=card):
                    held = deal[j] & question
                    seen = 1 if card is None else (held >> card & 1) / max(held.bit_count(), 1)
                    weight *= seen if held else 0
                case No(player=j):
                    weight *= not deal[j] & question
                case Guess(cards=cards, right=right):
                    weight *= (deal[0] == cards) == right
        if weight:
            yield deal, weight


def _bits(weights: dict[Any, float]) -> float:
    total = sum(weights.values())
    return -sum(w / total * log2(w / total) for w in weights.values() if w)


def _missing(state: Situation, player: int) -> tuple[float, float, int]:
    piles: dict[int, float] = defaultdict(float)
    for deal, weight in _worlds(state, player):
        piles[deal[0]] += weight
    return _bits(piles), max(piles.values()) / sum(piles.values()), len(piles)


def _expected(state: Situation, player: int, question: int) -> float:
    joint: dict[Any, float] = defaultdict(float)
    for deal, weight in _worlds(state, player):
        other = next((j for j in state.game.others(player) if deal[j] & question), 0)
        held = [c for c in range(len(state.game.names)) if other and deal[other] & question & 1 << c]
        for card in held or [None]:
            joint[other, card, deal[0]] += weight / max(len(held), 1)
    answers, piles = defaultdict(float), defaultdict(float)
    for (other, card, pile), weight in joint.items():
        answers[other, card] += weight
        piles[pile] += weight
    return _bits(piles) + _bits(answers) - _bits(joint)


@pytest.mark.parametrize(("spec", "seed"), [("myst:m=1,n=2,p=3,q=2", 1), ("myst:m=2,n=2,p=2,q=1", 3)])
def test_every_number_of_a_small_game(spec: str, seed: int) -> None:
    table = _random_table(spec, seed)
    review, states = perform(TableReview(str(table))), [move.before.state for move in table.past()]
    asked = [number for number, state in enumerate(states) if isinstance(table.state.actions[number], CardQuestion)]
    assert len(asked) == len(review.turns) > 2
    for number, turn in zip(asked, review.turns, strict=True):
        state, action = states[number], table.state.actions[number]
        player = action.player
        heard = next((s for s in states[number + 1 :] if s.actor == player), table.state)
        assert turn.bits == pytest.approx(_expected(state, player, action.cards), abs=1e-9)
        best = state.game.cards(str(turn.best).removeprefix("asks "))
        assert turn.best_bits == pytest.approx(_expected(state, player, best), abs=1e-9)
        told = _missing(state, player)[0] - _missing(heard, player)[0]
        assert turn.gained == pytest.approx(told, abs=1e-9)
        for i in state.game.players:
            if f"player {i}" in turn.knows:
                known, (bits, chance, piles) = turn.knows[f"player {i}"], _missing(heard, i)
                assert (known.bits, known.guess_chance) == pytest.approx((bits, chance), abs=1e-9)
                assert known.certain == (piles == 1)


@settings(max_examples=trials(12), deadline=None)
@given(st.integers(0, 10_000), st.sampled_from(["myst:m=1,n=2,p=3,q=2", "myst:m=2,n=2,p=2,q=1", "clue:players=4"]))
def test_the_books_balance(seed: int, spec: str) -> None:
    """What a player learned is what her own questions told and what those of the others did; `random` never errs."""
    review = perform(TableReview(str(_random_table(spec, seed))))
    for one in review.luck:
        last = [turn.knows[one.player].bits for turn in review.turns if one.player in turn.knows][-1]
        assert one.start - last == pytest.approx(one.gained + one.overheard, abs=1e-9)
        assert one.luck == pytest.approx(one.gained - one.expected)
    assert all(turn.best_bits >= turn.bits - 1e-9 for turn in review.turns)
    first = {one.player: one.turn for one in review.deducible}
    for turn in review.turns:
        for player, known in turn.knows.items():
            assert known.certain == (first.get(player, len(review.turns) + 1) <= turn.turn)


def test_who_guesses_right_by_luck_could_not_have_known() -> None:
    """His guess is the whole of his last turn, and has chance 1/3."""
    review = perform(ClueReview(LUCK, hands="Ben: Za, Zc"))
    assert [(one.player, one.turn, one.accused) for one in review.deducible] == [("Ann", 3, None)]
    assert (review.winner, review.turns[-1].note) == ("Ben", "the best guess had chance 33%; Ann could be certain")
    before, after = (turn.knows["Ben"] for turn in review.turns[-2:])
    assert before == after
    assert not after.certain
    assert review.turns[-1].leaked == {"Ann": 0}


@pytest.mark.parametrize("spec", ["myst:m=1,n=2,p=3,q=2", "myst:m=2,n=2,p=2,q=1"])
def test_the_end_of_play_is_no_knowledge(spec: str) -> None:
    """Whoever is sure of it could be sure before it was told, and the books balance without it."""
    lucky = 0
    for seed in range(12):
        table = _random_table(spec, seed, "most-likely", "race")
        review = perform(TableReview(str(table)))
        if any("wrong" in turn.note for turn in review.turns):
            continue  # what a wrong guess tells is no answer to a question
        lucky += review.winner not in (None, *(one.player for one in review.deducible))
        for one in review.luck:
            last = [turn.knows[one.player].bits for turn in review.turns if one.player in turn.knows][-1]
            assert one.start - last == pytest.approx(one.gained + one.overheard, abs=1e-9)
    assert lucky


def test_a_wrong_guess_is_told_with_its_chance_and_with_who_was_certain() -> None:
    lines = GOLDEN.splitlines()
    late = [line for line in lines if line.startswith(("deal", "sleuth", "game", "players", "seed"))]
    turns = [*lines[4:21], "18: guess(2,{s2})=wrong"]
    record = "\n".join([*late[:-1], *turns, late[-1], "result: won by 1", ""])
    record = record.replace("15: asks(2,{s3})", "15: asks(2,{s4})").replace("16: yes(1)", "16: no(1)")
    record = record.replace("17: shows(1,2,s3)\n", "").replace("18: guess", "17: guess").replace("{s2})=", "{s3})=")
    review = perform(TableReview(record))
    assert review.turns[-1].note == "guesses s3: wrong; the best guess had chance 50%; you could be certain"
    assert "player 2" not in review.turns[-1].knows


def test_a_drawn_room_bounds_the_best_suggestion() -> None:
    table = _random_table("clue:players=3,drawn_rooms=true", 5)
    rooms = [turn.action.rpartition(", ")[2] for turn in perform(TableReview(str(table))).turns]
    best = [str(turn.best).rpartition(", ")[2] for turn in perform(TableReview(str(table))).turns]
    assert best == rooms


def test_a_game_that_is_open_is_refused() -> None:
    table = Table.deal(parse_table("clue:players=3"), ["human", "race", "race"], 1)
    for request in (TableReview(str(table)), TableReplay(str(table))):
        with pytest.raises(SleuthError, match="not over"):
            perform(request)


def test_a_record_is_told_again_as_it_was_watched() -> None:
    watched = perform(TableWatch("clue:players=3", "most-likely", 3))
    assert perform(TableReplay(watched.record)) == watched


# Logs.


def test_a_log_tells_of_its_writer_alone() -> None:
    review: TableReviewResult = perform(ClueReview(LOG + END))
    assert [one.player for one in review.luck] == ["Ann"]
    assert [list(turn.knows) for turn in review.turns] == [["Ann"]] * 6
    assert [turn.bits is None for turn in review.turns] == [False, True, True, False, True, True]
    assert [(one.player, one.turn, one.accused) for one in review.deducible] == [("Ann", 4, 6)]
    assert review.turns[4].note == "accuses White, Revolver, Lounge: wrong; Ann could be certain"
    assert review.solution == "The envelope held Green, Candlestick, Library."
    assert (review.winner, review.turns[-1].action) == ("Ann", "accuses Green, Candlestick, Library: right")


def test_a_log_with_the_solution_and_the_hands() -> None:
    """With Ben's hand Cat's is known too; but not which of two cards Ben showed her."""
    hands = "Ben: Lounge, White, Lead Pipe, Ballroom, Kitchen, Scarlet"
    solution = "Green, Candlestick, Library"
    review = perform(ClueReview(LOG, solution, hands))
    assert [one.player for one in review.luck] == ["Ann", "Ben"]
    assert review.winner is None
    told = LOG.replace("Ben shows ?", "Ben shows White")
    assert [one.player for one in perform(ClueReview(told, solution, hands)).luck] == ["Ann", "Ben", "Cat"]


@pytest.mark.parametrize(
    ("log", "solution", "hands", "message"),
    [
        (LOG, "", "", "--solution"),
        (LOG, "Green, Candlestick", "", "a solution has 1 room"),
        (LOG, "White, Candlestick, Library", "", "no deal explains"),
        (LOG + END, "", "Ben: Green", "no deal explains"),
        (LOG + END, "", "Ben Green", "NAME: CARD"),
        ("".join(LOG.splitlines(True)[:1]) + END, "", "", "who you are"),
    ],
)
def test_what_is_missing_is_said(log: str, solution: str, hands: str, message: str) -> None:
    with pytest.raises(SleuthError, match=message):
        perform(ClueReview(log, solution, hands))


@pytest.mark.parametrize("seed", [2, 3])
def test_the_log_of_a_player_tells_what_the_record_does(seed: int) -> None:
    record = perform(TableWatch("clue:players=3", "race", seed)).record
    end, whole = Table.parse(record).state, perform(TableReview(record))
    named = Situation.begin(replace(end.game, seats=("Ann", "Ben", "Cat")), end.deal).do_all(end.actions)
    for player, name in enumerate(named.game.player_names, 1):
        mine = perform(ClueReview(str(log_of(named.view(player))), named.game.format_cards(end.deal[0])))
        column = next(one for one in mine.luck if one.player == name)
        assert vars(column) | {"player": ""} == pytest.approx(vars(whole.luck[player - 1]) | {"player": ""}, abs=1e-9)
        for turn, theirs in zip(mine.turns, whole.turns, strict=True):
            assert turn.knows.get(name) == theirs.knows.get(f"player {player}")
