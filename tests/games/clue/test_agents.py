"""Players of MYST and Clue, and the tournaments between them."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from sleuth.core.errors import ActionError, ParameterError, UnknownNameError
from sleuth.games.clue.belief.asking_habits import ShunsOwn
from sleuth.games.clue.belief.card_set import CardSet
from sleuth.games.clue.belief.clue_log import ClueLog
from sleuth.games.clue.belief.counting import Position
from sleuth.games.clue.belief.facts import AskedFor, Has, Lacks, OneOf, Showed, Silent, evidence_of
from sleuth.games.clue.belief.sampled import cuts
from sleuth.games.clue.belief.showing_habits import SHOWING
from sleuth.games.clue.players.advice import view_of
from sleuth.games.clue.players.agents import certain_pile
from sleuth.games.clue.players.opponents import answered, going_on, known_by, leaks, supposed
from sleuth.games.clue.players.random_play import random_play
from sleuth.games.clue.rules.actions import CardQuestion, EndTurn, No, NoGuess, Shows, Yes
from sleuth.games.clue.rules.card_game import CardGame
from sleuth.games.clue.rules.cards import PILE, cards_of, numbers_of
from sleuth.games.clue.rules.clue import Clue
from sleuth.games.clue.rules.myst import Myst
from sleuth.games.clue.rules.situation import Situation
from sleuth.games.clue.rules.stage import Phase
from sleuth.measures.intervals import wilson
from sleuth.play.table import Table, play_out
from sleuth.play.tournament import Config, LineStanding, Row, line_standing, played_rows
from sleuth.strategies.seat_strategy import parse_seat, seat_strategies

QUICK = {"ismcts": "ismcts:rounds=20,worlds=40", "entropy": "entropy:worlds=60", "race": "race:worlds=60,others=1"}


def games(game: CardGame, line: str, number: int, seed: int, workers: int = 0) -> tuple[list[Row], LineStanding]:
    config = Config.of([str(game)], [line], number, [seed])
    rows, _ = played_rows(config, workers=workers)
    return rows, line_standing(str(game), config.entries[0].agents[0], rows)


def agent(name: str) -> str:
    return QUICK.get(name, name)


@pytest.mark.parametrize("name", [name for name in seat_strategies(Clue.of(3)) if name != "equilibrium"])
@pytest.mark.parametrize(
    "game", [Clue.of(3), Clue.of(2, drawn_rooms=True), Myst(2, 2, 3, 2), Myst(1, 2, 2, 4)], ids=str
)
def test_every_agent_plays_every_game_by_the_rules(name: str, game: CardGame) -> None:
    """`Situation.do` refuses whatever is not possible, and an agent that is certain is right."""
    agents = [parse_seat(agent(name))] * len(game.hands)
    situation, last = play_out(game, agents, np.random.default_rng(3))
    assert last in ("right", "wrong", "long")
    assert situation.turns >= 1
    if last == "right":
        assert situation.actions[-1].cards == situation.deal[PILE]
        assert situation.winner == situation.actions[-1].player


def test_equilibrium_players_come_to_the_value() -> None:
    """The strategies of the tree, played through the rules of the real game: the first player wins 3/5."""
    rows, standing = games(Myst(3, 1, 2, 1), "equilibrium", 1200, seed=1)
    assert standing.first_seat is not None
    low, high = wilson(round(standing.first_seat * len(rows)), len(rows), 0.999)
    assert low < 0.6 < high


def test_equilibrium_is_for_solved_games_only() -> None:
    with pytest.raises(ParameterError, match="two players and questions of one card"):
        play_out(Clue.of(3), [parse_seat("equilibrium")] * 3, np.random.default_rng(0))


def test_equilibrium_plays_on_after_a_repeated_question() -> None:
    game = Myst(2, 2, 2, 1)
    situation = Situation.begin(game, (0b000011, 0b001100, 0b110000))
    own = CardQuestion(1, game.cards("s3"))
    for _ in range(2):
        for action in (own, No(2), NoGuess(1), EndTurn(1)):
            situation = situation.do(action)
        ask = parse_seat("equilibrium").decide(CardSet(situation.view(2)), rng=np.random.default_rng(0)).action
        assert situation.possible(ask)
        back = CardQuestion(2, game.cards("s5"))
        situation = situation.do(back)
        situation = situation.do(No(1)).do(NoGuess(2)).do(EndTurn(2))


def test_results_do_not_depend_on_workers() -> None:
    def plays(seed: int, workers: int = 0) -> list[tuple[str, str]]:
        return [(row.spent, row.history) for row in games(Clue.of(3), "most-likely vs heuristic", 12, seed, workers)[0]]

    assert plays(5) == plays(5, workers=2)
    assert plays(5) != plays(6)


@pytest.mark.parametrize("game", [Clue.of(3), Clue.of(2, drawn_rooms=True), Myst(2, 2, 3, 2)], ids=str)
def test_games_read_back(game: CardGame) -> None:
    for row in games(game, "heuristic vs most-likely", 6, seed=1)[0]:
        table = row.record()
        assert isinstance(table, Table)
        assert table.state.winner is not None
        assert str(Table.parse(str(table))) == str(table)


def test_better_agents_win_more() -> None:
    """Far from the edge, so that some dozen games are enough."""
    _, standing = games(Clue.of(3), "race:worlds=100,others=1 vs random", 36, seed=2)
    assert standing.players[0].low > 1 / 3
    assert [player.par for player in standing.players] == pytest.approx([1 / 3, 2 / 3])


def test_an_agent_cannot_act_out_of_turn() -> None:
    situation = Situation.begin(Clue.of(3), Clue.of(3).shuffle(np.random.default_rng(0)))
    with pytest.raises(ActionError, match="not for player 2"):
        parse_seat("heuristic").decide(CardSet(situation.view(2)), rng=np.random.default_rng(0))


def test_unknown_players_and_parameters() -> None:
    with pytest.raises(UnknownNameError, match="most-likely"):
        parse_seat("mostlikely")
    with pytest.raises(ParameterError, match="race has no parameter 'speed'"):
        parse_seat("race:speed=3")
    with pytest.raises(ParameterError, match="worlds is a whole number"):
        parse_seat("race:worlds=many")
    with pytest.raises(ParameterError, match="above 0"):
        parse_seat("race:worlds=0")
    with pytest.raises(ParameterError, match="gain is a finite number, not 'nan'"):
        parse_seat("race:gain=nan")
    with pytest.raises(ParameterError, match="about is one of pile, deal, not 'world'"):
        parse_seat("entropy:about=world")
    with pytest.raises(ParameterError, match="least, not 'lest'"):
        parse_seat("heuristic:shows=lest")
    for spec in ("race:others=2,shows=least", "entropy:about=deal", "most-likely", "random"):
        assert str(parse_seat(spec)) == spec.replace("others=2,shows=least", "shows=least,others=2")


def test_certain_pile_is_what_the_worlds_say() -> None:
    rng = np.random.default_rng(4)
    found = 0
    for situation in random_play(Myst(2, 2, 3, 2), rng):
        if len(situation.actions) > 150 or found > 8:
            break
        for player in situation.game.players:
            view = situation.view(player)
            piles = Position.of(evidence_of(view), None).piles
            sure = certain_pile(view)
            if sure is not None:
                found += 1
                assert [pile for pile, _ in piles] == [sure]
    assert found


@pytest.mark.parametrize(("name", "expected"), [("repeat", "Plum"), ("least", "Plum")])
def test_shows_again(name: str, expected: str) -> None:
    """Plum was shown before; Hall would be news."""
    game = Clue.of(3)
    hands = [game.cards(t) for t in ("Green Rope Lounge", "White Knife Study Kitchen Library Scarlet")]
    mine = game.cards("Plum, Hall, Wrench, Mustard, Revolver, Ballroom")
    rest = game.deck & ~(hands[0] | hands[1] | mine)
    start = Situation.begin(game, (hands[0], hands[1], mine, rest))
    question = game.cards("Plum, Candlestick, Conservatory")
    shown = start.do_all([CardQuestion(1, question), Yes(2), Shows(2, 1, game.card("Plum")), NoGuess(1), EndTurn(1)])
    view = shown.view(2)
    asked = game.cards("Plum, Rope, Hall")
    stage = replace(view.stage, phase=Phase.SHOW, turn=1, answering=2, question=asked)
    shows = SHOWING[name]
    cards = [shows.choose(replace(view, stage=stage), np.random.default_rng(s)) for s in range(40)]
    assert cards.count(game.card(expected)) >= 30


def test_least_shows_the_sort_with_most_left() -> None:
    """A room is one of nine, a suspect one of six: it tells less."""
    game = Clue.of(3)
    deal = game.shuffle(np.random.default_rng(0))
    hand = game.cards("Plum, Hall, Wrench, Mustard, Revolver, Ballroom")
    view = replace(Situation.begin(game, deal).view(2), hand=hand)
    stage = replace(view.stage, phase=Phase.SHOW, answering=2, question=game.cards("Plum, Wrench, Hall"))
    shows = SHOWING["least"]
    assert shows.choose(replace(view, stage=stage), np.random.default_rng(0)) == game.card("Hall")


def test_questions_are_evidence_where_a_habit_is_supposed() -> None:
    game = Clue.of(3)
    mine = Has(1, game.cards("Plum, Rope, Hall, Green, Study, Lounge"))
    asked = game.cards("White, Knife, Library")
    plain = Position(game, [mine])
    habit = ShunsOwn(share=0.5, slip=0.01)
    weighed = Position(game, [mine, *[AskedFor(2, asked)] * 3], habit=habit)
    for card in numbers_of(asked):
        assert weighed.probabilities[2, card] < plain.probabilities[2, card] / 2
        assert weighed.probabilities[0, card] > plain.probabilities[0, card]
    assert weighed.worlds == plain.worlds
    assert Position(game, [mine, AskedFor(2, asked)]).probabilities == pytest.approx(plain.probabilities)
    # Who is known to hold a card that she asked for has no such habit.
    caught = [mine, Has(2, game.cards("White"))]
    before, after = Position(game, caught), Position(game, [*caught, *[AskedFor(2, asked)] * 3], habit=habit)
    assert after.probabilities == pytest.approx(before.probabilities, abs=0.01)


def test_habits_agree_with_a_list_of_deals() -> None:
    game = Myst(1, 2, 3, 2)
    facts = [Has(1, game.cards("s1 s2")), AskedFor(2, game.cards("s3 s4")), AskedFor(2, game.cards("s3 s1"))]
    habit = ShunsOwn(share=0.4, slip=0.05)
    table = np.zeros((4, 7))
    total = 0.0
    for deal in game.deals():
        if deal[1] == game.cards("s1 s2"):
            questions = (game.cards("s3 s4"), game.cards("s3 s1"))
            held = np.array([[(deal[2] & q).bit_count()] for q in questions])
            factor = (7 / 5) ** 2
            shuns = np.prod([factor * 0.95 + 0.05 if h == 0 else 0.05 for h in held[:, 0]])
            weight = 0.6 + 0.4 * shuns
            total += weight
            for holder, cards in enumerate(deal):
                table[holder, numbers_of(cards)] += weight
    np.testing.assert_allclose(Position(game, facts, habit=habit).probabilities, table / total, atol=1e-12)


def test_silence_agrees_with_a_list_of_deals() -> None:
    """Who does not guess after a question that nobody could answer holds one of the cards, but for a slip."""
    game = Myst(1, 2, 3, 1)
    mine, asked = game.cards("s1 s2"), game.cards("s3")
    habit = ShunsOwn(share=0.4, slip=0.05)
    table, total = np.zeros((4, 7)), 0.0
    for deal in game.deals():
        if deal[1] == mine:
            weight = 1.0 if deal[2] & asked else 0.05
            total += weight
            for holder, cards in enumerate(deal):
                table[holder, numbers_of(cards)] += weight
    facts = [Has(1, mine), Silent(2, asked)]
    np.testing.assert_allclose(Position(game, facts, habit=habit).probabilities, table / total, atol=1e-12)
    assert Position(game, facts).probabilities == pytest.approx(Position(game, facts[:1]).probabilities)


def test_however_often_a_player_is_silent_it_is_one_slip() -> None:
    game = Clue.of(3)
    facts = [Has(1, game.cards("Plum, Rope, Hall, Green, Study, Lounge"))]
    silent, other = Silent(2, game.cards("White, Knife, Library")), Silent(3, game.cards("White, Knife, Library"))
    once, often, both = (
        Position(game, [*facts, *more], habit=ShunsOwn()).probabilities
        for more in ([silent], [silent] * 7, [silent, other])
    )
    assert often == pytest.approx(once)
    assert both != pytest.approx(once)


@pytest.mark.parametrize(("answer", "silent"), [("nobody", True), ("somebody", False)])
def test_silence_is_heard_where_nobody_answered(answer: str, silent: bool) -> None:
    game = Clue.of(3)
    deal = game.shuffle(np.random.default_rng(0))
    own = [numbers_of(deal[2] & sort.cards) for sort in game.sorts]
    theirs = [numbers_of(deal[3] & sort.cards) for sort in game.sorts]
    pile = [numbers_of(deal[PILE] & sort.cards) for sort in game.sorts]
    question = cards_of((own[k] or pile[k])[0] for k in range(3))
    if answer == "somebody":
        question = cards_of((theirs[k] or pile[k])[0] for k in range(3))
    start = replace(Situation.begin(game, deal), stage=replace(Situation.begin(game, deal).stage, turn=2))
    answers = [Yes(3), Shows(3, 2, numbers_of(deal[3] & question)[0])] if not silent else [No(3), No(1)]
    asked = start.do_all([CardQuestion(2, question), *answers])
    before, after = asked, asked.do(NoGuess(2))
    heard = [Silent(2, question)] if silent else []
    assert [fact for fact in evidence_of(after.view(1), asked=True).facts if isinstance(fact, Silent)] == heard
    for situation, asks in ((before, True), (after, False)):
        facts = evidence_of(situation.view(1), asked=asks).facts
        assert not any(isinstance(fact, Silent) for fact in facts)
    world = np.zeros(21, np.int8)
    for holder, cards in enumerate(deal):
        world[numbers_of(cards)] = holder
    told = supposed(after.view(1), 3, world, np.random.default_rng(0))
    assert (OneOf(2, question) in told) is silent
    assert OneOf(2, question) not in supposed(after.view(1), 3, world, np.random.default_rng(0), silences=False)


@pytest.mark.parametrize(
    ("next_line", "silent"), [("Cat: pass", True), ("Ben accuses White, Revolver, Lounge: wrong", False)]
)
def test_who_accuses_after_a_suggestion_was_not_silent(next_line: str, silent: bool) -> None:
    log = ClueLog.parse(
        "players: Ann 6, Ben 6, Cat 6\nme: Ann\nhand: Mustard, Plum, Knife, Rope, Hall, Study\n"
        f"Ben: White, Wrench, Lounge -> none\n{next_line}\n"
    )
    facts = evidence_of(view_of(log), asked=True).facts
    assert (Silent(2, log.game.cards("White, Wrench, Lounge")) in facts) is silent


def test_leaks_are_what_others_would_know() -> None:
    """A question that a world answers as the real one does leaves the others with what they then really have."""
    game = Clue.of(3)
    situation = Situation.begin(game, game.shuffle(np.random.default_rng(6)))
    question = cards_of(numbers_of(deal_sort)[0] for deal_sort in (sort.cards for sort in game.sorts))
    world = np.zeros(21, np.int8)
    for holder, cards in enumerate(situation.deal):
        world[numbers_of(cards)] = holder
    rng = np.random.default_rng(0)
    after = answered(situation.view(1), question, world, rng)
    real = situation
    for event in after.events:
        real = real.do(event)  # refused if it is not what happens in this world
    assert real.stage.phase is Phase.GUESS
    expected = [Position.of(evidence_of(real.view(j))).piles[0][1] for j in (2, 3)]
    assert leaks(situation.view(1), question, world[None, :], rng) == pytest.approx(expected)


def test_bits_about_the_deal() -> None:
    """With two of one's own cards in a question it tells just who has the third, and one's own tell nothing."""
    game = Clue.of(3)
    position = Position(game, [Has(1, game.cards("Plum, Rope, Hall, Green, Study, Lounge"))])
    rng = np.random.default_rng(0)
    questions = [game.cards("Plum, Rope, Hall"), game.cards("Plum, Rope, Library"), game.cards("White, Knife, Library")]
    found = cuts(game, 1, questions, position.samples(20_000, rng), rng)
    assert found.deal_bits()[0] == pytest.approx(0.0, abs=1e-9)
    where = position.probabilities[[0, 2, 3], game.card("Library")]
    assert found.deal_bits()[1] == pytest.approx(-(where * np.log2(where)).sum(), abs=0.02)
    # What tells about the pile tells about the deal.
    assert (found.deal_bits() >= found.bits() - 0.02).all()


def test_each_kind_of_entropy_asks_for_its_own_bits() -> None:
    game, rng = Clue.of(3), np.random.default_rng(0)
    view = Situation.begin(game, game.shuffle(np.random.default_rng(1))).view(1)
    position = Position.of(evidence_of(view))
    pile, deal = (parse_seat(f"entropy:about={about},worlds=8000").ask(view, rng) for about in ("pile", "deal"))
    found = cuts(game, 1, [pile, deal], position.samples(60_000, rng), rng)
    assert found.bits()[0] > found.bits()[1]
    assert found.deal_bits()[1] > found.deal_bits()[0]


def test_cuts_agree_with_exact_positions() -> None:
    game = Clue.of(3)
    facts = [
        Has(1, game.cards("Plum, Rope, Hall, Green, Study, Lounge")),
        Lacks(2, game.cards("White, Knife, Library")),
    ]
    position = Position(game, facts)
    rng = np.random.default_rng(0)
    questions = [game.cards("White, Knife, Library"), game.cards("Plum, Rope, Hall")]
    found = cuts(game, 1, questions, position.samples(20_000, rng), rng)
    assert found.guess_chance()[1] == pytest.approx(position.piles[0][1], abs=0.02)  # one's own cards tell nothing
    assert found.bits()[1] == pytest.approx(0.0, abs=1e-9)
    none = (found.answers[0] == 0).mean()
    after = none * Position(game, [*facts, Lacks(3, questions[0])]).entropy_bits
    for place, card in enumerate(numbers_of(questions[0])):
        share = (found.answers[0] == 1 + 1 * 3 + place).mean()  # by the second of the others
        after += share * Position(game, [*facts, Showed(3, questions[0], card)]).entropy_bits
    assert found.bits()[0] == pytest.approx(position.entropy_bits - after, abs=0.02)
    pile = dict(position.piles).get(questions[0], 0.0)
    assert none == pytest.approx(pile, abs=0.02)


def test_what_others_know_is_what_they_would_know() -> None:
    """In the true world, with every show seen by me, what I suppose of an opponent is her own position."""
    game = Clue.of(3)
    situation = None
    for situation in random_play(game, np.random.default_rng(8)):
        if len(situation.actions) > 60:
            break
    assert situation is not None
    world = np.zeros(21, np.int8)
    for holder, cards in enumerate(situation.deal):
        world[numbers_of(cards)] = holder
    whole = replace(situation.view(1), events=situation.actions)
    theirs = Position(game, supposed(whole, 2, world, np.random.default_rng(0)))
    assert theirs.probabilities == pytest.approx(Position.of(evidence_of(situation.view(2))).probabilities)
    position = Position.of(evidence_of(situation.view(1)))
    few, many = (known_by(situation.view(1), position, np.random.default_rng(0), worlds) for worlds in (4, 100))
    assert [other.player for other in few] == [2, 3]
    for one, other in zip(few, many, strict=True):
        assert 0 < other.guess_chance <= 1
        assert other.bits >= 0
        assert other.guess_error < one.guess_error
        assert other.bits_error < one.bits_error
        assert abs(one.guess_chance - other.guess_chance) < 5 * one.guess_error


def test_racing_guesses_early_when_others_are_close() -> None:
    assert going_on(0.5, [0.9, 0.9]) < 0.5 < going_on(0.5, [0.05, 0.05])
    assert going_on(0.3, []) == pytest.approx(1.0)
