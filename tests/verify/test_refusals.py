"""What a checker must refuse, as docs/reference/certificates.md lists it: each item by both checkers."""

from __future__ import annotations

import runpy
import shutil
import subprocess
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar

import pytest

from sleuth.core.errors import TreeError
from sleuth.core.game import Game, Goal
from sleuth.core.game_spec import parse_game
from sleuth.solve import certify, save_proof, solve
from sleuth.testing.small import HardMastermind
from sleuth.verify.verification import verify

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs" / "reference" / "certificates.md"
pytestmark = pytest.mark.skipif(shutil.which("cc") is None, reason="there is no C compiler")
Lines = list[str]
Edit = Callable[[Lines], Lines]


@dataclass(frozen=True)
class Digits(Game):
    """Find a number by what it is at least; asking for the largest is dear, and it is likelier than the others."""

    goal: ClassVar[Goal] = Goal.KNOW
    n: int = 6

    def secrets(self) -> range:
        return range(self.n)

    def actions(self) -> range:
        return range(1, max(self.n, 2))

    def feedback(self, action: int, secret: int) -> str:
        return "at least" if secret >= action else "below"

    def cost(self, action: int) -> int:
        return 3 if action == self.n - 1 else 1

    def prior(self, secret: int) -> int:
        return 2 if secret == self.n - 1 else 1


GAMES: dict[str, tuple[Game, dict[str, Any], bool]] = {
    "codes": (parse_game("mastermind:pegs=3,colours=4"), {"shortest": True}, True),
    "coins": (parse_game("fake-coin:coins=7"), {"shortest": True}, False),
    "hard": (HardMastermind(3, 3), {"shortest": True}, False),
    "digits": (Digits(), {}, False),
    "one": (Digits(1), {}, False),
    "first": (parse_game("mastermind:pegs=3,colours=3"), {"first": (0, 0, 0)}, True),
    "within": (parse_game("mastermind:pegs=3,colours=4"), {"within": 4}, True),
    "possible": (parse_game("mastermind:pegs=2,colours=6"), {"only_possible": True}, True),
    "worst": (parse_game("mastermind:pegs=3,colours=4"), {"objective": "worst"}, True),
}
"""Of each: the game, the terms, and whether the C checker knows it by name."""


# Edits: each gets the lines and gives others.


def put(start: str, new: str, nth: int = 0) -> Edit:
    """Another line in the place of the nth that begins so; none if it is empty."""

    def edit(lines: Lines) -> Lines:
        place = [k for k, line in enumerate(lines) if line.startswith(start)][nth]
        return [*lines[:place], *([new] if new else []), *lines[place + 1 :]]

    return edit


def words(start: str, at: int, new: str, nth: int = 0) -> Edit:
    """Another word at a place of the nth line that begins so."""

    def edit(lines: Lines) -> Lines:
        place = [k for k, line in enumerate(lines) if line.startswith(start)][nth]
        parts = lines[place].split(" ")
        parts[at] = new
        return [*lines[:place], " ".join(parts), *lines[place + 1 :]]

    return edit


def before(start: str, *new: str) -> Edit:
    """Lines before the first that begins so."""

    def edit(lines: Lines) -> Lines:
        place = next(k for k, line in enumerate(lines) if line.startswith(start))
        return [*lines[:place], *new, *lines[place:]]

    return edit


def swapped(one: int, other: int) -> Edit:
    """Two lines that change places."""

    def edit(lines: Lines) -> Lines:
        out = list(lines)
        out[one], out[other] = out[other], out[one]
        return out

    return edit


def moved(start: str, one: int, other: int, nth: int = 0) -> Edit:
    """Two words of a line that change places."""

    def edit(lines: Lines) -> Lines:
        place = [k for k, line in enumerate(lines) if line.startswith(start)][nth]
        parts = lines[place].split(" ")
        parts[one], parts[other] = parts[other], parts[one]
        return [*lines[:place], " ".join(parts), *lines[place + 1 :]]

    return edit


def both(*edits: Edit) -> Edit:
    """One after the other."""

    def edit(lines: Lines) -> Lines:
        for one in edits:
            lines = one(lines)
        return lines

    return edit


def without(kind: str) -> Edit:
    """No line of a kind."""
    return lambda lines: [line for line in lines if not line.startswith(kind)]


