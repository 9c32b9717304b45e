"""The referee of one play: it hides the secret, hands out prompts, reads replies, answers, and grades every question.

    referee = Referee("mastermind:pegs=3,colours=4", seed=1)
    while not referee.over:
        verdict = referee.step(player(referee.prompt().messages))
    print(referee.report())

What goes to the player is text: `prompt()`, and the `reply` of a verdict. Everything else is the referee's.
"""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from typing import Any

from sleuth.app.errors import ConflictError
from sleuth.app.play import Play
from sleuth.app.specs import read_game
from sleuth.belief.base import InformationSet
from sleuth.core.channel import Channel
from sleuth.core.channel_game import with_channel
from sleuth.core.errors import ParameterError, SecretError, SleuthError
from sleuth.core.game import Action, Game, Secret
from sleuth.core.game_spec import spec_of
from sleuth.core.history import History
from sleuth.core.offers import constrained, repeats, rows_of, truthful
from sleuth.core.tables import answer_after
from sleuth.core.text import one_line, shorten
from sleuth.lab.baseline import AUTO, Baseline, hint_rule, reference_of
from sleuth.lab.grading import GradedMove, Judge, weighed_outcomes
from sleuth.play.record import Record
from sleuth.referee.allowance import MAX_STEPS, checked_steps, whole_number
from sleuth.referee.prompt import Exchange, Prompt, answer_text, next_question, rules_text
from sleuth.referee.reading import read_action
from sleuth.referee.report import RefereeReport
from sleuth.referee.rewards import REWARDS, Reward, usual_reward
from sleuth.referee.verdict import REFUSED, Refusal, Reply, Verdict
from sleuth.strategies.criteria import TOLERANCE

MAX_REFERENCES = 8
"""Games whose reference is kept."""


