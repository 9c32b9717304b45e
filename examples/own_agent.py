"""Agents of our own: a function, an object with dice, and this file on the command line.

sleuth watch wordle --strategy examples/own_agent.py:likeliest
"""

from typing import Any

import numpy as np

from sleuth import InformationSet, evaluate, parse_game
from sleuth.play.tournament import Config, played_rows


def likeliest(info: InformationSet) -> Any:
    """Name what is most likely, and the first of equals: no look at what it would tell."""
    return max(info.candidates(), key=info.probability)


class Sampler:
    """Name what a few candidates are told apart by best, drawn by dice."""

    def __init__(self, most: int = 5) -> None:
        self.most = most

    def decide(self, info: InformationSet, rng: np.random.Generator) -> Any:
        """One of the candidates."""
        outcomes = info.outcomes(list(dict.fromkeys(info.sample(rng, self.most))))
        return outcomes.actions[int(np.argmax(outcomes.information))]


def main() -> None:
    """Both against every code, and then beside our own strategies on the same secrets."""
    game = parse_game("mastermind:pegs=3,colours=4")
    for agent in (likeliest, Sampler(), "entropy"):
        result = evaluate(game, agent, seed=1)
        print(f"{result.strategy:10} {result.mean:.3f} steps on average, at most {result.worst}")
    rows, _ = played_rows(Config.of([str(game)], [likeliest, Sampler(), "entropy"], trials=20), workers=0)
    for name in dict.fromkeys(row.agent for row in rows):
        print(f"{name:10} {np.mean([row.steps for row in rows if row.agent == name]):.3f} steps on the same 20 secrets")


if __name__ == "__main__":
    main()
