"""Small games that are hard to get right, each made from the name of its kind and a seed.

A kind is one way to be nasty: answers that do not tell a hit, constraints that leave no action, secrets that nothing
tells apart, weights that span 24 orders of magnitude. `nasty_game("twins", 7)` is the same game everywhere and always.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from random import Random
from string import ascii_lowercase
from typing import ClassVar

from sleuth.core.capabilities import Constraint, Hits, Rounds
from sleuth.core.errors import FeedbackError
from sleuth.core.game import Feedback, Game, Goal, look_up
from sleuth.core.sequential import Sequential

RIGHT = "right"
"""The winning answer."""
HIT, MISS = "hit", "miss"
ANSWERS = "xyz"
MARKS = ("", "+")
"""What a sequential law adds to an answer."""
MAX_SECRETS = 8


Law = dict[str, dict[str, Feedback]]
"""The answer to each action (first key) of each secret."""


@dataclass(frozen=True)
class Draft:
    """Everything that was drawn for a game."""

    goal: Goal
    weights: dict[str, float]
    """The secrets and their weights."""
    law: Law
    costs: dict[str, float] = field(default_factory=dict)
    """What each action costs, where they differ."""
    hits: dict[str, frozenset[str]] = field(default_factory=dict)
    forbidden: frozenset[tuple[str, Feedback, str]] = frozenset()
    """What may not be asked once an action was answered so: the action asked, its answer, the action forbidden."""
    rows: int | None = None
    repeats: bool = True
    ordered: bool | None = None
    """For a sequential law: whether the order of what was asked matters."""


@dataclass(frozen=True)
class NastyGame(Game, Constraint, Rounds, Hits):
    """A small random game of a nasty kind, made by `nasty_game`."""

    goal: ClassVar[Goal]
    rows: ClassVar[int | None] = None
    repeats: ClassVar[bool] = True

    kind: str = "tables"
    seed: int = 0

    def __post_init__(self) -> None:
        for name in ("goal", "rows", "repeats"):
            object.__setattr__(self, name, getattr(self.draft, name))

    @property
    def draft(self) -> Draft:
        """Everything that was drawn."""
        return draft(self.kind, self.seed)

    def secrets(self) -> Sequence[str]:
        return list(self.draft.weights)

    def actions(self) -> Sequence[str]:
        return list(self.draft.law)

    def feedback(self, action: str, secret: str) -> Feedback:
        return self.draft.law[action][secret]

    def prior(self, secret: str) -> float:
        return self.draft.weights[secret]

    def cost(self, action: str) -> float:
        return self.draft.costs.get(action, 1)

    def hits(self, secret: str) -> frozenset[str]:
        return self.draft.hits[secret]

    @property
    def constrained(self) -> bool:
        return bool(self.draft.forbidden)

    def allows(self, action: str, past: str, feedback: Feedback) -> bool:
        return (past, feedback, action) not in self.draft.forbidden


@dataclass(frozen=True)
class NastySequence(NastyGame, Sequential):
    """A small random game whose answers depend on what was asked before, made by `nasty_game`."""

    feedback = Sequential.feedback

    def __post_init__(self) -> None:
        super().__post_init__()
        object.__setattr__(self, "ordered", self.draft.ordered)

    def feedback_after(self, past: Sequence[str], action: str, secret: str) -> Feedback:
        """The answer of the law, and how it stands with what was asked before.

        Where the order matters, whether the last action hit; else, whether this makes all hits.
        """
        answer, hits = self.draft.law[action][secret], self.draft.hits[secret]
        last = bool(past and past[-1] in hits) if self.ordered else hits <= {*past, action}
        return f"{answer}{MARKS[last]}"

    def parse_feedback(self, text: str, action: str) -> Feedback:
        """Whatever may be answered after some past."""
        answers = {f"{answer}{mark}": f"{answer}{mark}" for answer in self.draft.law[action].values() for mark in MARKS}
        found: str = look_up(answers, text, FeedbackError, f"{{}} is no answer to {action}; it is one of {{}}")
        return found


@lru_cache(maxsize=256)
def draft(kind: str, seed: int) -> Draft:
    """What is drawn for a kind and a seed."""
    return DRAFTS[kind](Random(f"{kind} {seed}"))


# What the kinds have in common.


def _secrets(rng: Random, most: int = 6) -> list[str]:
    """Three to `most` secrets; now and then as many as eight."""
    number = rng.randint(3, most) if rng.random() < 0.95 else rng.randint(most, MAX_SECRETS)
    return list(ascii_lowercase[:number])


def _weights(rng: Random, secrets: Sequence[str]) -> dict[str, float]:
    """Equal, whole or fractional weights."""
    draw: Callable[[], float] = rng.choice(
        [lambda: 1, lambda: 1, lambda: rng.randint(1, 5), lambda: rng.random() + 0.01]
    )
    return {secret: draw() for secret in secrets}


def _questions(rng: Random, secrets: Sequence[str], least: int, most: int) -> Law:
    """Questions with random answers, of two kinds or three."""
    answers = ANSWERS[: rng.randint(2, 3)]
    return {f"q{i}": {s: rng.choice(answers) for s in secrets} for i in range(rng.randint(least, most))}


def _guesses(rng: Random, secrets: Sequence[str]) -> Law:
    """A guess of each secret: only that one answers `right`, the others as they like."""
    answers = ANSWERS[: rng.randint(1, 3)]
    return {guess: {s: RIGHT if s == guess else rng.choice(answers) for s in secrets} for guess in secrets}


def _shuffled(rng: Random, law: Law) -> Law:
    return {action: law[action] for action in rng.sample(list(law), len(law))}


def _naming(rng: Random, secrets: Sequence[str], most: int = 2) -> Law:
    return _shuffled(rng, _guesses(rng, secrets) | _questions(rng, secrets, 0, most))


def _knowing(rng: Random, secrets: Sequence[str]) -> Law:
    return _questions(rng, secrets, 2, 6)


def _hits(rng: Random, secrets: Sequence[str], actions: Sequence[str]) -> dict[str, frozenset[str]]:
    """One to three actions that hit each secret."""
    return {s: frozenset(rng.sample(list(actions), rng.randint(1, min(3, len(actions))))) for s in secrets}


def _forbidden(rng: Random, law: Law, chance: float) -> frozenset[tuple[str, Feedback, str]]:
    """Some actions forbid others, for all answers or for one; a guess is never forbidden while it may be right."""
    out: set[tuple[str, Feedback, str]] = set()
    for past, row in law.items():
        answers = sorted(set(map(str, row.values())))
        for action in law:
            if rng.random() < chance:
                some = answers if rng.random() < 0.5 else answers[:1]
                out.update((past, answer, action) for answer in some if row.get(action) != answer)
    return frozenset(out)


# The kinds.


def _tables(rng: Random) -> Draft:
    """Random answers, questions beside guesses."""
    secrets = _secrets(rng)
    name = rng.random() < 0.5
    law = _naming(rng, secrets) if name else _knowing(rng, secrets)
    return Draft(Goal.NAME if name else Goal.KNOW, _weights(rng, secrets), law, repeats=rng.random() < 0.7)


def _quiet_find(rng: Random) -> Draft:
    """Everything is to be found, and answers do not tell a hit from a miss."""
    secrets = _secrets(rng, 5)
    law = _questions(rng, secrets, 2, 4)
    weights = _weights(rng, secrets)
    return Draft(Goal.FIND, weights, law, hits=_hits(rng, secrets, list(law)), repeats=False)


def _telling_find(rng: Random) -> Draft:
    """Everything is to be found, and answers tell a hit, some of them more."""
    secrets = _secrets(rng, 5)
    actions = [f"q{i}" for i in range(rng.randint(2, 5))]
    hits, marks = _hits(rng, secrets, actions), rng.choice([("",), ("", "!")])
    law: Law = {a: {s: (HIT if a in hits[s] else MISS) + rng.choice(marks) for s in secrets} for a in actions}
    return Draft(Goal.FIND, _weights(rng, secrets), law, hits=hits, repeats=False)


def _naming_find(rng: Random) -> Draft:
    """Everything is to be found, or the secret named; not every secret can be."""
    base = _quiet_find(rng) if rng.random() < 0.5 else _telling_find(rng)
    secrets = list(base.weights)
    named = rng.sample(secrets, rng.randint(1, min(3, len(secrets))))
    law = base.law | {guess: {s: RIGHT if s == guess else MISS for s in secrets} for guess in named}
    return Draft(Goal.FIND, base.weights, law, hits=base.hits, repeats=False)


def _silent_naming(rng: Random) -> Draft:
    """Everything is to be found, or the secret named; but what is answered to a guess does not tell if it is right."""
    base = _naming_find(rng)
    answers = rng.choice([(MISS,), (RIGHT, MISS)])
    guesses: Law = {a: {s: rng.choice(answers) for s in base.weights} for a in base.law if a in base.weights}
    return replace(base, law=base.law | guesses)


def _repeating_find(rng: Random) -> Draft:
    """Everything is to be found, and what was asked may be asked again, though nothing comes of it."""
    base = rng.choice([_quiet_find, _telling_find, _naming_find])(rng)
    return Draft(Goal.FIND, base.weights, base.law, hits=base.hits)


def _sequential_find(rng: Random) -> Draft:
    """Everything is to be found, and what is answered depends on what was asked before."""
    base = (_telling_find if rng.random() < 0.7 else _quiet_find)(rng)
    law = dict(list(base.law.items())[:4])
    secrets = list(base.weights)[:5]
    hits = {s: (base.hits[s] & law.keys()) or frozenset(rng.sample(list(law), 1)) for s in secrets}
    weights = {s: base.weights[s] for s in secrets}
    return Draft(Goal.FIND, weights, law, hits=hits, repeats=False, ordered=rng.random() < 0.4)


def _sequential_naming(rng: Random) -> Draft:
    """Everything is to be found, or the secret named; what is answered, to a right guess too, depends on the past."""
    base = _sequential_find(rng)
    questions, secrets = dict(list(base.law.items())[:3]), list(base.weights)
    hits = {s: (base.hits[s] & questions.keys()) or frozenset(rng.sample(list(questions), 1)) for s in secrets}
    guesses: Law = {guess: {s: RIGHT if s == guess else MISS for s in secrets} for guess in rng.sample(secrets, 2)}
    return replace(base, law=_shuffled(rng, questions | guesses), hits=hits)


def _sequential_name(rng: Random) -> Draft:
    """A secret is to be named or known, and what is answered depends on what was asked before."""
    secrets = _secrets(rng, 5)
    name = rng.random() < 0.5
    law = _naming(rng, secrets, 1) if name else _questions(rng, secrets, 2, 4)
    hits, goal = _hits(rng, secrets, list(law)), Goal.NAME if name else Goal.KNOW
    return Draft(goal, _weights(rng, secrets), law, hits=hits, repeats=False, ordered=rng.random() < 0.4)


def _constrained_know(rng: Random) -> Draft:
    """Answers forbid questions, and the secret is to be known: a wrong turn may leave no way on."""
    secrets = _secrets(rng)
    law = _knowing(rng, secrets)
    forbidden = _forbidden(rng, law, rng.choice([0.15, 0.3, 0.5]))
    return Draft(Goal.KNOW, _weights(rng, secrets), law, forbidden=forbidden)


def _constrained_name(rng: Random) -> Draft:
    """Answers forbid actions, and the secret is to be named; what may be right may be guessed, as in hard modes."""
    secrets = _secrets(rng)
    law = _naming(rng, secrets)
    forbidden = _forbidden(rng, law, rng.choice([0.2, 0.4, 0.8]))
    return Draft(Goal.NAME, _weights(rng, secrets), law, forbidden=forbidden)


def _constrained_find(rng: Random) -> Draft:
    """Answers forbid actions, and everything is to be found; a hit that is forbidden may be out of reach for good."""
    base = rng.choice([_quiet_find, _telling_find])(rng)
    forbidden = _forbidden(rng, base.law, rng.choice([0.1, 0.2]))
    return Draft(Goal.FIND, base.weights, base.law, hits=base.hits, forbidden=forbidden, repeats=False)


def _twins(rng: Random) -> Draft:
    """Two secrets that no question tells apart: they cannot be known, but they can be named."""
    secrets = _secrets(rng)
    name = rng.random() < 0.6
    law = _naming(rng, secrets, 3) if name else _knowing(rng, secrets)
    one, other = rng.sample(secrets, 2)
    for action, row in law.items():
        if not {one, other} & {action}:
            row[other] = row[one]
    return Draft(Goal.NAME if name else Goal.KNOW, _weights(rng, secrets), law)


def _wide_weights(rng: Random) -> Draft:
    """Weights from 1e-18 to 1e6."""
    base = _tables(rng)
    weights: dict[str, float] = {s: 10.0 ** rng.randint(-18, 6) for s in base.weights}
    return Draft(base.goal, weights, base.law, repeats=base.repeats)


def _wide_costs(rng: Random) -> Draft:
    """Costs from 1e-12 to 1, and sometimes such weights too."""
    base = _tables(rng)
    costs = {action: 10.0 ** rng.randint(-12, 0) for action in base.law}
    weights = base.weights if rng.random() < 0.7 else {s: 10.0 ** rng.randint(-9, 3) for s in base.weights}
    return Draft(base.goal, weights, base.law, costs, repeats=base.repeats)


def _costs(rng: Random) -> Draft:
    """Costs of the same size, whole or not; sometimes all alike, but not 1."""
    base = _tables(rng)
    draw: Callable[[], float] = rng.choice([lambda: rng.randint(1, 4), lambda: rng.randint(1, 8) / 4, lambda: 3])
    return Draft(base.goal, base.weights, base.law, {a: draw() for a in base.law}, repeats=base.repeats)


def _not_secrets(rng: Random) -> Draft:
    """More actions that name no secret than such that do, and guesses of what cannot be."""
    secrets = _secrets(rng, 5)
    law = _naming(rng, secrets, 4)
    weights = _weights(rng, secrets) | dict.fromkeys(rng.sample(secrets, rng.randint(0, len(secrets) - 2)), 0.0)
    return Draft(Goal.NAME, weights, law)


def _not_actions(rng: Random) -> Draft:
    """Secrets that cannot be guessed, so that they cannot be named; some of them never occur."""
    base = _not_secrets(rng)
    secrets = list(base.weights)
    without = set(rng.sample(secrets, rng.randint(1, 2)))
    law = {action: row for action, row in base.law.items() if action not in without}
    weights = {s: 0.0 if s in without and rng.random() < 0.7 else max(w, 1.0) for s, w in base.weights.items()}
    return Draft(Goal.NAME, weights, law)


def _rows(rng: Random) -> Draft:
    """Only so many steps, often too few."""
    base = rng.choice([_tables, _constrained_name, _costs])(rng)
    return Draft(base.goal, base.weights, base.law, base.costs, {}, base.forbidden, rng.randint(1, 4), base.repeats)


def _no_action_left(rng: Random) -> Draft:
    """After a question or two nothing may be asked any more."""
    secrets = _secrets(rng)
    law = _knowing(rng, secrets)
    last = rng.sample(list(law), rng.randint(1, max(1, len(law) // 2)))
    forbidden = frozenset((past, answer, a) for past in last for answer in set(law[past].values()) for a in law)
    return Draft(Goal.KNOW, _weights(rng, secrets), law, forbidden=forbidden, repeats=rng.random() < 0.5)


def _idle_first(rng: Random) -> Draft:
    """The first actions tell nothing."""
    base = rng.choice([_tables, _tables, _constrained_know, _rows])(rng)
    idle: Law = {f"idle{i}": dict.fromkeys(base.weights, "x") for i in range(2)}
    return Draft(base.goal, base.weights, idle | base.law, {}, {}, base.forbidden, base.rows, base.repeats)


def _yes_no(rng: Random) -> Draft:
    """Questions that are answered with yes or no; for channels."""
    secrets = _secrets(rng)
    name = rng.random() < 0.4
    law: Law = {f"q{i}": {s: rng.choice(("yes", "no")) for s in secrets} for i in range(rng.randint(2, 5))}
    if name:
        law |= {guess: {s: RIGHT if s == guess else "no" for s in secrets} for guess in secrets}
    return Draft(Goal.NAME if name else Goal.KNOW, _weights(rng, secrets), law)


# Where two things cross that are right by themselves.


def _priced_steps(rng: Random) -> Draft:
    """Prices that differ, and as a rule only so many steps."""
    base = _tables(rng) if rng.random() < 0.3 else replace(_not_secrets(rng), repeats=rng.random() < 0.7)
    price: Callable[[], float] = rng.choice([lambda: rng.randint(1, 2), lambda: rng.choice((1, 10)), rng.random])
    costs = {action: price() + 0.01 * (price is rng.random) for action in base.law}
    return replace(base, costs=costs, rows=rng.choice([None, 2, 3, 4]))


def _few_rows(rng: Random) -> Draft:
    """Guesses that tell hardly more than whether they are right, and rows that are too few for anybody, or nearly."""
    secrets = _secrets(rng)
    know = rng.random() < 0.3
    law: Law = {s: {t: RIGHT if s == t else "x" for t in secrets} for s in secrets}
    law |= _questions(rng, secrets, 0, 1)
    some = rng.randint(1, len(secrets) - 1)
    forbidden = _forbidden(rng, law, 0.1) if rng.random() < 0.2 else frozenset()
    weights = _weights(rng, secrets)
    return Draft(Goal.KNOW if know else Goal.NAME, weights, _shuffled(rng, law), forbidden=forbidden, rows=some)


def _guessing(rng: Random) -> Draft:
    """Actions are secrets, whatever the goal: to be named, known or found."""
    secrets = _secrets(rng, 5)
    law, goal = _guesses(rng, secrets), rng.choice([Goal.NAME, Goal.NAME, Goal.KNOW, Goal.FIND])
    if rng.random() < 0.5:
        law |= _questions(rng, secrets, 1, 2)
    if goal is Goal.KNOW:
        law = {a: {s: rng.choice(ANSWERS) for s in secrets} for a in law}
    hits = _hits(rng, secrets, list(law)) if goal is Goal.FIND else {}
    rows = rng.choice([None, None, 2, 3, 4]) if goal is not Goal.FIND else None
    return Draft(goal, _weights(rng, secrets), law, hits=hits, rows=rows, repeats=goal is not Goal.FIND)


def _fractions(rng: Random) -> Draft:
    """Weights and costs that are not whole, a few values each, so that different trees may have the same total."""
    base = _tables(rng)
    weigh = rng.choice([(0.1, 0.2, 0.3, 0.7), (0.25, 0.5, 1.5), (1,), (0.3, 1.3, 2)])
    price: tuple[float, ...] = rng.choice([(0.1, 0.2, 0.7), (1,), (1, 1000), (0.5, 1, 2.25)])
    law = dict(base.law)
    if rng.random() < 0.5:  # the same question twice
        law["again"] = dict(rng.choice([row for action, row in law.items() if action not in base.weights] or [{}]))
        law = {action: row for action, row in law.items() if row}
    weights = {s: rng.choice(weigh) for s in base.weights}
    return Draft(base.goal, weights, law, {a: rng.choice(price) for a in law}, repeats=base.repeats)


def _dead_ends(rng: Random) -> Draft:
    """Answers forbid actions, also the naming of a secret that gives them; play may get stuck at every turn."""
    secrets = _secrets(rng)
    name = rng.random() < 0.5
    law = _naming(rng, secrets) if name else _knowing(rng, secrets)
    chance = rng.choice([0.05, 0.1, 0.2, 0.4])
    forbidden = frozenset(
        (past, answer, action)
        for past, row in law.items()
        for answer in sorted(set(map(str, row.values())))
        for action in law
        if answer != RIGHT and rng.random() < chance
    )
    rows = rng.choice([None, None, 2, 3])
    goal = Goal.NAME if name else Goal.KNOW
    return Draft(goal, _weights(rng, secrets), law, forbidden=forbidden, rows=rows, repeats=rng.random() < 0.7)


def _one_secret(rng: Random) -> Draft:
    """One secret, or two, among questions that tell nothing of it."""
    secrets = list(ascii_lowercase[: rng.choice([1, 1, 1, 2])])
    name = rng.random() < 0.7
    law = _guesses(rng, secrets) if name else {}
    law |= _questions(rng, secrets, 1, 3)
    costs: dict[str, float] = {a: rng.randint(1, 3) for a in law} if rng.random() < 0.3 else {}
    goal = Goal.NAME if name else Goal.KNOW
    return Draft(goal, _weights(rng, secrets), _shuffled(rng, law), costs, rows=rng.choice([None, None, 1, 2]))


DRAFTS: dict[str, Callable[[Random], Draft]] = {
    "tables": _tables,
    "quiet-find": _quiet_find,
    "telling-find": _telling_find,
    "naming-find": _naming_find,
    "silent-naming": _silent_naming,
    "repeating-find": _repeating_find,
    "sequential-find": _sequential_find,
    "sequential-naming": _sequential_naming,
    "sequential-name": _sequential_name,
    "constrained-know": _constrained_know,
    "constrained-name": _constrained_name,
    "constrained-find": _constrained_find,
    "twins": _twins,
    "wide-weights": _wide_weights,
    "wide-costs": _wide_costs,
    "costs": _costs,
    "not-secrets": _not_secrets,
    "not-actions": _not_actions,
    "rows": _rows,
    "no-action-left": _no_action_left,
    "idle-first": _idle_first,
    "yes-no": _yes_no,
    "priced-steps": _priced_steps,
    "few-rows": _few_rows,
    "guessing": _guessing,
    "fractions": _fractions,
    "dead-ends": _dead_ends,
    "one-secret": _one_secret,
}
"""What draws each kind."""
