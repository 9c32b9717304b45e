"""`sleuth reproduce maheshwari-singhvi`: the law of ship after ship, lies weighed two ways, and the verdicts."""

from __future__ import annotations

import csv
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest

from sleuth.core.errors import ParameterError, WordListError
from sleuth.games.battleship.belief.placements import sea_of
from sleuth.games.battleship.kernels.chain import one_after_another
from sleuth.games.battleship.rules.game import Battleship, cells_of
from sleuth.games.battleship.rules.packing import Cell
from sleuth.games.hangman.rules import Hangman
from sleuth.lab import Claim, ClaimVerdict, Reproduction, reproduce
from sleuth.lab.reproduce.hangman_lies import CAREFUL, PLAYERS, TRUSTING, HangmanPlays, draw_phrases, questions
from sleuth.lab.reproduce.ship_after_ship import ship_after_ship

WORDS = "able acid aged also area army away baby back ball band bank base bath bear beat been beer bell belt best bill"
SHORT = "ace act add age ago aid aim air all and ant any ape arm art ash ask bad bag ban bar bat bay bed bee beg bet"


@pytest.fixture(scope="module")
def done(tmp_path_factory: pytest.TempPathFactory) -> Reproduction:
    folder = tmp_path_factory.mktemp("maheshwari-singhvi")
    file = folder / "words.txt"
    file.write_text("\n".join([*WORDS.split(), *SHORT.split()]))
    return reproduce("maheshwari-singhvi", folder, quick=True, trials=6, words=str(file))


def claim(done: Reproduction, published: str) -> Claim:
    (one,) = (claim for claim in done.claims if claim.published.startswith(published))
    return one


@pytest.mark.parametrize(
    ("published", "verdict", "ours"),
    [
        ("a ship of 5 has 2 placements with (1,1)", ClaimVerdict.HOLDS, "2 and 10 placements"),
        ("roughly 3 x 10^10", ClaimVerdict.HOLDS, "30,093,975,536"),
        ("equally likely boards do not make", ClaimVerdict.HOLDS, "from 0.0800 (corner) to 0.2136 (centre)"),
        ("at most 200 possible placements", ClaimVerdict.HOLDS, "180 for length 2, 160 for length 3"),
        ("placing one ship at a time", ClaimVerdict.HOLDS, "760 in place of 77,414,400,000"),
        ("boards made ship after ship", ClaimVerdict.FALSE, "corner 0.0743 in place of 0.0800, centre 0.2236"),
        ("placing five ships on the empty board", ClaimVerdict.HOLDS, "the fewest places ever left to a ship are 44"),
        ("this rare sort of impossibility", ClaimVerdict.NOT_CHECKABLE, "0.9444 of the boards"),
        ("two hits side by side", ClaimVerdict.FALSE, "one ship with 0.7963"),
        ("4 + 3 could also be interpreted as 5 + 2", ClaimVerdict.HOLDS, "4,146,228 boards"),
        ("the most information in one step", ClaimVerdict.FALSE, "the likeliest cell"),
        ("the procedure", ClaimVerdict.NOT_CHECKABLE, "on the same 6 boards (seed 0)"),
        ("APPLE PIE", ClaimVerdict.HOLDS, "****e **e and no are the answers"),
        ("asking the likeliest letter", ClaimVerdict.FALSE, "takes 4 questions, the best strategy 3.75"),
        ("q = 1 - product", ClaimVerdict.HOLDS, "a list of 104"),
        ("with a lie: w = E[S]", ClaimVerdict.FALSE, "80 have an e (0.769)"),
        ("p(s) = |s| / sum |s|", ClaimVerdict.FALSE, "words of 3, a denied: 4 without it, 23 with it"),
        ("a letter denied twice is no lie", ClaimVerdict.HOLDS, "0 after two"),
    ],
)
def test_verdicts(done: Reproduction, published: str, verdict: ClaimVerdict, ours: str) -> None:
    assert claim(done, published).verdict is verdict
    assert ours in claim(done, published).ours


def test_what_is_written(done: Reproduction, tmp_path: Path) -> None:
    files = {path.name for path in done.write(tmp_path)}
    tables = {"claims.csv", "prior.csv", "shots.csv", "shots-by-board.csv", "hangman.csv", "lies.csv"}
    assert files == tables | {"prior.svg", "shots.svg", "lies.svg"}
    rows = list(csv.DictReader((tmp_path / "prior.csv").read_text().splitlines()))
    for column in ("all boards equally likely", "ship after ship"):
        assert sum(float(row[column]) for row in rows) == pytest.approx(17, abs=1e-6)
    boards = list(csv.reader((tmp_path / "shots-by-board.csv").read_text().splitlines()))
    assert boards[0] == ["board", "hit-probability", "maheshwari-singhvi", "entropy"]
    assert len(boards) == 1 + 6


