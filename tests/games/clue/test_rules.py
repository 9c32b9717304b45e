"""The rules as a game to play: MYST and Clue, their views, and logs that read back."""

from __future__ import annotations

from itertools import islice
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.trials import trials

from sleuth.core.errors import ActionError, ParameterError, SleuthError
from sleuth.games.clue.players.random_play import random_play
from sleuth.games.clue.rules.actions import (
    CardDraw,
    CardQuestion,
    EndTurn,
    Guess,
    No,
    NoGuess,
    Shows,
    Yes,
    format_action,
    parse_action,
)
from sleuth.games.clue.rules.card_game import CardGame
from sleuth.games.clue.rules.cards import PILE, numbers_of
from sleuth.games.clue.rules.clue import Clue
from sleuth.games.clue.rules.editions import CLASSIC, EDITIONS, Edition
from sleuth.games.clue.rules.errors import DealError, LogError
from sleuth.games.clue.rules.myst import Myst
from sleuth.games.clue.rules.situation import Situation
from sleuth.games.clue.rules.stage import Phase
from sleuth.games.clue.rules.transcript import Transcript
from sleuth.games.clue.rules.views import View
from sleuth.play.play_loop import moves

GAMES: list[CardGame] = [Myst(1, 1, 2, 1), Myst(2, 1, 3, 2), Myst(2, 2, 3, 4), Clue.of(3), Clue.of(4), Clue.of(5)]
GAMES += [Clue.of(4, public=2), Clue.of(10, EDITIONS["master-detective"])]


def play(game: CardGame, seed: int, length: int = 60) -> list[Situation]:
    return list(islice(random_play(game, np.random.default_rng(seed), guessing=0.1), length))


@settings(deadline=None, max_examples=trials(40))
@given(st.sampled_from(GAMES), st.integers(0, 9999))
def test_actions_read_back(game: CardGame, seed: int) -> None:
    for action in play(game, seed)[-1].actions:
        assert parse_action(game, format_action(game, action)) == action


@settings(deadline=None, max_examples=trials(40))
@given(st.sampled_from(GAMES[:3]), st.integers(0, 9999), st.booleans())
def test_a_situation_replays_from_text(game: CardGame, seed: int, short: bool) -> None:
    situation = play(game, seed)[-1]
    text = str(Transcript.of(situation))
    if short:  # with the deal, a guess need not say whether it was right
        text = text.replace("=right", "").replace("=wrong", "")
    read = Transcript.parse(text)
    assert read.complete
    assert read.situation() == situation


@settings(deadline=None, max_examples=trials(40))
@given(st.sampled_from(GAMES), st.integers(0, 9999))
def test_a_view_hides_what_was_not_seen(game: CardGame, seed: int) -> None:
    situation = play(game, seed)[-1]
    for player in game.players:
        view = situation.view(player)
        assert view.hand == situation.deal[player]
        seen = [(a, b) for a, b in zip(situation.actions, view.events, strict=True) if isinstance(a, Shows)]
        for action, event in seen:
            assert isinstance(event, Shows)
            assert event.card == (action.card if player in (action.player, action.to) else None)
        # The view replays from what was seen alone, and equals that of any other deal with the same hand.
        again = View.begin(game, player, view.hand, view.public)
        for event in view.events:
            again = again.sees(event)
        assert again == view
        assert list(view.legal()) == (list(situation.legal()) if situation.stage.actor == player else [])
        assert not hasattr(view, "deal")
    outsider = situation.view(None)
    assert outsider.player is None
    assert all(event.card is None for event in outsider.events if isinstance(event, Shows))
    assert list(outsider.legal()) == []


def test_views_do_not_depend_on_hidden_cards() -> None:
    """Two deals that a player cannot tell apart give the same view."""
    game = Myst(2, 1, 3, 2)
    deals = [[game.cards(t) for t in texts] for texts in (("s4 s5", "s1", "s2", "s3"), ("s4 s3", "s1", "s2", "s5"))]
    views = set()
    for deal in deals:
        s = Situation.begin(game, deal).do_all([CardQuestion(1, game.cards("s2 s4")), Yes(2), Shows(2, 1, 1)])
        views.add(s.view(1))
    assert len(views) == 1


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_clue_is_dealt(players: int) -> None:
    game = Clue.of(players)
    assert sum(game.hands) == 18
    assert max(game.hands) - min(game.hands) <= 1
    rng = np.random.default_rng(players)
    for _ in range(50):
        deal = game.shuffle(rng)
        assert game.deal_fault(deal) is None
        assert [(deal[PILE] & sort.cards).bit_count() for sort in game.sorts] == [1, 1, 1]


