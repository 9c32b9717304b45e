"""The JSON API: `uvicorn sleuth.adapters.api:app` serves it without the page, with as many workers as wanted."""

from typing import Any


def __getattr__(name: str) -> Any:
    """The application, made when it is asked for: whoever imports a part of this room starts no server."""
    if name == "app":
        from sleuth.adapters.api.app import create

        globals()["app"] = create()
        return globals()["app"]
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
