"""What an information set, a history and a decision say, as plain values."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sleuth.app.requests import Drawing
from sleuth.app.results import (
    AnswerChoiceResult,
    AnswerFormResult,
    LeafResult,
    LikelyResult,
    OptionResult,
    StepResult,
    plain,
)
from sleuth.belief.base import InformationSet
from sleuth.core.capabilities import Reserve
from sleuth.core.game import Action, Game, Secret
from sleuth.core.offers import truthful
from sleuth.show.plain import bits_story, headline, left_text, share_left, why
from sleuth.show.spoken import spoken, spoken_answer, spoken_secret
from sleuth.show.words import size_text
from sleuth.strategies.decision import Decision, Option

MAX_EXAMPLES = 60
"""How many candidates are named."""
MAX_PICTURES = 40
"""How many answers are drawn."""
MAX_LIKELY = 10
"""Of how many the chance is said."""
MAX_WEIGHED, MAX_ASKED = 20_000, 500
"""Of more candidates than this, nobody looks for the likeliest: where their chances are at hand, or are asked for."""


def knowledge(info: InformationSet, start: InformationSet, pictures: bool = False) -> dict[str, Any]:
    """The fields of `KnowledgeResult`; `start` is what was known before play."""
    return {
        "candidates": info.size,
        "estimated_candidates": None if info.exact else info.estimated_size,
        "exact": info.exact,
        "effective_size": info.effective_size,
        "size_text": size_text(info),
        "entropy": info.entropy,
        "examples": [info.game.format_secret(s) for s in info.candidates(MAX_EXAMPLES)],
        "lies_needed": lies_needed(info.kinds),
        "notes": list(info.notes),
        "noun": info.game.noun,
        "left_text": left_text(info, start),
        "share_left": share_left(info.entropy, start.entropy),
        "likely": likely(info, pictures=pictures),
    }


def likely(info: InformationSet, share: float = 1.0, pictures: bool = False) -> list[LikelyResult]:
    """The likeliest candidates and their chances, which are parts of a share; none where they are too many to weigh."""
    shares = info.shares()
    if not info.exact or info.size > (MAX_ASKED if shares is None else MAX_WEIGHED):
        return []
    secrets = info.candidates()
    chances = [info.probability(s) for s in secrets] if shares is None else shares[1].tolist()
    ranked = sorted(range(len(secrets)), key=lambda place: (-chances[place], place))[:MAX_LIKELY]
    taken = info.lies_taken()
    lies = [None] * len(secrets) if taken is None else taken[1].tolist()
    return [likely_one(info.game, secrets[i], share * chances[i], pictures, lies[i]) for i in ranked]


def likely_one(
    game: Game, secret: Secret, chance: float, pictures: bool = False, lies: int | None = None
) -> LikelyResult:
    """A secret, its chance, and the lies that it takes."""
    picture = picture_of(game, "secret", secret) if pictures else ""
    text, words = game.format_secret(secret), spoken_secret(game, secret)
    return LikelyResult(secret=text, chance=chance, picture=picture, spoken=words, lies=lies)


def found(game: Game, secret: Secret | None, pictures: bool = False) -> dict[str, Any]:
    """The fields of `FoundResult`."""
    if secret is None:
        return {"secret": None}
    picture = picture_of(game, "secret", secret) if pictures else ""
    words = spoken_secret(game, secret)
    return {"secret": game.format_secret(secret), "spoken_secret": words, "secret_picture": picture}


def picture_of(game: Game, kind: str, value: Any) -> str:
    """A small drawing of an action, a secret or an answer, where the game has one."""
    from sleuth.show.svg.tokens import svg_token

    if kind == "feedback":
        return svg_token(game, kind, value, game.format_feedback(value))
    return svg_token(game, kind, value, (spoken if kind == "action" else spoken_secret)(game, value))


def no_knowledge(game: Game) -> dict[str, Any]:
    """The fields of `KnowledgeResult` where no secret explains the answers."""
    texts = {"size_text": "no candidates", "noun": game.noun, "left_text": f"No {game.noun} fits these answers"}
    return {"candidates": 0, "exact": True, "entropy": 0.0, "examples": [], "notes": [], **texts}


def suggestion(decision: Decision, pictures: bool = False) -> dict[str, Any]:
    """The fields of `SuggestionResult`."""
    game = decision.info.game

    def option(one: Option) -> dict[str, Any]:
        picture = picture_of(game, "action", one.action) if pictures else ""
        return {**plain(one.as_json()), "spoken": spoken(game, one.action), "picture": picture}

    return {
        **option(decision.chosen),
        "reasons": decision.reasons,
        "alternatives": [OptionResult(**option(one)) for one in decision.alternatives],
        "leaves": [
            LeafResult(
                feedback=leaf.text,
                probability=leaf.probability,
                candidates=leaf.left,
                wins=leaf.wins,
                lies_needed=lies_needed(leaf.lies),
                spoken=spoken_answer(game, decision.chosen.action, leaf.feedback),
                picture=picture_of(game, "feedback", leaf.feedback) if pictures and place < MAX_PICTURES else "",
            )
            for place, leaf in enumerate(decision.leaves)
        ],
        "tie_break": decision.tie_break,
        "headline": headline(decision),
        "why": why(decision),
        "bits_story": bits_story(decision.bits, decision.info.entropy, decision.info.game.noun),
    }


def no_suggestion(reason: str, headline: str) -> dict[str, Any]:
    """The fields of `SuggestionResult` where there is nothing to ask."""
    return {"reasons": [reason], "alternatives": [], "leaves": [], "headline": headline, "why": []}


def steps_along(sets: Sequence[InformationSet], secret: Secret | None = None) -> list[StepResult]:
    """Each step of a history with what it left, from the sets before, between and after its steps.

    Lies are told once they are caught, or the secret is known.
    """
    game, history = sets[-1].game, sets[-1].history
    lies = frozenset(sets[-1].caught)
    if secret is not None and not truthful(game):
        lies = frozenset(n for n, (a, f) in enumerate(history, 1) if f != game.feedback(a, secret))
    return [
        StepResult(
            action=game.format_action(step.action),
            feedback=game.format_feedback(step.feedback),
            gained=before.entropy - after.entropy,
            entropy=after.entropy,
            candidates=after.size,
            exact=after.exact,
            lies_needed=lies_needed(after.kinds),
            lie=place in lies,
        )
        for place, (step, before, after) in enumerate(zip(history, sets, sets[1:], strict=False), 1)
    ]


def lies_needed(kinds: Sequence[int]) -> list[int] | None:
    """How many candidates take no lie, one, two, and so on; `None` where lies are not counted."""
    return list(kinds) if len(kinds) > 1 else None


def svg_of(
    info: InformationSet, draw: Drawing | None, secret: Secret | None = None, live: bool = True,
    elsewhere: bool = False, **shown: Any,
) -> str:  # fmt: skip
    """The board as SVG; nothing where none is wanted. `shown` are further fields of `BoardView`."""
    if draw is None:
        return ""
    from sleuth.show.svg.boards import svg_board

    game = info.game
    return svg_board(
        info,
        secret=secret,
        hint=game.parse_action(draw.hint) if draw.hint else None,
        heat=draw.heat,
        pending=draw.pending,
        live=live and not draw.still,
        asked=question_of(game, draw.asked) if draw.asked else None,
        marks=draw.marks,
        elsewhere=elsewhere,
        fresh=draw.fresh,
        own=draw.own,
        answering=draw.answering,
        **shown,
    )


def question_of(game: Game, text: str) -> Action:
    """What was asked elsewhere: where lists lack something, anything that could be asked."""
    reserve = game.offers(Reserve)
    return game.parse_action(text) if reserve is None else reserve.parse_any(text)


def composed_of(info: InformationSet, draw: Drawing | None, elsewhere: bool = False) -> str | None:
    """The action that the chosen parts make, where a board is drawn; `elsewhere` it need not be in any list."""
    from sleuth.show.svg.parts import composed, texts_of

    if draw is None or not draw.pending:
        return None
    listed = composed(info, draw.pending)
    if listed is not None or not elsewhere or info.game.offers(Reserve) is None:
        return listed
    return next((info.game.format_action(question_of(info.game, text)) for text in texts_of(info, draw.pending)), None)


def marks_of(info: InformationSet, action: str, answer: str) -> str:
    """The signs on a board that an answer is given by."""
    from sleuth.show.svg.answers import answer_form

    return answer_form(info, question_of(info.game, action)).marks(answer)


def form_of(info: InformationSet, action: str) -> AnswerFormResult:
    """How to answer an action on the page."""
    from sleuth.show.svg.answers import answer_form

    form = answer_form(info, question_of(info.game, action))
    return AnswerFormResult(
        action=action,
        choices=[AnswerChoiceResult(feedback=c.feedback, text=c.text, key=c.key, icon=c.icon) for c in form.choices],
        places=form.places,
        signs=form.signs,
        words=list(form.words),
        on_board=form.on_board,
        prompt=form.prompt,
    )
