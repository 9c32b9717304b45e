"""`check_table` passes what is sound, and catches each planted fault."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from itertools import count, product
from typing import Any, ClassVar

import numpy as np
import pytest

from sleuth.belief.seat_set import SeatAnswer, SeatSet
from sleuth.core.errors import ActionError, ConformanceError
from sleuth.core.limit import UNLIMITED, Limit
from sleuth.core.registry import BELIEFS, SEAT_STRATEGIES, TABLES
from sleuth.core.table_game import SeatView
from sleuth.games.guess_who_race.belief import RaceSet
from sleuth.games.guess_who_race.rules import RULES, Deal, GuessWhoRace, RaceMove, RaceState, RaceView
from sleuth.strategies.seat_strategy import SeatDecision, SeatStrategy
from sleuth.testing import check_table


@pytest.mark.parametrize(("faces", "rule"), [*product((2, 3, 7), RULES), (24, "name")])
def test_the_race_is_sound(faces: int, rule: str) -> None:
    check_table(GuessWhoRace(faces, rule), plays=2)


@dataclass(frozen=True)
class Odd(GuessWhoRace):
    """A race with a fault."""

    faces: int = 5
    rule: str = "name"
    state: ClassVar[type[RaceState]] = RaceState
    view: ClassVar[type[RaceView]] = RaceView
    belief: ClassVar[type[RaceSet]] = RaceSet
    player: ClassVar[type[SeatStrategy] | None] = None

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        cls.__doc__ = Odd.__doc__

    def begin(self, deal: Deal) -> RaceState:
        return self.state(self, super().begin(deal).deal)


@dataclass(frozen=True)
class OddState(RaceState):
    """A state whose views are those of its game."""

    def view(self, player: int | None, /) -> RaceView:
        view = super().view(player)
        return self.game.view(self.game, player, view.face, view.events)  # type: ignore[attr-defined, no-any-return]


@dataclass(frozen=True)
class Peeking(RaceView):
    """A view that has the deal with it, out of sight."""

    hidden: list[int] = field(default_factory=list, compare=False)


@dataclass(frozen=True)
class PeekState(RaceState):
    """A state that gives it away."""

    def view(self, player: int | None, /) -> RaceView:
        view = super().view(player)
        return self.game.view(self.game, player, view.face, view.events, list(self.deal))  # type: ignore[attr-defined, no-any-return]


class Faults:
    class Misspelled(Odd):
        says = "reading the spec"

        def __str__(self) -> str:
            return "misspelled:size=5"

    class NoPlayer(Odd):
        says = "its usual player 'nobody' is none of random"
        usual_player = "nobody"

    class Careless(Odd):
        says = "shuffle deals .*, then .*, with generators that are equal"
        dealt: ClassVar[Iterator[int]] = count()

        def shuffle(self, rng: np.random.Generator) -> Deal:
            return 1 + next(self.dealt) % 5, 1

    class Swaps(Odd):
        says = "which reads back as"

        def format_deal(self, deal: Deal) -> str:
            return f"{deal[1]} {6 - deal[0]}"

    class Forgets(Odd):
        says = r"the action .*is written 'asks.*', which reads back as"

        def format_action(self, action: RaceMove) -> str:
            return super().format_action(replace(action, yes=None))

    class Lines(Odd):
        says = "as text is not one line"

        def format_action(self, action: RaceMove) -> str:
            return super().format_action(action).replace("(", "(\n")

    class Talks(Odd):
        says = "the sentence for a watcher is not one line"

        def narrate(self, event: Any, names: dict[int, str], me: int | None = None) -> str:
            return "He\nasks."

    class Mute(Odd):
        says = "player 1: the prompt is empty"

        def prompt(self, view: SeatView) -> str:
            return ""

    class Baroque(Odd):
        says = "player 1: details as JSON raised TypeError"

        def details(self, view: SeatView) -> dict[str, Any]:
            return {"view": view}

    class Trusting(Odd):
        says = "typing .* raises ValueError"

        def read_move(self, view: SeatView, text: str) -> RaceMove:
            return RaceMove(1, (int(text),))

    class Obliging(Odd):
        says = "typing .* means .*, not legal"

        def read_move(self, view: SeatView, text: str) -> RaceMove:
            return RaceMove(1, (1, 3, 5))

    class Stumbles(Odd):
        says = "parse_deal.* raises"

        def parse_deal(self, text: str) -> Deal:
            first, second = (int(part) for part in text.split())
            return first, second

    class Lenient(Odd):
        says = "is not legal, but it can be done"

        @dataclass(frozen=True)
        class state(RaceState):
            def do(self, action: RaceMove, /) -> Any:
                return replace(self, actions=(*self.actions, action.answered(self.deal)))

    class Rude(Odd):
        says = "is not legal, and raises KeyError, which is no ActionError"

        @dataclass(frozen=True)
        class state(RaceState):
            def do(self, action: RaceMove, /) -> Any:
                try:
                    return super().do(action)
                except ActionError:
                    raise KeyError(action) from None

    class Strict(Odd):
        says = r"asks\(.,1\) raised ActionError: never about one"

        @dataclass(frozen=True)
        class state(RaceState):
            def do(self, action: RaceMove, /) -> Any:
                if action.faces == (1,) and not action.names:
                    raise ActionError("never about one")
                return super().do(action)

    class Changes(Odd):
        says = r"asks\(.*\) changed the state; it must give a new one"

        @dataclass(frozen=True)
        class state(RaceState):
            def do(self, action: RaceMove, /) -> Any:
                after = super().do(action)
                if not action.names:
                    vars(self).clear()
                    vars(self).update(vars(after))
                return after

    class Reneges(Odd):
        says = "player 2 won, and is out"

        @dataclass(frozen=True)
        class state(RaceState):
            def playing(self, player: int, /) -> bool:
                return player == 1

    class Silent(Odd):
        says = "play has ended, and `ending` does not say how"

        @dataclass(frozen=True)
        class state(RaceState):
            ending = ""

    class Timeless(Odd):
        says = "turns went from -1 to -2"

        @dataclass(frozen=True)
        class state(RaceState):
            @property
            def turns(self) -> int:
                return -1 - len(self.actions)

    class Stuck(Odd):
        says = "nobody may do anything"
        state = OddState

        @dataclass(frozen=True)
        class view(RaceView):
            def legal(self) -> Iterator[RaceMove]:
                return iter(())

    class Pushing(Odd):
        says = "a watcher may act out of turn"
        state = OddState

        @dataclass(frozen=True)
        class view(RaceView):
            def legal(self) -> Iterator[RaceMove]:
                return self.story.choices()

    class Deaf(Odd):
        says = "the view of a watcher is not what `sees` makes of the last event"
        state = OddState

        @dataclass(frozen=True)
        class view(RaceView):
            def sees(self, event: RaceMove) -> Any:
                return self

    class Timid(Odd):
        says = "forced is RaceMove.* and legal are"
        state = OddState

        @dataclass(frozen=True)
        class view(RaceView):
            forced = RaceMove(1, (1,))

    class Packed(Odd):
        says = "pickling the view"
        state = OddState

        @dataclass(frozen=True)
        class view(RaceView):
            def __reduce__(self) -> Any:
                raise TypeError("no")

    class Holds(Odd):
        says = "the deal can be reached from the view: tuple -> Peeking"

        @dataclass(frozen=True)
        class state(RaceState):
            def view(self, player: int | None, /) -> RaceView:
                view = super().view(player)
                return Peeking(self.game, player, view.face, view.events, self.deal)  # type: ignore[arg-type]

    class Tells(Odd):
        says = "the view is not that of the deal"

        @dataclass(frozen=True)
        class state(RaceState):
            def view(self, player: int | None, /) -> RaceView:
                view = super().view(player)
                return Marked(self.game, player, view.face, view.events, self.deal[1] % 2)

    class Narrows(Odd):
        says = "legal are .*, and .* with the deal"
        state = PeekState

        @dataclass(frozen=True)
        class view(Peeking):
            def legal(self) -> Iterator[RaceMove]:
                return (move for move in super().legal() if self.hidden[1] in move.faces)

    class Prompts(Odd):
        says = "the prompt is '.*', and '.*' with the deal"
        state, view = PeekState, Peeking

        def prompt(self, view: SeatView) -> str:
            return f"not {view.hidden}"  # type: ignore[attr-defined]

    class Cheats(Odd):
        says = "cheats does .*, and .* with another deal with which the same was seen"
        state, view = PeekState, Peeking

        @dataclass(frozen=True)
        class player(SeatStrategy):
            """Knows."""

            name = "cheats"

            def decide(self, info: Any, *, rng: np.random.Generator, limit: Limit = UNLIMITED) -> SeatDecision:
                return SeatDecision(info, info.actions[info.view.hidden[0] * info.view.hidden[1] % 3], "cheats")

    class Hasty(Odd):
        says = "hasty does RaceMove.*, which is not legal"

        @dataclass(frozen=True)
        class player(SeatStrategy):
            """Does not look."""

            name = "hasty"

            def decide(self, info: SeatSet, *, rng: np.random.Generator, limit: Limit = UNLIMITED) -> SeatDecision:
                return SeatDecision(info, RaceMove(1, (1, 3)), "hasty")

    class Sure(Odd):
        says = "a watcher: the true deal has no chance"

        class belief(RaceSet):
            def probability(self, event: Any) -> float:
                return 0.0 if self.player is None else super().probability(event)

    class Wild(Odd):
        says = "sample draws .*, which has no chance"

        class belief(RaceSet):
            def sample(self, rng: np.random.Generator, n: int = 1) -> list[Deal]:
                return [(9, 9)] * n

    class Double(Odd):
        says = "the probabilities of all deals sum to 2"

        class belief(RaceSet):
            def probability(self, event: Any) -> float:
                return 2 * super().probability(event)

    class Loose(Odd):
        says = "is said to be possible, but .* was not seen with it"

        class belief(RaceSet):
            @property
            def faces(self) -> Any:
                every = range(1, 6)
                return tuple((self.view.face,) if self.player == player else every for player in (1, 2))

    class Miscounts(Odd):
        says = "size is 7, and the candidates are"

        class belief(RaceSet):
            @property
            def size(self) -> int:
                return 7

            def probability(self, event: Any) -> float:
                return super().probability(event) * 7 / len(self.candidates())

    class Leaky(Odd):
        says = "the children of .* sum to 0.5"

        class belief(RaceSet):
            def children(self, action: RaceMove) -> list[SeatAnswer]:
                return [replace(child, probability=child.probability / 2) for child in super().children(action)]

    class Even(Odd):
        says = "has the chance .*, and .* on average after"

        class belief(RaceSet):
            def children(self, action: RaceMove) -> list[SeatAnswer]:
                made = super().children(action)
                return [replace(child, probability=1 / len(made)) for child in made]

    class Contrary(Odd):
        says = "the answer to .* rules out the deal that gave it"

        class belief(RaceSet):
            def answer(self, action: RaceMove, deal: Deal, rng: np.random.Generator) -> tuple[RaceMove, ...]:
                (said,) = super().answer(action, deal, rng)
                return (replace(said, yes=not said.yes),)

    class Shrugs(Odd):
        says = "observing .* raised ActionError: .* has no answer"

        class belief(RaceSet):
            def answer(self, action: RaceMove, deal: Deal, rng: np.random.Generator) -> tuple[RaceMove, ...]:
                return (action,)

    class Keyless(Odd):
        says = "the key is that of deal .*, but state.actor is 2, and 1 there"

        class belief(RaceSet):
            key = 0

    class Draws(Odd):
        says = "draw gives .*, which is not legal"

        class belief(RaceSet):
            def draw(self, rng: np.random.Generator) -> RaceMove:
                return RaceMove(1, (1, 3))

    class Resealed(Odd):
        says = "reading the record"

        @dataclass(frozen=True)
        class state(RaceState):
            def do(self, action: RaceMove, /) -> Any:
                if action.yes is not None:
                    raise ActionError("say nothing of the answer")
                return super().do(action)


@dataclass(frozen=True)
class Marked(RaceView):
    """A view with a mark on its back."""

    mark: int = 0


@pytest.mark.parametrize("kind", [k for k in vars(Faults).values() if isinstance(k, type)], ids=lambda k: k.__name__)
def test_a_planted_fault_of_a_table_is_named(kind: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(BELIEFS._kinds, kind, kind.belief)
    monkeypatch.setitem(TABLES._things, kind.name, kind)
    if kind.player is not None:
        monkeypatch.setitem(SEAT_STRATEGIES._things, kind.player.name, kind.player)
    with pytest.raises(ConformanceError, match=kind.says):
        check_table(kind, plays=6)
