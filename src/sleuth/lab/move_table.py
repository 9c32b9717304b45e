"""A table of moves for regressions: one row a question, with what it told and could have told; and one row an option.

| column | |
|---|---|
| `participant`, `group`, `trial`, `step`, `game` | whose question it is, and where |
| `guess`, `answer` | what was asked and answered |
| `candidates`, `candidates_after` | how many secrets were possible before, and after the answer |
| `entropy`, `entropy_after` | the entropy of the secret, in bits |
| `bits`, `bits_gained`, `luck_bits` | what it was expected to tell, what its answer told, and the difference |
| `best_bits`, `best_guess`, `regret_bits` | the most that any would tell, one that would, and how much more that is |
| `steps_lost` | expected steps given away against a baseline (`sleuth.lab.grading`); empty where it is not computed |
| `consistent` | whether the guess could have been the secret |
| `redundant` | whether nothing could follow from the answer: every candidate gives the same, and none is named |
| `parts` | how many different answers it could get |
| `rank`, `options` | its place among all that could be asked, by bits (ties share it); and how many there are |
| `chance` | the chance of the question under a fitted model, where there is one |
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from sleuth.belief.base import InformationSet
from sleuth.belief.begin import begin
from sleuth.belief.enumerated import EnumeratedSet
from sleuth.belief.outcomes import Outcomes
from sleuth.core.errors import ParameterError, StuckError
from sleuth.core.frames import frame
from sleuth.core.game import Action, Game
from sleuth.core.progress import Progress, silent
from sleuth.lab.baseline import Baseline, NotProvedError, baseline_of, steps_countable, strategy_play
from sleuth.lab.choice_rules import RULES
from sleuth.lab.fitted_model import Model
from sleuth.lab.grading import expected_bits, weighed_outcomes
from sleuth.lab.observed_questions import AskedQuestion, Questions, questions_of
from sleuth.lab.row_files import write_rows
from sleuth.play.record import Record
from sleuth.strategies.criteria import TOLERANCE, Criterion, parse_criterion

COLUMNS = (
    "participant", "group", "trial", "step", "game", "guess", "answer", "candidates", "candidates_after", "entropy",
    "entropy_after", "bits", "bits_gained", "luck_bits", "best_bits", "best_guess", "regret_bits", "steps_lost",
    "consistent", "redundant", "parts", "rank", "options", "chance",
)  # fmt: skip
OPTION_COLUMNS = ("question", "participant", "group", "trial", "step", "candidates", "option", "chosen", "consistent")
"""Those of a table of options, before the criteria."""
CRITERIA = ("entropy", "size", "parts", "minimax", "hit-probability")
"""The criteria that options are scored by unless others are named."""
MAX_OPTIONS = 5_000_000
"""Rows of a table of options, at most."""
EVERY = 20
"""Sets between two reports of progress."""
KEPT = 50
"""Sets whose options are remembered while a table is written."""


class _Scored(NamedTuple):
    """The options of a set, the row of each, and their scores by criterion."""

    outcomes: Outcomes
    places: dict[Action, int]
    scores: dict[str, list[float]]


@dataclass(frozen=True, eq=False)
class MoveTable:
    """Some questions, and figures of each."""

    questions: tuple[AskedQuestion, ...]
    moves: tuple[dict[str, Any], ...]
    """One row a question: its figures by name."""
    baselines: dict[str, str] = field(default_factory=dict)
    """Whom steps are measured against, by game."""
    notes: tuple[str, ...] = ()
    """What a reader should know: estimates, what was not computed."""
    progress: Progress = field(default=silent, repr=False)

    def __len__(self) -> int:
        return len(self.moves)

    @property
    def columns(self) -> tuple[str, ...]:
        """The names of the figures."""
        return COLUMNS

    def rows(self) -> list[dict[str, Any]]:
        """One row a question."""
        return list(self.moves)

    def to_frame(self) -> Any:
        """The same as a `pandas.DataFrame`; it needs the extra `frames`."""
        return frame(self.moves, COLUMNS)

    def write(self, path: str | Path) -> None:
        """Write it as .csv, .tsv, .json or .parquet."""
        write_rows(path, COLUMNS, self.moves)

    def options(self, criteria: Sequence[str] = CRITERIA, *, sample: int | None = None, seed: int = 0) -> OptionTable:
        """One row an option of each question, for discrete-choice regressions; see `OptionTable`."""
        return OptionTable(self.questions, tuple(criteria), sample, seed, self.progress)

    def as_json(self) -> dict[str, Any]:
        """Plain values, for JSON."""
        return {"moves": list(self.moves), "baselines": self.baselines, "notes": list(self.notes)}


@dataclass(frozen=True, eq=False)
class OptionTable:
    """Every option of every question with its scores under some criteria (lower is better), and whether it was chosen.

    `sample` takes the option that was chosen and others drawn at random, so many in all. A conditional logit keeps its
    estimates under such a draw (McFadden 1978), and loses precision only.
    """

    questions: tuple[AskedQuestion, ...]
    criteria: tuple[str, ...] = CRITERIA
    sample: int | None = None
    seed: int = 0
    progress: Progress = field(default=silent, repr=False)

    def __post_init__(self) -> None:
        if self.sample is not None and self.sample < 2:
            raise ParameterError(f"a sample has the option that was chosen and another at least: 2, not {self.sample}")
        if self.scorers and not self.questions:
            raise ParameterError("there is no question to list the options of")
        if len(self) > MAX_OPTIONS:
            raise ParameterError(
                f"{len(self.questions):,} questions have {len(self):,} options, more than the {MAX_OPTIONS:,} rows "
                "that are written; draw some of each with --sample"
            )

    @cached_property
    def scorers(self) -> dict[str, Criterion]:
        """The criteria by name."""
        return {name: RULES[name] if name in RULES else parse_criterion(name) for name in self.criteria}

    def __len__(self) -> int:
        numbers = (len(question.info.actions) for question in self.questions)
        return sum(number if self.sample is None else min(number, self.sample) for number in numbers)

    @property
    def columns(self) -> tuple[str, ...]:
        """The names of the figures."""
        return (*OPTION_COLUMNS, *self.criteria)

    def rows(self) -> Iterator[dict[str, Any]]:
        """One row an option, question by question."""
        known: dict[object, _Scored] = {}
        for number, question in enumerate(self.questions, 1):
            if number % EVERY == 1:
                self.progress("options", number - 1, len(self.questions))
            key = _key(question.info)
            if key not in known:
                if len(known) >= KEPT:
                    known.clear()
                known[key] = self._scored(question.info.outcomes())
            scored = known[key]
            if question.action not in scored.places:
                scored = self._scored(weighed_outcomes(question.info, question.action))
            yield from self._options(number, question, scored)

    def _scored(self, outcomes: Outcomes) -> _Scored:
        scores = {name: rule(outcomes).tolist() for name, rule in self.scorers.items()}
        return _Scored(outcomes, {action: row for row, action in enumerate(outcomes.actions)}, scores)

    def _options(self, number: int, question: AskedQuestion, scored: _Scored) -> Iterator[dict[str, Any]]:
        outcomes, places, scores = scored
        game, chosen = question.info.game, places[question.action]
        head = dict(zip(OPTION_COLUMNS, (number, *_whose(question), question.info.size), strict=False))
        for row in self._drawn(number, len(outcomes), chosen):
            option = {"option": game.format_action(outcomes.actions[row]), "chosen": row == chosen}
            named = {name: values[row] for name, values in scores.items()}
            yield {**head, **option, "consistent": bool(outcomes.possible[row]), **named}

    def _drawn(self, number: int, options: int, chosen: int) -> Iterable[int]:
        """The rows of a question: all, or the chosen and others in the game's order."""
        if self.sample is None or self.sample >= options:
            return range(options)
        rng = np.random.default_rng([self.seed, number])
        others = rng.choice(options - 1, self.sample - 1, replace=False)
        return sorted([chosen, *(int(row) + (row >= chosen) for row in others)])

    def to_frame(self) -> Any:
        """The same as a `pandas.DataFrame`; it needs the extra `frames`."""
        return frame(self.rows(), self.columns)

    def write(self, path: str | Path) -> None:
        """Write it as .csv, .tsv, .json or .parquet."""
        write_rows(path, self.columns, self.rows())

    def as_json(self) -> dict[str, Any]:
        """Plain values, for JSON."""
        return {"options": list(self.rows()), "criteria": list(self.criteria), "sample": self.sample}


