"""Hofer & Nelson 2016, *Sharma-Mittal Generalized Entropy and 'Code Jar' Mastermind*: the study that the note sets out.

The note gives the game, the formulas and the aim, and no results. Here code-jar Mastermind is played over the plane of
order and degree, for jars from even to extreme and 2 to 4 pegs, whole game trees. Its formulas are checked on the way.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import product
from typing import TYPE_CHECKING, Any

import numpy as np

from sleuth.belief.begin import begin
from sleuth.core.game import Game
from sleuth.core.game_spec import parse_game
from sleuth.core.limit import Limit
from sleuth.core.tabulate import tabulate
from sleuth.core.text import plural
from sleuth.kernels.arrays import Bools
from sleuth.lab.matplotlib_svg import INK, LOOKS, ORANGE, PAPER, Picture, colour_bar, note, picture, tidy
from sleuth.lab.order_degree_plane import CLOSE, DEGREES, HEAD, ORDERS, QUICK_DEGREES, QUICK_ORDERS, Plane, plane
from sleuth.lab.reproduce.claims import Claim, Reproduction, Run
from sleuth.measures.named import POINTS
from sleuth.measures.sharma_mittal import sharma_mittal
from sleuth.play.evaluate_table import evaluate_table
from sleuth.solve import solve
from sleuth.strategies.catalogue import parse_strategy

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

TITLE = "Hofer & Nelson 2016, Sharma-Mittal Generalized Entropy and 'Code Jar' Mastermind"
JARS = {
    "even": "1-1-1-1-1-1",
    "mild": "3-3-2-2-1-1",
    "steep": "8-4-2-1-1-1",
    "lone": "20-1-1-1-1-1",
    "extreme": "100-20-5-2-1-1",
}
"""Pegs of six colours in the jar, from all alike to one that is nearly everything."""
PEGS, QUICK_PEGS = (2, 3, 4), (2, 3)
SETS = {"a": (0.6, 0.1, 0.1, 0.1, 0.1), "b": (0.2, 0.2, 0.2, 0.2, 0.2)}
"""The note's two sets, with the five shares that sum to one."""
PRINTED = {"a": (0.6, 0.1, 0.1, 0.1, 0.1, 0.1), "b": (0.2, 0.2, 0.2, 0.2, 0.2, 0.2)}
LETTERS = {name: name[0].upper() for name in POINTS}
TITLES = {"hartley": "Hartley", "shannon": "Shannon", "bayes-error": "Bayes error"}
TINTS = ("#56b4e9", "#e69f00", "#009e73", "#cc79a7", "#f0e442", "#d55e00", "#0072b2")
"""Colours of first questions; each region also bears its question as text."""
LIGHT = "#f6b26b"
LABELLED = 0.025
"""A region is labelled from this share of the plane on."""
NO_RESULT = "the note asks, and gives no result"
Planes = dict[int, dict[str, Plane]]
"""The plane of each jar, by the number of pegs and the name of the jar."""
PATIENCE = 900.0
"""Seconds for the proof of one optimum."""


def optimum(game: Game) -> float | None:
    """The fewest expected steps that any strategy can have, proved; `None` if that takes too long."""
    solution = solve(game, limit=Limit(seconds=PATIENCE))
    return solution.mean if solution.proved else None


def reproduce(run: Run) -> Reproduction:
    """The study and the claims. Nothing is drawn at random, so there are no trials."""
    orders, degrees = (QUICK_ORDERS, QUICK_DEGREES) if run.quick else (ORDERS, DEGREES)
    planes: Planes = {}
    floors: dict[str, float] = {}
    for pegs in QUICK_PEGS if run.quick else PEGS:
        planes[pegs] = {}
        for name, jar in JARS.items():
            game = parse_game(f"mastermind:pegs={pegs},jar={jar}")
            planes[pegs][name] = plane(game, orders, degrees, run.progress)
            if (floor := optimum(game)) is not None:
                floors[str(game)] = floor
    all_planes = [each for jars in planes.values() for each in jars.values()]
    questions = [row for each in all_planes for row in _questions(each)]
    claims = (
        _answers(),
        _chance(),
        _even_jar(),
        _corrected(),
        _which_set(),
        _order(planes),
        *(_best(pegs, jars, floors) for pegs, jars in planes.items()),
        _disagree(questions),
    )
    pictures = (
        sets_figure("which-set", SETS),
        *(plane_figure(f"plane-{pegs}-pegs", pegs, jars, floors) for pegs, jars in planes.items()),
        *(questions_figure(f"first-question-{pegs}-pegs", pegs, jars) for pegs, jars in planes.items()),
    )
    numbers = (
        ("planes", [HEAD, *(row for each in all_planes for row in each.rows())]),
        ("best", _table(all_planes, floors)),
        ("first-questions", [QUESTION_HEAD, *questions]),
        ("which-set", _sets()),
    )
    return Reproduction("hofer-nelson", TITLE, claims, pictures, numbers)


