"""A small picture of each game, for a gallery."""

from __future__ import annotations

from collections.abc import Callable

from sleuth.core.game import Game
from sleuth.core.offers import plain_game
from sleuth.core.registry import PICTURES
from sleuth.games.battleship.rules.game import Battleship, SplooshKaboom
from sleuth.games.black_box.rules import BlackBox
from sleuth.games.codes.rules.bulls_and_cows import BullsAndCows
from sleuth.games.codes.rules.mastermind import Mastermind
from sleuth.games.codes.rules.simple_mastermind import SimpleMastermind
from sleuth.games.fake_coin.rules import FakeCoin
from sleuth.games.guess_who.board.portrait import portrait
from sleuth.games.guess_who.rules import GuessWho
from sleuth.games.hangman.rules import Hangman
from sleuth.games.low_middle_high.rules import LowMiddleHigh
from sleuth.games.number.rules import Number
from sleuth.games.treasure_hunt.rules import TreasureHunt
from sleuth.games.ulam.rules import Ulam
from sleuth.games.wordle.board.svg import tile
from sleuth.games.wordle.rules import Wordle
from sleuth.show.svg.canvas import Canvas
from sleuth.show.svg.number_line import star

WIDTH, HEIGHT = 160.0, 100.0
Picture = Callable[[Canvas], None]


def svg_picture(game: Game | type[Game]) -> str:
    """A picture of a game, 160 x 100; of a game without one, its initials among question marks."""
    kind = game if isinstance(game, type) else type(plain_game(game))
    canvas = Canvas(f"A picture of {kind.name}", width=WIDTH, height=HEIGHT)
    draw = PICTURES.inherited(kind)
    if draw is None:
        initials(canvas, kind.name)
    else:
        draw(canvas)
    return canvas.svg()


def initials(canvas: Canvas, name: str) -> None:
    """The first letters of a name on a pattern of question marks."""
    for row in range(5):
        for column in range(7):
            if not (1 <= row <= 3 and 2 <= column <= 4):
                canvas.text(12 + 22.6 * column + 6 * (row % 2) - 3, 12 + 19 * row, "?", 13, "soft")
    canvas.circle(80, 50, 30, "accent", "ink", 2)
    letters = "".join(word[0] for word in name.replace("-", " ").replace("_", " ").split()[:3]).upper() or "?"
    canvas.text(80, 50, letters, 26 if len(letters) < 3 else 20, "accent", "mid bold", width=56)


