"""Finding everything where answers do not tell a hit from a miss, against all strategies, in exact arithmetic."""

from __future__ import annotations

import random
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any, ClassVar

import pytest

from sleuth.core import Constraint, Hits
from sleuth.core.errors import StuckError
from sleuth.core.game import Action, Game, Goal
from sleuth.core.game_spec import parse_game
from sleuth.core.history import History
from sleuth.core.sequential import Sequential
from sleuth.play.evaluate import evaluate
from sleuth.solve import Solution, solve
from sleuth.strategies.catalogue import parse_strategy
from sleuth.testing.brute_force import best_tree, replay

STYLES = ("quiet", "telling", "misses tell", "mixed")


@dataclass(frozen=True)
class Quiet(Game, Constraint, Hits):
    """Secrets with random hits, and answers that tell them, or something else, or nothing."""

    goal: ClassVar[Goal] = Goal.FIND
    repeats: ClassVar[bool] = False

    seed: int = 0

    @cached_property
    def drawn(self) -> dict[str, Any]:
        """Everything that chance decides."""
        rng = random.Random(self.seed)
        style = rng.choice(STYLES)
        secrets = [f"s{i}" for i in range(rng.randint(1, 6))]
        questions = [f"q{i}" for i in range(rng.randint(1, 4))]
        hits = {s: frozenset(q for q in questions if rng.random() < 0.5) or frozenset(questions[:1]) for s in secrets}
        named = rng.random() < 0.4
        actions = questions + ([s for s in secrets if rng.random() < 0.8] if named else [])
        heavy = rng.choice([(1,), (1, 2, 5), (1e-18, 1e-9, 1.0, 1e6)])
        answers = {}
        for action in actions:
            for secret in secrets:
                hit = "hit" if action in hits[secret] else "miss"
                if action == secret:
                    answer = "yes" if rng.random() < 0.9 else "no"
                elif action in secrets:
                    answer = "no"
                elif style == "telling":
                    answer = hit
                elif style == "misses tell":
                    answer = hit + rng.choice("xyz")
                elif style == "mixed":
                    answer = rng.choice([hit, "x"])
                else:
                    answer = rng.choice("xxxy")
                answers[action, secret] = answer
        weights = {s: rng.choice(heavy) for s in secrets}
        return {"secrets": secrets, "actions": actions, "hits": hits, "answers": answers, "weights": weights}

    def secrets(self) -> list[str]:
        return list(self.drawn["secrets"])

    def actions(self) -> list[str]:
        return list(self.drawn["actions"])

    def prior(self, secret: str) -> float:
        return float(self.drawn["weights"][secret])

    def hits(self, secret: str) -> Collection[str]:
        return frozenset(self.drawn["hits"][secret])

    def feedback(self, action: str, secret: str) -> str:
        return str(self.drawn["answers"][action, secret])


@dataclass(frozen=True)
class Strict(Quiet):
    """What was answered forbids some actions from then on."""

    def allows(self, action: str, past: str, feedback: Any) -> bool:
        return random.Random(f"{self.seed} {action} {past} {feedback}").random() < 0.75


@dataclass(frozen=True)
class Moody(Sequential, Constraint, Hits):
    """The same secrets, but what was asked before decides which questions are answered."""

    goal: ClassVar[Goal] = Goal.FIND
    repeats: ClassVar[bool] = False

    seed: int = 0

    @cached_property
    def plain(self) -> Quiet:
        """The game whose answers are given, if any are."""
        return Quiet(self.seed)

    def secrets(self) -> list[str]:
        return self.plain.secrets()[:4]

    def actions(self) -> list[str]:
        return self.plain.actions()[:4]

    def prior(self, secret: str) -> float:
        return self.plain.prior(secret)

    def hits(self, secret: str) -> Collection[str]:
        return self.plain.hits(secret)

    def feedback_after(self, past: Sequence[str], action: str, secret: str) -> str:
        mood = random.Random(f"{self.seed} {list(past)} {action}").random()
        return self.plain.feedback(action, secret) if mood < 0.6 else "hm"