def test_clue_questions_have_one_card_of_each_sort() -> None:
    game = Clue.of(3)
    questions = list(game.questions())
    assert len(questions) == len(set(questions)) == 324 == len(list(game.piles()))
    s = Situation.begin(game, game.shuffle(np.random.default_rng(0)))
    with pytest.raises(ActionError, match="a suggestion has 1 suspect, not 2"):
        s.do(CardQuestion(1, game.cards("Plum, Green, Hall")))


def test_deals_and_counts_of_small_games() -> None:
    small = Edition((("who", ("A", "B", "C")), ("what", ("D", "E", "F"))), "small")
    for game in (*GAMES[:3], Clue.of(2, small), Clue.of(2, small, public=2)):
        deals = list(game.deals())
        assert len(deals) == len(set(deals)) == game.deal_count
        assert all(game.deal_fault(deal) is None for deal in deals)


def test_a_wrong_accusation_takes_a_player_out() -> None:
    game = Clue((9, 9), seats=("Ann", "Ben"))
    deal = game.shuffle(np.random.default_rng(1))
    wrong = next(pile for pile in game.piles() if pile != deal[PILE])
    s = Situation.begin(game, deal)

    def ask(s: Situation) -> Situation:
        question = next(q for q in game.questions() if not q & s.deal[game.next_player(s.stage.turn)])
        return s.do_all([CardQuestion(s.stage.turn, question), No(game.next_player(s.stage.turn))])

    s = ask(s).do(Guess(1, wrong))
    assert s.actions[-1] == Guess(1, wrong, right=False)
    assert not s.stage.over
    s = ask(s.do(EndTurn(1))).do_all([NoGuess(2), EndTurn(2)])
    # Ann is out: she only ends her turn, and still answers.
    assert (s.stage.turn, s.stage.phase) == (1, Phase.END)
    s = s.do(EndTurn(1))
    s = s.do(CardQuestion(2, next(q for q in game.questions() if q & deal[1]))).do(Yes(1))
    s = s.do(Shows(1, 2, numbers_of(deal[1] & (s.stage.question or 0))[0]))
    s = s.do(Guess(2, deal[PILE]))
    assert (s.stage.over, s.stage.winner) == (True, 2)
    assert list(s.legal()) == []


def test_nobody_wins_if_all_are_wrong() -> None:
    game = Myst(1, 1, 2, 1)
    s = Situation.begin(game, (0b001, 0b010, 0b100)).do_all(
        [CardQuestion(1, 0b001), No(2), Guess(1, 0b010), EndTurn(1)]
    )
    s = s.do_all([CardQuestion(2, 0b001), No(1), Guess(2, 0b100)])
    assert (s.stage.over, s.stage.winner) == (True, None)


def test_drawn_rooms() -> None:
    game = Clue.of(3, drawn_rooms=True)
    s = Situation.begin(game, game.shuffle(np.random.default_rng(3)))
    assert (s.stage.phase, s.stage.actor) == (Phase.DRAW, None)
    assert {a.card for a in s.legal() if isinstance(a, CardDraw)} == set(numbers_of(game.sorts[-1].cards))
    with pytest.raises(ActionError, match="Plum cannot be drawn"):
        s.do(CardDraw(1, game.card("Plum")))
    s = s.do(CardDraw(1, game.card("Hall")))
    assert all(isinstance(a, CardQuestion) and a.cards >> game.card("Hall") & 1 for a in s.legal())
    assert len(list(s.legal())) == 36
    with pytest.raises(ActionError, match="a suggestion must have Hall, which was drawn"):
        s.do(CardQuestion(1, game.cards("Plum, Rope, Study")))
    later = play(game, 3, 40)[-1]
    draws = [a for a in later.actions if isinstance(a, CardDraw)]
    asks = [a for a in later.actions if isinstance(a, CardQuestion)]
    assert len(draws) >= len(asks) > 2
    assert all(ask.cards >> draw.card & 1 for ask, draw in zip(asks, draws, strict=False))


