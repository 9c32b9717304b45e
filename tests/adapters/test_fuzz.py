"""Hostile inputs: a short run of `benchmarks/fuzz.py`, and faults that it must find."""

from __future__ import annotations

import signal
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType

import pytest
from tests import scripts

from sleuth.core.errors import SleuthError


@pytest.fixture(scope="module")
def fuzz() -> Iterator[ModuleType]:
    before = signal.getsignal(signal.SIGPROF)
    module = scripts.script("benchmarks/fuzz.py")
    signal.signal(signal.SIGPROF, module._stop)
    yield module
    signal.signal(signal.SIGPROF, before)


def test_two_thousand_hostile_inputs_are_read_or_refused(
    fuzz: ModuleType, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["fuzz.py", "--inputs", "2000", "--commands", "0"])
    code = fuzz.main()
    assert code == 0, capsys.readouterr().out


def raising(error: BaseException) -> Callable[[str], object]:
    def read(text: str) -> object:
        raise error

    return read


def endless(text: str) -> object:
    while True:
        pass


class Spoken(SleuthError):
    """An error that does not keep to one line."""

    def __str__(self) -> str:
        return "one line\nand another"


@pytest.mark.parametrize(
    ("read", "told"),
    [
        (int, "ValueError: "),
        (raising(SystemExit(0)), "SystemExit: 0"),
        (raising(RecursionError("deep")), "RecursionError: deep"),
        (raising(Spoken()), "an error of 20 signs"),
        (endless, "took more than"),
    ],
)
def test_faults_are_found(
    fuzz: ModuleType, monkeypatch: pytest.MonkeyPatch, read: Callable[[str], object], told: str
) -> None:
    monkeypatch.setattr(fuzz, "PATIENCE", 0.2)
    parser = fuzz.Parser("planted", read, ["12"])
    fuzz.judge(parser, "²")
    assert [fault.startswith(told) for _, fault in parser.faults] == [True]


def test_a_result_or_one_line_is_no_fault(fuzz: ModuleType) -> None:
    for read in (str, raising(SleuthError("two\nlines " * 1000))):
        parser = fuzz.Parser("sound", read, ["12"])
        fuzz.judge(parser, "12")
        assert (parser.inputs, parser.faults) == (1, [])


@pytest.mark.parametrize(
    ("line", "told"),
    [(["evaluate", "number:numbers=²"], None), (["verify", "/nowhere"], None), (["--version"], None)],
)
def test_the_real_command_is_judged(fuzz: ModuleType, tmp_path: Path, line: list[str], told: str | None) -> None:
    assert fuzz.run_command(line, tmp_path) == told
