"""Verifying a tree file: every secret is replayed through the game's plain law, and compared with what the file claims.

Nothing here comes from the solver, the strategies or the kernels, and the file is read from scratch.
"""

from __future__ import annotations

import hashlib
import json
import time
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from math import inf, isclose
from pathlib import Path
from typing import Any

from sleuth.core.errors import TreeError
from sleuth.core.game import Action, Feedback, Game, Goal, Secret
from sleuth.core.progress import Progress, silent
from sleuth.core.text import plural, shorten
from sleuth.games.catalogue import parse_game, spec_of
from sleuth.play.certificate import Checked, check_certificate

FORMAT, SCHEMA = "sleuth tree", 1
TOLERANCE = 1e-9
"""Relative, where weights or costs are not whole numbers."""


@dataclass(frozen=True)
class Verdict:
    """What was found."""

    file: str
    game: str
    objective: str | None
    nodes: int
    problem: str | None = None
    """The first thing that is wrong, and where."""
    secrets: int | None = None
    total: int | float | None = None
    """The sum of steps over all secrets, each as often as its weight says; these figures are recounted, not read."""
    mean: float | None = None
    worst: int | None = None
    mean_cost: float | None = None
    """Where actions differ in cost."""
    certificate: bool | None = None
    """Whether the certificate holds; `None` if there is none."""
    lemmas: int | None = None
    proved: tuple[str, ...] = ()
    """What the certificate proves of the tree: `total` and `worst`."""
    among: str = ""
    """If not empty, the strategies that the proof speaks of."""
    claims: dict[str, Any] = field(default_factory=dict)
    seconds: float = 0.0

    @property
    def ok(self) -> bool:
        """Whether everything is as the file says."""
        return self.problem is None

    @property
    def optimal(self) -> bool:
        """Whether the certificate proves that no strategy is better by the objective."""
        return self.ok and (self.objective if self.objective == "worst" else "total") in self.proved

    def as_json(self) -> dict[str, Any]:
        """Plain values, for JSON."""
        out = {
            "file": self.file,
            "game": self.game,
            "ok": self.ok,
            "problem": self.problem,
            "objective": self.objective,
            "secrets": self.secrets,
            "total": self.total,
            "mean": self.mean,
            "worst": self.worst,
            "nodes": self.nodes,
            "claims": self.claims,
            "certificate": self.certificate,
            "lemmas": self.lemmas,
            "proved": self.optimal,
            "proves": list(self.proved),
            "among": self.among or None,
            "seconds": self.seconds,
        }
        return out if self.mean_cost is None else {**out, "mean_cost": self.mean_cost}


class _Wrong(Exception):
    """Something in the tree is not as it should be."""


def verify(path: str | Path, game: Game | None = None, progress: Progress = silent) -> Verdict:
    """Replay every secret down the tree in a file. Raise `TreeError` only where the file is no tree at all.

    `game` is needed only where the catalogue does not know the game that the file names.
    """
    began = time.perf_counter()
    data = _read(path)
    made = parse_game(data["game"]) if game is None else game
    nodes = len(data["nodes"]) if isinstance(data["nodes"], list) else 0
    verdict = Verdict(str(path), data["game"], data.get("objective"), nodes, claims=dict(data["claims"]))
    try:
        if data["game"] not in (str(made), spec_of(made)):
            raise _Wrong(f"it is a tree for {data['game']}, not for {made}")
        replayed = _Replay(made, data)
        verdict = replace(verdict, secrets=len(replayed.secrets))
        replayed.run(progress)
        verdict = replace(verdict, **replayed.figures())
        replayed.compare(data["claims"], data.get("objective") == "worst")
        if data.get("certificate") is not None:
            verdict = _certified(verdict, replayed, data["certificate"], progress)
    except _Wrong as wrong:
        verdict = replace(verdict, problem=str(wrong))
    return replace(verdict, seconds=time.perf_counter() - began)


