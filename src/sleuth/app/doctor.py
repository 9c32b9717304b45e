"""What is installed, cached, compiled and missing, and whether any of it is broken."""

from __future__ import annotations

import os
import platform
import re
from collections.abc import Iterator
from importlib.metadata import Distribution, PackageNotFoundError, entry_points, version
from pathlib import Path

from platformdirs import user_cache_path

from sleuth import __version__
from sleuth.app.bounds import OPEN, Bounds, check_files
from sleuth.app.folders import data_folder
from sleuth.app.requests import Request
from sleuth.app.results import Result
from sleuth.app.words import owner_lists
from sleuth.core.kernel_warmup import missing, seconds
from sleuth.core.progress import Progress, silent
from sleuth.core.table_files import stored_tables
from sleuth.core.text import plural
from sleuth.kernels.cache_files import cache_off, cache_root, others_may_write, writable
from sleuth.kernels.jit import kernel_folder
from sleuth.kernels.kernel_folder import COMPILED, DamagedFile, KernelFolder

NEEDED = ("numpy", "numba", "llvmlite", "typer", "rich", "joblib", "platformdirs")
"""Packages whose versions are told: without one of them nothing works."""
FOR_WORK = ("dev", "build")
"""Extras that only work on the project needs."""
_REQUIREMENT = re.compile(r"""^([A-Za-z0-9][A-Za-z0-9._-]*)(\[.*?\])?.*;.*\bextra\s*==\s*["']([^"']+)["']""")


class Doctor(Request, home="sleuth.app.doctor:doctor", pure=False):
    """What is installed, cached, compiled and missing here."""


class ExtraResult(Result):
    """An extra, and what there is of it."""

    name: str
    packages: dict[str, str]
    """The versions of those that are installed."""
    missing: list[str]
    command: str | None
    """What installs them; nothing where none is missing."""


class KernelCacheResult(Result):
    """The compiled kernels of this version, and of others."""

    folder: str | None
    compiled: int
    bytes: int
    damaged: list[str]
    """Files that are compiled again when they are needed."""
    missing: list[str]
    """Parts that are not compiled yet, or not known to be."""
    seconds: float
    """About how many seconds of a processor it takes to compile them; any command compiles what it needs."""
    other_versions: int
    other_bytes: int


class TableCacheResult(Result):
    """The tables of answers that are kept."""

    folder: str | None
    tables: int
    bytes: int
    damaged: list[str]
    """Tables that are made again when they are needed."""


class FolderResult(Result):
    """A folder in which something is kept."""

    what: str
    folder: str
    writable: bool


class DoctorResult(Result):
    """What is here, and what is wrong with it."""

    ok: bool
    """Whether nothing is broken. What is only missing is no fault."""
    problems: list[str]
    version: str
    distribution: str | None
    """The name of what was installed; nothing where it runs from its source."""
    python: str
    platform: str
    cores: int
    packages: dict[str, str]
    extras: list[ExtraResult]
    kernels: KernelCacheResult
    tables: TableCacheResult
    words: list[str]
    """Word lists that the package does not bring."""
    folders: list[FolderResult]


def doctor(request: Doctor, bounds: Bounds = OPEN, progress: Progress = silent) -> DoctorResult:
    """Look at everything."""
    check_files(bounds)
    kernels, tables, folders = _kernels(), _tables(), list(_folders())
    distribution = _distribution()
    packages = {name: found for name in NEEDED if (found := _version(name)) is not None}
    problems = [
        *(f"the package {name} is missing" for name in NEEDED if name not in packages),
        *(f"the folder for {one.what} {_fault(Path(one.folder))}: {one.folder}" for one in folders if not one.writable),
        *_damage("compiled kernel", kernels.damaged),
        *_damage("table", tables.damaged),
    ]
    return DoctorResult(
        ok=not problems,
        problems=problems,
        version=__version__,
        distribution=None if distribution is None else distribution.name,
        python=f"{platform.python_implementation()} {platform.python_version()}",
        platform=platform.platform(),
        cores=os.cpu_count() or 1,
        packages=packages,
        extras=[] if distribution is None else _extras(distribution),
        kernels=kernels,
        tables=tables,
        words=owner_lists(),
        folders=folders,
    )


def _damage(what: str, names: list[str]) -> list[str]:
    return [f"{plural(len(names), what)} damaged, first {names[0]}: made again when needed"] if names else []


def _distribution() -> Distribution | None:
    """What brought the command `sleuth`, whatever its name is."""
    return next((point.dist for point in entry_points(group="console_scripts", name="sleuth")), None)


def _version(package: str) -> str | None:
    try:
        return version(package)
    except PackageNotFoundError:
        return None


def _extras(distribution: Distribution) -> list[ExtraResult]:
    needs: dict[str, list[str]] = {}
    for line in distribution.requires or ():
        if (found := _REQUIREMENT.match(line)) and found[1] != distribution.name and found[3] not in FOR_WORK:
            needs.setdefault(found[3], []).append(found[1])
    return [_extra(distribution.name, name, packages) for name, packages in needs.items()]


def _extra(distribution: str, name: str, packages: list[str]) -> ExtraResult:
    versions = {package: _version(package) for package in packages}
    absent = [package for package, found in versions.items() if found is None]
    return ExtraResult(
        name=name,
        packages={package: found for package, found in versions.items() if found is not None},
        missing=absent,
        command=f'pip install "{distribution}[{name}]"' if absent else None,
    )


def _kernels() -> KernelCacheResult:
    folder = kernel_folder()
    names = [name for name in sorted(folder.names()) if name.endswith(COMPILED)]
    others = [path for path in folder.path.parent.iterdir() if path != folder.path] if folder.kept else []
    left = missing()
    return KernelCacheResult(
        folder=str(folder.path) if folder.kept else None,
        compiled=len(names),
        bytes=_bytes(folder.path) if folder.kept else 0,
        damaged=[name for name in names if not _sound(folder, name)],
        missing=left,
        seconds=seconds(left),
        other_versions=len(others),
        other_bytes=sum(map(_bytes, others)),
    )


def _sound(folder: KernelFolder, name: str) -> bool:
    try:
        return folder.read(name) is not None
    except (DamagedFile, OSError):
        return False


def _bytes(folder: Path) -> int:
    return sum(path.stat().st_size for path in folder.glob("*") if path.is_file())


def _tables() -> TableCacheResult:
    root, tables = cache_root(), list(stored_tables())
    return TableCacheResult(
        folder=str(root / "tables") if root else None,
        tables=len(tables),
        bytes=sum(table.bytes for table in tables),
        damaged=[table.name for table in tables if not table.sound],
    )


def _fault(folder: Path) -> str:
    """Why a folder is not used."""
    why = others_may_write(folder) if folder.exists() else ""
    return f"is not used, since {why}" if why else "cannot be written"


def _folders() -> Iterator[FolderResult]:
    root = cache_root()
    if not cache_off():
        wanted = root or os.environ.get("SLEUTH_CACHE") or user_cache_path("sleuth", appauthor=False)
        yield FolderResult(what="cache", folder=str(wanted), writable=root is not None)
    data = data_folder()
    existing = next((folder for folder in (data, *data.parents) if folder.exists()), data)
    fits = writable(data) is not None if data.exists() else os.access(existing, os.W_OK)
    yield FolderResult(what="plays", folder=str(data), writable=fits)
