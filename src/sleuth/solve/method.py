"""What the ways to solve a game have in common: what may be asked of each, and what each finds."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from math import isfinite
from typing import Any, Protocol

from sleuth.core.claim import GameClaim, claims_json
from sleuth.core.displayed import Displayed
from sleuth.core.errors import ParameterError
from sleuth.core.game import Action, Game
from sleuth.core.limit import UNLIMITED, Limit
from sleuth.core.progress import Progress, silent
from sleuth.core.table_game import TableGame
from sleuth.strategies.tree import Tree

MEAN, WORST = "mean", "worst"
OBJECTIVES = (MEAN, WORST)
SETTER = "setter"
"""The mean against whoever hides the secret, when both sides may mix."""
WITHIN = "within"
"""`within=N`: the most secrets within N steps, among trees of the least worst case."""
VALUE = "value"
"""Of a game of several players: the chance that the first one wins."""
WANTS = ("first", "beam", "within", "only_possible", "shortest", "bound", "out", "certificate", "count")
"""The options that say what is wanted: a method that does not take one of them refuses it.

What it may spend (symmetry, limit, memory, threads) is no more than a bound: a method that needs less lets it be.
"""
MAX_STEPS = 64
"""More steps than this nobody counts apart."""
MEMO_BYTES = 1 << 29
"""Memory for what is known of sets, all threads together, unless somebody says how much."""


@dataclass(frozen=True)
class SolveOptions:
    """What a tree is to keep to, and what the search for it may spend: the options of `solve`, checked by the door."""

    objective: str = MEAN
    first: Action | None = None
    beam: int = 0
    within: int | None = None
    only_possible: bool = False
    shortest: bool = False
    """Whether, of trees with the least total, one with the shortest longest play is wanted, and the proof."""
    bound: float | None = None
    """Only a tree with a total below this is wanted."""
    symmetry: bool = True
    limit: Limit = UNLIMITED
    memory: int = MEMO_BYTES
    threads: int | None = None
    progress: Progress = silent


USUAL = SolveOptions()


class SolutionDisplay(Displayed):
    """How every solution shows itself."""

    __slots__ = ()

    def __repr__(self: Any) -> str:
        steps = {"mean": self.mean, "worst": self.worst}
        figures = [f"{name} {value:.6g}" for name, value in steps.items() if value is not None]
        figures += ["proved" if self.proved else "not proved"]
        return f"<{type(self).__name__} of {self.game}: {', '.join(figures)}>"


class Solution(Protocol):
    """The best strategy of a game, as far as it was found, and how good any can be."""

    @property
    def game(self) -> Any:
        """The game that was solved."""

    @property
    def objective(self) -> str:
        """What was made least: `mean`, `worst`, what comes later than `within=N`, or the mean against a `setter`;
        `value` where several play."""

    @property
    def method(self) -> str:
        """The name of the method that found it."""

    @property
    def secrets(self) -> int | None:
        """How many secrets there are; `None` where several play, and below."""

    @property
    def total(self) -> int | float | None:
        """The sum of steps over all secrets; `None` where only the worst case is known."""

    @property
    def mean(self) -> float | None:
        """The expected number of steps; `None` where only the worst case is known."""

    @property
    def worst(self) -> int | None:
        """The longest play."""

    @property
    def lower_bound(self) -> int | float | None:
        """No strategy has a smaller total (objective mean) or a shorter longest play (objective worst)."""

    @property
    def proved(self) -> bool:
        """Whether no strategy is better by the objective."""

    @property
    def claims(self) -> tuple[GameClaim, ...]:
        """What is claimed, what comes first by the objective first."""

    @property
    def nodes(self) -> int:
        """How much the search looked at."""

    @property
    def seconds(self) -> float:
        """What it took."""

    @property
    def stopped(self) -> str:
        """Why the search ended early: `time`, `interrupt`, or nothing."""

    @property
    def tree(self) -> Tree | None:
        """The complete strategy as data; `None` where there is none."""

    @property
    def title(self) -> str:
        """What was solved, for people."""

    def rows(self) -> list[tuple[str, str]]:
        """The figures for people: a name and a value each."""

    def figures(self) -> dict[str, Any]:
        """Plain figures: `secrets`, `total`, `mean`, `worst`, `histogram`, `first`; null where unknown."""

    def as_json(self) -> dict[str, Any]:
        """Plain values, for JSON: `solution_json`, and after it what only this method knows."""


def solution_json(solution: Solution) -> dict[str, Any]:
    """What every solution says, whatever the method."""
    return {
        "game": str(solution.game),
        "objective": solution.objective,
        **solution.figures(),
        "lower_bound": solution.lower_bound,
        "proved": solution.proved,
        "nodes": solution.nodes,
        "seconds": solution.seconds,
        "stopped": solution.stopped or None,
        "method": solution.method,
        **claims_json(solution.claims),
    }


def early_end(stopped: str) -> str:
    """Why a search ended early, to be added to a sentence."""
    return {"time": "; the time was up", "interrupt": "; it was interrupted"}.get(stopped, "")


@dataclass(frozen=True)
class Method:
    """A way to solve a game."""

    name: str
    objectives: tuple[str, ...]
    """What it can make least, the usual one first."""
    takes: frozenset[str]
    """The options of `WANTS` that it takes; the others are refused."""
    why: str
    """What it solves, as the reason why others are refused."""
    run: Callable[[Any, SolveOptions], Solution]

    def check(self, game: Game | TableGame, objective: str | None, wants: Mapping[str, Any]) -> None:
        """Raise `ParameterError` for what does not go, with what does."""
        wrong = [option for option in WANTS if wants.get(option) and option not in self.takes]
        if objective is not None and objective.partition("=")[0] not in self.objectives:
            wrong.insert(0, f"objective {objective}")
        if wrong:
            goes = [option for option in WANTS if option in self.takes]
            rest = f", {_listed(goes)} {_does(goes)}" if goes else ""
            raise ParameterError(f"{game}: {self.why}; {_listed(wrong)} {_does(wrong)} not go with that{rest}")


def _listed(names: Iterable[str]) -> str:
    *others, last = names
    return f"{', '.join(others)} and {last}" if others else last


def _does(names: list[str]) -> str:
    return "does" if len(names) == 1 else "do"


def steps_of(objective: str) -> int | None:
    """The steps in an objective `within=N`; `None` where it is another objective."""
    name, _, steps = objective.partition("=")
    return int(steps) if name == WITHIN and steps.isdecimal() and 0 < int(steps) < MAX_STEPS else None


def check_objective(objective: str) -> None:
    """Raise `ParameterError` for what nobody makes least."""
    if objective not in (*OBJECTIVES, SETTER, VALUE) and steps_of(objective) is None:
        raise ParameterError(f"the objective is mean, worst, within=N or setter, not {objective!r}")


def check_terms(objective: str, beam: int, within: int | None, bound: float | None = None) -> None:
    """Raise `ParameterError` for terms that no tree can have."""
    check_objective(objective)
    if beam < 0:
        raise ParameterError(f"a beam is 1 or more actions wide, or 0 for all of them, not {beam}")
    if within is not None and within < 0:
        raise ParameterError(f"within is a number of steps, or 0 for any number, not {within}")
    if within and objective == WORST:
        raise ParameterError("within goes with the objective mean; worst finds the fewest steps by itself")
    if bound is not None and objective == WORST:
        raise ParameterError("bound goes with the objective mean; worst finds the fewest steps by itself")
    if bound is not None and beam:
        raise ParameterError("a beam proves nothing, so it cannot tell that no tree is below a bound; leave one out")
    if bound is not None and not isfinite(bound):
        raise ParameterError(f"a bound is a total, a number, not {bound}")
