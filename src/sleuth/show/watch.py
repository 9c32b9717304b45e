"""Watching a strategy play: in a notebook one display that changes, elsewhere a line a step."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from importlib import import_module
from typing import Any

import numpy as np

from sleuth.belief.begin import begin
from sleuth.core.game import Game, Secret
from sleuth.core.game_spec import parse_game
from sleuth.core.limit import UNLIMITED, Limit
from sleuth.play.match import turns
from sleuth.play.opening import settle
from sleuth.play.oracles import make_oracle, read_secret
from sleuth.show.html.strips import frame
from sleuth.show.play_strip import PlayStrip
from sleuth.strategies.agent import Agent
from sleuth.strategies.base import Strategy
from sleuth.strategies.catalogue import strategy_of

PAUSE = 0.8
"""Seconds between steps, where somebody looks on."""


def watch(
    game: Game | str,
    strategy: Strategy | Agent | None = None,
    secret: Secret | str | None = None,
    *,
    pause: float = PAUSE,
    seed: int | None = None,
    oracle: str | None = None,
    limit: Limit = UNLIMITED,
) -> PlayStrip:
    """Watch a strategy play one secret, step by step; what is returned shows the whole play.

    In a notebook one display shows the board and the entropy, and changes with every step. Elsewhere each step is a
    line of text. Game and strategy may be spec strings, and the secret its text; the strategy may also be an agent, as
    in `evaluate`. What is not given is drawn, or usual.
    """
    game = parse_game(game) if isinstance(game, str) else game
    player = strategy_of(strategy, game)
    rng = np.random.default_rng(seed)
    given = game.parse_secret(secret) if isinstance(secret, str) else secret
    settled, hidden = settle(game, rng, given, oracle)
    info = begin(settled, seed=seed or 0)
    if given is not None:
        hidden = read_secret(settled, info, settled.format_secret(given))
    answerer = make_oracle(oracle, info, rng, hidden)
    play, show = PlayStrip((info,), str(player), answerer.name), _shower()
    show(play, 0)
    for turn in turns(info, player, answerer, rng=rng, limit=limit):
        _wait(pause)
        expected = (*play.expected, turn.decision.bits)
        play = PlayStrip((*play.sets, turn.after), play.strategy, play.oracle, expected=expected)
        show(play, len(play))
    ended = answerer.reveal(), play.expected, tuple(answerer.confess())
    play = PlayStrip(play.sets, play.strategy, play.oracle, *ended)
    show(play, len(play))
    return play


def _shower() -> Callable[[PlayStrip, int], None]:
    """What shows a play as it is after a step: a display of the notebook that changes, or a new line."""
    shell = _notebook()
    if shell is None:
        return _print
    handle: list[Any] = []

    def change(play: PlayStrip, step: int) -> None:
        display = import_module("IPython.display")
        shown = display.HTML(frame(play))
        if handle:
            handle[0].update(shown)
        else:
            handle.append(display.display(shown, display_id=True))

    return change


def _notebook() -> Any | None:
    """The shell of the notebook that this runs in; `None` elsewhere."""
    ipython = sys.modules.get("IPython")
    shell = None if ipython is None else ipython.get_ipython()
    return shell if hasattr(shell, "kernel") else None


def _print(play: PlayStrip, step: int) -> None:
    """A line for a step; the last time, who it was."""
    if play.secret is not None:
        found = [f"The secret is {play.game.format_secret(play.secret)}.", *play.confession]
        print(*found, sep="\n", flush=True)
    else:
        print(play.line(step) if step else play.end, flush=True)


def _wait(seconds: float) -> None:
    """Wait where somebody looks on, and not in a script."""
    if seconds > 0 and (_notebook() is not None or sys.stdout.isatty()):
        time.sleep(seconds)
