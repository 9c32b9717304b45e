"""Game files: several games, neighbours, other processes, and files that misbehave."""

from __future__ import annotations

import multiprocessing
import pickle
import sys
from pathlib import Path

import pytest

from sleuth import Game, begin, parse_game
from sleuth.core import table_files as store
from sleuth.core.errors import LawError, SpecError
from sleuth.core.game_spec import spec_of

PARITY = """from dataclasses import dataclass
from sleuth import Game
from rest import rest

@dataclass(frozen=True)
class Parity(Game):
    size: int = 4
    def secrets(self): return range(self.size)
    def feedback(self, action, secret): return "win" if action == secret else rest(action - secret)
"""
VARIANTS = """from dataclasses import dataclass
import random
from parity import Parity

@dataclass(frozen=True)
class Third(Parity):
    def feedback(self, action, secret):
        import rest
        return (action == secret, rest.rest(secret) + random.randrange(1))

@dataclass(frozen=True)
class Wide(Parity):
    size: int = 9
"""


def write(folder: Path, **files: str) -> Path:
    folder.mkdir(exist_ok=True)
    for name, text in files.items():
        (folder / f"{name}.py").write_text(text)
    return folder


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    shadow = "raise RuntimeError('this is not the standard library')"
    return write(
        tmp_path / "a", parity=PARITY, variants=VARIANTS, rest="def rest(n): return n % 2", random=shadow, sleuth=shadow
    )


def answers(game: Game) -> list[object]:
    return [game.feedback(0, secret) for secret in game.secrets()]


def test_a_file_may_have_several_games(folder: Path) -> None:
    third, wide = (parse_game(f"{folder}/variants.py:{name}") for name in ("Third:size=3", "Wide"))
    assert (str(third), str(wide)) == ("third:size=3", "wide:size=9")
    for game in (third, wide):
        assert parse_game(spec_of(game)) == game
    assert spec_of(third) == f"{folder}/variants.py:Third:size=3"
    assert spec_of(parse_game(f"{folder}/parity.py")) == f"{folder}/parity.py:size=4"


def test_a_class_is_chosen_with_its_channel(folder: Path) -> None:
    spec = f"{folder}/variants.py:Wide:size=5@lies:most=1"
    assert spec_of(parse_game(spec)) == spec


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("variants.py", r"variants.py has 2 games: Third, Wide; name one of them: variants.py:Third"),
        ("variants.py:Fourth", r"variants.py has no game Fourth; it has 2 games: Third, Wide"),
        ("variants.py:dataclass", r"has no game dataclass"),
        ("rest.py", r"rest.py has no game; write a class that extends Game"),
    ],
)
def test_what_a_file_has_is_listed(folder: Path, name: str, told: str) -> None:
    with pytest.raises(SpecError, match=told):
        parse_game(f"{folder}/{name}")


def test_neighbours_of_one_name_in_two_folders_do_not_meet(folder: Path, tmp_path: Path) -> None:
    other = write(tmp_path / "b", parity=PARITY, variants=VARIANTS, rest="def rest(n): return n % 3")
    for spec in ("parity.py", "variants.py:Wide:size=4"):
        assert answers(parse_game(f"{folder}/{spec}")) == ["win", 1, 0, 1]
        assert answers(parse_game(f"{other}/{spec}")) == ["win", 2, 1, 0]


def test_a_neighbour_is_one_module_for_all_files_of_its_folder(folder: Path) -> None:
    parity = type(parse_game(f"{folder}/parity.py"))
    assert issubclass(type(parse_game(f"{folder}/variants.py:Wide")), parity)


def test_neighbours_are_for_game_files_alone(folder: Path) -> None:
    before = list(sys.path)
    game = parse_game(f"{folder}/variants.py:Third")
    assert answers(game) == [(True, 0), (False, 1), (False, 0), (False, 1)]
    assert sys.path == before
    assert not {"parity", "rest", "variants"} & set(sys.modules)
    with pytest.raises(ModuleNotFoundError):
        __import__("parity")


def test_a_package_beside_a_game_file_is_imported_too(tmp_path: Path) -> None:
    write(tmp_path / "deep", __init__="", one="from .two import two", two="import rest\ntwo = rest.rest")
    write(
        tmp_path,
        rest="def rest(n): return n % 2",
        parity=PARITY.replace("from rest import rest", "import deep.one\nrest = deep.one.two"),
    )
    assert answers(parse_game(f"{tmp_path}/parity.py")) == ["win", 1, 0, 1]


def test_games_from_files_travel_to_new_processes(folder: Path) -> None:
    games = [parse_game(f"{folder}/variants.py:Third"), parse_game(f"{folder}/parity.py:size=6")]
    assert [pickle.loads(pickle.dumps(game)) for game in games] == games
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        assert pool.map(answers, games) == [answers(game) for game in games]


def test_a_kept_table_depends_on_the_neighbours(tmp_path: Path) -> None:
    keys = []
    for number in (2, 3):
        folder = write(tmp_path / str(number), parity=PARITY, rest=f"def rest(n): return n % {number}")
        keys.append(store.key(parse_game(f"{folder}/parity.py"), [0, 1], [0, 1]))
    assert None not in keys
    assert keys[0] != keys[1]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("import sys; sys.exit(0)", r"SystemExit: 0 \(bad.py, line 1, in <module>\)"),
        ("raise SystemExit", "SystemExit"),
        ("1 / 0", r"ZeroDivisionError: division by zero \(bad.py, line 1"),
        ("import nowhere", "No module named 'nowhere'"),
        ("from beside import nothing", "cannot import name 'nothing' from 'beside'"),
        ("x = (", "never closed"),
        ("import parity\n", r"NameError: name 'rest' is not defined \(parity.py, line 2"),
    ],
)
def test_a_file_that_does_not_load_says_where(tmp_path: Path, text: str, told: str) -> None:
    write(tmp_path, bad=text, parity="\nrest", beside="")
    with pytest.raises(SpecError, match=f"bad.py does not load: .*{told}"):
        parse_game(f"{tmp_path}/bad.py")


@pytest.mark.parametrize("fault", ["__import__('sys').exit(7)", "1 / (secret - 3)", "exit(7)"])
def test_a_law_that_raises_is_told_with_file_action_and_secret(tmp_path: Path, fault: str) -> None:
    write(
        tmp_path,
        parity=PARITY,
        rest="",
        bad=f"""
from sleuth import Game
class Bad(Game):
    def secrets(self): return [3]
    def feedback(self, action, secret): return {fault}
""",
    )
    with pytest.raises(LawError, match=r"the law of bad \(bad.py\) raised .* for action 3 and secret 3"):
        begin(parse_game(f"{tmp_path}/bad.py"))
