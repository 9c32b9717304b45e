"""Verifying a tree file: every secret is replayed through the game's plain law, and compared with what the file claims.

Nothing here comes from the solver, the strategies or the kernels, and the file is read from scratch. Whatever cannot be
judged is refused: what is not known here might change the meaning of what is.
"""

from __future__ import annotations

import json
import time
from collections.abc import Collection
from dataclasses import dataclass, field, replace
from fractions import Fraction
from math import ceil, inf
from pathlib import Path
from typing import Any

from sleuth.core.claim import GameClaim, Quantity, Unit, claims_json
from sleuth.core.errors import SleuthError, TreeError
from sleuth.core.files import read_text
from sleuth.core.game import Game
from sleuth.core.game_spec import parse_game, spec_of
from sleuth.core.progress import Progress, silent
from sleuth.core.strict_json import OddJsonError, read_json
from sleuth.core.text import listing, shorten
from sleuth.verify.answer_table import AnswerTable
from sleuth.verify.certificate import KEYS as CERTIFICATE_KEYS
from sleuth.verify.certificate import Checked, check_certificate
from sleuth.verify.lemmas import Damaged, show, whole
from sleuth.verify.lemmas import total as read_total
from sleuth.verify.plain_law import PlainLaw, Unjudged, check_truthful
from sleuth.verify.proof_file import ProofFile, ProofHead, ProofReplay, is_proof
from sleuth.verify.replay import Replay, read_nodes
from sleuth.verify.terms import Terms

FORMAT, SCHEMA = "sleuth tree", 1
REQUIRED: dict[str, Any] = {
    "format": str,
    "schema": int,
    "game": str,
    "goal": str,
    "secrets": dict,
    "claims": dict,
    "nodes": list,
}
OPTIONAL: dict[str, Any] = {"objective": (str, type(None)), "terms": dict, "search": dict, "certificate": dict}
FIGURES = ("total", "mean", "worst")
COSTS = ("mean_cost", "total_cost")
"""Figures that a file may leave out."""
PROOFS = ("lower_bound", "proved", "total_proved", "worst_proved")
TOLERANCE = Fraction(1, 10**9)
"""Relative, for figures where weights or costs are not whole numbers; a proof may fall short by twice that."""
MEAN, WORST = "mean", "worst"


@dataclass(frozen=True)
class TreeVerdict:
    """What is to be said of a file."""

    file: str
    """The file with the tree."""
    game: str | None = None
    """Its game, as a spec string."""
    objective: str | None = None
    """What the tree is said to be the best for."""
    nodes: int = 0
    """How many questions it has."""
    problem: str | None = None
    """The first thing that is wrong, and where; or why it cannot be judged."""
    judged: bool = True
    """Whether the file was judged at all."""
    secrets: int | None = None
    """How many secrets were gone through."""
    total: int | float | None = None
    """The sum of steps over all secrets, each as often as its weight says; these figures are recounted, not read."""
    mean: float | None = None
    """Steps on average."""
    worst: int | None = None
    """Most steps."""
    mean_cost: float | None = None
    """Where actions differ in cost."""
    total_cost: int | float | None = None
    """Likewise; then this is what a proof is about, and not the total of steps."""
    certificate: bool | None = None
    """Whether the certificate holds; `None` if there is none."""
    lemmas: int | None = None
    """How many lemmas the certificate has."""
    proved: tuple[str, ...] = ()
    """What the certificate proves of the tree: `total` and `worst`."""
    shown: tuple[GameClaim, ...] = ()
    """The same as claims, with what no other tree takes less than."""
    among: str = ""
    """If not empty, the strategies that the tree is one of, and that a proof speaks of."""
    claims: dict[str, Any] = field(default_factory=dict)
    """What the file says of the tree."""
    search: dict[str, Any] | None = None
    """What the search that found the tree says of itself; that is not checked."""
    seconds: float = 0.0
    """What the check took."""

    @property
    def ok(self) -> bool:
        """Whether everything is as the file says."""
        return self.problem is None

    @property
    def optimal(self) -> bool:
        """Whether the certificate proves that no strategy is better by the objective."""
        return self.ok and (WORST if self.objective == WORST else "total") in self.proved

    def as_json(self) -> dict[str, Any]:
        """Plain values, for JSON."""
        out = {
            "file": self.file,
            "game": self.game,
            "ok": self.ok,
            "judged": self.judged,
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
            "search": self.search,
            "not_checked": ["search"] if self.search else [],
            "seconds": self.seconds,
        }
        out |= claims_json(self.shown)
        return out if self.mean_cost is None else {**out, "mean_cost": self.mean_cost, "total_cost": self.total_cost}


