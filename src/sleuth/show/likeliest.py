"""The likeliest secrets of an information set, with their chances."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from sleuth.belief.base import InformationSet
from sleuth.core.game import Secret


class Candidate(NamedTuple):
    """A secret that may be, and how likely it is."""

    secret: Secret
    chance: float


def likeliest(info: InformationSet, most: int) -> list[Candidate]:
    """Some of the candidates, the likeliest first where they differ."""
    listed = info.table()
    if listed is None:
        secrets = info.candidates(most)
        return sorted((Candidate(secret, info.probability(secret)) for secret in secrets), key=lambda c: -c.chance)
    if not listed.row_weights.size:
        return [Candidate(secret, 1 / info.size) for secret in info.candidates(most)]
    chances = listed.weights / listed.weights.sum()
    best = np.argsort(-chances, kind="stable")[:most].tolist()
    return [Candidate(listed.tables.secrets[listed.indices[i]], float(chances[i])) for i in best]
