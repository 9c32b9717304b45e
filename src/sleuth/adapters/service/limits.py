"""What one request may take: sizes that are known before any table is made, time, and how many wait; and what one
client may take of the server itself: connections, files, rows. `docs/how-to/run-a-server.md` has it as a table."""

from __future__ import annotations

from sleuth.app.bounds import Bounds, Sizes
from sleuth.app.words import MAX_BYTES
from sleuth.core.limit import Limit

MAX_BODY = 64 * 1024
"""Bytes in the body of a request."""
MAX_FORM = 4 * MAX_BYTES
"""The same of a form of the page, which may hold a list of words; signs that are no letters take three bytes there."""
MAX_SPEC = 500
"""Signs in the spec of a game or a strategy."""
MAX_TEXT = 20_000
"""Signs in a history, a record or a log."""
MAX_STEPS = 500
"""Steps in a history."""
MAX_NUMBER = 10_000
"""The largest number that a spec may hold."""
MAX_SEED = 2**53
"""The largest seed: every number up to it travels through JSON unharmed."""
MAX_SECRETS = 60_000
MAX_CELLS = 60_000_000
"""Secrets x actions of a game that is played."""
MAX_PLAIN_CELLS = 2_000_000
"""The same for a game whose law is asked cell by cell, or whose answers may be lies."""
MAX_STUDIED_CELLS = 45_000_000
"""Secrets x actions of a game that is evaluated, solved or analysed."""
MAX_SWEPT_CELLS = 3_000_000
"""The same where it is done many times: over sizes, or over entropies."""
MAX_SEQUENTIAL = 20_000
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
MAX_MEMORY = 4 << 30
"""Bytes that one worker may use."""

MAX_HEAD = 32 * 1024
"""Bytes of a request that are not its body: its head, and what stands between the chunks of a body and after them."""
MAX_LINES = 100
"""Lines of a head: a tiny line takes far more memory than its bytes."""
WHOLE_SECONDS = 20.0
"""What a request may take to arrive, its body included; a new connection may be silent so long."""
GRACE_SECONDS = 2.0
"""A request that is younger is not half: its rest is on the way. Nor is a connection idle that was used so lately."""
MAX_HALF = 100
"""So many half requests of one client may be on their way at once; of more, the oldest is closed."""
MAX_YOUNG = 64 * 1024
"""A request that has brought more bytes than this counts as half at once."""
READ_SECONDS, MIN_READ = 20.0, 16 * 1024
"""Who is sent an answer must take so many bytes of it in so many seconds, or what is left."""
MAX_CONNECTIONS = 4_000
"""Connections of one process, where it may open so many files; one client may have half of them."""
OWN_FILES = 400
"""Files that a process keeps for itself: the store, its workers, and those who are turned away."""
MAX_FILES = 20_000
"""So many files a server wants to be allowed to open, if the system lets it."""
MAX_TURNED_AWAY = 200
"""Connections at once that are only to be told that there is no room for them; of more, the oldest is closed."""
MAX_UNREAD = 64 * 1024
"""Bytes of a connection that the system holds until they are read."""
MAX_UNSENT = 128 * 1024
"""Bytes of answers that the system holds until the other side takes them."""
LINGER_SECONDS, MAX_UNHEARD = 1.0, 128 * 1024
"""Who is refused while she still sends may do so for so long, and so many bytes: then she hears why."""
MAX_WAITING, MAX_WAITING_EACH = 2_000, 500
"""Boards of rooms that may wait for news in one process, and those of one client."""

ROOM_SECONDS, KEPT_SECONDS = 24 * 3600.0, 48 * 3600.0
"""A room ends by itself after so long; and is gone, with the names in it, after so long."""
MAX_ROOMS, MAX_MEMBERS = 1_000, 200
"""Rooms that are open at once, and persons in one."""
MAX_WRONG, WRONG_SECONDS = 60, 600.0
"""Codes of no room that one client may try in so many seconds: a class behind one address may mistype."""
MAX_OPENED, OPENED_SECONDS = 60, 600.0
"""Rooms that one client may open in so many seconds."""
MAX_ROOMS_EACH = 200
"""And in a day: others find room for theirs."""

MAX_FIELDS = 200
"""Fields of a form."""
DAY = 86_400.0
MAX_ROWS_EACH = 20_000
"""Plays, tables, logs and persons that one client may begin in a day: what a school plays."""
MAX_KEPT_EACH = 100_000_000
"""Signs by which what is kept may grow through one client in a day."""
MAX_LISTS_EACH = 200
"""Lists of words that one client may bring in a day."""
MAX_PLAYS = 200_000
"""More plays, tables and logs than this are not kept."""
MAX_STORE = 4 << 30
"""Nor more bytes than this in the file of plays."""
PRUNE_EVERY, PRUNE_SIGNS = 500, 16_000_000
"""After so many new ones, or so many signs, what is too much goes."""
SERVED = Bounds(
    files=False,
    spec=MAX_SPEC,
    text=MAX_TEXT,
    steps=MAX_STEPS,
    number=MAX_NUMBER,
    sizes=Sizes(
        secrets=MAX_SECRETS,
        pairs=MAX_CELLS,
        plain_pairs=MAX_PLAIN_CELLS,
        studied_pairs=MAX_STUDIED_CELLS,
        swept_pairs=MAX_SWEPT_CELLS,
        listed_secrets=MAX_SEQUENTIAL,
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
