"""Every numbered axiom of Bart's thesis, read as it stands and held against the rules.

A test goes through the situations of plays at random, and through everything that anybody might try in them.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, islice, pairwise

import numpy as np
import pytest

from sleuth.core.errors import ActionError, ParameterError
from sleuth.games.clue.belief.formulas import C, Formula, K, all_of, any_of, h
from sleuth.games.clue.belief.worlds import Worlds
from sleuth.games.clue.players.random_play import random_play
from sleuth.games.clue.rules.actions import Action, CardQuestion, EndTurn, Guess, No, NoGuess, Shows, Yes
from sleuth.games.clue.rules.card_game import CardGame
from sleuth.games.clue.rules.cards import PILE, numbers_of
from sleuth.games.clue.rules.errors import DealError
from sleuth.games.clue.rules.myst import Myst
from sleuth.games.clue.rules.situation import Situation
from sleuth.games.clue.rules.stage import Phase

GAMES = (Myst(1, 1, 2, 1), Myst(2, 1, 3, 2), Myst(1, 2, 2, 3), Myst(2, 2, 3, 2))
SMALL = GAMES[:3]


def plays(games: tuple[Myst, ...] = GAMES, length: int = 40, seeds: int = 4) -> Iterator[list[Situation]]:
    for game in games:
        for seed in range(seeds):
            yield list(islice(random_play(game, np.random.default_rng(seed), guessing=0.3), length))


SITUATIONS = [situation for play in plays() for situation in play]
STEPS = [(before, after) for play in plays() for before, after in pairwise(play)]


def attempts(game: CardGame) -> Iterator[Action]:
    """Everything that anybody might try, whether or not it is possible."""
    questions, piles = list(game.questions()), list(game.piles())
    for i in game.players:
        yield from (
            No(i),
            Yes(i),
            NoGuess(i),
            EndTurn(i),
            CardQuestion(i, questions[0]),
            CardQuestion(i, questions[-1]),
        )
        yield from (Guess(i, piles[0]), Guess(i, piles[-1]))
        yield from (Shows(i, j, card) for j in game.players for card in range(len(game.names)))


def last(situation: Situation) -> Action:
    return situation.actions[-1]


def knowledge(length: int = 14) -> Iterator[tuple[Situation, Situation, Worlds]]:
    """Steps of plays of small games, with the worlds after each."""
    for play in plays(SMALL, length, seeds=3):
        for before, after in pairwise(play):
            yield before, after, Worlds.of(after)


def test_axiom_1_1() -> None:
    """Two situations are the same if and only if they are the same sequence of actions."""
    for one, other in combinations([s for s in SITUATIONS if s.game == GAMES[1]][:60], 2):
        assert (one == other) == ((one.deal, one.actions) == (other.deal, other.actions))
    start = SITUATIONS[0]
    action = next(start.legal())
    assert start.do(action) == start.do(action)


def test_axiom_1_2() -> None:
    """Nothing comes before the initial situation."""
    for play in plays():
        assert not any(situation.precedes(play[0]) for situation in play)


def test_axiom_1_3() -> None:
    """s is a proper subhistory of do(a, s') if and only if it is one of s', or s' itself."""
    for play in plays():
        for (before, after), situation in zip(pairwise(play), play[3:], strict=False):
            assert situation.precedes(after) == (situation.precedes(before) or situation == before)
            assert before.precedes(after)


def test_axiom_1_4() -> None:
    """Induction: every situation is reached from the initial one by doing its actions."""
    for situation in SITUATIONS:
        assert Situation.begin(situation.game, situation.deal).do_all(situation.actions) == situation


@pytest.mark.parametrize(("name", "value"), [("m", 0), ("n", 0), ("p", 1), ("q", 0), ("m", -1)])
def test_axiom_2_1(name: str, value: int) -> None:
    with pytest.raises(ParameterError, match=f"{name} is a whole number from"):
        Myst(**({"m": 1, "n": 1, "p": 2, "q": 1} | {name: value}))


def test_axiom_2_2() -> None:
    assert Myst(2, 3, 4, 1).c == 2 + 3 * 4 == len(Myst(2, 3, 4, 1).names)


def test_axiom_2_3() -> None:
    game = Myst(2, 1, 3, 2)
    assert [game.card(f"s{x}") for x in range(1, game.c + 1)] == list(range(game.c))
    with pytest.raises(ValueError, match="no card called 's6'"):
        game.card("s6")


def test_axiom_2_4() -> None:
    for game in GAMES:
        assert len(set(game.names)) == game.c


def test_axiom_2_5() -> None:
    game = Myst(2, 1, 3, 2)
    assert list(game.players) == [1, 2, 3]
    for wrong in ("0", "4"):
        with pytest.raises(ValueError, match="no player called"):
            game.player(wrong)


def test_axiom_2_6() -> None:
    assert [Myst(1, 1, 4, 1).next_player(i) for i in (1, 2, 3, 4)] == [2, 3, 4, 1]


def test_axiom_2_7() -> None:
    for game in GAMES:
        for i in game.players:
            assert game.next_player(i) == i % game.p + 1


def test_axiom_2_8() -> None:
    for game in GAMES:
        assert numbers_of(game.deck) == list(range(game.c))
        assert set(game.players) == set(range(1, game.p + 1))


def test_axiom_2_9() -> None:
    """Disjoint: what one holder has, no other has."""
    for s in SITUATIONS[::7]:
        for x in range(s.game.deck.bit_length()):
            for k in range(len(s.deal)):
                assert not s.holds(k, x) or not any(s.holds(other, x) for other in range(len(s.deal)) if other != k)
    with pytest.raises(DealError, match="s1 is dealt twice"):
        Situation.begin(GAMES[0], (0b001, 0b001, 0b100))


def test_axiom_2_10() -> None:
    """Existence: every card is held."""
    for s in SITUATIONS[::7]:
        assert all(any(s.holds(k, x) for k in range(len(s.deal))) for x in range(s.game.deck.bit_length()))


def set_size(s: Situation, holder: int, size: int) -> None:
    cards = range(s.game.deck.bit_length())
    for chosen in combinations(cards, size):
        has_these = all(s.holds(holder, x) for x in chosen)
        has_no_other = not any(s.holds(holder, x) for x in cards if x not in chosen)
        assert has_these == has_no_other


def test_axiom_2_11() -> None:
    """Set size: a player who holds n cards holds no other, and the other way round."""
    for s in SITUATIONS[::9]:
        for i in s.game.players:
            set_size(s, i, s.game.hands[i - 1])
    with pytest.raises(DealError, match="player 1 holds 2 cards, not 1"):
        Situation.begin(GAMES[0], (0b001, 0b110, 0b000))


def test_axiom_2_12() -> None:
    """Set size of the pile."""
    for s in SITUATIONS[::9]:
        set_size(s, PILE, s.game.sizes[PILE])


def test_axiom_2_13() -> None:
    """The partition axioms in terms of sets."""
    for s in SITUATIONS[::7]:
        union = 0
        for cards, size in zip(s.deal, s.game.sizes, strict=True):
            assert not cards & union
            assert cards.bit_count() == size
            union |= cards
        assert union == s.game.deck


def test_axiom_2_14() -> None:
    """A player knows the own cards. As printed, without "if i holds s_x", it is false: nobody holds every card."""
    for game in SMALL:
        deal = next(game.deals())
        worlds = Worlds.begin(game, deal)
        for i in game.players:
            for x in range(game.c):
                assert worlds.holds(h(i, x) >> C({i}, h(i, x)))
        not_mine = next(x for x in range(game.c) if not deal[1] >> x & 1)
        assert worlds.holds(C({1}, h(1, not_mine))) is False


def test_initial_fluents() -> None:
    for game in GAMES:
        stage = Situation.begin(game, next(game.deals())).stage
        assert all(stage.playing(i) for i in game.players)
        assert stage.question is None
        assert (stage.phase, stage.turn, stage.over) == (Phase.ASK, 1, False)


def poss(kind: type[Action]) -> Iterator[tuple[Situation, Action]]:
    """Situations in which the game goes on, with everything of one kind that might be tried in them."""
    for s in SITUATIONS[::3]:
        for action in attempts(s.game):
            if isinstance(action, kind):
                if s.stage.over:
                    assert not s.possible(action)
                else:
                    yield s, action


def test_axiom_2_15() -> None:
    for s, a in poss(CardQuestion):
        assert s.possible(a) == (s.stage.turn == a.player and s.stage.phase is Phase.ASK)


def test_axiom_2_16() -> None:
    for s, a in poss(No):
        asked = s.stage.question or 0
        expected = s.stage.phase is Phase.ANSWER and s.stage.answering == a.player and not asked & s.deal[a.player]
        assert s.possible(a) == expected


def test_axiom_2_17() -> None:
    for s, a in poss(Yes):
        asked = s.stage.question or 0
        expected = s.stage.phase is Phase.ANSWER and s.stage.answering == a.player and bool(asked & s.deal[a.player])
        assert s.possible(a) == expected


def test_axiom_2_18() -> None:
    for s, a in poss(Shows):
        assert isinstance(a, Shows)
        assert a.card is not None
        asked = s.stage.question or 0
        expected = (
            s.stage.turn == a.to
            and s.stage.answering == a.player
            and bool(asked & s.deal[a.player] & 1 << a.card)
            and s.stage.phase is Phase.SHOW
        )
        assert s.possible(a) == expected


def test_axiom_2_19() -> None:
    for s, a in poss(Guess):
        assert s.possible(a) == (s.stage.turn == a.player and s.stage.phase is Phase.GUESS)


def test_axiom_2_20() -> None:
    for s, a in poss(NoGuess):
        assert s.possible(a) == (s.stage.turn == a.player and s.stage.phase is Phase.GUESS)


def test_axiom_2_21() -> None:
    for s, a in poss(EndTurn):
        assert s.possible(a) == (s.stage.turn == a.player and s.stage.phase is Phase.END)


def test_axiom_2_22() -> None:
    """One turn, one answer, one question, one phase: at any time one player at most may act."""
    for s in SITUATIONS:
        able = {a.player for a in attempts(s.game) if s.possible(a)}
        assert len(able) == (0 if s.stage.over else 1)
        kinds = {type(a) for a in attempts(s.game) if s.possible(a)}
        assert kinds <= {
            Phase.ASK: {CardQuestion},
            Phase.ANSWER: {No, Yes},
            Phase.SHOW: {Shows},
            Phase.GUESS: {Guess, NoGuess},
            Phase.END: {EndTurn},
        }.get(s.stage.phase, set())


def test_axiom_2_23() -> None:
    for before, after in STEPS:
        assert after.deal == before.deal


def literals(game: Myst) -> Iterator[Formula]:
    for k in range(len(game.sizes)):
        for x in range(game.c):
            yield h(k, x)
            yield ~h(k, x)


def test_axiom_2_24() -> None:
    """Knowledge of who holds a card, and of who does not, is never lost; nor is knowledge of such knowledge."""
    for before, after, worlds in knowledge():
        earlier = Worlds.of(before)
        for i in before.game.players:
            for literal in literals(before.game):
                assert not earlier.holds(K(i, literal)) or worlds.holds(K(i, literal))
                nested = K(before.game.next_player(i), K(i, literal))
                assert not earlier.holds(nested) or worlds.holds(nested)
                assert not earlier.holds(C({1, 2}, literal)) or worlds.holds(C({1, 2}, literal))
        assert after.actions[:-1] == before.actions


def test_axiom_2_25() -> None:
    seen = 0
    for _, after, worlds in knowledge(40):
        a = last(after)
        if isinstance(a, Shows):
            assert a.card is not None
            assert worlds.holds(C({a.to, a.player}, h(a.player, a.card)))
            seen += 1
    assert seen > 10


def test_axiom_2_26() -> None:
    for before, after in STEPS:
        a = last(after)
        for i in before.game.players:
            wrong = isinstance(a, Guess) and a.player == i and a.cards != before.deal[PILE]
            assert after.stage.playing(i) == (before.stage.playing(i) and not wrong)


def test_axiom_2_27() -> None:
    for before, after in STEPS:
        a = last(after)
        assert after.stage.question == (a.cards if isinstance(a, CardQuestion) else before.stage.question)


def test_axiom_2_28() -> None:
    for before, after in STEPS:
        a = last(after)
        won = isinstance(a, Guess) and a.cards == before.deal[PILE]
        assert after.stage.over == (won or not any(after.stage.playing(i) for i in before.game.players))


def test_axiom_2_29() -> None:
    for before, after in STEPS:
        a = last(after)
        for i in before.game.players:
            following = before.game.next_player(i)
            passed = before.stage.turn == i and a == EndTurn(i)
            kept = before.stage.turn == following and a != EndTurn(following)
            assert (after.stage.turn == following) == (passed or kept)


def test_axiom_2_30() -> None:
    for before, after in STEPS:
        a = last(after)
        for i in before.game.players:
            following = before.game.next_player(i)
            expected = (isinstance(a, CardQuestion) and a.player == i) or a == No(i) or a == Yes(following)
            assert (after.stage.answering == following) == expected


def test_axiom_2_31() -> None:
    """The phases of Fig. 2.2."""
    for before, after in STEPS:
        a, game, stage = last(after), before.game, before.stage
        around = isinstance(a, No) and stage.turn == game.next_player(a.player)
        still_in = isinstance(a, EndTurn) and after.stage.playing(game.next_player(a.player))
        phases = {
            Phase.ASK: isinstance(a, EndTurn) and still_in,
            Phase.ANSWER: isinstance(a, CardQuestion) or (isinstance(a, No) and not around),
            Phase.SHOW: isinstance(a, Yes),
            Phase.GUESS: isinstance(a, Shows) or around,
            Phase.END: (isinstance(a, EndTurn) and not still_in) or isinstance(a, NoGuess | Guess),
        }
        assert [phase for phase, true in phases.items() if true] == [after.stage.phase]


def test_axiom_2_32() -> None:
    for _, after, worlds in knowledge(40):
        a = last(after)
        if isinstance(a, No):
            asked = numbers_of(after.stage.question or 0)
            assert worlds.holds(C(after.game.players, all_of(~h(a.player, x) for x in asked)))


def test_axiom_2_33() -> None:
    for _, after, worlds in knowledge(40):
        a = last(after)
        if isinstance(a, Yes):
            asked = numbers_of(after.stage.question or 0)
            assert worlds.holds(C(after.game.players, any_of(h(a.player, x) for x in asked)))


def test_axiom_2_34() -> None:
    seen = 0
    for _, after, worlds in knowledge(60):
        a = last(after)
        if isinstance(a, Guess) and not after.stage.over:
            seen += 1
            assert worlds.holds(C(after.game.players, any_of(~h(PILE, x) for x in numbers_of(a.cards))))
    assert seen > 3


def test_equation_3_1() -> None:
    """A certain win: the guess of a player who knows the pile ends the game."""
    game = Myst(2, 1, 3, 2)
    s = Situation.begin(game, [game.cards("s4 s5"), game.cards("s1"), game.cards("s2"), game.cards("s3")])
    s = s.do_all([CardQuestion(1, game.cards("s4 s5")), No(2), No(3)])
    worlds = Worlds.of(s)
    sure = [pile for pile in game.piles() if worlds.holds(K(1, all_of(h(PILE, x) for x in numbers_of(pile))))]
    assert sure == [game.cards("s4 s5")]
    assert s.do(Guess(1, sure[0])).stage.winner == 1


def test_equation_3_2() -> None:
    """Set size, as the thesis uses it: a hand of two is known by what is not in it."""
    game = Myst(1, 2, 2, 1)
    for deal in game.deals():
        worlds = Worlds.begin(game, deal)
        for a, b in combinations(range(game.c), 2):
            others = (x for x in range(game.c) if x not in (a, b))
            assert worlds.holds(h(1, a) & h(1, b)) == worlds.holds(all_of(~h(1, x) for x in others))


def test_what_is_not_possible_is_refused() -> None:
    game = GAMES[0]
    start = Situation.begin(game, (0b001, 0b010, 0b100))
    with pytest.raises(ActionError, match=r"no\(2\) is not possible: it is the ask phase"):
        start.do(No(2))
    with pytest.raises(ActionError, match=r"asks\(2,\{s1\}\) is not possible: it is player 1's turn"):
        start.do(CardQuestion(2, 0b001))
    asked = start.do(CardQuestion(1, 0b100))
    with pytest.raises(ActionError, match=r"no\(2\) is not possible: player 2 holds s3"):
        asked.do(No(2))
