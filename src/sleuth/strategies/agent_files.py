"""Agents from Python files and modules: `FILE.py`, `FILE.py:Class`, `module:Class`, `module:function`."""

from __future__ import annotations

import inspect
from types import ModuleType
from typing import Any

from sleuth.core.errors import ParameterError, UnknownNameError
from sleuth.core.python_files import Kind, has_module, members, names_file, names_member, thing_in_file, thing_in_module
from sleuth.core.registry import STRATEGIES
from sleuth.core.spec import split_spec
from sleuth.strategies.agent import agent_strategy, is_agent
from sleuth.strategies.base import Strategy


def agents_in(module: ModuleType) -> dict[str, Any]:
    """The agents that a module defines itself: its classes with `decide`; where it has none, its public functions."""
    own = members(module, is_agent)
    classes = {name: value for name, value in own.items() if isinstance(value, type)}
    functions = {name: value for name, value in own.items() if inspect.isroutine(value) and not name.startswith("_")}
    return classes or functions


AGENT = Kind[Any]("agent", "write a class with decide(info), or a function of an information set", is_agent, agents_in)
"""What a file of agents has."""


def split_strategy(spec: str) -> tuple[str, dict[str, str]]:
    """The name and the raw parameters of the spec of a strategy; nothing is loaded.

    What is no name of the catalogue may be a module with something in it: `my_agents:Careful:depth=2`.
    """
    return split_spec(spec, lambda head: head not in STRATEGIES and (names_file(head) or names_member(f"{head}:x")))


def names_code(name: str) -> bool:
    """Whether the name in a spec is that of a file or of something in a module, which is run when it is read."""
    return names_file(name) or names_member(name)


def coded_strategy(name: str, parameters: dict[str, str]) -> Strategy:
    """The agent of a file or a module, as a strategy."""
    if not names_file(name) and not has_module(head := name.partition(":")[0]):
        raise UnknownNameError("strategy or module", head, STRATEGIES.names())
    found = thing_in_file(name, AGENT) if names_file(name) else thing_in_module(name, AGENT)
    if isinstance(found, type) and issubclass(found, Strategy):
        return found.from_parameters(parameters)
    if parameters:
        raise ParameterError(
            f"{name} takes no parameters; those of an agent are the fields of a dataclass that extends Strategy"
        )
    return agent_strategy(found)
