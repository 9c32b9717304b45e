"""Examples for the briefing of any game: a few questions, secrets and answers, the same in every run.

Nothing is tabulated: so many secrets and questions as `MAX_LISTED` are looked at, and a handful of pairs are asked.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from functools import cached_property
from itertools import islice
from typing import Any, TypeVar

import numpy as np

from sleuth.core.capabilities import Draws
from sleuth.core.errors import SleuthError
from sleuth.core.game import Action, Game, Secret
from sleuth.core.offers import drawable, has_own, hits_of, sequential
from sleuth.show.briefing_text import answer_line

T = TypeVar("T")

MAX_LISTED = 5_000
"""So many secrets or questions are listed; of more, some are drawn, or the first are taken."""
MAX_ASKED = 2_000
"""So many pairs of a question and a secret are asked to find every answer; in larger games a few are asked."""
MAX_SIGNS = 80
"""What is longer is no example."""
SHOWN, ANSWERED = 3, 4
"""Examples of questions, and of answers."""
TRIED = 12
"""Questions and secrets from which the examples of answers are chosen."""
GOLDEN = (5**0.5 - 1) / 2


def spread(things: Sequence[T], most: int) -> list[T]:
    """A few of many, from all over the list: by the golden section, since even steps fall in with how codes count.

    >>> spread(range(100), 4)
    [61, 23, 85, 47]
    """
    if len(things) <= most:
        return list(things)
    places = dict.fromkeys(int(len(things) * (step * GOLDEN % 1)) for step in range(1, 8 * most))
    return [things[place] for place in islice(places, most)]


class Examples:
    """What a game has for examples."""

    def __init__(self, game: Game) -> None:
        self.game = game

    @cached_property
    def _questions(self) -> tuple[list[Action], bool]:
        return _listed(self.game.actions)

    @property
    def questions(self) -> list[Action]:
        """The questions, or the first of them."""
        return self._questions[0]

    @property
    def all_questions(self) -> bool:
        """Whether these are all."""
        return self._questions[1]

    @cached_property
    def _secrets(self) -> tuple[list[Secret], bool]:
        secrets, complete = _listed(self.game.secrets)
        if has_own(self.game, "prior"):
            secrets = [secret for secret in secrets if self.game.prior(secret) > 0]
        return secrets, complete

    @property
    def secrets(self) -> list[Secret]:
        """The secrets that may be hidden, or the first of them."""
        return self._secrets[0]

    @property
    def all_secrets(self) -> bool:
        """Whether these are all."""
        return self._secrets[1]

    @cached_property
    def question_examples(self) -> list[Action]:
        """A few questions whose text reads back."""
        return self._readable_questions[:SHOWN]

    @cached_property
    def _readable_questions(self) -> list[Action]:
        game = self.game
        some = self._spread_out(self.questions, self.all_questions, lambda draws, rng: draws.draw_action(rng))
        parse = game.parse_action if has_own(game, "parse_action") else None
        return list(_readable(some, self.questions, game.format_action, parse))

    @cached_property
    def _readable_secrets(self) -> list[Secret]:
        game = self.game
        some = self._spread_out(self.secrets, self.all_secrets, lambda draws, rng: draws.draw(rng))
        parse = game.parse_secret if has_own(game, "parse_secret") else None
        return list(_readable(some, self.secrets, game.format_secret, parse))

    def _spread_out(self, listed: list[T], complete: bool, draw: Callable[[Draws, np.random.Generator], T]) -> list[T]:
        """Some of a list; of a list that is too long, drawn from all over it where the game can draw."""
        draws = self.game.offers(Draws)
        if complete or draws is None or not drawable(self.game):
            return spread(listed, TRIED)
        rng = np.random.default_rng(0)
        return [draw(draws, rng) for _ in range(TRIED)]

    @cached_property
    def answer_lines(self) -> list[str]:
        """Examples of answers that differ, as sentences; where a play ends by naming the secret, how that looks."""
        lines: dict[Hashable, str] = {}
        for action, secret, past in self._cases():
            feedback, line = self._case(action, secret, past)
            if feedback not in lines and line.isprintable():
                lines[feedback] = line
            if len(lines) == ANSWERED:
                break
        return list(lines.values()) + self._winning_lines()

    def _case(self, action: Action, secret: Secret, past: Sequence[Action]) -> tuple[Hashable, str]:
        line = answer_line(self.game, action, secret, past)
        return line.rpartition(" would be answered ")[2], line

    def _cases(self) -> Iterator[tuple[Action, Secret, Sequence[Action]]]:
        """Pairs of a question and a secret, each question with another secret first; then some after a question."""
        questions, secrets = self._readable_questions, self._readable_secrets
        for shift in range(len(secrets)):
            for place, action in enumerate(questions):
                yield action, secrets[(place + shift) % len(secrets)], ()
        if sequential(self.game):
            yield from self._later_cases(questions, secrets)

    def _later_cases(
        self, questions: Sequence[Action], secrets: Sequence[Secret]
    ) -> Iterator[tuple[Action, Secret, Sequence[Action]]]:
        """What is answered last, once all else was found; and what is answered after any other question."""
        for secret in secrets:
            hits = [action for action in self.questions if action in hits_of(self.game, secret)]
            if 1 < len(hits) <= SHOWN:
                yield hits[-1], secret, tuple(hits[:-1])
            yield from ((a, secret, (b,)) for a in questions for b in questions if a != b)

    def _winning_lines(self) -> list[str]:
        """The answer to a question that names the secret, where that ends the play."""
        game = self.game
        if not game.goal.names or not self.all_questions:
            return []
        named = [secret for secret in self._readable_secrets if secret in self.questions]
        lines = (answer_line(game, secret, secret) for secret in named)
        return [line for line in lines if line.isprintable()][:1]

    @cached_property
    def answers(self) -> list[str]:
        """Every answer as it is written, where a play is so small that all can be asked; else none."""
        pairs = len(self.questions) * len(self.secrets)
        if not (self.all_questions and self.all_secrets) or pairs > MAX_ASKED or sequential(self.game):
            return []
        feedbacks = (self.game.feedback(a, s) for a in self.questions for s in self.secrets)
        return list(dict.fromkeys(self.game.format_feedback(feedback) for feedback in feedbacks))


def readable(text: str) -> bool:
    """Whether a text can stand on a line of its own, and be read from it."""
    return 0 < len(text) <= MAX_SIGNS and text.isprintable() and text == text.strip()


def _listed(things: Callable[[], Iterable[Any]]) -> tuple[list[Any], bool]:
    """The first of some things, and whether these are all; a game that is too large to list may say so by an error."""
    listed: list[Any] = []
    try:
        for thing in things():
            if len(listed) == MAX_LISTED:
                return listed, False
            listed.append(thing)
    except (SleuthError, NotImplementedError):
        return listed, False
    return listed, True


def _readable(
    some: Iterable[T], listed: Iterable[T], write: Callable[[T], str], parse: Callable[[str], T] | None
) -> Iterator[T]:
    """Those whose text is plain, means one thing, and reads back where the game has a reader of its own."""
    times = Counter(write(thing).casefold() for thing in listed)
    seen = set()
    for thing in some:
        text = write(thing)
        plain = readable(text) and times[text.casefold()] <= 1 and text not in seen
        if plain and (parse is None or _reads(parse, text, thing)):
            seen.add(text)
            yield thing


def _reads(parse: Callable[[str], Any], text: str, thing: Any) -> bool:
    try:
        return bool(parse(text) == thing)
    except SleuthError:
        return False
