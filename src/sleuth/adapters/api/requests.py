"""What the API takes: the requests of the room `app`, within the bounds of a server.

Unknown keys and values of another kind are refused, as is what only makes sense on one's own machine.
"""

from __future__ import annotations

from dataclasses import MISSING, fields
from typing import Annotated, Any, Literal, get_args, get_type_hints

from pydantic import BaseModel, ConfigDict, Field, create_model

from sleuth.adapters.service.limits import MAX_SEED, SERVED
from sleuth.app.requests import About, Request


class Body(BaseModel):
    """What every body shares."""

    model_config = ConfigDict(extra="forbid", strict=True)


class Error(BaseModel):
    """What went wrong, in one sentence."""

    error: str


def body_of(kind: type[Request], *left_out: str) -> Any:
    """The body that a request is made of; what is left out comes from elsewhere."""
    hints = get_type_hints(kind, include_extras=True)
    typed: dict[str, Any] = {}
    for field in fields(kind):  # type: ignore[arg-type]  # every request is a dataclass
        about = next((one for one in get_args(hints[field.name])[1:] if isinstance(one, About)), About("", ""))
        if about.kind != "local" and field.name not in left_out:
            typed[field.name] = _typed(hints[field.name], about, field.default)
    return create_model(kind.__name__, __base__=Body, __doc__=kind.__doc__, **typed)


def _typed(hint: Any, about: About, default: Any) -> tuple[Any, Any]:
    """A field of a body: its type with its bounds, and its default."""
    allowed: list[Any] = [one for one in get_args(get_args(hint)[0]) if one in (int, float, bool, str, type(None))]
    plain = allowed[0] if allowed else get_args(hint)[0]
    bounds: dict[str, Any] = {"description": about.help or None}
    if about.example is not None:
        bounds["examples"] = [about.example]
    if plain is str and about.kind in ("spec", "text"):
        bounds |= {"max_length": SERVED.spec if about.kind == "spec" else SERVED.text}
        bounds |= {"min_length": 1} if default is MISSING and about.kind == "spec" else {}
    if about.kind == "seed":
        bounds |= {"ge": 0, "le": MAX_SEED}
    if about.kind == "count":
        bounds |= {"ge": 0, "le": SERVED.number}
    if about.kind == "seconds":
        bounds |= {"gt": 0, "le": SERVED.solve_seconds, "allow_inf_nan": False, "strict": False}
    kind: Any = Literal[about.choices] if about.choices else plain
    if type(None) in allowed:
        kind = kind | None
    return Annotated[kind, Field(**bounds)], ... if default is MISSING else default
