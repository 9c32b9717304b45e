"""Sampled sets of games with a prior against a list: is every chance within the error that the set says?

The games are small codes with weights of all magnitudes, some of them 0, and small changes that do not lead everywhere
at once; so little effort is spent that samples of every kind occur: drawn, led from the prior, and whole.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import isclose, sqrt
from random import Random
from typing import Any, ClassVar

import numpy as np

from sleuth.belief.sampled import Effort, SampledSet
from sleuth.core.errors import StarvedError
from sleuth.core.game import Game, Secret, Symmetry
from sleuth.core.history import History
from sleuth.games.codes.rules.mastermind import Mastermind
from sleuth.kernels.arrays import Array, Floats
from sleuth.testing import listing
from sleuth.testing.comparison import PATIENCE, GameComparison

FAR = 5.0
"""How many standard errors a chance may be off."""
STEPS = 4
"""How long a history is followed."""
EFFORTS = (
    Effort(particles=100, draws=400, walkers=100, moves=60, actions=20),
    Effort(particles=200, draws=1, walkers=200, moves=60, actions=20),
    Effort(particles=400, draws=1, walkers=200, moves=80, actions=20),
    Effort(particles=300, draws=20_000, walkers=150, moves=80, actions=20),
)


@dataclass(frozen=True)
class WeighedCodes(Mastermind):
    """Mastermind whose codes have weights of their own, drawn at random once; secrets travel as rows."""

    name: ClassVar[str] = "weighed-codes"

    spread: float = 1.0
    """How many magnitudes lie between the weights."""
    seed: int = 0
    near: bool = False
    """Whether a small change is the next symbol at one place, and nothing else."""

    @cached_property
    def codes(self) -> Array:
        """All codes, in order."""
        places = np.indices((self.colours,) * self.pegs, np.uint8)
        return np.ascontiguousarray(places.reshape(self.pegs, -1).T)

    @cached_property
    def weights(self) -> Floats:
        """The weight of each code; one in ten has none."""
        rng = np.random.default_rng([self.seed, 1])
        drawn = 10 ** (self.spread * rng.random(len(self.codes)))
        drawn[1:][rng.random(len(drawn) - 1) < 0.1] = 0.0
        return np.asarray(drawn, np.float64)

    def prior_rows(self, rows: Array) -> Floats:
        places = rows.astype(np.int64) @ self.colours ** np.arange(self.pegs)[::-1]
        return np.asarray(self.weights[places], np.float64)

    def prior(self, secret: Secret) -> Any:
        return float(self.prior_rows(np.array([secret], np.uint8))[0])

    def draw_rows(self, rng: np.random.Generator, n: int) -> Array:
        return self.codes[rng.choice(len(self.codes), size=n, p=self.weights / self.weights.sum())]

    def vary_rows(self, rows: Array, rng: np.random.Generator) -> Array:
        if not self.near:
            return super().vary_rows(rows, rng)
        new, each = np.array(rows), np.arange(len(rows))
        place = rng.integers(self.pegs, size=len(rows))
        change = rng.choice(np.array([1, self.colours - 1]), size=len(rows))
        new[each, place] = (new[each, place] + change) % self.colours
        return new

    def symmetries(self) -> Iterator[Symmetry]:
        """None: each code has a weight of its own."""
        return iter(())


@dataclass(frozen=True)
class PlainWeighedCodes(WeighedCodes):
    """The same, with secrets that travel one by one."""

    name: ClassVar[str] = "plain-weighed-codes"

    def draw_many(self, rng: np.random.Generator, n: int) -> list[Any]:
        return [tuple(row) for row in super().draw_rows(rng, n).tolist()]

    def draw_rows(self, rng: np.random.Generator, n: int) -> Any:
        return None

    def draw(self, rng: np.random.Generator) -> Any:
        return self.draw_many(rng, 1)[0]


def _jar(rng: Random, pegs: int, colours: int) -> Game:
    most = rng.choice([3, 9, 60])
    amounts = [rng.randint(1, most) for _ in range(colours)]
    amounts[0] += len(set(amounts)) == 1  # of codes that are all alike a chain tells no error
    return Mastermind(pegs, colours, "-".join(map(str, amounts)))


def _weighed(rng: Random, pegs: int, colours: int) -> Game:
    return WeighedCodes(pegs, colours, "", rng.choice([0.5, 1.0, 3.0]), rng.getrandbits(32), rng.random() < 0.5)


def _plain(rng: Random, pegs: int, colours: int) -> Game:
    return PlainWeighedCodes(pegs, colours, "", rng.choice([0.5, 1.0, 3.0]), rng.getrandbits(32), rng.random() < 0.5)


SAMPLED = {"sampled-jars": _jar, "sampled-weights": _weighed, "sampled-plain": _plain}
"""The kinds of games with a prior whose sampled sets are compared."""
SIZES = ((3, 3), (3, 4), (3, 6), (4, 3), (4, 4), (5, 2), (5, 3), (7, 2))


def sampled_game(kind: str, seed: int) -> Game:
    """The game of a kind with a seed, of up to 256 secrets."""
    rng = Random(f"{kind} {seed}")
    return SAMPLED[kind](rng, *rng.choice(SIZES))


def compare_sampled(kind: str, seed: int, patience: float = PATIENCE) -> GameComparison:
    """What a sampled set says along one history, beside what a list says."""
    out = GameComparison(sampled_game(kind, seed), Random(f"compare {kind} {seed}"), patience)
    out.check("game", True)
    game, rng = out.game, out.rng
    secrets = list(game.secrets())
    weights = [game.prior(secret) for secret in secrets]
    secret = rng.choices(secrets, weights)[0]
    info = SampledSet(game, rng.getrandbits(32), rng.choice(EFFORTS))
    history = History()
    _compare(out, info, history)
    for _ in range(rng.randint(1, STEPS)):
        action = rng.choice(secrets)
        step = action, game.feedback(action, secret)
        try:
            after = info.observe(*step)
        except StarvedError:
            out.check("starved", True)  # too little effort, which the error says; nothing false was said
            return out
        except Exception as error:
            out.check("answer", False, f"{type(error).__name__}: {error}")
            return out
        assert isinstance(after, SampledSet)
        info, history = after, history.add(*step)
        _compare(out, info, history)
        if info.over:
            break
    return out


def _compare(out: GameComparison, info: SampledSet, history: History) -> None:
    """The chance of each secret, of halves of them, and of each answer to an action."""
    game, truth = out.game, listing.posterior(out.game, history)
    truth = {secret: chance for secret, chance in truth.items() if chance}
    said = {secret: info.probability(secret) for secret in info.candidates()}
    out.check("particles", set(said) <= set(truth), lambda: f"{set(said) - set(truth)} explain not every answer")
    out.check("sum", isclose(sum(said.values()), 1), lambda: f"the chances sum to {sum(said.values())}")
    out.check("not exact", not info.exact and bool(info.notes))
    where = f"after {len(history)} steps"
    if info.whole:
        out.equal(f"whole {where}: secrets", set(said), set(truth))
        for secret in truth:
            out.near(f"whole {where}: chance", info.probability(secret), truth[secret])
        return
    events: list[Sequence[Secret]] = [[secret] for secret in out.rng.sample(list(truth), min(5, len(truth)))]
    events += [[secret for secret in truth if secret[place] == 0] for place in range(len(next(iter(truth))))]
    action = out.rng.choice(list(game.secrets()))
    events += [[s for s in truth if game.feedback(action, s) == answer] for answer in _answers(game, action, truth)]
    size = info.effective_size or 1.0  # too few draws make too small an error: that of the true chance counts as well
    for event in events:
        chance = float(sum((truth[secret] for secret in event), Fraction(0)))
        error = info.standard_error(frozenset(event).__contains__)
        estimate = info.probability(frozenset(event).__contains__)
        known = error is not None and abs(estimate - chance) <= FAR * max(error, sqrt(chance * (1 - chance) / size))
        how = "led" if info.found.moves else "drawn"
        out.check(f"{how}: chance", known, f"{where}: {estimate:.4f} with error {error}, not {chance:.4f}")


def _answers(game: Game, action: Any, secrets: Any) -> list[Any]:
    return list(dict.fromkeys(game.feedback(action, secret) for secret in secrets))
