"""The log of a real table of Clue as text, and what taps make of it: the set-up, a turn, a line that is changed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from sleuth.app.card_results import ClueLogResult, LogTurnResult
from sleuth.core.errors import ActionError
from sleuth.core.text import whole_number

EDITIONS = {
    "classic": "Clue, American names",
    "classic-uk": "Cluedo, British names",
    "classic-orchid": "Clue with Orchid for White",
    "master-detective": "Master Detective",
}
"""The editions that can be chosen; a log may name others."""
PLAYERS = ("You", "Ann", "Ben", "Cat", "Dan", "Eve")
"""What players are called until they have names."""
MAX_SEATS = len(PLAYERS)
NOBODY = "nobody"
MAX_NAME = 30


def tidy(text: str) -> str:
    """A log as it is kept: lines that end alike."""
    lines = [line.rstrip() for line in text.replace("\r\n", "\n").replace("\r", "\n").split("\n")]
    whole = "\n".join(lines).strip("\n")
    return f"{whole}\n" if whole else ""


def lines_of(log: str) -> list[str]:
    """The lines of a log that is tidy; the log counts them so too."""
    return log.split("\n")[:-1]


def with_line(log: str, number: int, line: str | None) -> str:
    """The log with another line in the place of one, or without it; one past the end is added."""
    lines = lines_of(log)
    if not 1 <= number <= len(lines) + 1:
        raise ActionError("this line is no longer there: the log has been changed")
    lines[number - 1 : number] = [] if line is None else [" ".join(line.split())]
    return tidy("\n".join(lines))


@dataclass(frozen=True)
class TurnPlace:
    """Where a turn goes: at the end, in the place of a line (`change`), before it or after it."""

    kind: str = "new"
    line: int = 0

    @classmethod
    def read(cls, text: str) -> TurnPlace:
        """Read `change-9`; anything else is the end."""
        kind, _, number = text.partition("-")
        line = whole_number(number, 1)
        return cls(kind, line) if kind in ("change", "before", "after") and line else cls()

    def __str__(self) -> str:
        return f"{self.kind}-{self.line}" if self.line else ""

    def lands(self, log: str) -> int:
        """The number of the line that the turn will be."""
        return {"new": len(lines_of(log)) + 1, "after": self.line + 1}.get(self.kind, self.line)

    def put(self, log: str, line: str) -> str:
        """The log with a turn in this place."""
        if self.kind in ("new", "change"):
            return with_line(log, self.lands(log), line)
        lines = lines_of(log)
        if self.line > len(lines):
            raise ActionError("this line is no longer there: the log has been changed")
        lines.insert(self.lands(log) - 1, line)
        return tidy("\n".join(lines))


def cards_of(sent: Mapping[str, str], look: ClueLogResult) -> list[str]:
    """The cards that were tapped, one of each sort; what is missing is asked for."""
    cards = []
    for number, (sort, names) in enumerate(look.sorts.items()):
        card = sent.get(f"card-{number}", "")
        if card not in names:
            raise ActionError(f"choose the {sort}")
        cards.append(card)
    return cards


def told_choices(told: LogTurnResult, look: ClueLogResult, place: TurnPlace) -> dict[str, str]:
    """A turn of the log as the choices of the form; of one that was forgotten, who sits there in the row."""
    if place.kind != "change":
        step = {"before": -1, "after": 1}[place.kind]
        return {"who": look.players[(look.players.index(told.who) + step) % len(look.players)]}
    chosen = {"who": told.who, "kind": told.kind, "result": "right" if told.right else "wrong"}
    for number, names in enumerate(look.sorts.values()):
        chosen[f"card-{number}"] = next((card for card in told.cards if card in names), "")
    if told.kind == "suggest":
        chosen["shower"] = told.shower or NOBODY
    if told.shown:
        chosen["shown"] = next((str(n) for n in range(len(look.sorts)) if chosen[f"card-{n}"] == told.shown), "")
    return chosen


def turn_line(sent: Mapping[str, str], look: ClueLogResult) -> str:
    """The line of a turn that was tapped; what is missing is asked for."""
    who = sent.get("who", "")
    if who not in look.players:
        raise ActionError("choose whose turn it was")
    kind = sent.get("kind", "suggest")
    if kind == "pass":
        return f"{who}: pass"
    cards = cards_of(sent, look)
    if kind == "accuse":
        return f"{who} accuses {', '.join(cards)}: {'right' if sent.get('result') == 'right' else 'wrong'}"
    return f"{who}: {', '.join(cards)} -> {_answer(sent, look, who, cards)}"


def _answer(sent: Mapping[str, str], look: ClueLogResult, who: str, cards: list[str]) -> str:
    """Who showed what; those before her passed, and need not be named."""
    shower = sent.get("shower", "")
    if shower == NOBODY:
        return "none"
    if shower not in look.players or shower == who:
        raise ActionError("choose who showed a card, or that nobody did")
    place = whole_number(sent.get("shown", ""), 0, len(cards) - 1)
    seen = look.me in (who, shower) and place is not None
    return f"{shower} shows {cards[place or 0] if seen else '?'}"


@dataclass(frozen=True)
class Setup:
    """Who plays, in the order of their turns, how many cards each holds, and which cards are known from the start."""

    edition: str
    seats: tuple[tuple[str, int], ...]
    me: int
    """The place of the writer from 1; 0 for somebody who only watches."""
    hand: tuple[str, ...]
    public: tuple[str, ...]

    @classmethod
    def sent(cls, sent: Mapping[str, str], before: ClueLogResult, sorts: Mapping[str, list[str]]) -> Setup:
        """What a form says; hands are dealt anew where their number changed."""
        count = whole_number(sent.get("count", ""), 2, MAX_SEATS) or 3
        cards = [card for names in sorts.values() for card in names]
        hand, public = (tuple(card for card in cards if f"{key}-{card}" in sent) for key in ("hand", "up"))
        dealt = len(cards) - len(sorts) - len(public)
        even = [dealt // count + (place < dealt % count) for place in range(count)]
        edition = sent.get("edition", "")
        same = (count, edition, len(public)) == (len(before.players), before.edition, len(before.public))
        seats = []
        for place in range(count):
            name = _name(sent.get(f"name-{place + 1}", "")) or PLAYERS[place]
            size = whole_number(sent.get(f"size-{place + 1}", ""), 1, len(cards)) if same else None
            seats.append((name, even[place] if size is None else size))
        me = whole_number(sent.get("me", ""), 0, MAX_SEATS)
        return cls(edition, tuple(seats), 1 if me is None or me > count else me, hand, public)

    @classmethod
    def of(cls, look: ClueLogResult) -> Setup:
        """What the first lines of a log say; where they say nothing, three players."""
        names = look.players or list(PLAYERS[:3])
        total = sum(map(len, look.sorts.values())) - len(look.sorts)
        sizes = look.sizes or [total // len(names)] * len(names)
        me = names.index(look.me) + 1 if look.me in names else 0 if look.players else 1
        return cls(look.edition, tuple(zip(names, sizes, strict=True)), me, tuple(look.hand), tuple(look.public))

    @property
    def lines(self) -> list[str]:
        """The first lines of the log."""
        lines = [] if self.edition in ("", "classic") else [f"edition: {self.edition}"]
        lines.append(f"players: {', '.join(f'{name} {size}' for name, size in self.seats)}")
        if self.public:
            lines.append(f"public: {', '.join(self.public)}")
        if self.me:
            lines += [f"me: {self.seats[self.me - 1][0]}", f"hand: {', '.join(self.hand)}"]
        return lines

    @property
    def missing(self) -> int:
        """How many cards of the writer's hand are still to be named; fewer than none are too many."""
        return self.seats[self.me - 1][1] - len(self.hand) if self.me else 0


def _name(text: str) -> str:
    """The name of a player, if a line can hold it."""
    name = " ".join(text.split())
    if len(name) > MAX_NAME or any(sign in name for sign in ",:;#"):
        raise ActionError(f"a name has at most {MAX_NAME} signs, and no comma, colon or # among them")
    return name
