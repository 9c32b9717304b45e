"""Where two answers differ, and how an answer is written to a file."""

from __future__ import annotations

import json
from collections.abc import Iterator
from math import isclose
from typing import Any, NamedTuple

RELATIVE, ABSOLUTE = 1e-9, 1e-12
"""How far numbers with a fraction may be apart: the last bits are another machine's."""
WIDTH = 120
SHOWN = 160
MISSING = object()


class Difference(NamedTuple):
    """A place where two answers differ: the path of a key, and whether that is `new`, `changed` or `lost`."""

    path: str
    kind: str
    values: str

    def __str__(self) -> str:
        return f"{self.kind} {self.path}: {self.values}"


def differences(old: Any, new: Any, path: str = "$") -> Iterator[Difference]:
    """Every place where two JSON values differ. Only a key that the old one lacks is new; a longer list has changed."""
    if isinstance(old, dict) and isinstance(new, dict):
        for key in {**old, **new}:
            yield from _inside(old.get(key, MISSING), new.get(key, MISSING), f"{path}.{key}", "new", "lost")
        order = [[key for key in side if key in old and key in new] for side in (old, new)]
        if order[0] != order[1]:
            yield Difference(f"{path}.(order)", "changed", f"{' '.join(order[0])} -> {' '.join(order[1])}")
    elif isinstance(old, list) and isinstance(new, list):
        for number in range(max(len(old), len(new))):
            left, right = (side[number] if number < len(side) else MISSING for side in (old, new))
            yield from _inside(left, right, f"{path}[{number}]", "changed", "changed")
    elif not _same(old, new):
        yield Difference(path, "changed", f"{_shown(old, new)} -> {_shown(new, old)}")


def _inside(old: Any, new: Any, path: str, added: str, lost: str) -> Iterator[Difference]:
    """The differences of one item, which may be on one side only."""
    if old is MISSING or new is MISSING:
        kind = added if old is MISSING else lost
        yield Difference(path, kind, f"{_shown(old, new)} -> {_shown(new, old)}")
    else:
        yield from differences(old, new, path)


def _same(old: Any, new: Any) -> bool:
    if isinstance(old, float) and isinstance(new, float):
        return isclose(old, new, rel_tol=RELATIVE, abs_tol=ABSOLUTE) or repr(old) == repr(new)
    return type(old) is type(new) and bool(old == new)


def _shown(value: Any, other: Any) -> str:
    """A value on one line; of a long one the part in which it differs from another."""
    if value is MISSING:
        return "nothing"
    text, against = ("" if v is MISSING else json.dumps(v, ensure_ascii=False) for v in (value, other))
    if len(text) <= SHOWN:
        return text
    same = next((n for n, (a, b) in enumerate(zip(text, against, strict=False)) if a != b), 0)
    start = max(0, same - SHOWN // 2)
    return f"{'...' if start else ''}{text[start : start + SHOWN]}..."


def written(value: Any, indent: int = 0) -> str:
    """JSON in which whatever fits on a line is on one line."""
    plain = json.dumps(value, ensure_ascii=False)
    if len(plain) + indent <= WIDTH or not isinstance(value, dict | list) or not value:
        return plain
    if isinstance(value, dict):
        inner = [f"{json.dumps(key, ensure_ascii=False)}: {written(v, indent + 1)}" for key, v in value.items()]
    elif all(isinstance(v, str | int | float | None) for v in value):
        inner = _filled([json.dumps(v, ensure_ascii=False) for v in value], indent + 1)
    else:
        inner = [written(v, indent + 1) for v in value]
    first, last = "{}" if isinstance(value, dict) else "[]"
    blank = " " * (indent + 1)
    return f"{first}\n{blank}" + f",\n{blank}".join(inner) + f"\n{' ' * indent}{last}"


def _filled(items: list[str], indent: int) -> list[str]:
    """Items put together into lines of bounded width."""
    lines = [items[0]]
    for item in items[1:]:
        if len(lines[-1]) + len(item) + indent + 3 <= WIDTH:
            lines[-1] += f", {item}"
        else:
            lines.append(item)
    return lines