REFUSALS: dict[str, tuple[int, list[tuple[str, Edit]]]] = {
    "A version, a goal or an objective that is not known": (
        2,
        [
            ("codes", put("sleuth", "sleuth proof 2")),
            ("codes", put("sleuth", "sleuth table 1")),
            ("codes", put("goal", "goal find")),
            ("codes", put("objective", "objective setter")),
            ("codes", put("proved", "proved worst total")),
            ("codes", put("proved", "proved all")),
        ],
    ),
    "A line that is missing, that nobody knows, or out of its place": (
        2,
        [
            ("codes", put("goal", "")),
            ("codes", put("worst", "")),
            ("codes", put("proved", "")),
            ("codes", swapped(2, 3)),
            ("within", swapped(5, 6)),
            ("codes", before("total", "note 1")),
            ("codes", before("l ", "x 1")),
            ("codes", before("l ", "n 0 0 1")),
            ("codes", before("m ", "law")),
        ],
    ),
    "A last line that does not count the others, or anything after it": (
        2,
        [("codes", put("end", "end 3")), ("codes", put("end", "")), ("codes", lambda lines: [*lines, "l 0 s *"])],
    ),
    "An empty line, the character 0, two blanks side by side, or one at an end": (
        2,
        [
            ("codes", before("l ", "")),
            ("codes", put("n 1", "n\0 1 9")),
            ("codes", put("l ", "l  18 s 0 1 1 1 1 1 1 1")),
            ("codes", put("total", "total 206 ")),
            ("codes", put("n 0", "n 0 0 1 ")),
        ],
    ),
    "A number with a sign, with more than 18 digits, or with a fraction where all is whole": (
        2,
        [
            ("codes", put("total", "total +206")),
            ("codes", put("total", "total -1")),
            ("codes", put("total", "total 0000000000000000206")),
            ("codes", put("total", "total 206.0")),
            ("codes", put("worst", "worst 0x4")),
            ("codes", put("n 0", "n 0 0 1.0")),
            ("codes", words("l ", 1, "18.5")),
            ("codes", words("l ", 1, "1e1")),
        ],
    ),
    "The number of an action, a secret, a map or a lemma that is not there": (
        2,
        [
            ("codes", put("n 0", "n 0 0 64")),
            ("first", put("first", "first 27")),
            ("codes", before("end", "l 0 s 0 64")),
            ("codes", before("end", "l 0 g 99 s *")),
            ("codes", before("end", "l 0 g 0 s *")),
            ("codes", before("end", "l 0 s * u 0 1 99")),
            ("codes", before("end", "l 0 s * u 64 1 1")),
            ("codes", before("l ", "p 1 99")),
            ("hard", before("end", "l 0 a 27 s *")),
        ],
    ),
    "A limit of 0 steps": (2, [("within", put("within", "within 0")), ("within", before("end", "l 0 w 0 s *"))]),
    "A game that is another, is not known, or whose answers pass a channel": (
        2,
        [
            ("codes", put("game", "game mastermind:pegs=3,colours=5")),
            ("codes", put("game", "game mistermind:pegs=3,colours=4")),
            ("codes", put("game", "game mastermind:colours=4,pegs=3")),
            ("codes", put("game", "game mastermind:pegs=3,colours=4@lies")),
            ("codes", put("game", "game mastermind:pegs=3,colours=4@lies:most=1")),
            ("codes", put("game", "game mastermind:pegs=3,colours=4@noise:chance=0.1")),
            ("coins", put("game", "game fake-coin:coins=7@lies")),
            ("coins", put("goal", "goal name")),
        ],
    ),
    "Another law: sizes or a digest that are not those of the game": (
        2,
        [
            ("codes", words("law", 1, "63")),
            ("codes", words("law", 2, "63")),
            ("codes", words("law", 3, f"sha256:{'0' * 64}")),
            ("codes", put("law", "law 64 64")),
            ("digits", words("law", 3, f"sha256:{'0' * 64}")),
        ],
    ),
    "A map that is no permutation, or in a game that restricts what may be asked": (
        2,
        [
            ("codes", words("m ", 1, "1")),
            ("codes", put("m ", "m 0 1 2")),
            ("coins", words("m ", -1, "0")),
            ("hard", before("l ", f"m {' '.join(map(str, range(27)))}")),
        ],
    ),
    "A map or a lemma that is used before it stands there": (
        2,
        [
            ("codes", before("m ", "p 1 1")),
            ("codes", before("l ", "p 5 5")),
            ("codes", before("l ", "l 0 s * u 0 1 1")),
        ],
    ),
    "A lemma about too few secrets, or about fewer than the one before it": (
        2,
        [
            ("codes", before("l ", "l 0 s")),
            ("coins", before("l ", "l 0 s 3")),
            ("codes", before("end", "l 0 s 0 1 1")),
            ("codes", before("l ", "l 0 s 0 0")),
        ],
    ),
    "Sections of a lemma that are missing, twice, not known, or in another order": (
        2,
        [
            ("codes", before("l ", "l 0")),
            ("codes", before("end", "l 0 w 3")),
            ("codes", before("end", "l 0 s * w 3")),
            ("codes", before("end", "l 0 w 3 w 3 s *")),
            ("codes", before("end", "l 0 s * s *")),
            ("codes", before("end", "l 0 z 1 s *")),
            ("codes", before("end", "l 0 g s *")),
            ("codes", before("end", "l 0 s * u 0 1")),
        ],
    ),
    "What is allowed in a game that restricts nothing; maps and uses in one that does": (
        2,
        [
            ("codes", before("end", "l 0 a 0 1 s *")),
            ("hard", before("end", "l 0 s * u 0 1 1")),
            ("hard", before("end", "l 0 g 1 s *")),
        ],
    ),
    "A node of a depth that cannot follow, or after an answer that nobody gives or that wins": (
        1,
        [
            ("codes", put("n 1 ", "n 2 1 9")),
            ("codes", put("n 0 ", "n 1 0 1")),
            ("codes", put("n 0 ", "n 0 1 1")),
            ("codes", put("n 1 ", "n 1 77 9")),
            ("codes", put("n 1 ", "n 1 0 9")),
        ],
    ),
    "Two nodes for one answer, a node too many, or a secret that no node settles": (
        1,
        [
            ("codes", before("n 1", "n 1 1 9")),
            ("codes", lambda lines: before("m ", next(x for x in reversed(lines) if x.startswith("n ")))(lines)),
            ("codes", without("n ")),
            ("codes", put("n ", "", -1)),
        ],
    ),
    "An action that is asked twice on a path, or that the game does not allow then": (
        1,
        [("codes", put("n 1 1 9", "n 1 1 1")), ("hard", put("n 1 1 4", "n 1 1 26"))],
    ),
    "A question where all is known": (1, [("one", before("end", "n 0 0 0"))]),
    "A total or a longest play that the tree does not take": (
        1,
        [
            ("codes", put("total", "total 205")),
            ("codes", put("total", "total 207")),
            ("codes", put("worst", "worst 5")),
            ("codes", put("worst", "worst 3")),
            (
                "digits",
                lambda lines: put("total", f"total {int(next(x for x in lines if x[:6] == 'total ')[6:]) - 1}")(lines),
            ),
        ],
    ),
    "A tree that breaks its terms": (
        1,
        [
            ("first", put("first", "first 1")),
            ("within", put("within", "within 3")),
            ("coins", before("total", "only-possible")),
        ],
    ),
    "A map that changes a weight, a cost, what an action tells, or what wins": (
        1,
        [
            ("codes", moved("m ", 1, 2)),
            ("coins", moved("m ", 1, 30)),
            ("digits", before("l ", "m 4 3 2 1 0 s 5 4 3 2 1 0")),
            ("digits", before("l ", "m 0 1 2 3 4 s 1 0 2 3 4 5")),
        ],
    ),
    "A map of a lemma that does not keep its set": (1, [("codes", before("l ", "l 0 g 1 s 4"))]),
    "A lemma that is used for a part that is no image of its set": (1, [("codes", before("end", "l 0 s * u 0 1 1"))]),
    "A lemma that does not follow: some action may take less": (
        1,
        [
            ("codes", words("l 206", 1, "207")),
            ("codes", words("l ", 1, "19")),
            ("coins", words("l 38", 1, "39")),
            ("hard", words("l 73", 1, "74")),
            ("digits", before("end", "l 999 s *")),
            ("possible", words("l 134", 1, "135")),
            ("within", words("l 206", 1, "207")),
        ],
    ),
    "*Never* of what can be settled": (
        1,
        [
            ("codes", words("l 206", 1, "!")),
            ("coins", before("end", "l ! s *")),
            ("hard", before("end", "l ! w 4 s *")),
        ],
    ),
    "A lemma that leans on one for fewer steps, fewer actions or other terms": (
        1,
        [
            ("hard", before("l 73", "l ! w 3 s *")),
            ("codes", before("l 206", "l ! w 4 s *")),
            ("possible", without("only-possible")),
        ],
    ),
    "What is said to be proved, and is not": (
        1,
        [
            ("codes", without("l ")),
            ("codes", put("l 206", "l 205 s *")),
            ("codes", put("l 207", "")),
            ("coins", without("l ")),
            ("hard", put("l 73", "")),
            ("digits", without("l ")),
            ("first", put("first", "")),
            ("worst", without("l ")),
        ],
    ),
}


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> dict[str, tuple[Lines, tuple[str, ...]]]:
    """True proofs, and what the C checker is told beside them."""
    folder, out = tmp_path_factory.mktemp("true"), dict[str, tuple[Lines, tuple[str, ...]]]()
    for name, (game, terms, known) in GAMES.items():
        path, table = folder / f"{name}.proof", folder / f"{name}.table"
        solution = solve(game, threads=1, **terms)
        save_proof(solution, path, certify(solution) if name != "one" else None)
        assert verify(path, game, table=table).problem is None
        out[name] = path.read_text().splitlines(), () if known else ("-t", str(table))
    return out


