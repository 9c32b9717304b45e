"""A model of how somebody asks, fitted: the chance that it gives each question, and how it compares with others.

The criteria are those of Akaike and Schwarz, with k parameters, n questions and the highest log-likelihood L:

    AIC = 2k - 2L            weight = exp(-AIC/2) as a share of all models
    BIC = k ln(n) - 2L       the same
"""

from __future__ import annotations

from dataclasses import dataclass
from math import isfinite, isnan, log
from typing import Any

import numpy as np

from sleuth.belief.base import InformationSet
from sleuth.core.errors import ParameterError
from sleuth.core.game import Action
from sleuth.kernels.arrays import Floats
from sleuth.lab.choice_rules import RANDOM, RULES
from sleuth.lab.likelihood import listed
from sleuth.lab.observed_questions import AskedQuestion
from sleuth.lab.softmax import expected_entropies


def plain_number(value: float | None) -> float | str | None:
    """A number for JSON, which has no infinity."""
    if value is None or isnan(value):
        return None
    return value if isfinite(value) else "inf"


@dataclass(frozen=True)
class Estimate:
    """A number with its interval."""

    value: float
    """The value of the highest likelihood."""
    low: float
    """Where the interval begins."""
    high: float
    """Where the interval ends."""

    def holds(self, truth: float) -> bool:
        """Whether the interval holds a value."""
        return self.low <= truth <= self.high

    def as_json(self) -> dict[str, float | str | None]:
        """Plain values, for JSON."""
        return {key: plain_number(v) for key, v in vars(self).items()}


@dataclass(frozen=True)
class Model:
    """A model of how somebody asks, fitted."""

    members: tuple[str, ...]
    """Its names: rules that prefer the same questions by the same shares here cannot be told apart."""
    parameters: int
    """How many of its numbers were fitted."""
    log_likelihood: float
    """How likely it makes the questions, in nats."""
    questions: int
    """How many questions it was fitted to."""
    held_out: float
    """The mean log-likelihood of a question of those that it was not fitted to."""
    order: float | None
    """The order of its entropy; `None` where it is none."""
    degree: float | None
    """Those of its entropy; `None` where it is none."""
    noise: float
    """In the unit of what it weighs; infinite where anything is as likely as anything else."""
    weight: float = 0.0
    """Akaike's weight: how much speaks for it among all models here."""
    bic_weight: float = 0.0
    """The same by BIC."""

    @property
    def name(self) -> str:
        """All its names: `hartley = shannon`."""
        return " = ".join(self.members)

    @property
    def aic(self) -> float:
        """Akaike's criterion; lower is better."""
        return 2 * self.parameters - 2 * self.log_likelihood

    @property
    def bic(self) -> float:
        """Schwarz's criterion, of as many observations as there are questions; lower is better."""
        return self.parameters * log(self.questions) - 2 * self.log_likelihood

    def chances(self, info: InformationSet) -> Floats:
        """The chance of each action that may be asked now, in their order."""
        outcomes = listed(AskedQuestion(info, None, 0)).outcomes()
        if self.members[0] == RANDOM or not isfinite(self.noise):
            return np.full(len(outcomes), 1 / len(outcomes))
        if self.members[0] in RULES:
            scores = RULES[self.members[0]](outcomes)
        else:
            assert self.order is not None
            assert self.degree is not None
            scores = expected_entropies(outcomes, np.array([self.order]), np.array([self.degree]))[0]
        chances = np.exp((scores.min() - scores) / self.noise)
        return np.asarray(chances / chances.sum())

    def predict(self, info: InformationSet) -> dict[Action, float]:
        """The chance of each action that may be asked now."""
        return dict(zip(info.actions, self.chances(info).tolist(), strict=True))

    def rows(self) -> dict[str, Any]:
        """Its figures by name."""
        names = ("parameters", "log_likelihood", "aic", "bic", "weight", "bic_weight", "held_out")
        numbers = {name: getattr(self, name) for name in (*names, "order", "degree", "noise")}
        return {"model": self.name, **numbers}

    def as_json(self) -> dict[str, Any]:
        """Plain values, for JSON."""
        row = {key: plain_number(v) if isinstance(v, float) else v for key, v in self.rows().items()}
        return {**row, "members": list(self.members)}


def model_named(models: tuple[Model, ...], name: str) -> Model:
    """The model that has this name among others."""
    known = next((model for model in models if name in (*model.members, model.name)), None)
    if known is None:
        names = ", ".join(member for model in models for member in model.members)
        raise ParameterError(f"no model is called {name!r}; there are {names}")
    return known
