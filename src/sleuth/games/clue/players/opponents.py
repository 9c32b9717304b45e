"""What the other players could know, worked out in worlds that they may be in, and what waiting is worth."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from sleuth.games.clue.belief.card_set import CardSet
from sleuth.games.clue.belief.counting import Position, deal_of
from sleuth.games.clue.belief.facts import AskedFor, Fact, OneOf, Silent, facts_of
from sleuth.games.clue.belief.showing_habits import RANDOM, ShowPolicy
from sleuth.games.clue.rules.actions import Action, CardQuestion, Shows, with_questions
from sleuth.games.clue.rules.cards import Cards, numbers_of, pick
from sleuth.games.clue.rules.views import View
from sleuth.kernels.arrays import Array
from sleuth.measures.shannon import shannon

GAIN = 0.3
"""How much of what is missing the next question usually settles."""
WORTH_A_GUESS = 0.1
"""A chance from which a guess is worth a thought."""


def going_on(chance: float, dangers: Sequence[float], gain: float = GAIN) -> float:
    """What waiting is worth, to hold the chance of a guess against: a score, far above the chance to win.

    Nobody else wins before the next turn, and the next guess is right; if neither happens, all is as it was. So this is
    the sum of a series. `gain` is how much of what is missing the next question is expected to settle.
    """
    alone = float(np.prod([1 - danger for danger in dangers]))
    mine = chance + gain * (1 - chance)
    return alone * mine / (1 - alone * (1 - mine)) if alone * (1 - mine) < 1 else 1.0


@dataclass(frozen=True)
class Opponent:
    """What one opponent could know: means over sampled worlds, and their standard errors."""

    player: int
    guess_chance: float
    """The chance of her best guess."""
    bits: float
    """What she is missing."""
    guess_error: float
    bits_error: float


def leaks(view: View, question: Cards, worlds: Array, rng: np.random.Generator) -> list[float]:
    """For each opponent still in, the chance of her best guess once this question has been answered: the leakage."""
    after = [(answered(view, question, row, rng), row) for row in worlds]
    return [other.guess_chance for other in _known(after, rng)]


def answered(view: View, question: Cards, world: Array, rng: np.random.Generator) -> View:
    """What the viewer would see of a question of her own in this world; who may show several cards shows any."""
    assert view.player is not None
    deal = tuple(deal_of(view.game, world))
    events = CardSet(view, shows="any").answer(CardQuestion(view.player, question), deal, rng)
    return replace(view, events=(*view.events, *events))


def known_by(view: View, position: Position, rng: np.random.Generator, worlds: int) -> list[Opponent]:
    """What each opponent still in could know, in worlds drawn from a position; she supposes what the position does."""
    seen = [(view, row) for row in position.samples(worlds, rng)]
    return _known(seen, rng, position.policy, position.habit is not None)


def _known(
    seen: Sequence[tuple[View, Array]],
    rng: np.random.Generator,
    policy: ShowPolicy | None = RANDOM,
    silences: bool = True,
) -> list[Opponent]:
    """The same, from what was seen in each world."""
    view, known = seen[0][0], []
    for j in view.game.players:
        if j != view.player and view.stage.playing(j):
            theirs = [
                Position(view.game, supposed(one, j, row, rng, silences), policy).pile_chances for one, row in seen
            ]
            figures = np.array([(chances.max(), shannon(chances)) for chances in theirs])
            errors = figures.std(axis=0, ddof=1 if len(seen) > 1 else 0) / np.sqrt(len(seen))
            known.append(Opponent(j, *figures.mean(axis=0).tolist(), *errors.tolist()))
    return known


def supposed(view: View, j: int, world: Array, rng: np.random.Generator, silences: bool = True) -> list[Fact]:
    """What player j would have learned in this world; cards that she was shown, and I did not see, are drawn.

    If `silences` are heard at all, she takes them as certain: all guess when they know.
    """
    game = view.game
    hands = deal_of(game, world)
    events: list[Action] = []
    for event, question in with_questions(view.events):
        if isinstance(event, Shows) and event.to != j:
            event = replace(event, card=None)
        elif isinstance(event, Shows) and event.card is None:
            event = replace(event, card=pick(numbers_of(hands[event.player] & question), rng))
        events.append(event)
    facts: list[Fact] = []
    for _, fact in facts_of(View(game, j, hands[j], tuple(events), view.stage, view.public), silences):
        if isinstance(fact, Silent):
            facts += [OneOf(fact.holder, fact.question)] if hands[fact.holder] & fact.question else []
        elif not isinstance(fact, AskedFor):
            facts.append(fact)
    return facts
