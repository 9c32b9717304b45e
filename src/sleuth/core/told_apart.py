"""Answers as keys: what Python takes for equal may be two answers."""

from __future__ import annotations

from typing import Any

import numpy as np

_YES, _NO = object(), object()
_PLAIN = frozenset({int, str, float})


def told_apart(value: Any) -> Any:
    """A feedback as what may be a key beside all others: Python takes `True` for 1, and both are answers.

    >>> told_apart(True) == told_apart(1), told_apart((1, True)) == told_apart((1, 1)), told_apart(1) == told_apart(1.0)
    (False, False, True)
    """
    kind = value.__class__
    if kind is int or kind is str:
        return value
    if isinstance(value, tuple):
        return value if _PLAIN.issuperset(map(type, value)) else tuple(map(told_apart, value))
    if isinstance(value, frozenset):
        return frozenset(map(told_apart, value))
    if isinstance(value, (bool, np.bool_)):
        return _YES if value else _NO
    return value
