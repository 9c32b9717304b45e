"""Where things are kept that cannot be made again."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

from platformdirs import user_data_path


def data_folder() -> Path:
    """Where plays are kept unless somebody names another folder."""
    named = os.environ.get("SLEUTH_DATA")
    return (Path(named) if named else user_data_path("sleuth", appauthor=False)).expanduser()


def private_folder(folder: Path) -> None:
    """Make a folder that nobody else may look into; one that is there already stays as it is."""
    folder.parent.mkdir(parents=True, exist_ok=True)
    folder.mkdir(mode=0o700, exist_ok=True)


def private_file(path: Path) -> None:
    """Make a file that nobody else may read, or close one that everybody may."""
    with suppress(FileExistsError):
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
        return
    with suppress(OSError):  # it is somebody else's
        if path.stat().st_mode & 0o007:
            path.chmod(0o600)
