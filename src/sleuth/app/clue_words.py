"""Turns of a log of Clue in words."""

from __future__ import annotations

from sleuth.games.clue.belief.clue_log import ClueLog
from sleuth.games.clue.belief.log_turns import Accusation, Pass, Suggestion, Turn


def turn_words(log: ClueLog, turn: Turn) -> str:
    """What happened in a turn: `Dad: White, Revolver, Hall. You passed, Gran showed a card.`"""
    game = log.game

    def name(player: int) -> str:
        return "You" if player == log.me else game.player_names[player - 1]

    who = name(turn.player)
    match turn:
        case Pass():
            return f"{who} made no suggestion."
        case Accusation(cards=cards, right=right):
            return f"{who} accused {game.format_cards(cards)}: {'right' if right else 'wrong'}."
        case Suggestion(cards=cards, answers=answers):
            parts = [f"{name(one.player)} passed" for one in answers if not one.shows]
            for one in (one for one in answers if one.shows):
                to = " you" if turn.player == log.me else ""
                parts.append(
                    f"{name(one.player)} showed{to} {'a card' if one.card is None else game.format_card(one.card)}"
                )
            said = ", ".join(parts) if answers and answers[-1].shows else "Nobody could show a card"
            return f"{who}: {game.format_cards(cards)}. {said}."
