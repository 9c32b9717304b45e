"""The wheel has what it should and nothing else, and works in fresh environments on every Python that is found here."""

from __future__ import annotations

import json
import re
import shlex
import zipfile
from email import message_from_bytes
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from tests import scripts

from sleuth import __version__
from sleuth.core.extras import DISTRIBUTION

ROOT = Path(__file__).parents[1]
SOURCE = ROOT / "src" / "sleuth"
VERSIONS = ("3.11", "3.12", "3.13", "3.14")
COPYLEFT = re.compile(r"\b[AL]?GPL|General Public License|copyleft", re.IGNORECASE)


@pytest.fixture(scope="module")
def script() -> ModuleType:
    return scripts.script("benchmarks/install.py")


@pytest.fixture(scope="module")
def wheel(script: ModuleType, tmp_path_factory: pytest.TempPathFactory) -> Path:
    built: Path = script.build_wheel(tmp_path_factory.mktemp("wheel"))
    return built


def test_the_wheel_holds_the_package_and_nothing_else(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        names = set(archive.namelist())
    info = f"{DISTRIBUTION.replace('-', '_')}-{__version__}.dist-info"
    assert {name.split("/")[0] for name in names} == {"sleuth", info}
    ours = {f"sleuth/{path.relative_to(SOURCE).as_posix()}" for path in SOURCE.rglob("*") if path.is_file()}
    ours = {name for name in ours if "__pycache__" not in name and not name.endswith(".pyc")}
    assert ours <= names
    assert {".py", ".pyi", ".csv", ".txt", ".css", ".js", ".html"} <= {Path(name).suffix for name in ours}
    assert {"sleuth/py.typed", "sleuth/app/templates/game.txt", "sleuth/app/__init__.pyi"} <= names
    assert not [name for name in names if re.search(r"(^|/)(tests?|benchmarks|__pycache__)/|/test_", name)]


def test_the_metadata_say_what_it_is(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        (name,) = (name for name in archive.namelist() if name.endswith(".dist-info/METADATA"))
        metadata = message_from_bytes(archive.read(name))
        points = archive.read(name.replace("METADATA", "entry_points.txt")).decode()
    assert (metadata["Name"], metadata["Version"], metadata["License-Expression"]) == (DISTRIBUTION, __version__, "MIT")
    assert "sleuth = sleuth.adapters.cli:main" in points
    classifiers = metadata.get_all("Classifier", [])
    assert {f"Programming Language :: Python :: {v}" for v in VERSIONS[:3]} <= set(classifiers)


def readme_commands() -> list[list[str]]:
    """The commands of the README's console blocks that are ours, as words."""
    blocks = re.findall(r"^```console\n(.*?)^```", (ROOT / "README.md").read_text(encoding="utf-8"), re.M | re.S)
    lines = [line[2:] for block in blocks for line in block.splitlines() if line.startswith("$ sleuth ")]
    return [shlex.split(line, comments=True) for line in lines]


@pytest.mark.heavy
@pytest.mark.parametrize("version", VERSIONS)
def test_a_fresh_environment_does_what_the_readme_says(
    version: str, script: ModuleType, wheel: Path, tmp_path: Path
) -> None:
    python = script.pythons().get(version)
    if python is None:
        pytest.skip(f"there is no Python {version} here")
    environment = script.Environment(tmp_path, python)
    environment.make()
    try:
        environment.install(str(wheel))
    except script.UnreachableError:
        pytest.skip("no package index can be reached from here")
    packages = environment.packages()
    assert DISTRIBUTION in packages
    assert len(packages) <= script.MAX_PACKAGES
    assert environment.megabytes() < script.MAX_MEGABYTES
    licences = _licences(environment)
    assert set(licences) == set(packages)
    assert not {name: text for name, text in licences.items() if not text or COPYLEFT.search(text)}

    advice = _ran(environment, "sleuth", "assist", "mastermind", "--json")
    assert json.loads(advice.out)["candidates"] == 1296
    assert advice.messages == 1
    commands = readme_commands()
    assert [command[1] for command in commands[:2]] == ["new", "check"]
    for command in commands:
        assert _ran(environment, *command).messages <= 1, command
    assert _ran(environment, "python", "-m", "sleuth", "--version").out == f"sleuth {__version__}\n"

    _ran(environment, "sleuth", "new", "plugin", "heater")
    environment.install("--editable", f"{environment.work / 'heater'}[test]")
    assert "5 passed" in _ran(environment, "python", "-m", "pytest", "-q", "heater").out
    watched = json.loads(_ran(environment, "sleuth", "watch", "heater", "-s", "heater-player", "--json").out)
    assert watched["solved"]


def _ran(environment: Any, *command: str) -> Any:
    """A command that must succeed."""
    done = environment.run(*command)
    assert done.code == 0, f"{' '.join(command)}\n{done.out}{done.err}"
    return done


def _licences(environment: Any) -> dict[str, str]:
    """What each installed package says of its licence: by its expression, its classifiers, or in its own words."""
    code = """
import json
from importlib.metadata import distributions

def licence(metadata):
    classified = [c for c in metadata.get_all("Classifier", []) if c.startswith("License ::")]
    return metadata["License-Expression"] or "; ".join(classified) or (metadata["License"] or "")[:200]

names = lambda text: text.lower().replace("_", "-").replace(".", "-")
print(json.dumps({names(d.metadata["Name"]): licence(d.metadata) for d in distributions()}))
"""
    return dict(json.loads(_ran(environment, "python", "-c", code).out))
