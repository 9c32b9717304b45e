"""Maheshwari & Singhvi 2021, *Information-Theoretic Approaches to Battleship and Hangman*: every claim and number.

The paper prints how both players work and what they assume, and no results. What it says is checked against the exact
count of boards and against lists of phrases; its two players are measured beside ours on the same seeded secrets.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from sleuth.games.hangman.evaluation import WordEvaluation
from sleuth.kernels.arrays import Floats
from sleuth.lab.matplotlib_svg import (
    BLUE,
    GREEN,
    GREY,
    ORANGE,
    Picture,
    chart,
    colour_bar,
    error_bars,
    picture,
    text_box,
    tidy,
)
from sleuth.lab.reproduce import maheshwari_singhvi_battleship as battleship
from sleuth.lab.reproduce import maheshwari_singhvi_hangman as hangman
from sleuth.lab.reproduce.claims import Reproduction, Rows, Run
from sleuth.lab.reproduce.hangman_lies import PLAYERS
from sleuth.lab.reproduce.ship_after_ship import PlacingLaw, ship_after_ship
from sleuth.measures.intervals import mean_interval

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

TITLE = "Maheshwari & Singhvi 2021, Information-Theoretic Approaches to Battleship and Hangman"
TRIALS, QUICK_TRIALS = 200, 40
"""Boards, and phrases of each number of words, that are played."""
WORDS, QUICK_WORDS = (1, 2, 3), (1, 2)
"""Words in a phrase."""
SAMPLES, QUICK_SAMPLES = 200, 50


def reproduce(run: Run) -> Reproduction:
    """Both games. `trials` is the number of boards and of phrases."""
    file = hangman.word_file(run)
    trees = hangman.trees(file)
    prior, seconds = battleship.exact_prior()
    law = ship_after_ship(battleship.GAME)
    trials = run.trials or (QUICK_TRIALS if run.quick else TRIALS)
    shots = battleship.play_boards(trials, run.progress)
    counts = hangman.play_phrases(file, QUICK_WORDS if run.quick else WORDS, trials, run)
    claims = (
        *battleship.claims(prior, seconds, law, shots, QUICK_SAMPLES if run.quick else SAMPLES),
        *hangman.claims(file, run, trees, counts),
    )
    numbers = (
        ("prior", _prior_rows(prior, law)),
        ("shots", shots.rows()),
        ("shots-by-board", _board_rows(shots)),
        ("hangman", _tree_rows(trees)),
        ("lies", counts.rows()),
    )
    pictures = (_prior_figure(prior, law), _shots_figure(shots), _lies_figure(counts))
    return Reproduction("maheshwari-singhvi", TITLE, claims, pictures, numbers)


def _prior_rows(prior: Floats, law: PlacingLaw) -> Rows:
    cells = ((place, chance, law.chances[place]) for place, chance in np.ndenumerate(prior))
    rows = ((row + 1, column + 1, round(float(a), 9), round(float(b), 9)) for (row, column), a, b in cells)
    return [("row", "column", "all boards equally likely", "ship after ship"), *rows]


def _board_rows(shots: battleship.ShotCounts) -> Rows:
    boards = zip(*(steps.tolist() for steps in shots.steps.values()), strict=True)
    return [("board", *shots.steps), *((k, *row) for k, row in enumerate(boards))]


def _tree_rows(trees: dict[str, WordEvaluation]) -> Rows:
    rows = (
        (rule, tree.secrets, round(tree.mean_misses, 6), round(tree.mean, 6), int(tree.steps.max()))
        for rule, tree in trees.items()
    )
    return [("strategy", "words", "mean wrong", "mean questions", "worst"), *rows]


def _prior_figure(prior: Floats, law: PlacingLaw) -> Picture:
    def paint(figure: Figure) -> None:
        panels = figure.subplots(1, 3)
        both = np.stack([prior, law.chances])
        less = law.chances - prior
        looks = (
            (prior, "all boards equally likely", "cividis", (both.min(), both.max())),
            (law.chances, "ship after ship", "cividis", (both.min(), both.max())),
            (less, "the second less the first", "PuOr_r", (-np.abs(less).max(), np.abs(less).max())),
        )
        for axes, (values, title, colours, (low, high)) in zip(panels, looks, strict=True):
            extent = (0.5, 10.5, 0.5, 10.5)
            drawn = axes.imshow(values, cmap=colours, vmin=low, vmax=high, origin="lower", extent=extent)
            colour_bar(axes, drawn, shrink=0.75)
            style = {"ha": "center", "va": "center", "fontsize": 7, "bbox": text_box(0.15, alpha=0.85)}
            for cell, x, y in ((battleship.CORNER, 2.0, 1), (battleship.CENTRE, 5, 5)):
                axes.text(x, y, f"{values[cell]:.4f}", **style)
            axes.set(xticks=(1, 5, 10), yticks=(1, 5, 10))
            axes.tick_params(length=0, labelsize=7)
            axes.set_title(title, fontsize=9)

    caption = "The chance of a ship in each cell before the first shot, counted: boards alike, and ships placed in turn"
    return picture("prior", caption, (9.2, 3.0), paint)


def _shots_figure(shots: battleship.ShotCounts) -> Picture:
    def paint(axes: Axes) -> None:
        looks = zip(shots.steps.items(), ((BLUE, "-"), (ORANGE, "--"), (GREEN, ":")), strict=True)
        for (name, steps), (colour, line) in looks:
            values = np.sort(steps)
            shares = np.arange(1, len(values) + 1) / len(values)
            mean = mean_interval(values.tolist())
            label = f"{name}: {mean.mean:.1f} ± {mean.half or 0:.1f}"
            axes.step([17, *values], [0, *shares], where="post", color=colour, linestyle=line, label=label)
        axes.legend(loc="lower right")
        tidy(axes, xlabel="shots", ylabel="share of boards sunk", ylim=(0, 1), xlim=(17, None))

    caption = f"Shots until the fleet is sunk: three players on the same {shots.boards:,} boards"
    return chart("shots", f"{caption}, means with 95% intervals", (6.8, 3.4), paint)


def _lies_figure(counts: hangman.QuestionCounts) -> Picture:
    def paint(figure: Figure) -> None:
        panels = figure.subplots(1, 2, sharey=True)
        looks = ((GREY, "^", ":"), (BLUE, "o", "-"), (GREEN, "D", "-."), (ORANGE, "s", "--"))
        for axes, host in zip(panels, hangman.HOSTS, strict=True):
            for shift, (player, look) in enumerate(zip(PLAYERS, looks, strict=True)):
                means = [counts.mean(words, host, player.name) for words in counts.sizes]
                error_bars(axes, [words + (shift - 1.5) * 0.06 for words in counts.sizes], means, look, player.name)
            tidy(axes, xticks=counts.sizes, xlabel="words in the phrase", title=f"the host tells {host}")
        panels[0].set_ylabel("mean questions")
        panels[0].legend(loc="upper left", fontsize=8)

    caption = f"Questions until the phrase is shown, {counts.plays:,} phrases each, with 95% intervals"
    return picture("lies", caption, (7.2, 3.2), paint)
