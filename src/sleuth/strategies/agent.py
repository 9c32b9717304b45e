"""Somebody's agent as a strategy: any object with `decide(info)`, or a plain function of an information set.

An agent answers with a decision, or just with an action or the text of one. It is given `rng` and `limit` where it
takes keywords of these names, which is looked up once.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Hashable
from typing import Any, ClassVar, Protocol, TypeAlias

import numpy as np

from sleuth.belief.base import InformationSet
from sleuth.core.errors import ActionError, AgentError, ParameterError, SleuthError
from sleuth.core.limit import UNLIMITED, Limit
from sleuth.core.spec import kebab
from sleuth.core.text import shorten
from sleuth.strategies.base import Rng, Strategy
from sleuth.strategies.decision import Decision


class Decides(Protocol):
    """Whatever has a `decide`."""

    @property
    def decide(self) -> Callable[..., Any]:
        """From an information set to a decision, an action, or the text of one."""


Agent: TypeAlias = Decides | Callable[..., Any] | str
"""Who may play: a spec string, an object with `decide(info)`, a function, or a class of any of these."""
OPTIONS = ("rng", "limit")
"""What an agent is given besides the information set, if it takes it."""
_NO_NAME = re.compile(r"[^\w.-]+")


class OwnAgent(Strategy):
    """An agent that is no strategy, as one."""

    samples: ClassVar[bool] = True
    wasteful: ClassVar[bool] = True

    def __init__(self, agent: Any) -> None:
        self.agent = agent
        vars(self)["name"] = agent_name(agent)
        self._ask = decide_of(agent)
        self._takes = options_of(self._ask, self.name)

    @property
    def random(self) -> bool:
        """Whether it says so; unless it does, whether it takes random numbers."""
        return bool(getattr(self.agent, "random", "rng" in self._takes))

    @property
    def identity(self) -> Hashable:
        return type(self), id(self.agent)

    def decide(self, info: InformationSet, *, rng: Rng | None = None, limit: Limit = UNLIMITED) -> Decision:
        given = {"rng": np.random.default_rng(0) if rng is None else rng, "limit": limit}
        answer = self._answer(info, {name: given[name] for name in self._takes})
        try:
            if not isinstance(answer, Decision):
                return Decision.of(info, answer, str(self))
            info.check_action(answer.action)
        except ActionError as error:
            raise ActionError(f"{self}: {error}") from error
        return answer

    def _answer(self, info: InformationSet, given: dict[str, Any]) -> Any:
        """What it says. Where it is not written in Python its error shows no place, so the agent is named."""
        try:
            return self._ask(info, **given)
        except SleuthError:
            raise
        except Exception as error:
            if error.__traceback__ is None or error.__traceback__.tb_next is None:
                raise AgentError(f"{self} failed: {type(error).__name__}: {error}") from error
            raise

    def __getstate__(self) -> Any:
        return self.agent

    def __setstate__(self, agent: Any) -> None:
        OwnAgent.__init__(self, agent)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, OwnAgent) or self.agent is other.agent:
            return isinstance(other, OwnAgent)
        try:
            return bool(self.agent == other.agent)
        except Exception:  # what somebody's object says of equality; arrays, for one, say nothing
            return False

    def __hash__(self) -> int:
        return hash((OwnAgent, self.name))

    def __repr__(self) -> str:
        return f"OwnAgent({self.agent!r})"


def agent_name(agent: Any) -> str:
    """What an agent is called: its own `name`, else that of its function or class, as specs write names."""
    own = getattr(agent, "name", None)
    if not (isinstance(own, str) and own):
        function = getattr(agent, "func", agent)  # what a functools.partial calls
        own = kebab(getattr(function, "__name__", type(agent).__name__))
    return _NO_NAME.sub("-", own).strip("-") or "agent"


def decide_of(agent: Any) -> Callable[..., Any]:
    """What to call: its `decide`, or the agent itself where it is a function."""
    decide = getattr(agent, "decide", agent)
    if not callable(decide) or isinstance(agent, type):
        raise ParameterError(
            "an agent is a strategy, its spec string, an object with decide(info), or a function from an information "
            f"set to an action; not {shorten(repr(agent))}"
        )
    return decide  # type: ignore[no-any-return]


def options_of(decide: Callable[..., Any], name: str) -> tuple[str, ...]:
    """Which of `OPTIONS` an agent takes; refused if it does not take an information set, or needs more than that."""
    try:
        signature = inspect.signature(decide)
    except (TypeError, ValueError):  # written in C: it takes what it takes
        return ()
    parameters = signature.parameters.values()
    every = any(p.kind is p.VAR_KEYWORD for p in parameters)
    named = {p.name for p in parameters if p.kind in (p.POSITIONAL_OR_KEYWORD, p.KEYWORD_ONLY)}
    takes = tuple(option for option in OPTIONS if every or option in named)
    try:
        signature.bind(None, **dict.fromkeys(takes))
    except TypeError:
        raise ParameterError(
            f"{name} cannot be asked: an agent takes an information set, and rng and limit if it wants them; it takes "
            f"{signature}"
        ) from None
    return takes


def is_agent(value: object) -> bool:
    """Whether something in a file can be asked: a class with `decide`, a function, or an object that is either."""
    if isinstance(value, type):
        return callable(getattr(value, "decide", None)) and not getattr(value, "__abstractmethods__", None)
    return callable(getattr(value, "decide", None)) or inspect.isroutine(value)


def agent_strategy(agent: Any) -> Strategy:
    """A strategy of an agent, or of a class of agents that needs nothing to begin with."""
    if isinstance(agent, type) and is_agent(agent):
        try:
            inspect.signature(agent).bind()
        except TypeError:
            raise ParameterError(
                f"{agent.__name__} needs something to begin with; give an object, or defaults to what it takes"
            ) from None
        except ValueError:  # nobody knows what it takes
            pass
        agent = agent()
    return agent if isinstance(agent, Strategy) else OwnAgent(agent)
