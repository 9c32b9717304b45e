"""A game of several players that is over: what each could know when, what questions told whom, and what was luck."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import pairwise

import numpy as np

from sleuth.app.bounds import OPEN, Bounds, check_length
from sleuth.app.clue import read_clue_log
from sleuth.app.requests import ClueReview, TableReview
from sleuth.app.results import (
    DeducibleResult,
    ReviewedTurnResult,
    SeatKnowledgeResult,
    TableLuckResult,
    TableReviewResult,
)
from sleuth.app.table import finished
from sleuth.belief.seat_set import SeatSet, seat_set
from sleuth.core.progress import Progress, silent
from sleuth.core.table_game import Event, TableState
from sleuth.core.text import capital, plural
from sleuth.games.clue.players.log_states import log_states, read_hands, read_solution

MENTIONED = 0.05
"""Bits from which a difference is worth a sentence."""

Turn = Sequence[TableState]
"""The state before a turn, then that after each of its actions."""


def review(request: TableReview, bounds: Bounds = OPEN, progress: Progress = silent) -> TableReviewResult:
    """Every turn of a recorded game, for every player."""
    table = finished(request.record, bounds)
    names = dict(enumerate(table.called, 1)) or {i: f"player {i}" for i in table.game.players}
    names |= {table.person: "you"} if table.person else {}
    states = [move.before.state for move in table.past()] + [table.state]
    return Review(cut(states), names, names, table.person).result(progress)


def cut(states: Iterable[TableState]) -> list[Turn]:
    """The turns of a game; one begins with the action that is counted as a turn."""
    turns: list[list[TableState]] = []
    for before, after in pairwise(states):
        if after.turns > before.turns:
            turns.append([before])
        if turns:
            turns[-1].append(after)
    return list(turns)


def review_log(request: ClueReview, bounds: Bounds = OPEN, progress: Progress = silent) -> TableReviewResult:
    """Every turn of a log, for those whose cards are known at the end."""
    log = read_clue_log(request.log, bounds, folder=request.folder)
    for text in (request.solution, request.hands):
        check_length(text, bounds.text, "a text")
    turns, players = log_states(log, read_solution(log, request.solution), read_hands(log, request.hands))
    names = dict(zip(log.game.players, log.game.player_names, strict=True))
    return Review(turns, names, players).result(progress)


class Review:
    """The turns of a game, and the players of whom is told what they could know."""

    def __init__(
        self, turns: Sequence[Turn], names: Mapping[int, str], players: Iterable[int], me: int | None = None
    ) -> None:
        self.turns, self.names, self.players, self.me = turns, dict(names), sorted(players), me
        self.end = turns[-1][-1]
        self.game = self.end.game
        self.missed = f"certain, and did not {self.game.guessing}"
        self.sets = cache(self._sets)

    def _sets(self, state: TableState) -> dict[int, SeatSet]:
        return {i: seat_set(state.view(i)) for i in self.players if state.playing(i)}

    def result(self, progress: Progress = silent) -> TableReviewResult:
        """All of it, as plain values."""
        turns = []
        for number, turn in enumerate(self.turns, 1):
            turns.append(self._turn(number, turn))
            progress("turns", number, len(self.turns))
        deducible, luck = list(self._deducible(turns)), [self._luck(i, turns) for i in self.players]
        winner = self.names[self.end.winner] if self.end.winner else None
        result = TableReviewResult(
            game=str(self.game),
            players=list(self.names.values()),
            winner=winner,
            solution=self.game.solution(self.end.deal),
            turns=turns,
            deducible=sorted(deducible, key=lambda one: one.turn),
            luck=luck,
            summary=[],
        )
        result.summary.extend(self._summary(result))
        return result

    # A turn.

    def _turn(self, number: int, turn: Turn) -> ReviewedTurnResult:
        before, player = turn[0], turn[0].actor
        assert player is not None
        answered = next((state for state in turn[1:-1] if state.actor == player), turn[-1])
        first, *answers = answered.actions[len(before.actions) :]
        last = _last_open(turn)
        old, new, after = self.sets(before), self.sets(last if answered.over else answered), self.sets(last)
        gains = {i: old[i].entropy - new[i].entropy for i in new}
        out = (player,) if self._guessed(turn, player) is False else ()  # though it may have ended the game
        info = old.get(player)
        expected = info.action_bits(first, np.random.default_rng(number)) if info else None
        return ReviewedTurnResult(
            turn=number,
            player=self.names[player],
            action=self._told(first),
            answer=" ".join(filter(None, (self.game.narrate(event, self.names, self.me) for event in answers))),
            bits=expected.bits if expected else None,
            best=self._told(expected.best) if expected else None,
            best_bits=expected.best_bits if expected else None,
            gained=gains.get(player) if expected else None,
            leaked={self.names[i]: bits for i, bits in gains.items() if i != player},
            knows={self.names[i]: _knowledge(info) for i, info in after.items() if i not in out},
            note=self._note(turn, player),
        )

    def _told(self, event: Event) -> str:
        """What somebody did, without the name."""
        text = self.game.narrate(event, self.names, self.me).rstrip(".")
        return text.removeprefix(capital(self.names[event.player])).strip(" :")

    def _note(self, turn: Turn, player: int) -> str:
        """What is to be said of a guess, or of none."""
        own = [(before, self._told(after.actions[-1])) for before, after in pairwise(turn) if before.actor == player]
        guessed = self._guessed(turn, player)
        state, text = own[-1] if guessed is None else next(act for act in own[::-1] if act[1])
        sets = self.sets(state)
        info = sets.get(player)
        if guessed is None:
            return self.missed if info and info.settled else ""
        notes = [text] if len(own) > 1 else []
        if info and info.settled:
            return "; ".join((*notes, "it was certain"))
        notes += [f"the best guess had chance {info.guess_chance:.0%}"] if info and info.guess_chance else []
        notes += [f"{self.names[i]} could be certain" for i in sets if sets[i].settled]
        return "; ".join(notes)

    @staticmethod
    def _guessed(turn: Turn, player: int) -> bool | None:
        """Whether a guess in this turn was right; `None` where none was made."""
        end = turn[-1]
        right = end.over and end.winner == player
        return True if right else None if end.playing(player) or not turn[0].playing(player) else False

    # The whole game.

    def _deducible(self, turns: Sequence[ReviewedTurnResult]) -> Iterator[DeducibleResult]:
        guesses = {
            player: number
            for number, turn in enumerate(self.turns, 1)
            if (player := turn[0].actor) and self._guessed(turn, player) is not None
        }
        for i in self.players:
            sure = (turn.turn for turn in turns if (known := turn.knows.get(self.names[i])) and known.certain)
            if (first := next(sure, None)) is not None:
                yield DeducibleResult(player=self.names[i], turn=first, accused=guesses.get(i))

    def _luck(self, player: int, turns: Sequence[ReviewedTurnResult]) -> TableLuckResult:
        name, start = self.names[player], self.sets(self.turns[0][0])[player]
        own = [turn for turn in turns if turn.player == name]
        expected, gained = sum(turn.bits or 0.0 for turn in own), sum(turn.gained or 0.0 for turn in own)
        return TableLuckResult(
            player=name,
            start=start.entropy,
            usual_start=start.usual_start,
            expected=expected,
            gained=gained,
            luck=gained - expected,
            overheard=sum(turn.leaked.get(name, 0.0) for turn in turns),
        )

    def _summary(self, result: TableReviewResult) -> Iterator[str]:
        """The game in sentences."""
        last = result.turns[-1]
        end = "Nobody won." if result.winner is None else f"{capital(result.winner)} won in turn {last.turn}."
        yield f"{end} {result.solution}"
        for one in result.deducible:
            yield f"{capital(one.player)} could have known it after turn {one.turn}{self._delay(one, result.turns)}."
        if not result.deducible:
            yield "Nobody could have been certain before the end."
        for turn in result.turns:
            if turn.note not in ("", self.missed) and turn is not last:
                yield f"Turn {turn.turn}, {turn.player}: {turn.note}."
        yield from self._lost(result.turns)
        yield from map(self._luck_text, result.luck)
        yield from self.sets(self.turns[0][0])[self.players[0]].notes

    def _delay(self, one: DeducibleResult, turns: Sequence[ReviewedTurnResult]) -> str:
        """How long it took a player to say what she could know."""
        word, later = self.game.guessing, turns[one.turn - 1 : one.accused]
        missed = sum(turn.player == one.player and turn.note == self.missed for turn in later)
        chances = f"let {plural(missed, 'chance')} go" if missed else "had no earlier chance"
        if one.accused is None:
            return f", but did not {word}: {chances if missed else 'no turn was left'}"
        late = one.accused - one.turn
        before = f", {plural(late, 'turn')} before {word.removesuffix('e')}ing, and {chances}"
        return before if late else " and said so at once"

    def _lost(self, turns: Sequence[ReviewedTurnResult]) -> Iterator[str]:
        """The question that gave most away."""
        graded = [turn for turn in turns if turn.bits is not None and turn.best_bits is not None]
        worst = max(graded, key=lambda turn: (turn.best_bits or 0) - (turn.bits or 0), default=None)
        if worst and (worst.best_bits or 0) - (worst.bits or 0) > MENTIONED:
            yield (
                f"Turn {worst.turn} gave most away: {worst.player} {worst.action} and could expect {worst.bits:.2f} "
                f"bits; the best was: {worst.best}, {worst.best_bits:.2f}."
            )

    @staticmethod
    def _luck_text(one: TableLuckResult) -> str:
        """What luck a player had with answers, and with the cards at the start."""
        better = 0.0 if one.usual_start is None else one.usual_start - one.start
        deal = f", {abs(better):.2f} {'fewer' if better > 0 else 'more'} than on average over deals"
        return (
            f"{capital(one.player)}: {one.start:.2f} bits missing at the start"
            f"{deal if abs(better) >= MENTIONED else ''}. The answers told "
            f"{one.gained:.2f} bits where {one.expected:.2f} were expected, {one.luck:+.2f} by luck; "
            f"the turns of others told {one.overheard:.2f}."
        )


def _last_open(turn: Turn) -> TableState:
    """The last state of a turn before the end was told: the one it began with, where its only action ended the game."""
    return next(state for state in reversed(turn) if not state.over)


def _knowledge(info: SeatSet) -> SeatKnowledgeResult:
    return SeatKnowledgeResult(bits=info.entropy, guess_chance=info.guess_chance, certain=info.settled)
