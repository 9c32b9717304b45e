"""Compiled kernels on disk: a sealed file for each kernel and signature, opened only where the seal is whole.

Numba's own cache believes what it reads: a byte that changed in compiled code is run, and a file cut short ends the
process with a traceback. Its index of several signatures is also lost or mixed up where two processes write it at
once. Here each signature has a file of its own, named by what it was compiled from, that holds its key and a checksum
over everything; what does not fit is removed and compiled again.

Of Numba's insides (0.61 and later) this needs `Dispatcher._cache` with the methods of `numba.core.caching._Cache`,
`CompileResult._reduce` and `_rebuild`, and `serialize.dumps`. Where one of them is missing, kernels are compiled anew
in each process.
"""

from __future__ import annotations

import hashlib
import pickle
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any

from numba.core.caching import _Cache
from numba.core.compiler import CompileResult
from numba.core.serialize import dumps

from sleuth.kernels.kernel_folder import DamagedFile, KernelFolder


class KernelCache(_Cache):  # type: ignore[misc]
    """The compiled forms of one kernel: stands where Numba's own cache would."""

    def __init__(self, function: Callable[..., Any], folder: KernelFolder) -> None:
        self._folder = folder
        self._title = f"{function.__module__.rpartition('.')[2]}.{function.__qualname__}".replace("<locals>.", "")
        self._source = (function.__module__, function.__qualname__, _source(function.__code__.co_filename))

    @property
    def cache_path(self) -> str:
        """Where the files are."""
        return str(self._folder.path)

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """The kernel compiled for these types; `None` where it has to be compiled."""
        try:
            target_context.refresh()
            name, key = self._entry(sig, target_context.codegen())
        except AttributeError:  # a Numba with other insides
            return None
        self._folder.used.add(name)
        try:
            payload = self._folder.read(name)
            if payload is not None:
                kept, reduced = pickle.loads(payload)
                if kept != key:
                    raise DamagedFile(name)
                return CompileResult._rebuild(target_context, *reduced)
        except Exception:
            self._discard(name)
        else:
            self._announce()
        self._folder.compiled += 1
        return None

    def save_overload(self, sig: Any, cres: Any) -> None:
        """Keep a compiled kernel, if it can be kept."""
        with suppress(Exception):
            name, key = self._entry(sig, cres.codegen)
            local = " at 0x" in str(sig)  # an address means nothing to another process
            if local or cres.lifted or cres.library.has_dynamic_globals:
                self._folder.used.discard(name)
            else:
                self._folder.write(name, dumps((key, cres._reduce())))

    def enable(self) -> None:
        """Always on."""

    def disable(self) -> None:
        """Always on."""

    def flush(self) -> None:
        """Compile anew what is asked for next."""
        for path in self._folder.path.glob(f"{self._title}-*.nbc"):
            path.unlink(missing_ok=True)

    def _entry(self, sig: Any, codegen: Any) -> tuple[str, tuple[Any, ...]]:
        """The name of the file, and what it must say that it is."""
        key = (*self._source, sig, codegen.magic_tuple())
        digest = hashlib.sha256(str(key).encode()).hexdigest()
        return f"{self._title}-{digest[:24]}.nbc", key

    def _discard(self, name: str) -> None:
        import logging

        with suppress(OSError):
            (self._folder.path / name).unlink(missing_ok=True)
        self._folder.damaged += 1
        if self._folder.damaged == 1:  # the others show one by one: a line is enough
            line = "The cached kernel %s was damaged: it is compiled again, and so is any other that is damaged."
            logging.getLogger("sleuth").warning(line, self._title)

    def _announce(self) -> None:
        announce, self._folder.announce = self._folder.announce, None
        if announce is not None:
            announce()


@cache
def _source(file: str) -> str:
    return hashlib.sha256(Path(file).read_bytes()).hexdigest()
