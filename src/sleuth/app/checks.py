"""Whether something is as it should be: a game, a tree, a record, the compiled kernels."""

from __future__ import annotations

from typing import Annotated, Any

from sleuth.app.bounds import OPEN, Bounds, check_files
from sleuth.app.errors import RefusedError
from sleuth.app.requests import About, BeliefForm, GameSpec, RecordText, Request
from sleuth.app.results import CheckResult, ReplayResult, Result
from sleuth.app.set_cache import set_after
from sleuth.app.specs import read_game, read_record, read_strategy
from sleuth.app.table import read_table
from sleuth.app.views import steps_along
from sleuth.belief.base import InformationSet
from sleuth.belief.begin import listable
from sleuth.core.errors import TooLargeError
from sleuth.core.game_spec import is_table
from sleuth.core.kernel_warmup import Compiled, compile_all, missing
from sleuth.core.limit import UNLIMITED
from sleuth.core.members import CAPABILITIES, overridden
from sleuth.core.offers import drawable, plain_game
from sleuth.core.progress import Progress, silent
from sleuth.core.tabulate import tabulate
from sleuth.kernels.jit import kernel_folder
from sleuth.kernels.threads import workers
from sleuth.play.record import Record
from sleuth.verify.verdict_words import describe
from sleuth.verify.verification import verify as verify_tree


class Check(Request, home="sleuth.app.checks:check", slow=True):
    """Whether a game keeps the contract; or whether a strategy does, at this game."""

    game: GameSpec
    strategy: Annotated[str, About("A strategy to be checked instead of the game.", example="")] = ""


class Verify(Request, home="sleuth.app.checks:verify", slow=True, pure=False):
    """Every secret down a tree, through the plain law, and its certificate if it has one."""

    tree: Annotated[str, About("A file with a tree.", "local", "tree.json")]
    table: Annotated[str, About("Where to write the answers of the game, for another checker.", "local")] = ""


class ReplayRecord(Request, home="sleuth.app.checks:replay"):
    """A recorded play gone through again, every answer checked."""

    record: RecordText
    belief: BeliefForm = "auto"


class Warmup(Request, home="sleuth.app.checks:warmup", slow=True, pure=False):
    """The compiled kernels, loaded one by one; those that are missing or damaged are compiled."""

    wide: Annotated[bool, About("Also those for tables with more than 256 answers, which few games have.", "")] = False


class VerdictResult(Result):
    """What is to be said of a tree; its figures are recounted, not read."""

    file: str
    """The file with the tree."""
    game: str | None
    """Its game, as a spec string."""
    ok: bool
    """Whether everything is as the file says."""
    judged: bool
    """Whether the file was judged at all."""
    problem: str | None
    """The first thing that is wrong, and where; or why it cannot be judged."""
    objective: str | None
    """What the tree is said to be the best for."""
    secrets: int | None
    """How many secrets were gone through."""
    total: int | float | None
    """Steps over all secrets."""
    mean: float | None
    """Steps on average."""
    worst: int | None
    """Most steps."""
    mean_cost: float | None = None
    """Where actions differ in cost."""
    total_cost: int | float | None = None
    """Likewise; then this is what is proved."""
    shown: list[dict[str, Any]]
    """What the certificate proves: each figure with its unit, its bound and how it stands."""
    nodes: int
    """How many questions the tree has."""
    claims: dict[str, Any]
    """What the file says of the tree."""
    certificate: bool | None
    """Whether the certificate holds; `None` if there is none."""
    lemmas: int | None
    """How many lemmas the certificate has."""
    proved: bool
    """Whether no strategy is better by the objective."""
    proves: list[str]
    """What the certificate proves: `total` and `worst`."""
    among: str | None
    """The strategies that a proof speaks of, if not of all."""
    search: dict[str, Any] | None
    """What the search that found the tree says of itself; that is not checked."""
    not_checked: list[str]
    """What the file says that nobody checked."""
    seconds: float
    """What the check took."""
    sentences: list[str]
    """The same in words."""