def _answers() -> Claim:
    """Section 1.1: the answers that are possible."""
    counts = [len(tabulate(parse_game(f"mastermind:pegs={pegs},colours=6")).feedbacks) for pegs in (1, 2, 3, 4)]
    ours = f"{', '.join(map(str, counts))} answers for 1 to 4 pegs: l(l+3)/2; b + w <= l"
    why = "the list of the note lacks (1,0), and one peg has two answers, not three"
    printed = "b + w < l; 8 answers for 3 pegs; |R_l| = |R_(l-1)| + l with |R_1| = 3"
    return Claim.judged("1.1", printed, ours, counts == [3, 5, 8, 12], why)


def _chance() -> Claim:
    """Section 3.2.1: the chance of an answer, with the denominator as printed and as it must be."""
    game = parse_game("mastermind:pegs=2,jar=4-2-1-1")
    tables = tabulate(game)
    assert tables.codes is not None
    weights = tables.weights / tables.weights.sum()
    # chances[r, c]: the weight of the codes that answer r to the guess c.
    chances = np.array([(tables.codes == r).T @ weights for r in np.unique(tables.codes)])
    guess = tables.action_index((0, 1))
    printed = float((chances[:, guess] / chances.sum(axis=1)).sum())
    right = float(chances[:, guess].sum() / weights.sum())
    formula = "P(r) = sum_j P(c_j) g_r(c, c_j) / sum_i sum_j P(c_j) g_r(c_i, c_j)"
    ours = f"over all answers to 01 of a jar 4-2-1-1 it sums to {printed:.3f} as printed, to {right:.3f} as corrected"
    why = "divide by the weight of all codes still possible, not by that of one answer under all guesses"
    return Claim.judged("3.2.1", formula, ours, abs(printed - 1) < 1e-9, why)


def _even_jar() -> Claim:
    """Section 1.2: the standard game is the jar with one peg of each colour."""
    plain, even = parse_game("mastermind:pegs=3,colours=6"), parse_game("mastermind:pegs=3,jar=2-2-2-2-2-2")
    totals = []
    for rule in ("entropy", "sharma-mittal:order=2,degree=2", "sharma-mittal:order=inf,degree=0.5"):
        one, other = (evaluate_table(game, parse_strategy(rule)) for game in (plain, even))
        totals.append((one.total, other.total, bool((one.steps == other.steps).all())))
    ours = "the same steps for every code: " + ", ".join(str(one) for one, _, _ in totals)
    agrees = all(same and one == other for one, other, same in totals)
    return Claim.judged("1.2", "an even jar is the standard game", ours, agrees, up_to="3 pegs, three entropies")


def _corrected() -> Claim:
    """Section 3.2.3 leaves the limits out, and the public code drops the degree at order 0 and infinity."""
    p = (0.5, 0.25, 0.25)
    values = {(order, t): float(sharma_mittal(p, order, t)) for order in (0.0, np.inf) for t in (1.0, 2.0)}
    texts = [f"{values[0.0, t]:.3f} and {values[np.inf, t]:.3f} at degree {t:g}" for t in (1.0, 2.0)]
    ours = f"for (1/2, 1/4, 1/4): {'; '.join(texts)}"
    same = all(abs(values[order, 1.0] - values[order, 2.0]) < 1e-9 for order in (0.0, np.inf))
    why = "every limit here is a value of one formula"
    return Claim.judged("3.2.3", "the public code: at order 0 and infinity the degree does not matter", ours, same, why)