def _code(canvas: Canvas, rows: tuple[str, ...], keys: tuple[tuple[int, int], ...], whites: bool = True) -> None:
    for row, code in enumerate(rows):
        y = 22.0 + 28 * row
        for place, sign in enumerate(code):
            x = 22.0 + 26 * place
            if sign == "?":
                canvas.circle(x, y, 10, "", "ink", 1.5, "dashed")
                canvas.text(x, y, "?", 12, "paper", "mid bold")
            else:
                canvas.circle(x, y, 10.5, f"peg{sign}", "ink")
                canvas.text(x, y, sign, 11, f"peg{sign}", "mid bold")
        if row < len(keys):
            full, ring = keys[row]
            for place in range(4):
                x, at = 128.0 + 12 * (place % 2), y - 6 + 12 * (place // 2)
                if place < full:
                    canvas.circle(x, at, 4, "ink", "ink")
                elif place < full + ring and whites:
                    canvas.circle(x, at, 4, "paper", "ink", 1.8)
                else:
                    canvas.circle(x, at, 1.5, "quiet")


def mastermind(canvas: Canvas) -> None:
    """Pegs and key pegs."""
    _code(canvas, ("0142", "4125", "????"), ((1, 2), (2, 1)))


def simple_mastermind(canvas: Canvas) -> None:
    """Pegs, and key pegs of one kind."""
    _code(canvas, ("2345", "2061", "????"), ((1, 0), (2, 0)), whites=False)


def bulls_and_cows(canvas: Canvas) -> None:
    """Digits, with bulls and cows."""
    for row, (code, full, ring) in enumerate((("1234", 0, 2), ("5162", 2, 1), ("????", 0, 0))):
        for place, sign in enumerate(code):
            x, y = 14 + 26.0 * place, 12 + 28.0 * row
            canvas.rect(x, y, 22, 22, "card", "quiet")
            canvas.text(x + 11, y + 11, sign, 14, "card", "mid bold")
        for place in range(full + ring):
            x, y = 128.0 + 11 * place, 23 + 28.0 * row
            canvas.circle(x, y, 4, "ink" if place < full else "paper", "ink", 1.8)


def fake_coin(canvas: Canvas) -> None:
    """A balance that tilts."""
    canvas.path("M62 88h36M80 88V26", "", "ink", 4)
    canvas.line(34, 36, 126, 16, "ink", 3.5)
    for x, y, count in ((34.0, 36.0, 3), (126.0, 16.0, 3)):
        canvas.path(f"M{x - 22:g} {y + 34:g}L{x:g} {y:g}L{x + 22:g} {y + 34:g}", "", "quiet", 1.2)
        canvas.path(f"M{x - 26:g} {y + 34:g}h52l-6 5h-40Z", "quiet", "ink")
        for place in range(count):
            canvas.circle(x + 14 * (place - 1), y + 27, 6.5, "coin", "ink")
    canvas.circle(80, 26, 4, "coin", "ink")


def treasure_hunt(canvas: Canvas) -> None:
    """Cells, some dark, and one star."""
    shares = (0, 0.25, 0.5, 0.25, 0, 0.25, 0.8, 1, 0.5, 0, 0, 0.25, 0.5, 0.25, 0)
    for place, share in enumerate(shares):
        x, y = 17 + 25.6 * (place % 5), 12 + 26.0 * (place // 5)
        canvas.rect(x, y, 23, 23, "paper", "quiet")
        if share:
            canvas.rect(x, y, 23, 23, "heat", "quiet", opacity=share)
    star(canvas, 17 + 25.6 * 2 + 11.5, 12 + 26 + 11.5, 9)


def low_middle_high(canvas: Canvas) -> None:
    """A line in three parts."""
    for x, wide, word, share in ((10.0, 40.0, "low", 0.25), (52.0, 56.0, "middle", 1.0), (110.0, 40.0, "high", 0.25)):
        canvas.rect(x, 34, wide, 32, "paper", "quiet")
        canvas.rect(x, 34, wide, 32, "heat", "quiet", opacity=share)
        canvas.text(x + wide / 2, 50, word, 13, "heat", "mid bold")
    for x in (51.0, 109.0):
        canvas.line(x, 24, x, 76, "ink", 3)


def number(canvas: Canvas) -> None:
    """A number, and the way to the secret."""
    canvas.line(12, 72, 148, 72, "quiet", 3)
    for place in range(9):
        canvas.line(12 + 17 * place, 66, 12 + 17 * place, 78, "quiet", 1.5)
    canvas.rect(84, 67, 60, 10, "heat", "ink")
    canvas.text(52, 36, "42", 36, "paper", "mid bold")
    canvas.line(63, 58, 63, 86, "ink", 3)
    canvas.path("M90 36h24m-8 -8l8 8l-8 8", "", "ink", 3)
    canvas.text(134, 36, "?", 34, "paper", "mid bold")


def ulam(canvas: Canvas) -> None:
    """Numbers, a set of them, and an answer that may be a lie."""
    for place in range(16):
        x, y = 14 + 22.0 * (place % 4), 8 + 21.5 * (place // 4)
        asked = place in (1, 2, 5, 6, 7, 12)
        canvas.rect(x, y, 19, 19, "paper", "ink" if asked else "quiet", line=2 if asked else 1)
        if asked:
            canvas.rect(x, y, 19, 19, "heat", "ink", line=2, opacity=0.6)
        canvas.text(x + 9.5, y + 9.5, str(place), 10, "heat" if asked else "soft")
    for y, word, on in ((24.0, "yes", "right"), (50.0, "no", "absent"), (76.0, "lie?", "card")):
        canvas.rect(112, y - 10, 38, 20, on, "quiet", r=10)
        canvas.text(131, y, word, 12, on, "mid bold")


def black_box(canvas: Canvas) -> None:
    """A grid, an atom, and a ray that it bends."""
    for row in range(4):
        for column in range(4):
            canvas.rect(42 + 19.0 * column, 12 + 19.0 * row, 19, 19, "paper", "quiet", r=0)
    canvas.circle(108.5, 40.5, 6.5, "ink", "ink")
    canvas.path("M24 59.5H86.5V98", "", "orange", 3)
    canvas.path("M82 91l4.5 7l4.5 -7", "", "orange", 3)
    canvas.rect(42, 12, 76, 76, "", "ink", r=1, line=2.5)
    canvas.text(14, 59.5, "a", 14, "paper", "mid bold")
    canvas.text(132, 40.5, "H", 14, "paper", "mid bold")


def wordle(canvas: Canvas) -> None:
    """Tiles."""
    for row, (word, marks) in enumerate((("crane", "-y--g"), ("title", "----g"), ("sleuth"[:5], "ggg--"))):
        for place, letter in enumerate(word):
            tile(canvas, 12 + 27.6 * place, 8 + 28.6 * row, 25, letter, marks[place])


def guess_who(canvas: Canvas) -> None:
    """Three faces, one of them crossed."""
    looks = (
        {"hair": "red", "length": "long", "eyes": "green", "glasses": "yes", "smile": "yes"},
        {"hair": "black", "eyes": "brown", "beard": "yes", "smile": "yes"},
        {"hair": "blond", "eyes": "blue", "moustache": "yes", "nose": "big"},
    )
    for place, look in enumerate(looks):
        x = 29.0 + 51 * place
        canvas.rect(x - 24, 10, 48, 80, "card", "quiet")
        with canvas.group("faded" if place == 2 else ""):
            portrait(canvas, x, 52, look)
        if place == 2:
            canvas.path(f"M{x - 16:g} 22L{x + 16:g} 78M{x + 16:g} 22L{x - 16:g} 78", "", "ink", 3)


def battleship(canvas: Canvas) -> None:
    """The sea with hits and misses."""
    signs = ("..o....", ".xxx.o.", "......o", ".o..x..")
    for row, line in enumerate(signs):
        for column, sign in enumerate(line):
            x, y = 10 + 20.0 * column, 10 + 20.0 * row
            canvas.rect(x, y, 20, 20, "hit" if sign == "x" else "card" if sign == "o" else "paper", "quiet", r=0)
            if sign == "x":
                canvas.path(f"M{x + 6:g} {y + 6:g}l8 8m0 -8l-8 8", "", "on-light", 2)
            elif sign == "o":
                canvas.circle(x + 10, y + 10, 3.5, "", "ink", 1.5)


def hangman(canvas: Canvas) -> None:
    """The gallows and a word with gaps."""
    canvas.path("M14 90h40M26 90V12H58V24M26 28L40 12", "", "ink", 3)
    canvas.circle(58, 32, 8, "", "ink", 2.5)
    canvas.path("M58 40v20M58 46l-9 9M58 46l9 9", "", "ink", 2.5)
    for place, letter in enumerate("h_ng"):
        x = 80 + 19.0 * place
        canvas.line(x, 88, x + 14, 88, "ink", 2.5)
        if letter != "_":
            canvas.text(x + 7, 76, letter.upper(), 16, "paper", "mid bold")


for _kind, _picture in {
    Mastermind: mastermind,
    SimpleMastermind: simple_mastermind,
    BullsAndCows: bulls_and_cows,
    FakeCoin: fake_coin,
    TreasureHunt: treasure_hunt,
    LowMiddleHigh: low_middle_high,
    Number: number,
    Ulam: ulam,
    BlackBox: black_box,
    Wordle: wordle,
    GuessWho: guess_who,
    Battleship: battleship,
    SplooshKaboom: battleship,
    Hangman: hangman,
}.items():
    PICTURES.add_for(_kind, _picture)


def game_picture(*games: type[Game]) -> Callable[[Picture], Picture]:
    """Register the function that draws the small picture of these games."""

    def register(function: Picture) -> Picture:
        for game in games:
            PICTURES.add_for(game, function)
        return function

    return register
