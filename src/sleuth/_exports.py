"""The public names of a package: each is written once, in the stub beside its `__init__`, and loaded on first use."""

import sys
from functools import cache
from importlib import import_module
from types import ModuleType


class Package(ModuleType):
    """A package whose attributes are the names in its stub, whichever of its modules were imported before."""

    @property
    def __all__(self) -> list[str]:
        """The public names, in order; without those of a package that is not installed."""
        return sorted(name for name in homes(self.__name__) if installed(f"{self.__name__}.{name}"))

    def __dir__(self) -> list[str]:
        return self.__all__

    def __getattr__(self, name: str) -> object:
        inner = f"{self.__name__}.{name}"
        home = homes(self.__name__).get(name)
        if home == self.__name__:
            value: object = import_module(inner)
        elif home is not None:
            value = getattr(import_module(home), name)
        elif inner in sys.modules:
            value = sys.modules[inner]
        else:
            raise AttributeError(f"module {self.__name__!r} has no attribute {name!r}")
        self.__dict__[name] = value
        return value

    def __setattr__(self, name: str, value: object) -> None:
        """Set an attribute, except that importing a module does not put it before a public name: see `__getattr__`."""
        if not (isinstance(value, ModuleType) and value.__name__ == f"{self.__name__}.{name}"):
            super().__setattr__(name, value)

    def __reduce__(self) -> tuple[object, tuple[str]]:
        """Packages travel by name, as other modules do for those who pickle functions with what they use."""
        return import_module, (self.__name__,)


NEEDS = {"sleuth.gym": "gymnasium"}
"""Public modules that are there where an extra is."""


def installed(name: str) -> bool:
    """Whether what a public name needs is installed."""
    from importlib.util import find_spec

    return name not in NEEDS or find_spec(NEEDS[name]) is not None


def export_stub(package: str) -> None:
    """Let a package have the names in its stub."""
    sys.modules[package].__class__ = Package


@cache
def homes(package: str) -> dict[str, str]:
    """The public names of a package, each with the module that it comes from; of a module, that is the package."""
    import ast
    from pathlib import Path

    stub = Path(str(sys.modules[package].__file__)).with_suffix(".pyi")
    found: dict[str, str] = {}
    for line in ast.parse(stub.read_text(encoding="utf-8")).body:
        if isinstance(line, ast.ImportFrom):
            found |= {alias.name: str(line.module) for alias in line.names}
        elif isinstance(line, ast.AnnAssign) and isinstance(line.target, ast.Name):
            found[line.target.id] = package
    return found
