"""One play of the suite, while it is played: the referee, what was replied so far, and what is kept at the end."""

from __future__ import annotations

from sleuth.core.errors import SleuthError
from sleuth.core.game import Action
from sleuth.core.text import one_line
from sleuth.referee.bench_play import BenchPlay, BenchTurn
from sleuth.referee.bench_store import KeptReply, PlayKey
from sleuth.referee.prompt import Message
from sleuth.referee.reading import without_thoughts
from sleuth.referee.referee import Referee
from sleuth.referee.suite import SuiteEntry

NO_REPLY = "(no reply)"
"""What stands for a reply that said nothing: some servers take no empty messages."""
ORACLE_SEED = 1
"""What the dice of a lying oracle are thrown for, besides the game and the secret."""


class BenchSeat:
    """One play of the suite, under way."""

    def __init__(self, entry: SuiteEntry, number: int, player: str, retries: int) -> None:
        self.entry, self.number = entry, number
        self.replies: list[KeptReply] = []
        """What was replied and judged, in order."""
        self.heard: list[KeptReply] = []
        """The same with a reply that could not be judged: it was paid for."""
        self.error: str | None = None
        """Why the play failed, if it did."""
        self.referee = Referee(
            entry.game,
            entry.secrets[number - 1],
            seed=ORACLE_SEED,
            reference=entry.reference,
            max_steps=entry.max_steps,
            retries=retries,
            player=player,
        )

    @property
    def key(self) -> PlayKey:
        """The name of the play."""
        return self.entry.name, self.number

    @property
    def over(self) -> bool:
        """Whether the play is finished, or failed."""
        return self.error is not None or self.referee.over

    def messages(self) -> list[Message]:
        """What the player is given to read now. Thoughts of earlier turns are hers, and are not sent again."""
        return [
            {**message, "content": without_thoughts(message["content"]).strip() or NO_REPLY}
            if message["role"] == "assistant"
            else message
            for message in self.referee.prompt().messages
        ]

    def take(self, reply: KeptReply) -> None:
        """Judge a reply in words."""
        self.heard.append(reply)
        with _Failing(self):
            if reply.refusal is not None:
                self.referee.refuse(reply.refusal, reply.said)
            else:
                self.referee.step(reply.said)
            self.replies.append(reply)

    def ask(self, action: Action, seconds: float, text: bool) -> None:
        """Judge a question of a strategy; with `text` it is written first, and read again."""
        self.heard.append(KeptReply("", seconds=seconds))
        with _Failing(self):
            if text:
                self.referee.step(f"Question: {self.referee.game.format_action(action)}")
            else:
                self.referee.ask(action)
            self.replies.append(self.heard[-1])

    def fail(self, error: str) -> None:
        """Give the play up."""
        self.error = one_line(error)

    def finished(self) -> BenchPlay:
        """The play as it is kept."""
        report, prompt, heard = self.referee.report(), self.referee.prompt(), self.heard
        turns = tuple(
            BenchTurn(exchange.said, exchange.told, verdict.as_json(), reply.tokens_in, reply.tokens_out, reply.seconds)
            for exchange, verdict, reply in zip(prompt.exchanges, report.verdicts, self.replies, strict=True)
        )
        return BenchPlay(
            entry=self.entry.name,
            number=self.number,
            secret=self.entry.secrets[self.number - 1],
            reference=report.reference,
            proved=report.proved,
            solved=report.solved,
            steps=report.steps,
            expected=report.expected,
            lost=report.lost,
            luck=report.luck,
            refused=report.refused,
            turns_lost=report.turns_lost,
            inconsistent=report.inconsistent,
            redundant=report.redundant,
            tokens_in=sum(reply.tokens_in for reply in heard),
            tokens_out=sum(reply.tokens_out for reply in heard),
            estimated=any(reply.estimated for reply in heard),
            requests=sum(reply.requests for reply in heard),
            seconds=sum(reply.seconds for reply in heard),
            error=self.error,
            record=report.record,
            rules=prompt.rules,
            opening=prompt.opening,
            turns=turns,
        )


class _Failing:
    """What goes wrong in a play is the end of that play alone."""

    def __init__(self, seat: BenchSeat) -> None:
        self._seat = seat

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: object) -> bool:
        if not isinstance(error, SleuthError):
            return False
        self._seat.fail(str(error))
        return True
