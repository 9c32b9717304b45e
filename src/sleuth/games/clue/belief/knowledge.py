"""Knowledge at the size of Clue: true or false by counting, without a list of all worlds.

What a player knows of the cards is what her evidence implies. Knowledge about others' knowledge goes through the worlds
that she thinks possible, where these are few enough to list. Common knowledge is answered where what all members saw
together implies the formula, or where one of them does not even know it; otherwise it is refused.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import reduce
from itertools import product

from sleuth.games.clue.belief.counting import Position
from sleuth.games.clue.belief.facts import evidence_of
from sleuth.games.clue.belief.formulas import (
    And,
    Common,
    Everyone,
    Formula,
    Holds,
    Knows,
    Not,
    children,
    core,
    is_plain,
)
from sleuth.games.clue.belief.reasons import entails
from sleuth.games.clue.belief.worlds import MAX_WORLDS, Worlds
from sleuth.games.clue.rules.actions import Action, Shows, hide_cards, with_questions
from sleuth.games.clue.rules.cards import Cards, Deal, numbers_of
from sleuth.games.clue.rules.errors import NoWorldError, TooManyWorldsError
from sleuth.games.clue.rules.situation import Situation
from sleuth.games.clue.rules.transcript import Transcript
from sleuth.games.clue.rules.views import View

MAX_LISTED = 2_000
"""Worlds that a player may think possible when knowledge about knowledge is asked for."""


class KnowledgeModel:
    """What is true, and who knows it, in one situation."""

    def __init__(self, situation: Situation) -> None:
        self.situation, self.game = situation, situation.game
        self._known: dict[tuple[View, Formula], bool] = {}

    def holds(self, formula: Formula) -> bool:
        """Whether the formula is true."""
        return self._at(self.situation, formula)

    def _at(self, situation: Situation, formula: Formula) -> bool:
        match core(formula):
            case Holds(holder=holder, card=card):
                return situation.holds(holder, card)
            case Not(inner=inner):
                return not self._at(situation, inner)
            case And(parts=parts):
                return all(self._at(situation, part) for part in parts)
            case Knows(player=player, inner=inner):
                return self.knows(situation.view(player), inner)
            case Common(players=players, inner=inner):
                return self._common(situation, players, inner)
        raise TypeError(f"{formula!r} is no formula")

    def knows(self, view: View, formula: Formula) -> bool:
        """Whether the formula is true in every world that the viewer cannot rule out."""
        if (view, formula) not in self._known:
            self._known[view, formula] = self._knows(view, formula)
        return self._known[view, formula]

    def _knows(self, view: View, formula: Formula) -> bool:
        if is_plain(formula):
            return entails(self.game, evidence_of(view).facts, formula)
        match core(formula):
            case And(parts=parts):
                return all(self.knows(view, part) for part in parts)
            case Knows(player=player, inner=inner) if player == view.player:
                return self.knows(view, inner)
        return all(self._at(world, formula) for world in possible_situations(view, _players(formula)))

    def _common(self, situation: Situation, players: frozenset[int], formula: Formula) -> bool:
        if not players:
            return entails(self.game, evidence_of(situation.view(None)).facts, formula)
        if len(players) == 1:
            return self.knows(situation.view(*players), formula)
        events = hide_cards(situation.actions, lambda show: players <= {show.player, show.to})
        shared = View(self.game, None, 0, events, situation.stage, situation.view(None).public)
        if is_plain(formula) and entails(self.game, evidence_of(shared).facts, formula):
            return True
        if not all(self.knows(situation.view(i), formula) for i in sorted(players)):
            return False
        raise TooManyWorldsError(
            f"common knowledge of {formula!r} is not settled by what all of them saw; "
            f"it needs a list of all worlds, and {self.game} has {self.game.deal_count:,} deals"
        )


def _players(formula: Formula) -> set[int]:
    """Whose knowledge the formula is about."""
    group = formula.players if isinstance(formula, Everyone | Common) else ()
    own = {formula.player} if isinstance(formula, Knows) else set(group)
    return own.union(*map(_players, children(formula)))


def possible_situations(view: View, about: set[int]) -> Iterator[Situation]:
    """The situations that the viewer cannot rule out. Shows that nobody in `about` saw are settled in one way only."""
    position = Position.of(evidence_of(view), None)
    if position.worlds > MAX_LISTED:
        raise TooManyWorldsError(
            f"{position.worlds:,} worlds are possible; what others know is worked out for {MAX_LISTED:,} at most"
        )
    for deal in position.deals():
        ways = (_ways(event, question, deal, about) for event, question in with_questions(view.events))
        for events in product(*ways):
            yield Situation(view.game, deal, events, view.stage)


def _ways(event: Action, question: Cards, deal: Deal, about: set[int]) -> list[Action]:
    """An event with all that may have been shown."""
    if not isinstance(event, Shows) or event.card is not None:
        return [event]
    cards = numbers_of(deal[event.player] & question)
    return [replace(event, card=card) for card in (cards if about & {event.player, event.to} else cards[:1])]


def check(log: Transcript, formula: Formula) -> bool | None:
    """Whether a formula is true in the game that a log tells of; `None` where the log leaves it open.

    Small games go through all worlds, larger ones are counted.
    """
    game = log.game
    if game.deal_count <= MAX_WORLDS:
        return Worlds.of(log).holds(formula)
    if log.complete:
        return KnowledgeModel(log.situation()).holds(formula)
    known = [i for i in game.players if log.known[i] is not None]
    if len(known) > 1 or log.known[0] is not None:
        raise TooManyWorldsError(f"{game} is large: tell all hands and cards, or one hand only")
    view = reduce(View.sees, log.events, View.begin(game, *((known[0], log.known[known[0]] or 0) if known else ())))
    knowledge = KnowledgeModel(Situation(game, (), (), view.stage))
    if not Position.of(evidence_of(view), None).worlds:
        raise NoWorldError
    if knowledge.knows(view, formula):
        return True
    return False if knowledge.knows(view, Not(formula)) else None
