"""Asks all questions again and rewrites the kept answers; what changed is printed, path by path.

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

from tests.frozen.asking import api, ask_api, ask_command
from tests.frozen.comparing import differences, written
from tests.frozen.questions import COMMANDS, REQUESTS

ANSWERS = Path(__file__).parent / "answers"
QUESTIONS = {**COMMANDS, **REQUESTS}
Ask = Callable[[str], Any]


def kept(name: str) -> dict[str, Any]:
    """The answers in a file, by question."""
    file = ANSWERS / f"{name}.json"
    found: dict[str, Any] = json.loads(file.read_text(encoding="utf-8")) if file.exists() else {}
    return found


def refreeze(name: str, asked: argparse.Namespace, ask: Ask, seconds: dict[str, float]) -> int:
    """Ask the questions of one file; how many answers changed."""
    old, new = kept(name), {}
    for question in QUESTIONS[name]:
        if asked.word not in f"{name} {question}":
            new |= {question: old[question]} if question in old else {}
            continue
        began = time.process_time()
        new[question] = ask(question)
        seconds[question] = time.process_time() - began
    if not asked.dry:
        ANSWERS.mkdir(exist_ok=True)
        (ANSWERS / f"{name}.json").write_text(written(new) + "\n", encoding="utf-8")
    return _tell(name, old, new)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("word", nargs="?", default="", help="only the questions that hold this word")
    parser.add_argument("--dry", action="store_true", help="write nothing")
    parser.add_argument("--times", action="store_true", help="list the dearest questions")
    asked = parser.parse_args()
    seconds: dict[str, float] = {}
    changed = sum(refreeze(name, asked, ask_command, seconds) for name in COMMANDS)
    with api() as client:
        changed += sum(refreeze(name, asked, partial(ask_api, client), seconds) for name in REQUESTS)
    print(f"{len(seconds)} questions, {sum(seconds.values()):.1f} s CPU; {changed} answers changed")
    if asked.times:
        for question, took in sorted(seconds.items(), key=lambda pair: -pair[1])[:30]:
            print(f"{took:6.2f} s  {question}")
    return 0


def _tell(name: str, old: dict[str, Any], new: dict[str, Any]) -> int:
    """Print what changed in a file; how many answers did."""
    changed = 0
    for question in {**old, **new}:
        if question not in old or question not in new:
            lines = ["new" if question in new else "gone"]
        else:
            lines = list(differences(old[question], new[question]))
        if lines:
            changed += 1
            print(f"{name}: {question}")
            for line in lines:
                print(f"    {line}")
    return changed


if __name__ == "__main__":
    sys.exit(main())
