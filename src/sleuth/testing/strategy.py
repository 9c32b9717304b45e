"""Does a strategy keep the contract? Played on small games, with an oracle that it must not see."""

from __future__ import annotations

from collections.abc import Iterable
from math import isclose, isfinite

import numpy as np

from sleuth.belief.base import InformationSet
from sleuth.belief.begin import begin
from sleuth.core.game import Action, Game, Secret
from sleuth.core.limit import UNLIMITED, Limit
from sleuth.core.offers import hits_of
from sleuth.core.spec import split_spec
from sleuth.measures.shannon import shannon
from sleuth.play.match import PLAYER, Match
from sleuth.play.oracles import Truthful
from sleuth.play.play_loop import moves
from sleuth.strategies.agent import Agent, OwnAgent
from sleuth.strategies.base import Strategy
from sleuth.strategies.catalogue import parse_strategy, strategy_class, strategy_names, strategy_of
from sleuth.strategies.decision import Decision
from sleuth.testing.belief import snapshot
from sleuth.testing.belief_contract import joint_of
from sleuth.testing.claims import attempt, claim, show
from sleuth.testing.small import small_games
from sleuth.testing.views import check_view, own_copy


def check_strategy(
    strategy: Strategy | Agent,
    games: Iterable[Game] | None = None,
    *,
    seed: int = 0,
    plays: int = 10,
    limit: Limit = UNLIMITED,
) -> None:
    """Raise `ConformanceError` if a strategy breaks the contract; without `games`, a few small ones are played.

    It may be an agent that is no strategy, or the spec string of either. Equal seeds must give equal decisions, so a
    strategy that never stops by itself needs a `limit` of nodes or samples rather than of seconds.
    """
    strategy = strategy_of(strategy)
    if not isinstance(strategy, OwnAgent):  # which goes by a mere name
        _check_spec(strategy)
    for game in small_games() if games is None else games:
        start = begin(game)
        rng = np.random.default_rng(seed)
        secrets = start.candidates() if start.size <= plays else start.sample(rng, plays)
        for number, secret in enumerate(secrets):
            _Play(strategy, start, secret, limit, [seed, number]).run(walk=number == 0)


def _check_spec(strategy: Strategy) -> None:
    spec = str(strategy)
    registered = strategy.name in strategy_names() and strategy_class(strategy.name) is type(strategy)
    if registered:
        claim(bool(strategy.summary()), spec, f"class {type(strategy).__name__} has no docstring")
        again: Strategy = attempt(spec, "reading its spec", parse_strategy, spec)
    else:
        again = attempt(spec, "reading its spec", type(strategy).from_parameters, split_spec(spec)[1])
    claim(again == strategy, spec, f"its spec reads back as {again!r}, not {strategy!r}; write @dataclass(frozen=True)")