def moves(
    plays: Questions | Iterable[Record],
    *,
    model: Model | None = None,
    steps: bool = True,
    progress: Progress = silent,
) -> MoveTable:
    """The figures of every question of some plays; with the chance of each under a fitted model, if one is given.

    `steps` computes what questions cost in expected steps, which takes longest.
    """
    questions = plays if isinstance(plays, Questions) else questions_of(plays)
    judge = _Judge(model, steps)
    sets: dict[object, list[int]] = {}
    for number, question in enumerate(questions.every):
        sets.setdefault(_key(question.info), []).append(number)
    found: dict[int, dict[str, Any]] = {}
    left = list(sets.values())
    while left:
        if len(left) % EVERY == 0:
            progress("moves", len(sets) - len(left), len(sets))
        numbers = left.pop()
        try:
            rows = judge.rows([questions.every[number] for number in numbers])
        except NotProvedError:
            # One baseline for all moves of a game: they are measured again, against a strategy.
            judge.unproved(questions.every[numbers[0]].info.game)
            left = list(sets.values())
            continue
        found.update(zip(numbers, rows, strict=True))
    rows = [found[number] for number in range(len(found))]
    return MoveTable(questions.every, tuple(rows), judge.names, tuple(judge.notes), progress)


def _key(info: InformationSet) -> object:
    """Equal where the figures are."""
    return id(info.game), type(info), info.key


