"""The log of a game of Clue at a real table: lines that a person can type, and that read back.

    players: Ann 6, Ben 6, Cat 6
    me: Ann
    hand: Mustard, Plum, Knife, Rope, Hall, Study
    Ann: Green, Wrench, Library -> Ben no, Cat shows Wrench
    Ben: Plum, Knife, Kitchen -> Cat no, Ann shows Knife
    Cat: White, Revolver, Lounge -> Ann no, Ben shows ?
    Ben accuses White, Revolver, Lounge: wrong

Names may be shortened while they are clear, in capitals or not. Players between the asker and the one who shows may be
left out: they passed. `-> none` means that everybody passed. Who has no line made no suggestion, or has one that says
so: `Ann: pass`. `#` begins a comment. Somebody who only watches leaves `me` and `hand` out. `public: Knife, Hall` are
cards that lie face up. `edition: NAME` or `edition: FILE` names another set of cards; so do lines before the players
such as `suspect: Ada, Bo, Cy`. Lines are counted from 1, comments and empty ones too.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import takewhile
from pathlib import Path

from sleuth.core.displayed import Displayed
from sleuth.core.errors import SleuthError
from sleuth.core.files import read_text
from sleuth.core.text import plural, shorten, whole_number
from sleuth.games.clue.belief.facts import Evidence, EvidenceEntry, Fact, HandSizes, Has, Lacks, NotPile, OneOf, Showed
from sleuth.games.clue.belief.log_turns import (
    ACCUSES,
    ARROW,
    PASSES,
    Accusation,
    Answer,
    Suggestion,
    Turn,
    TurnReader,
    out_after,
    over_after,
    write_answer,
    write_turn,
)
from sleuth.games.clue.rules.actions import CardQuestion, Guess, No, Shows
from sleuth.games.clue.rules.cards import PILE, Cards
from sleuth.games.clue.rules.clue import Clue, even_hands
from sleuth.games.clue.rules.editions import CLASSIC, FEWEST, Edition
from sleuth.games.clue.rules.errors import DealError, LogError, UnfinishedLogError, at_line, log_lines
from sleuth.games.clue.rules.views import View

HEADS = ("edition", "players", "public", "me", "hand")
OWN_EDITION = "own"
"""The source of an edition that stands in the log itself."""
_PLAYERS = re.compile(r"players\s*:", re.IGNORECASE)
_PLAYER = re.compile(r"(.*\S)\s+([0-9]+)")


@dataclass(frozen=True)
class LogLines:
    """The lines of a log by what they are, each with its number: heads, sorts of cards, turns."""

    heads: Mapping[str, tuple[int, str]]
    sorts: list[tuple[int, str]]
    turns: list[tuple[int, str]]
    repeated: list[tuple[int, str]]
    """Heads that were there before."""

    @classmethod
    def of(cls, text: str) -> LogLines:
        """Sort the lines of a text. What may be a turn of a player is one; before the players there are no turns."""
        lines = cls({}, [], [], [])
        heads: dict[str, tuple[int, str]] = {}
        every = list(log_lines(text))
        first = next((line for _, line in every if _PLAYERS.match(line) and not ARROW.search(line)), "")
        players = {name.casefold() for name, _ in seats_of(first.partition(":")[2])}
        for number, line in every:
            key, colon, value = line.partition(":")
            key = key.strip().lower()
            turn = ARROW.search(line) or (key in players and value.strip().lower() in PASSES)
            if colon and key in HEADS and not turn:
                if key in heads:
                    lines.repeated.append((number, key))
                else:
                    heads[key] = number, value.strip()
            elif "players" not in heads and "," in value and not turn:
                lines.sorts.append((number, line))
            else:
                lines.turns.append((number, line))
        return replace(lines, heads=heads)

    @property
    def finished(self) -> bool:
        """Whether all heads are there that belong together."""
        return "players" in self.heads and ("me" in self.heads) == ("hand" in self.heads)

    def edition(self, folder: str | Path = "") -> Edition:
        """The cards: those that the log names itself, or an edition that is looked for in the folder first."""
        if "edition" in self.heads:
            number, name = self.heads["edition"]
            with at_line(number):
                if self.sorts:
                    raise LogError(0, f"line {self.sorts[0][0]} names cards of an edition of its own; keep one of both")
                return Edition.read(name, folder)
        if self.sorts:
            lines = dict(self.sorts)  # each in its own place, so that errors count as the log does
            with at_line(self.sorts[0][0]):
                return Edition.parse("\n".join(lines.get(k, "") for k in range(1, max(lines) + 1)), OWN_EDITION)
        return CLASSIC

    def game(self, folder: str | Path = "") -> tuple[Clue, Cards]:
        """The table, and the cards that lie face up."""
        if "players" not in self.heads:
            first = min([number for number, _ in (*self.sorts, *self.turns)], default=1)
            raise LogError(
                first, "a log begins with the players and how many cards each holds: players: Ann 6, Ben 6, Cat 6"
            )
        edition, public = self.edition(folder), 0
        if "public" in self.heads:
            number, text = self.heads["public"]
            with at_line(number):
                public = Clue.of(FEWEST, edition).cards(text)
        number, text = self.heads["players"]
        with at_line(number):
            return _read_players(text, edition, public.bit_count()), public


@dataclass(frozen=True, repr=False)
class ClueLog(Displayed):
    """What somebody wrote down of a game. It never changes."""

    game: Clue
    me: int | None = None
    hand: Cards = 0
    public: Cards = 0
    """The cards that lie face up."""
    turns: tuple[Turn, ...] = ()
    lines: tuple[int, ...] = ()
    """The line that each turn was read from."""
    heads: Mapping[str, int] = field(default_factory=dict, hash=False)
    """The line of each head."""
    text: str = ""
    """All lines, as they were written."""
    faults: tuple[LogError, ...] = field(default=(), compare=False)
    """What is wrong with lines that were left out."""

    def __repr__(self) -> str:
        return f"<ClueLog of {self.game}: {plural(len(self.turns), 'turn')}>"

    @classmethod
    def parse(cls, text: str, tolerant: bool = False, folder: str | Path = "") -> ClueLog:
        """Read a log; an error names the line. With `tolerant`, turns, `me` and `hand` that are wrong are left out."""
        lines, faults = LogLines.of(text), list[LogError]()

        @contextmanager
        def reading(number: int) -> Iterator[None]:
            try:
                with at_line(number):
                    yield
            except LogError as error:
                if not tolerant:
                    raise
                if lines.turns or not isinstance(error, UnfinishedLogError):
                    faults.append(error)

        game, public = lines.game(folder)
        me, hand = None, 0
        for number, key in lines.repeated:
            with reading(number):
                raise LogError(0, f"{key!r} is told twice, first in line {lines.heads[key][0]}")
        with reading(0):
            me, hand = _read_hand(lines.heads, game)
        reader, turns, numbers = TurnReader(game, me, hand), list[Turn](), list[int]()
        for number, line in lines.turns:
            with reading(number):
                turns.append(reader.read(line, turns))
                numbers.append(number)
        heads = {key: line for key, (line, _) in lines.heads.items()}
        text = text if text.endswith("\n") else f"{text}\n"
        return cls(game, me, hand, public, tuple(turns), tuple(numbers), heads, text, tuple(faults))

    @classmethod
    def read(cls, path: str | Path) -> ClueLog:
        """Read a log from a file."""
        return cls.parse(read_text(path, "log", partial(LogError, 0)), folder=Path(path).parent)

    def __str__(self) -> str:
        return self.text

    def written(self, number: int) -> str | None:
        """What a line says, as the log would write it; `None` for a comment, or what has no form of its own."""
        if number in self.lines:
            return write_turn(self.game, self.turns[self.lines.index(number)])
        return next((self._head_texts.get(key) for key, line in self.heads.items() if line == number), None)

    @property
    def _head_texts(self) -> dict[str, str]:
        game = self.game
        texts = {"players": f"players: {_sizes_text(game)}"}
        if self.public:
            texts["public"] = f"public: {game.format_cards(self.public)}"
        if self.me is not None:
            texts["me"] = f"me: {game.player_names[self.me - 1]}"
            texts["hand"] = f"hand: {game.format_cards(self.hand)}"
        return texts

    # What it tells.

    @property
    def out(self) -> frozenset[int]:
        """Who accused in vain."""
        return out_after(self.turns)

    @property
    def over(self) -> bool:
        """Whether somebody was right."""
        return over_after(self.turns)

    @property
    def to_move(self) -> int | None:
        """Whose turn comes after the last line, if that is settled."""
        if not self.turns or self.over:
            return None
        last, out = self.turns[-1].player, self.out
        return next((player for player in (*self.game.others(last), last) if player not in out), None)

    @property
    def passed_over(self) -> list[int]:
        """Whose turn went by without a line before the last one."""
        before, last = self.turns[-2:] if len(self.turns) > 1 else (None, None)
        if before is None or last is None or (before.player == last.player and isinstance(last, Accusation)):
            return []
        between = takewhile(lambda player: player != last.player, self.game.others(before.player))
        return [player for player in between if player not in self.out]

    def evidence(self) -> Evidence:
        """What the lines tell about the deal, each fact with its line."""
        game, entries = self.game, []
        heads: dict[str, Fact] = {"players": HandSizes(game.hands)}
        if self.public:
            heads["public"] = Has(game.table, self.public)
        if self.me is not None:
            heads["hand"] = Has(self.me, self.hand)
        for key, fact in heads.items():
            text = self._head_texts[key]
            entries.append(EvidenceEntry(fact, text, self.heads.get(key, 0), given=True))
        shown: dict[tuple[int, int], Cards] = {}
        for turn, line in zip(self.turns, self.lines, strict=True):
            if isinstance(turn, Accusation):
                fact = Has(PILE, turn.cards) if turn.right else NotPile(turn.cards)
                entries.append(EvidenceEntry(fact, write_turn(game, turn), line))
            if isinstance(turn, Suggestion):
                for answer in turn.answers:
                    if answer.player != self.me:
                        entries.append(EvidenceEntry(_fact(turn, answer, shown), write_answer(game, answer), line))
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
    log = ClueLog(view.game, view.player, view.hand, view.public, tuple(turns))
    source = view.game.edition.source
    heads = ({} if source == CLASSIC.source else {"edition": f"edition: {source}"}) | log._head_texts
    first = len(heads) + 1
    return replace(
        log,
        lines=tuple(range(first, first + len(turns))),
        heads={key: number for number, key in enumerate(heads, 1)},
        text="".join(f"{line}\n" for line in (*heads.values(), *(write_turn(view.game, turn) for turn in turns))),
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


# Heads.


def is_line(line: str, log: ClueLog | None) -> bool:
    """Whether a text is meant as a line of the log: a head, a comment, or something about one of its players."""
    match = ACCUSES.fullmatch(line)
    who = match[1] if match else line.partition(":")[0] if ":" in line else None
    if line.startswith("#") or (match and who is None) or (who or "").strip().lower() in HEADS:
        return True
    try:
        return who is not None and (log is None or bool(log.game.player(who)))
    except SleuthError:
        return False


def _sizes_text(game: Clue) -> str:
    return ", ".join(f"{name} {size}" for name, size in zip(game.player_names, game.hands, strict=True))


def seats_of(text: str) -> list[tuple[str, int | None]]:
    """The names in a line of players, with the sizes of hands where they are."""
    seats: list[tuple[str, int | None]] = []
    for part in map(str.strip, text.split(",")):
        match = _PLAYER.fullmatch(part)
        seats.append((match[1], whole_number(match[2])) if match else (part, None))
    return seats


def _read_players(text: str, edition: Edition, public: int) -> Clue:
    seats = seats_of(text)
    names = tuple(name for name, _ in seats)
    hands = tuple(size for _, size in seats if size is not None)
    dealt = edition.dealt - public
    if not all(names):
        raise LogError(0, "a player has no name")
    if not hands and dealt % len(names) == 0:
        hands = even_hands(dealt, len(names))
    if len(hands) != len(names):
        raise LogError(
            0,
            f"say how many of the {dealt} cards each player holds: {names[0]} {dealt // len(names)}, ...; "
            "cards that lie face up are named in a line of their own: public: CARD, CARD",
        )
    for name, size in seats:
        if any(mark in name for mark in ":>?#,") or name.lower() in PASSES or (size is None and name.isdigit()):
            raise LogError(0, f"a player cannot be called {shorten(name)!r}")
    try:
        return Clue(hands, edition, names, public=public)
    except DealError as error:
        more = "; cards that lie face up are named first: public: CARD, CARD" if sum(hands) < dealt else ""
        raise LogError(0, f"{error}{more}") from error


def _read_hand(heads: Mapping[str, tuple[int, str]], game: Clue) -> tuple[int | None, Cards]:
    """Who writes, and her hand; nobody and nothing where neither is said."""
    me, hand = None, 0
    if "me" in heads:
        number, text = heads["me"]
        with at_line(number):
            me = game.player(text)
    if "hand" in heads:
        number, text = heads["hand"]
        with at_line(number):
            hand = game.cards(text)
    for key, other in (("me", "hand"), ("hand", "me")):
        if key not in heads and other in heads:
            raise UnfinishedLogError(heads[other][0], f"{other!r} is told, but not {key!r}")
    if me is not None and hand.bit_count() != game.hands[me - 1]:
        who, held, size = game.player_name(me), plural(hand.bit_count(), "card"), game.hands[me - 1]
        raise LogError(heads["hand"][0], f"{who} holds {size} cards by the line of players, but {held} by this one")
    return me, hand
