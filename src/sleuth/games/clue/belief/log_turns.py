"""The turns of a game of Clue as lines that a person types: suggestions with their answers, passes, accusations."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from sleuth.core.errors import SleuthError, UnknownNameError
from sleuth.core.text import shorten
from sleuth.games.clue.rules.cards import Cards
from sleuth.games.clue.rules.clue import Clue
from sleuth.games.clue.rules.errors import LogError

ARROW = re.compile(r"\s*(?:[-=–—]+\s*>|[→⇒⟶⟹➔➜])\s*")
ACCUSES = re.compile(r"(?:(.*?\S)\s*:?\s+)?accus(?:e|es|ed)\b\s*(.*?)\s*(?::\s*(\w+))?", re.IGNORECASE)
PASSES = ("pass", "passes")
NOBODY = ("none", "nobody", "no one")
_NO = ("no", "nothing", *PASSES)
_SHOWS = ("shows", "show", "showed")


@dataclass(frozen=True)
class Answer:
    """One player's answer to a suggestion: passed, or showed a card, which may not have been seen."""

    player: int
    shows: bool
    card: int | None = None


@dataclass(frozen=True)
class Suggestion:
    """A turn with a suggestion and the answers to it."""

    player: int
    cards: Cards
    answers: tuple[Answer, ...]


@dataclass(frozen=True)
class Pass:
    """A turn without a suggestion."""

    player: int


@dataclass(frozen=True)
class Accusation:
    """An accusation and whether it was right."""

    player: int
    cards: Cards
    right: bool


Turn = Suggestion | Pass | Accusation


def out_after(turns: Sequence[Turn]) -> frozenset[int]:
    """Who accused in vain."""
    return frozenset(turn.player for turn in turns if isinstance(turn, Accusation) and not turn.right)


def over_after(turns: Sequence[Turn]) -> bool:
    """Whether somebody was right."""
    return any(isinstance(turn, Accusation) and turn.right for turn in turns)


