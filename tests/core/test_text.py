"""Numbers from text, and lines that fit on a screen."""

from __future__ import annotations

import math
import pickle
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sleuth.core import files
from sleuth.core.errors import ContradictionError, RecordError, SleuthError, UnknownNameError
from sleuth.core.files import read_text
from sleuth.core.text import MAX_DIGITS, MAX_LINE, one_line, real_number, whole_number
from sleuth.games.clue.rules.errors import LogError

WIDEST = 10**MAX_DIGITS - 1
ANY = st.text(st.characters() | st.characters(categories=["Nd", "No", "Cs", "Cc"]), max_size=40)


@given(st.integers(-WIDEST, WIDEST), st.integers(-WIDEST, WIDEST), st.integers(-WIDEST, WIDEST))
def test_a_whole_number_is_read_if_it_is_in_range(number: int, one: int, other: int) -> None:
    least, most = sorted((one, other))
    fits = least <= number <= most and (number >= 0 or least < 0)
    assert whole_number(f" {number} ", least, most) == (number if fits else None)


@pytest.mark.parametrize(
    "text", ["", " ", "²", "٣", "９", "1_0", "+1", "-1", "--1", "1.0", "0x1", "1e3", "½", "1 2", "9" * 19]
)
def test_what_is_no_whole_number_is_none(text: str) -> None:
    assert whole_number(text) is None


@given(ANY)
def test_only_the_ten_digits_make_a_whole_number(text: str) -> None:
    digits = text.strip(" \t\r\n")
    plain = 0 < len(digits) <= MAX_DIGITS and set(digits) <= set("0123456789")
    assert whole_number(text) == (int(digits) if plain else None)


@given(st.floats(allow_nan=False, allow_infinity=False))
def test_a_number_reads_back(number: float) -> None:
    assert real_number(repr(number)) == number


@pytest.mark.parametrize(
    "text", ["nan", "inf", "-inf", "1e999", "1_0", "٣", "²", "", ".", "e5", "1e99999", "0x1p3", "1" * 5000]
)
def test_what_is_no_finite_number_is_none(text: str) -> None:
    assert real_number(text) is None


def test_infinity_is_read_by_name_where_it_is_allowed() -> None:
    assert (real_number("inf", infinite=True), real_number("-inf", infinite=True)) == (math.inf, -math.inf)
    assert real_number("1e999", infinite=True) is None


@given(ANY, st.integers(0, 200))
def test_an_error_is_one_line_that_can_be_printed(text: str, times: int) -> None:
    line = str(SleuthError(text * times))
    assert line == one_line(line)
    assert len(line) <= MAX_LINE
    assert line.isprintable()
    line.encode()


def test_a_long_error_keeps_its_end() -> None:
    line = str(SleuthError(f"{'x' * 5000} is wrong; write 0 to 9"))
    assert line.endswith("is wrong; write 0 to 9")
    assert "…" in line


@pytest.mark.parametrize(
    "error",
    [
        UnknownNameError("game", "x", ["y"]),
        ContradictionError(2, "a", "b", 3),
        LogError(4, "wrong"),
        SleuthError("plain"),
    ],
)
def test_errors_travel_between_processes(error: SleuthError) -> None:
    copy = pickle.loads(pickle.dumps(error))
    assert (type(copy), str(copy), vars(copy)) == (type(error), str(error), vars(error))


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("nothing", "No such file"),
        (".", "Is a directory"),
        ("a" * 5000, "File name too long"),
        ("nul\0", "no file can have this name"),
        ("lone\ud800", "no file can have this name"),
        ("latin", "not UTF-8"),
        ("large", "larger than"),
    ],
)
def test_a_file_that_cannot_be_read_is_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, told: str
) -> None:
    (tmp_path / "latin").write_bytes(b"\xe9")
    (tmp_path / "large").write_bytes(b"x" * 11)
    monkeypatch.setattr(files, "MAX_BYTES", 10)
    with pytest.raises(RecordError, match=told) as error:
        read_text(f"{tmp_path}/{name}", "record", RecordError)
    assert str(error.value).isprintable()
    assert len(str(error.value)) <= MAX_LINE