def _which_set() -> Claim:
    """Section 3.1: which set would you rather have?"""
    rows = _sets()[1:]
    lower = sum(a < b - 1e-12 for _, _, a, b in rows)
    equal = [order for order, _, a, b in rows if abs(a - b) <= 1e-12]
    one, other = (sum(k * p for k, p in enumerate(sorted(s, reverse=True), 1)) for s in SETS.values())
    ours = (
        f"{{0.6, 0.1 x4}} is rather had: lower in {lower} of {len(rows)} entropies, equal in {len(equal)} (order 0, "
        f"which only counts); naming one after the other takes {one:.1f} steps against {other:.1f}"
    )
    sums = " and ".join(f"{sum(shares):.1f}" for shares in PRINTED.values())
    why = f"as printed, six shares each, they sum to {sums}; with five they sum to one"
    agrees = lower + len(equal) == len(rows) and set(equal) <= {"0"} and one < other
    return Claim.judged("3.1", "{0.6, 0.1, ...} is (arguably) better than {0.2, 0.2, ...}", ours, agrees, why)


def _sets() -> list[list[Any]]:
    rows: list[list[Any]] = [["order", "degree", "a", "b"]]
    for order, degree in product(ORDERS, DEGREES):
        values = (round(float(sharma_mittal(shares, order, degree)), 12) for shares in SETS.values())
        rows.append([f"{order:g}", f"{degree:g}", *values])
    return rows


def _order(planes: Planes) -> Claim:
    """Section 3: with all codes equally likely only counting matters; with a jar it does not."""
    even, uneven = (
        max(float(np.ptp(list(jars.values())[place].means, axis=0).max()) for jars in planes.values())
        for place in (0, -1)
    )
    ours = f"even jar: the order changes the expected steps by at most {even:.4f}; extreme jar: by up to {uneven:.2f}"
    said = "in the standard game only how many are excluded counts; with a jar not necessarily"
    return Claim.judged("3", said, ours, even < 1e-12 and uneven > 0.1, up_to=f"{max(planes)} pegs")


def _best(pegs: int, jars: dict[str, Plane], floors: dict[str, float]) -> Claim:
    """The aim of the note: which entropy plays best?"""
    texts = []
    for name, jar in jars.items():
        floor = floors.get(str(jar.game))
        optimal = "" if floor is None else f", optimum {floor:.3f}"
        shannon, worst = jar.named["shannon"], jar.means.max()
        texts.append(f"{name} {jar.best:.3f} at {_where(jar)}, Shannon {shannon:.3f}, worst {worst:.3f}{optimal}")
    return Claim.unchecked("abstract", f"which entropy plays best, {pegs} pegs?", "; ".join(texts), NO_RESULT)


def _where(plane: Plane) -> str:
    """The best cell of a plane: of several, the one nearest to Shannon's in the grid."""
    if plane.spread < 1e-12:
        return "every point"
    row, column = plane.best_cell
    return f"({plane.orders[row]:g}, {plane.degrees[column]:g})"


def _table(planes: Sequence[Plane], floors: dict[str, float]) -> list[list[object]]:
    head: list[object] = ["game", "best", "best at (order, degree)", "worst in the plane", *planes[0].named]
    rows = [[*head, "optimum"] if floors else head]
    for each in planes:
        row = [str(each.game), each.best, _where(each), float(each.means.max()), *each.named.values()]
        row += [floors.get(str(each.game), "")] if floors else []
        rows.append([round(v, 6) if isinstance(v, float) else v for v in row])
    return rows


QUESTION_HEAD = (
    "game", "first question", "cells of the plane", "named entropies", "bits expected", "chance to win at once",
    "mean if entropy plays on", "best mean in its cells",
)  # fmt: skip


def _questions(plane: Plane) -> list[tuple[object, ...]]:
    """Every first question that some entropy asks, and what it is worth."""
    rows, info = [], begin(plane.game)
    for text, cells in plane.questions().items():
        action = plane.game.parse_action(text)
        outcomes = info.outcomes([action])
        asked_by = [name for name in plane.named if cells[plane.at(*POINTS[name])]]
        goes_on = evaluate_table(plane.game, parse_strategy("entropy"), first=action).mean
        numbers = (outcomes.information[0], outcomes.win_probability[0], goes_on, plane.means[cells].min())
        rounded = (round(float(v), 4) for v in numbers)
        rows.append((str(plane.game), text, int(cells.sum()), " ".join(asked_by), *rounded))
    return rows


