"""Section 2 of Maheshwari & Singhvi 2021, Battleship, claim by claim."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from math import log2, prod

import numpy as np

from sleuth.belief.begin import begin
from sleuth.belief.outcomes import Tallied
from sleuth.core.history import History
from sleuth.core.progress import Progress
from sleuth.games.battleship.belief.fleet_set import FleetSet
from sleuth.games.battleship.belief.placements import Sea, sea_of
from sleuth.games.battleship.kernels.chain import one_after_another
from sleuth.games.battleship.rules.game import Battleship, cells_of
from sleuth.games.battleship.rules.packing import Cell
from sleuth.kernels.arrays import Floats, Ints
from sleuth.lab.reproduce.claims import Claim, Rows, plus_minus, rounded_ends
from sleuth.lab.reproduce.ship_after_ship import PlacingLaw, ship_after_ship
from sleuth.measures.intervals import Interval, mean_interval
from sleuth.play.evaluate_plays import evaluate_sample
from sleuth.strategies.catalogue import parse_strategy

GAME = Battleship()
EXACT, THEIRS, INFORMED = "hit-probability", "maheshwari-singhvi", "entropy"
STRATEGIES = (EXACT, THEIRS, INFORMED)
SEED = 0
BOARDS, SAMPLES = 1000, 200
"""How many boards their player makes for a decision, and how often that is done here."""
TELLING = 0.05
"""Bits that are worth a mention."""
CORNER, CENTRE = (0, 0), (4, 4)
SAME_LINE = "5,5=hit;5,6=hit"
SEVEN = "5,2=hit;5,3=hit;5,4=hit;5,5=hit;5,6=hit;5,7={};5,1={}"
"""Seven hits in a row, in an order that tells little: who sank at either end?"""
THREE_STRIPS = [(5, column) for column in (1, 2, 3, 4)] + [(3, column) for column in (1, 2, 3)] + [(1, 1), (1, 2)]
"""The paper's example: what is left to the ships of 4, 3 and 2 is one space of each length."""


@dataclass(frozen=True)
class ShotCounts:
    """What strategies need on the same seeded boards."""

    boards: int
    steps: dict[str, Ints]
    milliseconds: dict[str, float]
    """CPU time of a move, answers included."""

    def rows(self) -> Rows:
        """Means with their intervals; then each strategy less the exact posterior, board by board."""
        rows: list[Sequence[object]] = [
            ("strategy", "boards", "seed", "mean shots", "low", "high", "worst", "CPU ms a move")
        ]
        for name, steps in self.steps.items():
            rest = (int(steps.max()), round(self.milliseconds[name], 3))
            rows.append((name, self.boards, SEED, *rounded_ends(self.mean(name)), *rest))
        for name in self.steps:
            if name != EXACT:
                rows.append((f"{name} less {EXACT}", self.boards, SEED, *rounded_ends(self.more(name)), "", ""))
        return rows

    def mean(self, name: str) -> Interval:
        """What a strategy needs."""
        return mean_interval(self.steps[name].tolist())

    def more(self, name: str) -> Interval:
        """What a strategy needs more than the exact posterior."""
        return mean_interval((self.steps[name] - self.steps[EXACT]).tolist())


def play_boards(boards: int, progress: Progress) -> ShotCounts:
    """The strategies on the same boards, drawn uniformly."""
    steps, milliseconds = {}, {}
    for name in STRATEGIES:
        began = time.process_time()
        result = evaluate_sample(GAME, parse_strategy(name), boards, seed=SEED, progress=progress)
        steps[name], milliseconds[name] = result.steps, 1000 * (time.process_time() - began) / result.total
    return ShotCounts(boards, steps, milliseconds)


def exact_prior() -> tuple[Floats, float]:
    """The exact prior by row and column, and the CPU seconds that it took."""
    FleetSet(Battleship(size="6", fleet="3-2"), History()).ship_probability()  # kernels are loaded here
    began = time.process_time()
    chances = FleetSet(GAME, History()).ship_probability()
    return chances, time.process_time() - began


