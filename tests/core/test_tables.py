"""From a law to integers: the plain law and its twin, the disk, and what goes wrong."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from importlib import import_module
from itertools import count
from mmap import mmap
from pathlib import Path
from runpy import run_path
from types import SimpleNamespace

import numpy as np
import pytest

from sleuth import Game, Goal, begin, evaluate, parse_game, parse_strategy, tabulate
from sleuth.core import table_files as store
from sleuth.core.errors import LawError, ParameterError, TooLargeError

making = import_module("sleuth.core.tabulate")

damaged_caches = SimpleNamespace(**run_path(str(Path(__file__).parents[2] / "benchmarks" / "damaged_caches.py")))


@dataclass(frozen=True)
class Plain(Game):
    """Guess a number by its remainder."""

    most: int = 60
    fault: str = ""

    def secrets(self) -> Iterable[int]:
        return range(self.most)

    def feedback(self, action: int, secret: int) -> object:
        if self.fault == "list":
            return [action == secret]
        if self.fault == "raise" and action == 3:
            raise ZeroDivisionError("oh")
        return action == secret, (secret - action) % 7


def test_the_plain_law_is_tabulated() -> None:
    game = Plain()
    made = tabulate(game, keep=False)
    assert made.codes is not None
    for a, action in enumerate(made.actions):
        for s, secret in enumerate(made.secrets):
            assert made.feedbacks.value(int(made.codes[s, a])) == game.feedback(action, secret)


def a_clock() -> SimpleNamespace:
    """A tenth of a second passes between any two looks at it, so that work is worth spreading."""
    return SimpleNamespace(monotonic=count(0, 0.1).__next__)


def test_all_cores_give_the_same_table(monkeypatch: pytest.MonkeyPatch) -> None:
    one = tabulate(Plain(300), keep=False)
    monkeypatch.setattr(making, "WORTH_SPREADING", 0.0)
    monkeypatch.setattr(making, "workers", lambda: 2)
    monkeypatch.setattr(making, "time", a_clock())
    two = tabulate(Plain(300), keep=False)
    assert one.codes is not None
    assert two.codes is not None
    assert (one.codes == two.codes).all()
    assert one.feedbacks.known() == two.feedbacks.known()


def test_a_law_that_misbehaves_is_named() -> None:
    with pytest.raises(LawError, match=r"returned a list \(\[True\]\) for action 0 and secret 0; .* return a tuple"):
        tabulate(Plain(5, "list"))
    with pytest.raises(LawError, match="raised ZeroDivisionError: oh for action 3 and secret 0"):
        tabulate(Plain(5, "raise"))


@dataclass
class Thawed(Game):
    """Not frozen, so not hashable."""

    def secrets(self) -> Iterable[int]:
        return range(3)

    def feedback(self, action: int, secret: int) -> bool:
        return action == secret


def test_a_game_that_is_not_frozen_is_told_so() -> None:
    with pytest.raises(ParameterError, match="frozen=True"):
        tabulate(Thawed())


class Twice(Plain):
    def secrets(self) -> Iterable[int]:
        return [1, 2, 1]


class Nothing(Plain):
    def secrets(self) -> Iterable[int]:
        return []


class Lists(Plain):
    def secrets(self) -> Iterable[list[int]]:
        return [[1], [2]]


@pytest.mark.parametrize(
    ("kind", "told"), [(Twice, "lists the secret 1 twice"), (Nothing, "has no secrets"), (Lists, "not hashable")]
)
def test_bad_lists_of_secrets(kind: type[Plain], told: str) -> None:
    with pytest.raises((ParameterError, LawError), match=told):
        tabulate(kind())


class Negative(Plain):
    def prior(self, secret: int) -> float:
        return -1.0 if secret == 4 else 1.0


class Zero(Plain):
    def prior(self, secret: int) -> float:
        return 0.0 if secret else 2.0


def test_priors() -> None:
    with pytest.raises(ParameterError, match=r"prior of 4 is -1.0"):
        tabulate(Negative())
    made = tabulate(Zero())
    assert (list(made.secrets), made.uniform, len(made.actions)) == ([0], True, 60)


def test_a_game_too_large_offers_the_sampled_set() -> None:
    with pytest.raises(TooLargeError, match=r"429,981,696 secrets, too many to list .*--belief sampled"):
        tabulate(parse_game("mastermind:pegs=8,colours=12"))


def test_rows_on_demand_agree_with_the_table(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for game in (Plain(40), parse_game("bulls-and-cows:length=3,symbols=5"), parse_game("mastermind:pegs=2,jar=3-2-1")):
        whole = evaluate(game, parse_strategy("entropy"))
        with monkeypatch.context() as patch:
            patch.setenv("SLEUTH_TABLE_BYTES", "10")
            patch.setenv("SLEUTH_CACHE", str(tmp_path))  # a slow machine may have kept the table on disk
            patch.setattr(making, "_remembered", lambda game: [])
            made = tabulate(game)
            assert made.codes is None
            lazy = evaluate(game, parse_strategy("entropy"))
        assert (lazy.steps == whole.steps).all()


@pytest.fixture
def disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("SLEUTH_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr(making, "WORTH_KEEPING", -1.0)
    monkeypatch.setattr(making, "_remembered", lambda game: [])
    return tmp_path / "cache" / "tables"


def test_tables_are_kept_on_disk(disk: Path) -> None:
    game = Plain(30)
    fresh, again = tabulate(game), tabulate(game)
    assert [p.suffix for p in sorted(disk.iterdir())] == [".json", ".npy"]
    assert fresh.codes is not None
    assert again.codes is not None
    assert (again.codes == fresh.codes).all()
    assert (np.load(next(disk.glob("*.npy"))) == fresh.codes).all()
    assert again.feedbacks.known() == fresh.feedbacks.known()


def test_large_tables_are_mapped_and_survive_their_files(disk: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store, "MAP_BYTES", 0)
    fresh, again = tabulate(Plain(30)), tabulate(Plain(30))
    assert fresh.codes is not None
    assert again.codes is not None
    base = again.codes
    while isinstance(base, np.ndarray):
        base = base.base
    assert isinstance(base.obj if isinstance(base, memoryview) else base, mmap)
    tabulate(Plain(31))  # another table is written, and this one is removed
    for path in disk.iterdir():
        path.unlink()
    assert (again.codes == fresh.codes).all()


def saved(game: Game, disk: Path) -> Path:
    """A table on disk: the file of its codes."""
    before = set(disk.glob("*.npy"))
    tabulate(game)
    (path,) = set(disk.glob("*.npy")) - before
    return path


DAMAGE = {
    f"{suffix[1:]}: {name}": (suffix, damage)
    for suffix, kinds in ((".npy", damaged_caches.CODES), (".json", damaged_caches.ABOUT))
    for name, damage in kinds.items()
}


@pytest.mark.parametrize(("suffix", "damage"), DAMAGE.values(), ids=DAMAGE)
@pytest.mark.parametrize("map_bytes", [0, store.MAP_BYTES], ids=["mapped", "read"])
def test_a_damaged_table_is_made_again_with_one_line(
    suffix: str,
    damage: Callable[..., None],
    map_bytes: int,
    disk: Path,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    monkeypatch.setattr(store, "MAP_BYTES", map_bytes)
    game = Plain(30)
    sound = tabulate(game)
    path = next(disk.glob("*.npy"))
    other = saved(Plain(31), disk)
    kept = [path.read_bytes(), path.with_suffix(".json").read_bytes()]
    for seed in range(5):
        path.write_bytes(kept[0])
        path.with_suffix(".json").write_bytes(kept[1])
        caplog.clear()
        damage(np.random.default_rng(seed), path.with_suffix(suffix), [other.with_suffix(suffix)])
        if [path.read_bytes(), path.with_suffix(".json").read_bytes()] == kept:
            continue
        for _ in range(2):  # made again, then read again
            tables = tabulate(game)
            assert sound.codes is not None
            assert tables.codes is not None
            assert (tables.codes == sound.codes).all()
            assert tables.feedbacks.known() == sound.feedbacks.known()
        assert [record.message for record in caplog.records] == [
            "The cached table of plain was damaged and was made again."
        ]
        assert [path.read_bytes(), path.with_suffix(".json").read_bytes()] == kept


@pytest.mark.parametrize("missing", [".npy", ".json"])
def test_half_a_table_is_none(missing: str, disk: Path, caplog: pytest.LogCaptureFixture) -> None:
    """Whoever is stopped between the two files leaves one of them; nothing is wrong with that."""
    path = saved(Plain(30), disk)
    path.with_suffix(missing).unlink()
    assert tabulate(Plain(30)).codes is not None
    assert path.with_suffix(missing).exists()
    assert not caplog.records


def test_a_law_that_changed_behind_its_file_is_noticed(disk: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The name of a table holds the text of the law, but not that of all that the law calls."""
    tabulate(Plain(30))
    monkeypatch.setattr(Plain, "feedback", lambda self, action, secret: (action == secret, (secret + action) % 7))
    tables = tabulate(Plain(30))
    assert tables.codes is not None
    assert tables.feedbacks.value(int(tables.codes[3, 2])) == (False, 5)


