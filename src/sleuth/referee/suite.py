"""A suite: games x sizes x secrets that never change, as data in the package.

The secrets of an entry stand in an order that follows from the names of the suite and the entry and from the secret's
own text: each gets a number between 0 and 1 from their SHA-256, and where secrets differ in weight the likelier come
sooner (the key of Efraimidis & Spirakis 2006, log(u) / weight). So the first few are a sample of the prior, whatever
version of Python or NumPy draws it, and a digest in the file holds them fast.
"""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from hashlib import sha256
from importlib.resources import files
from math import log
from typing import Any

from sleuth.belief.begin import begin
from sleuth.core.errors import ParameterError, SleuthError, UnknownNameError
from sleuth.core.game import Game
from sleuth.core.game_spec import parse_game
from sleuth.core.text import shorten
from sleuth.referee.bench_play import BenchEntry

CURRENT = "1"
"""The suite that is played unless another is named."""
QUICK_PLAYS = 4
"""So many secrets of an entry are enough for trying out."""
ALL = "all"
_BITS = 52
"""Of a digest so many bits make a number: as many as a float holds exactly."""


class SuiteError(SleuthError, RuntimeError):
    """A suite is not what it was."""


@dataclass(frozen=True)
class SuiteEntry:
    """One entry of a suite: a game of one size, and its secrets."""

    suite: str
    """The version of the suite."""
    name: str
    """What the entry is called."""
    spec: str
    """The game, as a spec."""
    chosen: str | int | tuple[str, ...]
    """Which secrets: `all`, how many, or their texts."""
    reference: str
    """Whom questions are measured against: `optimal`, `entropy`, or `none`."""
    max_steps: int
    """The steps after which a play ends unsolved."""
    quick: bool
    """Whether it is among the few for trying out."""
    digest: str
    """The digest of the entry and its secrets, as the file has it."""

    @cached_property
    def game(self) -> Game:
        """The game."""
        return parse_game(self.spec)

    @property
    def whole(self) -> bool:
        """Whether every secret is played, each as likely as the others."""
        return self.chosen == ALL

    @cached_property
    def secrets(self) -> tuple[str, ...]:
        """The secrets as texts, in the order in which they are played."""
        found = self.chosen if isinstance(self.chosen, tuple) else self._ordered()
        if self.digest_of(found) != self.digest:
            raise SuiteError(
                f"the secrets of {self.name} are not those of suite {self.suite}: its game or its list has changed"
            )
        return found

    def _ordered(self) -> tuple[str, ...]:
        """Secrets by the rule, those that come first."""
        game = self.game
        weights = {game.format_secret(secret): float(game.prior(secret)) for secret in begin(game).candidates()}
        order = sorted(weights, key=lambda text: (-log(self._number(text)) / weights[text], text))
        return tuple(order if self.chosen == ALL else order[: int(str(self.chosen))])

    def _number(self, text: str) -> float:
        """A number between 0 and 1 that follows from a secret's text."""
        digest = sha256(f"{self.suite}\n{self.name}\n{text}".encode()).digest()
        return ((int.from_bytes(digest, "big") >> (256 - _BITS)) + 0.5) / float(1 << _BITS)

    def digest_of(self, secrets: Sequence[str]) -> str:
        """What holds an entry and its secrets fast."""
        lines = (self.suite, self.name, self.spec, self.reference, str(self.max_steps), *secrets)
        return sha256("\n".join(lines).encode()).hexdigest()[:16]

    def as_json(self) -> dict[str, Any]:
        """Plain values, for JSON."""
        return {
            "name": self.name,
            "game": self.spec,
            "reference": self.reference,
            "max_steps": self.max_steps,
            "whole": self.whole,
            "quick": self.quick,
            "digest": self.digest,
            "secrets": len(self.secrets),
        }

    def as_played(self) -> BenchEntry:
        """The entry as results keep it."""
        return BenchEntry(self.name, self.spec, self.reference, self.max_steps, len(self.secrets), self.whole)


@dataclass(frozen=True)
class Suite:
    """A suite: its version and its entries."""

    version: str
    """The suite's name: a number."""
    entries: tuple[SuiteEntry, ...]
    """Games of some size, with their secrets."""

    @property
    def digest(self) -> str:
        """What holds the suite fast."""
        return sha256("\n".join(entry.digest for entry in self.entries).encode()).hexdigest()[:16]

    def part(self, games: Sequence[str] = (), quick: bool = False) -> tuple[SuiteEntry, ...]:
        """The entries of some names or games (`wordle`, `mastermind-3x4`), or those for trying out; all unless said."""
        known = {name for entry in self.entries for name in _names(entry)}
        for name in games:
            if name not in known:
                raise UnknownNameError(f"entry of suite {self.version}", name, known)
        chosen = [entry for entry in self.entries if not games or _names(entry) & set(games)]
        return tuple(entry for entry in chosen if entry.quick or not quick)

    def as_json(self) -> dict[str, Any]:
        """Plain values, for JSON."""
        return {"suite": self.version, "digest": self.digest, "entries": [entry.as_json() for entry in self.entries]}


def _names(entry: SuiteEntry) -> set[str]:
    """What an entry may be asked for by: its name, and that of its game."""
    return {entry.name, entry.spec.partition(":")[0]}


def suite_versions() -> list[str]:
    """The suites that the package has."""
    names = (path.name for path in files("sleuth.referee").joinpath("suites").iterdir())
    return sorted((name.removesuffix(".toml") for name in names if name.endswith(".toml")), key=int)


@cache
def read_suite(version: str = CURRENT) -> Suite:
    """The suite of a version."""
    if version not in suite_versions():
        raise ParameterError(f"there is no suite {shorten(version)!r}; there is {', '.join(suite_versions())}")
    text = files("sleuth.referee").joinpath("suites", f"{version}.toml").read_text(encoding="utf-8")
    return _suite(tomllib.loads(text))


def _suite(values: dict[str, Any]) -> Suite:
    version = values["version"]
    return Suite(version, tuple(_entry(version, entry) for entry in values["entries"]))


def _entry(version: str, values: dict[str, Any]) -> SuiteEntry:
    secrets = values["secrets"]
    return SuiteEntry(
        suite=version,
        name=values["name"],
        spec=values["game"],
        chosen=tuple(secrets) if isinstance(secrets, list) else secrets,
        reference=values["reference"],
        max_steps=values["max_steps"],
        quick=values.get("quick", False),
        digest=values["digest"],
    )
