"""Agents from Python files and modules by their spec strings, and files that misbehave."""

from __future__ import annotations

import pickle
import sys
from pathlib import Path

import pytest

from sleuth import begin, evaluate, parse_game, parse_strategy
from sleuth.core.errors import ParameterError, SpecError, UnknownNameError
from sleuth.strategies.catalogue import strategy_label

GAME = parse_game("mastermind:pegs=2,colours=3")
ONE = """from helpers import nth

class Nth:
    def decide(self, info):
        return nth(info, 1)
"""
TWO = '''from dataclasses import dataclass
from sleuth import Decision, Strategy
from helpers import nth
from one import Nth

@dataclass(frozen=True)
class Placed(Strategy):
    """The candidate at a place."""

    place: int = 1
    def decide(self, info, **options):
        return Decision.of(info, nth(info, self.place), str(self))

class Needy:
    def __init__(self, place): self.place = place
    def decide(self, info): return nth(info, self.place)

second = Needy(2)
number = 7

def third(info):
    return nth(info, 3)
'''
ASK = "from helpers import nth\n\ndef ask(info):\n    return nth(info, 1)\n\ndef _helper(info):\n    return None\n"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    files = {
        "helpers": "def nth(info, n):\n    return info.candidates(n)[-1]\n",
        "one": ONE, "two": TWO, "ask": ASK, "none": "number = 7\n", "bad": "import math\nraise KeyError('oh')\n",
        "fails": "def ask(info):\n    return info.nothing\n", "functions": ASK + "def other(info):\n    pass\n",
        "leaves": "import sys\nsys.exit('bye')\n", "needs": "import nothing_of_the_kind\n",
    }  # fmt: skip
    for name, text in files.items():
        (tmp_path / f"{name}.py").write_text(text)
    package = tmp_path / "agents_of_mine"
    package.mkdir()
    (package / "__init__.py").write_text("")
    (package / "deep.py").write_text("def ask(info):\n    return info.candidates(1)[0]\n")
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize(
    ("spec", "shown", "total"),
    [
        ("one.py", "nth", 24),
        ("./one.py:Nth", "nth", 24),
        ("ask.py", "ask", 24),
        ("{folder}/ask.py:ask", "ask", 24),
        ("two.py:Placed", "placed", 24),
        ("two.py:Placed:place=2", "placed:place=2", 21),
        ("two.py:second", "needy", 21),
        ("two.py:third", "third", 21),
        ("one:Nth", "nth", 24),
        ("two:Placed:place=2", "placed:place=2", 21),
        ("agents_of_mine.deep:ask", "ask", 24),
    ],
)
def test_every_form_of_a_spec(folder: Path, spec: str, shown: str, total: int) -> None:
    spec = spec.format(folder=folder)
    strategy = parse_strategy(spec)
    assert str(strategy) == shown
    assert evaluate(GAME, strategy).total == total
    assert strategy_label(strategy, spec) == spec
    again = pickle.loads(pickle.dumps(strategy))
    assert again.decide(begin(GAME)).action == strategy.decide(begin(GAME)).action


def test_a_label_is_as_short_as_it_can_be(folder: Path) -> None:
    for spec, label in ((" two.py : Placed : place = 1", "two.py:Placed"), ("entropy:ties=", "entropy")):
        assert strategy_label(parse_strategy(spec), spec) == label


@pytest.mark.parametrize(
    ("spec", "said"),
    [
        ("nowhere.py", "there is no file nowhere.py"),
        ("none.py", "none.py has no agent; write a class with decide"),
        ("two.py", "two.py has 2 agents: Placed, Needy; name one of them: two.py:Placed"),
        ("functions.py", "functions.py has 2 agents: ask, other; name one of them"),
        ("two.py:Fourth", "two.py has no agent Fourth; it has 2 agents: Placed, Needy"),
        ("two.py:number", "two.py has no agent number"),
        ("two.py:Needy", "Needy needs something to begin with"),
        ("two.py:Placed:plaice=2", "placed has no parameter 'plaice'; did you mean place?"),
        ("ask.py:ask:depth=2", "ask.py:ask takes no parameters"),
        ("bad.py", r"bad.py does not load: KeyError: 'oh' \(bad.py, line 2, in <module>\)"),
        ("bad:ask", r"bad does not load: KeyError: 'oh' \(bad.py, line 2, in <module>\)"),
        ("leaves.py", "leaves.py does not load: SystemExit: bye"),
        ("needs.py", "needs.py does not load: ModuleNotFoundError: No module named 'nothing_of_the_kind'"),
        ("json:Nothing", "json has no agent Nothing"),
        ("one.deep:ask", "one.deep does not load: ModuleNotFoundError"),
    ],
)
def test_what_is_wrong_is_one_sentence(folder: Path, spec: str, said: str) -> None:
    with pytest.raises((SpecError, ParameterError), match=said) as caught:
        parse_strategy(spec)
    assert "\n" not in str(caught.value)


def test_names_of_the_catalogue_come_first(folder: Path) -> None:
    (folder / "entropy.py").write_text("raise RuntimeError('never run')")
    assert str(parse_strategy("entropy")) == "entropy"
    with pytest.raises(SpecError, match="'ask' in 'entropy:ask' is not key=value"):
        parse_strategy("entropy:ask")
    with pytest.raises(UnknownNameError, match="no strategy or module called 'entorpy'; did you mean entropy"):
        parse_strategy("entorpy:ask")
    with pytest.raises(UnknownNameError, match="there is no strategy called 'entorpy'"):
        parse_strategy("entorpy")


def test_modules_are_found_as_imports_find_them(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What can be imported is imported; the path is left alone where it cannot."""
    path, modules = list(sys.path), set(sys.modules)
    parse_strategy("agents_of_mine.deep:ask")
    assert sys.path == path
    assert "agents_of_mine" not in set(sys.modules) - modules
    elsewhere = folder / "elsewhere"
    elsewhere.mkdir()
    (elsewhere / "installed_agent.py").write_text("def ask(info):\n    return info.candidates(1)[0]\n")
    monkeypatch.syspath_prepend(str(elsewhere))
    assert parse_strategy("installed_agent:ask").decide(begin(GAME)).action == (0, 0)
    assert "installed_agent" in sys.modules


def test_nothing_is_run_where_files_are_not_allowed(folder: Path) -> None:
    for spec in ("bad.py", "./bad.py:ask", "bad:ask", "agents_of_mine.deep:ask", f"{folder}/bad.py:Bad:depth=2"):
        with pytest.raises(SpecError, match="is code, which cannot be named from here"):
            parse_strategy(spec, files=False)
    assert str(parse_strategy("entropy", files=False)) == "entropy"
