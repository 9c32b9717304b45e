"""A play that is reviewed: of this server, shared by somebody, or played elsewhere."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass

from sleuth.adapters.service.service import Service
from sleuth.adapters.web.site import address
from sleuth.app.replay import EmojiGrid, StepBoard, StepBoardResult, VariationOfHistory
from sleuth.app.requests import Drawing, StoryOfHistory
from sleuth.app.story_results import StoryMoveResult, StoryResult
from sleuth.core.text import plural
from sleuth.show.plain import turn_word

MISTAKES = ("slip", "miss")
"""The classes of moves that one can learn from."""


@dataclass(frozen=True)
class Reviewed:
    """Where a play is, and how to ask for its story."""

    service: Service
    path: str
    """`/review/ID`, `/shared/ID`, or `/review` for a game elsewhere."""
    identity: str = ""
    kind: str = ""
    """How the store has it; nothing for a game elsewhere."""
    game: str = ""
    history: str = ""
    secret: str = ""

    @classmethod
    def stored(cls, service: Service, identity: str) -> Reviewed:
        """A play of this server."""
        return cls(service, f"/review/{identity}", identity, "play")

    @classmethod
    def shared(cls, service: Service, identity: str) -> Reviewed:
        """A copy that somebody gave away."""
        return cls(service, f"/shared/{identity}", identity, "shared")

    @classmethod
    def elsewhere(cls, service: Service, query: Mapping[str, str]) -> Reviewed:
        """A game that an address or a form tells."""
        return cls(service, "/review", **{name: query.get(name, "") for name in ("game", "history", "secret")})

    @property
    def query(self) -> dict[str, str]:
        """What the address of a game elsewhere holds."""
        return {"game": self.game, "history": self.history, "secret": self.secret} if not self.kind else {}

    def address(self, under: str = "", **more: str) -> str:
        """The address of the review, or of something under it."""
        return address(f"{self.path}{under}", **self.query, **more)

    async def story(self) -> StoryResult:
        """Its story."""
        if self.kind:
            return await self.service.story(self.identity, Drawing(still=True), self.kind)
        request = StoryOfHistory(self.game, self.history, self.secret, draw=Drawing(still=True))
        story: StoryResult = await self.service.do(request)
        return story

    async def vary(self, step: int) -> str:
        """The name of a new play from a step on."""
        if self.kind:
            return await self.service.vary(self.identity, step, self.kind)
        return await self.service.vary_history(VariationOfHistory(self.game, self.history, step, self.secret))

    async def board(self, story: StoryResult, steps: int, draw: Drawing | None = None) -> StepBoardResult:
        """The board after some steps, with the classes of all moves; without them where a move is shown or tried."""
        classes = () if draw else tuple(move.kind for move in story.moves)
        request = StepBoard(story.game, history_of(story), steps, story.secret or "", classes, draw)
        board: StepBoardResult = await self.service.do(request)
        return board

    async def grid(self, story: StoryResult) -> list[str]:
        """Its lines of emoji."""
        lines: list[str] = await self.service.do(EmojiGrid(story.game, history_of(story)))
        return lines


_UNDER_WAY: dict[Reviewed, asyncio.Task[StoryResult]] = {}


def story_under_way(play: Reviewed) -> asyncio.Task[StoryResult]:
    """The work on a story: who asks while it goes on waits for the same."""
    task = _UNDER_WAY.get(play)
    if task is None:
        task = _UNDER_WAY[play] = asyncio.ensure_future(play.story())
        task.add_done_callback(lambda done: _end_of_work(play, done))
    return task


def _end_of_work(play: Reviewed, done: asyncio.Task[StoryResult]) -> None:
    del _UNDER_WAY[play]
    if not done.cancelled():
        done.exception()  # told to whoever waits; it is no fault if nobody does


def history_of(story: StoryResult, steps: int | None = None) -> str:
    """What was asked and answered."""
    return ";".join(f"{move.action}={move.feedback}" for move in story.moves[:steps])


def mistakes_of(story: StoryResult) -> list[StoryMoveResult]:
    """The moves that could have been better, and how."""
    return [move for move in story.moves if move.kind in MISTAKES and move.better]


def ungraded(play: Reviewed, story: StoryResult) -> str:
    """Why a game elsewhere is graded only in part, if it is."""
    return story.notes[0] if (left_out(play, story) or unlisted(story)) and story.notes else ""


def left_out(play: Reviewed, story: StoryResult) -> bool:
    """Whether there are rows of which nothing is told."""
    return sum(bool(step.strip()) for step in play.history.split(";")) > len(story.moves)


def unlisted(story: StoryResult) -> bool:
    """Whether the last rows have no grade, because no listed secret explains them."""
    return bool(story.moves) and story.moves[-1].kind == "ungraded"


def comparison(story: StoryResult, first: int, then: int | None) -> str:
    """A play beside the one that it goes on from, in a sentence."""
    turn, now = turn_word(story.goal), len(story.moves)
    tried = f"You tried again from {turn} {first}"
    if then is None:
        return f"{tried}."
    if not story.solved:
        return f"{tried}. The first time it took {plural(then, turn)}."
    if then == now:
        return f"{tried}: {plural(then, turn)} then, {now} now, as many as before."
    apart = "one" if abs(then - now) == 1 else str(abs(then - now))
    return f"{tried}: {plural(then, turn)} then, {now} now, {apart} {'better' if now < then else 'more than before'}."
