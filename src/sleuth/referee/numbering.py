"""Actions and answers as numbers, for agents that learn from arrays.

A number is the place of an action in the game's list of actions, and the code of an answer in its table. Where the game
has no table, an answer's number is its place among those that the game offers (`answers_to`). Both stay the same from
one play to the next. A game has no numbers where its actions or answers cannot be listed, or where something is
announced before the first question: that is part of what a player must see, and no number says it.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from functools import lru_cache
from itertools import islice

import numpy as np
import numpy.typing as npt

from sleuth.app.set_cache import set_after
from sleuth.belief.base import InformationSet
from sleuth.core.capabilities import Answers
from sleuth.core.errors import ActionError, SleuthError
from sleuth.core.game import Action, Feedback, Game
from sleuth.core.offers import announced, announces, constrained, plain_game, repeats, sequential
from sleuth.core.tables import MAX_CODES
from sleuth.core.tabulate import tabulate

MAX_ACTIONS = 100_000
"""More actions than this are not numbered."""
Mask = npt.NDArray[np.int8]
"""A 1 for each action that may be asked now, and a 0 for each other."""


class Numbering:
    """The numbers of a game's actions and answers."""

    def __init__(self, game: Game, actions: Sequence[Action], answers: dict[Feedback, int]) -> None:
        self.game = game
        self.actions = actions
        """The actions, by number."""
        self.answers = answers
        """The numbers of the answers; some between 0 and the largest may stand for none."""
        self.width = max(answers.values()) + 1
        """One more than the largest number of an answer."""
        self._numbers: dict[Hashable, int] = {action: number for number, action in enumerate(actions)}
        self._by_place = not constrained(game)
        """Whether what may be asked follows from what was asked, whatever was answered."""
        self._repeats = repeats(game)

    def action(self, number: int) -> Action:
        """The action of a number."""
        if not 0 <= number < len(self.actions):
            raise ActionError(f"an action of {self.game} is a number from 0 to {len(self.actions) - 1}, not {number}")
        return self.actions[number]

    def number(self, action: Action) -> int:
        """The number of an action."""
        return self._numbers[action]

    def mask(self, info: InformationSet) -> Mask:
        """Which actions may be asked now. It follows from the rules and the history alone."""
        mask = np.ones(len(self.actions), np.int8)
        if not self._by_place:
            table = info.table()
            if table is None:
                return np.fromiter(map(info.is_legal, self.actions), np.int8, len(self.actions))
            mask[:] = 0
            mask[table.legal_indices] = 1
        elif not self._repeats:
            mask[[self._numbers[action] for action, _ in info.history]] = 0
        return mask


@lru_cache(maxsize=16)
def numbering_of(game: Game) -> Numbering | None:
    """The numbering of a game; `None` where there is none."""
    if not silent_at_first(game):
        return None
    table = set_after(game).table()
    if table is not None and table.tables.codes is not None:
        actions, known = table.tables.actions, table.tables.feedbacks
        answers = {feedback: known.code(feedback) for feedback in known.known()}
    else:
        actions = _listed_actions(game)
        answers = _listed_answers(game, actions)
    return Numbering(game, actions, answers) if actions and answers and len(actions) <= MAX_ACTIONS else None


@lru_cache(maxsize=16)
def silent_at_first(game: Game) -> bool:
    """Whether nothing is announced before the first question that the game does not say itself."""
    if not announces(game):
        return True
    some = islice(game.secrets(), MAX_ACTIONS)
    return all((after := announced(game, secret)) is game or after == game for secret in some)


def _listed_actions(game: Game) -> list[Action]:
    """The actions of a game; none if they are too many, or the game cannot list them."""
    try:
        actions = list(islice(game.actions(), MAX_ACTIONS + 1))
    except SleuthError:
        return []
    return actions if len(actions) <= MAX_ACTIONS else []


def _listed_answers(game: Game, actions: Sequence[Action]) -> dict[Feedback, int]:
    """The answers of a game, numbered; none if they are too many, or cannot be listed."""
    offered = game.offers(Answers)
    if offered is None:
        return {} if sequential(game) else _tabulated_answers(plain_game(game))
    answers: dict[Feedback, int] = {}
    for action in actions:
        for feedback in offered.answers_to(action):
            answers.setdefault(feedback, len(answers))
            if len(answers) > MAX_CODES:
                return {}
    return answers


def _tabulated_answers(game: Game) -> dict[Feedback, int]:
    """The codes of the answers in the table of a game, if it has one that is not too large."""
    try:
        tables = tabulate(game)
    except SleuthError:
        return {}
    known = tables.feedbacks.known() if tables.codes is not None else ()
    return {feedback: tables.feedback_code(feedback) for feedback in known}
