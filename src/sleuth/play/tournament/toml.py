"""Reading TOML so that errors name the line and the key. The parser keeps no places, so they are found in the text."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from typing import Any

from sleuth.core.text import shorten
from sleuth.play.tournament.errors import ConfigError, Place

_PLACE = re.compile(r"\s*\(at (?:line (\d+), column (\d+)|end of document)\)$")
_HEADER = re.compile(r"\s*\[\[?\s*([^\[\]]+?)\s*\]\]?\s*(?:#.*)?$")
_KEY = re.compile(r"""\s*["']?([\w.-]+)["']?\s*=""")

_STRING = re.compile(r""""[^"]*"|'[^']*'""")


def read_toml(text: str, where: str) -> dict[str, Any]:
    """The values of a TOML text."""
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        found = _PLACE.search(str(error))
        message = _PLACE.sub("", str(error))
        lines = text.splitlines()
        if found and found[1]:
            line, end = int(found[1]), ""
            message += f" at column {found[2]}"
        else:
            line, end = len(lines), "the text ends too early: "
        key, begun = _key_before(lines, line)
        if end and begun:
            line = begun
        raise ConfigError(
            f"{where}, line {line}{f', key {key!r}' if key else ''}: {end}{message}", (key,) if key else (), line=line
        ) from None
    except (ValueError, RecursionError) as error:  # the parser has no words of its own for these
        what = "is nested too deeply" if isinstance(error, RecursionError) else "has a number of too many digits"
        raise ConfigError(f"{where} {what}") from None


def locate(error: ConfigError, text: str, where: str) -> ConfigError:
    """The same error, with the line and the key that it is about."""
    line = _line_of(text.splitlines(), error.place, error.value)
    at = f"{where}, line {line}" if line else where
    return ConfigError(
        f"{at}{f', key {error.key!r}' if error.place else ''}: {error.message}",
        error.place,
        value=error.value,
        line=line,
    )


def _key_before(lines: list[str], line: int) -> tuple[str, int]:
    """The last key at or before a line, and its own line."""
    for number in range(min(line, len(lines)), 0, -1):
        if found := _KEY.match(lines[number - 1]):
            return found[1], number
        if _HEADER.match(lines[number - 1]):
            return "", number
        if shown := lines[number - 1].strip():
            word = re.match(r"[\w.-]+", shown)
            if word and number == line:
                return shorten(word[0], 30), number
    return "", 0


def _keys(lines: list[str]) -> Iterator[tuple[str, int, str, int]]:
    """(table, its number among those of this name, key, line); a header is a line with an empty key."""
    table, number = "", 0
    seen: dict[str, int] = {}
    for line, content in enumerate(lines, 1):
        if header := _HEADER.match(content):
            table = header[1]
            number = seen[table] = seen.get(table, -1) + 1
            yield table, number, "", line
        elif key := _KEY.match(content):
            yield table, number, key[1], line


def _line_of(lines: list[str], place: Place, value: object) -> int | None:
    """The line of a value, or the nearest line above it that can be found."""
    if not place:
        return None
    keys = list(_keys(lines))
    as_tables = {(table, number): line for table, number, key, line in keys if not key}
    table, number, rest = "", 0, list(place)
    if len(place) >= 2 and (place[0], place[1]) in as_tables:
        table, number, rest = str(place[0]), int(place[1]), rest[2:]
    if not rest:
        return as_tables[table, number]
    line = next((at for t, n, key, at in keys if (t, n, key) == (table, number, rest[0])), None)
    if line is None:
        return as_tables.get((table, number))
    end = next((at for *_, at in keys if at > line), len(lines) + 1)
    last = rest[-1]
    if isinstance(value, str):
        texts = [(found[0][1:-1], at) for at in range(line, end) for found in _STRING.finditer(lines[at - 1])]
        if isinstance(last, int) and last < len(texts) and texts[last][0] == value:
            return texts[last][1]
        if value in dict(texts):
            return next(at for text, at in texts if text == value)
    if isinstance(last, int):
        opened = 0
        for at in range(line, end):
            opened += lines[at - 1].count("{")
            if opened > last:
                return at
    return line
