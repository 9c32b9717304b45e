"""Why greedy information loses a race, and what the racing player should suppose of others. Three players of Clue.

Run: `python benchmarks/races.py [alone|entropy|habit] [--games N] [--seed N]`.

- `alone`: only one player asks, until it is certain. How many questions that takes, the bits that it and the others are
  missing after four, how often its questions have a card of its own, and their chance to be the envelope at once.
- `entropy`: kinds of greedy players, each against two of `most-likely`.
- `habit`: `race` with several suppositions about how many people shun their own cards, against two of each opponent.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import ClassVar, NamedTuple

import numpy as np
from rich.console import Console
from rich.table import Table

from sleuth.core.registry import SEAT_STRATEGIES
from sleuth.games.clue.belief.asking_habits import ShunsOwn
from sleuth.games.clue.belief.counting import Position
from sleuth.games.clue.belief.facts import evidence_of
from sleuth.games.clue.belief.sampled import cuts, questions_of
from sleuth.games.clue.belief.showing_habits import SHOWING
from sleuth.games.clue.kernels import deals
from sleuth.games.clue.players.agents import Agent, certain_pile, likeliest_question
from sleuth.games.clue.players.racing import RaceAgent, best_of
from sleuth.games.clue.rules.actions import CardQuestion, No, Shows, Yes
from sleuth.games.clue.rules.cards import Cards
from sleuth.games.clue.rules.clue import Clue
from sleuth.games.clue.rules.situation import Situation
from sleuth.games.clue.rules.stage import Phase, PublicStage
from sleuth.games.clue.rules.views import View
from sleuth.measures.intervals import mean_interval
from sleuth.play.tournament import Config, line_standing, played_rows
from sleuth.strategies.seat_strategy import parse_seat

GAME = Clue.of(3)
LATER = 4
"""After so many questions one looks at what is missing."""


@dataclass(frozen=True)
class Restricted(Agent):
    """Like `entropy`, but without questions for its own cards, or without looking at the card that it is shown."""

    name: ClassVar[str] = "restricted"
    own: bool = True
    cards: bool = True
    worlds: int = 2000

    def ask(self, view: View, rng: np.random.Generator) -> Cards:
        assert view.player is not None
        position = Position.of(evidence_of(view))
        if position.certain:
            return likeliest_question(view, position, rng)
        questions = [q for q in questions_of(GAME, None, rng) if self.own or not q & view.hand]
        found = cuts(GAME, view.player, questions, position.samples(self.worlds, rng), rng)
        if not self.cards:  # who shows, and not what: an answer is 1 + who * cards + card
            found = replace(found, answers=np.where(found.answers, 1 + (found.answers - 1) // len(GAME.sorts), 0))
        return best_of(found.questions, found.bits(), rng)


@dataclass(frozen=True)
class Supposing(RaceAgent):
    """`race` that supposes that so many people shun their own cards."""

    name: ClassVar[str] = "supposing"
    share: float = 0.2

    def __post_init__(self) -> None:
        super().__post_init__()
        object.__setattr__(self, "habit", ShunsOwn(share=self.share))


SEAT_STRATEGIES.add("restricted", Restricted)
SEAT_STRATEGIES.add("supposing", Supposing)
KINDS = {
    "entropy: bits about the envelope": "entropy",
    "the same, no cards of its own": "restricted:own=false",
    "the same, by who shows and not what": "restricted:cards=false",
    "entropy:about=deal: bits about the whole deal": "entropy:about=deal",
}


class Question(NamedTuple):
    """One question of somebody who asks alone."""

    own: bool
    at_once: float
    """The chance that it was the envelope."""
    bits: float
    """What was missing after the answer."""
    others: float
    """What the others were missing then, the mean of both."""


def alone(agent: Agent, rng: np.random.Generator) -> Iterator[Question]:
    """The questions of player 1, the others never asking, until she is certain."""
    now = Situation.begin(GAME, GAME.shuffle(rng))
    while certain_pile(now.view(1)) is None:
        view = now.view(1)
        question = agent.ask(view, rng)
        at_once = dict(Position.of(evidence_of(view)).piles).get(question, 0.0)
        now = now.do(CardQuestion(1, question))
        while (actor := now.stage.answering) not in (None, 1):
            assert actor is not None
            if now.stage.phase is Phase.SHOW:
                now = now.do(Shows(actor, 1, SHOWING[agent.shows].choose(now.view(actor), rng)))
            else:
                now = now.do(Yes(actor) if now.deal[actor] & question else No(actor))
        now = replace(now, stage=PublicStage.first(GAME))  # her turn again
        mine, *others = (Position.of(evidence_of(now.view(i))).entropy_bits for i in GAME.players)
        yield Question(bool(question & view.hand), at_once, mine, float(np.mean(others)))


def show_alone(games: int, seed: int) -> Table:
    table = Table("asks alone", "questions", "95%", "missing", "others missing", "own cards", "at once", box=None)
    for name, spec in {"most-likely": "most-likely", **KINDS}.items():
        agent = parse_seat(spec)
        assert isinstance(agent, Agent)
        plays = [list(alone(agent, np.random.default_rng([seed, number]))) for number in range(games)]
        lengths = np.array([len(play) for play in plays])
        later = [play[min(LATER, len(play)) - 1] for play in plays]
        every = [question for play in plays for question in play]
        table.add_row(
            name,
            f"{lengths.mean():.2f}",
            f"± {mean_interval(lengths).half or 0:.2f}",
            f"{np.mean([question.bits for question in later]):.2f}",
            f"{np.mean([question.others for question in later]):.2f}",
            f"{np.mean([question.own for question in every]):.0%}",
            f"{np.mean([question.at_once for question in every]):.1%}",
        )
    return table


def race(table: Table, name: str, one: str, against: str, games: int, seed: int) -> None:
    """Add the share of wins of one against two."""
    config = Config.of([str(GAME)], [f"{one} vs {against}"], games, [seed])
    (entry,) = config.entries
    rows, _ = played_rows(config, workers=0)
    standing = line_standing(entry.game, entry.agents[0], rows).players[0]
    table.add_row(name, against, f"{standing.share:.3f}", f"{standing.low:.3f} to {standing.high:.3f}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", nargs="?", choices=("alone", "entropy", "habit"), default="alone")
    parser.add_argument("--games", type=int, default=300)
    parser.add_argument("--seed", type=int, default=20261)
    given = parser.parse_args()
    deals.warm()
    if given.what == "alone":
        Console().print(show_alone(given.games, given.seed))
        return
    table = Table("one", "against two", "wins", "95% interval", box=None, header_style="bold")
    if given.what == "entropy":
        for name, spec in KINDS.items():
            race(table, name, spec, "most-likely", given.games, given.seed)
    else:
        for share in (0.05, 0.2, 0.6):
            for against in ("most-likely", "entropy"):
                race(table, f"race, share {share}", f"supposing:share={share}", against, given.games, given.seed)
    Console().print(table)


if __name__ == "__main__":
    main()
