"""JSON read strictly: no key twice, no NaN, no number or text that cannot be held."""

from __future__ import annotations

import json
import re
from math import isinf
from typing import Any, NoReturn

from sleuth.core.text import shorten

_SURROGATE = re.compile(r"\\u[dD][89a-fA-F]")


class OddJsonError(ValueError):
    """A text is JSON, but holds what has no plain meaning; the message says what."""


def read_json(text: str) -> Any:
    """The value of a JSON text. Raise `json.JSONDecodeError` if it is none, and `OddJsonError` if it is an odd one."""
    try:
        value = json.loads(text, object_pairs_hook=_object, parse_constant=_no_number, parse_float=_finite)
        if _SURROGATE.search(text):
            json.dumps(value, ensure_ascii=False).encode()
    except (json.JSONDecodeError, OddJsonError):
        raise
    except RecursionError:
        raise OddJsonError("it is nested too deep") from None
    except UnicodeEncodeError:
        raise OddJsonError("it holds half of a character, which is no text") from None
    except ValueError:  # Python converts no more than so many digits
        raise OddJsonError("it holds a number of more than 4,300 digits") from None
    return value


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    value = dict(pairs)
    if len(value) < len(pairs):
        keys = [key for key, _ in pairs]
        twice = next(key for place, key in enumerate(keys) if key in keys[:place])
        raise OddJsonError(f"the key {shorten(twice)!r} is there twice")
    return value


def _no_number(text: str) -> NoReturn:
    raise OddJsonError(f"{text} is no number")


def _finite(text: str) -> float:
    value = float(text)
    if isinf(value):
        raise OddJsonError(f"the number {shorten(text)} is too large")
    return value
