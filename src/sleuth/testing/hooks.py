"""Checks of the optional hooks: the prior, costs, axes, random draws and constraints."""

from __future__ import annotations

from collections.abc import Callable
from math import isclose, isfinite, prod
from typing import Any, cast

import numpy as np
import numpy.typing as npt

from sleuth.core.capabilities import Constraint, Draws, Symmetries
from sleuth.core.game import Game, secrets_of
from sleuth.core.members import writes
from sleuth.core.offers import axes_of, constrained, table_of
from sleuth.testing.cases import DRAWN, Cases, allowed
from sleuth.testing.claims import attempt, claim, fail, show

DRAWS, BUCKETS = 1_000, 20
PLAYS = 5


def check_weights(cases: Cases) -> None:
    """Priors are weights, and every action costs something."""
    game, total = cases.game, 0.0
    for secret in cases.secrets:
        weight = _number(game, "prior", game.prior, secret)
        if not (isfinite(weight) and weight >= 0):
            fail(game, f"the prior of secret {show(secret)} is {weight}; a weight is finite and not negative")
        total += weight
    claim(total > 0, game, "every secret has prior 0")
    for action in cases.actions:
        cost = _number(game, "cost", game.cost, action)
        if not (isfinite(cost) and cost > 0):
            fail(game, f"action {show(action)} costs {cost}, not more than 0")


def _number(game: Game, name: str, hook: Callable[[Any], float], value: Any) -> float:
    return attempt(game, lambda: f"{name}({show(value)})", lambda: float(hook(value)))


def check_axes(cases: Cases) -> None:
    """The cells of the probability table are the secrets."""
    game = cases.game
    axes = attempt(game, "axes()", axes_of, game)
    if axes is None:
        return
    claim(cases.all_secrets, game, "it has axes, but too many secrets for a table")
    for name, labels in axes.items():
        claim(len(set(labels)) == len(labels), game, f"the axis {name} has a label twice")
    number = len(cases.possible)
    cells = prod(len(labels) for labels in axes.values())
    claim(cells == number, game, f"axes() make {cells:,} cells for {number:,} secrets")


def check_draws(cases: Cases) -> None:
    """Draws are legal, follow the prior, and depend on the generator alone."""
    game = cases.game
    draws = game.offers(Draws)
    if draws is None:
        return
    if writes(draws, "draw"):
        secrets = set(cases.possible) if cases.all_secrets else None
        _check_drawn(game, "draw", draws.draw, secrets)
        listed = set(cases.secrets) if secrets else None
        _check_drawn(game, "vary", lambda rng: draws.vary(draws.draw(rng), rng), listed)
        _check_drawn(game, "draw_many", lambda rng: draws.draw_many(rng, 2)[1], secrets)
        _check_drawn(game, "vary_many", lambda rng: draws.vary_many(draws.draw_many(rng, 2), rng)[1], listed)
        if secrets:
            _check_shares(cases, "draw(rng)", lambda rng: [draws.draw(rng) for _ in range(DRAWS)])
            _check_shares(cases, "draw_many(rng, n)", lambda rng: draws.draw_many(rng, DRAWS))
        _check_rows(cases, draws, secrets, listed)
    actions = set(cases.actions) if cases.all_actions else None
    _check_drawn(game, "draw_action", draws.draw_action, actions)
    _check_drawn(game, "draw_actions", lambda rng: draws.draw_actions(rng, 2)[1], actions)


