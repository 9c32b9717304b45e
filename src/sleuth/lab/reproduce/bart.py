"""Bart's thesis of 2000 on MYST and Clue: the claims of chapters 2 to 4, held against the running game.

A claim about all sizes is checked up to some size: then it holds up to that. Where one is false, the smallest
counterexample that we found is printed.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import product
from typing import TYPE_CHECKING

import numpy as np

from sleuth.games.clue.belief.counting import Position
from sleuth.games.clue.belief.facts import Fact, Has, OneOf, Showed
from sleuth.games.clue.belief.formula_text import parse_formula
from sleuth.games.clue.belief.worlds import Worlds
from sleuth.games.clue.rules.actions import Action, CardQuestion, No, Shows, Yes
from sleuth.games.clue.rules.myst import Myst
from sleuth.games.clue.rules.situation import Situation
from sleuth.games.clue.solver import recurrence
from sleuth.games.clue.solver.equilibrium import Equilibrium, Solver, bluffs
from sleuth.games.clue.solver.sequences import Duel
from sleuth.games.clue.solver.solvable import QuestionSearch, verdict
from sleuth.lab.matplotlib_svg import BLUE, GREY, ORANGE, Picture, chart, tidy
from sleuth.lab.reproduce.claims import Claim, Reproduction, Rows, Run

if TYPE_CHECKING:
    from matplotlib.axes import Axes

TITLE = "Bart 2000, Strategies for Static Information, Noncooperative Games with Imperfect Information (MYST and Clue)"
LARGEST, QUICK_LARGEST = 1000, 200
THEOREMS = 60
BLUFFING = ((1, 1), (2, 1), (3, 1), (4, 1), (5, 1), (6, 1), (1, 2), (2, 2), (3, 2), (4, 2), (1, 3), (2, 3))
QUICK_BLUFFING = ((1, 1), (2, 1), (3, 1), (4, 1), (1, 2), (2, 2), (1, 3))
PLAIN = ((1, 1), (2, 1), (3, 1), (4, 1), (1, 2), (2, 2), (3, 2))
"""Games without bluffs that are solved whole, beside the recurrence."""
QUICK_SEVERAL = ((2, 1, 2), (3, 1, 2), (3, 1, 3), (1, 2, 2), (1, 2, 3))
SEVERAL = (*QUICK_SEVERAL, (2, 2, 3))
"""Games with 1 < q <= m + n that are solved whole."""
SEARCHED, QUICK_SEARCHED = 7, 6
"""Cards of the games in which all questions and answers are tried."""


def reproduce(run: Run) -> Reproduction:
    """Claim by claim. Nothing is drawn at random, so there are no trials."""
    solver = Solver(progress=run.progress)
    limit = recurrence.diagonal(QUICK_LARGEST if run.quick else LARGEST)
    cases = QUICK_BLUFFING if run.quick else BLUFFING
    bluffing = {(m, n): solver.solve(Duel(m, n, n)) for m, n in cases}
    largest = {m: solver.solve(Duel(m, 2, 2, m + 3)) for m in (1, 2, 3)}
    several = {(m, n, q): solver.solve(Duel(m, n, n, q)) for m, n, q in (QUICK_SEVERAL if run.quick else SEVERAL)}
    with_largest = several | {(m, 2, m + 3): solved for m, solved in largest.items()}
    claims = (
        _initial_knowledge(),
        _fifth_player(),
        _direct_questions(),
        _five_cycle(),
        _solvable(QUICK_SEARCHED if run.quick else SEARCHED),
        _showing(),
        _early_guess(largest),
        _no_bluff(solver, several),
        _finite(),
        _mixed([*bluffing.values(), *with_largest.values()]),
        _first_player(with_largest),
        _table(solver),
        _observation(recurrence.first_observation(6), "n1 < n2 implies P <= 1/2"),
        _observation(recurrence.second_observation(6), "P < 1/2 implies n1 < n2"),
        _theorem(
            "Theorem 4.4", "P(m,1,1) = 1, (a+1)/(2a+1) for m = 2a, 1/2 for m = 2a+1", recurrence.theorem_4_4(THEOREMS)
        ),
        _theorem("Theorem 4.5", "P(1,n,n) = (n+2)/(2n+2) from n = 2", recurrence.theorem_4_5(THEOREMS)),
        _limit(limit),
        _bluffing(bluffing),
    )
    numbers = (
        ("recurrence", _recurrence_rows()),
        ("limit", [("k", "P(k,k,k)"), *((k, float(limit[k])) for k in range(1, len(limit)))]),
        ("bluffing", _bluffing_rows(bluffing)),
        ("several", _several_rows(with_largest)),
    )
    return Reproduction("bart", TITLE, claims, (_limit_figure(limit), _bluff_figure(bluffing)), numbers)


BySizes = dict[tuple[int, int, int], Equilibrium]
"""Solved games by m, n and q."""


def _initial_knowledge() -> Claim:
    game = Myst(m=1, n=1, p=2, q=1)
    worlds = Worlds.of(Situation.begin(game, (0b001, 0b010, 0b100)))
    printed = [worlds.holds(parse_formula(game, f"K(1, h(1,s{x}))")) for x in (1, 2, 3)]
    mended = [worlds.holds(parse_formula(game, f"h(1,s{x}) -> K(1, h(1,s{x}))")) for x in (1, 2, 3)]
    ours = f"K(1, h(1,s)) for s1, s2, s3 is {_yes(printed)}; with 'if i holds s' it is {_yes(mended)}"
    why = "as printed, every player holds every card"
    return Claim.judged("axiom (2.14)", "player i knows that she holds s_x, for every s_x", ours, all(printed), why)


def _yes(values: Sequence[bool | None]) -> str:
    return ", ".join(str(value).lower() for value in values)


def _fifth_player() -> Claim:
    game = Myst(m=2, n=1, p=5, q=2)
    asked = game.cards("s1 s2")
    position = Position(game, [Has(5, game.cards("s7")), OneOf(2, asked), OneOf(4, asked)], None)
    in_pile, where = (position.probabilities[holder, :2].tolist() for holder in (0, 2))
    ours = f"in the pile {in_pile[0]:g}, {in_pile[1]:g}; with player 2 {where[0]:g}, {where[1]:g}"
    agrees = in_pile == [0.0, 0.0] and all(0 < p < 1 for p in where)
    said = "player 5 learns that neither of two cards is in the pile, and not where they are"
    return Claim.judged("3.1", said, ours, agrees)


def _direct_questions() -> Claim:
    game = Myst(m=2, n=1, p=3, q=2)
    deal = [game.cards(text) for text in ("s3 s4", "s1", "s5", "s2")]
    events: list[Action] = [CardQuestion(1, game.cards("s2 s3")), No(2), Yes(3), Shows(3, 1, game.card("s2"))]
    worlds = Worlds.of(Situation.begin(game, deal).do_all(events))
    known, whole = (worlds.holds(parse_formula(game, f"K(1, {fact})")) for fact in ("h(0,s3)", "h(0,s3) & h(0,s4)"))
    ours = (
        f"{game}: 1 asks s2, s3; 2 says no; 3 shows s2. "
        f"K(1, h(0,s3)) is {_yes([known])}, and the whole pile is not known: {_yes([whole])}"
    )
    said = "only a question that all answer with no determines a portion of the pile"
    return Claim.judged("3.1", said, ours, not (known and not whole), "player 3 has one card, and it was shown")


def _five_cycle() -> Claim:
    clauses = [OneOf(2, 1 << a | 1 << (a + 1) % 5) for a in range(5)]
    worlds = {n: Position(Myst(m=3, n=n, p=3, q=2), clauses, None).worlds for n in (1, 2, 3)}
    least = min(n for n, number in worlds.items() if number)
    ours = f"with 1, 2, 3 cards there are {worlds[1]}, {worlds[2]}, {worlds[3]:,} deals"
    return Claim.judged("3.2", "five yeses around a cycle of five cards need a hand of three", ours, least == 3)


def _solvable(most: int) -> Claim:
    games = [
        Myst(cards - n * p, n, p, q)
        for cards in range(3, most + 1)
        for p, n in product(range(2, cards), range(1, cards))
        if n * p < cards
        for q in range(1, cards + 1)
    ]
    agrees = all((QuestionSearch(g, next(g.deals())).least() is not None) == verdict(g).solvable for g in games)
    ours = f"{len(games)} games, by a search over all questions against the worst answers"
    said = "a winning sequence exists if and only if q <= m + n + 1, for any number of players"
    return Claim.judged("Theorem 3.2", said, ours, agrees, up_to=f"{most} cards, 2 to {most - 1} players")


def _showing() -> Claim:
    game = Myst(m=1, n=2, p=2, q=4)
    facts: list[Fact] = [Has(1, game.cards("s1 s2")), Showed(2, game.cards("s1 s2 s3 s4"), game.card("s3"))]
    chances = {game.format_cards(pile): chance for pile, chance in Position(game, facts).piles}
    texts = ", ".join(f"{pile} {chance:.3f}" for pile, chance in chances.items())
    ours = f"{game}: I hold s1, s2, ask s1 to s4 and see s3; the pile is {texts}"
    why = "who has s3 and s4 shows s3 half of the time, who has s3 and s5 always"
    equal = max(chances.values()) - min(chances.values()) < 1e-9
    return Claim.judged("Lemma 4.2", "after a card is shown, all worlds are equally likely", ours, equal, why)


def _early_guess(largest: dict[int, Equilibrium]) -> Claim:
    values = {m: Fraction(m, m + 1) for m in largest}
    texts = [f"m = {m}: {_about(solved)}, not {values[m]}" for m, solved in largest.items()]
    agrees = all(abs(solved.value - float(values[m])) < 1e-9 for m, solved in largest.items())
    why = f"which card is shown is a choice, and a telling one; {SIMPLEST}"
    if all(Solver().solve(Duel(m, 1, 1, m + 2)).exact == 1 for m in largest):
        why += "; with n = 1 the first question settles it"
    said = "q = m + n + 1: player 2 wins with chance at most 1/(m+1), so player 1 with m/(m+1)"
    ours = f"n = 2, with both playing as well as can be: {'; '.join(texts)}"
    return Claim.judged("Theorem 4.1", said, ours, agrees, why)


def _about(solved: Equilibrium) -> str:
    """The value, and the simplest fraction that its bracket allows."""
    return f"{solved.value:.6f}" + (f" ({solved.exact})" if solved.exact else "")


SIMPLEST = "in brackets the simplest fraction that the error allows, which is a guess"


def _no_bluff(solver: Solver, several: BySizes) -> Claim:
    """Optimal is what guarantees the value. Games that are won at once or leave no room for a bluff say nothing."""
    never, idle, useful = list[str](), list[str](), list[str]()
    for (m, n, q), solved in several.items():
        first, second = (_bluff_sequences(solved, player) for player in (0, 1))
        if not first or solved.value > 1 - 1e-9:
            continue
        name, duel, aim = f"({m},{n},{q})", solved.form.duel, np.zeros(solved.form.sides[0].size)
        name += f" with {len(first) + len(second):,} decisions"
        aim[np.concatenate(first)] = 1.0
        some = solver.most(duel, aim) > 1e-6
        worse = abs(solver.solve(duel._replace(bluff=False)).value - solved.value) > 1e-9
        if worse or (some and aim @ solver.worth(duel) > 1e-9):
            useful.append(name)
        else:
            (idle if some else never).append(name)
    ours = "consistent with it: the value is the same without bluffs; no strategy of player 1 that guarantees it bluffs"
    if idle:
        ours += f". In {', '.join(idle)} some do, only where player 2's optimal strategy leaves her nothing to win"
    if useful:
        ours = f"a bluff is worth something in {', '.join(useful)}"
    said = "any strategy which employs bluffing is not optimal when q > 1"
    up_to = f"(m,n,q) = {', '.join(never)} at which a player may bluff"
    return Claim.judged("Claim 4.4", said, ours, not useful, up_to=up_to)


def _bluff_sequences(solved: Equilibrium, player: int) -> list[list[int]]:
    """For each decision of a player at which she may bluff, the sequences that do."""
    decisions = (solved.form.decision(player, number) for number in range(len(solved.form.sides[player].first)))
    places = ([d.first + step for step, choice in enumerate(d.choices) if bluffs(choice)] for d in decisions)
    return [place for place in places if place]


def _finite() -> Claim:
    game = Myst(m=1, n=2, p=2, q=1)
    situation, turns = Situation.begin(game, (0b00001, 0b00110, 0b11000)), 100
    for name in ("asks", "no", "noguess", "endturn") * turns:
        situation = situation.do(next(a for a in situation.legal() if _named(a, name, situation.stage.turn)))
    ours = f"{game}: {turns} turns of the same useless question, and all are possible"
    why = "it is finite if no question may be asked twice"
    return Claim.judged("before Theorem 4.2", "the game tree is finite", ours, False, why)


def _named(action: object, name: str, turn: int) -> bool:
    if isinstance(action, CardQuestion):
        # Player 1 keeps asking for s2, player 2 for s4: cards of their own.
        return name == "asks" and action.cards == (0b00010 if turn == 1 else 0b01000)
    return type(action).__name__.lower() == name


def _mixed(games: Sequence[Equilibrium]) -> Claim:
    worst = max(solved.exploitability for solved in games)
    ours = f"strategies found to which best replies gain {worst:.0e} at most"
    why = "the thesis infers it from a finite tree, so that it needs a rule against repeated questions"
    up_to = f"{len(games)} games in which nobody asks twice for the same"
    said = "there exists a mixed strategy for MYST which is optimal"
    return Claim.judged("Theorem 4.2", said, ours, worst < 1e-9, why, up_to=up_to)


def _first_player(games: BySizes) -> Claim:
    sizes, least = min(games.items(), key=lambda item: item[1].value)
    ours = f"least {least.value:.4f}, at (m,n,q) = {sizes}"
    said = "for 1 < q <= m+n+1 player 1 wins with chance at least 1/2"
    return Claim.judged("Claim 4.5", said, ours, least.value >= 0.5 - 1e-9, up_to=f"{len(games)} games solved")


def _table(solver: Solver) -> Claim:
    """The recurrence, beside the game solved whole with bluffs forbidden."""
    off = max(abs(solver.solve(Duel(m, n, n, bluff=False)).value - float(recurrence.exact(m, n, n))) for m, n in PLAIN)
    rows = "; ".join(", ".join(str(recurrence.exact(m, n, n)) for n in range(1, 5)) for m in range(1, 5))
    said = "a recurrence gives the chance of the player to move"
    ours = f"{off:.0e} off the games solved whole; P(m,n,n), m = 1..4, n = 1..4: {rows}"
    return Claim.judged("(4.1)", said, ours, off < 1e-9, up_to=f"(m,n) in {', '.join(map(str, PLAIN))}")


def _observation(example: tuple[tuple[int, int, int], Fraction] | None, said: str) -> Claim:
    if example is None:
        return Claim.judged("after (4.1)", said, "no counterexample", True, up_to="6 cards of a kind")
    (m, mine, theirs), value = example
    return Claim.judged("after (4.1)", said, f"P({m},{mine},{theirs}) = {value}", False)


def _theorem(where: str, said: str, fails: int | None) -> Claim:
    ours = "in fractions" if fails is None else f"not at {fails}"
    return Claim.judged(where, said, ours, fails is None, up_to=str(THEOREMS))


def _limit(limit: np.ndarray) -> Claim:
    marks = [k for k in (10, 100, 200, 500, 1000) if k < len(limit)]
    texts = ", ".join(f"{limit[k] - 0.5:.5f} (k = {k})" for k in marks)
    away, half = np.abs(limit[2:] - 0.5), len(limit) // 2
    agrees = bool(away[half:].max() < away[:half].max())
    ours, up_to = f"P(k,k,k) - 1/2 = {texts}", f"k = {len(limit) - 1}"
    return Claim.judged("after (4.1)", "P(m,n,n) tends to 1/2", ours, agrees, "supported, not proved", up_to=up_to)


def _bluffing(bluffing: dict[tuple[int, int], Equilibrium]) -> Claim:
    texts = [f"({m},{n}) {_about(solved)}, bluff {solved.bluff_frequency:.3f}" for (m, n), solved in bluffing.items()]
    worst = max(solved.exploitability for solved in bluffing.values())
    above = all(solved.value > 0.5 for solved in bluffing.values())
    why = f"the thesis gives no value; ours: best replies gain {worst:.0e} at most; {SIMPLEST}"
    why += "; every value is above 1/2" if above else ""
    return Claim.unchecked("4.2", "q = 1 with bluffing: an open case", "; ".join(texts), why)


def _recurrence_rows() -> Rows:
    sizes = ((m, n, recurrence.exact(m, n, n)) for m in range(1, 11) for n in range(1, 11))
    return [("m", "n", "P(m,n,n)", "as a float"), *((m, n, str(value), float(value)) for m, n, value in sizes)]


def _bluffing_rows(bluffing: dict[tuple[int, int], Equilibrium]) -> Rows:
    rows: list[Sequence[object]] = [
        ("m", "n", "no bluffing", "bluffing", "fraction in the bracket", "first bluff", "best replies gain", "leaves")
    ]
    for (m, n), solved in bluffing.items():
        plain = float(recurrence.exact(m, n, n))
        numbers = (round(solved.value, 9), str(solved.exact or ""), round(solved.bluff_frequency, 6))
        rows.append((m, n, round(plain, 9), *numbers, solved.exploitability, solved.form.leaves))
    return rows


def _several_rows(games: BySizes) -> Rows:
    rows = ((*sizes, round(s.value, 9), str(s.exact or ""), s.exploitability) for sizes, s in games.items())
    return [("m", "n", "q", "value", "fraction in the bracket", "best replies gain"), *rows]


CHANCE = "chance that the first player wins"


def _limit_figure(limit: np.ndarray) -> Picture:
    def paint(axes: Axes) -> None:
        axes.plot(np.arange(2, len(limit)), limit[2:], color=BLUE, linewidth=1.2, label="P(k,k,k)")
        axes.axhline(0.5, color=GREY, linewidth=1.0, linestyle="--", label="1/2")
        axes.set_xscale("log")
        axes.legend()
        tidy(axes, xlabel="k cards in the pile and in each hand", ylabel=CHANCE)

    return chart("limit", "No bluffing: the first player's chance by size", (6.4, 3.2), paint)


def _bluff_figure(bluffing: dict[tuple[int, int], Equilibrium]) -> Picture:
    def paint(axes: Axes) -> None:
        for n, colour, mark in ((1, BLUE, "o"), (2, ORANGE, "s"), (3, GREY, "^")):
            sizes = [m for m, other in bluffing if other == n]
            values = [bluffing[m, n].value for m in sizes]
            axes.plot(sizes, values, color=colour, marker=mark, label=f"n = {n}, bluffing")
            plain = [float(recurrence.exact(m, n, n)) for m in sizes]
            axes.plot(sizes, plain, color=colour, marker=mark, linestyle=":", fillstyle="none", label=f"n = {n}, none")
        axes.axhline(0.5, color=GREY, linewidth=0.8)
        axes.legend(fontsize=7)
        tidy(axes, xlabel="m cards in the pile", ylabel=CHANCE)

    return chart("bluffing", "With bluffing the first player is always ahead", (6.4, 3.4), paint)
