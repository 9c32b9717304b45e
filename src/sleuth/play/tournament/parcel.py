"""An agent on its way to the processes that play: packed by value where they cannot import it."""

from __future__ import annotations

import pickle
from typing import Any

from sleuth.core.text import shorten
from sleuth.play.tournament.errors import EngineError
from sleuth.strategies.base import Strategy


class Parcel:
    """An agent that is an object. It is unpacked where it plays, and anew for each trial there."""

    def __init__(self, strategy: Strategy) -> None:
        self._strategy: Strategy | None = strategy
        self._packed = b""

    def pack(self) -> bytes:
        """The agent as bytes; one that cannot travel is refused."""
        if not self._packed:
            try:
                self._packed = _cloudpickle().dumps(self._strategy)
            except Exception as error:  # whatever somebody's object may raise
                raise EngineError(
                    f"the agent {self._strategy} cannot be sent to other processes ({type(error).__name__}: "
                    f"{shorten(str(error), 120)}); play it in this one, with workers=0"
                ) from error
        return self._packed

    def open(self) -> Strategy:
        """The agent; a copy of its own for each trial, but for the process that it came from."""
        if self._strategy is not None:
            return self._strategy
        strategy: Strategy = pickle.loads(self._packed)
        return strategy

    def __getstate__(self) -> bytes:
        return self.pack()

    def __setstate__(self, packed: bytes) -> None:
        self._strategy, self._packed = None, packed


def _cloudpickle() -> Any:
    try:
        import cloudpickle
    except ImportError:  # joblib brings a copy
        from joblib.externals import cloudpickle
    return cloudpickle
