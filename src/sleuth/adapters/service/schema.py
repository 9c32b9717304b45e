"""The tables of the store: plays, who they belong to and how far they are, rooms and who is in them."""

from __future__ import annotations

APPLICATION = 0x534C5550
"""Tells these files from other SQLite files."""
VERSION = 4
"""Goes up whenever the tables change."""

PERSONS = (
    "CREATE TABLE persons (id TEXT PRIMARY KEY, begun REAL NOT NULL, seen REAL NOT NULL)",
    """CREATE TABLE progress (
        play TEXT PRIMARY KEY, person TEXT NOT NULL, room INTEGER NOT NULL, round INTEGER NOT NULL, day TEXT NOT NULL,
        game TEXT NOT NULL, name TEXT NOT NULL, steps INTEGER NOT NULL, rows INTEGER, remaining REAL, share REAL,
        solved INTEGER NOT NULL, over INTEGER NOT NULL, hints INTEGER NOT NULL, begun REAL NOT NULL,
        changed REAL NOT NULL, graded INTEGER NOT NULL DEFAULT 0, claimed REAL NOT NULL DEFAULT 0,
        skill INTEGER, luck INTEGER,
        path TEXT NOT NULL DEFAULT '', label TEXT NOT NULL DEFAULT ''
    )""",
    "CREATE INDEX progress_person ON progress (person, changed)",
    "CREATE INDEX progress_ungraded ON progress (changed) WHERE over = 1 AND graded = 0",
    "CREATE INDEX progress_of_day ON progress (day, name) WHERE day <> ''",
    "CREATE UNIQUE INDEX progress_day ON progress (person, day, name) WHERE day <> ''",
    "CREATE UNIQUE INDEX progress_round ON progress (room, round, person) WHERE room > 0",
)
ROOMS = (
    """CREATE TABLE rooms (
        id INTEGER PRIMARY KEY AUTOINCREMENT, code TEXT NOT NULL UNIQUE, key TEXT NOT NULL, game TEXT NOT NULL,
        noun TEXT NOT NULL, oracle TEXT NOT NULL, hints INTEGER NOT NULL, round INTEGER NOT NULL, seed INTEGER NOT NULL,
        dice TEXT NOT NULL, opened REAL NOT NULL, begun REAL NOT NULL, ended REAL NOT NULL,
        answer TEXT NOT NULL, version INTEGER NOT NULL
    )""",
    """CREATE TABLE members (
        room INTEGER NOT NULL, person TEXT NOT NULL, name TEXT NOT NULL, folded TEXT NOT NULL, joined REAL NOT NULL,
        PRIMARY KEY (room, person), UNIQUE (room, folded)
    )""",
    "CREATE TABLE owners (room INTEGER NOT NULL, person TEXT NOT NULL, PRIMARY KEY (room, person))",
)
LEAST = ("CREATE INDEX plays_least ON plays (changed, kind, version, id)",)
"""Which plays go first is seen without their records, which may be long."""
SCHEMA = (
    f"PRAGMA application_id = {APPLICATION}",
    """CREATE TABLE plays (
        id TEXT PRIMARY KEY, kind TEXT NOT NULL, record TEXT NOT NULL, strategy TEXT NOT NULL,
        given_up INTEGER NOT NULL, version INTEGER NOT NULL, changed REAL NOT NULL, copied TEXT NOT NULL DEFAULT ''
    )""",
    *LEAST,
    *PERSONS,
    *ROOMS,
)
ADDED = {
    2: ("ALTER TABLE plays ADD COLUMN copied TEXT NOT NULL DEFAULT ''",),
    3: (*PERSONS, *ROOMS),
    4: ("DROP INDEX IF EXISTS plays_changed", *LEAST),
}
"""What each version added; a file of an earlier one is brought up to date."""
