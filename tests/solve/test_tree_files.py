"""Solutions on terms, as files: they say their terms, prove on them, and stay when a certificate cannot be had."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar

import pytest

from sleuth.adapters.cli.app import run
from sleuth.app import solve as solving
from sleuth.core import Rounds
from sleuth.core.errors import TreeError
from sleuth.core.game import Feedback, Game, Goal
from sleuth.core.game_spec import parse_game
from sleuth.solve import certify, save_tree, solve, tree_of
from sleuth.strategies.tree import Tree
from sleuth.verify.verdict_words import describe
from sleuth.verify.verification import verify

SPEC = "mastermind:pegs=2,colours=3"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def data_of(path: str) -> dict[str, Any]:
    data: dict[str, Any] = json.loads(Path(path).read_text())
    return data


def written(data: dict[str, Any]) -> str:
    Path("other.json").write_text(json.dumps(data))
    return "other.json"


# Claims.


def test_without_a_certificate_nothing_is_claimed_of_other_trees() -> None:
    tree = save_tree(solve(parse_game(SPEC)), "tree.json")
    assert set(tree.claims) == {"total", "mean", "worst"}
    assert tree.search is not None
    assert (tree.search["proved"], tree.search["lower_bound"]) == (True, 21)
    verdict = verify("tree.json")
    assert verdict.ok
    assert not verdict.optimal
    assert verdict.as_json()["not_checked"] == ["search"]
    assert describe(verdict)[-1].startswith("Not checked: what the search says of itself (lower_bound 21, proved true")


def test_with_a_certificate_what_it_proves_is_claimed() -> None:
    solution = solve(parse_game(SPEC))
    tree = save_tree(solution, "tree.json", certify(solution))
    assert tree.search is None
    assert {
        "lower_bound": 21,
        "proved": True,
        "total_proved": True,
        "worst_proved": True,
    }.items() <= tree.claims.items()
    assert verify("tree.json").optimal


@pytest.mark.parametrize(
    "claim", [{"proved": True}, {"total_proved": True}, {"worst_proved": True}, {"lower_bound": 24}]
)
@pytest.mark.parametrize("lemmas", ["foreign", "empty", "weak"])
def test_no_claim_passes_that_the_certificate_beside_it_does_not_prove(claim: dict[str, Any], lemmas: str) -> None:
    best = solve(parse_game(SPEC))
    save_tree(best, "best.json", certify(best))
    game = parse_game(SPEC)
    save_tree(solve(game, first=(0, 0)), "tree.json")
    data = data_of("tree.json")
    assert data["claims"]["total"] == 24
    data["terms"]["first"] = None
    data["certificate"] = data_of("best.json")["certificate"]
    if lemmas == "empty":
        del data["certificate"]["lines"][1:]
    if lemmas == "weak":
        lines = data["certificate"]["lines"]
        lines[-1] = lines[-1].replace("l 21 ", "l 1 ")
    assert verify(written(data)).ok
    data["claims"] |= claim
    verdict = verify(written(data))
    assert not verdict.ok
    assert "its certificate does not prove that" in str(verdict.problem)
    assert verdict.certificate is True


def test_a_lower_bound_may_be_modest_but_not_bold() -> None:
    solution = solve(parse_game(SPEC))
    save_tree(solution, "tree.json", certify(solution))
    data = data_of("tree.json")
    for bound, right in ((20, True), (21, True), (21.0, True), (21.0001, False), (22, False), (-5, True)):
        data["claims"]["lower_bound"] = bound
        assert verify(written(data)).ok is right
    solution = solve(parse_game(SPEC), objective="worst")
    save_tree(solution, "tree.json", certify(solution))
    data = data_of("tree.json")
    for bound, right in ((2, True), (3, True), (2.5, True), (3.5, False), (4, False), (0, True)):
        data["claims"]["lower_bound"] = bound
        assert verify(written(data)).ok is right


# Terms.


@pytest.mark.parametrize(
    ("options", "among"),
    [
        ({"first": (0, 0, 0)}, "trees that begin with 000"),
        ({"only_possible": True}, "trees that guess only what is possible"),
        ({"within": 4}, "trees of at most 4 steps"),
        (
            {"first": (0, 0, 1), "within": 5, "only_possible": True},
            "trees of at most 5 steps that begin with 001 and guess only what is possible",
        ),
    ],
)
@pytest.mark.parametrize("certified", [True, False])
def test_a_solution_on_terms_says_so_and_is_judged_by_them(
    options: dict[str, Any], among: str, certified: bool
) -> None:
    solution = solve(parse_game("mastermind:pegs=3,colours=3"), **options)
    save_tree(solution, "tree.json", certify(solution) if certified else None)
    verdict = verify("tree.json")
    assert verdict.problem is None
    assert verdict.optimal is certified
    assert verdict.among == verdict.as_json()["among"] == among
    assert among in " ".join(describe(verdict))


def test_a_tree_that_breaks_its_terms_is_wrong() -> None:
    save_tree(solve(parse_game("mastermind:pegs=2,colours=6")), "tree.json")
    data = data_of("tree.json")
    data["terms"]["only_possible"] = True
    assert "to ask only what may be the secret, and" in str(verify(written(data)).problem)


def test_no_terms_are_written_that_nobody_gave() -> None:
    Path("words.txt").write_text("crane\nslate\ntrace\n")  # Wordle has six rows, and the best tree keeps to them
    assert tree_of(solve(parse_game("wordle:answers=words.txt"))).terms["within"] is None


def test_rows_that_bind_are_terms() -> None:
    @dataclass(frozen=True)
    class Dear(Game, Rounds):
        """Four secrets; one by one is cheap and long, all at once is dear."""

        goal: ClassVar[Goal] = Goal.KNOW
        rows: ClassVar[int | None] = 2

        def secrets(self) -> Sequence[str]:
            return "abcd"

        def actions(self) -> Sequence[str]:
            return ("a", "b", "c", "all")

        def feedback(self, action: str, secret: str) -> Feedback:
            return secret if action == "all" else action == secret

        def cost(self, action: str) -> float:
            return 9 if action == "all" else 1

    solution = solve(Dear())
    assert solution.within == 2
    save_tree(solution, "tree.json", certify(solution))
    verdict = verify("tree.json", Dear())
    assert verdict.problem is None
    assert verdict.optimal
    data = data_of("tree.json")
    data["terms"]["within"] = None
    assert "does not prove" in str(verify(written(data), Dear()).problem) or "not follow" in str(
        verify(written(data), Dear()).problem
    )


def test_a_first_action_that_cannot_be_the_secret_may_come_before_possible_ones_only() -> None:
    Path("answers.txt").write_text("aaa\nabb\nbab\n")
    Path("allowed.txt").write_text("ccc\nabc\n")
    game = parse_game("wordle:answers=answers.txt,allowed=allowed.txt")
    solution = solve(game, first="abc", only_possible=True)
    save_tree(solution, "tree.json", certify(solution))
    verdict = verify("tree.json")
    assert verdict.problem is None
    assert verdict.optimal


def test_a_proof_of_a_whole_total_of_fractional_weights_is_recognised() -> None:
    @dataclass(frozen=True)
    class Half(Game):
        """Two secrets of weight one half, one of weight one."""

        goal: ClassVar[Goal] = Goal.KNOW

        def secrets(self) -> Sequence[str]:
            return "abc"

        def prior(self, secret: str) -> float:
            return {"a": 0.5, "b": 0.5, "c": 1.0}[secret]

        def actions(self) -> Sequence[str]:
            return "pq"

        def feedback(self, action: str, secret: str) -> Feedback:
            return {"p": "001", "q": "010"}[action]["abc".index(secret)]

    solution = solve(Half())
    save_tree(solution, "tree.json", certify(solution))
    verdict = verify("tree.json", Half())
    assert verdict.problem is None
    assert verdict.total == 3
    assert verdict.optimal


# The command.


def test_the_tree_stays_where_the_certificate_is_too_large(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def too_large(*_: Any, **__: Any) -> Any:
        raise TreeError("it needs more than 5 lemmas")

    monkeypatch.setattr(solving, "certify", too_large)
    assert run(["solve", SPEC, "--out", "tree.json", "--certificate", "--json"]) == 2
    out, err = capsys.readouterr()
    values = json.loads(out)
    assert (values["total"], values["out"], values["lemmas"]) == (21, "tree.json", None)
    assert "the tree is in tree.json, without a certificate: it needs more than 5 lemmas" in values["error"]
    assert values["error"] in err
    assert verify("tree.json").ok


def test_the_tree_stays_where_certifying_is_stopped(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def stopped(*_: Any, **__: Any) -> Any:
        raise KeyboardInterrupt

    monkeypatch.setattr(solving, "certify", stopped)
    assert run(["solve", SPEC, "--out", "tree.json", "--certificate"]) == 2
    assert "without a certificate: stopped" in " ".join(capsys.readouterr().err.split())
    assert verify("tree.json").ok


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ([SPEC, "--out", "tree.pdf"], "a tree is written as .json, .dot, .svg or .html, not as .pdf"),
        ([SPEC, "--out", "tree.json", "--depth", "1"], "name a file that ends in .svg, .html or .dot with out"),
        ([SPEC, "--history", "01=0.0"], "name a file that ends in .svg, .html or .dot with out"),
        ([SPEC, "--out", "tree.svg", "--history", "nonsense"], "nonsense"),
        ([SPEC, "--out", "tree.svg", "--certificate"], "a certificate goes into a file"),
        ([SPEC, "--out", "tree.txt"], "not as .txt"),
        ([SPEC, "--out", "nowhere/tree.json"], "there is no folder nowhere"),
        ([SPEC, "--out", "tree.dot", "--certificate"], "a certificate goes into a file"),
        ([SPEC, "--out", "tree.json", "--certificate", "--beam", "2"], "a beam proves nothing"),
        (
            ["battleship:size=2x3,fleet=2", "--out", "t.json", "--certificate"],
            "there is no certificate; certificate does not go with that, first and out do",
        ),
        (["hangman:words=words.txt", "--out", "t.json"], "give it (Hangman: lengths=5)"),
    ],
)
def test_what_cannot_be_written_is_refused_before_any_work(
    words: list[str], message: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    Path("words.txt").write_text("cat\ndogs\n")
    monkeypatch.setattr("sleuth.app.solve.solve_game", lambda *_, **__: pytest.fail("there was work"))
    assert run(["solve", *words]) == 2
    assert message in capsys.readouterr().err


def test_trees_of_games_in_which_everything_is_found(capsys: pytest.CaptureFixture[str]) -> None:
    Path("words.txt").write_text("cat\ncot\ndog\ncog\n")
    for spec in ("battleship:size=2x3,fleet=2", "hangman:words=words.txt,lengths=3"):
        assert run(["solve", spec, "--out", "tree", "--json"]) == 0
        solution = json.loads(capsys.readouterr().out)
        assert solution["out"] == "tree"
        assert run(["verify", "tree", "--json"]) == 0
        verdict = json.loads(capsys.readouterr().out)
        assert (verdict["total"], verdict["worst"]) == (solution["total"], solution["worst"])
        assert run(["evaluate", spec, "--strategy", "tree:file=tree,otherwise=none", "--json"]) == 0
        evaluation = json.loads(capsys.readouterr().out)
        assert evaluation["mean"] == pytest.approx(solution["mean"])
        Tree.read("tree").save("tree.dot")
        assert Path("tree.dot").read_text().startswith("digraph")
