"""How fast help at a table of Clue is: all chances from a seat, and the whole advice with exact figures.

Run: `python benchmarks/clue_advice.py [--logs N] [--habits usual]`. Plays at random for 3 to 6 players, after 0, 6, 20
and 40 suggestions. CPU milliseconds; kernels are warmed first. The last column is how many logs had only exact figures.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Iterator
from typing import TypeVar

import numpy as np
from rich.console import Console
from rich.table import Table

from sleuth.games.clue.belief.card_set import CardSet
from sleuth.games.clue.kernels import deals
from sleuth.games.clue.players.advice import advise
from sleuth.games.clue.players.random_play import random_play
from sleuth.games.clue.rules.actions import CardQuestion, EndTurn
from sleuth.games.clue.rules.clue import Clue
from sleuth.games.clue.rules.views import View

SUGGESTIONS = 0, 6, 20, 40
MARGINALS_BAR, ADVICE_BAR = 10, 300
T = TypeVar("T")


def cpu(work: Callable[[], T]) -> tuple[float, T]:
    """CPU milliseconds, and what was made."""
    began = time.process_time()
    made = work()
    return 1e3 * (time.process_time() - began), made


def whole(view: View, habits: str) -> CardSet:
    """What a seat knows, with all that the notebook shows."""
    info = CardSet(view, habits=habits)
    position = info.position
    assert position.worlds
    assert position.probabilities.size
    assert position.piles
    return info


def views(game: Clue, rng: np.random.Generator) -> Iterator[tuple[int, View]]:
    """What the player to move has seen, after so many suggestions."""
    for situation in random_play(game, rng):
        if not situation.actions or isinstance(situation.actions[-1], EndTurn):
            number = sum(isinstance(action, CardQuestion) for action in situation.actions)
            if number in SUGGESTIONS:
                yield number, situation.view(situation.stage.turn)
            if number == SUGGESTIONS[-1]:
                return


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--logs", type=int, default=20, help="plays for each number of players")
    parser.add_argument("--habits", default="none", help="none or usual")
    arguments = parser.parse_args()
    deals.warm()
    table = Table("players", "suggestions", "chances", "worst", "advice", "worst", "exact", box=None)
    worst = {"chances": 0.0, "advice": 0.0}
    for players in (3, 4, 5, 6):
        rows: dict[int, list[tuple[float, float, bool]]] = {number: [] for number in SUGGESTIONS}
        for seed in range(arguments.logs):
            for number, view in views(Clue.of(players), np.random.default_rng([players, seed])):
                chances, info = cpu(lambda view=view: whole(view, arguments.habits))  # type: ignore[misc]
                rng = np.random.default_rng(seed)
                more, advice = cpu(lambda info=info, rng=rng: advise(info, rng))  # type: ignore[misc]
                rows[number].append((chances, chances + more, all(one.value.exact for one in advice.options)))
        for number, found in rows.items():
            chances_ms, advice_ms, exact = (np.array(column) for column in zip(*found, strict=True))
            figures = np.median(chances_ms), chances_ms.max(), np.median(advice_ms), advice_ms.max()
            table.add_row(str(players), str(number), *(f"{ms:.1f}" for ms in figures), f"{exact.sum()}/{len(found)}")
            worst["chances"] = max(worst["chances"], figures[1])
            worst["advice"] = max(worst["advice"], figures[3])
    Console().print(table)
    Console().print(
        f"Worst of all: chances {worst['chances'] / MARGINALS_BAR:.2f} of the bar of {MARGINALS_BAR} ms, "
        f"advice {worst['advice'] / ADVICE_BAR:.2f} of the bar of {ADVICE_BAR} ms."
    )


if __name__ == "__main__":
    main()