def test_editions(tmp_path: Path) -> None:
    text = "suspect: Ada, Bo, Cy\nweapon: Axe, Bow\nroom: Attic, Barn, Cellar  # small\n"
    file = tmp_path / "small.txt"
    file.write_text(text)
    edition = Edition.read(file)
    assert Edition.parse(str(edition), str(file)) == edition
    game = Clue.of(2, edition)
    assert (game.hands, game.deal_count) == ((3, 2), 18 * 10)
    assert Edition.read("classic") is CLASSIC
    far = tmp_path / "far"
    far.mkdir()
    (far / "own.txt").write_text("who: A, B\nwhat: C = Cee | Sea, D\n")
    own = Edition.read("own.txt", far)
    assert (own.others, str(own)) == ((("Cee", "C"), ("Sea", "C")), "who: A, B\nwhat: C = Cee = Sea, D\n")
    assert Clue((1, 1), own).card("sea") == 2
    for wrong, told in (
        ("suspect Ada", "line 1: edition text: write a sort as NAME: CARD"),
        ("a: B, C\nd: b, E", "the card 'b' is named twice"),
        ("a: B, C = b\nd: D, E", "the card 'b' is named twice"),
        ("a: B", "'a' has 1 card, at least 2 needed"),
        ("", "it has no cards"),
    ):
        with pytest.raises(SleuthError, match=told):
            Edition.parse(wrong)
    with pytest.raises(ParameterError, match="cannot read the edition"):
        Edition.read(tmp_path / "missing")


@pytest.mark.parametrize(
    ("edition", "text", "card"),
    [
        ("classic", "Dagger", "Knife"),
        ("classic", "lead piping", "Lead Pipe"),
        ("classic", "Miss Scarlett", "Scarlet"),
        ("classic", "Col. Mustard", "Mustard"),
        ("classic", "Rev Green", "Green"),
        ("classic", "D", "Dining Room"),  # its own names come first
        ("classic-uk", "wrench", "Spanner"),
        ("classic-uk", "Reverend Green", "Green"),
        ("classic-orchid", "Dr Orchid", "Orchid"),
        ("master-detective", "Sgt. Grey", "Gray"),
        ("master-detective", "M. Brunette", "Brunette"),
    ],
)
def test_names_of_other_editions_and_titles(edition: str, text: str, card: str) -> None:
    game = Clue.of(3, EDITIONS[edition])
    assert game.names[game.card(text)] == card


def test_names_with_titles_of_their_own() -> None:
    game = Clue.of(2, Edition.parse("who: Miss Rose, Mrs Rose, Dr. Black\nwhat: Axe, Bow, Cord"))
    assert game.names[game.card("black")] == "Dr. Black"
    assert game.cards("Mrs Rose axe") == game.cards("mrs rose, axe")
    with pytest.raises(ParameterError, match="'Rose' may be any card of Miss Rose, Mrs Rose"):
        game.card("Rose")
    assert Clue.of(3).cards("m rope hall") == Clue.of(3).cards("Mustard, Rope, Hall")  # no title: a card begins so


def test_editions_have_as_many_players_as_figures() -> None:
    assert {name: (one.total, one.most_players) for name, one in EDITIONS.items()} == {
        "classic": (21, 6),
        "classic-uk": (21, 6),
        "classic-orchid": (21, 6),
        "master-detective": (30, 10),
        "classic-board": (21, 6),
    }
    with pytest.raises(ParameterError, match="clue is for 2 to 10 players, not 11"):
        Clue.of(11, EDITIONS["master-detective"])
    assert str(Clue((4, 4, 4, 4), public=2)) == "clue:hands=4-4-4-4,public=2"
    with pytest.raises(DealError, match="and 3 face up make 19 cards"):
        Clue((4, 4, 4, 4), public=3)


def test_hands_that_do_not_add_up() -> None:
    with pytest.raises(DealError, match=r"hands of 6\+6\+5 make 17 cards, but 21 cards less 3 in the envelope are 18"):
        Clue((6, 6, 5))
    for players in (1, 7):
        with pytest.raises(ParameterError, match="2 to 6 players"):
            Clue.of(players)
    with pytest.raises(ParameterError, match="two players are called Ann"):
        Clue((6, 6, 6), seats=("Ann", "Ben", "ann"))


