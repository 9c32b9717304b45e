"""Asks all questions again and writes the kept answers; what is new, changed or lost is printed, path by path.

Nothing is written while a key has changed or is lost that no row of `changes.md` explains: the rows that are missing
are printed, and the exit code is 1.

Run: `python tests/frozen/freeze.py [WORD] [--dry] [--times]`. With a word only the questions that hold it are asked;
`--dry` writes nothing; `--times` lists the CPU seconds of the dearest questions.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[2]))

from tests.frozen.asking import api, ask_api, ask_certificate, ask_command, ask_help, ask_table
from tests.frozen.changes import CHANGES, Place, proposals, read_reasons, spend, unexplained
from tests.frozen.comparing import Difference, differences, written
from tests.frozen.questions import CERTIFICATES, COMMANDS, HELP, REQUESTS, TABLES

ANSWERS = Path(__file__).parent / "answers"
Ask = Callable[[str], Any]
ASKED_HERE: tuple[tuple[dict[str, tuple[str, ...]], Ask], ...] = (
    (COMMANDS, ask_command),
    (HELP, ask_help),
    (CERTIFICATES, ask_certificate),
    (TABLES, ask_table),
)
"""The questions that need no server, and how they are asked."""
QUESTIONS = {**COMMANDS, **HELP, **CERTIFICATES, **TABLES, **REQUESTS}
Answers = dict[str, dict[str, Any]]
"""By file and question."""


def kept(name: str) -> dict[str, Any]:
    """The answers in a file, by question."""
    file = ANSWERS / f"{name}.json"
    answers: dict[str, Any] = json.loads(file.read_text(encoding="utf-8")) if file.exists() else {}
    return answers


def kept_answers() -> Answers:
    """The answers in all files, also where there are no questions any more."""
    return {name: kept(name) for name in dict.fromkeys([*QUESTIONS, *sorted(f.stem for f in ANSWERS.glob("*.json"))])}


def ask_again(name: str, word: str, ask: Ask, seconds: dict[tuple[str, str], float]) -> dict[str, Any]:
    """The answers to the questions of one file: those of today where they hold a word, else those that are kept."""
    old, new = kept(name), {}
    for question in QUESTIONS[name]:
        if word in f"{name} {question}":
            began = time.process_time()
            new[question] = ask(question)
            seconds[name, question] = time.process_time() - began
        elif question in old:
            new[question] = old[question]
    return new


def compare(old: Answers, new: Answers) -> list[Place]:
    """Where answers differ; a question that came or went is one place."""
    places = []
    for name in old:
        before, now = old[name], new.get(name, {})
        for question in {**before, **now}:
            if question not in now:
                found = [Difference("$", "lost", "the question is gone")]
            elif question not in before:
                found = [Difference("$", "new", "the question is new")]
            else:
                found = list(differences(before[question], now[question]))
            places += [Place(name, question, difference) for difference in found]
    return places


def write(old: Answers, new: Answers, places: list[Place]) -> None:
    """Write the answers of today where they differ; the last bits of the others stay as they are."""
    differing = {(place.answers, place.question) for place in places}
    for name in {place.answers for place in places}:
        file = ANSWERS / f"{name}.json"
        if answers := {
            question: answer if (name, question) in differing else old[name][question]
            for question, answer in new.get(name, {}).items()
        }:
            file.write_text(written(answers) + "\n", encoding="utf-8")
        else:
            file.unlink()


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("word", nargs="?", default="", help="only the questions that hold this word")
    parser.add_argument("--dry", action="store_true", help="write nothing")
    parser.add_argument("--times", action="store_true", help="list the dearest questions")
    given = parser.parse_args()
    old, text = kept_answers(), CHANGES.read_text(encoding="utf-8")
    every = [(name, question) for name in old for question in {**dict.fromkeys(QUESTIONS.get(name, ())), **old[name]}]
    reasons = read_reasons(text, every)
    seconds: dict[tuple[str, str], float] = {}
    new = {name: ask_again(name, given.word, ask, seconds) for asked, ask in ASKED_HERE for name in asked}
    with api() as client:
        new |= {name: ask_again(name, given.word, partial(ask_api, client), seconds) for name in REQUESTS}
    places = compare(old, new)
    _list(places)
    print(f"{len(seconds)} questions, {sum(seconds.values()):.1f} s CPU; {len(places)} keys differ")
    if given.times:
        for (_, question), took in sorted(seconds.items(), key=lambda pair: -pair[1])[:30]:
            print(f"{took:6.2f} s  {question}")
    unasked = [key for key in every if key not in seconds and key[1] in QUESTIONS.get(key[0], ())]
    spent = [reason for reason in reasons if not any(reason.asks(*key) for key in unasked)]
    idle = [reason for reason in spent if not any(map(reason.covers, places))]
    refused = unexplained(places, reasons)
    if refused or idle:
        print("\nNothing is written. Rows that changes.md lacks:" if refused else "\nNothing is written.")
        print("".join(f"{proposal}\n" for proposal in proposals(refused)), end="")
        print("".join(f"Nothing that differs is named by {reason}\n" for reason in idle), end="")
        return 1
    if not given.dry:
        write(old, new, places)
        CHANGES.write_text(spend(text, spent, places), encoding="utf-8")
    return 0


def _list(places: list[Place]) -> None:
    """Print every place, below its question."""
    last = None
    for place in places:
        if last != (last := (place.answers, place.question)):
            print(f"{place.answers}: {place.question}")
        print(f"    {place.difference}")


if __name__ == "__main__":
    sys.exit(main())