def test_what_was_left_unfinished_goes_after_a_day(disk: Path) -> None:
    tabulate(Plain(30))
    old, new = disk / ".new-old", disk / ".new-new"
    for path in (old, new):
        path.touch()
    os.utime(old, (0, 0))
    tabulate(Plain(31))
    assert (old.exists(), new.exists()) == (False, True)


def test_the_key_sees_the_law_and_the_secrets(tmp_path: Path) -> None:
    text = (
        "from sleuth import Game\nclass Mine(Game):\n    def secrets(self): return range(3)\n"
        "    def feedback(self, a, s): return a == s\n"
    )
    keys = []
    for number, law in enumerate((text, text.replace("a == s", "(a == s, 1)"))):
        path = tmp_path / f"mine{number}.py"
        path.write_text(law)
        game = parse_game(str(path))
        keys.append(store.key(game, [0, 1, 2], [0, 1, 2]))
        assert store.key(game, [0, 1], [0, 1, 2]) != keys[-1]
    assert None not in keys
    assert keys[0] != keys[1]


@pytest.mark.skipif(os.geteuid() == 0, reason="root writes anywhere")
def test_a_folder_that_cannot_be_written_is_no_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tmp_path.chmod(0o500)
    monkeypatch.setenv("SLEUTH_CACHE", str(tmp_path / "no"))
    assert tabulate(Plain(10), keep=True).codes is not None


