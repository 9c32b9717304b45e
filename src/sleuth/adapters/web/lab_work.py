"""A piece of work of the lab: what is studied, and how. Its address holds all of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any, NamedTuple

from sleuth.adapters.service.service import Service
from sleuth.adapters.web.site import address
from sleuth.adapters.web.studies import (
    Study,
    evaluation,
    evaluation_pair,
    key_figures,
    pair,
    plane,
    size_sweep,
    solution,
    versus_figures,
)
from sleuth.app.requests import Analyse, EntropyPlane, Evaluate, Request, Solve, Sweep
from sleuth.core.text import whole_number

EXAMPLE = "mastermind:pegs=3,colours=4"
MAX_SEED = 10**9
USUAL = "analyse"


class Work(NamedTuple):
    """What can be done with a game at the press of a button."""

    button: str
    request: Callable[[str, str, int], Request]
    """From the game, the sizes to compare and the seed."""
    waiting: str
    study: Callable[[dict[str, Any]], Study]
    both: Callable[[dict[str, Any], dict[str, Any]], Study] | None = None
    """Two results of it side by side; none where it is done with one game only."""


def _pair(one: dict[str, Any], other: dict[str, Any]) -> Study:
    return pair(plane(one), plane(other))


WORKS = {
    "analyse": Work("Analyse", lambda game, _, seed: Analyse(game, seed=seed), "Analysing", key_figures),
    "evaluate": Work(
        "Play every secret", lambda game, _, seed: Evaluate(game, seed=seed), "Playing every secret",
        evaluation, partial(evaluation_pair, study=evaluation),
    ),
    "solve": Work(
        "Best strategy", lambda game, *_: Solve(game), "Looking for the best strategy",
        solution, partial(evaluation_pair, study=solution),
    ),
    "plane": Work(
        "Plane of entropies", lambda game, *_: EntropyPlane(game), "Playing every secret with every entropy",
        plane, _pair,
    ),
    "sweep": Work("Compare sizes", Sweep, "Comparing sizes", size_sweep),
}  # fmt: skip


@dataclass(frozen=True)
class LabWork:
    """One game or two, what is done with them, the sizes to compare, and the seed of all draws."""

    game: str = EXAMPLE
    versus: str = ""
    do: str = ""
    over: str = ""
    seed: int = 0

    @classmethod
    def sent(cls, sent: Mapping[str, str]) -> LabWork:
        """The work in an address, or in a form."""
        texts = {name: sent.get(name, "").strip() for name in ("versus", "over", "do")}
        seed = whole_number(sent.get("seed", ""), 0, MAX_SEED) or 0
        do = texts.pop("do")
        return cls(sent.get("game", "").strip() or EXAMPLE, **texts, do=do if do in WORKS else "", seed=seed)

    @property
    def work(self) -> Work:
        """What is done."""
        return WORKS[self.do or USUAL]

    @property
    def query(self) -> dict[str, str]:
        """All of it, as an address has it."""
        over = self.over if self.do == "sweep" else ""
        seed = str(self.seed) if self.seed else ""
        return {"game": self.game, "versus": self.versus, "do": self.do, "over": over, "seed": seed}

    @property
    def address(self) -> str:
        """Where it is done, and seen again."""
        return address("/lab", **self.query)

    async def result(self, service: Service) -> dict[str, Any]:
        """Plain values: those of one game, or `one` and `other` where two are studied one after the other."""
        if self.versus and self.do in ("", USUAL):
            return await service.study(Analyse(self.game, self.versus, seed=self.seed))
        make = self.work.request
        one = await service.study(make(self.game, self.over, self.seed))
        if not self.versus or self.work.both is None:
            return one
        return {"one": one, "other": await service.study(make(self.versus, self.over, self.seed))}

    def study(self, result: dict[str, Any]) -> Study:
        """A result as sentences, charts and a table."""
        if result.get("versus"):
            return versus_figures(result)
        if self.work.both is not None and "other" in result:
            return self.work.both(result["one"], result["other"])
        return self.work.study(result)
