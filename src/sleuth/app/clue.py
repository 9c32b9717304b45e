"""Help at a real table of Clue: who has what, what to suggest and why, and when to accuse."""

from __future__ import annotations

import numpy as np

from sleuth.app import card_results as results
from sleuth.app.bounds import OPEN, Bounds, check_length
from sleuth.app.clue_suppose import Supposition
from sleuth.app.errors import RefusedError
from sleuth.app.requests import ClueAssist
from sleuth.core.errors import ParameterError
from sleuth.core.progress import Progress, silent
from sleuth.core.text import plural
from sleuth.games.clue.belief.card_set import CardSet
from sleuth.games.clue.belief.clue_log import ClueLog, LogLines
from sleuth.games.clue.belief.counting import Position
from sleuth.games.clue.belief.facts import Evidence
from sleuth.games.clue.belief.formula_text import format_formula, parse_formula
from sleuth.games.clue.belief.formulas import is_plain
from sleuth.games.clue.belief.log_turns import Answer, Suggestion, write_answer, write_turn
from sleuth.games.clue.belief.reasons import clash, why
from sleuth.games.clue.players.advice import advise, view_of
from sleuth.games.clue.players.travel import TravelOption, travel_advice
from sleuth.games.clue.rules.cards import Cards
from sleuth.games.clue.rules.clue import Clue
from sleuth.games.clue.rules.editions import EDITIONS, Edition
from sleuth.measures.shannon import shannon


def assist(request: ClueAssist, bounds: Bounds = OPEN, progress: Progress = silent) -> results.ClueAssistResult:
    """Who has what, what to suggest and why, and when to accuse; or which lines contradict each other."""
    log = check(request, bounds)
    sense = belief_of(log, request.shows, request.habits)
    supposed = Supposition.read(log, request.suppose, request.folder)
    contradiction = clash_text(log.evidence(), sense.position, "this log")
    info = supposed.seen_by(sense)
    if contradiction is None and not info.position.worlds:
        contradiction = supposed.fault()
    explained, log = contradiction is None, supposed.log
    notes = notes_of(info) if explained else results.NotebookResult(sorts=log.game.card_sorts)
    advice = log_advice(log, info, request.seed, request.rooms) if explained else results.ClueAdviceResult()
    return results.ClueAssistResult(
        game=str(log.game),
        players=list(log.game.player_names),
        me=None if log.me is None else log.game.player_names[log.me - 1],
        turns=len(log.turns),
        shows=request.shows,
        habits=request.habits,
        contradiction=contradiction,
        why=log_reasons(log, request.why) if explained and request.why else None,
        faults=[results.LogLineResult(line=fault.line, text=fault.message) for fault in log.faults],
        travel=log_travel(log, info, request.seed, request.at, request.roll) if explained and request.at else [],
        supposition=supposed.words,
        answers=log_answers(log, info, request.ask) if explained and request.ask else [],
        **vars(notes),
        **vars(advice),
    )


def check(request: ClueAssist, bounds: Bounds = OPEN) -> ClueLog:
    """The log of a request; what is wrong with the request is told here, before anything is worked out."""
    check_length(request.why, bounds.text, "a formula")
    check_length(request.rooms, bounds.text, "a list of rooms")
    check_length(request.suppose, bounds.text, "what is supposed")
    check_length(request.ask, bounds.text, "a suggestion")
    log = read_clue_log(request.log, bounds, request.tolerant, request.folder)
    rooms_of(log.game, request.rooms)
    belief_of(log, request.shows, request.habits)
    if request.at or request.roll is not None:
        place_of(log.game, request.at, request.roll)
    Supposition.read(log, request.suppose, request.folder)
    if request.ask:
        question_of(log.game, request.ask)
    return log


def place_of(game: Clue, at: str, roll: int | None) -> int:
    """Where somebody is on the board of a game; what cannot be there, or be rolled, is refused."""
    floor = game.floor
    if floor is None:
        raise ParameterError("this edition has no board; write edition: classic-board, or a file with a board")
    if not at:
        raise ParameterError("say where you are too, as in at Kitchen")
    if roll is not None and roll not in floor.rolls:
        dice = plural(floor.dice, "die makes", "dice make")
        raise ParameterError(f"{dice} {min(floor.rolls)} to {max(floor.rolls)}, not {roll}")
    return floor.parse_place(at)


def read_clue_log(text: str, bounds: Bounds = OPEN, tolerant: bool = False, folder: str = "") -> ClueLog:
    """A log; from afar, one that names no file."""
    check_length(text, bounds.text, "a log")
    if "edition" in (heads := LogLines.of(text).heads):
        check_edition(heads["edition"][1], bounds)
    return ClueLog.parse(text, tolerant, folder)


def read_clue(players: int, edition: str, drawn_rooms: bool, public: int = 0, bounds: Bounds = OPEN) -> Clue:
    """A game of Clue for so many players."""
    check_edition(edition, bounds)
    return Clue.of(players, Edition.read(edition), drawn_rooms, public)


