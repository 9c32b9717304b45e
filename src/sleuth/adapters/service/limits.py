"""What one request may take: sizes that are known before any table is made, time, and how many wait."""

from __future__ import annotations

from sleuth.app.bounds import Bounds, Sizes
from sleuth.core.limit import Limit

BODY_MOST = 64 * 1024
"""Bytes in the body of a request."""
SPEC_MOST = 500
"""Signs in the spec of a game or a strategy."""
TEXT_MOST = 20_000
"""Signs in a history, a record or a log."""
STEPS_MOST = 500
"""Steps in a history."""
NUMBER_MOST = 10_000
"""The largest number that a spec may hold."""
SEED_MOST = 2**53
"""The largest seed: every number up to it travels through JSON unharmed."""
SECRETS_MOST = 60_000
CELLS_MOST = 60_000_000
"""Secrets x actions of a game that is played."""
PLAIN_CELLS_MOST = 2_000_000
"""The same for a game whose law is asked cell by cell, or whose answers may be lies."""
STUDIED_CELLS_MOST = 45_000_000
"""Secrets x actions of a game that is evaluated, solved or analysed."""
SWEPT_CELLS_MOST = 3_000_000
"""The same where it is done many times: over sizes, or over entropies."""
SEQUENTIAL_MOST = 20_000
"""Secrets of a game that is held as a plain list."""

QUICK_SECONDS = 10.0
"""For a move, a hint, a piece of advice."""
HINT_SECONDS = 1.0
"""What a strategy that improves with time is given for a decision."""
SLOW_SECONDS = 60.0
"""For a grade, an evaluation, an analysis, a solution."""
LINE_SECONDS = 20.0
"""For all steps of a best line."""
QUICK_WAITING = 400
SLOW_WAITING = 100
"""How many requests may wait for a worker; one more is turned away."""
QUICK_EACH = 120
SLOW_EACH = 20
"""How many requests of one client may be under way: more than a person makes who opens every figure of the gallery."""
MEMORY_MOST = 4 << 30
"""Bytes that one worker may use."""
SERVED = Bounds(
    files=False,
    spec=SPEC_MOST,
    text=TEXT_MOST,
    steps=STEPS_MOST,
    number=NUMBER_MOST,
    sizes=Sizes(
        secrets=SECRETS_MOST,
        pairs=CELLS_MOST,
        plain_pairs=PLAIN_CELLS_MOST,
        studied_pairs=STUDIED_CELLS_MOST,
        swept_pairs=SWEPT_CELLS_MOST,
        listed_secrets=SEQUENTIAL_MOST,
    ),
    decision=Limit(seconds=HINT_SECONDS),
    evaluation=Limit(seconds=0.2),
    line_seconds=LINE_SECONDS,
    solve_seconds=SLOW_SECONDS / 2,
    solve_memory=256 << 20,
    solve_threads=1,
    sample=30,
    sweep=6,
    myst_cards=200,
    bluff_cards=5,
    bluff_rounds=500,
)
"""What a request from afar may take."""
