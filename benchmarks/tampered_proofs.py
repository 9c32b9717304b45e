"""Proof files that were tampered with: what the checker in C and `sleuth verify` say of each.

Run: `python benchmarks/tampered_proofs.py [--copies N] [--python N] [--seed S] [--only TEXT]
[--answers FILE --allowed FILE]`.

Proofs of small games, of Mastermind 4x6, and of Wordle after salet where the lists are given, are damaged in many ways,
`--copies` of each. The C checker judges every copy. The Python one judges all copies of small games, and of the large
ones all that are accepted and a sample of the others. A copy counts as wrong

- if it is accepted, and claims something else or more than the true file does (less may be claimed: that is true too);
- if the checkers do not agree: 0 right, 1 wrong, 2 cannot be read.
"""

from __future__ import annotations

import argparse
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

from rich.console import Console
from rich.table import Table

from sleuth.core.errors import TreeError
from sleuth.core.game_spec import parse_game
from sleuth.solve import certify, save_proof, solve
from sleuth.verify.verification import verify

CHECKER = Path(__file__).parents[1] / "checkers" / "check.c"
SMALL: tuple[tuple[str, dict[str, Any]], ...] = (
    ("mastermind:pegs=2,colours=3", {}),
    ("mastermind:pegs=3,colours=4", {}),
    ("mastermind:pegs=3,colours=4", {"objective": "worst"}),
    ("mastermind:pegs=2,colours=5", {"only_possible": True}),
    ("mastermind:pegs=3,colours=3", {"first": "000"}),
    ("mastermind:pegs=3,colours=3,jar=3-2-1", {}),
    ("bulls-and-cows:length=3,symbols=5", {}),
    ("fake-coin:coins=7", {}),
    ("black-box:size=3,atoms=2", {}),
)
LARGE: tuple[str, dict[str, Any]] = ("mastermind:pegs=4,colours=6", {"within": 5})
Lines = list[str]
Change = Callable[[Lines, Random], Lines]


# Changes. Each gets the lines, and gives others.


def any_line(lines: Lines, rng: Random) -> int:
    """The place of a line: each kind of line is as likely as any other."""
    kinds = sorted({line.partition(" ")[0] for line in lines})
    kind = rng.choice(kinds)
    return rng.choice([place for place, line in enumerate(lines) if line.partition(" ")[0] == kind])


def counted(lines: Lines) -> Lines:
    """With a last line that counts the others."""
    return [*lines[:-1], f"end {len(lines) - 1}"] if lines and lines[-1].startswith("end ") else lines


def another_number(lines: Lines, rng: Random) -> Lines:
    place = any_line(lines, rng)
    words = lines[place].split(" ")
    numbers = [k for k, word in enumerate(words) if word.isdigit()]
    if numbers:
        k = rng.choice(numbers)
        words[k] = str(rng.choice([int(words[k]) + 1, max(0, int(words[k]) - 1), rng.randrange(2000), 10**18 - 1, 0]))
    return [*lines[:place], " ".join(words), *lines[place + 1 :]]


def another_word(lines: Lines, rng: Random) -> Lines:
    """A word dropped, doubled, put elsewhere, or another one in its place."""
    place = any_line(lines, rng)
    words = lines[place].split(" ")
    k, kind = rng.randrange(len(words)), rng.randrange(4)
    if kind == 0:
        del words[k]
    elif kind == 1:
        words.insert(k, words[k])
    elif kind == 2:
        words.insert(rng.randrange(len(words)), words.pop(k))
    else:
        words[k] = rng.choice(["!", "*", "w", "a", "g", "s", "u", "-1", "x", "", "9" * 30, "0x1", "1.5", "é"])
    return [*lines[:place], " ".join(words), *lines[place + 1 :]]


def another_character(lines: Lines, rng: Random) -> Lines:
    place = any_line(lines, rng)
    k = rng.randrange(len(lines[place]))
    character = rng.choice("0123456789 !*wagsumpl\t\r-")
    return [*lines[:place], lines[place][:k] + character + lines[place][k + 1 :], *lines[place + 1 :]]


def dropped_line(lines: Lines, rng: Random) -> Lines:
    place = any_line(lines, rng)
    less = [*lines[:place], *lines[place + 1 :]]
    return counted(less) if rng.random() < 0.7 else less


def doubled_line(lines: Lines, rng: Random) -> Lines:
    place = any_line(lines, rng)
    return counted([*lines[: place + 1], *lines[place:]])


def swapped_lines(lines: Lines, rng: Random) -> Lines:
    one, other = any_line(lines, rng), any_line(lines, rng)
    out = list(lines)
    out[one], out[other] = out[other], out[one]
    return out