def claims(prior: Floats, seconds: float, law: PlacingLaw, shots: ShotCounts, samples: int) -> Iterator[Claim]:
    """Section 2, in the order of the paper."""
    yield from _information(shots)
    yield from _motivation(prior, seconds)
    yield from _sampling(prior, law, samples)
    yield from _hits(shots)
    yield _seven()
    yield _compared(shots)


def _information(shots: ShotCounts) -> Iterator[Claim]:
    board, info, sum_of_bits, off = GAME.draw(np.random.default_rng([SEED, 0])), begin(GAME), 0.0, 0.0
    strategy, past, example = parse_strategy(EXACT), list[Cell](), ""
    assert isinstance(info, FleetSet)
    whole = info.size
    while not info.all_found:
        decision = strategy.decide(info)
        outcomes = info.outcomes()
        row = outcomes.actions.index(decision.action)
        bits, hit = outcomes.information, outcomes.hit_probability
        best = int(np.argmax(bits))
        if not example and bits[best] > bits[row] + TELLING:
            cells = [GAME.format_action(outcomes.actions[k]) for k in (row, best)]
            example = (
                f"after {info.history.format(GAME)} the likeliest cell, {cells[0]}, hits with {hit[row]:.3f} and tells "
                f"{bits[row]:.3f} bits; {cells[1]} hits with {hit[best]:.3f} and tells {bits[best]:.3f}"
            )
        answer = GAME.feedback_after(past, decision.action, board)
        chance = next(c.probability for c in info.children(decision.action) if c.feedback == answer)
        past.append(decision.action)
        after = info.observe(decision.action, answer)
        assert isinstance(after, FleetSet)
        info, sum_of_bits = after, sum_of_bits - log2(chance)
        off = max(off, abs(sum_of_bits - log2(whole / info.size)))
    ours = f"in a play of {len(past)} shots the bits told add up to it at every step, {off:.0e} off at most"
    said = "information h = -log(sum of p over what is left); 0 before the first guess"
    yield Claim.judged("2.4", said, ours, off < 1e-9, up_to=f"a seeded play (seed {SEED})")
    more = plus_minus(shots.more(INFORMED))
    why = f"{INFORMED} takes {more} shots more than {EXACT} on {shots.boards} boards (seed {SEED})"
    said = "the most information in one step: rule out the greatest total probability if it is a miss"
    yield Claim.judged("2.4", said, example or "no counterexample", not example, f"that is the likeliest hit; {why}")


def _motivation(prior: Floats, seconds: float) -> Iterator[Claim]:
    where, sea = "2.5.1", sea_of(GAME)
    through = sea.on[sea.bits(sea.group_of[GAME.ships.index(5)])].sum(axis=0).reshape(GAME.sides)
    ours = f"{through[CORNER]:.0f} and {through[CENTRE]:.0f} placements"
    said = "a ship of 5 has 2 placements with (1,1) and 10 with (5,5)"
    yield Claim.judged(where, said, ours, (through[CORNER], through[CENTRE]) == (2, 10))
    ours = f"chance of a ship from {prior.min():.4f} (corner) to {prior.max():.4f} (centre)"
    said = "equally likely boards do not make all squares equally likely"
    yield Claim.judged(where, said, ours, float(np.ptp(prior)) > 0)
    said = "a hit is a lot less likely than a miss"
    yield Claim.judged(where, said, f"at most {prior.max():.4f}", prior.max() < 0.5, up_to="the first shot")
    info = begin(GAME)
    outcomes = info.outcomes()
    assert isinstance(outcomes, Tallied)
    hits, total = outcomes.counts[:, 1:].sum(axis=1), float(info.size)
    same = bool((outcomes.counts.sum(axis=1) == total).all())
    ours = f"boards that hit and boards that miss are {total:,.0f} together for each of the {len(hits)} cells"
    said = "what rules out most boards by a miss leaves most boards by a hit"
    yield Claim.judged(where, said, ours, same)
    number = GAME.configurations
    assert number is not None
    said = "roughly 3 x 10^10 possible configurations"
    why = f"with the two ships of 3 alike {GAME.boards:,}"
    yield Claim.judged(where, said, f"{number:,}", round(number / 1e10) == 3, why)
    ours = f"all boards are counted, with the chance of every cell, in {seconds:.2f} CPU seconds"
    said = "to find the likeliest square over all configurations is computationally unfeasible"
    yield Claim.judged(where, said, ours, False, "they are counted, not listed")


