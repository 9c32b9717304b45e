"""The process that workers are forked off imports this module first, so that they need not."""

from __future__ import annotations

from contextlib import suppress

from sleuth.adapters.service.readiness import get_ready

with suppress(Exception):  # a worker tries again, and tells what is wrong
    get_ready()
