"""What is true of a proof file of a small game, by trying everything: the law, each node, claim, map and lemma.

It shares no code with the two checkers that it is compared with.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property

from sleuth.core.game import Feedback
from sleuth.core.game_spec import spec_of
from sleuth.testing.brute_force import SearchState
from sleuth.testing.lemma_lines import lemmas_of
from sleuth.testing.tree_truth import TreeTruth

ProofNode = tuple[int, int, int]
"""The depth, the number of the answer above, the number of the action."""


@dataclass
class ProofLines:
    """A proof file, taken apart."""

    game: str
    goal: str
    objective: str
    law: str
    total: str
    worst: str
    proved: list[str]
    first: int | None = None
    within: int | None = None
    only_possible: bool = False
    nodes: list[ProofNode] = field(default_factory=list)
    certificate: list[str] = field(default_factory=list)
    """Maps and lemmas, without the line that names the law."""

    @classmethod
    def parse(cls, text: str) -> ProofLines:
        """Read a file; raise `ValueError` where it is none."""
        *lines, end, empty = text.split("\n")
        if empty or end != f"end {len(lines)}" or not all(lines):
            raise ValueError("it does not end as a proof does")
        rest = iter(lines)
        line = next(rest, "")

        def value(name: str) -> str:
            nonlocal line
            word, _, out = line.partition(" ")
            if word != name:
                raise ValueError(f"{line!r} is no {name}")
            line = next(rest, "")
            return out

        if value("sleuth") != "proof 1":
            raise ValueError("it is no proof of version 1")
        game, goal, objective, law = (value(name) for name in ("game", "goal", "objective", "law"))
        first = int(value("first")) if line.startswith("first ") else None
        within = int(value("within")) if line.startswith("within ") else None
        only_possible = line == "only-possible" and not value("only-possible")
        total, worst, proved = (value(name) for name in ("total", "worst", "proved"))
        out = cls(game, goal, objective, law, total, worst, proved.split(), first, within, only_possible)
        while line.startswith("n "):
            depth, answer, action = (int(word) for word in value("n").split(" "))
            out.nodes.append((depth, answer, action))
        out.certificate = [line, *rest] if line else []
        return out

    def __str__(self) -> str:
        """The text of the file."""
        terms = [] if self.first is None else [f"first {self.first}"]
        terms += [] if self.within is None else [f"within {self.within}"]
        terms += ["only-possible"] if self.only_possible else []
        head = [("game", self.game), ("goal", self.goal), ("objective", self.objective), ("law", self.law)]
        lines = ["sleuth proof 1", *(" ".join(pair) for pair in head), *terms, f"total {self.total}"]
        lines += [f"worst {self.worst}", " ".join(["proved", *self.proved])]
        lines += [f"n {depth} {answer} {action}" for depth, answer, action in self.nodes]
        lines += self.certificate
        return "\n".join([*lines, f"end {len(lines)}", ""])


class ProofTruth(TreeTruth):
    """What is true of proofs of a game."""

    @cached_property
    def numbers(self) -> dict[Feedback, int]:
        """Of each answer that does not win: from 1, as they are first given, secret by secret."""
        out: dict[Feedback, int] = {}
        for secret in range(len(self.rules.secrets)):
            for action in range(len(self.rules.actions)):
                if not self.wins(action, secret):
                    out.setdefault(self.rules.answers((), action)[secret], len(out) + 1)
        return out

    def wins(self, action: int, secret: int) -> bool:
        """Whether an action names a secret, where that ends the play."""
        return self.game.goal.only_names and self.rules.naming[secret] == action

    def answer(self, action: int, secret: int) -> int:
        """The number of an answer; 0 wins."""
        return 0 if self.wins(action, secret) else self.numbers[self.rules.answers((), action)[secret]]

    @cached_property
    def law(self) -> str:
        """How a proof names the law."""
        secrets, actions = range(len(self.rules.secrets)), range(len(self.rules.actions))
        rows = [[self.answer(action, secret) for action in actions] for secret in secrets]
        wide = 2 if len(self.numbers) > 255 else 1
        out = hashlib.sha256(f"{len(secrets)} {len(actions)} {wide}\n".encode())
        for row in rows:
            out.update(b"".join(number.to_bytes(wide, "little") for number in row))
        for counts in (self.weights, self.costs):
            out.update((" ".join(map(_number, counts)) + "\n").encode())
        return f"{len(secrets)} {len(actions)} sha256:{out.hexdigest()}"

    @cached_property
    def costs(self) -> list[Fraction]:
        """Of the actions; one each where all cost the same."""
        return [Fraction(self.game.cost(action)) / self.price for action in self.rules.actions]

    def holds_proof(self, text: str) -> bool:
        """Whether everything that a file says is true; what cannot be read says nothing true."""
        try:
            proof = ProofLines.parse(text)
            return self._all_true(proof)
        except (ValueError, IndexError, KeyError):
            return False

    def _all_true(self, proof: ProofLines) -> bool:
        if proof.game not in (str(self.game), spec_of(self.game)) or proof.goal != self.game.goal.value:
            return False
        if proof.law != self.law or proof.objective not in ("mean", "worst"):
            return False
        if proof.proved not in ([], ["total"], ["worst"], ["total", "worst"]):
            return False
        played = self.played(proof)
        if played is None:
            return False
        cost, worst = played
        near = 0 if self.share == 1 else Fraction(1, 10**9) * cost
        if abs(Fraction(proof.total) - cost) > near or int(proof.worst) != worst:
            return False
        first = None if proof.first is None else self.game.format_action(self.rules.actions[proof.first])
        terms = {"first": first, "within": proof.within, "only_possible": proof.only_possible}
        claims = {"total_proved": "total" in proof.proved, "worst_proved": "worst" in proof.proved}
        claimed = {"claims": claims, "terms": terms, "objective": proof.objective}
        if not self.proves(claimed, cost, worst) or not self._maps_true(proof.certificate):
            return False
        lemmas = lemmas_of(proof.certificate, len(self.weights))
        return all(self.lemma(one, proof.only_possible) for one in lemmas)

    def played(self, proof: ProofLines) -> tuple[Fraction, int] | None:
        """The cost and the longest play of the nodes, if every one of them is as it must be and keeps the terms."""
        if self.rules.over(self.rules.whole):
            return (Fraction(0), 0) if not proof.nodes and proof.first is None else None
        taken = self._walk_proof(proof, 0, 0, self.rules.whole, [])
        if taken is None or taken[2] < len(proof.nodes):
            return None
        cost, worst, _ = taken
        return None if proof.within is not None and worst > proof.within else (cost, worst)

    def _walk_proof(
        self, proof: ProofLines, place: int, answer: int, state: SearchState, asked: list[int]
    ) -> tuple[Fraction, int, int] | None:
        """The node at a place and all that is below it: cost, longest play, and the place after them."""
        if place == len(proof.nodes):
            return None
        rules, (depth, above, action) = self.rules, proof.nodes[place]
        if depth != len(asked) or above != answer or action not in state.legal or action in asked:
            return None
        given = proof.first is not None and not asked
        if given and action != proof.first:
            return None
        if proof.only_possible and not given and action not in {rules.naming[s] for s in state.candidates}:
            return None
        cost, worst = sum(self.weights[s] for s in state.candidates) * self.costs[action], depth + 1
        below = dict[int, SearchState]()
        for feedback, after in rules.after(state, action).items():
            if after is not None and not rules.over(after):
                below[self.numbers[feedback]] = after
        place += 1
        while below:
            following = proof.nodes[place][1] if place < len(proof.nodes) else -1
            if following not in below:
                return None
            taken = self._walk_proof(proof, place, following, below.pop(following), [*asked, action])
            if taken is None:
                return None
            cost, worst, place = cost + taken[0], max(worst, taken[1]), taken[2]
        return cost, worst, place

    def _maps_true(self, lines: Sequence[str]) -> bool:
        """Whether each map leaves the game as it is, and keeps the set of each lemma that names it."""
        maps: list[tuple[list[int], list[int]]] = []
        secrets = range(len(self.rules.secrets))
        for line in lines:
            kind, *words = line.split(" ")
            if kind == "m":
                cut = words.index("s") if "s" in words else len(words)
                actions = [int(word) for word in words[:cut]]
                images = [int(word) for word in words[cut + 1 :]]
                if cut == len(words):  # what the image of the action that names a secret names
                    named = {action: secret for secret, action in enumerate(self.rules.naming)}
                    images = [named[actions[action]] for action in self.rules.naming if action is not None]
                maps.append((actions, images))
                if not self._keeps_the_law(*maps[-1]):
                    return False
            elif kind == "p":
                one, other = (maps[int(word) - 1] for word in words)
                maps.append(([other[0][a] for a in one[0]], [other[1][s] for s in one[1]]))
            elif kind == "l":
                (lemma,) = lemmas_of([line], len(secrets))
                kept = set(lemma.secrets)
                for word in lemma.rest.get("g", "").split():
                    if {maps[int(word) - 1][1][s] for s in kept} != kept:
                        return False
            else:
                return False
        return True

    def _keeps_the_law(self, actions: list[int], secrets: list[int]) -> bool:
        """Whether permutations leave weights, costs, and what every answer tells."""
        if sorted(actions) != list(range(len(self.costs))) or sorted(secrets) != list(range(len(self.weights))):
            return False
        if any(self.weights[s] != self.weights[image] for s, image in enumerate(secrets)):
            return False
        if any(self.costs[a] != self.costs[image] for a, image in enumerate(actions)):
            return False
        for action, image in enumerate(actions):
            pairs = {(self.answer(action, s), self.answer(image, t)) for s, t in enumerate(secrets)}
            if len({x for x, _ in pairs}) != len(pairs) or len({y for _, y in pairs}) != len(pairs):
                return False
            if any((x == 0) != (y == 0) for x, y in pairs):
                return False
        return True


def _number(value: Fraction) -> str:
    """A weight or a cost as the digest has it."""
    return str(int(value)) if value.denominator == 1 else repr(float(value))
