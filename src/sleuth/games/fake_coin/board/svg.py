"""Fake coin: a balance that tilts, and coins to put on its pans."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import AbstractContextManager, nullcontext

from sleuth.belief.base import InformationSet
from sleuth.core.game import Feedback
from sleuth.games.fake_coin.rules import Coin, FakeCoin, Weighing
from sleuth.show.svg.answers import AnswerChoice, AnswerForm
from sleuth.show.svg.canvas import WIDTH, Canvas
from sleuth.show.svg.parts import Pending, number_in
from sleuth.show.svg.pictures import ground
from sleuth.show.svg.rows import TARGET, answer_rows, moving
from sleuth.show.svg.steps import EDGE, hint_ring, legend, percent
from sleuth.show.svg.view import BoardView

MIDDLE = WIDTH / 2
ARM, TILT, TOP = 100.0, 20.0, 26.0
"""The beam: half of its length, how far an end of it goes down, and where its middle is."""
HANG = 86.0
"""How far a pan hangs below the beam."""
COIN = 14.0
BASE = 146.0
SIDES = ("left", "right")
CHOICES = (
    AnswerChoice("left", "Left down", "l", "left"),
    AnswerChoice("even", "Even", "e", "even"),
    AnswerChoice("right", "Right down", "r", "right"),
)


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


def form(info: InformationSet, action: Weighing) -> AnswerForm:
    """The pan that went down, or neither: pressed on the board, or here."""
    return AnswerForm(CHOICES, on_board=True, prompt="Press the pan that went down, or the post between them.")


def spoken(game: FakeCoin, action: Weighing, feedback: Feedback | None) -> str:
    """A weighing, or what the balance did."""
    if feedback is None:
        return " against ".join(" ".join(str(coin + 1) for coin in pan) for pan in action)
    return {"left": "left down", "right": "right down"}.get(str(feedback), "even")


def spoken_secret(game: FakeCoin, secret: Coin) -> str:
    """The false coin, and which way it is false."""
    coin, heavier = secret
    return f"coin {coin + 1}, too {'heavy' if heavier else 'light'}"


def board(view: BoardView) -> Canvas:
    """The balance, the coins, and the weighings so far."""
    game: FakeCoin = view.game
    canvas, history = view.canvas(), view.info.history.steps
    pans = pans_of(game, view.pending)
    loading = view.asking and (any(pans) or not history) and (any(pans) or view.asked is None)
    says = ""
    if loading:
        _balance(canvas, pans, "even")
        says = "" if view.composed else "Press coins: once for the left pan, twice for the right."
    elif view.asked is not None:
        _balance(canvas, _from_one(view.asked), "even", answers=view.live)
    elif history:
        weighing, answer = history[-1]
        with moving(canvas, view, "fall"):
            _balance(canvas, _from_one(weighing), str(answer))
    else:
        _balance(canvas, [[], []], "even")
    y = BASE + 8
    if view.composed is not None:
        with canvas.button(f"weigh {view.composed.replace('/', ' against ')}", action=view.composed, key="Enter"):
            canvas.rect(MIDDLE - 70, y, 140, TARGET, "accent", r=12, more="edge")
            canvas.text(MIDDLE, y + TARGET / 2, "Weigh", 16, "accent", "mid bold")
        y += TARGET + 8
    elif says:
        canvas.text(MIDDLE, y + 8, says, 13, "soft", width=WIDTH - 2 * EDGE)
        y += 24
    y = _tray(canvas, view, y, pans if loading else [[], []])
    y = answer_rows(canvas, view, y)
    if view.helped:
        signs = {"unknown": "Up: may be light. Down: may be heavy.", "lighter": "Up: may be light."}
        legend(canvas, y, f"{signs.get(game.sign, 'Down: may be heavy.')} Tick: genuine.")
    return canvas


def _from_one(weighing: Sequence[Sequence[int]]) -> list[list[int]]:
    return [[coin + 1 for coin in pan] for pan in weighing]


def _balance(canvas: Canvas, pans: list[list[int]], answer: str, answers: bool = False) -> None:
    """The beam, and the pans with their coins; the heavier pan hangs lower. Pans may be pressed to answer."""
    down = {"left": TILT, "right": -TILT}.get(answer, 0.0)

    def said(feedback: str, label: str) -> AbstractContextManager[None]:
        return canvas.button(label, answer=feedback) if answers else nullcontext()

    with said("even", "even: neither pan went down"):
        if answers:
            canvas.rect(MIDDLE - 28, BASE - 52, 56, 56, "card", "quiet", r=12, more="edge")
        canvas.path(f"M{MIDDLE - 22:g} {BASE:g}h44M{MIDDLE:g} {BASE:g}V{TOP:g}", "", "ink", 5)
    canvas.line(MIDDLE - ARM, TOP + down, MIDDLE + ARM, TOP - down, "ink", 5)
    canvas.circle(MIDDLE, TOP, 7, "coin", "ink", 2)
    for side, pan, x, hang in zip(SIDES, pans, (MIDDLE - ARM, MIDDLE + ARM), (down, -down), strict=True):
        y = TOP + hang
        floor = y + HANG
        with said(side, f"the {side} pan went down"):
            if answers:
                canvas.rect(x - 66, y + 12, 132, BASE - y - 8, "card", "quiet", r=12, more="edge")
            canvas.path(f"M{x - 56:g} {floor:g}L{x:g} {y:g}L{x + 56:g} {floor:g}", "", "quiet", 1.5)
            canvas.path(f"M{x - 62:g} {floor:g}h124q-6 12 -20 12h-84q-14 0 -20 -12Z", "ink")
            for place, coin in enumerate(pan):
                layer, column = divmod(place, 4)
                across = min(4, len(pan) - 4 * layer)
                at_x = x + (column - (across - 1) / 2) * (2 * COIN - 1)
                _coin(canvas, at_x, floor - COIN - layer * (2 * COIN - 2), coin, COIN)


def _coin(canvas: Canvas, x: float, y: float, coin: int, r: float) -> None:
    canvas.circle(x, y, r, "coin", "on-light", 1.2, more="edge")
    canvas.text(x, y, str(coin), 13 if r < 16 else 16, "coin", "mid bold")


def _tray(canvas: Canvas, view: BoardView, y: float, pans: list[list[int]]) -> float:
    """Every coin with what is known of it; a press puts it on the left pan, then on the right, then back."""
    game: FakeCoin = view.game
    wide, high = (WIDTH - 2 * EDGE) / 6, TARGET + (26 if view.helped else 8)
    chances = coin_chances(view) if view.helped else {}
    hinted = [] if view.hint is None else [coin for pan in _from_one(view.hint) for coin in pan]
    for coin in range(1, game.coins + 1):
        row, column = divmod(coin - 1, 6)
        x, top = EDGE + wide * column, y + high * row
        side = next((name for name, pan in zip(SIDES, pans, strict=True) if coin in pan), "")
        after = {"": "left", "left": "right"}.get(side, "")
        label = f"coin {coin}, {f'on the {side} pan' if side else 'on the table'}"
        label += f", {_suspicion_words(*chances[coin])}" if chances else ""
        with canvas.button(label, part=f"{coin}:{after}") if view.asking else nullcontext():
            canvas.rect(x + 2, top + 2, wide - 4, high - 4, "card", r=10, more="edge")
            if side:
                canvas.circle(x + wide / 2, top + 26, 18, "", "quiet", 1.5, more="dashed")
                canvas.text(x + wide / 2, top + 26, side, 12, "soft-card")
            else:
                _coin(canvas, x + wide / 2, top + 26, coin, 18)
            if view.helped:
                _suspicion(canvas, x + wide / 2, top + high - 15, chances[coin], view.heat)
        if coin in hinted:
            hint_ring(canvas, x + 4, top + 4, wide - 8, high - 8, 9)
    return canvas.reach(y + high * -(-game.coins // 6) + 6)


def coin_chances(view: BoardView) -> dict[int, tuple[float, float]]:
    """How likely each coin is the light one, and the heavy one."""
    out = {coin: [0.0, 0.0] for coin in range(1, view.game.coins + 1)}
    secrets, chances = view.listed or ([], ())
    for (coin, heavier), chance in zip(secrets, chances, strict=True):
        out[coin + 1][heavier] += float(chance)
    return {coin: (light, heavy) for coin, (light, heavy) in out.items()}


def _suspicion_words(light: float, heavy: float) -> str:
    words = [word for word, chance in (("light", light), ("heavy", heavy)) if chance]
    return f"may be {' or '.join(words)}" if words else "genuine"


def _suspicion(canvas: Canvas, x: float, y: float, chances: tuple[float, float], heat: bool) -> None:
    """Up for a coin that may be light, down for one that may be heavy, a tick for a genuine one."""
    light, heavy = chances
    if not light and not heavy:
        canvas.path(f"M{x - 6:g} {y:g}l4 5l8 -10", "", "hint", 2.6)
        return
    signs = [way for way, chance in ((-1, light), (1, heavy)) if chance]
    beside = heat and percent(light + heavy) != percent(1.0)  # of the only coin that is left everybody knows
    half, apart = (4, 9) if beside else (5, 14)
    start = x - (14 if beside else 0) - apart / 2 * (len(signs) - 1)
    for place, way in enumerate(signs):
        at = start + apart * place
        canvas.path(f"M{at - half:g} {y - 4 * way:g}h{2 * half:g}l{-half:g} {9 * way:g}Z", "focus")
    if beside:
        canvas.text(x + 6 + 3 * len(signs), y, percent(light + heavy), 12, "card", width=30)


def picture(canvas: Canvas) -> None:
    """A balance that tilts."""
    ground(canvas, "yellow")
    canvas.path("M28 14v30M19 44h18M11 23l34 -7", "", "ink", 2.6)
    for x, y in ((11.0, 23.0), (45.0, 16.0)):
        canvas.path(f"M{x - 7:g} {y + 11:g}l7 -11l7 11Z", "", "ink", 2.2)
        canvas.circle(x, y + 8, 4.5, "coin", "on-light")
