"""Results files as somebody might change them who knows of the checksums."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

from sleuth.lab.proof.store import FORMAT as PROOFS
from sleuth.play.tournament.checksums import CHECKSUM, LONG, RowSums
from sleuth.play.tournament.file import TRIALS
from sleuth.referee.bench_store import FORMAT as RUNS

FORMATS = {format.application: format for format in (TRIALS, PROOFS, RUNS)}


def change(path: str | Path, statement: str, *values: object) -> None:
    """Change a file, and give every row of it the checksum that goes with it."""
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute(statement, values)
        (application,) = connection.execute("PRAGMA application_id").fetchone()
        sums = RowSums(connection, FORMATS[application].long)
        for (table,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall():
            columns = [row[1] for row in connection.execute(f"PRAGMA table_info({table})")]
            plain = [name for name in columns if name not in (CHECKSUM, LONG)]
            rows = connection.execute(f"SELECT rowid, {', '.join(plain)} FROM {table}").fetchall()
            wanted = ", ".join(f"{name} = ?" for name in [*plain, *columns[len(plain) :]])
            for rowid, *row in rows:
                signed = sums.signed(table, row)
                connection.execute(f"UPDATE {table} SET {wanted} WHERE rowid = ?", (*signed, rowid))
