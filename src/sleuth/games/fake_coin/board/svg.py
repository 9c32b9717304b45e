"""Fake coin: a balance that tilts, and coins to put on its pans."""

from __future__ import annotations

from collections.abc import Sequence

from sleuth.games.fake_coin.rules import FakeCoin
from sleuth.show.svg.canvas import WIDTH, Canvas
from sleuth.show.svg.parts import Pending, number_in
from sleuth.show.svg.steps import EDGE, ask_button, chip, legend, percent
from sleuth.show.svg.view import BoardView

MIDDLE = WIDTH / 2
ARM = 92.0
TILT = 20.0
COIN = 11.0
MAX_ROWS = 12
SIDES = ("left", "right")


def compose(game: FakeCoin, pending: Pending) -> list[str]:
    """The coins of both pans, the pan with the lowest coin first, as the game writes them."""
    pans = sorted(pan for pan in pans_of(game, pending))
    if not pans[0] or len(pans[0]) != len(pans[1]):
        return []
    return ["/".join(",".join(map(str, pan)) for pan in pans)]


def pans_of(game: FakeCoin, pending: Pending) -> list[list[int]]:
    """The coins on the left pan and on the right pan, counted from 1."""
    sides = {number_in(slot, 1, game.coins): value for slot, value in pending.items()}
    return [sorted(coin for coin, side in sides.items() if coin and side == name) for name in SIDES]


def board(view: BoardView) -> Canvas:
    """The balance, the coins, and the weighings so far."""
    game: FakeCoin = view.game
    canvas, history = view.canvas(), view.info.history.steps
    pans = pans_of(game, view.pending)
    loading = view.live and (any(pans) or not history)
    if loading:
        message = "choose equally many coins for each pan" if view.composed is None else ""
        _balance(canvas, pans, "even", message, press=True)
    elif history:
        weighing, answer = history[-1]
        said = {"left": "the left pan goes down", "right": "the right pan goes down"}.get(str(answer), "even")
        _balance(canvas, _from_one(weighing), str(answer), f"{view.info.game.format_action(weighing)}: {said}")
    else:
        _balance(canvas, [[], []], "even", "nothing was weighed")
    y = 148.0
    if view.composed is not None:
        ask_button(canvas, MIDDLE - 60, y + 2, view.composed, 120, "weigh")
        y += 24
    y = _tray(canvas, view, y, {coin for pan in pans for coin in pan} if loading else set())
    if view.hint is not None:
        y = _row(canvas, y, "hint", _from_one(view.hint))
    for place, (weighing, answer) in list(enumerate(history, 1))[-MAX_ROWS:]:
        y = _row(canvas, y, str(place), _from_one(weighing), str(answer), place in view.caught)
    signs = {"unknown": "±: may be light or heavy; −: light; +: heavy", "lighter": "−: may be light"}
    legend(canvas, y + 4, f"{signs.get(game.sign, '+: may be heavy')}; =: genuine")
    return canvas


def _from_one(weighing: Sequence[Sequence[int]]) -> list[list[int]]:
    return [[coin + 1 for coin in pan] for pan in weighing]


def _balance(canvas: Canvas, pans: list[list[int]], answer: str, message: str, press: bool = False) -> None:
    """The beam, and the pans with their coins; the heavier pan hangs lower."""
    down = {"left": TILT, "right": -TILT}.get(answer, 0.0)
    top = 34.0
    canvas.path(f"M{MIDDLE - 26:g} 126h52M{MIDDLE:g} 126V{top:g}", "", "ink", 5)
    canvas.line(MIDDLE - ARM, top + down, MIDDLE + ARM, top - down, "ink", 4)
    canvas.circle(MIDDLE, top, 5, "coin", "ink", 1.5)
    for pan, x, hang in ((pans[0], MIDDLE - ARM, down), (pans[1], MIDDLE + ARM, -down)):
        y = top + hang
        floor = y + 62
        canvas.path(f"M{x - 48:g} {floor:g}L{x:g} {y:g}L{x + 48:g} {floor:g}", "", "quiet", 1.2)
        canvas.path(f"M{x - 54:g} {floor:g}h108l-10 7h-88Z", "quiet", "ink", 1)
        for place, coin in enumerate(pan):
            layer, column = divmod(place, 4)
            across = min(4, len(pan) - 4 * layer)
            at_x, at_y = x + (column - (across - 1) / 2) * (2 * COIN + 2), floor - COIN - 1 - layer * (2 * COIN + 1)
            if press:
                with canvas.button(f"take coin {coin} off", part=f"{coin}:"):
                    _coin(canvas, at_x, at_y, coin, COIN)
            else:
                _coin(canvas, at_x, at_y, coin, COIN)
    canvas.text(MIDDLE, 138, message, 12, "soft", width=WIDTH - 2 * EDGE)


