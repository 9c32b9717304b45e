"""The briefing of a game that brings none: made of its docstring, its parameters, its lists and its law."""

from __future__ import annotations

import re
from collections.abc import Sequence
from inspect import cleandoc
from typing import Any

from sleuth.core.game import Game
from sleuth.core.offers import announces, constrained, count_of, has_own, sequential
from sleuth.core.sequential import Sequential
from sleuth.core.spec import Parameter, Specified
from sleuth.core.text import capital, plural, several
from sleuth.show.briefing_examples import Examples, readable
from sleuth.show.briefing_text import Briefing, count_text, enumeration, paragraphs, sentences, with_examples

FEW = 12
"""So many secrets, questions or answers are named, where they are short."""
MAX_NAMED = 240
"""And have no more signs than this together."""
_KEPT = re.compile(r"\s|[-*•>|]|\d+[.)]\s")
"""How a line begins that stays a line: it is drawn in, or one of a list."""


def plain_briefing(game: Game) -> Briefing:
    """The briefing of any game."""
    examples = Examples(game)
    return Briefing(
        paragraphs(description(game), parameters_text(game), _facts(game, examples)),
        _question(game, examples),
        _answer(game, examples),
    )


# What it is.


def description(game: Game) -> str:
    """The docstring of a game, its paragraphs each on one line; where it has none, what every game is."""
    for kind in type(game).__mro__:
        if kind in (Game, Sequential):
            break
        doc = vars(kind).get("__doc__") or ""
        if doc.strip() and not doc.startswith(f"{kind.__name__}("):  # what a dataclass without a docstring is given
            return paragraphs(*map(_unwrapped, re.split(r"\n\s*\n", cleandoc(doc))))
    return f"{game.title or capital(game.name.replace('-', ' '))}: find the hidden {game.noun} by asking questions."


def _unwrapped(paragraph: str) -> str:
    """A paragraph as one line, but for examples of code, which are left out, and lines of a list."""
    if paragraph.lstrip().startswith(">>>"):
        return ""
    out: list[str] = []
    for line in paragraph.splitlines():
        if out and not _KEPT.match(line):
            out[-1] = f"{out[-1]} {line.rstrip()}"
        else:
            out.append(line.rstrip())
    return "\n".join(out)


def parameters_text(specified: Specified, leave_out: Sequence[str] = ()) -> str:
    """The parameters of a game or a channel in words, with their values: `How many colours are there? 6.`"""
    known = type(specified).parameters()
    shown = ((p, getattr(specified, name)) for name, p in known.items() if name not in leave_out and not p.file)
    return sentences(*(_parameter_text(parameter, value) for parameter, value in shown))


def _parameter_text(parameter: Parameter, value: Any) -> str:
    label = parameter.label or capital(parameter.help) or capital(parameter.name.replace("_", " "))
    if isinstance(value, bool):
        text = "yes" if value else "no"
    elif not value and parameter.empty:
        text = parameter.empty
    else:
        text = "" if value is None else parameter.words.get(str(value), parameter.write(value))
    return f"{label}{'' if label.endswith('?') else ':'} {text}." if readable(text) else ""


# What holds in it.


def _facts(game: Game, examples: Examples) -> str:
    told = f"What is public about the {game.noun} is told before the first question." if announces(game) else ""
    later = "What is answered may depend on what was asked before." if sequential(game) else ""
    fewer = "Earlier answers restrict what may be asked." if constrained(game) else ""
    guess = _guess_text(game, examples) if game.goal.finds else ""
    return sentences(_secrets_text(game, examples), told, _costs_text(game, examples), later, fewer, guess)


def _guess_text(game: Game, examples: Examples) -> str:
    """That the secret may be named too, where something is to be found."""
    named = any(secret in examples.questions for secret in examples.secrets[:FEW])
    return f"The {game.noun} may be guessed as a whole too: a right guess ends the play." if named else ""


def _secrets_text(game: Game, examples: Examples) -> str:
    """How many secrets there are, which if they are few, and whether one is as likely as another."""
    weights = [game.prior(secret) for secret in examples.secrets] if has_own(game, "prior") else []
    likely = not weights or (examples.all_secrets and len(set(weights)) == 1)
    texts = [game.format_secret(secret) for secret in examples.secrets]
    hidden = f"The hidden {game.noun}" if game.noun != Game.noun else f"The {game.noun}"
    if examples.all_secrets and _few(texts):
        if not likely:
            total = sum(weights)
            texts = [f"{text} ({100 * w / total:.3g}%)" for text, w in zip(texts, weights, strict=True)]
        alike = " They are equally likely." if likely and len(texts) > 1 else ""
        return f"{hidden} is one of these: {enumeration(texts)}.{alike}"
    count = len(texts) if examples.all_secrets else count_of(game)
    number = f"more than {len(texts):,}" if count is None else count_text(count)
    unlike = "some likelier than others" if examples.all_secrets else "perhaps not all equally likely"
    chances = "all equally likely" if likely else unlike
    if count is None and not texts:
        return f"{capital(several(game.noun))} are too many to list; {'they are ' if likely else ''}{chances}."
    return f"{hidden} is one of {number}, {chances}."


def _costs_text(game: Game, examples: Examples) -> str:
    """What questions cost, where that differs."""
    if not costs_differ(game):
        return ""
    costs = [game.cost(action) for action in examples.questions]
    shown = [f"{game.format_action(action)} costs {game.cost(action):g}" for action in examples.question_examples]
    prices = f"A question costs {min(costs):g} to {max(costs):g}" if examples.all_questions else "Costs differ"
    some = f", as in: {enumeration(shown)}" if shown else ""
    return f"{prices}{some}."


def costs_differ(game: Game) -> bool:
    """Whether one question costs more than another."""
    return has_own(game, "cost") and len({game.cost(action) for action in Examples(game).questions}) > 1


def _question(game: Game, examples: Examples) -> str:
    texts = [game.format_action(action) for action in examples.questions]
    guess = "" if has_own(game, "actions") else f"A question is any {game.noun}, as a guess or to learn something."
    if examples.all_questions and _few(texts):
        return sentences(guess, f"Write one of these {plural(len(texts), 'question')}: {enumeration(texts)}")
    number = f"There are {len(texts):,} questions." if examples.all_questions else ""
    lines = (game.format_action(action) for action in examples.question_examples)
    return with_examples(sentences(guess, number, "A question is written as in these lines."), lines)


def _answer(game: Game, examples: Examples) -> str:
    answers = examples.answers
    if not _few(answers):
        count = f"There are {plural(len(answers), 'different answer')}." if answers else ""
        return with_examples(sentences(count, "An answer is written as in these lines."), examples.answer_lines)
    return with_examples(f"An answer is one of these: {enumeration(answers)}.", examples.answer_lines)


def _few(texts: Sequence[str]) -> bool:
    return 0 < len(texts) <= FEW and sum(map(len, texts)) <= MAX_NAMED and all(map(readable, texts))
