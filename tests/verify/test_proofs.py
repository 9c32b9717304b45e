"""Proof files: written, read by both checkers, and refused when anything in them is wrong."""

from __future__ import annotations

import gzip
import runpy
import shutil
import subprocess
from collections.abc import Callable
from dataclasses import dataclass, replace
from inspect import getsource
from pathlib import Path
from typing import Any, ClassVar

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.trials import trials

from sleuth.adapters.cli.app import run
from sleuth.core.errors import TreeError
from sleuth.core.game import Game, Goal
from sleuth.core.game_spec import parse_game
from sleuth.solve import Certificate, certify, join_certificates, save_proof, solve
from sleuth.testing.generators import random_tables_game
from sleuth.testing.lemma_lines import LemmaLine
from sleuth.testing.small import HardMastermind
from sleuth.verify.answer_table import AnswerTable
from sleuth.verify.certificate import check_certificate
from sleuth.verify.plain_law import PlainLaw
from sleuth.verify.terms import Terms
from sleuth.verify.verification import TreeVerdict, verify

ROOT = Path(__file__).parents[2]
SPEC = "mastermind:pegs=3,colours=4"


@dataclass(frozen=True)
class Halving(Game):
    """Find a number; one question is dearer than the others."""

    goal: ClassVar[Goal] = Goal.KNOW
    n: int = 9

    def secrets(self) -> range:
        return range(self.n)

    def actions(self) -> range:
        return range(1, self.n)

    def feedback(self, action: int, secret: int) -> str:
        return "below" if secret < action else "not below"

    def cost(self, action: int) -> int:
        return 2 if action == 1 else 1


needs_cc = pytest.mark.skipif(shutil.which("cc") is None, reason="there is no C compiler")


@pytest.fixture(scope="module")
def benchmark() -> dict[str, Any]:
    return runpy.run_path(str(ROOT / "benchmarks" / "tampered_proofs.py"))


@pytest.fixture(scope="module")
def checker(tmp_path_factory: pytest.TempPathFactory, benchmark: dict[str, Any]) -> Path:
    compiled: Path | None = benchmark["compiled"](
        tmp_path_factory.mktemp("c"), "-Wall", "-Wextra", "-Werror", "-pedantic"
    )
    assert compiled is not None
    return compiled


def proof(path: Path, game: Game | str = SPEC, **options: Any) -> Path:
    """A proof file of a game, solved on some terms; where the mean counts, with the shortest longest play."""
    options = {"shortest": options.get("objective") != "worst", **options}
    solution = solve(parse_game(game) if isinstance(game, str) else game, **options)
    save_proof(solution, path, certify(solution))
    return path


def in_c(checker: Path, *arguments: Any) -> tuple[int, str]:
    """The exit code and the words of the C checker."""
    done = subprocess.run([str(checker), *map(str, arguments)], capture_output=True, text=True, check=False)
    return done.returncode, done.stdout + done.stderr


CASES: list[tuple[str, dict[str, Any]]] = [
    (SPEC, {}),
    (SPEC, {"objective": "worst"}),
    (SPEC, {"within": 4}),
    ("mastermind:pegs=2,colours=5", {"only_possible": True}),
    ("mastermind:pegs=3,colours=3", {"first": (0, 0, 0)}),
    ("mastermind:pegs=4,colours=4", {}),
    ("bulls-and-cows:length=3,symbols=6", {}),
]


@needs_cc
@pytest.mark.parametrize(("spec", "options"), CASES)
def test_both_checkers_accept_what_the_solver_proves(
    spec: str, options: dict[str, Any], checker: Path, tmp_path: Path
) -> None:
    path = proof(tmp_path / "game.proof", spec, **options)
    verdict = verify(path)
    assert (verdict.problem, verdict.proved) == (None, ("total", "worst"))
    code, words = in_c(checker, path)
    assert code == 0
    assert f"a total of {verdict.total} and plays of at most {verdict.worst}; {verdict.lemmas} lemmas" in words
    assert words.rstrip().endswith("prove total and worst.")


