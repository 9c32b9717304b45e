"""The log of a game of Clue at a real table: lines that a person can type, and that read back.

    players: Ann 6, Ben 6, Cat 6
    me: Ann
    hand: Mustard, Plum, Knife, Rope, Hall, Study
    Ann: Green, Wrench, Library -> Ben no, Cat shows Wrench
    Ben: Plum, Knife, Kitchen -> Cat no, Ann shows Knife
    Cat: White, Revolver, Lounge -> Ann no, Ben shows ?
    Ann: pass
    Ben accuses White, Revolver, Lounge: wrong

Names may be shortened while they are clear, in capitals or not. Players between the asker and the one who shows may be
left out: they passed. `-> none` means that everybody passed. `#` begins a comment. Somebody who only watches leaves
`me` and `hand` out. `edition: FILE` names another set of cards.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from sleuth.core.files import read_text
from sleuth.core.text import plural, shorten, whole_number
from sleuth.games.clue.belief.facts import Evidence, EvidenceEntry, Fact, Has, Lacks, NotPile, OneOf, Showed
from sleuth.games.clue.rules.actions import CardQuestion, Guess, No, Shows
from sleuth.games.clue.rules.cards import PILE, Cards
from sleuth.games.clue.rules.clue import CLASSIC, Clue, Edition, even_hands
from sleuth.games.clue.rules.errors import LogError, at_line, log_lines
from sleuth.games.clue.rules.views import View

_HEADS = ("edition", "players", "me", "hand")
_PLAYER = re.compile(r"(.*\S)\s+([0-9]+)")
_ACCUSES = re.compile(r"(.+?)\s+accuses\s+(.+?)\s*(?::\s*(\w+))?", re.IGNORECASE)
_ANSWER = re.compile(r"(.+?)(?:\s+(no|passes|pass|shows?)\b\s*(.*)|\s*(\?))", re.IGNORECASE)


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


@dataclass(frozen=True)
class ClueLog:
    """What somebody wrote down of a game. It never changes: `add`, `undo` and `edit` make a new one."""

    game: Clue
    me: int | None = None
    hand: Cards = 0
    turns: tuple[Turn, ...] = ()
    lines: tuple[int, ...] = ()
    """The line that each turn was read from; counted on where it was added."""
    hand_line: int = 0

    # Reading and writing.

    @classmethod
    def parse(cls, text: str) -> ClueLog:
        """Read a log; an error names the line."""
        heads: dict[str, tuple[int, str]] = {}
        rest: list[tuple[int, str]] = []
        for number, line in log_lines(text):
            key, colon, value = line.partition(":")
            key = key.strip().lower()
            if colon and key in _HEADS and not rest:
                if key in heads:
                    raise LogError(number, f"{key!r} is told twice, first in line {heads[key][0]}")
                heads[key] = number, value.strip()
            else:
                rest.append((number, line))
        log = _read_heads(heads, rest[0][0] if rest else 0)
        for number, line in rest:
            log = log.add(line, number)
        return log

    @classmethod
    def read(cls, path: str | Path) -> ClueLog:
        """Read a log from a file."""
        return cls.parse(read_text(path, "log", partial(LogError, 0)))

    def add(self, line: str, number: int | None = None) -> ClueLog:
        """The log with one line more. If the line is wrong the error says so, and this log is still as it was."""
        if number is None:
            number = (self.lines[-1] if self.lines else self._head_lines) + 1
        with at_line(number):
            turn = _read_turn(self, line.partition("#")[0].strip())
        return replace(self, turns=(*self.turns, turn), lines=(*self.lines, number))

    def undo(self) -> ClueLog:
        """The log without its last turn."""
        if not self.turns:
            raise LogError(0, "there is nothing to undo")
        return replace(self, turns=self.turns[:-1], lines=self.lines[:-1])

    def edit(self, place: int, line: str | None) -> ClueLog:
        """The log with another line in one place (from 0), or with none. What follows is read again."""
        texts = [_write(self.game, turn) for turn in self.turns]
        log = replace(self, turns=self.turns[:place], lines=self.lines[:place])
        for text, number in zip([line, *texts[place + 1 :]], self.lines[place:], strict=True):
            log = log if text is None else log.add(text, number)
        return log

    @property
    def _head_lines(self) -> int:
        return str(replace(self, turns=(), lines=())).count("\n")

    def __str__(self) -> str:
        game = self.game
        lines = [] if game.edition.source == CLASSIC.source else [f"edition: {game.edition.source}"]
        seats = (f"{name} {size}" for name, size in zip(game.player_names, game.hands, strict=True))
        lines.append(f"players: {', '.join(seats)}")
        if self.me is not None:
            lines += [f"me: {game.player_names[self.me - 1]}", f"hand: {game.format_cards(self.hand)}"]
        lines += [_write(game, turn) for turn in self.turns]
        return "\n".join(lines) + "\n"

    # What it tells.

    @property
    def out(self) -> frozenset[int]:
        """Who accused in vain."""
        return frozenset(t.player for t in self.turns if isinstance(t, Accusation) and not t.right)

    @property
    def over(self) -> bool:
        """Whether somebody was right."""
        return any(isinstance(turn, Accusation) and turn.right for turn in self.turns)

    @property
    def to_move(self) -> int | None:
        """Whose turn comes after the last line, if that is settled."""
        if not self.turns or self.over:
            return None
        last, out = self.turns[-1].player, self.out
        return next((player for player in (*self.game.others(last), last) if player not in out), None)

    def evidence(self) -> Evidence:
        """What the lines tell about the deal, each fact with its line."""
        game, entries = self.game, []
        if self.me is not None:
            text = f"hand: {game.format_cards(self.hand)}"
            entries.append(EvidenceEntry(Has(self.me, self.hand), text, self.hand_line, given=True))
        shown: dict[tuple[int, int], Cards] = {}
        for turn, line in zip(self.turns, self.lines, strict=True):
            if isinstance(turn, Accusation):
                fact: Fact = Has(PILE, turn.cards) if turn.right else NotPile(turn.cards)
                entries.append(EvidenceEntry(fact, _write(game, turn), line))
            if isinstance(turn, Suggestion):
                for answer in turn.answers:
                    if answer.player != self.me:
                        fact = _fact(turn, answer, shown)
                        entries.append(EvidenceEntry(fact, _write_answer(game, answer), line))
        return Evidence(game, tuple(entries))


def log_of(view: View) -> ClueLog:
    """The log that a player would have written of a game of Clue."""
    if not isinstance(view.game, Clue):
        raise LogError(0, f"{view.game} is not a game of Clue")
    turns: list[Turn] = []
    for event in view.events:
        match event:
            case CardQuestion(player=i, cards=cards):
                turns.append(Suggestion(i, cards, ()))
            case No(player=j) | Shows(player=j):
                answer = Answer(j, True, event.card) if isinstance(event, Shows) else Answer(j, False)
                suggestion = turns[-1]
                assert isinstance(suggestion, Suggestion)
                turns[-1] = replace(suggestion, answers=(*suggestion.answers, answer))
            case Guess(player=i, cards=cards, right=right):
                turns.append(Accusation(i, cards, bool(right)))
    log = ClueLog(view.game, view.player, view.hand)
    first = log._head_lines + 1
    return replace(
        log,
        turns=tuple(turns),
        lines=tuple(range(first, first + len(turns))),
        hand_line=0 if log.me is None else first - 1,
    )


def _fact(turn: Suggestion, answer: Answer, shown: dict[tuple[int, int], Cards]) -> Fact:
    if not answer.shows:
        return Lacks(answer.player, turn.cards)
    if answer.card is None:
        return OneOf(answer.player, turn.cards)
    key = answer.player, turn.player
    fact = Showed(answer.player, turn.cards, answer.card, shown.get(key, 0))
    shown[key] = fact.before | 1 << answer.card
    return fact


# Lines.


def _read_heads(heads: dict[str, tuple[int, str]], first: int) -> ClueLog:
    if "players" not in heads:
        raise LogError(
            first or 1, "a log begins with the players and how many cards each holds: players: Ann 6, Ben 6, Cat 6"
        )
    edition = CLASSIC
    if "edition" in heads:
        number, text = heads["edition"]
        with at_line(number):
            edition = Edition.read(text)
    number, text = heads["players"]
    with at_line(number):
        game = _read_players(text, edition)
    for key, other in (("me", "hand"), ("hand", "me")):
        if key not in heads and other in heads:
            raise LogError(heads[other][0], f"{other!r} is told, but not {key!r}")
    if "me" not in heads:
        return ClueLog(game)
    number, text = heads["me"]
    with at_line(number):
        me = game.player(text)
    number, text = heads["hand"]
    with at_line(number):
        hand = game.cards(text)
    if hand.bit_count() != game.hands[me - 1]:
        held, size = plural(hand.bit_count(), "card"), game.hands[me - 1]
        raise LogError(
            number, f"{game.player_name(me)} holds {size} cards by the line of players, but {held} by this one"
        )
    return ClueLog(game, me, hand, hand_line=number)


def _read_players(text: str, edition: Edition) -> Clue:
    names, sizes = [], []
    for part in text.split(","):
        match = _PLAYER.fullmatch(part.strip())
        names.append(match[1] if match else part.strip())
        sizes.append(whole_number(match[2]) if match else None)
    if not all(names):
        raise LogError(0, "a player has no name")
    hands = tuple(size for size in sizes if size is not None)
    dealt = edition.total - len(edition.sorts)
    if not hands and dealt % len(names) == 0:
        hands = even_hands(dealt, len(names))
    if len(hands) != len(names):
        raise LogError(0, f"say how many of the {dealt} cards each player holds: {names[0]} {dealt // len(names)}, ...")
    for name in names:
        if any(mark in name for mark in ":>?#,") or name.isdigit():
            raise LogError(0, f"a player cannot be called {shorten(name)!r}")
    return Clue(hands, edition, tuple(names))


def _read_turn(log: ClueLog, line: str) -> Turn:
    if log.over:
        raise LogError(0, "the game is over: somebody accused rightly")
    if match := _ACCUSES.fullmatch(line):
        return _read_accusation(log, *match.groups())
    before, arrow, after = line.partition("->")
    who, colon, text = before.partition(":")
    if not colon:
        raise LogError(
            0, f"{shorten(line)!r} is no line of a log; write NAME: CARD, CARD, CARD -> NAME no, NAME shows CARD"
        )
    player = log.game.player(who)
    _in_turn(log, player, "suggestion")
    if not arrow:
        if text.strip().lower() == "pass":
            return Pass(player)
        raise LogError(0, "the answers are missing; write -> NAME no, NAME shows CARD, or -> none")
    cards = log.game.cards(text)
    if fault := log.game.question_fault(cards):
        raise LogError(0, fault.replace("a question", "a suggestion"))
    return Suggestion(player, cards, _read_answers(log, player, cards, after.strip()))


def _read_accusation(log: ClueLog, who: str, text: str, result: str | None) -> Accusation:
    player = log.game.player(who)
    _in_turn(log, player, "accusation")
    cards = log.game.cards(text)
    if fault := log.game.pile_fault(cards):
        raise LogError(0, fault.replace("a pile", "an accusation"))
    if (result or "").lower() not in ("right", "wrong"):
        raise LogError(0, "say whether the accusation was right or wrong: NAME accuses CARD, CARD, CARD: wrong")
    return Accusation(player, cards, (result or "").lower() == "right")


def _in_turn(log: ClueLog, player: int, what: str) -> None:
    """A turn is a suggestion or a pass, then an accusation or none."""
    name = log.game.player_name
    if player in log.out:
        raise LogError(0, f"{name(player)} accused in vain and is out")
    if not log.turns:
        return
    last = log.turns[-1]
    if what == "accusation" and player == last.player and not isinstance(last, Accusation):
        return
    expected = log.to_move
    if player != expected:
        whose = "nobody's" if expected is None else f"{name(expected)}'s"
        raise LogError(
            0,
            f"{'an' if what[0] in 'aeiou' else 'a'} {what} out of turn: it is {whose} turn, not {name(player)}'s"
            + ("" if expected is None else f" (a turn without a suggestion is written {name(expected)}: pass)"),
        )


def _read_answers(log: ClueLog, asker: int, cards: Cards, text: str) -> tuple[Answer, ...]:
    game = log.game
    others = game.others(asker)
    if text.lower() == "none":
        return tuple(_checked(log, cards, Answer(j, False)) for j in others)
    answers: list[Answer] = []
    for part in text.split(","):
        answer = _read_answer(log, part.strip())
        name = game.player_name(answer.player)
        if answer.player == asker:
            raise LogError(0, f"{name} asked and does not answer")
        if earlier := next((one for one in answers if one.player == answer.player), None):
            if answer.shows and not earlier.shows:
                raise LogError(0, f"{name} passed this question, and cannot show a card to it")
            raise LogError(0, f"{name} answers twice")
        if answers and answers[-1].shows:
            raise LogError(0, f"{game.player_name(answers[-1].player)} showed a card, so {name} is not asked")
        passed = others[len(answers) : others.index(answer.player)]
        answers += [_checked(log, cards, one) for one in (*(Answer(j, False) for j in passed), answer)]
    if not answers[-1].shows and len(answers) < len(others):
        following = game.player_name(others[len(answers)])
        raise LogError(0, f"all answers so far are no; what did {following} answer? (-> none: everybody passed)")
    return tuple(answers)


def _read_answer(log: ClueLog, text: str) -> Answer:
    match = _ANSWER.fullmatch(text)
    if not match:
        raise LogError(0, f"{shorten(text)!r} is no answer; write NAME no, NAME shows CARD, or NAME shows ?")
    who, word, rest, mark = match.groups()
    player = log.game.player(who)
    if mark:
        return Answer(player, True)
    if word.lower() in ("no", "pass", "passes"):
        if rest:
            raise LogError(0, f"{shorten(rest)!r} is not expected after {word}")
        return Answer(player, False)
    return Answer(player, True, None if rest in ("", "?") else log.game.card(rest))


def _checked(log: ClueLog, cards: Cards, answer: Answer) -> Answer:
    """The answer, if it is one of the question and agrees with one's own hand."""
    name = log.game.player_name(answer.player)
    if answer.card is not None and not cards >> answer.card & 1:
        raise LogError(0, f"{name} cannot show {log.game.format_card(answer.card)}, which was not asked for")
    if answer.player == log.me:
        held = log.hand & cards
        if bool(held) != answer.shows:
            what = f"holds {log.game.format_cards(held)}" if held else "holds none of these cards"
            raise LogError(0, f"{name} {what}, by the line of the hand")
        if answer.card is not None and not held >> answer.card & 1:
            raise LogError(0, f"{name} does not hold {log.game.format_card(answer.card)}")
    return answer


def _write(game: Clue, turn: Turn) -> str:
    name = game.player_names[turn.player - 1]
    match turn:
        case Pass():
            return f"{name}: pass"
        case Accusation(cards=cards, right=right):
            return f"{name} accuses {game.format_cards(cards)}: {'right' if right else 'wrong'}"
        case Suggestion(cards=cards, answers=answers):
            texts = ", ".join(_write_answer(game, answer) for answer in answers)
            return f"{name}: {game.format_cards(cards)} -> {texts}"


def _write_answer(game: Clue, answer: Answer) -> str:
    name = game.player_names[answer.player - 1]
    if not answer.shows:
        return f"{name} no"
    return f"{name} shows {'?' if answer.card is None else game.format_card(answer.card)}"