class Referee:
    """The referee of one play."""

    def __init__(
        self,
        game: str | Game,
        secret: str | Secret | None = None,
        *,
        seed: int | None = None,
        reference: str = AUTO,
        channel: str | Channel | None = None,
        reward: str | Reward | None = None,
        max_steps: int | None = None,
        retries: int = 0,
        oracle: str = "",
        player: str = "agent",
    ) -> None:
        """A new play: the secret is given, or drawn with a seed.

        `reference` is whom questions are measured against: `optimal`, a one-step rule such as `entropy`, `none`, or who
        is to be had. `channel` is what lies there may be. `reward` is one of `end`, `loss`, `loss-and-luck`, `bits`, or
        a function of a verdict; unless given, `loss` where steps are known, else `end`. `max_steps` ends a play: the
        game's own rows unless given. `retries` is how many replies in a row may be refused before one costs a step.
        """
        named = with_channel(read_game(game), channel)
        max_steps = checked_steps(max_steps)
        if not 0 <= whole_number(retries, "retries") <= MAX_STEPS:
            raise ParameterError(f"retries are from 0 to {MAX_STEPS:,}, not {shorten(str(retries))}")
        given = secret if secret is None or isinstance(secret, str) else _secret_text(named, secret)
        play = Play.begin(named, oracle, given or "", seed)
        self._play = replace(play, record=replace(play.record, player=player))
        self._reference = kept_reference(self._play.sets[0], reference)
        self._judge = Judge(self._reference, hint_rule(self.game), luck_spread=False)
        chosen = usual_reward(reward, self._reference is not None)
        self._reward: Reward = REWARDS[chosen] if isinstance(chosen, str) else chosen
        self.max_steps = rows_of(self.game) if max_steps is None else max_steps
        self.retries = retries
        self._refused = 0
        """Replies in a row that were refused and cost nothing."""
        self._verdicts: list[Verdict] = []
        self._exchanges: list[Exchange] = []

    @property
    def game(self) -> Game:
        """The game, with what was announced of the secret."""
        return self._play.game

    @property
    def reference(self) -> str:
        """Whom questions are measured against; `none` where nobody's steps are known."""
        return "none" if self._reference is None else self._reference.name

    @property
    def info(self) -> InformationSet:
        """What follows from the answers so far. It holds every candidate: it is not for the player."""
        return self._play.info

    @property
    def record(self) -> Record:
        """The play as a record, with its secret."""
        return self._play.record

    @property
    def steps(self) -> int:
        """The steps that are spent: questions that were answered, and turns that were lost."""
        return len(self._play.record.history) + sum(verdict.turn_lost for verdict in self._verdicts)

    @property
    def solved(self) -> bool:
        """Whether the goal is reached."""
        return self.info.over

    @property
    def over(self) -> bool:
        """Whether the goal is reached, or no step is left, or nothing that may be asked."""
        return self.solved or (self.max_steps is not None and self.steps >= self.max_steps) or self._shut

    @property
    def _shut(self) -> bool:
        """Whether nothing may be asked any more."""
        game = self.game
        return (constrained(game) or not repeats(game)) and not len(self.info.actions)

    @property
    def verdicts(self) -> tuple[Verdict, ...]:
        """What was said of every reply."""
        return tuple(self._verdicts)

    # What the player sees.

    def prompt(self) -> Prompt:
        """What the player is given to read now: the rules, and what was said so far."""
        game = self.game
        rules = rules_text(game, game.format_action(self._play.sets[0].actions[0]), self.max_steps, self.retries)
        return Prompt(rules, next_question(0, self.max_steps), tuple(self._exchanges))

    def read(self, text: str) -> Action | Refusal:
        """The question that a reply asks, or why it asks none that is allowed now."""
        action = read_action(self.game, text)
        return action if isinstance(action, Refusal) else self._check(action)

    def _check(self, action: Action) -> Action | Refusal:
        try:
            self.info.check_action(action)
        except SleuthError as error:
            return Refusal(one_line(str(error)))
        return action

    # What the referee does.

    def step(self, reply: str | Action) -> Verdict:
        """The verdict on a reply: on what a text asks, or on an action.

        A text is read even where actions are texts; an action that no text should be read for is given to `ask`.
        """
        if isinstance(reply, str):
            return self._judged(self.read(reply), reply)
        return self.ask(reply)

    def ask(self, action: Action) -> Verdict:
        """The verdict on an action."""
        return self._judged(self._check(action), None)

    def refuse(self, reason: str, said: str = "") -> Verdict:
        """The verdict where there is no reply to read: somebody took too long, or failed."""
        return self._judged(Refusal(one_line(reason)), said)

    def _judged(self, read: Action | Refusal, said: str | None) -> Verdict:
        if self.over:
            raise ConflictError("this play is over")
        verdict = self._refusal(read) if isinstance(read, Refusal) else self._answer(read)
        given: object = self._reward(verdict)
        try:
            verdict = replace(verdict, reward=float(given))  # type: ignore[arg-type]
        except (TypeError, ValueError):
            raise ParameterError(f"a reward is a number, not {shorten(repr(given))}") from None
        asked = said if said is not None else f"Question: {verdict.reply.question}"
        self._verdicts.append(verdict)
        self._exchanges.append(Exchange(asked, verdict.reply.text))
        return verdict

    def _answer(self, action: Action) -> Verdict:
        """Ask, and grade."""
        before, place = self._play.info, len(self._play.record.history) + 1
        steps_left = None if self.max_steps is None else self.max_steps - self.steps
        self._play = self._play.ask(action, again=True)
        self._refused = 0
        after, feedback = self._play.info, self._play.record.history.steps[-1].feedback
        move = self._judge.move(place, before, action, feedback, after, steps_left)
        told = answer_text(self.game, self.steps, action, feedback)
        return Verdict(
            game=self.game,
            reply=self._reply(told, move.action, move.feedback),
            action=action,
            feedback=feedback,
            refusal=None,
            turn_lost=False,
            solved=self.solved,
            truncated=self.over and not self.solved,
            candidates_before=_size(before),
            candidates_after=_size(after),
            bits=move.bits,
            best_bits=move.best_bits,
            gained_bits=move.gained,
            expected=move.expected,
            lost=move.inaccuracy_steps,
            luck=move.luck_steps,
            left=move.left,
            price=move.price,
            lost_hits=move.inaccuracy_hits,
            consistent=_consistent(before, action),
            redundant=_redundant(before, action, move),
            deducible=before.exact and before.known,
            mark=move.mark,
            best=move.best_action or move.best_bits_action,
        )

    def _refusal(self, refusal: Refusal) -> Verdict:
        """A reply that is not taken: it costs a step, unless it may be mended."""
        self._refused += 1
        lost = self._refused > self.retries
        if lost:
            self._refused = 0
        info, steps = self.info, self._expected()
        spent = self.steps + lost
        out = self.max_steps is not None and spent >= self.max_steps
        cost = "This cost a question." if lost else "This cost nothing: try again."
        told = f"Not taken: {refusal.reason}. {cost}"
        return Verdict(
            game=self.game,
            reply=self._reply(told, "", "", spent, out),
            action=None,
            feedback=None,
            refusal=refusal,
            turn_lost=lost,
            solved=False,
            truncated=out,
            candidates_before=_size(info),
            candidates_after=_size(info),
            bits=0.0,
            best_bits=0.0,
            gained_bits=0.0,
            expected=steps,
            lost=None if steps is None else float(lost),
            luck=None if steps is None else 0.0,
            left=steps,
            price=float(lost),
            lost_hits=None,
            consistent=None,
            redundant=False,
            deducible=info.exact and info.known,
            mark=REFUSED,
            best="",
        )

    def _expected(self) -> float | None:
        """U now, where it is known. What was worked out after the last reply is not worked out again."""
        if self._verdicts:
            return self._verdicts[-1].left
        reference, info = self._reference, self.info
        if reference is None or not reference.covers(info):
            return None
        return reference.steps(info.table() or info)

    def _reply(self, told: str, asked: str, answered: str, step: int | None = None, out: bool | None = None) -> Reply:
        step, over = self.steps if step is None else step, self.over if out is None else out
        end = ("You have reached the goal." if self.solved else "No question is left.") if over else ""
        text = f"{told} {end or next_question(step, self.max_steps)}"
        return Reply(step, asked, answered, text, over)

    def report(self) -> RefereeReport:
        """The play in figures, so far or as a whole."""
        return RefereeReport(
            game=spec_of(self.game),
            player=self._play.record.player,
            reference=self.reference,
            proved=self._reference is not None and self._reference.proved,
            solved=self.solved,
            over=self.over,
            steps=self.steps,
            verdicts=self.verdicts,
            record=str(self.record),
        )


