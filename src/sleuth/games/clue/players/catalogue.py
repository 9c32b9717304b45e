"""The players by name: `race`, `race:margin=1.2`, `most-likely:shows=least`."""

from __future__ import annotations

from dataclasses import fields
from enum import Enum
from typing import Any

from sleuth.core.errors import ParameterError, UnknownNameError
from sleuth.core.spec import split_spec
from sleuth.core.text import real_number, shorten, whole_number
from sleuth.games.clue.belief.showing_habits import SHOWING, Showing
from sleuth.games.clue.players.agents import Agent, CamouflageAgent, HeuristicAgent, LikelyAgent, RandomAgent
from sleuth.games.clue.players.equilibrium_play import EquilibriumAgent
from sleuth.games.clue.players.ismcts import TreeAgent
from sleuth.games.clue.players.racing import EntropyAgent, RaceAgent

AGENTS: dict[str, type[Agent]] = {
    "random": RandomAgent,
    "heuristic": HeuristicAgent,
    "most-likely": LikelyAgent,
    "entropy": EntropyAgent,
    "race": RaceAgent,
    "ismcts": TreeAgent,
    "camouflage": CamouflageAgent,
    "equilibrium": EquilibriumAgent,
}


def parse_agent(spec: str) -> Agent:
    """The agent of a spec string.

    >>> parse_agent("race:others=2,shows=least").others
    2
    """
    name, given = split_spec(spec)
    if name not in AGENTS:
        raise UnknownNameError("player", name, AGENTS)
    kind = AGENTS[name]
    known = {f.name: f for f in fields(kind) if f.name == "shows" or isinstance(f.default, int | float | Enum)}
    values: dict[str, Any] = {}
    for key, text in given.items():
        if key not in known:
            raise UnknownNameError(f"parameter of {name}", key, known)
        values[key] = _shows(text) if key == "shows" else _value(f"{name}: {key}", known[key].default, text)
    return kind(**values)


def _shows(text: str) -> Showing:
    if text not in SHOWING:
        raise UnknownNameError("way of showing", text, SHOWING)
    return SHOWING[text]


def _value(what: str, default: Any, text: str) -> Any:
    """A parameter of the kind that its default has: one of some words, or a number above 0."""
    if isinstance(default, Enum):
        words = [str(one) for one in type(default)]
        if text not in words:
            raise ParameterError(f"{what} is {' or '.join(words)}, not {shorten(text)!r}")
        return type(default)(text)
    value = whole_number(text) if isinstance(default, int) else real_number(text)
    if value is None or value <= 0:
        kind = "a whole number" if isinstance(default, int) else "a number"
        raise ParameterError(f"{what} is {kind} above 0, not {shorten(text)!r}")
    return value