def _read(path: str | Path) -> dict[str, Any]:
    try:
        data = json.loads(Path(path).read_text(encoding="utf-8"))
    except json.JSONDecodeError as error:
        raise TreeError(f"{path} is not JSON: line {error.lineno}, column {error.colno}: {error.msg}") from None
    except (OSError, UnicodeDecodeError, RecursionError) as error:
        reason = error.strerror if isinstance(error, OSError) else "not text, or nested too deep"
        raise TreeError(f"cannot read the tree {path}: {reason}") from error
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise TreeError(f'{path} is no tree: it does not say "format": "{FORMAT}"')
    if data.get("schema") != SCHEMA:
        raise TreeError(f"{path} has schema {data.get('schema')!r}; this version of Sleuth reads schema {SCHEMA}")
    for key, kind in (("game", str), ("goal", str), ("secrets", dict), ("claims", dict), ("nodes", list)):
        if not isinstance(data.get(key), kind):
            raise TreeError(f"{path} is no whole tree: {key!r} is missing or damaged")
    return data


@dataclass(eq=False)
class _Node:
    depth: int
    feedback: str
    candidates: int
    action: str
    path: tuple[tuple[Action, Feedback], ...] = ()
    branches: dict[str, int] = field(default_factory=dict)
    secrets: list[Secret] = field(default_factory=list)
    where: str = "at the root"


