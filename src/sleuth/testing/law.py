"""Checks of a law: pure, deterministic, hashable, and equal to its vectorised twin."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from copy import deepcopy
from typing import Any

import numpy as np
import numpy.typing as npt

from sleuth.core.capabilities import Past
from sleuth.core.game import Action, Feedback, Game, Secret
from sleuth.core.offers import table_of
from sleuth.core.tables import MAX_CODES
from sleuth.core.told_apart import told_apart
from sleuth.testing.cases import Cases
from sleuth.testing.claims import attempt, cell, claim, fail, show

Answers = list[list[Feedback]]
PLAYS, STEPS = 50, 12
"""Random plays of a sequential game, and how long they are at most."""


def check_law(cases: Cases) -> None:
    """The law answers the same when asked again, and the twin agrees with it."""
    past = cases.game.offers(Past)
    if past is not None:
        check_sequence(cases, past)
        return
    twin = TwinTable(cases.game)
    for actions, secrets in cases.blocks():
        twin.check(actions, secrets, ask_twice(cases.game, actions, secrets))


def check_sequence(cases: Cases, law: Past) -> None:
    """Along random plays, the law of a sequential game answers the same when asked again, whatever was asked between.

    Where the order of earlier actions is said not to matter, it does not.
    """
    game = cases.game
    for _ in range(PLAYS):
        secret, history = cases.play(STEPS)
        past = [action for action, _ in history]
        for place, (action, told) in enumerate(history):
            before = past[:place]
            kept = list(before)
            again = law.feedback_after(before, action, secret)
            where = f"{cell(action, secret)} after {show(kept)}"
            claim(before == kept, game, f"the law changes its arguments: see {where}")
            claim(again == told and hash(again) == hash(told), game, f"the law is not deterministic: see {where}")
            if not law.ordered:
                mixed = [before[i] for i in cases.rng.permutation(place)]
                other = law.feedback_after(mixed, action, secret)
                claim(other == told, game, f"the order of earlier actions matters: {show(mixed)} and {where}")


def ask_twice(game: Game, actions: Sequence[Action], secrets: Sequence[Secret]) -> Answers:
    """The law's answers, each asked again once all were given, so that a law with a memory is found out."""
    kept = [_Kept(values) for values in (actions, secrets)]
    answers = []
    for i, action in enumerate(actions):
        answers.append([_ask(game, action, secret) for secret in secrets])
        for j, secret in enumerate(secrets):
            if kept[0].changed(i, action) or kept[1].changed(j, secret):
                fail(game, f"the law changes its arguments: see {cell(action, secret)}")
    for action, row in zip(reversed(actions), reversed(answers), strict=True):
        for secret, told in zip(secrets, row, strict=True):
            again = _ask(game, action, secret)
            if again != told or hash(again) != hash(told):
                where = cell(action, secret)
                fail(game, f"the law is not deterministic: {where} gave {show(told)}, then {show(again)}")
    return answers


class _Kept:
    """Copies of values, to find out whether something changed them; a value unequal to its copy cannot be judged."""

    def __init__(self, values: Sequence[object]) -> None:
        self.copies = deepcopy(list(values))
        self.judged = [one == other for one, other in zip(values, self.copies, strict=True)]

    def changed(self, place: int, value: object) -> bool:
        return self.judged[place] and value != self.copies[place]


def _ask(game: Game, action: Action, secret: Secret) -> Feedback:
    feedback: Feedback = attempt(game, lambda: f"the law, for {cell(action, secret)},", game.feedback, action, secret)
    try:
        hash(feedback)
    except TypeError:
        told = f"a {type(feedback).__name__}, {show(feedback)}, for {cell(action, secret)}"
        fail(game, f"the law returned {told}, which is not hashable; return a tuple, a string or a number")
    return feedback


class TwinTable:
    """The vectorised twin of a law: two cells hold the same code exactly where the answers are equal."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.exists: bool | None = None
        self._by_code: dict[int, tuple[Feedback, str]] = {}
        self._by_answer: dict[Hashable, tuple[int, str]] = {}

    def check(self, actions: list[Action], secrets: list[Secret], answers: Answers) -> None:
        """Compare one part of the table with the law's answers."""
        codes = self.codes(actions, secrets)
        if codes is None:
            return
        for action, row, told in zip(actions, codes.tolist(), answers, strict=True):
            for secret, code, feedback in zip(secrets, row, told, strict=True):
                self._pair(code, feedback, action, secret)

    def codes(self, actions: list[Action], secrets: list[Secret]) -> npt.NDArray[Any] | None:
        """What the twin returns, if that is a table at all."""
        game, kept = self.game, (list(actions), list(secrets))
        size = f"{len(actions)} actions and {len(secrets)} secrets"
        raw = attempt(game, f"feedback_table of {size}", table_of, game, actions, secrets)
        claim(kept == (actions, secrets), game, f"feedback_table of {size} changes its arguments")
        self.exists = (raw is not None) if self.exists is None else self.exists
        claim(self.exists == (raw is not None), game, f"feedback_table returns None now and then, as for {size}")
        if raw is None:
            return None
        codes = np.asarray(raw)
        shape = (len(actions), len(secrets))
        claim(codes.shape == shape, game, f"feedback_table of {size} has the shape {codes.shape}, not {shape}")
        claim(codes.dtype.kind in "iub", game, f"feedback_table of {size} holds {codes.dtype}, not integers")
        bad = np.argwhere((codes < 0) | (codes >= MAX_CODES))
        if bad.size:
            a, s = bad[0].tolist()
            told = f"{codes[a, s]} for {cell(actions[a], secrets[s])}"
            fail(game, f"feedback_table gives the code {told}; codes are 0 to {MAX_CODES - 1:,}")
        return codes

    def _pair(self, code: int, feedback: Feedback, action: Action, secret: Secret) -> None:
        """Enter a code and its feedback, both ways."""
        key = told_apart(feedback)
        if code not in self._by_code or key not in self._by_answer:
            where = cell(action, secret)
            self._by_code.setdefault(code, (feedback, where))
            self._by_answer.setdefault(key, (code, where))
        other, there = self._by_code[code]
        if told_apart(other) != key:
            fail(
                self.game,
                f"feedback_table differs from the law: for {cell(action, secret)} the law gives {show(feedback)} and "
                f"the table code {code}, which stands for {show(other)} (for {there})",
            )
        known, there = self._by_answer[key]
        if known != code:
            fail(
                self.game,
                f"feedback_table differs from the law: {show(feedback)} has code {code} for {cell(action, secret)}, "
                f"but code {known} for {there}",
            )
