"""Persons and groups: one fit for all, one for each group, one for each participant, and what they say together.

Nothing is pooled in part: a person's estimates come from that person's questions alone. What is said of all persons is

- how many are best described by each model, by Akaike's criterion;
- the **share** of persons that follow each model: the shares under which all persons together are most likely, where
  exp(-BIC/2) stands for how likely a person's questions are under a model (a mixture, fitted by EM);
- **pooling**: whether one set of parameters is enough, or each group or person needs its own, by AIC and BIC of the
  added log-likelihoods and parameters.

The fit of a part holds the model that fits the whole best, so that adding parameters never lowers the likelihood.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from math import log
from typing import Any

import numpy as np

from sleuth.core.frames import frame
from sleuth.core.progress import Progress, silent
from sleuth.lab.fitted_model import Estimate
from sleuth.lab.fitting import Choices, Fit
from sleuth.lab.model_families import Best
from sleuth.lab.observed_questions import AskedQuestion, Questions

ALL, GROUP, PERSON = "all", "group", "person"
"""The levels of fits."""
ROUNDS = 1000
"""Of EM, at most."""


@dataclass(frozen=True, eq=False)
class Fits:
    """The fit of everybody together, and those of each group and each participant."""

    together: Fit
    groups: Mapping[str, Fit]
    persons: Mapping[str, Fit]
    group_of: Mapping[str, str]
    """The group of each participant; empty where there are several or none."""
    left_out: tuple[str, ...] = ()
    """A sentence for each row, or person, that could not be used."""

    @property
    def levels(self) -> Iterator[tuple[str, str, Fit]]:
        """Every fit, with its level and name."""
        yield ALL, "", self.together
        yield from ((GROUP, name, each) for name, each in self.groups.items())
        yield from ((PERSON, name, each) for name, each in self.persons.items())

    def rows(self) -> list[dict[str, Any]]:
        """One row a fit: its parameters with intervals, and the best model."""
        out = []
        for level, name, each in self.levels:
            group = self.group_of.get(name, "") if level == PERSON else name
            best, whole = each.best, each.model("sharma-mittal")
            out.append(
                {
                    "level": level, "participant": name if level == PERSON else "", "group": group,
                    "plays": each.plays, "questions": each.questions,
                    **_estimate("order", each.order), **_estimate("degree", each.degree),
                    **_estimate("noise", each.noise),
                    "log_likelihood": each.log_likelihood, "aic": whole.aic, "bic": whole.bic,
                    "best": best.name, "best_noise": best.noise, "best_log_likelihood": best.log_likelihood,
                    "best_weight": best.weight, "best_held_out": best.held_out,
                    "random_log_likelihood": each.model("at random").log_likelihood,
                }
            )  # fmt: skip
        return out

    def model_rows(self) -> list[dict[str, Any]]:
        """One row a fit and model."""
        return [{"level": level, "name": name, **row} for level, name, each in self.levels for row in each.rows()]

    def to_frame(self) -> Any:
        """The fits as a `pandas.DataFrame`; it needs the extra `frames`."""
        return frame(self.rows())

    def models_to_frame(self) -> Any:
        """Every model of every fit as a `pandas.DataFrame`."""
        return frame(self.model_rows())

    @property
    def names(self) -> list[str]:
        """One name of each model that can be told apart on all questions together."""
        return [model.members[0] for model in self.together.models]

    @cached_property
    def best_described(self) -> dict[str, int]:
        """How many persons are best described by each model, by Akaike's criterion."""
        count = Counter(self._name(each) for each in self.persons.values())
        return {name: count[name] for name in self.names if count[name]}

    def _name(self, each: Fit) -> str:
        """The best model of a fit, by its name among all questions."""
        return next(name for name in self.names if each.model(name) is each.best)

    @cached_property
    def shares(self) -> dict[str, float]:
        """The share of persons that follow each model; empty where nobody has a name."""
        if not self.persons:
            return {}
        evidence = np.array([[-each.model(name).bic / 2 for name in self.names] for each in self.persons.values()])
        shares = mixture_shares(evidence)
        return dict(zip(self.names, shares, strict=True))

    def pooling(self) -> list[dict[str, Any]]:
        """One row a model and level: everybody alike, each group by itself, each person by themselves."""
        out = []
        levels: tuple[tuple[str, Sequence[Fit]], ...] = (
            (ALL, [self.together]), (GROUP, list(self.groups.values())), (PERSON, list(self.persons.values())),
        )  # fmt: skip
        for name in self.names:
            for level, fits in levels:
                if sum(each.questions for each in fits) != self.together.questions:
                    continue  # not everybody has a name
                models = [each.model(name) for each in fits]
                parameters = len(models) * self.together.model(name).parameters
                likely = sum(model.log_likelihood for model in models)
                bic = parameters * log(self.together.questions) - 2 * likely
                out.append({"model": name, "level": level, "fits": len(fits), "parameters": parameters,
                            "log_likelihood": likely, "aic": 2 * parameters - 2 * likely, "bic": bic})  # fmt: skip
        return out

    def as_json(self) -> dict[str, Any]:
        """Plain values, for JSON."""
        return {
            **self.together.as_json(),
            "groups": {name: each.as_json() for name, each in self.groups.items()},
            "persons": {
                name: {"group": self.group_of.get(name, ""), **each.as_json()} for name, each in self.persons.items()
            },
            "best_described": self.best_described,
            "shares": self.shares,
            "pooling": self.pooling(),
            "rows_left_out": list(self.left_out),
        }


