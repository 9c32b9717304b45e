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
from sleuth.games.clue.solver import sequences as forms
from sleuth.games.clue.solver.sequences import NO_GUESS, Choice, Duel, Key, SequenceForm

MAX_LEAVES = 20_000_000
"""Leaves of a tree that is built: some 8 GB, and hours."""
FEW_CARDS = 12
"""In the pile or in a hand: leaves are counted for so many at first."""
LOOKS = 4096
"""Leaves between two looks at the clock."""


Event = int | str
"""An answer that everybody hears: the class from which a card is shown, or `no`."""
Sequences = tuple[int, int]
"""The last one of each player."""


class Class(NamedTuple):
    """Open cards with the same public past: where they lie, which is hidden, and who has said to have none."""

    pile: int
    first: int
    second: int
    denied: tuple[bool, bool] = (False, False)

    @property
    def size(self) -> int:
        return self.pile + self.first + self.second

    def of(self, player: int) -> int:
        return self.second if player else self.first

    def foreign(self, player: int) -> int:
        """Those that are not the player's."""
        return self.size - self.of(player)


class Question(NamedTuple):
    """How many cards of each class are asked for, and how many of them are the asker's own."""

    asked: tuple[int, ...]
    own: tuple[int, ...]

    @property
    def is_bluff(self) -> bool:
        """Whether all of them are the asker's."""
        return self.asked == self.own


class DuelNode(NamedTuple):
    """A point in the tree. Where the cards of a class lie is hidden; all the rest is public."""

    player: int
    classes: tuple[Class, ...]
    asked_before: tuple[frozenset[frozenset[int]], frozenset[frozenset[int]]]
    """For each player, the sets of classes that she has asked for."""
    least: tuple[int, int]
    """For each player, how many open cards a question has at least: others in the open fill it up."""
    past: int

    def own(self, player: int) -> tuple[int, ...]:
        return tuple(k.of(player) for k in self.classes)

    def knows(self, player: int) -> bool:
        """Whether the player knows the pile: of the cards that she cannot place, all or none lie there."""
        hidden = [k for k in self.classes if not k.denied[1 - player]]
        return not sum(k.pile for k in hidden) or not sum(k.of(1 - player) for k in hidden)

    @property
    def alike(self) -> bool:
        """Whether nothing tells the open cards apart: they are a smaller game."""
        return len(self.classes) == 1 and not any(self.classes[0].denied)

    def arranged(self, order: Iterable[int], touched: Iterable[int] = ()) -> DuelNode:
        """The classes of these places alone, in this order. Sets asked before that have a touched class are forgotten.

        Others have no class that is left out.
        """
        places = {old: new for new, old in enumerate(order)}
        first, second = (
            frozenset(frozenset(places[old] for old in one) for one in sets if one.isdisjoint(touched))
            for sets in self.asked_before
        )
        return self._replace(classes=tuple(self.classes[old] for old in places), asked_before=(first, second))


def tree(duel: Duel, progress: Progress = silent, spent: Callable[[], bool] = lambda: False) -> SequenceForm:
    """The game as a table of payoffs by sequences."""
    if duel.decided:
        raise ParameterError("a game in which the pile is known has no tree")
    builder = _Builder(duel, check_size(duel), progress, spent)
    builder.ask(start(duel), 1.0, (0, 0))
    return builder.form()


def start(duel: Duel) -> DuelNode:
    """Before the first question."""
    least = (max(1, duel.q - duel.fill), max(1, duel.q - duel.their_fill))
    return DuelNode(0, (Class(duel.m, duel.mine, duel.theirs),), (frozenset(), frozenset()), least, 0)


