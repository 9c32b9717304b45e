"""The tree of a one-step rule is the same, node by node: plain, by kernels, with symmetries, streamed."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from importlib import import_module

import numpy as np
import pytest

from sleuth import Game, parse_game, parse_strategy
from sleuth.belief.enumerated import EnumeratedSet
from sleuth.core.limit import UNLIMITED
from sleuth.core.numbered_law import brings_law
from sleuth.games.codes import kernels as pegs
from sleuth.games.codes.rules.code import Code
from sleuth.games.codes.rules.mastermind import Mastermind
from sleuth.kernels.arrays import Array, Codes, Ints
from sleuth.strategies import compiled_chooser, walk_symmetry
from sleuth.strategies.gametree import CompiledChooser, GameTree, PlainChooser, chooser, grow
from sleuth.strategies.tree_level import NodePools
from sleuth.strategies.walk_symmetry import WalkSymmetry

making = import_module("sleuth.core.tabulate")
GAMES = (
    "mastermind:pegs=3,colours=5",
    "mastermind:pegs=4,colours=3",
    "mastermind:pegs=3,jar=2-2-1-1",
    "simple-mastermind:pegs=3,colours=4",
    "bulls-and-cows:length=3,symbols=6",
    "black-box:size=4,atoms=2",
    "fake-coin:coins=7",
    "treasure-hunt:cells=9",
    "low-middle-high:numbers=12",
)
RULES = (
    "entropy",
    "minimax",
    "size:only_possible=true",
    "parts:ties=entropy+possible",
    "minimax:ties=size+lex",
    "sharma-mittal:order=2,degree=0.5",
    "sharma-mittal:order=2,degree=-3",
)


@contextmanager
def streamed(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Every game with a law on numbers is streamed."""
    with monkeypatch.context() as patch:
        patch.setattr(making, "STREAM_CELLS", 1)
        patch.setattr(making, "_remembered", lambda game: [])
        yield


def tree_of(game: Game, rule: str, plain: bool = False) -> GameTree:
    root, strategy = EnumeratedSet(making.tabulate(game)), parse_strategy(rule)
    own = PlainChooser(root, strategy, 0, UNLIMITED) if plain else chooser(root, strategy)
    return grow(root, own)[1]


def same(left: GameTree, right: GameTree) -> bool:
    return all(np.array_equal(value, vars(right)[name]) for name, value in vars(left).items())


@pytest.fixture
def everywhere(monkeypatch: pytest.MonkeyPatch) -> None:
    """Symmetries are looked for in every game and below every node."""
    for name, value in (("WORTH", 1), ("WORTH_BELOW", 1), ("FEW", 0)):
        monkeypatch.setattr(walk_symmetry, name, value)


@pytest.mark.parametrize("spec", GAMES)
def test_all_ways_grow_one_tree(spec: str, everywhere: None, monkeypatch: pytest.MonkeyPatch) -> None:
    game = parse_game(spec)
    for rule in RULES:
        if "only_possible" in rule and not making.tabulate(game).game.goal.names:
            continue
        plain = tree_of(game, rule, plain=True)
        assert same(tree_of(game, rule), plain), rule
        with monkeypatch.context() as patch:
            patch.setattr(WalkSymmetry, "of", lambda root: None)
            assert same(tree_of(game, rule), plain), rule
        with streamed(monkeypatch):
            assert same(tree_of(game, rule), plain), rule


def test_large_nodes_are_chosen_alike(monkeypatch: pytest.MonkeyPatch) -> None:
    game = parse_game("mastermind:pegs=3,colours=5")
    plain = tree_of(game, "entropy")
    monkeypatch.setattr(compiled_chooser, "MAX_BLOCK", 500)
    monkeypatch.setattr(compiled_chooser, "LARGE", 500)
    assert same(tree_of(game, "entropy"), plain)
    with streamed(monkeypatch):
        assert same(tree_of(game, "entropy"), plain)


