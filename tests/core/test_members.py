"""The names that mean something: what may stand for them, and what is refused where a class is made."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cached_property, lru_cache, partialmethod
from typing import Any, ClassVar

import pytest

from sleuth import begin, evaluate
from sleuth.core import Capability, Count, Draws, Goal, MemberError, Rounds, TableGame, Twin
from sleuth.core.channel import Channel
from sleuth.core.errors import LawError
from sleuth.core.game import Game
from sleuth.core.members import CAPABILITIES, guard_values, overridden, writes
from sleuth.core.sequential import Sequential
from sleuth.games import Mastermind
from sleuth.referee import Referee
from sleuth.strategies.base import Strategy
from sleuth.testing import check_game


@dataclass(frozen=True)
class Plain(Game):
    """A number of three."""

    def secrets(self) -> Iterable[int]:
        return range(3)

    def feedback(self, action: int, secret: int) -> bool:
        return action == secret


def made(*bases: type, notes: dict[str, Any] | None = None, **members: Any) -> Any:
    """A class with these members; `notes` are annotations."""
    return type(Game)("Made", bases, {**members, "__annotations__": notes or {}})


FITTING: list[tuple[tuple[type, ...], dict[str, Any]]] = [
    ((Plain,), {"cost": lambda self, action: 2}),
    ((Plain,), {"cost": lambda self, action, more=0: 2}),
    ((Plain,), {"cost": lambda self, *all: 2}),
    ((Plain,), {"cost": staticmethod(lambda action: 2)}),
    ((Plain,), {"cost": classmethod(lambda cls, action: 2)}),
    ((Plain,), {"cost": lru_cache(lambda self, action: 2)}),
    ((Plain,), {"cost": partialmethod(lambda self, price, action: price, 2)}),
    ((Plain,), {"format_action": Plain.format_secret}),
    ((Plain,), {"format_secret": str}),
    ((Plain,), {"goal": Goal.KNOW, "noun": "number", "presets": {"Classic": "plain"}}),
    ((Plain,), {"notes": {"goal": ClassVar[Goal]}}),
    ((Plain,), {"notes": {"goal": "ClassVar[Goal]", "noun": "typing.ClassVar[str]"}, "noun": "number"}),
    ((Plain,), {"notes": {"helper": int}, "helper": 2}),
    ((Plain, Count), {"count": lambda self: 3}),
    ((Plain, Rounds), {"rows": 6}),
    ((Plain, Rounds), {"rows": property(lambda self: 6)}),
    ((Plain, Rounds), {"rows": cached_property(lambda self: 6)}),
    ((Plain, Rounds), {"notes": {"rows": int}}),
    ((Plain, Rounds), {"notes": {"rows": "ClassVar[int]"}, "rows": 6}),
    ((Mastermind,), {"count": lambda self: 3}),
    ((TableGame,), {"players": range(1, 3), "rows": 3, "count": 5}),
]
REFUSED: list[tuple[tuple[type, ...], dict[str, Any], str]] = [
    (
        (Plain,),
        {"cost": lambda self: 2},
        r"cost is written cost\(\), and cost of Game is the method cost\(action\)",
    ),
    ((Plain,), {"cost": lambda self, action, times: 2}, "Made.cost is written"),
    ((Plain,), {"cost": lambda self, action, *, times: 2}, "Made.cost is written"),
    ((Plain,), {"cost": property(lambda self: 2)}, "Made.cost is a property"),
    ((Plain,), {"cost": 2}, "Made.cost is a value"),
    ((Plain,), {"notes": {"cost": int}}, "Made.cost is a field"),
    ((Plain,), {"notes": {"noun": str}, "noun": "number"}, "Made.noun is a field"),
    ((Plain,), {"noun": 3}, "Made.noun is int, and noun of Game is a value of the class, such as 'secret'"),
    ((Plain,), {"goal": "find"}, "Made.goal is str"),
    ((Plain,), {"summary": lambda self: ""}, "Made.summary is a method, and summary of Specified is the class method"),
    (
        (Plain,),
        {"count": lambda self: 3},
        r"declare it \(Count of .*\), class Made\(Plain, Count\), or rename",
    ),
    ((Plain,), {"notes": {"rows": int}}, r"class Made\(Plain, Rounds\), or rename it"),
    ((Mastermind,), {"count": lambda self, code: 3}, r"Made.count is written count\(code\), and count of Count"),
    ((Plain, Count), {}, "Made declares Count, and has no count; write it, or drop the base"),
    ((Plain, Draws), {"vary": lambda self, secret, rng: secret}, "Made declares Draws, and has no draw or draw_action"),
    ((TableGame,), {"players": lambda self: range(1, 3)}, "Made.players is a method, and players of TableGame"),
    ((TableGame,), {"typed": lambda self: ""}, "Made.typed is written"),
    ((TableGame,), {"notes": {"help": str}}, "Made.help is a field"),
    ((Strategy,), {"notes": {"decide": int}}, "Made.decide is a field"),
    ((Strategy,), {"slow": lambda self: True}, "Made.slow is written"),
    ((Channel,), {"weight": lambda self, game: 1}, "Made.weight is written"),
]


@pytest.mark.parametrize(("bases", "members"), FITTING)
def test_what_fits_may_stand_for_a_member(bases: tuple[type, ...], members: dict[str, Any]) -> None:
    assert made(*bases, **members).name == "made"


@pytest.mark.parametrize(("bases", "members", "told"), REFUSED)
def test_what_does_not_is_refused_in_one_line(bases: tuple[type, ...], members: dict[str, Any], told: str) -> None:
    with pytest.raises(MemberError, match=told) as refused:
        made(*bases, **members)
    assert "\n" not in str(refused.value)


def test_what_a_helper_class_brings_is_looked_at_too() -> None:
    class Helper:
        def hits(self, other: int) -> int:
            return other

    with pytest.raises(MemberError, match=r"Helper\.hits is a name of the capability Hits"):
        made(Plain, Helper)


def test_what_a_helper_class_brings_behind_the_game_would_never_be_used() -> None:
    class Weights:
        def prior(self, secret: int) -> float:
            return secret

    with pytest.raises(MemberError, match=r"Weights\.prior stands behind prior of Game, .* name Weights before it"):
        made(Game, Weights, secrets=Plain.secrets, feedback=Plain.feedback)
    assert overridden(made(Weights, Plain)) == ["prior"]


def test_the_name_of_a_game_hides_no_method_of_a_helper_class() -> None:
    class Names:
        def name(self, number: int) -> str:
            return str(number)

    with pytest.raises(MemberError, match=r"Names\.name is a method, and name of Game is a value"):
        made(Names, Plain)


def test_slots_are_fields() -> None:
    with pytest.raises(MemberError, match=r"Made\.cost is a field"):
        made(Plain, __slots__=("cost",))


@pytest.mark.parametrize("name", ["prior", "cost"])
@pytest.mark.parametrize("value", ["x", (1, 2), None])
def test_what_says_no_number_is_told_in_one_line(name: str, value: object) -> None:
    game = made(Plain, **{name: lambda self, thing: value})()
    ways: list[Callable[[Any], Any]] = [evaluate, begin]
    for way in ways:
        with pytest.raises(LawError, match=f"^{name} of made.* returned a .* for 0; it returns a number"):
            way(game)


@pytest.mark.parametrize("name", ["secrets", "actions"])
def test_what_is_no_list_is_told_in_one_line(name: str) -> None:
    with pytest.raises(LawError, match=f"the {name} of made are 2, and no list"):
        begin(made(Plain, **{name: lambda self: 2})())


def test_a_field_may_have_the_value_of_a_capability_without_a_default() -> None:
    @dataclass(frozen=True)
    class Few(Plain, Rounds):
        """So many steps."""

        rows: int

    assert Few(rows=4).rows == 4
    assert Few.parameters()["rows"].required
    offered = Few(rows=4).offers(Rounds)
    assert offered is not None
    assert offered.rows == 4


@pytest.mark.parametrize("name", ["cost", "count", "noun"])
def test_what_is_set_in_an_object_is_looked_at_where_it_is_made(name: str) -> None:
    class Set(Plain):
        """Sets a member of itself."""

        def __init__(self) -> None:
            object.__setattr__(self, name, 2)

    look: list[Callable[[], Any]] = [
        lambda: Set.from_parameters({}),
        lambda: guard_values(Set()),
        lambda: check_game(Set()),
        lambda: evaluate(Set()),
        lambda: Referee(Set()),
    ]
    for way in look:
        with pytest.raises(MemberError, match=f"Set.{name} is"):
            way()


def test_capabilities_of_others_take_names_where_they_are_declared() -> None:
    class Hints(Capability, needs=("hint",)):
        """Not Sleuth's."""

        def hint(self, number: int) -> str:
            return str(number)

    assert Hints not in CAPABILITIES
    made(Plain, notes={"hint": int}, hint=2)
    with pytest.raises(MemberError, match=r"Made\.hint is a field, and hint of Hints is the method"):
        made(Plain, Hints, notes={"hint": int}, hint=2)
    kind = made(Plain, Hints, hint=lambda self, number: "none")
    assert kind().offers(Hints).hint(3) == "none"


def test_what_a_game_overrides_and_offers() -> None:
    kind = made(Plain, Count, count=lambda self: 3, cost=lambda self, action: 2, noun="number")
    assert overridden(kind) == ["noun", "cost"]
    assert overridden(Plain) == []
    game = kind()
    assert game.offers(Count) is game
    assert game.offers(Twin) is None
    assert writes(game, "count")
    assert not writes(Mastermind(), "vary_many_more")
    assert issubclass(Sequential, Capability)