class _Replay:
    """All secrets, let down the tree together and sorted at each node by what the law answers."""

    def __init__(self, game: Game, data: dict[str, Any]) -> None:
        self.game = game
        self.secrets = [s for s in game.secrets() if game.prior(s) > 0]
        self.known = set(self.secrets) if game.goal is Goal.NAME else set()
        self.actions = {game.format_action(a): a for a in game.actions()}
        weights = [_exact(game.prior(s)) for s in self.secrets]
        alike = len(set(weights)) == 1
        self.weights = {s: Fraction(1) if alike else w for s, w in zip(self.secrets, weights, strict=True)}
        """The prior; secrets that are all alike count one each."""
        self.steps: dict[Secret, int] = {}
        self.cost: Fraction = Fraction(0)
        self.only_possible = True
        if data["goal"] != game.goal.value:
            raise _Wrong(f"it says that the goal is {data['goal']!r}, and that of {game} is {game.goal.value!r}")
        listed, found = data["secrets"], self._digest()
        if listed.get("count") != len(self.secrets) or listed.get("digest") != found:
            raise _Wrong(
                f"it was made for {listed.get('count')!r} secrets, and {game} now lists {len(self.secrets)}, "
                "or they are others, or weighed otherwise"
            )
        self.nodes = [self._node(number, raw) for number, raw in enumerate(data["nodes"], 1)]
        self._link()

    def _digest(self) -> str:
        lines = (f"{self.game.format_secret(s)}\t{float(self.game.prior(s))!r}\n" for s in self.secrets)
        return f"sha256:{hashlib.sha256(''.join(lines).encode()).hexdigest()}"

    def _node(self, number: int, raw: Any) -> _Node:
        shape = isinstance(raw, list) and [type(v) for v in raw] == [int, str, int, str]
        if not shape:
            raise _Wrong(f"node {number} must be [depth, answer, candidates, action], not {shorten(str(raw))}")
        return _Node(*raw)

    def _link(self) -> None:
        above: list[_Node] = []
        for number, node in enumerate(self.nodes):
            if not 0 <= node.depth <= len(above) or (node.depth == 0) != (number == 0):
                raise _Wrong(f"node {number + 1} has depth {node.depth}, which cannot follow the node before it")
            del above[node.depth :]
            if above:
                parent = above[-1]
                step = f"{parent.action}={node.feedback}"
                node.where = f"after {step}" if parent.depth == 0 else f"{parent.where};{step}"
                if node.feedback in parent.branches:
                    raise _Wrong(f"{parent.where}: two branches for the answer {shorten(node.feedback)!r}")
                parent.branches[node.feedback] = number
            above.append(node)

    def run(self, progress: Progress) -> None:
        """Let the secrets down, node by node; the first thing that is wrong ends it."""
        if not self.nodes:
            if self.game.goal is Goal.NAME or len(self.secrets) > 1:
                raise _Wrong("it asks nothing, and the goal is not reached yet")
            self.steps = dict.fromkeys(self.secrets, 0)
            return
        self.nodes[0].secrets = self.secrets
        for number, node in enumerate(self.nodes, 1):
            self._ask(node)
            progress("nodes", number, len(self.nodes))

    def _ask(self, node: _Node) -> None:
        game, left = self.game, node.secrets
        if node.action not in self.actions:
            raise _Wrong(f"{node.where}: {game.name} has no action {shorten(node.action)!r}")
        if not left:
            raise _Wrong(f"{node.where}: a branch that no secret reaches")
        if len(left) != node.candidates:
            raise _Wrong(f"{node.where}: {node.candidates} candidates in the file, {len(left)} by the law")
        action = self.actions[node.action]
        if game.constrained and not all(game.allows(action, past, feedback) for past, feedback in node.path):
            raise _Wrong(f"{node.where}: {node.action} may not be asked then")
        self.only_possible = self.only_possible and action in self.known and action in left
        self.cost += _exact(game.cost(action)) * sum(self.weights[s] for s in left)
        answers: dict[str, tuple[Feedback, list[Secret]]] = {}
        for secret in left:
            feedback = game.feedback(action, secret)
            text = game.format_feedback(feedback)
            if answers.setdefault(text, (feedback, []))[0] != feedback:
                raise _Wrong(f"{node.where}: two different answers to {node.action} are both written {text!r}")
            answers[text][1].append(secret)
        for text, (feedback, some) in answers.items():
            self._sort(node, action, text, feedback, some)

    def _sort(self, node: _Node, action: Action, text: str, feedback: Feedback, some: list[Secret]) -> None:
        game, one = self.game, shorten(self.game.format_secret(some[0]))
        if self._done(action, feedback, some):
            self.steps.update(dict.fromkeys(some, node.depth + 1))
            if text in node.branches:
                told = "won" if game.goal is Goal.NAME else f"done: only {one} is left"
                raise _Wrong(f"{node.where}: a branch for the answer {text} to {node.action}, when play is {told}")
        elif text not in node.branches:
            raise _Wrong(
                f"{node.where}: no branch for the answer {text} to {node.action}, and the goal is not reached; "
                f"the secret {one} comes there"
            )
        else:
            branch = self.nodes[node.branches[text]]
            branch.secrets, branch.path = some, (*node.path, (action, feedback))

    def _done(self, action: Action, feedback: Feedback, some: Sequence[Secret]) -> bool:
        if self.game.goal is not Goal.NAME:
            return len(some) == 1
        return action in self.known and some == [action] and self.game.feedback(action, action) == feedback

    # What comes out.

    @property
    def total(self) -> Fraction:
        """The exact sum of weight times steps."""
        return sum((self.weights[s] * n for s, n in self.steps.items()), Fraction(0))

    @property
    def mass(self) -> Fraction:
        return sum(self.weights.values(), Fraction(0))

    @property
    def priced(self) -> bool:
        """Whether actions differ in cost."""
        return type(self.game).cost is not Game.cost and len({self.game.cost(a) for a in self.actions.values()}) > 1

    @property
    def objective(self) -> Fraction:
        """What the solver made small: the sum of weight times cost, or times steps where all actions cost the same."""
        return self.cost if self.priced else self.total

    def figures(self) -> dict[str, Any]:
        """The true figures."""
        out: dict[str, Any] = {
            "total": _plain(self.total),
            "mean": float(self.total / self.mass),
            "worst": max(self.steps.values()),
        }
        return {**out, "mean_cost": float(self.cost / self.mass)} if self.priced else out

    def compare(self, claims: dict[str, Any], by_worst: bool) -> None:
        """The figures in the file must be the true ones, and must not contradict each other."""
        for key, true in self.figures().items():
            if key not in claims:
                raise _Wrong(f"the file claims no {key}; it is {true}")
            if not _same(claims[key], true):
                raise _Wrong(f"the file claims a {key} of {claims[key]!r}, and it is {true}")
        lower = claims.get("lower_bound")
        if lower is None:
            return
        reached = claims["worst"] if by_worst else _plain(self.objective)
        if not isinstance(lower, int | float) or (lower > reached and not _same(lower, reached)):
            raise _Wrong(f"the file claims a lower bound of {lower!r}, and the tree has {reached}")
        if claims.get("proved") and not _same(lower, reached):
            raise _Wrong(f"the file claims to be proved, and its lower bound is {lower!r}, not {reached}")


