"""Hutchison 2012, *Mastermind AI*: Bulls & Cows with 4 of 10 digits, every number of the slides.

Every cell of the table, the gain formula on the sets that play comes to, and the classes of equivalent guesses. Nothing
is drawn at random. What the slides leave out is said: the tie-break of MostParts, the machine, the number of classes.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import permutations
from math import log
from typing import TYPE_CHECKING, Any

import numpy as np

from sleuth.core.game import swap_and_turn
from sleuth.core.tables import Tables
from sleuth.core.tabulate import tabulate
from sleuth.core.text import plural
from sleuth.games.codes.rules.bulls_and_cows import BullsAndCows
from sleuth.games.codes.rules.code import Code
from sleuth.kernels.arrays import Array, Floats, Ints
from sleuth.lab.matplotlib_svg import BLUE, GREY, ORANGE, Picture, chart, tidy
from sleuth.lab.node_values import bits_of_actions, information_sets
from sleuth.lab.published_optima import known_optimum
from sleuth.lab.reproduce.claims import Claim, Reproduction, Rows, Run
from sleuth.play.evaluate_table import TableEvaluation, evaluate_table
from sleuth.solve.symmetry import SymmetryGroup, declared
from sleuth.strategies.catalogue import parse_strategy

if TYPE_CHECKING:
    from matplotlib.axes import Axes

TITLE = "Hutchison 2012, Mastermind AI (Bulls & Cows, 4 of 10 digits)"
FIRST = (0, 1, 2, 3)
TABLE = {
    "0.0": (360, "5.025", "5.03056"),
    "0.1": (1440, "5.54722", "5.54792"),
    "0.2": (1260, "5.43968", "5.42222"),
    "0.3": (264, "5.0303", "4.87879"),
    "0.4": (9, "3.55556", "3.55556"),
    "1.0": (480, "5.00625", "4.99792"),
    "1.1": (720, "5.20694", "5.18333"),
    "1.2": (216, "4.96296", "4.77315"),
    "1.3": (8, "3.75", "3.75"),
    "2.0": (180, "4.67222", "4.7"),
    "2.1": (72, "4.36111", "4.36111"),
    "2.2": (6, "3.66667", "3.66667"),
    "3.0": (24, "4.04167", "4.04167"),
    "4.0": (1, "1", "1"),
    "overall": (5040, "5.26587", "5.24286"),
}
"""The slide "Best Guess": by the answer to 0123, the secrets, and the mean length by MostParts and by Entropy."""
ENTROPY, WITH_PARTS = "entropy", "entropy:ties=parts+possible+lex"
MAX_PARTS = "parts:ties=entropy+possible+lex"
"""The tie-break of ours that comes nearest to the MostParts column."""
KEYS = ("possible", "entropy", "size", "minimax")
"""What may break a tie between guesses with equally many parts, before the order of the digits does."""
EXAMPLES = (("0124", "0125", True), ("0124", "0153", True), ("0124", "0145", False))
"""The slide "Representative Guesses": two guesses after 0123, and whether they are equivalent."""
MINUTES = 16
NO_TIE_BREAK = "the slides do not say how MostParts breaks ties"


def reproduce(run: Run) -> Reproduction:
    """Claim by claim; `quick` tries fewer tie-breaks of MostParts."""
    game = BullsAndCows()
    began = time.process_time()
    tables = tabulate(game, run.progress)
    entropy = _evaluation(game, ENTROPY)
    seconds = time.process_time() - began
    rules = [*tie_breaks(1 if run.quick else len(KEYS)), MAX_PARTS]
    tried = {rule: _evaluation(game, rule) for rule in dict.fromkeys(rules)}
    group, surveyed = declared(tables), survey(tables, entropy)
    classes = tuple(equivalent_guesses(tables, group))
    cells = table_cells(entropy, tried)
    claims = (
        *_formulas(tables, surveyed),
        *(cell.claim for cell in cells),
        _secondary(game, entropy),
        *_inconsistent(game, surveyed, entropy),
        *_representatives(tables, group, classes),
        *_performance(entropy, seconds),
    )
    numbers = (
        ("table", [CELL_HEAD, *(cell.row for cell in cells)]),
        ("tie-breaks", _tie_break_rows(tried)),
        ("classes", [CLASS_HEAD, *(c.row for c in classes)]),
    )
    pictures = (_table_figure({"Entropy": entropy, "MostParts": tried[MAX_PARTS]}), _classes_figure(classes))
    return Reproduction("hutchison", TITLE, claims, pictures, numbers)


def _evaluation(game: BullsAndCows, rule: str) -> TableEvaluation:
    return evaluate_table(game, parse_strategy(rule), first=FIRST)


def tie_breaks(most: int) -> list[str]:
    """MostParts with every sequence of at most so many keys, the order of the digits last."""
    sequences = (keys for number in range(most + 1) for keys in permutations(KEYS, number))
    return [f"parts:ties={'+'.join((*keys, 'lex'))}" for keys in sequences]


def totals(played: TableEvaluation) -> dict[str, tuple[int, float]]:
    """Secrets and steps by the answer to the first guess, and overall."""
    rows = {row.feedback: (row.count, row.total) for row in played.by_first_feedback()}
    return rows | {"overall": (len(played.steps), played.total)}


# The formulas.


def gains(sizes: Array) -> Floats:
    """His formula for each guess, a row of part sizes: ln n - (1/n) sum n_i ln n_i."""
    n = int(sizes[0].sum())
    return np.asarray(log(n) - (sizes * np.log(np.maximum(sizes, 1))).sum(axis=1) / n, np.float64)


def part_sizes(tables: Tables, members: Ints) -> Array:
    """How many secrets of a set give each answer: a row a guess."""
    assert tables.codes is not None
    block = tables.codes[members]
    return np.stack([(block == answer).sum(axis=0) for answer in range(tables.width)], axis=1)


@dataclass(frozen=True)
class Survey:
    """What holds in the sets that play by entropy comes to, two secrets or more in each."""

    sets: int
    off: float
    """The largest difference between his gain and ours, in nats, over all guesses."""
    outside: int
    """Sets in which an inconsistent guess tells more than every consistent one."""
    first_outside: str
    riskier: str
    """The first set after one answer in which another guess has a smaller largest part than the best one."""


def survey(tables: Tables, played: TableEvaluation) -> Survey:
    """Every set of the tree, every guess."""
    tree = played.game_tree
    sets, off, outside, first_outside, riskier = 0, 0.0, 0, "", ""

    def code(action: int) -> str:
        return _code(tables, action)

    for number, info in enumerate(information_sets(tables, tree)):
        if info.size < 2:
            continue
        members: Ints = np.sort(tree.order[tree.start[number] : tree.start[number] + tree.size[number]])
        sizes = part_sizes(tables, members)
        gain = gains(sizes)
        sets, off = sets + 1, max(off, float(np.abs(gain - bits_of_actions(info) * log(2)).max()))
        best = int(np.argmax(gain))
        where = f"after {_line(tables, played, number)}"
        if gain[best] > gain[members].max() + 1e-9:
            outside += 1
            inside = int(members[np.argmax(gain[members])])
            first_outside = first_outside or (
                f"{where}, {code(best)} tells {gain[best]:.3f} nats, "
                f"and the best consistent guess, {code(inside)}, {gain[inside]:.3f}"
            )
        largest = sizes.max(axis=1)
        asked, safest = int(tree.action[number]), int(np.argmin(largest))
        if tree.depth[number] == 1 and largest[safest] < largest[asked]:
            riskier = riskier or (
                f"{where}, {code(asked)} tells most on average ({gain[asked]:.3f} nats) and may leave {largest[asked]} "
                f"of {len(members):,} secrets; {code(safest)} tells {gain[safest]:.3f} and leaves at most "
                f"{largest[safest]}"
            )
    return Survey(sets, off, outside, first_outside, riskier)


def _code(tables: Tables, action: int) -> str:
    return tables.game.format_action(tables.actions[action])


def _line(tables: Tables, played: TableEvaluation, number: int) -> str:
    """The guesses and answers that lead to a node."""
    tree, steps = played.game_tree, list[str]()
    while (parent := int(tree.parent[number])) >= 0:
        answer = tables.game.format_feedback(tables.feedbacks.value(int(tree.feedback[number])))
        steps.append(f"{_code(tables, int(tree.action[parent]))} = {answer}")
        number = parent
    return ", ".join(reversed(steps))


def _formulas(tables: Tables, surveyed: Survey) -> Iterator[Claim]:
    used = len(tables.feedbacks)
    yield Claim.judged("Best Guess", "14 different possible responses", f"{used} answers", used == 14)
    number = len(tables.actions)
    ours = f"at most {surveyed.off:.0e} nats off ours: all {number:,} guesses, {surveyed.sets:,} sets of play"
    yield Claim.judged("Best Guess", "gain = ln n - (1/n) sum n_i ln n_i", ours, surveyed.off < 1e-9)
    said = "best = provides the most information regardless of the response"
    why = "the formula is the mean over the responses, and the guess with the best mean is not the best for each"
    yield Claim.judged("Greedy Local Search", said, surveyed.riskier or "no counterexample", not surveyed.riskier, why)


# The table.

CELL_HEAD = ("response", "column", "published", "ours", "steps published", "steps", "verdict")


@dataclass(frozen=True)
class TableCell:
    """One number of the table."""

    response: str
    column: str
    count: int
    claim: Claim
    ours: str
    steps: float

    @property
    def row(self) -> tuple[object, ...]:
        steps = "" if self.column == "Count" else round(float(self.claim.published) * self.count)
        return self.response, self.column, self.claim.published, self.ours, steps, self.steps, str(self.claim.verdict)


def table_cells(entropy: TableEvaluation, tried: dict[str, TableEvaluation]) -> list[TableCell]:
    """The 45 numbers of the table beside ours, column by column."""
    all_totals = [totals(played) for played in tried.values()]
    cells: dict[str, list[TableCell]] = {"Count": [], "MostParts": [], "Entropy": []}

    def add(column: str, response: str, steps: float, ours: str, claim: Claim) -> None:
        cells[column].append(TableCell(response, column, TABLE[response][0], claim, ours, steps))

    for response, (secrets, total) in totals(entropy).items():
        count, most_parts, mean = TABLE[response]
        where = f"table, {response}"
        ours = str(secrets)
        add("Count", response, secrets, ours, Claim.judged(f"{where}, Count", str(count), ours, secrets == count))
        ours, text = _mean(secrets, total), f"{_mean(secrets, total)} ({plural(total, 'step')})"
        claim = Claim.judged(f"{where}, Entropy", mean, text, ours == mean, f"by {ENTROPY}")
        add("Entropy", response, total, ours, claim)
        total = totals(tried[MAX_PARTS])[response][1]
        ours, text = _mean(secrets, total), f"{_mean(secrets, total)} ({plural(total, 'step')})"
        claim = Claim.judged(f"{where}, MostParts", most_parts, text, True, f"by {MAX_PARTS}")
        if ours != most_parts:
            his, steps = round(float(most_parts) * secrets), [each[response][1] for each in all_totals]
            why = f"{NO_TIE_BREAK}; {his:,} steps are published, and {len(tried)} tie-breaks of ours take "
            why += f"{min(steps):,} to {max(steps):,}"
            claim = Claim.unchecked(f"{where}, MostParts", most_parts, text, why)
        add("MostParts", response, total, ours, claim)
    return [cell for column in cells.values() for cell in column]


def _mean(secrets: int, total: float) -> str:
    """A mean as the slides print it: six digits, no zeros at the end."""
    return f"{total / secrets:.6g}"


def _tie_break_rows(tried: dict[str, TableEvaluation]) -> Rows:
    rows: list[Sequence[object]] = [("tie-break", "cells as published", *TABLE)]
    for rule, played in tried.items():
        here = totals(played)
        same = sum(_mean(*here[r]) == parts for r, (_, parts, _) in TABLE.items() if r != "overall")
        rows.append((rule, same, *(here[response][1] for response in TABLE)))
    rows.append(("published", len(TABLE) - 1, *(round(float(parts) * n) for n, parts, _ in TABLE.values())))
    return rows


def _secondary(game: BullsAndCows, entropy: TableEvaluation) -> Claim:
    with_parts = _evaluation(game, WITH_PARTS)
    agrees = all(_mean(*totals(with_parts)[response]) == mean for response, (_, _, mean) in TABLE.items())
    ours = f"the Entropy column comes out the same with it ({WITH_PARTS}, {with_parts.total:,} steps) and without it"
    if totals(with_parts) != totals(entropy):
        ours = f"with it ({WITH_PARTS}) {with_parts.total:,} steps, without it {entropy.total:,}"
    return Claim.judged("Best Guess", "secondary heuristic: number of nonempty partitions", ours, agrees)


# Speedup.


def _inconsistent(game: BullsAndCows, surveyed: Survey, entropy: TableEvaluation) -> Iterator[Claim]:
    said = "an inconsistent guess may yield more information than a consistent one"
    ours = f"in {surveyed.outside:,} of {surveyed.sets:,} sets of play; {surveyed.first_outside}"
    yield Claim.judged("Speedup!", said, ours, surveyed.outside > 0)
    only = _evaluation(game, "entropy:only_possible=true")
    ours = f"consistent guesses only: {only.total:,} steps, {only.total - entropy.total:,} more than {entropy.total:,}"
    yield Claim.judged("Speedup!", "do not just use consistent guesses", ours, only.total > entropy.total)


def renamings(tables: Tables) -> SymmetryGroup:
    """Every order of the places with every order of the digits of 0123, and what makes all orders of the others.

    A symmetry of the set that an answer leaves is one of these, since the set tells the digits of 0123 from the others:
    each of them stands in more of its secrets than each of the others, or in fewer.
    """
    codes = np.array(tables.actions)
    length, digits = codes.shape[1], int(codes.max()) + 1
    weights = digits ** np.arange(length)
    number = np.empty(digits**length, np.int32)
    number[codes @ weights] = np.arange(len(codes))
    called, uncalled = range(length), range(length, digits)
    names = [np.array([*order, *uncalled]) for order in permutations(called)]
    images = [name[codes[:, order]] for order in permutations(called) for name in names]
    for order in swap_and_turn(uncalled):
        images.append(np.array([*called, *(order[digit] for digit in uncalled)])[codes])
    moved = [number[image @ weights] for image in images]
    return SymmetryGroup(len(codes), np.array([np.concatenate([m, m + len(codes)]) for m in moved], np.int32))


def tells_digits_apart(tables: Tables, part: Ints, length: int) -> bool:
    """Whether the secrets of a set tell the first digits from the others by how many have each."""
    codes = np.array([tables.secrets[i] for i in part.tolist()])
    often = np.bincount(codes.ravel(), minlength=length)
    return not set(often[:length].tolist()) & set(often[length:].tolist())


@dataclass(frozen=True)
class Classes:
    """The guesses after one first answer, those that are equivalent together."""

    answer: str
    secrets: int
    by_history: int
    """Classes under the symmetries of the game that leave 0123 alone, as on the slides."""
    by_set: int
    """Classes under all symmetries of the game that map the set of secrets to itself."""
    gains: int
    """Different lists of part sizes: no symmetry has fewer classes."""
    spread: float
    """The largest difference of gains within a class by history."""
    guesses: int

    @property
    def row(self) -> tuple[object, ...]:
        """The row of the table of classes."""
        return self.answer, self.secrets, self.guesses, self.by_history, self.by_set, self.gains


def equivalent_guesses(tables: Tables, group: SymmetryGroup, first: Code = FIRST) -> Iterator[Classes]:
    """The classes after each answer to the first guess."""
    asked = tables.action_index(first)
    after, wider = group.fixing(asked), renamings(tables)
    column = tables.column(asked, np.arange(len(tables.secrets), dtype=np.int32))
    rows = []
    history = len(np.unique(after.orbits))
    for answer in np.unique(column).tolist():
        part: Ints = np.flatnonzero(column == answer).astype(np.int32)
        sizes = part_sizes(tables, part)
        gain = gains(sizes)
        assert tells_digits_apart(tables, part, len(first)), "a set that hides which digits were called"
        images = wider.generators[:, group.actions + part] - group.actions
        kept = (np.sort(images, axis=1) == part).all(axis=1)
        spread = max(float(np.ptp(gain[after.orbits == label])) for label in np.unique(after.orbits))
        rows.append(
            Classes(
                tables.game.format_feedback(tables.feedbacks.value(answer)),
                len(part),
                history,
                len(np.unique(SymmetryGroup(group.actions, wider.generators[kept]).orbits)),
                len(np.unique(np.sort(sizes, axis=1), axis=0)),
                spread,
                len(tables.actions),
            )
        )
    yield from sorted(rows, key=lambda row: row.answer)


CLASS_HEAD = ("first answer", "secrets", "guesses", "classes by history", "classes by set", "lists of part sizes")


def _representatives(tables: Tables, group: SymmetryGroup, classes: Sequence[Classes]) -> Iterator[Claim]:
    where, asked = "Representative Guesses", tables.action_index(FIRST)
    whole = len(np.unique(group.orbits))
    ours = f"{plural(whole, 'class', 'classes')} of {len(tables.actions):,} guesses"
    yield Claim.judged(where, "no past history = all guesses are equivalent", ours, whole == 1)
    orbits = group.fixing(asked).orbits
    for one, other, alike in EXAMPLES:
        a, b = (tables.action_index(tables.game.parse_action(text)) for text in (one, other))
        same = bool(orbits[a] == orbits[b])
        ours = "the same class" if same else "different classes"
        yield Claim.judged(where, f"after 0123: {one} {'~' if alike else '!~'} {other}", ours, same == alike)
    numbers = sorted({row.by_history for row in classes})
    ours = f"{', '.join(map(str, numbers))} classes of {len(tables.actions):,} guesses after 0123, whatever the answer"
    fewer = [f"{row.answer} {row.by_set}" for row in classes if row.by_set < row.by_history]
    ours += f"; by what the answer leaves: {', '.join(fewer) or 'no fewer'}" + (", others no fewer" if fewer else "")
    least = f"{min(row.gains for row in classes)} to {max(row.gains for row in classes)}"
    why = f"the slides do not say how many classes there are; different part sizes: {least} (classes.csv)"
    yield Claim.unchecked(where, "precompute equivalence classes", ours, why)
    spread = max(row.spread for row in classes)
    ours = f"within a class gains differ by {spread:.0e} nats at most, after each of {len(classes)} first answers"
    yield Claim.judged(where, "just try 1 member from each equivalence class", ours, spread < 1e-9)
    said = "rely on absent and uncalled digits when not available"
    yield Claim.unchecked(where, said, "", "it is not said for how long a history the classes were precomputed")


# Performance.


def _performance(entropy: TableEvaluation, seconds: float) -> Iterator[Claim]:
    mean = _mean(entropy.secrets, entropy.total)
    optimum = known_optimum(str(entropy.game))
    why = "" if optimum is None else f"the optimum is {optimum.total:,} steps, {optimum.total / entropy.secrets:.5g}"
    ours = f"{mean} ({entropy.total:,} steps)"
    yield Claim.judged("Performance", "average number of guesses: 5.24286", ours, mean == "5.24286", why)
    ours = f"{entropy.secrets:,} secrets"
    yield Claim.judged("Performance", "10*9*8*7 = 5040 different games", ours, entropy.secrets == 5040)
    ratio = MINUTES * 60 / max(seconds, 1e-3)
    ours = f"{seconds:.2f} CPU seconds, with all 5,040 guesses scored at every step: 1/{ratio:,.0f} of his time"
    why = "his machine and program are not named"
    yield Claim.unchecked("Performance", f"all 5040 games in just under {MINUTES} minutes", ours, why)
    said, why = "can't try all 5040 guesses; it takes too long", "it was so on his machine; here no guess is left out"
    yield Claim.unchecked("Speedup!", said, f"{seconds:.2f} CPU seconds", why)


# Figures.


def _table_figure(columns: dict[str, TableEvaluation]) -> Picture:
    names = [name for name in TABLE if name != "overall"]

    def paint(axes: Axes) -> None:
        looks = ((2, BLUE, "o", -0.16), (1, ORANGE, "s", 0.16))
        for (label, played), (column, colour, mark, shift) in zip(columns.items(), looks, strict=True):
            steps = totals(played)
            off = [steps[name][1] - round(float(TABLE[name][column]) * TABLE[name][0]) for name in names]
            places = np.arange(len(names)) + shift
            axes.vlines(places, 0, off, color=colour, linewidth=1.4)
            axes.plot(places, off, linestyle="none", color=colour, marker=mark, markersize=5, label=label)
        axes.axhline(0, color=GREY, linewidth=0.8)
        axes.legend()
        _answers(axes, names, ylabel="our steps less his")

    caption = "Steps over all secrets after each first answer, less those that his table gives"
    return chart("table", caption, (7.2, 3.2), paint)


def _classes_figure(classes: Sequence[Classes]) -> Picture:
    def paint(axes: Axes) -> None:
        looks = (
            ("by_history", "by history: 0123 is left alone", BLUE, "o", -0.2),
            ("by_set", "by the set: all that leaves it alone", ORANGE, "s", 0.0),
            ("gains", "different part sizes", GREY, "^", 0.2),
        )
        for name, label, colour, mark, shift in looks:
            values = [getattr(row, name) for row in classes]
            places = np.arange(len(classes)) + shift
            axes.plot(places, values, linestyle="none", color=colour, marker=mark, label=label, markersize=5)
        axes.figure.legend(loc="outside lower center", ncols=3)
        _answers(axes, [row.answer for row in classes], ylabel="classes of 5,040 guesses", ylim=(0, None))

    return chart("classes", "Classes of equivalent guesses after each first answer", (7.2, 3.6), paint)


def _answers(axes: Axes, answers: Sequence[str], **settings: Any) -> None:
    """A place for each answer to the first guess, and whole numbers above it."""
    from matplotlib.ticker import MaxNLocator

    axes.set_xticks(range(len(answers)), answers)
    axes.yaxis.set_major_locator(MaxNLocator(integer=True))
    tidy(axes, xlabel="answer to 0123", **settings)
