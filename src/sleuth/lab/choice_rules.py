"""Rules that questions may be chosen by and that are no entropies, and chance alone."""

from __future__ import annotations

import numpy as np

from sleuth.strategies.criteria import HITS, MINIMAX, PARTS, POSSIBLE, SIZE, Criterion, FunctionCriterion

RANDOM = "at random"
"""Any question is as likely as any other: noise alone."""
MAY_BE = FunctionCriterion(POSSIBLE, lambda o: -o.possible.astype(np.float64), "1 if it may be the secret, negative")
RULES: dict[str, Criterion] = {criterion.name: criterion for criterion in (SIZE, PARTS, MINIMAX, MAY_BE, HITS)}
"""By name; the lower the score, the better."""
