"""Exact counting: against every deal at small sizes, and against a count card by card at full size."""

from __future__ import annotations

from collections import defaultdict
from itertools import islice
from math import factorial
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.trials import trials

from sleuth.core.errors import ParameterError, UnknownNameError
from sleuth.games.clue.belief.counting import Position
from sleuth.games.clue.belief.facts import Fact, Has, Lacks, NotPile, OneOf, Showed, evidence_of
from sleuth.games.clue.belief.showing_habits import RANDOM, RandomShow, RepeatShow, ShowPolicy, parse_policy
from sleuth.games.clue.players.random_play import random_play
from sleuth.games.clue.rules.actions import EndTurn
from sleuth.games.clue.rules.card_game import CardGame
from sleuth.games.clue.rules.cards import PILE, Cards, Deal, cards_of, numbers_of
from sleuth.games.clue.rules.clue import Clue
from sleuth.games.clue.rules.editions import Edition
from sleuth.games.clue.rules.errors import NoWorldError, TooManyWorldsError
from sleuth.games.clue.rules.myst import Myst
from sleuth.games.clue.rules.situation import Situation

quick = settings(max_examples=trials(60), deadline=None, suppress_health_check=[HealthCheck.too_slow])
SMALL_EDITION = Edition((("who", ("A", "B", "C")), ("what", ("D", "E", "F")), ("where", ("G", "H", "I", "J"))), "small")
GAMES: list[CardGame] = [
    Myst(1, 1, 2, 1),
    Myst(2, 1, 3, 2),
    Myst(2, 2, 2, 3),
    Myst(1, 2, 3, 2),
    Clue.of(2, SMALL_EDITION),
    Clue.of(3, SMALL_EDITION),
    Clue.of(2, SMALL_EDITION, public=1),
    Clue.of(3, SMALL_EDITION, public=2),
]
POLICIES: list[ShowPolicy | None] = [None, RANDOM, RepeatShow(0.7)]


@st.composite
def fact_lists(draw: st.DrawFn, game: CardGame) -> list[Fact]:
    """Facts of all kinds, mostly of one deal, so that they seldom clash."""
    deal = game.shuffle(np.random.default_rng(draw(st.integers(0, 999))))
    facts: list[Fact] = []
    questions = list(game.questions())
    for _ in range(draw(st.integers(0, 7))):
        holder = draw(st.integers(0, len(game.hands)))
        question = draw(st.sampled_from(questions))
        held, kind = numbers_of(deal[holder] & question), draw(st.integers(0, 9))
        if kind == 0:
            facts.append(draw(st.sampled_from([OneOf(holder, question), Lacks(holder, question), NotPile(question)])))
        elif kind == 1:
            facts.append(Has(holder, deal[holder]))
        elif kind == 2:
            facts += [NotPile(pile) for pile in list(game.piles())[:2] if pile != deal[PILE]]
        elif not held:
            facts.append(Lacks(holder, question))
        elif kind < 6 or holder == PILE:
            facts.append(OneOf(holder, question))
        else:
            card = draw(st.sampled_from(held))
            before = cards_of(f.card for f in facts if isinstance(f, Showed) and f.holder == holder)
            facts.append(Showed(holder, question, card, before))
    return facts


def weight(deal: Deal, facts: list[Fact], policy: ShowPolicy | None) -> float:
    product = 1.0
    for fact in facts:
        if isinstance(fact, Showed) and policy is not None:
            product *= policy.chance(deal[fact.holder] & fact.question, fact.card, fact.before)
    return product