def check_size(duel: Duel, most: int = MAX_LEAVES, hint: str = "") -> int:
    """The leaves of a tree; one that is too large is refused before it is built.

    A tree is no smaller with more cards, nor if questions grow by as many: large games are first taken for small ones.
    """
    m, mine, theirs = (min(cards, FEW_CARDS) for cards in duel[:3])
    fewer = duel.m - m + min(duel.mine - mine, duel.theirs - theirs)
    few = duel._replace(m=m, mine=mine, theirs=theirs, q=max(min(2, duel.q), duel.q - fewer))
    leaves = LeafCount(few, most).below(start(few))
    if leaves <= most and few != duel:
        leaves = LeafCount(duel, most).below(start(duel))
    if leaves > most:
        hands, asked = f"hands of {duel.mine} and {duel.theirs}", f" and questions of {duel.q}," if duel.q > 1 else ""
        sizes = f"{duel.m} cards in the pile{',' if asked else ' and'} {hands},{asked}"
        raise TooManyWorldsError(f"with {sizes} the tree has more than {most:,} leaves{hint}")
    return leaves


class LeafCount:
    """Counts leaves without building: nodes that differ only in their past have as many below them."""

    def __init__(self, duel: Duel, most: int = MAX_LEAVES) -> None:
        self.duel, self.most = duel, most
        self.found: dict[DuelNode, int] = {}

    def below(self, node: DuelNode) -> int:
        """The leaves below a question; too many as soon as they are."""
        node = node.arranged(sorted(range(len(node.classes)), key=node.classes.__getitem__))
        if node not in self.found:
            total = 0
            ways = ((question, pile) for question in questions(self.duel, node) for _, pile in _dealt(node, question))
            for after in (after for way in ways for after in answered(*split_classes(node, *way)).values()):
                total += self._below_guess(after)
                if total > self.most:
                    break
            self.found[node] = total
        return self.found[node]

    def _below_guess(self, node: DuelNode) -> int:
        if node.knows(node.player):
            return 1
        other = 1 - node.player
        ended = node.knows(other) or node.alike
        return len(guesses(node)) - 1 + (1 if ended else self.below(node._replace(player=other)))


class _Decision(NamedTuple):
    parent: int
    first: int
    choices: list[Choice]


