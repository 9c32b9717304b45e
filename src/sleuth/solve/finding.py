"""The optimum of games in which everything must be found: Hangman on a short list, Battleship on a small board.

The least expected steps from a state, by depth-first search with bounds. A state is the set of candidates together with
what was asked. Where the law does not depend on earlier actions, only the number of hits so far matters: all candidates
of a state have answered alike, so they have been hit equally often.

Each candidate needs a step for every hit that is still missing (or one, if it may be named), and one for every miss
before its first hit. While everything misses, one action follows the other, and each can hit no more than it would now:
so at best the action that hits most comes first, the one that hits second most comes next, and so on. The sum of both
is a bound that no strategy beats. Actions are tried in the order of their chance to hit.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass, field
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
from sleuth.strategies.criteria import TOLERANCE

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
    """What is left, and what was asked."""

    candidates: int
    """Bits: the places of the candidates."""
    asked: tuple[int, ...]
    """The actions asked, in order."""


class _Part(NamedTuple):
    candidates: int
    hit: bool
    over: bool
    """Whether the answer names the secret."""


@dataclass(eq=False)
class _Problem:
    """A game as bits."""

    game: Game
    secrets: list[Secret]
    actions: list[Action]
    weights: list[float]
    hits: list[frozenset[int]]
    """For each secret, the actions that hit it."""
    naming: list[int]
    """For each secret, the action that names it; -1 if none."""
    table: list[dict[Feedback, int]] | None
    """For each action, the secrets of each answer, as bits; `None` where the law depends on the play."""
    successes: list[int] = field(init=False)
    """For each action, the secrets that it hits or names, as bits."""
    _masses: dict[int, float] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.successes = [0] * len(self.actions)
        for secret, (hits, named) in enumerate(zip(self.hits, self.naming, strict=True)):
            for action in {*hits, *({named} if named >= 0 else ())}:
                self.successes[action] |= 1 << secret

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
                masks: dict[Feedback, int] = {}
                for s, code in enumerate(info.tables.column(number, every).tolist()):
                    masks[code] = masks.get(code, 0) | 1 << s
                table.append(masks)
        elif not isinstance(info, SequentialSet):
            raise ParameterError(f"{game} is not solved: its candidates cannot be listed")
        weights = [float(game.prior(s)) for s in secrets]
        hits = [frozenset(place[a] for a in game.hits(s)) for s in secrets]
        naming = [place.get(s, -1) for s in secrets]
        return cls(game, secrets, actions, weights, hits, naming, table)

    def members(self, candidates: int) -> Iterator[int]:
        """The places of the candidates."""
        while candidates:
            low = candidates & -candidates
            yield low.bit_length() - 1
            candidates ^= low

    def mass(self, candidates: int) -> float:
        """The weight of some candidates."""
        found = self._masses.get(candidates)
        if found is None:
            found = self._masses[candidates] = sum(self.weights[s] for s in self.members(candidates))
        return found

    def parts(self, state: _State, action: int) -> list[_Part]:
        """What each answer to an action would leave."""
        found: dict[Feedback, int] = {}
        if self.table is not None:
            for code, mask in self.table[action].items():
                if left := state.candidates & mask:
                    found[code] = left
        else:
            assert isinstance(self.game, Sequential)
            past = [self.actions[a] for a in state.asked]
            for s in self.members(state.candidates):
                feedback = self.game.feedback_after(past, self.actions[action], self.secrets[s])
                found[feedback] = found.get(feedback, 0) | 1 << s
        out = []
        for left in found.values():
            some = (left & -left).bit_length() - 1
            over = left.bit_count() == 1 and self.naming[some] == action
            out.append(_Part(left, action in self.hits[some], over))
        return out


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
        self.known: dict[object, tuple[float, bool, int]] = {}
        """For each state: a value, whether it is exact (else a lower bound), and the best action."""

    def key(self, state: _State) -> object:
        """What a state's value depends on."""
        if self.problem.table is not None:
            some = (state.candidates & -state.candidates).bit_length() - 1
            return state.candidates, len(self.problem.hits[some].intersection(state.asked))
        game = self.problem.game
        ordered = isinstance(game, Sequential) and game.ordered
        return state.candidates, state.asked if ordered else frozenset(state.asked)

    def missing(self, state: _State, secret: int) -> int:
        """The steps that a secret needs at least: its missing hits, or one where it may be named."""
        left = len(self.problem.hits[secret].difference(state.asked))
        named = self.problem.naming[secret]
        return min(left, 1) if named >= 0 and named not in state.asked else left

    def bound(self, state: _State) -> float:
        """Steps that no strategy beats, over all candidates."""
        problem = self.problem
        steps = sum(problem.weights[s] * self.missing(state, s) for s in problem.members(state.candidates))
        if state.candidates.bit_count() == 1 or not steps:
            return steps
        asked = set(state.asked)
        found = [
            problem.mass(some)
            for action, hit in enumerate(problem.successes)
            if action not in asked and (some := state.candidates & hit)
        ]
        left = sum(problem.weights[s] for s in problem.members(state.candidates) if self.missing(state, s))
        for misses, most in enumerate(sorted(found, reverse=True)):
            taken = min(most, left)
            steps, left = steps + misses * taken, left - taken
            if left <= 0:
                break
        return steps

    def settled(self, state: _State) -> bool:
        """Whether nothing is left to choose: one candidate, or all of them miss the same."""
        problem = self.problem
        if state.candidates.bit_count() == 1:
            return True
        left = {problem.hits[s].difference(state.asked) for s in problem.members(state.candidates)}
        if len(left) > 1:
            return False
        # Naming would be quicker, if only it were known which one to name.
        return len(left.pop()) <= 1 or all(problem.naming[s] < 0 for s in problem.members(state.candidates))

    def options(self, state: _State) -> list[tuple[int, list[_Part]]]:
        """The actions worth trying, the likeliest to hit first."""
        problem, whole = self.problem, state.candidates
        scored = []
        for action in range(len(problem.actions)):
            if action in state.asked:
                continue
            parts = problem.parts(state, action)
            if len(parts) == 1 and not parts[0].over and not (parts[0].hit and problem.table is None):
                continue  # tells nothing; a certain hit can as well be asked at the end
            hit = sum(problem.mass(part.candidates) for part in parts if part.hit or part.over)
            spread = sum(problem.mass(part.candidates) ** 2 for part in parts)
            scored.append((-hit, spread, action, parts))
        if not scored:
            raise StuckError(
                f"the goal of {problem.game} cannot be reached: nothing that may be asked tells "
                f"{plural(whole.bit_count(), 'candidate')} apart"
            )
        scored.sort(key=lambda row: row[:3])
        return [(action, parts) for _, _, action, parts in scored]

    def after(self, state: _State, action: int, part: _Part) -> _State:
        """The state that an answer leads to."""
        return _State(part.candidates, (*state.asked, action))

    def value(self, state: _State, most: float) -> float:
        """The least steps over all candidates; where that is `most` or more, a number that is at least `most`."""
        least = self.bound(state)
        if self.settled(state) or least >= most:
            return least
        key = self.key(state)
        known = self.known.get(key)
        if known is not None and (known[1] or known[0] >= most):
            return known[0]
        self.nodes += 1
        self.clock.nodes += 1
        if self.clock.spent():
            raise _Stopped
        best, chosen, here = most, -1, self.problem.mass(state.candidates)
        for action, parts in self.options(state):
            states = [self.after(state, action, part) for part in parts if not part.over]
            bounds = [self.bound(s) for s in states]
            total = here + sum(bounds)
            for following, bound in sorted(zip(states, bounds, strict=True), key=lambda pair: -pair[0][0].bit_count()):
                if total >= best - TOLERANCE:
                    break
                total += self.value(following, best - total + bound) - bound
            if total < best - TOLERANCE:
                best, chosen = total, action
                if best <= least + TOLERANCE:
                    break
        self.known[key] = (best, chosen >= 0, chosen)
        return best

    def greedy(self, state: _State) -> tuple[float, int]:
        """The steps, and the longest play, of the strategy that always takes the likeliest hit."""
        if self.settled(state):
            return self.bound(state), max(self.missing(state, s) for s in self.problem.members(state.candidates))
        action, parts = self.options(state)[0]
        return self.followed(state, action, parts, lambda s: self.greedy(s))

    def best_play(self, state: _State) -> tuple[float, int]:
        """The steps, and the longest play, of the best strategy, once its value is known."""
        if self.settled(state):
            return self.bound(state), max(self.missing(state, s) for s in self.problem.members(state.candidates))
        known = self.known.get(self.key(state))
        if known is None or not known[1]:
            self.value(state, inf)
            known = self.known[self.key(state)]
        return self.followed(state, known[2], self.problem.parts(state, known[2]), self.best_play)

    def followed(self, state: _State, action: int, parts: list[_Part], play: Any) -> tuple[float, int]:
        total, worst = self.problem.mass(state.candidates), 0
        for part in parts:
            if not part.over:
                steps, longest = play(self.after(state, action, part))
                total, worst = total + steps, max(worst, longest)
        return total, worst + 1


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
    root = _State((1 << len(problem.secrets)) - 1, ())
    bound, stopped, opening = search.bound(root), "", -1
    total, worst = search.greedy(root)
    lower = bound
    if not search.settled(root):
        options = search.options(root)
        opening = options[0][0]
        if first is not None:
            options = [(a, parts) for a, parts in options if problem.actions[a] == first]
            if not options:
                raise ParameterError(f"{game.format_action(first)} tells nothing as the first action of {game}")
            opening = options[0][0]
            total, worst = search.followed(root, *options[0], search.greedy)
        try:
            total, worst, opening = _first(search, root, options, total, worst, opening, progress)
            lower = total
        except _Stopped:
            stopped = "time"
        except KeyboardInterrupt:
            stopped = "interrupt"
    mass = sum(problem.weights)
    hits = sum(w * len(h) for w, h in zip(problem.weights, problem.hits, strict=True)) / mass
    text = game.format_action(problem.actions[opening]) if opening >= 0 else ""
    seconds = time.perf_counter() - began
    return Finding(
        game, len(problem.secrets), mass, total, worst, lower, not stopped, hits, text, search.nodes, seconds, stopped
    )


def _first(
    search: _Search,
    root: _State,
    options: list[tuple[int, list[_Part]]],
    total: float,
    worst: int,
    opening: int,
    progress: Progress,
) -> tuple[float, int, int]:
    """The best first action, each tried in turn against the best so far."""
    for number, (action, parts) in enumerate(options):
        progress("first actions", number, len(options))
        states = [search.after(root, action, part) for part in parts if not part.over]
        bounds = [search.bound(state) for state in states]
        made = search.problem.mass(root.candidates) + sum(bounds)
        for state, bound in zip(states, bounds, strict=True):
            if made >= total - TOLERANCE:
                break
            made += search.value(state, total - made + bound) - bound
        if made < total - TOLERANCE:
            total, opening = made, action
            worst = search.followed(root, action, parts, search.best_play)[1]
    return total, worst, opening
