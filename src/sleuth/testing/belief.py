"""Does an information set keep the contract? Compared with the plain law, secret by secret."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cached_property
from math import isclose
from typing import Any

import numpy as np

from sleuth.belief.base import InformationSet
from sleuth.core.errors import ActionError, ContradictionError, ParameterError, SleuthError, StarvedError
from sleuth.core.game import Action, Feedback, Game
from sleuth.core.history import History
from sleuth.core.offers import constrained, hits_of, sequential, truthful
from sleuth.core.sequential import law
from sleuth.measures.shannon import shannon
from sleuth.testing.belief_contract import (
    EXACT,
    FOLLOWED,
    Keys,
    check_arrays,
    check_children,
    check_followed,
    check_notes,
    check_over,
    check_sayings,
    check_table,
    check_travel,
    joint_of,
)
from sleuth.testing.claims import attempt, claim, fail, show
from sleuth.testing.small import small_games

STEPS = 4
ACTIONS = 8
"""How many actions of a set have their outcomes counted again."""

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
    rng, keys = np.random.default_rng(seed), Keys()
    for play in range(plays):
        info, secret = start, start.sample(rng)[0]
        for _ in range(STEPS):
            _check_contents(info, rng)
            check_over(info)
            check_notes(info)
            check_table(info)
            check_arrays(info)
            check_travel(info)
            keys.meet(info)
            actions = info.actions
            if info.over or not actions:
                break
            some = [actions[place] for place in rng.permutation(len(actions))[:FOLLOWED].tolist()]
            for action in some:
                check_sayings(info, action, rng)
            _check_outcomes(info, rng)
            after = _check_step(info, some[0], info.answer(some[0], secret, rng))
            for action in some:
                check_followed(info, action)
            info = after
        steps = info.history.steps[len(start.history) :]
        _check_order(start, steps, info, rng)
        again = start.observe_all(steps)
        claim(again == info and hash(again) == hash(info), info, "observing the same steps again makes no equal set")
        claim(not steps or info != start, info, "it is equal to the set before its last steps")
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
        for action, feedback in info.history if truthful(info.game) else ():
            told = law(info.game, past, action, secret)
            past = past.add(action, feedback)
            where = f"to action {show(action)}; the candidate {show(secret)} answers {show(told)}"
            claim(told == feedback, info, f"the history has {show(feedback)} {where}")
    claim(isclose(sum(shares), 1, abs_tol=EXACT), info, f"the probabilities sum to {sum(shares)}")
    if info.exact:
        best, left = info.best_chance, info.hits_left
        claim(isclose(best, max(shares), abs_tol=EXACT), info, f"the best chance is {max(shares)}, not {best}")
        hits = _hits_left(info) if truthful(info.game) else left
        claim(isclose(left, hits, abs_tol=1e-6), info, f"the hits left are {hits}, not {left}")
        bits = float(shannon(shares))
        claim(isclose(bits, info.entropy, abs_tol=1e-6), info, f"the entropy is {bits}, not {info.entropy}")
    claim(isclose(info.probability(lambda s: True), 1, abs_tol=EXACT), info, "the probability of anything is not 1")
    some = info.probability(lambda s: s == secrets[0])
    claim(isclose(some, shares[0], abs_tol=EXACT), info, f"as a predicate {show(secrets[0])} has the chance {some}")
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
        where = f"outcomes of action {show(action)} give"
        check_children(info, action)
        if info.exact:
            bits, given = _bits_told(info, action), float(outcomes.information[row])
            claim(isclose(given, bits, abs_tol=1e-6), info, f"{where} {given} bits, and the answers tell {bits}")
        names = info.game.goal.names and info.probability(action) > 0
        hit = _hit_chance(info, action)
        nearer = names or hit > 0
        claim(
            bool(outcomes.possible[row]) == nearer, info, f"outcomes call action {show(action)} possible: {not nearer}"
        )
        if info.game.goal.finds and truthful(info.game):
            given = float(outcomes.hit_probability[row])
            claim(isclose(given, hit, abs_tol=EXACT), info, f"{where} a hit the chance {given}, not {hit}")
        if names:
            won, chance = float(outcomes.win_probability[row]), info.probability(action)
            claim(won >= chance - EXACT, info, f"{where} a win the chance {won}, and {show(action)} has {chance}")


def _hits_left(info: InformationSet) -> float:
    """How many hits were not asked yet, on average, candidate by candidate."""
    asked, hits = {action for action, _ in info.history}, info.game.goal.hits
    return sum(info.probability(s) * len(set(hits(info.game, s)) - asked) for s in info.candidates())


def _bits_told(info: InformationSet, action: Action) -> float:
    """What an answer tells about the secret on average: its entropy, less that of the lies that may be told."""
    joint, lost = joint_of(info, action), 0.0
    for secret in info.candidates():
        lost += info.probability(secret) * float(shannon(list(info.sayings(action, secret).values())))
    return float(shannon([sum(part.values()) for part in joint.values()])) - lost


def _hit_chance(info: InformationSet, action: Action) -> float:
    """The chance that an action hits, secret by secret."""
    if not info.game.goal.finds:
        return 0.0
    found = (s for s in info.candidates() if s == action or action in hits_of(info.game, s))
    return sum(map(info.probability, found))


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
        for answer, part in joint_of(info, action).items():
            left, mass = info.observe(action, answer), sum(part.values())
            told = f"after action {show(action)} answered {show(answer)}"
            held = left.candidates()
            claim(held == list(part), info, f"{told} the set holds {show(held)}, the law {show(list(part))}")
            for secret, share in part.items():
                given = left.probability(secret)
                claim(
                    isclose(given, share / mass, rel_tol=1e-6),
                    info,
                    f"{told} {show(secret)} has the chance {given}, not {share / mass}",
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
    game = start.game
    if not (start.exact and truthful(game)) or constrained(game) or sequential(game) or len(steps) < 2:
        return
    shuffled = [steps[i] for i in rng.permutation(len(steps))]
    other = start.observe_all(shuffled)
    text = History(tuple(shuffled)).format(start.game)
    claim(other.candidates() == info.candidates(), info, f"the order of observation matters: {text}")
    # Not so if the goal was reached on the way, and the secret named.
    claim(other.won != info.won or other.key == info.key, info, f"the order of observation matters to the key: {text}")
    for secret in info.candidates():
        same = isclose(other.probability(secret), info.probability(secret), rel_tol=1e-6)
        claim(same, info, f"the order of observation matters for {show(secret)}: {text}")


def _check_refusals(start: InformationSet, info: InformationSet) -> None:
    """Impossible answers and illegal actions are refused by the error that says so."""
    for action, feedback in info.history.steps[-1:] if truthful(info.game) else ():
        others = [f for f in joint_of(start, action) if f != feedback]
        if others and info.is_legal(action):
            _check_contradiction(info, action, others[0])
    illegal = [a for a in start.actions if not info.is_legal(a)] if constrained(info.game) else []
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
