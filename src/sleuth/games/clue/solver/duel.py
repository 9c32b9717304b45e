"""The two-player game of MYST as a tree, in sequence form: every line of play once, cards labelled at first mention.

Cards that nobody has mentioned are alike, so a question is told by how many cards it takes from each class of cards
with the same past, and how many of these are the asker's own; chance then says where the others lie. A player knows the
classes (they are public) and how many cards of each are hers. A position in which all open cards are of one class is a
game of its own, (m, n1, n2), and is solved before.

The thesis's game never ends if questions may repeat. Here a player does not ask again for a set that she has asked for
already, cards in the open left out. Cards in the open that the opponent cannot show may fill a question up.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import product
from math import comb, prod
from typing import NamedTuple

import numpy as np

from sleuth.core.errors import ParameterError
from sleuth.core.progress import Progress, silent
from sleuth.games.clue.rules.errors import OutOfTimeError, TooManyWorldsError
from sleuth.games.clue.solver.sequences import (
    NO_GUESS,
    Choice,
    DecisionPoint,
    Duel,
    Entries,
    Key,
    Labels,
    PlayerDecisions,
    SequenceForm,
    Subgame,
    join_entries,
)

MAX_LEAVES = 20_000_000
"""Leaves of a tree that is built: some 8 GB, and hours."""
FEW_CARDS = 12
"""In the pile or in a hand: leaves are counted for so many at first."""
LOOKS = 4096
"""Leaves between two looks at the clock."""


Event = int | str
"""An answer that everybody hears: the class from which a card is shown, or `no`."""


class Class(NamedTuple):
    """Open cards with the same public past."""

    size: int
    denied: tuple[bool, bool]
    """Whether each player has said to have none of them."""


class ClassCounts(NamedTuple):
    """Where the cards of a class lie: pile, first player, second player."""

    pile: int
    first: int
    second: int

    def of(self, player: int) -> int:
        return self[player + 1]


class Question(NamedTuple):
    """How many cards of each class are asked for, and how many of them are the asker's own."""

    asked: tuple[int, ...]
    own: tuple[int, ...]

    @property
    def is_bluff(self) -> bool:
        """Whether all of them are the asker's."""
        return self.asked == self.own


class PileGuess(NamedTuple):
    """How many of the cards of each class that the guesser does not hold are taken to be in the pile."""

    pile: tuple[int, ...]


class ClassShow(NamedTuple):
    """The class from which a card is shown, by its place."""

    place: Event


class DuelNode(NamedTuple):
    """A point in the tree. What is hidden is in `counts`; all the rest is public."""

    player: int
    classes: tuple[Class, ...]
    counts: tuple[ClassCounts, ...]
    asked_before: tuple[frozenset[frozenset[int]], frozenset[frozenset[int]]]
    """For each player, the sets of classes that she has asked for."""
    fill: tuple[int, int]
    past: int

    def own(self, player: int) -> tuple[int, ...]:
        return tuple(count.of(player) for count in self.counts)

    def left(self, place: int) -> int:
        """Open cards in the pile (-1) or in a hand."""
        return sum(count[place + 1] for count in self.counts)

    def knows(self, player: int) -> bool:
        """Whether the player knows the pile: of the cards that she cannot place, all or none lie there."""
        other = 1 - player
        hidden = [c for c, k in zip(self.counts, self.classes, strict=True) if not k.denied[other]]
        return sum(c.pile for c in hidden) == 0 or sum(c.of(other) for c in hidden) == 0

    @property
    def alike(self) -> bool:
        """Whether nothing tells the open cards apart: they are a smaller game."""
        return len(self.classes) == 1 and not any(self.classes[0].denied)


def tree(duel: Duel, progress: Progress = silent, spent: Callable[[], bool] = lambda: False) -> SequenceForm:
    """The game as a table of payoffs by sequences."""
    if duel.decided:
        raise ParameterError("a game in which the pile is known has no tree")
    builder = _Builder(duel, check_size(duel), progress, spent)
    builder.ask(start(duel), 1.0, (0, 0))
    return builder.form()


def start(duel: Duel) -> DuelNode:
    """Before the first question."""
    counts = ClassCounts(duel.m, duel.mine, duel.theirs)
    whole = Class(sum(counts), (False, False))
    return DuelNode(0, (whole,), (counts,), (frozenset(), frozenset()), (duel.fill, duel.their_fill), 0)