def brute_force(game: Battleship) -> tuple[dict[Cell, Fraction], Fraction]:
    """Every way to place ship after ship, the shortest first: the cells of finished boards, and what gets stuck."""
    cells, stuck = dict.fromkeys(game.actions(), Fraction(0)), Fraction(0)
    lines = [(a, b) for a in cells for b in cells if a <= b and (a[0] == b[0] or a[1] == b[1])]

    def place(lengths: list[int], taken: frozenset[Cell], chance: Fraction) -> None:
        nonlocal stuck
        if not lengths:
            for cell in taken:
                cells[cell] += chance
            return
        ships = [frozenset(cells_of(line)) for line in lines if len(cells_of(line)) == lengths[0]]
        free = [ship for ship in ships if not ship & taken]
        if not free:
            stuck += chance
        for ship in free:
            place(lengths[1:], taken | ship, chance / len(free))

    place(sorted(game.ships), frozenset(), Fraction(1))
    return {cell: chance / (1 - stuck) for cell, chance in cells.items()}, stuck


@pytest.mark.parametrize(("size", "fleet"), [("4", "3-2-2"), ("3x4", "3-2-2"), ("3", "3-2-2"), ("4", "3-2")])
def test_the_law_of_ship_after_ship_is_that_of_all_ways_to_place(size: str, fleet: str) -> None:
    game = Battleship(size=size, fleet=fleet)
    cells, stuck = brute_force(game)
    law = ship_after_ship(game)
    assert law.chances.ravel() == pytest.approx([float(chance) for chance in cells.values()], abs=1e-12)
    assert law.stuck == pytest.approx(float(stuck), abs=1e-12)
    assert (law.fewest == 0) == (stuck > 0)


def test_the_law_of_the_whole_fleet_is_what_sampling_tends_to(done: Reproduction) -> None:
    sea, boards = sea_of(Battleship()), 200_000
    chances = np.array([float(str(row[3])) for row in dict(done.numbers)["prior"][1:]])
    counts, _ = one_after_another(sea.waters, np.array([3, 2, 2, 1, 0]), sea.waters.every, boards, 0)
    errors = np.sqrt(chances * (1 - chances) / boards)
    assert (np.abs(counts @ sea.on / boards - chances) / errors).max() < 4.5
    assert chances[0] == pytest.approx(0.0742733, abs=1e-7)
    assert chances[44] == pytest.approx(0.2235637, abs=1e-7)


def test_ships_that_may_not_touch_are_not_placed() -> None:
    with pytest.raises(ParameterError, match="two or more ships that may touch"):
        ship_after_ship(Battleship(touching=False))


@pytest.fixture
def phrases(tmp_path: Path) -> Hangman:
    file = tmp_path / "words.txt"
    file.write_text("\n".join([*WORDS.split(), *SHORT.split()]))
    return Hangman(words=str(file), guesses="letters", number=2)


def test_every_player_finds_every_phrase_with_and_without_a_lie(phrases: Hangman) -> None:
    drawn, lies = draw_phrases(phrases, 8, 0)
    assert draw_phrases(phrases, 4, 0) == (drawn[:4], lies[:4])
    assert all(lie in phrase for phrase, lie in zip(drawn, lies, strict=True))
    for player in PLAYERS:
        honest, lied = questions(phrases, player, drawn), questions(phrases, player, drawn, lies)
        for phrase, plain, denied in zip(drawn, honest, lied, strict=True):
            letters = len(set(phrase) - {" "})
            assert plain >= letters
            assert denied >= letters + 1  # the denied letter is asked twice


def test_a_trusting_player_reckons_with_a_lie_once_no_phrase_is_left(phrases: Hangman) -> None:
    plays = HangmanPlays(phrases, TRUSTING)
    info = plays.start(phrases.announced("able ace"), 0)
    for letter in "aeiou":
        info = plays.after(info, letter, "no")
    assert info.lies.most == 1
    assert CAREFUL.most == 1


def test_a_list_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(WordListError, match="there is no word file"):
        reproduce("maheshwari-singhvi", tmp_path, quick=True, words=str(tmp_path / "none.txt"))
