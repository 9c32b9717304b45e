"""The players by name: `race`, `race:margin=1.2`, `most-likely:shows=least`."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

from sleuth.core.errors import ParameterError, UnknownNameError
from sleuth.core.spec import split_spec
from sleuth.multiplayer.agents import Agent, CamouflageAgent, HeuristicAgent, LikelyAgent, RandomAgent
from sleuth.multiplayer.equilibrium_play import EquilibriumAgent
from sleuth.multiplayer.racing import EntropyAgent, RaceAgent
from sleuth.multiplayer.showing import SHOWING
from sleuth.multiplayer.treeplay import TreeAgent

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
    known = {f.name: f for f in fields(kind) if f.name == "shows" or type(f.default) in (int, float)}
    values: dict[str, Any] = {}
    for key, text in given.items():
        if key not in known:
            raise UnknownNameError(f"parameter of {name}", key, known)
        if key == "shows":
            if text not in SHOWING:
                raise UnknownNameError("way of showing", text, SHOWING)
            values[key] = SHOWING[text]
            continue
        try:
            values[key] = int(text) if isinstance(known[key].default, int) else float(text)
        except ValueError as error:
            raise ParameterError(f"{name}: {key} is a number, not {text!r}") from error
        if values[key] <= 0:
            raise ParameterError(f"{name}: {key} is above 0, not {text}")
    return kind(**values)
