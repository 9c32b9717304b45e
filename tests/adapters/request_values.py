"""Values for the fields of requests, as their annotations describe them; where a door reads a text, it reads these."""

from __future__ import annotations

from dataclasses import MISSING, fields
from pathlib import Path
from types import NoneType
from typing import Any, get_args, get_origin, get_type_hints

from hypothesis import strategies as st

from sleuth.app.requests import (
    About,
    ActionText,
    GameSpec,
    OptionalAction,
    OracleSpec,
    OtherGame,
    Request,
    SecretText,
    Steps,
    StrategySpec,
    TableSpec,
)
from sleuth.core.game import Game
from sleuth.core.history import History
from sleuth.play.record import Record

TEXTS: st.SearchStrategy[str] = st.from_regex(r"[a-zé][a-z0-9 =:.;é]{0,8}[a-z0-9]", fullmatch=True)
GAMES = ("mastermind:pegs=2,colours=3", "mastermind:pegs=2,colours=4", "bulls-and-cows:length=2,symbols=4")
ACTIONS = ("01", "12", "20")
WORDS: dict[Any, tuple[str, ...]] = {
    GameSpec: GAMES,
    OtherGame: GAMES,
    TableSpec: ("clue:players=2", "clue:players=3", "myst:m=2,n=1,p=3,q=2"),
    StrategySpec: ("entropy", "minimax", "random"),
    OracleSpec: ("truthful", "adversarial", "lying"),
    Steps: ("01=0.1", "12=1.0;20=0.1", "20=0.2"),
    ActionText: ACTIONS,
    OptionalAction: ACTIONS,
    SecretText: ACTIONS,
}
"""What is read before a request is made, or may be: in the small games, each of these makes sense."""


def hints(kind: type[Request]) -> dict[str, Any]:
    """The annotations of the fields of a request."""
    known = get_type_hints(kind, include_extras=True)
    return {field.name: known[field.name] for field in fields(kind)}  # type: ignore[arg-type]  # a dataclass, like all


def about(hint: Any) -> About:
    """What the annotation of a field says of it."""
    return next((note for note in get_args(hint)[1:] if isinstance(note, About)), About("", ""))


def defaults(kind: type[Request]) -> dict[str, Any]:
    """The fields of a request that may be left out, with what they are then."""
    known = fields(kind)  # type: ignore[arg-type]
    return {field.name: field.default for field in known if field.default is not MISSING}


def values(hint: Any, low: float | None = None, high: float | None = None) -> st.SearchStrategy[Any]:
    """Values of a field, from `low` to `high` where these are numbers."""
    if hint in WORDS:
        return st.sampled_from(WORDS[hint])
    if about(hint).choices:
        return st.sampled_from(about(hint).choices)
    kind = get_args(hint)[0] if hasattr(hint, "__metadata__") else hint
    plain = next((part for part in get_args(kind) if part is not NoneType), kind)
    if get_origin(kind) is tuple:
        return st.lists(TEXTS, min_size=1, max_size=3).map(tuple)
    least = 1 if low is None else low
    most = least + 40 if high is None else high
    if plain is bool:
        return st.booleans()
    if plain is int:
        return st.integers(int(least), int(most))
    if plain is float:
        return st.floats(least, most)
    assert plain is str, f"{hint} has no values yet"
    return TEXTS


def plain_fields(request: Any) -> dict[str, Any]:
    """The fields of a request, and of whatever else is a dataclass; what can be read from a text is that text."""
    return {field.name: plain_value(getattr(request, field.name)) for field in fields(request)}


def plain_value(value: Any) -> Any:
    """A value, or the text that it can be read from."""
    return str(value) if isinstance(value, Game | Record | History | Path) else value
