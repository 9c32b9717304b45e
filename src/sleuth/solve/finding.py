"""The optimum of games in which everything must be found: Hangman on a short list, Battleship on a small board.

The least expected steps from a state, by depth-first search with bounds. A state is the set of candidates together with
what was asked. Play is over once every candidate has had all its hits asked, or was named. So the value of a state
depends on the candidates and on which of their hits are still missing; these may differ from candidate to candidate
where an answer does not tell a hit from a miss.

Each candidate needs a step for every hit that is still missing (or one, if it may be named), and one for every miss
before its first hit. Where all misses of an action are answered alike, those that were never hit follow one line of
actions, and each action can hit no more than it would now: so at best the action that hits most comes first, the one
that hits second most comes next, and so on. Where misses tell something, that holds for the first action alone. The sum
is a bound that no strategy beats. Actions are tried in the order of their chance to hit.

Weights are whole numbers of any length, multiples of one unit, so no sum is ever rounded.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from math import inf
from typing import Any, NamedTuple

import numpy as np

from sleuth.belief.begin import begin
from sleuth.belief.enumerated import EnumeratedSet
from sleuth.belief.sequential import SequentialSet
from sleuth.core.errors import ParameterError, StuckError, TooLargeError
from sleuth.core.game import Action, Feedback, Game, Goal, Secret
from sleuth.core.limit import UNLIMITED, Clock, Limit
from sleuth.core.progress import Progress, silent
from sleuth.core.sequential import Sequential
from sleuth.core.text import plural

SECRETS_MOST = 2_000


@dataclass(frozen=True)
class Finding:
    """The best way to find everything, or the best that was found."""

    game: Game
    secrets: int
    mass: float
    total: float
    """The sum of steps over all secrets, each as often as its prior weight says."""
    worst: int
    lower_bound: float
    proved: bool
    hits: float
    """The mean number of hits of a secret."""
    first: str
    nodes: int
    seconds: float
    stopped: str
    rows: tuple[tuple[int, str, int, str], ...] = ()
    """The whole tree, depth first: steps made, the answer to the node above, candidates left, what is asked.

    Empty where something is announced first: then there is a tree for each announcement.
    """

    @property
    def mean(self) -> float:
        """The expected number of steps."""
        return self.total / self.mass

    def as_json(self) -> dict[str, Any]:
        """Plain values, for JSON."""
        whole = float(self.total).is_integer()
        return {
            "game": str(self.game),
            "objective": "mean",
            "secrets": self.secrets,
            "total": int(self.total) if whole else self.total,
            "mean": self.mean,
            "worst": self.worst,
            "mean_hits": self.hits,
            "lower_bound": self.lower_bound,
            "proved": self.proved,
            "first": self.first,
            "nodes": self.nodes,
            "seconds": self.seconds,
            "stopped": self.stopped or None,
        }


class _Stopped(Exception):
    """The time is up."""


class _State(NamedTuple):
    """What is left, and what was asked. Sets of candidates and of actions are bits."""

    candidates: int
    asked: int
    order: tuple[int, ...]
    """The actions asked, in order; empty where the law is a table."""
    allowed: int
    """The actions that earlier answers allow; -1 for all."""


class _Part(NamedTuple):
    feedback: Feedback
    candidates: int
    over: bool
    """Whether the answer names the secret."""


class _Look(NamedTuple):
    """What is seen of a state at once."""

    least: int
    """Steps that no strategy beats, over all candidates."""
    exact: bool
    """Whether these are the steps of the best strategy."""
    missing: int
    """The actions that still hit some candidate."""


class _Group(NamedTuple):
    """What a set of candidates has in common, whatever was asked."""

    mass: int
    concerned: int
    """Actions that hit or name any of them."""
    common: int
    """Actions that hit all of them and name none."""


@dataclass(eq=False)
class _Problem:
    """A game as bits."""

    game: Game
    secrets: list[Secret]
    actions: list[Action]
    weights: list[int]
    unit: int
    """How many units a weight of one has."""
    hits: list[int]
    """For each secret, the actions that hit it."""
    naming: list[int]
    """For each secret, the action that names it; -1 if none."""
    table: list[dict[Feedback, int]] | None
    """For each action, the secrets of each answer; `None` where the law depends on the play."""
    successes: list[int] = field(init=False)
    """For each action, the secrets that it hits or names."""
    plain_misses: bool = field(init=False)
    """Whether all misses of an action are answered alike (and, in a sequential game, change no later answer)."""
    _groups: dict[int, _Group] = field(default_factory=dict)
    _masses: dict[int, int] = field(default_factory=dict)
    _permits: dict[tuple[int, Feedback], int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.successes = [0] * len(self.actions)
        for secret, (hits, named) in enumerate(zip(self.hits, self.naming, strict=True)):
            for action in self.bits(hits | (1 << named if named >= 0 else 0)):
                self.successes[action] |= 1 << secret
        if isinstance(self.game, Sequential):
            self.plain_misses = self.game.plain_misses
        else:
            assert self.table is not None
            self.plain_misses = all(
                sum(bool(part & ~success) for part in masks.values()) <= 1
                for masks, success in zip(self.table, self.successes, strict=True)
            )

    @classmethod
    def of(cls, game: Game, progress: Progress) -> _Problem:
        """The problem of a game, if it is small enough to list."""
        number = game.count()
        if number is not None and number > SECRETS_MOST:
            raise _too_large(game, number)
        info = begin(game, "enumerated", progress=progress)
        secrets = info.candidates()
        if len(secrets) > SECRETS_MOST:
            raise _too_large(game, len(secrets))
        actions = list(info.actions)
        place = {action: i for i, action in enumerate(actions)}
        table: list[dict[Feedback, int]] | None = None
        if isinstance(info, EnumeratedSet):
            table = []
            every = np.arange(len(secrets), dtype=np.int32)
            for number in range(len(actions)):
                masks: dict[int, int] = {}
                for s, code in enumerate(info.tables.column(number, every).tolist()):
                    masks[code] = masks.get(code, 0) | 1 << s
                table.append({info.tables.feedbacks.value(code): mask for code, mask in masks.items()})
        elif not isinstance(info, SequentialSet):
            raise ParameterError(f"{game} is not solved: its candidates cannot be listed")
        exact = [Fraction(float(game.prior(s))) for s in secrets]
        unit = max(weight.denominator for weight in exact)  # powers of two, so the largest is a multiple of all
        weights = [int(weight * unit) for weight in exact]
        hits = [sum(1 << place[a] for a in set(game.hits(s))) for s in secrets]
        naming = [place.get(s, -1) for s in secrets]
        return cls(game, secrets, actions, weights, unit, hits, naming, table)

    @staticmethod
    def bits(mask: int) -> Iterator[int]:
        """The places of the members of a set."""
        while mask:
            low = mask & -mask
            yield low.bit_length() - 1
            mask ^= low

    def mass(self, candidates: int) -> int:
        """The weight of some candidates."""
        weight = self._masses.get(candidates)
        if weight is None:
            weight = self._masses[candidates] = sum(self.weights[s] for s in self.bits(candidates))
        return weight

    def group(self, candidates: int) -> _Group:
        """What some candidates have in common."""
        group = self._groups.get(candidates)
        if group is None:
            concerned = names = 0
            common = -1
            for s in self.bits(candidates):
                concerned |= self.hits[s]
                common &= self.hits[s]
                if self.naming[s] >= 0:
                    names |= 1 << self.naming[s]
            group = _Group(self.mass(candidates), concerned | names, common & ~names)
            self._groups[candidates] = group
        return group

    def may_name(self, secret: int, asked: int) -> bool:
        """Whether a secret can still be named, for all that was asked."""
        named = self.naming[secret]
        return named >= 0 and (self.game.repeats or not asked >> named & 1)

    def parts(self, state: _State, action: int) -> list[_Part]:
        """What each answer to an action would leave."""
        left: dict[Feedback, int] = {}
        if self.table is not None:
            whole = state.candidates
            left = {feedback: here for feedback, mask in self.table[action].items() if (here := whole & mask)}
        else:
            assert isinstance(self.game, Sequential)
            past = [self.actions[a] for a in state.order]
            for s in self.bits(state.candidates):
                feedback = self.game.feedback_after(past, self.actions[action], self.secrets[s])
                left[feedback] = left.get(feedback, 0) | 1 << s
        return [_Part(feedback, part, self._names(action, part, feedback)) for feedback, part in left.items()]

    def _names(self, action: int, part: int, feedback: Feedback) -> bool:
        """Whether an answer names the only candidate that it leaves."""
        if part & part - 1 or self.naming[part.bit_length() - 1] != action:
            return False
        return self.table is not None or self.game.feedback(self.actions[action], self.actions[action]) == feedback

    def after(self, state: _State, action: int, part: _Part) -> _State:
        """The state that an answer leads to."""
        order = state.order if self.table is not None else (*state.order, action)
        allowed = state.allowed
        if self.game.constrained:
            allowed &= self._permitted(action, part.feedback)
        return _State(part.candidates, state.asked | 1 << action, order, allowed)

    def _permitted(self, action: int, feedback: Feedback) -> int:
        """The actions that an answer allows from then on."""
        permitted = self._permits.get((action, feedback))
        if permitted is None:
            allows = self.game.allows_many(self.actions, self.actions[action], feedback)
            permitted = self._permits[action, feedback] = sum(1 << a for a, allowed in enumerate(allows) if allowed)
        return permitted


def _too_large(game: Game, number: int) -> TooLargeError:
    return TooLargeError(
        f"{game} has {plural(number, 'secret')}, too many to solve where everything must be found (at most "
        f"{SECRETS_MOST:,}); `sleuth evaluate` plays it"
    )


class _Search:
    """Depth-first search with bounds, and a memory of what is known of each state."""

    def __init__(self, problem: _Problem, clock: Clock) -> None:
        self.problem, self.clock = problem, clock
        self.nodes = 0
        self.free = problem.table is not None and not problem.game.constrained
        """Whether an action that tells nothing can as well be asked at the end."""
        self.known: dict[object, tuple[float, bool, int]] = {}
        """For each state: a value, whether it is exact (else a lower bound), and the best action (-1: all that still hits)."""

    def key(self, state: _State) -> object:
        """What a state's value depends on."""
        problem = self.problem
        group = problem.group(state.candidates)
        if self.free:
            # What hits all of them and was asked told nothing: it matters only how many such steps are done.
            asked = state.asked & group.concerned
            return state.candidates, asked & ~group.common, (asked & group.common).bit_count()
        concerned = group.concerned if problem.table is not None or problem.plain_misses else -1
        if isinstance(problem.game, Sequential) and problem.game.ordered:
            past: object = tuple(a for a in state.order if concerned >> a & 1)
        else:
            past = state.asked & concerned
        return state.candidates, past, state.allowed

    def look(self, state: _State) -> _Look:
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
        constrained = problem.game.constrained
        if not state.candidates & state.candidates - 1:
            return _Look(steps, not constrained and (problem.table is not None or not named), missing)
        if missing == common and not named and not constrained:
            return _Look(steps, True, missing)
        steps += idle  # play is not over, so they take a step too
        masses = [
            problem.mass(some)
            for action, success in enumerate(problem.successes)
            if unasked >> action & 1 and (some := state.candidates & success)
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

    def options(self, state: _State) -> list[tuple[int, list[_Part]]]:
        """The actions worth trying, the likeliest to hit first."""
        problem, whole = self.problem, state.candidates
        scored = []
        for action in range(len(problem.actions)):
            again = bool(state.asked >> action & 1)
            if (again and not problem.game.repeats) or not state.allowed >> action & 1:
                continue
            parts = problem.parts(state, action)
            success = 0 if again else whole & problem.successes[action]
            if len(parts) == 1 and not parts[0].over:
                if again or self.free or (not success and (problem.table is not None or problem.plain_misses)):
                    continue  # in vain, or as well asked at the end
            spread = sum(problem.mass(part.candidates) ** 2 for part in parts)
            scored.append((-problem.mass(success), spread, action, parts))
        scored.sort(key=lambda row: row[:3])
        return [(action, parts) for _, _, action, parts in scored]

    def value(self, state: _State, most: float, look: _Look) -> float:
        """The least steps over all candidates; where that is `most` or more, a number that is at least `most`."""
        if look.exact or look.least >= most:
            return look.least
        key = self.key(state)
        known = self.known.get(key)
        if known is not None and (known[1] or known[0] >= most):
            return known[0]
        self.nodes += 1
        if self.clock.spent():
            raise _Stopped
        options = self.options(state)
        rest = self.rest(state, look, options)
        best, chosen = self.best_of(state, options, min(most, rest), look.least)
        self.known[key] = (best, chosen >= 0 or rest < most, chosen)
        return best

    def rest(self, state: _State, look: _Look, options: list[tuple[int, list[_Part]]]) -> float:
        """The steps of asking all that still hits any candidate, where none of it tells them apart."""
        if not self.free or any(look.missing >> action & 1 for action, _ in options):
            return inf
        return self.problem.mass(state.candidates) * look.missing.bit_count()

    def best_of(
        self, state: _State, options: list[tuple[int, list[_Part]]], most: float, least: float
    ) -> tuple[float, int]:
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

    def choice(self, state: _State) -> int:
        """What to ask in a state: the best that is known, else what is likeliest to hit; -1 for all that still hits."""
        look = self.look(state)
        if look.exact:
            return -1
        known = self.known.get(self.key(state))
        if known is not None and known[1]:
            return known[2]
        options = self.options(state)
        return options[0][0] if options else -1

    def hit(self, state: _State) -> int:
        """The first action that still hits any candidate, or the one that names the only candidate; -1 if there is none."""
        problem, missing = self.problem, self.look(state).missing & state.allowed
        if not state.candidates & state.candidates - 1 and missing & missing - 1:
            secret = state.candidates.bit_length() - 1
            if problem.may_name(secret, state.asked):
                return problem.naming[secret]
        return (missing & -missing).bit_length() - 1

    def tree(self, root: _State, first: int = -1) -> _Tree | None:
        """The whole tree of the best actions that are known; `None` where it comes to a dead end."""
        problem, rows = self.problem, []
        total = worst = 0
        stack = [(root, 0, "", False)]
        while stack:
            state, depth, answer, rest = stack.pop()
            action = first if depth == 0 and first >= 0 else -1 if rest else self.choice(state)
            rest = action < 0
            if rest and (action := self.hit(state)) < 0:
                return None
            text = problem.game.format_action(problem.actions[action])
            rows.append((depth, answer, state.candidates.bit_count(), text))
            total, worst = total + problem.mass(state.candidates), max(worst, depth + 1)
            for part in reversed(problem.parts(state, action)):
                following = problem.after(state, action, part)
                if not part.over and any(problem.hits[s] & ~following.asked for s in problem.bits(part.candidates)):
                    stack.append((following, depth + 1, problem.game.format_feedback(part.feedback), rest))
        return _Tree(total, worst, tuple(rows))


class _Tree(NamedTuple):
    total: int
    worst: int
    rows: tuple[tuple[int, str, int, str], ...]


def solve_finding(
    game: Game, *, first: Action | None = None, limit: Limit = UNLIMITED, progress: Progress = silent
) -> Finding:
    """The strategy with the least expected steps, proved; within a limit, the best that was found.

    Where something is announced before play, each game that may be announced is solved, and the results are summed.
    """
    if game.goal is not Goal.FIND:
        raise ParameterError(f"{game} is solved by `solve`: nothing is to be found there")
    clock = limit.start()
    if not game.announces:
        return _solve(game, first, clock, progress)
    number = game.count()
    if number is not None and number > SECRETS_MOST:
        raise _too_large(game, number)
    games = dict.fromkeys(game.announced(secret) for secret in game.secrets())
    if list(games) == [game]:
        return _solve(game, first, clock, progress)
    if first is not None:
        raise ParameterError(f"{game}: the first action depends on what is announced; give that")
    return _together(game, [_solve(settled, None, clock, progress) for settled in games])


def _together(game: Game, found: list[Finding]) -> Finding:
    """Several games of which one is announced, as one."""
    mass = sum(f.mass for f in found)
    return Finding(
        game,
        sum(f.secrets for f in found),
        mass,
        sum(f.total for f in found),
        max(f.worst for f in found),
        sum(f.lower_bound for f in found),
        all(f.proved for f in found),
        sum(f.hits * f.mass for f in found) / mass,
        "",
        sum(f.nodes for f in found),
        sum(f.seconds for f in found),
        next((f.stopped for f in found if f.stopped), ""),
    )


def _solve(game: Game, first: Action | None, clock: Clock, progress: Progress) -> Finding:
    began = time.perf_counter()
    problem = _Problem.of(game, progress)
    search = _Search(problem, clock)
    root = _State((1 << len(problem.secrets)) - 1, 0, (), -1)
    look, tree, stopped = search.look(root), _Tree(0, 0, ()), ""
    lower: float = look.least
    if look.missing:
        opening = -1 if first is None else problem.actions.index(first)
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
        except _Stopped:
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
    return Finding(
        game=game,
        secrets=len(problem.secrets),
        mass=mass / problem.unit,
        total=tree.total / problem.unit,
        worst=tree.worst,
        lower_bound=lower / problem.unit,
        proved=not stopped,
        hits=hits / mass,
        first=tree.rows[0][3] if tree.rows else "",
        nodes=search.nodes,
        seconds=time.perf_counter() - began,
        stopped=stopped,
        rows=tree.rows,
    )
