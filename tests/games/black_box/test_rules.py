"""Black Box: rays traced by hand, laws of light, classes, the fast twin, and text."""

from __future__ import annotations

import math
import subprocess
import sys
from collections import defaultdict
from contextlib import suppress
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sleuth.core.errors import ActionError, FeedbackError, ParameterError, SecretError
from sleuth.games.black_box.rules import BlackBox


def cells(size: int, text: str) -> tuple[int, ...]:
    """`b3` -> the number of the cell, without the game's own parser."""
    return tuple(sorted((int(c[1:]) - 1) * size + "abcdefghij".index(c[0]) for c in text.split(",")))


def shoot(size: int, layout: str, port: int) -> int | str:
    atoms = cells(size, layout)
    return BlackBox(size, len(atoms)).feedback(port, atoms)


@pytest.mark.parametrize(
    ("port", "answer"),
    [
        (1, 15),  # misses everything
        (2, 19),  # down to b2, turned west
        (3, "hit"),
        (4, 7),  # down to d2, turned east
        (5, 11),
        (6, 20),
        (7, 4),
        (8, "hit"),
        (9, 12),
        (12, 9),  # up to d4, turned east
        (13, "hit"),
        (14, 17),  # up to b4, turned west
        (17, 14),  # east to b4, turned south
        (18, "hit"),
        (19, 2),
        (20, 6),
    ],
)
def test_one_atom(port: int, answer: int | str) -> None:
    #      1  2  3  4  5
    #  20  .  .  .  .  .  6
    #  19  .  .  .  .  .  7
    #  18  .  .  O  .  .  8
    #  17  .  .  .  .  .  9
    #  16  .  .  .  .  .  10
    #     15 14 13 12 11
    assert shoot(5, "c3", port) == answer


@pytest.mark.parametrize(
    ("port", "answer"), [(2, "reflect"), (3, "hit"), (4, "reflect"), (19, 14), (20, "hit"), (1, 15)]
)
def test_atom_on_the_edge(port: int, answer: int | str) -> None:
    #      1  2  3  4  5
    #  20  .  .  O  .  .  6     2 and 4 would be turned before they are in the box
    #  19  .  .  .  .  .  7     19 goes east to b2 and is turned south
    assert shoot(5, "c1", port) == answer


def test_atom_in_the_corner() -> None:
    assert [shoot(5, "a1", p) for p in (1, 2, 19, 20, 3, 18)] == ["hit", "reflect", "reflect", "hit", 13, 8]


def test_between_two_atoms() -> None:
    #      1  2  3  4  5
    #  20  .  .  .  .  .  6
    #  19  .  .  |  .  .  7
    #  18  .  O  .  O  .  8
    assert shoot(5, "b3,d3", 3) == "reflect"
    assert shoot(5, "b1,d1", 3) == "reflect"


def test_hit_comes_before_deflection() -> None:
    #  18  .  O  O  .  .  8
    assert shoot(5, "b3,c3", 2) == "hit"
    assert shoot(5, "b3,c3", 3) == "hit"
    assert shoot(5, "b1,c1", 2) == "hit"


def test_two_turns() -> None:
    #      1  2  3  4  5  6
    #  24  .  .  .  |  .  .  7
    #  23  .  .  .  |  .  O  8     turned east at d3 by c4,
    #  22  .  .  .  +--+  .  9     and south at e3 by f2
    #  21  .  .  O  .  |  .  10
    #  20  .  .  .  .  |  .  11
    #  19  .  .  .  .  |  .  12
    #     18 17 16 15 14 13
    assert shoot(6, "c4,f2", 4) == 14
    assert shoot(6, "c4,f2", 14) == 4


def test_turned_then_sent_back() -> None:
    # As above, but the ray runs into the gap between f2 and f4, and retraces its way.
    assert shoot(6, "c4,f2,f4", 4) == "reflect"


def test_smallest_box() -> None:
    game = BlackBox(1, 1)
    assert list(game.secrets()) == [(0,)]
    assert {game.feedback(p, (0,)) for p in game.actions()} == {"hit"}


