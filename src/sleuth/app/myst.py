"""MYST: what it is worth to the first of two, whether asking alone can win, and who knows what after a log."""

from __future__ import annotations

from itertools import pairwise

from sleuth.app.bounds import OPEN, Bounds, check_length
from sleuth.app.card_results import BluffResult, MystCheckResult, MystSolvableResult, MystValueResult
from sleuth.app.errors import RefusedError
from sleuth.app.requests import MystCheck, MystSolvable, MystValue
from sleuth.core.limit import Limit
from sleuth.core.progress import Progress, silent
from sleuth.games.clue.belief.formula_text import format_formula, parse_formula
from sleuth.games.clue.belief.formulas import Formula
from sleuth.games.clue.belief.knowledge import check as check_formula
from sleuth.games.clue.rules.cards import cards_of
from sleuth.games.clue.rules.myst import Myst
from sleuth.games.clue.rules.transcript import Transcript
from sleuth.games.clue.solver.equilibrium import highs
from sleuth.games.clue.solver.solvable import verdict, winning_sequence
from sleuth.games.clue.solver.values import bluffing_value, plain_value


def value(request: MystValue, bounds: Bounds = OPEN, progress: Progress = silent) -> MystValueResult:
    """The chance that the first of two players wins, if both play as well as can be."""
    m, n, q = request.m, request.n, request.q
    if min(m, n, q) < 1:
        raise RefusedError("m, n and q are 1 or more")
    if not request.bluffing:
        if bounds.myst_cards is not None and m + 2 * n > bounds.myst_cards:
            raise RefusedError(f"m + 2n is at most {bounds.myst_cards} here, not {m + 2 * n}")
        return MystValueResult(**plain_value(m, n))
    if bounds.bluff_cards is not None and max(m + n, q) > bounds.bluff_cards:
        raise RefusedError(f"with bluffing, m + n and q are at most {bounds.bluff_cards} here")
    highs()  # told before anything is compiled, where it is missing
    rounds = min((most for most in (request.iterations, bounds.bluff_rounds) if most is not None), default=None)
    figures = bluffing_value(m, n, q, rounds, request.situations, progress, Limit(seconds=request.seconds))
    situations = [BluffResult(**row) for row in figures.pop("situations")]
    return MystValueResult(situations=situations, **figures)


def solvable(request: MystSolvable, bounds: Bounds = OPEN, progress: Progress = silent) -> MystSolvableResult:
    """Whether asking alone can force the pile into the open, with a winning sequence where it can."""
    m, n, p = request.m, request.n, request.p
    game = Myst(m, n, p, request.q)
    # Cards have no order, so one deal stands for all: the pile has the first ones, then player 1, and so on.
    edges = [0, m, *(m + n * i for i in range(1, p + 1))]
    deal = tuple(cards_of(range(a, b)) for a, b in pairwise(edges))
    return MystSolvableResult(
        game=str(game),
        **vars(verdict(game)),
        deal={str(holder): game.format_cards(cards) for holder, cards in enumerate(deal)},
        sequence=[game.format_cards(question) for question in winning_sequence(game, deal) or ()],
    )


def check(request: MystCheck, bounds: Bounds = OPEN, progress: Progress = silent) -> MystCheckResult:
    """Whether a formula about who holds and who knows what is true after a log."""
    log, formula = _read(request, bounds)
    return MystCheckResult(
        game=str(log.game),
        formula=format_formula(log.game, formula),
        value=check_formula(log, formula),
        events=len(log.events),
    )


def _read(request: MystCheck, bounds: Bounds) -> tuple[Transcript, Formula]:
    check_length(request.log, bounds.text, "a log")
    check_length(request.formula, bounds.text, "a formula")
    log = Transcript.parse(request.log)
    return log, parse_formula(log.game, request.formula)
