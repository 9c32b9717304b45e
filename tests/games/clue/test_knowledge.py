"""Knowledge by possible worlds: the laws of S5, the thesis's examples, Russian Cards, and one engine by the other."""

from __future__ import annotations

from contextlib import suppress
from functools import cached_property
from itertools import islice

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.trials import trials

from sleuth.games.clue.belief.counting import Position
from sleuth.games.clue.belief.facts import evidence_of
from sleuth.games.clue.belief.formulas import (
    And,
    C,
    E,
    Formula,
    Implies,
    K,
    Not,
    Or,
    Truth,
    all_of,
    any_of,
    h,
    is_plain,
)
from sleuth.games.clue.belief.knowledge import KnowledgeModel, check, possible_situations
from sleuth.games.clue.belief.worlds import Worlds
from sleuth.games.clue.players.random_play import random_play
from sleuth.games.clue.rules.actions import CardQuestion, EndTurn, No, NoGuess, Shows, Yes
from sleuth.games.clue.rules.card_game import CardGame, Sort
from sleuth.games.clue.rules.card_table import CardTable
from sleuth.games.clue.rules.cards import PILE, Cards, cards_of, numbers_of
from sleuth.games.clue.rules.clue import Clue
from sleuth.games.clue.rules.editions import Edition
from sleuth.games.clue.rules.errors import NoWorldError, TooManyWorldsError
from sleuth.games.clue.rules.myst import Myst
from sleuth.games.clue.rules.situation import Situation
from sleuth.games.clue.rules.transcript import Transcript

quick = settings(max_examples=trials(60), deadline=None, suppress_health_check=[HealthCheck.too_slow])
FACE_UP = Clue.of(2, Edition.parse("who: A, B, C\nwhat: D, E, F"), public=1)
GAMES = (Myst(1, 1, 2, 1), Myst(2, 1, 3, 2), Myst(1, 2, 2, 3), Myst(1, 2, 3, 2), FACE_UP)


@st.composite
def situations(draw: st.DrawFn) -> Situation:
    game, seed = draw(st.sampled_from(GAMES)), draw(st.integers(0, 999))
    length = draw(st.integers(1, 30))
    return list(islice(random_play(game, np.random.default_rng(seed), guessing=0.2), length))[-1]


def formulas(game: CardGame, deep: int = 2) -> st.SearchStrategy[Formula]:
    """Formulas about a game, with knowledge nested as deep as given."""
    holders, cards = st.integers(0, len(game.hands)), st.integers(0, len(game.names) - 1)
    players, groups = st.sampled_from(game.players), st.frozensets(st.sampled_from(game.players), min_size=1)
    atoms = st.one_of(st.builds(h, holders, cards), st.booleans().map(Truth))

    def grow(inner: st.SearchStrategy[Formula]) -> st.SearchStrategy[Formula]:
        pairs = st.tuples(inner, inner)
        return st.one_of(
            inner.map(Not),
            pairs.map(And),
            pairs.map(Or),
            st.builds(Implies, inner, inner),
            *([st.builds(K, players, inner), st.builds(E, groups, inner), st.builds(C, groups, inner)] if deep else []),
        )

    return st.recursive(atoms, grow, max_leaves=5)


@st.composite
def claims(draw: st.DrawFn) -> tuple[Situation, Worlds, Formula, Formula, int]:
    situation = draw(situations())
    f, g = draw(formulas(situation.game)), draw(formulas(situation.game))
    return situation, Worlds.of(situation), f, g, draw(st.sampled_from(situation.game.players))


@quick
@given(claims())
def test_s5(claim: tuple[Situation, Worlds, Formula, Formula, int]) -> None:
    """Distribution, generalisation, truth, positive and negative introspection, in every world."""
    _, worlds, f, g, i = claim
    for law in (
        (K(i, f) & K(i, f >> g)) >> K(i, g),
        K(i, f) >> f,
        K(i, f) >> K(i, K(i, f)),
        ~K(i, f) >> K(i, ~K(i, f)),
    ):
        assert worlds.truth(law).all()
    if worlds.truth(f).all():
        assert worlds.truth(K(i, f)).all()


@quick
@given(claims())
def test_common_knowledge_is_everyone_knowing_it_for_ever(
    claim: tuple[Situation, Worlds, Formula, Formula, int],
) -> None:
    situation, worlds, f, _, i = claim
    group = {i, situation.game.next_player(i)}
    everyone = f
    while True:
        more = E(group, everyone)
        if (worlds.truth(more) == worlds.truth(everyone)).all():
            break
        everyone = more
    assert (worlds.truth(C(group, f)) == worlds.truth(E(group, everyone))).all()
    assert (worlds.truth(E(group, f)) == worlds.truth(all_of(K(j, f) for j in group))).all()


