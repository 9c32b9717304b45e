"""The C loops that our kernels are put beside compute the same; no times here."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest
from tests import scripts

from sleuth import parse_game
from sleuth.games.codes.kernels import pegs

SOME_WORDS = np.frombuffer(b"abbeykebabeerieeeeeepizzaaglowcabalmamma", np.uint8).reshape(-1, 5).copy()
needs_compiler = pytest.mark.skipif(shutil.which("cc") is None, reason="there is no C compiler (cc) here")


@pytest.fixture(scope="module")
def script() -> ModuleType:
    return scripts.script("benchmarks/limit.py")


@pytest.fixture(scope="module")
def loops(script: ModuleType) -> Iterator[Any]:
    with script.compiled_loops() as compiled:
        yield compiled


@needs_compiler
@pytest.mark.parametrize(("length", "symbols", "repeats"), [(2, 3, True), (3, 4, True), (4, 3, True), (4, 5, False)])
def test_pegs_agree(script: ModuleType, loops: Any, length: int, symbols: int, repeats: bool) -> None:
    codes = script.code_list(length, symbols, repeats)
    assert not script.differs(script.peg_work("codes", codes, symbols, loops))
    for work in script.rule_works("codes", pegs(codes, codes, symbols), loops):
        assert not script.differs(work), work.what


@needs_compiler
def test_words_agree(script: ModuleType, loops: Any) -> None:
    """Words with letters that come twice and thrice; and enough for what is done in blocks."""
    words = np.concatenate([SOME_WORDS, script.word_list(300)])
    assert not script.differs(script.word_work("words", words, loops))
    for work in script.rule_works("words", script.word_marks(words), loops):
        assert not script.differs(work), work.what


@needs_compiler
def test_marks_are_those_of_the_law(loops: Any) -> None:
    """Both could be wrong alike, so the C loop is put beside the plain law too."""
    game, words = parse_game("wordle"), [word.tobytes().decode() for word in SOME_WORDS]
    worth = {"-": 0, "y": 1, "g": 2}
    table = loops.word_table(SOME_WORDS)
    for row, guess in zip(table, words, strict=True):
        marks = [game.format_feedback(game.feedback(guess, word)) for word in words]
        assert row.tolist() == [sum(worth[mark] * 3 ** (4 - i) for i, mark in enumerate(text)) for text in marks]


@needs_compiler
def test_what_differs_is_seen(script: ModuleType, loops: Any) -> None:
    codes = script.code_list(2, 3)
    work = script.peg_work("codes", codes, 3, loops)
    other = loops.peg_table(codes, 3)
    other[0, 0] += 1
    assert script.differs(work._replace(loop=lambda: other))


@needs_compiler
def test_a_number_of_pegs_without_a_loop(script: ModuleType, loops: Any) -> None:
    with pytest.raises(ValueError, match="no loop for 6 pegs"):
        loops.peg_table(script.code_list(6, 2), 2)


@needs_compiler
def test_the_source_has_no_warning(script: ModuleType, tmp_path: Path) -> None:
    words = ["cc", *script.FLAGS, "-Wall", "-Wextra", "-Wno-unknown-pragmas", "-Werror", str(script.SOURCE), "-lm"]
    done = subprocess.run([*words, "-o", str(tmp_path / "limit.so")], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


def test_ours_alone_without_a_compiler(script: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(script.shutil, "which", lambda name: None)
    with script.compiled_loops() as nothing:
        assert nothing is None
        row = script.measurement(script.peg_work("codes", script.code_list(2, 3), 3, nothing), 1, with_loop=False)
    assert (row.what, row.cells, row.loop) == ("codes: table", 81, None)