@dataclass(frozen=True)
class Costly(Game):
    """Find a cell; looking left is dear."""

    goal = Goal.KNOW

    def secrets(self) -> Iterable[int]:
        return range(4)

    def actions(self) -> Iterable[tuple[int, ...]]:
        return [(0, 1), (0,), (2,)]

    def feedback(self, action: tuple[int, ...], secret: int) -> bool:
        return secret in action

    def cost(self, action: tuple[int, ...]) -> float:
        return 5.0 if action == (0, 1) else 1.0


def test_costs_are_summed_over_the_tree() -> None:
    result = evaluate(Costly(), parse_strategy("entropy"))
    assert (result.total, result.mean, result.mean_cost) == (8, 2.0, 6.0)


def test_an_information_set_of_one_file(tmp_path: Path) -> None:
    (tmp_path / "coin.py").write_text(
        "from dataclasses import dataclass\nfrom sleuth import Game\n\n@dataclass(frozen=True)\nclass Coin(Game):\n"
        "    sides: int = 2\n    def secrets(self): return range(self.sides)\n"
        "    def feedback(self, action, secret): return action == secret\n"
    )
    game = parse_game(f"{tmp_path / 'coin.py'}:sides=3")
    assert begin(game).size == 3


@dataclass(frozen=True)
class ManyWins(Game):
    """Name a number; what wins depends on the number."""

    def secrets(self) -> Iterable[int]:
        return range(7)

    def feedback(self, action: int, secret: int) -> object:
        return f"win{action // 2}" if action == secret else abs(action - secret)


def test_each_action_may_have_its_own_winning_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = evaluate(ManyWins(), parse_strategy("entropy"))
    monkeypatch.setenv("SLEUTH_TABLE_BYTES", "0")
    monkeypatch.setattr(making, "_remembered", lambda game: [])
    assert (evaluate(ManyWins(), parse_strategy("entropy")).steps == whole.steps).all()


def test_a_game_from_a_file_runs_on_all_cores(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "slow.py").write_text(
        "import time\nfrom sleuth import Game\n\nclass Slow(Game):\n    def secrets(self): return range(30)\n"
        "    def feedback(self, action, secret):\n        time.sleep(0.001)\n        return helper(action, secret)\n\n"
        "def helper(action, secret):\n    return (action > secret) - (action < secret)\n"
    )
    monkeypatch.setattr(making, "WORTH_SPREADING", 0.1)
    monkeypatch.setattr(making, "workers", lambda: 2)
    seen: list[float] = []
    made = tabulate(parse_game(str(tmp_path / "slow.py")), lambda what, done, total: seen.append(done), keep=False)
    assert made.codes is not None
    assert {made.feedbacks.value(int(c)) for c in np.unique(made.codes)} == {-1, 0, 1}
    assert seen == sorted(seen)
    assert seen[-1] == 30


def test_a_game_that_cannot_travel_is_tabulated_here(monkeypatch: pytest.MonkeyPatch) -> None:
    class Local(Plain):
        """Holds something that cannot be pickled."""

        def __reduce__(self) -> str:
            raise AttributeError("stays at home")

    monkeypatch.setattr(making, "WORTH_SPREADING", 0.0)
    monkeypatch.setattr(making, "workers", lambda: 2)
    monkeypatch.setattr(making, "time", a_clock())
    made = tabulate(Local(20), keep=False)
    assert made.codes is not None
    assert made.codes.shape == (20, 20)
