"""Compiled kernels on disk: a sealed file for each kernel and signature, opened only where the seal is whole.

Numba's own cache believes what it reads: a byte that changed in compiled code is run, and a file cut short ends the
process with a traceback. Its index of several signatures is also lost or mixed up where two processes write it at
once. Here each signature has a file of its own, named by what it was compiled from, that holds its key and a checksum
over everything; what does not fit is removed and compiled again.

To load a kernel, Numba imports all that it could compile with, and every module that parts of the kernel come from (and
SciPy, to see whether there is one): four tenths of a second, in vain. What compiled code needs are some symbols; only
where one of them is not there yet is all of Numba set up.

Of Numba's insides (0.61 and later) this needs `Dispatcher._cache` with the methods of `numba.core.caching._Cache`,
`CompileResult._reduce` and `_rebuild`, `Environment`, the helpers of its memory manager, the module of a library, and
`serialize.dumps`. Where one of them is missing, kernels are compiled anew in each process.
"""

from __future__ import annotations

import hashlib
import pickle
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import cache
from importlib import import_module
from io import BytesIO
from pathlib import Path
from typing import Any

from llvmlite.binding import add_symbol, address_of_symbol
from numba.core.caching import _Cache
from numba.core.compiler import CompileResult
from numba.core.environment import Environment
from numba.core.registry import cpu_target
from numba.core.runtime.nrt import _nrt
from numba.core.serialize import dumps

from sleuth.kernels import compiling
from sleuth.kernels.kernel_folder import COMPILED, DamagedFile, KernelFolder, title


class KernelCache(_Cache):  # type: ignore[misc]
    """The compiled forms of one kernel: stands where Numba's own cache would."""

    def __init__(self, function: Callable[..., Any], folder: KernelFolder) -> None:
        self._folder = folder
        self._title = title(function)
        self._source = (function.__module__, function.__qualname__, _source(function.__code__.co_filename))

    @property
    def cache_path(self) -> str:
        """Where the files are."""
        return str(self._folder.path)

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """The kernel compiled for these types; `None` where it has to be compiled."""
        try:
            _add_symbols()
            name, key = self._entry(sig, target_context.codegen())
        except AttributeError:  # a Numba with other insides
            return None
        self._folder.used.add(name)
        try:
            payload = self._folder.read(name)
            if payload is not None:
                content = BytesIO(payload)
                if _Unpickler(content).load() != key:
                    raise DamagedFile(name)
                symbols, reduced = _Unpickler(content).load()
                if not all(map(address_of_symbol, symbols)):
                    target_context.refresh()
                return CompileResult._rebuild(target_context, *reduced)
        except Exception:
            self._discard(name)
        else:
            compiling.missed(self._folder.kept)
        self._folder.compiled += 1
        compiling.begins()
        return None

    def save_overload(self, sig: Any, cres: Any) -> None:
        """Keep a compiled kernel, if it can be kept."""
        compiling.ends()
        with suppress(Exception):
            name, key = self._entry(sig, cres.codegen)
            local = " at 0x" in str(sig)  # an address means nothing to another process
            if local or cres.lifted or cres.library.has_dynamic_globals:
                self._folder.used.discard(name)
            else:
                self._folder.write(name, dumps(key) + dumps((_symbols(cres.library), cres._reduce())))

    def enable(self) -> None:
        """Always on."""

    def disable(self) -> None:
        """Always on."""

    def flush(self) -> None:
        """Compile anew what is asked for next."""
        for path in self._folder.path.glob(f"{self._title}-*{COMPILED}"):
            path.unlink(missing_ok=True)

    def _entry(self, sig: Any, codegen: Any) -> tuple[str, tuple[Any, ...]]:
        """The name of the file, and what it must say that it is."""
        key = (*self._source, sig, codegen.magic_tuple())
        digest = hashlib.sha256(str(key).encode()).hexdigest()
        return f"{self._title}-{digest[:24]}{COMPILED}", key

    def _discard(self, name: str) -> None:
        import logging

        with suppress(OSError):
            (self._folder.path / name).unlink(missing_ok=True)
        self._folder.damaged += 1
        if self._folder.damaged == 1:  # the others show one by one: a line is enough
            line = "The cached kernel %s was damaged: it is compiled again, and so is any other that is damaged."
            logging.getLogger("sleuth").warning(line, self._title)


def known_kernels(folder: KernelFolder) -> Iterator[tuple[Any, Any]]:
    """The kernels that were compiled on such a machine, and the types of each."""
    codegen = cpu_target.target_context.codegen()
    for name in folder.names():
        with suppress(Exception):  # a damaged file, or one of somebody else: whoever needs it will see
            module, kernel, source, sig, processor = _key(folder, name)
            found = getattr(import_module(module), kernel)
            if processor == codegen.magic_tuple() and source == _source(found.py_func.__code__.co_filename):
                yield found, sig


def _key(folder: KernelFolder, name: str) -> Any:
    payload = folder.read(name) if name.endswith(COMPILED) else None
    return _Unpickler(BytesIO(payload or b"")).load()


@cache
def _add_symbols() -> None:
    """Make Numba's memory manager known, without the parts of it that only a compiler needs."""
    for name, address in _nrt.c_helpers.items():
        add_symbol(name if name.startswith("_") else f"NRT_{name}", address)


def _symbols(library: Any) -> list[str]:
    """What compiled code calls of others: C, Python, and Numba's own parts in C."""
    module = library._final_module
    names = [thing.name for thing in (*module.functions, *module.global_variables) if thing.is_declaration]
    return sorted(name for name in names if not name.startswith("llvm."))


class _Unpickler(pickle.Unpickler):
    """Reads a compiled kernel without the modules of Numba that its parts were written in."""

    def find_class(self, module: str, name: str) -> Any:
        """Whatever is named, but an environment comes without the globals that only interpreted code would read."""
        if (module, name) == ("numba.core.environment", "_rebuild_env"):
            return _environment
        return super().find_class(module, name)


def _environment(module: str, constants: list[Any], name: str) -> Any:
    """What compiled code needs of Python."""
    known = Environment._memo.get(name)
    if known is not None:
        return known
    made = Environment({"__name__": module})
    made.consts[:] = constants
    made.env_name = name
    Environment._memo[name] = made
    return made


@cache
def _source(file: str) -> str:
    return hashlib.sha256(Path(file).read_bytes()).hexdigest()
