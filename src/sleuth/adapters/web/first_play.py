"""The play that another one goes on from: it is in the address of the new one, so that a reload keeps it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from urllib.parse import parse_qs, urlsplit

from sleuth.adapters.service.service import Service
from sleuth.core.errors import SleuthError
from sleuth.core.text import whole_number

MAX_ADDRESS = 4_000
_STORED = re.compile(r"/(review|shared)/([A-Za-z0-9_-]{1,64})")


@dataclass(frozen=True)
class FirstPlay:
    """Where a play was tried again."""

    where: str
    """The address of its review."""
    step: int
    """The step that was made anew."""

    @classmethod
    def of(cls, query: Mapping[str, str]) -> FirstPlay | None:
        """The play that an address names, if it names one of this server."""
        where, step = query.get("from", ""), whole_number(query.get("first", ""), 1)
        path = urlsplit(where).path if len(where) <= MAX_ADDRESS and where.startswith("/") else ""
        if step is None or where.startswith("//") or not (path == "/review" or _STORED.fullmatch(path)):
            return None
        return cls(where, step)

    @property
    def query(self) -> dict[str, str]:
        """What an address holds of it."""
        return {"from": self.where, "first": str(self.step)}

    async def steps(self, service: Service) -> int | None:
        """How many steps it took; nothing where it is gone."""
        at = urlsplit(self.where)
        stored = _STORED.fullmatch(at.path)
        if stored is None:
            history = parse_qs(at.query).get("history", [""])[0]
            return len([step for step in history.split(";") if step.strip()]) or None
        try:
            return len((await service.look(stored[2], None, {"review": "play"}.get(stored[1], stored[1]))).steps)
        except SleuthError:
            return None
