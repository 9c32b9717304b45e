"""Shannon entropy, in bits."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt


def shannon(weights: npt.ArrayLike, axis: int = -1) -> Any:
    """The entropy in bits of distributions along `axis`; weights are normalised, and zeros count for nothing.

    >>> float(shannon([1, 1, 1, 1]))
    2.0
    """
    w = np.asarray(weights, np.float64)
    total = w.sum(axis=axis, keepdims=True)
    p = np.divide(w, total, out=np.zeros_like(w), where=total > 0)
    logs = np.log2(p, out=np.zeros_like(p), where=p > 0)
    return -(p * logs).sum(axis=axis) + 0.0