@dataclass(frozen=True)
class TurnReader:
    """Reads turns as somebody with this hand writes them down; `me` is `None` for somebody who only watches."""

    game: Clue
    me: int | None = None
    hand: Cards = 0

    def read(self, line: str, turns: Sequence[Turn]) -> Turn:
        """The turn that a line tells, after those before it."""
        if over_after(turns):
            raise LogError(0, "the game is over: somebody accused rightly")
        if match := ACCUSES.fullmatch(line):
            return self._accusation(turns, *match.groups())
        before, *after = ARROW.split(line, 1)
        who, colon, text = before.partition(":")
        if not colon:
            raise LogError(
                0, f"{shorten(line)!r} is no line of a log; write NAME: CARD, CARD, CARD -> NAME no, NAME shows CARD"
            )
        player = self._player(who, turns)
        if not after:
            if text.strip().lower() in PASSES:
                return Pass(player)
            raise LogError(0, "the answers are missing; write -> NAME no, NAME shows CARD, or -> none")
        cards = self.game.cards(text)
        if fault := self.game.question_fault(cards):
            raise LogError(0, fault)
        return Suggestion(player, cards, self._answers(player, cards, after[0].strip()))

    def _player(self, who: str, turns: Sequence[Turn]) -> int:
        player = self.game.player(who)
        if player in out_after(turns):
            raise LogError(0, f"{self.game.player_name(player)} accused in vain and is out")
        return player

    def _accusation(self, turns: Sequence[Turn], who: str | None, text: str, result: str | None) -> Accusation:
        if who is None and self.me is None:
            raise LogError(0, "say who accuses: NAME accuses CARD, CARD, CARD: wrong")
        player = self._player(who or self.game.player_names[(self.me or 1) - 1], turns)
        cards = self.game.cards(text)
        if fault := self.game.pile_fault(cards):
            raise LogError(0, fault)
        if (result or "").lower() not in ("right", "wrong"):
            raise LogError(0, "say whether the accusation was right or wrong: NAME accuses CARD, CARD, CARD: wrong")
        return Accusation(player, cards, (result or "").lower() == "right")

    def _answers(self, asker: int, cards: Cards, text: str) -> tuple[Answer, ...]:
        name, others = self.game.player_name, self.game.others(asker)
        if text.lower() in NOBODY:
            return tuple(self._checked(cards, Answer(j, False)) for j in others)
        answers: list[Answer] = []
        named: dict[int, bool] = {}
        for part in text.split(","):
            answer = self._answer(part.strip())
            j, last = answer.player, answers[-1] if answers else None
            if j == asker:
                raise LogError(0, f"{name(j)} asked and does not answer")
            if j in named:
                raise LogError(
                    0,
                    f"{name(j)} passed this question, and cannot show a card to it"
                    if answer.shows and not named[j]
                    else f"{name(j)} answers twice",
                )
            if last and others.index(j) < len(answers):
                raise LogError(
                    0, f"{name(j)} is asked before {name(last.player)}: write the answers in the order of the table"
                )
            if last and last.shows:
                raise LogError(0, f"{name(last.player)} showed a card, so {name(j)} is not asked")
            named[j] = answer.shows
            passed = (Answer(k, False) for k in others[len(answers) : others.index(j)])
            answers += [self._checked(cards, one) for one in (*passed, answer)]
        if not answers[-1].shows and len(answers) < len(others):
            following = name(others[len(answers)])
            raise LogError(0, f"all answers so far are no; what did {following} answer? (-> none: everybody passed)")
        return tuple(answers)

    def _answer(self, text: str) -> Answer:
        """The one way to read an answer as the name of a player and what she did."""
        words = text.replace("?", " ? ").split()
        ways: list[Answer] = []
        problem: SleuthError | None = None
        whole = text.casefold() in map(str.casefold, self.game.player_names)
        for length in () if whole else range(1, len(words)):
            try:
                ways.append(self._said(self.game.player(" ".join(words[:length])), words[length:]))
            except SleuthError as error:
                problem = problem or error
        if len(set(ways)) > 1:
            both = " or ".join(write_answer(self.game, way) for way in ways)
            raise LogError(0, f"{shorten(text)!r} may be {both}; write NAME no, NAME shows CARD, or NAME shows ?")
        if ways:
            return ways[0]
        unclear = isinstance(problem, UnknownNameError) and problem.kind == "card" and not problem.nearest
        if problem is None or (unclear and words[1].lower() not in _SHOWS):
            problem = LogError(0, f"{shorten(text)!r} is no answer; write NAME no, NAME shows CARD, or NAME shows ?")
        raise problem

    def _said(self, player: int, words: list[str]) -> Answer:
        first, rest = words[0].lower(), words[1:]
        if first in _NO:
            if rest:
                raise LogError(0, f"{shorten(' '.join(rest))!r} is not expected after {words[0]}")
            return Answer(player, False)
        card = " ".join(rest if first in _SHOWS else words)
        return Answer(player, True, None if card in ("", "?") else self.game.card(card))

    def _checked(self, cards: Cards, answer: Answer) -> Answer:
        """The answer, if it is one of the question and agrees with one's own hand."""
        game, name = self.game, self.game.player_name(answer.player)
        if answer.card is not None and not cards >> answer.card & 1:
            raise LogError(0, f"{name} cannot show {game.format_card(answer.card)}, which was not asked for")
        if answer.player == self.me:
            held = self.hand & cards
            if bool(held) != answer.shows:
                what = f"holds {game.format_cards(held)}" if held else "holds none of these cards"
                raise LogError(0, f"{name} {what}, by the line of the hand")
            if answer.card is not None and not held >> answer.card & 1:
                raise LogError(0, f"{name} does not hold {game.format_card(answer.card)}")
        return answer


def write_turn(game: Clue, turn: Turn) -> str:
    """The line of a turn."""
    name = game.player_names[turn.player - 1]
    match turn:
        case Pass():
            return f"{name}: pass"
        case Accusation(cards=cards, right=right):
            return f"{name} accuses {game.format_cards(cards)}: {'right' if right else 'wrong'}"
        case Suggestion(cards=cards, answers=answers):
            texts = ", ".join(write_answer(game, answer) for answer in answers)
            return f"{name}: {game.format_cards(cards)} -> {texts}"


def write_answer(game: Clue, answer: Answer) -> str:
    """One answer in the line of a suggestion."""
    name = game.player_names[answer.player - 1]
    if not answer.shows:
        return f"{name} no"
    return f"{name} shows {'?' if answer.card is None else game.format_card(answer.card)}"
