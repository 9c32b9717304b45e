"""What a view or a log tells about the deal: facts, each with the entry that it comes from."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from sleuth.games.clue.rules.actions import CardQuestion, Guess, Moves, No, NoGuess, Shows, Yes, format_action
from sleuth.games.clue.rules.card_game import CardGame
from sleuth.games.clue.rules.cards import PILE, Cards, Deal
from sleuth.games.clue.rules.views import View


@dataclass(frozen=True)
class _OfCards:
    """Something about a holder and some cards."""

    holder: int
    cards: Cards


class Has(_OfCards):
    """Holder has all of these cards."""

    def true_in(self, deal: Deal) -> bool:
        return self.cards & ~deal[self.holder] == 0


class Lacks(_OfCards):
    """Holder has none of these cards."""

    def true_in(self, deal: Deal) -> bool:
        return self.cards & deal[self.holder] == 0


class OneOf(_OfCards):
    """Holder has at least one of these cards."""

    def true_in(self, deal: Deal) -> bool:
        return self.cards & deal[self.holder] != 0


@dataclass(frozen=True)
class NotPile:
    """The pile is not just these cards."""

    cards: Cards

    def true_in(self, deal: Deal) -> bool:
        return deal[PILE] != self.cards


@dataclass(frozen=True)
class Showed:
    """Holder, asked for `question`, showed `card`, having shown the asker `before`: a fact, and evidence too."""

    holder: int
    question: Cards
    card: int
    before: Cards = 0

    def true_in(self, deal: Deal) -> bool:
        return bool(deal[self.holder] >> self.card & 1)


@dataclass(frozen=True)
class _OfHabits:
    """What is likelier with some hands than with others, and possible with all."""

    holder: int
    question: Cards

    def true_in(self, deal: Deal) -> bool:
        return True


class AskedFor(_OfHabits):
    """Holder asked for `question`: evidence alone, since anything may be asked."""


class Silent(_OfHabits):
    """Holder asked for `question`, nobody had any of it, and she did not guess: evidence alone, that she has some."""


@dataclass(frozen=True)
class HandSizes:
    """How many cards each player holds, as somebody wrote it down."""

    hands: tuple[int, ...]

    def true_in(self, deal: Deal) -> bool:
        return self.hands == tuple(map(int.bit_count, deal[1 : len(self.hands) + 1]))


Fact = Has | Lacks | OneOf | NotPile | Showed | AskedFor | Silent | HandSizes


@dataclass(frozen=True)
class EvidenceEntry:
    """A fact and where it comes from."""

    fact: Fact
    text: str
    line: int = 0
    """The line of the log, from 1; 0 where there is none."""
    given: bool = False
    """Whether it was so from the start: one's own hand."""

    def __str__(self) -> str:
        return f"line {self.line} ({self.text})" if self.line else self.text


@dataclass(frozen=True)
class Evidence:
    """All that somebody has been told of a deal."""

    game: CardGame
    entries: tuple[EvidenceEntry, ...] = ()

    @property
    def facts(self) -> tuple[Fact, ...]:
        return tuple(entry.fact for entry in self.entries)

    def adding(self, facts: Iterable[Fact]) -> Evidence:
        """The same, and these facts."""
        return Evidence(self.game, (*self.entries, *(EvidenceEntry(fact, "supposed") for fact in facts)))


def tells_all(view: View, question: Cards) -> bool:
    """Whether somebody knows the pile who has none of these cards, if nobody else has one."""
    return question.bit_count() == view.game.sizes[PILE] and not question & view.public


def evidence_of(view: View, asked: bool = False) -> Evidence:
    """What a player has learned by the rules: from the own hand, answers, shows and guesses.

    With `asked`, what the others asked for and where they were silent is told too: not certain, but evidence for who
    knows their habits.
    """
    game, entries = view.game, []
    for number, fact in facts_of(view, asked):
        if number:
            event = format_action(game, view.events[number - 1])
            entries.append(EvidenceEntry(fact, f"event {number}, {event}"))
        else:
            text = f"{game.player_name(view.player or 0)} holds {game.format_cards(view.hand)}"
            entries.append(EvidenceEntry(fact, text, given=True))
    return Evidence(game, tuple(entries))


def facts_of(view: View, asked: bool = False) -> Iterator[tuple[int, Fact]]:
    """The facts of `evidence_of`, each with the number of its event; 0 for the own hand."""
    game, me = view.game, view.player
    if me is not None:
        yield 0, Has(me, view.hand)
    if view.public:
        yield 0, Has(game.table, view.public)
    question: Cards = 0
    chosen = game.deck & ~(game.drawn.cards if game.drawn else 0)
    answered = False
    shown: dict[tuple[int, int], Cards] = {}
    for number, event in enumerate(view.events, 1):
        match event:
            case CardQuestion(player=i, cards=cards):
                question, answered = cards, False
                if asked and i != me:
                    yield number, AskedFor(i, cards & chosen)
            case Moves():
                answered = True  # until something is asked, silence tells nothing
            case No(player=j) if j != me:
                yield number, Lacks(j, question)
            case Yes(player=j):
                answered = True
                if j != me:
                    yield number, OneOf(j, question)
            case NoGuess(player=i) if asked and i != me and not answered and tells_all(view, question):
                yield number, Silent(i, question)
            case Shows(player=j, to=to, card=card) if j != me and card is not None:
                fact = Showed(j, question, card, shown.get((j, to), 0))
                shown[j, to] = fact.before | 1 << card
                yield number, fact
            case Guess(cards=cards, right=right):
                yield number, Has(PILE, cards) if right else NotPile(cards)
