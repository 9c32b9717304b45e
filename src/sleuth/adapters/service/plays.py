"""A play as text: each function takes the record of a play and gives the next one. Nothing is kept between calls.

The record holds the secret, so it never leaves the server before the end: `told` says what a player may see.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from hashlib import sha256
from typing import Any

import numpy as np

from sleuth.adapters.service.answers import Hint, Leaf, Left, Option, PlayTold, StepTold, plain
from sleuth.adapters.service.errors import ConflictError, RefusedError
from sleuth.adapters.service.limits import HINT_SECONDS, STEPS_MOST, TEXT_MOST
from sleuth.adapters.service.sets import set_after, sets_along
from sleuth.adapters.service.specs import read_game, read_strategy
from sleuth.belief.base import InformationSet
from sleuth.core.game import Game, Secret
from sleuth.core.history import History
from sleuth.core.limit import Limit
from sleuth.core.offers import rows_of, truthful
from sleuth.games.catalogue import spec_of
from sleuth.play.opening import settle
from sleuth.play.oracles import Oracle, evades, make_oracle, usual_oracle
from sleuth.play.record import Record
from sleuth.show.words import size_text
from sleuth.strategies.base import Strategy
from sleuth.strategies.decision import Decision

LISTED = 60
"""How many candidates are named."""


def start(game: str, oracle: str = "", secret: str = "", seed: int | None = None) -> str:
    """The record of a new play: a secret is drawn (or given), and what is public about it is announced."""
    rng = np.random.default_rng(seed)
    made = read_game(game)
    given = made.parse_secret(secret) if secret else None
    settled, hidden = settle(made, rng, given, oracle)
    info = set_after(settled, History())
    name = oracle or usual_oracle(settled)
    if given is not None and info.exact and info.probability(given) == 0:
        raise RefusedError(f"{secret} is not a possible secret of {settled}")
    evasive = evades(name)
    if evasive and given is not None:
        raise RefusedError(f"the {name} oracle holds no secret; leave the secret out")
    answers = make_oracle(name, info, rng, hidden)
    return str(Record(settled, oracle=name, secret=None if evasive else answers.reveal()))


def ask(record: str, action: str, name: str = "") -> str:
    """The record with one question more, and its answer. The play's name goes into the dice of an oracle that lies."""
    play = read_record(record)
    info = _open(play)
    if len(play.history) >= STEPS_MOST:
        raise ConflictError(f"a play has at most {STEPS_MOST} steps here")
    asked = play.game.parse_action(action)
    info.check_action(asked, again=False)
    oracle = oracle_of(play, info, name)
    after = info.observe(asked, oracle.answer(asked))
    return str(play.extended(after.history, after.over, _known(oracle, after)))


def undo(record: str) -> str:
    """The record without its last step."""
    play = read_record(record)
    _open(play)
    if not play.history.steps:
        raise ConflictError("there is no step to take back")
    return str(replace(play, history=History(play.history.steps[:-1])))


def give_up(record: str) -> str:
    """The same play with its secret, for one who wants to know; an evasive oracle settles on one."""
    play = read_record(record)
    if play.secret is not None:
        return record
    return str(replace(play, secret=oracle_of(play, _open(play)).reveal()))


def advance(record: str, strategy: str) -> str:
    """The record once a strategy has asked one question more: for watching."""
    play = read_record(record)
    info = _open(play)
    return ask(record, play.game.format_action(decide(info, read_strategy(strategy, play.game)).action))


def told(
    record: str, identity: str = "", strategy: str = "", version: int = 0, given_up: bool = False,
    draw: Mapping[str, Any] | None = None,
) -> PlayTold:  # fmt: skip
    """What a player may see of a play. With `draw`, also the board: see `board`."""
    play = read_record(record)
    game, info = play.game, set_after(play.game, play.history)
    over = play.solved or given_up
    shown = play.secret if over else None
    return PlayTold(
        id=identity,
        game=spec_of(game),
        name=spec_of(game).partition(":")[0].partition("@")[0],
        summary=game.summary(),
        goal=game.goal.value,
        oracle=play.oracle,
        strategy=str(read_strategy(strategy, game)),
        rows=rows_of(game),
        steps=steps_told(game, play.history, shown),
        start_entropy=set_after(game, History()).entropy,
        left=left_of(info),
        solved=play.solved,
        over=over,
        secret=None if shown is None else game.format_secret(shown),
        version=version,
        board="" if draw is None else board(info, shown, draw, live=not over),
        composed=None if draw is None else _composed(info, draw),
    )


