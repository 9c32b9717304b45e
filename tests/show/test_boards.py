from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.util import find_spec
from io import StringIO
from itertools import combinations, islice
from pathlib import Path
from typing import Literal

import pytest
from rich.console import Console, RenderableType
from rich.text import Text

from sleuth.belief.base import InformationSet
from sleuth.belief.begin import begin, listable
from sleuth.belief.sampled import Effort, SampledSet
from sleuth.core.game import Game, Goal, Secret
from sleuth.core.game_spec import game_names, parse_game
from sleuth.core.history import History
from sleuth.core.offers import count_of
from sleuth.games.black_box.board import text as rays
from sleuth.games.black_box.rules import BlackBox
from sleuth.games.codes.rules.bulls_and_cows import BullsAndCows
from sleuth.games.codes.rules.mastermind import Mastermind
from sleuth.games.fake_coin.board import text as scale
from sleuth.games.fake_coin.rules import FakeCoin
from sleuth.games.guess_who.rules import GuessWho
from sleuth.games.treasure_hunt.rules import TreasureHunt
from sleuth.games.wordle.board import text as tiles
from sleuth.games.wordle.rules import Wordle
from sleuth.show import ink
from sleuth.show import number_line as line
from sleuth.show.board import board
from sleuth.show.drawings import drawing
from sleuth.strategies.greedy import Entropy

needs_words = pytest.mark.skipif(find_spec("spellchecker") is None, reason="needs pyspellchecker")
BOTH_WAYS = [pytest.param(True, id="coloured"), pytest.param(False, id="plain")]
LISTED = [name for name in game_names() if listable(parse_game(name))]
"""Games whose information set is a list; the others have tests of their own."""
OTHERS = (
    "mastermind:pegs=8,colours=12",
    "mastermind:jar=4-2-1-1",
    "bulls-and-cows:length=3,symbols=12",
    "fake-coin:coins=13,sign=lighter",
    "treasure-hunt:cells=300",
    "treasure-hunt:cells=144,questions=line",
    "treasure-hunt:cells=3000,questions=line",
    "low-middle-high:numbers=300",
    "number:numbers=5000",
    "black-box:size=4,atoms=4",
    "black-box:size=24,atoms=1",
)


def printed(drawn: RenderableType, coloured: bool = False, width: int = 80) -> str:
    """What a terminal of 80 columns shows, with or without colour."""
    file = StringIO()
    system: Literal["truecolor"] | None = "truecolor" if coloured else None
    Console(file=file, width=width, force_terminal=coloured, color_system=system, no_color=not coloured).print(drawn)
    return "\n".join(text.rstrip() for text in file.getvalue().splitlines())


def words(text: str) -> str:
    """The text without escape codes, and without the blanks and line ends that folding put in."""
    return re.sub(r"\s|\x1b\[[0-9;]*m", "", text)


def start(game: Game) -> InformationSet:
    number = count_of(game)
    return (
        begin(game) if number is None or number < 1_000_000 else SampledSet(game, effort=Effort(50, 2000, 50, 100, 50))
    )


def play(info: InformationSet, secret: Secret, most: int = 12) -> Iterator[InformationSet]:
    """The information sets of a play with the entropy strategy, at most so many."""
    yield info
    for _ in range(most):
        if info.over:
            return
        action = Entropy().decide(info).action
        info = info.observe(action, info.game.feedback(action, secret))
        yield info


