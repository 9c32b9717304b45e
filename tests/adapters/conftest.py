"""A shell in which the command line is called as a person or a script would call it."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import pytest

from sleuth.adapters.cli.app import run


class Shell:
    """Runs command lines in this process."""

    def __init__(self, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
        self.capsys, self.monkeypatch = capsys, monkeypatch

    def __call__(self, *words: str, typed: str = "") -> tuple[int, str, str]:
        self.monkeypatch.setattr("sys.stdin", io.StringIO(typed))
        code = run(list(words))
        out, err = self.capsys.readouterr()
        return code, out, err

    def json(self, *words: str, typed: str = "") -> dict[str, Any]:
        code, out, err = self(*words, "--json", typed=typed)
        assert code == 0, err
        assert out.count("\n") == 1
        value = json.loads(out)
        assert isinstance(value, dict)
        return value


@pytest.fixture
def shell(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Shell:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "100")
    return Shell(capsys, monkeypatch)