def _sampling(prior: Floats, law: PlacingLaw, samples: int) -> Iterator[Claim]:
    where, sea = "2.5.2", sea_of(GAME)
    fits = all(set(cells_of(short)) <= set(cells_of(long)) for long, short in _prefixes(sea))
    said = "where a ship cannot be started, no longer one can"
    ours = "each placement holds those of all shorter ships from the same end in the same direction"
    yield Claim.judged(where, said, ours if fits else "not so", fits)
    numbers = {length: len(sea.bits(sea.group_of[GAME.ships.index(length)])) for length in sorted(set(GAME.ships))}
    ours = ", ".join(f"{number} for length {length}" for length, number in numbers.items())
    yield Claim.judged(where, "at most 200 possible placements of one ship", ours, max(numbers.values()) <= 200)
    each = [numbers[length] for length in GAME.ships]
    said = "placing one ship at a time takes the sum of n_i in place of their product"
    yield Claim.judged(where, said, f"{sum(each):,} in place of {prod(each):,}", sum(each) < prod(each))
    off = np.abs(law.chances - prior)
    ours = (
        f"corner {law.chances[CORNER]:.4f} in place of {prior[CORNER]:.4f}, "
        f"centre {law.chances[CENTRE]:.4f} in place of {prior[CENTRE]:.4f}"
    )
    why = f"counted, not sampled; off by {off.mean():.4f} a cell on average, {off.max():.4f} at most"
    said = "boards made ship after ship are a sample of all configurations, equally likely"
    yield Claim.judged("2.5.1, 2.5.2", said, ours, bool(off.max() < 1e-9), why)
    ours = f"the chance is {law.stuck:.0f}, and the fewest places ever left to a ship are {law.fewest}"
    said = "placing five ships on the empty board never ends in an impossibility"
    yield Claim.judged(where, said, ours, law.fewest > 0)
    yield from _strips()
    yield from _strong(prior, sea, samples)


def _prefixes(sea: Sea) -> Iterator[tuple[tuple[Cell, Cell], tuple[Cell, Cell]]]:
    """Each placement, with those of shorter ships that begin where it begins."""
    for long, short in product([ship for ship in sea.ships if ship is not None], repeat=2):
        line = [i for i in (0, 1) if long[0][i] == long[1][i] == short[0][i] == short[1][i]]
        if long[0] == short[0] and line and len(cells_of(short)) < len(cells_of(long)):
            yield long, short


def _strips() -> Iterator[Claim]:
    game = Battleship(size="5", fleet="4-3-2")
    misses = [cell for cell in game.actions() if cell not in THREE_STRIPS]
    history = History.parse(game, ";".join(f"{game.format_action(cell)}=miss" for cell in misses))
    info, law = FleetSet(game, history), ship_after_ship(game, misses)
    sure = info.ship_probability() == 1
    ours = f"spaces of 4, 3 and 2 for ships of 4, 3 and 2: {info.size} board left, {int(sure.sum())} cells are certain"
    said = "a person sees that each ship fits exactly in the space of its length"
    yield Claim.judged("2.5.2", said, ours, info.size == 1)
    ours = f"in this example {law.stuck:.4f} of the boards end so"
    why = "how often it happens in play is not said; the count needs no way out"
    yield Claim.unchecked("2.5.2", "this rare sort of impossibility", ours, why)


