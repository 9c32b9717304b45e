"""Guess Who as a race: two players in turn, each after the other's face, and any number of faces may be asked about.

Faces are numbered, and a question is about a run of those that are left, in a circle. A player knows her own face, so
whoever draws by chance where her run begins cannot be foretold, and how many she asks about is all that matters. The
first player, if both play their best, wins with these chances:

| rule | faces=24 | faces=4 | |
|---|---|---|---|
| `name`: ask, or name the face; a wrong name loses | 5/9 | 9/16 | Riddler 2020 (jtash.com/riddler-guess-who) |
| `one`: who has one face left has won | 91/144 | 3/4 | Nica 2016 (arXiv 1509.03327) |
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import ClassVar

import numpy as np

from sleuth.core.errors import ActionError, SecretError
from sleuth.core.spec import require
from sleuth.core.table_game import SeatView, TableGame, TableState
from sleuth.core.text import capital, shorten, whole_number

RULES = ("name", "one")
MAX_FACES = 200
Deal = tuple[int, int]
"""The face of each player."""
Faces = tuple[int, ...]
"""Some faces, the smallest first."""
_MOVE = re.compile(r"\s*(asks|names)\s*\(\s*([12])\s*,([^)]*)\)\s*(?:=\s*(yes|no)\s*)?")


@dataclass(frozen=True)
class RaceMove:
    """Player asks whether the other's face is one of these, or names it; with the answer, once it is given."""

    player: int
    faces: Faces
    names: bool = False
    yes: bool | None = None

    def answered(self, deal: Deal) -> RaceMove:
        """The same, with the true answer."""
        return replace(self, yes=deal[other(self.player) - 1] in self.faces)

    def kept(self, faces: Faces) -> Faces:
        """Those of some faces that the answer leaves."""
        return tuple(face for face in faces if (face in self.faces) == self.yes)


@dataclass(frozen=True)
class RaceStory:
    """What was asked and answered, which everybody hears: who has which faces left, and whose turn it is."""

    game: GuessWhoRace
    moves: tuple[RaceMove, ...]

    @cached_property
    def left(self) -> dict[int, Faces]:
        """The faces that may be the one that a player is after."""
        left = {player: tuple(range(1, self.game.faces + 1)) for player in self.game.players}
        for move in self.moves:
            left[move.player] = move.kept(left[move.player])
        return left

    @property
    def turn(self) -> int:
        """Whose turn it is, or would be."""
        return 1 + len(self.moves) % 2

    @cached_property
    def winner(self) -> int | None:
        """Who has won."""
        if not self.moves:
            return None
        last = self.moves[-1]
        if last.names:
            return last.player if last.yes else other(last.player)
        return last.player if self.game.rule == "one" and len(self.left[last.player]) == 1 else None

    @property
    def actor(self) -> int | None:
        """Whose turn it is; `None` after the end."""
        return self.turn if self.winner is None else None

    def question(self, size: int, start: int = 0) -> RaceMove:
        """The question about so many of the faces left, from one of them on in a circle."""
        faces = self.left[self.turn]
        return RaceMove(self.turn, tuple(sorted((faces * 2)[start : start + size])))

    def name(self, place: int = 0) -> RaceMove:
        """The name of one of the faces left."""
        return RaceMove(self.turn, (self.left[self.turn][place],), names=True)

    def choices(self) -> Iterator[RaceMove]:
        """What may be done now."""
        if self.winner is None:
            places = range(len(self.left[self.turn]))
            yield from (self.question(size, start) for size in places[1:] for start in places)
            if self.game.rule == "name":
                yield from map(self.name, places)

    def check(self, move: RaceMove) -> None:
        """Raise `ActionError` unless this may be done now, and answered so."""
        if self.winner is not None:
            raise ActionError("play has ended")
        faces, asked = self.left[self.turn], set(move.faces)
        ends = sum((one in asked) != (two in asked) for one, two in zip(faces, faces[1:] + faces[:1], strict=True))
        named = move.names and self.game.rule == "name" and len(move.faces) == 1
        sound = move.player == self.turn and asked <= set(faces) and move.faces == tuple(sorted(asked))
        if not (sound and (named or (ends == 2 and not move.names))):
            text = self.game.format_action(move)
            raise ActionError(f"{text} cannot be done now; player {self.turn} has {format_faces(faces)} left")
        if move.yes is not None and not move.kept(faces):
            raise ActionError(f"{self.game.format_action(move)} leaves no face; it is answered the other way")


@dataclass(frozen=True)
class RaceView(SeatView):
    """What was said, and one's own face; somebody who watches has none."""

    game: GuessWhoRace
    player: int | None
    face: int | None
    events: tuple[RaceMove, ...] = ()

    @cached_property
    def story(self) -> RaceStory:
        """What was asked and answered."""
        return RaceStory(self.game, self.events)

    @property
    def over(self) -> bool:
        return self.story.winner is not None

    @property
    def actor(self) -> int | None:
        return self.story.actor

    def legal(self) -> Iterator[RaceMove]:
        return self.story.choices() if self.player == self.story.turn else iter(())

    def sees(self, event: RaceMove) -> RaceView:
        self.story.check(event)
        if event.yes is None:
            raise ActionError(f"{self.game.format_action(event)} has no answer; write =yes or =no behind it")
        if self.face is not None and event.player != self.player and event.yes != (self.face in event.faces):
            raise ActionError(f"{self.game.format_action(event)} is not true: the face is {self.face}")
        return replace(self, events=(*self.events, event))


