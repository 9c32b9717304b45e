"""What to do next in a game of Clue or MYST, and why: for a person at a real table."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from itertools import zip_longest

import numpy as np

from sleuth.games.clue.belief.clue_log import ClueLog
from sleuth.games.clue.belief.counting import Position
from sleuth.games.clue.belief.log_turns import Accusation, Suggestion
from sleuth.games.clue.belief.question_values import Asking, QuestionValue
from sleuth.games.clue.belief.sampled import cuts, questions_of, values_of
from sleuth.games.clue.belief.showing_habits import shown
from sleuth.games.clue.players.racing import Opponent, RaceAgent, known_by
from sleuth.games.clue.rules.actions import Action, CardQuestion, EndTurn, Guess, No, NoGuess, Shows, Yes
from sleuth.games.clue.rules.cards import Cards, numbers_of
from sleuth.games.clue.rules.stage import Phase, PublicStage
from sleuth.games.clue.rules.views import View

WORLDS = 1000
"""On these it is chosen what is worth a closer look."""
CANDIDATES = 8
"""Questions of which it is worked out what they are worth."""
OTHERS = 30
"""Positions of others that are worked out, in sampled worlds: so many in all."""


def view_of(log: ClueLog) -> View:
    """What the writer of a log saw, as if it were her turn: to accuse if she has just asked, to ask if not."""
    events: list[Action] = []
    for turn, after in zip_longest(log.turns, log.turns[1:]):
        i = turn.player
        if isinstance(turn, Suggestion):
            events.append(CardQuestion(i, turn.cards))
            for answer in turn.answers:
                if answer.shows:
                    events += [Yes(answer.player), Shows(answer.player, i, answer.card)]
                else:
                    events.append(No(answer.player))
            if not isinstance(after, Accusation) or after.player != i:
                events += [NoGuess(i), EndTurn(i)]
        elif isinstance(turn, Accusation):
            events += [Guess(i, turn.cards, turn.right), EndTurn(i)]
    last = log.turns[-1] if log.turns else None
    asked = isinstance(last, Suggestion) and last.player == log.me
    if asked:
        del events[-2:]  # she has not said yet whether she accuses
    stage = PublicStage(Phase.GUESS if asked else Phase.ASK, log.me or 1, log.out, over=log.over)
    return View(log.game, log.me, log.hand, tuple(events), stage, log.public)


@dataclass(frozen=True)
class QuestionOption:
    """A question and what it is expected to bring."""

    question: Cards
    value: QuestionValue
    at_once: float
    """The chance that it is the pile itself, so that nobody answers."""

    @property
    def rank(self) -> tuple[float, ...]:
        """The best have the lowest; what differs by rounding alone is equal."""
        figures = self.value.guess_chance, self.at_once, self.value.bits
        return *(-round(figure, 9) for figure in figures), *numbers_of(self.question)


@dataclass(frozen=True)
class Advice:
    """The best question, others beside it, the opponents, and whether to accuse."""

    options: tuple[QuestionOption, ...]
    """The best first, one of each kind; empty where the pile is known."""
    opponents: tuple[Opponent, ...]
    pile: Cards
    """The likeliest."""
    chance: float
    certain: bool
    """Whether no other pile is possible."""
    threshold: float
    """Accuse where the chance is above this: a score, no chance."""
    asked: bool
    """Whether the question of this turn has been asked. Before that, only certainty is better than asking first."""

    @property
    def accuse(self) -> bool:
        """Whether accusing now is better than waiting."""
        return self.certain or (self.asked and self.chance > self.threshold)

    @property
    def best(self) -> QuestionOption | None:
        return self.options[0] if self.options else None


def advise(
    view: View, position: Position, rng: np.random.Generator, most: int = 5, rooms: Cards | None = None
) -> Advice:
    """What to do for who sees this and believes that; `rooms` are those that she can ask about, if not all."""
    pile, chance = position.piles[0]
    opponents = tuple(known_by(view, position, rng, OTHERS // (len(view.game.hands) - 1)))
    threshold = RaceAgent().going_on(chance, [opponent.guess_chance for opponent in opponents])
    options = () if position.certain else _options(view, position, rng, rooms)[:most]
    asked = view.stage.phase is Phase.GUESS
    return Advice(tuple(options), opponents, pile, chance, position.certain, threshold, asked)


def _options(view: View, position: Position, rng: np.random.Generator, rooms: Cards | None) -> list[QuestionOption]:
    """Questions that nothing but their names tells apart are worth the same: the first speaks for all."""
    game, me, piles = view.game, view.player, dict(position.piles)
    assert me is not None
    asking = Asking(position, me, {j: shown(view, j, me) for j in game.others(me)})
    one_of = rooms if view.stage.drawn is None else 1 << view.stage.drawn
    kinds: dict[Hashable, Cards] = {}
    for question in questions_of(game, one_of, rng):
        kinds.setdefault(asking.kind(question), question)
    questions = list(kinds.values())
    if len(questions) > CANDIDATES:
        promise = cuts(game, me, questions, position.samples(WORLDS, rng), rng).guess_chance()
        promise += [piles.get(question, 0.0) for question in questions]
        questions = [questions[k] for k in np.argsort(-promise, kind="stable")[:CANDIDATES].tolist()]
    values = values_of(asking, questions, rng)
    options = (QuestionOption(q, value, piles.get(q, 0.0)) for q, value in zip(questions, values, strict=True))
    return sorted(options, key=lambda option: option.rank)
