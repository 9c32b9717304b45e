"""Reading a game that was played elsewhere: a newspaper's grid of squares with its words, rows, or a record."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Annotated

from sleuth.app.assist import Trail
from sleuth.app.bounds import OPEN, Bounds, check_length
from sleuth.app.requests import About, GameSpec, Request
from sleuth.app.results import Result
from sleuth.app.specs import read_game, read_record
from sleuth.app.views import question_of
from sleuth.core.errors import SleuthError
from sleuth.core.game import Action, Feedback, Game
from sleuth.core.game_spec import is_table, spec_of
from sleuth.core.history import History
from sleuth.core.progress import Progress, silent
from sleuth.core.text import plural, shorten
from sleuth.play.record import MAGIC
from sleuth.show.emoji import emoji_of
from sleuth.show.spoken import spoken

MAX_ROWS = 200
_HEAD = re.compile(r"\b[0-9X]+\s*/\s*[0-9]+|^\W*(https?:|sleuth\b)", re.IGNORECASE)
"""`Wordle 1,234 4/6*`, an address, or the first line of what was shared here."""
_NUMBER = re.compile(r"^[0-9]{1,3}[.):]\s+(?=\S)")
_SIGN = re.compile(r"(?<=\w)\s*(?=[\u2000-\U0010ffff])")
"""Between a word and the squares that follow it."""


class ReadRows(Request, home="sleuth.app.rows:read_rows"):
    """The history that a pasted grid, rows or a record tell, and what cannot be read in them."""

    game: GameSpec
    text: Annotated[str, About("A share grid, rows such as A=F, or a record.", "text", "01=0.1")]
    words: Annotated[str, About("What was asked, a line for each row of the grid; or nothing.", "text", "")] = ""


class RowsResult(Result):
    """A game that was played elsewhere."""

    game: str
    history: str
    secret: str = ""
    """Where a record says it."""
    steps: int
    problems: list[str]
    """A sentence for each row that cannot be read; then the history ends before the first of them."""


def read_rows(request: ReadRows, bounds: Bounds = OPEN, progress: Progress = silent) -> RowsResult:
    """What was asked and answered."""
    for text in (request.text, request.words):
        check_length(text, bounds.text, "what is pasted")
    if request.text.lstrip().startswith(MAGIC):
        return _of_record(request.text.strip(), bounds)
    game = read_game(request.game, bounds)
    reading = _Reading(game, *_sorted(game, request.text, request.words))
    return reading.result()


def _of_record(text: str, bounds: Bounds) -> RowsResult:
    named = next((line.partition(":")[2].strip() for line in text.splitlines() if line.startswith("game:")), "")
    if is_table(named):
        why = "This is a game at a table; it is reviewed turn by turn with `sleuth grade`."
        return RowsResult(game=named, history="", steps=0, problems=[why])
    record = read_record(text, bounds)
    secret = "" if record.secret is None or not record.solved else record.game.format_secret(record.secret)
    steps = len(record.history)
    problems = [] if steps else ["This record has no steps yet."]
    history = record.history.format(record.game)
    return RowsResult(game=spec_of(record.game), history=history, secret=secret, steps=steps, problems=problems)


@dataclass(frozen=True)
class _Row:
    """A row of the grid: an answer, and perhaps what was asked."""

    answer: str
    action: str = ""


def _sorted(game: Game, text: str, words: str) -> tuple[list[_Row], list[str]]:
    """The rows of a text, and the words that belong to those without one."""
    rows: list[_Row] = []
    asked: list[str] = []
    for line in _lines(text):
        row = _whole_row(game, line)
        if row is not None:
            rows.append(row)
        elif any(sign.isalnum() for sign in line) and _is_action(game, line) and not _is_answer(game, line):
            asked.append(line)
        else:
            rows.append(_Row(line))
    for line in _lines(words):
        parts = line.replace(",", " ").split()
        several = len(parts) > 1 and not _is_action(game, line) and all(_is_action(game, part) for part in parts)
        asked += parts if several else [line]
    return rows, asked


def _lines(text: str) -> list[str]:
    """What a text holds besides its head."""
    lines = (_NUMBER.sub("", line.strip().replace("\ufe0f", "")) for line in text.splitlines())
    return [line for line in lines if line and ("=" in line or not _HEAD.search(line))][: MAX_ROWS + 1]


def _is_action(game: Game, text: str) -> bool:
    try:
        question_of(game, text)
    except SleuthError:
        return False
    return True


def _is_answer(game: Game, text: str) -> bool:
    """Whether a line that could be asked is an answer all the same: no list has it, and it reads as one (`ggggg`)."""
    try:
        game.parse_action(text)
    except SleuthError:
        return _answers(game, text, text)
    return False


def _whole_row(game: Game, line: str) -> _Row | None:
    """A question and its answer in one line: `crane=--y--`, `CRANE ⬛⬛🟨⬛⬛`, `crane: --y--`."""
    if "=" in line:
        action, _, answer = line.rpartition("=")
        return _Row(answer.strip(), action.strip())
    for text in (_SIGN.sub(" ", line), line.replace(":", " ")):
        parts = text.split()
        for cut in range(1, len(parts)):
            action, answer = " ".join(parts[:cut]), " ".join(parts[cut:])
            if any(sign.isalnum() for sign in action) and _is_action(game, action) and _answers(game, action, answer):
                return _Row(answer, action)
    first, *rest = line.replace(":", " ").split()
    unread = rest and any(sign.isalnum() for sign in first) and _is_action(game, first)
    return _Row(" ".join(rest), first) if unread and not _is_action(game, line) else None


def _answers(game: Game, action: str, answer: str) -> bool:
    """Whether a text can be an answer: the game reads it, or it is of signs alone."""
    try:
        game.parse_feedback(answer, question_of(game, action))
    except SleuthError:
        return not any(sign.isalnum() for sign in answer)
    return True


@dataclass
class _Reading:
    """Rows and words, put together one after the other."""

    game: Game
    rows: list[_Row]
    words: list[str]
    history: History = field(default_factory=History)
    problems: list[str] = field(default_factory=list)

    def result(self) -> RowsResult:
        """As far as it can be read."""
        self._count()
        words = iter(self.words)
        for number, row in enumerate(self.rows, 1):
            text = row.action or next(words, "")
            if text and not self.problems:
                self._read(number, text, row.answer)
        if not self.problems:
            self._check()
        history = self.history.format(self.game)
        return RowsResult(game=spec_of(self.game), history=history, steps=len(self.history), problems=self.problems)

    def _count(self) -> None:
        """Each row needs one word."""
        bare = [row for row in self.rows if not row.action]
        if not self.rows and not self.words:
            self.problems.append("There is nothing to read yet: paste the rows of your game.")
        elif len(self.rows) > MAX_ROWS:
            self.problems.append(f"A game has at most {MAX_ROWS} rows here.")
        elif strange := next((row.answer for row in bare if not self._may_answer(row.answer)), ""):
            self.problems.append(f"{shorten(strange)} is neither a guess nor an answer of this game.")
        elif self.words and not bare:
            self.problems.append(f"Row {len(self.rows) + 1}: {shorten(self.words[0])} has no answer.")
        elif len(bare) != len(self.words):
            grid, asked = plural(len(bare), "row"), plural(len(self.words), "guess", "guesses")
            verb = "is" if len(bare) == 1 else "are"
            self.problems.append(f"There {verb} {grid} of answers and {asked}: write one guess for each row.")

    def _may_answer(self, text: str) -> bool:
        """Whether a line without a guess is an answer, as far as can be said."""
        return not any(sign.isalnum() for sign in text) or any(
            _answers(self.game, word, text) for word in self.words[:1]
        )

    def _read(self, number: int, action: str, answer: str) -> None:
        try:
            asked = question_of(self.game, action)
            self.history = self.history.add(asked, self._feedback(asked, answer))
        except SleuthError as error:
            self.problems.append(f"Row {number}: {str(error).rstrip('.')}.")

    def _feedback(self, action: Action, answer: str) -> Feedback:
        """An answer as the game writes it, or as it is shared."""
        try:
            feedback: Feedback = self.game.parse_feedback(answer, action)
        except SleuthError:
            shared = self._shared(action, "".join(answer.split()))
            if len(shared) != 1:
                raise
            return shared[0]
        return feedback

    def _shared(self, action: Action, signs: str) -> list[Feedback]:
        """The answers that are shared as these signs."""
        if any(sign.isalnum() for sign in signs):
            return []
        info = Trail.along(self.game, self.history, self.game.format_action(action)).sets[-1]
        parts = info.children(action) if info.is_legal(action) else ()
        return [part.feedback for part in parts if emoji_of(self.game, action, part.feedback) == signs]

    def _check(self) -> None:
        """Whether some secret explains all of it."""
        trail = Trail.along(self.game, self.history)
        if trail.contradiction:
            number = len(trail.sets)
            asked = spoken(self.game, self.history.steps[number - 1].action)
            fits = f"no {self.game.noun} fits these answers together"
            self.problems.append(f"Row {number}, {asked}: {fits}; check this row and those above it.")
            self.history = History(self.history.steps[: number - 1])
