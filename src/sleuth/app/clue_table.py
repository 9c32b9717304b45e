"""A table of Clue with a person in one seat: dealt, played on by the others, and told as the person sees it."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial

import numpy as np

from sleuth.app.bounds import OPEN, Bounds, check_length
from sleuth.app.card_results import ClueAdviceResult, ClueEndResult, ClueSeatResult, ClueTurnResult, NotebookResult
from sleuth.app.clue import card_names, notebook, read_clue, sorts_of, title, view_advice
from sleuth.app.errors import ConflictError, RefusedError
from sleuth.app.requests import ClueAct, ClueBegin, ClueHint, ClueLook
from sleuth.app.seats import read_players
from sleuth.core.progress import Progress, silent
from sleuth.core.spec import split_spec
from sleuth.games.clue.belief.counting import Position
from sleuth.games.clue.belief.facts import evidence_of
from sleuth.games.clue.players.agents import Agent
from sleuth.games.clue.players.catalogue import AGENTS, parse_agent
from sleuth.games.clue.rules import actions
from sleuth.games.clue.rules.actions import Action, format_action, parse_action
from sleuth.games.clue.rules.cards import PILE, Cards, numbers_of
from sleuth.games.clue.rules.clue import Clue
from sleuth.games.clue.rules.editions import CLASSIC
from sleuth.games.clue.rules.situation import Situation
from sleuth.games.clue.rules.stage import Phase
from sleuth.games.clue.rules.views import View
from sleuth.play.play_loop import Move, moves

QUICK_PLAYERS = tuple(name for name in AGENTS if name not in ("equilibrium", "ismcts"))
"""The computer players that answer at once: from afar, one sits with these."""
TO_DO = {Phase.ASK: "suggest", Phase.SHOW: "show", Phase.GUESS: "accuse"}


@dataclass(frozen=True)
class ClueEvent:
    """Something that happened, as the person saw it."""

    kind: str
    """draw, suggest, pass, show or accuse."""
    mine: bool
    """Whether the person did it."""
    text: str


@dataclass(frozen=True)
class ClueTable:
    """A game of Clue with a person in one seat. It never changes, and its text reads back. A stage of the play loop.

    All random numbers follow from the seed and from how far the game is, so that a table goes on as it would have.
    """

    now: Situation
    seat: int
    opponents: tuple[str, ...]
    """The others, in the order of their seats."""
    seed: int

    @classmethod
    def deal(cls, game: Clue, seat: int, opponents: Sequence[str], seed: int | None = None) -> ClueTable:
        """A new table, before anybody acted; without a seed, any deal."""
        if seat not in game.players:
            raise RefusedError(f"a table of {len(game.hands)} has no seat {seat}")
        specs = list(opponents) or ["race"]
        _, seats = read_players(specs, len(game.hands) - 1, "opponents")
        seed = int.from_bytes(os.urandom(6)) if seed is None else seed
        hands = game.shuffle(np.random.default_rng(seed))
        return cls(Situation.begin(game, hands), seat, tuple(specs[k] for k in seats), seed)

    @property
    def game(self) -> Clue:
        """The game."""
        assert isinstance(self.now.game, Clue)
        return self.now.game

    def __str__(self) -> str:
        game = self.game
        edition = game.edition.source
        fields = {
            "players": len(game.hands),
            "drawn_rooms": game.drawn_rooms,
            **({} if edition == CLASSIC.source else {"edition": edition}),
            **({"public": game.public} if game.public else {}),
            "seat": self.seat,
            "opponents": list(self.opponents),
            "seed": self.seed,
            "deal": list(self.now.deal),
            "actions": [format_action(game, action) for action in self.now.actions],
        }
        return json.dumps(fields)

    @classmethod
    def parse(cls, text: str) -> ClueTable:
        """Read a table."""
        fields = json.loads(text)
        edition, public = fields.get("edition", CLASSIC.source), fields.get("public", 0)
        game = read_clue(fields["players"], edition, fields["drawn_rooms"], public)
        now = Situation.begin(game, fields["deal"])
        now = now.do_all(parse_action(game, action) for action in fields["actions"])
        return cls(now, fields["seat"], tuple(fields["opponents"]), fields["seed"])

    # A stage of the play loop.

    @property
    def over(self) -> bool:
        """Whether the game is over, at least for the person."""
        return self.now.over or not self.now.stage.playing(self.seat)

    @property
    def actor(self) -> int | None:
        """Who has a choice now; `None` where nobody has."""
        return None if self._forced() else self.now.actor

    def view(self, player: int) -> View:
        """What a player may see."""
        return self.now.view(player)

    def chance(self, rng: np.random.Generator) -> Action:
        """What happens where nobody has a choice: what the person must do, or a room that is drawn."""
        return self._forced() or self.now.chance(self.rng())

    def do(self, action: Action) -> ClueTable:
        """The table after an action."""
        return replace(self, now=self.now.do(action))

    def rng(self, moment: int | None = None) -> np.random.Generator:
        """The random numbers of a moment: after so many actions, or now."""
        return np.random.default_rng([self.seed, len(self.now.actions) if moment is None else moment])

    def _forced(self) -> Action | None:
        """What the person must do now, if there is no choice."""
        stage, me = self.now.stage, self.seat
        if self.now.actor != me:
            return None
        held = numbers_of(self.now.deal[me] & (stage.question or 0))
        if stage.phase is Phase.ANSWER:
            return actions.Yes(me) if held else actions.No(me)
        if stage.phase is Phase.SHOW and len(held) == 1:
            return actions.Shows(me, stage.turn, held[0])
        return actions.EndTurn(me) if stage.phase is Phase.END else None

    def moves(self) -> Iterator[Move[ClueTable]]:
        """The others act, a move at a time, until the person has a choice or the game is over."""
        others = [i for i in self.game.players if i != self.seat]
        agents = zip(others, map(parse_agent, self.opponents), strict=True)
        return moves(self, {i: partial(self._act, agent) for i, agent in agents}, self.rng())

    def _act(self, agent: Agent, view: View) -> Action:
        return agent.act(view, self.rng(len(view.events)))

    # The person.

    def act(self, action: str, cards: str = "") -> ClueTable:
        """The person acts: `suggest`, `show`, `accuse` or `end`."""
        self.check_open()
        stage, me, game = self.now.stage, self.seat, self.game
        if action == "end" and stage.phase is Phase.GUESS and stage.actor == me:
            return self.do(actions.NoGuess(me))
        if stage.actor != me or action != TO_DO.get(stage.phase):
            raise ConflictError(f"it is time to {TO_DO.get(stage.phase, 'wait')} now, not to {action}")
        act: Action
        if action == "show":
            act = actions.Shows(me, stage.turn, game.card(cards))
        elif action == "accuse":
            act = actions.Guess(me, game.cards(cards))
        else:
            act = actions.CardQuestion(me, self._with_room(game.cards(cards)))
        if fault := self.now.fault(act):
            raise ConflictError(fault)
        return self.do(act)

    def _with_room(self, cards: Cards) -> Cards:
        """What is suggested, with the room that was drawn where none is named."""
        sort, drawn = self.game.drawn, self.now.stage.drawn
        return cards if sort is None or drawn is None or cards & sort.cards else cards | 1 << drawn

    def check_open(self) -> None:
        """Refuse where the game is over for the person."""
        if self.over:
            raise ConflictError("the game is over for you")

    def name(self, player: int) -> str:
        """A player in a sentence to the person."""
        if player == self.seat:
            return "you"
        return f"player {player} ({self.opponents[player - 1 - (player > self.seat)]})"

    def events(self) -> list[ClueEvent]:
        """What happened, as the person saw it."""
        return [event for action in self.view(self.seat).events if (event := self._event(action))]

    def last_event(self) -> ClueEvent | None:
        """What the last action was to the person, if it was anything to tell."""
        seen = self.view(self.seat).events
        return self._event(seen[-1]) if seen else None

    def _event(self, action: Action) -> ClueEvent | None:
        mine, who, game = action.player == self.seat, title(self.name(action.player)), self.game
        s = "" if mine else "s"
        match action:
            case actions.CardDraw(card=card):
                kind, text = "draw", f"{who}: the dice lead to {game.format_card(card)}."
            case actions.CardQuestion(cards=cards):
                kind, text = "suggest", f"{who} suggest{s} {game.format_cards(cards)}."
            case actions.No():
                kind, text = "pass", f"{who} pass{'' if mine else 'es'}."
            case actions.Shows(to=to, card=card):
                what = "a card" if card is None else game.format_card(card)
                kind, text = "show", f"{who} show{s} {self.name(to)} {what}."
            case actions.Guess(cards=cards, right=right):
                kind, text = "accuse", f"{who} accuse{s} {game.format_cards(cards)}: {'right' if right else 'wrong'}."
            case _:
                return None
        return ClueEvent(kind, mine, text)

    def seen(self, chances: bool = False) -> ClueSeatResult:
        """What the person sees: the hand, what happened, what there is to do, and the notebook if it is asked for."""
        game, stage, view = self.game, self.now.stage, self.view(self.seat)
        show = stage.phase is Phase.SHOW
        return ClueSeatResult(
            players=[self.name(i) for i in game.players],
            seat=self.seat,
            hand=card_names(game, view.hand),
            public=card_names(game, view.public),
            events=[event.text for event in self.events()],
            over=self.over,
            won=stage.winner == self.seat,
            winner=None if stage.winner is None else self.name(stage.winner),
            to_do=None if self.over else TO_DO.get(stage.phase),
            drawn=None if stage.drawn is None else game.format_card(stage.drawn),
            choices=card_names(game, view.hand & (stage.question or 0)) if show else [],
            sorts=sorts_of(game),
            envelope_held=card_names(game, self.now.deal[PILE]) if self.over else None,
            notebook=self.notebook() if chances else None,
        )

    def notebook(self) -> NotebookResult:
        """Who has what, as far as the person can know."""
        return notebook(self.game, Position.of(evidence_of(self.view(self.seat))))

    def end(self) -> ClueEndResult:
        """How it ended for the person, who may have left early."""
        winner = self.now.stage.winner
        end = "you are out" if winner is None else f"{self.name(winner)} won"
        return ClueEndResult(
            outcome=end if self.over else "you left",
            winner=winner,
            seat=self.seat,
            turns=sum(isinstance(action, actions.CardQuestion) for action in self.now.actions),
            envelope=card_names(self.game, self.now.deal[PILE]),
        )


def begin(request: ClueBegin, bounds: Bounds = OPEN, progress: Progress = silent) -> ClueTurnResult:
    """Deal, and let the others act until it is the person's turn to choose."""
    game = read_clue(request.players, request.edition, request.drawn_rooms, request.public, bounds)
    for spec in () if bounds.files else request.opponents:
        check_length(spec, bounds.spec, "a player")
        if split_spec(spec)[0] not in QUICK_PLAYERS:
            raise RefusedError(f"an opponent is one of {', '.join(QUICK_PLAYERS)}")
    return _turn(ClueTable.deal(game, request.seat, request.opponents, request.seed))


def act(request: ClueAct, bounds: Bounds = OPEN, progress: Progress = silent) -> ClueTurnResult:
    """The person acts, then the others do."""
    check_length(request.cards, bounds.text, "a list of cards")
    return _turn(ClueTable.parse(request.table).act(request.action, request.cards), request.chances)


def _turn(table: ClueTable, chances: bool = False) -> ClueTurnResult:
    for move in table.moves():
        table = move.after
    return ClueTurnResult(table=str(table), seen=table.seen(chances))


def look(request: ClueLook, bounds: Bounds = OPEN, progress: Progress = silent) -> ClueSeatResult:
    """What the person sees, with the notebook if it is asked for."""
    return ClueTable.parse(request.table).seen(request.chances)


def hint(request: ClueHint, bounds: Bounds = OPEN, progress: Progress = silent) -> ClueAdviceResult:
    """What the racing player would do in the person's place."""
    table = ClueTable.parse(request.table)
    table.check_open()
    return view_advice(table.view(table.seat), table.rng())
