"""Maheshwari & Singhvi 2021, *Information-Theoretic Approaches to Battleship and Hangman*: every claim and number.

The paper prints how both players work and what they assume, and no results. What it says is checked against the exact
count of boards and against lists of phrases; its two players are measured beside ours on the same seeded secrets.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from sleuth.kernels.arrays import Array, Floats
from sleuth.lab.drawing import BLUE, GREEN, GREY, INK, ORANGE, Picture, picture, tidy
from sleuth.lab.reproduce import maheshwari_singhvi_battleship as battleship
from sleuth.lab.reproduce import maheshwari_singhvi_hangman as hangman
from sleuth.lab.reproduce.claims import Reproduction, Run
from sleuth.lab.reproduce.hangman_lies import PLAYERS
from sleuth.lab.reproduce.ship_after_ship import PlacingLaw, ship_after_ship
from sleuth.measures.intervals import mean_interval
from sleuth.play.evaluate_words import WordEvaluation

if TYPE_CHECKING:
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
    asked = hangman.play_phrases(file, QUICK_WORDS if run.quick else WORDS, trials, run)
    claims = (
        *battleship.claims(prior, seconds, law, shots, QUICK_SAMPLES if run.quick else SAMPLES),
        *hangman.claims(file, run, trees, asked),
    )
    numbers = (
        ("prior", _prior_rows(prior, law)),
        ("shots", shots.rows()),
        ("shots-by-board", _board_rows(shots)),
        ("hangman", _tree_rows(trees)),
        ("lies", asked.rows()),
    )
    pictures = (_prior_figure(prior, law), _shots_figure(shots), _lies_figure(asked))
    return Reproduction("maheshwari-singhvi", TITLE, claims, pictures, numbers)


def _prior_rows(prior: Floats, law: PlacingLaw) -> list[tuple[object, ...]]:
    rows: list[tuple[object, ...]] = [("row", "column", "all boards equally likely", "ship after ship")]
    for (row, column), chance in np.ndenumerate(prior):
        rows.append((row + 1, column + 1, round(float(chance), 9), round(float(law.chances[row, column]), 9)))
    return rows


def _board_rows(shots: battleship.ShotCounts) -> list[Sequence[object]]:
    return [
        ("board", *shots.steps),
        *([k, *row] for k, row in enumerate(zip(*map(_list, shots.steps.values()), strict=True))),
    ]


def _list(steps: Array) -> list[int]:
    return [int(step) for step in steps]


def _tree_rows(trees: dict[str, WordEvaluation]) -> list[tuple[object, ...]]:
    rows: list[tuple[object, ...]] = [("strategy", "words", "mean wrong", "mean questions", "worst")]
    for rule, tree in trees.items():
        rows.append((rule, tree.secrets, round(tree.mean_misses, 6), round(tree.mean, 6), int(tree.steps.max())))
    return rows


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
            drawn = axes.imshow(
                values, cmap=colours, vmin=low, vmax=high, origin="lower", extent=(0.5, 10.5, 0.5, 10.5)
            )
            bar = figure.colorbar(drawn, ax=axes, shrink=0.75)
            bar.ax.tick_params(length=2, labelsize=7)
            for row, column, edge in ((0, 0, "corner"), (4, 4, "centre")):
                box = {"boxstyle": "round,pad=0.15", "facecolor": "#ffffff", "edgecolor": "none", "alpha": 0.85}
                place = (column + 1, row + 1) if edge == "centre" else (column + 2.0, row + 1)
                axes.text(
                    *place, f"{values[row, column]:.4f}", ha="center", va="center", fontsize=7, color=INK, bbox=box
                )
            axes.set_xticks((1, 5, 10))
            axes.set_yticks((1, 5, 10))
            axes.tick_params(length=0, labelsize=7)
            axes.set_title(title, fontsize=9)

    caption = "The chance of a ship in each cell before the first shot, counted: boards alike, and ships placed in turn"
    return picture("prior", caption, (9.2, 3.0), paint)


def _shots_figure(shots: battleship.ShotCounts) -> Picture:
    def paint(figure: Figure) -> None:
        axes = figure.subplots()
        looks = zip(shots.steps.items(), ((BLUE, "-"), (ORANGE, "--"), (GREEN, ":")), strict=True)
        for (name, steps), (colour, line) in looks:
            values = np.sort(steps)
            shares = np.arange(1, len(values) + 1) / len(values)
            mean = mean_interval(values.tolist())
            label = f"{name}: {mean.mean:.1f} ± {mean.half or 0:.1f}"
            axes.step([17, *values], [0, *shares], where="post", color=colour, linestyle=line, label=label)
        axes.set_xlabel("shots")
        axes.set_ylabel("share of boards sunk")
        axes.set_ylim(0, 1)
        axes.set_xlim(left=17)
        axes.legend(loc="lower right")
        tidy(axes)

    caption = (
        f"Shots until the fleet is sunk: three players on the same {shots.boards:,} boards, means with 95% intervals"
    )
    return picture("shots", caption, (6.8, 3.4), paint)


def _lies_figure(asked: hangman.QuestionCounts) -> Picture:
    def paint(figure: Figure) -> None:
        panels = figure.subplots(1, 2, sharey=True)
        sizes = sorted({words for words, _, _ in asked.asked})
        looks = ((GREY, "^", ":"), (BLUE, "o", "-"), (GREEN, "D", "-."), (ORANGE, "s", "--"))
        for axes, host in zip(panels, ("one lie", "no lie"), strict=True):
            for shift, (player, (colour, mark, line)) in enumerate(zip(PLAYERS, looks, strict=True)):
                means = [mean_interval(asked.asked[words, host, player.name].tolist()) for words in sizes]
                places = [words + (shift - 1.5) * 0.06 for words in sizes]
                axes.errorbar(
                    places, [m.mean or 0 for m in means], [m.half or 0 for m in means], color=colour, marker=mark,
                    linestyle=line, markersize=4, capsize=2, label=player.name,
                )  # fmt: skip
            axes.set_xticks(sizes)
            axes.set_xlabel("words in the phrase")
            axes.set_title(f"the host tells {host}")
            tidy(axes)
        panels[0].set_ylabel("mean questions")
        panels[0].legend(loc="upper left", fontsize=8)

    caption = f"Questions until the phrase is shown, {asked.plays:,} phrases each, with 95% intervals"
    return picture("lies", caption, (7.2, 3.2), paint)