def test_symmetries_leave_few_actions(everywhere: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """The seven kinds of first guesses at five pegs, and what is alike after each."""
    game = Mastermind(5, 5)
    sizes: list[Ints] = []
    pools = WalkSymmetry.pools

    def noted(self: WalkSymmetry) -> NodePools:
        found = pools(self)
        sizes.append(found.sizes(5**5))
        return found

    monkeypatch.setattr(WalkSymmetry, "pools", noted)
    tree_of(game, "entropy")
    assert sizes[0].tolist() == [7]
    assert sizes[1].max() < 5**5 / 8
    assert sizes[2].min() < 5**5


def test_groups_too_large_to_list_are_drawn_from(everywhere: None, monkeypatch: pytest.MonkeyPatch) -> None:
    game = parse_game("bulls-and-cows:length=3,symbols=6")
    plain = tree_of(game, "entropy", plain=True)
    monkeypatch.setattr(walk_symmetry, "MAX_MEMBERS", 4)
    assert same(tree_of(game, "entropy"), plain)


def test_a_set_in_the_middle_has_no_symmetries_of_the_start(everywhere: None) -> None:
    game = parse_game("mastermind:pegs=3,colours=4")
    info = EnumeratedSet(making.tabulate(game)).observe((0, 1, 2), (1, 0))
    strategy = parse_strategy("entropy")
    _, tree = grow(info, chooser(info, strategy))
    _, plain = grow(info, PlainChooser(info, strategy, 0, UNLIMITED))
    assert same(tree, plain)


def test_a_chooser_forgets_where_a_tree_began(everywhere: None) -> None:
    """Who chooses for other sets after a tree was grown gets what those sets want."""
    game = parse_game("mastermind:pegs=3,colours=4")
    root, strategy = EnumeratedSet(making.tabulate(game)), parse_strategy("entropy")
    own = chooser(root, strategy)
    assert isinstance(own, CompiledChooser)
    first = grow(root, own)[1]
    assert same(grow(root, own)[1], first)
    assert own._symmetry is None


# Streams.


class Measured(pegs.PegLaw):
    """Counts the cells of the blocks that it fills."""

    cells: list[int]

    def fill(self, secrets: Ints, out: Codes) -> None:
        Measured.cells.append(out.size)
        super().fill(secrets, out)

    def only(self, actions: Ints) -> Measured:
        law = object.__new__(Measured)
        law.__dict__.update(vars(super().only(actions)))
        return law


def test_memory_stays_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    """No block is larger than it may be, and the table is not made."""
    Measured.cells = []
    monkeypatch.setattr(pegs, "PegLaw", Measured)
    monkeypatch.setattr(compiled_chooser, "BLOCK_CELLS", 1 << 12)
    monkeypatch.setattr(compiled_chooser, "MAX_BLOCK", 1 << 16)
    monkeypatch.setattr(compiled_chooser, "LARGE", 1 << 16)
    monkeypatch.setattr("sleuth.belief.streamed_outcomes.BLOCK_CELLS", 1 << 12)
    monkeypatch.setattr("sleuth.belief.enumerated.COMPUTED_CELLS", 1 << 12)
    game = Mastermind(4, 5)
    stored = tree_of(game, "entropy")
    with streamed(monkeypatch):
        root = EnumeratedSet(making.tabulate(game))
        tree = grow(root, chooser(root, parse_strategy("entropy")))[1]
        assert root.tables.stored is None
    assert same(tree, stored)
    assert 5**4 * 5**4 > 1 << 17
    assert max(Measured.cells) <= 1 << 16


def test_the_table_is_made_for_who_wants_it(monkeypatch: pytest.MonkeyPatch) -> None:
    game = parse_game("bulls-and-cows:length=3,symbols=6")
    whole = making.tabulate(game)
    with streamed(monkeypatch):
        tables = making.tabulate(game)
        assert tables.stored is None
        some = np.array([3, 50, 119], np.int32)
        assert np.array_equal(tables.block(some, some + 0), whole.block(some, some))
        assert np.array_equal(tables.column(7, some), whole.column(7, some))
        assert np.array_equal(tables.winning, whole.winning)
        codes = tables.codes
        assert np.array_equal(codes, whole.codes)
        assert tables.feedbacks.known() == whole.feedbacks.known()
        assert not codes.flags.writeable


def test_a_newer_twin_is_not_passed_over() -> None:
    @dataclass(frozen=True)
    class Turned(Mastermind):
        """Another law, and a twin of it, but no law on numbers."""

        def feedback(self, action: Code, secret: Code) -> object:
            return super().feedback(action, secret) == (0, 0)

        def feedback_table(self, actions: object, secrets: object) -> Array:
            return np.asarray(super().feedback_table(actions, secrets) == 0, np.uint8)  # type: ignore[arg-type]

    assert brings_law(Mastermind(3, 3))
    assert not brings_law(Turned(3, 3))
    assert not brings_law(parse_game("fake-coin:coins=5"))
