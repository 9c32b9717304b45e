"""A person at the keyboard: a prompt, undo, hints, and a record that survives Ctrl-C; and advice, told once."""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import TYPE_CHECKING, ClassVar

from sleuth import show
from sleuth.adapters.cli.screen import THINKING, Screen
from sleuth.app.assist import Consultation, Trail
from sleuth.app.set_cache import decide
from sleuth.core.errors import ContradictionError, SleuthError
from sleuth.core.history import parse_step
from sleuth.core.offers import lists_all
from sleuth.core.text import one_line, plural

if TYPE_CHECKING:
    from sleuth.app.play import Play
    from sleuth.belief.base import InformationSet
    from sleuth.core.game import Action, Feedback, Game
    from sleuth.core.history import History
    from sleuth.strategies.base import Strategy
    from sleuth.strategies.decision import Decision

CONTRADICTED = 2
"""The exit code where the answers contradict each other."""


def tell_advice(screen: Screen, advice: Consultation) -> int:
    """What assist says, on the screen or as JSON; the exit code."""
    with screen.waiting(THINKING):
        _ = advice.decision
    if not advice.contradiction:
        if screen.as_json:
            screen.json(advice.result().as_json())
        else:
            show_advice(screen, advice)
        return 0
    line = one_line(" ".join(advice.contradiction.split()))
    if screen.as_json:
        screen.json({**advice.result().as_json(), "error": line})
    else:
        show_repairs(screen, advice)
    screen.say(f"sleuth: {line}")
    return CONTRADICTED


def show_advice(screen: Screen, advice: Consultation) -> None:
    """What to ask, on the screen."""
    if advice.info.history.steps:
        screen.show(show.board(advice.info))
    if advice.decision is None:
        screen.show(*advice.result().reasons)
    elif advice.wider is not None and advice.wider.beyond:
        result = advice.result()
        words = f": {', '.join(item.secret for item in result.likely)}" if result.likely else ""
        screen.show(*result.notes, f"{result.left_text}{words}", f"Ask {result.action}. {result.reasons[0]}")
    else:
        screen.show(show.candidates_line(advice.info), *advice.info.notes, show.decision_panel(advice.decision))


def show_repairs(screen: Screen, advice: Consultation) -> None:
    """Which single answers may be wrong."""
    contradiction = advice.result().contradiction
    assert contradiction is not None
    texts = [repair.text for repair in contradiction.repairs]
    screen.show(*(texts or ["No single step is to blame: at least two answers must be wrong."]))


class Dialogue(ABC):
    """What play and assist share: the steps so far, what may be typed, and the record."""

    name: ClassVar[str]
    """The command."""
    left_behind: ClassVar[str]
    """What is kept of it in a file."""

    def __init__(self, screen: Screen, play: Play, strategy: Strategy, path: str | None) -> None:
        self.screen, self.play, self.strategy, self.path = screen, play, strategy, path

    @property
    def game(self) -> Game:
        """The game, with what was announced."""
        return self.play.game

    @property
    def info(self) -> InformationSet:
        """What is known now."""
        return self.play.info

    def run(self) -> int:
        """Read lines until the goal is reached or the person leaves; the exit code."""
        self.welcome()
        self.save()
        try:
            while not self.info.over:
                self.before_prompt()
                line = self.screen.ask(self.prompt())
                if line is None or line in (":quit", ":q"):
                    return self.leave("Left")
                if line:
                    self.handle(line)
        except KeyboardInterrupt:
            self.screen.say("")
            return self.leave("Stopped", 130)
        self.finish()
        return 0

    def welcome(self) -> None:
        """Say what is played, and what may be typed."""
        size = f"{show.size_text(self.info)}, {show.bits_text(self.info)}"
        self.screen.show(f"{self.game.summary()}  ({self.game}: {size})")
        self.help()

    def handle(self, line: str) -> None:
        """One line from the person; a mistake costs nothing but a message."""
        try:
            if line in ("?", ":hint", ":h"):
                self.hint()
            elif line.startswith(":"):
                self.command(line[1:].strip().lower())
            else:
                self.step(line)
                self.save()
        except ContradictionError as error:
            self.screen.say(f"{error}. Nothing was added; :undo takes back the step before.", "red")
            self.contradicted(line, str(error))
        except SleuthError as error:
            self.screen.say(str(error), "red")

    def command(self, name: str) -> None:
        """A command that may be shortened."""
        known = {"undo": self.undo, "left": self.left, "board": self.draw, "rules": self.rules, "help": self.help}
        matches = [key for key in known if name and key.startswith(name)]
        if len(matches) == 1:
            known[matches[0]]()
        else:
            self.screen.say(f"There is no command :{name}; :help lists them.", "red")

    def help(self) -> None:
        lines = self.questions() | {
            ":left": "how many candidates are left, and some of them",
            ":board": "draw the board again",
            ":rules": "the rules, and how questions and answers are written",
            ":undo": "take the last step back",
            ":quit": f"leave; the {self.left_behind} kept in a file",
        }
        self.screen.show(*(f"  {name:<16} {text}" for name, text in lines.items()))

    def undo(self) -> None:
        if not self.info.history.steps:
            self.screen.say("There is no step to take back.")
            return
        self.play = self.play.undo()
        self.save()
        self.screen.show(f"Took back step {len(self.play.sets)}; {show.size_text(self.info)} possible.")

    def left(self) -> None:
        self.screen.show(show.candidates_line(self.info, 60), *self.info.notes)

    def rules(self) -> None:
        """Say how the game is played; of this play nothing."""
        self.screen.show(show.briefing(self.game).text)

    def draw(self) -> None:
        self.screen.show(show.board(self.info))

    def go_on(self, step: Callable[[], Play]) -> None:
        """One step more; a lie that it brings to light is told."""
        before = self.info
        with self.screen.waiting(THINKING):
            self.play = step()
        for line in self.info.caught_since(before):
            self.screen.say(line, "bold")

    def save(self) -> None:
        if self.path:
            self.play.record.write(self.path)

    def leave(self, how: str, code: int = 0) -> int:
        """Go, with the record kept if there is anything in it."""
        if self.info.history.steps or self.path:
            self.path = self.path or f"sleuth-{self.game.name}-{time.strftime('%Y%m%d-%H%M%S')}.record"
            self.save()
            resume = f"sleuth {self.name} --resume {self.path}"
            self.screen.say(f"{how}. The play is in {self.path}; go on with: {resume}")
        else:
            self.screen.say(f"{how}.")
        if self.screen.as_json:
            self.report()
        return code

    # What differs.

    def before_prompt(self) -> None:  # noqa: B027  (one of the two has nothing to say)
        """Say what is to be said before each line."""

    def contradicted(self, line: str, error: str) -> None:  # noqa: B027  (one of the two never hears of it)
        """Say what may be wrong besides what was typed."""

    @abstractmethod
    def questions(self) -> dict[str, str]:
        """What else may be typed, and what it does."""

    @abstractmethod
    def prompt(self) -> str:
        """What stands before the cursor."""

    @abstractmethod
    def step(self, line: str) -> None:
        """Act on what was typed."""

    @abstractmethod
    def hint(self) -> None:
        """Show what the strategy would ask, and why."""

    @abstractmethod
    def finish(self) -> None:
        """The goal is reached."""

    @abstractmethod
    def report(self) -> None:
        """The JSON object."""


