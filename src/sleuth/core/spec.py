"""Spec strings: a game or a strategy as one word, `name:key=value,key=value`, both ways.

A value may stand in brackets, and a spec inside a spec does: `rollout:base=(sharma-mittal:order=2,degree=1),width=5`.
Commas in brackets end nothing. Outside of brackets a value ends where `,key=` begins.

The parameters of a game or strategy are the fields of its dataclass, but for those with `hidden` in their metadata;
`read` and `write` there make a value of a text and a text of a value. `str()` writes those that differ from the
default, and the numbers of a game in any case, since they are its size. What it writes reads back as the same object.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import MISSING, Field, fields, is_dataclass
from difflib import get_close_matches
from types import UnionType
from typing import Any, ClassVar, TypeVar, Union, get_args, get_origin, get_type_hints

from sleuth.core.errors import ParameterError, SpecError
from sleuth.core.members import CONTRACTS, guard, guard_values
from sleuth.core.text import MAX_DIGITS, real_number, shorten, whole_number

T = TypeVar("T", bound="Specified")
BROUGHT = "brought"
"""Lists of words that people bring, rather than the package."""

_HEAD = re.compile(r"\s*((?:[A-Za-z]:(?=[/\\]))?[^:]*)(:?)(.*)", re.DOTALL)
"""What stands before the first colon, but for that of a drive: `C:\\games\\pegs.py`."""
_CLASS = re.compile(r"\s*([A-Za-z_]\w*)\s*(?::(.*))?", re.ASCII | re.DOTALL)
_KEY = r"(?=\s*[A-Za-z_][A-Za-z0-9_]*=)"
_NEXT_PARAMETER = re.compile("," + _KEY)
_OLDER_PARAMETER = re.compile("[,:]" + _KEY)


def kebab(name: str) -> str:
    """`BullsAndCows` -> `bulls-and-cows`."""
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "-", name).lower().replace("_", "-")


def spec_head(text: str) -> tuple[str, str, str]:
    """The name that a spec begins with, the colon behind it if there is one, and the rest."""
    match = _HEAD.fullmatch(text)
    assert match is not None  # every text has a head
    return match[1].strip(), match[2], match[3]


def split_outside(text: str, separator: re.Pattern[str]) -> list[str]:
    """The parts of a text between separators that are not in brackets; a bracket opens where a value begins.

    >>> split_outside("base=(size:ties=lex,per_cost=true),width=5", re.compile(","))
    ['base=(size:ties=lex,per_cost=true)', 'width=5']
    """
    parts, start, place = [], 0, 0
    while place < len(text):
        if text[place] == "(" and text[:place].rstrip()[-1:] in ("", "=", "+", ","):
            place = _end(text, place) or place + 1
        elif match := separator.match(text, place):
            parts.append(text[start:place])
            start = place = match.end()
        else:
            place += 1
    return [*parts, text[start:]]


def _end(text: str, opening: int) -> int | None:
    """The place behind the bracket that opens here; `None` if it is not closed, and so only a sign like others."""
    depth = 0
    for place in range(opening, len(text)):
        depth += {"(": 1, ")": -1}.get(text[place], 0)
        if not depth:
            return place + 1
    return None


def unwrapped(text: str) -> str:
    """A value without the brackets around it, if it has any."""
    text = text.strip()
    return text[1:-1].strip() if text.startswith("(") and _end(text, 0) == len(text) else text


def wrapped(text: str) -> str:
    """A value as it stands in a spec: in brackets where it would not read back without."""
    plain = split_outside(text, _NEXT_PARAMETER) == [text] and unwrapped(text) == text.strip()
    return text if plain else f"({text})"


def split_inner(text: str) -> tuple[str, dict[str, str]]:
    """`split_spec` of a spec inside another. Without brackets, colons may stand for commas.

    >>> split_inner("(sharma-mittal:order=2,degree=1)") == split_inner("sharma-mittal:order=2:degree=1")
    True
    """
    name, colon, rest = spec_head(unwrapped(text))
    return split_spec(f"{name}{colon}{','.join(split_outside(rest, _OLDER_PARAMETER))}")


def _is_file(name: str) -> bool:
    return name.endswith(".py")


def split_spec(text: str, holds: Callable[[str], bool] = _is_file) -> tuple[str, dict[str, str]]:
    """The name and the raw parameters of a spec string. What is in a file is named `FILE.py` or `FILE.py:Class`.

    `holds` says of what stands before the first colon whether a class may be named behind it.
    """
    name, _, rest = spec_head(text)
    if not name:
        raise SpecError(f"{shorten(text)!r} names nothing; write NAME or NAME:key=value,key=value")
    if holds(name) and (match := _CLASS.fullmatch(rest)):
        name, rest = f"{name}:{match[1]}", match[2] or ""
    parameters: dict[str, str] = {}
    for part in split_outside(rest, _NEXT_PARAMETER) if rest.strip() else ():
        key, equals, value = part.partition("=")
        key = key.strip()
        if not equals or not key:
            raise SpecError(
                f"{shorten(part.strip())!r} in {shorten(text)!r} is not key=value; write NAME:key=value,key=value"
            )
        if key in parameters:
            raise SpecError(f"{shorten(key)!r} is given twice in {shorten(text)!r}")
        parameters[key] = unwrapped(value)
    return name, parameters


def fields_of(cls: Any) -> tuple[Field[Any], ...]:
    """The fields of a dataclass; none for any other class."""
    return fields(cls) if is_dataclass(cls) else ()


class Specified:
    """A frozen dataclass that a spec string describes. Subclasses get a name from their class name."""

    name: ClassVar[str] = ""
    """What a spec string begins with."""
    title: ClassVar[str] = ""
    """What people call it; empty where its name says it."""
    tagline: ClassVar[str] = ""
    """A few words for people who look for something to play; empty where the summary is short enough."""
    presets: ClassVar[dict[str, str]] = {}
    """Specs that people may begin with, by what they are called. `Classic` is what a form shows first."""
    writes_sizes: ClassVar[bool] = True
    """Whether `str()` writes numbers that have their default too."""

    def __init_subclass__(cls, contract: bool = False, guarded: bool = True, **kwargs: Any) -> None:
        """A `contract` is what others extend; a wrapper that is not `guarded` may write its members as it likes."""
        super().__init_subclass__(**kwargs)
        if contract:
            CONTRACTS.append(cls)
        elif guarded:
            guard(cls)  # before it gets a name, which would hide the one of a helper class
        if "name" not in cls.__dict__:
            cls.name = kebab(cls.__name__)

    @classmethod
    def summary(cls) -> str:
        """One line about it: the first line of its docstring."""
        return (cls.__doc__ or "").strip().partition("\n")[0]

    @classmethod
    def parameters(cls) -> dict[str, Parameter]:
        """The parameters that the spec string may set, by name."""
        if cls not in _PARAMETERS:
            hints = get_type_hints(cls)
            shown = (f for f in fields_of(cls) if f.init and not f.metadata.get("hidden"))
            _PARAMETERS[cls] = {f.name: Parameter(f, hints[f.name]) for f in shown}
        return _PARAMETERS[cls]

    @classmethod
    def from_parameters(cls: type[T], raw: dict[str, str]) -> T:
        """Build one from the raw texts of a spec string."""
        known = cls.parameters()
        values: dict[str, Any] = {}
        for key, text in raw.items():
            normal = key.replace("-", "_")
            if normal not in known:
                near = get_close_matches(shorten(normal), known, n=1)
                hint = f"did you mean {near[0]}?" if near else f"it takes {', '.join(known) or 'none'}"
                raise ParameterError(f"{cls.name} has no parameter {shorten(key)!r}; {hint}")
            values[normal] = known[normal].read(cls.name, text)
        missing = [p.name for p in known.values() if p.required and p.name not in values]
        if missing:
            raise ParameterError(f"{cls.name} needs {', '.join(missing)}")
        made = cls(**values)
        guard_values(made)
        return made

    def __str__(self) -> str:
        shown = []
        for key, parameter in type(self).parameters().items():
            value = getattr(self, key)
            size = self.writes_sizes and bool(value) and parameter.kind in (int, float)
            if value == parameter.default and not size:
                continue
            shown.append(f"{key}={parameter.write(value)}")
        return f"{self.name}:{','.join(shown)}" if shown else self.name


CONTRACTS.append(Specified)


class Parameter:
    """One field of a `Specified` dataclass, as text and back."""

    def __init__(self, field: Field[Any], kind: Any) -> None:
        self.name = field.name
        self.optional = get_origin(kind) in (Union, UnionType) and type(None) in get_args(kind)
        if self.optional:
            kind = next(k for k in get_args(kind) if k is not type(None))
        self.kind: Any = kind if kind in (int, float, bool, str) else str
        self.required = field.default is MISSING and field.default_factory is MISSING
        self.default = None if self.required else field.default
        self.help = str(field.metadata.get("help", ""))
        self.choices: tuple[str, ...] = tuple(field.metadata.get("choices", ()))
        self.label = str(field.metadata.get("label", ""))
        """What a form asks for, as a question or a few words; the name says it where there is none."""
        self.words: Mapping[str, str] = field.metadata.get("words", {})
        """What people call a choice."""
        self.empty = str(field.metadata.get("empty", ""))
        """What a form says where nothing is filled in, and the value is none, zero or no text."""
        self.elsewhere = bool(field.metadata.get("elsewhere"))
        """Whether it must be given for a play that is elsewhere, though none is needed here."""
        self.word_list = str(field.metadata.get("word_list", ""))
        """Which lists of words the value may name: `any`, or those that were `BROUGHT`; empty where it names none."""
        self.file = bool(field.metadata.get("file"))
        """Whether the value names a file, which nobody may do from afar."""
        self.known: tuple[str, ...] = tuple(field.metadata.get("known", ()))
        """Names that stand for no file all the same."""
        self.infinite = bool(field.metadata.get("infinite"))
        """Whether a number may be `inf`."""
        self.reader = field.metadata.get("read")
        """From a text to the value, where that is no number, flag or text."""
        self.writer = field.metadata.get("write", str)

    def read(self, owner: str, text: str) -> Any:
        """The value that `text` stands for."""
        if self.optional and text.lower() in ("", "none"):
            return None
        if self.reader is not None:
            return self.reader(text)
        if self.kind is bool:
            if text.lower() in ("true", "yes", "1", "on"):
                return True
            if text.lower() in ("false", "no", "0", "off"):
                return False
            raise ParameterError(f"{owner}: {self.name} is true or false, not {shorten(text)!r}")
        if self.choices and text not in self.choices:
            raise ParameterError(f"{owner}: {self.name} is one of {', '.join(self.choices)}, not {shorten(text)!r}")
        if self.kind is str:
            return text
        if self.kind is int:
            value: float | None = whole_number(text, -(10**MAX_DIGITS))
            what = f"a whole number of at most {MAX_DIGITS} digits"
        else:
            value = real_number(text, self.infinite)
            what = "a number, or inf" if self.infinite else "a finite number"
        if value is None:
            raise ParameterError(f"{owner}: {self.name} is {what}, not {shorten(text)!r}")
        return value

    def write(self, value: Any) -> str:
        if isinstance(value, bool):
            return "true" if value else "false"
        if isinstance(value, float) and value.is_integer() and abs(value) < 1e15:
            return str(int(value))
        return "none" if value is None else wrapped(self.writer(value))


_PARAMETERS: dict[type, dict[str, Parameter]] = {}


def require(condition: bool, owner: object, message: str) -> None:
    """Raise `ParameterError` for `owner` unless `condition` holds; for use in `__post_init__`."""
    if not condition:
        name = owner.name if isinstance(owner, Specified) else str(owner)
        raise ParameterError(f"{name}: {message}")
