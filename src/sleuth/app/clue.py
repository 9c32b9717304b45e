"""Help at a real table of Clue: who has what, what to suggest and why, and when to accuse."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from sleuth.app import card_results as results
from sleuth.app.bounds import OPEN, Bounds, check_length
from sleuth.app.errors import RefusedError
from sleuth.app.requests import ClueAssist
from sleuth.core.errors import ParameterError
from sleuth.core.progress import Progress, silent
from sleuth.games.clue.belief.asking_habits import parse_habit
from sleuth.games.clue.belief.clue_log import ClueLog
from sleuth.games.clue.belief.counting import Position
from sleuth.games.clue.belief.facts import Evidence
from sleuth.games.clue.belief.formula_text import format_formula, parse_formula
from sleuth.games.clue.belief.formulas import is_plain
from sleuth.games.clue.belief.reasons import clash, why
from sleuth.games.clue.belief.showing_habits import parse_policy
from sleuth.games.clue.players.advice import Advice, QuestionOption, advise, heard, view_of
from sleuth.games.clue.players.racing import WORTH_A_GUESS, Opponent
from sleuth.games.clue.rules.cards import Cards, numbers_of
from sleuth.games.clue.rules.clue import CLASSIC, Clue, Edition
from sleuth.games.clue.rules.views import View
from sleuth.strategies.decision import percent

MAX_SOLUTIONS = 10
"""Solutions that are named."""
SHOWS = {
    "random": ["Who may show several cards shows any of them with equal chance."],
    "repeat": ["Who may show several cards mostly shows one that the asker has seen before, if there is one."],
    "any": ["Nothing is supposed of which cards were shown; of those to come, all have equal chance."],
}
"""What a way of showing supposes."""
HABITS = {
    "none": ["Nothing is supposed of what players ask for, or of their silence."],
    "usual": [
        "One player in five never asks for cards of her own.",
        "Who does not accuse after a suggestion that nobody could answer holds one of its cards, "
        "but for one player in fifty, who does not notice.",
    ],
}
"""What the habits suppose."""


@dataclass(frozen=True)
class Weighing:
    """What is supposed of the players: how they choose the card they show, and what their questions tell."""

    shows: str = "random"
    habits: str = "none"

    def __post_init__(self) -> None:
        parse_policy(self.shows)
        parse_habit(self.habits)

    def position(self, evidence: Evidence) -> Position:
        """What the evidence leaves, weighed so."""
        return Position.of(evidence, parse_policy(self.shows), parse_habit(self.habits))

    @property
    def supposed(self) -> list[str]:
        """The same in words."""
        return [*SHOWS[self.shows], *HABITS[self.habits]]


PLAIN = Weighing()
"""What is supposed unless something else is said."""


def assist(request: ClueAssist, bounds: Bounds = OPEN, progress: Progress = silent) -> results.ClueAssistResult:
    """Who has what, what to suggest and why, and when to accuse; or which lines contradict each other."""
    log, weighing = check(request, bounds), Weighing(request.shows, request.habits)
    position = weighing.position(heard(log))
    explained = bool(position.worlds)
    notes = notebook(log.game, position, weighing) if explained else results.NotebookResult(sorts=sorts_of(log.game))
    advice = log_advice(log, position, request.seed) if explained else results.ClueAdviceResult()
    return results.ClueAssistResult(
        game=str(log.game),
        players=list(log.game.player_names),
        me=None if log.me is None else log.game.player_names[log.me - 1],
        turns=len(log.turns),
        shows=request.shows,
        habits=request.habits,
        contradiction=clash_text(log.evidence(), position, "this log"),
        why=log_reasons(log, request.why) if explained and request.why else None,
        **vars(notes),
        **vars(advice),
    )


def check(request: ClueAssist, bounds: Bounds = OPEN) -> ClueLog:
    """The log of a request; what is wrong with the request is told here, before anything is worked out."""
    check_length(request.why, bounds.text, "a formula")
    Weighing(request.shows, request.habits)
    return read_clue_log(request.log, bounds)


def read_clue_log(text: str, bounds: Bounds = OPEN) -> ClueLog:
    """A log; from afar, one that names no file."""
    check_length(text, bounds.text, "a log")
    for line in () if bounds.files else text.splitlines():
        key, colon, value = line.partition("#")[0].partition(":")
        if colon and key.strip().lower() == "edition":
            check_edition(value.strip(), bounds)
    return ClueLog.parse(text)


def read_clue(players: int, edition: str, drawn_rooms: bool, bounds: Bounds = OPEN) -> Clue:
    """A game of Clue for so many players."""
    check_edition(edition, bounds)
    return Clue.of(players, Edition.read(edition), drawn_rooms)


def check_edition(edition: str, bounds: Bounds) -> None:
    """Refuse an edition from afar: it is a file."""
    if edition != CLASSIC.source and not bounds.files:
        raise RefusedError("an edition is a file, which cannot be named from here; leave the line out")


def clash_text(evidence: Evidence, position: Position, what: str = "this") -> str | None:
    """What is wrong with lines that no deal explains; `None` where one does."""
    return None if position.worlds else f"no deal explains {what}; {clash(evidence)}"


def notebook(game: Clue, position: Position, weighing: Weighing) -> results.NotebookResult:
    """Who has what, with exact probabilities."""

    def row(holder: int) -> dict[str, float]:
        return dict(zip(game.names, position.probabilities[holder].tolist(), strict=True))

    return results.NotebookResult(
        worlds=position.worlds,
        entropy_bits=position.entropy_bits,
        sorts=sorts_of(game),
        envelope=row(0),
        hands={game.player_names[i - 1]: row(i) for i in game.players},
        solutions=[
            results.EnvelopeResult(cards=card_names(game, cards), probability=probability)
            for cards, probability in position.piles[:MAX_SOLUTIONS]
        ],
        supposed=weighing.supposed,
    )


def sorts_of(game: Clue) -> dict[str, list[str]]:
    """The cards of each sort, by name."""
    return {sort.name: [game.names[card] for card in numbers_of(sort.cards)] for sort in game.sorts}


def card_names(game: Clue, cards: Cards) -> list[str]:
    """The names of some cards."""
    return [game.format_card(card) for card in numbers_of(cards)]


def log_advice(log: ClueLog, position: Position, seed: int, rooms: Cards | None = None) -> results.ClueAdviceResult:
    """What to do, for whoever wrote the log; nothing for somebody who watches or is out, or after the end."""
    if log.me is None or log.over or log.me in log.out:
        return results.ClueAdviceResult()
    return view_advice(view_of(log), position, np.random.default_rng(seed), rooms)


def view_advice(
    view: View, position: Position, rng: np.random.Generator, rooms: Cards | None = None
) -> results.ClueAdviceResult:
    """What to do with this view and this belief, in numbers and in words."""
    game = view.game
    assert isinstance(game, Clue)
    advice = advise(view, position, rng, rooms=rooms)
    options = [_option(game, view.hand, option, _preference(advice.options, option)) for option in advice.options]
    return results.ClueAdviceResult(
        suggestion=options[0] if options else None,
        alternatives=options[1:],
        opponents={game.player_names[other.player - 1]: _opponent(game, other) for other in advice.opponents},
        accuse=results.AccusationResult(
            now=advice.accuse,
            cards=card_names(game, advice.pile),
            chance=advice.chance,
            certain=advice.certain,
            threshold=advice.threshold,
            text=_accusation(game, advice),
        ),
    )


def title(name: str) -> str:
    """A name at the beginning of a sentence."""
    return name[:1].upper() + name[1:]


def _option(game: Clue, hand: Cards, option: QuestionOption, preference: str) -> results.ClueOptionResult:
    own, value = game.format_cards(option.question & hand), option.value
    about = "" if value.exact else "about "
    reason = [
        f"expected to tell {about}{value.bits:.2f} bits",
        f"the best guess after it is right with chance {about}{percent(round(value.guess_chance, 12))}",
        f"{percent(option.at_once)} that it is the solution itself" if option.at_once else "",
        f"{own} is yours, so that nobody else can show it" if own else "",
        preference,
    ]
    return results.ClueOptionResult(
        cards=card_names(game, option.question),
        at_once=option.at_once,
        reason="; ".join(filter(None, reason)),
        **vars(value),
    )


def _preference(options: Sequence[QuestionOption], option: QuestionOption) -> str:
    """Why the best is the best; nothing of the others."""
    if option is not options[0] or len(options) == 1:
        return ""
    first = next((n for n, (one, two) in enumerate(zip(option.rank, options[1].rank, strict=True)) if one != two), 3)
    return (
        "no other leaves so good a guess",
        "others leave as good a guess, but are less likely to be the solution",
        "others leave as good a guess, but tell less",
        "others are as good",
    )[min(first, 3)]


def _opponent(game: Clue, other: Opponent) -> results.OpponentResult:
    bits = _with_error(other.bits, other.bits_error, ".1f")
    chance = _with_error(other.guess_chance, other.guess_error, ".0%" if other.guess_chance > 0.095 else ".1%")
    text = f"{title(game.player_name(other.player))} could be missing {bits} bits; "
    text += f"a guess now would be right with chance {chance}."
    return results.OpponentResult(
        guess_chance=other.guess_chance,
        bits=other.bits,
        guess_error=other.guess_error,
        bits_error=other.bits_error,
        text=text,
    )


def _with_error(figure: float, error: float, form: str) -> str:
    """A figure and its error, if that is not too small to be written."""
    return f"{figure:{form}}" + (f" ± {error:{form}}" if f"{error:{form}}" != f"{0:{form}}" else "")


def _accusation(game: Clue, advice: Advice) -> str:
    pile, chance = game.format_cards(advice.pile), percent(advice.chance)
    if advice.certain:
        return f"Accuse {pile}: it is certain."
    if advice.accuse:
        nearest = game.player_name(max(advice.opponents, key=lambda other: other.guess_chance).player)
        return f"Accuse {pile}: {chance}, and waiting is worth less since {nearest} could know."
    wait = "; waiting is worth more" if advice.asked else "; ask first, and look again"
    return f"Do not accuse yet: {pile} has chance {chance}{wait if advice.chance >= WORTH_A_GUESS else ''}."


def log_reasons(log: ClueLog, text: str) -> results.ReasonResult:
    """The fewest lines of a log from which a formula about cards follows."""
    formula = parse_formula(log.game, text)
    if not is_plain(formula):
        raise ParameterError("--why takes a formula about cards, such as h(0,Plum) or !h(0,Plum); K is implied")
    reasons = why(log.evidence(), formula)
    return results.ReasonResult(
        formula=format_formula(log.game, formula),
        known=reasons is not None,
        entries=[results.LogLineResult(line=entry.line, text=entry.text) for entry in reasons or ()],
    )