def check_size(duel: Duel) -> int:
    """The leaves of a tree; one that is too large is refused before it is built.

    A tree is no smaller with more cards, nor if questions grow by as many: large games are first taken for small ones.
    """
    m, mine, theirs = (min(cards, FEW_CARDS) for cards in duel[:3])
    fewer = duel.m - m + min(duel.mine - mine, duel.theirs - theirs)
    few = duel._replace(m=m, mine=mine, theirs=theirs, q=max(min(2, duel.q), duel.q - fewer))
    leaves = LeafCount(few).below(start(few))
    if leaves <= MAX_LEAVES and few != duel:
        leaves = LeafCount(duel).below(start(duel))
    if leaves > MAX_LEAVES:
        raise TooManyWorldsError(
            f"with {duel.m} cards in the pile, hands of {duel.mine} and {duel.theirs}, and questions of {duel.q}, "
            f"the tree has more than {MAX_LEAVES:,} leaves"
        )
    return leaves


class LeafCount:
    """Counts leaves without building: nodes that differ only in their past have as many below them."""

    def __init__(self, duel: Duel) -> None:
        self.duel = duel
        self.found: dict[DuelNode, int] = {}

    def below(self, node: DuelNode) -> int:
        """The leaves below a question; too many as soon as they are."""
        node = _sorted(node)
        if node not in self.found:
            total = 0
            for after in self._answered(node):
                total += self._below_guess(after)
                if total > MAX_LEAVES:
                    break
            self.found[node] = total
        return self.found[node]

    def _answered(self, node: DuelNode) -> Iterator[DuelNode]:
        for question in questions(self.duel, node, node.own(node.player)):
            for _, pile in _dealt(node, question):
                yield from answered(*split_classes(node, question, pile)).values()

    def _below_guess(self, node: DuelNode) -> int:
        i, j = node.player, 1 - node.player
        if node.knows(i):
            return 1
        named = sum(1 for _ in guesses(node, node.own(i)))
        return named + (1 if node.knows(j) or node.alike else self.below(node._replace(player=j)))


class ListLabels(Labels):
    """What the decisions of a tree stand for, kept one by one."""

    def __init__(self) -> None:
        self.decisions: tuple[list[DecisionPoint], list[DecisionPoint]] = ([], [])
        self.numbers: tuple[dict[Key, int], dict[Key, int]] = ({}, {})
        self.pasts: dict[tuple[int, object], int] = {}
        self.events: list[tuple[int, object]] = []
        """What came before each past from 1 on, and its last event."""

    def label(self, player: int, number: int) -> tuple[Key, list[Choice]]:
        decision = self.decisions[player][number]
        return decision.key, decision.choices

    def find(self, player: int, key: Key) -> int | None:
        return self.numbers[player].get(key)

    def after(self, past: int, event: object) -> int:
        return self.pasts.get((past, event), -1)

    def last(self, past: int) -> tuple[int, object]:
        return self.events[past - 1]


class _Builder:
    def __init__(self, duel: Duel, total: int, progress: Progress, spent: Callable[[], bool]) -> None:
        self.duel, self.labels, self.leaves = duel, ListLabels(), 0
        self.total, self.progress, self.spent = total, progress, spent
        self.sizes = [1, 1]
        self.payoffs: list[tuple[int, int, float]] = []
        self.subgames: dict[tuple[Duel, int], list[tuple[int, int, float]]] = {}

    def form(self) -> SequenceForm:
        """What was built."""
        tables = ([(d.parent, d.first, len(d.choices)) for d in decisions] for decisions in self.labels.decisions)
        first, second = (PlayerDecisions(*np.array(rows, np.int32).reshape(-1, 3).T.copy()) for rows in tables)
        subgames = [Subgame(duel, mover, _entries(rows)) for (duel, mover), rows in self.subgames.items()]
        return SequenceForm(self.duel, (first, second), _entries(self.payoffs), subgames, self.leaves, self.labels)

    def past(self, before: int, event: object) -> int:
        """The number of what was public, with one event more."""
        labels, key = self.labels, (before, event)
        if key not in labels.pasts:
            labels.events.append(key)
            labels.pasts[key] = len(labels.events)
        return labels.pasts[key]

    def branches(
        self, player: int, key: Key, before: tuple[int, int], choices: Callable[[], list[Choice]]
    ) -> Iterator[tuple[Choice, tuple[int, int]]]:
        """The choices of a decision, which is made when it first comes up, each with the sequences after it."""
        numbers, decisions = self.labels.numbers[player], self.labels.decisions[player]
        if key not in numbers:
            numbers[key] = len(decisions)
            decisions.append(DecisionPoint(key, before[player], choices(), self.sizes[player]))
            self.sizes[player] += len(decisions[-1].choices)
        decision = decisions[numbers[key]]
        for step, choice in enumerate(decision.choices):
            after = decision.first + step
            yield choice, (after, before[1]) if player == 0 else (before[0], after)

    def leaf(self, sequences: tuple[int, int], weight: float) -> None:
        self.leaves += 1
        if self.leaves % LOOKS == 0:
            self.progress(f"building a tree of {self.total:,} leaves", self.leaves, self.total)
            if self.spent():
                raise OutOfTimeError(f"the time was up when {self.leaves:,} of {self.total:,} leaves were built")
        if weight:
            self.payoffs.append((*sequences, weight))

    def ask(self, node: DuelNode, chance: float, before: tuple[int, int]) -> None:
        i = node.player
        own = node.own(i)
        key = (node.past, own)
        for choice, after in self.branches(i, key, before, lambda: list[Choice](questions(self.duel, node, own))):
            assert isinstance(choice, Question)
            for part, pile in _dealt(node, choice):
                self.answer(node, choice, pile, chance * part, after)

    def answer(
        self, node: DuelNode, question: Question, pile: tuple[int, ...], chance: float, before: tuple[int, int]
    ) -> None:
        """What follows a question, if so many of the cards of each class lie in the pile."""
        split, asked = split_classes(node, question, pile)
        past, after = self.past(node.past, question.asked), answered(split, asked)
        ways = [(event, before) for event in after]
        if len(after) > 1:
            j, shows = 1 - node.player, list(map(ClassShow, after))
            branches = self.branches(j, (past, split.own(j)), before, lambda: list[Choice](shows))
            ways = [(show.place, sequences) for show, (_, sequences) in zip(shows, branches, strict=True)]
        for event, sequences in ways:
            self.guess(after[event]._replace(past=self.past(past, event)), chance, sequences)

    def guess(self, node: DuelNode, chance: float, before: tuple[int, int]) -> None:
        i, j = node.player, 1 - node.player
        if node.knows(i):
            self.leaf(before, chance * (i == 0))
            return
        own = node.own(i)
        for choice, after in self.branches(i, (node.past, own), before, lambda: [NO_GUESS, *guesses(node, own)]):
            if isinstance(choice, PileGuess):
                right = chance_right(node, choice)
                self.leaf(after, chance * (right if i == 0 else 1 - right))
            elif node.knows(j):
                self.leaf(after, chance * (j == 0))
            elif node.alike:
                self.leaves += 1
                smaller = subgame(self.duel, node, j)
                self.subgames.setdefault((smaller, j), []).append((*after, chance))
            else:
                self.ask(node._replace(player=j), chance, after)


