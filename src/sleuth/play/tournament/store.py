"""The results of a tournament: its config and the rows of its trials, in a results file."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import zip_longest
from pathlib import Path
from typing import Any

from sleuth.core.displayed import Displayed
from sleuth.core.frames import frame
from sleuth.core.text import plural
from sleuth.play.tournament.config import Config
from sleuth.play.tournament.errors import ResultsError
from sleuth.play.tournament.file import ResultsFile, is_blank, is_checked, reading
from sleuth.play.tournament.row import Row, TrialKey, label_columns


@dataclass(frozen=True, repr=False)
class Results(Displayed):
    """What a results file holds."""

    path: Path
    config: Config
    rows: tuple[Row, ...]
    """In the order of their keys, whatever the order in which they were played."""
    checked: bool = True
    """Whether every row had its checksum; files of older versions have none."""

    def __repr__(self) -> str:
        return f"<Results {self.path}: {len(self.rows):,} of {plural(self.config.total, 'trial')}>"

    def plain_rows(self) -> list[dict[str, Any]]:
        """A row a trial, the parameters of its game behind the fields of `Row`; `None` where a game lacks one."""
        flat = [row._asdict() for row in self.rows]
        about = [label_columns(row.game, Row._fields) for row in self.rows]
        names = dict.fromkeys(name for columns in about for name in columns if name != "game")
        return [row | {name: columns.get(name) for name in names} for row, columns in zip(flat, about, strict=True)]

    def to_frame(self) -> Any:
        """The same as a `pandas.DataFrame`."""
        return frame(self.plain_rows(), None if self.rows else Row._fields)


class Store(ResultsFile):
    """The results of a tournament, open for writing."""

    @classmethod
    def create(cls, path: str | Path, config: Config) -> Store:
        """A new results file."""
        store = cls.begin(path)
        try:
            store.note("config", str(config))
        except BaseException:
            store.close()
            raise
        return store

    @classmethod
    def extended(cls, path: str | Path, config: Config) -> Store:
        """A results file for a tournament, new or with trials of it; that of another tournament is refused."""
        if is_blank(Path(path)):
            return cls.create(path, config)
        store = cls.go_on(path)
        try:
            known = store.config()
            for here, there in zip_longest(_terms(config), _terms(known)):
                if here != there:
                    raise ResultsError(
                        f"{path} is of another tournament: it has {there or 'less'}, and not {here or 'so much'}; "
                        "name another file with --out"
                    )
            if config.total > known.total:
                store.note("config", str(config))
        except BaseException:
            store.close()
            raise
        return store

    def forget_failures(self) -> None:
        """Remove the rows of failed trials, so that they run again."""
        with self._writing() as connection:
            connection.execute("DELETE FROM trials WHERE error IS NOT NULL")

    def config(self) -> Config:
        """The config that the tournament began with."""
        return _config(self.path, self._connection)

    def rows(self) -> list[Row]:
        """All rows, in the order of their keys."""
        return list(_rows(self._connection))

    def keys(self) -> set[TrialKey]:
        """The trials that are done."""
        return {TrialKey(*key) for key in self._connection.execute("SELECT seed, game, agent, trial FROM trials")}


def _terms(config: Config) -> list[str]:
    """What makes a tournament this one: all but its name and how many trials it has."""
    return [line for line in str(config).splitlines() if line and not line.startswith(("name ", "trials "))]


def read_results(path: str | Path) -> Results:
    """What a results file holds now, also while it is being written."""
    path = Path(path)
    with reading(path) as connection:
        return Results(path, _config(path, connection), tuple(_rows(connection)), is_checked(connection))


def _rows(connection: sqlite3.Connection) -> Iterator[Row]:
    order = "ORDER BY game, seed, agent, trial"
    for values in connection.execute(f"SELECT {', '.join(Row._fields)} FROM trials {order}"):
        row = Row(*values)
        yield row._replace(solved=bool(row.solved))


def _config(path: Path, connection: sqlite3.Connection) -> Config:
    found = connection.execute("SELECT value FROM about WHERE key = 'config'").fetchone()
    if found is None:
        raise ResultsError(f"{path} holds no config: it was stopped before it began; delete it and run again")
    return Config.parse(found[0], f"the config in {path}", stored=True)
