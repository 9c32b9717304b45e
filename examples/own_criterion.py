"""Two players of our own: a criterion of one line, and a strategy of twenty."""

from dataclasses import dataclass

import numpy as np

from sleuth import Decision, InformationSet, Limit, Strategy, evaluate, greedy, parse_game, parse_strategy
from sleuth.core import UNLIMITED

hopeful = greedy(lambda outcomes: -(outcomes.information + outcomes.win_probability), "hopeful")


@dataclass(frozen=True)
class Switch(Strategy):
    """Ask by one strategy while many secrets are possible, then by another."""

    many: str = "entropy"
    few: str = "parts"
    at: int = 10

    def decide(
        self, info: InformationSet, *, rng: np.random.Generator | None = None, limit: Limit = UNLIMITED
    ) -> Decision:
        return parse_strategy(self.few if info.size <= self.at else self.many).decide(info, rng=rng, limit=limit)

    @property
    def tie_break(self) -> str:
        many, few = parse_strategy(self.many).tie_break, parse_strategy(self.few).tie_break
        return f"{many}; from {self.at} candidates on {few}"


def main() -> None:
    """Both, against every code of Mastermind."""
    game = parse_game("mastermind")
    for strategy in (parse_strategy("entropy"), hopeful, Switch(), Switch(at=50)):
        result = evaluate(game, strategy)
        print(f"{result.strategy:40} {result.total}:{result.worst}")


if __name__ == "__main__":
    main()