def _coin(canvas: Canvas, x: float, y: float, coin: int, r: float) -> None:
    canvas.circle(x, y, r, "coin", "ink", more="edge")
    canvas.text(x, y, str(coin), 12 if r < 14 else 15, "coin", "mid bold")


def _tray(canvas: Canvas, view: BoardView, y: float, weighed: set[int]) -> float:
    """Every coin with what is known of it, and the pans that it may be put on."""
    game: FakeCoin = view.game
    across = 6 if game.coins <= 12 else 8
    wide = (WIDTH - 2 * EDGE) / across
    high = 74.0 if view.live else 54.0
    chances = coin_chances(view)
    for coin in range(1, game.coins + 1):
        row, column = divmod(coin - 1, across)
        x, top = EDGE + wide * column, y + high * row
        light, heavy = chances[coin]
        canvas.rect(x + 1, top + 1, wide - 2, high - 2, "card", "", r=6)
        if coin in weighed:
            canvas.circle(x + wide / 2, top + 18, 14, "", "quiet", more="dashed")
            canvas.text(x + wide / 2, top + 18, str(coin), 13, "soft-card")
        else:
            _coin(canvas, x + wide / 2, top + 18, coin, 14)
        shown = percent(light + heavy) if view.heat and light + heavy > 0 else ""
        canvas.text(x + wide / 2, top + 42, f"{_suspicion(light, heavy)} {shown}".strip(), 13, "card", "mid bold")
        for side, way in zip(SIDES, (0, 1), strict=True) if view.live and coin not in weighed else ():
            with canvas.button(f"coin {coin} on the {side} pan", part=f"{coin}:{side}"):
                left = x + 2 + way * (wide / 2 - 1)
                canvas.rect(left, top + 51, wide / 2 - 3, 21, "paper", "quiet", r=4, more="edge")
                tip = 4 if way == 0 else -4
                at = left + (wide / 2 - 3) / 2
                canvas.path(f"M{at + tip:g} {top + 56.5:g}l{-tip * 2:g} 5l{tip * 2:g} 5", "", "ink", 2)
    return canvas.reach(y + high * -(-game.coins // across) + 6)


def coin_chances(view: BoardView) -> dict[int, tuple[float, float]]:
    """How likely each coin is the light one, and the heavy one."""
    out = {coin: [0.0, 0.0] for coin in range(1, view.game.coins + 1)}
    secrets, chances = view.listed or ([], ())
    for (coin, heavier), chance in zip(secrets, chances, strict=True):
        out[coin + 1][heavier] += float(chance)
    return {coin: (light, heavy) for coin, (light, heavy) in out.items()}


def _suspicion(light: float, heavy: float) -> str:
    return "±" if light and heavy else "−" if light else "+" if heavy else "="


def _row(
    canvas: Canvas, y: float, head: str, pans: list[list[int]], answer: str | None = None, lie: bool = False
) -> float:
    """A weighing in one line: a small balance, the coins, and the answer."""
    middle = y + 14
    canvas.text(EDGE + 24, middle, head, 12, "soft", "end")
    down = {"left": 5.0, "right": -5.0}.get(answer or "", 0.0)
    x = EDGE + 52
    canvas.line(x, middle + 8, x, middle - 4, "ink", 2)
    canvas.line(x - 14, middle - 4 + down, x + 14, middle - 4 - down, "ink", 2)
    for way, at in ((1, x - 14), (-1, x + 14)):
        canvas.circle(at, middle - 4 + way * down + 4, 3.5, "coin", "ink")
    text = "  /  ".join(" ".join(map(str, pan)) for pan in pans)
    canvas.text(x + 28, middle, text, 13, "paper", "bold", width=180)
    if answer is not None:
        chip(canvas, WIDTH - EDGE - 76, middle, answer + (" (a lie)" if lie else ""), most=76)
    return canvas.reach(y + 28)


def picture(canvas: Canvas) -> None:
    """A balance that tilts."""
    canvas.path("M62 88h36M80 88V26", "", "ink", 4)
    canvas.line(34, 36, 126, 16, "ink", 3.5)
    for x, y, count in ((34.0, 36.0, 3), (126.0, 16.0, 3)):
        canvas.path(f"M{x - 22:g} {y + 34:g}L{x:g} {y:g}L{x + 22:g} {y + 34:g}", "", "quiet", 1.2)
        canvas.path(f"M{x - 26:g} {y + 34:g}h52l-6 5h-40Z", "quiet", "ink")
        for place in range(count):
            canvas.circle(x + 14 * (place - 1), y + 27, 6.5, "coin", "ink")
    canvas.circle(80, 26, 4, "coin", "ink")
