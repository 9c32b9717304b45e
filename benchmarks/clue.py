"""How fast deals of Clue are counted: every position of plays at random, beside the bar and a plain list of deals.

Run: `python benchmarks/clue.py [--plays N]`. Compilation is not counted: kernels are warmed first. A position is worked
out whole: number of worlds, chance of every card with everybody, the joint envelope and its entropy. CPU seconds.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Iterator, Sequence

import numpy as np
from rich.console import Console
from rich.table import Table

from sleuth.games.clue.belief.counting import Position
from sleuth.games.clue.belief.facts import Evidence, EvidenceEntry, Fact, Has, Lacks, OneOf, evidence_of
from sleuth.games.clue.belief.formulas import h
from sleuth.games.clue.belief.reasons import clash, why
from sleuth.games.clue.kernels import deals
from sleuth.games.clue.players.random_play import random_play
from sleuth.games.clue.rules.actions import EndTurn
from sleuth.games.clue.rules.cards import PILE, numbers_of, subsets
from sleuth.games.clue.rules.clue import Clue
from sleuth.games.clue.rules.situation import Situation
from sleuth.games.clue.rules.views import View

TURNS, ANSWERED = 24, 15
SEAT_BAR, EMPTY_BAR = 0.100, 0.200


def cpu(work: Callable[[], object], times: int = 3) -> float:
    """The best CPU seconds of some runs."""
    best = float("inf")
    for _ in range(times):
        began = time.process_time()
        work()
        best = min(best, time.process_time() - began)
    return best


def whole(view: View | None, game: Clue, facts: Sequence[Fact] = ()) -> Position:
    """A position with everything that is asked of it."""
    position = Position(game, facts) if view is None else Position.of(evidence_of(view))
    assert position.worlds
    assert position.probabilities.size
    assert position.entropy_bits >= 0
    return position


def by_turns(game: Clue, rng: np.random.Generator) -> Iterator[Situation]:
    """The situations of a play after each turn."""
    for situation in random_play(game, rng):
        if situation.actions and isinstance(situation.actions[-1], EndTurn):
            yield situation
            if sum(isinstance(action, EndTurn) for action in situation.actions) == TURNS:
                return


def answered(game: Clue, rng: np.random.Generator) -> Iterator[list[Fact]]:
    """What is told where the first who is asked always answers: little is certain, and soon no two cards are alike."""
    facts: list[Fact] = []
    for turn in range(ANSWERED):
        question = sum(1 << int(rng.choice(numbers_of(sort.cards))) for sort in game.sorts)
        facts.append(OneOf(1 + turn % len(game.hands), question))
        yield list(facts)


def listed(game: Clue, hand: int) -> tuple[int, np.ndarray]:
    """What one would write in an afternoon: every deal of a table of three, one by one."""
    total, table = 0, np.zeros((4, 21))
    for pile in game.piles():
        if not pile & hand:
            for other in subsets(game.deck & ~(pile | hand), 6):
                total += 1
                for holder, cards in ((PILE, pile), (2, other), (3, game.deck & ~(pile | hand | other))):
                    table[holder, numbers_of(cards)] += 1
    return total, table


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--plays", type=int, default=5, help="plays for each number of players")
    plays = parser.parse_args().plays
    deals.warm()

    table = Table("position", "worst CPU ms", "mean CPU ms", "bar ms", "of the bar", box=None, header_style="bold")

    def row(what: str, times: list[float], bar: float | None) -> None:
        worst, mean = max(times), sum(times) / len(times)
        told = (f"{bar * 1e3:.0f}", f"{worst / bar:.2f}") if bar else ("", "")
        table.add_row(what, f"{worst * 1e3:.1f}", f"{mean * 1e3:.1f}", *told)

    for players in (3, 4, 5, 6):
        game, rng = Clue.of(players), np.random.default_rng(players)
        seat, outside = [], []
        for _ in range(plays):
            for situation in by_turns(game, rng):
                view, outsider = situation.view(1), situation.view(None)
                seat.append(cpu(lambda view=view, game=game: whole(view, game), 2))  # type: ignore[misc]
                outside.append(cpu(lambda view=outsider, game=game: whole(view, game), 2))  # type: ignore[misc]
        row(f"{players} players, one seat, after each of {TURNS} turns", seat, SEAT_BAR)
        row(f"{players} players, somebody who only watches", outside, SEAT_BAR)
        hard = [facts for _ in range(plays) for facts in answered(game, rng)]
        times = [cpu(lambda facts=facts, game=game: whole(None, game, facts), 2) for facts in hard]  # type: ignore[misc]
        row(f"{players} players, a watcher, every question answered at once", times, SEAT_BAR)
    for players in (3, 6):
        game = Clue.of(players)
        row(f"{players} players, nothing known at all", [cpu(lambda game=game: whole(None, game))], EMPTY_BAR)  # type: ignore[misc]

    game = Clue.of(6)
    late = list(by_turns(game, np.random.default_rng(1)))[TURNS // 2]
    told = evidence_of(late.view(1))
    position = Position.of(told)
    rng = np.random.default_rng(0)
    row("6 players, 1,000 deals at random", [cpu(lambda: position.samples(1000, rng))], None)
    sure = [(k, x) for k in (PILE, 2, 3, 4, 5, 6) for x in range(21) if position.probabilities[k, x] > 1 - 1e-12]
    row("6 players, why a card is where it is", [cpu(lambda k=k, x=x: why(told, h(k, x)), 1) for k, x in sure], None)  # type: ignore[misc]
    entries = list(told.entries)
    place, wrong = next((n, e) for n, e in enumerate(entries) if isinstance(e.fact, OneOf))
    assert isinstance(wrong.fact, OneOf)
    entries[place] = EvidenceEntry(Lacks(wrong.fact.holder, wrong.fact.cards), wrong.text)
    entries.append(EvidenceEntry(Has(wrong.fact.holder, 1 << numbers_of(wrong.fact.cards)[0]), "another"))
    row("6 players, what is wrong with a log", [cpu(lambda: clash(Evidence(game, tuple(entries))), 1)], None)
    Console().print(table)

    game = Clue.of(3)
    hand = game.cards("Plum, Green, Rope, Hall, Study, Lounge")
    ours = cpu(lambda: whole(View.begin(game, 1, hand), game))
    began = time.process_time()
    total, counted = listed(game, hand)
    theirs = time.process_time() - began
    exact = Position(game, [Has(1, hand)])
    assert total == exact.worlds
    np.testing.assert_allclose(counted[[0, 2, 3]] / total, exact.probabilities[[0, 2, 3]], atol=1e-12)
    Console().print(
        f"\n3 players at the start, {total:,} deals: {ours * 1e3:.1f} ms; listed one by one {theirs * 1e3:,.0f} ms, "
        f"{theirs / ours:,.0f} times as long, with the same result."
    )


if __name__ == "__main__":
    main()