class _Builder:
    def __init__(self, duel: Duel, total: int, progress: Progress, spent: Callable[[], bool]) -> None:
        self.duel, self.leaves = duel, 0
        self.total, self.progress, self.spent = total, progress, spent
        self.pasts: dict[tuple[int, object], int] = {}
        """The numbers of what was public, by what it was before and the last event."""
        self.sizes = [1, 1]
        self.decisions: tuple[dict[Key, _Decision], dict[Key, _Decision]] = ({}, {})
        self.payoffs: list[tuple[int, int, float]] = []
        self.subgames: dict[tuple[Duel, int], list[tuple[int, int, float]]] = {}

    def form(self) -> SequenceForm:
        """What was built."""
        labels, sides = forms.Labels(), []
        labels.events += [forms.EventBlock(n, (past,), event) for (past, event), n in self.pasts.items()]
        for decisions, blocks in zip(self.decisions, labels.blocks, strict=True):
            rows = [(parent, first, len(choices)) for parent, first, choices in decisions.values()]
            sides.append(forms.PlayerDecisions(*np.array(rows, np.int32).reshape(-1, 3).T.copy()))
            for number, ((past, own), decision) in enumerate(decisions.items()):
                blocks.append(forms.Block(number, (past,), (own,), [decision.choices]))
        subgames = [forms.Subgame(*key, _entries(rows)) for key, rows in self.subgames.items()]
        return SequenceForm(self.duel, (sides[0], sides[1]), _entries(self.payoffs), subgames, self.leaves, labels)

    def past(self, before: int, event: object) -> int:
        """The number of what was public, with one event more."""
        return self.pasts.setdefault((before, event), len(self.pasts) + 1)

    def branches(
        self, player: int, key: Key, before: Sequences, choices: Callable[[], list[Choice]]
    ) -> Iterator[tuple[Choice, Sequences]]:
        """The choices of a decision, which is made when it first comes up, each with the sequences after it."""
        decisions = self.decisions[player]
        if key not in decisions:
            decisions[key] = _Decision(before[player], self.sizes[player], choices())
            self.sizes[player] += len(decisions[key].choices)
        for after, choice in enumerate(decisions[key].choices, decisions[key].first):
            yield choice, (before[0], after) if player else (after, before[1])

    def leaf(self, sequences: Sequences, weight: float) -> None:
        self.leaves += 1
        if self.leaves % LOOKS == 0:
            self.progress(f"building a tree of {self.total:,} leaves", self.leaves, self.total)
            if self.spent():
                raise OutOfTimeError(f"the time was up when {self.leaves:,} of {self.total:,} leaves were built")
        if weight:
            self.payoffs.append((*sequences, weight))

    def ask(self, node: DuelNode, chance: float, before: Sequences) -> None:
        i = node.player
        key = (node.past, node.own(i))
        for choice, after in self.branches(i, key, before, lambda: list[Choice](questions(self.duel, node))):
            assert isinstance(choice, Question)
            for part, pile in _dealt(node, choice):
                self.answer(*split_classes(node, choice, pile), choice.asked, chance * part, after)

    def answer(
        self, split: DuelNode, asked: list[int], question: tuple[int, ...], chance: float, before: Sequences
    ) -> None:
        """What follows a question for these classes."""
        past, after = self.past(split.past, question), answered(split, asked)
        ways = [before] * len(after)
        if len(after) > 1:
            j = 1 - split.player
            ways = [way for _, way in self.branches(j, (past, split.own(j)), before, lambda: [(e,) for e in after])]
        for (event, node), way in zip(after.items(), ways, strict=True):
            self.guess(node._replace(past=self.past(past, event)), chance, way)

    def guess(self, node: DuelNode, chance: float, before: Sequences) -> None:
        i, j = node.player, 1 - node.player
        if node.knows(i):
            self.leaf(before, chance * (i == 0))
            return
        for choice, after in self.branches(i, (node.past, node.own(i)), before, lambda: guesses(node)):
            if choice != NO_GUESS:
                right = chance_right(node, choice)
                self.leaf(after, chance * (right if i == 0 else 1 - right))
            elif node.knows(j):
                self.leaf(after, chance * (j == 0))
            elif node.alike:
                self.leaves += 1
                self.subgames.setdefault((subgame(self.duel, node), j), []).append((*after, chance))
            else:
                self.ask(node._replace(player=j), chance, after)


def _entries(rows: list[tuple[int, int, float]]) -> forms.Entries:
    first, second, weight = np.array(rows).reshape(-1, 3).T
    return forms.join_entries([forms.Entries(first.astype(np.int32), second.astype(np.int32), weight)])


def subgame(duel: Duel, node: DuelNode) -> Duel:
    """The smaller game of a node whose open cards are all alike; the other player moves next."""
    (k,), j = node.classes, 1 - node.player
    fill, their_fill = duel.q - node.least[j], duel.q - node.least[1 - j]
    return Duel(k.pile, k.of(j), k.of(1 - j), duel.q, fill, their_fill, duel.bluff)


def questions(duel: Duel, node: DuelNode) -> Iterator[Question]:
    """What the player to move may ask."""
    i = node.player
    ways = [
        [(a + b, a) for a in range(k.of(i) + 1) for b in range(k.foreign(i) + 1) if a + b <= duel.q]
        for k in node.classes
    ]
    for way in product(*ways):
        question = Question(tuple(asked for asked, _ in way), tuple(own for _, own in way))
        places = frozenset(place for place, number in enumerate(question.asked) if number)
        again = places in node.asked_before[i] and all(way[p][0] == node.classes[p].size for p in places)
        if node.least[i] <= sum(question.asked) <= duel.q and not again and (duel.bluff or not question.is_bluff):
            yield question