@needs_cc
@pytest.mark.parametrize(
    "game",
    [
        parse_game("mastermind:pegs=3,colours=3,jar=3-2-1"),
        parse_game("fake-coin:coins=7"),
        parse_game("black-box:size=3,atoms=2"),
        parse_game("guess-who"),
        HardMastermind(2, 4),
        HardMastermind(3, 3),
    ],
    ids=str,
)
def test_other_games_are_checked_in_c_by_a_table(game: Game, checker: Path, tmp_path: Path) -> None:
    path, table = proof(tmp_path / "game.proof", game), tmp_path / "game.table"
    assert verify(path, game, table=table).optimal
    assert in_c(checker, path, "-t", table)[0] == 0
    table.write_text(table.read_text().replace("\nr ", "\nr 1 ", 1))
    assert in_c(checker, path, "-t", table)[0] == 2


@needs_cc
@given(game=random_tables_game(9), objective=st.sampled_from(["mean", "worst"]), raised=st.integers(0, 3))
@settings(max_examples=trials(30), deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_the_checkers_agree_on_random_games(
    game: Game, objective: str, raised: int, checker: Path, tmp_path: Path
) -> None:
    path, table = proof(tmp_path / "game.proof", game, objective=objective), tmp_path / "game.table"
    verify(path, game, table=table)
    lines = path.read_text().splitlines()
    places = [k for k, line in enumerate(lines) if line.startswith("l ") and not line.startswith("l !")]
    if raised and places:
        letter, bound, rest = lines[places[raised % len(places)]].split(" ", 2)
        lines[places[raised % len(places)]] = f"{letter} {int(bound) + 1} {rest}"
        path.write_text("\n".join(lines) + "\n")
    verdict = verify(path, game)
    assert in_c(checker, path, "-t", table)[0] == (0 if verdict.ok else 1)


@dataclass(frozen=True)
class Trios(Game):
    """Twelve secrets in four trios. The question tells the trio; the first of a trio tells the other two apart."""

    goal: ClassVar[Goal] = Goal.NAME

    def secrets(self) -> range:
        return range(12)

    def actions(self) -> range:
        return range(13)

    def feedback(self, action: int, secret: int) -> str:
        if action == 12:
            return f"trio {secret // 3}"
        told = action % 3 == 0 and secret // 3 == action // 3
        return "that is it" if action == secret else f"number {secret % 3}" if told else "no"


@needs_cc
def test_a_lemma_about_all_secrets_says_nothing_of_a_first_action_that_the_terms_forbid_later(
    checker: Path, tmp_path: Path
) -> None:
    """Guesses alone take 38; after the question 32, and this tree takes 33: the bound of 38 is not about it."""
    game, path, table = Trios(), tmp_path / "game.proof", tmp_path / "game.table"
    law, *lemmas = certify(solve(game, only_possible=True)).lines
    assert check_certificate(game, {"lines": [law, *lemmas]}, Terms(only_possible=True)).least() == 38
    assert solve(game, only_possible=True, first=12).total == 32
    column = AnswerTable(PlainLaw(game)).columns
    nodes = ["n 0 0 12"]
    for first in (0, 3, 6, 9):
        nodes.append(f"n 1 {column[12][first]} {first + (first == 0)}")
        if first:
            nodes += [f"n 2 {column[first][secret]} {secret}" for secret in (first + 1, first + 2)]
        else:
            nodes += [f"n 2 {column[1][0]} 0", f"n 3 {column[0][2]} 2"]
    head = ["sleuth proof 1", f"game {game}", "goal name", "objective mean", law, "first 12", "only-possible"]
    claims = ["total 33", "worst 4", "proved total"]
    lines = [*head, *claims, *nodes, *lemmas]
    path.write_text("\n".join([*lines, f"end {len(lines)}"]) + "\n")
    verdict = verify(path, game, table=table)
    assert "its lemmas do not prove that" in (verdict.problem or "")
    assert in_c(checker, path, "-t", table)[0] == 1


WORDS = ("crane", "slate", "trace", "crate", "stare", "share", "shale", "stale", "stole", "store", "shore", "snore")


@needs_cc
def test_wordle_is_checked_in_c_by_its_lists(checker: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("answers.txt").write_text("\n".join(WORDS[2:]) + "\n")
    Path("allowed.txt").write_text("\n".join((*WORDS, "geese", "eerie")) + "\n")
    path = proof(tmp_path / "wordle.proof", "wordle:answers=answers.txt,allowed=allowed.txt")
    assert verify(path).optimal
    assert in_c(checker, path, "-w", "answers.txt", "allowed.txt")[0] == 0
    Path("answers.txt").write_text("\n".join(WORDS[3:]) + "\n")
    assert in_c(checker, path, "-w", "answers.txt", "allowed.txt")[0] == 2
    with pytest.raises(TreeError, match="it was made for 10 secrets, and wordle"):
        verify(path)


OTHER_LAWS = (
    "@lies",
    "@lies:most=1",
    "@noise",
    "@half-lies",
    "@fibble",
    "@ lies",
    ",hard=true",
    ",answers=answers.txt",
    ":hard=true",
    ",",
    ",x",
    "(",
    " ",
)
"""Behind the name of a game: its answers pass a channel, or have another law; or it is spelled as nobody does."""


@needs_cc
@pytest.mark.parametrize("more", OTHER_LAWS)
def test_a_proof_that_names_another_law_is_refused(
    more: str, checker: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("answers.txt").write_text("\n".join(WORDS[6:]) + "\n")
    Path("allowed.txt").write_text("\n".join(WORDS) + "\n")
    lists = "-w", "answers.txt", "allowed.txt"
    true = ":answers=answers.txt,allowed=allowed.txt"
    path = proof(tmp_path / "wordle.proof", f"wordle{true}")
    assert in_c(checker, path, *lists)[0] == 0
    for spec in (f"wordle{true}{more}", f"wordle{more}"):
        changed(path, f"game wordle{true}\n", f"game {spec}\n")
        assert in_c(checker, path, *lists)[0] == 2, spec
        if "hard" not in spec:  # that law is known here, and judged by
            with pytest.raises(TreeError):
                verify(path)
        changed(path, f"game {spec}\n", f"game wordle{true}\n")
    for game, arguments in ((SPEC, ()), ("fake-coin:coins=5", ("-t", "coins.table"))):
        path = proof(tmp_path / "game.proof", game)
        verify(path, table="coins.table")
        assert in_c(checker, path, *arguments)[0] == 0
        for file in (path, Path("coins.table")):
            changed(file, f"game {game}\n", f"game {game}{more}\n")
        assert in_c(checker, path, *arguments)[0] == 2 or (arguments and "@" not in more)
        with pytest.raises(TreeError):
            verify(path)


@needs_cc
def test_the_table_of_a_game_from_a_file_goes_with_its_proof(checker: Path, tmp_path: Path) -> None:
    """An `@` in the name of a folder is no channel."""
    (tmp_path / "at@home").mkdir()
    file, path, table = tmp_path / "at@home" / "halves.py", tmp_path / "game.proof", tmp_path / "game.table"
    header = "from dataclasses import dataclass\nfrom typing import ClassVar\nfrom sleuth import Game, Goal\n\n"
    file.write_text(header + getsource(Halving))
    proof(path, f"{file}:n=5", shortest=False)
    assert verify(path, table=table).optimal
    code, words = in_c(checker, path, "-t", table)
    assert (code, "a total cost of" in words) == (0, True)


@needs_cc
def test_the_checkers_agree_on_damaged_copies(benchmark: dict[str, Any], checker: Path, tmp_path: Path) -> None:
    for original in benchmark["originals"](tmp_path, large=False):
        tally = benchmark["judge"](original, checker, tmp_path, 60, 0, 5)
        assert tally.wrong == []
        assert min(tally.codes[1], tally.codes[2]) > 5


def changed(path: Path, old: str, new: str) -> Path:
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new, 1))
    return path


def cut(path: Path) -> None:
    path.write_text(path.read_text()[:-40])


CHANGES: list[tuple[Callable[[Path], Any], int, str]] = [
    (cut, 2, "it is cut short"),
    (lambda p: p.write_text(""), 2, "it is cut short"),
    (lambda p: changed(p, "n 1 ", "n\0 1 "), 2, "is empty, or no text"),
    (lambda p: p.write_bytes(gzip.compress(p.read_bytes())[:-30]), 2, "cannot be read"),
    (lambda p: changed(p, "sleuth proof 1", "sleuth proof 2"), 2, "it has version 2; this version of Sleuth reads"),
    (lambda p: changed(p, "colours=4", "colours=5"), 2, "it was made for 64 secrets, and"),
    (lambda p: changed(p, "game mastermind", "game mistermind"), 2, "its game is not known"),
    (lambda p: changed(p, "goal name", "goal know"), 2, "the goal is 'know', and it is 'name'"),
    (lambda p: changed(p, "goal name", "goal find"), 2, "its goal is name or know"),
    (lambda p: changed(p, "sha256:", "sha256:0"), 2, "made for another law"),
    (lambda p: changed(p, "total 206", "total 205"), 1, "claims a total of 205, and it is 206"),
    (lambda p: changed(p, "worst 4", "worst 3"), 1, "claims a worst of 3, and it is 4"),
    (lambda p: changed(p, "total 206", "total 206.5"), 2, "total has '206.5', and not a whole number"),
    (lambda p: changed(p, "proved total worst", "proved all"), 2, "must be 'proved', and what is"),
    (lambda p: changed(p, "n 0 0 1", "n 0 0 99"), 2, "node 1 asks action 99"),
    (lambda p: changed(p, "n 0 0 1", "n 0 0 2"), 1, "node"),
    (lambda p: changed(p, "l 206 g", "l 207 g"), 1, "does not follow"),
    (lambda p: changed(p, "l 206 g", "l 205 g"), 1, "its total is proved, and its lemmas do not prove that"),
    (lambda p: changed(p, "m 0 ", "m 1 "), 2, "is no permutation of 64 actions"),
]


@pytest.mark.parametrize(("change", "code", "message"), CHANGES)
def test_a_damaged_proof_is_refused_in_one_line(
    change: Callable[[Path], Any], code: int, message: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = proof(tmp_path / "game.proof")
    change(path)
    assert run(["verify", str(path)]) == code
    words = capsys.readouterr()
    assert message in " ".join((words.out if code == 1 else words.err).split())
    assert code == 1 or len(words.err.strip().splitlines()) == 1


@needs_cc
@pytest.mark.parametrize(
    ("spec", "says"),
    [
        ("mastermind:pegs=4,colours=15", "it was made for another law"),
        ("bulls-and-cows:length=16,symbols=15", "too many"),
    ],
)
def test_a_game_that_is_too_large_for_its_proof_is_not_tabulated(
    spec: str, says: str, checker: Path, tmp_path: Path
) -> None:
    path = changed(proof(tmp_path / "game.proof"), f"game {SPEC}", f"game {spec}")
    code, words = in_c(checker, path)
    assert (code, says in words) == (2, True)


def test_the_command_writes_and_checks_proofs(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name in ("game.proof", "game.proof.gz"):
        path = tmp_path / name
        assert run(["solve", SPEC, "--out", str(path), "--certificate"]) == 0
        assert run(["verify", str(path)]) == 0
        assert "the total is the least there is" in " ".join(capsys.readouterr().out.split())
    assert run(["solve", SPEC, "--out", str(tmp_path / "other.proof")]) == 2
    assert "a proof file holds a certificate" in capsys.readouterr().err
    assert not (tmp_path / "other.proof").exists()
    assert run(["evaluate", SPEC, "--strategy", f"tree:file={tmp_path / 'game.proof'}"]) == 2
    assert "is a proof, for verify" in capsys.readouterr().err


def test_a_proof_without_lemmas_is_a_tree_of_which_nothing_is_proved(tmp_path: Path) -> None:
    solution = solve(parse_game(SPEC))
    save_proof(solution, tmp_path / "game.proof")
    verdict: TreeVerdict = verify(tmp_path / "game.proof")
    assert (verdict.ok, verdict.total, verdict.certificate, verdict.proved) == (True, 206, None, ())


def test_symmetry_makes_certificates_small() -> None:
    """The counts without it: 6,620 lemmas for Mastermind 4x4, 19,772 for Bulls & Cows 3 of 6."""
    assert len(certify(solve(parse_game("mastermind:pegs=4,colours=4")))) < 60
    assert len(certify(solve(parse_game("bulls-and-cows:length=3,symbols=6")))) < 60
    assert len(certify(solve(parse_game("mastermind:pegs=4,colours=5")))) < 1_000


def test_certificates_of_all_first_actions_make_one_of_the_game() -> None:
    game = parse_game(SPEC)
    best = solve(game)
    parts = []
    for first in ((0, 0, 0), (0, 0, 1), (0, 1, 2)):  # one of each orbit
        solution = solve(game, first=first)
        parts.append(certify(solution))
    joined = join_certificates(game, parts, total=best.total)
    assert check_certificate(game, joined.as_json()).least() == best.total == 206
    assert len(joined) <= sum(map(len, parts)) + 1
    with pytest.raises(TreeError, match="does not follow"):
        check_certificate(game, join_certificates(game, parts, total=best.total + 1).as_json())
    with pytest.raises(TreeError, match="does not follow"):
        check_certificate(game, join_certificates(game, [parts[0], parts[2]], total=best.total).as_json())
    other = certify(solve(parse_game("mastermind:pegs=2,colours=3")))
    with pytest.raises(TreeError, match="must be of one game"):
        join_certificates(game, [*parts, other])


def moved(lines: list[str], table: AnswerTable, secrets: int) -> tuple[list[str], int] | None:
    """Another lemma in the place of one: about its image under the first map, and used wherever that was leaned on.

    With how many times it is used; `None` where no lemma can be moved so.
    """
    places = [k for k, line in enumerate(lines) if line.startswith("l ")]
    lemmas = {k: LemmaLine.parse(lines[k], secrets) for k in places}
    actions = [int(word) for word in next(line for line in lines if line.startswith("m ")).split(" ")[1:]]
    for k in places:
        image = sorted(actions[s] for s in lemmas[k].secrets)
        if lemmas[k].rest or image == lemmas[k].secrets or any(image == other.secrets for other in lemmas.values()):
            continue
        out, uses = list(lines), 0
        out[k] = str(replace(lemmas[k], secrets=image))
        for other in places:
            for action, column in enumerate(table.columns):
                answers = {column[s] for s in lemmas[k].secrets}
                part = [s for s in lemmas[other].secrets if column[s] in answers]
                if len(answers) == 1 and 0 not in answers and part == lemmas[k].secrets != lemmas[other].secrets:
                    out[other] = f"{lines[other]} u {action} {answers.pop()} {places.index(k) + 1} 1"
                    uses += 1
                    break
        if uses:
            return out, uses
    return None


@needs_cc
def test_a_lemma_is_used_under_a_map(checker: Path, tmp_path: Path) -> None:
    game = parse_game("mastermind:pegs=3,colours=5")
    path = proof(tmp_path / "game.proof", game)
    table, lines = AnswerTable(PlainLaw(game)), path.read_text().splitlines()
    changed_lines = moved(lines, table, 125)
    assert changed_lines is not None
    path.write_text("\n".join(changed_lines[0]) + "\n")
    assert verify(path).optimal
    assert in_c(checker, path)[0] == 0
    without = [line.partition(" u ")[0] for line in changed_lines[0]]
    path.write_text("\n".join(without) + "\n")
    assert not verify(path).ok
    assert in_c(checker, path)[0] == 1
    law = certify(solve(game)).lines[0]
    certificate = Certificate((law, *(x for x in changed_lines[0] if x[:2] in ("m ", "p ", "l "))), ("total", "worst"))
    assert check_certificate(game, join_certificates(game, [certificate]).as_json()).least() == verify(path).total


@needs_cc
@pytest.mark.parametrize(
    ("name", "claim"),
    [
        ("mastermind-4x6", "total of 5625 and plays of at most 6; 1447 lemmas prove total and worst"),
        ("mastermind-4x6-within-5", "total of 5626 and plays of at most 5; 1405 lemmas prove total and worst"),
        ("mastermind-4x7", "total of 11228 and plays of at most 6; 18137 lemmas prove total and worst"),
    ],
)
def test_proofs_that_travel_with_the_source_hold(tmp_path: Path, checker: Path, name: str, claim: str) -> None:
    packed = ROOT / "docs" / "results" / "certificates" / f"{name}.proof.gz"
    path = tmp_path / f"{name}.proof"
    path.write_bytes(gzip.decompress(packed.read_bytes()))
    code, text = in_c(checker, path)
    assert code == 0
    assert claim in text
    if name == "mastermind-4x6":  # what the pages show is what is said
        for page in ("how-to/solve-a-game.md", "walks/mathematician.md"):
            assert text.strip() in (ROOT / "docs" / page).read_text()