def _disagree(questions: Sequence[tuple[object, ...]]) -> Claim:
    """Where entropies ask different first questions, both are shown."""
    games: dict[str, list[tuple[object, ...]]] = {}
    for row in questions:
        games.setdefault(str(row[0]), []).append(row)
    split = {game: rows for game, rows in games.items() if len(rows) > 1}
    game, rows = max(split.items(), key=lambda item: len(item[1]))
    shannon = next(row for row in rows if "shannon" in str(row[3]).split())
    other = min((row for row in rows if row is not shannon), key=lambda row: float(str(row[7])))
    ours = (
        f"in {len(split)} of {len(games)} games. In {game} Shannon asks {shannon[1]} ({shannon[4]} bits, wins at once "
        f"{shannon[5]}; {shannon[6]} steps), others {other[1]} ({other[4]} bits, {other[5]}; {other[6]} steps), "
        "if entropy plays on"
    )
    why = f"{NO_RESULT}; first-questions.csv has all of ours"
    return Claim.unchecked("abstract", "do entropies ask different first questions?", ours, why)


# Figures.

Panel = Callable[["Axes", Plane], str]
"""Draws a plane, and gives what its title says after the jar."""


def _panels(name: str, caption: str, planes: Mapping[str, Plane], panel: Panel, words: str = "") -> Picture:
    """A panel a jar, with ticks and a title; then `words`, where a panel is left."""

    def paint(figure: Figure) -> None:
        panels = list(figure.subplots(2, 3).flat)
        for axes, (name, jar) in zip(panels, planes.items(), strict=False):
            text = panel(axes, jar)
            ticks(axes, jar)
            axes.set_title(f"{name}: {getattr(jar.game, 'jar', '')}{text}", fontsize=8)
        for axes in panels[len(planes) :]:
            axes.axis("off")
        if words and len(planes) < len(panels):
            panels[len(planes)].text(0.0, 0.98, words, va="top", fontsize=7.5, linespacing=1.5)

    return picture(name, caption, (9.2, 5.4), paint)


def plane_figure(name: str, pegs: int, planes: Mapping[str, Plane], floors: Mapping[str, float]) -> Picture:
    """Expected steps over order and degree, a panel a jar."""

    def panel(axes: Axes, plane: Plane) -> str:
        drawn = axes.imshow(plane.means, cmap="cividis", origin="lower", aspect="auto", interpolation="none")
        colour_bar(axes, drawn, shrink=0.9).outline.set_visible(False)
        if plane.spread > 1e-12:
            outline(axes, plane.region(), ORANGE)
            row, column = plane.best_cell
            axes.plot(column, row, marker="*", markersize=8, color=ORANGE, markeredgecolor=PAPER)
        letters(axes, plane)
        floor = floors.get(str(plane.game))
        return f"\nbest {plane.best:.3f}" + ("" if floor is None else f", optimum {floor:.3f}")

    caption = (
        f"Expected steps of code-jar Mastermind, {pegs} pegs, by the order and degree of the entropy to be minimised. "
        f"Orange: within {CLOSE:.1%} of the best in the plane."
    )
    return _panels(name, caption, planes, panel, legend(floors))


def legend(floors: Mapping[str, float]) -> str:
    """What the marks mean."""
    lines = [f"{letter}  {TITLES.get(name, name)} {_point(POINTS[name])}" for name, letter in LETTERS.items()]
    lines += ["", f"orange outline: within {CLOSE:.1%} of the best", "star, orange letter: the best (order, degree)"]
    return "\n".join(
        ["(order, degree)", *lines, "colour: mean steps", *(["optimum: of any strategy"] if floors else [])]
    )


def _point(point: tuple[float, float]) -> str:
    return f"({'∞' if np.isinf(point[0]) else format(point[0], 'g')}, {point[1]:g})"


def letters(axes: Axes, plane: Plane) -> None:
    """The named entropies, as letters in their cells."""
    for name in plane.named:
        row, column = plane.at(*POINTS[name])
        best = plane.spread > 1e-12 and plane.region(1e-12)[row, column]
        box = {"boxstyle": "circle,pad=0.15", "facecolor": LIGHT if best else PAPER, "edgecolor": INK, "linewidth": 0.5}
        axes.text(column, row, LETTERS[name], ha="center", va="center", fontsize=6, bbox=box)


def ticks(axes: Axes, plane: Plane) -> None:
    """Some orders and degrees along the edges; the grid is not to scale."""
    for axis, values, words in ((axes.xaxis, plane.degrees, "degree"), (axes.yaxis, plane.orders, "order")):
        few = len(values) < 10
        places = [k for k, v in enumerate(values) if few or v in (-5, -2, -1, 0, 0.5, 1, 2, 3, 5, 10, 20, np.inf)]
        axis.set_ticks(places, ["∞" if np.isinf(values[k]) else f"{values[k]:g}" for k in places], fontsize=7)
        axis.set_label_text(words, fontsize=8)
    axes.tick_params(length=0)


