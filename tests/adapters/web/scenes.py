"""The scenes of the page, and the camera that looks at them: the script behind the pictures of the documentation."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from types import ModuleType

DOCS = Path(__file__).parents[3] / "docs" / "how-to"


def script() -> ModuleType:
    """The script that makes the pictures; it is no part of the package."""
    spec = importlib.util.spec_from_file_location("pictures", DOCS / "page" / "pictures.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


pictures = script()