def _certified(verdict: Verdict, replayed: _Replay, data: Any, progress: Progress) -> Verdict:
    """The verdict with what the certificate proves."""
    if not isinstance(data, dict):
        raise _Wrong("the certificate is damaged")
    try:
        found = check_certificate(replayed.game, data, progress)
    except TreeError as error:
        number = len(data["lemmas"]) if isinstance(data.get("lemmas"), list) else None
        return replace(verdict, certificate=False, lemmas=number, problem=str(error))
    verdict = replace(verdict, certificate=True, lemmas=found.lemmas, among=_among(found))
    if found.first is not None and replayed.nodes and replayed.nodes[0].action != found.first:
        raise _Wrong(f"the certificate is about strategies that ask {found.first} first, and the tree does not")
    if found.only_possible and not replayed.only_possible:
        raise _Wrong("the certificate is about strategies that only ask what may be the secret, and the tree does not")
    cost, worst = replayed.objective, max(replayed.steps.values())
    near = cost * (1 - 2 * Fraction(TOLERANCE)) if cost.denominator != 1 else cost
    proved = []
    within = worst if verdict.objective == "worst" else None
    if found.least(within) >= near:
        proved.append("total")
    # The least number of steps at all; or, where the total matters first, among strategies with the least total.
    shorter = found.least(worst - 1) if worst > 1 else inf
    if shorter == inf or (verdict.objective != "worst" and shorter > cost):
        proved.append("worst")
    return replace(verdict, proved=tuple(proved))


def _among(found: Checked) -> str:
    parts = [f"ask {found.first} first"] if found.first is not None else []
    parts += ["only ask what may be the secret"] if found.only_possible else []
    return f"strategies that {' and '.join(parts)}" if parts else ""


def _exact(value: Any) -> Fraction:
    return Fraction(value if isinstance(value, int | Fraction) else float(value))


def _plain(value: Fraction) -> int | float:
    return int(value) if value.denominator == 1 else float(value)


def _same(claimed: Any, true: int | float) -> bool:
    if isinstance(claimed, bool) or not isinstance(claimed, int | float):
        return False
    return claimed == true if isinstance(true, int) else isclose(claimed, true, rel_tol=TOLERANCE)


def describe(verdict: Verdict) -> list[str]:
    """The verdict in sentences."""
    if not verdict.ok:
        return [f"WRONG: {verdict.problem}."]
    assert verdict.secrets is not None
    out = [
        f"Right: the tree of {plural(verdict.nodes, 'node')} plays all {plural(verdict.secrets, 'secret')} of "
        f"{verdict.game} with a total of {verdict.total}, {verdict.mean:.4f} on average, {verdict.worst} at most."
    ]
    if verdict.certificate is None:
        out.append("It has no certificate, so nothing is said here about whether a better one exists.")
        return out
    among = f" among {verdict.among}" if verdict.among else ""
    shorter = "none is always shorter" if verdict.objective == "worst" else "none with this total is always shorter"
    told = {"total": "none has a smaller total", "worst": shorter}
    if verdict.objective == "worst":
        told["total"] = "none that is never longer has a smaller total"
    proved = " and ".join(told[p] for p in verdict.proved) or "bounds, but not that this tree is optimal"
    assert verdict.lemmas is not None
    out.append(f"Its certificate of {plural(verdict.lemmas, 'lemma')} holds, and proves{among}: {proved}.")
    return out
