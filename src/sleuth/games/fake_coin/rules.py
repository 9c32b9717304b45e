"""Fake coin: one coin of many has the wrong weight, and a balance finds it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import chain, combinations
from typing import ClassVar

import numpy as np

from sleuth.core.capabilities import Axes, Count, Symmetries, Twin
from sleuth.core.errors import ActionError
from sleuth.core.game import Action, Game, Goal, Symmetry, swap_and_turn
from sleuth.core.spec import require
from sleuth.core.text import shorten
from sleuth.games.reading import read_numbers, read_word
from sleuth.kernels.arrays import Array

Coin = tuple[int, bool]
"""The fake coin, counted from 0, and whether it is the heavier one."""
Weighing = tuple[tuple[int, ...], tuple[int, ...]]
"""The coins on the left pan and on the right pan."""

SIGNS = ("unknown", "lighter", "heavier")
ANSWERS = {"left": "left", "right": "right", "even": "even", "balanced": "even", "equal": "even"}
MAX_COINS = 15
"""16 coins can be weighed in 2,598,313 ways."""


@dataclass(frozen=True)
class FakeCoin(Game[Coin, Weighing, str], Count, Twin, Symmetries, Axes):
    """Find the one coin that is lighter or heavier than the others.

    A weighing puts equally many coins on each pan, and the answer is the pan that goes down, or `even`.
    Pans that are swapped ask the same, so the left pan is always the one that holds the lowest coin.
    """

    goal: ClassVar[Goal] = Goal.KNOW
    noun: ClassVar[str] = "case"
    invitation: ClassVar[str] = "Weigh these."
    tagline: ClassVar[str] = "Weigh the odd one out"
    presets: ClassVar[dict[str, str]] = {
        "Easy": "fake-coin:coins=9,sign=heavier",
        "Classic": "fake-coin",
        "Hard": "fake-coin:coins=13",
    }

    coins: int = field(default=12, metadata={"help": "how many coins there are", "label": "How many coins are there?"})
    sign: str = field(
        default="unknown",
        metadata={
            "help": "what is known of the fake coin",
            "choices": SIGNS,
            "label": "What is known of the fake coin?",
            "words": {"unknown": "Nothing", "lighter": "It is lighter", "heavier": "It is heavier"},
        },
    )

    def __post_init__(self) -> None:
        require(self.sign in SIGNS, self, f"sign is one of {', '.join(SIGNS)}, not {self.sign!r}")
        least = 3 if self.sign == "unknown" else 2  # with two coins, a light one looks like the other being heavy
        require(self.coins >= least, self, f"coins is at least {least} with sign={self.sign}, not {self.coins}")
        message = f"coins is at most {MAX_COINS}, not {self.coins}: more have millions of weighings"
        require(self.coins <= MAX_COINS, self, message)

    def secrets(self) -> Iterator[Coin]:
        return ((coin, heavier) for heavier in self._signs() for coin in range(self.coins))

    def actions(self) -> Iterator[Weighing]:
        for size in range(1, self.coins // 2 + 1):
            for left in combinations(range(self.coins), size):
                others = [coin for coin in range(left[0], self.coins) if coin not in left]
                for right in combinations(others, size):
                    yield left, right

    def feedback(self, action: Weighing, secret: Coin) -> str:
        left, right = action
        coin, heavier = secret
        if coin in left:
            return "left" if heavier else "right"
        if coin in right:
            return "right" if heavier else "left"
        return "even"

    def count(self) -> int:
        return self.coins * len(self._signs())

    def symmetries(self) -> Iterator[Symmetry]:
        """Coins in any order; and lighter for heavier, where the sign is unknown."""
        for names in swap_and_turn(range(self.coins)):
            yield Symmetry(partial(_renamed_coin, names), partial(_renamed_weighing, names))
        if self.sign == "unknown":
            yield Symmetry(lambda secret: (secret[0], not secret[1]), lambda weighing: weighing)

    def feedback_table(self, actions: Sequence[Weighing], secrets: Sequence[Coin]) -> Array:
        tilt = np.zeros((len(actions), self.coins), np.int8)  # 1 for a coin on the left pan, -1 on the right
        for pan, side in enumerate((1, -1)):
            sizes = [len(weighing[pan]) for weighing in actions]
            coins = np.fromiter(chain.from_iterable(weighing[pan] for weighing in actions), np.intp)
            tilt[np.repeat(np.arange(len(actions)), sizes), coins] = side
        fakes = np.array([coin for coin, _ in secrets], np.intp)
        signs = np.array([1 if heavier else -1 for _, heavier in secrets], np.int8)
        return (tilt[:, fakes] * signs + np.int8(1)).view(np.uint8)

    def axes(self) -> dict[str, Sequence[str]]:
        weights = ["heavier" if heavier else "lighter" for heavier in self._signs()]
        return {"weight": weights, "coin": [str(coin + 1) for coin in range(self.coins)]}

    def format_secret(self, secret: Coin) -> str:
        coin, heavier = secret
        return f"{coin + 1}-{'heavy' if heavier else 'light'}"

    def format_action(self, action: Weighing) -> str:
        return "/".join(",".join(str(coin + 1) for coin in pan) for pan in action)

    def parse_action(self, text: str) -> Weighing:
        pans = [read_numbers(pan, ",") or [] for pan in text.split("/")]
        if len(pans) != 2 or not all(pans):
            raise ActionError(f"{shorten(text)!r} is no weighing; write the coins of both pans as 1,2/3,4")
        left, right = (tuple(sorted(coin - 1 for coin in pan)) for pan in pans)
        coins = left + right
        if min(coins) < 0 or max(coins) >= self.coins:
            raise ActionError(f"{shorten(text)!r} weighs a coin that is not one of 1 to {self.coins}")
        if len(set(coins)) < len(coins):
            raise ActionError(f"{shorten(text)!r} weighs a coin twice")
        if len(left) != len(right):
            raise ActionError(f"{shorten(text)!r} must weigh equally many coins on each pan")
        if right[0] < left[0]:
            swapped = self.format_action((right, left))
            raise ActionError(
                f"write {swapped}, the pan of the lowest coin first, and swap left and right in the answer"
            )
        return left, right

    def parse_feedback(self, text: str, action: Action) -> str:
        return read_word(self, text, ANSWERS)

    def _signs(self) -> tuple[bool, ...]:
        return {"unknown": (False, True), "lighter": (False,), "heavier": (True,)}[self.sign]


def _renamed_coin(names: dict[int, int], secret: Coin) -> Coin:
    return names[secret[0]], secret[1]


def _renamed_weighing(names: dict[int, int], weighing: Weighing) -> Weighing:
    one, other = sorted(tuple(sorted(names[coin] for coin in pan)) for pan in weighing)
    return one, other
