"""What to do next in a game of Clue or MYST, and why: for a person at a real table."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import zip_longest

import numpy as np

from sleuth.core.text import capital
from sleuth.games.clue.belief.best_questions import best_values
from sleuth.games.clue.belief.card_set import CardSet
from sleuth.games.clue.belief.clue_log import ClueLog
from sleuth.games.clue.belief.log_turns import Accusation, Suggestion
from sleuth.games.clue.belief.question_values import QuestionValue
from sleuth.games.clue.belief.sampled import Cuts, questions_of
from sleuth.games.clue.players.opponents import WORTH_A_GUESS, Opponent, going_on, known_by
from sleuth.games.clue.rules.actions import Action, CardQuestion, EndTurn, Guess, No, NoGuess, Shows, Yes
from sleuth.games.clue.rules.cards import Cards, numbers_of
from sleuth.games.clue.rules.stage import Phase, PublicStage
from sleuth.games.clue.rules.views import View
from sleuth.kernels.arrays import Floats
from sleuth.strategies.decision import percent

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

    info: CardSet
    """What it was made from."""
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
    def wanted(self) -> QuestionOption | None:
        """The question to ask now; `None` where one has been asked, or where it is better to accuse."""
        return None if self.accuse or self.asked or not self.options else self.options[0]

    # The same in words.

    def reasons(self) -> tuple[str, ...]:
        """Why to do what is advised, in sentences."""
        asked = () if self.wanted is None else (f"{capital(self.option_text(self.wanted))}.",)
        return (*asked, self.accusation_text())

    def option_text(self, option: QuestionOption) -> str:
        """What a question is expected to bring, and why the best is the best."""
        value, own = option.value, self.info.game.format_cards(option.question & self.info.view.hand)
        about = "" if value.exact else "about "
        reason = [
            f"expected to tell {about}{value.bits:.2f} bits",
            f"the best guess after it is right with chance {about}{percent(round(value.guess_chance, 12))}",
            f"{percent(option.at_once)} that it is the solution itself" if option.at_once else "",
            f"{own} is yours, so that nobody else can show it" if own else "",
            self._preference() if option is self.options[0] and len(self.options) > 1 else "",
        ]
        return "; ".join(filter(None, reason))

    def _preference(self) -> str:
        ranks = zip(self.options[0].rank, self.options[1].rank, strict=True)
        first = next((number for number, (one, two) in enumerate(ranks) if one != two), 3)
        return (
            "no other leaves so good a guess",
            "others leave as good a guess, but are less likely to be the solution",
            "others leave as good a guess, but tell less",
            "others are as good",
        )[min(first, 3)]

    def opponent_text(self, other: Opponent) -> str:
        """What an opponent could know."""
        bits = _with_error(other.bits, other.bits_error, ".1f")
        chance = _with_error(other.guess_chance, other.guess_error, ".0%" if other.guess_chance > 0.095 else ".1%")
        who = capital(self.info.game.player_name(other.player))
        return f"{who} could be missing {bits} bits; a guess now would be right with chance {chance}."

    def accusation_text(self) -> str:
        """Whether to accuse now."""
        game = self.info.game
        verb, pile, chance = game.guessing, game.format_cards(self.pile), percent(self.chance)
        if self.certain:
            return f"{capital(verb)} {pile}: it is certain."
        if self.accuse:
            nearest = game.player_name(max(self.opponents, key=lambda other: other.guess_chance).player)
            return f"{capital(verb)} {pile}: {chance}, and waiting is worth less since {nearest} could know."
        wait = "; waiting is worth more" if self.asked else "; ask first, and look again"
        return f"Do not {verb} yet: {pile} has chance {chance}{wait if self.chance >= WORTH_A_GUESS else ''}."


def _with_error(figure: float, error: float, form: str) -> str:
    """A figure and its error, if that is not too small to be written."""
    return f"{figure:{form}}" + (f" ± {error:{form}}" if f"{error:{form}}" != f"{0:{form}}" else "")


def advise(info: CardSet, rng: np.random.Generator, most: int = 5, rooms: Cards | None = None) -> Advice:
    """What to do for who believes this; `rooms` are those that she can ask about, if not all."""
    view, position = info.view, info.position
    pile, chance = position.piles[0]
    opponents = tuple(known_by(view, position, rng, OTHERS // (len(view.game.hands) - 1)))
    threshold = going_on(chance, [opponent.guess_chance for opponent in opponents])
    options = () if position.certain else _options(info, rng, rooms)[:most]
    asked = view.stage.phase is Phase.GUESS
    return Advice(info, tuple(options), opponents, pile, chance, position.certain, threshold, asked)


def _options(info: CardSet, rng: np.random.Generator, rooms: Cards | None) -> list[QuestionOption]:
    """What the most promising questions bring, the best first."""
    game, view, asking, piles = info.game, info.view, info.asking, dict(info.position.piles)
    one_of = rooms if view.stage.drawn is None else 1 << view.stage.drawn

    def promise(answers: Cuts) -> Floats:
        return np.asarray(answers.guess_chance() + [piles.get(question, 0.0) for question in answers.questions])

    values = best_values(asking, questions_of(game, one_of, rng), promise, rng)
    options = (QuestionOption(question, value, piles.get(question, 0.0)) for question, value in values.items())
    return sorted(options, key=lambda option: option.rank)