def _estimate(name: str, estimate: Estimate | None) -> dict[str, float | None]:
    """A number and its interval as columns."""
    values = (None, None, None) if estimate is None else (estimate.value, estimate.low, estimate.high)
    return dict(zip((name, f"{name}_low", f"{name}_high"), values, strict=True))


def mixture_shares(evidence: Any) -> list[float]:
    """The shares of models under which all persons are most likely: `evidence` has their log-likelihoods, persons x
    models."""
    likely = np.exp(evidence - evidence.max(axis=1, keepdims=True))
    shares = np.full(likely.shape[1], 1 / likely.shape[1])
    for _ in range(ROUNDS):
        each = likely * shares
        new = (each / each.sum(axis=1, keepdims=True)).mean(axis=0)
        if np.abs(new - shares).max() < 1e-9:
            break
        shares = new
    return [float(share) for share in shares]


def fit_all(
    questions: Questions,
    *,
    resamples: int = 1000,
    seed: int = 0,
    persons: bool = True,
    progress: Progress = silent,
) -> Fits:
    """Fit everybody together, each group, and, unless they are not wanted, each participant."""
    questions.check()
    choices = Choices(questions, progress)
    together = choices.fit(resamples=resamples, seed=seed, progress=progress)
    left_out = list(questions.left_out)

    def parts(names: Sequence[str], field: str, anchors: Callable[[str], list[Mapping[str, Best]]]) -> dict[str, Fit]:
        out = {}
        for done, name in enumerate(names if len(names) > 1 else ()):
            progress(f"fitting each {field}", done, len(names))
            some = questions.only(partial(_belongs, field, name))
            if not len(some):
                left_out.append(f"{field} {name} has no question with something to choose")
                continue
            out[name] = choices.only(some).fit(resamples=resamples, seed=seed, anchors=anchors(name))
        return out

    group_of = _group_of(questions.every)
    groups = parts(questions.groups, "group", lambda name: [together.anchors])

    def bests(name: str) -> list[Mapping[str, Best]]:
        group = groups.get(group_of[name])
        return [together.anchors, *([group.anchors] if group is not None else [])]

    each = parts(questions.participants, "participant", bests) if persons else {}
    return Fits(together, groups, each, group_of, tuple(left_out))


def _belongs(field: str, name: str, question: AskedQuestion) -> bool:
    return bool(getattr(question, field) == name)


def _group_of(every: Sequence[AskedQuestion]) -> dict[str, str]:
    groups: dict[str, set[str]] = {}
    for question in every:
        groups.setdefault(question.participant, set()).add(question.group)
    return {name: next(iter(some)) if len(some) == 1 else "" for name, some in groups.items()}
