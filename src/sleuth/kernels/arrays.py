"""The array types that kernels speak."""

from __future__ import annotations

from typing import Any, TypeVar

import numpy as np
import numpy.typing as npt

Codes = npt.NDArray[np.uint8] | npt.NDArray[np.uint16]
"""Feedback codes, one row a secret and one column an action."""
Shorts = npt.NDArray[np.int16]
Ints = npt.NDArray[np.int32]
Floats = npt.NDArray[np.float64]
Bools = npt.NDArray[np.bool_]
Longs = npt.NDArray[np.int64]
Words = npt.NDArray[np.uint64]
Array = npt.NDArray[Any]

A = TypeVar("A", bound=npt.NDArray[Any])
N = TypeVar("N", bound=tuple[Any, ...])


def frozen(array: A) -> A:
    """A read-only view. Numba compiles anew for arrays that may be written, so what kernels only read is frozen."""
    view = array.view()
    view.flags.writeable = False
    return view


def own(array: A) -> A:
    """The same, and it may be written, as what kernels hand each other may: for frozen arrays a kernel that others call
    too would be compiled twice."""
    return array if array.flags.writeable and array.flags.c_contiguous else array.copy()


def all_frozen(values: N) -> N:
    """A named tuple whose arrays are frozen."""
    named: Any = values
    out: N = named._make(frozen(value) if isinstance(value, np.ndarray) else value for value in named)
    return out


def ranges_in(numbers: Array) -> tuple[tuple[int, int], ...]:
    """An array of numbers in order, as ranges."""
    breaks = np.flatnonzero(np.diff(numbers) > 1)
    firsts = numbers[np.concatenate([[0], breaks + 1])]
    lasts = numbers[np.concatenate([breaks, [numbers.size - 1]])]
    return tuple(zip(firsts.tolist(), lasts.tolist(), strict=True))
