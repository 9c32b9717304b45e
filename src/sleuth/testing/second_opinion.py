"""A second opinion: what the package says of a small game, compared with brute force, figure by figure.

`compare(kind, seed)` makes a nasty game and asks the solver, the evaluation of strategies and the information sets
about it. What they say is held against `brute_force` and `listing`. Whole numbers must be equal; where weights or costs
are fractions, figures may differ by a billionth. A refusal is right only where brute force finds that there is no way.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from fractions import Fraction
from functools import partial
from random import Random
from typing import Any

import numpy as np

from sleuth.belief.base import InformationSet
from sleuth.belief.begin import begin, own_set
from sleuth.core.errors import ContradictionError, ParameterError, SleuthError
from sleuth.core.game import Action, Feedback, Game
from sleuth.core.history import History
from sleuth.core.offers import announced, announces, constrained, rows_of, sequential, truthful
from sleuth.core.tabulate import tabulate
from sleuth.play.evaluate import evaluate
from sleuth.solve import WORST
from sleuth.solve.finding_search import solve_finding
from sleuth.solve.method import SolveOptions
from sleuth.solve.no_tree import NoTree
from sleuth.solve.solver import solve_table
from sleuth.solve.table_solution import TableSolution
from sleuth.strategies.base import Strategy
from sleuth.strategies.catalogue import parse_strategy
from sleuth.testing import listing
from sleuth.testing.brute_force import Optimum, replay
from sleuth.testing.comparison import CLOSE, PATIENCE, GameComparison
from sleuth.testing.nasty_catalogue import nasty_game
from sleuth.testing.sampled_opinion import SAMPLED, compare_sampled
from sleuth.testing.solver_opinion import FigureScale, aimed_at, optimum_of

MEMORY = 1 << 16
"""Bytes for the solver: so few that now and then it forgets a set that it knew."""
RULES = (
    "entropy",
    "minimax",
    "size",
    "parts",
    "entropy:only_possible=true",
    "sharma-mittal:order=2,degree=2",
    "random",
)
FINDERS = ("hit-probability", "entropy")
LISTERS = ("sharma-mittal:order=2,degree=2", "random")
"""Those of the rules that need a table."""
RARELY = 0.4
"""How often the rest is compared, where it is not always."""
STEPS = 4
"""How long a history is followed."""


def compare(kind: str, seed: int, *, everything: bool = True, patience: float = PATIENCE) -> GameComparison:
    """What is said of one nasty game: everything, or one way to solve it and now and then the rest, for many games.

    A call that takes more than `patience` seconds of CPU time is stopped, and wrong.
    """
    if kind in SAMPLED:
        return compare_sampled(kind, seed, patience)
    game = nasty_game(kind, seed)
    out = GameComparison(game, Random(f"compare {kind} {seed}"), patience)
    out.check("game", True)
    aimed = aimed_at(kind, game)
    if aimed and (everything or out.rng.random() > RARELY):
        for compared in dict.fromkeys(aimed) if everything else out.rng.sample(aimed, 1):
            compared(out)
    elif truthful(game) and not everything:
        out.rng.sample(ways(game), 1)[0](out)
    if truthful(game):
        for compared in ways(game) if everything else ():
            compared(out)
        if everything or out.rng.random() < RARELY:
            compare_rule(out)
    if everything or not truthful(game) or out.rng.random() < RARELY:
        compare_knowledge(out)
    return out


# The solver.


def ways(game: Game) -> list[Callable[[GameComparison], None]]:
    """The ways to solve a game that are compared."""
    if game.goal.finds:
        return [_finding, _finding_first]
    return [_unsolved] if sequential(game) else SOLVING


def _unsolved(out: GameComparison) -> None:
    """Where a secret is to be named and answers depend on the past, the solver says that it does not solve that."""
    try:
        _solve(out.game)
    except ParameterError as error:
        out.check("not solved", "depends on what was asked before" in str(error), str(error))
    else:
        out.check("not solved", False, "it is solved as if answers did not depend on the past")


def _mean(out: GameComparison) -> None:
    """The least total."""
    _by_mean(out, "mean", optimum_of(out.game), rows_of(out.game))


def _by_mean(
    out: GameComparison, what: str, optimum: Optimum, within: int | None, asked: bool = False, **terms: Any
) -> None:
    """The least total; rows that are too few for anybody bind nobody, but steps that are asked for do, 0 for any."""
    given = {"within": within} if asked else {}
    within = within or None
    best = optimum.within(within)
    if best is None and not asked:
        within, best = None, optimum.total
    solution = out.result(what, best is not None, lambda: _solve(out.game, **given, **terms))
    if solution is None or best is None:
        return
    scale = FigureScale.of(out.game)
    out.near(f"{what}: total", scale.total(solution), best / scale.unit)
    out.near(f"{what}: lower bound", solution.lower_bound, best / scale.unit)
    out.check(f"{what}: proved", solution.proved and solution.total_proved, "not proved, without a limit")
    if within is not None:
        out.check(f"{what}: within", solution.worst <= within, f"{solution.worst} steps, not {within}")
    if solution.worst_proved and solution.worst:
        shorter = optimum.within(solution.worst - 1)
        right = shorter is None or shorter > best
        out.check(f"{what}: worst case", right, f"{solution.worst} steps are not the fewest with this total")
    _by_replay(out, what, solution, optimum)


def _worst(out: GameComparison) -> None:
    """The fewest steps that are always enough, and the least total among trees that take no more."""
    optimum = optimum_of(out.game)
    solution = out.result("worst", optimum.worst is not None, lambda: _solve(out.game, objective=WORST))
    if solution is None or optimum.worst is None:
        return
    best, scale = optimum.within(optimum.worst), FigureScale.of(out.game)
    assert best is not None
    out.equal("worst: steps", solution.worst, optimum.worst)
    out.equal("worst: lower bound", solution.lower_bound, optimum.worst)
    out.check("worst: proved", solution.proved and solution.total_proved, "not proved, without a limit")
    out.near("worst: total", scale.total(solution), best / scale.unit)
    out.near("worst: bound of the total", solution.total_bound, best / scale.unit)
    _by_replay(out, "worst", solution, optimum)


def _within(out: GameComparison) -> None:
    """The least total within so many steps, often too few."""
    optimum = optimum_of(out.game)
    least = optimum.worst or 1
    within = out.rng.choice([max(1, least - 1), max(1, least), least + 1, 0])
    _by_mean(out, "within", optimum, within, asked=True)


def _first(out: GameComparison) -> None:
    """The least total with a first action, which may be a bad one."""
    game = out.game
    first = out.rng.choice(list(game.actions()))
    _by_mean(out, "first", optimum_of(game, first), rows_of(game), first=first, shortest=True)


def _only_possible(out: GameComparison) -> None:
    """The least total of trees that guess only what may be right."""
    if out.game.goal.only_names:
        optimum = optimum_of(out.game, None, True)
        _by_mean(out, "only possible", optimum, rows_of(out.game), only_possible=True, shortest=True)


def _solve(game: Game, **terms: Any) -> TableSolution:
    solution = solve_table(game, SolveOptions(memory=MEMORY, threads=1, **terms))
    assert not isinstance(solution, NoTree)  # no bound is given
    return solution


def _by_replay(out: GameComparison, what: str, solution: TableSolution, optimum: Optimum) -> None:
    """The tree of a solution, played by hand: it takes what it says, and no less than any tree can."""
    try:
        played = replay(out.game, follow(solution))
    except (KeyError, ParameterError) as error:
        out.check(f"{what}: tree", False, f"the tree asks what may not be asked, or an answer is not in it: {error}")
        return
    if played is None:
        out.check(f"{what}: tree", False, "the tree does not settle every secret")
        return
    steps = {s: int(n) for s, n in zip(solution.tables.secrets, solution.steps, strict=True)}
    out.equal(f"{what}: steps of the tree", steps, played.steps)
    exact, least = (played.cost if FigureScale.of(out.game).by_cost else played.total), optimum.total
    out.check(f"{what}: tree", least is not None and exact >= least, lambda: f"{exact} beats all trees ({least})")


def follow(solution: TableSolution) -> Callable[[History], Action]:
    """What the tree of a solution asks after a history."""
    tree, tables = solution.game_tree, solution.tables
    children = {
        (parent, code): node
        for node, (parent, code) in enumerate(zip(tree.parent.tolist(), tree.feedback.tolist(), strict=True))
    }

    def choose(history: History) -> Action:
        node = 0
        for _, feedback in history:
            node = children[node, tables.feedbacks.code(feedback)]
        return tables.actions[int(tree.action[node])]

    return choose


# Games in which everything is to be found.


def _finding(out: GameComparison) -> None:
    """The fewest steps to find everything."""
    game, optimum = out.game, optimum_of(out.game)
    finding = out.result("find", optimum.total is not None, lambda: solve_finding(game))
    if finding is not None and optimum.total is not None:
        least = optimum.total / FigureScale.of(game).unit
        out.near("find: total", finding.total, least)
        out.near("find: lower bound", finding.lower_bound, least)
        out.check("find: proved", finding.proved, "not proved, without a limit")
        out.equal("find: longest play", optimum.within(finding.worst), optimum.total)


def _finding_first(out: GameComparison) -> None:
    """The fewest steps with a first action; where something is announced, it would depend on that."""
    game = out.game
    if announces(game):
        _finding(out)
        return
    first = out.rng.choice(list(game.actions()))
    best = optimum_of(game, first)
    finding = out.result("find first", best.total is not None, lambda: solve_finding(game, SolveOptions(first=first)))
    if finding is not None and best.total is not None:
        out.near("find first: total", finding.total, best.total / FigureScale.of(game).unit)


# Strategies.


def compare_rule(out: GameComparison) -> None:
    """A rule played against every secret: all at once, and one by one from its own decisions."""
    game = out.game
    rules = FINDERS if game.goal.finds else RULES
    rule = out.rng.choice([rule for rule in rules if rule not in LISTERS or not sequential(game)])
    strategy = parse_strategy(rule)
    games = dict.fromkeys(announced(game, s) for s in game.secrets() if game.prior(s) > 0)
    plays = [replay(announced, _Player(announced, strategy, out).choose, most=20) for announced in games]
    evaluation = out.result(f"evaluate {rule}", None not in plays, lambda: evaluate(game, strategy))
    if evaluation is not None:
        total = sum((play.total for play in plays if play is not None), Fraction(0))
        mass = sum((Fraction(game.prior(s)) for s in game.secrets()), Fraction(0))
        out.near(f"evaluate {rule}: mean", evaluation.mean, total / mass)
        out.equal(f"evaluate {rule}: worst", evaluation.worst, max(play.worst for play in plays if play is not None))


def _optimal(out: GameComparison) -> None:
    """Optimal play, decided set by set."""
    game, optimum, scale = out.game, optimum_of(out.game), FigureScale.of(out.game)
    best = optimum.within(rows_of(game))
    best = optimum.total if best is None else best
    evaluation = out.result("optimal", best is not None, lambda: evaluate(game, parse_strategy("optimal")))
    if evaluation is not None and best is not None:
        said = evaluation.mean_cost * float(scale.mass) if scale.by_cost else evaluation.total
        if constrained(game) and optimum.within(rows_of(game)) is None:  # it keeps to the rows where they are enough
            out.check("optimal: total", said >= best / scale.unit * (1 - CLOSE), f"{said} beats all trees")
            return
        out.near("optimal: total", said, best / scale.unit)


SOLVING: list[Callable[[GameComparison], None]] = [_mean, _mean, _worst, _within, _first, _only_possible, _optimal]
"""The ways to solve a game that has a table."""


class _Player:
    """A strategy that decides after a history, and whose decisions are looked at."""

    def __init__(self, game: Game, strategy: Strategy, out: GameComparison) -> None:
        self.game, self.strategy, self.out = game, strategy, out
        self.known: dict[tuple[Hashable, ...], Action | None] = {}

    def choose(self, history: History) -> Action | None:
        """What it asks; `None` where nothing may be asked, or what it asks leads nowhere."""
        if history.steps not in self.known:
            self.known[history.steps] = self._choose(begin(self.game).observe_all(history))
        return self.known[history.steps]

    def _choose(self, info: InformationSet) -> Action | None:
        game, history = self.game, info.history
        if not listing.legal(game, history):
            return None
        rng = None
        if self.strategy.random:
            rng = _path_rng(game, history)
        action = self.strategy.decide(info, rng=rng).action
        self._judge(info, action)
        return action

    def _judge(self, info: InformationSet, action: Action) -> None:
        """Whether no action would have been better by the rule."""
        score = _SCORES.get(str(self.strategy))
        naming = self.game.goal.only_names and info.size <= 2
        if score is None or naming or self.game.goal.finds:
            return
        history = info.history
        scores = {a: score(self.game, history, a) for a in listing.legal(self.game, history)}
        best = min(scores.values())
        self.out.check(
            f"decide {self.strategy}",
            scores[action] <= best + 1e-9 * max(1.0, abs(best)),
            lambda: f"{action} scores {scores[action]}, and the best {best}, after {history.format(self.game)!r}",
        )


def _path_rng(game: Game, history: History) -> Any:
    """The generator of a random strategy at a node, which `evaluate` seeds by the path."""
    tables = tabulate(game)
    path: list[int] = []
    for action, feedback in history:
        path += [tables.action_index(action), tables.feedback_code(feedback)]
    return np.random.default_rng([0, *path])


def _after(game: Game, history: History, action: Action) -> list[tuple[Fraction, list[Fraction]]]:
    """How likely each answer is, and the chances of the secrets that it leaves."""
    parts: dict[Feedback, list[Fraction]] = {}
    for secret, chance in listing.posterior(game, history).items():
        parts.setdefault(listing.truth(game, history.steps, action, secret), []).append(chance)
    return [(sum(part, Fraction(0)), part) for part in parts.values()]


def _entropy_left(game: Game, history: History, action: Action) -> float:
    return sum(float(mass) * listing.entropy([p / mass for p in part]) for mass, part in _after(game, history, action))


def _most_left(game: Game, history: History, action: Action) -> float:
    return max(len(part) for _, part in _after(game, history, action))


def _answers(game: Game, history: History, action: Action) -> float:
    return -len(_after(game, history, action))


_SCORES: dict[str, Callable[[Game, History, Action], float]] = {
    "entropy": _entropy_left,
    "minimax": _most_left,
    "parts": _answers,
}
"""What a rule makes least."""


# Information sets.


def compare_knowledge(out: GameComparison) -> None:
    """What an information set knows along a random history: who is left, how likely, what may be answered."""
    rng = out.rng
    secrets = [s for s in out.game.secrets() if out.game.prior(s) > 0]
    secret = rng.choice(secrets)
    game, history = announced(out.game, secret), History()
    info = out.result("begin", True, lambda: begin(game))
    for _ in range(rng.randint(1, STEPS)):
        if info is None:
            return
        _compare_set(out, game, info)
        actions = listing.legal(game, history)
        if not actions or listing.over(game, history):
            return
        action = rng.choice(actions)
        if rng.random() < 0.2:
            _compare_refusal(out, game, info, action)
        sayings = [f for f, share in listing.sayings(game, history.steps, action, secret).items() if share]
        feedback = rng.choice(sayings)
        history = history.add(action, feedback)
        info = out.result("observe", True, partial(info.observe, action, feedback))
    if info is not None:
        _compare_set(out, game, info)


def _compare_set(out: GameComparison, game: Game, info: InformationSet) -> None:
    history = info.history
    chances = listing.posterior(game, history)
    out.equal("candidates", set(info.candidates()), set(chances))
    out.equal("number of candidates", info.size, len(chances))
    for secret, chance in chances.items():
        out.near("chance of a secret", info.probability(secret), chance)
    entropy = listing.entropy(list(chances.values()))
    out.check("entropy", abs(info.entropy - entropy) < 1e-9, lambda: f"{info.entropy}, not {entropy}")
    out.equal("goal reached", info.over, listing.over(game, history))
    legal = listing.legal(game, history)
    if info.over or not legal:
        return
    if own_set(game) is None:
        out.equal("legal actions", list(info.actions), legal)
    else:  # which may propose only some of them
        out.check("legal actions", set(info.actions) <= set(legal) and all(map(info.is_legal, legal)))
    _compare_answers(out, game, info)


def _compare_answers(out: GameComparison, game: Game, info: InformationSet) -> None:
    """What may be answered to one action, how likely that is, and whether it ends the play."""
    try:
        outcomes = info.outcomes()
    except Exception as error:
        out.check("outcomes", False, f"{type(error).__name__}: {error}")
        return
    row = out.rng.randrange(len(outcomes))
    action, history = outcomes.actions[row], info.history
    if truthful(game) and game.goal.names and all(action != asked for asked, _ in history):
        hit = [p for s, p in listing.posterior(game, history).items() if s == action or action in listing.hits(game, s)]
        out.near("chance of a hit", float(outcomes.hit_probability[row]), sum(hit, Fraction(0)))
    own = listing.predicted(game, history, action)
    said = {child.feedback: child for child in info.children(action)}
    out.equal("answers", {f for f, part in said.items() if part.probability > 0}, set(own))
    for feedback, chance in own.items():
        if feedback in said:
            out.near("chance of an answer", said[feedback].probability, chance)
            over = listing.over(game, history.add(action, feedback))
            out.equal("answer that ends the play", said[feedback].over, over)


def _compare_refusal(out: GameComparison, game: Game, info: InformationSet, action: Action) -> None:
    """An answer that no secret gives is refused, or the set says that it counts more than the secrets of a list."""
    answers = dict.fromkeys(game.feedback(a, s) for a in game.actions() for s in game.secrets())
    feedback = out.rng.choice(list(answers))
    if not listing.posterior(game, info.history.add(action, feedback)):
        try:
            after = info.observe(action, feedback)
        except SleuthError as error:
            right = isinstance(error, ContradictionError)
            out.check("contradiction", right, f"{type(error).__name__}: {error}")
        else:
            taken = f"{action}={feedback} is taken, though nobody can have said it"
            out.check("contradiction", info.exact and not after.exact, taken)