def raised_bound(lines: Lines, rng: Random) -> Lines:
    places = [k for k, line in enumerate(lines) if line.startswith("l ")]
    if not places:
        return lines
    place = rng.choice(places)
    letter, bound, rest = lines[place].split(" ", 2)
    raised = "!" if bound == "!" or rng.random() < 0.1 else str(max(0, int(bound) + rng.choice([1, 1, 2, 5, -1])))
    return [*lines[:place], f"{letter} {raised} {rest}", *lines[place + 1 :]]


def another_map(lines: Lines, rng: Random) -> Lines:
    """Two images that change places, or another group."""
    places = [k for k, line in enumerate(lines) if line[:2] in ("m ", "p ") or " g " in line]
    if not places:
        return lines
    place = rng.choice(places)
    words = lines[place].split(" ")
    first, last = (words.index("g") + 1, words.index("s")) if words[0] == "l" else (1, len(words))
    one, other = rng.randrange(first, last), rng.randrange(1, len(words))
    if words[0] == "l":
        words[one] = str(rng.randint(1, max(1, sum(line[:2] in ("m ", "p ") for line in lines))))
    else:
        words[one], words[other] = words[other], words[one]
    return [*lines[:place], " ".join(words), *lines[place + 1 :]]


def another_claim(lines: Lines, rng: Random) -> Lines:
    out = list(lines)
    for place, line in enumerate(lines):
        word, _, value = line.partition(" ")
        if word in ("total", "worst") and rng.random() < 0.5:
            out[place] = f"{word} {int(value) + rng.choice([-1, 1])}"
        elif word == "proved" and rng.random() < 0.5:
            out[place] = rng.choice(["proved total worst", "proved total", "proved worst", "proved"])
        elif word == "objective" and rng.random() < 0.3:
            out[place] = rng.choice(["objective mean", "objective worst"])
    return out


def other_terms(lines: Lines, rng: Random) -> Lines:
    kept = [line for line in lines if line.partition(" ")[0] not in ("first", "within", "only-possible")]
    place = next(k for k, line in enumerate(kept) if line.startswith("total "))
    terms = [f"first {rng.randrange(20)}", f"within {rng.randrange(9)}", "only-possible"]
    return counted([*kept[:place], *(term for term in terms if rng.random() < 0.4), *kept[place:]])


def added_line(lines: Lines, rng: Random) -> Lines:
    place = rng.randint(0, len(lines))
    line = rng.choice(["", "l 0 s *", "l 1 s 0", "end 5", "x", "p 1 1", "n 0 0 0", "law"])
    more = [*lines[:place], line, *lines[place:]]
    return counted(more) if rng.random() < 0.7 else more


CHANGES: dict[str, Change] = {
    "a number": another_number,
    "a word": another_word,
    "a character": another_character,
    "a line dropped": dropped_line,
    "a line doubled": doubled_line,
    "lines swapped": swapped_lines,
    "a line added": added_line,
    "a bound": raised_bound,
    "a map": another_map,
    "claims": another_claim,
    "terms": other_terms,
    "cut short": lambda lines, _: lines,
}


def tampered(text: str, kind: str, rng: Random) -> str:
    """A damaged copy."""
    if kind == "cut short":
        return text[: rng.randrange(len(text))]
    return "".join(f"{line}\n" for line in CHANGES[kind](text.splitlines(), rng))


# The comparison.


def compiled(folder: Path, *flags: str) -> Path | None:
    """The checker in C, compiled; `None` where there is no compiler."""
    compiler = shutil.which("cc")
    if compiler is None:
        return None
    out = folder / "check"
    subprocess.run([compiler, "-O2", "-std=c99", *flags, "-o", str(out), str(CHECKER)], check=True)
    return out


@dataclass(frozen=True)
class Original:
    """A true proof file, and what the C checker needs beside it."""

    title: str
    text: str
    arguments: tuple[str, ...] = ()
    large: bool = False


@dataclass
class Tally:
    """What came of the copies of one file."""

    copies: Counter[str] = field(default_factory=Counter)
    codes: Counter[int] = field(default_factory=Counter)
    both: int = 0
    """Judged by both checkers."""
    wrong: list[str] = field(default_factory=list)


def originals(
    folder: Path, small: bool = True, large: bool = True, words: tuple[str, str] | None = None, only: str = ""
) -> Iterator[Original]:
    """Proof files, made here; of games whose spec strings have `only` in them."""
    jobs = [(spec, wants, False) for spec, wants in SMALL] if small else []
    jobs += [(LARGE[0], {}, True), (*LARGE, True)] if large else []
    if words is not None:
        jobs.append((f"wordle:answers={words[0]},allowed={words[1]}", {"first": "salet"}, True))
    for spec, wants, is_large in (job for job in jobs if only in job[0]):
        game, path = parse_game(spec), folder / "true.proof"
        options = {key: game.parse_action(value) if key == "first" else value for key, value in wants.items()}
        solution = solve(game, threads=1, **options)
        save_proof(solution, path, certify(solution))
        known = spec.partition(":")[0] in ("mastermind", "bulls-and-cows") and "jar" not in spec
        if spec.startswith("wordle"):
            arguments: tuple[str, ...] = ("-w", *(words or ()))
        elif known:
            arguments = ()
        else:
            table = folder / f"{spec.partition(':')[0]}.table"
            verify(path, table=table)
            arguments = ("-t", str(table))
        title = f"{game.name} {solution.total}:{solution.worst}" if is_large else f"{spec} {wants or ''}".strip()
        yield Original(title, path.read_text(), arguments, is_large)