@settings(quick, max_examples=trials(25))
@given(st.data())
def test_immutable_knowledge(data: st.DataObject) -> None:
    """What is known of the cards stays known, and so does knowing that it is known."""
    game = data.draw(st.sampled_from(GAMES))
    play = list(islice(random_play(game, np.random.default_rng(data.draw(st.integers(0, 99)))), 20))
    f = data.draw(formulas(game, deep=0))
    i, j = (data.draw(st.sampled_from(game.players)) for _ in range(2))
    for fact in (K(i, f), K(j, K(i, f)), C({i, j}, f)):
        told = [Worlds.of(situation).holds(fact) for situation in play]
        assert told == sorted(told, key=bool)


@settings(quick, max_examples=trials(25))
@given(situations(), st.data())
def test_counting_agrees_with_listing(situation: Situation, data: st.DataObject) -> None:
    """The engine for large games says of small ones what their worlds say."""
    worlds, knowledge = Worlds.of(situation), KnowledgeModel(situation)
    f = data.draw(formulas(situation.game))
    with suppress(TooManyWorldsError):  # of common knowledge; see the refusal below
        assert knowledge.holds(f) == worlds.holds(f)
    for i in situation.game.players:
        position = Position.of(evidence_of(situation.view(i)), None)
        cell = worlds.cells[i - 1]
        mine = worlds.hands[:, cell == cell[worlds.seen][0]]
        assert position.worlds == len({tuple(column) for column in mine.T.tolist()})


def test_a_refusal_says_what_would_be_needed() -> None:
    game = Myst(1, 1, 2, 1)
    s = Situation.begin(game, (0b001, 0b010, 0b100)).do_all([CardQuestion(1, 0b100), Yes(2), Shows(2, 1, 2)])
    assert KnowledgeModel(s).holds(C({1, 2}, h(2, 2)))
    both_know = C({1, 2}, any_of(K(1, h(0, x)) for x in range(3)))
    with pytest.raises(TooManyWorldsError, match="needs a list of all worlds"):
        KnowledgeModel(s).holds(both_know)
    assert Worlds.of(s).holds(both_know)


# The examples of the thesis.


def test_section_3_1_two_shows_place_two_cards() -> None:
    """Player 5 learns that neither card is in the pile, and not who has which."""
    game = Myst(m=1, n=1, p=5, q=2)
    s1, s2 = game.card("s1"), game.card("s2")
    deal = [game.cards(x) for x in ("s6", "s3", "s1", "s4", "s2", "s5")]
    s = Situation.begin(game, deal)
    both, other = game.cards("s1 s2"), game.cards("s5 s6")
    s = s.do_all([CardQuestion(1, both), Yes(2), Shows(2, 1, s1), NoGuess(1), EndTurn(1)])
    s = s.do_all([CardQuestion(2, other), No(3), No(4), Yes(5), Shows(5, 2, game.card("s5")), NoGuess(2), EndTurn(2)])
    assert not Worlds.of(s).holds(K(5, ~h(0, s2)))
    s = s.do_all([CardQuestion(3, both), Yes(4), Shows(4, 3, s2)])
    for engine in (Worlds.of(s), KnowledgeModel(s)):
        assert engine.holds(K(5, ~h(0, s1) & ~h(0, s2)))
        assert engine.holds(K(5, (h(2, s1) & h(4, s2)) | (h(4, s1) & h(2, s2))))
        assert not engine.holds(K(5, h(2, s1)) | K(5, h(2, s2)))
        for i in (1, 2, 3, 4):
            assert engine.holds(K(i, h(2, s1) & h(4, s2)))


def test_section_3_2_set_size_from_two_clauses() -> None:
    """Player 3 deduces that player 2, who showed one of {s1,s2} and one of {s3,s4}, holds none of s5 to s15."""
    game = Myst(m=9, n=2, p=3, q=2)
    deal = [game.cards("s7 s8 s9 s10 s11 s12 s13 s14 s15"), *map(game.cards, ("s5 s6", "s1 s3", "s2 s4"))]
    s = Situation.begin(game, deal)
    s = s.do_all([CardQuestion(1, game.cards("s1 s2")), Yes(2), Shows(2, 1, 0), NoGuess(1), EndTurn(1)])
    for i in (2, 3):
        far = game.cards("s14 s15")
        s = s.do_all([CardQuestion(i, far), *map(No, (3, 1, 2)[i - 2 : i]), NoGuess(i), EndTurn(i)])
    s = s.do_all([CardQuestion(1, game.cards("s3 s4")), Yes(2), Shows(2, 1, 2)])
    rest = all_of(~h(2, x) for x in range(4, 15))
    for engine in (Worlds.of(s), KnowledgeModel(s)):
        assert engine.holds(K(3, rest))
        assert engine.holds(K(1, h(2, 0) & h(2, 2)))


