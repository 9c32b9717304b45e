"""The states of a game of Clue that a log tells of, as far as its end made the cards known."""

from __future__ import annotations

from dataclasses import replace

from sleuth.games.clue.belief.clue_log import ClueLog
from sleuth.games.clue.belief.counting import Position
from sleuth.games.clue.belief.facts import Has
from sleuth.games.clue.belief.log_turns import Accusation
from sleuth.games.clue.players.advice import view_of
from sleuth.games.clue.rules.actions import Action, CardQuestion, Guess, Shows, with_questions
from sleuth.games.clue.rules.cards import PILE, Cards, numbers_of
from sleuth.games.clue.rules.errors import LogError
from sleuth.games.clue.rules.situation import Situation
from sleuth.games.clue.rules.stage import Phase, PublicStage


def read_solution(log: ClueLog, text: str) -> Cards:
    """What the envelope held, by a text or else by the right accusation."""
    if text.strip():
        cards = log.game.cards(text)
        if fault := log.game.pile_fault(cards):
            raise LogError(0, fault.replace("a pile", "a solution"))
        return cards
    right = [turn.cards for turn in log.turns if isinstance(turn, Accusation) and turn.right]
    if not right:
        raise LogError(0, 'no accusation in the log is right; say what it was: --solution "Plum, Rope, Hall"')
    return right[0]


def read_hands(log: ClueLog, text: str) -> dict[int, Cards]:
    """Hands that became known: `Ben: Plum, Rope; Cat: Hall`."""
    hands = {}
    for part in filter(str.strip, text.split(";")):
        who, colon, cards = part.partition(":")
        if not colon:
            raise LogError(0, f"hands are written NAME: CARD, CARD; NAME: CARD, not {part.strip()!r}")
        hands[log.game.player(who)] = log.game.cards(cards)
    return hands


def log_states(log: ClueLog, solution: Cards, hands: dict[int, Cards]) -> tuple[list[list[Situation]], list[int]]:
    """The states of each turn, and the players who can be told of: whose hand and whose sight of cards are known."""
    game = log.game
    evidence = log.evidence().adding([Has(PILE, solution), *(Has(i, cards) for i, cards in hands.items())])
    grid = Position.of(evidence).grid
    if grid is None or not Position.of(evidence).worlds:
        raise LogError(0, "no deal explains the log with this solution and these hands")
    asked = with_questions(view_of(log).events)
    events = [_seen(event, question & grid.may[event.player]) for event, question in asked]
    blind = {event.to for event in events if isinstance(event, Shows) and event.card is None}
    known = [i for i in game.players if grid.must[i].bit_count() == game.sizes[i] and i not in blind]
    if not known or not events:
        raise LogError(0, "a log is reviewed if it has turns and says who you are and what you hold: me: and hand:")
    return _turns(Situation(game, tuple(grid.must), (), PublicStage.first(game)), events), known


def _seen(event: Action, possible: Cards) -> Action:
    """A show with its card, where it can be no other."""
    if isinstance(event, Shows) and event.card is None and possible.bit_count() == 1:
        return replace(event, card=numbers_of(possible)[0])
    return event


def _turns(state: Situation, events: list[Action]) -> list[list[Situation]]:
    """The states before and after each event, by turns: a log may leave turns out, so that nobody's is out of order."""
    turns: list[list[Situation]] = []
    for event in events:
        if isinstance(event, CardQuestion | Guess) and state.stage.phase is not Phase.GUESS:
            state = replace(state, stage=replace(state.stage, phase=Phase.ASK, turn=event.player))
            turns.append([state])
        stage = state.stage.after(state.game, event)
        state = Situation(state.game, state.deal, (*state.actions, event), stage)
        turns[-1].append(state)
    return turns
