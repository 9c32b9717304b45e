"""The least expected steps from any position of a game in which everything must be found, and what to ask there."""

from __future__ import annotations

from math import inf

from sleuth.core.errors import StuckError
from sleuth.core.game import Action, Feedback, Game
from sleuth.core.history import History
from sleuth.core.limit import Limit
from sleuth.core.progress import silent
from sleuth.core.tables import answer_after
from sleuth.solve.finding_problem import FindProblem, FindState
from sleuth.solve.finding_search import FindingSearch, SearchStoppedError


class FindingValues:
    """Values of positions; what was searched for one serves the others."""

    def __init__(self, game: Game, limit: Limit) -> None:
        """`limit` is what each position may take."""
        self._problem, self.limit = FindProblem.of(game, silent), limit
        self._search = FindingSearch(self._problem, limit.start())
        self._places = {action: place for place, action in enumerate(self._problem.actions)}
        self._known: dict[object, tuple[float, Action]] = {}

    def best(self, history: History) -> tuple[float, Action] | None:
        """The steps that the best strategy is expected to take once a history was answered, and what it asks.

        `None` if that was not found in time. Play must not be over.
        """
        state = self._state(history)
        key = self._search.key(state)
        if key not in self._known:
            self._search.clock = self.limit.start()
            try:
                self._known[key] = self._solved(state)
            except SearchStoppedError:
                return None
        return self._known[key]

    def _state(self, history: History) -> FindState:
        problem, state, past = self._problem, self._problem.root, History()
        for action, feedback in history:
            place = self._places.get(action)
            if place is None:  # a word that no list has may be asked: it finds nothing, but it may tell something
                state = state._replace(candidates=self._answering(state, past, action, feedback))
            else:
                part = next(part for part in problem.parts(state, place) if part.feedback == feedback)
                state = problem.after(state, place, part)
            past = past.add(action, feedback)
        return state

    def _answering(self, state: FindState, past: History, action: Action, feedback: Feedback) -> int:
        """The candidates of a state that would answer an action so."""
        game, secrets = self._problem.game, self._problem.secrets
        left = (s for s in self._problem.bits(state.candidates))
        return sum(1 << s for s in left if answer_after(game, past, action, secrets[s]) == feedback)

    def _solved(self, state: FindState) -> tuple[float, Action]:
        search, problem = self._search, self._problem
        total = search.value(state, inf, search.look(state))
        if total == inf:
            raise StuckError(f"the goal of {problem.game} cannot be reached from here")
        choice = search.choice(state)
        place = choice if choice >= 0 else search.hit(state)
        return total / problem.mass(state.candidates), problem.actions[place]
