"""`entropy` against Algorithm 1 of Meng & Lucas, written out as printed, with a deep copy for every sampled state."""

from __future__ import annotations

from copy import deepcopy
from math import log2

import pytest

from sleuth import Game, begin, parse_game, parse_strategy
from sleuth.core.game import Action, Secret


class PrintedSet:
    """An information set as the paper has it: weighted states, updated in place."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.states: list[Secret] = list(game.secrets())

    def update(self, action: Action, observation: object) -> None:
        self.states = [s for s in self.states if self.game.feedback(action, s) == observation]

    def entropy(self) -> float:
        weights = [self.game.prior(s) for s in self.states]
        return -sum(w / sum(weights) * log2(w / sum(weights)) for w in weights)


def algorithm_1(info: PrintedSet, actions: list[Action]) -> list[float]:
    """Lines 7 to 17 with every state and every action sampled; states weigh as much as they are likely."""
    game, scores = info.game, []
    weights = [game.prior(s) for s in info.states]
    for action in actions:
        entropy = 0.0
        for state, weight in zip(info.states, weights, strict=True):
            observation = game.feedback(action, state)
            copy = PrintedSet.__new__(PrintedSet)
            copy.game, copy.states = game, deepcopy(info.states)
            copy.update(action, observation)
            entropy += weight * copy.entropy()
        scores.append(entropy / sum(weights))
    return scores


GAMES = [
    "mastermind:pegs=2,colours=4",
    "simple-mastermind:pegs=2,colours=4",
    "mastermind:pegs=2,jar=3-2-1",
    "bulls-and-cows:length=2,symbols=5",
    "fake-coin:coins=5",
    "treasure-hunt:cells=6",
    "low-middle-high:numbers=8",
    "black-box:size=3,atoms=2",
    "number:numbers=20",
]


@pytest.mark.parametrize("spec", GAMES)
def test_entropy_is_algorithm_1(spec: str) -> None:
    game, strategy = parse_game(spec), parse_strategy("entropy:ties=lex")
    info, printed = begin(game), PrintedSet(game)
    secret = printed.states[len(printed.states) * 2 // 3]
    while info.size > 2:
        decision = strategy.decide(info)
        scores = algorithm_1(printed, list(info.actions))
        assert decision.scores == pytest.approx(scores, abs=1e-9)
        assert decision.action == info.actions[min(range(len(scores)), key=lambda i: (round(scores[i], 9), i))]
        feedback = game.feedback(decision.action, secret)
        info = info.observe(decision.action, feedback)
        printed.update(decision.action, feedback)
        assert info.candidates() == printed.states
        assert info.entropy == pytest.approx(printed.entropy())
