"""The members that a game, a strategy or a channel is known by, and the guard that nobody takes one by chance.

A contract (`Game`, `TableGame`, `Strategy`, ...) has members that mean something to everybody else, and so has a
capability (`core.capabilities`). Whoever writes a class may override a member of its contract, and may declare a
capability as a base; any other member of such a name is refused where the class is made, in one line.
"""

from __future__ import annotations

import re
import sys
from abc import ABC
from collections.abc import Callable, Iterator
from functools import cached_property
from inspect import Parameter, Signature, ismemberdescriptor, signature
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar

from sleuth.core.errors import MemberError

T = TypeVar("T")

CONTRACTS: list[type] = []
"""The classes whose members mean something, `contract=True`."""
CAPABILITIES: list[type[Capability]] = []
"""The capabilities of `core.capabilities`. Their names are taken in every game; those of others, where declared."""

_CLASS_VARIABLE = re.compile(r"\W*(\w+\.)?ClassVar\b")
_WRITTEN = {
    "field": "a field",
    "property": "a property",
    "value": "a value of the class",
    "method": "a method",
    "class method": "a class method",
}
_STANDS_FOR = {
    "method": ("method", "class method"),
    "class method": ("class method",),
    "property": ("property", "value", "field"),
    "value": ("value",),
}
"""The kinds of members that may override one of a kind."""
RENAME = "rename it"


class Capability:
    """Something that a game may offer: a base beside `Game`, whose members are defaults."""

    about_answers: ClassVar[bool] = True
    """Whether it speaks of the answers, so that whoever changes these (a channel) does not forward it."""

    def __init_subclass__(cls, needs: tuple[str, ...] = (), **kwargs: Any) -> None:
        """A capability (`needs`: of these, a game that declares it writes one at least), or a game that declares it."""
        super().__init_subclass__(**kwargs)
        if Capability in cls.__bases__:
            _NEEDS[cls] = needs


_NEEDS: dict[type, tuple[str, ...]] = {}
"""What a game that declares a capability must write, one at least."""


if TYPE_CHECKING:
    default = property
else:

    class default(Generic[T]):
        """The value of a capability's member unless a game says otherwise, by a field, a property or a plain value.

        To type checkers it is a property, which all of these may override. It is none, since a dataclass would take
        an inherited property for the default of a field.
        """

        def __init__(self, value: Callable[[Any], T]) -> None:
            self.value, self.__doc__ = value, value.__doc__

        def __get__(self, instance: object, owner: type) -> T:
            if instance is None:
                raise AttributeError(f"{owner.__name__} has it in its instances alone")
            return self.value(instance)


def writes(game: object, name: str) -> bool:
    """Whether a game has a member of a capability of its own, in the place of the default."""
    home = next((kind for kind in type(game).__mro__ if name in vars(kind)), None)
    return home is not None and home not in _NEEDS


def guard(cls: type) -> None:
    """Raise `MemberError` where a class takes a name that it has not declared, or has it as something else.

    Where a member of a helper class stands behind the contract's own in the bases, nobody would ever use it.
    """
    declared = [kind for kind in cls.__mro__ if kind in _NEEDS]
    for name, home in _taken(cls).items():
        owner, first = _owner(cls, name), _holders(cls, name)[:1]
        if owner is None:
            continue
        if first != [owner]:
            raise MemberError(_behind(owner, name, first[0]))
        if home in _NEEDS and home not in declared:
            raise MemberError(_undeclared(cls, owner, name, home))
        _check_kind(owner, name, home)
    for kind in declared:
        if _NEEDS[kind] and not any(_owner(cls, name) for name in _NEEDS[kind]):
            needed, cures = " or ".join(_NEEDS[kind]), "write it, or drop the base"
            raise MemberError(f"{cls.__name__} declares {kind.__name__}, and has no {needed}; {cures}")


def guard_values(made: object) -> None:
    """Raise `MemberError` where an object has put a value in the place of a method, or of what it has not declared."""
    cls = type(made)
    for name, home in _taken(cls).items():
        if name not in getattr(made, "__dict__", {}):
            continue
        if home in _NEEDS and not isinstance(made, home):
            raise MemberError(_undeclared(cls, cls, name, home))
        kind = _kind(home, name)
        if kind not in ("property", "value") or _another_type(home, name, made.__dict__[name]):
            raise MemberError(_differs(cls, name, home, "is set in an object"))


def overridden(cls: type) -> list[str]:
    """The members with a default that a class writes itself, in its contract's order; all have a `name`."""
    usual = {name: home for name, home in _taken(cls).items() if home in CONTRACTS and name != "name"}
    written = [name for name in usual if _owner(cls, name) is not None]
    return [name for name in written if not getattr(vars(usual[name])[name], "__isabstractmethod__", False)]


def _taken(cls: type) -> dict[str, type]:
    """The names that mean something to whoever meets such a class, with the class that they are from."""
    contracts = [kind for kind in cls.__mro__ if kind in CONTRACTS]
    offering = CAPABILITIES if any("offers" in vars(kind) for kind in contracts) else ()
    homes = [*contracts, *dict.fromkeys([*(k for k in cls.__mro__ if k in _NEEDS), *offering])]
    names: dict[str, type] = {}
    for home in homes:
        for name in vars(home):
            if not name.startswith("_") and name not in vars(Capability):
                names.setdefault(name, home)
    return names


