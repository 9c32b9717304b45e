"""What can be asked of the runs of the suite in a folder, and what is answered: plain values that travel as JSON."""

from __future__ import annotations

from typing import Annotated, Any

from sleuth.app.requests import About, Request
from sleuth.app.results import Result
from sleuth.app.tournament import ResultsFolder

RunName = Annotated[str, About("A run: the name of its file in the folder, without the ending.", "local", "entropy")]
EntryName = Annotated[str, About("An entry of the suite.", "local", "mastermind-2x4")]


class RunList(Request, home="sleuth.referee.runs:runs", pure=False):
    """The runs of the suite that have results in a folder."""

    folder: ResultsFolder


class RunReport(Request, home="sleuth.referee.runs:report", pure=False):
    """The table of a run: a row an entry, and a total; also while it is played."""

    name: RunName
    folder: ResultsFolder


class RunPlays(Request, home="sleuth.referee.runs:plays", pure=False):
    """The plays of one entry of a run, in figures."""

    name: RunName
    entry: EntryName
    folder: ResultsFolder


class RunPlay(Request, home="sleuth.referee.runs:play", pure=False):
    """One play of a run: every reply, and its grade."""

    name: RunName
    entry: EntryName
    number: Annotated[int, About("The number of the secret in the entry, from 1.", "count", 1)]
    folder: ResultsFolder
    pictures: Annotated[bool, About("Whether questions and answers are drawn.", "")] = False


class RunEntryResult(Result):
    """A run of the suite that has results in a folder."""

    name: str
    """That of the file, without its ending."""
    player: str
    """Who plays, as a spec."""
    suite: str
    """The suite, by its version."""
    done: int
    """Plays that are finished, those that failed among them."""
    total: int
    """Plays that were asked for."""
    failed: int
    """Plays that failed; they enter no figure."""
    solved: int
    """Plays that reached the goal."""
    lost: float | None
    """Mean steps that the questions of a play lost; every entry counts the same."""
    lost_low: float | None
    """Where the interval of that mean begins; as the mean itself where it is exact."""
    lost_high: float | None
    """Where it ends."""
    running: bool
    """Whether the file is being written."""


class RunPlayEntryResult(Result):
    """A finished play in figures."""

    number: int
    """The number of the secret in its entry, from 1."""
    secret: str
    """The secret, as the game writes it."""
    solved: bool
    """Whether the goal was reached."""
    steps: int
    """Questions that were answered, and turns that were lost."""
    lost: float | None
    """The steps that the questions lost; `None` where nobody's steps are known."""
    luck: float | None
    """The steps that the answers gave."""
    refused: int
    """Replies that were not taken."""
    inconsistent: int
    """Guesses that could not be the secret."""
    redundant: int
    """Questions that could tell nothing."""
    error: str | None
    """Why the play failed, if it did."""


class RunPlaysResult(Result):
    """The plays of one entry of a run."""

    name: str
    """The run, by the name of its file."""
    player: str
    """Who plays, as a spec."""
    entry: str
    """The entry, as the suite calls it."""
    game: str
    """Its game, as a spec."""
    secrets: int
    """Secrets that the suite has of it."""
    max_steps: int
    """The steps after which a play ends unsolved."""
    plays: list[RunPlayEntryResult]
    """Every finished play, by number."""
    under_way: list[int]
    """The numbers of plays that have replies, and are not finished."""
    running: bool
    """Whether the file is being written."""


class RunTurnResult(Result):
    """One reply, and what became of it."""

    said: str
    """What the player said; of a long reply the end."""
    cut: int
    """Signs of it that are left out."""
    told: str
    """What she was told."""
    verdict: dict[str, Any]
    """The grade, as a verdict of the referee has it."""
    kind: str
    """The class of the reply: `best`, `good`, `slip` or `miss`."""
    title: str
    """Its mark in a word or two."""
    remarks: list[str]
    """What else is to be said of it, a sentence each."""
    spoken: str = ""
    """The question as people say it; empty where the reply was not taken."""
    picture: str = ""
    """A small drawing of it, where pictures were asked for and there is one."""
    spoken_answer: str = ""
    """The answer as people say it."""
    answer_picture: str = ""
    """A small drawing of it."""
    spoken_best: str = ""
    """A best question, where that is another one."""
    best_picture: str = ""
    """A small drawing of it."""
    tokens_in: int
    """Tokens of the prompt."""
    tokens_out: int
    """Tokens of the reply."""
    seconds: float
    """How long the player took."""


class RunPlayResult(RunPlayEntryResult):
    """One play of a run, reply by reply. It holds the secret."""

    name: str
    """The run, by the name of its file."""
    player: str
    """Who played, as a spec."""
    suite: str
    """The suite, by its version."""
    entry: str
    """The entry, as the suite calls it."""
    game: str
    """The game, as a spec, with what was announced of the secret."""
    history: str
    """What was asked and answered, `A=F;A=F`; empty where the record cannot be gone through here."""
    reference: str
    """Whom the questions were measured against; `none` where nobody's steps are known."""
    proved: bool
    """Whether that is optimal play, proved."""
    expected: float | None
    """The steps that it expects from the start."""
    tokens_in: int
    """Tokens of all prompts."""
    tokens_out: int
    """Tokens of all replies."""
    seconds: float
    """How long the player took."""
    sentences: list[str]
    """The play in a few sentences."""
    record: str
    """The play as a record that reads back."""
    rules: str
    """The rules as the player was given them."""
    opening: str
    """What was said before the first question."""
    turns: list[RunTurnResult]
    """Every reply with its grade."""
    more_turns: int
    """Replies that are left out, where there are very many."""
    before: int | None
    """The number of the finished play before this one in its entry."""
    after: int | None
    """The number of the one after it."""