def check_edition(edition: str, bounds: Bounds) -> None:
    """Refuse an edition from afar that is a file."""
    if edition not in EDITIONS and not bounds.files:
        raise RefusedError(
            f"an edition is a file, which cannot be named from here; there are {', '.join(EDITIONS)}, "
            "and a log may name its cards in lines before the players: suspect: CARD, CARD"
        )


def rooms_of(game: Clue, text: str) -> Cards | None:
    """The rooms that a text names, or others of the last sort; `None` if it names none, for all of them."""
    if not text.strip():
        return None
    sort, cards = game.sorts[-1], game.cards(text)
    if wrong := cards & ~sort.cards:
        raise ParameterError(f"{game.format_cards(wrong)} is no {sort.name}: name those that can be reached")
    return cards


def clash_text(evidence: Evidence, position: Position, what: str = "this") -> str | None:
    """What is wrong with lines that no deal explains; `None` where one does."""
    return None if position.worlds else f"no deal explains {what}; {clash(evidence)}"


def belief_of(log: ClueLog, shows: str = "random", habits: str = "none") -> CardSet:
    """What the writer of a log knows, with what is supposed of the others: all figures of an answer come from it."""
    return CardSet(view_of(log), shows, habits)


def question_of(game: Clue, text: str) -> Cards:
    """The cards of a suggestion; what cannot be one is refused."""
    cards = game.cards(text)
    if fault := game.question_fault(cards):
        raise ParameterError(fault)
    return cards


def log_answers(log: ClueLog, info: CardSet, text: str) -> list[results.ClueAnswerResult]:
    """What the writer's suggestion may be answered with, and what she would know then; nothing for who cannot ask."""
    if log.me is None or log.over or log.me in log.out:
        return []
    game, cards, found = log.game, question_of(log.game, text), []
    for shower, card, piles in info.asking.answers(cards):
        chance = float(piles.sum())
        if chance <= 0:
            continue
        others = game.others(log.me)
        passed = others if shower is None else others[: others.index(shower)]
        answers = [Answer(j, False) for j in passed] + ([] if shower is None else [Answer(shower, True, card)])
        found.append(
            results.ClueAnswerResult(
                text="nobody shows a card" if shower is None else write_answer(game, answers[-1]),
                line=write_turn(game, Suggestion(log.me, cards, tuple(answers))),
                chance=chance,
                guess_chance=float(piles.max()) / chance,
                bits=float(shannon(piles / chance)),
            )
        )
    return sorted(found, key=lambda one: -one.chance)


def notes_of(info: CardSet) -> results.NotebookResult:
    """Who has what, with exact probabilities."""
    notes = info.figures()
    solutions = [results.EnvelopeResult(**one) for one in notes.pop("solutions")]
    return results.NotebookResult(solutions=solutions, candidates=notes["worlds"], supposed=list(info.notes), **notes)


def log_advice(log: ClueLog, info: CardSet, seed: int, rooms: str = "") -> results.ClueAdviceResult:
    """What to do, for whoever wrote the log; nothing for somebody who watches or is out, or after the end."""
    if log.me is None or log.over or log.me in log.out:
        return results.ClueAdviceResult()
    return seat_advice(info, np.random.default_rng(seed), rooms_of(log.game, rooms))


def log_travel(log: ClueLog, info: CardSet, seed: int, at: str, roll: int | None) -> list[TravelOption]:
    """Where to go from where one is, for whoever wrote the log."""
    place, idle = place_of(log.game, at, roll), log.me is None or log.over or log.me in log.out
    return [] if idle else travel_advice(info, place, roll, np.random.default_rng(seed))


def seat_advice(info: CardSet, rng: np.random.Generator, rooms: Cards | None = None) -> results.ClueAdviceResult:
    """What to do with this belief, in numbers and in words; in one of the rooms, if they are set."""
    game, advice = info.game, advise(info, rng, rooms=rooms)
    options = [
        results.ClueOptionResult(
            cards=game.card_names(option.question),
            at_once=option.at_once,
            reason=advice.option_text(option),
            **vars(option.value),
        )
        for option in advice.options
    ]
    action = "pass" if advice.wanted is None else f"suggest {game.format_cards(advice.wanted.question)}"
    opponents = {}
    for other in advice.opponents:
        figures = {key: figure for key, figure in vars(other).items() if key != "player"}
        text = advice.opponent_text(other)
        opponents[game.player_names[other.player - 1]] = results.OpponentResult(text=text, **figures)
    return results.ClueAdviceResult(
        action=f"accuse {game.format_cards(advice.pile)}" if advice.accuse else action,
        bits=0.0 if advice.wanted is None else advice.wanted.value.bits,
        reasons=list(advice.reasons()),
        suggestion=options[0] if options else None,
        alternatives=options[1:],
        asked=advice.asked,
        opponents=opponents,
        accuse=results.AccusationResult(
            now=advice.accuse,
            cards=game.card_names(advice.pile),
            chance=advice.chance,
            certain=advice.certain,
            threshold=advice.threshold,
            text=advice.accusation_text(),
        ),
    )


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