def hint(record: str, strategy: str) -> Hint:
    """What a strategy would ask now, and why."""
    play = read_record(record)
    info = _open(play)
    return hint_of(decide(info, read_strategy(strategy, play.game)))


def shared(record: str) -> str:
    """A copy to give away: without the secret of a play that is not over."""
    play = read_record(record)
    return str(play if play.solved else replace(play, secret=None))


def board(info: InformationSet, secret: Secret | None, draw: Mapping[str, Any], live: bool = True) -> str:
    """The board as SVG. `draw` may hold `pending` parts of an action, a `hint` (an action) and `heat`."""
    from sleuth.show.svg.boards import svg_board

    pointed = draw.get("hint")
    return svg_board(
        info,
        secret=secret,
        hint=None if not pointed else info.game.parse_action(str(pointed)),
        heat=bool(draw.get("heat")),
        pending=draw.get("pending") or {},
        live=live and not draw.get("still"),
    )


def _composed(info: InformationSet, draw: Mapping[str, Any]) -> str | None:
    from sleuth.show.svg.parts import composed

    return composed(info, draw.get("pending") or {})


# What an information set and a decision say, as plain values.


def steps_told(game: Game, history: History, secret: Secret | None = None) -> list[StepTold]:
    """Each step with what it left. Lies are told once they are found out, or the secret is known."""
    seen = sets_along(game, history)
    caught = frozenset(seen[-1].caught)
    if secret is not None and not truthful(game):
        caught = frozenset(n for n, (a, f) in enumerate(history, 1) if f != game.feedback(a, secret))
    return [
        StepTold(
            game.format_action(step.action),
            game.format_feedback(step.feedback),
            before.entropy - after.entropy,
            after.entropy,
            after.size,
            _lies(after.kinds),
            place in caught,
        )
        for place, (step, before, after) in enumerate(zip(history, seen, seen[1:], strict=False), 1)
    ]


def left_of(info: InformationSet) -> Left:
    """How many secrets are possible, and some of them."""
    examples = [info.game.format_secret(s) for s in info.candidates(LISTED)]
    return Left(info.size, info.exact, size_text(info), info.entropy, examples, _lies(info.kinds))


def _lies(kinds: Sequence[int]) -> list[int] | None:
    return list(kinds) if len(kinds) > 1 else None


def hint_of(decision: Decision) -> Hint:
    """A decision as plain values."""
    return Hint(
        decision.strategy,
        decision.chosen.text,
        _option(decision.chosen.as_json()),
        decision.reasons,
        [_option(option.as_json()) for option in decision.alternatives],
        [Leaf(leaf.text, leaf.probability, leaf.left, leaf.wins, _lies(leaf.lies)) for leaf in decision.leaves],
        decision.tie_break,
    )


def decide(info: InformationSet, strategy: Strategy) -> Decision:
    """What a strategy asks, within the time of a request; the same each time."""
    return strategy.decide(info, rng=np.random.default_rng(0), limit=Limit(seconds=HINT_SECONDS))


def _option(values: dict[str, Any]) -> Option:
    return Option(**plain(values))


# The play itself.


def read_record(text: str) -> Record:
    """A record that names no file."""
    if len(text) > TEXT_MOST:
        raise RefusedError(f"a record has at most {TEXT_MOST:,} signs, not {len(text):,}")
    return Record.parse(text, files=False)


def _open(play: Record) -> InformationSet:
    """The information set of a play that goes on."""
    if play.solved:
        raise ConflictError("this play is over")
    return set_after(play.game, play.history)


def oracle_of(play: Record, info: InformationSet, name: str = "") -> Oracle:
    """Who answers in this play, as if it had answered all questions so far; its dice are the same each time."""
    first = set_after(play.game, History())
    hidden = "" if play.secret is None else play.game.format_secret(play.secret)
    dice = np.random.default_rng(list(sha256(f"{name} {play.game} {hidden}".encode()).digest()))
    oracle = make_oracle(play.oracle, first, dice, play.secret)
    oracle.forget(info)
    return oracle


def _known(oracle: Oracle, info: InformationSet) -> Secret | None:
    """The secret that goes into the record; an evasive oracle has none before the end."""
    return oracle.reveal() if info.over or not oracle.evades else None
