"""What a player that is perfectly greedy for greens and yellows needs, beside `entropy` and the optimum.

Many who train agents on Wordle and Mastermind reward right places, and half as much what is right elsewhere.
This asks what is expected to get most of that, over every secret, exactly.

    python benchmarks/proxy_reward.py [--words FOLDER]

The folder has the published Wordle lists, `answers-2315.txt` and `allowed-12972.txt`; without it Wordle is left out.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np
from rich.console import Console
from rich.table import Table

from sleuth import Game, Strategy, evaluate, greedy, parse_game, parse_strategy
from sleuth.belief import Outcomes
from sleuth.belief.counted_outcomes import Counted
from sleuth.core.errors import StuckError
from sleuth.kernels.arrays import Floats
from sleuth.lab.published_optima import find_optimum

WORDLE_OPTIMUM = 7920
"""Of the published lists, with 2,315 answers and 12,972 guesses (Selby 2022)."""
ROWS = 6
"""Guesses that Wordle gives."""


def places(game: Game, feedback: object) -> float:
    """Right places, and half of what is right elsewhere."""
    if isinstance(feedback, tuple):
        black, white = feedback
        return float(black) + float(white) / 2
    marks = game.format_feedback(feedback)
    return marks.count("g") + marks.count("y") / 2


def proxy(game: Game, only_possible: bool) -> Strategy:
    """The player that asks what is expected to get most of these."""
    values: dict[int, Floats] = {}

    def score(outcomes: Outcomes) -> Floats:
        assert isinstance(outcomes, Counted)  # these games have tables
        chances = outcomes.probabilities
        width = chances.shape[1]
        if width not in values:  # at the start every answer is possible
            values[width] = np.zeros(width)
            for code in np.flatnonzero(chances.any(axis=0)).tolist():
                values[width][code] = places(game, outcomes.feedback(code))
        return np.asarray(-(chances @ values[width]))

    return greedy(score, "greens-and-yellows", only_possible=only_possible)


def row(game: Game, strategy: Strategy) -> list[str]:
    """Its figures, and how many secrets are not found in six guesses."""
    try:
        result = evaluate(game, strategy)
    except StuckError as error:
        return ["does not end", "", "", str(error)]
    late = sum(number for steps, number in result.histogram.items() if steps > ROWS)
    return [
        f"{result.total:,.0f}",
        f"{result.mean:.3f}",
        str(result.worst),
        f"{late} beyond {ROWS} steps" if late else "",
    ]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--words", type=Path, default=Path("../shared/data/wordle"))
    folder = parser.parse_args().words
    specs = ["mastermind", "bulls-and-cows:symbols=8"]
    answers, allowed = folder / "answers-2315.txt", folder / "allowed-12972.txt"
    if answers.exists():
        specs.append(f"wordle:answers={answers},allowed={allowed}")
    console = Console(width=120)
    for spec in specs:
        game = parse_game(spec)
        table = Table("player", "total", "mean", "worst", "", title=spec.partition("answers")[0].rstrip(":"))
        for name, player in (
            ("greens and yellows", proxy(game, only_possible=False)),
            ("greens and yellows, possible secrets only", proxy(game, only_possible=True)),
            ("entropy", parse_strategy("entropy")),
        ):
            table.add_row(name, *row(game, player))
        known = find_optimum(game)
        table.add_row("optimum", f"{WORDLE_OPTIMUM if known is None else known.total:,.0f}")
        console.print(table)


if __name__ == "__main__":
    main()
