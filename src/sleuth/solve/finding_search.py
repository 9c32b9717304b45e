"""The optimum of games in which everything must be found: all ships of a small board, all letters of a short list.

The least expected steps from a state, by depth-first search with bounds. A state is the set of candidates together with
what was asked. Play is over once every candidate has had all its hits asked, or was named. So the value of a state
depends on the candidates and on which of their hits are still missing; these may differ from candidate to candidate
where an answer does not tell a hit from a miss.

Each candidate needs a step for every hit that is still missing (or one, if it may be named), and one for every miss
before its first hit. Where all misses of an action are answered alike, those that were never hit follow one line of
actions, and each action can hit no more than it would now: so at best the action that hits most comes first, the one
that hits second most comes next, and so on. Where misses tell something, that holds for the first action alone. The sum
is a bound that no strategy beats. Actions are tried in the order of their chance to hit.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from math import inf
from typing import Any, NamedTuple

from sleuth.core.errors import ActionError, ParameterError, StuckError
from sleuth.core.game import Action, Game
from sleuth.core.limit import Clock, work_clock
from sleuth.core.offers import announcements, constrained, count_of, repeats
from sleuth.core.progress import Progress
from sleuth.core.text import shorten
from sleuth.solve.finding_problem import MAX_SECRETS, FindPart, FindProblem, FindState, too_large
from sleuth.solve.finding_solution import FindingSolution
from sleuth.solve.method import MEAN, USUAL, Method, SolveOptions
from sleuth.strategies.tree_nodes import Node

Options = list[tuple[int, list[FindPart]]]
"""Actions, each with what its answers would leave."""
SUMMED = ("secrets", "mass", "total", "lower_bound", "nodes", "seconds")
"""The figures that add up over games of which one is announced."""


class SearchStoppedError(Exception):
    """The time of a search is up."""


class _Look(NamedTuple):
    """What is seen of a state at once."""

    least: int
    """Steps that no strategy beats, over all candidates."""
    exact: bool
    """Whether these are the steps of the best strategy."""
    missing: int
    """The actions that still hit some candidate."""


class FindingSearch:
    """Depth-first search with bounds, and a memory of what is known of each state."""

    def __init__(self, problem: FindProblem, clock: Clock) -> None:
        self.problem, self.clock = problem, clock
        self.nodes = 0
        self.free = problem.table is not None and not constrained(problem.game)
        """Whether an action that tells nothing can as well be asked at the end."""
        self.known: dict[object, tuple[float, bool, int]] = {}
        """For each state: a value, whether it is exact (else a lower bound), and the best action.

        The action is -1 where all that still hits is asked.
        """

    def key(self, state: FindState) -> object:
        """What a state's value depends on."""
        problem = self.problem
        group = problem.group(state.candidates)
        if self.free:
            # What hits all of them and was asked told nothing: it matters only how many such steps are done.
            asked = state.asked & group.concerned
            return state.candidates, asked & ~group.common, (asked & group.common).bit_count()
        concerned = group.concerned if problem.table is not None or problem.plain_misses else -1
        if problem.law is not None and problem.law.ordered:
            past: object = tuple(a for a in state.order if concerned >> a & 1)
        else:
            past = state.asked & concerned
        return state.candidates, past, state.allowed

    def look(self, state: FindState) -> _Look:
        """A bound of the steps, over all candidates; exact where nothing is left to choose."""
        problem, unasked = self.problem, ~state.asked
        steps = waiting = idle = missing = 0
        common, named = -1, False
        for s in problem.bits(state.candidates):
            left = problem.hits[s] & unasked
            missing |= left
            common &= left
            if not left:
                idle += problem.weights[s]
                continue
            number, weight = left.bit_count(), problem.weights[s]
            if number > 1 and problem.may_name(s, state.asked):
                number, named = 1, True
            steps += weight * number
            waiting += weight
        if not waiting:
            return _Look(0, True, 0)
        free = not constrained(problem.game)
        if not state.candidates & state.candidates - 1:
            return _Look(steps, free and (problem.table is not None or not named), missing)
        if missing == common and not named and free:
            return _Look(steps, True, missing)
        steps += idle  # play is not over, so they take a step too
        masses = [
            problem.mass(state.candidates & success)
            for action, success in enumerate(problem.successes)
            if unasked >> action & 1 and state.candidates & success
        ]
        if not problem.plain_misses:
            return _Look(steps + max(0, waiting - max(masses, default=0)), False, missing)
        masses.sort(reverse=True)
        for misses, most in enumerate(masses):
            steps += misses * min(most, waiting)
            waiting -= most
            if waiting <= 0:
                break
        return _Look(steps, False, missing)

    def options(self, state: FindState) -> Options:
        """The actions worth trying, the likeliest to hit first."""
        problem, whole = self.problem, state.candidates
        scored = []
        for action in range(len(problem.actions)):
            again = bool(state.asked >> action & 1)
            if (again and not repeats(problem.game)) or not state.allowed >> action & 1:
                continue
            parts = problem.parts(state, action)
            success = 0 if again else whole & problem.successes[action]
            vain = again or self.free or (not success and (problem.table is not None or problem.plain_misses))
            if vain and len(parts) == 1 and not parts[0].over:
                continue  # it tells nothing, and can as well be asked at the end, if at all
            spread = sum(problem.mass(part.candidates) ** 2 for part in parts)
            scored.append((-problem.mass(success), spread, action, parts))
        scored.sort(key=lambda row: row[:3])
        return [(action, parts) for _, _, action, parts in scored]

    def value(self, state: FindState, most: float, look: _Look) -> float:
        """The least steps over all candidates; where that is `most` or more, a number that is at least `most`."""
        if look.exact or look.least >= most:
            return look.least
        key = self.key(state)
        known = self.known.get(key)
        if known is not None and (known[1] or known[0] >= most):
            return known[0]
        self.nodes += 1
        self.clock.nodes += 1
        if self.clock.spent():
            raise SearchStoppedError
        options = self.options(state)
        rest = self.rest(state, look, options)
        best, chosen = self.best_of(state, options, min(most, rest), look.least)
        self.known[key] = (best, chosen >= 0 or rest < most, chosen)
        return best

    def rest(self, state: FindState, look: _Look, options: Options) -> float:
        """The steps of asking all that still hits any candidate, where none of it tells them apart."""
        if not self.free or any(look.missing >> action & 1 for action, _ in options):
            return inf
        return self.problem.mass(state.candidates) * look.missing.bit_count()

    def best_of(self, state: FindState, options: Options, most: float, least: float) -> tuple[float, int]:
        """The least steps of some actions and the one that takes them; `most` and -1 if none takes less than that."""
        problem, here = self.problem, self.problem.mass(state.candidates)
        best, chosen = most, -1
        for action, parts in options:
            states = [problem.after(state, action, part) for part in parts if not part.over]
            looks = [self.look(following) for following in states]
            total: float = here + sum(look.least for look in looks)
            for following, look in sorted(zip(states, looks, strict=True), key=lambda pair: -pair[0][0].bit_count()):
                if total >= best:
                    break
                total += self.value(following, best - total + look.least, look) - look.least
            if total < best:
                best, chosen = total, action
                if best <= least:
                    break
        return best, chosen

    def choice(self, state: FindState) -> int:
        """What to ask in a state: the best that is known, else what is likeliest to hit; -1 for all that still hits."""
        look = self.look(state)
        if look.exact:
            return -1
        known = self.known.get(self.key(state))
        if known is not None and known[1]:
            return known[2]
        options = self.options(state)
        return options[0][0] if options else -1

    def hit(self, state: FindState) -> int:
        """The first action that still hits any candidate, or the one that names the only one left; -1 if none may."""
        problem, missing = self.problem, self.look(state).missing & state.allowed
        if not state.candidates & state.candidates - 1 and missing & missing - 1:
            secret = state.candidates.bit_length() - 1
            if problem.may_name(secret, state.asked):
                return problem.naming[secret]
        return (missing & -missing).bit_length() - 1

    def tree(self, root: FindState, first: int = -1) -> _Tree | None:
        """The whole tree of the best actions that are known; `None` where it comes to a dead end."""
        problem, nodes = self.problem, list[Node]()
        total = worst = 0
        stack = [(root, 0, "", False)]
        while stack:
            state, depth, answer, rest = stack.pop()
            action = first if depth == 0 and first >= 0 else -1 if rest else self.choice(state)
            rest = action < 0
            if rest and (action := self.hit(state)) < 0:
                return None
            text = problem.game.format_action(problem.actions[action])
            nodes.append(Node(depth, answer, state.candidates.bit_count(), text))
            total, worst = total + problem.mass(state.candidates), max(worst, depth + 1)
            for part in reversed(problem.parts(state, action)):
                following = problem.after(state, action, part)
                if not part.over and any(problem.hits[s] & ~following.asked for s in problem.bits(part.candidates)):
                    stack.append((following, depth + 1, problem.game.format_feedback(part.feedback), rest))
        return _Tree(total, worst, tuple(nodes))


