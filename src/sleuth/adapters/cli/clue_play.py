"""`sleuth clue play`: you at a table with computer players."""

from __future__ import annotations

import numpy as np

from sleuth.adapters.cli.clue import notebook, standing
from sleuth.adapters.cli.clue_assist import ask
from sleuth.adapters.cli.screen import THINKING, Screen
from sleuth.core.errors import ParameterError, SleuthError
from sleuth.multiplayer.actions import Action, Asks, Draws, EndTurn, Guess, No, NoGuess, Shows, Yes
from sleuth.multiplayer.cards import PILE, Cards, numbers_of
from sleuth.multiplayer.catalogue import parse_agent
from sleuth.multiplayer.clue import Clue
from sleuth.multiplayer.cluelog import log_of
from sleuth.multiplayer.counting import Position
from sleuth.multiplayer.facts import evidence_of
from sleuth.multiplayer.situation import Situation
from sleuth.multiplayer.stage import Phase

HELP = """\
Your turn: name three cards to suggest them, as in `Plum, Rope, Hall`; names may be shortened.
After the answers: an empty line ends your turn, `accuse Plum, Rope, Hall` accuses.
At any time: `notebook` for who has what, `hand` for your cards, `quit`."""


class Quit(Exception):
    """The person has left."""


class Table:
    """One game."""

    def __init__(self, screen: Screen, game: Clue, seat: int, opponents: list[str], seed: int | None) -> None:
        self.screen, self.game, self.me = screen, game, seat
        others = [i for i in game.players if i != seat]
        if len(opponents) > len(others):
            raise ParameterError(f"{len(opponents)} opponents for {len(others)} seats")
        specs = [opponents[min(k, len(opponents) - 1)] for k in range(len(others))]
        self.names = {i: f"player {i} ({spec})" for i, spec in zip(others, specs, strict=True)} | {seat: "you"}
        self.agents = {i: parse_agent(spec) for i, spec in zip(others, specs, strict=True)}
        self.rng = np.random.default_rng(seed)
        self.now = Situation.begin(game, game.shuffle(self.rng))

    def run(self) -> int:
        """Play to the end."""
        self.screen.show(HELP, "", f"You sit in seat {self.me} and hold {self.cards(self.now.deal[self.me])}.")
        try:
            while not self.now.stage.over and self.now.stage.playing(self.me):
                self.step()
            told = self.outcome()
        except Quit:
            told = "you left"
        except KeyboardInterrupt:
            self.screen.say("")
            return 130
        envelope = self.cards(self.now.deal[PILE])
        self.screen.show("", f"{told[0].upper()}{told[1:]}. The envelope held {envelope}.")
        if self.screen.as_json:
            turns = sum(isinstance(action, Asks) for action in self.now.actions)
            self.screen.json(
                {"outcome": told, "winner": self.now.stage.winner, "seat": self.me, "turns": turns}
                | {"envelope": envelope.split(", ")}
            )
        return 0

    def outcome(self) -> str:
        """How it ended for the person."""
        winner = self.now.stage.winner
        if winner is None:
            return "you are out"
        return "you won" if winner == self.me else f"{self.names[winner]} won"

    def step(self) -> None:
        stage = self.now.stage
        if stage.phase is Phase.DRAW:
            assert self.game.drawn is not None
            rooms = numbers_of(self.game.drawn.cards)
            self.do(Draws(stage.turn, rooms[int(self.rng.integers(len(rooms)))]))
            return
        actor = stage.actor
        assert actor is not None
        if actor != self.me:
            with self.screen.waiting(THINKING):
                action = self.agents[actor].act(self.now.view(actor), self.rng)
            self.do(action)
            return
        try:
            self.do(self.mine())
        except SleuthError as error:
            self.screen.say(str(error), "red")

    def mine(self) -> Action:
        stage, me = self.now.stage, self.me
        if stage.phase is Phase.ASK:
            drawn = "" if stage.drawn is None else f" (with {self.game.format_card(stage.drawn)})"
            return Asks(me, self.game.cards(self.read(f"suggest{drawn}> ")))
        if stage.phase is Phase.ANSWER:
            return Yes(me) if self.now.deal[me] & (stage.question or 0) else No(me)
        if stage.phase is Phase.SHOW:
            held = numbers_of(self.now.deal[me] & (stage.question or 0))
            if len(held) == 1:
                return Shows(me, stage.turn, held[0])
            choices = " or ".join(self.game.format_card(card) for card in held)
            return Shows(me, stage.turn, self.game.card(self.read(f"show {choices}> ")))
        if stage.phase is Phase.GUESS:
            line = self.read("accuse, or nothing> ", empty=True)
            word, _, rest = line.partition(" ")
            if not line or word.lower() in ("no", "nothing", "end"):
                return NoGuess(me)
            return Guess(me, self.game.cards(rest if word.lower() == "accuse" else line))
        return EndTurn(me)

    def read(self, prompt: str, empty: bool = False) -> str:
        """A line that is no command."""
        while True:
            line = ask(prompt)
            if line is None or line.lower() in ("quit", "q", "exit"):
                raise Quit
            view = self.now.view(self.me)
            if line.lower() in ("notebook", "n"):
                position = Position.of(evidence_of(view))
                log = log_of(view)
                self.screen.show(notebook(log, position), "", *standing(log, position)[:4])
            elif line.lower() == "hand":
                self.screen.show(self.cards(view.hand))
            elif line.lower() in ("help", "?"):
                self.screen.show(HELP)
            elif line or empty:
                return line

    def do(self, action: Action) -> None:
        """Let it happen, and tell what the person may see of it."""
        self.now = self.now.do(action)
        done = self.now.actions[-1]
        told = self.told(done)
        if told:
            self.screen.show(told)

    def told(self, action: Action) -> str:
        who = self.names[action.player]
        you = action.player == self.me
        match action:
            case Draws(card=card):
                return f"\n{who.capitalize()}: the dice lead to {self.game.format_card(card)}."
            case Asks(cards=cards):
                return "" if you else f"\n{who.capitalize()} suggests {self.cards(cards)}."
            case No():
                return f"  {'You pass' if you else who + ' passes'}."
            case Shows(to=to, card=card):
                seen = self.me in (action.player, to) and card is not None
                what = self.game.format_card(card) if seen and card is not None else "a card"
                return f"  {'You show' if you else who + ' shows'} {'you' if to == self.me else self.names[to]} {what}."
            case Guess(cards=cards, right=right):
                verb = "You accuse" if you else f"{who.capitalize()} accuses"
                return f"{verb} {self.cards(cards)}: {'right' if right else 'wrong'}."
        return ""

    def cards(self, cards: Cards) -> str:
        return self.game.format_cards(cards)