@pytest.fixture(scope="module")
def checker(tmp_path_factory: pytest.TempPathFactory) -> Path:
    compiled = runpy.run_path(str(ROOT / "benchmarks" / "tampered_proofs.py"))["compiled"]
    path: Path = compiled(tmp_path_factory.mktemp("c"))
    return path


def codes(path: Path, name: str, checker: Path, arguments: tuple[str, ...]) -> tuple[int, int]:
    """The exit codes of both checkers: Python and C."""
    try:
        ours = 0 if verify(path, None if "game mi" in path.read_text() else GAMES[name][0]).ok else 1
    except TreeError:
        ours = 2
    done = subprocess.run([str(checker), str(path), *arguments], capture_output=True, check=False)
    return ours, done.returncode


@pytest.mark.parametrize("item", REFUSALS)
def test_both_checkers_refuse(
    item: str, files: dict[str, tuple[Lines, tuple[str, ...]]], checker: Path, tmp_path: Path
) -> None:
    code, cases = REFUSALS[item]
    found = []
    for name, edit in cases:
        true, arguments = files[name]
        lines = edit(true)
        assert lines != true, (item, name)
        if lines[-1] == true[-1] and "last line" not in item:
            lines = [*lines[:-1], f"end {len(lines) - 1}"]
        (tmp_path / "copy.proof").write_bytes("".join(f"{line}\n" for line in lines).encode())
        found.append(codes(tmp_path / "copy.proof", name, checker, arguments))
    assert found == [(code, code)] * len(cases)


def test_true_files_are_right(files: dict[str, tuple[Lines, tuple[str, ...]]], checker: Path, tmp_path: Path) -> None:
    for name, (true, arguments) in files.items():
        path = tmp_path / "copy.proof"
        path.write_text("".join(f"{line}\n" for line in true))
        assert codes(path, name, checker, arguments) == (0, 0), name


def test_a_file_that_is_cut_anywhere_is_refused(
    files: dict[str, tuple[Lines, tuple[str, ...]]], checker: Path, tmp_path: Path
) -> None:
    text, path = "".join(f"{line}\n" for line in files["coins"][0]), tmp_path / "copy.proof"
    for size in range(0, len(text), 97):
        path.write_text(text[:size])
        assert codes(path, "coins", checker, files["coins"][1]) == (2, 2), size


def test_the_list_in_the_docs_is_this_one() -> None:
    section = DOCS.read_text().partition("## What a checker must refuse")[2].partition("\n## ")[0]
    rows = [line.strip("| ").split(" | ") for line in section.splitlines() if line.startswith("| ")]
    listed = {row[0]: row[1] for row in rows if len(row) == 2 and row[0] != ""}
    assert listed == {item: str(code) for item, (code, _) in REFUSALS.items()}
