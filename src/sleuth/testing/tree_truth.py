"""What is true of a tree file of a small game, by trying everything: each node, each figure, each lemma.

It shares no code with the verifier that it is compared with.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cached_property
from typing import Any

from sleuth.core.game import Game
from sleuth.testing.brute_force import Optimum, Rules, SearchState, Trees, best_tree
from sleuth.testing.lemma_lines import LemmaLine, lemmas_of

SLACK = 1 - Fraction(2, 10**9)
"""The share of a total that must be proved where weights or costs are not whole."""
Data = dict[str, Any]
"""A tree file as it is read."""


class TreeTruth:
    """What is true of the trees of a game, by trying everything."""

    def __init__(self, game: Game) -> None:
        self.game = game
        rules = Rules(game)
        weights = [Fraction(game.prior(s)) for s in rules.secrets]
        costs = {Fraction(game.cost(a)) for a in rules.actions}
        self.weights = [Fraction(1)] * len(weights) if len(set(weights)) == 1 else weights
        self.unit = weights[0] if len(set(weights)) == 1 else Fraction(1)
        self.price = next(iter(costs)) if len(costs) == 1 else Fraction(1)
        counts = [*self.weights, *(costs if len(costs) > 1 else ())]
        exact = all(count.denominator == 1 for count in counts)
        self.share = Fraction(1) if exact else SLACK
        self.rules, self.known = rules, dict[tuple[str | None, bool], Optimum]()
        self.actions = {game.format_action(a): i for i, a in enumerate(rules.actions)}

    def least(self, first: str | None, only_possible: bool, steps: int | None) -> Fraction | None:
        """The least total of the trees on some terms, in the units of a tree file; `None` if there is no such tree."""
        if (first, only_possible) not in self.known:
            action = None if first is None else self.rules.actions[self.actions[first]]
            self.known[first, only_possible] = best_tree(self.game, first=action, only_possible=only_possible)
        total = self.known[first, only_possible].within(steps)
        return None if total is None else total / self.unit / self.price

    def holds(self, data: Data) -> bool:
        """Whether everything that a file says is true."""
        play = self.play(data)
        if play is None:
            return False
        total, cost, worst = play
        mass, claims, terms = sum(self.weights), data["claims"], data["terms"]
        near = 0 if self.share == 1 else Fraction(1, 10**9)
        if abs(Fraction(claims["total"]) - total) > near * total or claims["worst"] != worst:
            return False
        if abs(Fraction(claims["mean"]) - total / mass) > Fraction(1, 10**9) * total / mass:
            return False
        if "mean_cost" in claims:
            true = cost * self.price / mass
            if abs(Fraction(claims["mean_cost"]) - true) > Fraction(1, 10**9) * true:
                return False
        if "total_cost" in claims:
            true = cost * self.price
            if abs(Fraction(claims["total_cost"]) - true) > near * true:
                return False
        if "certificate" not in data:
            return not claims.keys() & {"proved", "total_proved", "worst_proved", "lower_bound"}
        lemmas = lemmas_of(data["certificate"]["lines"], len(self.weights))
        return self.proves(data, cost, worst) and all(self.lemma(one, terms["only_possible"]) for one in lemmas)

    def proves(self, data: Data, cost: Fraction, worst: int) -> bool:
        """Whether what a file claims of all trees on its terms is true."""
        claims, terms, by_worst = data["claims"], data["terms"], data["objective"] == "worst"
        on_terms = terms["first"], terms["only_possible"]
        smaller = self.least(*on_terms, worst if by_worst else terms["within"])
        shorter = self.least(*on_terms, worst - 1)
        assert smaller is not None
        least_total = smaller >= cost * self.share
        least_worst = shorter is None or (not by_worst and shorter > cost)
        bound = Fraction(claims.get("lower_bound", 0))
        steps = max(0, -(-bound.numerator // bound.denominator)) - 1
        below = self.least(*on_terms, steps) is None if by_worst and steps >= 0 else True
        return (
            (least_total or not claims.get("total_proved"))
            and (least_worst or not claims.get("worst_proved"))
            and ((least_worst if by_worst else least_total) or not claims.get("proved"))
            and (below if by_worst else bound * self.share <= smaller)
        )

    @cached_property
    def trees(self) -> dict[bool, Trees]:
        """The states of the game, with and without the term that only what is possible is asked."""
        return {terms: Trees(self.game, only_possible=terms) for terms in (False, True)}

    def lemma(self, lemma: LemmaLine, only_possible: bool) -> bool:
        """Whether a lemma is true."""
        trees, secrets = self.trees[only_possible], tuple(lemma.secrets)
        every = range(len(trees.actions))
        legal = tuple(a for a in every if lemma.allowed is None or a in lemma.allowed)
        by_steps = Optimum(
            tuple(None if t is None else trees.value(t) for t in trees.least(SearchState(secrets, legal, ())))
        )
        least, bound = by_steps.within(lemma.steps), lemma.total
        return least is None or (bound is not None and bound <= least / self.unit / self.price)

    def play(self, data: Data, lawful: bool = True) -> tuple[Fraction, Fraction, int] | None:
        """The total, the cost and the longest play of the nodes of a file, if every one of them is as it must be.

        Where that is not `lawful`, anything may be asked at any time.
        """
        rules, nodes = self.rules, data["nodes"]
        start = SearchState(tuple(range(len(rules.secrets))), tuple(range(len(rules.actions))), ())
        if rules.over(start):
            return (Fraction(0), Fraction(0), 0) if not nodes and data["terms"]["first"] is None else None
        below: list[dict[str, int]] = [{} for _ in nodes]
        path: list[int] = []
        for number, (depth, text, _, _) in enumerate(nodes):
            if depth > len(path) or depth < 0 or (depth == 0) != (number == 0) or (number == 0 and text):
                return None
            del path[depth:]
            if path:
                if text in below[path[-1]]:
                    return None
                below[path[-1]][text] = number
            path.append(number)
        return self._walk(data, below, start, lawful) if nodes else None

    def _walk(
        self, data: Data, below: list[dict[str, int]], start: SearchState, lawful: bool
    ) -> tuple[Fraction, Fraction, int] | None:
        rules, nodes, terms = self.rules, data["nodes"], data["terms"]
        total, cost, worst, reached = Fraction(0), Fraction(0), 0, set[int]()
        stack = [(0, start)]
        while stack:
            number, state = stack.pop()
            reached.add(number)
            depth, _, count, text = nodes[number]
            action = self.actions.get(text, -1)
            if action not in (state.legal if lawful else start.legal) or count != len(state.candidates):
                return None
            if terms["first"] is not None and number == 0:
                if text != terms["first"]:
                    return None
            elif terms["only_possible"] and action not in {rules.naming[s] for s in state.candidates}:
                return None
            mass = sum(self.weights[s] for s in state.candidates)
            total, cost = total + mass, cost + mass * Fraction(self.game.cost(rules.actions[action])) / self.price
            worst = max(worst, depth + 1)
            for feedback, after in rules.after(state, action).items():
                answer = self.game.format_feedback(feedback)
                over = after is None or rules.over(after)
                if over == (answer in below[number]):
                    return None
                if after is not None and not over:
                    stack.append((below[number][answer], after))
        kept = terms["within"] is None or worst <= terms["within"]
        return (total, cost, worst) if kept and len(reached) == len(nodes) else None
