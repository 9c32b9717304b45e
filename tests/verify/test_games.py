"""Which games the verifier judges, and how: everything is found, answers depend on the play; the rest is refused."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import Any, ClassVar

import pytest

from sleuth.core import Constraint
from sleuth.core.game import Feedback, Game, Goal
from sleuth.core.game_spec import parse_game
from sleuth.play.evaluate_table import evaluate_table as evaluate
from sleuth.solve import save_tree, solve
from sleuth.strategies.catalogue import parse_strategy
from sleuth.strategies.tree import Tree, digest
from sleuth.verify.verdict_words import describe
from sleuth.verify.verification import verify

BATTLESHIP = "battleship:size=1x3,fleet=2"


def file_of(folder: Path, game: Game, nodes: list[list[Any]], **claims: Any) -> Path:
    """A tree file of a game, written by hand."""
    data = {
        "format": "sleuth tree",
        "schema": 1,
        "game": str(game),
        "goal": game.goal.value,
        "secrets": {"count": sum(game.prior(s) > 0 for s in game.secrets()), "digest": digest(game)},
        "claims": claims,
        "nodes": nodes,
    }
    path = folder / "tree.json"
    path.write_text(json.dumps(data))
    return path


def test_a_ship_must_be_hit_everywhere(tmp_path: Path) -> None:
    game = parse_game(BATTLESHIP)
    known = file_of(tmp_path, game, [[0, "", 2, "1,1"]], total=2, mean=1.0, worst=1)
    assert "no branch for the answer" in str(verify(known).problem)
    nodes = [[0, "", 2, "1,2"], [1, "hit", 2, "1,1"], [2, "miss", 1, "1,3"]]
    verdict = verify(file_of(tmp_path, game, nodes, total=5, mean=2.5, worst=3))
    assert verdict.problem is None
    assert (verdict.total, verdict.worst) == (5, 3)


def test_answers_depend_on_what_was_asked_before(tmp_path: Path) -> None:
    """The second hit of a ship of two is `sunk`, whichever comes second."""
    game = parse_game(BATTLESHIP)
    nodes = [[0, "", 2, "1,2"], [1, "hit", 2, "1,1"], [2, "miss", 1, "1,3"], [2, "sunk", 1, "1,3"]]
    assert "when play is done" in str(verify(file_of(tmp_path, game, nodes, total=5, mean=2.5, worst=3)).problem)


def test_a_word_is_shown_or_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("words.txt").write_text("cat\ncot\ndog\n")
    game = parse_game("hangman:words=words.txt,lengths=3")
    only_known = [[0, "", 3, "a"], [1, "no", 2, "d"]]
    assert "no branch" in str(verify(file_of(tmp_path, game, only_known, total=5, mean=5 / 3, worst=2)).problem)
    named = [[0, "", 3, "cat"], [1, "no", 2, "cot"], [2, "no", 1, "dog"]]
    assert verify(file_of(tmp_path, game, named, total=6, mean=2.0, worst=3)).problem is None
    asked_again = [[0, "", 3, "a"], [1, "*a*", 1, "a"], [2, "*a*", 1, "cat"], [1, "no", 2, "a"]]
    assert "a may not be asked then" in str(
        verify(file_of(tmp_path, game, asked_again, total=1, mean=1, worst=1)).problem
    )


@pytest.mark.parametrize("strategy", ["hit-probability", "entropy"])
@pytest.mark.parametrize("guesses", ["both", "letters"])
def test_trees_of_evaluations_find_everything(
    strategy: str, guesses: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("words.txt").write_text("cat 3\ncot\ndog 2\ndig\nbag\nbig\n")
    game = parse_game(f"hangman:words=words.txt,lengths=3,guesses={guesses}")
    evaluation = evaluate(game, parse_strategy(strategy))
    Tree.of(evaluation).save("tree.json")
    verdict = verify("tree.json")
    assert verdict.problem is None
    assert (verdict.total, verdict.worst) == (evaluation.total, evaluation.worst)
    again = evaluate(game, parse_strategy("tree:file=tree.json,otherwise=none"))
    assert again.total == evaluation.total


def test_a_tree_of_a_sequential_game_reads_back(tmp_path: Path) -> None:
    game = parse_game(BATTLESHIP)
    nodes = [[0, "", 2, "1,2"], [1, "hit", 2, "1,1"], [2, "miss", 1, "1,3"]]
    path = file_of(tmp_path, game, nodes, total=5, mean=2.5, worst=3)
    assert Tree.load(path).nodes[2].action == "1,3"


@pytest.mark.parametrize("channel", ["lies:most=1", "lies:most=0", "noise:chance=0.1", "half-lies:most=1"])
def test_games_that_lie_are_not_judged(channel: str, tmp_path: Path) -> None:
    save_tree(solve(parse_game("guess-who")), tmp_path / "tree.json")
    data = json.loads((tmp_path / "tree.json").read_text())
    data["game"] = f"guess-who@{channel}"
    (tmp_path / "tree.json").write_text(json.dumps(data))
    verdict = verify(tmp_path / "tree.json")
    assert not verdict.judged
    assert "may be lies" in str(verdict.problem)
    assert describe(verdict)[0].startswith("NOT JUDGED: ")


def test_games_that_announce_something_are_not_judged(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("words.txt").write_text("cat\ndogs\n")
    game = parse_game("hangman:words=words.txt")
    verdict = verify(file_of(tmp_path, game, [[0, "", 2, "cat"], [1, "no", 1, "dogs"]], total=3, mean=1.5, worst=2))
    assert "announces something before play" in str(verdict.problem)


def test_an_unknown_game_is_not_judged(tmp_path: Path) -> None:
    game = parse_game(BATTLESHIP)
    path = file_of(tmp_path, game, [], total=0, mean=0, worst=0)
    path.write_text(path.read_text().replace("battleship", "battelship"))
    verdict = verify(path)
    assert not verdict.judged
    assert "did you mean battleship" in str(verdict.problem)


def test_no_more_secrets_are_listed_than_the_file_speaks_of(tmp_path: Path) -> None:
    path = file_of(tmp_path, parse_game("mastermind:pegs=2,colours=2"), [], total=0, mean=0, worst=0)
    path.write_text(path.read_text().replace("pegs=2,colours=2", "pegs=20,colours=9"))
    assert "lists more" in str(verify(path).problem)


@dataclass(frozen=True)
class Three(Game, Constraint):
    """Know one of three; two questions."""

    goal: ClassVar[Goal] = Goal.KNOW
    repeats: ClassVar[bool] = False

    def secrets(self) -> Sequence[str]:
        return "abc"

    def actions(self) -> Sequence[str]:
        return "pq"

    def feedback(self, action: str, secret: str) -> Feedback:
        return secret == {"p": "c", "q": "b"}[action]


AGAIN = [[0, "", 3, "p"], [1, "no", 2, "p"], [2, "no", 2, "q"]]


def test_a_question_is_asked_again_only_where_the_game_lets(tmp_path: Path) -> None:
    class Again(Three):
        repeats: ClassVar[bool] = True

    path = file_of(tmp_path, Three(), AGAIN, total=7, mean=7 / 3, worst=3)
    assert verify(path, Three()).problem == "after p=no: p may not be asked then"
    path = file_of(tmp_path, Again(), AGAIN, total=7, mean=7 / 3, worst=3)
    assert verify(path, Again()).problem is None


def test_nothing_is_asked_once_the_goal_is_reached(tmp_path: Path) -> None:
    class One(Three):
        def prior(self, secret: str) -> float:
            return float(secret == "a")

    assert verify(file_of(tmp_path, One(), [], total=0, mean=0, worst=0), One()).ok
    verdict = verify(file_of(tmp_path, One(), [[0, "", 1, "p"]], total=1, mean=1, worst=1), One())
    assert verdict.problem == "it asks something, and the goal is reached before any question"


def test_a_law_that_is_not_fixed_is_not_judged(tmp_path: Path) -> None:
    tick = count()

    class Moody(Three):
        def feedback(self, action: str, secret: str) -> Feedback:
            return next(tick) % 3

    verdict = verify(file_of(tmp_path, Moody(), AGAIN, total=7, mean=7 / 3, worst=3), Moody())
    assert not verdict.judged
    assert "the law is not fixed" in str(verdict.problem)


def _raises(*_: Any) -> Any:
    raise ZeroDivisionError("no")


@pytest.mark.parametrize("method", ["feedback", "prior", "cost", "actions", "secrets"])
def test_what_a_game_raises_is_told_in_a_line(method: str, tmp_path: Path) -> None:
    broken = type("Broken", (Three,), {method: _raises})
    path = file_of(tmp_path, Three(), AGAIN, total=7, mean=7 / 3, worst=3)
    path.write_text(path.read_text().replace(str(Three()), str(broken())))
    verdict = verify(path, broken())
    assert not verdict.judged
    assert "ZeroDivisionError: no" in str(verdict.problem)


def test_odd_weights_and_lists_are_not_judged(tmp_path: Path) -> None:
    class Negative(Three):
        def prior(self, secret: str) -> float:
            return -1.0

    class Twice(Three):
        def secrets(self) -> Sequence[str]:
            return "aab"

    class Free(Three):
        def cost(self, action: str) -> float:
            return 0

    class Endless(Three):
        def prior(self, secret: str) -> float:
            return float("inf")

    cases: Iterator[tuple[Game, str]] = iter(
        [
            (Negative(), "less than nothing"),
            (Twice(), "lists a secret twice"),
            (Free(), "must cost more than 0"),
            (Endless(), "the prior of 'a' is inf"),
        ]
    )
    for game, message in cases:
        path = file_of(tmp_path, Three(), AGAIN, total=7, mean=7 / 3, worst=3)
        path.write_text(path.read_text().replace(str(Three()), str(game)))
        verdict = verify(path, game)
        assert not verdict.judged
        assert message in str(verdict.problem)
