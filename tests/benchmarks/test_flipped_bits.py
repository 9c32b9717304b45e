"""Single bits of stores that flip: none is believed. The benchmark flips a thousand, this some dozens."""

from __future__ import annotations

from pathlib import Path

from tests import scripts


def test_no_flipped_bit_is_believed(tmp_path: Path) -> None:
    script = scripts.script("benchmarks/flipped_bits.py")
    counts = script.flip_bits(48, 1, tmp_path)
    assert sum(sum(row.values()) for row in counts.values()) == 2 * 48
    assert {result for row in counts.values() for result in row} <= {script.SAME, script.REFUSED}


def test_a_value_that_changed_would_be_seen(tmp_path: Path) -> None:
    script = scripts.script("benchmarks/flipped_bits.py")
    sound = script.Sound(script.KINDS[0], tmp_path, checked=False)
    _, rows = sound.told
    bit = 8 * sound.content.index(rows[-1].history.encode())  # what was asked first in a play
    assert sound.flipped(bit)[0] == script.BELIEVED
