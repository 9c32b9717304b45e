"""A game of MYST as text that reads back: the game, the hands as far as they are known, and the actions.

    myst:m=2,n=1,p=3,q=2
    deal: 0={s4,s5}; 1={s1}; 2={s2}; 3={s3}
    asks(1,{s2,s3})
    yes(2)
    shows(2,1,s2)

With the whole deal it is a situation. Hands may be missing, and cards that were shown may be `?`: then it is what
somebody saw.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from pathlib import Path

from sleuth.core.errors import SpecError
from sleuth.core.files import read_text
from sleuth.core.spec import split_spec
from sleuth.core.text import plural, shorten
from sleuth.games.clue.rules.actions import Action, Guess, Shows, format_action, format_set, parse_action
from sleuth.games.clue.rules.card_game import CardGame
from sleuth.games.clue.rules.cards import PILE, Cards, Deal, union
from sleuth.games.clue.rules.errors import LogError, at_line, log_lines
from sleuth.games.clue.rules.myst import Myst
from sleuth.games.clue.rules.situation import Situation
from sleuth.games.clue.rules.stage import PublicStage


@dataclass(frozen=True)
class Transcript:
    """What is known of a game: some hands, and the events."""

    game: CardGame
    known: tuple[Cards | None, ...]
    """What each holder has, the pile first, where it is known."""
    events: tuple[Action, ...] = ()

    @classmethod
    def of(cls, situation: Situation) -> Transcript:
        """All that there is to know."""
        return cls(situation.game, situation.deal, situation.actions)

    @property
    def deal(self) -> Deal | None:
        """The whole deal, where it is known."""
        cards = tuple(hand for hand in self.known if hand is not None)
        return cards if len(cards) == len(self.known) else None

    @property
    def complete(self) -> bool:
        """Whether nothing is hidden: all hands, and all cards that were shown."""
        hidden = any(isinstance(event, Shows) and event.card is None for event in self.events)
        return self.deal is not None and not hidden

    def situation(self) -> Situation:
        """The situation that it tells of; only where it is complete."""
        deal = self.deal
        if deal is None or not self.complete:
            raise LogError(0, "the log hides cards, so that it is no situation")
        return Situation.begin(self.game, deal).do_all(self.events)

    def __str__(self) -> str:
        game, lines = self.game, [str(self.game)]
        hands = [f"{holder}={format_set(game, cards)}" for holder, cards in enumerate(self.known) if cards is not None]
        if hands:
            lines.append(f"deal: {'; '.join(hands)}")
        lines += [format_action(game, event) for event in self.events]
        return "\n".join(lines) + "\n"

    @classmethod
    def parse(cls, text: str) -> Transcript:
        """Read a log of MYST; errors name the line."""
        lines = log_lines(text)
        number, head = next(lines, (0, ""))
        if not head:
            raise LogError(0, "the log is empty; its first line names the game: myst:m=2,n=1,p=3,q=2")
        with at_line(number):
            _, given = split_spec(head) if head.startswith(f"{Myst.name}:") else ("", {})
            if set(given) != set(Myst.parameters()):
                raise SpecError(f"a game of MYST is written myst:m=2,n=1,p=3,q=2, not {shorten(head)!r}")
            game = Myst.from_parameters(given)
        known: tuple[Cards | None, ...] = (None,) * len(game.sizes)
        events: list[Action] = []
        stage = PublicStage.first(game)
        for number, line in lines:
            with at_line(number):
                if line.startswith("deal:"):
                    known = _read_hands(game, line.removeprefix("deal:"), known, bool(events))
                    continue
                event = parse_action(game, line)
                if isinstance(event, Guess) and event.right is None and known[PILE] is not None:
                    event = Guess(event.player, event.cards, event.cards == known[PILE])
                if fault := stage.fault(game, event, known[event.player]):
                    raise LogError(0, f"{shorten(line)} is not possible: {fault}")
                stage = stage.after(game, event)
                events.append(event)
        return cls(game, known, tuple(events))

    @classmethod
    def read(cls, path: str | Path) -> Transcript:
        """Read a log from a file."""
        return cls.parse(read_text(path, "log", partial(LogError, 0)))


def _read_hands(game: Myst, text: str, known: tuple[Cards | None, ...], late: bool) -> tuple[Cards | None, ...]:
    if late:
        raise LogError(0, "hands are told before the first action")
    hands = list(known)
    for part in filter(str.strip, text.split(";")):
        holder_text, equals, braces = part.partition("=")
        braces = braces.strip()
        if not equals or not (braces.startswith("{") and braces.endswith("}")):
            raise LogError(0, f"a hand is written 1={{s1,s2}}, not {shorten(part.strip())!r}")
        holder, cards = game.holder(holder_text), game.cards(braces[1:-1])
        if hands[holder] is not None:
            raise LogError(0, f"the cards of {game.holder_name(holder)} are told twice")
        if cards.bit_count() != game.sizes[holder]:
            held, size = cards.bit_count(), game.sizes[holder]
            raise LogError(0, f"hands do not add up: {game.holder_name(holder)} has {plural(size, 'card')}, not {held}")
        if twice := cards & union(hand or 0 for hand in hands):
            raise LogError(0, f"{game.format_cards(twice)} is dealt twice")
        hands[holder] = cards
    return tuple(hands)
