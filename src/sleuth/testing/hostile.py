"""Hostile texts: what a parser must refuse in one line, or read, and never stumble over."""

from __future__ import annotations

import random
import re
from collections.abc import Sequence

HOSTILE = (
    "²", "٣", "१", "９", "𝟙", "½", "9" * 5000, "-" + "9" * 25, "-0", "-1", "+1", "1e999", "1e-999", "nan", "NaN",
    "inf", "-inf", "1_000", "0x10", "1.5", "", " ", "\0", "\ud800", "\udcff", "\u202e", "\x1b[31m", "\n", "\r\n",
    "\t", "\u2028", "'", '"', '"""', "\\", "(" * 3000, "[" * 3000, '{"a":' * 3000, "!" * 3000, "=", ";", ",", ":", "@",
    "->", "|", "&", "#", "..", "../", "/", "~", "%s", "{}", "{0}", "ß", "İ", "ﬁ", "é", "a" * 10_000, "🟩", "-", "--",
    "none", "true", "null", "=" * 2000, ";" * 2000, "," * 2000, ":" * 2000, "-".join("5" * 200), "\ufeff",
    "K(1," * 200,
)  # fmt: skip
_TOKEN = re.compile(r"\d+|[^\W\d]+|\s+|.", re.DOTALL)


class Hostile:
    """Texts that are nearly right, and noise; the same for the same seed.

    >>> texts = Hostile(seed=1)
    >>> len({texts.near(["0011=1.0", "0123=0.2"]) for _ in range(100)}) > 80
    True
    """

    def __init__(self, seed: int) -> None:
        self.rng = random.Random(seed)

    def near(self, samples: Sequence[str]) -> str:
        """One hostile text for a parser that reads `samples`."""
        if self.rng.random() < 0.08:
            return self.noise()
        text = self.rng.choice(samples)
        for _ in range(self.rng.choice((1, 1, 1, 2, 3))):
            text = self.altered(text, samples)
        return text

    def noise(self) -> str:
        """Bytes, signs of all kinds, or one thing alone."""
        rng = self.rng
        kind = rng.randrange(3)
        if kind == 0:
            return rng.randbytes(rng.randrange(60)).decode(rng.choice(("latin-1", "utf-8")), "surrogateescape")
        if kind == 1:
            return "".join(
                chr(rng.choice((rng.randrange(128), rng.randrange(0x11000)))) for _ in range(rng.randrange(40))
            )
        return rng.choice(HOSTILE)

    def altered(self, text: str, samples: Sequence[str]) -> str:
        """A text with one thing changed."""
        rng = self.rng
        parts = _TOKEN.findall(text)
        if not parts:
            return rng.choice(HOSTILE)
        place, other = rng.randrange(len(parts)), rng.randrange(len(parts))
        numbers = [i for i, part in enumerate(parts) if part.isdecimal()] or [place]
        match rng.randrange(10):
            case 0:
                parts[place] = rng.choice(HOSTILE)
            case 1:
                parts[rng.choice(numbers)] = rng.choice((*HOSTILE[:24], str(rng.randrange(10 ** rng.randrange(1, 22)))))
            case 2:
                parts.insert(place, rng.choice(HOSTILE))
            case 3:
                del parts[place : place + rng.randrange(1, 4)]
            case 4:
                parts[place], parts[other] = parts[other], parts[place]
            case 5:
                parts[place] *= rng.choice((2, 3, 50))
            case 6:
                return text[: rng.randrange(len(text))]
            case 7:
                return text * rng.choice((2, 5, 40))
            case 8:
                one = rng.randrange(len(text))
                return f"{text[:one]}{chr(rng.choice((rng.randrange(128), rng.randrange(0x3000))))}{text[one + 1 :]}"
            case _:
                donor = _TOKEN.findall(rng.choice(samples)) or [""]
                parts[place] = rng.choice(donor)
        return "".join(parts)
