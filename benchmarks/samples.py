"""Sampled information sets of games with a prior: are their chances right, and does the error that they say hold?

Run: `python benchmarks/samples.py [--positions 100] [--seeds 1] [--even] [--hard]`.

Each position is a Mastermind with a jar at random after some answers, small enough that all codes are listed here, in
plain NumPy. Beside the truth are held the chance of the likeliest secret, of each colour in the first place, and of
each answer to a question at random. A position holds if all its figures are within three of the standard errors that
the set says, and a figure's `z` is by how many it is off. The exit code is 1 if fewer than 95 of 100 positions hold.

With more seeds each position is sampled so often, and the mean of each figure is held against the truth too: that
shows what is wrong always in the same way, with the scatter between the seeds as the yardstick.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from dataclasses import dataclass
from itertools import product

import numpy as np

from sleuth import begin
from sleuth.belief.sampled import SampledSet
from sleuth.core.errors import StarvedError
from sleuth.games.codes.rules.mastermind import Mastermind
from sleuth.kernels.arrays import Array, Bools, Floats

NEAR = 3.0
"""How many standard errors a figure may be off."""
ENOUGH = 0.95
"""The share of positions that have to hold."""


def answers_of(guess: tuple[int, ...], codes: Array, colours: int) -> Array:
    """The answer to a guess of each code, as ten times the blacks and the whites."""
    black = (codes == np.array(guess)).sum(axis=1)
    common = sum(np.minimum((codes == c).sum(axis=1), guess.count(c)) for c in range(colours))
    return np.asarray(10 * black + (common - black))


@dataclass
class Position:
    """A game, what was answered, and the truth about it."""

    game: Mastermind
    steps: list[tuple[tuple[int, ...], tuple[int, int]]]
    codes: Array
    shares: Floats
    question: tuple[int, ...]
    prior: float
    """The prior probability of what was answered."""

    @classmethod
    def drawn(cls, rng: np.random.Generator, even: bool, hard: bool) -> Position:
        """One at random."""
        pegs, colours = (int(rng.integers(low, high)) for low, high in (((7, 9), (5, 7)) if hard else ((4, 7), (3, 6))))
        jar = np.full(colours, 1) if even else rng.integers(1, 10, size=colours)
        game = Mastermind(pegs, colours, "" if even else "-".join(map(str, jar)))
        codes = np.array(list(product(range(colours), repeat=pegs)), np.uint8)
        shares = jar[codes].prod(axis=1) / float(jar.sum()) ** pegs
        secret, left = codes[rng.choice(len(codes), p=shares)], np.ones(len(codes), np.bool_)
        steps = []
        for _ in range(int(rng.integers(3, 5) if hard else rng.integers(2, 5))):
            guess = tuple(rng.integers(colours, size=pegs).tolist())
            told = int(answers_of(guess, secret[None], colours)[0])
            left &= answers_of(guess, codes, colours) == told
            steps.append((guess, divmod(told, 10)))
        prior = float(shares[left].sum())
        question = tuple(rng.integers(colours, size=pegs).tolist())
        return cls(game, steps, codes[left], shares[left] / prior, question, prior)

    def events(self) -> list[Bools]:
        """For each figure, of which of the codes left it is the chance."""
        told = answers_of(self.question, self.codes, self.game.colours)
        likeliest = np.arange(len(self.codes)) == self.shares.argmax()
        first = [self.codes[:, 0] == c for c in range(self.game.colours)]
        return [likeliest, *first, *(told == one for one in np.unique(told))]


@dataclass
class Figures:
    """What a sampled set says of a position, beside what is true."""

    how: str
    estimates: Floats
    errors: Floats
    distance: float
    """Half the sum of what the chances of all secrets are off."""
    effective: float


def figures_of(position: Position, seed: int) -> Figures:
    """Those of one sample."""
    info = begin(position.game, "sampled", seed=seed).observe_all(position.steps)
    assert isinstance(info, SampledSet)
    place = {tuple(code): i for i, code in enumerate(position.codes.tolist())}
    shares = np.zeros(len(place))
    for secret in info.candidates():
        shares[place[secret]] = info.probability(secret)
    estimates, errors = [], []
    for event in position.events():
        those = {tuple(code) for code in position.codes[event].tolist()}
        estimates.append(info.probability(those.__contains__))
        errors.append(info.standard_error(those.__contains__))
    how = "whole" if info.whole else "led" if info.found.moves else "drawn"
    distance = float(np.abs(shares - position.shares).sum() / 2)
    return Figures(how, np.array(estimates), np.array(errors), distance, info.effective_size or np.inf)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--positions", type=int, default=100)
    parser.add_argument("--seeds", type=int, default=1, help="how often each position is sampled")
    parser.add_argument("--seed", type=int, default=0, help="of the positions")
    parser.add_argument("--even", action="store_true", help="without a jar")
    parser.add_argument("--hard", action="store_true", help="more codes and more answers")
    parser.add_argument("--each", action="store_true", help="a line for each position")
    options = parser.parse_args()
    rng = np.random.default_rng(options.seed)
    ways: Counter[str] = Counter()
    held = figures = near = starved = 0
    squares: list[float] = []
    biases: list[float] = []
    distances: list[float] = []
    began = time.process_time()
    seconds = 0.0
    for number in range(options.positions):
        position = Position.drawn(rng, options.even, options.hard)
        truth = np.array([position.shares[event].sum() for event in position.events()])
        start = time.process_time()
        try:
            samples = [figures_of(position, seed) for seed in range(options.seeds)]
        except StarvedError:
            starved += 1
            continue
        seconds += time.process_time() - start
        off = [np.abs(one.estimates - truth) for one in samples]
        z = [np.where(o > 1e-9, o / np.maximum(one.errors, 1e-12), 0) for o, one in zip(off, samples, strict=True)]
        ways.update(one.how for one in samples)
        held += sum(bool((one <= NEAR).all()) for one in z)
        figures, near = figures + sum(one.size for one in z), near + sum(int((one <= NEAR).sum()) for one in z)
        open_ = (truth > 0.01) & (truth < 0.99)
        squares += [float(v) for one, s in zip(z, samples, strict=True) if s.how != "whole" for v in one[open_] ** 2]
        distances += [one.distance for one in samples]
        line = ""
        if options.seeds > 1:
            each = np.array([one.estimates for one in samples])
            scatter = each.std(axis=0, ddof=1) / options.seeds**0.5
            mean = np.abs(each.mean(axis=0) - truth)
            biases += (mean / np.maximum(scatter, 1e-12))[open_ & (scatter > 1e-9)].tolist()
            line = f"; mean off by up to {mean.max():.4f}"
        if options.each:
            effective = np.mean([one.effective for one in samples])
            print(
                f"{number:4} {position.game} {len(position.codes):5} left of prior {position.prior:.1e}: "
                f"{samples[0].how}, "
                f"off by {np.mean([one.distance for one in samples]):.3f}, worst z {max(one.max() for one in z):.1f}, "
                f"effective {effective:,.0f}{line}",
                flush=True,
            )
    samples_made = sum(ways.values())
    said = ", ".join(f"{how} {number}" for how, number in ways.most_common())
    print(f"{samples_made} samples of {options.positions} positions ({said}; {starved} starved)")
    print(f"positions that hold      {held / samples_made:.3f}  (every figure within {NEAR:.0f} standard errors)")
    print(f"figures within           {near / figures:.4f}  of {figures:,}")
    print(f"root mean square of z    {np.mean(squares) ** 0.5 if squares else 0:.2f}")
    print(f"distance from the truth  {np.mean(distances):.4f} on average, {max(distances):.4f} at most")
    if biases:
        print(
            f"mean over seeds          z {np.mean(np.square(biases)) ** 0.5:.2f} root mean square, "
            f"{max(biases):.1f} at most"
        )
    print(f"seconds a sample         {seconds / samples_made:.3f}  ({time.process_time() - began:.0f} s CPU in all)")
    sys.exit(0 if held >= ENOUGH * samples_made else 1)


if __name__ == "__main__":
    main()
