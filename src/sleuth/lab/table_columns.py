"""Which columns of a table hold what: by the names that are given, or by the usual ones."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields

from sleuth.core.errors import ParameterError
from sleuth.core.text import listing, shorten

USUAL: dict[str, tuple[str, ...]] = {
    "participant": (
        "participant", "participantid", "subject", "subjectid", "subj", "id", "pid", "person", "player", "user",
        "userid", "worker", "workerid",
    ),
    "trial": ("trial", "trialid", "trialnumber", "play", "playid", "game", "gameid", "gamenumber", "puzzle", "session"),
    "guess": ("guess", "question", "query", "action", "move", "attempt", "code"),
    "answers": ("answer", "answers", "feedback", "response", "reply"),
    "order": (
        "order", "step", "turn", "guessnumber", "guessnr", "guessno", "attemptnumber", "movenumber", "questionnumber",
        "index",
    ),
    "group": ("group", "condition", "cond", "arm", "treatment", "cohort"),
    "secret": ("secret", "solution", "target", "hidden", "secretcode"),
}  # fmt: skip
"""The usual names of each column, without blanks and underscores."""
PAIRS = (("black", "white"), ("blacks", "whites"), ("bulls", "cows"), ("bull", "cow"))
"""Usual names of two columns that make an answer together."""


@dataclass(frozen=True)
class TableColumns:
    """The columns of a table by name; an empty one is looked for among the usual names, and may be missing."""

    participant: str = ""
    trial: str = ""
    guess: str = ""
    answers: str = ""
    """One column, or several with commas between: `black,white`."""
    order: str = ""
    """A number for each guess; without it, the rows of a play are in order."""
    group: str = ""
    secret: str = ""
    game: str = ""
    """A column with the spec of the game, where a table has plays of several; never looked for."""
    symbols: str = ""
    """What the table writes for the symbols 0, 1, 2, ...: `RGBYOW`, or `123456`."""
    pad: bool = False
    """Whether zeros that a spreadsheet took from the front of a code are put back."""
    skip_bad: bool = False
    """Whether a row that cannot be used is counted, and its play left there; else it is an error."""

    @property
    def given(self) -> bool:
        """Whether any column is named."""
        return any(getattr(self, field.name) for field in fields(self) if field.name not in ("pad", "skip_bad"))

    def find(self, name: str, heads: Sequence[str]) -> FoundColumns:
        """The columns among the headings of a table."""
        places = {field: self._find(name, field, heads) for field in USUAL if field != "answers"}
        if not places["guess"]:
            raise ParameterError(_missing(name, "guess", heads))
        taken = {place for place in places.values() if place}
        answers = self._answers(name, heads, taken)
        game = _named(name, "game-column", self.game, heads) if self.game else ""
        if game and places["trial"] == game:
            places["trial"] = ""
        return FoundColumns(**places, answers=answers, game=game)

    def _find(self, name: str, field: str, heads: Sequence[str]) -> str:
        if given := getattr(self, field):
            return _named(name, field, given, heads)
        plain = {_plain(head): head for head in reversed(heads)}
        return next((plain[usual] for usual in USUAL[field] if usual in plain), "")

    def _answers(self, name: str, heads: Sequence[str], taken: set[str]) -> tuple[str, ...]:
        if self.answers:
            return tuple(_named(name, "answers", part.strip(), heads) for part in self.answers.split(","))
        plain = {_plain(head): head for head in heads if head not in taken}
        for pair in PAIRS:
            if all(part in plain for part in pair):
                return tuple(plain[part] for part in pair)
        one = next((plain[usual] for usual in USUAL["answers"] if usual in plain), None)
        if one is None:
            raise ParameterError(_missing(name, "answers", heads))
        return (one,)


@dataclass(frozen=True)
class FoundColumns:
    """The headings of what a table holds; empty where it does not."""

    participant: str
    trial: str
    guess: str
    answers: tuple[str, ...]
    order: str
    group: str
    secret: str
    game: str


def is_play_table(heads: Sequence[str]) -> bool:
    """Whether headings look like those of a table of plays."""
    plain = set(map(_plain, heads))
    return len(heads) > 1 and not plain.isdisjoint(USUAL["guess"])


def _plain(head: str) -> str:
    return "".join(sign for sign in head.casefold() if sign.isalnum())


def _named(name: str, field: str, given: str, heads: Sequence[str]) -> str:
    found = next((head for head in heads if head == given), None)
    found = found or next((head for head in heads if head.casefold() == given.casefold()), None)
    if found is None:
        raise ParameterError(f"{name} has no column {shorten(given)!r} for --{field}; it has {listing(heads)}")
    return found


def _missing(name: str, field: str, heads: Sequence[str]) -> str:
    option = "--guess COLUMN" if field == "guess" else "--answers COLUMN, or --answers black,white"
    what = "the guesses" if field == "guess" else "the answers"
    return f"{name}: no column is called as {what} usually are; name it with {option}; it has {listing(heads)}"