class _Tree(NamedTuple):
    total: int
    worst: int
    nodes: tuple[Node, ...]

    @property
    def histogram(self) -> Counter[int]:
        """How many candidates take how many steps: those that ask so often, and not once more."""
        asking = Counter[int]()
        for node in self.nodes:
            asking[node.depth + 1] += node.candidates
        return Counter({steps: ended for steps in asking if (ended := asking[steps] - asking[steps + 1])})


def solve_finding(game: Game, options: SolveOptions = USUAL) -> FindingSolution:
    """The strategy with the least expected steps, proved; within a limit, the best that was found.

    Where something is announced before play, each game that may be announced is solved, and the results are summed.
    """
    if not game.goal.finds:
        raise ParameterError(f"{game} is solved by `solve`: nothing is to be found there")
    first, clock, number = options.first, options.limit.start(), count_of(game)
    if number is not None and number > MAX_SECRETS:
        raise too_large(game, number)
    games = announcements(game)
    if first is not None and games != [game]:
        raise ParameterError(f"{game}: the first action depends on what is announced; give that")
    solved = [_solve(announced, first, clock, options.progress) for announced in games]
    weights = {weight for _, weights in solved for weight in weights}
    solution = solved[0][0] if games == [game] else _together(game, [solution for solution, _ in solved])
    if len(weights) > 1:
        return solution
    weight = weights.pop()  # secrets that are alike count once each
    mass, total, lower = (round(x / weight) for x in (solution.mass, solution.total, solution.lower_bound))
    return replace(solution, mass=float(mass), total=total, lower_bound=float(lower))


