"""For our own modules, this Python is one on Windows: what is lacking there is not to be had. Others see what is there.

Modules and names that Windows does not have are missing, `os.name` and `sys.platform` are those of Windows, locks of
files are taken as there, and processes cannot be forked. Paths stay as they are, and so does the disk.
"""

import builtins
import importlib.util
import os
import sys
from pathlib import Path
from types import ModuleType

_spec = importlib.util.spec_from_file_location("lacks", Path(__file__).parents[1] / "lacks.py")
lacks = importlib.util.module_from_spec(_spec)
_spec.loader.exec_module(lacks)

_import = builtins.__import__


class Lacking(ModuleType):
    """A module without some names, and with others changed."""

    def __init__(self, module, names, changed):
        super().__init__(module.__name__, module.__doc__)
        self.__dict__.update(_of=module, _without=names, _changed=changed)

    def __getattr__(self, name):
        if name in self._changed:
            return self._changed[name]
        if name in self._without:
            raise AttributeError(f"module {self.__name__!r} has no attribute {name!r} on Windows")
        return getattr(self._of, name)

    def __setattr__(self, name, value):
        setattr(self._of, name, value)


def _locking(handle, how, number):
    import fcntl

    fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)


MSVCRT = ModuleType("msvcrt")
MSVCRT.LK_NBLCK, MSVCRT.locking = 2, _locking
CHANGED = {"os": {"name": "nt"}, "sys": {"platform": "win32"}}
SEEN = {}


def _seen(name):
    if name not in SEEN:
        SEEN[name] = Lacking(sys.modules[name], lacks.NAMES.get(name, frozenset()), CHANGED.get(name, {}))
    return SEEN[name]


def _windows(name, globals=None, locals=None, fromlist=(), level=0):
    ours = level == 0 and str((globals or {}).get("__name__", "")).partition(".")[0] == "sleuth"
    if not ours:
        return _import(name, globals, locals, fromlist, level)
    if name.partition(".")[0] in lacks.MODULES:
        raise ModuleNotFoundError(f"No module named {name!r} on Windows", name=name)
    if name == "msvcrt":
        return MSVCRT
    module = _import(name, globals, locals, fromlist, level)
    return _seen(name) if name in lacks.NAMES or name in CHANGED else module


builtins.__import__ = _windows
os.environ["SLEUTH_TESTED_ON"] = "windows"