def code_in_c(checker: Path, path: Path, arguments: tuple[str, ...]) -> int:
    """The exit code of the C checker."""
    return subprocess.run([str(checker), str(path), *arguments], capture_output=True, check=False).returncode


def code_in_python(path: Path) -> int:
    """The exit code that `sleuth verify` would give."""
    try:
        return 0 if verify(path).ok else 1
    except TreeError:
        return 2


def true_claims(text: str, true: str) -> bool:
    """Whether an accepted copy claims what is true: what the true file does, or less, or what solving again finds."""
    heads = [head_of(content) for content in (text, true)]
    proved = [set(head.pop("proved", "").split()) for head in heads]
    if heads[0] == heads[1] and proved[0] <= proved[1]:
        return True
    head, game = heads[0], parse_game(heads[0]["game"])
    first = list(game.actions())[int(head["first"])] if "first" in head else None
    within, by_worst = int(head.get("within", 0)), head["objective"] == "worst"
    terms: dict[str, Any] = {"first": first, "only_possible": "only-possible" in head}
    fewest: dict[str, Any] = {"objective": "worst"} if by_worst and not within else {"within": within}
    best = solve(game, **fewest, **terms)
    least = solve(game, within=int(head["worst"]), **terms).total if by_worst else best.total
    assert best.worst is not None
    assert least is not None
    total_holds = "total" not in proved[0] or int(head["total"]) <= least
    return total_holds and ("worst" not in proved[0] or int(head["worst"]) <= best.worst)


def head_of(text: str) -> dict[str, str]:
    """The lines before the tree."""
    out: dict[str, str] = {}
    for line in text.splitlines():
        word, _, value = line.partition(" ")
        if word in ("n", "m", "p", "l", "end"):
            break
        out[word] = value
    return out


def judge(original: Original, checker: Path, folder: Path, copies: int, python: int, seed: int) -> Tally:
    """Damage copies of a file, and compare."""
    rng, tally, path = Random(seed), Tally(), folder / "copy.proof"
    kinds = list(CHANGES)
    for number in count():
        if sum(tally.copies.values()) == copies:
            break
        kind = kinds[number % len(kinds)]
        text = tampered(original.text, kind, rng)
        if text == original.text or (
            "-w" in original.arguments and head_of(text).get("game") != head_of(original.text)["game"]
        ):
            continue  # nothing was changed; or the game, and the C checker gets the lists by other names
        path.write_bytes(text.encode())
        code = code_in_c(checker, path, original.arguments)
        tally.copies[kind] += 1
        tally.codes[code] += 1
        if code == 0 and not true_claims(text, original.text):
            tally.wrong.append(f"accepted: {kind}, copy {number}")
        if code not in (0, 1, 2):
            tally.wrong.append(f"crashed with {code}: {kind}, copy {number}")
        if not original.large or (tally.both < python and (code == 0 or number % 29 == 0)):
            tally.both += 1
            if (other := code_in_python(path)) != code:
                tally.wrong.append(f"C says {code}, Python {other}: {kind}, copy {number}")
    return tally


def main() -> int:
    """Compare, and print the table."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--copies", type=int, default=1_000, help="damaged copies of each file")
    parser.add_argument("--python", type=int, default=10, help="copies of a large file that Python judges too")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--answers", help="the answers of Wordle")
    parser.add_argument("--allowed", help="what else may be guessed at Wordle")
    parser.add_argument("--only", default="", help="games whose spec string has this in it")
    parser.add_argument("--small", action="store_true", help="small games alone")
    options = parser.parse_args()
    console, wrong = Console(width=130), 0
    table = Table("proof", "copies", "accepted", "wrong (1)", "unreadable (2)", "judged by both", "verdict")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        checker = compiled(folder)
        if checker is None:
            console.print("there is no C compiler here (cc)")
            return 2
        words = (options.answers, options.allowed) if options.answers and options.allowed else None
        for original in originals(folder, large=not options.small, words=words, only=options.only):
            tally = judge(original, checker, folder, options.copies, options.python, options.seed)
            for line in tally.wrong:
                console.print(f"{original.title}: {line}", markup=False)
            wrong += len(tally.wrong)
            codes = [f"{tally.codes[code]:,}" for code in (0, 1, 2)]
            copies = sum(tally.copies.values())
            row = (original.title, f"{copies:,}", *codes, f"{tally.both:,}", f"{len(tally.wrong)} wrong")
            console.print(" ".join(row), markup=False)
            table.add_row(*row)
    console.print(table)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
