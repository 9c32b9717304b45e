"""Where two answers differ, and how an answer is written to a file."""

from __future__ import annotations

import json
from collections.abc import Iterator
from math import isclose
from typing import Any

RELATIVE, ABSOLUTE = 1e-9, 1e-12
"""How far numbers with a fraction may be apart: the last bits are another machine's."""
WIDTH = 120
SHOWN = 160
MISSING = object()


def differences(old: Any, new: Any, path: str = "$") -> Iterator[str]:
    """Every place where two JSON values differ, as `path: old -> new`."""
    if isinstance(old, dict) and isinstance(new, dict):
        for key in {**old, **new}:
            yield from differences(old.get(key, MISSING), new.get(key, MISSING), f"{path}.{key}")
        if list(old) != list(new) and set(old) == set(new):
            yield f"{path}: the order of the keys, {' '.join(old)} -> {' '.join(new)}"
    elif isinstance(old, list) and isinstance(new, list):
        for number in range(max(len(old), len(new))):
            left, right = (side[number] if number < len(side) else MISSING for side in (old, new))
            yield from differences(left, right, f"{path}[{number}]")
    elif not _same(old, new):
        yield f"{path}: {_shown(old, new)} -> {_shown(new, old)}"


def _same(old: Any, new: Any) -> bool:
    if isinstance(old, float) and isinstance(new, float):
        return isclose(old, new, rel_tol=RELATIVE, abs_tol=ABSOLUTE) or repr(old) == repr(new)
    return type(old) is type(new) and bool(old == new)


def _shown(value: Any, other: Any) -> str:
    """A value on one line; of a long one the part in which it differs from another."""
    if value is MISSING:
        return "nothing"
    text, against = (json.dumps(v, ensure_ascii=False, default=str) for v in (value, other))
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