@settings(quick, max_examples=trials(100))
@given(st.sampled_from(GAMES), st.sampled_from(POLICIES), st.data())
def test_against_every_deal(game: CardGame, policy: ShowPolicy | None, data: st.DataObject) -> None:
    facts = data.draw(fact_lists(game))
    worlds = [deal for deal in game.deals() if all(fact.true_in(deal) for fact in facts)]
    position = Position(game, facts, policy)
    assert position.worlds == len(worlds)
    assert set(position.deals()) == set(worlds)
    if not worlds:
        with pytest.raises(NoWorldError, match="no deal agrees"):
            _ = position.probabilities
        return
    weights = np.array([weight(deal, facts, policy) for deal in worlds])
    total = weights.sum()
    expected = np.zeros((len(game.sizes), len(game.names)))
    piles: dict[Cards, float] = defaultdict(float)
    hands: dict[Cards, float] = defaultdict(float)
    for deal, mass in zip(worlds, weights / total, strict=True):
        piles[deal[PILE]] += mass
        hands[deal[1]] += mass
        for holder, cards in enumerate(deal):
            expected[holder, numbers_of(cards)] += mass
    np.testing.assert_allclose(position.probabilities, expected, atol=1e-12)
    assert dict(position.piles) == pytest.approx(dict(piles))
    assert dict(position.hands_of(1)) == pytest.approx(dict(hands))
    chances = np.array(list(piles.values()))
    assert position.entropy_bits == pytest.approx(-(chances * np.log2(chances)).sum(), abs=1e-9)
    drawn = position.samples(50, np.random.default_rng(0))
    as_deals = {tuple(cards_of(np.flatnonzero(row == k).tolist()) for k in range(len(game.sizes))) for row in drawn}
    assert as_deals <= set(worlds)


# A second method, which shares nothing with the first: one card after the other, with what matters of the past.