def _strong(prior: Floats, sea: Sea, samples: int) -> Iterator[Claim]:
    groups = np.array([sea.group_of[GAME.ships.index(length)] for length in sorted(GAME.ships)], np.int64)
    began, picked = time.process_time(), []
    for seed in range(samples):
        counts, _ = one_after_another(sea.waters, groups, sea.waters.every, BOARDS, seed)
        picked.append(float(prior.ravel()[int(np.argmax(counts @ sea.on))]))
    milliseconds = 1000 * (time.process_time() - began) / samples
    best = sum(chance > prior.max() - 1e-12 for chance in picked) / samples
    ours = (
        f"of {samples} samples (seeds 0 to {samples - 1}) {best:.0%} shoot one of the likeliest cells first; "
        f"the cell hits with {plus_minus(mean_interval(picked), 4)}, the best with {prior.max():.4f}"
    )
    yield Claim.unchecked("2.5.2", "1000 boards are a strong sample", ours, "what a strong sample is is not said")
    said, ours = "1000 simulations run on the order of 1 second", f"{milliseconds:.1f} CPU milliseconds for 1000 boards"
    yield Claim.unchecked("2.5.2", said, ours, "their machine is not named")


def _hits(shots: ShotCounts) -> Iterator[Claim]:
    where = "2.5.3"
    info = FleetSet(GAME, History.parse(GAME, "5,5=hit"))
    chances = info.ship_probability()
    ours = (
        f"after 5,5=hit {info.size:,} boards are counted; the likeliest next cell hits with "
        f"{np.where(chances < 1, chances, 0).max():.4f}; {shots.milliseconds[EXACT]:.1f} CPU ms a move over whole plays"
    )
    said = "a procedure of its own is necessary after a hit, since sampling cannot use one"
    yield Claim.judged(where, said, ours, False, "the exact posterior takes hits and sinks as they come")
    info = FleetSet(GAME, History.parse(GAME, SAME_LINE))
    sea = sea_of(GAME)
    both = sea.on[:, [sea.numbers[5, 5], sea.numbers[5, 6]]].all(axis=1)
    one = int(info.weights[both].sum()) / info.size
    ours = f"after {SAME_LINE} the two are one ship with {one:.4f}, and two ships with {1 - one:.4f}"
    said = "two hits side by side: the line of the ship is found"
    yield Claim.judged(where, said, ours, one == 1, "ships may touch")


def _seven() -> Claim:
    """Section 2.5.4: who was sunk is not always to be told; counted by the game that tells lengths."""
    sizes, game = {}, Battleship(answers="length")
    for one, other in product(sorted(set(GAME.ships)), repeat=2):
        history = History.parse(game, SEVEN.format(f"sunk {one}", f"sunk {other}"))
        sizes[other, one] = FleetSet(game, history).size
    whole = FleetSet(GAME, History.parse(GAME, SEVEN.format("sunk", "sunk"))).size
    assert sum(sizes.values()) == whole
    readings = {f"{one} + {other}": size for (one, other), size in sizes.items() if one + other == 7 and size}
    shares = ", ".join(f"{text} {size / whole:.3f}" for text, size in readings.items())
    ours = f"seven hits in a row, the ends sunk ({SEVEN.format('sunk', 'sunk')}): {shares} of {whole:,} boards"
    agrees = readings.get("4 + 3", 0) > 0 and readings.get("5 + 2", 0) > 0
    why = "the rest have hits that belong to ships across the row"
    return Claim.judged("2.5.4", "4 + 3 could also be interpreted as 5 + 2", ours, agrees, why)


def _compared(shots: ShotCounts) -> Claim:
    theirs, exact, more = map(plus_minus, (shots.mean(THEIRS), shots.mean(EXACT), shots.more(THEIRS)))
    ours = (
        f"{theirs} shots by {THEIRS}, {exact} by the exact posterior on the same {shots.boards} boards (seed {SEED}): "
        f"{more} more"
    )
    why = "no number of queries is printed; where the paper is silent the reading of its procedure is ours"
    return Claim.unchecked("2.5", "the procedure: as few queries as possible", ours, why)