def _together(game: Game, solutions: list[FindingSolution]) -> FindingSolution:
    """Several games of which one is announced, as one."""
    sums: dict[str, Any] = {name: sum(getattr(s, name) for s in solutions) for name in SUMMED}
    return FindingSolution(
        game=game,
        **sums,
        worst=max(s.worst for s in solutions),
        proved=all(s.proved for s in solutions),
        hits=sum(s.hits * s.mass for s in solutions) / sums["mass"],
        first="",
        stopped=next((s.stopped for s in solutions if s.stopped), ""),
        histogram=sum((Counter(s.histogram) for s in solutions), Counter[int]()),
    )


def _solve(game: Game, first: Action | None, clock: Clock, progress: Progress) -> tuple[FindingSolution, set[float]]:
    """The best play of a game of which nothing more is announced, and the weights that its secrets have."""
    began = work_clock()
    problem = FindProblem.of(game, progress)
    search = FindingSearch(problem, clock)
    root = problem.root
    look, tree, stopped = search.look(root), _Tree(0, 0, ()), ""
    lower: float = look.least
    if look.missing:
        opening = -1 if first is None else _number(problem, first)
        options = search.options(root) if first is None else [(opening, problem.parts(root, opening))]
        greedy = search.tree(root, opening)
        total: float = inf if greedy is None else greedy.total
        if first is None and (rest := search.rest(root, look, options)) < total:
            total, search.known[search.key(root)] = rest, (rest, True, -1)
        try:
            for number, option in enumerate(options):
                progress("first actions", number, len(options))
                total, chosen = search.best_of(root, [option], total, look.least)
                opening = chosen if chosen >= 0 else opening
            lower = total
        except SearchStoppedError:
            stopped = "time"
        except KeyboardInterrupt:
            stopped = "interrupt"
        if total == inf:
            why = "no strategy was found in time" if stopped else "no strategy finds everything in every secret"
            raise StuckError(f"the goal of {game} cannot be reached: {why}")
        best = search.tree(root, opening)
        assert best is not None
        tree = best
    hits = sum(w * h.bit_count() for w, h in zip(problem.weights, problem.hits, strict=True))
    mass = problem.mass(root.candidates)
    solution = FindingSolution(
        game=game,
        secrets=len(problem.secrets),
        mass=mass / problem.unit,
        total=_over(tree.total, problem.unit),
        worst=tree.worst,
        lower_bound=_over(lower, problem.unit),
        proved=not stopped,
        hits=hits / mass,
        first=tree.nodes[0].action if tree.nodes else "",
        nodes=search.nodes,
        seconds=work_clock() - began,
        stopped=stopped,
        histogram=tree.histogram,
        tree_nodes=tree.nodes,
        forced=first is not None,
    )
    return solution, {weight / problem.unit for weight in problem.weights}


def _over(total: float, unit: int) -> int | float:
    """A total in the units of the game: a whole number stays one, however large it is."""
    return int(total) // unit if total % unit == 0 else total / unit


def _number(problem: FindProblem, action: Action) -> int:
    try:
        return problem.actions.index(action)
    except ValueError:
        text = shorten(repr(action))
        raise ActionError(f"{text} is not an action of {problem.game.name}") from None


FINDING = Method(
    FindingSolution.method,
    (MEAN,),
    frozenset({"first", "out"}),
    "everything must be found there, so only the mean is solved, and there is no certificate",
    solve_finding,
)
