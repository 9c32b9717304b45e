"""How objects show themselves where there is more than a line of text: in a notebook.

The rooms whose objects are shown know nobody who draws. So a display is registered for a class, as boards are, and
loaded when a notebook asks for it.
"""

from __future__ import annotations

from sleuth.core.registry import DISPLAYS, SVG_DISPLAYS, Registry


class Displayed:
    """Something that a notebook shows by what is registered for its class, or for the nearest of its ancestors."""

    __slots__ = ()

    def _repr_html_(self) -> str | None:
        return _display(DISPLAYS, self)

    def _repr_svg_(self) -> str | None:
        return _display(SVG_DISPLAYS, self)


def _display(registry: Registry, thing: object) -> str | None:
    """What is registered for the class of an object makes of it; `None` where nothing is, or makes nothing."""
    draw = registry.inherited(type(thing))
    shown = None if draw is None else draw(thing)
    return None if shown is None else str(shown)
