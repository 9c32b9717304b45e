"""MO-ISMCTS (Cowling, Powley & Whitehouse 2012): tree search with a tree for every player, over sampled worlds.

Each round draws a world, walks down all trees at once (each player's by what she sees), and plays on with crosses in a
notebook: cards that a player has seen, and cards that nobody else had. Disjunctions are left out of these playouts, so
that a round takes a fraction of a millisecond; what the searching player herself knows at the root is exact.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import reduce
from math import log, sqrt
from operator import and_
from random import Random
from typing import ClassVar

import numpy as np

from sleuth.games.clue.belief.counting import Position, deal_of
from sleuth.games.clue.belief.facts import evidence_of
from sleuth.games.clue.belief.sampled import question_cuts
from sleuth.games.clue.players.agents import Agent, likeliest_question
from sleuth.games.clue.rules.actions import Shows, with_questions
from sleuth.games.clue.rules.card_game import CardGame
from sleuth.games.clue.rules.cards import Cards, cards_of, numbers_of, union
from sleuth.games.clue.rules.views import View
from sleuth.kernels.arrays import Array

MAX_TURNS = 60
Seen = tuple[object, ...]


@dataclass
class _Arm:
    visits: int = 0
    wins: float = 0.0
    offered: int = 0


@dataclass
class _Node:
    arms: dict[Cards, _Arm] = field(default_factory=dict)
    after: dict[Seen, _Node] = field(default_factory=dict)


@dataclass(frozen=True)
class TreeAgent(Agent):
    """Searches for the question with the best share of wins in playouts."""

    name: ClassVar[str] = "ismcts"
    quick: ClassVar[bool] = False

    rounds: int = 300
    width: int = 2
    """Questions that are tried at a node. A win or a loss tells little, so that more of them need more rounds."""
    worlds: int = 300
    exploration: float = 0.7

    def ask(self, view: View, rng: np.random.Generator) -> Cards:
        assert view.player is not None
        game, me = view.game, view.player
        position = Position.of(evidence_of(view))
        top = likeliest_question(view, position, rng)
        if position.certain:
            return top
        worlds = position.samples(max(self.worlds, self.rounds), rng)
        answers = question_cuts(view, worlds[: self.worlds], rng)
        order = np.argsort(-answers.guess_chance(), kind="stable")[: self.width - 1]
        choices = list(dict.fromkeys([top, *(answers.questions[int(k)] for k in order)]))
        luck = Random(int(rng.integers(2**62)))
        roots = {i: _Node() for i in game.players}
        roots[me].arms = {question: _Arm() for question in choices}
        start = _Start.of(view, position)
        for number in range(self.rounds):
            _Round(self, game, start.crosses(worlds[number], luck), luck, view.stage.out).play(roots, me)
        return max(choices, key=lambda q: (roots[me].arms[q].visits, roots[me].arms[q].wins))


@dataclass(frozen=True)
class _Start:
    """What is the same for all rounds."""

    view: View
    mine: Cards
    """Cards that I know are not in the pile."""
    surely: Cards
    """Cards that I know are in the pile."""
    seen: tuple[tuple[int, int, Cards, int | None], ...]
    """Shows: by whom, to whom, out of which question, and the card if I saw it."""

    @classmethod
    def of(cls, view: View, position: Position) -> _Start:
        seen = [
            (event.player, event.to, question, event.card)
            for event, question in with_questions(view.events)
            if isinstance(event, Shows)
        ]
        piles = [pile for pile, _ in position.piles]
        out, surely = view.game.deck & ~union(piles), reduce(and_, piles)
        return cls(view, out, surely, tuple(seen))

    def crosses(self, world: Array, luck: Random) -> _Crosses:
        """What each player has ticked off in this world."""
        game, me = self.view.game, self.view.player
        hands = deal_of(game, world)
        out = {i: hands[i] | self.view.public for i in game.players}
        surely = dict.fromkeys(game.players, 0)
        for by, to, question, card in self.seen:
            if card is None:
                held = numbers_of(hands[by] & question)
                card = luck.choice(held) if held else None
            if card is not None:
                out[to] |= 1 << card
        assert me is not None
        out[me], surely[me] = self.mine, self.surely
        return _Crosses(game, hands, out, surely)


@dataclass
class _Crosses:
    """The world of a round, and what each player has ticked off in it."""

    game: CardGame
    hands: list[Cards]
    out: dict[int, Cards]
    surely: dict[int, Cards]

    def knows(self, i: int) -> bool:
        """Whether the player has the pile: for each sort, by cards that she found in it, or by those not ticked off."""
        return all(
            (self.surely[i] & sort.cards).bit_count() == sort.pile
            or (sort.cards & ~self.out[i]).bit_count() <= sort.pile
            for sort in self.game.sorts
        )


class _Round:
    """One world, from the root to the end of a playout."""

    def __init__(self, agent: TreeAgent, game: CardGame, crosses: _Crosses, luck: Random, out: frozenset[int]) -> None:
        self.agent, self.game, self.crosses, self.luck, self.gone = agent, game, crosses, luck, out

    def play(self, roots: dict[int, _Node], first: int) -> None:
        nodes: dict[int, _Node] | None = dict(roots)
        path: list[tuple[int, _Arm]] = []
        player, winner = first, None
        for _ in range(MAX_TURNS):
            if player not in self.gone:
                arm = None
                if nodes is not None:
                    question, arm, new = self.choose(nodes[player], player)
                    path.append((player, arm))
                else:
                    question, new = self.plausible(player), True
                answer = self.answer(player, question)
                if nodes is not None:
                    nodes = None if new else self.down(nodes, player, question, answer)
                if self.crosses.knows(player):
                    winner = player
                    break
            player = self.game.next_player(player)
        for who, arm in path:
            arm.visits += 1
            arm.wins += who == winner

    def choose(self, node: _Node, player: int) -> tuple[Cards, _Arm, bool]:
        """The question by upper confidence bounds; new ones come in until the node is wide enough."""
        if len(node.arms) < self.agent.width:
            node.arms.setdefault(self.plausible(player), _Arm())
        for arm in node.arms.values():
            arm.offered += 1
        fresh = [question for question, arm in node.arms.items() if not arm.visits]
        if fresh:
            question = self.luck.choice(fresh)
            return question, node.arms[question], True
        c = self.agent.exploration

        def bound(question: Cards) -> float:
            arm = node.arms[question]
            return arm.wins / arm.visits + c * sqrt(log(arm.offered) / arm.visits)

        question = max(node.arms, key=bound)
        return question, node.arms[question], False

    def plausible(self, player: int) -> Cards:
        """Cards that the player has not ticked off; her own where these do not suffice."""
        question = 0
        for sort in self.game.sorts:
            open_cards = numbers_of(sort.cards & ~self.crosses.out[player])
            rest = [] if len(open_cards) >= sort.question else numbers_of(sort.cards & self.crosses.out[player])
            self.luck.shuffle(open_cards)
            self.luck.shuffle(rest)
            question |= cards_of((open_cards + rest)[: sort.question])
        return question

    def answer(self, player: int, question: Cards) -> tuple[int | None, int | None]:
        crosses = self.crosses
        for other in self.game.others(player):
            held = crosses.hands[other] & question
            if held:
                again = held & crosses.out[player]
                card = self.luck.choice(numbers_of(again or held))
                crosses.out[player] |= 1 << card
                return other, card
        crosses.surely[player] |= question & ~(crosses.hands[player] | self.game.public_cards(crosses.hands))
        for sort in self.game.sorts:
            if (crosses.surely[player] & sort.cards).bit_count() == sort.pile:
                crosses.out[player] |= sort.cards & ~crosses.surely[player]
        return None, None

    def down(
        self, nodes: dict[int, _Node], player: int, question: Cards, answer: tuple[int | None, int | None]
    ) -> dict[int, _Node]:
        """Each player's node after what she saw."""
        by, card = answer
        after = {}
        for i, node in nodes.items():
            seen: Seen = (player, question, by, card if i in (player, by) else None)
            after[i] = node.after.setdefault(seen, _Node())
        return after