class PlayDialogue(Dialogue):
    """The person asks, an oracle answers."""

    name, left_behind = "play", "play is"

    def welcome(self) -> None:
        _ = self.play.oracle  # one that cannot be had is told now
        super().welcome()
        if self.info.history.steps:
            self.screen.show("", show.board(self.info))

    def questions(self) -> dict[str, str]:
        example = self.game.format_action(self.play.sets[0].actions[0])
        return {example: "ask this (any action, written like it)", "?  or :hint": "the best action, with its reasons"}

    def prompt(self) -> str:
        return f"step {len(self.info.history) + 1} > "

    def step(self, line: str) -> None:
        before, action = self.info, self.game.parse_action(line)
        self.go_on(lambda: self.play.ask(action))
        answer = self.game.format_feedback(self.info.history.steps[-1].feedback)
        gain = f"told {before.entropy - self.info.entropy:.2f} bits; {show.size_text(self.info)} left"
        self.screen.show(show.board(self.info), f"{answer}: {gain}")
        self.screen.show(show.entropy_bar(self.info.entropy, self.play.sets[0].entropy))

    def hint(self) -> None:
        with self.screen.waiting(THINKING):
            decision = decide(self.info, self.strategy)
        self.screen.show(show.decision_panel(decision))

    def finish(self) -> None:
        self.save()
        secret = self.play.record.secret
        self.screen.show(f"Solved in {plural(len(self.info.history), 'step')}: {self.game.format_secret(secret)}")
        self.screen.show(*self.play.oracle.confess())
        if self.path:
            self.screen.say(f"The play is in {self.path}.")
        if self.screen.as_json:
            self.report()

    def report(self) -> None:
        self.screen.json({**self.play.result(self.strategy).as_json(), "record": self.path})


class AssistDialogue(Dialogue):
    """The game is elsewhere: the person types what its oracle said."""

    name, left_behind = "assist", "steps are"
    advice: Consultation | None = None

    def questions(self) -> dict[str, str]:
        return {
            "ANSWER": "what the oracle answered to the suggested action",
            "ACTION=ANSWER": "what you asked instead, and its answer",
            "?  or :hint": "the suggestion again, with its reasons",
        }

    def before_prompt(self) -> None:
        if self.advice is None or self.advice.info is not self.info:
            self.advice = self._consultation()
            with self.screen.waiting(THINKING):
                _ = self.advice.decision
            show_advice(self.screen, self.advice)

    @property
    def decision(self) -> Decision:
        """What is suggested."""
        assert self.advice is not None
        assert self.advice.decision is not None
        return self.advice.decision

    def prompt(self) -> str:
        return f"answer to {self.game.format_action(self.decision.action)} > "

    def step(self, line: str) -> None:
        action, feedback = self._read(line)
        self.go_on(lambda: self.play.add(action, feedback))

    def _read(self, line: str) -> tuple[Action, Feedback]:
        """An answer to the suggestion, or another question with its answer."""
        if "=" in line:
            return parse_step(self.game, line, len(self.info.history) + 1, listed=False)
        return self.decision.action, self.game.parse_feedback(line, self.decision.action)

    def _consultation(self, history: History | None = None, contradiction: str = "") -> Consultation:
        play = self.play
        steps = self.info.history if history is None else history
        if contradiction or lists_all(self.game):
            walk = Trail(list(play.sets), contradiction)
        else:
            walk = Trail.along(self.game, steps, belief=play.belief, seed=play.seed)
        return Consultation(self.strategy, steps, *walk, belief=play.belief, seed=play.seed)

    def contradicted(self, line: str, error: str) -> None:
        history = self.info.history.add(*self._read(line))
        show_repairs(self.screen, self._consultation(history, error))

    def hint(self) -> None:
        self.screen.show(show.decision_panel(self.decision))

    def finish(self) -> None:
        show_advice(self.screen, self._consultation())
        self.save()

    def report(self) -> None:
        tell_advice(self.screen, self._consultation())
