"""The page about the architecture names the one home of every use case."""

from __future__ import annotations

import re
from pathlib import Path

from sleuth.adapters.api.app import create
from sleuth.adapters.cli.app import app as commands
from sleuth.app.schema import request_kinds

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs/explanation/architecture.md"


def rows() -> list[tuple[str, str, str, str]]:
    """Request, command, route and home of each row."""
    lines = PAGE.read_text(encoding="utf-8").splitlines()
    cells = [[cell.strip(" `") for cell in line.split("|")[1:-1]] for line in lines if line.startswith("| `")]
    return [(row[0], row[1], row[2], row[4]) for row in cells if len(row) == 5]


def test_every_request_stands_there_with_its_true_home() -> None:
    kinds = {kind.__name__: kind for kind in request_kinds()}
    listed = {name: home for name, _, _, home in rows()}
    assert set(listed) == set(kinds)
    assert len(rows()) == len(listed)
    for name, kind in kinds.items():
        module = kind.home.partition(":")[0]
        assert f"src/sleuth/{listed[name]}" == f"src/{module.replace('.', '/')}.py", name
        assert (ROOT / "src/sleuth" / listed[name]).exists()


def test_commands_and_routes_exist() -> None:
    known = {command.name or command.callback.__name__ for command in commands.registered_commands if command.callback}
    known |= {str(group.typer_instance.info.name) for group in commands.registered_groups if group.typer_instance}
    paths = create().openapi()["paths"]
    routes = {
        f"{method.upper()} {re.sub('{id}', 'ID', re.sub('{name}', 'NAME', path))}"
        for path, methods in paths.items()
        for method in methods
    }
    for name, command, route, _ in rows():
        assert not command or command.split()[0] in known, name
        assert not route or route in routes, name