def unit(game: Game) -> Fraction:
    """Weights that are all alike count as one."""
    weights = {float(game.prior(secret)) for secret in game.secrets()}
    return Fraction(1) if len(weights) > 1 else Fraction(weights.pop())


def least_steps(game: Game, first: str | None = None) -> Fraction | None:
    """The least total over all strategies, by trying everything; `None` if none finds everything."""
    total = best_tree(game, first=first).total
    return None if total is None else total / unit(game)


def replayed(game: Game, found: Solution) -> tuple[Fraction, int]:
    """The total and the longest play of its tree, every secret let down by the plain law."""
    branches: dict[tuple[int, str], int] = {}
    path: list[int] = []
    for number, (depth, feedback, _, _) in enumerate(found.tree.nodes):
        path = [*path[:depth], number]
        if depth:
            branches[path[-2], feedback] = number
    visits = [0] * len(found.tree.nodes)
    texts = {game.format_action(action): action for action in game.actions()}

    def choose(history: History) -> Action:
        node = 0
        for _, feedback in history:
            node = branches[node, game.format_feedback(feedback)]
        visits[node] += 1
        return texts[found.tree.nodes[node][3]]

    played = replay(game, choose)
    assert played is not None
    assert visits == [row[2] for row in found.tree.nodes]
    return played.total / unit(game), played.worst


@pytest.mark.parametrize("kind", [Quiet, Strict, Moody])
@pytest.mark.parametrize("block", range(5))
def test_no_strategy_is_better_and_the_rows_are_that_strategy(kind: type[Quiet], block: int) -> None:
    for seed in range(30 * block, 30 * block + 30):
        game = kind(seed)
        for first in (None, random.Random(seed).choice(list(game.actions()))):
            best = least_steps(game, first)
            if best is None:
                with pytest.raises(StuckError):
                    solve(game, first=first)
                continue
            found = solve(game, first=first)
            assert found.proved, game
            assert replayed(game, found) == (best, found.worst), game
            assert found.total == found.lower_bound == float(best), game
            assert first is None or found.tree.nodes[0][3] == game.format_action(first), game


def test_a_question_that_tells_is_not_always_worth_asking() -> None:
    @dataclass(frozen=True)
    class Two(Game, Constraint, Hits):
        """What is found is not told; only one question tells the two apart, and it finds nothing."""

        goal: ClassVar[Goal] = Goal.FIND
        repeats: ClassVar[bool] = False

        def secrets(self) -> list[str]:
            return ["A", "B"]

        def actions(self) -> list[str]:
            return ["q0", "q1", "q2"]

        def feedback(self, action: str, secret: str) -> bool:
            return action == "q1" and secret == "B"

        def hits(self, secret: str) -> Collection[str]:
            return {"A": {"q0", "q2"}, "B": {"q2"}}[secret]

    assert solve(Two()).total == 4 == evaluate(Two(), parse_strategy("hit-probability")).total


@pytest.mark.parametrize("spec", ["battleship:size=3x3,fleet=2", "battleship:size=2x4,fleet=3-2,answers=length"])
def test_the_rows_of_a_small_board_sink_every_fleet(spec: str) -> None:
    game = parse_game(spec)
    found = solve(game)
    assert replayed(game, found) == (found.total, found.worst)


def test_rules_that_may_ask_again_do_not_ask_in_circles() -> None:
    @dataclass(frozen=True)
    class Again(Quiet):
        """An action may be asked again."""

        repeats: ClassVar[bool] = True

    for seed in range(40):
        game = Again(seed)
        for rule in ("hit-probability", "entropy"):
            assert evaluate(game, parse_strategy(rule)).total >= solve(game).total * (1 - 1e-12)
