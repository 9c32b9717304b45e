"""Studies that were made, kept as files: an address that is opened again shows the same numbers, also after a restart.

A study follows from its request, from the files of the program, and from those that the owner offers (word lists, own
games): all of that is in the name under which it is kept.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import asdict
from hashlib import sha256
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Any

import sleuth
from sleuth import app

PROGRAM = Path(sleuth.__file__).parent
MAX_STUDIES = 500
"""So many are kept; those go first that were asked for longest ago."""
MAX_STUDY = 4 << 20
"""Bytes of one study that is kept."""


class StudyStore:
    """A folder of studies."""

    def __init__(self, folder: Path, *sources: Path, most: int = MAX_STUDIES) -> None:
        """`sources` are files and folders that studies depend on besides their requests."""
        self.folder, self.most = folder, most
        self._sources = _signature((PROGRAM, *sources))

    def get(self, request: app.Request) -> dict[str, Any] | None:
        """What was found out; `None` where it was not, or cannot be read."""
        file = self._file(request)
        try:
            known = json.loads(file.read_bytes())
        except (OSError, ValueError):
            return None
        with suppress(OSError):
            os.utime(file)  # it was asked for now
        return known if isinstance(known, dict) else None

    def add(self, request: app.Request, result: dict[str, Any]) -> dict[str, Any]:
        """Keep a result, and give it as it will be read again. Where it cannot be kept, it is only given."""
        text = json.dumps(result, allow_nan=False).encode()
        if len(text) <= MAX_STUDY:
            with suppress(OSError):
                self._write(self._file(request), text)
        known: dict[str, Any] = json.loads(text)
        return known

    def _write(self, file: Path, text: bytes) -> None:
        """The whole file or nothing, whoever reads meanwhile."""
        self.folder.mkdir(parents=True, exist_ok=True)
        with NamedTemporaryFile(dir=self.folder, suffix=".part", delete=False) as part:
            part.write(text)
        Path(part.name).replace(file)
        kept = sorted(self.folder.glob("*.json"), key=_age)
        for old in kept[: max(0, len(kept) - self.most)]:
            old.unlink(missing_ok=True)

    def _file(self, request: app.Request) -> Path:
        asked = json.dumps(asdict(request), sort_keys=True, default=str)  # type: ignore[call-overload]
        name = f"{self._sources} {type(request).__name__} {asked}"
        return self.folder / f"{sha256(name.encode()).hexdigest()[:40]}.json"


def _age(file: Path) -> float:
    try:
        return file.stat().st_mtime
    except OSError:
        return 0.0


def _signature(sources: tuple[Path, ...]) -> str:
    """Another text wherever a source has changed."""
    digest = sha256()
    for file in (file for source in sources for file in _files(source)):
        with suppress(OSError):
            digest.update(file.name.encode() + sha256(file.read_bytes()).digest())
    return digest.hexdigest()[:16]


def _files(source: Path) -> Iterator[Path]:
    if source.is_file():
        yield source
    elif source.is_dir():
        yield from sorted(file for file in source.rglob("*") if file.is_file() and "__pycache__" not in file.parts)