def verify(
    path: str | Path, game: Game | None = None, progress: Progress = silent, table: str | Path | None = None
) -> TreeVerdict:
    """Replay every secret down the tree in a file, and check its certificate if it has one.

    Raise `TreeError` only where the file cannot be read: it is missing, damaged, or a proof for another game. `game` is
    needed only where the catalogue does not know the game that the file names. `table` is a file for the answers of
    the game, by its plain law: with it a checker that does not know the law can judge a proof file.
    """
    began, proof = time.perf_counter(), is_proof(path)
    text, verifier = "" if proof else read_text(path, "tree", TreeError), _Verifier(str(path), game, progress, table)
    try:
        if proof:
            verifier.judge_proof(Path(path))
        elif table is not None:
            raise TreeError(f"{path} is a tree file: a table of answers goes with a proof file (.proof)")
        else:
            verifier.judge(text)
    except json.JSONDecodeError as error:
        raise TreeError(f"{path} is not JSON: line {error.lineno}, column {error.colno}: {error.msg}") from None
    except Damaged as error:
        raise TreeError(f"{path}: {error}") from None
    except Unjudged as reason:
        if proof:
            raise TreeError(f"{path} cannot be judged: {reason}") from None
        verifier.note(problem=str(reason), judged=False)
    except TreeError as wrong:
        verifier.note(problem=str(wrong))
    except OverflowError:
        verifier.note(problem="its weights or costs are too large to count with", judged=False)
    return replace(verifier.verdict, seconds=time.perf_counter() - began)