def _entries(rows: list[tuple[int, int, float]]) -> Entries:
    table = np.array(rows).reshape(-1, 3)
    return join_entries([Entries(table[:, 0].astype(np.int32), table[:, 1].astype(np.int32), table[:, 2])])


def subgame(duel: Duel, node: DuelNode, mover: int) -> Duel:
    """The smaller game of a node whose open cards are all alike."""
    fill, their_fill = (0, 0) if duel.q == 1 else (node.fill[mover], node.fill[1 - mover])
    m, mine, theirs = node.left(-1), node.left(mover), node.left(1 - mover)
    return duel._replace(m=m, mine=mine, theirs=theirs, fill=fill, their_fill=their_fill)


def questions(duel: Duel, node: DuelNode, own: tuple[int, ...]) -> Iterator[Question]:
    """What the player to move may ask."""
    i = node.player
    ranges = []
    for k, mine in zip(node.classes, own, strict=True):
        ranges.append([(a + b, a) for a in range(mine + 1) for b in range(k.size - mine + 1) if a + b <= duel.q])
    for picked in product(*ranges):
        asked, mine_asked = tuple(p[0] for p in picked), tuple(p[1] for p in picked)
        total = sum(asked)
        if not max(1, duel.q - node.fill[i]) <= total <= duel.q:
            continue
        places = frozenset(place for place, number in enumerate(asked) if number)
        if places in node.asked_before[i] and all(asked[p] == node.classes[p].size for p in places):
            continue
        question = Question(asked, mine_asked)
        if not duel.bluff and question.is_bluff:
            continue
        yield question


def _dealt(node: DuelNode, question: Question) -> Iterator[tuple[float, tuple[int, ...]]]:
    """How many of the cards asked for lie in the pile, class by class, with the chance of it."""
    j = 1 - node.player
    ways = []
    for count, asked, own in zip(node.counts, *question, strict=True):
        foreign, pile, theirs = asked - own, count.pile, count.of(j)
        total = comb(pile + theirs, foreign)
        numbers = range(max(0, foreign - theirs), min(foreign, pile) + 1)
        ways.append([(comb(pile, k) * comb(theirs, foreign - k) / total, k) for k in numbers])
    for way in product(*ways):
        yield prod((part for part, _ in way), start=1.0), tuple(k for _, k in way)


