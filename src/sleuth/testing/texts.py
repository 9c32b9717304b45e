"""Checks of text: what a game writes reads back as the same, and a history can be made of it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from sleuth.core.game import Feedback, Game
from sleuth.core.history import History
from sleuth.testing.cases import Cases
from sleuth.testing.claims import attempt, claim, fail, show

HISTORIES = 5
SEPARATORS = (";", "\n", "\r")


def check_texts(cases: Cases) -> None:
    """Secrets, actions, feedbacks and histories survive being written and read."""
    game = cases.game
    _check_values(cases, "secret", cases.secrets, game.format_secret, game.parse_secret)
    _check_values(cases, "action", cases.actions, game.format_action, game.parse_action)
    _check_feedbacks(cases)
    for _ in range(HISTORIES):
        _, history = cases.play()
        text = history.format(game)
        back = attempt(game, f"reading the history {text}", History.parse, game, text)
        claim(back == history, game, f"the history {text} reads back as {show(back)}, not {show(history)}")


def _check_values(
    cases: Cases, what: str, values: Sequence[Any], write: Callable[[Any], str], read: Callable[[str], Any]
) -> None:
    game, texts = cases.game, dict[str, Any]()
    for value in values:
        text = written(game, what, value, write)
        if not text:
            fail(game, f"the {what} {show(value)} is written as nothing")
        other = texts.setdefault(text, value)
        if other != value:
            fail(game, f"the {what}s {show(other)} and {show(value)} are both written {text!r}")
    for value in cases.some(values, cases.cells):
        text = write(value)
        back = attempt(game, f"reading the {what} {text!r}", read, text)
        claim(back == value, game, f"the {what} {show(value)} is written {text!r}, which reads back as {show(back)}")


def _check_feedbacks(cases: Cases) -> None:
    """Few enough that a game which parses by listing its answers is not asked too often."""
    game, secrets = cases.game, cases.some(cases.secrets, cases.cells)
    for action in cases.some(cases.actions, max(10, min(500, cases.cells // len(secrets)))):
        texts: dict[str, Feedback] = {}
        for feedback in dict.fromkeys(game.feedback(action, s) for s in secrets):
            text = written(game, "feedback", feedback, game.format_feedback)
            where = f"as answers to action {show(action)}"
            claim("=" not in text, game, f"the feedback {show(feedback)} is written {text!r}, with a '='")
            other = texts.setdefault(text, feedback)
            claim(other == feedback, game, f"{show(other)} and {show(feedback)}, {where}, are both written {text!r}")
        for text, feedback in list(texts.items())[:10]:
            back = attempt(game, f"reading {text!r} as an answer to {show(action)}", game.parse_feedback, text, action)
            told = f"the answer {show(feedback)} to action {show(action)} is written {text!r}"
            claim(back == feedback, game, f"{told}, which reads back as {show(back)}")


def written(game: Game, what: str, value: Any, write: Callable[[Any], str]) -> str:
    """The text of a value, if it is one that a history can hold."""
    text = attempt(game, lambda: f"writing the {what} {show(value)}", write, value)
    if not isinstance(text, str):
        fail(game, f"the {what} {show(value)} is written as {show(text)}, which is no text")
    for sign in SEPARATORS:
        if sign in text:
            fail(
                game, f"the {what} {show(value)} is written {text!r}, with {sign!r}, which separates steps of a history"
            )
    if text != text.strip():
        fail(game, f"the {what} {show(value)} is written {text!r}, with a blank at an end")
    return text
