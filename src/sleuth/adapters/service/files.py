"""How many files this process may open, and so how many connections it takes."""

from __future__ import annotations

from contextlib import suppress

from sleuth.adapters.service.limits import MAX_CONNECTIONS, MAX_FILES, MAX_WAITING, MAX_WAITING_EACH, OWN_FILES

MIN_CONNECTIONS = 40


def allow_files() -> None:
    """Open as many files as the system lets this process; many systems begin with few."""
    with suppress(ImportError, OSError, ValueError):
        import resource

        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        wanted = MAX_FILES if hard == resource.RLIM_INFINITY else min(MAX_FILES, hard)
        if soft != resource.RLIM_INFINITY and soft < wanted:
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


def most_connections() -> int:
    """How many connections this process may have, so that files are left for its own work."""
    try:
        import resource
    except ImportError:
        return MAX_CONNECTIONS
    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft == resource.RLIM_INFINITY:
        return MAX_CONNECTIONS
    return max(MIN_CONNECTIONS, min(MAX_CONNECTIONS, soft - OWN_FILES))


def most_connections_each() -> int:
    """How many of them one client may have: another one always finds room."""
    return most_connections() // 2


def most_waiting() -> int:
    """How many boards may wait, so that connections are left for what is pressed."""
    return min(MAX_WAITING, most_connections() * 3 // 4)


def most_waiting_each() -> int:
    """How many boards of one client may wait: half of the connections of an address are for what is pressed there."""
    return min(MAX_WAITING_EACH, most_connections_each() // 2)