@dataclass(frozen=True)
class RaceState(TableState):
    """Both faces, and what was said."""

    game: GuessWhoRace
    deal: Deal
    actions: tuple[RaceMove, ...] = ()

    @cached_property
    def story(self) -> RaceStory:
        """What was asked and answered."""
        return RaceStory(self.game, self.actions)

    @property
    def over(self) -> bool:
        return self.winner is not None

    @property
    def actor(self) -> int | None:
        return self.story.actor

    @property
    def winner(self) -> int | None:
        return self.story.winner

    @property
    def ending(self) -> str:
        last = self.actions[-1] if self.over else None
        return "" if last is None else "one left" if not last.names else "named" if last.yes else "named wrongly"

    @property
    def turns(self) -> int:
        return len(self.actions)

    def playing(self, player: int, /) -> bool:
        return self.winner in (None, player)

    def view(self, player: int | None, /) -> RaceView:
        return RaceView(self.game, player, None if player is None else self.deal[player - 1], self.actions)

    def do(self, action: RaceMove, /) -> RaceState:
        self.story.check(action)
        done = action.answered(self.deal)
        if action.yes not in (None, done.yes):
            raise ActionError(f"{self.game.format_action(action)} is not true of this deal")
        return replace(self, actions=(*self.actions, done))


@dataclass(frozen=True)
class GuessWhoRace(TableGame):
    """Two players in turn ask which face the other has: who is first to know?"""

    tagline: ClassVar[str] = "Who is first to know"
    usual_player: ClassVar[str] = "optimal-race"
    help: ClassVar[str] = "a number asks about so many of those left, `5-9` about these; `name 7` names a face"

    faces: int = field(default=24, metadata={"help": "faces that each player may have"})
    rule: str = field(
        default="name",
        metadata={"help": "who wins: who names the face, or who has one left", "choices": RULES},
    )

    def __post_init__(self) -> None:
        require(2 <= self.faces <= MAX_FACES, self, f"faces is 2 to {MAX_FACES}, not {self.faces}")
        require(self.rule in RULES, self, f"rule is one of {', '.join(RULES)}, not {self.rule!r}")

    @property
    def players(self) -> range:
        return range(1, 3)

    def shuffle(self, rng: np.random.Generator) -> Deal:
        first, second = rng.integers(1, self.faces + 1, size=2).tolist()
        return first, second

    def begin(self, deal: Deal) -> RaceState:
        if not all(1 <= face <= self.faces for face in deal):
            raise SecretError(f"a deal is two faces from 1 to {self.faces}, such as 1 {self.faces}")
        return RaceState(self, deal)

    def format_action(self, action: RaceMove) -> str:
        answer = "" if action.yes is None else "=yes" if action.yes else "=no"
        return f"{'names' if action.names else 'asks'}({action.player},{format_faces(action.faces)}){answer}"

    def parse_action(self, text: str) -> RaceMove:
        match = _MOVE.fullmatch(text)
        faces = self.read_faces(match[3]) if match else ()
        if match is None or not faces:
            raise ActionError(f"{shorten(text)!r} is no action; write asks(1,1-12), or names(1,7), with =yes or =no")
        yes = {None: None, "yes": True, "no": False}[match[4]]
        return RaceMove(int(match[2]), faces, match[1] == "names", yes)

    def read_faces(self, text: str) -> Faces:
        """The faces that a text lists, such as `1-3,7`; none if it is something else."""
        faces: set[int] = set()
        for part in text.split(","):
            first, dash, last = part.partition("-")
            ends = [whole_number(end, 1, self.faces) for end in ((first, last) if dash else (first, first))]
            if ends[0] is None or ends[1] is None:
                return ()
            faces.update(range(ends[0], ends[1] + 1))
        return tuple(sorted(faces))

    def format_deal(self, deal: Deal) -> str:
        return f"{deal[0]} {deal[1]}"

    def parse_deal(self, text: str) -> Deal:
        faces = [whole_number(part) or 0 for part in text.split()]
        return self.begin((faces[0], faces[-1]) if len(faces) == 2 else (0, 0)).deal

    def narrate(self, event: RaceMove, names: dict[int, str], me: int | None = None) -> str:
        s = "" if event.player == me else "s"
        about, several = format_faces(event.faces).replace(",", ", "), "one of " if len(event.faces) > 1 else ""
        what = f"name{s} face {about}" if event.names else f"ask{s} whether it is {several}{about}"
        answer = {None: "", True: ": yes", False: ": no"}[event.yes]
        return f"{capital(names[event.player])} {what}{answer}."

    def prompt(self, view: SeatView) -> str:
        assert isinstance(view, RaceView)
        return f"{format_faces(view.story.left[view.story.turn])} left; ask about"

    def read_move(self, view: SeatView, text: str) -> RaceMove:
        assert isinstance(view, RaceView)
        word, _, rest = text.strip().lower().partition(" ")
        number = whole_number(text, 1, len(view.story.left[view.story.turn]))
        if word == "name":
            move = RaceMove(view.story.turn, self.read_faces(rest), names=True)
        elif number is not None:
            move = view.story.question(number)
        else:
            move = RaceMove(view.story.turn, self.read_faces(text))
        if view.player != view.actor or not move.faces:
            raise ActionError(f"{shorten(text)!r} is nothing to do now; {self.help}")
        view.story.check(move)
        return move

    def own(self, view: SeatView) -> str:
        assert isinstance(view, RaceView)
        return "" if view.face is None else f"Your face is {view.face}."

    def solution(self, deal: Deal) -> str:
        return f"Player 1 had face {deal[0]}, player 2 face {deal[1]}."


def other(player: int) -> int:
    """The other player."""
    return 3 - player


def format_faces(faces: Faces) -> str:
    """Faces as runs: `1-3,7`."""
    starts = [face for face in faces if face - 1 not in faces]
    ends = [face for face in faces if face + 1 not in faces]
    return ",".join(f"{one}-{two}" if one < two else f"{one}" for one, two in zip(starts, ends, strict=True))