class WarmupResult(Result):
    """The compiled kernels."""

    warm: bool
    compiled: bool
    """Whether any was compiled now."""
    kernels: int
    """How many were compiled now."""
    damaged: int
    """How many of these were damaged."""
    before: int
    """How many had been compiled before, and are sound."""
    kept: bool
    """Whether there is a folder to keep them in."""


def check(request: Check, bounds: Bounds = OPEN, progress: Progress = silent) -> CheckResult:
    """Hold a game to the contract, or a strategy; the first fault is an error that names its action and secret."""
    from sleuth.testing import check_game, check_table, stuck_play

    if request.strategy:
        return _check_strategy(request, bounds)
    if isinstance(request.game, str) and is_table(request.game):
        table = read_table(request.game, bounds)
        check_table(table)
        return CheckResult(game=str(table), ok=True, overrides=overridden(type(table)))
    game, tables = read_game(request.game, bounds), None
    try:
        if listable(game):
            tables = tabulate(game, progress)
    except TooLargeError:
        if not drawable(game):
            raise
    check_game(game)
    return CheckResult(
        game=str(game),
        ok=True,
        secrets=None if tables is None else len(tables.secrets),
        actions=None if tables is None else len(tables.actions),
        feedbacks=None if tables is None else len(tables.feedbacks),
        overrides=overridden(type(plain_game(game))),
        offers=[kind.__name__ for kind in CAPABILITIES if game.offers(kind) is not None],
        stuck=[f"{game.format_action(a)} = {game.format_feedback(f)}" for a, f in stuck_play(game) or ()],
    )


def _check_strategy(request: Check, bounds: Bounds) -> CheckResult:
    """Hold a strategy to the contract, on a few plays of the game."""
    from sleuth.testing import check_strategy

    if isinstance(request.game, str) and is_table(request.game):
        raise RefusedError("a strategy is checked at a game of one player; leave --strategy out to check the game")
    game = read_game(request.game, bounds, "studied_pairs")
    strategy = read_strategy(request.strategy, game, bounds)
    check_strategy(strategy, [game], limit=bounds.evaluation if strategy.slow(game) else UNLIMITED)
    return CheckResult(game=str(game), ok=True, strategy=str(strategy))


def verify(request: Verify, bounds: Bounds = OPEN, progress: Progress = silent) -> VerdictResult:
    """Judge a tree."""
    check_files(bounds)
    verdict = verify_tree(request.tree, progress=progress, table=request.table or None)
    return VerdictResult(**verdict.as_json(), sentences=describe(verdict))


def replay(request: ReplayRecord, bounds: Bounds = OPEN, progress: Progress = silent) -> ReplayResult:
    """Go through a record again; an answer that the law does not give is an error."""
    return replay_result(read_record(request.record, bounds), replay_sets(request, bounds, progress))


def replay_sets(request: ReplayRecord, bounds: Bounds = OPEN, progress: Progress = silent) -> list[InformationSet]:
    """What was known before each step of a record, and after the last."""
    record = read_record(request.record, bounds)
    return record.replay(set_after(record.game, None, request.belief, progress=progress))


def replay_result(record: Record, sets: list[InformationSet]) -> ReplayResult:
    """A record that was gone through again, as plain values."""
    secret = record.secret if record.solved else None
    return ReplayResult(
        game=str(record.game),
        player=record.player,
        oracle=record.oracle,
        solved=record.solved,
        secret=None if secret is None else record.game.format_secret(secret),
        steps=steps_along(sets, secret),
    )


def warmup(request: Warmup, bounds: Bounds = OPEN, progress: Progress = silent) -> WarmupResult:
    """Compile what is not on disk, on all cores, and look whether the rest is sound."""
    kept = kernel_folder().kept
    done = compile_all(progress, workers(), request.wide) if kept else Compiled()
    return WarmupResult(
        warm=kept and not missing(request.wide),
        compiled=done.compiled > 0,
        kernels=done.compiled,
        damaged=done.damaged,
        before=max(0, len(done.kernels) - done.compiled),
        kept=kept,
    )
