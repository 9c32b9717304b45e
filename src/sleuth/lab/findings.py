"""An analysis with what it was compared with: another game, and other sizes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from sleuth.lab.analysis import Analysis
from sleuth.lab.headline import KeyFigure, headline
from sleuth.lab.sentences import sentences
from sleuth.lab.sweep import SizeSweep
from sleuth.lab.versus import Versus


@dataclass(frozen=True, eq=False, kw_only=True)
class Findings(Analysis):
    """All figures about a game, beside another game or over sizes, and what they say."""

    versus: Versus | None = None
    sweep: SizeSweep | None = None
    seed: int = 0

    @property
    def headline(self) -> tuple[KeyFigure, ...]:
        """The few figures that games are compared by."""
        return headline(self)

    @property
    def sentences(self) -> list[str]:
        """What the figures say, for a designer."""
        texts = [sentence.text for sentence in sentences(self)]
        for more in (self.versus, self.sweep):
            texts += more.sentences if more is not None else []
        return texts

    def as_json(self, files: list[str] | None = None) -> dict[str, Any]:
        """Plain values, for JSON; `files` are those that were written."""
        return {
            **super().as_json(),
            "figures": {f.key: f.value for f in self.headline},
            "intervals": {f.key: f.ends for f in self.headline},
            "sentences": self.sentences,
            "versus": None if self.versus is None else self.versus.as_json(),
            "sweep": None if self.sweep is None else self.sweep.as_json(),
            "seed": self.seed,
            "files": files or [],
        }
