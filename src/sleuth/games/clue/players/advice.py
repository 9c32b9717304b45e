"""What to do next in a game of Clue or MYST, and why: for a person at a real table."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import zip_longest

import numpy as np

from sleuth.games.clue.belief.clue_log import ClueLog
from sleuth.games.clue.belief.counting import Position
from sleuth.games.clue.belief.log_turns import Accusation, Suggestion
from sleuth.games.clue.belief.sampled import cuts, questions_of
from sleuth.games.clue.players.agents import CERTAIN, likeliest_question
from sleuth.games.clue.players.racing import RaceAgent, known_by
from sleuth.games.clue.rules.actions import Action, CardQuestion, EndTurn, Guess, No, NoGuess, Shows, Yes
from sleuth.games.clue.rules.cards import Cards
from sleuth.games.clue.rules.stage import Phase, PublicStage
from sleuth.games.clue.rules.views import View

WORLDS = 1000
OTHERS = 4


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
    bits: float
    """What it tells about the pile."""
    guess_chance: float
    """The chance that the best guess after it is right."""
    at_once: float
    """The chance that it is the pile itself, so that nobody answers."""


@dataclass(frozen=True)
class Opponent:
    """What one opponent could know: means over sampled worlds."""

    player: int
    guess_chance: float
    """The chance of her best guess."""
    bits: float
    """What she is missing."""


@dataclass(frozen=True)
class Advice:
    """The best question, others beside it, the opponents, and whether to accuse."""

    options: tuple[QuestionOption, ...]
    """The best first; empty where the pile is known."""
    opponents: tuple[Opponent, ...]
    pile: Cards
    """The likeliest."""
    chance: float
    going_on: float
    """The chance to win without accusing this turn."""
    asked: bool
    """Whether the question of this turn has been asked. Before that, only certainty is better than asking first."""

    @property
    def accuse(self) -> bool:
        """Whether accusing now is likelier to win than going on."""
        return self.chance > CERTAIN or (self.asked and self.chance > self.going_on)

    @property
    def best(self) -> QuestionOption | None:
        return self.options[0] if self.options else None


def advise(view: View, rng: np.random.Generator, most: int = 5) -> Advice:
    """What the racing player would do, with its reasons."""
    assert view.player is not None
    agent = RaceAgent(others=OTHERS)
    position = agent.position(view)
    pile, chance = position.piles[0]
    others = known_by(view, position, rng, OTHERS)
    opponents = tuple(Opponent(j, *figures) for j, figures in others.items())
    asked = view.stage.phase is Phase.GUESS
    if chance > CERTAIN:
        return Advice((), opponents, pile, chance, chance, asked)
    going_on = agent.going_on(chance, [opponent.guess_chance for opponent in opponents])
    return Advice(_options(view, position, rng, most), opponents, pile, chance, going_on, asked)


def _options(view: View, position: Position, rng: np.random.Generator, most: int) -> tuple[QuestionOption, ...]:
    assert view.player is not None
    piles = dict(position.piles)
    top = likeliest_question(view, position, rng)
    questions = questions_of(view.game, view.stage.drawn, rng)
    if top not in questions:
        questions.append(top)
    answers = cuts(view.game, view.player, questions, position.samples(WORLDS, rng), rng)
    bits, guess_chance = answers.bits(), answers.guess_chance()
    # Within the error of sampling, the likeliest pile goes first: it may win at once.
    bonus = np.array([question == top for question in questions]) * 0.5 / np.sqrt(WORLDS)
    order = np.argsort(-(guess_chance + bonus), kind="stable")[:most]
    return tuple(
        QuestionOption(questions[k], float(bits[k]), float(guess_chance[k]), piles.get(questions[k], 0.0))
        for k in order.tolist()
    )
