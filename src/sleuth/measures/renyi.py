"""Renyi entropy of any order from 0 to infinity, in nats.

`H_r = ln(sum p^r) / (1 - r)`. Order 0 is Hartley's (the logarithm of how many are possible), order 1 Shannon's, order
infinity the min-entropy. All three are limits, and values near them are computed so that nothing is lost on the way.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]

SUM = 1e-6
"""How far probabilities may sum from one; what is left is rounding, and is divided out."""


def probabilities(p: npt.ArrayLike, axis: int = -1) -> Floats:
    """Distributions along `axis`, checked and brought to sum to one exactly; the axis comes last."""
    values = np.moveaxis(np.atleast_1d(np.asarray(p, np.float64)), axis, -1)
    if values.shape[-1] == 0:
        raise ValueError("no probabilities: a distribution has at least one")
    if not np.isfinite(values).all() or (values < 0).any():
        wrong = values[~np.isfinite(values) | (values < 0)][0]
        raise ValueError(f"a probability is a number from 0 to 1, not {wrong:g}")
    total = values.sum(axis=-1, keepdims=True)
    off = np.abs(total - 1.0)
    if (off > SUM).any():
        raise ValueError(
            f"probabilities sum to one, not to {total.flat[int(off.argmax())]:.6g}; divide them by their sum"
        )
    return np.asarray(values / total)


def check_order(order: float) -> float:
    """The order as a number; `ValueError` unless it is 0 or more."""
    order = float(order)
    if not order >= 0:
        raise ValueError(f"the order is 0 or more, or inf, not {order:g}")
    return order


def renyi(p: npt.ArrayLike, order: float, axis: int = -1) -> Any:
    """The Renyi entropy in nats of the distributions along `axis`.

    >>> p = [0.5, 0.25, 0.25]
    >>> [round(float(renyi(p, order) / np.log(2)), 4) for order in (0, 1, 2, np.inf)]
    [1.585, 1.5, 1.415, 1.0]
    """
    return _renyi(probabilities(p, axis), check_order(order)) + 0.0


def _renyi(p: Floats, order: float) -> Floats:
    some = p > 0
    logs = np.log(p, out=np.zeros_like(p), where=some)
    if order == 0:
        return np.asarray(np.log(some.sum(axis=-1)))
    if order == 1:
        return np.asarray(-(p * logs).sum(axis=-1))
    top = np.where(some, logs, -np.inf).max(axis=-1)
    if np.isinf(order):
        return np.asarray(-top)
    # Near order 1, sum p^r = 1 + sum p (p^(r-1) - 1) with the 1 known exactly: dividing by 1 - r loses nothing.
    near = np.abs(order - 1) * -logs.min(axis=-1) <= 1
    rise = (p * np.expm1((order - 1) * np.where(near[..., None], logs, 0.0))).sum(axis=-1)
    close = np.log1p(rise) / (1 - order)
    # Elsewhere the largest term is taken out, so that the powers neither overflow nor vanish.
    powers = np.exp(order * np.where(some, logs - top[..., None], -np.inf))
    np.put_along_axis(powers, p.argmax(axis=-1)[..., None], 0.0, axis=-1)
    far = (order * top + np.log1p(powers.sum(axis=-1))) / (1 - order)
    return np.asarray(np.maximum(np.where(near, close, far), 0.0))
