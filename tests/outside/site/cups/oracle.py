"""An oracle of its own: it poisons the last cups."""

from __future__ import annotations

from typing import Any

from sleuth.play.oracles import Truthful


class Cruel(Truthful):
    """Holds the last secret of the list."""

    name = "cruel"

    @classmethod
    def make(cls, info: Any, rng: Any, secret: Any) -> Cruel:
        return cls(info.game, info.candidates()[-1] if secret is None else secret)