def _check_rows(cases: Cases, draws: Draws, secrets: set[Any] | None, listed: set[Any] | None) -> None:
    """Where secrets travel as rows, the hooks for rows say what the plain ones say."""
    game = cases.game
    rows = attempt(game, "draw_rows(rng, n)", draws.draw_rows, np.random.default_rng(3), DRAWN)
    if rows is None:
        return
    if rows.ndim != 2 or len(rows) != DRAWN or rows.dtype.kind not in "iu":
        fail(game, f"draw_rows(rng, {DRAWN}) gives {rows.dtype} of shape {rows.shape}, not {DRAWN} rows of integers")
    _check_drawn(game, "draw_rows", lambda rng: secrets_of(_rows(draws, rng, 2))[1], secrets)
    _check_drawn(game, "vary_rows", lambda rng: secrets_of(draws.vary_rows(_rows(draws, rng, 2), rng))[1], listed)
    if secrets:
        _check_shares(cases, "draw_rows(rng, n)", lambda rng: secrets_of(_rows(draws, rng, DRAWS)))
    drawn = secrets_of(rows)
    priors = attempt(game, "prior_rows(rows)", draws.prior_rows, rows).tolist()
    for secret, prior in zip(drawn, priors, strict=True):
        told = f"prior_rows gives {prior} for secret {show(secret)}, but prior {game.prior(secret)}"
        claim(isclose(prior, game.prior(secret)), game, told)
    some = cases.some(cases.actions, 30)
    plain = attempt(game, "feedback_table(actions, secrets)", table_of, game, some, drawn)
    table = attempt(game, "feedback_table(actions, rows)", table_of, game, some, cast(Any, rows))
    same = plain is table if plain is None or table is None else np.array_equal(plain, table)
    claim(same, game, "feedback_table differs between secrets and the rows that stand for them")


def _rows(draws: Draws, rng: np.random.Generator, n: int) -> npt.NDArray[Any]:
    rows = draws.draw_rows(rng, n)
    assert rows is not None
    return rows


def _check_drawn(game: Game, name: str, draw: Callable[[np.random.Generator], Any], legal: set[Any] | None) -> None:
    one, other = np.random.default_rng(1), np.random.default_rng(1)
    for _ in range(DRAWN):
        value, again = (attempt(game, f"{name}(rng)", draw, rng) for rng in (one, other))
        claim(value == again, game, f"{name}(rng) gives {show(value)} and {show(again)} for generators that are equal")
        attempt(game, f"hash of {show(value)}, from {name}(rng),", hash, value)
        claim(legal is None or value in legal, game, f"{name}(rng) gives {show(value)}, which is not in the list")


def _check_shares(cases: Cases, name: str, draws: Callable[[np.random.Generator], list[Any]]) -> None:
    """A chi-squared test, over runs of secrets with about the same prior each."""
    game, rng = cases.game, np.random.default_rng(2)
    weights = np.array([float(game.prior(s)) for s in cases.secrets])
    before = (np.cumsum(weights) - weights / 2) / weights.sum()
    bucket = dict(zip(cases.secrets, (before * BUCKETS).astype(int).tolist(), strict=True))
    expected = np.zeros(BUCKETS)
    np.add.at(expected, list(bucket.values()), weights * DRAWS / weights.sum())
    seen = np.bincount([bucket[secret] for secret in draws(rng)], minlength=BUCKETS)
    used = expected >= 1
    misfit = float((((seen - expected) ** 2)[used] / expected[used]).sum())
    freedom = int(used.sum()) - 1
    claim(
        misfit <= freedom + 6 * (2 * freedom) ** 0.5,
        game,
        f"{name} does not follow the prior: {DRAWS:,} draws have chi-squared {misfit:.0f} at {freedom} degrees",
    )


def check_constraints(cases: Cases) -> None:
    """`allows_many` agrees with `allows`, and a constraint never forbids to name the secret."""
    game = cases.game
    constraint = game.offers(Constraint) or Constraint()
    for _ in range(PLAYS):
        secret, history = cases.play()
        actions = cases.some(cases.actions, DRAWN)
        for past, feedback in history:
            where = f"after action {show(past)} was answered {show(feedback)}"
            many = attempt(game, f"allows_many, {where},", constraint.allows_many, actions, past, feedback)
            claim(len(many) == len(actions), game, f"allows_many gives {len(many)} values for {len(actions)} actions")
            for action, said in zip(actions, many, strict=True):
                alone = attempt(
                    game, f"allows of action {show(action)}, {where},", constraint.allows, action, past, feedback
                )
                told = f"action {show(action)} {where}"
                claim(
                    bool(said) == bool(alone),
                    game,
                    f"allows_many says {bool(said)}, but allows {bool(alone)}, for {told}",
                )
                claim(constrained(game) or bool(alone), game, f"constrained is false, but allows forbids {told}")
        if constrained(game) and game.goal.only_names:
            told = f"the secret {show(secret)} may not be named after the answers that it gave: {history.format(game)}"
            claim(allowed(game, secret, history), game, told)


