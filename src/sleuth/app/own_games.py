"""Games of the owner of a server: every game in the Python files of one folder, by name. Nothing else can be named.

The folder is in the environment, so that processes that are begun later offer the same. Files are read once, when a
process begins: what is changed is seen after a restart.
"""

from __future__ import annotations

import os
from pathlib import Path

from sleuth.app import catalogue
from sleuth.core.errors import ParameterError, SleuthError
from sleuth.core.game import Game
from sleuth.core.game_files import OFFERED, games_of_file
from sleuth.core.registry import GAMES, TABLES
from sleuth.core.spec import kebab
from sleuth.core.text import one_line

FOLDER = "SLEUTH_GAMES"
"""The variable of the environment that names the folder."""
MAX_FILES = 200
"""Files that are looked at."""


def search_games(folder: str | Path) -> list[str]:
    """Offer the games of a folder, here and in processes that are begun later; what does not load, a line each."""
    path = Path(folder).expanduser()
    if not path.is_dir():
        raise ParameterError(f"there is no folder {folder}; --games names one with Python files in it")
    os.environ[FOLDER] = str(path.resolve())
    return offer_games()


def offer_games() -> list[str]:
    """Offer the games of the folder in the environment, if there is one; what does not load, a line each."""
    folder = os.environ.get(FOLDER, "")
    wrong: list[str] = []
    if not folder:
        return wrong
    files = sorted(file for file in Path(folder).glob("*.py") if not file.name.startswith("_"))
    for file in files[:MAX_FILES]:
        try:
            found = games_of_file(file)
            for name, kind in found.items():
                _offer(file, name if len(found) > 1 else "", kind)
        except SleuthError as error:
            wrong.append(one_line(str(error)))
    catalogue.forget()
    return wrong


def _offer(file: Path, name: str, kind: type[Game]) -> None:
    """Offer one game: by the name of its file, with that of its class where a file has several."""
    if kind in OFFERED:
        return
    offered = kebab("-".join(filter(None, (file.stem, name)))).replace("_", "-")
    offered = f"own-{offered}" if offered in GAMES or offered in TABLES else offered
    try:
        catalogue.check_entry(offered, kind)
    except Exception as error:  # somebody's class may raise anything
        raise ParameterError(f"{file.name} does not load: {type(error).__name__}: {error}") from error
    OFFERED[kind] = offered
    kind.name = offered
    GAMES.add(offered, kind)


def offered_names() -> list[str]:
    """The names of the games that are offered here besides those of the catalogue."""
    return list(OFFERED.values())
