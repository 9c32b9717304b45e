"""Where things are kept that cannot be made again."""

from __future__ import annotations

import os
from pathlib import Path

from platformdirs import user_data_path


def data_folder() -> Path:
    """Where plays are kept unless somebody names another folder."""
    named = os.environ.get("SLEUTH_DATA")
    return (Path(named) if named else user_data_path("sleuth", appauthor=False)).expanduser()
