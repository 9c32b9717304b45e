"""Clue and MYST: help at a real table from a log, a table with computer players, and the value of MYST."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

import numpy as np

from sleuth.adapters.service.answers import plain
from sleuth.adapters.service.limits import SPEC_MOST, TEXT_MOST
from sleuth.app.errors import ConflictError, RefusedError
from sleuth.core.spec import split_spec
from sleuth.multiplayer.actions import (
    Action,
    Asks,
    Draws,
    EndTurn,
    Guess,
    No,
    NoGuess,
    Shows,
    Yes,
    format_action,
    parse_action,
)
from sleuth.multiplayer.advice import Advice, advise, view_of
from sleuth.multiplayer.cards import PILE, numbers_of
from sleuth.multiplayer.catalogue import AGENTS, parse_agent
from sleuth.multiplayer.clue import CLASSIC, Clue
from sleuth.multiplayer.cluelog import ClueLog, log_of
from sleuth.multiplayer.counting import Position
from sleuth.multiplayer.facts import evidence_of
from sleuth.multiplayer.reasons import clash
from sleuth.multiplayer.shows import parse_policy
from sleuth.multiplayer.situation import Situation
from sleuth.multiplayer.stage import Phase

LISTED = 10
"""Solutions that are named."""
MYST_MOST = 200
"""Cards of MYST without bluffing."""
BLUFF_MOST = 5
"""m + n with bluffing, where the whole game is solved."""
OPPONENTS = tuple(name for name in AGENTS if name not in ("equilibrium", "ismcts"))
"""The computer players at a table of Clue that answer at once."""


def clue_assist(log: str, shows: str = "random", seed: int = 0) -> dict[str, Any]:
    """Who has what, what to suggest and why, and when to accuse; or which lines contradict each other."""
    read = read_log(log)
    policy = parse_policy(shows)
    evidence = read.evidence()
    position = Position.of(evidence, policy)
    told: dict[str, Any] = {"game": str(read.game), "players": list(read.game.player_names), "turns": len(read.turns)}
    told["me"] = None if read.me is None else read.game.player_names[read.me - 1]
    if not position.worlds:
        told["contradiction"] = f"No deal explains this log; {clash(evidence)}."
        return told
    advice = None
    if read.me is not None and not read.over and read.me not in read.out:
        advice = advise(view_of(read), np.random.default_rng(seed))
    return _object(told | {"contradiction": None} | notebook(read.game, position) | _advice(read, advice))


def read_log(text: str) -> ClueLog:
    """A log that names no file."""
    if len(text) > TEXT_MOST:
        raise RefusedError(f"a log has at most {TEXT_MOST:,} signs, not {len(text):,}")
    for line in text.splitlines():
        key, colon, value = line.partition("#")[0].partition(":")
        if colon and key.strip().lower() == "edition" and value.strip() != CLASSIC.source:
            raise RefusedError("an edition is a file, which cannot be named from here; leave the line out")
    return ClueLog.parse(text)


def notebook(game: Clue, position: Position) -> dict[str, Any]:
    """Who has what, with exact probabilities."""

    def row(holder: int) -> dict[str, float]:
        return dict(zip(game.names, position.probabilities[holder].tolist(), strict=True))

    return {
        "worlds": position.worlds,
        "entropy_bits": position.entropy_bits,
        "sorts": {sort.name: [game.names[card] for card in numbers_of(sort.cards)] for sort in game.sorts},
        "envelope": row(0),
        "hands": {game.player_names[i - 1]: row(i) for i in game.players},
        "solutions": [
            {"cards": game.format_cards(cards).split(", "), "probability": probability}
            for cards, probability in position.piles[:LISTED]
        ],
    }


def _advice(log: ClueLog, advice: Advice | None) -> dict[str, Any]:
    if advice is None:
        return {"suggestion": None, "alternatives": [], "opponents": {}, "accuse": None}
    return advice.as_json(log)


def myst_value(m: int, n: int, q: int = 1, bluff: bool = False) -> dict[str, Any]:
    """The chance that the first of two players wins, if both play as well as can be."""
    from sleuth.multiplayer.values import bluffing_value, plain_value

    if min(m, n, q) < 1:
        raise RefusedError("m, n and q are 1 or more")
    if not bluff and q == 1:
        if m + 2 * n > MYST_MOST:
            raise RefusedError(f"m + 2n is at most {MYST_MOST} here, not {m + 2 * n}")
        return _object(plain_value(m, n))
    if m + n > BLUFF_MOST or q > BLUFF_MOST:
        raise RefusedError(f"with bluffing, m + n and q are at most {BLUFF_MOST} here")
    return _object(bluffing_value(m, n, q, iterations=500))


# A table of Clue. Its state is text that reads back: who sits where, the deal, and what happened since.


@dataclass(frozen=True)
class Table:
    """A game of Clue with a person in one seat."""

    now: Situation
    seat: int
    opponents: tuple[str, ...]
    seed: int

    @property
    def game(self) -> Clue:
        """The game."""
        assert isinstance(self.now.game, Clue)
        return self.now.game

    def __str__(self) -> str:
        told = {
            "players": len(self.game.hands),
            "drawn_rooms": self.game.drawn_rooms,
            "seat": self.seat,
            "opponents": list(self.opponents),
            "seed": self.seed,
            "deal": list(self.now.deal),
            "actions": [format_action(self.game, action) for action in self.now.actions],
        }
        return json.dumps(told)

    @classmethod
    def parse(cls, text: str) -> Table:
        """Read a table."""
        told = json.loads(text)
        game = Clue.of(told["players"], drawn_rooms=told["drawn_rooms"])
        now = Situation.begin(game, told["deal"])
        now = now.do_all(parse_action(game, action) for action in told["actions"])
        return cls(now, told["seat"], tuple(told["opponents"]), told["seed"])

    def rng(self) -> np.random.Generator:
        """Random numbers that follow from the seed and from how far the game is."""
        return np.random.default_rng([self.seed, len(self.now.actions)])

    def do(self, action: Action) -> Table:
        """The table after an action."""
        return Table(self.now.do(action), self.seat, self.opponents, self.seed)


def clue_begin(players: int, seat: int, opponents: list[str], seed: int, drawn_rooms: bool = False) -> str:
    """Deal, and let the others act until it is the person's turn to choose."""
    game = Clue.of(players, drawn_rooms=drawn_rooms)
    if seat not in game.players:
        raise RefusedError(f"a table of {players} has no seat {seat}")
    if len(opponents) > players - 1:
        raise RefusedError(f"{len(opponents)} opponents for {players - 1} seats")
    specs = [(opponents or ["race"])[min(k, len(opponents or ["race"]) - 1)] for k in range(players - 1)]
    for spec in specs:
        if len(spec) > SPEC_MOST or split_spec(spec)[0] not in OPPONENTS:
            raise RefusedError(f"an opponent is one of {', '.join(OPPONENTS)}")
        parse_agent(spec)
    deal = game.shuffle(np.random.default_rng(seed))
    return str(_go_on(Table(Situation.begin(game, deal), seat, tuple(specs), seed)))


