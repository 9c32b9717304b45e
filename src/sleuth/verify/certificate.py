"""Checking a certificate of optimality: slow, simple, and with nothing in common with the solver that wrote it.

A certificate is a list of lemmas. A lemma names a set of secrets, perhaps a number of steps, and a bound: *no strategy
that settles these secrets (within so many steps) has a smaller total*. The total of a set is the sum of weight times
cost over its secrets. A lemma holds if it follows in one step: for EVERY action that may be asked, the cost of asking
it plus the bounds of the parts that its answers leave is at least the bound of the lemma. The bound of a part is that
of a lemma about it, or else what its size alone tells. The part that wins adds nothing. An action that leaves the whole
set can be left out of any strategy, so it proves nothing and need not be looked at. Lemmas lean on smaller sets only,
so their order does not matter. No symmetry is used: all actions are checked.

What is proved of the game is the bound of the set of all secrets. Where the terms give the first action, it is what
asking that action takes, by the bounds of the parts that it leaves.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import accumulate, repeat
from math import inf
from typing import Any

from sleuth.core.errors import TreeError
from sleuth.core.game import Feedback, Game
from sleuth.core.offers import constrained, sequential
from sleuth.core.progress import Progress, silent
from sleuth.core.text import plural, shorten
from sleuth.verify.plain_law import PlainLaw, exact
from sleuth.verify.terms import Terms

Number = int | float | Fraction
"""A total; a float only where it is infinite."""
KEYS = ("lemmas",)
HEXADECIMAL = re.compile("[0-9a-fA-F]+")
FREE = Terms()


@dataclass(frozen=True)
class Lemma:
    """No strategy that settles `secrets` within `steps` has a total below `bound`; `inf`: there is no such strategy."""

    secrets: int
    """A bit for each secret, in the order of the game."""
    steps: int | None
    """At most so many; `None` if as many as you like."""
    bound: Number
    allowed: int | None = None
    """A bit for each action that may be asked, in games where earlier answers restrict them; `None`: all of them."""

    def __str__(self) -> str:
        within = "" if self.steps is None else f" within {plural(self.steps, 'step')}"
        message = "cannot be settled" if self.bound == inf else f"cannot take less than {_show(self.bound)}"
        return f"{plural(self.secrets.bit_count(), 'secret')} {message}{within}"


def check_certificate(
    game: Game | PlainLaw, data: Mapping[str, Any], terms: Terms = FREE, progress: Progress = silent
) -> Checked:
    """Check every lemma of a certificate; raise `TreeError` at the first that does not follow."""
    rows = data.get("lemmas")
    if not isinstance(rows, list):
        raise TreeError("the certificate is damaged: it has no list of lemmas")
    checked = Checked(game if isinstance(game, PlainLaw) else PlainLaw(game), terms)
    lemmas = [checked.read(number, row) for number, row in enumerate(rows, 1)]
    for lemma in lemmas:
        checked.known.setdefault(lemma.secrets, []).append(lemma)
    for number, lemma in enumerate(lemmas, 1):
        checked.check(number, lemma)
        progress("lemmas", number, len(lemmas))
    return checked


class Checked:
    """The lemmas of a certificate, and what they prove of the game once each was checked.

    Sets of secrets are bits: bit `i` stands for secret number `i` that can occur.
    """

    def __init__(self, law: PlainLaw, terms: Terms) -> None:
        self.law, self.terms, self.name = law, terms, law.goal.only_names
        if law.goal.finds or sequential(law.game):
            raise TreeError(
                f"there are no certificates for {law.game}: they are for games in which the secret is to be named or "
                "known, and whose answers do not depend on what was asked before"
            )
        self.everything = (1 << len(law.secrets)) - 1
        self.alike = set(law.weights) == {1}
        self.parts = [self._parts(a) for a in range(len(law.actions))]
        """For each action, the answers that do not win, each with the secrets that give it."""
        self.first = None if terms.first is None else self._action(terms.first)
        self.widest = max(1, max(map(len, self.parts), default=0))
        self.rank = self._rank()
        self.order = sorted(range(len(law.secrets)), key=lambda i: -law.weights[i])
        self.known: dict[int, list[Lemma]] = {}
        self.sizes: Sequence[Number] = [0, *accumulate(self.rank)]
        self.by_weight = cache(self._by_weight)
        self.mass = cache(self._mass)
        self.capacity = cache(self._capacity)
        self.allowed_after = cache(self._allowed_after)

    @property
    def lemmas(self) -> int:
        """How many there are."""
        return sum(map(len, self.known.values()))

    def least(self, steps: int | None = None) -> Number:
        """The best bound of the total of strategies on the terms that take at most so many steps."""
        if self.law.over(range(len(self.law.secrets)), []):
            return 0
        if steps is not None and steps <= 0:
            return inf
        bound = self.best(self.everything, steps, None)
        return bound if self.first is None else max(bound, self.asking(self.everything, self.first, steps, None))

    def _action(self, text: str) -> int:
        for number, action in enumerate(self.law.actions):
            if self.law.game.format_action(action) == text:
                return number
        raise TreeError(f"the terms begin with {shorten(text)!r}, which is no action of {self.law.game}")

    def _parts(self, action: int) -> list[tuple[Feedback, int]]:
        law, named = self.law, self.law.named[action]
        parts: dict[Feedback, int] = {}
        for secret in range(len(law.secrets)):
            feedback = law.answer((), action, secret)
            parts[feedback] = parts.get(feedback, 0) | 1 << secret
        if named >= 0 and parts.pop(law.answer((), action, named)) != 1 << named:
            text = shorten(law.game.format_action(law.actions[action]))
            message = "for other secrets too; then a certificate proves nothing"
            raise TreeError(f"{law.game} gives the winning answer to {text} {message}")
        return list(parts.items())

    # Bounds by size.

    def _rank(self) -> list[Number]:
        """What one secret more adds at least to the total of so many secrets of weight one.

        NAME: an action names one secret and leaves at most `widest` parts, so 1 secret takes one step, `widest` take
        two, and so on. KNOW: secrets are leaves; the cheapest way to more of them is to open a leaf that lies highest,
        which moves it down one step and adds another, and then to give it more, as many as there are answers.
        """
        widest, most, out = self.widest, len(self.law.secrets), list[int]()
        depth, size = 0, 1
        if not self.name:
            out.append(0)
            widest = max(widest, 2)
        while len(out) < most:
            if self.name:
                out.extend(repeat(depth + 1, min(size, most)))
            else:
                for _ in range(min(size, most)):
                    out.extend([depth + 2, *repeat(depth + 1, min(widest - 2, most))])
            depth, size = depth + 1, min(size * widest, most)
        least = min(self.law.costs, default=1)
        return [least * steps for steps in out[:most]]

    def _capacity(self, steps: int) -> int:
        """The most secrets that so many steps can settle; more than all there are need not be counted."""
        settled, reached = 0, 1
        for _ in range(min(steps, len(self.law.secrets))):
            settled, reached = settled + reached, reached * self.widest
        return settled if self.name else reached

    def by_size(self, secrets: int, steps: int | None) -> Number:
        """What the number and the weights of some secrets tell: the heaviest are settled first."""
        number = secrets.bit_count()
        if steps is not None and number > self.capacity(steps):
            return inf
        return self.sizes[number] if self.alike else self.by_weight(secrets)

    def _by_weight(self, secrets: int) -> Number:
        inside = [self.law.weights[i] for i in self.order if secrets >> i & 1]
        return sum(w * r for w, r in zip(inside, self.rank, strict=False))

    def _mass(self, secrets: int) -> Number:
        return sum(w for i, w in enumerate(self.law.weights) if secrets >> i & 1)

    # Lemmas.

    def read(self, number: int, row: Any) -> Lemma:
        """A lemma as it is written in a file."""
        law, most = self.law, 4 if constrained(self.law.game) else 3
        if not isinstance(row, list) or not 3 <= len(row) <= most:
            shape = "[secrets, steps, bound" + (", actions]" if most == 4 else "]")
            raise TreeError(f"lemma {number} must be {shape}, not {shorten(str(row))}")
        secrets, steps, bound, *rest = row
        least = 1 if self.name else 2
        if not 0 < (mask := _bits(secrets)) <= self.everything or mask.bit_count() < least:
            raise TreeError(f"lemma {number} is not about {least} or more secrets of {law.game}")
        if not (steps is None or (type(steps) is int and steps >= 1)):
            raise TreeError(f"lemma {number} has {shorten(repr(steps))} steps; it is a number from 1, or null")
        if not (bound is None or (type(bound) in (int, float) and -inf < bound < inf)):
            raise TreeError(f"lemma {number} has the bound {shorten(repr(bound))}; it is a number, or null")
        allowed = _bits(rest[0]) if rest else None
        if allowed is not None and not 0 <= allowed < 1 << len(law.actions):
            raise TreeError(f"lemma {number} allows {shorten(repr(rest[0]))}, which are no actions of {law.game}")
        return Lemma(mask, steps, inf if bound is None else exact(bound), allowed)

    def check(self, number: int, lemma: Lemma) -> None:
        """Raise `TreeError` unless the lemma follows in one step."""
        for action in self.asked(lemma):
            total = self.asking(lemma.secrets, action, lemma.steps, lemma.allowed, lemma.bound)
            if total < lemma.bound and self.tells(action, lemma.secrets):
                text = shorten(self.law.game.format_action(self.law.actions[action]))
                raise TreeError(f"lemma {number} does not follow: {lemma}, but asking {text} may take {_show(total)}")

    def asked(self, lemma: Lemma) -> Iterable[int]:
        """The actions that a lemma must look at: all that may be asked."""
        every: Iterable[int] = range(len(self.law.actions))
        if lemma.allowed is not None:
            every = [a for a in every if lemma.allowed >> a & 1]
        if self.terms.only_possible:
            named = self.law.named
            every = [a for a in every if named[a] >= 0 and lemma.secrets >> named[a] & 1]
        return every

    def asking(self, secrets: int, action: int, steps: int | None, allowed: int | None, enough: Number = inf) -> Number:
        """What secrets take at least if an action is asked now; counted no further than to `enough`."""
        total: Number = self.law.costs[action] * self.mass(secrets)
        below = None if steps is None else steps - 1
        for feedback, part in self.parts[action]:
            if total >= enough:
                break
            if left := part & secrets:
                total += self.best(left, below, self.after(action, feedback, allowed))
        return total

    def tells(self, action: int, secrets: int) -> bool:
        """Whether not all of these secrets give the same answer; if they do, any strategy is better without asking."""
        return all(part & secrets != secrets for _, part in self.parts[action])

    def best(self, secrets: int, steps: int | None, allowed: int | None) -> Number:
        """The best bound of a part: by a lemma, or by its size."""
        bound = self.by_size(secrets, steps)
        for lemma in self.known.get(secrets, ()):
            longer = lemma.steps is None or (steps is not None and lemma.steps >= steps)
            wider = lemma.allowed is None or (allowed is not None and allowed & ~lemma.allowed == 0)
            if longer and wider and lemma.bound > bound:
                bound = lemma.bound
        return bound

    def after(self, action: int, feedback: Feedback, allowed: int | None) -> int | None:
        """What may be asked after an answer, where answers restrict that."""
        if not constrained(self.law.game):
            return None
        left = self.allowed_after(action, feedback)
        return left if allowed is None else left & allowed

    def _allowed_after(self, action: int, feedback: Feedback) -> int:
        return sum(1 << a for a in range(len(self.law.actions)) if self.law.allowed(a, [(action, feedback)]))


def _bits(text: Any) -> int:
    """A set as the hexadecimal digits of a bit mask; -1 if it is none."""
    return int(text, 16) if isinstance(text, str) and HEXADECIMAL.fullmatch(text) else -1


def _show(value: Number) -> str:
    return str(value) if Fraction(value).denominator == 1 else f"{float(value):.9g}"