def test_section_3_2_a_five_cycle_needs_three_cards() -> None:
    """(s1|s2)(s2|s3)(s3|s4)(s4|s5)(s5|s1) takes three cards of a hand, so with n = 3 the hand has no other."""
    cycle = all_of(h(2, x) | h(2, (x + 1) % 5) for x in range(5))
    rest = all_of(~h(2, x) for x in range(5, 10))
    game = Myst(m=1, n=3, p=3, q=2)
    assert Worlds.begin(game).announce(cycle).truth(rest).all()
    covers = {hand for deal in game.deals() if reads(cycle, deal) for hand in [deal[2]]}
    assert covers == {cards_of(c) for c in ((0, 1, 3), (0, 2, 3), (0, 2, 4), (1, 2, 4), (1, 3, 4))}
    roomy = Myst(m=1, n=4, p=2, q=2)
    assert not Worlds.begin(roomy).announce(cycle).truth(all_of(~h(2, x) for x in range(5, 9))).all()


def reads(formula: Formula, deal: tuple[Cards, ...]) -> bool:
    """A formula about cards, read off a deal."""
    match formula:
        case And(parts=parts):
            return all(reads(part, deal) for part in parts)
        case Or(parts=parts):
            return any(reads(part, deal) for part in parts)
    holder, card = formula.holder, formula.card  # type: ignore[attr-defined]
    return bool(deal[holder] >> card & 1)


def test_part_of_the_pile_without_a_direct_question() -> None:
    """The thesis: only a question that all answer with no determines a portion of the pile. Not so."""
    game = Myst(m=2, n=1, p=3, q=2)
    s = Situation.begin(game, [game.cards(x) for x in ("s3 s4", "s1", "s5", "s2")])
    s = s.do_all([CardQuestion(1, game.cards("s2 s3")), No(2), Yes(3), Shows(3, 1, 1)])
    for engine in (Worlds.of(s), KnowledgeModel(s)):
        assert engine.holds(K(1, h(PILE, game.card("s3"))))
        assert not engine.holds(any_of(K(1, h(PILE, game.card(x))) for x in ("s4", "s5")))


@quick
@given(situations())
def test_theorem_3_1(situation: Situation) -> None:
    """A card is known to be in the pile just where it is known to be in no hand, or all others to be elsewhere."""
    game, worlds = situation.game, Worlds.of(situation)
    for i in game.players:
        for x in range(len(game.names)):
            in_no_hand = K(i, all_of(~h(j, x) for j in range(1, len(game.sizes))))
            others = K(i, all_of(~h(PILE, y) for y in numbers_of(game.deck & ~situation.deal[PILE])))
            either = worlds.holds(in_no_hand) or (situation.holds(PILE, x) and worlds.holds(others))
            assert worlds.holds(K(i, h(PILE, x))) == either


@settings(quick, max_examples=trials(30))
@given(st.integers(0, 999), st.sampled_from([Myst(1, 1, 2, 1), Myst(2, 1, 2, 2), Myst(1, 2, 2, 2)]))
def test_theorem_4_3(seed: int, game: Myst) -> None:
    """What two players both know to be in the pile is common knowledge between them."""
    for situation in islice(random_play(game, np.random.default_rng(seed)), 25):
        worlds = Worlds.of(situation)
        for x in range(game.c):
            f = h(PILE, x)
            if worlds.holds(E({1, 2}, f)):
                assert worlds.holds(C({1, 2}, f))


class RussianCards(CardTable):
    """Seven cards: Anne and Bill hold three each, Cath one."""

    @cached_property
    def names(self) -> tuple[str, ...]:
        return tuple("0123456")

    @cached_property
    def sorts(self) -> tuple[Sort, ...]:
        return (Sort("card", 0b1111111, 0, 1),)

    @cached_property
    def hands(self) -> tuple[int, ...]:
        return (3, 3, 1)