def clue_act(table: str, action: str, cards: str = "") -> str:
    """The person acts: `suggest`, `show`, `accuse` or `end`; then the others do."""
    at = Table.parse(table)
    stage, me, game = at.now.stage, at.seat, at.game
    if stage.over or not stage.playing(me):
        raise ConflictError("the game is over for you")
    wanted = {Phase.ASK: "suggest", Phase.SHOW: "show", Phase.GUESS: "accuse"}.get(stage.phase)
    if action == "end" and stage.phase is Phase.GUESS:
        return str(_go_on(at.do(NoGuess(me))))
    if stage.actor != me or action != wanted:
        raise ConflictError(f"it is time to {wanted or 'wait'} now, not to {action}")
    if action == "suggest":
        return str(_go_on(at.do(Asks(me, game.cards(cards)))))
    if action == "show":
        return str(_go_on(at.do(Shows(me, stage.turn, game.card(cards)))))
    return str(_go_on(at.do(Guess(me, game.cards(cards)))))


def _go_on(at: Table) -> Table:
    """Until the person has a choice, or the game is over."""
    agents = dict(zip([i for i in at.game.players if i != at.seat], map(parse_agent, at.opponents), strict=True))
    while not at.now.stage.over and at.now.stage.playing(at.seat):
        stage = at.now.stage
        if stage.phase is Phase.DRAW:
            assert at.game.drawn is not None
            rooms = numbers_of(at.game.drawn.cards)
            at = at.do(Draws(stage.turn, rooms[int(at.rng().integers(len(rooms)))]))
            continue
        actor = stage.actor
        assert actor is not None
        forced = _forced(at) if actor == at.seat else agents[actor].act(at.now.view(actor), at.rng())
        if forced is None:
            return at
        at = at.do(forced)
    return at


