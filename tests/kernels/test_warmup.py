"""After `sleuth warmup` nobody waits for a compiler: no kernel is compiled for a type that was not warmed."""

from __future__ import annotations

import subprocess
import sys

import pytest

CODE = """
from importlib import import_module
from sleuth.core.kernel_warmup import warm_all
from sleuth.core.registry import KERNELS

def compiled():
    kernels = {}
    for name in KERNELS.names():
        for key, value in vars(import_module(KERNELS.load(name).__module__)).items():
            if hasattr(value, "signatures"):
                kernels[name, key] = len(value.signatures)
    assert len(kernels) > 20
    return kernels

warm_all(lambda *told: None)
before = compiled()
from sleuth import begin, evaluate, parse_game, parse_strategy, tabulate, Truthful, match
from sleuth.core.offers import axes_of, drawable
import numpy as np
for spec in (
    "mastermind:pegs=3,colours=4", "mastermind:pegs=2,jar=3-2-1", "fake-coin:coins=5", "black-box:size=4,atoms=2",
    "number:numbers=300", "treasure-hunt:cells=9", "guess-who", "wordle:length=4", "bulls-and-cows:length=3,symbols=6",
):
    game = parse_game(spec)
    tabulate(game, keep=False)
    forms = ["enumerated"] + (["tabular"] if axes_of(game) else []) + (["sampled"] if drawable(game) else [])
    for rule in ("entropy", "minimax:ties=lex", "parts:ties=entropy+possible", "size:only_possible=true",
        "sharma-mittal:order=2,degree=0.5", "sharma-mittal:degree=-3", "sharma-mittal:order=inf,degree=2"):
        evaluate(game, parse_strategy(rule))
    for form in forms:
        info = begin(game, form)
        secret = info.candidates()[1]
        for rule in ("random", "entropy", "sampled-ises", "sampled-ises:seconds=0.01", "ismcts:iterations=50",
            "sharma-mittal:order=2,degree=-3", "ismcts:iterations=50,prior=entropy"):
            strategy = parse_strategy(rule)
            decision = strategy.decide(info, rng=np.random.default_rng(0))
            decision.reasons, decision.alternatives, decision.leaves
            after = info.observe(decision.action, game.feedback(decision.action, secret))
            strategy.decide(after, rng=np.random.default_rng(0)) if not after.over else None

from sleuth.games.clue.rules.clue import Clue
from sleuth.games.clue.belief.facts import Has, OneOf, Showed
from sleuth.games.clue.belief.counting import Position
table = Clue.of(4)
facts = [Has(1, table.cards("Green, Wrench, Lounge, Library, Kitchen")), OneOf(2, table.cards("Plum, Rope, Hall"))]
position = Position(table, [*facts, Showed(3, table.cards("White, Knife, Study"), table.card("White"))])
assert position.worlds == Position(table, position.facts, None).worlds
assert abs(position.probabilities.sum() - 21) < 1e-9
assert position.samples(3, np.random.default_rng(0)).shape == (3, 21)

from sleuth.games.clue.solver.sequences import Duel
from sleuth.games.clue.solver.equilibrium import Solver
Solver(most_lp=100, iterations=3).solve(Duel(3, 1, 1))
Solver().solve(Duel(2, 1, 1, 2))

for spec in (
    "battleship:size=6,fleet=3-2", "battleship:size=6,fleet=3-2,answers=length,touching=false", "hangman:lengths=5-3",
    "wordle:length=4@lies:most=1", "mastermind:pegs=3,colours=4@noise:chance=0.1",
):
    game = parse_game(spec)
    info = begin(game)
    match(info, parse_strategy("entropy"), Truthful(game, info.sample(np.random.default_rng(0))[0]))
print({key: (before[key], n) for key, n in compiled().items() if n != before[key]})
"""


@pytest.mark.heavy
def test_nothing_is_compiled_after_the_warm_up() -> None:
    done = subprocess.run([sys.executable, "-c", CODE], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip() == "{}"
