"""The space of prompts, which processes can share.

Gymnasium reads texts out of shared memory once, when its `AsyncVectorEnv` is made, and not again: every observation is
what lay there before the first play. Here they are read whenever the observations are copied.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.vector.utils import create_shared_memory, read_from_shared_memory, write_to_shared_memory

MAX_SIGN = 4
"""Bytes of a sign in UTF-8."""
LENGTH = 8
"""Bytes that say how long a text is, before each."""


class PromptSpace(spaces.Text):
    """Texts of up to so many signs."""

    @property
    def room(self) -> int:
        """Bytes that a text may take in shared memory."""
        return LENGTH + MAX_SIGN * self.max_length


class SharedPrompts(Sequence[str]):
    """The texts that lie in shared memory now; a copy is a tuple, and stays as it is."""

    def __init__(self, space: PromptSpace, memory: Any, number: int) -> None:
        self._rows = np.frombuffer(memory.get_obj(), np.uint8).reshape(number, space.room)

    def __len__(self) -> int:
        return len(self._rows)

    def __getitem__(self, place: Any) -> Any:
        if isinstance(place, slice):
            return tuple(self)[place]
        row = self._rows[place]
        length = int(row[:LENGTH].view(np.int64)[0])
        return row[LENGTH : LENGTH + length].tobytes().decode()

    def __iter__(self) -> Iterator[str]:
        return (self[place] for place in range(len(self)))

    def __deepcopy__(self, memo: object) -> tuple[str, ...]:
        return tuple(self)


@create_shared_memory.register(PromptSpace)
def _create(space: PromptSpace, n: int = 1, ctx: Any = None) -> Any:
    import multiprocessing

    return (ctx or multiprocessing).Array("B", n * space.room)


@read_from_shared_memory.register(PromptSpace)
def _read(space: PromptSpace, shared_memory: Any, n: int = 1) -> SharedPrompts:
    return SharedPrompts(space, shared_memory, n)


@write_to_shared_memory.register(PromptSpace)
def _write(space: PromptSpace, index: int, value: str, shared_memory: Any) -> None:
    row = np.frombuffer(shared_memory.get_obj(), np.uint8)[index * space.room : (index + 1) * space.room]
    text = np.frombuffer(value.encode(), np.uint8)
    row[:LENGTH].view(np.int64)[0] = text.size
    row[LENGTH : LENGTH + text.size] = text