def _dealt(node: DuelNode, question: Question) -> Iterator[tuple[float, tuple[int, ...]]]:
    """How many of the cards asked for lie in the pile, class by class, with the chance of it."""
    ways = []
    for k, asked, own in zip(node.classes, *question, strict=True):
        foreign, theirs = asked - own, k.of(1 - node.player)
        total = comb(k.pile + theirs, foreign)
        numbers = range(max(0, foreign - theirs), min(foreign, k.pile) + 1)
        ways.append([(comb(k.pile, n) * comb(theirs, foreign - n) / total, n) for n in numbers])
    for way in product(*ways):
        yield prod((part for part, _ in way), start=1.0), tuple(n for _, n in way)


def split_classes(node: DuelNode, question: Question, pile: tuple[int, ...]) -> tuple[DuelNode, list[int]]:
    """The classes cut into what was asked for, with so many of each in the pile, and the rest; where the former are."""
    i = node.player
    classes: list[Class] = []
    asked: list[int] = []
    places: list[range] = []
    for k, number, own, in_pile in zip(node.classes, *question, pile, strict=True):
        theirs = number - own - in_pile
        part = Class(in_pile, *((theirs, own) if i else (own, theirs)), k.denied)
        rest = Class(k.pile - part.pile, k.first - part.first, k.second - part.second, k.denied)
        if number:
            asked.append(len(classes))
        pieces = [piece for piece in (part, rest) if piece.size]
        places.append(range(len(classes), len(classes) + len(pieces)))
        classes += pieces
    before = [{frozenset(new for old in one for new in places[old]) for one in sets} for sets in node.asked_before]
    before[i].add(frozenset(asked))
    asked_before = (frozenset(before[0]), frozenset(before[1]))
    return node._replace(classes=tuple(classes), asked_before=asked_before), asked


def answered(split: DuelNode, asked: list[int]) -> dict[Event, DuelNode]:
    """What the opponent may answer to a question for these classes: the one she shows a card of, or `no`."""
    held = [place for place in asked if split.classes[place].of(1 - split.player)]
    return {place: _shown(split, place) for place in held} or {"no": _denied(split, asked)}


def _denied(node: DuelNode, asked: list[int]) -> DuelNode:
    """After `no`: none of the cards asked for is with the opponent. What both have denied lies in the pile, openly."""
    j, classes = 1 - node.player, list(node.classes)
    for place in asked:
        before = classes[place].denied
        classes[place] = classes[place]._replace(denied=(before[0] or j == 0, before[1] or j == 1))
    gone = [place for place in asked if all(classes[place].denied)]
    fill = sum(classes[place].size for place in gone)
    return _opened(node, classes, (fill, fill), gone)


def _shown(node: DuelNode, place: int) -> DuelNode:
    """After a show: one card of this class is in the open. Its holder may fill a question up with it."""
    j, classes = 1 - node.player, list(node.classes)
    pile, first, second, denied = classes[place]
    classes[place] = Class(pile, first - (j == 0), second - (j == 1), denied)
    return _opened(node, classes, (int(j == 0), int(j == 1)), [place])


def _opened(node: DuelNode, classes: list[Class], fill: tuple[int, int], touched: list[int]) -> DuelNode:
    """With so many cards more to fill questions up, and without the classes that are all in the open."""
    least = (max(1, node.least[0] - fill[0]), max(1, node.least[1] - fill[1]))
    left = (place for place, k in enumerate(classes) if k.size and not all(k.denied))
    return node._replace(classes=tuple(classes), least=least).arranged(left, touched)


def guesses(node: DuelNode) -> list[Choice]:
    """What the player to move may guess: how many cards of each class that are not hers lie in the pile. Or nothing."""
    i = node.player
    foreign = [(k.foreign(i), k.denied[1 - i]) for k in node.classes]
    ways = product(*(range(number if denied else 0, number + 1) for number, denied in foreign))
    total = sum(k.pile for k in node.classes)
    return [NO_GUESS, *(way for way in ways if sum(way) == total)]


def chance_right(node: DuelNode, guess: Choice) -> float:
    """The chance that a guess is right, the guesser choosing at random among cards that are alike to her."""
    if guess != tuple(k.pile for k in node.classes):
        return 0.0
    return 1 / prod(comb(k.foreign(node.player), k.pile) for k in node.classes)
