"""Can a secret be seen from a view? A walk over everything that an object refers to."""

from __future__ import annotations

import gc
import pickle
import sys
from collections import deque
from collections.abc import Callable, Iterable
from types import FunctionType, ModuleType
from typing import Any
from weakref import ReferenceType

import numpy as np

from sleuth.core.game import Secret
from sleuth.play.oracles import Oracle
from sleuth.testing.claims import claim

PLAIN = (int, float, complex, str, bytes, bool, type(None), ModuleType)
"""Values that refer to nothing, and modules: what is global is not part of a view."""


def reachable(root: object, target: Callable[[Any], bool]) -> list[object] | None:
    """The shortest way from `root` to an object that `target` accepts, both included; `None` if there is none.

    Attributes, slots, containers, closures, classes, arrays of objects and weak references are followed; global names
    are not.
    """
    came: dict[int, tuple[object, object]] = {id(root): (root, None)}
    skipped = {id(vars(module)) for module in list(sys.modules.values()) if hasattr(module, "__dict__")}
    queue = deque([root])
    while queue:
        here = queue.popleft()
        if target(here):
            return _way(came, here)
        for there in _referents(here):
            if id(there) not in came and id(there) not in skipped:
                came[id(there)] = there, here
                queue.append(there)
    return None


def _way(came: dict[int, tuple[object, object]], end: object) -> list[object]:
    way = [end]
    while (before := came[id(way[-1])][1]) is not None:
        way.append(before)
    return way[::-1]


def _referents(value: object) -> Iterable[object]:
    if isinstance(value, PLAIN):
        # A subclass of a plain type may carry attributes.
        return [vars(value)] if hasattr(value, "__dict__") and not isinstance(value, ModuleType) else []
    if isinstance(value, type):
        # Its subclasses, and what an abstract class remembers of other classes, are global.
        return [*(held for name, held in vars(value).items() if name != "_abc_impl"), *value.__bases__]
    if isinstance(value, FunctionType):
        cells = [c.cell_contents for c in value.__closure__ or () if _filled(c)]
        return [*cells, value.__defaults__, value.__kwdefaults__, value.__dict__]
    if isinstance(value, np.ndarray):
        return [value.base, *(value.reshape(-1).tolist() if value.dtype.hasobject else ())]
    if isinstance(value, ReferenceType):
        return [value()]
    return gc.get_referents(value)


def _filled(cell: Any) -> bool:
    try:
        return cell.cell_contents is not None
    except ValueError:
        return False


def check_view(oracle: Oracle, *views: object, secret: object = None) -> None:
    """Fail if the oracle can be reached from a view; or `secret`, if given: an object that only the oracle holds."""
    way = reachable(views, lambda value: value is oracle or (secret is not None and value is secret))
    names = [type(step).__name__ for step in (way or views)[1:]] or ["a view"]
    claim(way is None, names[0], f"the {oracle.name} oracle's secret can be reached from it: {' -> '.join(names)}")


def own_copy(secret: Secret) -> Secret | None:
    """An equal object that nothing else refers to, for an oracle to hold; `None` for a value that has no copies."""
    copied = pickle.loads(pickle.dumps(secret))
    return None if copied is secret else copied
