"""Checking a certificate of optimality: slow, simple, and with nothing in common with the solver that wrote it.

A certificate is a list of lemmas. A lemma names a set of secrets, perhaps a number of steps, and a bound: *no strategy
that settles these secrets (within so many steps) has a smaller total*. The total of a set is the sum of weight times
cost over its secrets. A lemma holds if it follows in one step: for EVERY action that may be asked, the cost of asking
it plus the bounds of the parts that its answers leave is at least the bound of the lemma. The bound of a part is that
of a lemma about it, or else what its size alone tells. The part that wins adds nothing. An action that leaves the whole
set can be left out of any strategy, so it proves nothing and need not be looked at. Lemmas lean on smaller sets only,
so their order does not matter. No symmetry is used: all actions are checked.

Only the plain law is used here: `secrets`, `actions`, `feedback`, `prior`, `cost`, `allows`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import accumulate, repeat
from math import inf
from typing import Any

from sleuth.core.errors import TreeError
from sleuth.core.game import Action, Feedback, Game, Goal
from sleuth.core.progress import Progress, silent
from sleuth.core.text import plural, shorten

Number = int | float | Fraction


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
        told = "cannot be settled" if self.bound == inf else f"cannot take less than {_show(self.bound)}"
        return f"{plural(self.secrets.bit_count(), 'secret')} {told}{within}"


@dataclass(frozen=True)
class Checked:
    """A certificate that holds: what it proves of the whole game."""

    lemmas: int
    proved: tuple[Lemma, ...]
    """Those about all secrets."""
    first: str | None
    """If given, they speak only of strategies that ask this first."""
    only_possible: bool
    """Whether they speak only of strategies that never ask what cannot be the secret."""

    def least(self, steps: int | None = None) -> Number:
        """The best bound of the total of strategies that take at most so many steps."""
        fit = [x.bound for x in self.proved if x.steps is None or (steps is not None and x.steps >= steps)]
        return max(fit, default=0)


def check_certificate(game: Game, data: Mapping[str, Any], progress: Progress = silent) -> Checked:
    """Check every lemma of a certificate; raise `TreeError` at the first that does not follow."""
    first, only_possible = data.get("first"), data.get("only_possible", False)
    if not (first is None or isinstance(first, str)) or not isinstance(only_possible, bool):
        raise TreeError("the certificate is damaged: first is an action and only_possible true or false")
    law = _Law(game, first, only_possible)
    rows = data.get("lemmas")
    if not isinstance(rows, list):
        raise TreeError("the certificate is damaged: it has no list of lemmas")
    lemmas = [_lemma(number, row, law) for number, row in enumerate(rows, 1)]
    for lemma in lemmas:
        law.known.setdefault(lemma.secrets, []).append(lemma)
    for number, lemma in enumerate(lemmas, 1):
        law.check(number, lemma)
        progress("lemmas", number, len(lemmas))
    whole = tuple(x for x in lemmas if x.secrets == law.everything and x.allowed is None)
    return Checked(len(lemmas), whole, first, only_possible)


class _Law:
    """The plain law of a game, as sets of secrets: bit `i` stands for secret number `i` that can occur."""

    def __init__(self, game: Game, first: str | None, only_possible: bool) -> None:
        self.game, self.name = game, game.goal is Goal.NAME
        self.secrets = [s for s in game.secrets() if game.prior(s) > 0]
        self.actions = list(game.actions())
        self.everything = (1 << len(self.secrets)) - 1
        weights, costs = [_exact(game.prior(s)) for s in self.secrets], [_exact(game.cost(a)) for a in self.actions]
        # Secrets that are all alike count one each, and so do actions.
        self.alike = len(set(weights)) == 1
        self.weights: Sequence[Number] = [1] * len(weights) if self.alike else weights
        self.costs: Sequence[Number] = [1] * len(costs) if len(set(costs)) == 1 else costs
        if min(costs, default=1) <= 0:
            raise TreeError(f"{game}: every action must cost more than 0")
        number = {s: i for i, s in enumerate(self.secrets)} if self.name else {}
        self.named = [number.get(a, -1) for a in self.actions]
        self.parts = [self._parts(a) for a in range(len(self.actions))]
        """For each action, the answers that do not win, each with the secrets that give it."""
        self.only_possible = only_possible
        if only_possible and not self.name:
            raise TreeError("only_possible makes no sense where the goal is to know the secret")
        self.first = None if first is None else self._action(first)
        self.widest = max(1, max(map(len, self.parts), default=0))
        self.rank = self._rank()
        self.order = sorted(range(len(self.secrets)), key=lambda i: -self.weights[i])
        self.known: dict[int, list[Lemma]] = {}
        self.sizes = [0, *accumulate(self.rank)]
        self.by_weight = cache(self._by_weight)
        self.mass = cache(self._mass)
        self.allowed_after = cache(self._allowed_after)

    def _action(self, text: str) -> int:
        for number, action in enumerate(self.actions):
            if self.game.format_action(action) == text:
                return number
        raise TreeError(f"the certificate begins with {shorten(text)!r}, which is no action of {self.game}")

    def _parts(self, number: int) -> list[tuple[Feedback, int]]:
        game, action = self.game, self.actions[number]
        found: dict[Feedback, int] = {}
        for i, secret in enumerate(self.secrets):
            feedback = game.feedback(action, secret)
            found[feedback] = found.get(feedback, 0) | 1 << i
        named = self.named[number]
        if named >= 0 and found.pop(game.feedback(action, action)) != 1 << named:
            raise TreeError(
                f"{game} gives the winning answer to {shorten(game.format_action(action))} for other secrets too; "
                "then a certificate proves nothing"
            )
        return list(found.items())

    # Bounds by size.

    def _rank(self) -> list[Number]:
        """What one secret more adds at least to the total of so many secrets of weight one.

        NAME: an action names one secret and leaves at most `widest` parts, so 1 secret takes one step, `widest` take
        two, and so on. KNOW: secrets are leaves; the cheapest way to more of them is to open a leaf that lies highest,
        which moves it down one step and adds another, and then to give it more, as many as there are answers.
        """
        widest, most, out = self.widest, len(self.secrets), list[int]()
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
        least = min(self.costs, default=1)
        return [least * steps for steps in out[:most]]

    def capacity(self, steps: int) -> int:
        """The most secrets that so many steps can settle."""
        return sum(self.widest**i for i in range(steps)) if self.name else self.widest**steps

    def by_size(self, secrets: int, steps: int | None) -> Number:
        """What the number and the weights of some secrets tell: the heaviest are settled first."""
        number = secrets.bit_count()
        if steps is not None and number > self.capacity(steps):
            return inf
        return self.sizes[number] if self.alike else self.by_weight(secrets)

    def _by_weight(self, secrets: int) -> Number:
        inside = [self.weights[i] for i in self.order if secrets >> i & 1]
        return sum(w * r for w, r in zip(inside, self.rank, strict=False))

    def _mass(self, secrets: int) -> Number:
        return sum(w for i, w in enumerate(self.weights) if secrets >> i & 1)

    # Lemmas.

    def check(self, number: int, lemma: Lemma) -> None:
        """Raise `TreeError` unless the lemma follows in one step."""
        for action in self.asked(lemma):
            if (total := self.total(lemma, action)) < lemma.bound:
                text = shorten(self.game.format_action(self.actions[action]))
                raise TreeError(f"lemma {number} does not follow: {lemma}, but asking {text} may take {_show(total)}")

    def asked(self, lemma: Lemma) -> Iterable[int]:
        """The actions that a lemma must look at: all that may be asked."""
        if self.first is not None and lemma.secrets == self.everything:
            return [self.first]
        every: Iterable[int] = range(len(self.actions))
        if lemma.allowed is not None:
            every = [a for a in every if lemma.allowed >> a & 1]
        if self.only_possible:
            every = [a for a in every if self.named[a] >= 0 and lemma.secrets >> self.named[a] & 1]
        return every

    def total(self, lemma: Lemma, action: int) -> Number:
        """What asking an action takes at least; infinite if nothing is gained by asking it, so that nobody would."""
        secrets, steps = lemma.secrets, None if lemma.steps is None else lemma.steps - 1
        total: Number = self.costs[action] * self.mass(secrets)
        for feedback, part in self.parts[action]:
            if not (left := part & secrets):
                continue
            if left == secrets:
                forced = self.first is not None and secrets == self.everything
                return self.by_size(secrets, steps) + total if forced else inf
            total += self.best(left, steps, self.after(action, feedback, lemma.allowed))
            if total >= lemma.bound:
                break
        return total

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
        if not self.game.constrained:
            return None
        left = self.allowed_after(action, feedback)
        return left if allowed is None else left & allowed

    def _allowed_after(self, action: int, feedback: Feedback) -> int:
        past: Action = self.actions[action]
        return sum(1 << a for a, other in enumerate(self.actions) if self.game.allows(other, past, feedback))


def _lemma(number: int, row: Any, law: _Law) -> Lemma:
    try:
        secrets, steps, bound, *rest = row
        lemma = Lemma(int(secrets, 16), steps, inf if bound is None else _exact(bound), *(int(a, 16) for a in rest))
    except (TypeError, ValueError, OverflowError):
        raise TreeError(f"lemma {number} must be [secrets, steps, bound], not {shorten(str(row))}") from None
    least = 1 if law.name else 2
    if not 0 < lemma.secrets <= law.everything or lemma.secrets.bit_count() < least:
        raise TreeError(f"lemma {number} is not about {least} or more secrets of {law.game}")
    if not (steps is None or (type(steps) is int and steps >= 1)):
        raise TreeError(f"lemma {number} has {shorten(repr(steps))} steps; it is a number from 1, or null")
    if lemma.allowed is not None and not law.game.constrained:
        raise TreeError(f"lemma {number} restricts the actions, and {law.game} does not")
    return lemma


def _exact(value: Any) -> int | Fraction:
    exact = Fraction(value if isinstance(value, int | Fraction) else float(value))
    return int(exact) if exact.denominator == 1 else exact


def _show(value: Number) -> str:
    return str(value) if isinstance(value, int) else f"{float(value):.9g}"