def _whose(question: AskedQuestion) -> tuple[str, str, str, int]:
    return question.participant, question.group, question.trial, question.step


class _Judge:
    """Finds the figures of questions, set by set."""

    def __init__(self, model: Model | None, steps: bool) -> None:
        self.model, self.steps = model, steps
        self.notes: dict[str, None] = {}
        self.names: dict[str, str] = {}
        self._baselines: dict[Game, Baseline | None] = {}

    def rows(self, asked: Sequence[AskedQuestion]) -> list[dict[str, Any]]:
        """The figures of questions that were asked from one set."""
        info = asked[0].info
        outcomes = weighed_outcomes(info, *dict.fromkeys(question.action for question in asked))
        bits = expected_bits(info, outcomes)
        useful, chances, lost = outcomes.useful, self._chances(info), self._steps_lost(info)
        if not info.exact:
            self.notes["Bits are estimated from a sample of the candidates, and of the actions."] = None
        if not info.all_actions:
            self.notes["Ranks are among the questions that are worth asking, not among all."] = None
        known: dict[Action, dict[str, Any]] = {}
        for question in asked:
            action = question.action
            if action not in known:
                row = outcomes.actions.index(action)
                known[action] = _figures(info, outcomes, bits, row) | {
                    "redundant": not useful[row], "chance": chances.get(action), "steps_lost": lost(action),
                }  # fmt: skip
        return [_in_order(question, known[question.action]) for question in asked]

    def _chances(self, info: InformationSet) -> dict[Action, float]:
        return {} if self.model is None else self.model.predict(info)

    def _steps_lost(self, info: InformationSet) -> Callable[[Action], float | None]:
        """What each action loses in expected steps from here; nothing where that is not computed."""
        baseline = self._baseline(info.game) if self.steps else None
        if baseline is None or not steps_countable(info):
            return lambda action: None
        table: EnumeratedSet | None = info.table()
        assert table is not None
        best = baseline.steps(table)

        def lost(action: Action) -> float | None:
            try:
                value = baseline.steps_after(table, action) - best
            except StuckError as error:
                self.notes[f"Some steps are not computed: {error}."] = None
                return None
            return value if abs(value) > TOLERANCE else 0.0

        return lost

    def _baseline(self, game: Game) -> Baseline | None:
        """Whom steps of a game are measured against."""
        if game not in self._baselines:
            start: EnumeratedSet | None = None if game.goal.finds else begin(game).table()
            self._take(game, None if start is None else baseline_of(start))
        return self._baselines[game]

    def unproved(self, game: Game) -> None:
        """The optimum of some position is not proved in time, so a strategy takes its place."""
        start: EnumeratedSet | None = begin(game).table()
        assert start is not None
        self._take(game, strategy_play(start))

    def _take(self, game: Game, baseline: Baseline | None) -> None:
        self._baselines[game] = baseline
        if baseline is not None:
            self.names[str(game)] = baseline.name


def _figures(info: InformationSet, outcomes: Outcomes, bits: Any, row: int) -> dict[str, Any]:
    """What a question is worth among all that could be asked."""
    best = row if bits[row] >= bits.max() - TOLERANCE else int(np.argmax(bits))
    return {
        "candidates": info.size,
        "entropy": info.entropy,
        "bits": float(bits[row]),
        "best_bits": float(bits[best]),
        "best_guess": info.game.format_action(outcomes.actions[best]),
        "regret_bits": max(float(bits[best] - bits[row]), 0.0),
        "consistent": bool(outcomes.possible[row]),
        "parts": int(outcomes.parts[row]),
        "rank": 1 + int((bits > bits[row] + TOLERANCE).sum()),
        "options": len(outcomes),
    }


def _in_order(question: AskedQuestion, figures: dict[str, Any]) -> dict[str, Any]:
    """One row: whose question it was, its answer, and its figures, in the order of the columns."""
    info, after, game = question.info, question.after, question.info.game
    own: dict[str, Any] = dict(zip(("participant", "group", "trial", "step"), _whose(question), strict=True))
    own |= {"game": str(game), "guess": game.format_action(question.action)}
    if after is not None:
        gained = info.entropy - after.entropy
        own |= {
            "answer": game.format_feedback(after.history.steps[-1].feedback), "candidates_after": after.size,
            "entropy_after": after.entropy, "bits_gained": gained, "luck_bits": gained - figures["bits"],
        }  # fmt: skip
    row = own | figures
    row["redundant"] = bool(row["redundant"])
    return {name: row.get(name) for name in COLUMNS}
