"""Meng & Lucas 2024, *Deduction Game Framework and Information Set Entropy Search*: Figs. 2 to 5.

The paper prints no numbers but those of Fig. 2, and names five of its eight games; sizes are not given. The sizes here,
and the rules of Low-Middle-High, are our reading.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from sleuth.belief.begin import begin
from sleuth.core.errors import ParameterError
from sleuth.core.game_spec import parse_game
from sleuth.core.progress import Progress
from sleuth.games.word_lists import common_words
from sleuth.lab.first_moves import first_moves
from sleuth.lab.matplotlib_svg import BLUE, GREEN, GREY, INK, ORANGE, Look, Picture, error_bars, picture, tidy
from sleuth.lab.reproduce.claims import Claim, Reproduction, Run, below, plus_minus, word_list
from sleuth.lab.temporal_interest import Fan, fan
from sleuth.play.evaluate_table import evaluate_table
from sleuth.play.tournament import (
    Cell,
    Comparison,
    Config,
    Interval,
    Summary,
    read_results,
    resume,
    run_tournament,
    summarise,
)
from sleuth.show.probability_table import probability_rows
from sleuth.strategies.catalogue import parse_strategy

if TYPE_CHECKING:
    from matplotlib.figure import Figure

TITLE = "Meng & Lucas 2024, Deduction Game Framework and Information Set Entropy Search"
RANDOM, ISMCTS, EXACT, SAMPLED = "random", "ismcts:seconds=0.1", "entropy", "sampled-ises:seconds=0.1"
AGENTS = (RANDOM, ISMCTS, EXACT, SAMPLED)
SIZES: dict[str, tuple[str, ...]] = {
    "fake-coin": ("coins=5", "coins=7", "coins=9", "coins=12"),
    "treasure-hunt": ("cells=4", "cells=8", "cells=12", "cells=16"),
    "low-middle-high": ("numbers=9", "numbers=27", "numbers=54", "numbers=81"),
    "mastermind": ("pegs=3,colours=4", "pegs=4,colours=4", "pegs=4,colours=6", "pegs=5,colours=6"),
    "simple-mastermind": ("pegs=3,colours=4", "pegs=4,colours=4", "pegs=4,colours=6", "pegs=5,colours=6"),
    "bulls-and-cows": ("length=3,symbols=6", "length=3,symbols=8", "length=4,symbols=8", "length=4,symbols=10"),
    "black-box": ("size=3,atoms=2", "size=4,atoms=3", "size=5,atoms=3", "size=6,atoms=4"),
    "wordle": ("100", "300", "1000", "2000"),
}
"""From small to large; for Wordle, the number of words."""
TRIALS, QUICK_TRIALS, SEED = 500, 20, 1
FEW_ACTIONS = (1, 2, 3, 5, 10, 30)
AGENT_LOOKS: tuple[Look, ...] = ((GREY, "o", ":"), (ORANGE, "s", "--"), (BLUE, "D", "-"), (GREEN, "^", "-."))
"""How each agent is drawn."""
CLOSE = 0.05
"""How near two means are to be called close."""

Pairs = dict[tuple[str, str, str], Comparison]


def reproduce(run: Run) -> Reproduction:
    """All figures and claims; the tournament of Fig. 5 is kept in the folder and resumed there."""
    games = fig_5_games(run.folder, run.quick)
    config = Config.of(
        [game for sizes in games.values() for game in sizes],
        AGENTS,
        trials=run.trials or (QUICK_TRIALS if run.quick else TRIALS),
        seeds=(SEED,),
        name="Meng & Lucas, Fig. 5",
    )
    report = _tournament(config, run.folder / "fig-5.db", run.workers, run.progress)
    table, fig_2 = _fig_2()
    moves, fig_3 = _fig_3()
    fans, fig_4 = _fig_4()
    coins = _few_weighings(3 if run.quick else 30)
    claims = (fig_2, *fig_3, *fig_4, *_fig_5(report, games), _nine_coins(coins))
    pictures = (
        table_figure("fig-2", *table),
        first_moves_figure("fig-3", moves),
        fan_figure("fig-4", fans),
        steps_figure("fig-5", report.cells, games, AGENTS),
    )
    numbers = (
        ("fig-5", [CELL_HEAD, *map(_cell_row, report.cells)]),
        ("fig-5-paired", [PAIR_HEAD, *map(_pair_row, report.comparisons)]),
        ("few-weighings", coins),
    )
    return Reproduction("meng-lucas", TITLE, claims, pictures, numbers)


def fig_5_games(folder: Path, quick: bool) -> dict[str, list[str]]:
    """The games of Fig. 5 with their sizes, from small to large; `quick` takes the first three."""
    games = {}
    for name, sizes in SIZES.items():
        kept = sizes[:3] if quick else sizes
        games[name] = [_small_wordle(folder, int(s)) if name == "wordle" else f"{name}:{s}" for s in kept]
    return {name: [str(parse_game(spec)) for spec in specs] for name, specs in games.items()}


def _small_wordle(folder: Path, number: int) -> str:
    """Wordle on the most frequent English words, all equally likely, and only these may be guessed."""
    words = sorted(word for word, _ in common_words(5, number))
    return f"wordle:answers={word_list(folder / f'words-{number}.txt', words)}"


def _tournament(config: Config, path: Path, workers: int | None, progress: Progress) -> Summary:
    if not path.exists():
        run_tournament(config, path, workers=workers, progress=progress)
    else:
        if str(read_results(path).config) != str(config):
            raise ParameterError(
                f"{path} holds a run with other games, agents or trials; name another folder with --out"
            )
        resume(path, workers=workers, progress=progress)
    return summarise(read_results(path))


def _fig_2() -> tuple[tuple[list[list[str]], list[list[str]]], Claim]:
    game = parse_game("fake-coin:coins=4")
    before = begin(game)
    after = before.observe(game.parse_action("1/3"), "left")
    ours = {game.format_secret(s): after.probability(s) for s in after.candidates()}
    agrees = ours == {"3-light": 0.5, "1-heavy": 0.5} and all(before.probability(s) == 1 / 8 for s in game.secrets())
    shares = ", ".join(f"{name} {share:g}" for name, share in sorted(ours.items()))
    said = "1/8 in each cell; then coin 3 lighter 1/2, coin 1 heavier 1/2"
    rows = probability_rows(before.table()), probability_rows(after.table())
    return rows, Claim.judged("Fig. 2", said, f"1/8 each; {shares}", agrees)


def _fig_3() -> tuple[list[tuple[str, list[str], list[float]]], list[Claim]]:
    moves = []
    for name in ("mastermind", "simple-mastermind"):
        game = parse_game(f"{name}:pegs=3,colours=3")
        info = begin(game)
        moves.append((name, [game.format_action(a) for a in info.actions], info.outcomes().information.tolist()))
    (_, openings, bits), (_, _, simple) = moves
    kinds = [len(set(opening)) for opening, b in zip(openings, bits, strict=True) if b >= max(bits) - 1e-9]
    rest = max(b for b in bits if b < max(bits) - 1e-9)
    ours = (
        f"best are the {len(kinds)} openings of {' or '.join(map(str, sorted(set(kinds))))} colours, "
        f"{max(bits):.3f} bits; the others tell {min(bits):.3f} to {rest:.3f}"
    )
    two = Claim.judged("Fig. 3", "starting with two colours is best", ours, set(kinds) == {2})
    same = first_moves(begin(game, "enumerated")).spread.deviation <= 1e-9
    said, ours = "in Simple Mastermind all first moves are similar", f"all tell {max(simple):.3f} bits"
    return moves, [two, Claim.judged("Fig. 3", said, ours, same)]


def _fig_4() -> tuple[list[tuple[str, Fan]], list[Claim]]:
    fans, claims = [], []
    for spec, said in (("treasure-hunt:cells=8", "a straight line"), ("mastermind:pegs=4,colours=6", "a range")):
        result = evaluate_table(parse_game(spec), parse_strategy("entropy"))
        run = fan(result.tables, result.game_tree)
        fans.append((spec, run))
        wide = max(step.quantiles[-1] - step.quantiles[0] for step in run.steps)
        differ = f"plays differ by up to {wide:.2f} bits after a step"
        ours = "every play loses one bit a step" if run.straight else differ
        agrees, why = run.straight == (said == "a straight line"), "over all secrets, not 20 plays"
        claims.append(Claim.judged("Fig. 4", f"{spec.split(':')[0]}: {said}", ours, agrees, why))
    return fans, claims


def _fig_5(report: Summary, games: dict[str, list[str]]) -> list[Claim]:
    cells = {(cell.game, cell.agent): cell for cell in report.cells}
    pairs = {(c.game, c.agent, c.rival): c for c in report.comparisons}
    every = [game for sizes in games.values() for game in sizes]
    largest = [sizes[-1] for sizes in games.values()]

    trials = min(cell.trials for cell in report.cells)
    sizes = f"the {len(every)} sizes tried, {trials} trials each, seed {SEED}"
    claims = []
    for rival, name in ((RANDOM, "random"), (ISMCTS, "SO-ISMCTS at 0.1 s")):
        won = [g for g in largest if below(_pair(pairs, g, EXACT, rival)) is True]
        lost = [g for g in every if below(_pair(pairs, g, rival, EXACT)) is True]
        ours = (
            f"ahead at the largest size in {len(won)} of {len(largest)} games, "
            f"behind beyond the interval in {len(lost)} of {len(every)} sizes"
        )
        if lost:
            ours += f": {', '.join(map(short, lost))}"
        opened = ", ".join(short(g) for g in sorted(set(largest) - set(won) - set(lost)))
        agrees = False if lost else None if opened else True
        said = f"ISES needs fewer steps than {name}, at all scales"
        claims.append(Claim.judged("Fig. 5", said, ours, agrees, f"open in {opened}" if opened else "", up_to=sizes))
    gaps = {g: _mean(cells, g, SAMPLED) / _mean(cells, g, EXACT) - 1 for g in every}
    worst = max(gaps, key=lambda g: gaps[g])
    steps = _pair(pairs, worst, SAMPLED, EXACT)
    ours = f"within {gaps[worst]:.1%} of it in every size; most in {short(worst)}, by {plus_minus(steps)} steps"
    said = "sampled ISES at 0.1 s closely mirrors exact ISES"
    near = below(steps, CLOSE * _mean(cells, worst, EXACT))
    why = f"close is taken to be within {CLOSE:.0%}"
    claims.append(Claim.judged("Fig. 5", said, ours, near, why, up_to=sizes))
    grows: list[bool | None] = []
    texts = []
    for name in ("treasure-hunt", "low-middle-high"):
        small, large = (_pair(pairs, g, ISMCTS, EXACT) for g in (games[name][0], games[name][-1]))
        texts.append(f"{name}: {plus_minus(small)} steps at the smallest, {plus_minus(large)} at the largest")
        apart = small.high is not None and large.low is not None and small.high < large.low
        grows.append(True if apart else False if (small.mean or 0) >= (large.mean or 0) else None)
    said = "the gap of SO-ISMCTS widens with the scale in these games"
    widens = None if None in grows and False not in grows else all(grows)
    claims.append(Claim.judged("Fig. 5", said, "; ".join(texts), widens, up_to=sizes))
    return claims


def _few_weighings(seeds: int) -> list[list[object]]:
    """Mean weighings of sampled ISES where it may look at few of them, exactly over all coins, mean over seeds."""
    rows: list[list[object]] = [["coins", "actions", "uniform", "race", "entropy"]]
    for coins in (9, 12):
        game = parse_game(f"fake-coin:coins={coins}")
        exact = evaluate_table(game, parse_strategy("entropy")).mean
        for number in FEW_ACTIONS:
            means = []
            for sampler in ("uniform", "race"):
                rule = parse_strategy(f"sampled-ises:states=24,actions={number},sampler={sampler}")
                means.append(float(np.mean([evaluate_table(game, rule, seed=seed).mean for seed in range(seeds)])))
            rows.append([coins, number, *(round(mean, 4) for mean in means), exact])
    return rows


def _nine_coins(coins: list[list[object]]) -> Claim:
    few = next(row for row in coins if row[0] == 9 and row[1] == 1)
    large = next(row for row in coins if row[0] == 12 and row[1] == 2)
    ours = (
        f"with look-ups for one weighing a decision: 9 coins {few[2]:.2f} (exact {few[4]:.2f}, race {few[3]:.2f}); "
        f"for two: 12 coins {large[2]:.2f} (exact {large[4]:.2f}, race {large[3]:.2f})"
    )
    why = (
        "sampled ISES falls behind when it can look at few of the weighings, whose number grows exponentially; "
        "counting parts once, 0.1 s is enough for all 1,569 of them at nine coins"
    )
    agrees = float(str(few[2])) > float(str(few[4])) and float(str(few[3])) < float(str(few[2]))
    return Claim.judged("Fig. 5", "sampled ISES falters at nine coins", ours, agrees, why)


def _mean(cells: dict[tuple[str, str], Cell], game: str, agent: str) -> float:
    mean = cells[game, agent].steps.mean
    return float("nan") if mean is None else mean


def _pair(pairs: Pairs, game: str, agent: str, rival: str) -> Interval:
    """The agent's steps less its rival's, over the same secrets."""
    if (game, agent, rival) in pairs:
        return pairs[game, agent, rival].difference
    mean, low, high = (None if end is None else -end for end in _ends(pairs[game, rival, agent].difference))
    return Interval(mean, high, low)


CELL_HEAD = ("game", "agent", "trials", "mean", "low", "high", "worst", "seconds a decision")
PAIR_HEAD = ("game", "agent", "rival", "trials", "difference", "low", "high", "wins", "ties", "losses")


def _rounded(values: Iterable[object]) -> tuple[object, ...]:
    return tuple(round(v, 5) if isinstance(v, float) else v for v in values)


def _cell_row(cell: Cell) -> tuple[object, ...]:
    return _rounded((short(cell.game), cell.agent, cell.trials, *_ends(cell.steps), cell.worst, cell.seconds))


def _pair_row(pair: Comparison) -> tuple[object, ...]:
    counts = (pair.wins, pair.ties, pair.losses)
    return _rounded((short(pair.game), pair.agent, pair.rival, pair.trials, *_ends(pair.difference), *counts))


def _ends(interval: Interval) -> tuple[float | None, ...]:
    return interval.mean, interval.low, interval.high


def short(game: str) -> str:
    """A spec without the folder that its word list lies in."""
    name, _, rest = game.partition("answers=")
    return f"{name}answers={Path(rest).name}" if rest else game


# Figures.


def table_figure(name: str, before: list[list[str]], after: list[list[str]]) -> Picture:
    """Two probability tables, one above the other."""

    def paint(figure: Figure) -> None:
        titles = ("before any weighing", "coins 1 and 3 are weighed: coin 1 is heavier")
        for axes, rows, title in zip(figure.subplots(2, 1), (before, after), titles, strict=True):
            axes.axis("off")
            axes.set_title(title)
            cells = axes.table(cellText=rows[1:], colLabels=rows[0], loc="center", cellLoc="center")
            cells.scale(1, 1.5)
            for cell in cells.get_celld().values():
                cell.set(facecolor="none", edgecolor=INK)

    return picture(name, "The information state of four coins, before and after a weighing (Fig. 2)", (5.6, 2.9), paint)


def first_moves_figure(name: str, games: Sequence[tuple[str, list[str], list[float]]]) -> Picture:
    """The bits that each first move is expected to tell, a bar a move."""

    def paint(figure: Figure) -> None:
        top = max(max(bits) for _, _, bits in games)
        for axes, (game, moves, bits) in zip(figure.subplots(len(games), 1), games, strict=True):
            best = max(bits)
            axes.bar(range(len(moves)), bits, color=[BLUE if b >= best - 1e-9 else GREY for b in bits])
            axes.set_xticks(range(len(moves)), moves, rotation=90)
            tidy(axes, ylim=(0, 1.1 * top), ylabel="bits", title=f"{game}, 3 pegs, 3 colours (best in blue)")

    caption = "The entropy that each first move is expected to take away (Fig. 3)"
    return picture(name, caption, (6.4, 4.6), paint)


def fan_figure(name: str, fans: Sequence[tuple[str, Fan]]) -> Picture:
    """The entropy along play: the range over all secrets, its quartiles, and the median."""

    def paint(figure: Figure) -> None:
        for axes, (title, each) in zip(figure.subplots(1, len(fans)), fans, strict=True):
            steps = [s.step for s in each.steps]
            for low, high, shade in ((0, -1, 0.2), (2, 4, 0.35)):
                lows, highs = ([s.quantiles[q] for s in each.steps] for q in (low, high))
                axes.fill_between(steps, lows, highs, color=BLUE, alpha=shade, linewidth=0)
            axes.plot(steps, [s.quantiles[3] for s in each.steps], color=BLUE, marker="o", markersize=4)
            tidy(axes, xticks=steps, xlabel="step", ylabel="bits missing", title=title)

    caption = "Entropy along play: all secrets, the middle half darker, the median as a line (Fig. 4)"
    return picture(name, caption, (6.8, 2.8), paint)


def steps_figure(
    name: str, cells: Sequence[Cell], games: Mapping[str, Sequence[str]], agents: Sequence[str]
) -> Picture:
    """Mean steps of each agent at each size, with intervals; a panel a game."""
    steps = {(cell.game, cell.agent): cell.steps for cell in cells}

    def paint(figure: Figure) -> None:
        grid = figure.subplots(4, 2).flat
        for axes, (title, sizes) in zip(grid, games.items(), strict=False):
            for shift, (agent, look) in enumerate(zip(agents, AGENT_LOOKS, strict=False)):
                intervals = [steps[size, agent] for size in sizes if (size, agent) in steps]
                error_bars(axes, [k + (shift - 1.5) * 0.06 for k in range(len(intervals))], intervals, look, agent)
            axes.set_xticks(range(len(sizes)), [_size(size) for size in sizes])
            tidy(axes, title=title, ylim=(0, None))
        for axes in grid:
            axes.axis("off")
        handles, labels = figure.axes[0].get_legend_handles_labels()
        figure.legend(handles, labels, loc="outside lower center", ncols=2)
        figure.supylabel("mean steps")

    caption = "Mean steps of four agents by size, with 95% intervals (Fig. 5)"
    return picture(name, caption, (7.2, 9.0), paint)


def _size(spec: str) -> str:
    """`pegs=4,colours=6` -> `4x6`; a word list by the number in its name."""
    values = [part.partition("=")[2] for part in spec.partition(":")[2].split(",")]
    if "answers=" in spec:
        return values[0].rpartition("-")[2].removesuffix(".txt")
    return "x".join(values)
