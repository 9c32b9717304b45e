"""What a player of the race knows: her own face, and that every face that is left is as likely as another."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import islice, product
from math import log2
from typing import Any

import numpy as np

from sleuth.belief.seat_set import SeatAnswer, SeatSet
from sleuth.games.guess_who_race.rules import Deal, Faces, RaceMove, RaceView


@dataclass(frozen=True, repr=False)
class RaceSet(SeatSet):
    """Every pair of faces that agrees with a view, all as likely."""

    view: RaceView

    @cached_property
    def faces(self) -> tuple[Faces, Faces]:
        """The faces that each player may have."""
        view, left = self.view, self.view.story.left
        own = {view.player: (view.face,)} if view.face is not None else {}
        return own.get(1, left[2]), own.get(2, left[1])

    @property
    def size(self) -> int:
        return len(self.faces[0]) * len(self.faces[1])

    @property
    def entropy(self) -> float:
        return log2(self.size)

    def probability(self, event: Any) -> float:
        deals = product(*self.faces)
        holds = event if callable(event) else event.__eq__
        return sum(bool(holds(deal)) for deal in deals) / self.size

    def candidates(self, most: int | None = None) -> list[Deal]:
        return list(islice(product(*self.faces), most))

    def sample(self, rng: np.random.Generator, n: int = 1) -> list[Deal]:
        first, second = (rng.choice(faces, n).tolist() for faces in self.faces)
        return list(zip(first, second, strict=True))

    def observe(self, event: RaceMove) -> RaceSet:
        return RaceSet(self.view.sees(event))

    def answer(self, action: RaceMove, deal: Deal, rng: np.random.Generator) -> tuple[RaceMove, ...]:
        return (action.answered(deal),)

    def children(self, action: RaceMove) -> list[SeatAnswer]:
        faces = self.view.story.left[action.player]
        answers = [replace(action, yes=yes) for yes in (True, False)]
        shares = {answer: len(answer.kept(faces)) / len(faces) for answer in answers}
        return [
            SeatAnswer((answer,), share, lambda answer=answer: self.observe(answer))  # type: ignore[misc]
            for answer, share in sorted(shares.items(), key=lambda item: -item[1])
            if share
        ]

    def draw(self, rng: np.random.Generator) -> RaceMove:
        story, left = self.view.story, len(self.view.story.left[self.view.story.turn])
        return story.question(int(rng.integers(1, left)), int(rng.integers(left))) if left > 1 else story.name()

    @property
    def key(self) -> Hashable:
        return self.view.game, self.player, self.view.face, *self.view.story.left.values(), self.view.actor