def test_russian_cards() -> None:
    """Anne tells Bill her hand, Bill tells Anne Cath's card, and Cath, who hears it all, learns no card of theirs."""
    game = RussianCards()
    anne, bill, cath = 1, 2, 3

    def hand(holder: int, text: str) -> Formula:
        return all_of(h(holder, int(x)) for x in text)

    worlds = Worlds.begin(game, (0, cards_of((0, 1, 2)), cards_of((3, 4, 5)), cards_of((6,))))
    assert len(worlds) == 140
    ignorant = all_of(~K(cath, h(i, x)) for i in (anne, bill) for x in range(6))
    anne_told = any_of(hand(anne, text) for text in ("012", "034", "056", "135", "246"))
    worlds = worlds.announce(K(anne, anne_told))
    assert worlds.holds(K(bill, hand(anne, "012")))
    assert worlds.holds(ignorant)
    worlds = worlds.announce(K(bill, h(cath, 6)))
    assert worlds.holds(K(anne, hand(bill, "345")))
    assert worlds.holds(C({1, 2, 3}, any_of(hand(anne, t) for t in ("012", "034", "135"))))
    assert worlds.holds(C({1, 2, 3}, ignorant))
    # "One of us has 0, 1 and 2" is silent as a fact; but Anne can only know it if it is she, and Cath knows that.
    fact = hand(anne, "012") | hand(bill, "012")
    start = Worlds.begin(game, (0, 0b111, 0b111000, 0b1000000))
    assert start.announce(fact).holds(ignorant)
    assert not start.announce(K(anne, fact)).holds(ignorant)


# Logs that hide cards, and sizes.


def test_what_a_seat_can_and_cannot_tell() -> None:
    told = Transcript.parse("myst:m=2,n=1,p=3,q=2\ndeal: 2={s5}\nasks(1,{s2,s3})\nno(2)\nyes(3)\nshows(3,1,?)\n")
    assert check(told, h(3, 1) | h(3, 2)) is True
    assert check(told, h(3, 1)) is None
    assert check(told, h(3, 4)) is False
    assert check(told, K(1, h(3, 1)) | K(1, h(3, 2))) is True
    assert check(told, K(2, h(3, 1))) is False


def test_all_know_what_lies_face_up() -> None:
    situation = Situation.begin(FACE_UP, FACE_UP.shuffle(np.random.default_rng(1)))
    card = numbers_of(situation.deal[FACE_UP.table])[0]
    worlds = Worlds.of(situation)
    for holder in (PILE, 1, 2):
        known = C({1, 2}, ~h(holder, card))
        assert worlds.holds(known)
        assert KnowledgeModel(situation).holds(known)


def test_large_games_are_counted() -> None:
    text = "myst:m=3,n=6,p=3,q=3\ndeal: 1={s1,s2,s3,s4,s5,s6}\nasks(1,{s7,s8,s9})\nno(2)\nyes(3)\nshows(3,1,s7)\n"
    told = Transcript.parse(text)
    s7, s8 = told.game.card("s7"), told.game.card("s8")
    assert told.game.deal_count > 10**9
    assert check(told, K(1, h(3, s7)) & ~h(2, s8)) is True
    assert check(told, h(3, s8)) is None
    assert check(told, h(1, s8)) is False
    with pytest.raises(TooManyWorldsError, match="worlds are possible; what others know"):
        check(told, K(1, K(2, h(3, s7))))
    with pytest.raises(TooManyWorldsError, match="listed one by one"):
        Worlds.begin(told.game)
    impossible = Transcript.parse(text.replace("shows(3,1,s7)", "shows(3,1,?)").replace("{s7,s8,s9}", "{s1,s2,s3}"))
    with pytest.raises(NoWorldError, match="no deal agrees"):
        check(impossible, h(0, 0))


def test_knowledge_about_knowledge_late_in_clue() -> None:
    """Where few worlds are left to a player, what others know is worked out through them."""
    game = Clue.of(3)
    rng = np.random.default_rng(5)
    for situation in random_play(game, rng):
        view = situation.view(1)
        if Position.of(evidence_of(view), None).worlds <= 12:
            break
    knowledge = KnowledgeModel(situation)
    shows = [a for a in situation.actions if isinstance(a, Shows) and a.to == 2 and a.player == 3]
    known = [K(2, h(3, a.card)) for a in shows if a.card is not None]
    assert knowledge.holds(all_of(known))
    assert knowledge.holds(K(1, any_of(K(2, h(3, x)) for x in range(21))))
    possible = list(possible_situations(view, {2}))
    assert len(possible) >= Position.of(evidence_of(view), None).worlds
    assert all(other.view(1) == view for other in possible)
    assert knowledge.holds(K(1, known[0])) == all(KnowledgeModel(other).holds(known[0]) for other in possible)


def test_plain_formulas() -> None:
    assert is_plain(~h(1, 2) | Truth(True))
    assert not is_plain(h(1, 2) & K(1, h(1, 2)))
