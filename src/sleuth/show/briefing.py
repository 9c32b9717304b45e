"""The rules of a game as text for one who has never seen it: a program, a language model, a person.

A game may register a briefing of its own, a function from the game to a `Briefing`; every other gets one that is made
of what it says about itself. When play ends, how many questions there are and what lies there may be is said here for
all of them. A briefing is cheap: no table is made and no large game is listed.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from sleuth.core.channel import Channel
from sleuth.core.game import Game
from sleuth.core.offers import channel_of, plain_game, repeats, rows_of
from sleuth.core.registry import BRIEFINGS
from sleuth.core.text import plural
from sleuth.show.briefing_text import Briefing as Briefing
from sleuth.show.briefing_text import paragraphs, sentences
from sleuth.show.drawings import D, registered
from sleuth.show.plain_briefing import costs_differ, parameters_text, plain_briefing

RULES = (
    "secrets",
    "feedback",
    "feedback_after",
    "actions",
    "prior",
    "cost",
    "goal",
    "allows",
    "announced",
    "format_secret",
    "format_action",
    "format_feedback",
    "parse_action",
)
"""A class that writes one of these anew has rules of its own, of which the briefing of an ancestor knows nothing."""


def briefing(game: Game) -> Briefing:
    """The rules of a game, how its questions are written, and its answers."""
    inner = plain_game(game)
    own = own_briefing(type(inner))
    text = plain_briefing(inner) if own is None else own(inner)
    channel = channel_of(game)
    rules = paragraphs(text.rules, _terms(game, channel), "" if channel is None else _lies(game, channel))
    if channel is None or channel.most == 0:
        return replace(text, rules=rules)
    return replace(text, rules=rules, answer=paragraphs(text.answer, "These are true answers; a lie looks like one."))


def rules_of(game: Game) -> str:
    """The briefing of a game as one text."""
    return briefing(game).text


def game_briefing(*games: type[Game]) -> Callable[[D], D]:
    """Register the function that makes the briefing of these games: `@game_briefing(Doors)`."""
    return registered(BRIEFINGS, games)


def own_briefing(kind: type[Game]) -> Callable[[Any], Briefing] | None:
    """The briefing that is registered for a class, or for an ancestor whose rules it keeps."""
    for base in kind.__mro__:
        found: Callable[[Any], Briefing] | None = BRIEFINGS.of(base)
        if found is not None:
            return found if all(getattr(kind, rule, None) == getattr(base, rule, None) for rule in RULES) else None
    return None


def _terms(game: Game, channel: Channel | None) -> str:
    """When play ends, and how often one may ask."""
    rows = rows_of(game)
    given = "" if rows is None else f"You are given {plural(rows, 'question')}."
    again = "" if repeats(game) else "No question may be asked twice."
    aim = "Ask as few questions as you can."
    if costs_differ(game):
        aim = "Spend as little as you can: what counts is the sum of the costs of your questions."
    return sentences(_end(game, channel), aim, given, again)


def _end(game: Game, channel: Channel | None) -> str:
    goal = game.goal
    if goal.only_names and goal.tabulated:
        return f"Play ends when you ask the {game.noun} itself."
    if goal.knows and goal.tabulated:
        if channel is not None and not channel.excludes:
            return f"Play ends as soon as one {game.noun} is likely enough to count as known; it need not be named."
        return f"Play ends as soon as the answers leave only one {game.noun} possible; it need not be named."
    if goal.finds and goal.tabulated:
        return f"Play ends when all of the {game.noun} has been found."
    told = (type(goal).__doc__ or "").strip().partition("\n")[0]
    return f"Play ends when this holds: {told}" if told else ""


def _lies(game: Game, channel: Channel) -> str:
    """What lies there may be."""
    if channel.most == 0:
        return channel.promise
    chance = channel.chance
    often = "" if channel.most is None or chance is None else f"Where one may be told, its chance is {100 * chance:g}%."
    whole = (
        f"A lie is an answer that the same question has for another {game.noun}."
        if channel.whole and not channel.one_way
        else ""
    )
    settled = ("most", "chance") if game.goal.knows else ("most", "chance", "sure")
    named = f"A question that is the {game.noun} itself is answered truly, and no other is called right."
    rest = sentences(parameters_text(channel, leave_out=settled), named if game.goal.names else "")
    return sentences(channel.promise, often, whole, rest, "Every question may be asked again.")