def _forced(at: Table) -> Action | None:
    """What the person must do now, if there is no choice."""
    stage, me = at.now.stage, at.seat
    held = numbers_of(at.now.deal[me] & (stage.question or 0))
    if stage.phase is Phase.ANSWER:
        return Yes(me) if held else No(me)
    if stage.phase is Phase.SHOW and len(held) == 1:
        return Shows(me, stage.turn, held[0])
    return EndTurn(me) if stage.phase is Phase.END else None


def clue_told(table: str, chances: bool = True) -> dict[str, Any]:
    """What the person in the seat sees: the hand, what happened, what there is to do, and the notebook."""
    at = Table.parse(table)
    game, stage, me = at.game, at.now.stage, at.seat
    view = at.now.view(me)
    over = stage.over or not stage.playing(me)
    told: dict[str, Any] = {
        "players": [_name(at, i) for i in game.players],
        "seat": me,
        "hand": game.format_cards(view.hand).split(", "),
        "events": [text for action in view.events if (text := _event(at, action))],
        "over": over,
        "won": stage.winner == me,
        "winner": None if stage.winner is None else _name(at, stage.winner),
        "to_do": None if over else {"ask": "suggest", "show": "show", "guess": "accuse"}.get(stage.phase.value),
        "drawn": None if stage.drawn is None else game.format_card(stage.drawn),
        "choices": [game.format_card(card) for card in numbers_of(view.hand & (stage.question or 0))]
        if stage.phase is Phase.SHOW
        else [],
        "sorts": {sort.name: [game.names[card] for card in numbers_of(sort.cards)] for sort in game.sorts},
        "envelope_held": game.format_cards(at.now.deal[PILE]).split(", ") if over else None,
        "notebook": None,
    }
    if chances:
        told["notebook"] = notebook(game, Position.of(evidence_of(view)))
    return _object(told)


def clue_hint(table: str) -> dict[str, Any]:
    """What the racing player would do in the person's place."""
    at = Table.parse(table)
    if at.now.stage.over or not at.now.stage.playing(at.seat):
        raise ConflictError("the game is over for you")
    log = log_of(at.now.view(at.seat))
    return _object(_advice(log, advise(at.now.view(at.seat), at.rng())))


def _name(at: Table, player: int) -> str:
    if player == at.seat:
        return "you"
    others = [i for i in at.game.players if i != at.seat]
    return f"player {player} ({at.opponents[others.index(player)]})"


def _event(at: Table, action: Action) -> str:
    """What happened, as the person saw it."""
    who, you, game = _name(at, action.player), action.player == at.seat, at.game
    cap = who[0].upper() + who[1:]
    match action:
        case Draws(card=card):
            return f"{cap}: the dice lead to {game.format_card(card)}."
        case Asks(cards=cards):
            return f"{cap} suggest{'' if you else 's'} {game.format_cards(cards)}."
        case No():
            return f"{cap} pass{'' if you else 'es'}."
        case Shows(to=to, card=card):
            what = "a card" if card is None else game.format_card(card)
            return f"{cap} show{'' if you else 's'} {_name(at, to)} {what}."
        case Guess(cards=cards, right=right):
            said = "right" if right else "wrong"
            return f"{cap} accuse{'' if you else 's'} {game.format_cards(cards)}: {said}."
    return ""


def _object(value: dict[str, Any]) -> dict[str, Any]:
    made: dict[str, Any] = plain(value)
    return made
