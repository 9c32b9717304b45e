"""Values that never change, and travel: to another process, or into a copy."""

from __future__ import annotations

from functools import cached_property
from typing import Any, Self

import numpy as np

from sleuth.kernels.arrays import Array, frozen


class Travels:
    """A value that never changes. Its copy is itself; in another process its read-only arrays are read-only too.

    Kernels are compiled anew for arrays that may be written, and pickling forgets that an array may not. What is
    worked out when it is first asked for (`cached_property`) is left behind.
    """

    def __getstate__(self) -> dict[str, Any]:
        kind = type(self)
        return {
            name: packed(value)
            for name, value in vars(self).items()
            if not isinstance(getattr(kind, name, None), cached_property)
        }

    def __copy__(self) -> Self:
        return self

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        return self


class _Packed:
    """A read-only array on its way."""

    def __init__(self, array: Array) -> None:
        self.array = array

    def __reduce__(self) -> tuple[Any, ...]:
        return frozen, (self.array,)


def packed(value: Any) -> Any:
    """A value for a pickle from which read-only arrays, in tuples too, come out read-only again: for an array that may
    be written kernels would be compiled anew."""
    if isinstance(value, tuple):
        parts = map(packed, value)
        return value._make(parts) if hasattr(value, "_make") else tuple(parts)
    return _Packed(value) if isinstance(value, np.ndarray) and not value.flags.writeable else value


def packed_state(value: object) -> dict[str, Any]:
    """The attributes of an object, packed."""
    return {name: packed(part) for name, part in vars(value).items()}
