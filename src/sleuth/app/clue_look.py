"""What a log of Clue says, line by line and in words, before anything is worked out."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sleuth.app.bounds import OPEN, Bounds, check_length
from sleuth.app.card_results import ClueLogResult, LogEntryResult, LogLineResult, LogTurnResult
from sleuth.app.clue import check_edition, read_clue_log
from sleuth.app.clue_log import with_heads
from sleuth.app.clue_words import turn_words
from sleuth.app.requests import ClueLook
from sleuth.core.progress import Progress, silent
from sleuth.games.clue.belief.clue_log import ClueLog, LogLines, seats_of
from sleuth.games.clue.belief.log_turns import Accusation, Pass, Suggestion, Turn
from sleuth.games.clue.rules.editions import CLASSIC
from sleuth.games.clue.rules.errors import LogError, log_lines

HEAD_WORDS = {"players": "Players", "public": "Face up", "me": "You are", "hand": "You hold", "edition": "Edition"}


def look(request: ClueLook, bounds: Bounds = OPEN, progress: Progress = silent) -> ClueLogResult:
    """Read a log that may be unfinished, and name what is wrong with it."""
    check_length(request.log, bounds.text, "a log")
    check_length(request.heads, bounds.text, "a set-up")
    text = with_heads(request.log, request.heads) if request.heads else request.log
    lines = LogLines.of(text)
    heads = {key: value for key, (_, value) in lines.heads.items()}
    log, faults, sorts = None, list[LogError](), dict[str, list[str]]()
    try:
        if "edition" in heads:
            check_edition(heads["edition"], bounds)
        sorts = {name: list(cards) for name, cards in lines.edition().sorts}
        if "players" in heads or lines.turns:
            log = read_clue_log(text, bounds, tolerant=True)
            faults = list(log.faults)
    except LogError as error:
        faults = [error]
    seats = seats_of(heads["players"]) if "players" in heads else []
    wrong = [LogLineResult(line=fault.line, text=fault.message) for fault in faults]
    return ClueLogResult(
        text=text,
        edition=heads.get("edition", "" if lines.sorts else CLASSIC.source),
        players=[name for name, _ in seats],
        sizes=[size or 0 for _, size in seats] if log is None else list(log.game.hands),
        me=_my_name(heads.get("me", ""), [name for name, _ in seats]),
        hand=_cards(heads.get("hand", ""), sorts) if log is None or log.me is None else log.game.card_names(log.hand),
        public=_cards(heads.get("public", ""), sorts) if log is None else log.game.card_names(log.public),
        sorts=sorts,
        entries=list(_entries(text, lines, log)),
        faults=wrong,
        ready=log is not None and lines.finished and not {fault.line for fault in faults} & _heads(lines),
        **({} if log is None else _standing(log)),
    )


def _heads(lines: LogLines) -> set[int]:
    """The lines of the heads; 0 stands for a fault of no line."""
    return {0, *(number for number, _ in lines.heads.values())}


def _my_name(text: str, names: list[str]) -> str | None:
    return next((name for name in names if name.casefold() == text.casefold()), None) if text else None


def _cards(text: str, sorts: dict[str, list[str]]) -> list[str]:
    """The cards of a head that is not finished, as far as they are named in full."""
    named = {part.strip().casefold() for part in text.split(",")}
    return [card for cards in sorts.values() for card in cards if card.casefold() in named]


def _standing(log: ClueLog) -> dict[str, Any]:
    """How far the game is."""
    names = log.game.player_names
    following = log.to_move or (None if log.over else next((i for i in log.game.players if i not in log.out), None))
    return {
        "turns": len(log.turns),
        "next": None if following is None else names[following - 1],
        "out": [names[i - 1] for i in sorted(log.out)],
        "over": log.over,
    }


def _entries(text: str, lines: LogLines, log: ClueLog | None) -> Iterator[LogEntryResult]:
    heads = {number: (key, value) for key, (number, value) in lines.heads.items()}
    places = {} if log is None else {line: place for place, line in enumerate(log.lines)}
    raw = text.split("\n")
    for number, _ in log_lines(text):
        key, value = heads.get(number, ("", ""))
        place = places.get(number)
        words, told = f"{HEAD_WORDS[key]}: {value}" if key else "", None
        if log is not None and place is not None:
            words, told = turn_words(log, log.turns[place]), _told(log, log.turns[place])
        turn = None if place is None else place + 1
        yield LogEntryResult(line=number, text=raw[number - 1].strip(), words=words, head=key, turn=turn, told=told)


def _told(log: ClueLog, turn: Turn) -> LogTurnResult:
    """A turn, choice by choice."""
    game, names = log.game, log.game.player_names
    who = names[turn.player - 1]
    match turn:
        case Pass():
            return LogTurnResult(who=who, kind="pass")
        case Accusation(cards=cards, right=right):
            return LogTurnResult(who=who, kind="accuse", cards=game.card_names(cards), right=right)
        case Suggestion(cards=cards, answers=answers):
            one = answers[-1] if answers and answers[-1].shows else None
            return LogTurnResult(
                who=who,
                cards=game.card_names(cards),
                shower=None if one is None else names[one.player - 1],
                shown=None if one is None or one.card is None else game.format_card(one.card),
            )
