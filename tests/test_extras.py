"""What needs an extra says so in one line, and everything else works without it."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tomllib
from importlib.metadata import version
from pathlib import Path

import pytest

from sleuth import __version__
from sleuth.core import MissingExtraError
from sleuth.core.extras import DISTRIBUTION, extra, install_command

SMALL = "mastermind:pegs=2,colours=3"
ROOT = Path(__file__).parents[1]
PLOTS = ("matplotlib", "jinja2")


def sleuth(folder: Path, *words: str, hidden: tuple[str, ...]) -> subprocess.CompletedProcess[str]:
    """Run a command where some packages are missing."""
    code = f"""
import sys
sys.modules.update(dict.fromkeys({hidden!r}))
from sleuth.adapters.cli.app import run
sys.exit(run(sys.argv[1:]))
"""
    return subprocess.run([sys.executable, "-c", code, *words], cwd=folder, capture_output=True, text=True)


def test_every_text_installs_the_distribution_of_this_name() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert project["name"] == DISTRIBUTION
    assert version(DISTRIBUTION) == project["version"] == __version__
    assert any(need.startswith(f"{DISTRIBUTION}[") for need in project["optional-dependencies"]["dev"])
    extras = set(project["optional-dependencies"])
    for page in (ROOT / "README.md", ROOT / "CONTRIBUTING.md", *(ROOT / "docs").rglob("*.md")):
        for name, listed in re.findall(r"(sleuth[\w-]*)\[([a-z][a-z,]*)\]", page.read_text(encoding="utf-8")):
            assert name == DISTRIBUTION, page
            assert set(listed.split(",")) <= extras, page


def test_the_citation_is_of_this_version() -> None:
    citation = (ROOT / "CITATION.cff").read_text(encoding="utf-8")
    assert f"\nversion: {__version__}\n" in citation
    assert citation.count("    year: ") == 5


def test_a_missing_module_is_named_with_the_extra_that_has_it() -> None:
    assert extra("none", "nothing", "json", "json.decoder") is json
    command = 'pip install "sleuth-games[none]" (no_such_module is missing)'
    expected = re.escape(f'nothing needs the packages of the extra "none": {command}')
    with pytest.raises(MissingExtraError, match=f"^{expected}$"):
        extra("none", "nothing", "json", "no_such_module")


@pytest.mark.parametrize(
    ("module", "command"),
    [
        ("matplotlib", ("analyse", SMALL, "--out", "report")),
        ("jinja2", ("analyse", SMALL, "--out", "report")),
        ("matplotlib", ("reproduce", "meng-lucas", "--quick")),
    ],
)
def test_pictures_need_the_extra(module: str, command: tuple[str, ...], tmp_path: Path) -> None:
    done = sleuth(tmp_path, *command, hidden=(module,))
    assert (done.returncode, done.stdout) == (2, "")
    (line,) = done.stderr.splitlines()
    assert f"{install_command('plots')} ({module} is missing)" in line
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("extra", "modules", "command"),
    [
        ("web", ("fastapi",), ("serve", "--no-browser", "--port", "0")),
        ("exact", ("highspy",), ("myst", "value", "--m", "2", "--n", "2", "--bluff")),
        ("words", ("spellchecker",), ("assist", "wordle:list=french")),
    ],
)
def test_other_extras(extra: str, modules: tuple[str, ...], command: tuple[str, ...], tmp_path: Path) -> None:
    done = sleuth(tmp_path, *command, hidden=modules)
    assert done.returncode == 2
    assert install_command(extra) in done.stderr.splitlines()[-1]


def test_environments_need_the_extra() -> None:
    code = "import sys\nsys.modules['gymnasium'] = None\nimport sleuth.gym"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    line = done.stderr.splitlines()[-1]
    expected = f'an environment needs the packages of the extra "gym": {install_command("gym")} (gymnasium is missing)'
    assert line == f"sleuth.core.errors.MissingExtraError: {expected}"


def test_the_default_install_analyses(tmp_path: Path) -> None:
    done = sleuth(
        tmp_path, "analyse", SMALL, "--json", hidden=(*PLOTS, "fastapi", "highspy", "spellchecker", "pyarrow")
    )
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["files"] == []


def pins(lock: str) -> dict[str, str]:
    """The versions in a lock."""
    text = (Path(__file__).parents[1] / lock).read_text()
    return dict(re.findall(r"^([a-z0-9._-]+)==([^ ;]+)", text, re.MULTILINE))


def test_what_running_needs_is_a_part_of_what_work_needs() -> None:
    """So `make run` and `make setup` share one environment."""
    run, work = pins("requirements-run.lock"), pins("requirements.lock")
    assert {name: work.get(name) for name in run} == run
    assert {"numba", "fastapi", "highspy", "uv", "hatchling"} <= set(run)
    assert not {"pytest", "sphinx", "scipy", "matplotlib"} & set(run)
    assert len(run) < len(work) / 3


def test_fits_are_written_without_the_picture(tmp_path: Path) -> None:
    (tmp_path / "lab.csv").write_text("guess,black,white\n01,1,0\n02,0,1\n")
    words = ("fit", "lab.csv", "--game", SMALL, "--resamples", "100", "--out", "fitted", "--json")
    done = sleuth(tmp_path, *words, hidden=(*PLOTS, "pyarrow"))
    assert done.returncode == 0, done.stderr
    report = json.loads(done.stdout)
    assert "fitted/models.csv" in report["files"]
    assert "fitted/likelihood.svg" not in report["files"]
    assert report["notes"] == ['The likelihood is not drawn: that needs the extra "plots".']
