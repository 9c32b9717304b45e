"""A log with its changes: each can be taken back and made again, also from the text that is kept."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sleuth.app import RefusedError
from sleuth.app.log_history import MAX_CHANGES, MAX_SIGNS, LogHistory
from sleuth.core.errors import RecordError

TEXTS = st.lists(st.text(st.characters(exclude_characters="\n\r", codec="utf-8"), max_size=5), max_size=6).map(
    lambda lines: "".join(f"{line}\n" for line in lines)
)


@given(st.lists(TEXTS, max_size=8))
def test_every_change_is_taken_back_and_made_again(texts: list[str]) -> None:
    history, states = LogHistory(), [""]
    for text in texts:
        history = LogHistory.parse(str(history.change(text)))
        if text != states[-1]:
            states.append(text)
        assert history.text == states[-1]
    for text in reversed(states[:-1]):
        history = LogHistory.parse(str(history.undo()))
        assert history.text == text
    with pytest.raises(RefusedError, match="nothing to take back"):
        history.undo()
    for text in states[1:]:
        history = LogHistory.parse(str(history.redo()))
        assert history.text == text
    with pytest.raises(RefusedError, match="nothing to make again"):
        history.redo()


def test_a_new_change_ends_what_was_taken_back() -> None:
    history = LogHistory().change("a\n").change("a\nb\n").undo().change("a\nc\n")
    assert not history.future
    assert [history.text, history.undo().text, history.undo().undo().text] == ["a\nc\n", "a\n", ""]


def test_a_turn_costs_a_line_and_not_a_log() -> None:
    history = LogHistory()
    for turn in range(60):
        history = history.change(f"{history.text}Ann: Plum, Rope, Hall -> Ben shows ? {turn}\n")
    assert len(str(history)) < 4 * len(history.text)


def test_changes_are_bounded() -> None:
    history = LogHistory()
    for number in range(MAX_CHANGES + 50):
        history = history.change(f"{number}\n")
    assert len(history.past) == MAX_CHANGES
    for number in range(60):
        history = history.change(f"{number}" * 10_000 + "\n")
    assert sum(change.signs for change in history.past) <= MAX_SIGNS
    assert history.undo().text.startswith("58")


@pytest.mark.parametrize(
    ("record", "says"),
    [
        ('{"format": 2, "lines": []}', "another Sleuth"),
        ("", "damaged"),
        ("[]", "damaged"),
        ('{"format": 1}', "damaged"),
        (json.dumps({"format": 1, "lines": [], "past": [["x", [], []]], "future": []}), "damaged"),
    ],
)
def test_what_is_no_log_is_said_in_a_sentence(record: str, says: str) -> None:
    with pytest.raises(RecordError, match=says):
        LogHistory.parse(record)
