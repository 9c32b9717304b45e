"""What does a fresh install take: packages, megabytes, and CPU seconds until the first advice?

Run: `python benchmarks/install.py [--pip] [--game SPEC] [--python 3.12 ...]`. Builds the wheel of this checkout, and
for each Python from 3.11 on that is found here (on the path, or among pyenv's) installs it into a new environment and
asks for advice there, with an empty cache of kernels. `uv` installs, or `pip` with `--pip`, which also writes the
bytecode. Installing needs a package index, or uv's cache.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from shutil import which

from rich.console import Console
from rich.table import Table

ROOT = Path(__file__).resolve().parents[1]
VERSIONS = ("3.11", "3.12", "3.13", "3.14")
MAX_MEGABYTES, MAX_PACKAGES, ADVICE_BAR = 290, 19, 15.0
"""What a default install may take (10^6 bytes without bytecode), and CPU seconds from its begin to the first advice."""
COLUMNS = ("Python", "packages", "MB", "+ .pyc", "install s", "advice s", "both", "bar", "messages")
"""Seconds are those of the CPU."""
COMPILING = re.compile("compiling", re.IGNORECASE)


class UnreachableError(RuntimeError):
    """No package index can be reached, and what is needed lies in no cache."""


def build_wheel(folder: Path) -> Path:
    """The wheel of this checkout, built without isolation."""
    command = [sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", str(folder)]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True)
    (wheel,) = folder.glob("*.whl")
    return wheel


def pythons() -> dict[str, str]:
    """The Pythons that Sleuth is for and that are found here, by version."""
    pyenv = Path(os.environ.get("PYENV_ROOT", "~/.pyenv")).expanduser()
    found = {}
    for version in VERSIONS:
        named = [sys.executable, which(f"python{version}"), *sorted(pyenv.glob(f"versions/{version}.*/bin/python"))]
        fitting = (str(path) for path in named if path and _version(str(path)) == version)
        if (first := next(fitting, None)) is not None:
            found[version] = first
    return found


def _version(path: str) -> str:
    """The version that a Python says it is; nothing where it does not run, as a shim may not."""
    code = "import sys; print('%d.%d' % sys.version_info[:2])"
    try:
        done = subprocess.run([path, "-c", code], capture_output=True, text=True, timeout=60)
    except (OSError, subprocess.TimeoutExpired):
        return ""
    return done.stdout.strip()


@dataclass(frozen=True)
class Run:
    """A command that was run, with the CPU seconds that it took."""

    code: int
    out: str
    err: str
    cpu: float

    @property
    def messages(self) -> int:
        """How often it said that something is compiled."""
        return sum(1 for line in self.err.splitlines() if COMPILING.search(line))


def run(command: list[str], folder: Path, variables: Mapping[str, str]) -> Run:
    """Run a command in a folder, with nothing of this process's Python in its surroundings."""
    ours = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "SLEUTH", "PYTEST"))}
    before = os.times()
    done = subprocess.run(command, cwd=folder, env=ours | dict(variables), capture_output=True, text=True)
    after = os.times()
    cpu = after.children_user + after.children_system - before.children_user - before.children_system
    return Run(done.returncode, done.stdout, done.stderr, cpu)


@dataclass(frozen=True)
class Environment:
    """A virtual environment with nothing of this one, outside the checkout, and a cache of kernels of its own."""

    folder: Path
    python: str
    """The Python that it is made with."""

    @cached_property
    def bin(self) -> Path:
        """Where its commands are."""
        return self.folder / "venv" / ("Scripts" if os.name == "nt" else "bin")

    @cached_property
    def work(self) -> Path:
        """A folder to work in."""
        work = self.folder / "work"
        work.mkdir(parents=True, exist_ok=True)
        return work

    def make(self) -> None:
        """Make it, without any package."""
        self._uv("venv", "--quiet", "--python", self.python, str(self.folder / "venv"))

    def install(self, *packages: str, pip: bool = False) -> Run:
        """Install packages; `UnreachableError` where there is no index."""
        if pip:
            self._uv("pip", "install", "--quiet", "--python", str(self.bin / "python"), "pip")
            return self._checked([str(self.bin / "python"), "-m", "pip", "install", "--quiet", *packages])
        return self._uv("pip", "install", "--quiet", "--python", str(self.bin / "python"), *packages)

    def run(self, *command: str) -> Run:
        """Run one of its commands."""
        variables = {"SLEUTH_CACHE": str(self.folder / "cache"), "COLUMNS": "100", "NO_COLOR": "1"}
        return run([str(self.bin / command[0]), *command[1:]], self.work, variables)

    def packages(self) -> list[str]:
        """The packages that are installed."""
        listed = self._uv("pip", "list", "--format", "json", "--python", str(self.bin / "python")).out
        return sorted(package["name"] for package in json.loads(listed))

    def megabytes(self, bytecode: bool = False) -> float:
        """What the packages weigh, in 10^6 bytes; with or without bytecode."""
        site = self.folder / "venv" / ("Lib" if os.name == "nt" else "lib")
        files = [path for path in site.rglob("*") if path.is_file() and (bytecode or path.suffix != ".pyc")]
        return sum(path.stat().st_size for path in files) / 1e6

    def _uv(self, *words: str) -> Run:
        return self._checked([sys.executable, "-m", "uv", *words])

    def _checked(self, command: list[str]) -> Run:
        done = run(command, self.work, {})
        if done.code:
            if re.search(
                "error sending request|failed to fetch|dns|connection|network|offline", done.err, re.IGNORECASE
            ):
                raise UnreachableError(done.err)
            raise RuntimeError(f"{' '.join(command)}\n{done.err}")
        return done


def main() -> None:
    """Print a row for each Python."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--pip", action="store_true", help="install with pip, bytecode included")
    parser.add_argument("--game", default="mastermind", help="the game that advice is asked for")
    parser.add_argument("--python", action="append", choices=VERSIONS, help="only these versions")
    options = parser.parse_args()
    found = pythons()
    table = Table(title=f"fresh installs by {'pip' if options.pip else 'uv'}, then sleuth assist {options.game}")
    for column in COLUMNS:
        table.add_column(column, justify="right")
    with tempfile.TemporaryDirectory(prefix="sleuth-install-") as folder:
        wheel = build_wheel(Path(folder))
        for version in options.python or found:
            if version in found:
                try:
                    table.add_row(version, *_row(Path(folder) / version, found[version], wheel, options))
                except UnreachableError:
                    table.add_row(version, "no package index can be reached")
    Console().print(table)
    Console().print("Not found here:", ", ".join(v for v in VERSIONS if v not in found) or "none")


def _row(folder: Path, python: str, wheel: Path, options: argparse.Namespace) -> list[str]:
    environment = Environment(folder, python)
    environment.make()
    installed = environment.install(str(wheel), pip=options.pip)
    packages = [package for package in environment.packages() if package != "pip"]
    advice = environment.run("sleuth", "assist", options.game, "--json")
    if advice.code:
        raise RuntimeError(advice.err)
    both = installed.cpu + advice.cpu
    sizes = (f"{environment.megabytes(bytecode):.0f}" for bytecode in (False, True))
    cpu = (f"{seconds:.1f}" for seconds in (installed.cpu, advice.cpu, both, ADVICE_BAR))
    return [str(len(packages)), *sizes, *cpu, str(advice.messages)]


if __name__ == "__main__":
    main()