class _Play:
    """One play against an oracle that holds a copy of the secret, which nothing else refers to."""

    def __init__(
        self, strategy: Strategy, start: InformationSet, secret: Secret, limit: Limit, seed: list[int]
    ) -> None:
        self.strategy, self.start, self.secret, self.limit, self.seed = strategy, start, secret, limit, seed
        self.game = start.game
        self.copy = own_copy(secret)
        self.oracle = Truthful(self.game, secret if self.copy is None else self.copy)

    def run(self, walk: bool) -> None:
        """Play to the end.

        Each step either wins or rules a secret out, so there are at most as many as secrets; where everything must be
        found, each action is asked once at most.
        """
        info, find = self.start, self.game.goal.finds
        seen: list[object] = []
        most = len(self.start.actions) if find else self.start.size

        def ask(info: InformationSet) -> Action:
            steps = len(info.history) - len(self.start.history)
            each = "action" if find else "secret"
            claim(steps < most, self.strategy, f"{self.where(info)}: not done after {most} steps, one for each {each}")
            decision = self.decide(info)
            self.check(info, decision)
            seen.extend((info, decision))
            return decision.action

        for move in moves(Match(self.start, self.oracle), {PLAYER: ask}, np.random.default_rng(self.seed)):
            info = move.after.info
        if walk:
            check_view(self.oracle, *seen, secret=self.copy)
        left = info.candidates()
        done = self.secret in left if find else left == [self.secret]
        claim(done, self.strategy, f"{self.where(info)}: the play ended elsewhere")

    def where(self, info: InformationSet) -> str:
        """The play so far, for a message."""
        return f"{self.game}, secret {show(self.secret)}, after {info.history.format(self.game) or 'nothing'}"

    def decide(self, info: InformationSet) -> Decision:
        """The decision; and it is the same again with the same seed, even while the oracle holds another secret."""
        strategy, where, before = self.strategy, self.where(info), snapshot(info)
        held = self.oracle._secret
        made: list[Decision] = []
        for secret in (held, info.candidates()[-1]):
            self.oracle._secret = secret
            rng = np.random.default_rng([*self.seed, len(info.history)])
            made.append(attempt(strategy, where, strategy.decide, info, rng=rng, limit=self.limit))
        self.oracle._secret = held
        claim(snapshot(info) == before, strategy, f"{where}: deciding changed the information set")
        one, other = (d.action for d in made)
        told = f"{where}: the same seed gave action {show(one)}, then {show(other)}"
        claim(one == other and made[0].score == made[1].score, strategy, told)
        if not strategy.random:
            plain = strategy.decide(info, limit=self.limit).action
            claim(
                plain == one,
                strategy,
                f"{where}: not random, but it asks {show(plain)} without a generator, else {show(one)}",
            )
        return made[0]

    def check(self, info: InformationSet, decision: Decision) -> None:
        """The action is legal and gets somewhere, and the decision's numbers are what the plain law gives."""
        action, chosen = decision.action, decision.chosen
        where = f"{self.where(info)}: action {show(action)}"
        legal = action in info.actions and info.is_legal(action)
        claim(legal, self.strategy, f"{where} is not legal")
        claim(decision.info is info, self.strategy, f"{where} was decided for another information set")
        parts = joint_of(info, action)
        sizes = {f: len(part) for f, part in parts.items()}
        shares = {f: sum(part.values()) for f, part in parts.items()}
        names = self.game.goal.names and info.probability(action) > 0
        win = shares[self.game.feedback(action, action)] if names else 0.0
        if self.game.goal.finds:
            asked = {past for past, _ in info.history} | {action}
            ends = [s for s in info.candidates() if s == action or asked.issuperset(hits_of(self.game, s))]
            win = sum(map(info.probability, ends))
            names = names or any(action in hits_of(self.game, s) for s in info.candidates())
        claim(
            len(parts) > 1 or win > 0 or self.game.goal.finds,
            self.strategy,
            f"{where} can neither win nor tell anything",
        )
        counted = {
            "bits": (chosen.bits, float(shannon(list(shares.values())))),
            "parts": (chosen.parts, len(parts)),
            "worst": (chosen.worst, max(sizes.values())),
            "expected": (chosen.expected, sum(shares[f] * sizes[f] for f in parts)),
            "win": (chosen.win, win),
            "possible": (chosen.possible, names),
        }
        for name, (said, true) in counted.items():
            claim(isclose(said, true, abs_tol=1e-9), self.strategy, f"{where}: {name} is {true}, not {said}")
        claim(isfinite(decision.score), self.strategy, f"{where} has the score {decision.score}")
        claim(chosen.text == self.game.format_action(action), self.strategy, f"{where} is called {chosen.text}")
        left = {leaf.feedback: leaf.left for leaf in decision.leaves}
        claim(left == sizes, self.strategy, f"{where}: the leaves are {show(left)}, not {show(sizes)}")
        claim(bool(decision.reasons) and all(decision.reasons), self.strategy, f"{where} has no reasons")