def some_secret(info: InformationSet) -> Secret:
    return info.candidates()[info.size * 2 // 3]


@pytest.mark.parametrize("coloured", BOTH_WAYS)
@pytest.mark.parametrize(
    "spec", [*(pytest.param(n, marks=needs_words) if n == "wordle" else n for n in LISTED), *OTHERS]
)
def test_every_game_is_drawn_before_in_the_middle_and_at_the_end(spec: str, coloured: bool) -> None:
    game = parse_game(spec)
    first = start(game)
    secret = some_secret(first)
    for info in play(first, secret, 2 if isinstance(first, SampledSet) else 12):
        text = printed(board(info), coloured)
        for action, feedback in info.history:
            assert words(game.format_action(action)) in words(text)
            assert words(game.format_feedback(feedback)) in words(text)
        assert f"{info.entropy:.2f}" in text
        plain = re.sub(r"\x1b\[[0-9;]*m", "", text)
        assert max(map(len, plain.splitlines())) <= 80
        assert plain.replace("\n", "").isprintable()
    told = words(printed(board(info, secret)))
    assert words(f"The secret is {game.format_secret(secret)}") in told
    if info.over:
        assert words(f"found in {len(info.history)} step") in told


@pytest.mark.parametrize("name", [n for n in LISTED if n != "wordle"])
def test_a_list_is_drawn_where_a_table_could_be(name: str) -> None:
    first = begin(parse_game(name), "enumerated")
    for info in islice(play(first, some_secret(first)), 3):
        assert f"{info.size:,}" in printed(board(info))


@dataclass(frozen=True)
class Parity(Game):
    """Is the number odd, or the one named?"""

    goal = Goal.KNOW

    def secrets(self) -> tuple[str, ...]:
        return "[red]x[/red]", "[bold]", "c\x1b[31m"

    def feedback(self, action: str, secret: str) -> str:
        return ":smile: [/]" if action == secret else "[blink]no"


def test_a_game_without_a_drawing_gets_the_table_of_steps() -> None:
    info = begin(Parity())
    info = info.observe("[bold]", "[blink]no").observe("[red]x[/red]", ":smile: [/]")
    lines = printed(board(info)).splitlines()
    assert lines[0].split() == ["step", "action", "answer", "left", "bits", "left"]
    assert lines[1].split() == ["0", "3", "█" * 12, "1.58"]
    assert lines[2].split() == ["1", "[bold]", "[blink]no", "2", "████████░░░░", "1.00"]
    assert lines[3].split() == ["2", "[red]x[/red]", ":smile:", "[/]", "1", "░" * 12, "0.00"]
    assert lines[4] == "The secret is [red]x[/red], found in 2 steps."


def test_text_cannot_reach_the_terminal_as_an_escape_code() -> None:
    assert "c�[31m" in printed(board(begin(Parity()), "c\x1b[31m"))
    assert "\x1b[31m" not in printed(board(begin(Parity()), "c\x1b[31m"), coloured=True)


def test_another_game_of_the_same_name_is_not_drawn_as_ours() -> None:
    @dataclass(frozen=True)
    class Mastermind(Game):
        def secrets(self) -> range:
            return range(3)

        def feedback(self, action: int, secret: int) -> str:
            return "warm" if action == secret else "cold"

    assert Mastermind.name == "mastermind"
    assert "cold" in printed(board(begin(Mastermind()).observe(1, "cold")))


def test_a_game_may_bring_its_drawing() -> None:
    @dataclass(frozen=True)
    class Drawn(Parity):
        pass

    @drawing(Drawn)
    def draw(game: Drawn, info: InformationSet, secret: Secret | None) -> Text:
        return Text(f"{info.size} left of {game.name}")

    assert printed(board(begin(Drawn()))) == "3 left of drawn"


def test_names_are_never_markup(tmp_path: Path) -> None:
    faces = tmp_path / "faces.csv"
    faces.write_text("name,hair\n[red]x[/red],[bold]\n[/],:cat\nZoë 山田,[link]\n".replace(":", ""), encoding="utf-8")
    info = begin(GuessWho(str(faces))).observe("[/]", False)
    text = printed(board(info))
    assert "[red]x[/red]" in text
    assert "× [/]" in text


def test_pegs_show_their_numbers_and_answers_their_marks() -> None:
    game = Mastermind()
    info = begin(game).observe((0, 0, 1, 2), (1, 2))
    assert "●0 ●0 ●1 ●2 │ ●○○·" in printed(board(info))
    coloured = printed(board(info), coloured=True)
    assert len(set(re.findall(r"38;2;[0-9;]+", coloured))) >= 3
    assert "0 1 2 3 │ ●○··" in printed(board(begin(BullsAndCows()).observe((0, 1, 2, 3), (1, 1))))


@pytest.fixture
def words_file(tmp_path: Path) -> str:
    path = tmp_path / "words"
    path.write_text("crane\nslate\nabbey\nkebab\nstraß\n", encoding="utf-8")
    return str(path)


def test_tiles_and_keys_can_be_read_without_colour(words_file: str) -> None:
    game = Wordle(words_file)
    info = begin(game).observe("kebab", game.feedback("kebab", "abbey"))
    text = printed(board(info))
    assert " k (E)[B](A)(B)" in text
    assert "(A) S  D  F  G  H  J  · " in text
    assert "\n     ß\n" in text
    assert "48;2" in printed(board(info), coloured=True)


def test_a_key_shows_the_best_mark_of_its_letter(words_file: str) -> None:
    game = Wordle(words_file)
    steps = [(word, game.feedback(word, "abbey")) for word in ("kebab", "abbey")]
    assert tiles.best_marks(begin(game).observe_all(steps).history) == {
        "k": "-", "e": "g", "b": "g", "a": "g", "y": "g",
    }  # fmt: skip


def test_the_heavy_pan_is_the_lower_one() -> None:
    left, even, right = (scale.balance(((0, 1), (2, 3)), answer).plain for answer in ("left", "even", "right"))
    assert left == "       ┌──(3,4)\n(1,2)──┘"
    assert even == "(1,2)──┴──(3,4)"
    assert right == "(1,2)──┐\n       └──(3,4)"


def test_fake_coin_shows_the_table_of_probabilities() -> None:
    info = begin(FakeCoin(4)).observe(((0,), (1,)), "left")
    assert printed(board(info)).splitlines()[-3:] == [
        "coin      1   2 3 4",
        "lighter   0 1/2 0 0",
        "heavier 1/2   0 0 0",
    ]
    turned = printed(board(begin(FakeCoin(14))))
    assert ["coin", "lighter", "heavier"] in [line.split() for line in turned.splitlines()]


def test_the_line_shows_what_is_left() -> None:
    game = TreasureHunt(4)
    text = printed(board(begin(game).observe((0, 1), False)))
    assert "1    2    3    4" in text
    assert "···· ···· ████ ████" in text
    assert "still possible: 3-4" in text
    assert line.runs([1, 2, 3, 5, 7, 8]) == "1-3, 5, 7-8"


def test_cells_are_as_dark_as_they_are_likely() -> None:
    assert "".join(map(ink.shade, (0, 0.01, 0.5, 0.9, 1))) == "·░▒▓█"
    game = TreasureHunt(6, "line")
    text = printed(board(begin(game).observe(range(3), True)))
    assert "r1   ██1 ██2 ██3" in text
    assert "r2   ··4 ··5 ··6" in text


def test_ports_show_their_answers() -> None:
    game = BlackBox(3, 1)
    history = begin(game).observe_all((port, game.feedback(port, (8,))) for port in (1, 5, 12, 9, 3)).history
    assert rays.port_marks(history) == {1: "a", 9: "a", 5: "R", 12: "b", 4: "b", 3: "H"}
    lines = printed(rays.box(game, {1: "R", 4: "a", 9: "H", 12: "b"}, "·?●" + "·" * 6)).splitlines()
    assert lines[0].split() == ["1", "2", "3"]
    assert lines[1].split() == ["R"]
    assert lines[3].split() == ["12", "b│", "·", "?", "●", "│a", "4"]
    assert lines[-2].split() == ["H"]
    assert lines[-1].split() == ["9", "8", "7"]


@pytest.mark.parametrize(("size", "atoms"), [(4, 3), (4, 5), (5, 3)])
def test_certain_cells_hold_in_every_layout_that_explains_the_answers(size: int, atoms: int) -> None:
    game = BlackBox(size, atoms)
    secrets = list(game.secrets())
    for secret in (next(s for s in secrets if game.prior(s) > 1), secrets[len(secrets) // 2]):
        *_, info = play(begin(game), secret)
        told = [
            layout
            for layout in combinations(range(size**2), atoms)
            if all(game.feedback(port, layout) == answer for port, answer in info.history)
        ]
        assert sorted(rays.possible_layouts(game, info)) == told
        for cell, sign in enumerate(rays.known(game, told)):
            held = {cell in layout for layout in told}
            assert held == {"●": {True}, "·": {False}, "?": {True, False}}[sign]


def test_black_box_draws_the_atoms_of_a_secret_and_its_twins() -> None:
    game = BlackBox(4, 5)
    secret = next(s for s in game.secrets() if game.prior(s) > 1)
    assert printed(board(begin(game), secret)).count("●") == 5 + 1  # one in the legend
    info = begin(game).observe_all((port, game.feedback(port, secret)) for port in game.actions())
    assert f"No ray tells these {game.prior(secret)} layouts apart: {game.format_secret(secret)}" in printed(
        board(info)
    )


def test_black_box_knows_no_twins_where_no_answer_is_certain() -> None:
    """Under noise every layout stays possible: a play ends with one that is likely, and not with one that is known."""
    info = begin(parse_game("black-box:size=3,atoms=1@noise:chance=0.01"))
    for port in info.actions:
        info = info.observe(port, info.game.feedback(port, (8,)))
    assert info.over
    assert info.size > 1
    assert "apart" not in printed(board(info))


def test_drawing_loads_no_plotting() -> None:
    code = "import sys, sleuth.show, sleuth.show.board; sys.exit('matplotlib' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


@pytest.mark.parametrize(("spec", "history", "lines"), [
    ("ulam:numbers=16@lies:most=1", "0-7=yes;0-3=no", ["possible with no lie: 4-7", "possible with 1 lie: 0-3, 8-15"]),
    ("number:numbers=9@lies:most=1", "5=higher", ["possible with no lie: 6-9", "possible with 1 lie: 1-4"]),
])  # fmt: skip
def test_numbers_are_listed_by_the_lies_that_they_take(spec: str, history: str, lines: list[str]) -> None:
    game = parse_game(spec)
    text = printed(board(begin(game).observe_all(History.parse(game, history))))
    assert all(one in text for one in lines)
