"""Hostile texts are the same for a seed, and near what a parser reads."""

from __future__ import annotations

from sleuth.testing.hostile import Hostile

SAMPLES = ["0011=1.0;0123=0.2"]


def test_the_same_seed_gives_the_same_texts() -> None:
    one, other, third = Hostile(3), Hostile(3), Hostile(4)
    texts = [one.near(SAMPLES) for _ in range(200)]
    assert texts == [other.near(SAMPLES) for _ in range(200)]
    assert texts != [third.near(SAMPLES) for _ in range(200)]


def test_all_kinds_of_trouble_come() -> None:
    hostile = Hostile(1)
    texts = [hostile.near(SAMPLES) for _ in range(3000)]
    for trouble in ("²", "٣", "\0", "\ud800", "9" * 5000, "nan", "\n", "(" * 3000, "a" * 10_000):
        assert any(trouble in text for text in texts), trouble[:10]
    assert "" in texts
    assert sum("0011" in text for text in texts) > 1000
