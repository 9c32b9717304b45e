"""The linear program of whoever hides the secret, against the trees that are known so far, and its exact solution.

The setter weighs classes of secrets, so that the least expected steps over the known trees are the most. A tree begins
with an opening and follows one plan in each part, so the program has a row for each opening, one for each plan, and an
unknown for each part: what its best plan takes. HiGHS finds which classes have a weight and which rows hold it down (a
basis). Both mixes then follow from equations with whole numbers, and are checked; where they do not hold, the rounded
numbers of HiGHS stand for them.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import lcm

import numpy as np

from sleuth.core.errors import SleuthError
from sleuth.core.extras import extra
from sleuth.kernels.arrays import Array, Floats, Longs
from sleuth.solve.exact_linear import exact_solution
from sleuth.solve.setter_openings import OpenedPart, OpeningMix, OpeningPlans, PartPlan

Row = tuple[OpeningPlans, OpenedPart | None, PartPlan | None]
"""An opening, or a plan of one of its parts."""
ROUNDED = 10**12
"""Where there is no exact solution, numbers are rounded to this part of one."""
SIMPLE = 10**4
"""Denominators up to this are simple."""


@dataclass(frozen=True)
class Mixes:
    """What both sides should do while only these trees are known."""

    weights: list[Fraction]
    """The chance of each secret of a class; over all secrets they add up to 1."""
    mix: list[OpeningMix]
    exact: bool


class SetterProgram:
    """The program, which grows with the trees that are known; each time it starts from where it ended."""

    def __init__(self, sizes: Longs) -> None:
        self.sizes = sizes
        self.highspy = highspy = extra("exact", "the objective setter", "highspy")
        self.rows: list[Row] = []
        """What each row but the first stands for."""
        self.openings: list[OpeningPlans] = []
        self.unknowns: dict[OpenedPart, int] = {}
        """The column of what the best plan of a part takes."""
        self.solver = highspy.Highs()
        for option, setting in {"output_flag": False, "solver": "simplex", "threads": 1}.items():
            self.solver.setOptionValue(option, setting)
        classes, inf = len(sizes), highspy.kHighsInf
        for _ in range(classes):
            self.solver.addCol(0.0, 0.0, inf, 0, [], [])
        self.solver.addCol(-1.0, -inf, inf, 0, [], [])
        self.solver.addRow(1.0, 1.0, classes, np.arange(classes, dtype=np.int32), np.ones(classes))
        self.columns = classes + 1

    def add(self, opening: OpeningPlans, parts: list[OpenedPart]) -> bool:
        """An opening, if it is new, and the last plan of each of some parts of it; whether anything is new."""
        fresh = opening not in self.openings
        if fresh:
            self.openings.append(opening)
            everybody = np.arange(len(self.sizes), dtype=np.int32)
            for part in opening.parts:
                self.solver.addCol(0.0, -self.highspy.kHighsInf, self.highspy.kHighsInf, 0, [], [])
                self.unknowns[part] = self.columns
                self.columns += 1
            unknown = [len(self.sizes)] + [self.unknowns[part] for part in opening.parts]
            signs = np.append(1.0, -np.ones(len(opening.parts)))
            self._row(everybody, opening.base / self.sizes, unknown, signs)
            self.rows.append((opening, None, None))
        for part in parts:
            plan = part.plans[-1]
            self._row(part.classes, plan.totals / self.sizes[part.classes], [self.unknowns[part]], np.ones(1))
            self.rows.append((opening, part, plan))
        return fresh or bool(parts)

    def _row(self, classes: Array, means: Floats, unknown: list[int], signs: Floats) -> None:
        """What is unknown is at most what the classes take on average."""
        index = np.concatenate([classes, unknown]).astype(np.int32)
        self.solver.addRow(-self.highspy.kHighsInf, 0.0, index.size, index, np.concatenate([-means, signs]))

    def mixes(self, exact: bool) -> Mixes:
        """The best weights of the setter, and the best mix of trees; rounded, unless they are asked for exactly."""
        self.solver.run()
        status = self.solver.getModelStatus()
        if status != self.highspy.HighsModelStatus.kOptimal:
            raise SleuthError(f"HiGHS did not solve the setter's program: {self.solver.modelStatusToString(status)}")
        classes = len(self.sizes)
        if exact and (found := self._exact()) is not None:
            return found
        solution = self.solver.getSolution()
        shares = np.maximum(0.0, np.array(solution.col_value[:classes]))
        chances = np.abs(np.array(solution.row_dual[1:]))
        return Mixes(_rounded(shares, self.sizes), _rounded_mix(self.rows, chances), False)

    @property
    def value(self) -> float:
        """What the setter reaches against the trees so far, as HiGHS has it."""
        return -float(self.solver.getInfo().objective_function_value)

    def _exact(self) -> Mixes | None:
        """Both mixes from the basis, if they are what they should be."""
        basis, basic = self.solver.getBasis(), self.highspy.HighsBasisStatus.kBasic
        weighed = [place for place in range(len(self.sizes)) if basis.col_status[place] == basic]
        return exact_mixes(self.rows, [status != basic for status in basis.row_status[1:]], weighed, self.sizes)


def exact_mixes(
    rows: list[Row],
    active: list[bool],
    weighed: list[int],
    sizes: Longs,
) -> Mixes | None:
    """The mixes in which some rows are equations and some classes have a weight, if they are best against all rows.

    Where one plan of a part is an equation, it is put in; where several are, what they take is an unknown. Openings are
    played whose row is an equation and whose parts all have one.
    """
    begun, plans = list[OpeningPlans](), dict[OpenedPart, list[PartPlan]]()
    for (opening, part, plan), on in zip(rows, active, strict=True):
        if part is None and on:
            begun.append(opening)
        if part is not None and plan is not None:
            plans.setdefault(part, []).extend([plan] if on else [])
    used = [opening for opening in begun if all(plans[part] for part in opening.parts)]
    open_parts = [part for part, some in plans.items() if len(some) > 1]
    equations = 1 + len(used) + sum(len(plans[part]) for part in open_parts)
    unknowns = len(weighed) + 1 + len(open_parts)
    if not used or equations != unknowns:
        return None
    column = {part: len(weighed) + 1 + place for place, part in enumerate(open_parts)}
    matrix: Longs = np.zeros((equations, unknowns), np.int64)
    matrix[0, : len(weighed)] = sizes[weighed]
    at = 1
    for opening in used:
        total = opening.base.copy()
        for part in opening.parts:
            if part in column:
                matrix[at, column[part]] = -1
            else:
                total[part.classes] += plans[part][0].totals
        matrix[at, : len(weighed)], matrix[at, len(weighed)] = -total[weighed], 1
        at += 1
    for part in open_parts:
        for plan in plans[part]:
            total = np.zeros(len(sizes), np.int64)
            total[part.classes] = plan.totals
            matrix[at, : len(weighed)], matrix[at, column[part]] = -total[weighed], 1
            at += 1
    right, goal = np.zeros(equations, np.int64), np.zeros(unknowns, np.int64)
    right[0] = goal[len(weighed)] = 1
    solved = exact_solution(matrix, right)
    mixed = exact_solution(matrix.T.copy(), goal) if solved is not None else None
    if solved is None or mixed is None or min(solved[: len(weighed)]) < 0 or min(mixed[1:]) < 0:
        return None
    weights = [Fraction(0)] * len(sizes)
    for place, weight in zip(weighed, solved, strict=False):
        weights[place] = weight
    mix, spot = [], 1 + len(used)
    of_part: dict[OpenedPart, list[Fraction]] = {}
    for part in open_parts:
        of_part[part] = mixed[spot : spot + len(plans[part])]
        spot += len(plans[part])
    for opening, chance in zip(used, mixed[1:], strict=False):
        chances = []
        for part in opening.parts:
            given = dict(zip(map(id, plans[part]), of_part.get(part, [chance]), strict=True))
            chances.append([given.get(id(plan), Fraction(0)) for plan in part.plans])
        mix.append(OpeningMix(opening, chance, chances))
    openings = {id(opening): opening for opening, _, _ in rows}
    best = least_by_trees(list(openings.values()), weights) == most_by_classes(mix, sizes)
    return Mixes(weights, mix, True) if best else None


def simple_mixes(mixes: Mixes, sizes: Longs) -> Mixes:
    """Rounded mixes with the simple fraction next to each number; they add up again to what they should."""
    shares = _simple([weight * int(size) for weight, size in zip(mixes.weights, sizes, strict=True)])
    mix = []
    for one, chance in zip(mixes.mix, _simple([one.chance for one in mixes.mix]), strict=True):
        plans = [[chance * share for share in _simple([plan / one.chance for plan in part])] for part in one.plans]
        mix.append(OpeningMix(one.opening, chance, plans))
    return Mixes([share / int(size) for share, size in zip(shares, sizes, strict=True)], mix, False)


def _simple(shares: list[Fraction]) -> list[Fraction]:
    """Shares of one, as simple fractions."""
    near = [share.limit_denominator(SIMPLE) for share in shares]
    return [share / sum(near) for share in near]


def least_by_trees(openings: list[OpeningPlans], weights: list[Fraction]) -> Fraction:
    """The expected steps of the best tree, against some weights."""
    whole, common = _whole(weights)
    least = None
    for opening in openings:
        total = int(whole @ opening.base.astype(object))
        for part in opening.parts:
            here = whole[part.classes]
            total += min(int(here @ plan.totals.astype(object)) for plan in part.plans)
        least = total if least is None else min(least, total)
    return Fraction(least or 0, common)


def most_by_classes(mix: list[OpeningMix], sizes: Longs) -> Fraction:
    """The expected steps of the class that is worst for a mix of trees."""
    common = lcm(*(one.chance.denominator for one in mix), *(q.denominator for m in mix for p in m.plans for q in p))
    sums: Array = np.zeros(len(sizes), object)
    for one in mix:
        sums += int(one.chance * common) * one.opening.base.astype(object)
        for part, chances in zip(one.opening.parts, one.plans, strict=True):
            for plan, chance in zip(part.plans, chances, strict=True):
                if chance:
                    sums[part.classes] += int(chance * common) * plan.totals.astype(object)
    return max(Fraction(int(total), common * int(size)) for total, size in zip(sums, sizes, strict=True))


def _whole(fractions: list[Fraction]) -> tuple[Array, int]:
    """Fractions as whole numbers over a common denominator."""
    common = lcm(*(fraction.denominator for fraction in fractions))
    return np.array([fraction.numerator * (common // fraction.denominator) for fraction in fractions], object), common


def _rounded(shares: Floats, sizes: Longs) -> list[Fraction]:
    """Shares of classes as fractions that add up to 1, for each member of a class."""
    whole = _whole_shares(shares, ROUNDED)
    return [Fraction(number, ROUNDED * int(size)) for number, size in zip(whole, sizes, strict=True)]


def _whole_shares(shares: Floats, total: int) -> list[int]:
    """Whole numbers in proportion to some shares, which add up to a total."""
    scale = total / max(float(shares.sum()), 1e-300)
    whole = [min(total, int(float(share) * scale)) for share in shares]
    most = int(np.argmax(shares))
    whole[most] += total - sum(whole)
    return whole


def _rounded_mix(rows: list[Row], chances: Floats) -> list[OpeningMix]:
    """A mix by the numbers of HiGHS. Openings add up to 1, and the plans of a part to its opening."""
    openings = [(opening, chance) for (opening, part, _), chance in zip(rows, chances, strict=True) if part is None]
    by_plan = {id(plan): chance for (_, _, plan), chance in zip(rows, chances, strict=True) if plan is not None}
    out = []
    whole = _whole_shares(np.array([chance for _, chance in openings]), ROUNDED)
    for (opening, _), number in zip(openings, whole, strict=True):
        if number:
            plans = []
            for part in opening.parts:
                shares = _whole_shares(np.array([by_plan[id(plan)] for plan in part.plans]), number)
                plans.append([Fraction(share, ROUNDED) for share in shares])
            out.append(OpeningMix(opening, Fraction(number, ROUNDED), plans))
    return out
