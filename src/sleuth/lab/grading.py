"""Grading a play, move by move: what it told and might have told, what it cost, and what luck gave.

For a move with expected information b, where the best has b*, and an answer that told g bits:

    inaccuracy in bits  = b* - b
    luck in bits        = g - b                  0 on average, whatever is asked

And in steps. U is the expected number of steps to the goal if `entropy` plays on from an information set; V(a) is the
same if `a` is asked first. The best V is looked for among the entropy choice, the moves that tell most, and the move
made.

    inaccuracy in steps = V(a) - min V           0 or more
    luck in steps       = V(a) - 1 - U(after)    0 on average; more than 0 is good luck

So the steps of a play from start to goal are U(start), plus what the choices cost against entropy play (V(a) - U of
each move), less the luck of all answers: exactly, move by move.

Steps are computed exactly from whole game trees, where the set is small enough; else there are bits only, and a mark
goes by the share of the best move's bits that was given away.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np

from sleuth.belief.base import InformationSet
from sleuth.belief.begin import begin
from sleuth.belief.enumerated import EnumeratedSet
from sleuth.belief.outcomes import Counted, Outcomes
from sleuth.core.errors import StuckError
from sleuth.core.game import Action, Feedback, Game, Goal
from sleuth.core.history import History
from sleuth.core.progress import Progress, silent
from sleuth.kernels.arrays import Floats
from sleuth.play.record import Record
from sleuth.strategies.criteria import ENTROPY, TOLERANCE
from sleuth.strategies.gametree import chooser, grow
from sleuth.strategies.greedy import Entropy

MARKS = (("best", 0.01), ("fine", 0.05), ("inaccuracy", 0.2), ("mistake", 0.5), ("blunder", float("inf")))
"""Each mark, and the most expected steps (or share of the best move's bits) that may be lost for it.

The best may lose a little, since moves that are alike lead to later ties that the game's order breaks differently.
"""
CONSIDERED = 10
"""How many moves that tell most are compared in steps."""
WORK_MOST = 1e8
"""Candidates x actions up to which steps are computed by kernels."""
PLAIN_WORK_MOST = 2e6
"""The same where a game tree grows node by node: the game is constrained, or its table is not stored."""


@dataclass(frozen=True)
class Move:
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
    """U before the move: the steps that entropy play expects. Empty where steps are not computed."""
    steps: float | None = None
    """V of the move: the expected steps to the goal, this one counted."""
    best_steps: float | None = None
    """The least V among the moves compared."""
    best_action: str | None = None
    """The move with the least V; the one made, if it is marked best."""
    left: float | None = None
    """U after the answer."""
    hit: float | None = None
    """The chance that it would find something, where that is what counts."""
    best_hit: float | None = None
    """The best chance that any action had."""

    @property
    def inaccuracy_hits(self) -> float | None:
        """The chance of a hit that was given away."""
        return None if self.hit is None or self.best_hit is None else self.best_hit - self.hit

    @property
    def inaccuracy_bits(self) -> float:
        """The bits given away."""
        return max(self.best_bits - self.bits, 0.0)

    @property
    def inaccuracy_steps(self) -> float | None:
        """The expected steps given away."""
        if self.steps is None or self.best_steps is None:
            return None
        return max(self.steps - self.best_steps, 0.0)

    @property
    def luck_bits(self) -> float:
        """The bits told beyond expectation."""
        return self.gained - self.bits

    @property
    def luck_steps(self) -> float | None:
        """The steps that the answer saved, against expectation."""
        return None if self.steps is None or self.left is None else self.steps - 1 - self.left

    @property
    def cost(self) -> float | None:
        """What the move cost in steps against entropy play; less than 0 where it is better than that."""
        return None if self.steps is None or self.expected is None else self.steps - self.expected

    def as_json(self) -> dict[str, Any]:
        """Plain values, for JSON."""
        return {
            **vars(self),
            "inaccuracy_bits": self.inaccuracy_bits,
            "inaccuracy_hits": self.inaccuracy_hits,
            "inaccuracy_steps": self.inaccuracy_steps,
            "luck_bits": self.luck_bits,
            "luck_steps": self.luck_steps,
        }


@dataclass(frozen=True, eq=False)
class Grades:
    """A graded play."""

    game: Game
    player: str
    solved: bool
    moves: tuple[Move, ...]
    notes: tuple[str, ...]
    """What could not be computed, and why."""

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
            "cost": _sum(m.cost for m in moves),
            "luck_steps": _sum(m.luck_steps for m in moves),
        }

    @property
    def sentences(self) -> list[str]:
        """The play in a few sentences."""
        return list(self._sentences())

    def _sentences(self) -> Iterable[str]:
        if not self.moves:
            yield "There is no move to grade."
            return
        totals, moves = self.totals, self.moves
        cost, luck, lost = totals["cost"], totals["luck_steps"], totals["inaccuracy_steps"]
        if cost is not None and luck is not None and lost is not None:
            expected, left = moves[0].expected, moves[-1].left
            assert expected is not None
            assert left is not None
            open_ = "" if self.solved else f" so far, and {left:.2f} to come"
            yield (
                f"Entropy play expects {expected:.2f} steps. The choices {'cost' if cost >= 0 else 'saved'} "
                f"{abs(cost):.2f} against it, the answers {'gave' if luck >= 0 else 'took'} {abs(luck):.2f}: "
                f"{len(moves)} {'step' if len(moves) == 1 else 'steps'}{open_}."
            )
            worst = max(moves, key=lambda m: m.inaccuracy_steps or 0.0)
            if (worst.inaccuracy_steps or 0.0) > MARKS[1][1]:
                yield (
                    f"Step {worst.step} cost most: {worst.best_action} instead of {worst.action} would have saved "
                    f"{worst.inaccuracy_steps:.2f} steps on average."
                )
            elif lost <= MARKS[0][1] * len(moves):
                yield "No move was found that is clearly better at any step."
        elif (hits := totals["inaccuracy_hits"]) is not None:
            worst = max(moves, key=lambda m: m.inaccuracy_hits or 0.0)
            yield f"The choices gave away {hits:.2f} hits on average, against taking the best chance each time."
            if (worst.inaccuracy_hits or 0.0) > MARKS[1][1]:
                yield (
                    f"Step {worst.step} cost most: {worst.best_action} would have hit with a chance of "
                    f"{worst.best_hit:.2f}, {worst.action} with {worst.hit:.2f}."
                )
        else:
            given = totals["inaccuracy_bits"] or 0.0
            gained = sum(m.gained for m in moves)
            yield (
                f"The answers told {gained:.2f} bits, {abs(totals['luck_bits'] or 0.0):.2f} "
                f"{'more' if (totals['luck_bits'] or 0.0) >= 0 else 'less'} than expected; "
                f"the choices gave away {given:.2f} bits."
            )
        yield from self.notes

    def as_json(self) -> dict[str, Any]:
        """Plain values, for JSON."""
        return {
            "game": str(self.game),
            "player": self.player,
            "solved": self.solved,
            "moves": [move.as_json() for move in self.moves],
            "marks": self.marks,
            "totals": self.totals,
            "thresholds": dict(MARKS[:-1]),
            "sentences": self.sentences,
        }


def _sum(values: Iterable[float | None]) -> float | None:
    known = list(values)
    return None if any(v is None for v in known) else float(sum(v for v in known if v is not None))


def grade(record: Record, info: InformationSet | None = None, progress: Progress = silent) -> Grades:
    """Grade a play. `info` is the information set that it begins from: that of the game unless given."""
    start = begin(record.game, progress=progress) if info is None else info
    seen = record.replay(start)
    return _grade(seen, record.history, record.player, record.solved or seen[-1].solved, progress)


def grade_history(info: InformationSet, history: History, progress: Progress = silent) -> Grades:
    """Grade the steps of a history that begins at an information set."""
    seen = [info]
    for action, feedback in history:
        seen.append(seen[-1].observe(action, feedback))
    return _grade(seen, history, "", seen[-1].solved, progress)


def _grade(seen: list[InformationSet], history: History, player: str, solved: bool, progress: Progress) -> Grades:
    judge = _Judge()
    moves = []
    for step, (action, feedback) in enumerate(history, 1):
        progress("grading", step - 1, len(history))
        moves.append(judge.move(step, seen[step - 1], action, feedback, seen[step]))
    return Grades(seen[0].game, player, solved, tuple(moves), tuple(dict.fromkeys(judge.notes)))


class _Judge:
    """Grades one move after the other; what was expected after a move is remembered for the next."""

    def __init__(self) -> None:
        self.notes: list[str] = []
        self._last: tuple[InformationSet, float] | None = None

    def move(self, step: int, info: InformationSet, action: Action, feedback: Feedback, after: InformationSet) -> Move:
        game = info.game
        outcomes = _weighed(info, action)
        bits = np.maximum(_told(info, outcomes), 0.0)
        row = outcomes.actions.index(action)
        best = int(np.flatnonzero(bits >= bits.max() - TOLERANCE)[0])
        best = row if bits[row] >= bits.max() - TOLERANCE else best
        steps: dict[str, Any] = {}
        lost = 1 - bits[row] / bits[best] if bits[best] > TOLERANCE else _wasted(info, action, after)
        if self._within(info, step):
            try:
                steps = self._steps(info, outcomes, bits, action, after)
                lost = steps["steps"] - steps["best_steps"]
            except StuckError as error:
                self.notes.append(f"Steps are not computed: {error}.")
        if game.goal is Goal.FIND:
            steps, lost = self._hits(info, outcomes, row)
        if not info.exact:
            self.notes.append("Bits are estimated from a sample of the candidates, and of the actions.")
        return Move(
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

    def _hits(self, info: InformationSet, outcomes: Outcomes, row: int) -> tuple[dict[str, Any], float]:
        """Where something is to be found, a move is as good as its chance of a hit."""
        chances = outcomes.hit_probability
        best = row if chances[row] >= chances.max() - TOLERANCE else int(np.argmax(chances))
        named = info.game.format_action(outcomes.actions[best])
        found = {"hit": float(chances[row]), "best_hit": float(chances.max()), "best_action": named}
        return found, float(chances.max() - chances[row])

    def _within(self, info: InformationSet, step: int) -> bool:
        """Whether the steps of all compared moves can be computed."""
        if not isinstance(info, EnumeratedSet) or info.game.goal is Goal.FIND:
            return False
        plain = info.game.constrained or info.tables.codes is None
        if float(info.size) * len(info.actions) <= (PLAIN_WORK_MOST if plain else WORK_MOST):
            return True
        self.notes.append(f"Step {step} is graded by bits only: {info.size:,} candidates are too many for steps.")
        return False

    def _steps(
        self, info: InformationSet, outcomes: Outcomes, bits: Floats, action: Action, after: InformationSet
    ) -> dict[str, Any]:
        assert isinstance(info, EnumeratedSet)
        assert isinstance(after, EnumeratedSet)
        assert isinstance(outcomes, Counted)
        expected = self._last[1] if self._last is not None and self._last[0] is info else expected_steps(info)
        values: dict[Action, float] = {}
        if not info.solved:
            for other in compared(info, outcomes, bits):
                values[other] = steps_after(info, other)
        made = values[action] = steps_after(info, action)
        least = min(values.values()) if not info.solved else 0.0
        best = action if mark_of(made - least) == MARKS[0][0] else min(values, key=lambda a: values[a])
        left = expected_steps(after)
        self._last = (after, left)
        return {
            "expected": expected,
            "steps": made,
            "best_steps": least,
            "best_action": info.game.format_action(best),
            "left": left,
        }


def mark_of(lost: float) -> str:
    """The mark of a move that gave away so many expected steps."""
    return next(mark for mark, most in MARKS if lost <= most + TOLERANCE)


def expected_steps(info: EnumeratedSet) -> float:
    """U: the mean steps to the goal if entropy plays from here on; exact."""
    if info.solved:
        return 0.0
    steps, _ = grow(info, chooser(info, Entropy()))
    return _mean(info, steps)


def steps_after(info: EnumeratedSet, action: Action) -> float:
    """V: the mean steps to the goal if `action` is asked and entropy plays on; exact."""
    outcomes = info.outcomes([action])
    if info.size == 1 or int(outcomes.parts[0]) == 1:
        # Every candidate gives the same answer, so the step tells nothing, but it may name the secret.
        after = info.observe(action, outcomes.feedback(int(np.argmax(outcomes.counts[0]))))
        assert isinstance(after, EnumeratedSet)
        return 1.0 + expected_steps(after)
    steps, _ = grow(info, chooser(info, Entropy()), forced=info.tables.action_index(action))
    return _mean(info, steps)


def compared(info: EnumeratedSet, outcomes: Counted, bits: Floats) -> list[Action]:
    """The moves that are compared in steps: the entropy choice, then those that tell most.

    Of actions that cut the set into parts of the same sizes only the first is taken, since most such are alike.
    """
    chosen = Entropy().decide(info).action
    order = np.lexsort((~outcomes.possible, -np.round(bits / TOLERANCE)))[: 40 * CONSIDERED].astype(np.int32)
    some = outcomes.take(order)
    sizes = np.sort(some.masses, axis=1)
    found: dict[Action, None] = {chosen: None}
    looks: set[bytes] = set()
    for place, action in enumerate(some.actions):
        look = sizes[place].tobytes() + bytes([bool(some.possible[place])])
        if look not in looks:
            looks.add(look)
            found[action] = None
        if len(looks) == CONSIDERED:
            break
    return list(found)


def _weighed(info: InformationSet, action: Action) -> Outcomes:
    """The outcomes of all legal actions, the one asked among them."""
    if info.exact:
        return info.outcomes()
    return info.outcomes(list(dict.fromkeys([*info.actions, action])))


def _told(info: InformationSet, outcomes: Outcomes) -> Floats:
    if info.exact:
        return np.asarray(info.entropy - ENTROPY(outcomes), np.float64)
    return outcomes.information


def _wasted(info: InformationSet, action: Action, after: InformationSet) -> float:
    """What a move loses where nothing can be told: a step, unless it names the last candidate."""
    return 0.0 if info.game.goal is Goal.NAME and after.solved and not info.solved else 1.0


def _mean(info: EnumeratedSet, steps: Any) -> float:
    weights = info.weights
    return float(weights @ steps[info.indices] / weights.sum())
