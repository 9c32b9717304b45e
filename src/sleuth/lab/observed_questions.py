"""The questions that somebody asked, each with what they knew then: from records, or from tables.

A play is followed once, question by question; plays that go the same way share their information sets. Tables are read
by `sleuth.lab.play_tables`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from functools import cached_property

from sleuth.belief.base import InformationSet
from sleuth.belief.begin import begin
from sleuth.core.errors import ParameterError, RecordError
from sleuth.core.game import Action, Feedback, Game, Secret
from sleuth.core.history import History
from sleuth.core.offers import announced
from sleuth.core.progress import Progress, silent
from sleuth.core.tables import answer_after
from sleuth.core.text import shorten
from sleuth.play.record import Record
from sleuth.strategies.base import names_now


@dataclass(frozen=True, eq=False)
class AskedQuestion:
    """One question, the information set that it was asked from, and whose it was."""

    info: InformationSet
    action: Action
    play: int
    """Which play it belongs to, counted from 0."""
    after: InformationSet | None = None
    """What was known once it was answered; `None` where the answer is not told."""
    participant: str = ""
    group: str = ""
    trial: str = ""
    """What the play is called."""

    @property
    def step(self) -> int:
        """Its place in the play, counted from 1."""
        return len(self.info.history) + 1

    @cached_property
    def idle(self) -> bool:
        """Whether nothing was to be chosen: two candidates or one were left, and every rule names the likelier."""
        return self.info.size == 1 or bool(names_now(self.info))


@dataclass(frozen=True, eq=False)
class Questions:
    """All questions of some plays."""

    every: tuple[AskedQuestion, ...]
    left_out: tuple[str, ...] = ()
    """A sentence for each row of a table that could not be used."""

    @cached_property
    def asked(self) -> tuple[AskedQuestion, ...]:
        """Those with something to choose."""
        return tuple(question for question in self.every if not question.idle)

    def __len__(self) -> int:
        return len(self.asked)

    @property
    def idle(self) -> int:
        """How many are left out, since nothing was to be chosen."""
        return len(self.every) - len(self.asked)

    @property
    def plays(self) -> int:
        """How many plays have a question with something to choose."""
        return len({question.play for question in self.asked})

    @property
    def participants(self) -> tuple[str, ...]:
        """Everybody who asked, in order; empty where nobody has a name."""
        return tuple(dict.fromkeys(q.participant for q in self.every if q.participant))

    @property
    def groups(self) -> tuple[str, ...]:
        """The groups that they belong to."""
        return tuple(dict.fromkeys(q.group for q in self.every if q.group))

    def only(self, wanted: Callable[[AskedQuestion], bool]) -> Questions:
        """Some of the questions."""
        return Questions(tuple(filter(wanted, self.every)))

    def check(self) -> None:
        """Refuse questions that nothing can be learnt from."""
        if not self.asked:
            raise ParameterError(
                "there is no question to learn from: with two candidates or one left, anybody names one"
            )


class QuestionCollector:
    """Gathers questions, and follows each history once."""

    def __init__(self, progress: Progress = silent) -> None:
        self.every: list[AskedQuestion] = []
        self.left_out: list[str] = []
        self.plays = 0
        self.progress = progress
        self._known: dict[tuple[Game, History], InformationSet] = {}

    def info(self, game: Game, history: History) -> InformationSet:
        """What is known after a history."""
        key = game, history
        if key not in self._known:
            if not history.steps:
                self._known[key] = begin(game, progress=self.progress)
            else:
                self._known[key] = self.info(game, History(history.steps[:-1])).observe(*history.steps[-1])
        return self._known[key]

    def ask(self, question: AskedQuestion) -> None:
        """Take a question, if it may be asked."""
        info = question.info
        if not info.is_legal(question.action):
            game = info.game
            raise ParameterError(f"{shorten(game.format_action(question.action))} may not be asked now in {game}")
        self.every.append(question)

    def answer(self, feedback: Feedback) -> InformationSet:
        """Take the answer to the last question; what is known then."""
        last = self.every[-1]
        after = self.info(last.info.game, last.info.history.add(last.action, feedback))
        self.every[-1] = replace(last, after=after)
        return after

    def take_back(self) -> None:
        """Forget the last question."""
        self.every.pop()

    def record(self, record: Record, trial: str = "") -> None:
        """All questions of a record."""
        secret, game = record.secret, record.game
        game = game if secret is None else announced(game, secret)
        info = self.info(game, History())
        self.plays += 1
        for action, feedback in record.history:
            if secret is not None and record.oracle == "truthful":
                check_answer(info, action, feedback, secret)
            self.ask(AskedQuestion(info, action, self.plays - 1, participant=record.player, trial=trial))
            info = self.answer(feedback)

    def done(self) -> Questions:
        """Everything that was gathered."""
        return Questions(tuple(self.every), tuple(self.left_out))


def check_answer(info: InformationSet, action: Action, feedback: Feedback, secret: Secret) -> None:
    """Refuse an answer that is not the one which the law gives for this secret."""
    game = info.game
    true = answer_after(game, info.history, action, secret)
    if true != feedback:
        said, right = game.format_feedback(feedback), game.format_feedback(true)
        asked, hidden = shorten(game.format_action(action)), shorten(game.format_secret(secret))
        raise RecordError(f"the answer to {asked} is {said} there, but {right} by the law if the secret is {hidden}")


def questions_of(records: Iterable[Record]) -> Questions:
    """The questions of some recorded plays; their players are the participants."""
    followed = QuestionCollector()
    for number, record in enumerate(records, 1):
        followed.record(record, str(number))
    questions = followed.done()
    questions.check()
    return questions
