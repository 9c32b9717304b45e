"""What is said where kernels are compiled: a first use that takes long must not look like a hang.

Whoever uses the library hears it from the logger `sleuth`, once in a process; commands and servers announce it in their
own way. In a process of a pool nobody is told: who began it has been.
"""

from __future__ import annotations

from sleuth.kernels.compiling import announce

COMPILING = "Compiling what this needs, once on this machine for each version; it takes some 5 to 60 seconds..."
AGAIN = "Compiling what this needs, anew each time since no cache folder can be written: some 5 to 60 seconds..."
AHEAD = "`sleuth warmup` compiles everything ahead."


def compiling_text(kept: bool) -> str:
    """The notice, where what is compiled can be kept, or cannot."""
    return COMPILING if kept else AGAIN


def _log(kept: bool) -> None:
    import logging
    import multiprocessing

    if multiprocessing.parent_process() is None:
        logging.getLogger("sleuth").warning("%s", f"{compiling_text(kept)} {AHEAD}" if kept else compiling_text(kept))


announce(_log)
