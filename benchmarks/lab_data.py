"""Laboratory data: how long a table of plays takes to read, to tabulate and to fit.

Run: `python benchmarks/lab_data.py [--game GAME] [--persons N] [--plays N]`; unless given, some 20,000 questions of 40
simulated persons at Mastermind with four pegs and six colours (two to three minutes of CPU time).
"""

from __future__ import annotations

import argparse
import csv
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from rich.console import Console
from rich.table import Table

from sleuth import parse_game
from sleuth.core.game import Game
from sleuth.lab.fit_persons import fit_all
from sleuth.lab.move_table import moves
from sleuth.lab.play_tables import read_questions
from sleuth.lab.softmax import SoftPlayer, simulate

T = TypeVar("T")
console = Console(width=120)


def write_plays(game: Game, persons: int, plays: int, path: Path) -> None:
    """A table of simulated plays: different degrees and noises, in two groups."""
    with path.open("w", newline="") as file:
        table = csv.writer(file)
        table.writerow(("participant", "group", "trial", "guess", "feedback"))
        for number in range(persons):
            player = SoftPlayer(order=1, degree=number % 3 / 2, noise=0.1 * (1 + number % 4))
            for trial, play in enumerate(simulate(game, player, plays, seed=number)):
                for action, feedback in play.history:
                    asked, said = game.format_action(action), game.format_feedback(feedback)
                    table.writerow((f"p{number:02}", "AB"[number % 2], trial, asked, said))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", default="mastermind")
    parser.add_argument("--persons", type=int, default=40)
    parser.add_argument("--plays", type=int, default=100)
    asked = parser.parse_args()
    game, table = parse_game(asked.game), Table("part", "CPU s", "ms a question", box=None)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "plays.csv"
        write_plays(game, asked.persons, asked.plays, path)
        questions = read_questions([path], game)
        number = len(questions.every)

        def timed(part: str, function: Callable[[], T]) -> T:
            began = time.process_time()
            result = function()
            took = time.process_time() - began
            table.add_row(part, f"{took:.1f}", f"{1000 * took / number:.2f}")
            return result

        timed("read", lambda: read_questions([path], game))
        timed("moves without steps", lambda: moves(questions, steps=False))
        timed("moves with steps", lambda: moves(questions))
        timed("fit of all and of groups", lambda: fit_all(questions, persons=False))
        timed("fit of all, groups and persons", lambda: fit_all(questions))
    console.print(f"{game}: {number:,} questions, {len(questions):,} with something to choose, {asked.persons} persons")
    console.print(table)


if __name__ == "__main__":
    main()
