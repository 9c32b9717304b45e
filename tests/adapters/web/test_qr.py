"""QR codes are what cameras expect: read back here by a reader of its own, from the drawing alone."""

from __future__ import annotations

import re
import string

import pytest

from sleuth.adapters.web.qr import QUIET, qr_svg, qr_text

BLOCKS = {1: (1, 16), 2: (1, 28), 3: (1, 44), 4: (2, 32), 5: (2, 43), 6: (4, 27)}
"""For each version at level M: blocks, and data bytes in each (ISO/IEC 18004, table 9)."""
LEVEL_M = 0b00
MASKS = (
    lambda r, c: (r + c) % 2 == 0,
    lambda r, c: r % 2 == 0,
    lambda r, c: c % 3 == 0,
    lambda r, c: (r + c) % 3 == 0,
    lambda r, c: (r // 2 + c // 3) % 2 == 0,
    lambda r, c: r * c % 2 + r * c % 3 == 0,
    lambda r, c: (r * c % 2 + r * c % 3) % 2 == 0,
    lambda r, c: ((r + c) % 2 + r * c % 3) % 2 == 0,
)


def modules(svg: str) -> list[list[bool]]:
    """The dark modules of a drawing, without the quiet zone around them."""
    size = int(re.findall(r'viewBox="0 0 (\d+) ', svg)[0]) - 2 * QUIET
    dark = [[False] * size for _ in range(size)]
    for x, y, width in re.findall(r"M(\d+) (\d+)h(\d+)v1h-\d+z", svg):
        for column in range(int(x) - QUIET, int(x) - QUIET + int(width)):
            dark[int(y) - QUIET][column] = True
    return dark


def reserved(size: int, row: int, column: int) -> bool:
    """Whether a module is no data: finders with their format, timing, the one alignment pattern of these versions."""
    finder = (row < 9 and column < 9) or (row < 9 and column >= size - 8) or (row >= size - 8 and column < 9)
    aligned = size > 21 and abs(row - (size - 7)) <= 2 and abs(column - (size - 7)) <= 2
    return finder or aligned or row == 6 or column == 6


def decoded(dark: list[list[bool]]) -> str:
    """The text of a code of one of the versions above at level M, in bytes; errors are not corrected."""
    size = len(dark)
    version = (size - 17) // 4
    around = [dark[8][column] for column in (0, 1, 2, 3, 4)]
    level = int("".join("01"[bit] for bit in around[:2]), 2) ^ 0b10
    assert level == LEVEL_M
    mask = MASKS[int("".join("01"[bit] for bit in around[2:]), 2) ^ 0b101]
    bits: list[bool] = []
    columns = [column for column in range(size - 1, 0, -1) if column != 6]
    pairs = [(right, right - 1) for right in (c if c > 6 else c - 1 for c in range(size - 1, 0, -2))]
    assert {c for pair in pairs for c in pair} >= set(columns) - {6}
    for number, pair in enumerate(pairs):
        rows = range(size - 1, -1, -1) if number % 2 == 0 else range(size)
        bits += [dark[r][c] != mask(r, c) for r in rows for c in pair if not reserved(size, r, c)]
    count, length = BLOCKS[version]
    words = [int("".join("01"[bit] for bit in bits[at : at + 8]), 2) for at in range(0, 8 * count * length, 8)]
    data = bytes(words[block + count * place] for block in range(count) for place in range(length))
    stream = "".join(f"{byte:08b}" for byte in data)
    assert stream[:4] == "0100"  # a text of bytes
    many = int(stream[4:12], 2)
    return bytes(int(stream[12 + 8 * n : 20 + 8 * n], 2) for n in range(many)).decode()


@pytest.mark.parametrize(
    "text",
    [
        "http://10.0.0.2:8080",
        "http://192.168.178.123:8080/room/owl27",
        "https://sleuth.example.org/room/thunder99",
        "http://[2001:db8:85a3:8d3:1319:8a2e:370:7348]:8080/room/crystal42",
        string.ascii_lowercase * 4,
    ],
)
def test_a_code_is_read_back(text: str) -> None:
    assert decoded(modules(qr_svg(text, "a label"))) == text


def test_three_finders_and_a_quiet_zone() -> None:
    svg = qr_svg("http://10.0.0.2:8080", "a label")
    dark = modules(svg)
    ring = [True] * 7
    for row, column in ((0, 0), (0, len(dark) - 7), (len(dark) - 7, 0)):
        assert dark[row][column : column + 7] == ring
        assert dark[row + 6][column : column + 7] == ring
    assert min(int(x) for x in re.findall(r"M(\d+) ", svg)) == QUIET >= 4
    assert 'role="img"' in svg


def test_a_label_is_no_markup() -> None:
    assert "<script" not in qr_svg("http://x", 'a"><script>')


def test_a_terminal_shows_lines() -> None:
    lines = qr_text("http://10.0.0.2:8080").splitlines()
    assert len(lines) > 10
    assert len({len(line) for line in lines if line}) == 1
