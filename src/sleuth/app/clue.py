"""Help at a real table of Clue: who has what, what to suggest and why, and when to accuse."""

from __future__ import annotations

import numpy as np

from sleuth.app import card_results as results
from sleuth.app.bounds import OPEN, Bounds, check_length
from sleuth.app.errors import RefusedError
from sleuth.app.requests import ClueAssist
from sleuth.core.errors import ParameterError
from sleuth.core.progress import Progress, silent
from sleuth.core.text import plural
from sleuth.games.clue.belief.clue_log import ClueLog
from sleuth.games.clue.belief.counting import Position
from sleuth.games.clue.belief.facts import Evidence
from sleuth.games.clue.belief.formula_text import format_formula, parse_formula
from sleuth.games.clue.belief.formulas import is_plain
from sleuth.games.clue.belief.reasons import clash, why
from sleuth.games.clue.belief.showing_habits import parse_policy
from sleuth.games.clue.players.advice import Advice, QuestionOption, advise, view_of
from sleuth.games.clue.players.racing import WORTH_A_GUESS
from sleuth.games.clue.players.travel import travel_advice
from sleuth.games.clue.rules.cards import Cards, numbers_of
from sleuth.games.clue.rules.clue import EDITIONS, Clue, Edition
from sleuth.games.clue.rules.views import View

MAX_SOLUTIONS = 10
"""Solutions that are named."""


def assist(request: ClueAssist, bounds: Bounds = OPEN, progress: Progress = silent) -> results.ClueAssistResult:
    """Who has what, what to suggest and why, and when to accuse; or which lines contradict each other."""
    log = check(request, bounds)
    evidence = log.evidence()
    position = Position.of(evidence, parse_policy(request.shows))
    explained = bool(position.worlds)
    notes = notebook(log.game, position) if explained else results.NotebookResult(sorts=sorts_of(log.game))
    advice = log_advice(log, request.seed) if explained else results.ClueAdviceResult()
    return results.ClueAssistResult(
        game=str(log.game),
        players=list(log.game.player_names),
        me=None if log.me is None else log.game.player_names[log.me - 1],
        turns=len(log.turns),
        shows=request.shows,
        contradiction=clash_text(evidence, position, "this log"),
        why=log_reasons(log, request.why) if explained and request.why else None,
        travel=log_travel(log, position, request) if explained and request.at and advice.accuse else [],
        **vars(notes),
        **vars(advice),
    )


def check(request: ClueAssist, bounds: Bounds = OPEN) -> ClueLog:
    """The log of a request; what is wrong with the request is told here, before anything is worked out."""
    check_length(request.why, bounds.text, "a formula")
    parse_policy(request.shows)
    log = read_clue_log(request.log, bounds)
    if request.at or request.roll is not None:
        read_place(log.game, request.at, request.roll)
    return log


def read_place(game: Clue, at: str, roll: int | None) -> int:
    """Where somebody is on the board of a game; what cannot be there, or be rolled, is refused."""
    floor = game.floor
    if floor is None:
        raise ParameterError("this edition has no board; write edition: classic-board, or a file with a board")
    if not at:
        raise ParameterError("say where you are too, as in at Kitchen")
    if roll is not None and roll not in floor.rolls:
        raise ParameterError(
            f"{plural(floor.dice, 'die', 'dice')} make {min(floor.rolls)} to {max(floor.rolls)}, not {roll}"
        )
    return floor.parse_place(at)


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
    if edition not in EDITIONS and not bounds.files:
        raise RefusedError("an edition is a file, which cannot be named from here; leave the line out")


def clash_text(evidence: Evidence, position: Position, what: str = "this") -> str | None:
    """What is wrong with lines that no deal explains; `None` where one does."""
    return None if position.worlds else f"no deal explains {what}; {clash(evidence)}"


def notebook(game: Clue, position: Position) -> results.NotebookResult:
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
    )


def sorts_of(game: Clue) -> dict[str, list[str]]:
    """The cards of each sort, by name."""
    return {sort.name: [game.names[card] for card in numbers_of(sort.cards)] for sort in game.sorts}


def card_names(game: Clue, cards: Cards) -> list[str]:
    """The names of some cards."""
    return [game.format_card(card) for card in numbers_of(cards)]


def log_advice(log: ClueLog, seed: int) -> results.ClueAdviceResult:
    """What to do, for whoever wrote the log; nothing for somebody who watches or is out, or after the end."""
    if log.me is None or log.over or log.me in log.out:
        return results.ClueAdviceResult()
    return view_advice(view_of(log), np.random.default_rng(seed))


def log_travel(log: ClueLog, position: Position, request: ClueAssist) -> list[results.TravelResult]:
    """Where to go from where one is."""
    game, place = log.game, read_place(log.game, request.at, request.roll)
    options = travel_advice(view_of(log), position, place, request.roll, np.random.default_rng(request.seed))
    return [
        results.TravelResult(
            room=game.card_names(game.sorts[-1].cards)[option.room],
            steps=option.steps,
            turns=option.turns,
            cards=card_names(game, option.question),
            bits=option.bits,
            value=option.value,
            text=option.text,
        )
        for option in options
    ]


def view_advice(view: View, rng: np.random.Generator) -> results.ClueAdviceResult:
    """What the racing player would do with this view, in numbers and in words."""
    game = view.game
    assert isinstance(game, Clue)
    advice = advise(view, rng)
    options = [_option(game, view.hand, option) for option in advice.options]
    return results.ClueAdviceResult(
        suggestion=options[0] if options else None,
        alternatives=options[1:],
        opponents={
            game.player_names[o.player - 1]: results.OpponentResult(
                guess_chance=o.guess_chance,
                bits=o.bits,
                text=f"{title(game.player_name(o.player))} could be missing {o.bits:.1f} bits; "
                f"a guess now would be right with chance {o.guess_chance:.0%}.",
            )
            for o in advice.opponents
        },
        accuse=results.AccusationResult(
            now=advice.accuse,
            cards=card_names(game, advice.pile),
            chance=advice.chance,
            going_on=advice.going_on,
            text=_accusation(game.format_cards(advice.pile), advice),
        ),
    )


def title(name: str) -> str:
    """A name at the beginning of a sentence."""
    return name[:1].upper() + name[1:]


def _option(game: Clue, hand: Cards, option: QuestionOption) -> results.ClueOptionResult:
    own = game.format_cards(option.question & hand)
    reason = f"expected to tell {option.bits:.2f} bits; "
    reason += f"the best guess after it is right with chance {option.guess_chance:.0%}"
    reason += f"; {option.at_once:.1%} that it is the solution itself" if option.at_once else ""
    reason += f"; {own} is yours, so that nobody else can show it" if own else ""
    return results.ClueOptionResult(
        cards=card_names(game, option.question),
        bits=option.bits,
        guess_chance=option.guess_chance,
        at_once=option.at_once,
        reason=reason,
    )


def _accusation(pile: str, advice: Advice) -> str:
    if not advice.accuse:
        first = "" if advice.asked or advice.chance < WORTH_A_GUESS else "; ask first, and look again"
        return f"Do not accuse yet: {pile} has chance {advice.chance:.0%}{first}."
    if advice.best is None:
        return f"Accuse {pile}: it is certain."
    return f"Accuse {pile}: {advice.chance:.0%} now against {advice.going_on:.0%} by going on."


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
