"""Checking a certificate of optimality: simple, and with nothing in common with the solver that wrote it.

A certificate is a list of lemmas. A lemma names a set of secrets, perhaps a number of steps, and a bound: *no strategy
that settles these secrets (within so many steps) has a smaller total*. The total of a set is the sum of weight times
cost over its secrets. A lemma holds if it follows in one step: for EVERY action that may be asked, the cost of asking
it plus the bounds of the parts that its answers leave is at least the bound of the lemma. The bound of a part is that
of a lemma about it, or else what its size tells. The part that wins adds nothing. An action that leaves the whole set
can be left out of any strategy, so it proves nothing and need not be looked at. Lemmas come smallest sets first, and
parts are smaller than their set, so no lemma can lean on itself.

Maps permute actions and secrets and leave the game as it is: each basic one is tried on all pairs, and products of maps
are maps. If maps keep the set of a lemma, then what is true of an action is true of its images: a strategy that asks
the image is the image of one that asks the action, with the same total and the same longest play. Likewise a lemma
about a set is one about each of its images.

What is proved of the game is the bound of the set of all secrets. Where the terms give the first action, it is what
asking that action takes, by the bounds of the parts that it leaves.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from itertools import accumulate, repeat
from math import inf
from operator import itemgetter
from typing import Any

from sleuth.core.errors import TreeError
from sleuth.core.game import Game
from sleuth.core.offers import constrained
from sleuth.core.progress import Progress, silent
from sleuth.core.text import shorten
from sleuth.verify.answer_table import AnswerTable
from sleuth.verify.lemmas import Damaged, Lemma, Number, Shape, permutation, show, whole
from sleuth.verify.plain_law import PlainLaw
from sleuth.verify.terms import Terms

KEYS = ("lines",)
FREE = Terms()
FIRST_LINE = "a certificate begins with one line that names the law"
Column = tuple[int, ...]
"""The answers of some secrets to one action."""
Part = tuple[int, ...]
"""Secrets, in order."""
Allowed = frozenset[int] | None
"""The actions that may be asked; `None` for all."""


def check_certificate(
    game: Game | PlainLaw, data: Mapping[str, Any], terms: Terms = FREE, progress: Progress = silent
) -> Checked:
    """Check every lemma of a certificate; raise `TreeError` at the first that does not follow."""
    lines = data.get("lines")
    if "lemmas" in data:
        raise Damaged("its certificate is of an older form, without symmetry; solve again with --certificate")
    if not isinstance(lines, list) or not all(isinstance(line, str) for line in lines):
        raise Damaged("the certificate is damaged: it has no list of lines")
    law = game if isinstance(game, PlainLaw) else PlainLaw(game)
    checked = Checked(AnswerTable(law, progress), terms)
    for number, line in enumerate(lines, 1):
        checked.read(line)
        progress("lines", number, len(lines))
    if not checked.begun:
        raise Damaged(FIRST_LINE)
    return checked


class Checked:
    """The lemmas of a certificate that were read so far, each checked, and what they prove of the game."""

    def __init__(self, table: AnswerTable, terms: Terms) -> None:
        law = table.law
        self.table, self.law, self.terms, self.name = table, law, terms, table.name
        self.first = None if terms.first is None else self._action(terms.first)
        self.restricted = constrained(law.game)
        self.shape = Shape(len(law.secrets), len(law.actions), 1 if self.name else 2, law.whole, self.restricted)
        self.alike = set(law.weights) == {1}
        self.plain = self.name and self.alike and not law.priced
        """Whether to name the secret, all of one weight, by actions of one cost: then few secrets are easy to bound."""
        self.few = table.widest + 1
        """Up to so many, secrets that are all told apart at once take one step for one and two for the others."""
        self.rank = self._rank()
        self.sizes: Sequence[Number] = [0, *accumulate(self.rank)]
        self.capacity, self.at_a_look = cache(self._capacity), cache(self._at_a_look)
        self.allowed_after = cache(table.allowed_after)
        self.begun = False
        """Whether the line was read that names the law."""
        self.maps: list[tuple[tuple[int, ...], tuple[int, ...]]] = []
        """Images of the actions, and of the secrets."""
        self.proved: list[Lemma] = []
        self.known: dict[Part, list[Lemma]] = {}

    @property
    def lemmas(self) -> int:
        """How many there are."""
        return len(self.proved)

    def least(self, steps: int | None = None) -> Number:
        """The best bound of the total of strategies on the terms that take at most so many steps."""
        everything = tuple(range(len(self.law.secrets)))
        if self.law.over(everything, []):
            return 0
        if steps is not None and steps <= 0:
            return inf
        if self.first is None:
            return self.best(everything, steps, None)
        # A lemma about all secrets says nothing here: where nothing else is asked than what may be the secret, a first
        # action that is given may be such a thing.
        column = tuple(row[self.first] for row in self.table.rows)
        return self.asking(everything, column, self.first, steps, None)

    def _action(self, text: str) -> int:
        for number, action in enumerate(self.law.actions):
            if self.law.game.format_action(action) == text:
                return number
        raise TreeError(f"the terms begin with {shorten(text)!r}, which is no action of {self.law.game}")

    # Lines.

    def read(self, line: str) -> None:
        """Read a line and check what it says."""
        words = line.split(" ")
        if (words[0] == "law") == self.begun:
            raise Damaged(FIRST_LINE)
        if words[0] == "law":
            self.begun = True
            if " ".join(words[1:]) != self.table.signature:
                raise Damaged(f"it was made for another law than that of {self.law.game}: secrets or answers differ")
        elif words[0] == "m":
            self._basic(words[1:], f"map {len(self.maps) + 1}")
        elif words[0] == "p":
            self._product(words[1:], f"map {len(self.maps) + 1}")
        elif words[0] == "l":
            where = f"lemma {self.lemmas + 1}"
            lemma = self.shape.lemma(words, where, len(self.maps), self.lemmas)
            if self.proved and len(lemma.secrets) < len(self.proved[-1].secrets):
                raise Damaged(f"{where} is about fewer secrets than the lemma before it")
            self.check(where, lemma)
            self.proved.append(lemma)
            self.known.setdefault(lemma.secrets, []).append(lemma)
        else:
            raise Damaged(f"no line of a certificate begins with {shorten(words[0])!r}")

    # Maps.

    def _basic(self, words: list[str], where: str) -> None:
        law, table = self.law, self.table
        cut = words.index("s") if "s" in words else len(words)
        actions = permutation(words[:cut], where, len(law.actions), "actions")
        if cut < len(words):
            secrets = permutation(words[cut + 1 :], where, len(law.secrets), "secrets")
        elif -1 in table.naming:
            raise Damaged(f"{where} must say what becomes of the secrets, since not every one is an action")
        else:
            images = [str(table.named[actions[action]]) for action in table.naming]
            secrets = permutation(images, where, len(law.secrets), "secrets")
        if self.restricted:
            raise Damaged(f"{where}: a game that restricts what may be asked has no maps")
        self._check_map(where, actions, secrets)
        self.maps.append((actions, secrets))

    def _check_map(self, where: str, actions: Sequence[int], secrets: Sequence[int]) -> None:
        """Raise `TreeError` unless a map leaves the game as it is: tried on all pairs."""
        law, columns = self.law, self.table.columns
        if any(law.weights[s] != w for s, w in zip(secrets, law.weights, strict=True)):
            raise TreeError(f"{where} changes the weight of a secret")
        if any(law.costs[a] != c for a, c in zip(actions, law.costs, strict=True)):
            raise TreeError(f"{where} changes the cost of an action")
        moved = itemgetter(*secrets) if len(secrets) > 1 else tuple
        for action, image in enumerate(actions):
            before, after = columns[action], bytes(moved(columns[image])) if self._narrow else moved(columns[image])
            if before == after:
                continue
            pairs = set(zip(before, after, strict=True))
            mixed = any((x == 0) != (y == 0) for x, y in pairs)
            if mixed or len(pairs) != len(set(before)) or len(pairs) != len(set(after)):
                text = shorten(law.game.format_action(law.actions[action]))
                raise TreeError(f"{where} changes what {text} tells")

    @property
    def _narrow(self) -> bool:
        return isinstance(self.table.rows[0], bytes)

    def _product(self, words: list[str], where: str) -> None:
        if len(words) != 2:
            raise Damaged(f"{where} must be the product of two maps")
        one, other = (self.maps[whole(word, where, len(self.maps) + 1, least=1) - 1] for word in words)
        actions, secrets = (tuple(map(then.__getitem__, now)) for now, then in zip(one, other, strict=True))
        self.maps.append((actions, secrets))

    # Lemmas.

    def check(self, where: str, lemma: Lemma) -> None:
        """Raise `TreeError` unless the lemma follows in one step."""
        secrets, inside = lemma.secrets, set(lemma.secrets)
        for number in lemma.maps:
            if {self.maps[number - 1][1][s] for s in secrets} != inside:
                raise TreeError(f"{where} names map {number}, which does not keep its secrets")
        below = None if lemma.steps is None else lemma.steps - 1
        parts = self._used(where, lemma, below)
        asked, failing = self._asked(lemma), list[tuple[Number, Column]]()
        for cost, column in self._columns(secrets, asked):
            if (len(set(column)) > 1 or column[0] == 0) and self._at_least(secrets, column, cost, below) < lemma.bound:
                failing.append((cost, column))
        if not failing:
            return
        alike = self._alike(secrets, asked, set(failing))
        open_ = set[tuple[Number, Column]]()
        for key in sorted(failing, key=alike.__getitem__):
            for action in alike[key] if self.restricted else alike[key][:1]:
                takes = self.asking(secrets, key[1], action, lemma.steps, lemma.allowed, parts)
                if takes < lemma.bound:
                    if not lemma.maps:
                        text = shorten(self.law.game.format_action(self.law.actions[action]))
                        message = f"{lemma}, but asking {text} may take {show(takes)}"
                        raise TreeError(f"{where} does not follow: {message}")
                    open_.add(key)
        self._check_orbits(where, lemma, alike, open_)

    def _check_orbits(
        self, where: str, lemma: Lemma, alike: dict[tuple[Number, Column], list[int]], open_: set[tuple[Number, Column]]
    ) -> None:
        """Raise `TreeError` unless maps take actions that are settled to all that are still open."""
        column_of = {action: key for key, actions in alike.items() for action in actions}
        settled = [action for key, actions in alike.items() if key not in open_ for action in actions]
        images = [self.maps[number - 1][0] for number in lemma.maps]
        while open_ and settled:
            action = settled.pop()
            for image in images:
                key = column_of.get(image[action])
                if key in open_:
                    open_.remove(key)
                    settled += alike[key]
        if open_:
            action = min(min(alike[key]) for key in open_)
            text = shorten(self.law.game.format_action(self.law.actions[action]))
            raise TreeError(f"{where} does not follow: {lemma}, and nothing settles {text} or an image of it")

    def _used(self, where: str, lemma: Lemma, below: int | None) -> dict[Part, Number]:
        """The parts that lemmas are about under maps, with their bounds."""
        out = dict[Part, Number]()
        for use in lemma.uses:
            column, other = self.table.columns[use.action], self.proved[use.lemma - 1]
            part = tuple(s for s in lemma.secrets if column[s] == use.answer)
            images: Iterable[int] = part
            for number in use.maps:
                images = map(self.maps[number - 1][1].__getitem__, images)
            if tuple(sorted(images)) != other.secrets:
                raise TreeError(f"{where} uses lemma {use.lemma} for a part that is no image of its secrets")
            if len(part) < len(lemma.secrets) and (other.steps is None or (below is not None and other.steps >= below)):
                out[part] = max(other.bound, out.get(part, 0))
        return out

    def _asked(self, lemma: Lemma) -> list[int] | None:
        """The actions that a lemma must look at: all that may be asked; `None` where that is every one."""
        if not self.terms.only_possible:
            return None if lemma.allowed is None else sorted(lemma.allowed)
        naming = sorted(self.table.naming[s] for s in lemma.secrets if self.table.naming[s] >= 0)
        return naming if lemma.allowed is None else [a for a in naming if a in lemma.allowed]

    def _columns(self, secrets: Part, asked: list[int] | None) -> set[tuple[Number, Column]]:
        """The costs and answers of all these actions; those that answer alike are one."""
        rows, costs = [self.table.rows[s] for s in secrets], self.law.costs
        if asked is not None:
            rows, costs = [[row[a] for a in asked] for row in rows], [costs[a] for a in asked]
        columns = zip(*rows, strict=True)
        if self.law.priced:
            return set(zip(costs, columns, strict=True))
        return {(1, column) for column in set(columns)}

    def _alike(
        self, secrets: Part, asked: list[int] | None, keys: set[tuple[Number, Column]]
    ) -> dict[tuple[Number, Column], list[int]]:
        """The actions that answer as given."""
        out: dict[tuple[Number, Column], list[int]] = {key: [] for key in keys}
        rows, costs = [self.table.rows[s] for s in secrets], self.law.costs
        columns = zip(*rows, strict=True) if asked is None else (tuple(row[a] for row in rows) for a in asked)
        for action, column in zip(range(len(costs)) if asked is None else asked, columns, strict=True):
            if (key := (costs[action], column)) in out:
                out[key].append(action)
        return out

    # Bounds.

    def asking(
        self,
        secrets: Part,
        column: Column,
        action: int,
        steps: int | None,
        allowed: Allowed,
        parts: Mapping[Part, Number] | None = None,
    ) -> Number:
        """What secrets take at least if an action is asked now that they answer so."""
        below = None if steps is None else steps - 1
        groups: dict[int, list[int]] = {}
        for secret, answer in zip(secrets, column, strict=True):
            groups.setdefault(answer, []).append(secret)
        takes: Number = self.law.costs[action] * sum(self.law.weights[s] for s in secrets)
        for answer, group in groups.items():
            if answer:
                part = tuple(group)
                bound = self.best(part, below, self.after(action, answer, allowed))
                takes += max(bound, parts.get(part, 0)) if parts else bound
        return takes

    def after(self, action: int, answer: int, allowed: Allowed) -> Allowed:
        """What may be asked after an answer, where answers restrict that."""
        if not self.restricted:
            return None
        left = self.allowed_after(action, answer)
        return left if allowed is None or left is None else left & allowed

    def best(self, secrets: Part, steps: int | None, allowed: Allowed) -> Number:
        """The best bound of a part: by a lemma, by its size, or at a look."""
        bound = max(self.by_size(secrets, steps), self.at_a_look(secrets) if 3 <= len(secrets) <= self.few else 0)
        for lemma in self.known.get(secrets, ()):
            longer = lemma.steps is None or (steps is not None and lemma.steps >= steps)
            wider = lemma.allowed is None or (allowed is not None and allowed <= lemma.allowed)
            if longer and wider and lemma.bound > bound:
                bound = lemma.bound
        return bound

    def _at_a_look(self, secrets: Part) -> Number:
        """Few secrets take 2n - 1 where one of them tells all others apart, else 2n: not one is named at once."""
        if not self.plain:
            return 0
        rows, size = [self.table.rows[s] for s in secrets], len(secrets)
        for action in map(self.table.naming.__getitem__, secrets):
            if action >= 0 and len({row[action] for row in rows}) == size:
                return 2 * size - 1
        return 2 * size

    def by_size(self, secrets: Part, steps: int | None) -> Number:
        """What the number and the weights of some secrets tell: the heaviest are settled first."""
        if steps is not None and len(secrets) > self.capacity(steps):
            return inf
        if self.alike:
            return self.sizes[len(secrets)]
        weights = sorted((self.law.weights[s] for s in secrets), reverse=True)
        return sum(w * r for w, r in zip(weights, self.rank, strict=False))

    def _at_least(self, secrets: Part, column: Column, cost: Number, below: int | None) -> Number:
        """What the sizes of the parts tell if these answers are given."""
        size = len(secrets)
        if self.plain and size <= self.few and (below is None or size <= self.capacity(below)):
            return 3 * size - len(set(column)) - (0 in column)
        if self.alike:
            counts = Counter(column)
            counts.pop(0, None)
            if below is not None and max(counts.values(), default=0) > self.capacity(below):
                return inf
            return cost * size + sum(map(self.sizes.__getitem__, counts.values()))
        groups: dict[int, list[int]] = {}
        for secret, answer in zip(secrets, column, strict=True):
            groups.setdefault(answer, []).append(secret)
        groups.pop(0, None)
        takes = cost * sum(self.law.weights[s] for s in secrets)
        return takes + sum(self.by_size(tuple(group), below) for group in groups.values())

    def _rank(self) -> list[Number]:
        """What one secret more adds at least to the total of so many secrets of weight one.

        NAME: an action names one secret and leaves at most `widest` parts, so 1 secret takes one step, `widest` take
        two, and so on. KNOW: secrets are leaves; the cheapest way to more of them is to open a leaf that lies highest,
        which moves it down one step and adds another, and then to give it more, as many as there are answers.
        """
        widest, most, out = self.table.widest, len(self.law.secrets), list[int]()
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
            settled, reached = settled + reached, reached * self.table.widest
        return settled if self.name else reached