def test_names_may_be_shortened() -> None:
    game = Clue((6, 6, 6), seats=("Ann", "Ben", "Cat"))
    assert game.cards("plum lead pipe dining") == game.cards("Plum, Lead Pipe, Dining Room")
    assert game.format_cards(game.cards("hall,ROPE")) == "Rope, Hall"
    assert (game.player("be"), game.player("3")) == (2, 3)
    for text, told in (
        ("b", "'b' may be any card of Ballroom, Billiard Room"),
        ("plumm", "did you mean Plum"),
        ("hall, hall", "Hall is named twice"),
    ):
        with pytest.raises(SleuthError, match=told):
            game.cards(text)
    assert game.card("co") == game.card("Conservatory")


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "the log is empty"),
        ("myst:m=2,n=1,p=3", "line 1: a game of MYST is written"),
        ("myst:m=2,n=x,p=3,q=1", "line 1: myst: n is a whole number"),
        ("clue", "line 1: a game of MYST is written"),
        ("G\nfoo(1)", "line 2: 'foo(1)' is no action"),
        ("G\nasks(1)", "line 2: 'asks(1)' is not asks(PLAYER,{CARD,...})"),
        ("G\nasks(1,{s1})", "line 2: asks(1,{s1}) is not possible: a question has 2 cards, not 1"),
        ("G\nasks(1,{s1,s1})", "line 2: s1 is named twice"),
        ("G\nasks(2,{s1,s2})", "line 2: asks(2,{s1,s2}) is not possible: it is player 1's turn"),
        ("G\n\n# a comment\nno(2)", "line 4: no(2) is not possible: it is the ask phase"),
        ("G\nasks(1,{s1,s9})", "line 2: there is no card called 's9'"),
        ("G\ndeal: 1={s1,s2}", "line 2: hands do not add up: player 1 has 1 card, not 2"),
        ("G\ndeal: 1={s1}; 2={s1}", "line 2: s1 is dealt twice"),
        ("G\ndeal: 1={s1}; 1={s2}", "line 2: the cards of player 1 are told twice"),
        ("G\ndeal: 1", "line 2: a hand is written 1={s1,s2}"),
        ("G\nasks(1,{s1,s2})\ndeal: 1={s1}", "line 3: hands are told before the first action"),
        ("G\ndeal: 2={s1}\nasks(1,{s1,s2})\nno(2)", "line 4: no(2) is not possible: player 2 holds s1"),
        ("G\nasks(1,{s1,s2})\nno(2)\nyes(2)", "line 4: yes(2) is not possible: it is player 3 who must answer"),
        ("G\nasks(1,{s1,s2})\nyes(2)\nshows(2,1,s3)", "line 4: shows(2,1,s3) is not possible: s3 was not asked for"),
        ("G\nasks(1,{s1,s2})\nno(2)\nno(3)\nguess(1,{s1,s2})", "line 5: guess(1,{s1,s2}): say whether it is right"),
    ],
)
def test_mistakes_in_a_log_have_a_place(text: str, told: str) -> None:
    with pytest.raises(LogError) as caught:
        Transcript.parse(text.replace("G", "myst:m=2,n=1,p=3,q=2", 1))
    assert str(caught.value).startswith(told)


def test_a_situation_is_a_stage_of_the_play_loop() -> None:
    """Rooms come by chance, and play waits for whoever is not among the players."""
    game = Clue.of(3, drawn_rooms=True)
    rng = np.random.default_rng(1)
    begun = Situation.begin(game, game.shuffle(rng))
    assert (begun.over, begun.actor) == (False, None)
    (move,) = moves(begun, {}, rng)
    assert isinstance(move.action, CardDraw)
    assert (move.actor, move.after.actor, move.after.stage.drawn) == (None, 1, move.action.card)
    assert list(moves(move.after, {}, rng)) == []
    with pytest.raises(ActionError, match="nothing is drawn"):
        Situation.begin(GAMES[0], GAMES[0].shuffle(rng)).chance(rng)
