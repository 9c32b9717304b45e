"""What can be wrong with a tournament: its config, its results file, or what it runs on."""

from __future__ import annotations

from sleuth.core.errors import SleuthError

Place = tuple[str | int, ...]
"""The way to a value in a config: `("games", 1, "trials")`."""


class ConfigError(SleuthError, ValueError):
    """A tournament's config is broken; `line` and `key` say where, if it was read from TOML."""

    def __init__(self, message: str, place: Place = (), *, value: object = None, line: int | None = None) -> None:
        self.message, self.place, self.value, self.line = message, place, value, line
        super().__init__(message)

    @property
    def key(self) -> str:
        """The offending key, as in `games[2].trials`; empty where there is none."""
        text = ""
        for part in self.place:
            text += f"[{part + 1}]" if isinstance(part, int) else f".{part}" if text else part
        return text


class ResultsError(SleuthError, RuntimeError):
    """A results file cannot be read or written."""


class EngineError(SleuthError, RuntimeError):
    """What the tournament runs on is missing, or cannot be reached."""