def _holders(cls: type, name: str) -> list[type]:
    """The classes that have a member of a name, in the order in which Python looks for it."""
    return [kind for kind in cls.__mro__ if name in vars(kind) or name in _annotations(kind)]


def _owner(cls: type, name: str) -> type | None:
    """The first class that has a member of a name and is neither a contract nor a capability; `None` if none is."""
    return next((kind for kind in _holders(cls, name) if kind not in CONTRACTS and kind not in _NEEDS), None)


def _annotations(cls: type) -> dict[str, Any]:
    """The annotations that a class itself has, of whatever may not be known yet."""
    if sys.version_info >= (3, 14):
        from annotationlib import Format, get_annotations

        return get_annotations(cls, format=Format.FORWARDREF)
    notes: dict[str, Any] = vars(cls).get("__annotations__", {})
    return notes


def _kind(cls: type, name: str) -> str:
    """What a member of a class is: a field, a value of the class, a property, a method, a class method."""
    note = _annotations(cls).get(name)
    value = vars(cls).get(name)
    if note is not None and not _CLASS_VARIABLE.match(note if isinstance(note, str) else repr(note)):
        return "field"
    if ismemberdescriptor(value):  # of `__slots__`
        return "field"
    if isinstance(value, property | cached_property) or (not TYPE_CHECKING and isinstance(value, default)):
        return "property"
    if isinstance(value, classmethod):
        return "class method"
    return "method" if callable(value) or hasattr(value, "__get__") else "value"


def _check_kind(owner: type, name: str, home: type) -> None:
    """Raise `MemberError` unless a member may stand for that of a contract or capability."""
    kind, right = _kind(owner, name), _kind(home, name)
    static = isinstance(vars(owner).get(name), staticmethod)
    if not (kind in _STANDS_FOR[right] or (static and right.endswith("method"))):
        raise MemberError(_differs(owner, name, home, f"is {_WRITTEN[kind]}"))
    if right.endswith("method") and (call := _call(owner, name)) is not None:
        asked = _call(home, name)
        if asked is not None and not all(_takes(call, *way) for way in _ways(asked)):
            raise MemberError(_differs(owner, name, home, f"is written {name}{_plain(call)}"))
    if kind == right == "value" and name in vars(owner) and _another_type(home, name, vars(owner)[name]):
        raise MemberError(_differs(owner, name, home, f"is {type(vars(owner)[name]).__name__}"))


def _another_type(home: type, name: str, value: object) -> bool:
    """Whether a value of a contract's class has another type there: a text, a goal, a dictionary."""
    root = [kind for kind in type(vars(home)[name]).__mro__ if kind not in (ABC, object)][-1]
    return _kind(home, name) == "value" and not isinstance(value, root)


def _call(cls: type, name: str) -> Signature | None:
    """How a method of an object is called; `None` where Python cannot say."""
    member = vars(cls)[name]
    try:
        return signature(member.__get__(object(), cls) if hasattr(member, "__get__") else member)
    except (TypeError, ValueError, AttributeError):
        return None


def _ways(call: Signature) -> Iterator[tuple[int, list[str]]]:
    """The fewest and the most arguments that a method may be called with: places, and names."""
    given = call.parameters.values()
    places = [p for p in given if p.kind in (Parameter.POSITIONAL_ONLY, Parameter.POSITIONAL_OR_KEYWORD)]
    named = [p.name for p in given if p.kind is Parameter.KEYWORD_ONLY]
    yield sum(p.default is Parameter.empty for p in places), named
    yield len(places), named


def _takes(call: Signature, places: int, named: list[str]) -> bool:
    try:
        call.bind(*[None] * places, **dict.fromkeys(named))
    except TypeError:
        return False
    return True


def _plain(call: Signature) -> str:
    """The parameters, without their types."""
    bare = [p.replace(annotation=Parameter.empty) for p in call.parameters.values()]
    return str(Signature(bare))


def _what(home: type, name: str) -> str:
    """How a member of a contract or capability is written."""
    kind = _kind(home, name)
    if kind.endswith("method"):
        return f"the {kind} {name}{_plain(_call(home, name) or Signature())}"
    if kind == "value":
        return f"a value of the class, such as {vars(home)[name]!r}"
    return "a field, a property or a value of the class"


def _differs(owner: type, name: str, home: type, found: str) -> str:
    cures = f"write it so, or {RENAME}"
    return f"{owner.__name__}.{name} {found}, and {name} of {home.__name__} is {_what(home, name)}; {cures}"


def _behind(owner: type, name: str, first: type) -> str:
    cures = f"name {owner.__name__} before it among the bases, or {RENAME}"
    return f"{owner.__name__}.{name} stands behind {name} of {first.__name__}, and is never used; {cures}"


def _undeclared(cls: type, owner: type, name: str, home: type) -> str:
    bases = ", ".join(base.__name__ for base in cls.__bases__ if base.__name__ != "Generic")
    cures = f"declare it ({home.__name__} of sleuth.core), class {cls.__name__}({bases}, {home.__name__}), or {RENAME}"
    return f"{owner.__name__}.{name} is a name of the capability {home.__name__}, which is not declared; {cures}"
