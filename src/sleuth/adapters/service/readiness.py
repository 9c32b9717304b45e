"""What every request needs, imported and loaded before the first one comes."""

from __future__ import annotations

import os
from functools import cache


def get_ready() -> None:
    """Import, and load what is compiled, once in a process; a worker takes one thread."""
    os.environ["SLEUTH_WORKERS"] = "1"
    _warm()
    from sleuth.app.own_games import offer_games

    offer_games()  # those that the environment names by now


@cache
def _warm() -> None:
    from sleuth.app import analyse, assist, evaluate, review, solve  # noqa: F401
    from sleuth.app.perform import perform
    from sleuth.app.requests import Ask, Drawing, Start
    from sleuth.core.kernel_warmup import missing
    from sleuth.kernels.jit import load_compiled

    load_compiled()
    if missing():
        return  # a request waits for what it needs itself, and tells so: see `warming`
    change = perform(Start("mastermind:pegs=2,colours=2"))
    perform(Ask(change.record, action="01", draw=Drawing()))
