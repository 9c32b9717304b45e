"""Checks that the goal of a game can be reached."""

from __future__ import annotations

import numpy as np

from sleuth.core.offers import hits_of, sequential, table_of
from sleuth.core.tables import Feedbacks, encode
from sleuth.testing.cases import Cases
from sleuth.testing.claims import attempt, claim, fail, show

BY_TABLE, BY_LAW = 2_000, 10
"""For each cell to look at, how many more are counted for the goal: the twin is fast, the plain law is not."""
BLOCK = 1 << 22


def check_goal(cases: Cases) -> None:
    """Every secret can be named and only it wins, or every two can be told apart, or all of each can be found."""
    if cases.game.goal.finds:
        _check_found(cases)
        return
    if not (cases.all_secrets and cases.all_actions):
        return
    if cases.game.goal.only_names:
        _check_named(cases)
    elif not sequential(cases.game):  # there, what tells nothing at the start may tell more later
        _check_known(cases)


def _check_found(cases: Cases) -> None:
    """What hits a secret may be asked, and there is something to find."""
    game, actions = cases.game, set(cases.actions)
    for secret in cases.some(cases.possible, cases.cells):
        hits = attempt(game, f"hits of secret {show(secret)}", hits_of, game, secret)
        again = hits_of(game, secret)
        claim(len(hits) > 0, game, f"the goal is to find everything, but nothing hits secret {show(secret)}")
        claim(set(hits) == set(again), game, f"hits of secret {show(secret)} are {show(hits)}, then {show(again)}")
        for action in hits if cases.all_actions else ():
            claim(action in actions, game, f"{show(action)} hits secret {show(secret)}, but is not an action")


def _check_named(cases: Cases) -> None:
    game, secrets, actions = cases.game, cases.possible, set(cases.actions)
    for secret in secrets:
        claim(secret in actions, game, f"the goal is to name the secret, but {show(secret)} is not an action")
    twin = table_of(game, cases.actions[:1], secrets[:1]) is not None
    budget = cases.cells * (BY_TABLE if twin else BY_LAW)
    places = cases.some(range(len(secrets)), max(1, budget // len(secrets)))
    at_once = max(1, BLOCK // len(secrets))
    feedbacks = Feedbacks()
    for first in range(0, len(places), at_once):
        some = places[first : first + at_once]
        codes = encode(game, [secrets[p] for p in some], secrets, feedbacks)
        won = codes[some, np.arange(len(some))]
        same = codes == won
        if (same.sum(axis=0) > 1).any():
            column = int(np.argmax(same.sum(axis=0) > 1))
            guess = secrets[some[column]]
            other = next(secrets[i] for i in np.flatnonzero(same[:, column]) if i != some[column])
            told = f"the winning answer {show(game.feedback(guess, guess))} to action {show(guess)}"
            fail(game, f"{told} is also given to it by secret {show(other)}")


def _check_known(cases: Cases) -> None:
    game, secrets = cases.game, cases.possible
    group = np.zeros(len(secrets), np.int64)
    at_once = max(1, min(64, BLOCK // len(secrets)))
    feedbacks = Feedbacks()
    for first in range(0, len(cases.actions), at_once):
        codes = encode(game, cases.actions[first : first + at_once], secrets, feedbacks)
        for column in codes.T.astype(np.int64):
            _, group = np.unique(group << 16 | column, return_inverse=True)
        if group.max() == len(secrets) - 1:
            return
    _, firsts, sizes = np.unique(group, return_index=True, return_counts=True)
    one = int(firsts[np.argmax(sizes > 1)])
    other = int(np.flatnonzero(group == group[one])[1])
    fail(
        game,
        f"the goal is to know the secret, but no action tells {show(secrets[one])} and {show(secrets[other])} apart",
    )