@st.composite
def boxes(draw: st.DrawFn) -> tuple[BlackBox, tuple[int, ...]]:
    size = draw(st.integers(1, 6))
    atoms = draw(st.integers(1, min(5, size * size)))
    layout = draw(st.sets(st.integers(0, size * size - 1), min_size=atoms, max_size=atoms))
    return BlackBox(size, atoms), tuple(sorted(layout))


@given(boxes())
def test_light_runs_both_ways(box: tuple[BlackBox, tuple[int, ...]]) -> None:
    game, layout = box
    for port in game.actions():
        out = game.feedback(port, layout)
        assert out != port
        if isinstance(out, int):
            assert game.feedback(out, layout) == port


@given(boxes())
def test_a_mirrored_box_mirrors_the_rays(box: tuple[BlackBox, tuple[int, ...]]) -> None:
    game, layout = box
    n = game.size
    flipped = tuple(sorted(cell // n * n + n - 1 - cell % n for cell in layout))

    def mirror(out: int | str) -> int | str:
        return out if isinstance(out, str) else (n - out) % (4 * n) + 1

    for port in game.actions():
        assert game.feedback(int(mirror(port)), flipped) == mirror(game.feedback(port, layout))


def same_partition(game: BlackBox, layouts: list[tuple[int, ...]]) -> None:
    """The integers of the twin are equal exactly where the law gives the same answer."""
    table = game.feedback_table(game.actions(), layouts)
    assert table.shape == (4 * game.size, len(layouts))
    pairs = {
        (int(table[i, j]), game.feedback(port, layout))
        for i, port in enumerate(game.actions())
        for j, layout in enumerate(layouts)
    }
    assert len(pairs) == len({code for code, _ in pairs}) == len({answer for _, answer in pairs})


SMALL = [(4, 1), (4, 2), (4, 3), (5, 3)]


@pytest.mark.parametrize(("size", "atoms"), SMALL)
def test_twin_equals_law(size: int, atoms: int) -> None:
    same_partition(BlackBox(size, atoms), list(combinations(range(size * size), atoms)))


@settings(deadline=None)  # the first call may compile the kernel
@given(boxes())
def test_twin_equals_law_elsewhere(box: tuple[BlackBox, tuple[int, ...]]) -> None:
    same_partition(box[0], [box[1]])


def test_twin_takes_some_ports_in_any_order() -> None:
    game = BlackBox(5, 3)
    layouts = list(game.secrets())
    whole = game.feedback_table(game.actions(), layouts)
    for ports in ([7], [20, 3, 11], [4, 4, 1]):
        assert np.array_equal(game.feedback_table(ports, layouts), whole[[p - 1 for p in ports]])
    assert game.feedback_table(game.actions(), []).shape == (20, 0)
    assert game.feedback_table([], layouts).shape == (0, len(layouts))


@pytest.mark.parametrize(("size", "atoms"), [*SMALL, (2, 2), (3, 4), (3, 9), (4, 12)])
def test_classes(size: int, atoms: int) -> None:
    game = BlackBox(size, atoms)
    classes = defaultdict(list)
    for layout in combinations(range(size * size), atoms):
        classes[tuple(game.feedback(p, layout) for p in game.actions())].append(layout)
    assert list(game.secrets()) == sorted(group[0] for group in classes.values())
    for group in classes.values():
        assert game.prior(group[0]) == len(group)
        assert {game.representative(layout) for layout in group} == {group[0]}


@pytest.mark.parametrize(("size", "atoms"), [(3, 4), (5, 3), (5, 5), (8, 3)])
def test_weights_count_every_layout(size: int, atoms: int) -> None:
    game = BlackBox(size, atoms)
    assert sum(map(game.prior, game.secrets())) == math.comb(size * size, atoms)


def test_layouts_that_no_ray_tells_apart() -> None:
    # Every ray that might show which corner has the atom is hit, or sent back, either way:
    #
    #    O . O . . . . .        . . O . . . . .
    #    . . . . . . . .        . . . . . . . .
    #     (five more)             (five more)
    #    . . O . . . . .        O . O . . . . .
    game = BlackBox(8, 3)
    first, second = cells(8, "a1,c1,c8"), cells(8, "c1,a8,c8")
    assert all(game.feedback(p, first) == game.feedback(p, second) for p in game.actions())
    assert game.parse_secret("a8,c1,c8") == first
    assert game.prior(first) == 2
    assert game.prior(second) == 0
    assert first in game.secrets()
    assert second not in game.secrets()


def test_goal_and_spec() -> None:
    assert BlackBox.goal.knows
    assert str(BlackBox()) == "black-box:size=5,atoms=3"
    assert BlackBox.from_parameters({"size": "4", "atoms": "2"}) == BlackBox(4, 2)
    assert len(BlackBox.summary()) < 80


@pytest.mark.parametrize(
    ("size", "atoms", "told"),
    [
        (0, 1, "size is 1 to 26, not 0"),
        (27, 1, "not 27"),
        (3, 0, r"atoms is 1 to 9 .*, not 0"),
        (3, 10, "not 10"),
        (8, 5, "7,624,512 layouts; at most 2,000,000"),
        (26, 300, r"about 10\^\d+ layouts"),
    ],
)
def test_refuses(size: int, atoms: int, told: str) -> None:
    with pytest.raises(ParameterError, match=told):
        BlackBox(size, atoms)


def test_text_round_trips() -> None:
    game = BlackBox(4, 2)
    for secret in game.secrets():
        assert game.parse_secret(game.format_secret(secret)) == secret
    for port in game.actions():
        assert game.parse_action(game.format_action(port)) == port
        for secret in game.secrets():
            answer = game.feedback(port, secret)
            assert game.parse_feedback(game.format_feedback(answer), port) == answer


def test_text() -> None:
    game = BlackBox()
    assert game.format_secret((0, 11, 24)) == "a1,b3,e5"
    assert game.parse_secret(" E5, b3 A1 ") == (0, 11, 24)
    assert game.format_action(7) == "7"
    assert [game.format_feedback(f) for f in ("hit", "reflect", 12)] == ["hit", "reflect", "12"]
    assert [game.parse_feedback(t, 7) for t in ("HIT", " r ", "12", "7")] == ["hit", "reflect", 12, "reflect"]


@pytest.mark.parametrize(
    "text", ["", "a1", "a1,b2", "a1,b2,b2", "a1,b2,c3,d4", "a1,b2,f1", "a0,b2,c3", "a1,b2,7", "a1,b2,a²"]
)
def test_bad_secret(text: str) -> None:
    with pytest.raises(SecretError) as told:
        BlackBox().parse_secret(text)
    assert "\n" not in str(told.value)


@pytest.mark.parametrize("text", ["", "0", "21", "-1", "x", "1.5", "²", "9" * 5000])
def test_bad_port(text: str) -> None:
    game = BlackBox()
    with pytest.raises(ActionError, match="ports are 1 to 20"):
        game.parse_action(text)
    with pytest.raises(FeedbackError, match="hit, reflect"):
        game.parse_feedback(text, 1)


@settings(deadline=None)
@given(st.text(max_size=12))
def test_any_text_is_read_or_refused(text: str) -> None:
    game = BlackBox(3, 2)
    for parse, error in ((game.parse_secret, SecretError), (game.parse_action, ActionError)):
        with suppress(error):
            parse(text)


@pytest.mark.parametrize("kernels", ["black_box", "wordle"])
def test_warm_compiles_all_that_the_games_call(kernels: str) -> None:
    # In a process of its own: here other tests have compiled the kernels already.
    check = f"""
import sys
from sleuth.games.black_box.rules import BlackBox
from sleuth.games.wordle.rules import Wordle
assert "numba" not in sys.modules
from sleuth.games.{kernels} import kernels as module
module.warm()
compiled = [f for f in vars(module).values() if hasattr(f, "signatures")]
before = [len(f.signatures) for f in compiled]
if "{kernels}" == "black_box":
    BlackBox(3, 2).feedback_table([1, 2], BlackBox(3, 2).secrets())
else:
    for length in (5, 6):
        game = Wordle(length=length)
        game.feedback_table(game.actions()[:3], game.secrets()[:3])
assert compiled
assert before == [len(f.signatures) for f in compiled]
"""
    done = subprocess.run([sys.executable, "-c", check], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
