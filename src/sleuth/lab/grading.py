"""Grading a play, move by move: what it told and might have told, what it cost, and what luck gave.

For a move with expected information b, where the best has b*, and an answer that told g bits:

    inaccuracy in bits  = b* - b
    luck in bits        = g - b                  0 on average, whatever is asked

And in steps, against one baseline for the whole play (`sleuth.lab.baseline`): optimal play where that is proved, else a
strategy. U is the number of steps to the goal that the baseline expects from an information set; V(a) is the same if
`a` is asked first.

    inaccuracy in steps = V(a) - U               against optimal play 0 or more
    luck in steps       = V(a) - 1 - U(after)    0 on average; more than 0 is good luck

So the steps of a play from start to goal are U(start), plus what all moves give away, less the luck of all answers:
exactly, move by move. The better move is the one that a hint names where it is as good as any, else what the baseline
asks; and a move as good as the hint's is fine at least, whatever optimal play would save, unless questions differ in
cost: then steps are counted by that, which a hint does not go by.

A question that some answer to may leave a position from which the goal cannot be reached for sure loses everything: as
many steps as the play has left, each at the price of the dearest question, whatever is answered. From such a position
on nothing more is lost; if the goal is in reach again after all, that is luck.

Steps are computed exactly from whole game trees, where the set is small enough; else there are bits only, and a mark
goes by the share of the best move's bits that was given away.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import pairwise
from typing import Any

import numpy as np

from sleuth.belief.base import InformationSet
from sleuth.belief.begin import begin
from sleuth.belief.enumerated import EnumeratedSet
from sleuth.belief.outcomes import Outcomes
from sleuth.core.displayed import Displayed
from sleuth.core.errors import StuckError
from sleuth.core.frames import frame, game_columns
from sleuth.core.game import Action, Feedback, Game
from sleuth.core.offers import announced
from sleuth.core.progress import Progress, silent
from sleuth.core.text import plural
from sleuth.kernels.arrays import Floats, frozen
from sleuth.lab.baseline import MORE, TIMES, Baseline, NotProvedError, baseline_of, hint_rule, strategy_play
from sleuth.lab.scores import luck_score, skill_score
from sleuth.play.record import Record
from sleuth.strategies.base import Strategy
from sleuth.strategies.criteria import ENTROPY, TOLERANCE
from sleuth.strategies.greedy import Greedy

MARKS = (("best", 0.01), ("fine", 0.05), ("inaccuracy", 0.2), ("mistake", 0.5), ("blunder", float("inf")))
"""Each mark, and the most expected steps (or share of the best move's bits) that may be lost for it.

The best may lose a little, since moves that are alike lead to later ties that the game's order breaks differently.
"""
MAX_OPENINGS = 4
"""Sets before play whose bits are kept."""


@dataclass(frozen=True)
class GradedMove:
    """One graded move."""

    step: int
    action: str
    feedback: str
    candidates: int
    """How many secrets were possible before it."""
    bits: float
    """The bits that it was expected to tell."""
    best_bits: float
    best_bits_action: str
    """An action that was expected to tell most."""
    gained: float
    """The bits that the answer told."""
    mark: str
    expected: float | None = None
    """U before the move: the steps that the baseline expects. Empty where steps are not computed."""
    steps: float | None = None
    """V of the move: the expected steps to the goal, this one counted."""
    best_steps: float | None = None
    """V of what the baseline asks: U."""
    best_action: str | None = None
    """The move made, if it is marked best; else what a hint names, if it is as good as any; else the baseline's."""
    left: float | None = None
    """U after the answer."""
    price: float = 1.0
    """What the question counted: one step, or its cost where the baseline goes by that."""
    hit: float | None = None
    """The chance that it would find something, where that is what counts."""
    best_hit: float | None = None
    """The best chance that any action had."""

    @property
    def inaccuracy_hits(self) -> float | None:
        """The chance of a hit that was given away."""
        return None if self.hit is None or self.best_hit is None else self.best_hit - self.hit

    @property
    def forgone_hits(self) -> float | None:
        """The same, but no more than the share of the best bits that was given away: a shot may be asked for what it
        tells, and neither a hit nor a bit is all that counts."""
        if self.hit is None or self.best_hit is None:
            return None
        return _forgone(self.hit, self.best_hit, self.bits, self.best_bits)

    @property
    def inaccuracy_bits(self) -> float:
        """The bits given away."""
        return max(self.best_bits - self.bits, 0.0)

    @property
    def inaccuracy_steps(self) -> float | None:
        """The expected steps given away against the baseline; less than 0 where the move is better than that."""
        return _difference(self.steps, self.best_steps)

    @property
    def luck_bits(self) -> float:
        """The bits told beyond expectation."""
        return self.gained - self.bits

    @property
    def luck_steps(self) -> float | None:
        """The steps that the answer saved, against expectation."""
        return None if self.steps is None else _difference(self.steps - self.price, self.left)

    def as_json(self) -> dict[str, Any]:
        """Plain values, for JSON."""
        names = ("inaccuracy_bits", "inaccuracy_hits", "inaccuracy_steps", "luck_bits", "luck_steps")
        return {**vars(self), **{name: getattr(self, name) for name in names}}


@dataclass(frozen=True, eq=False, repr=False)
class Grades(Displayed):
    """A graded play."""

    game: Game
    """The game that was played."""
    player: str
    """Who asked."""
    solved: bool
    """Whether the goal was reached."""
    moves: tuple[GradedMove, ...]
    """Each move with its grade."""
    notes: tuple[str, ...]
    """What could not be computed, and why."""
    baseline: Baseline | None = None
    """Whom the steps are measured against; `None` where there are no steps."""
    spreads: Mapping[str, float] = field(default_factory=dict)
    """What luck usually makes of a play of this game, in bits and, where there are, in steps (`sleuth.lab.scores`)."""

    def __repr__(self) -> str:
        scores = f", skill {self.skill}, luck {self.luck}" if self.moves else ""
        return f"<Grades of {self.game}: {plural(len(self.moves), 'move')}{scores}>"

    def to_frame(self) -> Any:
        """A `pandas.DataFrame` with a row a move: the game, its parameters, the player, and the figures of the move."""
        rows = [move.as_json() for move in self.moves]
        taken = {"player", *(rows[0] if rows else ())}
        about = {**game_columns(self.game, taken), "player": self.player}
        return frame(({**about, **row} for row in rows), None if rows else about)

    @property
    def unit(self) -> str:
        """What moves give away: `steps` where all of them have those, `hits` where something is to be found, `bits`."""
        if self.baseline is not None and all(move.steps is not None for move in self.moves):
            return "steps"
        return "hits" if self.moves and all(move.hit is not None for move in self.moves) else "bits"

    @property
    def priced(self) -> bool:
        """Whether steps are counted by what questions cost."""
        return self.unit == "steps" and self.baseline is not None and self.baseline.priced

    @property
    def measured(self) -> str:
        """Whom the moves are measured against, in a sentence."""
        if self.unit == "steps" and self.baseline is not None:
            return self.baseline.text
        if self.unit == "hits":
            return "Measured against the best chance of a hit at each step."
        return "Measured against the move that is expected to tell most at each step."

    @property
    def marks(self) -> dict[str, int]:
        """How many moves got each mark."""
        count = Counter(move.mark for move in self.moves)
        return {mark: count[mark] for mark, _ in MARKS}

    @property
    def totals(self) -> dict[str, float | None]:
        """Sums over all moves; in steps only where every move has them."""
        moves = self.moves
        return {
            "inaccuracy_bits": sum(m.inaccuracy_bits for m in moves),
            "inaccuracy_hits": _sum(m.inaccuracy_hits for m in moves),
            "luck_bits": sum(m.luck_bits for m in moves),
            "inaccuracy_steps": _sum(m.inaccuracy_steps for m in moves),
            "cost": _sum(m.inaccuracy_steps for m in moves),
            "luck_steps": _sum(m.luck_steps for m in moves),
        }

    @property
    def skill(self) -> int:
        """How well the questions were chosen, from 0 to 99 (`sleuth.lab.scores`)."""
        lost = self.totals[f"inaccuracy_{self.unit}"] or 0.0
        if self.unit == "steps":
            return skill_score(lost, (self.moves[0].expected or 0.0) if self.moves else 0.0)
        if self.unit == "hits":
            forgone = sum(move.forgone_hits or 0.0 for move in self.moves)
            return skill_score(forgone, sum(move.best_hit or 0.0 for move in self.moves) - forgone)
        return skill_score(lost, sum(move.bits for move in self.moves))

    @property
    def luck_unit(self) -> str:
        """What luck is measured in: `steps` where all moves have those, else `bits`."""
        return "steps" if self.unit == "steps" else "bits"

    @property
    def luck(self) -> int:
        """How kind the answers were, from 0 to 99 (`sleuth.lab.scores`)."""
        unit = self.luck_unit
        return luck_score(self.totals[f"luck_{unit}"] or 0.0, self.spreads.get(unit, 0.0))

    @property
    def sentences(self) -> list[str]:
        """The play in a few sentences."""
        return list(self._sentences())

    def _sentences(self) -> Iterable[str]:
        if not self.moves:
            yield "There is no move to grade."
            return
        yield from {"steps": self._steps, "hits": self._hits, "bits": self._bits}[self.unit]()
        yield self.measured
        yield from self.notes

    def _steps(self) -> Iterable[str]:
        moves, cost, luck = self.moves, self.totals["inaccuracy_steps"], self.totals["luck_steps"]
        assert self.baseline is not None
        assert cost is not None
        assert luck is not None
        to_come = "" if self.solved else f" so far, and {moves[-1].left:.2f} to come"
        expected, spent = f"{moves[0].expected:.2f} steps", plural(len(moves), "step")
        if self.priced:
            expected = f"a cost of {moves[0].expected:.2f}"
            spent = f"{sum(move.price for move in moves):.2f} in {spent}"
        yield (
            f"{self.baseline.who} expects {expected}. The choices "
            f"{'cost' if round(cost, 2) >= 0 else 'saved'} {abs(cost):.2f} against it, the answers "
            f"{'gave' if round(luck, 2) >= 0 else 'took'} {abs(luck):.2f}: {spent}{to_come}."
        )
        worst = max(moves, key=lambda m: m.inaccuracy_steps or 0.0)
        if (worst.inaccuracy_steps or 0.0) > MARKS[1][1]:
            yield (
                f"Step {worst.step} cost most: {worst.best_action} instead of {worst.action} would have saved "
                f"{worst.inaccuracy_steps:.2f}{'' if self.priced else ' steps'} on average."
            )
        elif all(move.mark == MARKS[0][0] for move in moves):
            yield f"{self.baseline.who} would have asked nothing clearly better at any step."

    def _hits(self) -> Iterable[str]:
        hits, worst = self.totals["inaccuracy_hits"], max(self.moves, key=lambda m: m.inaccuracy_hits or 0.0)
        yield f"The choices gave away {hits:.2f} hits on average, against taking the best chance each time."
        if (worst.inaccuracy_hits or 0.0) > MARKS[1][1]:
            yield (
                f"Step {worst.step} cost most: {worst.best_action} would have hit with a chance of "
                f"{worst.best_hit:.2f}, {worst.action} with {worst.hit:.2f}."
            )

    def _bits(self) -> Iterable[str]:
        given, luck = self.totals["inaccuracy_bits"], self.totals["luck_bits"] or 0.0
        yield (
            f"The answers told {sum(m.gained for m in self.moves):.2f} bits, {abs(luck):.2f} "
            f"{'more' if luck >= 0 else 'less'} than expected; the choices gave away {given:.2f} bits."
        )

    def figures(self) -> dict[str, Any]:
        """Plain figures of the play as a whole."""
        return {
            "steps": len(self.moves),
            "solved": self.solved,
            "skill": self.skill,
            "luck": self.luck,
            "luck_unit": self.luck_unit,
            "baseline": None if self.baseline is None else self.baseline.name,
            "baseline_proved": self.baseline is not None and self.baseline.proved,
            "measured": self.measured,
            "unit": self.unit,
            "priced": self.priced,
            "marks": self.marks,
            "totals": self.totals,
        }

    def as_json(self) -> dict[str, Any]:
        """Plain values, for JSON."""
        return {
            "game": str(self.game),
            "player": self.player,
            **self.figures(),
            "moves": [move.as_json() for move in self.moves],
            "thresholds": dict(MARKS[:-1]),
            "sentences": self.sentences,
        }


def _difference(one: float | None, other: float | None) -> float | None:
    """What lies between two figures, where both are known; rounding is nothing."""
    if one is None or other is None:
        return None
    return one - other if abs(one - other) > TOLERANCE else 0.0


def _sum(values: Iterable[float | None]) -> float | None:
    known = list(values)
    return None if any(v is None for v in known) else float(sum(v for v in known if v is not None))


def grade(
    record: Record,
    info: InformationSet | None = None,
    *,
    strategy: Strategy | None = None,
    sets: Sequence[tuple[InformationSet, InformationSet]] | None = None,
    progress: Progress = silent,
) -> Grades:
    """Grade a play; a bare history is a record without a secret.

    `info` is the information set that it begins from: that of the game unless given, or of what is announced of the
    secret. `sets` are those before and after each step, where somebody has them already. Where the optimum is not
    known, the moves are measured against the strategy: the usual one unless given.
    """
    if info is None:
        # The game as it is known before the first question.
        game = record.game if record.secret is None else announced(record.game, record.secret)
        info = begin(game, progress=progress)
    start = info
    pairs = list(pairwise(record.replay(start))) if sets is None else sets
    solved = record.solved or (pairs[-1][1] if pairs else start).over

    rule = hint_rule(start.game, strategy)

    def graded(baseline: Baseline | None) -> Grades:
        judge = Judge(baseline, rule)
        moves = []
        for step, ((action, feedback), (before, after)) in enumerate(zip(record.history, pairs, strict=True), 1):
            progress("grading", step - 1, len(record.history))
            moves.append(judge.move(step, before, action, feedback, after))
        notes = tuple(dict.fromkeys(judge.notes))
        return Grades(start.game, record.player, solved, tuple(moves), notes, baseline, judge.spreads)

    table: EnumeratedSet | None = start.table()
    if table is None or start.game.goal.finds:
        return graded(None)
    try:
        return graded(baseline_of(table, strategy))
    except NotProvedError:
        return graded(strategy_play(table, strategy))  # one baseline for the whole play


class Judge:
    """Grades one move after the other; what was expected after a move is remembered for the next.

    `luck_spread` says whether the spreads are worked out that a score of luck needs.
    """

    def __init__(self, baseline: Baseline | None, rule: Greedy, luck_spread: bool = True) -> None:
        self.baseline, self.rule, self.luck_spread = baseline, rule, luck_spread
        self.notes: list[str] = []
        self.spreads: dict[str, float] = {}
        self._last: tuple[InformationSet, float, bool] | None = None
        """The position after the last move, what is expected there, and whether the goal is in reach for sure."""

    def move(
        self,
        step: int,
        info: InformationSet,
        action: Action,
        feedback: Feedback,
        after: InformationSet,
        steps_left: int | None = None,
    ) -> GradedMove:
        """The grade of a move that was answered.

        `steps_left` is how many steps the play had before it, which a dead end costs; unless given, as many as a play
        is given that expects what this one does (`TIMES`, `MORE`).
        """
        game = info.game
        outcomes, bits = _weighed_bits(info, action)
        row = outcomes.actions.index(action)
        # Among those that tell most, one that may be the secret, as the entropy rule has it.
        most = np.flatnonzero(bits >= bits.max() - TOLERANCE)
        best = row if bits[row] >= bits.max() - TOLERANCE else int(most[np.argmax(outcomes.possible[most])])
        if step == 1 and self.luck_spread:
            questions = info.entropy / bits[best] if bits[best] > TOLERANCE else 0.0
            self.spreads["bits"] = _surprise_spread(outcomes, best) * float(np.sqrt(questions))
        steps: dict[str, Any] = {}
        lost = 1 - bits[row] / bits[best] if bits[best] > TOLERANCE else _wasted(info, after)
        if self._within(info, step):
            try:
                steps, given = self._steps(info, action, after, steps_left)
                lost = lost if given is None else given
            except StuckError as error:
                self.notes.append(f"Steps are not computed: {error}.")
        if game.goal.finds and steps:
            steps = self._hits(info, outcomes, row) | steps
        elif game.goal.finds:
            steps = self._hits(info, outcomes, row)
            given_away = steps["best_hit"] - steps["hit"]
            lost = _forgone(steps["hit"], steps["best_hit"], float(bits[row]), float(bits[best]))
            lost = max(lost, min(given_away, MARKS[1][1]))  # for what it tells it is fine, not best
        if not info.exact:
            self.notes.append("Bits are estimated from a sample of the candidates, and of the actions.")
        return GradedMove(
            step,
            game.format_action(action),
            game.format_feedback(feedback),
            info.size,
            float(bits[row]),
            float(bits[best]),
            game.format_action(outcomes.actions[best]),
            info.entropy - after.entropy,
            mark_of(float(lost)),
            **steps,
        )

    def _hits(self, info: InformationSet, outcomes: Outcomes, row: int) -> dict[str, Any]:
        """Where something is to be found: the chance of a hit, and the best one."""
        chances = outcomes.hit_probability
        hint, _ = self.rule.key.pick(outcomes)
        good = chances >= chances.max() - TOLERANCE
        best = row if good[row] else hint if good[hint] else int(np.argmax(chances))
        named = info.game.format_action(outcomes.actions[best])
        return {"hit": float(chances[row]), "best_hit": float(chances.max()), "best_action": named}

    def _within(self, info: InformationSet, step: int) -> bool:
        """Whether the steps of a move can be computed."""
        if self.baseline is None or self.baseline.covers(info):
            return self.baseline is not None
        if info.table() is None:
            return False
        self.notes.append(f"Step {step} is graded by bits only: {info.size:,} candidates are too many for steps.")
        return False

    def _steps(
        self, info: InformationSet, action: Action, after: InformationSet, steps_left: int | None
    ) -> tuple[dict[str, Any], float | None]:
        """The figures of a move in steps, and what it lost for its mark; `None` where nothing is left to lose."""
        baseline = self.baseline
        assert baseline is not None
        table, then = info.table() or info, after.table() or after  # kernels take what is held as arrays
        price = baseline.price(info, action)
        last, expected, sure = self._last or (None, 0.0, True)
        if last is not info:
            expected, sure = baseline.steps(table), True
        lost: float | None
        try:
            steps = baseline.steps_after(table, action)
            lost = steps - expected
        except StuckError:  # some answer leaves no way to the goal
            left = TIMES * expected + MORE * baseline.dearest if steps_left is None else steps_left * baseline.dearest
            lost = left if sure else None
            steps = expected + (lost or 0.0)
            if sure:
                step = len(info.history) + 1
                self.notes.append(
                    f"After step {step} the goal may be out of reach: that cost all steps that were left."
                )
        best: Action | None = action
        if lost is None:
            best = None
        elif not info.over and sure and mark_of(lost) != MARKS[0][0]:
            best, hinted = baseline.advised(table, self.rule)
            # What a hint would ask is fine, but where questions have prices it does not go by those.
            good = not baseline.priced and np.isfinite(hinted) and steps <= hinted + TOLERANCE
            lost = min(lost, MARKS[1][1]) if good else lost
        if self.luck_spread and "steps" not in self.spreads:
            self.spreads["steps"] = baseline.spread(table)
        try:
            self._last = (after, baseline.steps(then), True)
        except StuckError:
            self._last = (after, max(steps - price, 0.0), False)
        named = None if best is None else info.game.format_action(best)
        figures = {"expected": expected, "steps": steps, "best_steps": expected, "best_action": named, "price": price}
        return figures | {"left": self._last[1]}, lost


def mark_of(lost: float) -> str:
    """The mark of a move that gave away so many expected steps."""
    return next(mark for mark, most in MARKS if lost <= most + TOLERANCE)


def weighed_outcomes(info: InformationSet, *actions: Action) -> Outcomes:
    """The outcomes of all actions that are listed or worth asking, those that were asked among them."""
    outcomes = info.outcomes()
    if all(action in outcomes.actions for action in actions):
        return outcomes
    return info.outcomes(list(dict.fromkeys([*info.actions, *actions])))


def expected_bits(info: InformationSet, outcomes: Outcomes) -> Floats:
    """The bits that each action is expected to tell."""
    return np.maximum(info.entropy - ENTROPY(outcomes) if info.exact else outcomes.information, 0.0)


def _weighed_bits(info: InformationSet, action: Action) -> tuple[Outcomes, Floats]:
    """The outcomes of all actions with what each is expected to tell; those before play are kept for the next one."""
    if not info.history.steps:
        outcomes, bits = _opening_bits(info)
        if action in outcomes.actions:
            return outcomes, bits
    outcomes = weighed_outcomes(info, action)
    return outcomes, expected_bits(info, outcomes)


@lru_cache(maxsize=MAX_OPENINGS)
def _opening_bits(info: InformationSet) -> tuple[Outcomes, Floats]:
    outcomes = info.outcomes()
    return outcomes, frozen(expected_bits(info, outcomes))


def _forgone(hit: float, best_hit: float, bits: float, best_bits: float) -> float:
    """The chance of a hit that a shot gave away, or the share of what could be told, if that is less."""
    told = bits / best_bits if best_bits > TOLERANCE else 0.0
    return min(best_hit - hit, best_hit * max(1.0 - told, 0.0))


def _surprise_spread(outcomes: Outcomes, row: int) -> float:
    """The standard deviation of what the answer to an action tells, in bits."""
    chances = np.array([part.probability for part in outcomes.leaves(row) if part.probability > 0])
    surprise = -np.log2(chances)
    return float(np.sqrt(max(chances @ surprise**2 - (chances @ surprise) ** 2, 0.0)))


def _wasted(info: InformationSet, after: InformationSet) -> float:
    """What a move loses where nothing can be told: a step, unless it names the last candidate."""
    return 0.0 if info.game.goal.only_names and after.over and not info.over else 1.0