def outline(axes: Axes, cells: Bools, colour: str) -> None:
    """A line around some cells."""
    padded, xs, ys = np.pad(cells, 1), [], []
    for row, column in np.argwhere(cells).tolist():
        for other, across, up in (
            ((row, column + 1), (-0.5, 0.5), (-0.5, -0.5)),
            ((row + 2, column + 1), (-0.5, 0.5), (0.5, 0.5)),
            ((row + 1, column), (-0.5, -0.5), (-0.5, 0.5)),
            ((row + 1, column + 2), (0.5, 0.5), (-0.5, 0.5)),
        ):
            if not padded[other]:
                # What is not a number lifts the pen, so that the whole outline is one line.
                xs += [column + across[0], column + across[1], np.nan]
                ys += [row + up[0], row + up[1], np.nan]
    axes.plot(xs, ys, color=colour, linewidth=1.6, solid_capstyle="round")


def questions_figure(name: str, pegs: int, planes: Mapping[str, Plane]) -> Picture:
    """The first question over order and degree, a panel a jar."""
    from matplotlib.colors import ListedColormap

    def panel(axes: Axes, plane: Plane) -> str:
        tints = np.full(plane.firsts.shape, len(TINTS))
        questions = plane.questions()
        for number, (text, cells) in enumerate(questions.items()):
            if number < len(TINTS):
                tints[cells] = number
            if cells.mean() >= LABELLED:
                axes.text(*_middle(cells), text, ha="center", va="center", fontsize=8, fontweight="bold")
            outline(axes, cells, INK)
        axes.imshow(
            tints, cmap=ListedColormap([*TINTS, "#dddddd"]), vmin=0, vmax=len(TINTS), origin="lower", aspect="auto",
            interpolation="none", alpha=0.6,
        )  # fmt: skip
        return f", {plural(len(questions), 'question')}"

    caption = f"What is asked first in code-jar Mastermind, {pegs} pegs, by the order and degree of the entropy."
    return _panels(name, caption, planes, panel)


def _middle(cells: Bools) -> tuple[float, float]:
    """A cell deep inside a region, as x and y."""
    depth, inner = np.zeros(cells.shape, int), np.pad(cells, 1)
    while inner.any():
        depth += inner[1:-1, 1:-1]
        core = inner[1:-1, 1:-1] & inner[:-2, 1:-1] & inner[2:, 1:-1] & inner[1:-1, :-2] & inner[1:-1, 2:]
        inner = np.pad(core, 1)
    deepest = np.argwhere(depth == depth.max())
    row, column = deepest[len(deepest) // 2]
    return float(column), float(row)


def sets_figure(name: str, sets: Mapping[str, Sequence[float]]) -> Picture:
    """Two sets of shares, and their entropies by order and by degree."""
    orders, degrees = [order for order in ORDERS if order <= 20], [degree for degree in DEGREES if 0 <= degree <= 5]

    def paint(figure: Figure) -> None:
        left, middle, right = figure.subplots(1, 3, width_ratios=(1, 1.3, 1.3))
        for shift, ((label, shares), (colour, mark, line)) in enumerate(zip(sets.items(), LOOKS, strict=False)):
            places = np.arange(len(shares)) + 0.4 * shift
            left.bar(places, shares, 0.38, color=colour, hatch="///" if shift else "", edgecolor=INK, label=label)
            for degree, width in ((1, 1.6), (2, 0.9)):
                values = [float(sharma_mittal(shares, order, degree)) for order in orders]
                middle.plot(orders, values, color=colour, linestyle=line, linewidth=width)
                end = orders[-1], values[-1]
                note(middle, f"{label}, degree {degree}", end, (-4, 3), fontsize=7, ha="right")
            for order, width in ((1, 1.6), (np.inf, 0.9)):
                values = [float(sharma_mittal(shares, order, degree)) for degree in degrees]
                right.plot(degrees, values, color=colour, linestyle=line, linewidth=width, marker=mark, markersize=2.5)
        left.legend()
        tidy(left, xticks=[], title="two sets", ylabel="share")
        tidy(middle, xlabel="order", xlim=(0, 20), ylim=(0, 2), ylabel="entropy", title="entropy by order")
        tidy(right, xlabel="degree", ylim=(0, 6), title="by degree: order 1, and ∞ thin")

    caption = "Which set would you rather have? The entropy of a is below that of b at every order above 0."
    return picture(name, caption, (9.2, 3.0), paint)