def _secret_text(game: Game, secret: Secret) -> str:
    """A secret as the game writes it; a value that is none, and cannot even be written, is told in one sentence."""
    try:
        text: object = game.format_secret(secret)
        if isinstance(text, str) and text:  # nothing would be any secret
            return text
    except Exception:
        pass
    raise SecretError(f"{shorten(repr(secret))} is not a secret of {game}; give one that it lists, or its text")


@lru_cache(maxsize=MAX_REFERENCES)
def kept_reference(start: InformationSet, name: str) -> Baseline | None:
    """The reference of a game, kept for the next play of it with the positions that it has worked out."""
    return reference_of(start, name)


def _size(info: InformationSet) -> float:
    """How many secrets are possible, about."""
    estimated = info.estimated_size
    return float(info.size) if estimated is None else estimated


def _consistent(info: InformationSet, action: Action) -> bool | None:
    """Whether a guess would have been answered as the others were, if it were the secret; `None` if it is no guess."""
    game = info.game
    if not game.goal.only_names:
        return None
    if not truthful(game):
        return info.probability(action) > 0
    past = History()
    try:
        for asked, feedback in info.history:
            if answer_after(game, past, asked, action) != feedback:
                return False
            past = past.add(asked, feedback)
    except Exception:  # a guess that can be no secret, and the law knows secrets alone
        return info.probability(action) > 0
    return True


def _redundant(info: InformationSet, action: Action, move: GradedMove) -> bool:
    """Whether a question could neither tell nor find nor win anything."""
    if not info.exact or move.bits > TOLERANCE or (move.hit or 0.0) > 0:
        return False
    outcomes: Any = weighed_outcomes(info, action)
    return float(outcomes.win_probability[outcomes.actions.index(action)]) == 0.0