class _Verifier:
    """One file: it is read, played, and compared with its claims and its certificate, until something is wrong."""

    def __init__(self, file: str, game: Game | None, progress: Progress, table: str | Path | None) -> None:
        self.verdict, self.game, self.progress, self.table = TreeVerdict(file), game, progress, table

    def note(self, **fields: Any) -> None:
        """Add to the verdict."""
        self.verdict = replace(self.verdict, **fields)

    def judge(self, text: str) -> None:
        """Raise `TreeError` at the first thing that is wrong, and `Unjudged` where nothing can be said."""
        data = _read(text)
        claims, objective, nodes = data["claims"], data.get("objective"), data["nodes"]
        self.note(game=data["game"], nodes=len(nodes), claims=claims, search=data.get("search"))
        if objective not in (None, MEAN, WORST):
            raise Unjudged(f"the objective {shorten(objective)!r} is not known; it is mean, worst or null")
        self.note(objective=objective)
        terms = _terms(data.get("terms", {}))
        _check_claims(claims, "certificate" in data)
        if "certificate" in data:
            _check_keys(data["certificate"], "certificate", CERTIFICATE_KEYS)
            if objective is None:
                raise Unjudged("it has a certificate but no objective, so nobody knows what is to be proved")
        replay = Replay(self._law(data), read_nodes(nodes))
        replay.run(self.progress)
        replay.keep(terms)
        self.note(among=str(terms))
        self._compare(replay, claims)
        if "certificate" in data:
            self._certify(replay, data["certificate"], terms, claims)

    def judge_proof(self, path: Path) -> None:
        """The same for a proof file; raise `Damaged` where it cannot be read, or is for another game."""
        proof = ProofFile(path)
        head = proof.head
        self.note(game=head.game, nodes=len(proof.nodes), objective=head.objective)
        law = self._proof_law(head)
        self.note(secrets=len(law.secrets))
        if head.first is not None and head.first >= len(law.actions):
            raise Damaged(f"its first action is {head.first}, and they go from 0 to {len(law.actions) - 1}")
        first = None if head.first is None else law.game.format_action(law.actions[head.first])
        terms = Terms(first, head.within, head.only_possible)
        checked = Checked(AnswerTable(law, self.progress), terms)
        checked.read(f"law {head.law}")
        if self.table is not None:
            checked.table.save(self.table, head.game)
        claimed = read_total(head.total, "total", law.whole)
        replay = ProofReplay(checked.table, proof.nodes)
        replay.run(terms, head.first)
        self.note(among=str(terms))
        self._figures(replay)
        near = 0 if law.whole else TOLERANCE * replay.cost
        if abs(claimed - replay.cost) > near:
            what = "total cost" if law.priced else "total"
            raise TreeError(f"the file claims a {what} of {show(claimed)}, and it is {_plain(replay.cost)}")
        if head.worst != replay.worst:
            raise TreeError(f"the file claims a worst of {head.worst}, and it is {replay.worst}")
        self.note(certificate=False)
        for line in proof.certificate():
            checked.read(line)
            self.progress("lemmas", checked.lemmas, checked.lemmas + 1)
        proved = _proved(replay, checked, terms, head.objective == WORST)
        claims = {"total": _plain(Fraction(claimed)), "worst": head.worst, "proved": list(head.proved)}
        self.note(certificate=checked.lemmas > 0 or bool(head.proved) or None, lemmas=checked.lemmas, claims=claims)
        for what in head.proved:
            if what not in proved:
                raise TreeError(f"the file claims that its {what} is proved, and its lemmas do not prove that")
        if self.verdict.certificate:
            self._show(replay, checked, terms, proved)

    def _proof_law(self, head: ProofHead) -> PlainLaw:
        """The law of the game that a proof names, if it has the goal and as many secrets as the proof says."""
        game = self._game(head.game)
        if head.goal != game.goal.value:
            raise Damaged(f"it says that the goal is {head.goal!r}, and it is {game.goal.value!r}")
        try:
            return PlainLaw(game, whole(head.law.partition(" ")[0], "law"))
        except Unjudged:
            raise
        except TreeError as error:
            raise Damaged(str(error)) from None

    def _game(self, spec: str) -> Game:
        """The game that a file names, or the one that was given if it is that."""
        try:
            game = parse_game(spec) if self.game is None else self.game
        except SleuthError as error:
            raise Unjudged(f"its game is not known: {error}") from error
        check_truthful(game)
        if spec not in (str(game), spec_of(game)):
            raise Damaged(f"it is a proof for {shorten(spec)}, not for {game}")
        return game

    def _law(self, data: dict[str, Any]) -> PlainLaw:
        """The law of the game that the file names, if it has the goal and the secrets that the file was made for."""
        try:
            game = parse_game(data["game"]) if self.game is None else self.game
        except SleuthError as error:
            raise Unjudged(f"its game is not known: {error}") from error
        check_truthful(game)
        if data["game"] not in (str(game), spec_of(game)):
            raise TreeError(f"it is a tree for {shorten(data['game'])}, not for {game}")
        if data["goal"] != game.goal.value:
            raise TreeError(f"it says that the goal is {shorten(data['goal'])!r}, and it is {game.goal.value!r}")
        listed = data["secrets"]
        law = PlainLaw(game, listed["count"])
        self.note(secrets=len(law.secrets))
        if listed["digest"] != law.digest:
            raise TreeError(f"it was made for other secrets than {game} has now, or they were weighed otherwise")
        return law

    def _compare(self, replay: Replay, claims: dict[str, Any]) -> None:
        """The figures in the file must be the true ones."""
        figures, plain = self._figures(replay)
        law = replay.law
        exact = {"worst"} | ({"total"} if law.whole else set())
        exact |= {"total_cost"} if law.whole and isinstance(law.price, int) else set()
        for key, true in figures.items():
            if key not in claims:
                if key in COSTS:
                    continue
                raise TreeError(f"the file claims no {key}; it is {plain[key]}")
            if abs(Fraction(claims[key]) - true) > (0 if key in exact else TOLERANCE * true):
                raise TreeError(f"the file claims a {key} of {shorten(repr(claims[key]))}, and it is {plain[key]}")

    def _figures(self, replay: Replay | ProofReplay) -> tuple[dict[str, Fraction], dict[str, int | float]]:
        """What the tree takes, exactly and as plain numbers."""
        law, mass = replay.law, replay.mass
        figures = {"total": replay.total, "mean": replay.total / mass, "worst": Fraction(replay.worst)}
        cost = replay.cost * law.price
        figures |= {"mean_cost": cost / mass, "total_cost": cost}
        plain = {key: float(true) if key in ("mean", "mean_cost") else _plain(true) for key, true in figures.items()}
        self.note(**{key: true for key, true in plain.items() if key not in COSTS or law.priced})
        return figures, plain

    def _certify(self, replay: Replay, data: dict[str, Any], terms: Terms, claims: dict[str, Any]) -> None:
        """What the certificate proves, and whether that is what the file claims."""
        self.note(certificate=False)
        checked = check_certificate(replay.law, data, terms, self.progress)
        proved = _proved(replay, checked, terms, self.verdict.objective == WORST)
        self.note(certificate=True, lemmas=checked.lemmas)
        self._show(replay, checked, terms, proved)
        of = {"proved": self.verdict.optimal, "total_proved": "total" in proved, "worst_proved": WORST in proved}
        for key, true in of.items():
            if claims.get(key) and not true:
                raise TreeError(f"the file claims {key}, and its certificate does not prove that")
        lower = claims.get("lower_bound", 0)
        if self.verdict.objective == WORST:
            holds = lower <= 0 or checked.least(ceil(lower) - 1) == inf
        else:
            holds = Fraction(lower) * _share(replay.law) <= checked.least(terms.within)
        if not holds:
            raise TreeError(
                f"the file claims a lower bound of {shorten(repr(lower))}, and its certificate does not prove that"
            )

    def _show(self, replay: Replay | ProofReplay, checked: Checked, terms: Terms, proved: tuple[str, ...]) -> None:
        """What the lemmas prove as claims, what comes first by the objective first."""
        law, by_worst, worst = replay.law, self.verdict.objective == WORST, replay.worst
        bound = checked.least(worst if by_worst else terms.within)
        if bound == inf:
            raise TreeError("its lemmas prove that there is no such tree, and here is one")
        shortest = worst if WORST in proved else None
        if by_worst and shortest is None:
            shortest = next((k for k in range(worst, 0, -1) if checked.least(k - 1) == inf), None)
        among, unit = str(terms), Unit.COST if law.priced else Unit.STEPS
        figures = _plain(replay.cost), _plain(Fraction(bound)), "total" in proved
        total = GameClaim.found(Quantity.TOTAL, *figures, unit=unit, among=among)
        longest = GameClaim.found(Quantity.WORST, worst, shortest, WORST in proved, among=among)
        self.note(proved=proved, shown=(longest, total) if by_worst else (total, longest))