def split_classes(node: DuelNode, question: Question, pile: tuple[int, ...]) -> tuple[DuelNode, list[int]]:
    """The classes cut into what was asked for and the rest; and where the former are."""
    i = node.player
    classes: list[Class] = []
    counts: list[ClassCounts] = []
    asked: list[int] = []
    places: dict[int, list[int]] = {}
    rows = zip(node.classes, node.counts, *question, pile, strict=True)
    for place, (k, count, number, mine, in_pile) in enumerate(rows):
        theirs = number - mine - in_pile
        part = ClassCounts(in_pile, mine, theirs) if i == 0 else ClassCounts(in_pile, theirs, mine)
        rest = ClassCounts(*(whole - taken for whole, taken in zip(count, part, strict=True)))
        if number:
            asked.append(len(classes))
        pieces = [(size, piece) for size, piece in ((number, part), (k.size - number, rest)) if size]
        places[place] = list(range(len(classes), len(classes) + len(pieces)))
        classes += [k._replace(size=size) for size, _ in pieces]
        counts += [piece for _, piece in pieces]
    before = [{frozenset(new for old in one for new in places[old]) for one in sets} for sets in node.asked_before]
    before[i].add(frozenset(asked))
    asked_before = (frozenset(before[0]), frozenset(before[1]))
    return node._replace(classes=tuple(classes), counts=tuple(counts), asked_before=asked_before), asked


def answered(split: DuelNode, asked: list[int]) -> dict[Event, DuelNode]:
    """What the opponent may answer to a question for these classes: the one she shows a card of, or `no`."""
    j = 1 - split.player
    held = [place for place in asked if split.counts[place].of(j)]
    return {place: _shown(split, place, j) for place in held} or {"no": _denied(split, asked, j)}


def _denied(node: DuelNode, asked: list[int], j: int) -> DuelNode:
    """After `no`: none of the cards asked for is with the opponent. What both have denied lies in the pile, openly."""
    classes, gone = list(node.classes), []
    for place in asked:
        denied = (classes[place].denied[0] or j == 0, classes[place].denied[1] or j == 1)
        classes[place] = classes[place]._replace(denied=denied)
        if all(denied):
            gone.append(place)
    node = node._replace(classes=tuple(classes))
    fill = sum(node.classes[place].size for place in gone)
    return _without(node._replace(fill=(node.fill[0] + fill, node.fill[1] + fill)), gone, gone)


def _shown(node: DuelNode, place: int, j: int) -> DuelNode:
    """After a show: one card of this class is in the open, in the hand of the opponent."""
    classes, counts = list(node.classes), list(node.counts)
    classes[place] = classes[place]._replace(size=classes[place].size - 1)
    pile, first, second = counts[place]
    counts[place] = ClassCounts(pile, first - (j == 0), second - (j == 1))
    # Its holder may fill a question up with it.
    fill = (node.fill[0] + (j == 0), node.fill[1] + (j == 1))
    node = node._replace(classes=tuple(classes), counts=tuple(counts), fill=fill)
    return _without(node, [place] if classes[place].size == 0 else [], [place])


def _without(node: DuelNode, gone: list[int], touched: list[int]) -> DuelNode:
    """Without the classes that are in the open. Sets asked before are forgotten if a card of them is out."""
    return _arranged(node, [place for place in range(len(node.classes)) if place not in gone], touched)


def _sorted(node: DuelNode) -> DuelNode:
    """The same with its classes in an order that does not depend on how they came about."""
    return _arranged(node, sorted(range(len(node.classes)), key=lambda p: (node.classes[p], node.counts[p])))


def _arranged(node: DuelNode, order: list[int], touched: Iterable[int] = ()) -> DuelNode:
    """The classes of these places alone, in this order. Sets asked before that have a touched class are forgotten."""
    places = {old: new for new, old in enumerate(order)}
    first, second = (
        frozenset(frozenset(places[old] for old in one) for one in sets if one.isdisjoint(touched))
        for sets in node.asked_before
    )
    return node._replace(
        classes=tuple(node.classes[p] for p in order),
        counts=tuple(node.counts[p] for p in order),
        asked_before=(first, second),
    )


def guesses(node: DuelNode, own: tuple[int, ...]) -> Iterator[PileGuess]:
    """What the player to move may guess."""
    j = 1 - node.player
    ranges = []
    for k, mine in zip(node.classes, own, strict=True):
        foreign = k.size - mine
        ranges.append(range(foreign, foreign + 1) if k.denied[j] else range(foreign + 1))
    total = node.left(-1)
    for pile in product(*ranges):
        if sum(pile) == total:
            yield PileGuess(pile)


def chance_right(node: DuelNode, guess: PileGuess) -> float:
    """The chance that a guess is right, the guesser choosing at random among cards that are alike to her."""
    j, chance = 1 - node.player, 1.0
    for count, pile in zip(node.counts, guess.pile, strict=True):
        if count.pile != pile:
            return 0.0
        chance /= comb(count.pile + count.of(j), pile)
    return chance
