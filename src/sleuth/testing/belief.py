"""Does an information set keep the contract? Compared with the plain law, secret by secret."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cached_property
from math import isclose
from typing import Any

import numpy as np

from sleuth.belief.base import InformationSet
from sleuth.core.errors import ActionError, ContradictionError, ParameterError, SleuthError, StarvedError
from sleuth.core.game import Action, Feedback, Game, Goal, Secret
from sleuth.core.history import History
from sleuth.core.sequential import Sequential, law
from sleuth.measures.shannon import shannon
from sleuth.testing.claims import attempt, claim, fail, show
from sleuth.testing.small import small_games

STEPS = 4
ACTIONS = 25
"""How many actions of a set have their outcomes counted again."""
EXACT = 1e-9

Make = Callable[[Game], InformationSet]


def check_belief(
    make: Make | InformationSet, games: Iterable[Game] | None = None, *, seed: int = 0, plays: int = 10
) -> None:
    """Raise `ConformanceError` if an information set breaks the contract.

    `make` is a set to start from, or makes one of each game. Without `games`, a few small ones are tried, less those
    that `make` refuses with a `ParameterError`.
    """
    if isinstance(make, InformationSet):
        _check_set(make, seed, plays)
        return
    checked = 0
    for game in small_games() if games is None else games:
        try:
            info = make(game)
        except ParameterError:
            if games is not None:
                raise
            continue
        _check_set(info, seed, plays)
        checked += 1
    claim(checked > 0, getattr(make, "__name__", make), "it refuses every game")


def _check_set(start: InformationSet, seed: int, plays: int) -> None:
    rng = np.random.default_rng(seed)
    for play in range(plays):
        info, secret = start, start.sample(rng)[0]
        for _ in range(STEPS):
            _check_contents(info, rng)
            _check_outcomes(info, rng)
            actions = info.actions
            if not actions:
                break
            action = actions[int(rng.integers(len(actions)))]
            feedback = law(info.game, info.history, action, secret)
            info = _check_step(info, action, feedback)
        _check_order(start, info.history.steps[len(start.history) :], info, rng)
        if play == 0:
            _check_refusals(start, info)


def snapshot(info: InformationSet) -> tuple[object, ...]:
    """Everything that a set shows, to compare before and after; what it works out once and keeps is no change."""
    secrets = info.candidates()
    arrays = {
        name: value.tobytes()
        for name, value in vars(info).items()
        if isinstance(value, np.ndarray) and not isinstance(getattr(type(info), name, None), cached_property)
    }
    shown = tuple(secrets), tuple(map(info.probability, secrets)), tuple(info.actions)
    return info.size, info.entropy, info.history, *shown, arrays


def _check_contents(info: InformationSet, rng: np.random.Generator) -> None:
    secrets = info.candidates()
    known = set(secrets)
    claim(len(secrets) == len(known) == info.size > 0, info, f"size is {info.size} for {len(known)} candidates")
    claim(info.candidates(1) == secrets[:1], info, "candidates(1) is not the first candidate")
    shares = [info.probability(s) for s in secrets]
    for secret, share in zip(secrets, shares, strict=True):
        claim(share > 0, info, f"the candidate {show(secret)} has the probability {share}")
        past = History()
        for action, feedback in info.history:
            told = law(info.game, past, action, secret)
            past = past.add(action, feedback)
            where = f"to action {show(action)}; the candidate {show(secret)} answers {show(told)}"
            claim(told == feedback, info, f"the history has {show(feedback)} {where}")
    claim(isclose(sum(shares), 1, abs_tol=EXACT), info, f"the probabilities sum to {sum(shares)}")
    if info.exact:
        bits = float(shannon(shares))
        claim(isclose(bits, info.entropy, abs_tol=1e-6), info, f"the entropy is {bits}, not {info.entropy}")
    for secret in info.sample(rng, 20):
        claim(secret in known, info, f"sample gives {show(secret)}, which is not a candidate")
    one, other = (info.sample(np.random.default_rng(1), 20) for _ in range(2))
    claim(one == other, info, "sample gives different secrets for generators that are equal")
    for name, value in vars(info).items():
        if isinstance(value, np.ndarray):
            claim(not value.flags.writeable, info, f"the array {name} can be written to")


def _check_outcomes(info: InformationSet, rng: np.random.Generator) -> None:
    every = info.actions
    if not every:
        return
    places = np.sort(rng.choice(len(every), min(ACTIONS, len(every)), replace=False)).tolist()
    actions = [every[i] for i in places]
    outcomes = info.outcomes(actions)
    claim(list(outcomes.actions) == actions, info, "the rows of outcomes are not the actions asked for")
    for row, action in enumerate(actions):
        parts = parts_of(info, action)
        shares = {f: sum(map(info.probability, part)) for f, part in parts.items()}
        leaves = outcomes.leaves(row)
        told = {leaf.feedback: leaf.probability for leaf in leaves}
        where = f"outcomes of action {show(action)} give"
        claim(told.keys() == shares.keys(), info, f"{where} the feedbacks {show(told)}, but the law {show(shares)}")
        for feedback, share in shares.items():
            given = told[feedback]
            claim(
                isclose(given, share, abs_tol=EXACT), info, f"{where} {show(feedback)} a chance of {given}, not {share}"
            )
        if info.exact:
            counts = {leaf.feedback: leaf.left for leaf in leaves}
            sizes = {f: len(part) for f, part in parts.items()}
            claim(counts == sizes, info, f"{where} parts of {show(counts)}, but the law {show(sizes)}")
        names = info.game.goal is not Goal.KNOW and info.probability(action) > 0
        hit = _hit_chance(info, action)
        nearer = names or hit > 0
        claim(
            bool(outcomes.possible[row]) == nearer, info, f"outcomes call action {show(action)} possible: {not nearer}"
        )
        if info.game.goal is Goal.FIND:
            given = float(outcomes.hit_probability[row])
            claim(isclose(given, hit, abs_tol=EXACT), info, f"{where} a hit the chance {given}, not {hit}")
        wins = {leaf.feedback for leaf in leaves if leaf.wins}
        if names:
            won = law(info.game, info.history, action, action)
            claim(won in wins, info, f"{where} {show(wins)} as winning answers, and not {show(won)}")


def _hit_chance(info: InformationSet, action: Action) -> float:
    """The chance that an action hits, secret by secret."""
    if info.game.goal is not Goal.FIND:
        return 0.0
    found = (s for s in info.candidates() if s == action or action in info.game.hits(s))
    return sum(map(info.probability, found))


def parts_of(info: InformationSet, action: Action) -> dict[Feedback, list[Secret]]:
    """The candidates by their answer to an action, asked one by one."""
    parts: dict[Feedback, list[Secret]] = {}
    for secret in info.candidates():
        parts.setdefault(law(info.game, info.history, action, secret), []).append(secret)
    return parts


def _check_step(info: InformationSet, action: Action, feedback: Feedback) -> InformationSet:
    """Observe one answer, and, in an exact set, what every other answer would have left."""
    before = snapshot(info)
    where = f"action {show(action)} answered {show(feedback)}"
    after = attempt(info, f"observing {where}", info.observe, action, feedback)
    claim(
        after is not info and snapshot(info) == before, info, f"observing {where} changed the set; it must be a new one"
    )
    claim(
        after.history == info.history.add(action, feedback), info, f"the history after {where} is {show(after.history)}"
    )
    if info.exact:
        expected = 0.0
        for answer, part in parts_of(info, action).items():
            left = info.observe(action, answer)
            mass = sum(map(info.probability, part))
            told = f"after action {show(action)} answered {show(answer)}"
            claim(
                left.candidates() == part, info, f"{told} the set holds {show(left.candidates())}, the law {show(part)}"
            )
            for secret in part:
                share = info.probability(secret) / mass
                given = left.probability(secret)
                claim(
                    isclose(given, share, rel_tol=1e-6),
                    info,
                    f"{told} {show(secret)} has the chance {given}, not {share}",
                )
            expected += mass * left.entropy
        claim(
            expected <= info.entropy + EXACT,
            info,
            f"action {show(action)} is expected to leave {expected} bits, more than the {info.entropy} before it",
        )
    return after


def _check_order(start: InformationSet, steps: Iterable[Any], info: InformationSet, rng: np.random.Generator) -> None:
    steps = list(steps)
    if not start.exact or start.game.constrained or isinstance(start.game, Sequential) or len(steps) < 2:
        return
    shuffled = [steps[i] for i in rng.permutation(len(steps))]
    other = start.observe_all(shuffled)
    text = History(tuple(shuffled)).format(start.game)
    claim(other.candidates() == info.candidates(), info, f"the order of observation matters: {text}")
    for secret in info.candidates():
        same = isclose(other.probability(secret), info.probability(secret), rel_tol=1e-6)
        claim(same, info, f"the order of observation matters for {show(secret)}: {text}")


def _check_refusals(start: InformationSet, info: InformationSet) -> None:
    """Impossible answers and illegal actions are refused by the error that says so."""
    for action, feedback in info.history.steps[-1:]:
        others = [f for f in parts_of(start, action) if f != feedback]
        if others and info.is_legal(action):
            _check_contradiction(info, action, others[0])
    illegal = [a for a in start.actions if not info.is_legal(a)] if info.game.constrained else []
    # A sampled set knows its actions by their constraint alone.
    for action in [*illegal[:1], *([object()] if info.exact else [])]:
        try:
            info.observe(action, None)
        except ActionError:
            continue
        except Exception as error:
            fail(info, f"the illegal action {show(action)} raised {type(error).__name__}, not ActionError")
        fail(info, f"the illegal action {show(action)} was observed")


def _check_contradiction(info: InformationSet, action: Action, feedback: Feedback) -> None:
    where = f"step {len(info.history) + 1}, action {show(action)} answered {show(feedback)},"
    try:
        info.observe(action, feedback)
    except ContradictionError as error:
        claim(error.step == len(info.history) + 1, info, f"{where} is impossible, but step {error.step} is blamed")
    except StarvedError as error:
        claim(not info.exact, info, f"{where} raised {error!r}, though the set is exact")
    except SleuthError as error:
        fail(info, f"{where} is impossible, and raised {error!r}, not ContradictionError")
    else:
        fail(info, f"{where} is impossible, but was observed")
