"""What a question would tell, before it is asked: a part of what is possible for each answer."""

from __future__ import annotations

from typing import Any

from sleuth.app.assist import Trail
from sleuth.app.bounds import OPEN, Bounds
from sleuth.app.errors import ConflictError, RefusedError
from sleuth.app.part_results import PartResult, PartsResult
from sleuth.app.play import Play
from sleuth.app.requests import Drawing, PlayParts, QuestionParts
from sleuth.app.specs import read_game, read_history, read_record
from sleuth.app.views import MAX_PICTURES, composed_of, lies_needed, picture_of
from sleuth.belief.base import InformationSet
from sleuth.core.progress import Progress, silent
from sleuth.core.text import several
from sleuth.show.plain import bits_story, left_text, why
from sleuth.show.spoken import spoken, spoken_answer
from sleuth.strategies.decision import Decision, Leaf

MAX_PARTS = 1_000
"""Of more answers than this, the least likely are told by their sum alone."""


def parts(request: QuestionParts, bounds: Bounds = OPEN, progress: Progress = silent) -> PartsResult:
    """The parts into which the answers to a question would cut what is possible after a history."""
    game = read_game(request.game, bounds)
    history = read_history(game, request.history, bounds, listed=False)
    action = request.action.strip()
    walk = Trail.along(game, history, action, request.belief, request.seed, progress)
    if not action and not walk.contradiction:
        action = composed_of(walk.sets[-1], request.draw, elsewhere=True) or ""
        walk = Trail.along(game, history, action, request.belief, request.seed, progress)
    if walk.contradiction:
        raise RefusedError(walk.contradiction)
    return parts_of(walk.sets[-1], action, request.draw)


def play_parts(request: PlayParts, bounds: Bounds = OPEN, progress: Progress = silent) -> PartsResult:
    """The same in a play that is under way."""
    record = read_record(request.record, bounds)
    if record.solved or request.given_up:
        raise ConflictError("this play is over")
    info = Play.read(record, request.dice).info
    return parts_of(info, request.action.strip() or composed_of(info, request.draw) or "", request.draw)


def parts_of(info: InformationSet, action: str, draw: Drawing | None = None) -> PartsResult:
    """What the answers to an action would leave; without one, what is possible and nothing more."""
    game = info.game
    known: dict[str, Any] = {
        "game": str(game), "noun": game.noun, "plural": several(game.noun), "candidates": info.size,
        "estimated_candidates": None if info.exact else info.estimated_size, "exact": info.exact,
        "entropy": info.entropy, "left_text": left_text(info), "lies_needed": lies_needed(info.kinds),
    }  # fmt: skip
    if not action:
        return PartsResult(**known, action=None)
    asked = game.parse_action(action)
    info.check_action(asked)
    outcomes = info.outcomes([asked])
    decision = Decision(info, outcomes, 0, outcomes.information, "", "")
    leaves = sorted(decision.leaves[:MAX_PARTS], key=lambda leaf: (-leaf.left, -leaf.probability, leaf.text))
    drawn, option = draw is not None, decision.chosen
    return PartsResult(
        **known,
        action=option.text,
        spoken=spoken(game, asked),
        picture=picture_of(game, "action", asked) if drawn else "",
        bits=option.bits,
        mean=option.expected,
        worst=option.worst,
        win=option.win,
        parts=[_part(info, decision, leaf, drawn and place < MAX_PICTURES) for place, leaf in enumerate(leaves)],
        rest=max(0.0, sum(leaf.probability for leaf in decision.leaves[MAX_PARTS:])),
        why=why(decision),
        bits_story=bits_story(option.bits, info.entropy, game.noun),
    )


def _part(info: InformationSet, decision: Decision, leaf: Leaf, drawn: bool) -> PartResult:
    return PartResult(
        feedback=leaf.text,
        probability=leaf.probability,
        candidates=leaf.left,
        wins=leaf.wins,
        lies_needed=lies_needed(leaf.lies),
        spoken=spoken_answer(info.game, decision.action, leaf.feedback),
        picture=picture_of(info.game, "feedback", leaf.feedback) if drawn else "",
    )
