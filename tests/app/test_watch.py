"""Strategies side by side: forward and back, and the same from the start each time."""

from __future__ import annotations

import pytest

from sleuth.app import Compare, CompareStep, perform

STRATEGIES = ("entropy", "random")


@pytest.mark.parametrize("game", ["mastermind:pegs=3,colours=4", "number:numbers=16@lies:most=1", "hangman:lengths=5"])
def test_a_step_back_shows_what_was_there(game: str) -> None:
    """A record keeps what was played, so that going back and forth asks nothing twice."""
    start = perform(Compare(game, STRATEGIES, seed=3))
    changes, seen = start, [[change.play for change in start]]
    while not all(change.play.over for change in changes):
        changes = perform(CompareStep(tuple(change.record for change in changes), STRATEGIES))
        seen.append([change.play for change in changes])
    records = tuple(change.record for change in changes)
    for step, plays in enumerate(seen):
        back = perform(CompareStep(records, STRATEGIES, to=step))
        assert tuple(change.record for change in back) == records
        assert [change.play for change in back] == plays
    assert perform(CompareStep(tuple(c.record for c in start), STRATEGIES, to=len(seen))) == changes
