"""The replies of a play in words: what was said within bounds, the question and the answer as people say them, the
grade. What a player wrote is never trusted: it is text, and of a long text only the end is taken along."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any

from sleuth.app.bounds import Bounds
from sleuth.app.results import plain
from sleuth.app.specs import read_game, read_record
from sleuth.app.views import picture_of
from sleuth.core.errors import SleuthError
from sleuth.core.game import Game
from sleuth.core.game_spec import spec_of
from sleuth.core.history import Step
from sleuth.referee.bench_play import BenchPlay, BenchTurn
from sleuth.referee.run_requests import RunTurnResult
from sleuth.referee.verdict import REFUSED
from sleuth.show.spoken import spoken, spoken_answer

MAX_SAID = 20_000
"""Signs of a reply that are shown: its end, where the question stands."""
MAX_TOLD = 4_000
"""Signs of what the player was told."""
MAX_RULES = 40_000
"""Signs of rules, and of a record."""
MARKS = {
    "best": ("best", "Best"), "fine": ("good", "Fine"), "inaccuracy": ("slip", "Inaccuracy"),
    "mistake": ("miss", "Mistake"), "blunder": ("miss", "Blunder"), REFUSED: ("miss", "Not taken"),
}  # fmt: skip
"""The class and the title of every mark, as a review has them."""
UNKNOWN_MARK = ("good", "No mark")
_KEPT = "\n\t"
_HIDDEN = ("Cc", "Cs")
"""Controls and halves of pairs: nothing that anybody can read, and no file or answer may hold all of them."""
_TURNING = "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
"""Signs that turn the direction of what follows: with them a text reads as it was not written."""


def readable(text: str, most: int) -> tuple[str, int]:
    """The end of a text without signs that nobody can read, and how many signs before it are left out.

    >>> readable("one\\x00 two", 100), readable("one two", 3)
    (('one� two', 0), ('two', 4))
    """
    end = text[-most:].replace("\r\n", "\n")
    return "".join(_shown(sign) for sign in end), max(0, len(text) - most)


def _shown(sign: str) -> str:
    hidden = unicodedata.category(sign) in _HIDDEN and sign not in _KEPT
    return "\N{REPLACEMENT CHARACTER}" if hidden or sign in _TURNING else sign


@dataclass
class TurnWords:
    """Goes through a play reply by reply, with its game and its steps where they can be read."""

    game: str
    """The game as a spec."""
    history: str
    """What was asked and answered; empty where it cannot be gone through."""
    pictures: bool
    _game: Game | None
    _steps: Iterator[Step]

    @classmethod
    def of(cls, play: BenchPlay, game: str, bounds: Bounds, pictures: bool) -> TurnWords:
        """The words of a play. A game that is not served here, or not known, is told as the file writes it.

        No suite has a game from a file, and results may come from anybody: what they name is never loaded.
        """
        inside = replace(bounds, files=False)
        try:
            record = read_record(play.record, inside)
            read_game(record.game, inside)
        except SleuthError:
            return cls(game, "", pictures, None, iter(()))
        game, history = spec_of(record.game), record.history
        return cls(game, history.format(record.game), pictures, record.game, iter(history.steps))

    def turn(self, turn: BenchTurn) -> RunTurnResult:
        """The next reply."""
        verdict: dict[str, Any] = plain(dict(turn.verdict))
        said, cut = readable(turn.said, MAX_SAID)
        kind, title = MARKS.get(str(verdict["mark"]), UNKNOWN_MARK)
        return RunTurnResult(
            said=said,
            cut=cut,
            told=readable(turn.told, MAX_TOLD)[0],
            verdict=verdict,
            kind=kind,
            title=title,
            remarks=list(remarks(verdict)),
            **self._words(verdict),
            tokens_in=turn.tokens_in,
            tokens_out=turn.tokens_out,
            seconds=turn.seconds,
        )

    def _words(self, verdict: Mapping[str, Any]) -> dict[str, str]:
        """The question, the answer and a best question: as the game says them, or as the file writes them."""
        asked, best = verdict["action"], verdict["best"]
        words = {"spoken": asked or "", "spoken_answer": verdict["feedback"] or ""}
        better = {"spoken_best": best} if best and best != asked else {}
        if asked is None or self._game is None:
            return words | better
        step, game = next(self._steps, None), self._game
        if step is None:
            return words | better
        words = {"spoken": spoken(game, step.action), "spoken_answer": spoken_answer(game, *step)}
        if self.pictures:
            words["picture"] = picture_of(game, "action", step.action)
            words["answer_picture"] = picture_of(game, "feedback", step.feedback)
        if better:
            with suppress(SleuthError):
                action = game.parse_action(best)
                better["spoken_best"] = spoken(game, action)
                better["best_picture"] = picture_of(game, "action", action) if self.pictures else ""
        return words | better


def remarks(verdict: Mapping[str, Any]) -> Iterator[str]:
    """What besides figures is to be said of a reply, in plain words."""
    if verdict["refusal"] is not None:
        yield f"Not taken: {verdict['refusal']}."
        yield "It cost a step." if verdict["turn_lost"] else "It cost nothing: the player could try again."
        return
    if verdict["consistent"] is False:
        yield "Inconsistent: by the answers before it, this guess could not be the secret."
    if verdict["redundant"]:
        yield "Redundant: it could tell nothing and win nothing, whatever the answer."
    if verdict["deducible"] and verdict["consistent"] is False:
        yield "One secret alone was possible by then."
