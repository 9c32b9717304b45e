"""Certificates: those of the solver hold, and none can be made to say more than the truth."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from functools import cache
from math import inf
from pathlib import Path
from typing import Any, ClassVar

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.trials import trials

from sleuth.adapters.cli.app import run
from sleuth.core import Constraint
from sleuth.core.errors import TreeError
from sleuth.core.game import Game
from sleuth.core.game_spec import parse_game
from sleuth.solve import Certificate, Solution, certify, save_tree, solve
from sleuth.solve import certificate as certificates
from sleuth.testing.generators import random_tables_game
from sleuth.testing.lemma_lines import LemmaLine, lemmas_of
from sleuth.testing.random_games import RandomLaw, RandomNaming
from sleuth.testing.small import HardMastermind
from sleuth.verify.certificate import check_certificate
from sleuth.verify.verification import verify


class Truth:
    """The least total of any set of secrets, by trying everything."""

    def __init__(self, game: Game) -> None:
        self.game, self.secrets, self.actions = game, list(game.secrets()), list(game.actions())
        alike = len({game.prior(s) for s in self.secrets}) == 1
        self.weights = {s: 1 if alike else game.prior(s) for s in self.secrets}
        self.least = cache(self._least)

    def _least(self, cands: frozenset[Any], steps: int | None = None) -> float:
        game = self.game
        if game.goal.knows and len(cands) == 1:
            return 0.0
        if steps == 0:
            return inf
        best = inf
        below = None if steps is None else steps - 1
        for action in self.actions:
            parts: dict[Any, set[Any]] = {}
            for secret in cands:
                parts.setdefault(game.feedback(action, secret), set()).add(secret)
            won = frozenset([action]) if game.goal.only_names else None
            left = [frozenset(p) for p in parts.values() if frozenset(p) != won]
            if cands not in left:
                total = sum(game.cost(action) * self.weights[s] for s in cands)
                best = min(best, total + sum(self.least(p, below) for p in left))
        return best

    def of(self, lemma: LemmaLine) -> float:
        """The truth about the set of a lemma."""
        return self.least(frozenset(self.secrets[i] for i in lemma.secrets), lemma.steps)


def lemmas(certificate: Certificate, game: Game) -> list[LemmaLine]:
    return lemmas_of(list(certificate.lines), len(list(game.secrets())))


def bound_of(lemma: LemmaLine) -> float:
    return inf if lemma.total is None else float(lemma.total)


def with_lines(certificate: Certificate, old: LemmaLine, new: LemmaLine, secrets: int) -> dict[str, Any]:
    """The certificate with another lemma in the place of one."""
    lines, place = list(certificate.lines), -1
    for number, line in enumerate(lines):
        if line.startswith("l ") and LemmaLine.parse(line, secrets) == old:
            place = number
    lines[place] = str(new)
    return {"lines": lines}


def certified(game: Game, **options: Any) -> tuple[Solution, Certificate]:
    """Solved on some terms; where the mean counts, with the shortest longest play."""
    solution = solve(game, **{"shortest": options.get("objective") != "worst", **options})
    return solution, certify(solution)


@given(random_tables_game(9), st.sampled_from(["mean", "worst"]))
@settings(max_examples=trials(40), deadline=None)
def test_certificates_of_the_solver_hold_and_say_nothing_but_the_truth(game: Game, objective: str) -> None:
    solution, certificate = certified(game, objective=objective)
    data, truth = certificate.as_json(), Truth(game)
    found = check_certificate(game, data)
    assert found.lemmas == len(certificate)
    if len(list(game.secrets())) > 1:
        within = solution.worst if objective == "worst" else None
        assert found.least(within) == solution.total
    for lemma in lemmas(certificate, game):
        assert bound_of(lemma) <= truth.of(lemma)


@given(random_tables_game(8), st.sampled_from(["mean", "worst"]), st.data())
@settings(max_examples=trials(60), deadline=None)
def test_no_lemma_can_be_raised_above_the_truth(game: Game, objective: str, data: st.DataObject) -> None:
    _, certificate = certified(game, objective=objective)
    truth, rows = Truth(game), [x for x in lemmas(certificate, game) if x.total is not None]
    for number in range(len(rows)) if len(rows) < 6 else [0, data.draw(st.integers(1, len(rows) - 1))]:
        if (true := truth.of(rows[number])) < inf:
            raised = replace(rows[number], bound=str(int(true) + 1))
            with pytest.raises(TreeError, match="does not follow"):
                check_certificate(game, with_lines(certificate, rows[number], raised, len(truth.secrets)))


@dataclass(frozen=True)
class Narrowing(RandomLaw, Constraint):
    """Every answer forbids about a quarter of the random questions: of two that answer alike, not the same ones.

    The digits of the secret may always be asked.
    """

    def allows(self, action: int, past: int, feedback: int) -> bool:
        random = action - self.size < self.questions
        return not random or (7 * action + 5 * past + 3 * feedback + self.seed) % 4 != 0


@pytest.mark.parametrize("seed", range(4))
def test_what_answers_alike_may_differ_in_what_it_allows(seed: int) -> None:
    game = Narrowing(size=9, questions=9, answers=2, heaviest=5, seed=seed)
    solution, certificate = certified(game)
    assert check_certificate(game, certificate.as_json()).least() == solution.total


GAMES = [
    "mastermind:pegs=3,colours=3",
    "mastermind:pegs=3,colours=3,jar=3-2-1",
    "bulls-and-cows:length=3,symbols=5",
    "fake-coin:coins=7",
    "low-middle-high:numbers=12",
    "guess-who",
    "black-box:size=3,atoms=2",
    "number:numbers=9",
]


@pytest.mark.parametrize("objective", ["mean", "worst"])
@pytest.mark.parametrize("spec", GAMES)
def test_small_games_are_proved_completely(spec: str, objective: str, tmp_path: Path) -> None:
    solution, certificate = certified(parse_game(spec), objective=objective)
    save_tree(solution, tmp_path / "tree.json", certificate)
    verdict = verify(tmp_path / "tree.json")
    assert verdict.problem is None
    assert (verdict.certificate, verdict.lemmas) == (True, len(certificate))
    assert verdict.proved == ("total", "worst")
    assert verdict.optimal
    data = json.loads((tmp_path / "tree.json").read_text())
    lines = data["certificate"]["lines"]
    for number, line in enumerate(lines):
        if line.startswith(f"l {verdict.total} ") and line.endswith(" s *"):
            lines[number] = line.replace(f"l {verdict.total}", f"l {verdict.total + 1}")
    (tmp_path / "tree.json").write_text(json.dumps(data))
    verdict = verify(tmp_path / "tree.json")
    assert (verdict.ok, verdict.certificate, verdict.optimal) == (False, False, False)
    assert f"does not follow: {verdict.secrets} secrets cannot take less than" in str(verdict.problem)


def test_hardly_a_lemma_is_there_for_nothing() -> None:
    """Without nearly any one of them, another does not follow; some are wanted before others make up for them."""
    game = parse_game("mastermind:pegs=3,colours=5")
    lines = certified(game)[1].lines
    inner = [n for n, x in enumerate(lines) if x.startswith("l ") and not x.endswith(" s *")]
    assert len(inner) > 10
    spare = 0
    for number in inner:
        try:
            check_certificate(game, {"lines": [*lines[:number], *lines[number + 1 :]]})
        except TreeError:
            continue
        spare += 1
    assert spare <= len(inner) // 10


def test_a_first_action(tmp_path: Path) -> None:
    game = parse_game("mastermind:pegs=3,colours=3")
    first = game.parse_action("000")
    solution, certificate = certified(game, first=first)
    assert solution.total > solve(game).total
    save_tree(solution, tmp_path / "tree.json", certificate)
    verdict = verify(tmp_path / "tree.json")
    assert verdict.problem is None
    assert verdict.optimal
    assert verdict.among == "trees that begin with 000"
    data = json.loads((tmp_path / "tree.json").read_text())
    data["terms"]["first"] = "001"
    (tmp_path / "tree.json").write_text(json.dumps(data))
    assert not verify(tmp_path / "tree.json").ok


def test_only_possible_actions(tmp_path: Path) -> None:
    game = parse_game("mastermind:pegs=2,colours=6")
    solution, certificate = certified(game, only_possible=True)
    assert (solution.total, solve(game).total) == (134, 132)
    save_tree(solution, tmp_path / "tree.json", certificate)
    verdict = verify(tmp_path / "tree.json", game)
    assert verdict.problem is None
    assert verdict.optimal
    assert verdict.among == "trees that guess only what is possible"


@pytest.mark.parametrize("objective", ["mean", "worst"])
@pytest.mark.parametrize("size", [(2, 4), (3, 3)])
def test_games_that_restrict_what_may_be_asked(size: tuple[int, int], objective: str, tmp_path: Path) -> None:
    game = HardMastermind(*size)
    solution, certificate = certified(game, objective=objective)
    save_tree(solution, tmp_path / "tree.json", certificate)
    verdict = verify(tmp_path / "tree.json", game)
    assert verdict.problem is None
    assert verdict.optimal


WORDS = (
    "crane",
    "slate",
    "trace",
    "crate",
    "stare",
    "share",
    "shale",
    "stale",
    "stole",
    "store",
    "shore",
    "snore",
    "score",
)


@pytest.mark.parametrize("objective", ["mean", "worst"])
@pytest.mark.parametrize("weighted", [False, True])
def test_hard_wordle(weighted: bool, objective: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    lines = [f"{word} {1 + 0.37 * number:.2f}" if weighted else word for number, word in enumerate(WORDS)]
    Path("words.txt").write_text("\n".join(lines) + "\n")
    solution, certificate = certified(parse_game("wordle:answers=words.txt,hard=true"), objective=objective)
    save_tree(solution, "tree.json", certificate)
    verdict = verify("tree.json")
    assert verdict.problem is None
    assert verdict.optimal


@dataclass(frozen=True)
class Priced(RandomNaming):
    """Weights and costs that are not whole numbers."""

    name: ClassVar[str] = "priced"

    def prior(self, secret: int) -> float:  # type: ignore[override]
        return 0.1 + self.weights[secret] / 3

    def cost(self, action: int) -> float:
        return 1 + 0.1 * (action % 4)


@given(st.integers(0, 200), st.integers(2, 9))
@settings(max_examples=trials(30), deadline=None)
def test_weights_and_costs_that_are_not_whole(seed: int, size: int) -> None:
    game = Priced(size=size, questions=6, answers=3, heaviest=5, seed=seed)
    solution, certificate = certified(game)
    found, truth = check_certificate(game, certificate.as_json()), Truth(game)
    assert float(found.least()) == pytest.approx(solution.lower_bound, rel=2e-9)
    for lemma in lemmas(certificate, game):
        assert bound_of(lemma) <= truth.of(lemma) * (1 + 1e-12)


def test_what_cannot_be_certified() -> None:
    game = parse_game("mastermind:pegs=3,colours=4")
    with pytest.raises(TreeError, match="nothing was proved"):
        certify(solve(game, beam=1))
    with pytest.raises(TreeError, match="needs more than 5 lemmas"):
        certify(solve(game), most=5)


SWAP = "m 0 3 6 1 4 7 2 5 8"
"""The two pegs of Mastermind 2x3 change places."""


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        ([], None),
        (["l"], "lemma 1 has no bound"),
        (["l 3"], "lemma 1 must have its sections"),
        (["l 3 s"], "lemma 1 is not about 1 secret or more"),
        (["l x s *"], "lemma 1 has 'x', and not a whole number"),
        (["l nan s *"], "lemma 1 has 'nan'"),
        (["l 2.5 s *"], "lemma 1 has '2.5', and not a whole number"),
        (["l -3 s *"], "lemma 1 has '-3'"),
        (["l 3 s 0 1 9"], "lemma 1 has the number 10"),
        (["l 3 s 0 0"], "lemma 1 has '0', and not a whole number from 1"),
        (["l 3 w 0 s *"], "lemma 1 has '0', and not a whole number from 1"),
        (["l 3 w 1 2 s *"], "lemma 1 must have one number of steps"),
        (["l 3 a 0 s *"], "says what is allowed, in a game where everything is"),
        (["l 3 g 1 s *"], "lemma 1 has '1', and not a whole number from 1 to 0"),
        (["l 3 s * w 1"], "lemma 1 must have its sections in the order"),
        (["l 3  s *"], "lemma 1 has ''"),
        (["x 3"], "no line of a certificate begins with 'x'"),
        (["law 9 9 sha256:0"], "begins with one line that names the law"),
        (["l 9 w 1 s *"], None),
        (["l 22 s *"], "9 secrets cannot take less than 22, but asking 01 may take"),
        (["l ! w 3 s *"], "9 secrets cannot be settled within 3 steps, but asking"),
        (["l 21 s *", "l 3 s 0 1"], "lemma 2 is about fewer secrets than the lemma before it"),
        (["m 0 1 2"], "map 1 is no permutation of 9 actions"),
        (["m 0 0 2 3 4 5 6 7 8"], "map 1 is no permutation of 9 actions"),
        (["m 0 2 1 3 4 5 6 7 8"], "map 1 changes what"),
        (["m 0 1 2 3 4 5 6 7 8 s 0 3 6 1 4 7 2 5 8"], "map 1 changes what"),
        ([SWAP, "p 1 2"], "map 2 has '2', and not a whole number from 1 to 1"),
        ([SWAP, "p 1"], "map 2 must be the product of two maps"),
        ([SWAP, "p 1 1", "l 3 g 1 2 s 1 2"], None),
        ([SWAP, "l 3 g 1 s 1 1"], "lemma 1 names map 1, which does not keep its secrets"),
        (["l 3 s 1 1", "l 3 s 1 2 u 0 1 2"], "lemma 2 has '2', and not a whole number from 1 to 1"),
        (["l 3 s 1 1", "l 3 s 1 1 1 u 0 1"], "lemma 2 must have action, answer and lemma"),
        (["l 3 s 1 1", "l 3 s 1 1 1 u 0 1 1"], "uses lemma 1 for a part that is no image of its secrets"),
    ],
)
def test_damaged_certificates(lines: list[str], message: str | None) -> None:
    game = parse_game("mastermind:pegs=2,colours=3")
    law = certified(game)[1].lines[0]
    if message is None:
        assert check_certificate(game, {"lines": [law, *lines]}).lemmas == sum(line[0] == "l" for line in lines)
        return
    with pytest.raises(TreeError, match=message):
        check_certificate(game, {"lines": [law, *lines]})


@pytest.mark.parametrize(
    ("data", "message"),
    [
        ({}, "it has no list of lines"),
        ({"lines": None}, "it has no list of lines"),
        ({"lines": [3]}, "it has no list of lines"),
        ({"lines": []}, "begins with one line that names the law"),
        ({"lines": ["law 9 9 sha256:0"]}, "made for another law than that of mastermind"),
        ({"lemmas": [["1ff", None, 21]]}, "of an older form, without symmetry; solve again"),
    ],
)
def test_what_is_no_certificate_of_this_game(data: dict[str, Any], message: str) -> None:
    with pytest.raises(TreeError, match=message):
        check_certificate(parse_game("mastermind:pegs=2,colours=3"), data)


def test_one_secret_that_is_known_needs_no_lemma() -> None:
    game = parse_game("fake-coin:coins=3")
    with pytest.raises(TreeError, match="lemma 1 is not about 2 secrets or more"):
        check_certificate(game, {"lines": [certified(game)[1].lines[0], "l 5 s 0"]})


def test_the_command_says_what_is_proved(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    solution, certificate = certified(parse_game("mastermind:pegs=2,colours=3"))
    save_tree(solution, tmp_path / "tree.json", certificate)
    assert run(["verify", str(tmp_path / "tree.json"), "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["certificate"], found["lemmas"], found["proved"]) == (True, len(certificate), True)
    assert run(["verify", str(tmp_path / "tree.json")]) == 0
    assert "the total is the least there is" in " ".join(capsys.readouterr().out.split())


@dataclass(frozen=True)
class Dear(Game):
    """Name the number; each guess has its price."""

    numbers: int = 4
    weight: int = 1

    def secrets(self) -> range:
        return range(self.numbers)

    def feedback(self, action: int, secret: int) -> int:
        return (secret > action) - (secret < action)

    def prior(self, secret: int) -> int:
        return 1 + secret * self.weight

    def cost(self, action: int) -> int:
        return 1 + action % 2


@pytest.mark.parametrize("numbers", [4, 5, 6])
@pytest.mark.parametrize("terms", [{"objective": "worst"}, {"within": 3}, {"within": 3, "only_possible": True}])
def test_prices_with_limited_steps(numbers: int, terms: dict[str, Any], tmp_path: Path) -> None:
    solution = solve(Dear(numbers), **terms)
    certificate = certify(solution)
    save_tree(solution, tmp_path / "tree.json", certificate)
    verdict = verify(tmp_path / "tree.json", Dear(numbers))
    assert (verdict.problem, verdict.ok, verdict.optimal) == (None, True, True)


def test_whole_weights_that_are_too_large_are_refused_in_one_line() -> None:
    for weight in (10**14, 10**17):
        with pytest.raises(TreeError, match="whole numbers too large for exact bounds"):
            certify(solve(Dear(weight=weight)))


def test_what_does_not_hold_is_not_given(monkeypatch: pytest.MonkeyPatch) -> None:
    solution = solve(Dear())
    monkeypatch.setattr(certificates, "lemma_order", lambda lemma: -len(lemma.secrets))
    with pytest.raises(TreeError, match="no certificate can be written: lemma 1 does not follow"):
        certify(solution)
    monkeypatch.setattr(certificates, "lemma_lines", lambda *_: [])
    with pytest.raises(TreeError, match="its lemmas prove less than"):
        certify(solution)