def _read(text: str) -> dict[str, Any]:
    """The data of a file, if it is a tree of this format with nothing in it but what is known here."""
    try:
        data = read_json(text)
    except OddJsonError as error:
        raise Unjudged(str(error)) from None
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise Unjudged(f'it is no tree: it does not say "format": "{FORMAT}"')
    if type(data.get("schema")) is not int or data["schema"] != SCHEMA:
        schema = shorten(repr(data.get("schema")))
        raise Unjudged(f"it has schema {schema}; this version of Sleuth reads schema {SCHEMA}")
    for key, kind in {**REQUIRED, **OPTIONAL}.items():
        if (key in REQUIRED and key not in data) or (key in data and not isinstance(data[key], kind)):
            raise TreeError(f"it is no whole tree: {key!r} is missing or damaged")
    _check_keys(data, "the file", (*REQUIRED, *OPTIONAL))
    _check_keys(data["secrets"], "secrets", ("count", "digest"))
    if [type(data["secrets"].get(key)) for key in ("count", "digest")] != [int, str]:
        raise TreeError("secrets must have a count, which is a number, and a digest, which is a text")
    return data


def _check_keys(data: dict[str, Any], where: str, known: Collection[str]) -> None:
    for key in data:
        if key not in known:
            raise Unjudged(f"{where} has a key {shorten(key)!r} that is not known; known: {listing(list(known), 12)}")


def _check_claims(claims: dict[str, Any], certified: bool) -> None:
    """Claims must be of the right kind, and those of proof need a certificate."""
    _check_keys(claims, "claims", (*FIGURES, *COSTS, *PROOFS))
    for key, value in claims.items():
        if key in PROOFS and not certified:
            raise TreeError(
                f"the file claims {key}, and has no certificate that proves it (what a search says of itself belongs "
                "under the key search)"
            )
        right = (bool,) if key.endswith("proved") else (int, float)
        if type(value) not in right:
            kind = "true or false" if right == (bool,) else "a number"
            raise TreeError(f"the file claims a {key} of {shorten(repr(value))}, which is not {kind}")


def _terms(data: dict[str, Any]) -> Terms:
    _check_keys(data, "terms", ("first", "within", "only_possible"))
    terms = Terms(**data)
    if not (terms.first is None or isinstance(terms.first, str)):
        raise TreeError(f"terms: first is the text of an action, or null, not {shorten(repr(terms.first))}")
    if not (terms.within is None or (type(terms.within) is int and terms.within >= 1)):
        raise TreeError(f"terms: within is a number of steps from 1, or null, not {shorten(repr(terms.within))}")
    if not isinstance(terms.only_possible, bool):
        raise TreeError(f"terms: only_possible is true or false, not {shorten(repr(terms.only_possible))}")
    return terms


def _proved(replay: Replay | ProofReplay, checked: Checked, terms: Terms, by_worst: bool) -> tuple[str, ...]:
    """What the lemmas prove of a tree among those on its terms.

    The total: none is smaller; where the longest play comes first, among trees that are never longer. The longest
    play: none is shorter; where the total comes first, among trees with no larger total.
    """
    proved, worst, cost = list[str](), replay.worst, replay.cost
    if checked.least(worst if by_worst else terms.within) >= cost * _share(replay.law):
        proved.append("total")
    shorter = checked.least(worst - 1)
    if worst == 0 or shorter == inf or (not by_worst and shorter > cost):
        proved.append(WORST)
    return tuple(proved)


def _share(law: PlainLaw) -> Fraction:
    """The share of a total that must be proved: all of it, unless weights or costs are not whole."""
    return Fraction(1) if law.whole else 1 - 2 * TOLERANCE


def _plain(value: Fraction) -> int | float:
    return int(value) if value.denominator == 1 else float(value)