def card_by_card(
    game: CardGame, facts: list[Fact], policy: ShowPolicy | None, holder: int = PILE
) -> tuple[float, dict[tuple[int, int], float]]:
    """The weight of all deals, a whole number without a policy, and the chance of some cards with a holder."""
    may = [game.deck] * len(game.sizes)
    clauses: list[tuple[int, Cards]] = []
    shows: list[Showed] = []
    for fact in facts:
        match fact:
            case Has(holder=k, cards=cards):
                may = [mask if j == k else mask & ~cards for j, mask in enumerate(may)]
            case Lacks(holder=k, cards=cards):
                may[k] &= ~cards
            case OneOf(holder=k, cards=cards):
                clauses.append((k, cards))
            case Showed(holder=k, card=card):
                may = [mask if j == k else mask & ~(1 << card) for j, mask in enumerate(may)]
                if policy is not None:
                    shows.append(fact)
            case NotPile():
                raise NotImplementedError("not needed here")
    # Cards that share clauses go next to each other, so that few clauses are open at a time.
    order = sorted(numbers_of(game.deck), key=lambda x: [bool(c >> x & 1) for _, c in clauses])

    def run(fixed: int | None) -> float:
        # State: cards left for each holder, sorts left in the pile, clauses met, cards of each question held.
        start = (game.sizes, tuple(s.pile for s in game.sorts), frozenset(), (0,) * len(shows))
        states: dict[Any, float] = {start: 1}
        done = 0
        for card in order:
            done |= 1 << card
            after: dict[Any, float] = defaultdict(int)
            for (left, sorts, met, held), mass in states.items():
                for k in range(len(left)):
                    if not may[k] >> card & 1 or not left[k] or (fixed == card and k != holder):
                        continue
                    new_sorts = sorts
                    if k == PILE:
                        place = next(n for n, sort in enumerate(game.sorts) if sort.cards >> card & 1)
                        if not sorts[place]:
                            continue
                        new_sorts = (*sorts[:place], sorts[place] - 1, *sorts[place + 1 :])
                    new_left = (*left[:k], left[k] - 1, *left[k + 1 :])
                    new_met = met | {n for n, (who, cards) in enumerate(clauses) if who == k and cards >> card & 1}
                    # A clause leaves the state with its last card, and must have been met by then.
                    closing = [n for n, (_, c) in enumerate(clauses) if c >> card & 1 and not c & ~done]
                    if not new_met.issuperset(closing):
                        continue
                    new_met = frozenset(n for n in new_met if clauses[n][1] & ~done)
                    new_held, chance = [], 1.0 if shows else 1
                    for n, show in enumerate(shows):
                        so_far = held[n]
                        if show.holder == k and show.question >> card & 1:
                            so_far |= 1 << card
                        if so_far and not show.question & ~done:
                            assert policy is not None
                            chance *= policy.chance(so_far, show.card, show.before)
                            so_far = 0
                        new_held.append(so_far)
                    after[new_left, new_sorts, new_met, tuple(new_held)] += mass * chance
            states = after
        return sum(states.values())

    total = run(None)
    return total, {(holder, card): run(card) / total for card in order[:: len(order) // 2]} if total else {}


def after_turns(game: CardGame, seed: int, turns: int) -> Situation:
    for situation in random_play(game, np.random.default_rng(seed)):
        if sum(isinstance(a, EndTurn) for a in situation.actions) == turns:
            return situation
    raise AssertionError


@pytest.mark.parametrize(
    ("players", "turns", "seed", "policy"),
    [(3, 9, 1, None), (6, 7, 5, None), (3, 6, 0, RANDOM), (4, 6, 2, RANDOM), (5, 7, 3, RANDOM), (6, 8, 5, RANDOM)],
)
def test_full_size_card_by_card(players: int, turns: int, seed: int, policy: ShowPolicy | None) -> None:
    game = Clue.of(players)
    view = after_turns(game, seed, turns).view(1)
    facts = list(evidence_of(view).facts)
    position = Position(game, facts, policy)
    total, chances = card_by_card(game, facts, policy)
    if policy is None:
        assert position.worlds == total
    assert total > 0
    for place, chance in chances.items():
        assert position.probabilities[place] == pytest.approx(float(chance), abs=1e-9)


@pytest.mark.parametrize(("players", "turns", "seed", "holder"), [(6, 2, 8, PILE), (3, 4, 3, 1), (3, 8, 3, 3)])
def test_an_outsider_at_full_size_card_by_card(players: int, turns: int, seed: int, holder: int) -> None:
    game = Clue.of(players)
    facts = list(evidence_of(after_turns(game, seed, turns).view(None)).facts)
    total, chances = card_by_card(game, facts, None, holder)
    position = Position(game, facts)
    assert position.worlds == total
    for place, chance in chances.items():
        assert position.probabilities[place] == pytest.approx(float(chance), abs=1e-9)


# Golden numbers, and numbers that no float holds.


def test_a_large_game_to_the_last_digit() -> None:
    names = {"suspect": 10, "weapon": 8, "room": 12}
    edition = Edition(tuple((sort, tuple(f"{sort}{n}" for n in range(size))) for sort, size in names.items()), "large")
    assert Position(Clue.of(6, edition)).worlds == 437_599_241_673_834_240_000
    assert Position(Clue.of(6, edition)).worlds == 960 * factorial(27) // (120**3 * 24**3)
    assert Position(Myst(3, 3, 9, 1)).worlds == factorial(30) // 6**10
    assert Position(Myst(2, 2, 14, 1)).worlds == factorial(30) // 2**15


@settings(quick, max_examples=trials(8))
@given(st.lists(st.tuples(st.integers(0, 4), st.integers(1, 2**30 - 1)), max_size=3))
def test_large_counts_by_whole_numbers(denied: list[tuple[int, Cards]]) -> None:
    """A card at a time, in whole numbers of any size."""
    game = Myst(6, 6, 4, 1)
    facts = [Lacks(holder, cards) for holder, cards in denied]
    ways = np.zeros(tuple(size + 1 for size in game.sizes), object)
    ways[(0,) * len(game.sizes)] = 1
    for card in range(30):
        after = np.zeros_like(ways)
        for k in range(len(game.sizes)):
            if not any(fact.holder == k and fact.cards >> card & 1 for fact in facts):
                after += np.where(np.indices(ways.shape)[k] > 0, np.roll(ways, 1, axis=k), 0)
        ways = after
    assert Position(game, facts).worlds == ways[game.sizes]


def test_what_is_nearly_certain_is_not_called_so() -> None:
    """A weight of one in 10^18 is no certainty: 0 and 1 are kept for what the facts leave no choice in."""

    class Stubborn:
        def chance(self, held: Cards, card: int, before: Cards) -> float:
            return 1.0 if held.bit_count() == 1 else 1e-18

    game = Myst(m=1, n=2, p=2, q=4)
    facts = [Has(1, game.cards("s1 s2")), Showed(2, game.cards("s1 s2 s3 s4"), game.card("s3"))]
    position = Position(game, facts, Stubborn())
    assert not position.certain
    assert 0 < position.piles[1][1] < 1e-17
    assert 0.999 < position.piles[0][1] < 1
    assert 0.999 < position.probabilities[PILE, game.card("s4")] < 1
    assert position.probabilities[2, game.card("s3")] == 1


def test_a_pile_is_certain_by_counting_alone() -> None:
    """Two players between them must hold two suspects and two weapons: no card tells it by itself."""
    edition = Edition((("who", ("P", "B", "X")), ("what", ("U", "V", "Y", "W"))), "pairs")
    game = Clue.of(5, edition)
    cards = game.cards
    facts = [Has(5, cards("X")), Lacks(1, cards("B, Y, W")), Lacks(2, cards("P, B, Y, W"))]
    facts += [Lacks(j, cards("U, V, P, W")) for j in (3, 4)]
    position = Position(game, facts)
    assert position.grid is not None
    assert position.grid.must[PILE] != cards("P, W")  # the quick deductions leave it open
    assert position.certain
    assert position.piles == [(cards("P, W"), pytest.approx(1))]


def test_two_players_have_64_worlds_at_most() -> None:
    """Sixty, as is also told, is what the next best hand leaves: by a list of all deals, for every mix of sorts."""
    game, left = Clue.of(2), {}
    suspects, weapons, rooms = (numbers_of(sort.cards) for sort in game.sorts)
    for a in range(7):
        for b in range(7):
            if a + b <= 9:
                hand = cards_of([*suspects[:a], *weapons[:b], *rooms[: 9 - a - b]])
                rest = game.deck & ~hand
                deals = [(pile, rest & ~pile) for pile in game.piles() if not pile & hand]
                assert len(deals) == Position(game, [Has(1, hand)]).worlds
                left[a, b] = len(deals)
    ranked = sorted(left.items(), key=lambda item: -item[1])
    assert ranked[0] == ((2, 2), 64)  # and five rooms
    assert ranked[1][1] == 60


def test_worlds_at_the_start() -> None:
    """From one seat, at most; a hand that leaves the sorts most even leaves most worlds."""
    most = {}
    for players, hand in {
        2: "Plum, Green, Rope, Knife, Hall, Study, Lounge, Library, Kitchen",
        3: "Plum, Green, Rope, Hall, Study, Lounge",
        4: "Plum, Green, Rope, Hall, Study",
        5: "Plum, Rope, Hall, Study",
        6: "Plum, Rope, Hall",
    }.items():
        game = Clue.of(players)
        cards = game.cards(hand)
        player = next(i for i in game.players if game.hands[i - 1] == cards.bit_count())
        most[players] = Position(game, [Has(player, cards)]).worlds
    assert most[2] == 4 * 4 * 4
    assert most[3] == pytest.approx(1.1e5, rel=0.05)
    assert most[4] == pytest.approx(1.2e7, rel=0.1)
    assert most[5] == pytest.approx(7e8, rel=0.1)
    assert most[6] == 200 * factorial(15) // 6**5
    assert most[6] == pytest.approx(3.3e10, rel=0.05)
    assert Position(Clue.of(6)).worlds == 324 * factorial(18) // 6**6


# Showing is evidence.


def test_a_card_shown_from_two_weighs_half() -> None:
    """Why Theorem 4.1 fails for n >= 2: after a show, worlds are not equally likely."""
    game = Myst(m=1, n=2, p=2, q=4)
    mine = Has(1, game.cards("s1 s2"))
    shown = Showed(2, game.cards("s1 s3 s4 s5"), game.card("s3"))
    position = Position(game, [mine, shown])
    assert position.worlds == 2
    assert dict(position.piles) == {game.cards("s4"): 0.5, game.cards("s5"): 0.5}
    # A question that leaves one of the two unknown cards out: who holds s3 alone of it had no choice.
    narrow = Showed(2, game.cards("s1 s2 s3 s4"), game.card("s3"))
    weighed = dict(Position(game, [mine, narrow]).piles)
    assert weighed[game.cards("s4")] == pytest.approx(2 / 3)
    assert weighed[game.cards("s5")] == pytest.approx(1 / 3)
    even = dict(Position(game, [mine, narrow], None).piles)
    assert even[game.cards("s4")] == even[game.cards("s5")] == 0.5


def test_the_weights_are_what_play_gives() -> None:
    """Deal, ask and show at random many times: among the plays with one outcome, the piles fall as the weights say."""
    game = Myst(m=1, n=2, p=2, q=4)
    rng = np.random.default_rng(7)
    question, s3 = game.cards("s1 s2 s3 s4"), game.card("s3")
    found: dict[Cards, int] = defaultdict(int)
    for _ in range(20_000):
        deal = game.shuffle(rng)
        held = numbers_of(deal[2] & question)
        if deal[1] == game.cards("s1 s2") and held and held[rng.integers(len(held))] == s3:
            found[deal[PILE]] += 1
    share = found[game.cards("s4")] / sum(found.values())
    assert share == pytest.approx(2 / 3, abs=4 * (2 / 9 / sum(found.values())) ** 0.5)


def test_a_card_that_was_not_seen_weighs_nothing_more() -> None:
    game = Clue.of(3)
    question = game.cards("Plum, Rope, Hall")
    facts: list[Fact] = [Has(1, game.cards("Green, White, Knife, Wrench, Study, Lounge")), OneOf(2, question)]
    np.testing.assert_allclose(Position(game, facts).probabilities, Position(game, facts, None).probabilities)


def test_a_habit_of_repeating() -> None:
    """Who shows the same card again says little: it would have been shown whatever else is in the hand."""
    game = Clue.of(3)
    plum, question, other = game.card("Plum"), game.cards("Plum, Rope, Hall"), game.cards("Plum, Knife, Hall")
    first, again = Showed(2, other, plum), Showed(2, question, plum, before=1 << plum)
    mine = Has(1, game.cards("Green, White, Candlestick, Wrench, Study, Lounge"))
    rope = game.card("Rope")
    at_random = Position(game, [mine, first, again], RandomShow()).probabilities[2, rope]
    habitual = Position(game, [mine, first, again], RepeatShow(0.99)).probabilities[2, rope]
    no_evidence = Position(game, [mine, first], RandomShow()).probabilities[2, rope]
    assert at_random < habitual < no_evidence
    assert habitual == pytest.approx(no_evidence, abs=0.01)


@given(
    st.integers(1, 2**6 - 1), st.integers(0, 2**6 - 1), st.sampled_from([RandomShow(), RepeatShow(0.5), RepeatShow()])
)
def test_a_policy_is_a_distribution(held: Cards, before: Cards, policy: ShowPolicy) -> None:
    chances = [policy.chance(held, card, before & held) for card in numbers_of(held)]
    assert sum(chances) == pytest.approx(1)
    assert min(chances) > 0


def test_policies_by_name() -> None:
    assert parse_policy("random") == RandomShow()
    assert parse_policy("any") is None
    with pytest.raises(UnknownNameError, match="did you mean random"):
        parse_policy("randm")
    with pytest.raises(ParameterError, match="habit is from 0"):
        RepeatShow(1.0)


# Samples.


def test_samples_follow_the_weights() -> None:
    """Each card in each place as often as it should be, and the pile as a whole: within four deviations."""
    game = Clue.of(4)
    view = after_turns(game, 11, 7).view(1)
    position = Position.of(evidence_of(view))
    number = 20_000
    drawn = position.samples(number, np.random.default_rng(0))
    for holder in range(5):
        p = position.probabilities[holder]
        seen = (drawn == holder).mean(axis=0)
        assert (np.abs(seen - p) <= 4.5 * np.sqrt(p * (1 - p) / number) + 1e-12).all()
    ones = 1 << np.arange(21)
    piles = ((drawn == PILE) * ones).sum(axis=1)
    for pile, p in position.piles[:20]:
        assert abs((piles == pile).mean() - p) <= 4.5 * (p * (1 - p) / number) ** 0.5
    for fact in evidence_of(view).facts:
        assert all(fact.true_in(tuple(int(((row == k) * ones).sum()) for k in range(5))) for row in drawn[:200])


def test_the_true_deal_is_always_possible() -> None:
    for players in (2, 3, 4, 5, 6):
        game = Clue.of(players)
        for situation in islice(random_play(game, np.random.default_rng(players)), 9, 120, 37):
            for view in (*map(situation.view, game.players), situation.view(None)):
                position = Position.of(evidence_of(view))
                assert position.worlds >= 1
                for holder, cards in enumerate(situation.deal):
                    assert (position.probabilities[holder, numbers_of(cards)] > 0).all()


def test_large_editions() -> None:
    """Thirty cards are counted; more than thirty open ones are refused."""
    names = [f"{sort}{number}" for sort in "abc" for number in range(1, 12)]
    thirty = Edition((("a", tuple(names[:10])), ("b", tuple(names[11:19])), ("c", tuple(names[21:33]))), "thirty")
    game = Clue.of(6, thirty)
    assert Position(game).worlds == pytest.approx(game.deal_count)
    more = Clue.of(6, Edition((("a", tuple(names[:11])), ("b", tuple(names[11:22])), ("c", tuple(names[22:]))), "more"))
    with pytest.raises(TooManyWorldsError, match="33 cards are open; deals are counted up to 30"):
        _ = Position(more).worlds