def check_symmetries(cases: Cases) -> None:
    """A symmetry maps secrets and actions to others, each to one, and what an action tells apart stays so."""
    game = cases.game
    secrets, actions = set(cases.secrets), set(cases.actions)
    offered = game.offers(Symmetries) or Symmetries()
    for number, symmetry in enumerate(attempt(game, "symmetries()", lambda: list(offered.symmetries())), 1):
        name = f"symmetry {number}"
        some = cases.some(cases.secrets, max(20, cases.cells // 20))
        images = {s: attempt(game, f"{name}, of secret {show(s)},", symmetry.secret, s) for s in some}
        claim(len(set(images.values())) == len(images), game, f"{name} maps two secrets to one")
        if symmetry.rows is not None:
            rows = attempt(game, f"{name}, of rows,", symmetry.rows, np.array(some))
            told = f"{name} does not map rows as it maps secrets"
            claim(list(map(tuple, rows.tolist())) == list(images.values()), game, told)
        for secret, image in images.items():
            known = not cases.all_secrets or image in secrets
            claim(known, game, f"{name} maps secret {show(secret)} to {show(image)}, which is none")
            same = game.prior(image) == game.prior(secret)
            claim(same, game, f"{name} maps secret {show(secret)} to {show(image)}, which is not as likely")
        for action in cases.some(cases.actions, 20):
            image = attempt(game, f"{name}, of action {show(action)},", symmetry.action, action)
            known = not cases.all_actions or image in actions
            claim(known, game, f"{name} maps action {show(action)} to {show(image)}, which is none")
            claim(game.cost(image) == game.cost(action), game, f"{name} changes the cost of action {show(action)}")
            _check_renamed(
                game, name, action, [(game.feedback(action, s), game.feedback(image, images[s])) for s in some]
            )


def _check_renamed(game: Game, name: str, action: Any, pairs: list[tuple[Any, Any]]) -> None:
    """Two feedbacks are equal exactly where their images are."""
    there, back = dict[Any, Any](), dict[Any, Any]()
    for before, after in pairs:
        same = there.setdefault(before, after) == after and back.setdefault(after, before) == before
        claim(same, game, f"{name} changes what action {show(action)} tells: see {show(before)} and {show(after)}")


def check_demands(cases: Cases) -> None:
    """The bits of `demands` say what `allows` says."""
    game = cases.game
    constraint = game.offers(Constraint)
    if constraint is None or not constraint.constrained:
        return
    for _ in range(PLAYS):
        _, history = cases.play()
        if not history.steps:
            continue
        feedbacks = list(dict.fromkeys(feedback for _, feedback in history))
        actions = list(dict.fromkeys([*(past for past, _ in history), *cases.some(cases.actions, DRAWN)]))
        bits = attempt(game, "demands(actions, feedbacks)", constraint.demands, actions, feedbacks)
        if bits is None:
            return
        have, need = bits
        for past, feedback in history:
            needed = need[actions.index(past), feedbacks.index(feedback)]
            for action, owned in zip(actions, have, strict=True):
                said = bool(((owned & needed) == needed).all())
                told = f"action {show(action)} after action {show(past)} was answered {show(feedback)}"
                right = said == bool(constraint.allows(action, past, feedback))
                claim(right, game, f"demands says {said}, and allows {not said}, for {told}")
